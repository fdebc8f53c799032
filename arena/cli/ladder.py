"""`arena ladder`: the ratings of stored results, for people and for programs."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

from arena import ratings
from arena.app import ladder_view
from arena.app.ladder_layout import layout
from arena.app.ladder_view import View, view_of
from arena.app.ladders import LAST, reading_of
from arena.app.rated import Loaded, load_store, load_table, shown_seasons
from arena.cli import ladder_table
from arena.cli.ladder_table import explanations
from arena.cli.pictures import prepare, write_plots
from arena.cli.results import open_results
from arena.cli.rounds import print_rounds
from arena.cli.screen import err, labelled, out, say, table, title
from arena.errors import UserError, command
from arena.escapes import json_text, one_line
from arena.ratings import Ladder, Moment, Note, Versus
from arena.ratings.plots import deals, of_ladder
from arena.results.lookup import names_in
from arena.results.parquet import Naming, write_parquet
from arena.results.rating_input import totals
from arena.schedules.agenda import fillers_of
from arena.schedules.drawing import rounds_markdown
from arena.schedules.report import as_data
from arena.settings.contest import RankBy
from arena.settings.ladder import AS_PLAYED, Reading
from arena.store import Store
from arena.tournament.probation import Probation, probation_of


class Asked(NamedTuple):
    """What the command line asks for: the arguments and options of `arena ladder`."""

    words: tuple[str, ...]
    source: str | None
    form: str
    target: Path | None
    contest: str | None
    season: str | None
    wide: bool
    explain: bool
    rank_by: RankBy | None
    by_points: bool
    pairwise: bool
    anchors: tuple[str, ...]
    exclude_faults: bool
    plots: Path | None


def ladder(asked: Asked) -> None:
    """Rate results and print them in one of the formats; draw plots if asked to."""
    place, pair = _places(asked.words, asked.source, pairwise=asked.pairwise)
    if asked.plots is not None:
        prepare(asked.plots)
    if asked.source is not None and asked.contest is not None:
        raise UserError("--game is for the contests of a ladder, not for a table", "leave it out with --from")
    if asked.source is not None and asked.season is not None:
        raise UserError("--season is for the seasons of a ladder, not for a table", "leave it out with --from")
    rank_by = asked.rank_by or ("points" if asked.by_points else None)
    others = {
        "--head-to-head": asked.pairwise,
        "--exclude-faults": asked.exclude_faults,
        "--plots": asked.plots is not None,
        "--anchor": bool(asked.anchors),
        "--by": rank_by is not None,
        "--from": asked.source is not None,
    }
    given = [option for option, said in others.items() if said]
    if (asked.form == "parquet") != (asked.target is not None):
        raise UserError("--format parquet and -o FILE go together", "-o results.parquet names the file")
    if asked.target is not None:
        _export_parquet(place, asked.target, given, asked.contest, asked.season)
        return
    loaded = (
        _of_ladder(place, asked.contest, asked.season, rank_by)
        if asked.source is None
        else load_table(asked.source, rank_by, lambda note: err.print(note, style="yellow"))
    )
    if asked.form == "results":
        _export(loaded, [option for option in given if option in {"--head-to-head", "--exclude-faults", "--plots"}])
        return
    try:
        view = view_of(loaded, _anchors(asked.anchors), exclude_faults=asked.exclude_faults)
        found = ratings.versus(view.ladder, *pair) if pair else None
    except ValueError as error:
        raise UserError(str(error)) from error
    if asked.form == "history":
        say(ratings.history_csv(view.ladder, ratings.history(view.ladder, loaded.moments)))
    elif asked.pairwise:
        _print_pairs(view, found, asked.form)
    else:
        _print_view(view, loaded, asked.form, wide=asked.wide, explained=asked.explain)
    if asked.plots is not None:
        _draw(view.ladder, loaded.moments, pair, asked.plots)


def _of_ladder(place: str, contest: str | None, season: str | None, rank_by: RankBy | None) -> Loaded:
    reading, labels = reading_of(place), [None if contest is None else [contest]]
    with open_results(place) as store:
        reading = reading._replace(rank_by=rank_by or reading.rank_by)
        [loaded] = load_store(store, labels, reading, season=season)
    if contest is not None and not loaded.played:
        raise _no_results_of(contest, place)
    return loaded


def _no_results_of(contest: str, place: str) -> UserError:
    hint = f"leave out --game, or see {command('record', place)}"
    return UserError(f"{place}: there are no results of {contest!r}", hint, os.EX_NOINPUT)


def _places(words: Sequence[str], source: str | None, *, pairwise: bool) -> tuple[str, tuple[str, str] | None]:
    """Return the ladder that is named, and the two bots of a head-to-head; None if it is about all bots."""
    rest = list(words)
    place = ""
    if source is None:
        if not rest:
            raise UserError("no ladder is named", f"name a file, or the last match: {command('ladder', LAST)}")
        place = rest.pop(0)
    if not rest:
        return place, None
    if not pairwise:
        raise UserError(f"{rest[0]!r}: one word too many", "two bots can be named with --head-to-head")
    if len(rest) != 2:
        hint = f"{command('ladder', place)} lists them; without names, {command('ladder', place, '--head-to-head')}"
        raise UserError(f"--head-to-head takes two bots or none, not {len(rest)}", hint)
    return place, (rest[0], rest[1])


def _anchors(texts: Sequence[str]) -> dict[str, float]:
    found = {}
    for text in texts:
        name, equals, number = text.rpartition("=")
        try:
            elo = float(number)
        except ValueError:
            elo = math.nan
        if not name or not equals or not math.isfinite(elo):
            raise UserError(f"--anchor {text}: not of the form NAME=ELO", "for example --anchor random=0")
        found[name] = elo
    return found


def _export(loaded: Loaded, others: Sequence[str]) -> None:
    """Print the results as a table of games."""
    if others:
        raise UserError("--format results prints all games, and nothing else", f"leave out {' and '.join(others)}")
    text = io.StringIO()
    ratings.write_csv(loaded.results, text, games=loaded.games, deals=loaded.deals)
    say(text.getvalue())


def _export_parquet(place: str, target: Path, others: Sequence[str], contest: str | None, season: str | None) -> None:
    """Write all results, or those of a contest or a season, as a Parquet file."""
    if others:
        raise UserError("--format parquet writes all games, and nothing else", f"leave out {' and '.join(others)}")
    with open_results(place) as store:
        shown = shown_seasons(store, season)
        if contest is not None and contest not in store.contests():
            raise _no_results_of(contest, place)
        fillers = set[str]().union(*(fillers_of(run.settings) for run in store.runs()))
        naming = Naming(names_in(store), store.entrants())
        games = write_parquet(
            store,
            target,
            naming,
            rates=probation_of(store).rates,
            fillers=fillers,
            contest=contest,
            season=None if season is None else shown[-1].number,
        )
    err.print(f"{target}: {games} games, a row for each side", style="dim", soft_wrap=True)


def _print_view(view: View, loaded: Loaded, form: str, *, wide: bool, explained: bool) -> None:
    if form == "table":
        _print_table(view, loaded, wide=wide, explained=explained)
    elif form == "markdown":
        say("\n".join((ladder_view.ladder_markdown(view), *map(rounds_markdown, loaded.reports))))
    elif form == "csv":
        say(ladder_view.ladder_csv(view))
    else:
        data = ladder_view.ladder_data(view)
        if loaded.reports:
            data["rounds"] = [as_data(report) for report in loaded.reports]
        say(json_text(data))


def _print_table(view: View, loaded: Loaded, *, wide: bool = False, explained: bool = False) -> bool:
    """Print a ladder in the terminal: what it says in words, the table, its remarks, totals and rounds.

    Returns:
        Whether columns were left out, because the terminal is too narrow.
    """
    out.print(f"In short: {one_line(view.in_words)}", soft_wrap=not out.is_terminal)
    found = layout(view, out.width, wide=wide)
    for part in ladder_table.ladder_tables(found):
        out.print("", part, sep="\n")
    if text := ladder_table.left_out_text(found, out.width):
        out.print(text, style="dim", soft_wrap=not out.is_terminal)
    out.print()
    lines = ladder_table.footer(view, full=wide or explained)
    _print_labelled(lines)
    if explained:
        for explained_lines in explanations(found, lines):
            out.print()
            _print_labelled(explained_lines)
    if loaded.columns is not None:
        _print_totals(loaded)
    for report in loaded.reports:
        print_rounds(report)
    return bool(found.left_out)


def _print_labelled(lines: Sequence[tuple[str, Text]]) -> None:
    """Print texts beside their labels; without a terminal no line is broken."""
    if out.is_terminal:
        out.print(labelled(lines))
    else:
        out.print(ladder_table.plain(lines), soft_wrap=True)


def _print_pairs(view: View, found: Versus | None, form: str) -> None:
    """Print who beats whom, or everything about two bots."""
    if form == "csv":
        records = ladder_view.pairs_data(view.ladder)
        if found is not None:
            records = [line for line in records if {line["first"], line["second"]} == {found.first, found.second}]
        say(ladder_view.as_csv(records))
    elif found is not None:
        if form == "json":
            say(json_text(ladder_view.versus_data(found)))
        else:
            text = ladder_view.versus_text(found)
            if form == "markdown":
                say(f"```\n{text}\n```\n")
            else:
                out.print(text, soft_wrap=not out.is_terminal)
    elif form == "json":
        say(json_text(ladder_view.pairs_data(view.ladder)))
    elif form == "markdown":
        say(ladder_view.matrix_markdown(view))
    else:
        for part in ladder_table.matrix(view, out.width):
            out.print(part)
        out.print(ladder_view.MATRIX_NOTE, style="dim")
        _print_labelled(ladder_table.footer(view))


def _draw(fitted: Ladder, moments: Sequence[Moment], pair: tuple[str, str] | None, folder: Path) -> None:
    """Draw all plots, and that of two bots if two are named or the ladder has only two."""
    drawn = of_ladder(fitted, moments)
    if pair is None and len(fitted.names) == 2:
        pair = fitted.names[fitted.order[0]], fitted.names[fitted.order[1]]
    if pair is not None:
        drawn += deals(ratings.pairs_between(fitted.results, *pair), *pair)
    write_plots(drawn, folder)


def print_ladders(
    store: Store,
    called: str,
    contests: Sequence[str],
    reading: Reading = AS_PLAYED,
    probation: Probation | None = None,
) -> list[tuple[str, str]]:
    """Print the ladder of each contest; if there are several, a ladder of all games comes first.

    Args:
        store: the results.
        called: how a command line names the ladder.
        contests: the labels of the contests.
        reading: how the results are to be read.
        probation: who is benched after these results, if the caller knows it already.

    Returns:
        The commands that tell more of them, each with what it does (see `say_commands`).
    """
    labels = [contests, *([label] for label in contests)] if len(contests) > 1 else [contests]
    found = load_store(store, labels, reading, probation)
    titles = ["all games", *contests] if len(contests) > 1 else contests
    played = [(label, loaded) for label, loaded in zip(titles, found, strict=True) if loaded.played]
    if len(played) == 2:
        del played[0]  # all games belong to one contest
    said: set[Note] = set()
    narrow = False
    for label, loaded in played:
        out.print()
        out.print(title(label))
        # Rounds are shown with their contest only, and remarks that the tables share are printed once.
        mine = loaded if label != "all games" else loaded._replace(reports=())
        view = view_of(mine, {})
        narrow |= _print_table(replace(view, remarks=[note for note in view.remarks if note not in said]), mine)
        said |= set(view.remarks)
    explain = command("ladder", called, "--explain"), "what the columns mean"
    every = command("ladder", called, "--wide"), "all columns"
    return [*[explain] * bool(played), *[every] * narrow]


def _print_totals(loaded: Loaded) -> None:
    """Print what games counted beyond won and lost (games, labels, money), if any of them did."""
    columns = loaded.columns
    assert columns is not None
    more = columns.extra.present().values
    has = {key: any(extra.get(key, "1") != "1" for extra in more) for key in ("games", "label", "money")}
    heads = ["name", "games counted", *["labels"] * has["label"], *["money"] * has["money"]]
    if not any(has.values()):
        return
    cells = []
    for each in totals(columns, loaded.entrants, loaded.fillers):
        labels = ", ".join(f"{label} {count}" for label, count in sorted(each.labels.items()))
        money = f"{each.money / 100:+.2f}"
        cells.append([each.name, str(each.games), *[labels] * has["label"], *[money] * has["money"]])
    out.print()
    out.print(table(heads, cells, right=("games counted", "money")))
