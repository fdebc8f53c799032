"""The cards of a study: those it gives to hands and other places, and the rest drawn at random."""

# Not compiled: setting up a deal need not be fast.

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from arena.games.kernel import Card, Chance, Place, Plan, Seat
from arena.games.parts.cards import printed_suit
from arena.games.study.problems import seat_of, table_of, words_of

PACK: Final = "pack"
"""The draw that deals the cards."""


def read_cards(
    study: Mapping[str, Any], pack: tuple[Card, ...], where: Plan, chance: Chance, problems: list[str]
) -> tuple[Card, ...]:
    """Return a shuffled pack that deals every place the cards that the study gives to it.

    Args:
        study: the study.
        pack: all cards.
        where: the place of each card of the shuffled pack.
        chance: draws the cards that the study leaves open.
        problems: errors are appended to it.
    """
    left, room = Counter(pack), Counter(where)
    lies: dict[Card, str] = {}
    given: dict[Place, list[Card]] = {}
    for key, place, value in _places(study, where, problems):
        cards = words_of(key, value, problems)
        for card in cards:
            if left[card] > 0:
                left[card] -= 1
                lies[card] = key
                given.setdefault(place, []).append(card)
            elif card in lies:
                problems.append(f"{key}: {card} is in {lies[card]} already; leave it out of one of them")
            else:
                problems.append(f"{key}: {card} is not in the pack, which has {_by_suit(pack)}")
        if len(cards) > room[place]:
            problems.append(f"{key}: {len(cards)} cards are too many; {room[place]} go there")
    if problems:
        return pack
    rest = iter(chance(PACK, tuple(left.elements())))
    lying = {place: iter(cards) for place, cards in given.items()}
    return tuple(next(lying.get(place, rest), None) or next(rest) for place in where)


def read_draws(study: Mapping[str, Any], problems: list[str]) -> dict[str, list[Card]]:
    """Return the first cards of the draws that the study gives, by name."""
    given = table_of(study, "draws", 'cut = "4H"', problems)
    return {str(name): words_of(f"draws.{name}", cards, problems) for name, cards in given.items()}


def other_places(where: Plan) -> list[str]:
    """Return the places of a plan that are not seats."""
    return [place for place in dict.fromkeys(where) if isinstance(place, str)]


def _places(study: Mapping[str, Any], where: Plan, problems: list[str]) -> Iterator[tuple[str, Place, object]]:
    """Yield each place that the study gives cards to: its key, the place, and the value."""
    seats = sorted({place for place in where if isinstance(place, int)})
    seen: set[Seat] = set()
    for name, value in table_of(study, "hands", '0 = "AS KS"', problems).items():
        seat = seat_of(name, 1 + max(seats))
        if seat in seats and seat not in seen:
            seen.add(seat)
            yield f"hands.{name}", seat, value
        else:
            why = "is there twice" if seat in seen else f"no cards are dealt there; there are {_listed(seats)}"
            problems.append(f"hands.{name}: {why}")
    yield from ((place, place, study[place]) for place in other_places(where) if place in study)


def _listed(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))


def _by_suit(pack: Sequence[Card]) -> str:
    """Return the cards of a pack as text for people: `S AKQJ, H AKQJ, JK`."""
    ranks: dict[str, str] = {}
    for card in pack:
        if suit := printed_suit(card):
            ranks[suit] = ranks.get(suit, "") + card[:-1]
    others = [card for card in pack if not printed_suit(card)]
    return ", ".join([*(f"{suit} {its}" for suit, its in ranks.items()), *others])


def dealt_to(cards: Sequence[Card], where: Plan) -> dict[Place, Sequence[Card]]:
    """Return the cards that the shuffled pack deals to each place, in the order dealt."""
    found: dict[Place, list[Card]] = {}
    for place, card in zip(where, cards, strict=True):
        found.setdefault(place, []).append(card)
    return dict[Place, Sequence[Card]](found)


def written_cards(cards: Mapping[Place, Sequence[Card]]) -> dict[str, Any]:
    """Return the cards of all places in the form of a study."""
    hands = {str(place): " ".join(cards[place]) for place in sorted(p for p in cards if isinstance(p, int))}
    return {place: " ".join(its) for place, its in cards.items() if isinstance(place, str)} | {"hands": hands}
