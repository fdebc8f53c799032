"""Tricks: who may play what, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from arena.games.kernel import Ask, Card, Note, Rules, Seat, Side, made
from arena.games.turns import cycle

NO_TRUMP = "NT"
"""Said for "no trump suit"."""


class Ranking:
    """The order of the cards under one trump: the suit each card belongs to, and its power within a suit.

    The suit is the one that counts for following (a left bower belongs to trumps). Trumps have more power than any
    other card. Whoever makes one keeps it: it is worked out for the whole pack.

    Args:
        trump: the trump suit; None, or the name of no suit, without one.
        suit: the suit of each card.
        power: its power, above 0; the higher of two cards of a suit has more.
    """

    __slots__ = ("cards", "led", "power", "suit", "trump")

    def __init__(self, trump: str | None, suit: Mapping[Card, str], power: Mapping[Card, int]) -> None:
        self.trump = trump
        self.suit = suit
        self.power = power
        suits = sorted(set(suit.values()))
        self.cards = {of: frozenset(card for card, its in suit.items() if its == of) for of in suits}
        """The cards of each suit."""
        strength = {of: {card: power[card] if its in {of, trump} else 0 for card, its in suit.items()} for of in suits}
        self.led: dict[Card, tuple[frozenset[Card], dict[Card, int]]] = {
            card: (self.cards[of], strength[of]) for card, of in suit.items()
        }
        """For each card led, the cards of its suit, and what each card does in the trick: its power, nothing if it is
        neither of that suit nor a trump."""


def ranking(pack: Sequence[Card], trump: str | None) -> Ranking:
    """Return the ranking of a pack in which every suit ranks as the pack lists it, high to low, trumps above."""
    top = len(pack)
    return Ranking(
        trump,
        {card: card[-1] for card in pack},
        {card: top - i + top * (card[-1] == trump) for i, card in enumerate(pack)},
    )


class Trick(NamedTuple):
    """A finished trick: its cards in the order played, the seats that played them, the winner, and what it is worth."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat
    points: int


def taken(sides: Sequence[Side], won: Sequence[Trick]) -> tuple[int, ...]:
    """Return the points of each side's tricks; `sides` are those of the seats."""
    totals = [0] * len(set(sides))
    for _, _, winner, points in won:
        totals[sides[winner]] += points
    return tuple(totals)


_MADE: Final = made
_ASK: Final = Ask
_TRICK: Final = Trick
"""Compiled code finds a `Final` of its own module at once, and looks for other names in a dictionary."""
Follow: TypeAlias = Callable[[Sequence[Card], Sequence[Card], Ranking], Sequence[Card]]
"""What a hand may play to the cards on the table."""
Lead: TypeAlias = Callable[[Seat, list[Card], Sequence[Trick]], Rules[tuple[Card, Follow]]]
"""Lets a seat lead from its hand, given the tricks before: which card left it, and what may be played to it."""
Played: TypeAlias = Callable[[Seat, Card], Rules[None]]
"""What happens once a seat has played a card."""
AfterTrick: TypeAlias = Callable[[Sequence[Trick], Sequence[list[Card]]], Rules[None]]
"""What happens between two tricks, given those that are finished and the hands that are left."""


def follow_suit(hand: Sequence[Card], table: Sequence[Card], rank: Ranking) -> Sequence[Card]:
    """Return the cards of the suit led, or the whole hand without any: no duty to trump or to beat."""
    return list(filter(rank.cards[rank.suit[table[0]]].__contains__, hand)) or hand if table else hand


def winning(cards: Sequence[Card], rank: Ranking) -> int:
    """Return the index of the card that wins: the highest trump, else the highest card of the suit led."""
    _, strength = rank.led[cards[0]]
    return cards.index(max(cards, key=strength.__getitem__))


def tricks(
    hands: Sequence[Sequence[Card]],
    *,
    leader: Seat,
    seats: Sequence[Seat],
    rank: Ranking,
    worth: Callable[[Sequence[Card]], int] | None = None,
    follow: Follow = follow_suit,
    begun: Sequence[Card] = (),
    won: Sequence[Trick] = (),
    answers: Sequence[Seat] | None = None,
    lead: Lead | None = None,
    played: Played | None = None,
    after_trick: AfterTrick | None = None,
    over: Callable[[Sequence[Trick]], bool] | None = None,
) -> Rules[tuple[Trick, ...]]:
    """Play tricks until the hands are empty; after each a note `trick WINNER POINTS` tells its taker and its worth.

    Args:
        hands: the hand of every seat; copied.
        leader: who leads (or led) to the first trick.
        seats: the seats that take part, in turn order.
        rank: the order of the cards.
        worth: the points of the cards of a trick; None where tricks are counted.
        follow: what may be played to a lead.
        begun: cards already played to the first trick (and no longer in the hands), to enter in the middle.
        won: tricks already finished, to enter in the middle.
        answers: the player who answers for each seat, where that is not always its own.
        lead: how a trick is led, where it takes more than any card of the hand; it does what `played` does, too.
        played: what happens after each card.
        after_trick: what happens after each trick, once it has been told.
        over: whether play ends before the hands are empty, given the tricks so far.

    Returns:
        All tricks in order.
    """
    held = [list(hand) for hand in hands]
    done = list(won)
    orders = cycle(tuple(seats))
    asked = _asked(len(held), None if answers is None else tuple(answers))
    led = rank.led
    while (begun or held[leader]) and (over is None or not over(done)):
        order = orders[leader]
        if begun:
            table, begun = list(begun), ()
        elif lead is not None:
            card, follow = yield from lead(leader, held[leader], done)
            table = [card]
        else:
            hand = held[leader]
            player, of = asked[leader]
            card = yield _MADE(_ASK, (player, "play", tuple(hand), "all", of, None))
            hand.remove(card)
            table = [card]
            if played is not None:
                yield from played(leader, card)
        suit, strength = led[table[0]]
        usual = follow is follow_suit  # nearly always: what it does is done here, for speed
        at = winning(table, rank) if len(table) > 1 else 0
        leader, best = order[at], strength[table[at]]  # who wins so far, and with what: he leads next
        for seat in order[len(table) :]:
            hand = held[seat]
            may = [card for card in hand if card in suit] if usual else follow(hand, table, rank)
            player, of = asked[seat]
            card = yield _MADE(_ASK, (player, "play", tuple(may or hand), "all", of, None))
            hand.remove(card)
            table.append(card)
            if strength[card] > best:
                leader, best = seat, strength[card]
            if played is not None:
                yield from played(seat, card)
        cards = tuple(table)
        points = 1 if worth is None else worth(cards)
        done.append(_MADE(_TRICK, (order, cards, leader, points)))
        yield _told(leader, points)
        if after_trick is not None:
            yield from after_trick(done, held)
    return tuple(done)


@cache
def _asked(seats: int, answers: tuple[Seat, ...] | None) -> tuple[tuple[Seat, Seat | None], ...]:
    """Return for each seat who is asked, and for which hand where that is not told by who is asked."""
    return tuple((seat, None) if answers is None else (answers[seat], seat) for seat in range(seats))


@cache
def _told(winner: Seat, points: int) -> Note:
    """Return the note that tells who took a trick and what it is worth: the same few for every deal."""
    return Note("trick", (winner, points))
