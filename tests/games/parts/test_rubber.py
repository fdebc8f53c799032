"""The score of rubber bridge, and the sheet of Jo-Jotte's rubber."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Note
from arena.games.parts.auction import Call
from arena.games.parts.calls import Contract, contract, ladder
from arena.games.parts.rubber import (
    Scored,
    Sheet,
    entered,
    honors,
    rubber_bonus,
    scored,
    trick_points,
    undertricks,
    unfinished_bonus,
)
from tests.games.situations import run


def bid(word: str, doubled: int = 1) -> Contract:
    found = contract((Call(0, word),))
    assert found is not None
    return found._replace(doubled=doubled)


bids = st.builds(bid, st.sampled_from(ladder(range(1, 8))), st.sampled_from([1, 2, 4]))


@pytest.mark.rule("BS-27", "BS-28", "BS-29", "BS-30", "BS-31", "BS-X4", "BS-X6", "BS-X18")
@pytest.mark.parametrize(
    ("made", "tricks", "vulnerable", "expected"),
    [
        (bid("4S"), 11, False, (120, 30, 0)),
        (bid("3NT"), 9, False, (100, 0, 0)),
        (bid("3NT"), 11, True, (100, 60, 0)),
        (bid("2H", 4), 9, True, (240, 500, 0)),
        (bid("2H", 2), 9, False, (120, 150, 0)),
        (bid("6D", 2), 12, False, (240, 550, 0)),
        (bid("6C"), 13, True, (120, 770, 0)),
        (bid("7NT"), 13, False, (220, 1000, 0)),
        (bid("7NT"), 13, True, (220, 1500, 0)),
        (bid("1C", 2), 7, False, (40, 50, 0)),
        (bid("1H", 2), 5, False, (0, 0, 300)),
        (bid("2C", 2), 5, True, (0, 0, 800)),
        (bid("1NT", 4), 6, False, (0, 0, 200)),
        (bid("7S"), 10, True, (0, 0, 300)),
    ],
)
def test_what_a_contract_brings(made: Contract, tricks: int, vulnerable: bool, expected: tuple[int, ...]) -> None:
    assert scored(made, tricks, vulnerable=vulnerable) == Scored(*expected)


@pytest.mark.rule("BS-30")
def test_undertricks_rise_by_steps() -> None:
    assert [undertricks(down, 1, vulnerable=False) for down in (1, 2)] == [50, 100]
    assert [undertricks(down, 2, vulnerable=False) for down in range(1, 6)] == [100, 300, 500, 800, 1100]
    assert [undertricks(down, 2, vulnerable=True) for down in range(1, 5)] == [200, 500, 800, 1100]
    assert undertricks(4, 4, vulnerable=True) == 2200


@given(bids, st.booleans())
def test_one_side_scores_and_more_tricks_are_never_worse(made: Contract, vulnerable: bool) -> None:
    results = [scored(made, tricks, vulnerable=vulnerable) for tricks in range(14)]
    gains = [below + above - others for below, above, others in results]
    assert gains == sorted(gains)
    need = 6 + made.level
    assert all(others > 0 == below == above for below, above, others in results[:need])
    assert all(below == trick_points(made) and others == 0 for below, _, others in results[need:])


@pytest.mark.rule("BS-32")
@pytest.mark.parametrize(
    ("hand", "denomination", "points"),
    [
        ("AC KC QC JC TC 8C QH", "C", 150),
        ("AC KC JC TC AS AH AD", "C", 100),
        ("AC KC JC TC AS AH AD", "NT", 150),
        ("AH QH TH 3H", "H", 0),
        ("AS AH AD KC QC", "NT", 0),
    ],
)
def test_honors(hand: str, denomination: str, points: int) -> None:
    assert honors(hand.split(), denomination) == points


hands = st.tuples(st.tuples(*[st.integers(0, 150)] * 2), st.tuples(*[st.integers(0, 500)] * 2))


@given(st.lists(hands), st.integers(20, 500))
def test_everything_entered_stays_in_the_totals(
    entries: list[tuple[tuple[int, ...], tuple[int, ...]]], goal: int
) -> None:
    sheet = Sheet()
    for below, above in entries:
        after = sheet.enter(below, above, target=goal)
        line = tuple(map(sum, zip(sheet.below, below, strict=True)))
        assert after.below == (line if max(line) < goal else (0, 0))
        assert [now - then for now, then in zip(after.games, sheet.games, strict=True)] == [
            int(x >= goal) for x in line
        ]
        sheet = after
    assert sheet.scores == tuple(sum(below[side] + above[side] for below, above in entries) for side in (0, 1))


@pytest.mark.rule("BS-33", "BS-34", "BS-36", "BS-X19", "BS-X20")
def test_bonuses_of_a_rubber_that_is_over_or_broken_off() -> None:
    assert [rubber_bonus(games) for games in ((2, 1), (2, 0), (0, 2), (1, 1))] == [(500, 0), (700, 0), (0, 700), (0, 0)]
    sheet = Sheet().enter((60, 100)).enter((100, 0)).enter((120, 30)).enter((0, 60))
    assert sheet == Sheet((0, 60), (280, 190), (2, 1))
    assert unfinished_bonus(Sheet((0, 60), (0, 0), (1, 0))) == (300, 100)
    assert unfinished_bonus(Sheet((20, 60), (0, 0), (1, 1))) == (0, 0)


@pytest.mark.rule("JJ-40", "JJ-41", "JJ-X20", "JJ-X21")
def test_two_games_of_eighty() -> None:
    sheet = Sheet().enter((95, 60), (140, 0), target=80).enter((20, 120), (0, 90), target=80)
    assert (sum(sheet.games), sheet.scores) == (2, (255, 270))
    exactly = Sheet().enter((30, 0), target=80).enter((50, 0), target=80)
    assert exactly == Sheet((0, 0), (80, 0), (1, 0))


@pytest.mark.rule("BS-33", "JJ-36", "JJ-40", "JJ-X16")
def test_a_hand_is_announced_with_what_is_set_aside_and_with_the_game() -> None:
    sheet, told = run(entered(Sheet((30, 0), (30, 0)), (0, 0), (0, 200), target=80, aside=100))
    assert told == [Note("below", (0, 0)), Note("above", (0, 200)), Note("aside", (100,))]
    assert sheet == Sheet((30, 0), (30, 200), (0, 0), 100)
    sheet, told = run(entered(sheet, (50, 0), (0, 0), ("us", "them"), target=80, winner=0))
    assert told == [Note("below", (50, 0)), Note("above", (100, 0)), Note("aside", (0,)), Note("game", ("us",))]
    assert sheet == Sheet((0, 0), (180, 200), (1, 0))
    assert run(entered(sheet, (0, 80), (0, 0)))[1] == [Note("below", (0, 80)), Note("above", (0, 0))]
