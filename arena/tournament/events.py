"""What is told of play while it goes on: values, in one stream, and of results only after they are stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from arena.escapes import one_line
from arena.schedules.plan import PlannedGame
from arena.table.outcome import Failure, Outcome
from arena.tournament.probation import Benched

Kind: TypeAlias = Literal["note", "detail", "warning", "stopping", "waiting", "going on"]
"""What a note is about: `stopping`: running games end, and no more begin; `waiting`: results cannot be stored for now,
and no game begins until then; `going on`: they are stored again."""


class GameEnded(NamedTuple):
    """A game has a result, which is stored.

    Args:
        game: the game.
        bots: the name of the bot on each side.
        outcome: its result, the faults, what each bot used, and the record.
        failures: one for each fault, with what the author of the bot gets to see.
    """

    game: PlannedGame
    bots: tuple[str, ...]
    outcome: Outcome
    failures: tuple[Failure, ...] = ()

    def __str__(self) -> str:
        scores = ":".join(map(str, self.outcome.result.scores))
        points = f" {scores}" if scores else ""
        faults = "".join(f"; seat {one.seat}: {one.kind}" for one in self.outcome.faults)
        return f"{self.game.id} {self.game.contest}: {' - '.join(map(one_line, self.bots))}{points}{faults}"


class GameVoided(NamedTuple):
    """A game does not count because of the arena; no bot is to blame.

    Args:
        game: the game.
        reason: why, for people.
        again: whether it is played again at once; else the next run plays it.
        trace: the traceback, if the arena itself failed; the file, the line and the error, if the rules of a game from
            outside did; else empty.
    """

    game: PlannedGame
    reason: str
    again: bool = False
    trace: str = ""

    def __str__(self) -> str:
        return f"{self.game.id} {self.game.contest}: void: {one_line(self.reason)}"


class Note(NamedTuple):
    """Something that people should know.

    Args:
        text: what.
        hint: what to do about it, or what comes of it; may be empty.
        kind: what it is about (see `Kind`).
    """

    text: str
    hint: str = ""
    kind: Kind = "note"

    def __str__(self) -> str:
        return f"{self.text}\n  {self.hint}" if self.hint else self.text


class Score(NamedTuple):
    """What a bot has scored.

    Args:
        games: in how many games.
        points: 1 for a game that it won and 0.5 for a draw, or less if it beat only some of the others.
    """

    games: int = 0
    points: float = 0.0


class Progress(NamedTuple):
    """How far something is.

    Args:
        doing: what is done, such as `playing`.
        done: how many are done.
        total: how many there are, as far as is known now; 0 if that is not known.
        last: what was done last; may be empty.
        state: how things stand, such as the evidence of a test; may be empty.
        scores: what the rated bots have scored before this run, by name; empty where that is not told.
        left: how many games are to be played now, by their contest and the names of their sides in order.
    """

    doing: str
    done: int
    total: int
    last: str = ""
    state: str = ""
    scores: Mapping[str, Score] = {}  # no proxy: events can be pickled
    left: Mapping[tuple[str, ...], int] = {}

    def __str__(self) -> str:
        last = f", the last is {one_line(self.last)}" if self.last else ""
        state = f"  {one_line(self.state)}" if self.state else ""
        return f"{self.doing}: {self.done}{f' of {self.total}' if self.total else ''}{last}{state}"


class Open(NamedTuple):
    """A game that has begun and has no result yet.

    Args:
        game: the game.
        bots: the name of the bot on each side.
        seconds: how long it has been played.
    """

    game: PlannedGame
    bots: tuple[str, ...]
    seconds: float


class Quiet(NamedTuple):
    """No game has ended for some time.

    Args:
        seconds: for how long.
        open: the games that are played, the longest first; at least one.
    """

    seconds: float
    open: tuple[Open, ...]

    def __str__(self) -> str:
        first, *others = self.open
        who = " - ".join(map(one_line, first.bots))
        what = (f"{len(self.open)} are open, first" if others else "the only open one is") + f" {first.game.id}"
        everywhere = [name for name in dict.fromkeys(first.bots) if all(name in each.bots for each in others)]
        blame = f"; {one_line(everywhere[0])} plays in all of them" if others and len(everywhere) == 1 else ""
        return f"no game has ended for {self.seconds:.0f} s: {what} ({who}), for {first.seconds:.0f} s now{blame}"


PlayEvent: TypeAlias = GameEnded | GameVoided | Benched | Note | Progress | Quiet
Tell: TypeAlias = Callable[[PlayEvent], None]
"""Is told of each event; it is called on the event loop and must not take long."""
