"""Bester Bube: which cards to lay aside, which card to play.

Before the bot thinks, it makes a copy of the table in which the two Boys are the highest trumps: the Best Boy is called
`R`, the Second Boy `L`. A card led blind is a trump below all others.
"""

from functools import cache, partial
from typing import Final

from arena.games.careful.cards import RANKS, SUITS, Unseen, height, suit
from arena.games.careful.seen import HIDDEN, Choose, Seen
from arena.games.careful.tricks import Trick, Values, best_card, chances_of_none
from arena.games.parts.bowers import COLOR_MATE

PACK: Final = [rank + s for s in SUITS for rank in "789TJQKA"]

KEPT: Final = RANKS.index("A")  # a card of another suit is kept from this height on
FIRST: Final = 3  # the first trick of a player is worth so many others, because who has none pays


def counted(trump: str, card: str) -> str:
    """Return the name that a card counts as with this trump."""
    if card == HIDDEN:
        return HIDDEN + trump
    if card[0] == "J" and suit(card) in {trump, COLOR_MATE[trump]}:
        return ("R" if suit(card) == trump else "L") + trump
    return card


def worth(trump: str, card: str) -> int:
    """Return what a card is worth in the hand: its height, and more for a trump."""
    name = counted(trump, card)
    return height(name) + len(RANKS) * (suit(name) == trump)


def choose_draw(table: Seen, _seat: int, legal: list[str]) -> str:
    """Lay aside the poorest card as long as it is neither a trump nor high."""
    cards = [card for card in legal if card != "done"]
    poor = min(cards, key=partial(worth, table.trump))
    return poor if worth(table.trump, poor) < KEPT else "done"


def choose_turn_up(table: Seen, _seat: int, legal: list[str]) -> str:
    """Lay aside the poorest card for the turn-up, unless it is better."""
    cards = [card for card in legal if card != "none"]
    poor = min(cards, key=partial(worth, table.trump))
    better = worth(table.trump, poor) > worth(table.trump, table.turned[-1])
    return "none" if better and "none" in legal else poor


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain. Nobody has shown a void, because suits need not be followed."""
    unseen = table.unseen(pack(table.trump))
    names = unseen.names
    seen = table.renamed(names)
    seen.voids = set()
    seen.must_follow = table.options.get("follow_suit") == "suit"
    seen.none_of = chances_of_none(unseen.count(), len(table.hand))
    named = {names.get(card, card): card for card in legal}
    return named[best_card(seen, seat, list(named), unseen, VALUES)]


@cache
def pack(trump: str) -> Unseen:
    """Return all cards, by the names that they count as with this trump."""
    return Unseen(PACK, {card: counted(trump, card) for card in [*PACK, HIDDEN]})


class BesterBubeValues(Values):
    """What the cards of Bester Bube are worth."""

    def stake(self, trick: Trick, card: str) -> int:  # noqa: ARG002 - as in `Values`
        """Return what the trick is worth: more for a player who has none."""
        return 1 if trick.table.won[trick.seat] else FIRST


VALUES: Final = BesterBubeValues(per_rank=4, highest=30, follow=25, draw=-20, lead=20)

CHOOSE: dict[str, Choose] = {"draw": choose_draw, "turn_up": choose_turn_up, "play": choose_card}
