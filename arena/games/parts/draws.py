"""The first dealer: named by an option, drawn at random, or found by drawing cards before the first deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from arena.games.kernel.events import Card, Chance, Rules, Seat, Show
from arena.games.kernel.options import WrongOption, named_seat, seat_words
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import RANKS


def first_dealer(choice: str, seats: Sequence[Seat], chance: Chance) -> Seat:
    """Return the first dealer: the seat that `choice` names, or one of the `seats` by `chance` (EC-4, SW-4)."""
    return chance("first-dealer", seats)[0] if choice == "random" else named_seat(choice)


def no_seat(name: str, choice: str, players: int) -> Iterator[WrongOption]:
    """Yield a problem if an option names a seat that a game with so few players does not have (SW-4, TF-4, TP-5)."""
    if choice in seat_words(10)[players:]:
        yield WrongOption((name,), f"{choice} is no seat of players={players}; name one of P0 to P{players - 1}")


def first_jack(cards: Sequence[Card], order: Sequence[Seat], players: Sequence[Seat]) -> Rules[Seat]:
    """Turn up one card for each seat in turn until a jack appears: its seat is the first dealer (TH-8, AF-6).

    The joker is not a jack.

    Args:
        cards: a shuffled pack.
        order: the seats that may deal, in the order in which cards are turned up for them.
        players: the seats that see the cards.

    Returns:
        The seat that got the jack.
    """
    jack = next(i for i, card in enumerate(cards) if card[0] == "J" and card != JOKER)
    yield Show(players, "first-jack", None, tuple(cards[: jack + 1]))
    return order[jack % len(order)]


def lowest_drawn(cards: Sequence[Card], seats: Sequence[Seat], key: Callable[[Card], int]) -> Rules[Seat]:
    """Let every seat draw one card face up; return the seat with the lowest (FH-5).

    Args:
        cards: a shuffled pack.
        seats: the seats that draw, in order; all of them see the cards.
        key: sorts the cards, the lowest first.
    """
    drawn = dict(zip(seats, cards, strict=False))
    for seat, card in drawn.items():
        yield Show(seats, "draw", seat, (card,))
    return min(drawn, key=lambda seat: key(drawn[seat]))


def higher_drawn(cards: Sequence[Card], seats: Sequence[Seat], players: Sequence[Seat]) -> Rules[Seat]:
    """Let each seat draw one card face up; return the seat with the highest rank, ace high (DN-4, DN-R6).

    Seats that tie for the highest rank draw again from the rest of the pack.

    Args:
        cards: a shuffled pack.
        seats: the seats that draw, in order.
        players: the seats that see the cards.
    """
    rest = list(cards)
    while len(seats) > 1:
        drawn = {seat: rest.pop(0) for seat in seats}
        for seat, card in drawn.items():
            yield Show(players, "draw", seat, (card,))
        best = min([RANKS.index(card[0]) for card in drawn.values()])
        seats = [seat for seat, card in drawn.items() if RANKS.index(card[0]) == best]
    return seats[0]
