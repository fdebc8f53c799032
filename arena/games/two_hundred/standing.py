"""What lives on between two deals of Two Hundred."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.kernel import Seat, Side


class Decided(NamedTuple):
    """A game that all 100 points have decided, whatever the scores (TH-69, TH-70).

    Args:
        reason: `announced_100` or `hundred`.
        winner: the side that wins.
        label: what it is called, if it is called anything.
    """

    reason: str
    winner: Side
    label: str = ""


class Standing(NamedTuple):
    """What lives on between two deals.

    Args:
        dealer: who deals next.
        scores: the score of each side.
        finished: deals finished, those thrown in counted (TH-76).
        made: the sides that made their contract in the last deal, the contractor's first (TH-66).
        moved: the sides whose score has ever changed (TH-75).
        silent: the seat of the silent partner for the whole game, None where there is none (TH-48).
        out: the sides that have dropped out (TH-73).
        pot: the cents in the pot (TH-78).
        money: what each seat has paid into it, as a negative number of cents; empty where there is no pot.
        decided: set when the last deal has decided the game by all 100 points.
    """

    dealer: Seat
    scores: tuple[int, ...]
    finished: int = 0
    made: tuple[Side, ...] = ()
    moved: frozenset[Side] = frozenset()
    silent: Seat | None = None
    out: tuple[Side, ...] = ()
    pot: int = 0
    money: tuple[int, ...] = ()
    decided: Decided | None = None

    @property
    def competing(self) -> tuple[Side, ...]:
        """The sides that may win: neither dropped out nor silent all game, when seat and side are the same."""
        return tuple([side for side in range(len(self.scores)) if side not in self.out and side != self.silent])

    def words(self) -> tuple[str, ...]:
        """Return what matters for the deals to come as `key=value` words."""
        words = {"dealer": self.dealer, "scores": _listed(self.scores), "finished": self.finished}
        if self.silent is not None:
            words["silent"] = self.silent
        if self.out:
            words["out"] = _listed(self.out)
        if self.money:
            words |= {"pot": self.pot, "money": _listed(self.money)}
        return tuple(f"{key}={value}" for key, value in words.items())


def _listed(values: tuple[int, ...]) -> str:
    return ",".join(map(str, values))
