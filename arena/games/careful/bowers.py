"""Cards by the rank and suit they count as in Five Hundred, where bowers and the joker are trumps.

The rest of this bot does not know about bowers. Before it thinks about a trick, it makes a copy of the table in which
every card has the name it counts as: with hearts as trumps, `JK`, `JH` and `JD` become `BH`, `RH` and `LH`. In no
trump, the joker is a suit of its own that beats all others, as if it were the only trump.
"""

from functools import lru_cache
from typing import Final

from arena.games.careful.cards import RANKS, SUITS, Unseen, suit
from arena.games.careful.seen import Seen
from arena.games.careful.tricks import chances_of_none
from arena.games.parts.bowers import COLOR_MATE

JOKER: Final = "JK"


def counted(card: str, trump: str, joker_suit: str = "") -> str:
    """Return the name that a card counts as, with this trump or with this suit declared for the joker."""
    own = trump if trump in SUITS else joker_suit
    if card == JOKER:
        return f"B{own}" if own else card
    if card[0] == "J" and trump in COLOR_MATE and suit(card) in {trump, COLOR_MATE[trump]}:
        return f"R{trump}" if suit(card) == trump else f"L{trump}"
    return card


@lru_cache(maxsize=64)
def names(trump: str, joker_suit: str) -> dict[str, str]:
    """Return the names of the cards that count as another card."""
    counts_as = {card: counted(card, trump, joker_suit) for card in (JOKER, *("J" + s for s in SUITS))}
    return {card: name for card, name in counts_as.items() if name != card}


def pack(table: Seen) -> list[str]:
    """Return the cards in play under their printed names, low to high in each suit."""
    black = "5" if table.game == "five-hundred" and len(table.sides) == 4 else least_rank(table)
    return [*pack_from(least_rank(table), black, has_joker(table))]


@lru_cache(maxsize=64)
def pack_from(red: str, black: str, joker: bool) -> tuple[str, ...]:
    """Return the cards from these ranks up in red and in black suits, with or without the joker."""
    least = {"S": black, "H": red, "D": red, "C": black}
    cards = [rank + s for s in SUITS for rank in RANKS[RANKS.index(least[s]) : RANKS.index("A") + 1]]
    return tuple(cards + [JOKER] * joker)


def unseen(table: Seen) -> Unseen:
    """Return the cards that others may hold, by the names that they count as."""
    name = names(table.trump, table.joker_suit)
    if table.others is not None and table.others.names is name:
        return table.others
    return table.unseen(counted_pack(tuple(pack(table)), table.trump, table.joker_suit))


@lru_cache(maxsize=64)
def counted_pack(cards: tuple[str, ...], trump: str, joker_suit: str) -> Unseen:
    """Return the cards of a pack by the names that they count as."""
    return Unseen(cards, names(trump, joker_suit))


def has_joker(table: Seen) -> bool:
    """Say whether there is a joker."""
    return table.options.get("joker", "on") == "on"


def least_rank(table: Seen) -> str:
    """Return the lowest rank in the pack."""
    if len(table.sides) == 2 and table.options.get("two_player") == "short":
        return "9"
    return {2: "7", 3: "7", 4: "4"}.get(len(table.sides), "2")


def as_it_counts(table: Seen) -> Seen:
    """Return a copy of the table in which every card has the name it counts as."""
    others = unseen(table)
    seen = table.renamed(others.names)
    seen.faces = table.named_faces(others.names)
    seen.trump = table.trump if table.trump in SUITS else suit(JOKER)
    seen.voids = table.voids_by(shows_void, (table.trump, table.joker_suit, table.named))
    seen.none_of = chances_of_none(others.count(), len(table.hand))
    return seen


def shows_void(card: str, lead: str, known: tuple[str, ...]) -> str:
    """Return the suit to follow if a card does not follow it: the suit of the card led, or that named for a joker.

    Args:
        card: the card.
        lead: the card led.
        known: trump, the suit declared for the joker, and the suit named for one that was led.
    """
    trump, joker_suit, named = known
    name = names(trump, joker_suit)
    lead = name.get(lead, lead)
    led = named if lead == JOKER and named else suit(lead)
    return "" if suit(name.get(card, card)) == led else led
