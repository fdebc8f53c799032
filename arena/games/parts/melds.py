"""Melds: fours of a kind and sequences, and the dialogue that finds out which of two players has the higher one.

All classes of melds are declared in the same dialogue. The height of a meld has parts, of which the first counts most.
A four of a kind has only its rank; a sequence has its length, its highest card, and whether it is in trumps. The
players tell no more parts than it takes to see which meld is higher.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat, Show, Word, made
from arena.games.parts.cards import SUITS
from arena.games.parts.races import added, for_one

NONE, GOOD, NO_GOOD, HOW_HIGH = "none", "good", "no-good", "how-high"
"""What is said in the dialogue, besides claims: there is none; yours is higher; mine is; how high is yours?"""
SHOW: Final = ("waive", "show")
"""Whether the other player wants to see the meld that stands."""
SHORTEST: Final = 3
"""The least length of a sequence (JJ-14)."""


class Meld(NamedTuple):
    """A four of a kind or a sequence.

    Args:
        height: the parts of its height; a meld is higher than another of its class if this is greater.
        told: the words that tell these parts.
        points: its points.
        cards: its cards, from high to low.
    """

    height: tuple[int, ...]
    told: tuple[str | int, ...]
    points: int
    cards: tuple[Card, ...]


class Kind(NamedTuple):
    """A class of melds.

    Args:
        name: its name, which is also the kind of its questions.
        claim: the word that claims one, before the first part of its height.
        firsts: what this first part may be.
        parts: how many parts the height has.
        note: the kind of the notes that tell more of it.
        find: returns those of a hand under a trump, the highest first.
    """

    name: str
    claim: str
    firsts: Sequence[str | int]
    parts: int
    note: str
    find: Callable[[Collection[Card], str], list[Meld]]


def every_answer(kinds: Sequence[Kind]) -> dict[str, tuple[Word, ...]]:
    """Return every answer that may be given about melds, by the kind of the question."""
    answers: dict[str, tuple[Word, ...]] = {}
    for kind in kinds:
        claims = [f"{kind.claim}-{first}" for first in kind.firsts]
        answers[kind.name] = (NONE, *claims, GOOD, NO_GOOD, *([HOW_HIGH] if kind.parts > 1 else []))
    return answers | {"show": SHOW}


def fours(hand: Collection[Card], trump: str, *, orders: Mapping[str, str], points: int) -> list[Meld]:
    """Return the fours of a kind in a hand, the highest first (JJ-13).

    Args:
        hand: the cards.
        trump: the trump suit, or `NT`.
        orders: for each trump, the ranks from high to low.
        points: the points of each.
    """
    ranks = "".join([card[0] for card in hand])
    return [
        Meld((-place,), (rank,), points, tuple([rank + suit for suit in SUITS]))
        for place, rank in enumerate(orders[trump])
        if ranks.count(rank) == len(SUITS)
    ]


def runs(hand: Collection[Card], trump: str, *, order: str, points: Sequence[int]) -> list[Meld]:
    """Return the sequences of a hand, each as long as it gets, the highest first; equals in suit order (JJ-14, JJ-15).

    Args:
        hand: the cards.
        trump: the trump suit, or `NT`.
        order: the ranks, from high to low.
        points: the points of a sequence by its length, from 0 to all ranks.
    """
    found = []
    held = dict.fromkeys(SUITS, "")
    for card in hand:
        held[card[-1]] += card[0]
    for suit, ranks in held.items():
        if len(ranks) < SHORTEST:
            continue
        for run in "".join([rank if rank in ranks else " " for rank in order]).split():
            if (size := len(run)) >= SHORTEST:
                height, told = (size, -order.index(run[0]), int(suit == trump)), (size, run[0], "trump")
                found.append(Meld(height, told, points[size], tuple([rank + suit for rank in run])))
    return sorted(found, key=lambda meld: meld.height, reverse=True)


def declare(
    kinds: Sequence[Kind], last: Seat, hands: Sequence[Collection[Card]], trump: str, *, ask: bool = True
) -> Rules[tuple[int, ...]]:
    """Let two players declare their melds, one class after the other; return the points of each (JJ-16 to JJ-23).

    Args:
        kinds: the classes, in order.
        last: the seat that speaks last, 0 or 1.
        hands: the hand of each seat.
        trump: the trump suit, or `NT`.
        ask: False if there are no questions: then the best answers are announced, and what stands is shown.
    """
    points: tuple[int, ...] = (0, 0)
    for kind in kinds:
        held = [kind.find(hand, trump) for hand in hands]
        points = added(points, (yield from declare_kind(kind, last, held, ask=ask)))
    return points


def declare_kind(kind: Kind, last: Seat, held: Sequence[Sequence[Meld]], *, ask: bool = True) -> Rules[tuple[int, ...]]:
    """Let two players declare melds of a class; return the points of each (JJ-16 to JJ-23).

    The highest meld stands, and its player scores all melds of the class. The other player may ask to see it.

    Args:
        kind: the class.
        last: the seat that speaks last, 0 or 1.
        held: the melds of that class that each seat has.
        ask: False if there are no questions.
    """
    best = yield from compare(kind, last, held, ask=ask)
    if best is None:
        return (0, 0)
    points = sum([meld.points for meld in held[best]])
    yield Note("meld", (best, kind.name, points))
    if not ask or (yield Ask(1 - best, "show", SHOW)) == "show":
        yield Show((0, 1), "meld", best, held[best][0].cards)
    return for_one(best, points)


def compare(kind: Kind, last: Seat, held: Sequence[Sequence[Meld]], *, ask: bool) -> Rules[Seat | None]:
    """Find out whose meld of a class stands as the highest; None if nobody declares one (JJ-16 to JJ-21).

    The arguments are those of `declare_kind`.
    """
    first, own = 1 - last, held[last][:1]
    none = [(NONE, *[f"{kind.claim}-{meld.told[0]}" for meld in melds[:1]]) for melds in held]
    if (yield from say(kind, first, none[first], ask=ask)) == NONE:
        return None if (yield from say(kind, last, none[last], ask=ask)) == NONE else last
    theirs = held[first][0]
    above = [NO_GOOD for meld in own if meld.height[0] > theirs.height[0]]
    equal = [HOW_HIGH for meld in own if meld.height[0] == theirs.height[0]]
    word = yield from say(kind, last, (GOOD, *above, *equal), ask=ask)
    if word == HOW_HIGH:
        yield Note(kind.note, (first, *theirs.told[:2]))
        higher = [NO_GOOD for meld in own if meld.height > theirs.height]
        word = yield from say(kind, last, (GOOD, *higher), ask=ask)
    if word == GOOD:
        return first
    same = [mine == other for mine, other in zip(own[0].height, theirs.height, strict=True)]
    yield Note(kind.note, (last, *own[0].told[: same.index(False) + 1]))
    return last


def say(kind: Kind, seat: Seat, words: tuple[Word, ...], *, ask: bool) -> Rules[Word]:
    """Ask a seat for one of these words; or, without questions, announce the last one, which is the best."""
    if ask:
        return (yield made(Ask, (seat, kind.name, words, "all", None, None)))
    yield Note(kind.name, (seat, words[-1]))
    return words[-1]
