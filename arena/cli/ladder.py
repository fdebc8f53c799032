"""`arena ladder`: the ratings of a ladder's results, for people and for programs."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

import ladders
from arena.cli import ladder_view
from arena.cli.ladder_source import Loaded, changes, load_store, load_table
from arena.cli.ladder_view import View
from arena.cli.places import open_results
from arena.cli.probation import bench_lines, marked, reasons
from arena.cli.rounds import print_rounds, reports_of, rounds_markdown
from arena.cli.screen import err, out, table
from arena.errors import UserError
from arena.schedules.report import as_data
from arena.standings import fit, sheets
from arena.store import Known, Played, Store
from ladders import Ladder, Note

FORMATS = ("table", "markdown", "csv", "json", "results")


@click.command()
@click.argument("words", nargs=-1, metavar="LADDER [A B]")
@click.option("--from", "source", metavar="FILE", help="Rate a table of results instead (docs/results-format.md).")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="table",
    show_default=True,
    help="How to print it; `results` is what --from reads.",
)
@click.option("--game", "contest", metavar="CONTEST", help="One contest only, such as kaiser:standard.")
@click.option("--wide", is_flag=True, help="All columns.")
@click.option("--points", "by_points", is_flag=True, help="In the order of points a game.")
@click.option("--head-to-head", "pairwise", is_flag=True, help="Who beats whom; of two bots A and B, all about them.")
@click.option("--anchor", "anchors", multiple=True, metavar="NAME=ELO", help="Fix a bot at a number; repeat for more.")
@click.option("--exclude-faults", is_flag=True, help="Leave out whole deals in which a bot committed a fault.")
@click.option("--plots", type=click.Path(path_type=Path, file_okay=False), help="Draw plots into this folder.")
@click.option("--plot-format", type=click.Choice(["svg", "png"]), default="svg", show_default=True)
def ladder(
    *,
    words: tuple[str, ...],
    source: str | None,
    form: str,
    contest: str | None,
    wide: bool,
    by_points: bool,
    pairwise: bool,
    anchors: tuple[str, ...],
    exclude_faults: bool,
    plots: Path | None,
    plot_format: str,
) -> None:
    """Print a ladder again.

    LADDER is a ladder file, a file of results, or `last` for the last match. Elo by maximum likelihood over all
    games, a draw being half a win; 0 is the mean of the pool. Intervals hold with 95 %, errors clustered by deal: all
    games that share their packs are one piece of evidence. LOS is the likelihood that a bot is stronger than the next
    one below. Points are those a game beyond the others at the table. Of a Swiss or a knock-out its rounds follow (not
    in csv).

    \b
    Examples:
      arena ladder mine.toml
      arena ladder mine.toml --format markdown > LADDER.md
      arena ladder mine.toml --head-to-head owl jay
      arena ladder mine.toml --anchor random=0 --plots pictures
      arena ladder --from results.csv
    """
    place, pair = _places(words, source, pairwise=pairwise)
    if source is None:
        with open_results(place) as store:
            loaded = load_store(store, contest)
    elif contest is not None:
        raise UserError("--game chooses among our own contests", "leave it out with --from")
    else:
        loaded = load_table(source)
    if form == "results":
        _export(loaded, pairwise=pairwise)
        return
    try:
        fitted = ladders.fit(loaded.results, _anchors(anchors) or None, exclude_faults=exclude_faults)
        left_out = [Note("deals in which a bot committed a fault are left out")] * exclude_faults
        remarks = [*left_out, *loaded.remarks]
        view = View(fitted, remarks, loaded.versions, loaded.clock, loaded.facts, by_points)
        if pairwise:
            _print_pairs(view, pair, form)
        else:
            _print_view(view, loaded, form, wide=wide)
        if plots is not None:
            _draw(fitted, pair, plots, plot_format)
    except ValueError as error:
        raise UserError(str(error)) from error


def _places(words: Sequence[str], source: str | None, *, pairwise: bool) -> tuple[str, tuple[str, str] | None]:
    """Return the ladder, and the two bots that a head-to-head is about; None for all."""
    rest = list(words)
    place = ""
    if source is None:
        if not rest:
            raise UserError("no ladder is named", "arena ladder LADDER, or arena ladder --from results.csv")
        place = rest.pop(0)
    if not rest:
        return place, None
    if not pairwise:
        raise UserError(f"{rest[0]!r} is too much", "two bots may be named with --head-to-head")
    if len(rest) != 2:
        hint = "arena ladder LADDER --head-to-head A B"
        raise UserError(f"--head-to-head takes two bots or none, not {len(rest)}", hint)
    return place, (rest[0], rest[1])


def _anchors(texts: Sequence[str]) -> dict[str, float]:
    """Return what `--anchor` said."""
    found = {}
    for text in texts:
        name, equals, number = text.rpartition("=")
        try:
            elo = float(number)
        except ValueError:
            elo = math.nan
        if not name or not equals or not math.isfinite(elo):
            raise UserError(f"--anchor {text}: this is not NAME=ELO", "for example --anchor random=0")
        found[name] = elo
    return found


def _export(loaded: Loaded, *, pairwise: bool) -> None:
    """Print the results as a table of games."""
    if pairwise:
        raise UserError("--format results is of all games", "leave out --head-to-head")
    text = io.StringIO()
    ladders.write_csv(loaded.results, text, games=loaded.games, deals=loaded.deals)
    click.echo(text.getvalue(), nl=False)


def _print_view(view: View, loaded: Loaded, form: str, *, wide: bool) -> None:
    if form == "table":
        out.print(ladder_view.ladder_table(view, out.width, wide=wide))
        out.print(ladder_view.footer(view.notes))
        _print_sheets(loaded.rows, loaded.entrants)
        for report in loaded.reports:
            print_rounds(report)
    elif form == "markdown":
        click.echo("\n".join((ladder_view.ladder_markdown(view), *map(rounds_markdown, loaded.reports))), nl=False)
    elif form == "csv":
        click.echo(ladder_view.ladder_csv(view), nl=False)
    else:
        data = ladder_view.ladder_data(view)
        if loaded.reports:
            data["rounds"] = [as_data(report) for report in loaded.reports]
        click.echo(ladder_view.to_json(data), nl=False)


def _print_pairs(view: View, pair: tuple[str, str] | None, form: str) -> None:
    """Print who beats whom, or all about two."""
    if form == "csv":
        records = ladder_view.pairs_data(view.ladder)
        if pair is not None:
            ladders.versus(view.ladder, *pair)
            records = [record for record in records if {record["first"], record["second"]} == set(pair)]
        click.echo(ladder_view.pairs_csv(records), nl=False)
    elif pair is not None:
        found = ladders.versus(view.ladder, *pair)
        if form == "json":
            click.echo(ladder_view.to_json(ladder_view.versus_data(found)), nl=False)
        else:
            text = ladder_view.versus_text(found)
            click.echo(f"```\n{text}\n```" if form == "markdown" else text)
    elif form == "json":
        click.echo(ladder_view.to_json(ladder_view.pairs_data(view.ladder)), nl=False)
    elif form == "markdown":
        click.echo(ladder_view.matrix_markdown(view), nl=False)
    else:
        for part in ladder_view.matrix(view, out.width):
            out.print(part)
        out.print(ladder_view.MATRIX_NOTE, style="dim", markup=False)
        out.print(ladder_view.footer(view.notes))


def _draw(fitted: Ladder, pair: tuple[str, str] | None, folder: Path, form: str) -> None:
    """Draw all plots, and that of two bots if two are named or there are but two."""
    try:
        from ladders import plots  # noqa: PLC0415 # matplotlib is slow to import, and optional
    except ImportError as error:
        raise UserError(str(error)) from error
    drawn = plots.of_ladder(fitted)
    if pair is None and len(fitted.names) == 2:
        pair = fitted.names[fitted.order[0]], fitted.names[fitted.order[1]]
    if pair is not None:
        drawn["deals"] = plots.deals(ladders.pairs_between(fitted.results, *pair), *pair)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, figure in drawn.items():
            plots.save(figure, folder / f"{name}.{form}")
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}", "name a folder that can be written (--plots)") from error
    err.print(f"{folder}: {', '.join(f'{name}.{form}' for name in drawn)}", markup=False)


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
        view = View(fitted, changes(runs, part))
        out.print(ladder_view.ladder_table(view, out.width))
        out.print(ladder_view.footer(view.notes))
        _print_sheets(part, entrants)
        for report in reports_of(store, label):
            print_rounds(report)


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
