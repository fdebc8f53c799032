"""What a seat knows about the cards in Two Hundred (TH-81, TH-82)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from arena.games.hidden.cases import Case, divisions
from arena.games.hidden.filling import CardSet, Slot, cards_of
from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import Card, Place, Sampler, Seat, View
from arena.games.parts.cards import SUITS
from arena.games.parts.kitty import KITTY
from arena.games.two_hundred.dealing import LOW, dealing, pack_for
from arena.games.two_hundred.kitty import FREELY, GRADES, LEAD, RANKINGS, discard_class, is_shown
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import lineup
from arena.games.two_hundred.stacks import uncovered


def hidden(view: View) -> Sampler:
    """Return the sampler of the hands and the discards that the seat has not seen.

    Each card of a stack has a place of its own. The contractor does not hold the card that he called (TH-42).
    """
    o, who, stacks = view.options, lineup(view.options, view.standing), uncovered(view.events)
    where: list[Place] = list(dealing(o, who.seats))
    for seat in stacks:
        at = [number for number, place in enumerate(where) if place == seat]
        for height, number in enumerate(at):
            where[number] = f"{seat} stack {height}"
    known = Whereabouts(view, pack_for(o), tuple(where), frozenset(stacks))
    for seat, cards in stacks.items():
        for height, card in enumerate(cards):
            known.lie(f"{seat} stack {height}", () if card is None else (card,))
    known.misdeal(who.bidders, LOW)
    known.tricks(RANKINGS[SUITS[0]], len(who.seats))
    if (contract := known.facts.last("contract")) is not None:
        contractor = int(contract[0])
        known.lacks(contractor, [str(did.word) for did in known.said("call")])
        if contractor != view.seat and known.said("discard"):
            trump = known.facts.word("trump") or LEAD
            known.laid_in_order(sorted_pack(o, trump, known.cards.pack).grades.__getitem__)
            known.split(list(discard_cases(o, known, contractor, trump)))
    return known.sampler()


class Sorted(NamedTuple):
    """The class of each card; and sets of cards: per class, per class and higher, shown if discarded, with points."""

    grades: Mapping[Card, int]
    classes: tuple[CardSet, ...]
    least: tuple[CardSet, ...]
    shown: CardSet
    points: CardSet


@cache
def sorted_pack(o: Options, trump: str, pack: tuple[Card, ...]) -> Sorted:
    """Sort the pack by the rules of discards (TH-34 to TH-36)."""
    cards = cards_of(pack)
    grades = {card: discard_class(o, card, trump) for card in cards.pack}
    return Sorted(
        grades,
        tuple(cards.of([card for card in cards.pack if grades[card] == grade]) for grade in GRADES),
        tuple(cards.of([card for card in cards.pack if grades[card] >= grade]) for grade in GRADES),
        cards.of([card for card in cards.pack if is_shown(o, card, trump)]),
        cards.of([card for card in cards.pack if worth([card])]),
    )


def discard_cases(o: Options, known: Whereabouts, contractor: Seat, trump: str) -> Iterator[Case]:
    """Yield the cases of the unseen discard of another contractor; no discard fits two of them.

    All seats know that discards come from the lowest class first (TH-34), which cards would have been shown by now
    (TH-36), and, if it was announced, whether the discard has points (TH-35).
    """
    said, opened, pack = (
        known.facts.word("discard-points"),
        known.laid_aside(contractor),
        sorted_pack(o, trump, known.cards.pack),
    )
    unseen = known.may_lie(KITTY)
    if len(known.said("discard")) == o.kitty and trump != LEAD:
        unseen &= ~pack.shown
    parts = (0, -1) if said is None else (~pack.points, pack.points)  # without an announcement, points say nothing
    kinds = [
        (grade, number == 1, unseen & cards & part)
        for grade, cards in enumerate(pack.classes)
        for number, part in enumerate(parts)
        if unseen & cards & part
    ]
    least = max([FREELY, *(pack.grades[card] for card in opened)])
    for counts in divisions(known.unknown(KITTY), len(kinds)):
        used = [kind for kind, count in zip(kinds, counts, strict=True) if count]
        points = worth(opened) > 0 or any(has_points for _, has_points, _ in used)
        if said in {None, "yes" if points else "no"}:
            lowest = max([least, *(grade for grade, _, _ in used)])
            slots: dict[Place, Sequence[Slot]] = {
                KITTY: [Slot(count, cards) for count, (_, _, cards) in zip(counts, kinds, strict=True)]
            }
            yield Case(slots, {contractor: pack.least[lowest]} if lowest > FREELY else {})
