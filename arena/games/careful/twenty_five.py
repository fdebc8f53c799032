"""Twenty-Five: whether to rob and to jink, what to lay aside, which card to play.

The order of the cards depends on the color and on trump, and the ace of hearts and the joker are always trumps. So
before the bot thinks, it makes a copy of the table in which every card has the name of its height: with spades as
trumps, the five is called `BS`, the jack `RS`, the ace of hearts `LS`; the king of diamonds is called `AD`.
"""

from functools import cache
from typing import Final

from arena.games.careful.cards import RANKS, SUITS, Unseen, height, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Values, best_card, chances_of_none

JOKER: Final = "JK"
RED, BLACK = "KQJT98765432A", "KQJA23456789T"  # the order of a suit that is not trump, from high to low
ORDER: Final = {"S": BLACK, "H": RED, "D": RED, "C": BLACK}
PLAIN: Final = RANKS.index("A")  # the height of the highest card of such a suit

VALUES: Final = Values(per_rank=4, highest=30, follow=25, draw=-20, lead=20)


def names(table: Seen) -> dict[str, str]:
    """Return the name of the height of every card."""
    return names_with(*known(table))


def pack(table: Seen) -> Unseen:
    """Return the cards of the game by the names of their heights."""
    return pack_with(*known(table))


def known(table: Seen) -> tuple[str, int]:
    """Return what the heights depend on: the trump suit, and the place of the joker among the trumps, 0 without one."""
    place = 1 if table.options.get("joker_rank") == "second" else 2
    return table.trump or suit(JOKER), place * (table.options.get("joker") == "on")


@cache
def names_with(trump: str, joker: int) -> dict[str, str]:
    """Return the name of the height of every card. The caller must not change it."""
    plain = {rank + s: RANKS[PLAIN - place] + s for s in SUITS for place, rank in enumerate(ORDER[s])}
    return plain | {card: RANKS[-1 - place] + trump for place, card in enumerate(trumps(trump, joker))}


@cache
def pack_with(trump: str, joker: int) -> Unseen:
    """Return the cards of the game by the names of their heights."""
    names = names_with(trump, joker)
    return Unseen(names, names)


def trumps(trump: str, joker: int) -> list[str]:
    """Return the trumps from high to low; before trump is known, only the first cards of this list exist."""
    best = ["5" + trump, "J" + trump]
    if joker:
        best.insert(joker, JOKER)
    rest = "AKQ" + "".join(rank for rank in ORDER.get(trump, "") if rank not in "AKQJ5")
    return best + list(dict.fromkeys(["AH"] + [rank + trump for rank in rest]))


def as_it_counts(table: Seen) -> Seen:
    """Return a copy of the table in which every card has the name of its height."""
    trump, joker = known(table)
    seen = table.renamed(names_with(trump, joker))
    seen.voids = table.voids_by(shows_void, (trump, str(joker), table.trump))
    seen.must_follow = False
    seen.none_of = chances_of_none(table.unseen(pack_with(trump, joker)).count(), len(table.hand))
    return seen


def shows_void(card: str, lead: str, known: tuple[str, ...]) -> str:
    """Return the suit of the card led if another card neither follows it nor trumps.

    Args:
        card: the other card.
        lead: the card led.
        known: what names depend on, and the trump, if there is one yet.
    """
    names = names_with(known[0], int(known[1]))
    led = suit(names.get(lead, lead))
    return "" if suit(names.get(card, card)) in {led, known[2]} else led


def choose_rob(_table: Seen, _seat: int, _legal: list[str]) -> str:
    """Take the turn-up, because it is a trump."""
    return "rob"


def choose_discard(table: Seen, _seat: int, legal: list[str]) -> str:
    """Lay aside the poorest card."""
    name = names(table)
    trump = table.trump or suit(JOKER)
    return min(legal, key=lambda card: (suit(name[card]) == trump, height(name[card])))


def choose_jink(table: Seen, _seat: int, _legal: list[str]) -> str:
    """Try for all five tricks if both cards left are trumps that nobody can beat."""
    seen = as_it_counts(table)
    unseen = table.unseen(pack(table))
    sure = all(suit(card) == table.trump and unseen.tops(card) for card in seen.hand)
    return "jink" if sure else "stop"


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain."""
    name = names(table)
    seen = as_it_counts(table)
    named = {name[card]: card for card in legal}
    return named[best_card(seen, seat, list(named), table.unseen(pack(table)), VALUES)]


CHOOSE: dict[str, Choose] = {"rob": choose_rob, "discard": choose_discard, "jink": choose_jink, "play": choose_card}
