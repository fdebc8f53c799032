"""Tribello: which trump to name, what to exchange for cards of the widow, which card to play."""

from typing import Final

from arena.games.careful.cards import SUITS, best_trump, height, length, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Values, best_card

PACK: Final = [rank + s for s in SUITS for rank in "23456789TJQKA"]
NULLO: Final = "4"  # the phase in which tricks are to be avoided

KEPT: Final = {"A": 9, "K": 6, "Q": 3}  # what a side-suit card is worth in tenths of a trick
TRUMP: Final = 6  # and what a trump is worth
NEW: Final = 3  # what an unknown card of the widow is worth
LOW: Final = 4  # where tricks are avoided, cards up to the six are kept

VALUES: Final = Values(per_rank=3, highest=30, follow=25, draw=20, lead=30)
RID_OF: Final = 12  # the reward per step of height for a card that is gone, where tricks are avoided
AVOIDED: Final = Values(per_rank=-RID_OF, highest=-RID_OF, follow=0, draw=0, lead=0, trick=-1)


def choose_trump(table: Seen, _seat: int, legal: list[str]) -> str:
    """Name the suit with which the hand is worth most."""
    return best_trump(table.hand, lambda hand, trump: sum(worth(card, trump, hand) for card in hand)) or legal[0]


def worth(card: str, trump: str, hand: list[str]) -> int:
    """Estimate what a card brings, in tenths of a trick."""
    if suit(card) == trump:
        return TRUMP + KEPT.get(card[0], 0)
    long = 0 if trump in {*SUITS} else max(0, length(hand, suit(card)) - 4)
    return KEPT.get(card[0], 0) + 2 * long


def choose_discard(table: Seen, _seat: int, legal: list[str]) -> str:
    """Lay aside the poorest card as long as an unknown card is better."""
    cards = [card for card in legal if card != "done"]
    if table.phase == NULLO:
        poor = max(cards, key=height)
        return poor if height(poor) > LOW else legal[-1]
    poor = min(cards, key=lambda card: (worth(card, table.trump, table.hand), height(card)))
    return poor if worth(poor, table.trump, table.hand) < NEW else legal[-1]


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain."""
    return best_card(table, seat, legal, table.unseen(PACK), AVOIDED if table.phase == NULLO else VALUES)


CHOOSE: dict[str, Choose] = {"trump": choose_trump, "discard": choose_discard, "play": choose_card}
