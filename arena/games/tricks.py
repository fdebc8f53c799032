"""Tricks: who may play what, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from arena.games.kernel import Ask, Card, Note, Rules, Seat, made
from arena.games.turns import turns_from

NO_TRUMP = "NT"
"""Said for "no trump suit"."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """The order of the cards under one trump: the suit each card belongs to, and its power within a suit.

    The suit is the one that counts for following (a left bower belongs to trumps). Trumps have more power than any
    other card.

    Args:
        trump: the trump suit; None, or the name of no suit, without one.
        suit: the suit of each card.
        power: its power, above 0; the higher of two cards of a suit has more.
    """

    trump: str | None
    suit: Mapping[Card, str]
    power: Mapping[Card, int]

    @cached_property
    def cards(self) -> Mapping[str, frozenset[Card]]:
        """The cards of each suit."""
        suits = sorted(set(self.suit.values()))
        return {suit: frozenset(card for card, of in self.suit.items() if of == suit) for suit in suits}

    @cached_property
    def strength(self) -> Mapping[str, Mapping[Card, int]]:
        """For each suit led, what each card does in the trick: its power; nothing if neither of that suit nor trump."""
        return {
            led: {card: self.power[card] if suit in {led, self.trump} else 0 for card, suit in self.suit.items()}
            for led in self.cards
        }


def ranking(pack: Sequence[Card], trump: str | None) -> Ranking:
    """Return the ranking of a pack in which every suit ranks as the pack lists it, high to low, trumps above."""
    top = len(pack)
    return Ranking(
        trump,
        {card: card[-1] for card in pack},
        {card: top - i + top * (card[-1] == trump) for i, card in enumerate(pack)},
    )


class Trick(NamedTuple):
    """A finished trick: its cards in the order played, the seats that played them, and the winner."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat


Follow: TypeAlias = Callable[[Sequence[Card], Sequence[Card], Ranking], Sequence[Card]]
"""What a hand may play to the cards on the table."""
Played: TypeAlias = Callable[[Seat, Card], Rules[None]]
"""What happens once a seat has played a card."""


def follow_suit(hand: Sequence[Card], table: Sequence[Card], rank: Ranking) -> Sequence[Card]:
    """Return the cards of the suit led, or the whole hand without any: no duty to trump or to beat."""
    if not table:
        return hand
    suit = rank.suit
    led = rank.cards[suit[table[0]]]
    return [card for card in hand if card in led] or hand


def winning(cards: Sequence[Card], rank: Ranking) -> int:
    """Return the index of the card that wins: the highest trump, else the highest card of the suit led."""
    strength = rank.strength[rank.suit[cards[0]]]
    powers = [strength[card] for card in cards]
    return powers.index(max(powers))


def trick(
    hands: Sequence[list[Card]],
    *,
    order: Sequence[Seat],
    rank: Ranking,
    follow: Follow = follow_suit,
    begun: Sequence[Card] = (),
    answers: Sequence[Seat] | None = None,
    played: Played | None = None,
) -> Rules[Trick]:
    """Play one trick, taking the cards out of the hands.

    Args:
        hands: the hand of every seat; changed in place.
        order: the seats that take part, the leader first.
        rank: the order of the cards.
        follow: what may be played.
        begun: cards that lie on the table already (and are no longer in the hands), to enter in the middle.
        answers: the player who answers for each seat, where that is not always its own.
        played: what happens after each card, if anything does.
    """
    table = list(begun)
    of_suit = rank.cards[rank.suit[table[0]]] if table else frozenset()
    for seat in order[len(begun) :]:
        hand = hands[seat]
        if follow is not follow_suit:
            legal = tuple(follow(hand, table, rank))
        else:  # its two lines, here for speed: no call for the duty of nearly every game
            legal = tuple([card for card in hand if card in of_suit] or hand)
        player, of = (seat, None) if answers is None else (answers[seat], seat)
        card = yield made(Ask, (player, "play", legal, "all", of, None))
        hand.remove(card)
        if not table:
            of_suit = rank.cards[rank.suit[card]]
        table.append(card)
        if played is not None:
            yield from played(seat, card)
    return made(Trick, (tuple(order), tuple(table), order[winning(table, rank)]))


def tricks(
    hands: Sequence[Sequence[Card]],
    *,
    leader: Seat,
    seats: Sequence[Seat],
    rank: Ranking,
    worth: Callable[[Sequence[Card]], int],
    follow: Follow = follow_suit,
    begun: Sequence[Card] = (),
    won: Sequence[Trick] = (),
) -> Rules[tuple[Trick, ...]]:
    """Play tricks until the hands are empty; after each a note `trick WINNER POINTS` tells its taker and its worth.

    Args:
        hands: the hand of every seat; copied.
        leader: who leads (or led) to the first trick.
        seats: the seats that take part, in turn order.
        rank: the order of the cards.
        worth: the points of the cards of a trick.
        follow: what may be played.
        begun: cards already played to the first trick, to enter in the middle.
        won: tricks already finished, to enter in the middle.

    Returns:
        All tricks in order.
    """
    held = [list(hand) for hand in hands]
    done = list(won)
    while begun or held[leader]:
        last = yield from trick(held, order=turns_from(leader, seats), rank=rank, follow=follow, begun=begun)
        begun, leader = (), last.winner
        done.append(last)
        yield Note("trick", (last.winner, worth(last.cards)))
    return tuple(done)
