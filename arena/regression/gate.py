"""The test of one bot against another: what it asks, when it is decided, and what it has found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias, get_args

import ladders
from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.regression.head_to_head import HeadToHead
from arena.regression.series import play_out, sets_of
from arena.schedules.plan import PlannedGame
from arena.settings.contest import Contest
from arena.store import PlayedGame, Store
from arena.tournament.play import Watcher
from arena.tournament.setup import TournamentSetup
from ladders.scale import ALIKE, NORMALIZED_ELO

Kind: TypeAlias = Literal["sprt", "margin", "evalue"]
ALIKE_SETS = 100
"""After so many sets without any difference two bots are called identical: at most 3 % of deals then differ (95 %)."""
SAME_FILES_SETS = 10
"""Of bots whose files are the same, so many sets are enough to see that they do not play by chance."""
DEGENERATE = 2.0
"""Beyond so many standard deviations a lead is no hypothesis."""


@dataclass(frozen=True)
class Question:
    """What a test is to find out about the first of two bots.

    Args:
        kind: `sprt` on scores, `margin` on points, `evalue` on scores with a bound that holds at any stop.
        elo0: not better than this (H0). For margins in normalized Elo, which counts standard deviations.
        elo1: at least this much better (H1).
        alpha: the chance of accepting H1 that is allowed if H0 is true.
        beta: the chance of accepting H0 that is allowed if H1 is true.
    """

    kind: Kind = "sprt"
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def test(self, rooms: int) -> ladders.SequentialTest:
        """Return the test, fed with nothing yet.

        Args:
            rooms: how many games a set has.

        Raises:
            ValueError: the numbers do not go together.
        """
        numbers = self.elo0, self.elo1, self.alpha, self.beta
        if self.kind == "sprt":
            return ladders.Sprt(*numbers)
        if self.kind == "evalue":
            return ladders.EValue(*numbers)
        if self.kind != "margin":
            raise ValueError(f"a test is {', '.join(get_args(Kind))}, not {self.kind}")
        unit = NORMALIZED_ELO / math.sqrt(rooms)
        most = DEGENERATE * unit
        if not -most <= self.elo0 < self.elo1 <= most:
            raise ValueError(f"elo0 must be below elo1, both within -{most:.0f} and {most:.0f}")
        return ladders.MarginSprt(self.elo0 / unit, self.elo1 / unit, self.alpha, self.beta)


class Finding(StrEnum):
    """What came of a test, in a word."""

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
    """A duel with a test that says when it is decided.

    Args:
        duel: the games.
        question: what is asked.
        rooms: how many games a set has.
        same_files: whether the two bots are the same to the byte.

    Raises:
        ValueError: the numbers of the question do not go together.
    """

    def __init__(self, head_to_head: HeadToHead, question: Question, rooms: int, *, same_files: bool = False) -> None:
        self.head_to_head = head_to_head
        self.question = question
        self.test = question.test(rooms)
        self.pointless = False
        """Whether a test on margins was given a game that records no points."""
        self._alike = True
        self._enough_alike = SAME_FILES_SETS if same_files else ALIKE_SETS

    def take(self, played: PlayedGame) -> None:
        """Take in a game, and count what can be counted until there is a verdict."""
        self.head_to_head.take(played)
        while not self.decided() and self.head_to_head.count():
            score, margin = self.head_to_head.score, self.head_to_head.margin
            self._alike = self._alike and abs(score - 0.5) < ALIKE and abs(margin or 0.0) < ALIKE
            if self.question.kind != "margin":
                self.test.add(score)
            elif margin is not None:
                self.test.add(margin)
            else:
                self.pointless = True

    def decided(self) -> bool:
        """Return whether more games would change nothing."""
        if self.pointless or self.test.verdict is not ladders.Verdict.OPEN:
            return True
        return self._alike and self.test.pairs >= self._enough_alike

    @property
    def finding(self) -> Finding:
        """What has been found so far."""
        known = self.test.verdict is not ladders.Verdict.OPEN
        if self._alike and (known or self.test.pairs >= SAME_FILES_SETS):
            return Finding.IDENTICAL
        if not known:
            return Finding.UNDECIDED
        if self.test.verdict is ladders.Verdict.H1:
            return Finding.NOT_WORSE if self.question.elo0 < 0.0 else Finding.BETTER
        return Finding.WORSE if self.question.elo0 < 0.0 else Finding.NOT_BETTER


def gate_of(
    contest: Contest, pairing: Sequence[Entrant], question: Question, seed: str
) -> tuple[Gate, list[PlannedGame]]:
    """Return a test of two bots that has not begun, and the games that it may take.

    Args:
        contest: what is played, and how many sets at most.
        pairing: the new bot, the old one, and who fills the other sides.
        question: what the test is to find out.
        seed: keys all packs.

    Raises:
        UserError: the numbers of the question do not go together, or a bot does not play the game.
    """
    games = sets_of(contest, pairing, seed)
    new, old = pairing[:2]
    try:
        gate = Gate(HeadToHead(games, new.id, old.id), question, contest.sides, same_files=new.digest == old.digest)
    except ValueError as error:
        raise UserError(str(error)) from error
    return gate, games


def decide(
    setup: TournamentSetup, gate: Gate, games: Sequence[PlannedGame], store: Store, watcher: Watcher
) -> int | None:
    """Play until the test is decided or all sets are played; return the signal that stopped it early.

    Raises:
        UserError: as for `play_out`; or margins are to be tested and the game records none.
    """
    number = play_out(setup, games, store, watcher, gate.take, gate.decided)
    if gate.pointless:
        raise UserError(f"{games[0].contest} records no points to test", "test the scores: --test sprt")
    return number
