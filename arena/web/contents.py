"""What a site shows, as values: its ladders, bots, games and seasons, and the files that it has for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from arena import __version__
from arena.ratings import Cell, Ladder, Note, Row, SeatRecord, by_seat, head_to_head
from arena.results.review import Judged
from arena.schedules.drawing import Line
from arena.store import Columns, StoredEntrant
from arena.web.folder import FORMAT
from arena.web.page import Header, Link, name, page

SCRIPT = "lists.js"
"""The script of all pages of a site."""
LIVE = "live.js"
"""The script that keeps served pages up to date."""
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*@[0-9a-f]{8}")


class Rounds(NamedTuple):
    """A Swiss or a knock-out, as pages show it.

    Args:
        title: what is played, and how.
        verdict: a sentence: who has won, or leads.
        heads: the heads of the table of a Swiss.
        rows: its rows.
        bracket: the rounds of a knock-out (`arena.schedules.drawing.bracket`).
    """

    title: str
    verdict: str
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    bracket: Sequence[tuple[str, Sequence[tuple[Sequence[Line], str]]]] = ()


@dataclass(frozen=True)
class ContestLadder:
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
        rounds: each Swiss and each knock-out.
    """

    contest: str
    ladder: Ladder
    rows: Sequence[Row]
    heads: Sequence[str]
    cells: Sequence[Sequence[str]]
    ids: Mapping[str, str]
    in_words: str
    notes: Sequence[Note]
    rounds: Sequence[Rounds] = ()

    @cached_property
    def by_seat(self) -> list[list[SeatRecord]]:
        """How each entrant did in each seat, by its index."""
        return by_seat(self.ladder.results)

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
        ladders: the ladder of all games, then that of each contest; a ladder of one contest has only the first.
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
        judged: decisions that were judged, for the pages of the bots.
        pages: the ids of the games of these decisions that have a page.
        ladder: what the command line names the ladder.
        replaced: the ids of bots of which a newer version plays now.
    """

    title: str
    about: str
    ladders: Sequence[ContestLadder]
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
    judged: Sequence[Judged] = ()
    pages: Collection[str] = ()
    ladder: str = ""
    replaced: Collection[str] = ()

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

    def header(self, here: str = "") -> Header:
        """Return what stands on top of a page; `here` is the path of the link that it belongs to."""
        links = [("index.html", "Ladder"), ("pairs.html", "Who beats whom"), ("games.html", "Games")]
        if self.columns.faults.where(bool).any():
            links.append(("faults.html", "Faults"))
        if self.live:
            links.append(("tv", "TV"))
        return Header([Link(to, said, to == here) for to, said in links], name(self.title))

    def page(self, template: str, path: str, title: str, here: str, **values: Any) -> str:
        """Return one of its pages.

        Args:
            template: the template of the page.
            path: its path from the root of the site.
            title: what it is called.
            here: the path of the link of the navigation that it belongs to.
            values: what else the template uses.
        """
        return page(
            template,
            title=title,
            up="../" * path.count("/"),
            scripts=self.scripts,
            header=self.header(here),
            address=f"{self.address}{path}" if self.address else "",
            site=self,
            file_of=file_of,
            version=__version__,
            **values,
        )

    def state(self) -> dict[str, object]:
        """Return what `data/site.json` says."""
        return {
            "format": FORMAT,
            "arena": __version__,
            "ladder": self.identity,
            "results": self.last,
            "results_sha256": self.digest,
        }


def file_of(entrant: str) -> str:
    """Return the name of a bot's file, without the suffix: its id, or a digest of it if that is no name of a file."""
    return entrant if _FILE.fullmatch(entrant) else f"~{sha256(entrant.encode()).hexdigest()[:16]}"
