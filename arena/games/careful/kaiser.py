"""Kaiser: what to bid, which trump to name, which card to play.

Hands are valued in tenths of a point. The weights are a least-squares fit to the points of declarers in thousands of
deals between these bots.
"""

from typing import Final

from arena.games.careful.cards import SUITS, Unseen, best_trump, length, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Trick, Values, best_card

HIGH_TO_LOW: Final = {"S": "AKQJT983", "H": "AKQJT985", "D": "AKQJT987", "C": "AKQJT987"}
PACK: Final = [rank + s for s in SUITS for rank in HIGH_TO_LOW[s]]
COUNTED: Final = Unseen(PACK)
POINTS: Final = {"5H": 5, "3S": -3}

SHORT: Final = {0: 10, 1: 3}  # for a side suit with no card or a single one, because it is soon ruffed
FROZEN: Final = 15  # a side above `freeze_above` gains only by its own bids, so it overbids by this much


def choose_bid(table: Seen, seat: int, legal: list[str]) -> str:
    """Make the lowest bid that the hand is worth, no trump first, because it counts double; else pass."""
    if table.partners(seat, table.bidder):
        return legal[0]
    extra = FROZEN if table.score(seat) > int(table.options.get("freeze_above", "45")) else 0
    no_trump = no_trump_worth(table.hand) + extra
    trump = suit_worth(table.hand, best_trump(table.hand, suit_worth)) + extra
    for bid in legal:
        if bid.endswith("no") and no_trump >= 10 * int(bid.removesuffix("no")):
            return bid
    for bid in legal:
        if bid.isdigit() and trump >= 10 * int(bid):
            return bid
    return legal[0]


def no_trump_worth(hand: list[str]) -> int:
    """Estimate the points of my side in no trump, plus one because they count double."""
    worth = 36 + 9 * ("3S" in hand) + 12 * ("AH" in hand)
    for s in SUITS:
        ace, king, queen = (rank + s in hand for rank in "AKQ")
        worth += 8 * ace + 5 * (king and length(hand, s) > 1) + 2 * queen
    return worth


def suit_worth(hand: list[str], trump: str) -> int:
    """Estimate the points of my side with this trump. The `3S` is an asset: it can be played on the others' tricks."""
    worth = 22 + 9 * ("3S" in hand) + 8 * ("AH" in hand) - 8 * ("5H" in hand and trump != "H")
    for s in SUITS:
        cards = length(hand, s)
        ace, king, queen = (rank + s in hand for rank in "AKQ")
        if s == trump:
            worth += 6 * cards + 8 * ace + 6 * king + 3 * queen
        else:
            worth += 5 * ace + 3 * (king and cards > 1) + SHORT.get(cards, 0)
    return worth


def choose_trump(table: Seen, _seat: int, legal: list[str]) -> str:
    """Name the best suit."""
    best = best_trump(table.hand, suit_worth)
    return best if best in legal else legal[0]


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain."""
    return best_card(table, seat, legal, table.unseen(COUNTED), VALUES)


class KaiserValues(Values):
    """What the cards of Kaiser are worth: a point a trick, five more for the `5H`, three less for the `3S`."""

    def stake(self, trick: Trick, card: str) -> int:
        """Return the points for the winner of the trick; a spade trick counts less while the `3S` may still come."""
        table = trick.table
        points = 1 + POINTS.get(card, 0)
        for _, laid in table.trick:
            points += POINTS.get(laid, 0)
        lead = table.trick[0][1] if table.trick else card
        if suit(lead) == "S" and trick.unseen.has("3S") and table.number_to_follow():
            points -= 1
        return points


VALUES: Final = KaiserValues(per_rank=3, highest=40, follow=50, draw=-60, lead=110)

CHOOSE: dict[str, Choose] = {"bid": choose_bid, "trump": choose_trump, "play": choose_card}
