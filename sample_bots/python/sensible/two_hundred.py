"""Two Hundred: what to bid, which trump to name, what to discard, which card to play.

Hands are weighed in points. The weights are a least-squares fit to what contractors took in thousands of deals that
these bots played among themselves.
"""

from cards import SUITS, best_trump, height, length, suit
from table import Table
from tricks import Prices, best_card, card_price, is_highest

POINTS = {"A": 10, "T": 10, "5": 5}

SHORT = {0: 8, 1: 2}  # a side suit without cards, or with a single one, is soon ruffed
KITTY = 18  # what four more cards and four discards add to a hand
OUTNUMBERED = 5  # what each opponent takes off whom my side has nobody to match
NEAR = {"must_bid": 100, "must_win_or_set": 50}  # so near to the target, a defender may score nothing
EAGER = 10  # who is near, or would only score as all other defenders do, bids this much more than he holds

# What a card is kept for that must not, or may, lie in the discard: by its points, and who gets them.
KEPT = {"A": 300, "T": 300, "5": 150}
KEPT_BUT_MINE = {"A": 300, "T": -100, "5": -50}
CALLED_TRUMP = 3  # a trump is called before another card that is so much higher

PRICES = Prices(per_rank=10, highest=600, follow=1000, draw=-1500, lead=2000)
LOWER = {"K": 150, "T": 400, "5": 100}  # what these cost in addition while a higher card of the suit is still out
TO_COME = 4  # points that each seat still to play adds to a trick


def choose_bid(table: Table, seat: int, legal: list[str]) -> str:
    """Bid the least that is open if the hand is worth it, best of all by keeping; leave the partner's bid alone."""
    if table.partners(seat, table.bidder):
        return legal[0]
    worth = hand_worth(table, seat) + EAGER * (must_bid(table, seat) + table.brings_partner())
    if "keep" in legal and table.bid.isdigit() and worth >= int(table.bid):
        return "keep"
    for bid in legal:
        if bid.isdigit() and worth >= int(bid):
            return bid
    return legal[0]


def has_kitty(table: Table) -> bool:
    """Say whether the contractor takes cards from the table."""
    return table.options.get("kitty", "0") != "0"


def must_bid(table: Table, seat: int) -> bool:
    """Say whether my side is near the target and has not done what it must to score: bid, or win the bidding."""
    rule = table.options.get("near_target_rule", "must_bid")
    margin = table.options.get("near_target_margin", "auto")
    near = int(margin) if margin.isdigit() else NEAR[rule]
    bid_is_enough = rule == "must_bid" and table.we_have_bid
    return table.score(seat) >= int(table.options.get("target", "200")) - near and not bid_is_enough


def hand_worth(table: Table, seat: int) -> int:
    """Guess the points of my side if I play the contract."""
    worth = suit_worth(table.hand, best_trump(table.hand, suit_worth)) + KITTY * has_kitty(table)
    seats = table.playing()
    mine = sum(table.partners(seat, other) for other in seats) + table.brings_partner()
    return worth - OUTNUMBERED * (len(seats) - 2 * mine)


def suit_worth(hand: list[str], trump: str) -> int:
    """Guess the points of my side with this trump, if the others are as many."""
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


def trump_for(table: Table) -> str:
    """Return trump, or while it is open the suit that I will make it."""
    return table.trump or best_trump(table.hand, suit_worth)


def choose_trump(table: Table, _seat: int, legal: list[str]) -> str:
    """Name the best suit; where none can be named, `lead` comes first, and the first lead will be of that suit."""
    best = trump_for(table)
    return best if best in legal else legal[0]


def choose_call(table: Table, _seat: int, legal: list[str]) -> str:
    """Call the ace or the king of trumps, else a high card."""
    trump = trump_for(table)
    return max(legal, key=lambda card: 2 * height(card) + CALLED_TRUMP * (suit(card) == trump))


def choose_discard(table: Table, _seat: int, legal: list[str]) -> str:
    """Put away what is kept at the least gain: no points that others get, no trumps, short suits first."""
    trump = trump_for(table)
    points = KEPT_BUT_MINE if table.options.get("discard_points") == "contractor" else KEPT

    def kept(card: str) -> int:
        return points.get(card[0], 0) + height(card) + 4 * length(table.hand, suit(card)) + 200 * (suit(card) == trump)

    return min(legal, key=kept)


def choose_card(table: Table, seat: int, legal: list[str]) -> str:
    """Play the card that gains most; if the first lead fixes trump, one of the best suit."""
    legal = legal if table.trump else [card for card in legal if suit(card) == trump_for(table)]
    return best_card(table, seat, legal, table.unseen(pack(table)), stake, price)


def pack(table: Table) -> list[str]:
    """Return the cards in play: their number says which of the low ones are in."""
    number = table.dealt * len(table.playing()) + int(table.options.get("kitty", "0"))
    ranks = "AKQJT9875" + "6" * (number >= 40) + "4" * (number >= 44) + "32" * (number >= 52)
    return [rank + s for s in SUITS for rank in ranks]


def stake(table: Table, seat: int, card: str, _unseen: list[str]) -> int:
    """Return the points that go to the winner of the trick, and a guess at those still to come."""
    points = sum(POINTS.get(laid[0], 0) for _, laid in table.trick) + POINTS.get(card[0], 0)
    return points + TO_COME * len(table.to_follow(seat))


def price(table: Table, seat: int, card: str, unseen: list[str]) -> int:
    """Return the price of a card; here the points of the card itself count as well."""
    cost = card_price(PRICES, table, seat, card, unseen)
    if not is_highest(card, unseen):
        return cost + LOWER.get(card[0], 0)
    if suit(card) == table.trump:  # nobody can take its points, now or later
        cost += 100 * POINTS.get(card[0], 0)
    return cost


CHOOSE = {
    "bid": choose_bid,
    "trump": choose_trump,
    "call": choose_call,
    "discard": choose_discard,
    "play": choose_card,
}
