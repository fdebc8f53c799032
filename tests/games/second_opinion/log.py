"""A record, read once from top to bottom, and the differences found on the way: the same for every second opinion.

A record is cut into segments: what stands between one decision (or beginning of a deal, or the end) and the next. What
the checker expects of a segment it claims; notes and shows that nobody claimed are differences where the checker knows
their kind, and otherwise remembered as not compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, TypeAlias

Line: TypeAlias = list[str]


class Kinds(NamedTuple):
    """What the checker of a game knows of its records.

    Args:
        course: the clause by which deals follow each other until the game ends.
        notes: the kinds of notes that it knows, with spaces between.
        shows: the kinds of shows.
        ordered: whether lines between two decisions are expected in the order in which the checker looks for them.
    """

    course: str
    notes: str
    shows: str
    ordered: bool = False


class LostTrackError(Exception):
    """The record cannot be followed any further; the difference has been noted, or a bot was stopped there."""


class Log:
    """The lines of a record after the `game` line.

    Args:
        kinds: what the checker knows of the lines.
        lines: the lines, each as its words.
        asked: the legal words of every decision, where the caller knows them: compared with the sheet's.
    """

    def __init__(self, kinds: Kinds, lines: Iterable[Line], asked: Sequence[Collection[str]] | None = None) -> None:
        self.kinds = kinds
        self.lines = [line for line in lines if line[0] not in {"clock", "say"}]
        self.asked = asked
        self.scores = ""
        """The scores before the first deal, as in `note deal`; nothing for the game's start."""
        self.at = 0
        self.claimed: set[int] = set()
        self.deal = 0
        self.decision = 0
        self.decisions = 0
        self.found: list[str] = []
        self.not_compared: set[str] = set()

    def differ(self, clause: str, sentence: str) -> None:
        """Note a difference at this place of the record."""
        self.found.append(f"deal {self.deal}, decision {self.decision}: {clause}: {sentence}")

    def lose(self, clause: str, sentence: str) -> LostTrackError:
        """Note a difference after which the record cannot be followed."""
        self.differ(clause, sentence)
        return LostTrackError()

    def open_lines(self) -> list[int]:
        """Return where the lines of this segment stand that nobody has claimed."""
        return [i for i in range(self.at, self.end_of_segment()) if i not in self.claimed]

    def end_of_segment(self) -> int:
        """Return where the next decision, deal, fault or end stands."""
        for i in range(self.at, len(self.lines)):
            if self.lines[i][0] in {"did", "over"} or self.lines[i][:2] in (["note", "deal"], ["note", "fault"]):
                return i
        return len(self.lines)

    def claim(self, *words: str) -> Line | None:
        """Return the rest of the first open line of this segment that begins with the words, and claim it."""
        for i in self.open_lines():
            if self.lines[i][: len(words)] == list(words):
                if self.kinds.ordered and any(j > i for j in self.claimed):
                    self.differ("the record", f"this stands too early here: {' '.join(self.lines[i])}")
                self.claimed.add(i)
                return self.lines[i][len(words) :]
        return None

    def claim_shows(self, owner: int) -> list[str]:
        """Return all cards of this seat that are shown in this segment, and claim the lines."""
        found = []
        for i in self.open_lines():
            if self.lines[i][0] == "show" and self.lines[i][2:3] == [str(owner)]:
                self.claimed.add(i)
                found += self.lines[i][3:]
        return found

    def note(self, clause: str, kind: str, *values: object) -> None:
        """Compare a note of this segment with what it must say."""
        self.note_one_of(clause, kind, [list(map(str, values))])

    def note_one_of(self, clause: str, kind: str, acceptable: Sequence[Line]) -> None:
        """Compare a note of this segment where the sheet leaves open which of some values it shows."""
        said = self.claim("note", kind)
        right = " or ".join(" ".join(words) for words in acceptable)
        if said is None:
            self.differ(clause, f"there is no note {kind} {right}")
        elif said not in acceptable:
            self.differ(clause, f"note {kind} says {' '.join(said)}, it is {right}")

    def ask(self, clause: str, seat: int, kind: str, legal: Collection[str]) -> str:
        """Return the answer of the next decision, which must be this seat's.

        Raises:
            LostTrackError: another decision is recorded, or the word is not legal.
        """
        self.decision += 1
        self.decisions += 1
        line = self.step()
        due = f"seat {seat} is to answer {kind}"
        if line[:3] != ["did", str(seat), kind] or len(line) != 4:
            raise self.lose(clause, f"{due}, the record says {' '.join(line)}")
        if line[3] not in legal:
            raise self.lose(clause, f"{due} with one of {' '.join(legal)}, the record says {line[3]}")
        if self.asked is not None and sorted(self.asked[self.decisions - 1]) != sorted(legal):
            offered = " ".join(sorted(self.asked[self.decisions - 1]))
            self.differ(clause, f"{due} with one of {' '.join(sorted(legal))}, the engine offered {offered}")
        return line[3]

    def next_deal(self) -> Line:
        """Return the words of the next `note deal`."""
        line = self.step()
        if line[:2] != ["note", "deal"]:
            raise self.lose(self.kinds.course, f"another deal is due, the record says {' '.join(line)}")
        self.deal += 1
        self.decision = 0
        return line[2:]

    def over(self) -> Line:
        """Return the words of the `over` line, and see that it is the last."""
        line = self.step()
        if line[0] != "over":
            raise self.lose(self.kinds.course, f"the game is over, the record says {' '.join(line)}")
        if self.at < len(self.lines):
            self.differ(self.kinds.course, "lines follow the end of the game")
        return line[1:]

    def step(self) -> Line:
        """Close this segment and return the line that ends it.

        Raises:
            LostTrackError: the record ends here, or a bot was stopped here.
        """
        for i in self.open_lines():
            self.unclaimed(self.lines[i])
        end = self.end_of_segment()
        if end == len(self.lines):
            raise self.lose(self.kinds.course, "the record breaks off")
        if self.lines[end][:2] == ["note", "fault"]:
            raise LostTrackError
        self.at = end + 1
        return self.lines[end]

    def unclaimed(self, line: Line) -> None:
        """Take note of a line that nobody expected."""
        if line[1] in {"note": self.kinds.notes, "show": self.kinds.shows}.get(line[0], "").split():
            self.differ("the record", f"nothing like this was due here: {' '.join(line)}")
        else:
            self.not_compared.add(" ".join(line[:2]))


def number(word: str) -> int | None:
    """Return a word as a number, None if it is none."""
    return int(word) if word.removeprefix("-").isdecimal() else None


def settings(words: Sequence[str]) -> dict[str, str]:
    """Return `key=value` words as a mapping."""
    return dict(word.split("=", 1) for word in words if "=" in word)


def listed(values: Iterable[object]) -> str:
    """Return values as the word that lists them."""
    return ",".join(map(str, values))
