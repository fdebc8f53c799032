"""The joker at no trump: its declaration, its lead, the duty of the others; and the rules of a hand with it.

Without a declared suit, the joker is a suit of its own that beats all others (`bower_ranking`): a seat that can follow
suit may not play it, and it wins every trick to which it is played. The seat that leads it names the suit to follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import SUITS
from arena.games.parts.tricks import Duty, HandRules, Happening, Hook, Playing, Ranking, Trick, follow_suit

NONE = "none"
"""The word for "no suit declared"."""


class JokerLaw(NamedTuple):
    """The house rules for a joker without a declared suit, at no trump.

    Args:
        restricted: only a suit that has not been led yet may be named for it; once all suits have been led, the joker
            may be led only as the last card (FH-55, AF-36).
        forced: a seat that holds it and cannot follow suit must play it (FH-56, AF-37).
    """

    restricted: bool = False
    forced: bool = False


FREE = JokerLaw()


def declare_joker(holder: Seat) -> Rules[str | None]:
    """Ask the holder of the joker to declare a suit for it; return the suit, or None for none.

    The question is secret. A note announces a declared suit; a refusal stays secret too. The ranking of the deal is
    then `bower_ranking(pack, "NT", suit)`.
    """
    suit = yield Ask(holder, "joker-suit", (*SUITS, NONE), told="nobody")
    if suit == NONE:
        return None
    yield Note("joker-suit", (suit,))
    return suit


def unled(won: Sequence[Trick], rank: Ranking) -> tuple[str, ...]:
    """Return the suits that were not led to any of these tricks."""
    led = {rank.suit[done.cards[0]] for done in won}
    return tuple([suit for suit in SUITS if suit not in led])


def forced_joker(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Follow suit if able, else play the joker if held (FH-56, AF-37)."""
    return (on.of(hand, on.led) or ((JOKER,) if JOKER in hand else hand)) if on.cards else hand


def restricted_lead(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Return the legal leads: once all suits have been led, the joker only as the last card (FH-55, AF-36)."""
    if JOKER in hand and not unled(on.won, on.rank):
        return [card for card in hand if card != JOKER] or hand
    return hand


def joker_duty(law: JokerLaw) -> Duty:
    """Return the duty of followers while the joker is a suit of its own."""
    return forced_joker if law.forced else follow_suit


def joker_leads(law: JokerLaw) -> Duty | None:
    """Return the duty of the leader while the joker is a suit of its own; None if any card may be led."""
    return restricted_lead if law.restricted else None


def name_suit(on: Playing, seat: Seat) -> Rules[bool] | None:
    """If the joker was led, ask its leader for the suit that the others must follow."""
    return _name(on, seat, tuple(SUITS)) if on.cards == _JOKER_LED else None


def name_unled(on: Playing, seat: Seat) -> Rules[bool] | None:
    """If the joker was led, ask its leader for a suit that has not been led, if one is left (FH-55, AF-36)."""
    return _name(on, seat, unled(on.won, on.rank)) if on.cards == _JOKER_LED else None


_JOKER_LED: Final = [JOKER]


def _name(on: Playing, seat: Seat, names: tuple[str, ...]) -> Rules[bool]:
    if names:
        on.named = yield Ask(seat, "name-suit", names)
    return False


def one_by_one(first: Hook, second: Hook) -> Hook:
    """Return a hook that runs two hooks in order."""
    return partial(_one_by_one, first, second)


def _one_by_one(first: Hook, second: Hook, on: Playing, seat: Seat) -> Rules[bool]:
    for hook in (first, second):
        if (happens := hook(on, seat)) and (happens is True or (yield from happens)):
            return True
    return False


def joker_rules(
    seats: Sequence[Seat],
    rank: Ranking,
    law: JokerLaw = FREE,
    *,
    after: Hook | None = None,
    after_trick: Callable[[Playing], Happening] | None = None,
) -> HandRules:
    """Return the rules of a hand with a joker. If there are trumps, the joker is just the highest one.

    Args:
        seats: the seats that take part, in turn order.
        rank: the order of the cards, made by `bower_ranking`.
        law: the house rules for a joker without a suit.
        after: a hook after each card.
        after_trick: a hook after the note of each trick.
    """
    if rank.trump != JOKER:
        return HandRules(seats, rank, after=after, after_trick=after_trick)
    names = name_unled if law.restricted else name_suit
    return HandRules(
        seats,
        rank,
        duty=joker_duty(law),
        leads=joker_leads(law),
        after=names if after is None else one_by_one(after, names),
        after_trick=after_trick,
    )
