"""Two Hundred: what to bid, which trump to name, what to discard, which card to play.

Hands are weighed in points. The weights are a least-squares fit to what contractors took in thousands of deals that
these bots played among themselves.
"""

from cards import SUITS, best_trump, height, length, suit
from table import Table
from tricks import best_card, is_highest, trump_price

POINTS = {"A": 10, "T": 10, "5": 5}

SHORT = {0: 8, 1: 2}  # a side suit without cards, or with a single one, is soon ruffed
KITTY = 18  # what four more cards and four discards add to a hand
NEAR = 100  # so near to the target, opponents score only if they have bid: then a side that has not ...
MUST_BID = 10  # ... may bid this much more than it holds

# The price of a card, in hundredths of a point: what it would have been good for later.
PER_RANK = 10
HIGHEST = 600
LOWER = {"K": 150, "T": 400, "5": 100}
TRUMP = (1000, -1500, 2000)  # to follow with, to draw the others' trumps, to lead otherwise
TO_COME = 4  # points that each seat still to play adds to a trick


def choose_bid(table: Table, seat: int, legal: list[str]) -> str:
    """Bid the least that is open if the hand is worth it; leave the partner's bid alone."""
    if table.partners(seat, table.bidder):
        return legal[0]
    worth = suit_worth(table.hand, best_trump(table.hand, suit_worth))
    worth += KITTY * has_kitty(table) + MUST_BID * must_bid(table, seat)
    for bid in legal:
        if bid.isdigit() and worth >= int(bid):
            return bid
    return legal[0]


def has_kitty(table: Table) -> bool:
    """Say whether the contractor takes cards from the table."""
    return table.options.get("kitty", "0") != "0"


def must_bid(table: Table, seat: int) -> bool:
    """Say whether my side would score nothing in this deal if it did not bid."""
    target = int(table.options.get("target", "200"))
    return table.score(seat) >= target - NEAR and not table.we_have_bid


def suit_worth(hand: list[str], trump: str) -> int:
    """Guess the points of my side with this trump."""
    worth = 22
    for s in SUITS:
        cards = length(hand, s)
        ace, king, queen, ten = (rank + s in hand for rank in "AKQT")
        worth += 9 * ace
        if s == trump:
            worth += 4 * cards + 3 * king + 2 * queen + 2 * ten
        else:
            worth += SHORT.get(cards, 0)
    return worth


def choose_trump(table: Table, _seat: int, legal: list[str]) -> str:
    """Name the best suit, if suits can be named."""
    best = best_trump(table.hand, suit_worth)
    return best if best in legal else legal[0]


def choose_discard(table: Table, _seat: int, legal: list[str]) -> str:
    """Put away what is kept at the least gain: no points (they go to the opponents), no trumps, short suits first."""
    trump = best_trump(table.hand, suit_worth)

    def kept(card: str) -> int:
        points = 30 * POINTS.get(card[0], 0)
        return points + height(card) + 4 * length(table.hand, suit(card)) + 200 * (suit(card) == trump)

    return min(legal, key=kept)


def choose_card(table: Table, seat: int, legal: list[str]) -> str:
    """Play the card that gains most."""
    return best_card(table, seat, legal, table.unseen(pack(table)), stake, price)


def pack(table: Table) -> list[str]:
    """Return the cards in play: with a kitty the sixes are in."""
    ranks = "AKQJT98765" if has_kitty(table) else "AKQJT9875"
    return [rank + s for s in SUITS for rank in ranks]


def stake(table: Table, seat: int, card: str, _unseen: list[str]) -> int:
    """Return the points that go to the winner of the trick, and a guess at those still to come."""
    points = sum(POINTS.get(laid[0], 0) for _, laid in table.trick) + POINTS.get(card[0], 0)
    return points + TO_COME * len(table.to_follow(seat))


def price(table: Table, seat: int, card: str, unseen: list[str]) -> int:
    """Return what is lost by not holding the card any longer."""
    cost = PER_RANK * height(card)
    highest = is_highest(card, unseen)
    cost += HIGHEST if highest else LOWER.get(card[0], 0)
    if suit(card) == table.trump:
        cost += trump_price(table, seat, unseen, TRUMP)
        if highest:  # it is sure of its own points at any time
            cost += 100 * POINTS.get(card[0], 0)
    return cost


CHOOSE = {"bid": choose_bid, "trump": choose_trump, "discard": choose_discard, "play": choose_card}
