"""The joker in a hand without trumps: declared, led, followed; and tricks with it.

While no suit is declared for it, the joker is a suit of its own that beats all others (`bower_ranking`): nobody who can
follow suit may play it, and it wins whatever trick it is played to. Who leads it names the suit that the others follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import SUITS
from arena.games.parts.tricks import Duty, Happening, Hook, Playing, Ranking, Trick, ends, follow_suit, tricks

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


def forced_joker(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Follow suit; who cannot must play the joker (FH-56, AF-37)."""
    return (on.of(hand, on.led) or ((JOKER,) if JOKER in hand else hand)) if on.cards else hand


def restricted_lead(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Return what may be led: not the joker once all suits have been led, but for the last card (FH-55, AF-36)."""
    if JOKER in hand and not unled(on.won, on.rank):
        return [card for card in hand if card != JOKER] or hand
    return hand


def joker_duty(law: JokerLaw) -> Duty:
    """Return what may be played to a lead while the joker is a suit of its own."""
    return forced_joker if law.forced else follow_suit


def joker_leads(law: JokerLaw) -> Duty | None:
    """Return what may be led then; None for any card."""
    return restricted_lead if law.restricted else None


def name_suit(on: Playing, seat: Seat) -> Rules[bool] | None:
    """Ask who has led the joker for the suit that the others follow."""
    return _name(on, seat, tuple(SUITS)) if on.cards == _JOKER_LED else None


def name_unled(on: Playing, seat: Seat) -> Rules[bool] | None:
    """Ask for a suit that has not been led, if there is one left (FH-55, AF-36)."""
    return _name(on, seat, unled(on.won, on.rank)) if on.cards == _JOKER_LED else None


_JOKER_LED: Final = [JOKER]


def _name(on: Playing, seat: Seat, names: tuple[str, ...]) -> Rules[bool]:
    if names:
        on.named = yield Ask(seat, "name-suit", names)
    return False


def one_by_one(first: Hook, second: Hook) -> Hook:
    """Return the hook in which one thing happens after another."""
    return partial(_one_by_one, first, second)


def _one_by_one(first: Hook, second: Hook, on: Playing, seat: Seat) -> Rules[bool]:
    for hook in (first, second):
        if (happens := hook(on, seat)) is not None and (yield from ends(happens)):
            return True
    return False


def joker_tricks(
    hands: Sequence[Sequence[Card]],
    *,
    leader: Seat,
    seats: Sequence[Seat],
    rank: Ranking,
    law: JokerLaw = FREE,
    after: Hook | None = None,
    after_trick: Callable[[Playing], Happening] | None = None,
) -> Rules[tuple[Trick, ...]]:
    """Play tricks until the hands are empty; after each a note `trick WINNER 1` tells its taker.

    This serves hands with trumps too, in which the joker is just the highest of them.

    Args:
        hands: the hand of every seat; copied.
        leader: who leads to the first trick.
        seats: the seats that take part, in turn order.
        rank: the order of the cards, made by `bower_ranking`.
        law: what binds a joker without a suit.
        after: what happens after each card.
        after_trick: what happens after each trick, once it has been told.

    Returns:
        All tricks in order.
    """
    alone = rank.trump == JOKER
    names = name_unled if law.restricted else name_suit
    return tricks(
        hands,
        leader=leader,
        seats=seats,
        rank=rank,
        duty=joker_duty(law) if alone else follow_suit,
        leads=joker_leads(law) if alone else None,
        after=after if not alone else names if after is None else one_by_one(after, names),
        after_trick=after_trick,
    )
