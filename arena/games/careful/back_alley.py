"""Back Alley: how many tricks to bid, which card to play.

Before the bot thinks, it makes a copy of the table in which the bloopers have the names of high trumps: the big one is
called `B`, the little one `R`.
"""

from functools import cache
from typing import Final

from arena.games.careful.cards import SUITS, Unseen, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Values, best_card, chances_of_none

NAMES: Final = {"JK1": "B", "JK2": "R"}
PACK: Final = [*NAMES] + [rank + s for s in SUITS for rank in "23456789TJQKA"]

# What a card brings in a hand of n cards, in hundredths of a trick: a trump so much and less for each card of the hand,
# another card so much and more for each card.
TRUMPS: Final = {"B": (100, 0), "R": (95, 2), "A": (90, 3), "K": (85, 3), "Q": (80, 3), "J": (75, 3), "T": (70, 2)}
LOW_TRUMP: Final = (60, 2)
SIDE: Final = {"A": (20, 6), "K": (20, 3), "Q": (12, 2), "J": (12, 1)}

UNSAID: Final = 50  # what a hand brings on average beyond its bid
CAUTION: Final = 60  # what the last bidder of a side leaves unsaid, because a contract that fails costs much
DOUBT: Final = 10  # what a hand may lack for a board

VALUES: Final = Values(per_rank=3, highest=30, follow=25, draw=20, lead=30)


def counted(trump: str, card: str) -> str:
    """Return the name of a card: bloopers are trumps."""
    return NAMES[card] + trump if card in NAMES else card


def choose_call(table: Seen, seat: int, legal: list[str]) -> str:
    """Bid the tricks that my side can count on, less those that the partner has bid; a board if these are all."""
    bids = [call for other, call in table.calls if table.partners(seat, other)]
    if any(call.endswith("board") for call in bids):
        return legal[0]
    size = len(table.hand)
    bid = sum(int(call) for call in bids if call.isdigit())
    worth = sum(card_worth(counted(table.trump, card), table.trump, size) for card in table.hand)
    worth += 100 * bid + UNSAID * len(bids)
    if worth >= 100 * size - DOUBT:
        return legal[-1]
    tricks = (worth - CAUTION * len(bids)) // 100 - bid
    return next((call for call in reversed(legal) if call.isdigit() and int(call) <= tricks), legal[0])


def card_worth(card: str, trump: str, size: int) -> int:
    """Estimate what a card brings in a hand of so many cards."""
    if suit(card) == trump:
        most, less = TRUMPS.get(card[0], LOW_TRUMP)
        return most - less * size
    least, more = SIDE.get(card[0], (0, 0))
    return least + more * size


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain."""
    unseen = table.unseen(pack(table.trump))
    for card in table.turned:
        unseen.remove(card)
    seen = table.renamed(unseen.names)
    seen.voids = table.voids_by(shows_void, (table.trump,))
    seen.none_of = chances_of_none(unseen.count(), len(table.hand))
    named = {unseen.names.get(card, card): card for card in legal}
    return named[best_card(seen, seat, list(named), unseen, VALUES)]


@cache
def pack(trump: str) -> Unseen:
    """Return all cards, by the names that they have with this trump."""
    return Unseen(PACK, {card: counted(trump, card) for card in NAMES})


def shows_void(card: str, lead: str, known: tuple[str, ...]) -> str:
    """Return the suit of the card led if another card does not follow it; known is the trump."""
    led = suit(counted(known[0], lead))
    return "" if suit(counted(known[0], card)) == led else led


CHOOSE: dict[str, Choose] = {"call": choose_call, "play": choose_card}
