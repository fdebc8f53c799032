"""A report for a class: a page with its table, and for each author a page with what only she is to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from arena import __version__
from arena.escapes import json_text, printable
from arena.results.roster import TO_DO
from arena.web.contents import SCRIPT, Rounds
from arena.web.folder import FORMAT, SIGN, Target
from arena.web.ladder_pages import PROSE
from arena.web.page import STYLE, Header, Link, asset, name, page

TEXTS = PROSE | {"author", "folder", "digest", "state"}
"""Columns of text."""


class ClassRow(NamedTuple):
    """A line of the table of a class.

    Args:
        cells: what stands in its columns.
        page: the path of the author's page; empty if the class does not see it.
    """

    cells: Sequence[str]
    page: str = ""


class MarkRow(NamedTuple):
    """A mark for one of the named bots, for its page; all as text but the points."""

    baseline: str
    standing: str
    deals: str
    score: str
    lead: str
    points: float
    most: float


class Refusal(NamedTuple):
    """Why a bot cannot play, for its author.

    Args:
        what: in the words of the arena.
        said: what the bot or its build wrote, in lines; may be empty.
        to_do: what to do about it; may be empty.
    """

    what: str
    said: str
    to_do: str

    @classmethod
    def of(cls, why: str) -> Self | None:
        """Return it from what a run kept of a bot (`arena.results.roster`); None for an empty text."""
        text, _, to_do = why.rpartition(TO_DO) if TO_DO in why else (why, "", "")
        what, _, said = text.partition("\n")
        return cls(what, printable(said), to_do) if why else None


class Version(NamedTuple):
    """A version that was handed in, and how it did."""

    when: str
    version: str
    digest: str
    state: str
    games: str
    record: str
    elo: str
    mark: str


class Decision(NamedTuple):
    """Something that was decided on appeal: when, what, and why; all as text."""

    when: str
    what: str
    why: str


class Failure(NamedTuple):
    """A fault of the author's bot.

    Args:
        id: the id of the newest game with it.
        contest: the label of its contest.
        fault: the fault in words.
        words: the end of standard error; empty if it wrote nothing.
        saved: the command that plays the game again for the bot, from what the page of the game saves.
        kept: the same from the results.
        times: how often it was made.
        replay: whether the game has a page.
    """

    id: str
    contest: str
    fault: str
    words: str
    saved: str
    kept: str
    times: int
    replay: bool = False


class Loss(NamedTuple):
    """A game that the author's bot lost.

    Args:
        id: its id.
        contest: the label of its contest.
        room: set and room, such as `1.2`.
        against: who else sat at the table.
        score: its own score, then those of the others.
        margin: by how many points it was lost.
        replay: whether the game has a page.
    """

    id: str
    contest: str
    room: str
    against: str
    score: str
    margin: int
    replay: bool


@dataclass(frozen=True)
class Author:
    """The page of an author.

    Args:
        folder: the folder of the page, from the root of the report.
        called: the name of the bot, or of what was handed in.
        about: facts: label -> text.
        state: what became of what was handed in last.
        refusal: why it could not play; None if it could.
        benched: why it is benched; empty if it is not.
        line: its line of the ladder: head -> cell.
        marks: its marks.
        total: the sum of the marks, in words; empty without marks.
        decisions: what was decided about the games, the newest first.
        versions: what was handed in, the newest first.
        failures: its different faults.
        failed: how many games it failed.
        last: the game that it lost last; none if a fault ended it.
        closest: the games that it lost by the least.
        worst: the games that it lost by the most.
        lost: how many games it lost.
        hidden: whether a season is open, of which no game is shown.
        private: whether only who knows the address sees the page.
        mine: the ids of the entrants whose games are told.
    """

    folder: str
    called: str
    about: Mapping[str, str]
    state: str
    refusal: Refusal | None
    benched: str
    line: Mapping[str, str]
    marks: Sequence[MarkRow]
    total: str
    decisions: Sequence[Decision]
    versions: Sequence[Version]
    failures: Sequence[Failure]
    failed: int
    last: Sequence[Loss]
    closest: Sequence[Loss]
    worst: Sequence[Loss]
    lost: int
    hidden: bool
    private: bool
    mine: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ClassReport:
    """What a report shows.

    Args:
        title: what the ladder is called.
        about: a sentence about it; may be empty.
        games: how many games were played.
        began: when the last run began, in ISO 8601.
        rounds: each Swiss and each knock-out.
        in_words: what the ladder shows in plain words.
        alarms: remarks that change how the table has to be read.
        heads: the heads of the table.
        lines: its lines.
        meanings: what the columns mean: head -> text.
        marks: what marks there are, in words; one line for each named bot.
        authors: the pages of authors.
        results: the number of the last result.
        missing: the pages of people without a bot: folder -> why there is none.
    """

    title: str
    about: str
    games: int
    began: str
    rounds: Sequence[Rounds]
    in_words: str
    alarms: Sequence[str]
    heads: Sequence[str]
    lines: Sequence[ClassRow]
    meanings: Mapping[str, str]
    marks: Sequence[str]
    authors: Sequence[Author]
    results: int
    missing: Mapping[str, str] = field(default_factory=dict)


MISSING = "No bot of yours plays yet"
"""The title of the page of somebody without a bot."""


def build(report: ClassReport, folder: Target, texts: Mapping[str, str]) -> None:
    """Write the files of a report.

    Args:
        report: what it shows.
        folder: where they are written.
        texts: more files, such as the table for programs, by path.
    """
    for each in (STYLE, SCRIPT):
        folder.write(asset(each).path, asset(each).data)
    sign = {"format": FORMAT, "report": True, "arena": __version__, "results": report.results}
    folder.write(SIGN, json_text(sign))
    for path, text in texts.items():
        folder.write(path, text)

    def made(template: str, title: str, up: str, links: Sequence[Link], **values: Any) -> str:
        return page(
            template,
            title=name(title),
            up=up,
            scripts=[SCRIPT],
            header=Header(links, name(report.title)),
            report=report,
            version=__version__,
            **values,
        )

    folder.write("index.html", made("class.html.j2", report.title, "", _links(here=True), prose=TEXTS))
    for author in report.authors:
        links = [] if author.private else _links(here=False)
        up = "../" * (author.folder.count("/") + 1)
        text = made("author.html.j2", author.called, up, links, author=author)
        folder.write(f"{author.folder}/index.html", text)
    for place, why in report.missing.items():
        up = "../" * (place.count("/") + 1)
        folder.write(f"{place}/index.html", made("notice.html.j2", MISSING, up, [], text=why))


def _links(*, here: bool) -> list[Link]:
    """Return the navigation: the page of the class."""
    return [Link("index.html", "Class", here)]
