"""What the checkers of all games share: how a record is opened, and the walk over deals and scores to the end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from tests.games.second_opinion.log import Kinds, Line, Log, LostTrackError, listed, number, settings

S = TypeVar("S")

Scores: TypeAlias = Mapping[int, int]
"""The score of every side."""
Told: TypeAlias = tuple[str, str, str]
"""A clause, the name of a word, and the value that it has by the sheet."""


@dataclass(frozen=True)
class Ending:
    """Who won, and why; several winners are a draw."""

    winners: tuple[int, ...]
    reason: str
    label: str = ""


def highest(sides: Iterable[int], scores: Scores) -> list[int]:
    """Return all of the sides that share the highest score among them."""
    sides = list(sides)
    return [side for side in sides if scores[side] == max(scores[other] for other in sides)]


class Clauses(NamedTuple):
    """Which clauses of a sheet speak of the course of a game: they are named in differences."""

    dealer: str
    scores: str
    finished: str
    total: str
    ending: str
    places: str


class GameCheck(ABC):
    """One walk through a record; a game adds what stands before the first deal, and what a deal is.

    Args:
        log: the record after its `game` line.
        lines: the lines of the score sheet.
    """

    clauses: ClassVar[Clauses]
    standing: ClassVar[tuple[str, ...]]
    """The words of `note deal` that are compared."""
    ended: ClassVar[tuple[str, ...]]
    """The words of `over` that are compared."""

    def __init__(self, log: Log, lines: Iterable[int]) -> None:
        self.log = log
        self.scores = dict.fromkeys(lines, 0)
        if log.scores:
            self.scores = dict(zip(self.scores, map(int, log.scores.split(",")), strict=True))
        self.finished = 0
        self.dealer: int | None = None

    def run(self) -> None:
        """Follow the game as far as the record can be followed."""
        try:
            self.begin()
            ending = None
            while ending is None:
                ending = self.one_deal()
            self.see_over(ending)
        except LostTrackError:
            return

    @abstractmethod
    def begin(self) -> None:
        """Follow what comes before the first deal."""

    @abstractmethod
    def one_deal(self) -> Ending | None:
        """Follow one deal and what it does to the game; return how the game ended by it."""

    @abstractmethod
    def first_dealer(self, said: int | None) -> int:
        """Return who deals first, given what the record says."""

    def more_standing(self) -> list[Told]:
        """Return what else `note deal` tells, where it does."""
        return []

    def more_ending(self, ending: Ending) -> list[tuple[str, str, str, str]]:
        """Return what else `over` tells: clause, name, value, and the value that is not written."""
        return []

    def can_win(self, side: int) -> bool:
        """Return whether a side that has not won stands before those that could not win at all."""
        return True

    def see_standing(self, words: Line) -> int:
        """Compare the line that opens a deal; return its dealer."""
        told = settings(words[1:])
        self.log.not_compared |= {f"note deal {name}=" for name in told if name not in self.standing}
        if words[0] != str(self.log.deal):
            self.log.differ("the record", f"this is deal {self.log.deal}, the record says {words[0]}")
        dealer = number(told.get("dealer", ""))
        if self.dealer is None:
            dealer = self.first_dealer(dealer)
        if dealer is None or (self.dealer is not None and dealer != self.dealer):
            clause = self.clauses.dealer
            raise self.log.lose(clause, f"the dealer is seat {self.dealer}, the record says {told.get('dealer')}")
        said = told.get("scores", "").split(",")
        self.see_list(self.clauses.scores, "the scores before the deal", said, self.scores.values())
        for clause, name, right in ((self.clauses.finished, "finished", str(self.finished)), *self.more_standing()):
            if told.get(name, right) != right:
                self.log.differ(clause, f"{name} is {right}, the record says {told[name]}")
        return dealer

    def see_note(self, clause: str, kind: str, right: Iterable[int]) -> None:
        """Compare a note that has a number for every line of the score sheet."""
        self.see_list(clause, f"note {kind}", self.log.claim("note", kind) or [], right)

    def see_list(self, clause: str, what: str, said: Sequence[str], right: Iterable[int]) -> None:
        """Compare a list with an entry for every line of the score sheet."""
        if listed(said) != listed(right):
            self.log.differ(clause, f"{what} are {listed(right)}, the record says {listed(said)}")

    def see_over(self, ending: Ending) -> None:
        """Compare the `over` line: winners share the first place, the others are behind by their scores."""
        told = settings(self.log.over()[1:])
        self.log.not_compared |= {f"over {name}=" for name in told if name not in self.ended}
        said = told.get("scores", "").split(",")
        self.see_list(self.clauses.total, "the final scores", said, self.scores.values())
        rows = [(self.clauses.ending, "reason", ending.reason, ""), *self.more_ending(ending)]
        for clause, name, right, silence in rows:
            if told.get(name, silence) != right:
                self.log.differ(clause, f"{name} is {right}, the record says {told.get(name)}")
        marks = {side: (side in ending.winners, self.can_win(side), score) for side, score in self.scores.items()}
        places = [1 + sum(other > mark for other in marks.values()) for mark in marks.values()]
        self.see_list(self.clauses.places, "the places", told.get("places", "").split(","), places)


@dataclass(frozen=True)
class Checker(Generic[S]):
    """The second opinion on one game.

    Args:
        name: the name of the game.
        title: the same for people.
        seating: the clause that says who sits where.
        kinds: what it knows of the lines of a record.
        defaults: the options, with their defaults.
        wrong_words: returns a sentence for every option whose word the sheet does not know.
        read_sheet: returns the options in force.
        invalid: returns a sentence for every combination that must be refused.
        side_of: returns the side of each seat.
        follow: walks through the record after its `game` line.
    """

    name: str
    title: str
    seating: str
    kinds: Kinds
    defaults: Mapping[str, str]
    wrong_words: Callable[[Mapping[str, str]], list[str]]
    read_sheet: Callable[[Mapping[str, str]], S]
    invalid: Callable[[S], list[str]]
    side_of: Callable[[S], Sequence[int]]
    follow: Callable[[S, Log], None]

    def walk(self, record: str, asked: Sequence[Collection[str]] | None = None) -> Log:
        """Return the log after a walk through the record, with the differences.

        Args:
            record: the lines of the record.
            asked: the legal words of every decision, where the caller knows them: compared with the sheet's.
        """
        first, *lines = [line.split(" ") for line in record.splitlines() if line]
        told = settings(first)
        log = Log(self.kinds, lines, asked)
        if first[0] != "game" or first[2] != self.name:
            log.found = [f"game line: this is no game of {self.title}"]
            return log
        log.found = self.refusals(told)
        if not log.found:
            sheet = self.read_sheet(told)
            log.scores = told.get("scores", "")
            log.found = self.frame(sheet, first, lines[-1] if lines else first)
            self.follow(sheet, log)
        return log

    def refusals(self, words: Mapping[str, str]) -> list[str]:
        """Return why a table with these options must be refused; words that are no options are not looked at."""
        named = {name: word for name, word in words.items() if name in self.defaults}
        return self.wrong_words(named) or self.invalid(self.read_sheet(named))

    def frame(self, sheet: S, first: Line, last: Line) -> list[str]:
        """Return what is wrong with the id at the end, and with `seats` and `sides` of the game line."""
        told, right, found = settings(first), [str(side) for side in self.side_of(sheet)], []
        if last[0] == "over" and last[1] != first[1]:
            found.append(f"the record: game {first[1]} begins, game {last[1]} ends")
        if told.get("seats", str(len(right))) != str(len(right)):
            found.append(f"game line: {self.seating}: there are {len(right)} seats, the record says {told['seats']}")
        said = told["sides"].split(",") if "sides" in told else right
        # The number of an individual side is free, and so is what is written for a silent partner.
        alone = len(set(right)) == len(right)
        if len(said) != len(right) or (said != right and not alone):
            found.append(f"game line: {self.seating}: the sides are {listed(right)}, the record says {told['sides']}")
        return found

    def check(self, record: str, asked: Sequence[Collection[str]] | None = None) -> list[str]:
        """Return the differences between a record and the rule sheet, a sentence each; none is right."""
        return self.walk(record, asked).found

    def not_compared(self, record: str) -> set[str]:
        """Return the kinds of lines and words of a record that the checker does not compare with anything."""
        return self.walk(record).not_compared
