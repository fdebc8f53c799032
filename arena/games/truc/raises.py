"""What a hand of Truc is worth, and the turns of the players, who may raise it before and after their cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from arena.games.kernel import Ask, Note, Rules, Seat, Side, Word, made
from arena.games.parts.auction import PASS
from arena.games.parts.tricks import Playing, Trick
from arena.games.truc.options import Options

SEATS: Final = (0, 1, 2, 3)
SIDES: Final = (0, 1, 0, 1)
RAISES: Final[dict[int, tuple[Word, ...]]] = {1: ("truc",), 2: ("retruc",), 3: ()}
"""The raise that may be called, by what the hand is worth now (TR-24, TR-25)."""
MOST = 3
"""The highest worth of a hand (TR-25, TR-32)."""


def ask(o: Options, seat: Seat, kind: str, *words: Word) -> Ask:
    """Return a question to which all may hear something (TR-38)."""
    return made(Ask, (seat, kind, words, "all", None, o.talk))


class Stake:
    """What a hand is worth, and the raises of it (TR-22 to TR-30).

    Args:
        o: the options.
    """

    def __init__(self, o: Options) -> None:
        self._o = o
        self._raised_by: Side | None = None
        self.worth: int = 1
        self.refused_by: Side | None = None
        """The side that has refused a raise, which ends the hand."""

    def rises(self, worth: int) -> Rules[None]:
        """Raise the worth, and announce it."""
        self.worth = worth
        yield Note("worth", (worth,))

    def open(self, seat: Seat) -> tuple[Word, ...]:
        """Return the raise that a seat may call now, before or after its card, if any (TR-23 to TR-25)."""
        return RAISES[self.worth] if SIDES[seat] != self._raised_by else ()

    def after_card(self, on: Playing, seat: Seat) -> Rules[bool] | None:
        """After a card, let its player raise; after the last card of a trick only once the trick is told (TR-29)."""
        return self._offer(seat) if len(on.cards) < len(SEATS) and self.open(seat) else None

    def after_trick(self, over: Callable[[Sequence[Trick]], bool], on: Playing) -> Rules[bool] | bool | None:
        """After a trick, stop play if the hand is over; else let the player of its last card raise (TR-29, TR-30)."""
        if over(on.won):
            return True
        last = on.order[-1]
        return self._offer(last) if self.open(last) else None

    def _offer(self, seat: Seat) -> Rules[bool]:
        """Ask a seat whether it raises after its card; return whether that was refused."""
        word = yield ask(self._o, seat, "after", PASS, *self.open(seat))
        return word != PASS and (yield from self.raised(seat))

    def raised(self, seat: Seat) -> Rules[bool]:
        """Ask the right neighbor of a seat that raises to answer; return whether it refuses (TR-26 to TR-28)."""
        right = (seat + 3) % 4
        if (yield ask(self._o, right, "answer", "accept", "reject")) == "reject":
            self.refused_by = SIDES[right]
            return True
        self._raised_by = SIDES[seat]
        yield from self.rises(self.worth + 1)
        return False
