"""Who deals first: named, drawn at random, or found by cards that are drawn before the first deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from arena.games.kernel.events import Card, Chance, Rules, Seat, Show
from arena.games.kernel.options import named_seat, seat_words
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import RANKS


def first_dealer(choice: str, seats: Sequence[Seat], chance: Chance) -> Seat:
    """Return who deals first: the seat that the option names, or one of the seats for `random` (EC-4, SW-4, TB-3)."""
    return chance("first-dealer", seats)[0] if choice == "random" else named_seat(choice)


def no_seat(name: str, choice: str, players: int) -> Iterator[str]:
    """Yield what is wrong with an option that names a seat where fewer players sit (SW-4, TF-4, TP-5)."""
    if choice in seat_words(10)[players:]:
        yield f"{name}: {choice} is no seat of players={players}; name one from P0 on"


def first_jack(cards: Sequence[Card], order: Sequence[Seat], players: Sequence[Seat]) -> Rules[Seat]:
    """Turn up cards for all to see, one to each seat in turn, until a jack falls to the first dealer (TH-8, AF-6).

    The joker is no jack.

    Args:
        cards: a shuffled pack.
        order: the seats that may deal, in the order in which cards are turned up for them.
        players: who sees the cards.

    Returns:
        The seat that got the jack.
    """
    jack = next(i for i, card in enumerate(cards) if card[0] == "J" and card != JOKER)
    yield Show(players, "first-jack", None, tuple(cards[: jack + 1]))
    return order[jack % len(order)]


def lowest_drawn(cards: Sequence[Card], seats: Sequence[Seat], key: Callable[[Card], int]) -> Rules[Seat]:
    """Let every seat draw a card for all to see; return who drew the lowest (FH-5).

    Args:
        cards: a shuffled pack.
        seats: who draws, in order; all of them see the cards.
        key: ranks the cards, the lowest first.
    """
    drawn = dict(zip(seats, cards, strict=False))
    for seat, card in drawn.items():
        yield Show(seats, "draw", seat, (card,))
    return min(drawn, key=lambda seat: key(drawn[seat]))


def higher_drawn(cards: Sequence[Card], seats: Sequence[Seat], players: Sequence[Seat]) -> Rules[Seat]:
    """Let seats draw a card each for all to see; return who drew the highest rank, the ace high (DN-4, DN-R6).

    Those who have equal ranks at the top draw again from the rest.

    Args:
        cards: a shuffled pack.
        seats: who draws, in order.
        players: who sees the cards.
    """
    rest = list(cards)
    while len(seats) > 1:
        drawn = {seat: rest.pop(0) for seat in seats}
        for seat, card in drawn.items():
            yield Show(players, "draw", seat, (card,))
        best = min([RANKS.index(card[0]) for card in drawn.values()])
        seats = [seat for seat, card in drawn.items() if RANKS.index(card[0]) == best]
    return seats[0]
