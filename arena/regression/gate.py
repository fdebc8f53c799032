"""The test of a new bot against an old one: its question, when it is decided, and its verdict."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias, get_args

from arena import ratings
from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.ratings.scale import ALIKE, NORMALIZED_ELO
from arena.ratings.sequential import MOST_DEVIATIONS, SequentialTest
from arena.regression.head_to_head import HeadToHead
from arena.regression.series import play_out, sets_of
from arena.schedules.plan import PlannedGame
from arena.settings.contest import Contest
from arena.store import PlayedGame, Store
from arena.tournament.events import Tell
from arena.tournament.setup import TournamentSetup

Kind: TypeAlias = Literal["sprt", "boards", "margin", "evalue", "margin-sprt"]
"""The kinds of tests (see `Question`)."""
ALIKE_SETS = 100
"""How many sets without any difference make two bots identical: then at most 3 % of deals differ (95 % confidence)."""
SAME_FILES_SETS = 10
"""The same number for two bots with the same files: few sets are enough to see that they do not play at random."""


@dataclass(frozen=True)
class Question:
    """What a test asks about the first of two bots.

    Args:
        kind: `sprt` tests scores, `boards` tests who is ahead in the sum of the points of a set, `evalue` tests scores
            with a bound that holds at any stop, and `margin` tests points with such a bound. `margin-sprt` also tests
            points; it takes fewer deals, but trusts that rare disasters do not exist before they have happened (see
            `arena.ratings.MarginSprt`).
        elo0: H0: the bot is at most this much better, in Elo; for margins in normalized Elo (standard deviations).
        elo1: H1: the bot is at least this much better, in the same unit.
        alpha: the allowed chance of accepting H1 if H0 is true.
        beta: the allowed chance of accepting H0 if H1 is true.
    """

    kind: Kind = "sprt"
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def on_margins(self) -> bool:
        """Whether it is about points, with leads in normalized Elo."""
        return self.kind in {"margin", "margin-sprt"}

    def test(self, rooms: int, limit: float) -> ratings.SequentialTest:
        """Return a new test of this question.

        Args:
            rooms: how many games a set has.
            limit: the most points that a game can be won or lost by.

        Raises:
            ValueError: the kind is not known, or the numbers contradict each other.
        """
        numbers = self.elo0, self.elo1, self.alpha, self.beta
        if self.kind in {"sprt", "boards"}:
            return ratings.Sprt(*numbers)
        if self.kind == "evalue":
            return ratings.EValue(*numbers)
        if not self.on_margins:
            raise ValueError(f"a test is {', '.join(get_args(Kind))}, not {self.kind}")
        unit = NORMALIZED_ELO / math.sqrt(rooms)
        most = MOST_DEVIATIONS * unit
        if not -most <= self.elo0 < self.elo1 <= most:
            raise ValueError(f"elo0 must be below elo1, both within -{most:.0f} and {most:.0f}")
        t0, t1 = self.elo0 / unit, self.elo1 / unit
        if self.kind == "margin":
            return ratings.NormalizedEValue(t0, t1, limit, self.alpha, self.beta)
        return ratings.MarginSprt(t0, t1, self.alpha, self.beta)


class Finding(StrEnum):
    """The verdict of a test in a word."""

    BETTER = "better"
    NOT_WORSE = "not worse"
    IDENTICAL = "identical"
    UNDECIDED = "undecided"
    NOT_BETTER = "not better"
    WORSE = "worse"

    @property
    def status(self) -> int:
        """The exit status: 0 passed, 1 failed, 2 undecided."""
        return {Finding.UNDECIDED: 2, Finding.NOT_BETTER: 1, Finding.WORSE: 1}.get(self, 0)


class Gate:
    """A test that counts the games of two bots until it is decided.

    Args:
        head_to_head: the games.
        question: what the test asks.
        rooms: how many games a set has.
        same_files: whether the two bots consist of the same files.

    Raises:
        ValueError: the numbers of the question contradict each other.
    """

    def __init__(self, head_to_head: HeadToHead, question: Question, rooms: int, *, same_files: bool = False) -> None:
        self.head_to_head = head_to_head
        self.question = question
        self.test: SequentialTest = question.test(rooms, head_to_head.limit)
        self.pointless: bool = False
        """Whether a test on margins got a game that records no points."""
        self._alike = True
        self._enough_alike = SAME_FILES_SETS if same_files else ALIKE_SETS

    def take(self, played: PlayedGame) -> None:
        """Add a game, then count complete sets until there is a verdict."""
        self.head_to_head.take(played)
        while not self.decided() and self.head_to_head.count():
            score, margin = self.head_to_head.score, self.head_to_head.margin
            self._alike = self._alike and abs(score - 0.5) < ALIKE and abs(margin or 0.0) < ALIKE
            if self.question.kind in {"sprt", "evalue"}:
                self.test.add(score)
            elif margin is None:
                self.pointless = True
            elif self.question.kind == "boards":
                self.test.add(0.5 if abs(margin) < ALIKE else float(margin > 0.0))
            else:
                self.test.add(margin)

    def decided(self) -> bool:
        """Return whether the verdict is final, so that no more games are needed."""
        if self.pointless or self.test.verdict is not ratings.Verdict.OPEN:
            return True
        return self._alike and self.test.pairs >= self._enough_alike

    @property
    def finding(self) -> Finding:
        """The verdict so far."""
        known = self.test.verdict is not ratings.Verdict.OPEN
        if self._alike and (known or self.test.pairs >= SAME_FILES_SETS):
            return Finding.IDENTICAL
        if not known:
            return Finding.UNDECIDED
        if self.test.verdict is ratings.Verdict.H1:
            return Finding.NOT_WORSE if self.question.elo0 < 0.0 else Finding.BETTER
        return Finding.WORSE if self.question.elo0 < 0.0 else Finding.NOT_BETTER


def gate_of(
    contest: Contest, pairing: Sequence[Entrant], question: Question, seed: str
) -> tuple[Gate, list[PlannedGame]]:
    """Return a new test of two bots, and the games that it may need.

    Args:
        contest: what is played, and how many sets at most.
        pairing: the new bot, the old one, and the bots that fill the other sides.
        question: what the test asks.
        seed: keys all packs.

    Raises:
        UserError: the numbers of the question contradict each other, or a bot does not play the game.
    """
    games = sets_of(contest, pairing, seed)
    new, old = pairing[:2]
    try:
        gate = Gate(HeadToHead(games, new.id, old.id), question, contest.sides, same_files=new.digest == old.digest)
    except ValueError as error:
        raise UserError(str(error)) from error
    return gate, games


def decide(
    setup: TournamentSetup,
    gate: Gate,
    games: Sequence[PlannedGame],
    store: Store,
    tell: Tell,
    seconds: float = math.inf,
) -> int | None:
    """Play until the test is decided, all sets are played, or the time is up.

    Args:
        setup: the conditions of play.
        gate: the test.
        games: the games that it may need.
        store: a store with a run begun.
        tell: is told how it goes.
        seconds: how long new games are begun.

    Returns:
        The signal that stopped it early, or None.

    Raises:
        UserError: as for `play_out`, or the test is on margins and the game records no points.
    """
    end = time.monotonic() + seconds
    number = play_out(setup, games, store, tell, gate.take, lambda: gate.decided() or time.monotonic() >= end)
    if gate.pointless:
        raise UserError(f"{games[0].contest} records no points to test", "test the scores: --test sprt")
    return number
