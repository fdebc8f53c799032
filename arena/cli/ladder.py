"""`arena ladder`: the ratings of a ladder's results, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import click

import ladders
from arena.cli.conditions import mixed
from arena.cli.lock import levels_text
from arena.cli.places import open_results
from arena.cli.probation import bench_lines, marked, reasons
from arena.cli.rounds import print_rounds, reports_of, rounds_markdown
from arena.cli.screen import out, table
from arena.probation import Probation, probation_of
from arena.schedules.report import Report, as_data
from arena.standings import fit, sheets
from arena.store import Known, Played, Run, Store

COLUMNS = ("rank", "name", "Elo", "±95 %", "LOS", "deals", "games", "W-D-L", "score", "faults", "note")
"""What a terminal of 100 columns has room for."""
NUMBERS = tuple(head for head in COLUMNS if head not in {"name", "note"})


@click.command()
@click.argument("ladder", metavar="LADDER")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "csv", "json"]),
    default="table",
    show_default=True,
    help="How to print it.",
)
@click.option("--game", "contest", metavar="CONTEST", help="One contest only, such as kaiser:standard.")
@click.option("--wide", is_flag=True, help="All columns.")
def ladder(ladder: str, form: str, contest: str | None, *, wide: bool) -> None:
    """Print a ladder again.

    LADDER is a ladder file, a file of results, or `last` for the last match. Elo by maximum likelihood over all
    games, a draw being half a win; 0 is the mean of the pool. Intervals hold with 95 %, errors clustered by deal:
    all games that share their packs are one piece of evidence. LOS is the likelihood that a bot is stronger than
    the next one below. Of a Swiss or a knock-out its rounds follow (not in csv).

    \b
    Examples:
      arena ladder mine.toml
      arena ladder mine.toml --format markdown > LADDER.md
    """
    with open_results(ladder) as store:
        probation = probation_of(store)
        everything = [row for row in store.results() if contest in {None, row.game.contest}]
        entrants = store.entrants()
        runs = store.runs()
        reports = reports_of(store, contest, probation)
    rows = probation.rated(everything)
    fitted = fit(rows, entrants)
    benched = reasons(probation, everything, entrants)
    lines = marked(ladders.rows(fitted), benched)
    if form == "table":
        out.print(_table(lines, wide=wide))
        _print_footer(fitted, rows, runs)
        _print_bench(probation, benched)
        _print_sheets(rows, entrants)
        for report in reports:
            print_rounds(report)
    elif form == "markdown":
        foot = "".join(
            f"{line}.\n" for line in (f"Played at {levels_text(runs, rows)}", *bench_lines(probation, benched))
        )
        click.echo("\n".join((ladders.to_markdown(lines), *map(rounds_markdown, reports), foot)), nl=False)
    elif form == "csv":
        click.echo(ladders.to_csv(lines), nl=False)
    else:
        click.echo(_json(fitted, reports, benched), nl=False)


def _json(fitted: ladders.Ladder, reports: Sequence[Report], benched: Mapping[str, str]) -> str:
    """Return the ladder, the rounds of the contests that have any, and why bots are benched, by name."""
    content = json.loads(ladders.to_json(fitted)) | {"rounds": [as_data(report) for report in reports]}
    content["benched"] = dict(benched)
    for entrant in content["entrants"]:
        entrant["benched"] = benched.get(entrant["name"])
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def print_ladders(store: Store, contests: Sequence[str]) -> None:
    """Print the ladder of each contest, and before them one over all where there are several.

    Args:
        store: the results.
        contests: the labels.
    """
    rows = list(store.results())
    entrants = store.entrants()
    runs = store.runs()
    parts = [(label, [row for row in rows if row.game.contest == label]) for label in contests]
    probation = probation_of(store)
    played = [(label, part) for label, part in parts if part]
    if len(played) > 1:
        played.insert(0, ("all games", [row for _, part in played for row in part]))
    for label, part in played:
        rated = probation.rated(part)
        fitted = fit(rated, entrants)
        benched = reasons(probation, part, entrants)
        out.print(f"\n[bold]{label}[/bold]")
        out.print(_table(marked(ladders.rows(fitted), benched)))
        _print_footer(fitted, rated, runs)
        _print_bench(probation, benched)
        _print_sheets(rated, entrants)
        for report in reports_of(store, label, probation):
            print_rounds(report)


def _table(rows: Sequence[ladders.Row], *, wide: bool = False) -> object:
    heads = ladders.HEADINGS if wide else COLUMNS
    cells = [[dict(zip(ladders.HEADINGS, row.cells, strict=True))[head] for head in heads] for row in rows]
    used = [i for i, head in enumerate(heads) if head != "note" or any(row[i] for row in cells)]
    shown = [heads[i] for i in used]
    right = [head for head in shown if head not in {"name", "note"}]
    return table(shown, [[row[i] for i in used] for row in cells], right=right, wrap=("note",))


def _print_sheets(rows: Sequence[Played], entrants: Mapping[str, Known]) -> None:
    """Print what the games came to beyond won and lost, where they came to more."""
    has = {key: any(row.extra.get(key, "1") != "1" for row in rows) for key in ("games", "label", "money")}
    heads = ["name", "games counted", *["labels"] * has["label"], *["money"] * has["money"]]
    if not any(has.values()):
        return
    cells = []
    for sheet in sheets(rows, entrants):
        labels = ", ".join(f"{label} {count}" for label, count in sorted(sheet.labels.items()))
        money = f"{sheet.money / 100:+.2f}"
        cells.append([sheet.name, str(sheet.games), *[labels] * has["label"], *[money] * has["money"]])
    out.print()
    out.print(table(heads, cells, right=("games counted", "money"), wrap=("labels",)))


def _print_footer(fitted: ladders.Ladder, rows: Sequence[Played], runs: Sequence[Run]) -> None:
    out.print(f"{footer(fitted, rows)}; {levels_text(runs, rows)}", style="dim")
    if text := mixed(runs, rows):
        out.print(text, style="yellow", markup=False)


def _print_bench(probation: Probation, benched: Mapping[str, str]) -> None:
    for line in bench_lines(probation, benched):
        out.print(line, style="yellow", markup=False)


def footer(fitted: ladders.Ladder, rows: Sequence[Played]) -> str:
    """Return what the numbers stand on: zero, draws, faults, fit."""
    draws = sum(len(set(row.places)) == 1 for row in rows)
    faults = sum(bool(row.faults) for row in rows)
    words = [
        f"{len(rows)} games of {len({row.game.chance for row in rows})} deals",
        f"draws {100 * draws / max(1, len(rows)):.1f} %",
        f"games with a fault {faults}",
        "0 is the mean of the pool" if fitted.zero is None else f"0 is {fitted.zero}",
    ]
    p = fitted.lack_of_fit.p
    if p is not None and p < 0.01:
        words.append(f"one order of strength does not explain the results (p {p:.2g}): look at who beats whom")
    return "; ".join(words)
