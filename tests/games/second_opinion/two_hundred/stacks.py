"""The three stacks of a silent seat in `two_stacks` (TH-14, TH-50)."""

from __future__ import annotations

from collections.abc import Collection

from tests.games.second_opinion.cards import in_order
from tests.games.second_opinion.log import Log


class Stacks:
    """What lies face up before a silent seat, and what comes up from below.

    The sheet does not say how a record gives the order of the cards. This class takes it as it is given: a `show hand`
    of nine cards that is not simply sorted is in the order received (cards 3, 6 and 9 are the tops); other shows of
    the seat's cards are what was turned face up, in the order of the stacks at the beginning, then card by card.

    Args:
        seat: the silent seat.
        log: the record, at the shows of the deal.
        unseen: the cards that the live players do not hold.
    """

    def __init__(self, seat: int, log: Log, unseen: Collection[str]) -> None:
        self.seat = seat
        self.log = log
        self.unseen = set(unseen)
        hand = log.claim("show", "hand", str(seat)) or []
        tops = log.claim_shows(seat)
        received = len(hand) == 9 and hand != in_order(hand)
        if received:
            if tops and sorted(tops) != sorted(hand[2::3]):
                log.differ("TH-14", f"the stacks of seat {seat} show {hand[2::3]}, the record shows {tops}")
            tops = hand[2::3]
        elif len(hand) == 3 and not tops:
            tops = hand
        self.known = hand if len(hand) == 9 else []
        self.below: list[list[str | None]] = [[None, None] for _ in range(3)]
        if received:
            self.below = [[*hand[3 * i : 3 * i + 2]] for i in range(3)]
        self.tops: list[str | None] = list(tops)
        self.seen = set(tops)
        self.played_from: int | None = None
        self.check_new(tops)
        if len(tops) != 3:
            raise log.lose("TH-14", f"three cards lie face up before seat {seat}, the record shows {tops}")

    def check_new(self, cards: Collection[str]) -> None:
        """See that cards now seen are the seat's: no live player's, and of its nine where these are shown."""
        for card in cards:
            if card not in self.unseen or (self.known and card not in self.known):
                self.log.differ("TH-14", f"{card} does not lie before seat {self.seat}")

    def face_up(self) -> list[str]:
        """Return the cards that may be chosen from."""
        return [card for card in self.tops if card is not None]

    def play(self, card: str) -> None:
        """Take a face-up card off its stack."""
        self.played_from = self.tops.index(card)
        self.tops[self.played_from] = None

    def turn_up(self) -> None:
        """Turn up the next card of the stack played from, when the trick is complete (TH-50)."""
        assert self.played_from is not None
        stack = self.below[self.played_from]
        shown = self.log.claim_shows(self.seat)
        new = [card for card in shown if card not in self.face_up()]
        if not stack:
            if new:
                self.log.differ("TH-50", f"the stack of seat {self.seat} is empty, the record shows {new}")
            return
        expected = stack.pop()
        if len(new) != 1 or expected not in {None, new[0]} or new[0] in self.seen:
            right = expected or "one new card"
            raise self.log.lose("TH-50", f"seat {self.seat} turns up {right}, the record shows {new}")
        self.check_new(new)
        self.seen.add(new[0])
        self.tops[self.played_from] = new[0]
