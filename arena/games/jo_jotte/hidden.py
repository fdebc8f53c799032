"""What a player knows about the other hand in Jo-Jotte (JJ-43).

What was said about melds is heard by saying it again: the rules hold the dialogue with all melds that the other player
may have, and those with which it comes to the same words are left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, partial
from itertools import chain, product, takewhile
from typing import Final, NamedTuple, TypeAlias

from arena.games.hidden.cases import Case
from arena.games.hidden.filling import CardSet, Slot, cards_of
from arena.games.hidden.moves import Played
from arena.games.hidden.whereabouts import Whereabouts
from arena.games.jo_jotte.cards import KINDS, NATURAL, PACK, RANKINGS
from arena.games.jo_jotte.options import AUTO, Options
from arena.games.kernel import Card, Did, Event, IllegalWord, Note, Plan, Sampler, Seat, Show, View
from arena.games.kernel.position import Position
from arena.games.parts.cards import SUITS
from arena.games.parts.duties import trump_and_beat_trumps
from arena.games.parts.melds import SHORTEST, Kind, Meld, declare_kind
from arena.games.parts.tricks import NO_TRUMP

DEALT: Final = 9
"""The cards of a hand."""
Melds: TypeAlias = tuple[Meld, ...]
"""All melds of a class in a hand, the highest first."""


def hidden(view: View, where: Plan) -> Sampler:
    """Return the sampler of the other hand and the undealt cards, given the plays, what was declared, and Jo."""
    known = Whereabouts(view, PACK, where)
    facts, other = known.facts, 1 - view.seat
    trump = facts.word("trump") or NO_TRUMP
    known.tricks(RANKINGS[trump], 2, duty=trump_and_beat_trumps)
    jo = (other,) in facts.notes.get("jo", ())
    known.word(other, "jo", "jo" if jo else "silent")
    if view.options.jo_call == AUTO and not jo and Played(other, f"K{trump}") in known.plays:
        known.lacks(other, [f"Q{trump}"])
    add_melds(known, view, trump)
    return known.sampler()


def add_melds(known: Whereabouts, view: View, trump: str) -> None:
    """Add which melds the other player may have: as cases where few hands have such melds, else as a test."""
    o, other, of = view.options, 1 - view.seat, known.cards.of
    declarer = int((known.facts.notes.get("contract") or [(0,)])[0][0])
    shown = [event.cards for event in view.events if type(event) is Show and event.seats == (view.seat,)]
    held = known.lies_in(other) | of([card for seat, card in known.plays if seat == other])
    may = known.may_lie(other)
    needed: list[list[Melds]] = []
    for kind, told in declarations(view.events):
        mine = kind.find([*chain.from_iterable(shown)], trump)
        possible = [each for each in every(kind, trump) if not each.cards & ~(held | may) and not each.beside & held]
        some = list(together(possible))
        fits = partial(agrees, o, kind, declarer, told=told)
        agreed = dict.fromkeys(melds for melds in some if fits((mine, melds) if other else (melds, mine)))
        if len(agreed) < len(some):
            needed.append(least(agreed))
            known.dealt(other, partial(has_one_of, kind, trump, agreed))
    room, cases = known.unknown(other), []
    for melds in map(list, map(chain.from_iterable, product(*needed))):
        cards = of(chain.from_iterable([meld.cards for meld in melds]))
        barred = of(chain.from_iterable(map(beside, melds)))
        new = cards & ~held
        free = room - new.bit_count()
        if not barred & (cards | held) and free >= 0:
            cases.append(Case({other: [Slot(room - free, new), Slot(free, may & ~(cards | barred))]}))
    known.split(cases)


def declarations(events: Sequence[Event]) -> list[tuple[Kind, list[Event]]]:
    """Return each class of melds with what was told of it; no class before the choice to meld, or after a nullo."""
    begun = [number for number, event in enumerate(events) if type(event) is Did and event[1:3] == ("mode", "meld")]
    if not begun:
        return []
    first, second = KINDS
    told = list(takewhile(lambda event: named(event) != "play", events[begun[0] + 1 :]))
    of_first = list(takewhile(lambda event: named(event) != second.name, told))
    return [(first, of_first), (second, told[len(of_first) :])]


def named(event: Event) -> str:
    """Return the kind of a question or a note."""
    return event.kind if type(event) is Did or type(event) is Note else ""


def agrees(o: Options, kind: Kind, declarer: Seat, held: Sequence[Sequence[Meld]], told: Sequence[Event]) -> bool:
    """Return whether a dialogue about these melds of each seat comes to the same words."""
    dialogue = Position(o, partial(declare_kind, kind, declarer, held, ask=o.melds != AUTO))
    try:
        for event in told:
            if type(event) is Did:
                dialogue.play(str(event.word))
    except IllegalWord:
        return False
    return dialogue.log == told


class Placed(NamedTuple):
    """A meld; and as sets its cards, and the cards that would make it longer."""

    meld: Meld
    cards: CardSet
    beside: CardSet


@cache
def every(kind: Kind, trump: str) -> list[Placed]:
    """Return all melds of a class that there may be under a trump, the highest first."""
    spans = [NATURAL[at:end] for at in range(len(NATURAL)) for end in range(at + SHORTEST, len(NATURAL) + 1)]
    hands = [[rank + suit for rank in span] for suit in SUITS for span in spans]
    hands += [[rank + suit for suit in SUITS] for rank in NATURAL]
    of = cards_of(PACK).of
    melds = [meld for hand in hands for meld in kind.find(hand, trump)]
    placed = [Placed(meld, of(meld.cards), of(beside(meld))) for meld in melds]
    return sorted(placed, key=lambda each: each.meld.height, reverse=True)


def beside(meld: Meld) -> list[Card]:
    """Return the cards that would make a sequence longer; none for a four of a kind."""
    first, last = (NATURAL.index(meld.cards[at][0]) for at in (0, -1))
    suit = meld.cards[0][-1]
    return [NATURAL[at] + suit for at in (first - 1, last + 1) if last > first and 0 <= at < len(NATURAL)]


def together(melds: Sequence[Placed], held: CardSet = 0, barred: CardSet = 0) -> Iterator[Melds]:
    """Yield whatever melds of a class a hand may have, out of some melds, besides melds of these cards."""
    yield ()
    for at, (meld, cards, longer) in enumerate(melds, 1):
        if not cards & (held | barred) and not longer & held and (held | cards).bit_count() <= DEALT:
            for others in together(melds[at:], held | cards, barred | longer):
                yield (meld, *others)


def least(agreed: Collection[Melds]) -> list[Melds]:
    """Return melds of which each hand whose melds are among those agreed has just one; `()` if there are none such."""
    smallest = [melds for melds in agreed if not any({*other} < {*melds} for other in agreed)]
    if any(sum([{*one} <= {*melds} for one in smallest]) > 1 for melds in agreed):
        return [()]
    return smallest


def has_one_of(kind: Kind, trump: str, agreed: Collection[Melds], hand: Sequence[Card]) -> bool:
    """Return whether the melds of a hand are among those agreed."""
    return tuple(kind.find(hand, trump)) in agreed
