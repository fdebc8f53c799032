"""Scotch Whist: which card to play. Everybody plays alone, and trumps score for the player who captures them.

Before the bot thinks, the jack of trumps gets the name of its height, `R`. Points are counted in tenths.
"""

from functools import cache
from typing import Final

from arena.games.careful.cards import SUITS, Unseen, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Prices, best_card, card_price, chances_of_none

PACK: Final = [rank + s for s in SUITS for rank in "6789TJQKA"]
POINTS: Final = {"R": 110, "T": 100, "A": 40, "K": 30, "Q": 20}  # of trumps, in tenths, by the names of their heights
TRICK: Final = 5  # what a card of a trick is worth, in tenths
COMES: Final = 10  # what a player adds on average to a trick in which trumps are led

KEEP: Final = {"R": 110, "T": 40, "A": 30, "K": 25, "Q": 15}  # what a trump is good for later
PRICES: Final = Prices(per_rank=250, highest=300, follow=800, draw=0, lead=2000)


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain."""
    unseen = table.unseen(pack(len(table.sides), table.trump))
    seen = table.renamed(unseen.names)
    seen.none_of = chances_of_none(len(unseen.cards), len(table.hand))
    named = {unseen.names.get(card, card): card for card in legal}
    return named[best_card(seen, seat, list(named), unseen, stake, price)]


@cache
def pack(players: int, trump: str) -> Unseen:
    """Return the cards that are dealt to so many players, by the names of their heights."""
    return Unseen([card for card in PACK if card != "6C" or 36 % players == 0], {f"J{trump}": f"R{trump}"})


def stake(table: Seen, _seat: int, card: str, _unseen: Unseen) -> int:
    """Return what the trick is worth for the player who wins it, with what others will add."""
    trick = [laid for _, laid in table.trick] + [card]
    points = sum(POINTS.get(laid[0], 0) for laid in trick if suit(laid) == table.trump)
    comes = COMES * table.number_to_follow() if suit(trick[0]) == table.trump else 0
    return points + TRICK * len(table.sides) + comes


def price(table: Seen, seat: int, card: str, unseen: Unseen) -> int:
    """Return the price of a card, in thousandths of a point."""
    keep = KEEP.get(card[0], 0) if suit(card) == table.trump else 0
    return card_price(PRICES, table, seat, card, unseen) + 100 * keep


CHOOSE: dict[str, Choose] = {"play": choose_card}
