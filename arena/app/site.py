"""`arena site`: a ladder as a folder of pages."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypedDict

import numpy as np

from arena.app import glossary
from arena.app.field import AnyPath
from arena.app.ladder_view import as_cells, ladder_data, view_of
from arena.app.ladders import file_of, open_results, reading_of, results_of
from arena.app.options import checked
from arena.app.rated import Loaded, load_store
from arena.app.review import MOST, judged_of
from arena.errors import UserError, command
from arena.ratings import Keep
from arena.results.rating_input import display_names, names_of
from arena.results.review import Judged
from arena.results.roster import Roster
from arena.results.strengths import some_of
from arena.schedules.drawing import bracket, crosstable
from arena.schedules.report import EventReport, as_data, verdict
from arena.settings.bounds import Between
from arena.store import Columns, Store
from arena.table.garbage import seldom_collected
from arena.tournament.apart import awaited
from arena.web import folder as folders
from arena.web.contents import ContestLadder, Rounds, Site
from arena.web.listed import replays as chosen_replays
from arena.web.page import asset
from arena.web.parallel import made_pages
from arena.web.replay import SCRIPTS, STYLES, made_of, others_of, stored
from arena.web.site import RESULTS, build

FEW = 20_000
"""With more games than this, pages of games do not show the other rooms of their sets: each look reads all games."""


class _Call(TypedDict):
    """What `site` is called with."""

    ladder: AnyPath
    folder: AnyPath
    replays: Annotated[int, Between(0, 5000)]
    review: Annotated[int, Between(0, 1_000_000)]
    url: str


def site(
    ladder: str | os.PathLike[str],
    folder: str | os.PathLike[str],
    *,
    replays: int = 300,
    review: int = 0,
    url: str = "",
) -> Path:
    """Write a ladder as a folder of pages, as `arena site` does; return the path of the first page.

    While a season is open, nothing that its packs could be known from is published.

    Args:
        ladder: a ladder file, a file of results, or `last` for the last match.
        folder: a new or an empty folder, or an earlier site, which is replaced.
        replays: how many games of closed seasons get a page.
        review: how many decisions of these games are judged, to say on the bots' pages where they lose.
        url: where the site will be found; its pages then name their address.

    Raises:
        UserError: there are no results, or the folder is something else.
    """
    checked("site", _Call, {"ladder": ladder, "folder": folder, "replays": replays, "review": review, "url": url})
    with seldom_collected(), open_results(str(ladder)) as store:
        write_site(store, str(ladder), Path(folder), f"{url.rstrip('/')}/" if url else "", replays, review)
    return Path(folder) / "index.html"


async def asite(
    ladder: str | os.PathLike[str],
    folder: str | os.PathLike[str],
    *,
    replays: int = 300,
    review: int = 0,
    url: str = "",
) -> Path:
    """Write a ladder as a folder of pages as `site` does, and await it, under trio or asyncio.

    If this is cancelled, the pages are finished first.
    """
    return await awaited(lambda _: site(ladder, folder, replays=replays, review=review, url=url))


def write_site(store: Store, ladder: str, folder: Path, address: str, replays: int, review: int = 0) -> folders.Folder:
    """Write a ladder as a folder of pages, and return what was written.

    Args:
        store: the results.
        ladder: what the command line names them.
        folder: where.
        address: where the site will be found, with a slash at the end; empty if that is not known.
        replays: how many games of closed seasons get a page.
        review: how many decisions in games of closed seasons are judged.

    Raises:
        UserError: there are no results, the folder is something else, or games cannot be played again for the review.
    """
    done = store.played()
    if not done:
        hint = f"play them: {command('run', ladder)}"
        raise UserError(f"{ladder}: there are no results yet", hint, os.EX_NOINPUT)
    with folders.written(folder) as new:
        with new.packed(RESULTS) as export:
            found = site_of(store, ladder, address, export)
        hidden = [season.number for season in store.seasons() if season.hidden]
        numbers = chosen_replays(found.columns, hidden, replays, store.recorded()) if replays else []
        made = write_replays(store, ladder, new, numbers, found, few=done <= FEW)
        judged = _judged(store, ladder, found.columns, hidden, review) if review else []
        pages = [listed.id for listed in store.games_of(made).values()] if judged else []
        build(replace(found, replays=frozenset(made), judged=judged, pages=frozenset(pages)), store, new)
    return new


def _judged(store: Store, ladder: str, games: Columns, hidden: Sequence[int], number: int) -> list[Judged]:
    """Return judged decisions of games of closed seasons."""
    shown = games.take(~np.isin(games.season, hidden))
    ids = [listed.id for listed in store.games_of(some_of(shown.number, shown.chance.code, MOST)).values()]
    return judged_of(store, ladder, ids, number)


def write_replays(
    store: Store, ladder: str, new: folders.Folder, numbers: Sequence[int], found: Site, *, few: bool
) -> list[int]:
    """Write the pages of some games, with what all of them share.

    Args:
        store: the results.
        ladder: what the command line names them.
        new: the site.
        numbers: the numbers of the results; no season of theirs is open.
        found: what the site shows.
        few: whether they show the other rooms of their sets.

    Returns:
        The numbers of those that this arena can play again.
    """
    made, missing, names, header = [], [], found.names, found.header()
    for number, listed in store.games_of(numbers).items():
        game = store.game(listed.id)
        with suppress(UserError):
            others = others_of(store, game) if few else ()
            rooms = [stored(store, game, names, save=True), *(stored(store, one, names) for one in others)]
            name, of = f"game/{game.id}.html", made_of(rooms, ladder, header)
            if new.has(name, of):
                made.append(number)
            else:
                missing.append((number, name, of, rooms))
    pages = made_pages([rooms for *_, rooms in missing], ladder, header)
    for (number, name, of, _), page in zip(missing, pages, strict=True):
        if page is not None:
            new.put(name, of, page)
            made.append(number)
    for name in (*SCRIPTS, *STYLES) if made else ():
        new.write(asset(name).path, asset(name).data)
    return made


def site_of(store: Store, ladder: str, address: str, export: Keep) -> Site:
    """Rate all results, and return what the site shows; `export` is given the parts of the table of results."""
    reading = reading_of(ladder)
    file = file_of(ladder)
    labels = _contests(store, [contest.label for contest in file.contests] if file else [])
    chosen: list[list[str] | None] = [None, *([label] for label in labels if len(labels) > 1)]
    every, *found = load_store(store, chosen, reading, export=export)
    assert every.everything is not None
    columns, entrants = every.everything, every.entrants
    # Of several contests, rounds are shown with their own.
    ladders = [_contest_ladder("", every._replace(reports=[] if found else every.reports))]
    ladders += [_contest_ladder(label, loaded) for label, loaded in zip(labels, found, strict=False)]
    data = ladders[0][1]
    if every.reports:
        data = {**data, "rounds": [as_data(report) for report in every.reports]}
    played = frozenset(columns.entrants)
    shown = display_names({id_: known for id_, known in entrants.items() if id_ in played})
    by_name = {called: id_ for id_, called in shown.items()}
    playing = {bot.id: bot.name for bot in Roster(store.runs()).current if bot.id}
    seasons = every.facts["seasons"]
    assert isinstance(seasons, list)

    return Site(
        title=file.name if file else results_of(ladder).stem,
        about=file.about if file else "",
        ladders=[each for each, _ in ladders],
        contests=labels,
        columns=columns,
        names=shown,
        replaced={id_ for id_ in played - {*playing} if entrants[id_].name in playing.values()},
        entrants=entrants,
        seasons=seasons,
        benched={by_name[called]: why for called, why in every.benched.items()},
        meanings=glossary.columns(),
        remarks=glossary.remarks(),
        data=data,
        digest=str(every.facts["results_sha256"]),
        identity=store.identity(),
        address=address,
        ladder=ladder,
    )


def _contests(store: Store, wanted: Sequence[str]) -> list[str]:
    """Return the labels of the contests with results: in the order of the ladder file, then in that of the plan."""
    played = store.contests()
    return [label for label in dict.fromkeys((*wanted, *played)) if label in played]


def _contest_ladder(contest: str, loaded: Loaded) -> tuple[ContestLadder, Mapping[str, object]]:
    """Return the ladder of some games for its page, and as data."""
    assert loaded.columns is not None
    view = view_of(loaded._replace(bots={}), {})  # who wrote a bot, and the name of a folder, may be nobody's business
    heads, cells = as_cells(view)
    ids = {called: id_ for id_, called in names_of(loaded.columns, loaded.entrants).items()}
    rounds = [rounds_of(report) for report in loaded.reports]
    notes = [*view.notes, *view.origin]
    return ContestLadder(contest, view.ladder, view.rows, heads, cells, ids, view.in_words, notes, rounds), ladder_data(
        view
    )


def rounds_of(report: EventReport) -> Rounds:
    """Return an event for its page."""
    title = f"{report.event.contest}: {report.event.settings.kind}"
    if report.standings:
        return Rounds(title, verdict(report), *crosstable(report, list(report.rounds)))
    return Rounds(title, verdict(report), bracket=bracket(report))
