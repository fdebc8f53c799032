"""Two Hundred: what to bid, which trump to name, what to discard, which card to play.

Hands are valued in points. The weights are a least-squares fit to the points of contractors in thousands of deals
between these bots.
"""

from functools import lru_cache
from typing import Final

from arena.games.careful.cards import SUITS, Unseen, best_trump, height, length, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Trick, Values, best_card

POINTS: Final = {"A": 10, "T": 10, "5": 5}

SHORT: Final = {0: 8, 1: 2}  # for a side suit with no card or a single one, because it is soon ruffed
KITTY: Final = 18  # what the four cards of the kitty and the four discards add to a hand
OUTNUMBERED: Final = 5  # what each player costs by whom the opponents are more than my side
NEAR: Final = {"must_bid": 100, "must_win_or_set": 50}  # a side this close to the target may score nothing as defender
EAGER: Final = 10  # how much to overbid if my side is near the target, or scores no more as defender than all others

# How useful it is to keep a card with points: if the opponents get the points of the discard, or if I get them.
KEPT: Final = {"A": 300, "T": 300, "5": 150}
KEPT_BUT_MINE: Final = {"A": 300, "T": -100, "5": -50}
CALLED_TRUMP: Final = 3  # when a card is called, a trump counts as this much higher

LOWER: Final = {
    "K": 150,
    "T": 400,
    "5": 100,
}  # what these cost besides while a higher card of the suit is still out
TO_COME: Final = 4  # the points that each seat still to play adds to a trick on average


def choose_bid(table: Seen, seat: int, legal: list[str]) -> str:
    """Keep the current bid, or make the lowest bid, if the hand is worth it; never overbid the partner."""
    if table.partners(seat, table.bidder):
        return legal[0]
    worth = hand_worth(table, seat) + EAGER * (must_bid(table, seat) + table.brings_partner())
    if "keep" in legal and table.bid.isdigit() and worth >= int(table.bid):
        return "keep"
    for bid in legal:
        if bid.isdigit() and worth >= int(bid):
            return bid
    return legal[0]


def has_kitty(table: Seen) -> bool:
    """Return whether there is a kitty."""
    return table.options.get("kitty", "0") != "0"


def must_bid(table: Seen, seat: int) -> bool:
    """Return whether my side is near the target and still has to bid, or to win the auction, in order to score."""
    rule = table.options.get("near_target_rule", "must_bid")
    margin = table.options.get("near_target_margin", "auto")
    near = int(margin) if margin.isdigit() else NEAR[rule]
    bid_is_enough = rule == "must_bid" and table.we_have_bid
    return table.score(seat) >= int(table.options.get("target", "200")) - near and not bid_is_enough


def hand_worth(table: Seen, seat: int) -> int:
    """Estimate the points of my side if I play the contract."""
    worth = suit_worth(table.hand, best_trump(table.hand, suit_worth)) + KITTY * has_kitty(table)
    seats = table.playing()
    mine = sum(table.partners(seat, other) for other in seats) + table.brings_partner()
    return worth - OUTNUMBERED * (len(seats) - 2 * mine)


def suit_worth(hand: list[str], trump: str) -> int:
    """Estimate the points of my side with this trump, if both sides have the same number of players."""
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


def trump_for(table: Seen) -> str:
    """Return the trump, or the suit that I will choose if there is no trump yet."""
    return table.trump or best_trump(table.hand, suit_worth)


def choose_trump(table: Seen, _seat: int, legal: list[str]) -> str:
    """Name the best suit. If suits cannot be named, the first word is `lead`, and I will lead that suit."""
    best = trump_for(table)
    return best if best in legal else legal[0]


def choose_call(table: Seen, _seat: int, legal: list[str]) -> str:
    """Call a high card, preferably a trump."""
    trump = trump_for(table)
    return max(legal, key=lambda card: 2 * height(card) + CALLED_TRUMP * (suit(card) == trump))


def choose_discard(table: Seen, _seat: int, legal: list[str]) -> str:
    """Put away the least useful card: no points for the others, no trumps, and short suits first."""
    trump = trump_for(table)
    points = KEPT_BUT_MINE if table.options.get("discard_points") == "contractor" else KEPT

    def kept(card: str) -> int:
        return points.get(card[0], 0) + height(card) + 4 * length(table.hand, suit(card)) + 200 * (suit(card) == trump)

    return min(legal, key=kept)


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain; if the first lead decides the trump, lead the best suit."""
    legal = legal if table.trump else [card for card in legal if suit(card) == trump_for(table)]
    return best_card(table, seat, legal, table.others or table.unseen(pack(table)), VALUES)


def pack(table: Seen) -> Unseen:
    """Return the cards in play; the number of cards dealt shows which low cards there are."""
    return cards_of(table.dealt * len(table.playing()) + int(table.options.get("kitty", "0")))


@lru_cache(maxsize=16)
def cards_of(number: int) -> Unseen:
    """Return the cards of a pack of so many cards."""
    ranks = "AKQJT9875" + "6" * (number >= 40) + "4" * (number >= 44) + "32" * (number >= 52)
    return Unseen([rank + s for s in SUITS for rank in ranks])


class TwoHundredValues(Values):
    """What the cards of Two Hundred are worth: their points."""

    def stake(self, trick: Trick, card: str) -> int:
        """Return the points for the winner of the trick, including an estimate for the cards still to come."""
        points = POINTS.get(card[0], 0)
        for _, laid in trick.table.trick:
            points += POINTS.get(laid[0], 0)
        return points + TO_COME * trick.table.number_to_follow()

    def price(self, trick: Trick, card: str) -> int:
        """Return the price of a card; here the points of the card itself count as well."""
        cost = super().price(trick, card)
        lower = LOWER.get(card[0], 0)
        if lower and not trick.unseen.tops(card):
            return cost + lower
        if suit(card) == trick.table.trump:  # nobody can take its points, now or later
            cost += 100 * POINTS.get(card[0], 0)
        return cost


VALUES: Final = TwoHundredValues(per_rank=10, highest=600, follow=1000, draw=-1500, lead=2000)

CHOOSE: dict[str, Choose] = {
    "bid": choose_bid,
    "trump": choose_trump,
    "call": choose_call,
    "discard": choose_discard,
    "play": choose_card,
}
