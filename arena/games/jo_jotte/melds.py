"""Melds of Jo-Jotte: fours of a kind and sequences, and the dialogues that find out whose are higher."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from arena.games.jo_jotte.cards import NATURAL, ORDERS
from arena.games.jo_jotte.options import AUTO, Options
from arena.games.kernel import Ask, Card, Note, Rules, Seat, Show, Word
from arena.games.parts.cards import SUITS

Run: TypeAlias = tuple[Card, ...]
"""The cards of a sequence, from high to low."""
FOURS, SEQUENCES = "fours", "sequences"
"""The classes of melds, which are also the kinds of the questions."""
NONE, GOOD, NO_GOOD, HOW_HIGH = "none", "good", "no-good", "how-high"
TRUMP = "trump"
"""Announces that trump decides between two sequences."""
SHORTEST = 3
"""The least length of a sequence (JJ-14)."""
FOUR: Final = 100
"""The points of a four of a kind (JJ-13)."""
MELD_WORDS: Final = {
    FOURS: (NONE, *(f"four-{rank}" for rank in NATURAL), GOOD, NO_GOOD),
    SEQUENCES: (NONE, *(f"seq-{length}" for length in range(SHORTEST, len(NATURAL) + 1)), GOOD, NO_GOOD, HOW_HIGH),
    "show": ("waive", "show"),
}
"""Every word of the dialogues about melds, by the kind of the question."""


def fours(hand: Sequence[Card], trump: str) -> list[str]:
    """Return the ranks of which a hand has all four cards, the highest first (JJ-13)."""
    ranks = [card[0] for card in hand]
    return [rank for rank in ORDERS[trump] if ranks.count(rank) == len(SUITS)]


def runs(hand: Sequence[Card], trump: str) -> list[Run]:
    """Return the sequences of a hand, each as long as it gets, the best first; equals in the order of their suits."""
    found: list[Run] = []
    for suit in SUITS:
        ranks = [card[0] for card in hand if card[-1] == suit]
        if len(ranks) < SHORTEST:
            continue
        held = "".join([rank if rank in ranks else " " for rank in NATURAL]).split()
        found += [tuple([rank + suit for rank in run]) for run in held if len(run) >= SHORTEST]
    return sorted(found, key=lambda run: place(run, trump))


def place(run: Run, trump: str) -> tuple[int, int, bool]:
    """Return the place of a sequence among others, lower is better: by length, highest card, trump (JJ-15)."""
    return -len(run), NATURAL.index(run[0][0]), run[0][-1] != trump


def run_points(run: Run) -> int:
    """Return the points of a sequence (JJ-14)."""
    return {3: 20, 4: 40}.get(len(run), 50)


class Melds(NamedTuple):
    """The melds of a hand, of each class the best first."""

    fours: list[str]
    runs: list[Run]


def melds(hand: Sequence[Card], trump: str) -> Melds:
    """Return the melds of a hand under a trump suit, or at no trump (`NT`)."""
    return Melds(fours(hand, trump), runs(hand, trump))


def declare(o: Options, declarer: Seat, held: Sequence[Melds], trump: str) -> Rules[tuple[int, ...]]:
    """Let both players declare fours, then sequences; return the points of each seat (JJ-16 to JJ-23).

    Args:
        o: the options.
        declarer: the declarer; the other player speaks first.
        held: the melds of each seat.
        trump: the trump suit, or `NT`.
    """
    points = [0, 0]
    claims = [[f"four-{rank}" for rank in its.fours[:1]] for its in held]
    best = yield from compare(o, FOURS, declarer, claims, partial(answer_four, o, declarer, held, trump))
    if best is not None:
        ranks = held[best].fours
        cards = tuple([ranks[0] + suit for suit in SUITS])
        points[best] += yield from enter(o, FOURS, best, FOUR * len(ranks), cards)
    claims = [[f"seq-{len(run)}" for run in its.runs[:1]] for its in held]
    best = yield from compare(o, SEQUENCES, declarer, claims, partial(answer_run, o, declarer, held, trump))
    if best is not None:
        found = held[best].runs
        points[best] += yield from enter(o, SEQUENCES, best, sum(map(run_points, found)), found[0])
    return tuple(points)


def say(o: Options, seat: Seat, kind: str, *words: Word) -> Rules[Word]:
    """Ask a seat for one of these words; or, without questions, announce the last one, which is the best (`melds`)."""
    if o.melds == AUTO:
        yield Note(kind, (seat, words[-1]))
        return words[-1]
    return (yield Ask(seat, kind, words))


def compare(
    o: Options, kind: str, declarer: Seat, claims: Sequence[Sequence[Word]], answer: Callable[[], Rules[bool]]
) -> Rules[Seat | None]:
    """Find out whose combination stands as the highest; None if nobody declares one (JJ-16, JJ-17, JJ-19, JJ-20).

    Args:
        o: the options.
        kind: the class of melds.
        declarer: the declarer.
        claims: the word with which each seat can declare its highest; none if it has nothing.
        answer: lets the declarer answer to the defender's claim; returns whether the declarer's is higher.
    """
    defender = 1 - declarer
    if (yield from say(o, defender, kind, NONE, *claims[defender])) != NONE:
        return declarer if (yield from answer()) else defender
    return None if (yield from say(o, declarer, kind, NONE, *claims[declarer])) == NONE else declarer


def answer_four(o: Options, declarer: Seat, held: Sequence[Melds], trump: str) -> Rules[bool]:
    """Let the declarer answer to a four of a kind; return whether its own is higher (JJ-17)."""
    order, theirs = ORDERS[trump], held[1 - declarer].fours[0]
    higher = [rank for rank in held[declarer].fours[:1] if order.index(rank) < order.index(theirs)]
    if (yield from say(o, declarer, FOURS, GOOD, *[NO_GOOD for _ in higher])) == GOOD:
        return False
    yield Note("four", (declarer, *higher))
    return True


def answer_run(o: Options, declarer: Seat, held: Sequence[Melds], trump: str) -> Rules[bool]:
    """Let the declarer answer to a sequence, or ask how high it is; return whether its own is better (JJ-20, 21)."""
    theirs = held[1 - declarer].runs[0]
    own = [run for run in held[declarer].runs[:1] if len(run) >= len(theirs)]
    longer = [run for run in own if len(run) > len(theirs)]
    word = yield from say(o, declarer, SEQUENCES, GOOD, *[NO_GOOD if longer else HOW_HIGH for _ in own])
    if word == NO_GOOD:
        yield Note("sequence", (declarer, len(own[0])))
    if word != HOW_HIGH:
        return word == NO_GOOD
    yield Note("sequence", (1 - declarer, len(theirs), theirs[0][0]))
    better = place(own[0], trump) < place(theirs, trump)
    if (yield from say(o, declarer, SEQUENCES, GOOD, *[NO_GOOD] * better)) == GOOD:
        return False
    decided = [TRUMP] if own[0][0][0] == theirs[0][0] else []
    yield Note("sequence", (declarer, len(theirs), own[0][0][0], *decided))
    return True


def enter(o: Options, kind: str, seat: Seat, points: int, best: Sequence[Card]) -> Rules[int]:
    """Announce the points of a class; the other player may ask to see the highest combination (JJ-22, JJ-23)."""
    yield Note("meld", (seat, kind, points))
    if o.melds == AUTO or (yield Ask(1 - seat, "show", ("waive", "show"))) == "show":
        yield Show((0, 1), "meld", seat, tuple(best))
    return points
