"""Who will win the trick? Chances are whole numbers in per cent, so they are the same in every language."""

from collections.abc import Callable
from typing import NamedTuple

from .cards import beats, height, length, suit
from .table import Table


def holds_some(table: Table, number: int) -> int:
    """Return the chance that a hand holds at least one of this many unseen cards."""
    return 100 - (table.none_of[number] if number < len(table.none_of) else 0)


def chances_of_none(unseen: int, cards: int) -> tuple[int, ...]:
    """Return the chance that a hand of so many cards holds none of 0, 1, 2, ... of the unseen cards."""
    chances, none = [], 10_000
    other = unseen - cards  # unseen cards that are not in this hand
    while none > 0:
        chances.append(none // 100)
        none = none * max(other, 0) // max(unseen, 1)
        other, unseen = other - 1, unseen - 1
    return tuple(chances)


def best_of(trick: list[tuple[int, str]], trump: str) -> tuple[int, str]:
    """Return the seat and the card that are winning a trick."""
    best = trick[0]
    for play in trick[1:]:
        if beats(play[1], best[1], trump):
            best = play
    return best


def beaten_by(table: Table, seat: int, led: str, higher: list[str], unseen: list[str]) -> int:
    """Return the chance that a seat still to play beats the trick, with a higher card of the suit led or a ruff."""
    if seat in table.faces:
        return beaten_from(table.faces[seat], led, higher)
    follows = over = ruff = 0
    if (seat, led) not in table.voids:
        follows = holds_some(table, length(unseen, led))
        over = holds_some(table, length(higher, led))
    if led != table.trump and (seat, table.trump) not in table.voids:
        ruff = holds_some(table, length(higher, table.trump))
    return over + (100 - (follows if table.must_follow else over)) * ruff // 100


def beaten_from(faces: list[str], led: str, higher: list[str]) -> int:
    """Return the chance that a hand whose cards lie face up beats the trick: 0 or 100."""
    may_play = [card for card in faces if suit(card) == led] or faces
    return 100 * any(card in higher for card in may_play)


def win_chance(table: Table, seat: int, card: str, unseen: list[str]) -> int:
    """Return the chance that the side of `seat` wins this trick if it plays `card` now."""
    trick = [*table.trick, (seat, card)]
    led = suit(trick[0][1])
    holder, best = best_of(trick, table.trump)
    higher = [other for other in unseen if beats(other, best, table.trump)]
    chance = 100 if table.partners(seat, holder) else 0
    for other in table.to_follow(seat):
        beaten = beaten_by(table, other, led, higher, unseen)
        if table.partners(seat, other):
            chance += (100 - chance) * beaten // 100
        else:
            chance -= chance * beaten // 100
    return chance


def is_highest(card: str, unseen: list[str]) -> bool:
    """Return whether no other hand can hold a higher card of the suit."""
    return not any(suit(other) == suit(card) and height(other) > height(card) for other in unseen)


def draws_trumps(table: Table, seat: int, unseen: list[str]) -> bool:
    """Return whether to draw trumps: the side of `seat` declares and others may still hold trumps."""
    return table.partners(seat, table.declarer) and length(unseen, table.trump) > 0


class Prices(NamedTuple):
    """What the cards of a game cost, in hundredths of a point: what they would be good for later.

    Args:
        per_rank: for each step above the two.
        highest: for the highest card of its suit that is still out.
        follow: for a trump that is not led.
        draw: for a trump that is led to draw the trumps of others.
        lead: for a trump that is led for another reason.
    """

    per_rank: int
    highest: int
    follow: int
    draw: int
    lead: int


def card_price(prices: Prices, table: Table, seat: int, card: str, unseen: list[str]) -> int:
    """Return the price of a card: what `seat` loses by not holding it any longer."""
    cost = prices.per_rank * height(card)
    if is_highest(card, unseen):
        cost += prices.highest
    if suit(card) == table.trump:
        cost += trump_price(prices, table, seat, unseen)
    return cost


def trump_price(prices: Prices, table: Table, seat: int, unseen: list[str]) -> int:
    """Return what a card costs because it is a trump."""
    if table.trick:
        return prices.follow
    return prices.draw if draws_trumps(table, seat, unseen) else prices.lead


Weigh = Callable[[Table, int, str, list[str]], int]


def best_card(table: Table, seat: int, legal: list[str], unseen: list[str], stake: Weigh, price: Weigh) -> str:
    """Return the card with the highest gain: the expected gain from this trick less the price of the card.

    Args:
        table: what was seen.
        seat: the seat that plays.
        legal: the cards to choose from.
        unseen: the cards that others may hold.
        stake: returns the points for the winner of the trick if a card is played.
        price: returns the price of a card, in hundredths of a point.
    """

    def gain(card: str) -> int:
        won = 2 * win_chance(table, seat, card, unseen) - 100
        return won * stake(table, seat, card, unseen) - price(table, seat, card, unseen)

    return max(legal, key=gain)
