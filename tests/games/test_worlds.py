"""Filling places with unseen cards, against all placings one by one; and what a view shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import pack
from arena.games.kernel import Card, Did, Note, Show
from arena.games.tricks import Ranking, ranking
from arena.games.worlds import Slot, assemble, filling, outside, plays, shown, shuffled, voids

PACK = pack("AKQ", "SH")
RANK = ranking(pack("AKQJ"), None)
Placing = tuple[frozenset[Card], ...]


def all_placings(slots: Sequence[Slot], cards: Sequence[Card]) -> set[Placing]:
    """Every placing that the slots allow, from all orders of the cards."""
    found = set()
    for order in permutations(cards):
        rest, placing = list(order), []
        for slot in slots:
            placing.append(frozenset(rest[: slot.size]))
            rest = rest[slot.size :]
        if all(slot.allowed is None or all(map(slot.allowed, held)) for slot, held in zip(slots, placing, strict=True)):
            found.add(tuple(placing))
    return found


def placed(slots: Sequence[Slot], cards: Sequence[Card], rng: Random) -> Placing:
    filled = filling(slots, cards)(rng)
    assert [len(held) for held in filled] == [slot.size for slot in slots]
    return tuple(map(frozenset, filled))


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[list[Slot], list[Card]]:
    """Up to six cards for up to four slots, each of which may refuse some cards."""
    cards = draw(st.lists(st.sampled_from(PACK), unique=True, max_size=6))
    cuts = sorted(draw(st.lists(st.integers(0, len(cards)), max_size=3)))
    sizes = [high - low for low, high in zip([0, *cuts], [*cuts, len(cards)], strict=True)]
    refused = [draw(st.none() | st.frozensets(st.sampled_from(PACK), max_size=2)) for _ in sizes]
    allowed = [None if no is None else (lambda card, no=no: card not in no) for no in refused]
    return [Slot(size, test) for size, test in zip(sizes, allowed, strict=True)], cards


@given(puzzle=puzzles(), seed=st.integers(0, 99))
def test_places_are_filled_as_they_allow_or_not_at_all(puzzle: tuple[list[Slot], list[Card]], seed: int) -> None:
    slots, cards = puzzle
    possible = all_placings(slots, cards)
    if possible:
        assert placed(slots, cards, Random(seed)) in possible
    else:
        with pytest.raises(ValueError, match="no deal agrees"):
            filling(slots, cards)


@pytest.mark.parametrize("size", [1, 3])
def test_cards_must_be_as_many_as_there_is_room(size: int) -> None:
    with pytest.raises(ValueError, match="no deal agrees"):
        filling([Slot(size)], PACK[:2])


@pytest.mark.parametrize(
    "slots",
    [
        [Slot(2), Slot(2), Slot(2)],
        [Slot(3, outside("S", RANK)), Slot(3)],
        [
            Slot(2, outside("S", RANK)),
            Slot(2, lambda card: card != "AH"),
            Slot(1),
            Slot(1, lambda card: card[0] != "A"),
        ],
    ],
)
def test_every_placing_is_as_likely_as_any_other(slots: list[Slot]) -> None:
    possible = all_placings(slots, PACK)
    rng = Random(1)
    counts = Counter(placed(slots, PACK, rng) for _ in range(100 * len(possible)))
    assert counts.keys() == possible
    assert all(50 < count < 150 for count in counts.values())  # five standard deviations


EVENTS = (
    Show((1,), "hand", 1, ("AS", "KH")),
    Did(2, "discard", None, "fact", 2),
    Did(1, "play", "AS", "all", 1),
    Note("trick", (1, 1)),
    Did(2, "play", "KS", "all", 0),
    Show((1,), "hand", 2, ("QD",)),
)


def test_a_view_tells_what_was_played_from_which_hand_and_what_was_shown() -> None:
    assert plays(EVENTS) == [(1, "AS"), (2, "KS")]
    assert shown(EVENTS, "hand") == ("AS", "KH")
    assert shown(EVENTS, "kitty") is None


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("AS KS QS", {}),
        ("AS KH QS", {1: {"S"}}),
        ("AS KH QH JD QS KD", {1: {"S"}, 2: {"S"}, 0: {"D"}}),
        ("AS KH", {1: {"S"}}),
    ],
)
def test_who_does_not_follow_has_none_of_the_suit(cards: str, expected: dict[int, set[str]]) -> None:
    seats = (0, 1, 2, 1, 0, 2)
    assert voids(list(zip(seats, cards.split(), strict=False)), 3, RANK) == expected


def test_a_bower_follows_its_suit_of_play() -> None:
    spades = Ranking("S", {**RANK.suit, "JC": "S"}, RANK.power)
    assert voids([(0, "AS"), (1, "JC"), (2, "KC")], 3, spades) == {2: {"S"}}


def test_a_hand_without_suits_refuses_their_cards() -> None:
    assert outside((), RANK) is None
    refuses = outside({"S", "D"}, RANK)
    assert refuses is not None
    assert [card for card in ("AS", "KH", "QD", "JC") if refuses(card)] == ["KH", "JC"]


def test_a_pack_is_assembled_from_its_places() -> None:
    assert assemble((1, 0, 1, "kitty"), {0: ["AS"], 1: ["KS", "QS"], "kitty": ["AH"]}) == ("KS", "AS", "QS", "AH")


def test_every_place_must_have_as_many_cards_as_are_dealt_to_it() -> None:
    with pytest.raises(ValueError, match="kitty has 2 cards where 1 are dealt to it"):
        assemble((1, 0, "kitty"), {0: ["AS"], 1: ["QS"], "kitty": ["AH", "KS"]})


def test_all_orders_of_a_shuffle_come_up_equally_often() -> None:
    rng = Random(1)
    counts = Counter(tuple(shuffled("ABC", rng.random)) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())
