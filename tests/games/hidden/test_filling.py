"""Filling places with unseen cards, against all placings one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.hidden.filling import Filling, Slot, cards_of, filling, filling_one_of, shuffled
from arena.games.kernel import Card
from arena.games.parts.cards import pack

PACK = pack("AKQ", "SH")
CARDS = cards_of(PACK)
Placing = tuple[frozenset[Card], ...]


def but(cards: str = "") -> int:
    """All cards of the pack but these."""
    return CARDS.all & ~CARDS.of(cards.split())


def all_placings(slots: Sequence[Slot], cards: Sequence[Card]) -> set[Placing]:
    """Every placing that the slots allow, from all orders of the cards."""
    allowed = [CARDS.listed(slot.cards) for slot in slots]
    found = set()
    for order in permutations(cards):
        rest, placing = list(order), []
        for slot in slots:
            placing.append(frozenset(rest[: slot.size]))
            rest = rest[slot.size :]
        if not rest and all(held.issubset(may) for may, held in zip(allowed, placing, strict=True)):
            found.add(tuple(placing))
    return found


def placed(fill: Filling, rng: Random) -> Placing:
    return tuple(map(frozenset, fill(rng)))


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[list[Slot], list[Card]]:
    """Up to six cards for up to four slots, each of which may refuse some cards."""
    cards = draw(st.lists(st.sampled_from(PACK), unique=True, max_size=6))
    cuts = sorted(draw(st.lists(st.integers(0, len(cards)), max_size=3)))
    sizes = [high - low for low, high in zip([0, *cuts], [*cuts, len(cards)], strict=True)]
    refused = [draw(st.frozensets(st.sampled_from(PACK), max_size=2)) for _ in sizes]
    return [Slot(size, but(" ".join(no))) for size, no in zip(sizes, refused, strict=True)], cards


def test_cards_are_bits_in_the_order_of_the_pack() -> None:
    assert (CARDS.of(["AS"]), CARDS.of(["QH"]), CARDS.all) == (1, 32, 63)
    assert CARDS.of(["KH", "AS", "AS"]) == 0b10001
    assert CARDS.listed(0b10001) == ["AS", "KH"]
    assert CARDS.listed(0) == []
    assert CARDS.of(["none", "2C"]) == 0
    assert cards_of(PACK) is CARDS


@given(st.frozensets(st.sampled_from(PACK)))
def test_a_number_lists_the_cards_that_it_was_made_of(cards: frozenset[Card]) -> None:
    assert CARDS.listed(CARDS.of(cards)) == [card for card in PACK if card in cards]


@given(puzzle=puzzles(), seed=st.integers(0, 99))
def test_places_are_filled_as_they_allow_or_not_at_all(puzzle: tuple[list[Slot], list[Card]], seed: int) -> None:
    slots, cards = puzzle
    if possible := all_placings(slots, cards):
        filled = filling(slots, CARDS.of(cards), CARDS)(Random(seed))
        assert [len(held) for held in filled] == [slot.size for slot in slots]
        assert tuple(map(frozenset, filled)) in possible
    else:
        with pytest.raises(ValueError, match="no deal agrees with what was seen"):
            filling(slots, CARDS.of(cards), CARDS)


@pytest.mark.parametrize("size", [1, 3])
def test_cards_must_be_as_many_as_there_is_room(size: int) -> None:
    with pytest.raises(ValueError, match="no deal agrees"):
        filling([Slot(size, CARDS.all)], CARDS.of(PACK[:2]), CARDS)


def test_a_place_is_filled_with_unseen_cards_only() -> None:
    (filled,) = filling([Slot(2, CARDS.all)], CARDS.of(PACK[:2]), CARDS)(Random(1))
    assert sorted(filled) == ["AS", "KS"]


def assert_even(counts: Counter[Placing], expected: dict[Placing, float]) -> None:
    """Each placing came as often as expected, within five standard deviations."""
    assert counts.keys() == expected.keys()
    assert all(abs(counts[each] - mean) < 5 * mean**0.5 for each, mean in expected.items())


@pytest.mark.parametrize(
    "slots",
    [
        [Slot(2, but()), Slot(2, but()), Slot(2, but())],
        [Slot(3, but("AS KS QS")), Slot(3, but())],
        [Slot(2, but("AS KS QS")), Slot(2, but("AH")), Slot(1, but()), Slot(1, but("AS AH"))],
        [Slot(0, but()), Slot(4, but("AS")), Slot(0, but("KH")), Slot(2, but())],
    ],
)
def test_every_placing_is_as_likely_as_any_other(slots: list[Slot]) -> None:
    possible, rng = all_placings(slots, PACK), Random(1)
    fill = filling(slots, CARDS.all, CARDS)
    assert_even(Counter(placed(fill, rng) for _ in range(100 * len(possible))), dict.fromkeys(possible, 100))


def shares(alternatives: Iterable[Sequence[Slot]], counts: Sequence[int]) -> dict[Placing, Fraction]:
    """How likely each placing is when each of one case counts so many times; no placing is of two cases."""
    weights: dict[Placing, int] = {}
    for slots, count in zip(alternatives, counts, strict=True):
        found = all_placings(slots, PACK)
        assert weights.keys().isdisjoint(found)
        weights |= dict.fromkeys(found, count)
    total = sum(weights.values())
    return {placing: Fraction(weight, total) for placing, weight in weights.items() if weight}


ACE_IN_ONE = [Slot(1, CARDS.of(["AS"])), Slot(2, but("AS AH")), Slot(3, but())]
ACE_IN_NONE = [Slot(1, but("AS AH KS")), Slot(2, but("AS AH")), Slot(3, but())]
ACE_AND_QUEEN = [Slot(1, CARDS.of(["AS"])), Slot(2, CARDS.of(["QS", "KH"])), Slot(3, but("QS"))]
NOWHERE = [Slot(1, 0), Slot(2, but()), Slot(3, but())]


@pytest.mark.parametrize(
    ("alternatives", "counts"),
    [
        ([ACE_IN_NONE], ()),
        ([ACE_IN_ONE, ACE_IN_NONE], ()),
        ([ACE_IN_NONE, ACE_IN_ONE], (3, 1)),
        ([NOWHERE, ACE_IN_ONE, NOWHERE, ACE_IN_NONE], (5, 2, 5, 1)),
        ([ACE_IN_ONE, NOWHERE], (1, 7)),
        ([NOWHERE, ACE_AND_QUEEN, ACE_IN_NONE], (1, 4, 0)),
    ],
)
def test_a_case_is_drawn_with_the_weight_of_its_placings(
    alternatives: list[list[Slot]], counts: tuple[int, ...]
) -> None:
    expected = shares(alternatives, counts or [1] * len(alternatives))
    number, rng = 60 * len(expected) + 500, Random(1)
    fill = filling_one_of(alternatives, CARDS.all, CARDS, counts)
    assert_even(
        Counter(placed(fill, rng) for _ in range(number)),
        {placing: float(share * number) for placing, share in expected.items()},
    )


@pytest.mark.parametrize("alternatives", [[NOWHERE], [NOWHERE, [Slot(2, but())]], []])
def test_no_deal_agrees_if_no_case_does(alternatives: list[list[Slot]]) -> None:
    with pytest.raises(ValueError, match="no deal agrees with what was seen"):
        filling_one_of(alternatives, CARDS.all, CARDS)


def test_all_orders_of_a_shuffle_come_up_equally_often() -> None:
    rng = Random(1)
    counts = Counter(tuple(shuffled("ABC", rng.random)) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())
