"""The lists of games of a site: its newest games, those with a fault, and those of each bot."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from arena.escapes import one_line
from arena.results.authors import owns
from arena.store import Reader
from arena.web import listed
from arena.web.contents import Site, file_of
from arena.web.page import name
from arena.web.replay import again, saved_as

SHOWN_LOSSES = 3
"""So many of the closest losses of a bot in a contest are shown, and so many of the worst."""


class GameRow(NamedTuple):
    """A line of a list of games.

    Args:
        id: the id of the game.
        contest: the label of its contest.
        room: set and room, such as `1.2`.
        sides: the file and the name of each side's bot, and whether it won.
        scores: such as `52:31`; empty if a fault cut the game short.
        reason: how it ended.
        faults: the kind of each fault, and who committed it.
        result: what it was for the bot whose page it is on; empty elsewhere.
        replay: whether the game has a page.
    """

    id: str
    contest: str
    room: str
    sides: Sequence[tuple[str, str, bool]]
    scores: str
    reason: str
    faults: str
    result: str = ""
    replay: bool = False


class Loss(NamedTuple):
    """A game that a bot has lost to one other.

    Args:
        game: the game.
        own: its score.
        other: that of the other side.
    """

    game: GameRow
    own: int
    other: int

    @property
    def margin(self) -> int:
        """By how much it lost."""
        return abs(self.own - self.other)


class GameLists:
    """Makes the lists of games of a site.

    Args:
        site: what it shows.
        store: the results.
    """

    def __init__(self, site: Site, store: Reader) -> None:
        self._site = site
        self._faulty = listed.with_fault(site.columns)
        self._newest = listed.newest(site.columns)
        self._of_bots = listed.of_bots(site.columns)
        self._faults = listed.faults_of_bots(site.columns)
        kinds = (numbers for found in self._faults.values() for _, numbers in found.values())
        wanted = chain(self._newest, self._faulty, *self._of_bots.values(), *kinds)
        self._listed = store.games_of(sorted(set(wanted)))
        self._row = np.argsort(site.columns.number)
        self._numbers = site.columns.number[self._row]
        self._bots = {id_: (file_of(id_), name(called)) for id_, called in site.names.items()}
        """The file and the name of each bot."""

    def of_bot(self, id_: str) -> list[GameRow]:
        """Return the newest games of a bot, and what they were for it."""
        return [self._game(number, id_) for number in self._of_bots.get(id_, [])]

    def losses_of_bot(self, id_: str) -> list[Loss]:
        """Return of each contest the closest and the worst of a bot's newest games that it has lost to one other."""
        found: dict[str, list[Loss]] = {}
        for number, row in zip(self._of_bots.get(id_, []), self.of_bot(id_), strict=True):
            game = self._listed[number]
            if row.result == "lost" and game.scores and len(game.scores) == len(game.sides) == 2 and not game.faults:
                own, other = game.scores if game.sides[0] == id_ else reversed(game.scores)
                found.setdefault(row.contest, []).append(Loss(row, own, other))
        chosen = []
        for losses in found.values():
            losses.sort(key=lambda loss: loss.margin)
            chosen += losses if len(losses) <= 2 * SHOWN_LOSSES else losses[:SHOWN_LOSSES] + losses[-SHOWN_LOSSES:]
        return chosen

    def faults_of_bot(self, id_: str) -> list[tuple[str, int, list[GameRow], str]]:
        """Return each kind of fault of a bot: the number of its games, the newest, and how to play one again."""
        found = self._faults.get(id_, {})
        return [
            (kind, count, [self._game(number) for number in numbers], self._again(numbers[0], id_, kind))
            for kind, (count, numbers) in found.items()
        ]

    def _again(self, number: int, id_: str, kind: str) -> str:
        """Return the command that plays a game again for a bot, from what the page of the game saves."""
        game = self._listed[number]
        faults = [fault for fault in game.faults if fault.kind == kind]
        own = [fault.seat for fault in faults if owns({id_}, game.contest, game.sides, fault.seat)]
        return again(saved_as(game.contest, game.id), game.id, own[0]) if own else ""

    def pages(self) -> Iterator[tuple[str, object, Callable[[], str]]]:
        """Yield the pages that list games, and the same lists as data for the filters.

        Yields:
            The path of a file; all that it is made of; and what makes it.
        """
        site = self._site
        blocks = listed.blocks(self._newest, site.last)
        paths = [f"games/{number:04}.html" if place else "games.html" for place, (number, _) in enumerate(blocks)]
        data = [f"data/games/{number:04}.js" for number, _ in blocks]
        config = {
            "bots": [[file_of(id_), name(called)] for id_, called in sorted(site.names.items(), key=_by_name)],
            "contests": [[slug, one_line(label)] for label, slug in site.slugs.items()],
            "kinds": sorted({kind for found in self._faults.values() for kind in found}),
            "blocks": data,
        }
        for place, (number, numbers) in enumerate(blocks):
            rows = [self._game(each) for each in numbers]
            yield data[place], (site.slugs, rows), partial(self._script, data[place], rows)
            yield self._list(
                "games.html.j2",
                paths[place],
                "Games" if place == 0 else f"Games, page {number}",
                rows=rows,
                newer=paths[place - 1] if place else "",
                older=paths[place + 1] if place + 1 < len(paths) else "",
                config=None if place else config,
                all=0 if place else len(site.columns),
                listed=len(self._newest),
                first=numbers[-1],
                last=numbers[0],
            )
        if not blocks:
            yield self._list("games.html.j2", "games.html", "Games", **_NO_GAMES)
        if self._faulty:
            rows = [self._game(each) for each in self._faulty]
            count = int(np.sum(site.columns.faults.where(bool)))
            yield self._list("faults.html.j2", "faults.html", "Faults", rows=rows, all=count)

    def _list(self, template: str, path: str, title: str, **values: object) -> tuple[str, object, Callable[[], str]]:
        """Return the path of a list of games, what it is made of, and what makes it; arguments as those of `_page`."""
        site, here = self._site, path if path == "faults.html" else "games.html"
        of = template, title, site.header(here), site.address, site.scripts, site.slugs, values
        return path, of, lambda: site.page(template, path, title, here, **values)

    def _script(self, path: str, rows: Sequence[GameRow]) -> str:
        return f"arenaGames({json.dumps(path)},{_compact([*map(self._as_data, rows)])});\n"

    def _as_data(self, row: GameRow) -> list[object]:
        """Return a line of a list of games as data: what lists.js shows of it."""
        sides = [[file, int(won)] for file, _, won in row.sides]
        end = (row.scores, one_line(row.reason), row.faults, int(row.replay))
        return [row.id, self._site.slugs[row.contest], row.room, sides, *end]

    def _game(self, number: int, of: str = "") -> GameRow:
        """Return the line of a game.

        Args:
            number: the number of its result.
            of: the id of the entrant for whom the result is told; empty for nobody.
        """
        game = self._listed[number]
        site = self._site
        bots, columns = self._bots, site.columns
        row = int(self._row[np.searchsorted(self._numbers, number)])
        places = columns.places.values[columns.places.code[row]]
        return GameRow(
            one_line(game.id),
            game.contest,
            f"{game.set}.{game.room + 1}",
            [
                (*bots[one], place == 1 and places.count(1) < len(places))
                for one, place in zip(game.sides, places, strict=False)
            ],
            ":".join(map(str, game.scores or ())),
            one_line(game.reason),
            one_line(", ".join(f"{fault.kind} in seat {fault.seat}" for fault in game.faults)),
            _result(places, [side for side, one in enumerate(game.sides) if one == of]) if of else "",
            number in site.replays,
        )


_NO_GAMES: Mapping[str, object] = {
    **dict.fromkeys(("rows", "newer", "older"), ()),
    **dict.fromkeys(("all", "listed", "first", "last"), 0),
    "config": None,
}


def _by_name(each: tuple[str, str]) -> tuple[str, str]:
    id_, called = each
    return called.casefold(), id_


def _compact(value: object) -> str:
    """Return data as ASCII JSON: a script in any encoding reads the same."""
    return json.dumps(value, separators=(",", ":"))


def _result(places: Sequence[int], own: Sequence[int]) -> str:
    """Return what a game was for a bot: won, lost, drawn, or its place."""
    if not own or len(own) == len(places):
        return ""
    place = min(places[side] for side in own)
    if len(places) == 2:
        return "drawn" if places[0] == places[1] else "won" if place == 1 else "lost"
    return f"place {place} of {len(places)}"
