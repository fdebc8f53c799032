"""The joker in a hand without trumps: declared, led, followed; and tricks with it.

While no suit is declared for it, the joker is a suit of its own that beats all others (`bower_ranking`): nobody who can
follow suit may play it, and it wins whatever trick it is played to. Who leads it names the suit that the others follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from arena.games.bowers import JOKER
from arena.games.cards import SUITS
from arena.games.kernel import Ask, Card, Note, Rules, Seat
from arena.games.tricks import AfterTrick, Follow, Played, Ranking, Trick, follow_suit, tricks
from arena.games.worlds import voids

NONE = "none"
"""Said for "no suit declared"."""


class JokerLaw(NamedTuple):
    """What binds a joker for which no suit is declared, in a hand without trumps.

    Args:
        restricted: only a suit that has not been led may be named for it; once all have been led it may be led only
            as the last card (FH-55, AF-36).
        forced: whoever cannot follow suit must play it (FH-56, AF-37).
    """

    restricted: bool = False
    forced: bool = False


FREE = JokerLaw()


def declare_joker(holder: Seat) -> Rules[str | None]:
    """Ask the holder of the joker for the suit that it belongs to; a note tells a declaration, nothing a refusal.

    Nobody is told of the question. The deal's ranking is then `bower_ranking(pack, "NT", suit)`.
    """
    suit = yield Ask(holder, "joker-suit", (*SUITS, NONE), told="nobody")
    if suit == NONE:
        return None
    yield Note("joker-suit", (suit,))
    return suit


def unled(won: Sequence[Trick], rank: Ranking) -> tuple[str, ...]:
    """Return the suits that have not been led to any of these tricks."""
    led = {rank.suit[done.cards[0]] for done in won}
    return tuple([suit for suit in SUITS if suit not in led])


def follow_joker(
    hand: Sequence[Card], table: Sequence[Card], rank: Ranking, *, law: JokerLaw, named: str | None
) -> Sequence[Card]:
    """Return what a hand may play to a lead while the joker is a suit of its own.

    Args:
        hand: the cards held.
        table: the cards on the table, the lead first.
        rank: the order of the cards.
        law: what binds the joker.
        named: the suit named for a joker that was led.
    """
    led = rank.cards[named or rank.suit[table[0]]]
    if following := [card for card in hand if card in led]:
        return following
    return (JOKER,) if law.forced and JOKER in hand else hand


def lead_joker(
    seat: Seat, hand: list[Card], won: Sequence[Trick], *, rank: Ranking, law: JokerLaw, played: Played | None
) -> Rules[tuple[Card, Follow]]:
    """Ask for the lead to a trick while the joker is a suit of its own; who leads the joker is asked `name-suit`.

    He is not asked when there is no suit left that he may name.

    Args:
        seat: who leads.
        hand: the cards held; the one led is taken out.
        won: the tricks before this one.
        rank: the order of the cards.
        law: what binds the joker.
        played: what happens after each card.

    Returns:
        The card, and what may be played to it.
    """
    names, legal = tuple(SUITS), hand
    if law.restricted and JOKER in hand:
        names = unled(won, rank)
        legal = hand if names else [card for card in hand if card != JOKER] or hand
    card = yield Ask(seat, "play", tuple(legal))
    hand.remove(card)
    if played is not None:
        yield from played(seat, card)
    named = (yield Ask(seat, "name-suit", names)) if card == JOKER and names else None
    return card, following(law, named)


def following(law: JokerLaw, named: str | None) -> Follow:
    """Return what may be played to a trick while the joker is a suit of its own; `named` was named for its lead."""
    if named is None and not law.forced:
        return follow_suit
    return partial(follow_joker, law=law, named=named)


def joker_tricks(
    hands: Sequence[Sequence[Card]],
    *,
    leader: Seat,
    seats: Sequence[Seat],
    rank: Ranking,
    law: JokerLaw = FREE,
    begun: Sequence[Card] = (),
    named: str | None = None,
    won: Sequence[Trick] = (),
    played: Played | None = None,
    after_trick: AfterTrick | None = None,
) -> Rules[tuple[Trick, ...]]:
    """Play tricks until the hands are empty; after each a note `trick WINNER 1` tells its taker.

    This serves hands with trumps too, in which the joker is just the highest of them.

    Args:
        hands: the hand of every seat; copied.
        leader: who leads (or led) to the first trick.
        seats: the seats that take part, in turn order.
        rank: the order of the cards, made by `bower_ranking`.
        law: what binds a joker without a suit.
        begun: cards already played to the first trick, to enter in the middle.
        named: the suit that was named for a joker among them.
        won: tricks already finished, to enter in the middle.
        played: what happens after each card.
        after_trick: what happens after each trick, once it has been told.

    Returns:
        All tricks in order.
    """
    alone = rank.trump == JOKER
    return tricks(
        hands,
        leader=leader,
        seats=seats,
        rank=rank,
        follow=following(law, named) if alone else follow_suit,
        begun=begun,
        won=won,
        lead=partial(lead_joker, rank=rank, law=law, played=played) if alone else None,
        played=played,
        after_trick=after_trick,
    )


def joker_voids(
    cards: Sequence[tuple[Seat, Card]], trick_size: int, rank: Ranking, *, law: JokerLaw, named: str | None
) -> dict[Seat, set[str]]:
    """Return the suits in which seats failed to follow; the joker, while it is a suit of its own, is one of them.

    Args:
        cards: the cards played so far, in order, with the hands they came from.
        trick_size: the number of seats that take part.
        rank: the order of the cards.
        law: what binds the joker: where it is forced, whoever does not follow suit and plays another card lacks it.
        named: the suit that was named for the joker, if it was led.
    """
    found = voids(cards, trick_size, rank, {JOKER: named} if named else {})
    if law.forced and rank.trump == JOKER:
        for suits in found.values():
            suits.add(JOKER)
    return found
