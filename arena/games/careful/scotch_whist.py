"""Scotch Whist: which card to play. Everybody plays alone, and trumps score for the player who captures them.

Before the bot thinks, the jack of trumps gets the name of its height, `R`. Points are counted in tenths.
"""

from functools import cache
from typing import Final

from arena.games.careful.cards import SUITS, Unseen, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Trick, Values, best_card, chances_of_none

PACK: Final = [rank + s for s in SUITS for rank in "6789TJQKA"]
POINTS: Final = {"R": 110, "T": 100, "A": 40, "K": 30, "Q": 20}  # of trumps, in tenths, by the names of their heights
TRICK: Final = 5  # what a card of a trick is worth, in tenths
COMES: Final = 10  # what a player adds on average to a trick in which trumps are led

KEEP: Final = {"R": 110, "T": 40, "A": 30, "K": 25, "Q": 15}  # what a trump is good for later


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain."""
    unseen = table.unseen(pack(len(table.sides), table.trump))
    seen = table.renamed(unseen.names)
    seen.none_of = chances_of_none(unseen.count(), len(table.hand))
    named = {unseen.names.get(card, card): card for card in legal}
    return named[best_card(seen, seat, list(named), unseen, VALUES)]


@cache
def pack(players: int, trump: str) -> Unseen:
    """Return the cards that are dealt to so many players, by the names of their heights."""
    return Unseen([card for card in PACK if card != "6C" or 36 % players == 0], {f"J{trump}": f"R{trump}"})


class ScotchWhistValues(Values):
    """What the cards of Scotch Whist are worth, in tenths of a point."""

    def stake(self, trick: Trick, card: str) -> int:
        """Return what the trick is worth for the player who wins it, with what others will add."""
        table = trick.table
        points = TRICK * len(table.sides)
        if suit(card) == table.trump:
            points += POINTS.get(card[0], 0)
        for _, laid in table.trick:
            if suit(laid) == table.trump:
                points += POINTS.get(laid[0], 0)
        lead = table.trick[0][1] if table.trick else card
        return points + COMES * table.number_to_follow() * (suit(lead) == table.trump)

    def price(self, trick: Trick, card: str) -> int:
        """Return the price of a card, in thousandths of a point."""
        keep = KEEP.get(card[0], 0) if suit(card) == trick.table.trump else 0
        return super().price(trick, card) + 100 * keep


VALUES: Final = ScotchWhistValues(per_rank=250, highest=300, follow=800, draw=0, lead=2000)

CHOOSE: dict[str, Choose] = {"play": choose_card}
