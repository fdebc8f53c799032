"""Jo-Jotte: which trump to fix, whether to double, when to bid nullo or slam, what to declare, which card to play.

Before the bot thinks, it makes a copy of the table in which every card has the name of its height: a ten is called `K`,
a king `Q`, a queen `J`, a jack `T`; the jack of trumps is called `R`, and the nine of trumps `L`.
"""

from functools import cache, partial
from typing import Final

from arena.games.careful.cards import SUITS, Unseen, height, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Trick, Values, best_card, chances_of_none

COUNTS_AS: Final = {"T": "K", "K": "Q", "Q": "J", "J": "T"}
TRUMP_COUNTS_AS: Final = COUNTS_AS | {"J": "R", "9": "L"}
PACK: Final = [rank + s for s in SUITS for rank in "789JQKTA"]

# The points of cards by the names of their heights; what the other player adds to a trick; the last trick.
POINTS: Final = {"A": 10, "Q": 10, "J": 5, "T": 5}
TRUMP_POINTS: Final = {"R": 20, "L": 15, "A": 10, "K": 10, "Q": 5, "J": 5}
COMES, LAST_TRICK = 4, 10

# What six cards promise: by how many points the own trick score will be higher than the other one.
TRUMP_WORTH: Final = {"R": 40, "L": 31, "A": 21, "K": 24, "Q": 17, "J": 16}
LOW_TRUMP, BASE = 13, -48
WORTH: Final = {"A": 15, "K": 5, "Q": 5}
PLAIN_WORTH, PLAIN_BASE = {"A": 17, "K": 7, "Q": 11}, -27

ACCEPT, NAME = 0, 0  # so much is enough to accept or to name trump
DOUBLE, REDOUBLE = 20, 20  # and so much to double
SLAM: Final = 100  # what nine cards must promise for all tricks
SAFE: Final = 1  # the greatest danger of a hand with which nullo is bid

JOTTE: Final = 2000  # the queen of trumps is not played before the king
LOSE, RID_OF = 10, 12  # the stake of a trick that is to be lost; the reward for each step of a card that is gone


def counted(trump: str, card: str) -> str:
    """Return the name of the height of a card."""
    names = TRUMP_COUNTS_AS if suit(card) == trump else COUNTS_AS
    return names.get(card[0], card[0]) + suit(card)


def promise(hand: list[str], trump: str) -> int:
    """Estimate by how many points the trick score of a hand will be higher than that of the other player."""
    worth, total = (WORTH, BASE) if trump in SUITS else (PLAIN_WORTH, PLAIN_BASE)
    for card in hand:
        name = counted(trump, card)
        total += TRUMP_WORTH.get(name[0], LOW_TRUMP) if suit(card) == trump else worth.get(name[0], 0)
    return total


def choose_bid(table: Seen, _seat: int, _legal: list[str]) -> str:
    """Accept the suit of the upcard if the hand promises enough."""
    return "accept" if promise(table.hand, suit(table.turned[0])) >= ACCEPT else "pass"


def choose_trump(table: Seen, _seat: int, legal: list[str]) -> str:
    """Name the best trump if the hand promises enough, or if one must be named."""
    best = max([word for word in legal if word != "pass"], key=partial(promise, table.hand))
    return best if promise(table.hand, best) >= NAME or "pass" not in legal else "pass"


def choose_double(table: Seen, _seat: int, _legal: list[str]) -> str:
    """Double if the hand promises enough with the trump of the other player."""
    return "double" if promise(table.hand, table.trump) >= DOUBLE else "pass"


def choose_redouble(table: Seen, _seat: int, _legal: list[str]) -> str:
    """Redouble if the hand promises much."""
    return "redouble" if promise(table.hand, table.trump) >= REDOUBLE else "pass"


def choose_mode(table: Seen, _seat: int, _legal: list[str]) -> str:
    """Bid nullo with a hand that can lose every trick."""
    return "nullo" if danger(table) <= SAFE else "meld"


def danger(table: Seen) -> int:
    """Return the danger that the hand wins a trick at no trump: how many cards of others are below its own."""
    hand, others = [counted("NT", card) for card in table.hand], unseen(table, "NT").cards()
    total = 0
    for s in SUITS:
        mine = sorted(height(card) for card in hand if suit(card) == s)
        below = [sum(suit(other) == s and height(other) < card for other in others) for card in mine]
        total += sum(max(0, number - place) for place, number in enumerate(below))
    return total


def choose_slam(table: Seen, _seat: int, _legal: list[str]) -> str:
    """Bid a slam with a hand that may win every trick."""
    return "slam" if promise(table.hand, table.trump) >= SLAM else "pass"


def declare(_table: Seen, _seat: int, legal: list[str]) -> str:
    """Declare all that there is, and ask how high the other sequence is."""
    return next((word for word in legal if word not in {"none", "good"}), legal[0])


def choose_show(_table: Seen, _seat: int, _legal: list[str]) -> str:
    """Do not ask for cards: this bot would not remember them."""
    return "waive"


def choose_jo(_table: Seen, _seat: int, _legal: list[str]) -> str:
    """Announce Jo for the points of Jotte."""
    return "jo"


def unseen(table: Seen, trump: str) -> Unseen:
    """Return the cards that the other player may hold, by the names of their heights with this trump."""
    found = table.unseen(pack(trump))
    for card in table.turned:
        found.remove(card)
    return found


@cache
def pack(trump: str) -> Unseen:
    """Return all cards by the names of their heights with this trump."""
    return Unseen(PACK, {card: counted(trump, card) for card in PACK})


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain. Who neither followed suit nor trumped has no trump."""
    others = unseen(table, table.trump)
    names = others.names
    seen = table.renamed(names)
    seen.voids = table.voids | table.voids_by(shows_no_trump, (table.trump,))
    seen.none_of = chances_of_none(others.count(), len(table.hand))
    named = {names[card]: card for card in legal}
    return named[best_card(seen, seat, list(named), others, AVOIDED if table.contract == "nullo" else VALUES)]


def shows_no_trump(card: str, lead: str, known: tuple[str, ...]) -> str:
    """Return trump, which is what is known, if a card neither follows suit nor trumps."""
    return "" if suit(card) in {suit(lead), known[0]} else known[0]


class JoJotteValues(Values):
    """What the cards of Jo-Jotte are worth: their points, and what the queen of trumps brings with the king."""

    def stake(self, trick: Trick, card: str) -> int:
        """Return the points for the winner of the trick, with those that the other player will add."""
        table = trick.table
        points = points_of(card, table.trump)
        for _, laid in table.trick:
            points += points_of(laid, table.trump)
        return points + COMES * table.number_to_follow() + LAST_TRICK * (len(table.hand) == 1)

    def price(self, trick: Trick, card: str) -> int:
        """Return the price of a card; the queen of trumps waits for the king."""
        table = trick.table
        waits = card == "J" + table.trump and "Q" + table.trump in table.hand
        return super().price(trick, card) + JOTTE * waits


def points_of(card: str, trump: str) -> int:
    """Return the points of a card by the name of its height."""
    return (TRUMP_POINTS if suit(card) == trump else POINTS).get(card[0], 0)


VALUES: Final = JoJotteValues(per_rank=40, highest=100, follow=0, draw=600, lead=900)
AVOIDED: Final = Values(per_rank=-RID_OF, highest=-RID_OF, follow=0, draw=0, lead=0, trick=-LOSE)

CHOOSE: dict[str, Choose] = {
    "bid": choose_bid,
    "trump": choose_trump,
    "double": choose_double,
    "redouble": choose_redouble,
    "mode": choose_mode,
    "slam": choose_slam,
    "fours": declare,
    "sequences": declare,
    "show": choose_show,
    "jo": choose_jo,
    "play": choose_card,
}
