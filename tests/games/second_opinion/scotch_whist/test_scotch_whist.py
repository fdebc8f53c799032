"""The second opinion on Scotch Whist: the examples of the sheet, then random games of the engine held against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from arena.games.catalogue import GAMES
from tests.games.second_opinion.oracle import (
    Asks,
    Begins,
    Draw,
    Ends,
    Notes,
    Shows,
    Step,
    differences,
)
from tests.games.second_opinion.scotch_whist.oracle import (
    HONORS,
    SIZES,
    Hand,
    best_card,
    dealt,
    may_play,
    pack_of,
    places_of,
    running,
    scotch_whist,
    steps_of,
    trick_score,
    winners_of,
)

rule = pytest.mark.rule

PRESETS = {"standard": 4, "two": 2, "three": 3, "five": 5, "six": 6, "seven": 7}
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"crossing": "highest_total"}),
    ("standard", {"target": "11"}),
    ("standard", {"target": "200", "first_dealer": "P3"}),
    ("standard", {"players": "3", "first_dealer": "P0"}),
    ("two", {"target": "30", "first_dealer": "P1"}),
    ("three", {"target": "20", "crossing": "highest_total"}),
    ("five", {"target": "25"}),
    ("six", {"target": "11", "crossing": "highest_total", "first_dealer": "P5"}),
    ("seven", {"target": "12", "first_dealer": "P6"}),
    ("seven", {"target": "60", "crossing": "highest_total"}),
)
STANDARD = {"players": "4", "first_dealer": "P2", "target": "41", "crossing": "in_order"}


def count(
    before: Sequence[int], tricks: Sequence[int] = (), target: int = 41, crossing: str = "in_order", **points: int
) -> tuple[list[int], list[int]]:
    """Return winners and final scores; `tricks` are trick scores, `points` name the honors with their captors."""
    nothing = [0] * len(before)
    steps = [list(nothing) for _ in "T-AKQJ"]
    steps[1] = list(tricks) or nothing
    for honor, seat in points.items():
        steps["T-AKQJ".index(honor)][seat] = HONORS[honor]
    totals = running(before, steps)
    return winners_of(totals, target, crossing), totals[-1]


def drawn(number: int, players: int) -> Draw:
    """Return packs and first dealers of a game; the same number gives the same."""

    def draw(name: str) -> Sequence[object]:
        items = range(players) if name == "first-dealer" else sorted(pack_of(players))
        return Random(f"{number} {name}").sample(items, len(items))

    return draw


def told(options: Mapping[str, str], number: int) -> list[Step | str]:
    """Return a random game as the second opinion tells it, each question followed by an answer."""
    rng = Random(number)
    telling = scotch_whist(options, drawn(number, int(options["players"])))
    steps: list[Step | str] = []
    answer: str | None = None
    while True:
        try:
            step = next(telling) if answer is None else telling.send(answer)
        except StopIteration:
            return steps
        steps.append(step)
        answer = rng.choice(sorted(step.words)) if isinstance(step, Asks) else None
        steps += [] if answer is None else [answer]


@rule("SW-X1", "SW-1", "SW-2", "SW-5", "SW-R5", "SW-R7")
@pytest.mark.parametrize("players", SIZES)
def test_sizes(players: int) -> None:
    pack = sorted(pack_of(players))
    assert len(pack) == SIZES[players] * players == (35 if players in {5, 7} else 36)
    assert ("6C" in pack) == (players not in {5, 7})
    hands = dealt(pack, players - 1, players)
    assert [len(hand) for hand in hands] == [SIZES[players]] * players
    assert [hand[0] for hand in hands] == pack[:players]


@rule("SW-X2", "SW-3", "SW-9")
def test_trump_order() -> None:
    assert best_card(["AH", "JH", "KH", "TH"], "H") == 1
    assert best_card(["AH", "JH", "TH", "6H"], "S") == 0


@rule("SW-3")
def test_all_ranks() -> None:
    for trump, ranks in (("H", "JAKQT9876"), ("S", "AKQJT9876")):
        cards = [f"{rank}H" for rank in ranks]
        for at in range(len(cards) - 1):
            assert best_card([cards[at + 1], cards[at]], trump) == 1


@rule("SW-X3", "SW-9")
def test_ruff() -> None:
    assert best_card(["AD", "6C", "KD", "9C"], "C") == 3
    assert best_card(["6D", "AS", "AH", "7D"], "C") == 3


@rule("SW-X4", "SW-X5", "SW-12", "SW-R4")
@pytest.mark.parametrize(
    ("players", "tricks", "points"),
    [(4, 5, 11), (4, 2, 0), (4, 3, 3), (2, 11, 4), (2, 7, 0), (3, 6, 6), (5, 3, 8), (7, 1, 2)],
)
def test_trick_scores(players: int, tricks: int, points: int) -> None:
    assert trick_score(players, tricks) == points


@rule("SW-X6", "SW-11", "SW-13", "SW-R2")
def test_whole_hand() -> None:
    steps = steps_of(Hand((4, 3, 2, 0), {"T": 0, "J": 0, "A": 1, "K": 2, "Q": 2}))
    assert steps == [[10, 0, 0, 0], [7, 3, 0, 0], [0, 4, 0, 0], [0, 0, 3, 0], [0, 0, 2, 0], [11, 0, 0, 0]]
    assert running((0, 0, 0, 0), steps)[-1] == [28, 7, 5, 0]
    assert sum(HONORS.values()) == 30


@rule("SW-X7", "SW-14")
def test_single_crossing() -> None:
    assert count((35, 20, 10, 12), (7, 0, 0, 0)) == ([0], [42, 20, 10, 12])


@rule("SW-X8", "SW-15", "SW-17")
def test_order_decides() -> None:
    assert count((32, 38, 0, 0), (3, 0, 0, 0), T=0, J=0, A=1) == ([0], [56, 42, 0, 0])


@rule("SW-X9", "SW-15")
def test_lower_total_wins() -> None:
    assert count((0, 0, 37, 36), A=2, J=3) == ([2], [0, 0, 41, 47])
    assert count((0, 0, 37, 36), A=2, J=3, crossing="highest_total") == ([3], [0, 0, 41, 47])


@rule("SW-X10", "SW-16", "SW-R3")
def test_same_step() -> None:
    assert count((35, 33, 0, 0), (7, 11, 0, 0)) == ([1], [42, 44, 0, 0])


@rule("SW-X11", "SW-16")
def test_same_step_equal() -> None:
    assert count((34, 0, 38, 0), (7, 0, 3, 0), K=2, J=0) == ([2], [52, 0, 44, 0])


@rule("SW-X12", "SW-11", "SW-15")
def test_ten_before_tricks() -> None:
    assert count((31, 40, 0, 0), (0, 11, 0, 0), T=0) == ([0], [41, 51, 0, 0])


@rule("SW-14", "SW-18", "SW-R1")
def test_the_target_has_to_be_reached() -> None:
    assert count((40, 0, 0, 0), Q=1) == ([], [40, 2, 0, 0])
    assert count((39, 0, 0, 0), Q=0) == ([0], [41, 0, 0, 0])
    assert count((39, 0, 0, 0), Q=0, target=42) == ([], [41, 0, 0, 0])


@rule("SW-16")
def test_equal_to_the_end() -> None:
    assert count((34, 0, 38, 0), (7, 0, 3, 0), J=1) == ([0, 2], [41, 11, 41, 0])
    assert count((34, 38, 38, 0), (7, 3, 3, 0), A=3, Q=2, J=0) == ([2], [52, 41, 43, 4])
    assert count((37, 37, 37, 0), A=0, J=1, crossing="highest_total") == ([1], [41, 48, 37, 0])
    assert count((34, 0, 38, 0), (7, 0, 3, 0), J=1, crossing="highest_total") == ([0, 2], [41, 11, 41, 0])


@rule("SW-16")
def test_who_is_behind_in_the_step_has_lost() -> None:
    assert count((37, 37, 36, 0), (7, 7, 6, 0), A=2) == ([0, 1], [44, 44, 46, 0])
    assert count((37, 37, 36, 0), (7, 7, 6, 0), A=2, J=1) == ([1], [44, 55, 46, 0])


@rule("SW-15", "SW-16")
def test_places() -> None:
    assert places_of([2], (10, 52, 41, 10)) == (3, 2, 1, 3)
    assert places_of([0, 2], (41, 60, 41, 5)) == (1, 3, 1, 4)


@rule("SW-X13", "SW-6", "SW-7", "SW-R6")
def test_lead_and_turned_card() -> None:
    pack = [*sorted(pack_of(4) - {"8D"}), "8D"]
    telling = scotch_whist(STANDARD, lambda _: pack)
    assert next(telling) == Begins(1, {"dealer": "2", "scores": "0,0,0,0", "finished": "0"})
    hands = [next(telling) for _ in range(4)]
    assert [step.owner for step in hands if isinstance(step, Shows) and "8D" in step.cards] == [2]
    assert next(telling) == Shows(frozenset(range(4)), "turn-up", 2, frozenset({"8D"}))
    assert next(telling) == Notes("trump", ("D",))
    lead = next(telling)
    assert isinstance(lead, Asks) and isinstance(hands[3], Shows)
    assert lead == Asks(3, "play", hands[3].cards, "all")


@rule("SW-X14", "SW-8")
def test_follow() -> None:
    assert may_play(["AC", "JS", "7D"], "9C") == ["AC"]
    assert may_play(["JS", "7D"], "9C") == ["JS", "7D"]
    assert may_play(["AC", "JS", "7D"], None) == ["AC", "JS", "7D"]


@rule("SW-X15", "SW-4")
def test_the_deal_passes_to_the_left() -> None:
    begun = [step.words["dealer"] for step in told({**STANDARD, "players": "3"}, 1) if isinstance(step, Begins)]
    assert begun[:2] == ["2", "0"]
    assert begun == [str((2 + number) % 3) for number in range(len(begun))]


@rule("SW-10", "SW-13", "SW-18", "SW-19", "SW-R9")
@pytest.mark.parametrize("players", SIZES)
def test_a_game_adds_up(players: int) -> None:
    options = {**STANDARD, "players": str(players), "first_dealer": "random"}
    for number in range(5):
        steps = told(options, number)
        first = steps[0]
        assert isinstance(first, Begins)
        assert first.words["dealer"] == str(drawn(number, players)("first-dealer")[0])
        points = [
            [int(value) for value in step.values] for step in steps if isinstance(step, Notes) and step[0] == "points"
        ]
        scores = [
            [int(value) for value in step.values] for step in steps if isinstance(step, Notes) and step[0] == "scores"
        ]
        tricks = [step for step in steps if isinstance(step, Notes) and step[0] == "trick"]
        assert len(tricks) == len(points) * SIZES[players]
        assert all(sum(hand) >= 30 for hand in points)
        assert [sum(column) for column in zip(*points, strict=True)] == scores[-1]
        assert all(max(after) < 41 for after in scores[:-1])
        end = steps[-1]
        assert isinstance(end, Ends)
        assert end.scores == tuple(scores[-1])
        assert all(score >= 41 for score, place in zip(end.scores, end.places, strict=True) if place == 1)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(scotch_whist, GAMES["scotch-whist"], preset, 8, settings) == []


@pytest.mark.slow
def test_the_presets_are_those_of_the_sheet() -> None:
    found = {name: options.words() for name, options in GAMES["scotch-whist"].presets.items()}
    standard = {**STANDARD, "first_dealer": "random"}
    assert found == {name: {**standard, "players": str(players)} for name, players in PRESETS.items()}
