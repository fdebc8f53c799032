"""Nine-Card Don: who pitches, which suit becomes trump, which card to play.

Points are counted in tenths here, so that a card that only counts for game is worth something too.
"""

from typing import Final

from arena.games.careful.cards import SUITS, best_trump, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Trick, Values, best_card, chances_of_none

PACK: Final = [rank + s for s in SUITS for rank in "23456789TJQKA"]

# The points of cards in tenths: of trumps, of a five of another suit, and for the help of a card to be ahead in game.
TRUMPS: Final = {"5": 100, "9": 90, "A": 40, "K": 30, "Q": 20, "J": 10}
FIVE: Final = 50
GAME: Final = {"T": 12, "A": 5, "K": 4, "Q": 2, "J": 1}
COMES, COMES_TRUMP = 10, 25  # what a player adds to a trick on average, and to one in which trumps are led

# What a card of the hand is worth if its suit is trump.
WORTH: Final = {"A": 50, "K": 35, "Q": 25, "J": 25, "9": 30, "5": 10}
LONG: Final = 50  # for each trump

KEEP: Final = {"5": 50, "9": 60, "A": 60, "K": 35, "Q": 20, "J": 10}  # what a trump is good for later


def choose_pitcher(_table: Seen, _seat: int, _legal: list[str]) -> str:
    """Pitch oneself: the pitcher chooses trump."""
    return "self"


def suit_worth(hand: list[str], trump: str) -> int:
    """Return what a hand is worth with this trump."""
    return sum(LONG + WORTH.get(card[0], 0) for card in hand if suit(card) == trump)


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain; the first card of a hand is of the best suit."""
    unseen = table.unseen(PACK)
    seen = table.draft()
    seen.none_of = chances_of_none(unseen.count(), len(table.hand))
    seen.trump = table.trump or best_trump(table.hand, suit_worth)
    cards = legal if table.trump else [card for card in legal if suit(card) == seen.trump]
    return best_card(seen, seat, cards, unseen, VALUES)


def worth(card: str, trump: str) -> int:
    """Return what a card is worth for the side that takes it."""
    points = TRUMPS.get(card[0], 0) if suit(card) == trump else FIVE * (card[0] == "5")
    return points + GAME.get(card[0], 0)


class NineCardDonValues(Values):
    """What the cards of Nine-Card Don are worth, in tenths of a point."""

    def stake(self, trick: Trick, card: str) -> int:
        """Return what the trick is worth for the side that wins it, with what others will add."""
        table = trick.table
        points = worth(card, table.trump)
        for _, laid in table.trick:
            points += worth(laid, table.trump)
        lead = table.trick[0][1] if table.trick else card
        return points + (COMES_TRUMP if suit(lead) == table.trump else COMES) * table.number_to_follow()

    def price(self, trick: Trick, card: str) -> int:
        """Return the price of a card, in thousandths of a point."""
        keep = KEEP.get(card[0], 0) if suit(card) == trick.table.trump else 0
        return super().price(trick, card) + 100 * keep


VALUES: Final = NineCardDonValues(per_rank=100, highest=500, follow=500, draw=0, lead=1000)

CHOOSE: dict[str, Choose] = {"pitcher": choose_pitcher, "play": choose_card}
