"""What a player knows about the other hand in Jo-Jotte (JJ-43)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product, takewhile
from typing import Any, Final

from arena.games.hidden.cases import Case
from arena.games.hidden.filling import Slot
from arena.games.hidden.moves import Played
from arena.games.hidden.whereabouts import Whereabouts
from arena.games.jo_jotte.cards import NATURAL, PACK, RANKINGS
from arena.games.jo_jotte.melds import (
    FOUR,
    FOURS,
    GOOD,
    HOW_HIGH,
    NONE,
    SEQUENCES,
    SHORTEST,
    Run,
    declare,
    melds,
    run_points,
)
from arena.games.jo_jotte.options import AUTO
from arena.games.kernel import Ask, Card, Did, Event, Plan, Sampler, Seat, Show, View
from arena.games.parts.cards import SUITS
from arena.games.parts.duties import trump_and_beat_trumps
from arena.games.parts.tricks import NO_TRUMP

LONG = 5
"""A hand has at most one sequence of this length."""
SPANS: Final = [(at, end) for at in range(len(NATURAL)) for end in range(at + SHORTEST, len(NATURAL) + 1)]
BESIDE: Final[dict[Run, tuple[Card, ...]]] = {
    tuple([rank + suit for rank in NATURAL[at:end]]): tuple(
        [NATURAL[next_to] + suit for next_to in (at - 1, end) if 0 <= next_to < len(NATURAL)]
    )
    for suit in SUITS
    for at, end in SPANS
}
"""All sequences that there may be, each with the cards that would make it longer."""


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
    contract = facts.last("contract")
    if contract and tells(known, other, view.options.melds):
        add_melds(known, other)
        told, own = declarations(view.events), melds(dealt_to(view), trump)

        def test(hand: Sequence[Card]) -> bool:
            theirs = melds(hand, trump)
            held = (own, theirs) if other else (theirs, own)
            return happens(declare(view.options, int(contract[0]), held, trump).send, told)

        known.dealt(other, test)
    return known.sampler()


def tells(known: Whereabouts, other: Seat, how: str) -> bool:
    """Return whether the other player has said anything that not every hand may say."""
    said = [word for kind in (FOURS, SEQUENCES) for seat, word in spoken(known, kind) if seat == other]
    return bool(said) and (how == AUTO or not {NONE, GOOD}.issuperset(said))


def declarations(events: Sequence[Event]) -> list[Event]:
    """Return what was told from the choice to meld to the first card."""
    begun = [number for number, event in enumerate(events) if type(event) is Did and event[1:3] == ("mode", "meld")]
    after = events[begun[0] + 1 :] if begun else ()
    return list(takewhile(lambda event: type(event) is not Did or event.kind != "play", after))


def dealt_to(view: View) -> list[Card]:
    """Return the nine cards that a player was dealt: those that only this player was shown."""
    return [
        card for event in view.events if type(event) is Show and event.seats == (view.seat,) for card in event.cards
    ]


def happens(send: Callable[[Any], Any], told: Sequence[Event]) -> bool:
    """Return whether rules that have not begun tell these events, with the answers that are among them."""
    answer = None
    for event in told:
        try:
            next_one = send(answer)
        except StopIteration:
            return False
        answer = event.word if type(event) is Did else None
        if type(next_one) is Ask:
            if answer not in next_one.legal:
                return False
        elif next_one != event:
            return False
    return True


def spoken(known: Whereabouts, kind: str) -> list[tuple[Seat, str]]:
    """Return what the players said about a class of melds, whether they were asked or not."""
    noted = [(int(seat), str(word)) for seat, word in known.facts.notes.get(kind, ())]
    return [(did.seat, str(did.word)) for did in known.said(kind)] or noted


def add_melds(known: Whereabouts, other: Seat) -> None:
    """Add the cases of the melds that the other player may have, where hands with such melds are rare.

    No hand that passes the test fits two cases. All else that was said is left to that test.
    """
    of = known.cards.of
    held, may, room = known.lies_in(other), known.may_lie(other), known.unknown(other)
    held |= of([card for seat, card in known.plays if seat == other])
    runs = [run for run in BESIDE if not of(run) & ~(held | may) and not of(BESIDE[run]) & held]
    cases = []
    for four, some in product(fours_told(known, other), runs_told(known, other, runs)):
        cards = of([*four, *chain.from_iterable(some)])
        beside = of(chain.from_iterable([BESIDE[run] for run in some]))
        new = cards & ~held
        size = new.bit_count()
        if not beside & cards and not new & ~may and size <= room:
            cases.append(Case({other: [Slot(size, new), Slot(room - size, may & ~(cards | beside))]}))
    known.split(cases)


def fours_told(known: Whereabouts, other: Seat) -> list[list[Card]]:
    """Return the cards of the fours of a kind that the other player may have; of no card if it has declared none."""
    said = [word[-1] for seat, word in spoken(known, FOURS) if seat == other and word.startswith("four-")]
    told = said or [str(rank) for seat, rank in known.facts.notes.get("four", ()) if seat == other]
    if not told:
        return [[]]
    points = worth(known, other, FOURS)
    others = [rank for rank in NATURAL if rank != told[0]] if points > FOUR else [""]
    return [[rank + suit for rank in (told[0], *another) for suit in SUITS] for another in others]


def runs_told(known: Whereabouts, other: Seat, runs: Sequence[Run]) -> list[tuple[Run, ...]]:
    """Return the sequences that the other player may have; no sequence if too many hands have such sequences to list.

    They can be listed if their points are known, or if the longest one is too long to be one of two.

    Args:
        known: what is known.
        other: the other player.
        runs: all sequences that can be in that hand.
    """
    length, points = longest(known, other), worth(known, other, SEQUENCES)
    if points:
        return [some for some in sets(runs, points) if max(map(len, some)) == length]
    return [(run,) for run in runs if len(run) == length] if length >= LONG else [()]


def sets(runs: Sequence[Run], points: int) -> Iterator[tuple[Run, ...]]:
    """Yield all sets of some sequences that are worth so many points together."""
    if not points:
        yield ()
    for at, run in enumerate(runs):
        if run_points(run) <= points:
            yield from ((run, *others) for others in sets(runs[at + 1 :], points - run_points(run)))


def worth(known: Whereabouts, other: Seat, kind: str) -> int:
    """Return the points that the other player has scored in a class of melds; 0 if they are not known."""
    notes = known.facts.notes.get("meld", ())
    return sum([int(points) for seat, its, points in notes if (seat, its) == (other, kind)])


def longest(known: Whereabouts, other: Seat) -> int:
    """Return the length of the other player's longest sequence; 0 if it is not known."""
    told = [int(note[1]) for note in known.facts.notes.get("sequence", ()) if note[0] == other]
    said, claimed = spoken(known, SEQUENCES), 0
    for seat, word in said:
        if word.startswith("seq-"):
            claimed = int(word[-1])
        if seat == other and (word == HOW_HIGH or word.startswith("seq-")):
            told.append(claimed)
    return max(told, default=0)
