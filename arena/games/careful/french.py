"""Écarté, Triomphe and Homme d'Auvergne: five cards, the duty to head or to trump, and often K Q J A T as the order.

The rest of this bot counts the ace as the highest card. So before it thinks, it makes a copy of the table in which
every card has the name of its height: where the order is K Q J A T, a king is called `A`, a queen `K`, a jack `Q`, an
ace `J`.
"""

from functools import cache
from typing import Final

from arena.games.careful.cards import PRINTED, SUITS, Unseen, best_trump, height, length, suit
from arena.games.careful.seen import NOBODY, Choose, Seen
from arena.games.careful.tricks import Trick, Values, best_card

COUNTS_AS: Final = {"K": "A", "Q": "K", "J": "Q", "A": "J"}
NAMES: Final[dict[str, str]] = {rank + s: name + s for rank, name in COUNTS_AS.items() for s in SUITS}

# What a card is worth in tenths of a trick, by the name of its height.
TRUMPS: Final = {"A": 11, "K": 9, "Q": 7, "J": 6}
LOW_TRUMP: Final = 4
PLAIN: Final = {"A": 6, "K": 3}
VOID: Final = 2  # for a side suit with no card, if there is a trump to ruff it with

ENOUGH: Final = 24  # a hand of Écarté that is played as it is
TURNED: Final = {
    2: 12,
    3: 20,
    4: 22,
    5: 23,
    6: 25,
}  # what it takes to bid in Homme d'Auvergne, by players
NAMED: Final = 2  # so much less is enough for a suit of one's own choice, because nobody else has bid


def as_it_counts(table: Seen) -> Seen:
    """Return a copy of the table in which every card has the name of its height."""
    seen = table.renamed(names(table))
    seen.faces = table.named_faces(names(table))
    seen.voids = table.voids | table.voids_by(shows_no_trump, (table.trump,))
    return seen


def names(table: Seen) -> dict[str, str]:
    """Return the names of the heights of the cards that count as another card."""
    return PRINTED if table.options.get("ace_high") == "on" else NAMES


def counted(table: Seen, card: str) -> str:
    """Return the name of the height of a card."""
    return names(table).get(card, card)


def shows_no_trump(card: str, lead: str, known: tuple[str, ...]) -> str:
    """Return trump, which is what is known, if a card neither follows suit nor trumps and trumps were not led."""
    return "" if suit(card) in {suit(lead), known[0]} or suit(lead) == known[0] else known[0]


def pack(table: Seen) -> Unseen:
    """Return the cards of the game by the names of their heights."""
    short = table.game == "homme-d-auvergne" and len(table.sides) < 4
    return cards_from("8" if short else "6" if table.game == "triomphe" else "7", names(table) is PRINTED)


@cache
def cards_from(least: str, ace_high: bool) -> Unseen:
    """Return the cards of a pack by the rank of its lowest, under the names of their heights."""
    ranks = "6789TJQKA"
    return Unseen([rank + s for s in SUITS for rank in ranks[ranks.index(least) :]], PRINTED if ace_high else NAMES)


def worth(hand: list[str], trump: str) -> int:
    """Estimate the tricks of a hand with this trump, in tenths; the cards have the names of their heights."""
    tricks = sum(TRUMPS.get(card[0], LOW_TRUMP) if suit(card) == trump else PLAIN.get(card[0], 0) for card in hand)
    sides = [length(hand, s) for s in SUITS if s != trump]
    return tricks + VOID * sides.count(0) * (length(hand, trump) > 0)


def choose_bid(table: Seen, _seat: int, legal: list[str]) -> str:
    """Homme d'Auvergne: play with the suit turned up if the hand is worth it."""
    seen = as_it_counts(table)
    return "play" if worth(seen.hand, suit(table.turned[0])) >= TURNED[len(table.sides)] else legal[0]


def choose_trump(table: Seen, _seat: int, legal: list[str]) -> str:
    """Homme d'Auvergne: name the best suit if the hand is worth it."""
    seen = as_it_counts(table)
    best = best_trump(seen.hand, worth)
    return best if worth(seen.hand, best) >= TURNED[len(table.sides)] - NAMED else legal[0]


def choose_undertaking(_table: Seen, _seat: int, _legal: list[str]) -> str:
    """Homme d'Auvergne: undertake three tricks; the first two are harder to get."""
    return "three"


def choose_proposal(table: Seen, _seat: int, legal: list[str]) -> str:
    """Écarté: play a good hand as it is, otherwise propose or accept an exchange."""
    good = worth(as_it_counts(table).hand, table.trump) >= ENOUGH
    return next(word for word in (("play", "refuse") if good else ("propose", "accept", *legal)) if word in legal)


def choose_discard(table: Seen, _seat: int, legal: list[str]) -> str:
    """Lay aside the card that is worth least; in Écarté stop at trumps and kings."""
    cards = [card for card in legal if card != "done"]
    poor = min(cards, key=lambda card: (suit(card) == table.trump, height(counted(table, card))))
    keep = suit(poor) == table.trump or counted(table, poor)[0] == "A"
    return "done" if keep and "done" in legal else poor


def choose_king(_table: Seen, _seat: int, _legal: list[str]) -> str:
    """Écarté: show the king of trumps for its point."""
    return "mark"


def choose_rob(_table: Seen, _seat: int, _legal: list[str]) -> str:
    """Triomphe: take the turn-up; it is a trump, and the worst card goes out for it."""
    return "take"


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain."""
    seen = as_it_counts(table)
    named = {counted(table, card): card for card in legal}
    return named[best_card(seen, seat, list(named), table.unseen(pack(table)), VALUES)]


class FrenchValues(Values):
    """What the cards of these games are worth: a point a trick, and in Homme d'Auvergne one for each king trumped."""

    def stake(self, trick: Trick, card: str) -> int:
        """Return the points for the winner of the trick; in Homme d'Auvergne also those for kings that are trumped."""
        table = trick.table
        if table.game != "homme-d-auvergne" or table.declarer == NOBODY:
            return 1
        cards = [laid for _, laid in table.trick] + [card]
        if suit(cards[0]) == table.trump or all(suit(laid) != table.trump for laid in cards):
            return 1
        return 1 + sum(laid[0] == "A" and suit(laid) != table.trump for laid in cards)


VALUES: Final = FrenchValues(per_rank=4, highest=30, follow=25, draw=-20, lead=40)

CHOOSE: dict[str, Choose] = {
    "bid": choose_bid,
    "trump": choose_trump,
    "undertake": choose_undertaking,
    "propose": choose_proposal,
    "answer": choose_proposal,
    "exchange": choose_discard,
    "discard": choose_discard,
    "king": choose_king,
    "rob": choose_rob,
    "play": choose_card,
}
