"""Scotch Whist: the six steps of the count, who is first at 41, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from arena.games.kernel import Did, Note, Result
from arena.games.kernel.position import play_deal, play_game
from arena.games.parts.finish import Standing
from arena.games.parts.races import first_there
from arena.games.parts.tricks import Trick
from arena.games.scotch_whist import GAME, PRESETS, Options, count, in_steps, result
from tests.games.situations import at_the_end, notes, run, shuffles

rule = pytest.mark.rule
STANDARD = PRESETS["standard"]
HIGHEST = Options(crossing="highest_total")


def won(tricks: Sequence[int], honors: str = "") -> list[Trick]:
    """Tricks with hearts as trumps: how many each seat took, and who caught which honors (`T0 A2`; else seat 1)."""
    takers = dict.fromkeys("TAKQJ", 1) | {word[0]: int(word[1]) for word in honors.split()}
    caught = [tuple(f"{rank}H" for rank, taker in takers.items() if taker == seat) for seat in range(len(tricks))]
    return [
        Trick((), () if number else caught[seat], seat, 1)
        for seat, taken in enumerate(tricks)
        for number in range(taken)
    ]


def after(before: Sequence[int], tricks: Sequence[int], honors: str, o: Options = STANDARD) -> Standing:
    standing, events = run(count(o, Standing(2, tuple(before), 3), "H", won(tricks, honors)))
    points = tuple(now - then for now, then in zip(standing.scores, before, strict=True))
    assert events == [Note("points", points), Note("scores", standing.scores)]
    assert (standing.dealer, standing.finished) == (3, 4)
    return standing


class TestSteps:
    @rule("SW-12", "SW-R4", "SW-X4", "SW-X5")
    @pytest.mark.parametrize(
        ("tricks", "scores"),
        [
            ((5, 2, 2, 0), (11, 0, 0, 0)),
            ((3, 2, 2, 2), (3, 0, 0, 0)),
            ((11, 7), (4, 0)),
            ((6, 4, 2), (6, 0, 0)),
            ((3, 2, 1, 1, 0), (8, 3, 0, 0, 0)),
            ((1, 1, 1, 1, 1, 0, 0), (2, 2, 2, 2, 2, 0, 0)),
        ],
    )
    def test_cards_beyond_those_dealt_count_one_each(self, tricks: Sequence[int], scores: Sequence[int]) -> None:
        assert in_steps(len(tricks), "H", won(tricks))[1] == scores

    @rule("SW-11", "SW-13", "SW-R2", "SW-X6")
    def test_a_whole_hand_is_counted_in_order(self) -> None:
        hand = ((4, 3, 2, 0), "T0 J0 A1 K2 Q2")
        assert in_steps(4, "H", won(*hand)) == [
            (10, 0, 0, 0),
            (7, 3, 0, 0),
            (0, 4, 0, 0),
            (0, 0, 3, 0),
            (0, 0, 2, 0),
            (11, 0, 0, 0),
        ]
        assert after((0, 0, 0, 0), *hand).scores == (28, 7, 5, 0)

    @rule("SW-11", "SW-13", "SW-R2")
    @pytest.mark.parametrize("preset", PRESETS)
    def test_in_a_deal_honors_make_30_for_those_who_catch_them(self, preset: str) -> None:
        o, honors = PRESETS[preset], {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 11}
        position = at_the_end(play_deal(GAME, o, Standing(0, (0,) * o.players), shuffles(1)), Random(1))
        ((trump,),) = notes(position, "trump")
        taken = [int(winner) for winner, _ in notes(position, "trick")]
        played = [event.word for event in position.log if isinstance(event, Did)]
        expected = [max(0, o.players * taken.count(seat) - len(taken)) for seat in range(o.players)]
        for rank, worth in honors.items():
            expected[taken[played.index(f"{rank}{trump}") // o.players]] += worth
        assert notes(position, "points") == [tuple(expected)]
        assert sum(honors.values()) == 30


class TestFirstThere:
    @rule("SW-14", "SW-R1", "SW-X7")
    def test_a_single_player_at_41_wins(self) -> None:
        standing = after((35, 20, 10, 12), (4, 3, 1, 1), "T3 A3 K3 Q2 J2")
        assert (standing.scores, standing.winners) == ((42, 23, 23, 29), (0,))
        assert after((34, 0, 0, 0), (4, 3, 1, 1), "").winners == (0,)  # 41 is enough
        assert after((33, 0, 0, 0), (4, 3, 1, 1), "").winners == ()

    @rule("SW-15", "SW-17", "SW-X8")
    def test_the_earliest_step_wins(self) -> None:
        standing = after((32, 38, 0, 0), (3, 2, 2, 2), "T0 J0 A1 K2 Q3")
        assert (standing.scores, standing.winners) == ((56, 42, 3, 2), (0,))
        assert result(STANDARD, standing) == Result((1, 2, 3, 4), (56, 42, 3, 2), "target")

    @rule("SW-15", "SW-17", "SW-X9")
    def test_a_lower_total_wins_if_it_was_there_first(self) -> None:
        hand = ((2, 3, 2, 2), "T1 K1 Q1 A2 J3")
        standing = after((0, 0, 37, 36), *hand)
        assert (standing.scores, standing.winners) == ((0, 18, 41, 47), (2,))
        assert result(STANDARD, standing) == Result((4, 3, 1, 2), (0, 18, 41, 47), "target")
        other = after((0, 0, 37, 36), *hand, o=HIGHEST)
        assert result(HIGHEST, other) == Result((4, 3, 2, 1), (0, 18, 41, 47), "target")

    @rule("SW-16", "SW-R3", "SW-X10")
    def test_in_the_same_step_the_higher_total_wins(self) -> None:
        assert first_there((35, 33, 0, 0), [(0, 0, 0, 0), (7, 11, 0, 0)], 41) == (1,)
        standing = after((35, 36, 0, 0), (4, 4, 1, 0), "T2 A0 K0 Q0 J0")
        assert (standing.scores, standing.winners) == ((62, 43, 10, 0), (1,))

    @rule("SW-16", "SW-X11")
    def test_equal_ones_go_on_to_the_later_steps(self) -> None:
        standing = after((34, 0, 38, 0), (4, 1, 3, 1), "T1 A1 K2 Q1 J0")
        assert (standing.scores, standing.winners) == ((52, 16, 44, 0), (2,))

    @rule("SW-16")
    def test_only_the_equal_leaders_of_a_step_go_on(self) -> None:
        standing = after((39, 39, 28, 0), (3, 3, 3, 0), "T2 A2 K2 Q1 J0")  # 42, 42 and 41 at the second step
        assert (standing.scores, standing.winners) == ((53, 44, 48, 0), (1,))

    @rule("SW-16", "SW-17")
    def test_those_who_stay_equal_win_together(self) -> None:
        standing = after((38, 38, 0, 0), (3, 3, 2, 1), "T2 A2 K2 Q2 J3")
        assert (standing.scores, standing.winners) == ((41, 41, 19, 11), (0, 1))
        assert result(STANDARD, standing) == Result((1, 1, 3, 4), (41, 41, 19, 11), "target")

    @rule("SW-11", "SW-15", "SW-X12")
    def test_the_ten_comes_before_the_tricks(self) -> None:
        standing = after((31, 40, 0, 0), (2, 5, 1, 1), "T0")
        assert (standing.scores, standing.winners) == ((41, 71, 0, 0), (0,))

    @rule("SW-15", "SW-16")
    def test_with_highest_total_equal_ones_win_together(self) -> None:
        standing = after((27, 38, 0, 0), (3, 3, 2, 1), "T2 A2 K2 Q2 J0", HIGHEST)
        assert (standing.scores, standing.winners) == ((41, 41, 19, 0), (0, 1))
        assert after((27, 38, 0, 0), (3, 3, 2, 1), "T2 A2 K2 Q2 J0").winners == (1,)


class TestEnd:
    @rule("SW-18")
    def test_with_nobody_at_41_the_next_hand_is_dealt(self) -> None:
        standing = after((40, 7, 10, 10), (2, 3, 2, 2), "")
        assert standing.winners == () and result(STANDARD, standing) is None

    @rule("SW-17", "SW-R9", "SW-18")
    @pytest.mark.parametrize("preset", PRESETS)
    def test_the_game_ends_with_a_whole_tally(self, preset: str) -> None:
        position = at_the_end(play_game(GAME, PRESETS[preset], shuffles(5)), Random(5))
        assert position.result is not None
        points, scores = notes(position, "points"), notes(position, "scores")
        assert min(sum(map(int, hand)) for hand in points) >= 30
        sums = tuple(sum(map(int, column)) for column in zip(*points, strict=True))
        assert position.result.scores == scores[-1] == sums
        assert all(max(map(int, earlier)) < 41 for earlier in scores[:-1])
        assert (position.result.reason, min(position.result.places)) == ("target", 1)
