"""A site of a ladder: plain files that show it from a disk, from any web server, and without script.

The caller rates the results; here they become pages. Files of a bot are named by its entrant id, those of a contest by
its label, and nothing in a page depends on anything but the results, so the same results give the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from arena import __version__
from arena.escapes import json_text, one_line
from arena.ratings import Cell, Ladder, Note, NoteGroup, Row, head_to_head, plots
from arena.store import Columns, Reader, StoredEntrant
from arena.web import games
from arena.web.folder import FORMAT, SIGN, Target
from arena.web.intervals import WIDTH, intervals
from arena.web.page import STYLE, Link, asset, code, name, page
from arena.web.pages import on_all_cores

RESULTS = "results.csv.gz"
"""The table of results."""
SCRIPT = "lists.js"
"""The script of all pages of a site."""
LIVE = "live.js"
"""The script that keeps served pages up to date."""
TABLE = 50
"""With more bots, who beats whom is a table of the first ones."""
MAIN = frozenset(
    {"rank", "name", "Elo", "±95 %", "LOS", "W-D-L", "score", "points", "faults", "ms/move", "note"},
)
"""The columns of a ladder's table; the others stand on the pages of the bots."""
PROSE = frozenset({"name", "version", "kinds", "note"})
"""Columns of text."""
SURPRISE = 2.0
"""How many standard errors a score must be off to be marked."""
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*@[0-9a-f]{8}")


@dataclass(frozen=True)
class Board:
    """The ladder of one contest or of all, as pages show it.

    Args:
        contest: the label of the contest; empty for all games.
        ladder: the ratings.
        rows: its rows in order.
        heads: the heads of all columns that are not empty.
        cells: the cells of the rows.
        ids: the entrant id of each name.
        in_words: what it shows in plain words.
        notes: all remarks.
        rounds: the title, the heads and the rows of each Swiss and each knock-out.
    """

    contest: str
    ladder: Ladder
    rows: Sequence[Row]
    heads: Sequence[str]
    cells: Sequence[Sequence[str]]
    ids: Mapping[str, str]
    in_words: str
    notes: Sequence[Note]
    rounds: Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]] = ()

    @cached_property
    def pairs(self) -> dict[tuple[int, int], Cell]:
        """What each entrant scored against each other, by their indices."""
        return head_to_head(self.ladder)


@dataclass(frozen=True)
class Site:
    """What a site shows.

    Args:
        title: what it is called.
        about: a sentence about it; may be empty.
        boards: the ladder of all games, then that of each contest; a ladder of one contest has only the first.
        contests: the labels of the contests.
        columns: all games.
        names: what to call the entrants, by id.
        entrants: all entrants, by id.
        seasons: what may be published of each season.
        benched: why a bot is benched, by its id.
        meanings: what the columns mean, by their heads.
        remarks: what remarks mean, by the words in them.
        data: the ladder as data.
        digest: the SHA-256 of the table of results.
        identity: what tells the ladder from others.
        address: where the site will be found; empty if that is not known.
        live: whether a server shows it, which says what is new.
        replays: the numbers of the results whose games have a page.
    """

    title: str
    about: str
    boards: Sequence[Board]
    contests: Sequence[str]
    columns: Columns
    names: Mapping[str, str]
    entrants: Mapping[str, StoredEntrant]
    seasons: Sequence[Mapping[str, object]]
    benched: Mapping[str, str]
    meanings: Mapping[str, str]
    remarks: Mapping[str, str]
    data: Mapping[str, object]
    digest: str
    identity: str
    address: str = ""
    live: bool = False
    replays: Collection[int] = ()

    @property
    def scripts(self) -> list[str]:
        """The scripts of its pages."""
        return [SCRIPT, *[LIVE] * self.live]

    @property
    def last(self) -> int:
        """The number of the last result."""
        return int(self.columns.number.max(initial=0))

    @cached_property
    def slugs(self) -> dict[str, str]:
        """The name of each contest's file, without the suffix."""
        found: dict[str, str] = {}
        for label in self.contests:
            slug = re.sub(r"[^A-Za-z0-9.]+", "-", label).strip("-.")[:80] or "contest"
            while slug in found.values():
                slug += "-2"
            found[label] = slug
        return found


def file_of(entrant: str) -> str:
    """Return the name of a bot's file, without the suffix: its id, or a digest of it if that is no name of a file."""
    return entrant if _FILE.fullmatch(entrant) else f"~{sha256(entrant.encode()).hexdigest()[:16]}"


def state_of(site: Site) -> dict[str, object]:
    """Return what `data/site.json` says."""
    return {
        "format": FORMAT,
        "arena": __version__,
        "ladder": site.identity,
        "results": site.last,
        "results_sha256": site.digest,
    }


def build(site: Site, store: Reader, folder: Target) -> None:
    """Write all files of a site but its table of results, which is written while the results are read.

    Args:
        site: what it shows.
        store: the results, for the games that are listed.
        folder: where they are written.
    """
    for each in (STYLE, *site.scripts):
        folder.write(asset(each).path, asset(each).data)
    folder.write(SIGN, json_text(state_of(site)))
    folder.write("ladder.json", json_text(site.data))
    pages = _Pages(site, store)
    for path, text in chain(pages.ladders(), pages.bots(), pages.pairs()):
        folder.write(path, text)
    for path, of, making in pages.games():
        folder.make(path, sha256(code() + repr(of).encode()).hexdigest(), making)


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


class _Pages:
    """Makes the pages of a site.

    Args:
        site: what it shows.
        store: the results.
    """

    def __init__(self, site: Site, store: Reader) -> None:
        self._site = site
        self._board = site.boards[0]
        self._faulty = games.with_fault(site.columns)
        self._newest = games.newest(site.columns)
        self._of_bots = games.of_bots(site.columns)
        self._faults = games.faults_of_bots(site.columns)
        kinds = (numbers for found in self._faults.values() for _, numbers in found.values())
        wanted = chain(self._newest, self._faulty, *self._of_bots.values(), *kinds)
        self._listed = store.games_of(sorted(set(wanted)))
        self._row = np.argsort(site.columns.number)
        self._numbers = site.columns.number[self._row]
        self._bots = {id_: (file_of(id_), name(called)) for id_, called in site.names.items()}
        """The file and the name of each bot."""

    def _page(self, template: str, path: str, title: str, here: str, **values: Any) -> tuple[str, str]:
        """Return a path and its page.

        Args:
            template: the template of the page.
            path: its path from the root of the site.
            title: what it is called.
            here: the path of the link of the navigation that it belongs to.
            values: what else the template uses.
        """
        site = self._site
        text = page(
            template,
            title=title,
            up="../" * path.count("/"),
            scripts=site.scripts,
            links=self._links(here),
            home=name(site.title),
            address=f"{site.address}{path}" if site.address else "",
            site=site,
            file_of=file_of,
            version=__version__,
            **values,
        )
        return path, text

    def _links(self, here: str) -> list[Link]:
        """Return the navigation; `here` is the path of its link that the page belongs to."""
        links = [("index.html", "Ladder"), ("pairs.html", "Who beats whom"), ("games.html", "Games")]
        if self._faulty:
            links.append(("faults.html", "Faults"))
        if self._site.live:
            links.append(("tv", "TV"))
        return [Link(to, said, to == here) for to, said in links]

    def ladders(self) -> Iterator[tuple[str, str]]:
        """Yield the pages with ladders: that of everything, and that of each contest."""
        contests = [(f"contest/{slug}.html", label) for label, slug in self._site.slugs.items()]
        yield self._page(
            "ladder.html.j2",
            "index.html",
            name(self._site.title),
            "index.html",
            contests=contests,
            **self._shown(self._board),
        )
        by_contest = {board.contest: board for board in self._site.boards}
        for path, label in contests:
            board = by_contest.get(label, self._board)
            yield self._page("ladder.html.j2", path, one_line(label, 80), "", contests=(), **self._shown(board, label))

    def _shown(self, board: Board, label: str = "") -> dict[str, Any]:
        """Return what the page of a ladder shows."""
        places = [place for place, head in enumerate(board.heads) if head in MAIN]
        index = {each: number for number, each in enumerate(board.ladder.names)}
        bars = intervals(board.ladder)
        rows = [
            (file_of(board.ids[row.name]), [cells[place] for place in places], bars and bars.of.get(index[row.name]))
            for row, cells in zip(board.rows, board.cells, strict=True)
        ]
        told = [cell for cells in board.cells for cell in cells] + [note.text for note in board.notes]
        heads = [board.heads[place] for place in places]
        meanings = [(head, self._site.meanings[head]) for head in heads if head in self._site.meanings]
        meanings += [(word, text) for word, text in self._site.remarks.items() if any(word in each for each in told)]
        return {
            "board": board,
            "label": label,
            "heads": heads,
            "prose": PROSE,
            "rows": rows,
            "bars": bars,
            "width": WIDTH,
            "alarms": [note.text for note in board.notes if note.alarm],
            "groups": _grouped(board.notes),
            "meanings": meanings,
            "plots": plots.of_page(board.ladder),
        }

    def bots(self) -> Iterator[tuple[str, str]]:
        """Yield the page of each bot that has played."""
        site, board = self._site, self._board
        index = {called: number for number, called in enumerate(board.ladder.names)}
        ranked = {board.ids[row.name]: index[row.name] for row in board.rows}
        pairs, ids = board.pairs, sorted(site.names)
        return on_all_cores(lambda number: self._bot(ids[number], ranked, pairs), len(ids))

    def _bot(self, id_: str, ranked: Mapping[str, int], pairs: Mapping[tuple[int, int], Cell]) -> tuple[str, str]:
        """Return the path and the page of a bot; `pairs` goes by the indices that `ranked` gives, the best first."""
        site = self._site
        lines = [
            (each.contest or "all games", each.heads, cells)
            for each in site.boards
            for row, cells in zip(each.rows, each.cells, strict=True)
            if each.ids[row.name] == id_
        ]
        against = [
            (file_of(other), site.names[other], cell, _mark(cell))
            for other, at in ranked.items()
            if (cell := pairs.get((ranked.get(id_, -1), at)))
        ]
        faults = [
            (kind, count, [self._game(number) for number in numbers])
            for kind, (count, numbers) in self._faults.get(id_, {}).items()
        ]
        return self._page(
            "bot.html.j2",
            f"bot/{file_of(id_)}.html",
            name(site.names[id_]),
            "",
            bot=site.entrants[id_],
            file=file_of(id_),
            called=site.names[id_],
            lines=_transposed(lines),
            contests_of=[contest for contest, *_ in lines],
            against=against,
            faults=faults,
            benched=site.benched.get(id_, ""),
            rows=[self._game(number, id_) for number in self._of_bots.get(id_, [])],
        )

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the page that says who beats whom."""
        board = self._board
        index = {each: number for number, each in enumerate(board.ladder.names)}
        order = [(index[row.name], row.name) for row in board.rows]
        shown = order[:TABLE]
        rows = [
            (
                file_of(board.ids[called]),
                called,
                [(cell, _mark(cell), f"h{round(10 * cell.score)}") if cell else None for cell in line],
            )
            for i, called in shown
            for line in [[board.pairs.get((i, j)) for j, _ in shown]]
        ]
        bots = [(file_of(board.ids[called]), called) for _, called in order]
        yield self._page("pairs.html.j2", "pairs.html", "Who beats whom", "pairs.html", rows=rows, bots=bots)

    def games(self) -> Iterator[tuple[str, object, Callable[[], str]]]:
        """Yield the pages that list games, and the same lists as data for the filters.

        Yields:
            The path of a file; all that it is made of; and what makes it.
        """
        site = self._site
        blocks = games.blocks(self._newest, site.last)
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
        of = template, title, self._links(here), site.title, site.address, site.scripts, site.slugs, values
        return path, of, lambda: self._page(template, path, title, here, **values)[1]

    def _script(self, path: str, rows: Sequence[GameRow]) -> str:
        """Return a list of games as data."""
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
        id_, contest, set_, room, sides, scores, reason, _, faults, _ = self._listed[number]
        site = self._site
        bots, columns = self._bots, site.columns
        row = int(self._row[np.searchsorted(self._numbers, number)])
        places = columns.places.values[columns.places.code[row]]
        return GameRow(
            one_line(id_),
            contest,
            f"{set_}.{room + 1}",
            [
                (*bots[one], place == 1 and places.count(1) < len(places))
                for one, place in zip(sides, places, strict=False)
            ],
            ":".join(map(str, scores or ())),
            one_line(reason),
            one_line(", ".join(f"{fault.kind} in seat {fault.seat}" for fault in faults)),
            _result(places, [side for side, one in enumerate(sides) if one == of]) if of else "",
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
    """Return what a game was for a bot: won, lost, drawn, or its place.

    Args:
        places: the place of each side.
        own: its sides.
    """
    if not own or len(own) == len(places):
        return ""
    place = min(places[side] for side in own)
    if len(places) == 2:
        return "drawn" if places[0] == places[1] else "won" if place == 1 else "lost"
    return f"place {place} of {len(places)}"


def _mark(cell: Cell) -> str:
    """Return a mark for a score that is better or worse than predicted."""
    if cell.z is None or abs(cell.z) < SURPRISE:
        return ""
    return "▲" if cell.z > 0.0 else "▼"


def _grouped(notes: Sequence[Note]) -> list[tuple[str, list[str]]]:
    """Return the remarks that are no alarms, by what they are about."""
    found = [(group, [note.text for note in notes if note.group is group and not note.alarm]) for group in NoteGroup]
    return [(str(group), [text.removeprefix(f"{group}: ") for text in texts]) for group, texts in found if texts]


def _transposed(lines: Sequence[tuple[str, Sequence[str], Sequence[str]]]) -> list[tuple[str, list[str]]]:
    """Return the rows of a bot in several ladders as columns: each head with its cell in every ladder."""
    heads = dict.fromkeys(head for _, heads, _ in lines for head in heads if head != "name")
    found = [
        (head, [dict(zip(heads, cells, strict=True)).get(head, "") for _, heads, cells in lines]) for head in heads
    ]
    return [(head, cells) for head, cells in found if any(cells)]
