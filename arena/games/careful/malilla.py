"""Malilla: sevens are high, and the cards have points.

Before the bot thinks, it makes a copy of the table in which every card has the name of its height: a seven is called
`A`, an ace `K`, a king `Q`, a queen `J`, a jack `T`.
"""

from typing import Final

from arena.games.careful.cards import SUITS, Unseen, beats, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Trick, Values, best_card, best_of

COUNTS_AS: Final = {"7": "A", "A": "K", "K": "Q", "Q": "J", "J": "T"}
NAMES: Final[dict[str, str]] = {rank + s: name + s for rank, name in COUNTS_AS.items() for s in SUITS}
POINTS: Final = {"A": 5, "K": 4, "Q": 3, "J": 2, "T": 1}  # by the name of the height
COUNTED: Final = Unseen([rank + s for s in SUITS for rank in "234567JQKA"], NAMES)


def allowed(table: Seen, seat: int, hand: list[str]) -> list[str]:
    """Return the cards that are no foul; all cards have the names of their heights."""
    if not table.trick:
        return hand
    led = suit(table.trick[0][1])
    open_suits = {table.trump} | {suit(lead) for _, _, lead in table.played}
    cards = [card for card in hand if suit(card) == led]
    cards = cards or [card for card in hand if card[0] != "A" or suit(card) in open_suits] or hand
    holder, best = best_of(table.trick, table.trump)
    higher = [card for card in cards if beats(card, best, table.trump)]
    return cards if table.partners(seat, holder) else higher or cards


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain; with `fouls=punished` the legal words may be fouls."""
    seen = table.renamed(NAMES)
    named = {NAMES.get(card, card): card for card in legal}
    cards = allowed(seen, seat, list(named))
    return named[best_card(seen, seat, cards, table.unseen(COUNTED), VALUES)]


class MalillaValues(Values):
    """What the cards of Malilla are worth: their points."""

    def stake(self, trick: Trick, card: str) -> int:
        """Return the points for the winner of the trick so far."""
        points = int(trick.table.options.get("trick_point", "1")) + POINTS.get(card[0], 0)
        for _, laid in trick.table.trick:
            points += POINTS.get(laid[0], 0)
        return points


VALUES: Final = MalillaValues(per_rank=50, highest=300, follow=300, draw=0, lead=500)

CHOOSE: dict[str, Choose] = {"play": choose_card}
