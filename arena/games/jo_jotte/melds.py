"""Melds of Jo-Jotte: fours of a kind and sequences, and the dialogue that finds out whose are higher.

Both classes of melds are declared in the same dialogue. The height of a meld has parts, of which the first counts most.
A four of a kind has only its rank; a sequence has its length, its highest card, and whether it is in trumps. The
players tell no more parts than it takes to see which meld is higher.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from arena.games.jo_jotte.cards import NATURAL, ORDERS
from arena.games.jo_jotte.options import AUTO, Options
from arena.games.kernel import Ask, Card, Note, Rules, Seat, Show, Word
from arena.games.parts.cards import SUITS
from arena.games.parts.races import for_one

NONE, GOOD, NO_GOOD, HOW_HIGH = "none", "good", "no-good", "how-high"
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


def fours(hand: Collection[Card], trump: str) -> list[Meld]:
    """Return the fours of a kind in a hand, the highest first: 100 points each (JJ-13)."""
    ranks = "".join([card[0] for card in hand])
    return [
        Meld((-place,), (rank,), 100, tuple([rank + suit for suit in SUITS]))
        for place, rank in enumerate(ORDERS[trump])
        if ranks.count(rank) == len(SUITS)
    ]


def runs(hand: Collection[Card], trump: str) -> list[Meld]:
    """Return the sequences of a hand, each as long as it gets, the highest first (JJ-14, JJ-15).

    Equal ones come in the order of their suits.
    """
    found = []
    for suit in SUITS:
        ranks = {card[0] for card in hand if card[-1] == suit}
        if len(ranks) >= SHORTEST:
            held = "".join([rank if rank in ranks else " " for rank in NATURAL])
            found += [sequence(run, suit, trump) for run in held.split() if len(run) >= SHORTEST]
    return sorted(found, key=lambda meld: meld.height, reverse=True)


def sequence(ranks: str, suit: str, trump: str) -> Meld:
    """Return the sequence of these ranks in a suit: 20 points for three cards, 40 for four, 50 for more (JJ-14)."""
    size, top = len(ranks), ranks[0]
    height = (size, -NATURAL.index(top), int(suit == trump))
    return Meld(height, (size, top, "trump"), {3: 20, 4: 40}.get(size, 50), tuple([rank + suit for rank in ranks]))


class Kind(NamedTuple):
    """A class of melds.

    Args:
        name: its name, which is also the kind of its questions.
        claim: the word that claims one, before its height.
        note: the kind of the notes that tell more of the height.
        find: returns those of a hand under a trump, the highest first.
    """

    name: str
    claim: str
    note: str
    find: Callable[[Collection[Card], str], list[Meld]]


KINDS: Final = (Kind("fours", "four", "four", fours), Kind("sequences", "seq", "sequence", runs))
MELD_WORDS: Final = {
    "fours": (NONE, *(f"four-{rank}" for rank in NATURAL), GOOD, NO_GOOD),
    "sequences": (NONE, *(f"seq-{length}" for length in range(SHORTEST, len(NATURAL) + 1)), GOOD, NO_GOOD, HOW_HIGH),
    "show": ("waive", "show"),
}
"""Every word of the dialogues about melds, by the kind of the question."""


def declare(o: Options, kind: Kind, declarer: Seat, held: Sequence[Sequence[Meld]]) -> Rules[tuple[int, ...]]:
    """Let both players declare melds of a class; return the points of each seat (JJ-16 to JJ-23).

    Args:
        o: the options.
        kind: the class.
        declarer: the declarer; the other player speaks first.
        held: the melds of that class that each seat has.
    """
    best = yield from compare(o, kind, declarer, held)
    if best is None:
        return (0, 0)
    points = sum([meld.points for meld in held[best]])
    yield Note("meld", (best, kind.name, points))
    if o.melds == AUTO or (yield Ask(1 - best, "show", ("waive", "show"))) == "show":
        yield Show((0, 1), "meld", best, held[best][0].cards)
    return for_one(best, points)


def compare(o: Options, kind: Kind, declarer: Seat, held: Sequence[Sequence[Meld]]) -> Rules[Seat | None]:
    """Find out whose meld of a class stands as the highest; None if nobody declares one (JJ-16 to JJ-21).

    Args:
        o: the options.
        kind: the class.
        declarer: the declarer.
        held: the melds of that class that each seat has.
    """
    defender, own = 1 - declarer, held[declarer][:1]
    if (yield from claim(o, kind, defender, held[defender])) == NONE:
        return None if (yield from claim(o, kind, declarer, held[declarer])) == NONE else declarer
    theirs = held[defender][0]
    longer = [NO_GOOD for meld in own if meld.height[0] > theirs.height[0]]
    equal = [HOW_HIGH for meld in own if meld.height[0] == theirs.height[0]]
    word = yield from say(o, kind, declarer, GOOD, *longer, *equal)
    if word == HOW_HIGH:
        yield Note(kind.note, (defender, *theirs.told[:2]))
        word = yield from say(o, kind, declarer, GOOD, *[NO_GOOD for meld in own if meld.height > theirs.height])
    if word == GOOD:
        return defender
    same = [mine == other for mine, other in zip(own[0].height, theirs.height, strict=True)]
    yield Note(kind.note, (declarer, *own[0].told[: same.index(False) + 1]))
    return declarer


def claim(o: Options, kind: Kind, seat: Seat, held: Sequence[Meld]) -> Rules[Word]:
    """Let a seat declare its highest meld of a class, if it has one (JJ-16, JJ-19)."""
    return say(o, kind, seat, NONE, *[f"{kind.claim}-{meld.told[0]}" for meld in held[:1]])


def say(o: Options, kind: Kind, seat: Seat, *words: Word) -> Rules[Word]:
    """Ask a seat for one of these words; or, without questions, announce the last one, which is the best (`melds`)."""
    if o.melds == AUTO:
        yield Note(kind.name, (seat, words[-1]))
        return words[-1]
    return (yield Ask(seat, kind.name, words))
