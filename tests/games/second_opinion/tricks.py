"""What several second opinions need: who deals first, hands dealt in packets, the duties in a trick and its taker.

A card is a rank and a suit; `ranks` is the order of a game, from low to high.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tests.games.second_opinion.oracle import Draw

PACKETS = {"three_two": (3, 2), "two_three": (2, 3)}
"""How five cards are dealt in two rounds, by the word of the option `deal_packets`."""


def first_dealer(options: Mapping[str, str], draw: Draw) -> int:
    """Return the seat that deals first, drawn or named."""
    named = options["first_dealer"]
    return int(draw("first-dealer")[0]) if named == "random" else int(named.removeprefix("P"))


def in_packets(pack: Sequence[str], dealer: int, players: int, packets: str) -> tuple[list[list[str]], list[str]]:
    """Return the hands of five by seat, dealt from the dealer's left in two rounds, and the rest of the pack."""
    rest = list(pack)
    hands: list[list[str]] = [[] for _ in range(players)]
    for size in PACKETS[packets]:
        for turn in range(1, players + 1):
            hands[(dealer + turn) % players] += rest[:size]
            del rest[:size]
    return hands, rest


def following(held: Collection[str], trick: Sequence[str]) -> set[str]:
    """Return the cards that may be played if there is no duty but to follow suit."""
    return {card for card in held if trick and card[1] == trick[0][1]} or set(held)


def heading(held: Collection[str], trick: Sequence[str], trump: str, ranks: str) -> set[str]:
    """Return the cards that may be played if one must follow and head, or else trump and overtrump, as one is able."""
    if not trick:
        return set(held)
    best = trick[taker(trick, trump, ranks)]
    same = {card for card in held if card[1] == trick[0][1]}
    trumps = {card for card in held if card[1] == trump}
    higher = {card for card in same or trumps if card[1] == best[1] and over(card, best, ranks)}
    return higher or same or trumps or set(held)


def taker(trick: Sequence[str], trump: str | None, ranks: str) -> int:
    """Return which card of a trick takes it, counted from 0 for the lead; `trump` is None where there is none."""
    trumps = [card for card in trick if card[1] == trump]
    rivals = trumps or [card for card in trick if card[1] == trick[0][1]]
    return trick.index(max(rivals, key=lambda card: ranks.index(card[0])))


def over(card: str, other: str, ranks: str) -> bool:
    """Tell whether the rank of a card is higher than that of another."""
    return ranks.index(card[0]) > ranks.index(other[0])


def places(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each score, the highest first; equal scores share a place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
