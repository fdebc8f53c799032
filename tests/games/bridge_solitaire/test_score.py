"""Bridge Solitaire: the points of a hand, games, the end of a rubber, and the result."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from arena.games.bridge_solitaire import GAME, Standing, result, score_hand
from arena.games.bridge_solitaire.house import HOUSE, PLAYER
from arena.games.bridge_solitaire.options import Options
from arena.games.kernel import Deal, Note, Result
from arena.games.kernel.position import play_game
from arena.games.parts.calls import Contract, parted
from tests.games.bridge_solitaire.situations import FIRST_HAND, STANDARD
from tests.games.situations import ended, run, shuffles

rule = pytest.mark.rule
NO_HONORS = "2S 3S 4S 2H 3H 4H 2D 3D 4D 2C 3C 4C 5C"


def scored(
    call: str,
    tricks: int,
    *,
    declarer: int = PLAYER,
    doubled: int = 1,
    before: Standing = FIRST_HAND,
    hand: str = NO_HONORS,
    o: Options = STANDARD,
) -> tuple[Standing, dict[str, tuple[str | int, ...]]]:
    """The standing after a contract for which declarer took so many tricks, and the notes by kind."""
    bid = Contract(declarer, call, *parted(call), doubled)
    mine = tricks if declarer == PLAYER else 13 - tricks
    after, events = run(score_hand(o, before, hand.split(), bid, mine))
    assert all(isinstance(event, Note) for event in events)
    return after, {event.kind: event.values for event in events}


class TestPoints:
    @rule("BS-26", "BS-27", "BS-28", "BS-29", "BS-30", "BS-31", "BS-R3", "BS-X18")
    @pytest.mark.parametrize(
        ("call", "tricks", "declarer", "doubled", "games", "below", "above"),
        [
            ("4S", 11, PLAYER, 1, (0, 0), (120, 0), (30, 0)),
            ("3NT", 9, PLAYER, 1, (0, 0), (100, 0), (0, 0)),
            ("2H", 9, PLAYER, 4, (1, 0), (240, 0), (500, 0)),
            ("6D", 12, PLAYER, 2, (0, 0), (240, 0), (550, 0)),
            ("2C", 5, HOUSE, 2, (0, 1), (0, 0), (800, 0)),
            ("1NT", 6, PLAYER, 4, (0, 0), (0, 0), (0, 200)),
            ("2C", 8, HOUSE, 1, (1, 0), (0, 40), (0, 0)),
            ("1D", 8, HOUSE, 2, (0, 0), (0, 40), (0, 150)),
            ("1D", 8, HOUSE, 2, (0, 1), (0, 40), (0, 250)),
            ("7C", 13, PLAYER, 1, (1, 1), (140, 0), (1500, 0)),
            ("6C", 11, PLAYER, 1, (1, 1), (0, 0), (0, 100)),
            ("1C", 5, PLAYER, 1, (0, 1), (0, 0), (0, 100)),
        ],
    )
    def test_contracts(
        self,
        call: str,
        tricks: int,
        declarer: int,
        doubled: int,
        games: tuple[int, int],
        below: tuple[int, int],
        above: tuple[int, int],
    ) -> None:
        _, notes = scored(call, tricks, declarer=declarer, doubled=doubled, before=Standing(games=games))
        assert (notes["below"], notes["above"]) == (below, above)

    @rule("BS-32", "BS-R9")
    def test_honors_are_the_players_in_every_hand(self) -> None:
        four, five = "AS KS QS JS 2H 3H 4H 2D 3D 4D 2C 3C 4C", "AS KS QS JS TS 3H 4H 2D 3D 4D 2C 3C 4C"
        aces = "AS 2S 3S AH 2H 3H AD 2D 3D AC 2C 3C 4C"
        assert scored("1S", 7, hand=four)[1]["above"] == (100, 0)
        assert scored("1S", 6, hand=five)[1]["above"] == (150, 50)
        assert scored("1NT", 7, declarer=HOUSE, hand=aces)[1]["above"] == (150, 0)
        assert scored("1NT", 7, declarer=HOUSE, hand=aces)[1]["honors"] == (150,)
        for call, hand in (("1H", five), ("1NT", five), ("1H", aces)):
            assert "honors" not in scored(call, 7, hand=hand)[1]


class TestRubber:
    @rule("BS-33", "BS-R11")
    def test_a_hundred_below_the_line_win_a_game(self) -> None:
        part = Standing(below=(60, 60), scores=(160, 60), finished=3)
        after, notes = scored("2C", 8, before=part)
        assert notes["game"] == (0,) and "rubber" not in notes
        assert after == Standing(games=(1, 0), below=(0, 0), scores=(200, 60), finished=4)
        after, notes = scored("1C", 7, declarer=HOUSE, before=part)
        assert after.below == (60, 80) and "game" not in notes
        assert scored("1S", 7, before=part, hand="AS KS QS JS TS 3H 4H 2D 3D 4D 2C 3C 4C")[0].below == (90, 60)
        assert scored("2C", 8, declarer=HOUSE, before=part)[1]["game"] == ("house",)

    @rule("BS-34", "BS-35", "BS-X19")
    def test_two_games_win_the_rubber(self) -> None:
        for games, bonus in (((1, 0), 700), ((1, 1), 500)):
            before = Standing(games=games, scores=(300, 400), finished=7)
            after, notes = scored("4S", 10, before=before)
            assert (notes["game"], notes["rubber"]) == ((0,), (bonus, 0))
            assert notes["scores"] == (420 + bonus, 400)
            assert after == Standing(rubbers=1, won=1, total=20 + bonus)
            assert result(STANDARD, after) == Result((1,), (20 + bonus,), "target", (("rubbers", "1"),))
        after, notes = scored("4S", 10, declarer=HOUSE, before=Standing(games=(1, 1), scores=(2000, 0)))
        assert (notes["game"], notes["rubber"]) == (("house",), (0, 500))
        assert (after.total, after.won) == (1380, 1)

    @rule("BS-36", "BS-X20")
    def test_a_rubber_is_broken_off(self) -> None:
        o = Options(max_deals=4)
        before = Standing(games=(1, 0), scores=(120, 0), finished=3)
        after, notes = scored("2S", 8, declarer=HOUSE, before=before, o=o)
        assert (notes["rubber"], notes["scores"]) == ((300, 100), (420, 160))
        assert after == Standing(rubbers=1, won=1, broken=1, total=260)
        assert result(o, after) == Result((1,), (260,), "limit", (("rubbers", "1"),))
        assert "rubber" not in scored("2S", 8, before=before._replace(finished=2), o=o)[1]
        both = before._replace(games=(1, 1), below=(30, 0))
        assert scored("2S", 8, declarer=HOUSE, before=both, o=o)[1]["rubber"] == (0, 0)
        assert scored("4S", 10, before=before, o=o)[1]["rubber"] == (700, 0)

    @rule("BS-34", "BS-35")
    def test_several_rubbers_are_added_up(self) -> None:
        o = Options(rubbers=2)
        after, _ = scored("4S", 10, before=Standing(games=(1, 0)), o=o)
        assert after == Standing(rubbers=1, won=1, total=820) and result(o, after) is None
        lost, _ = scored("4S", 10, declarer=HOUSE, before=after._replace(games=(0, 1), scores=(0, 100)), o=o)
        assert lost == Standing(rubbers=2, won=1, total=820 - 920)
        assert result(o, lost) == Result((1,), (-100,), "target", (("rubbers", "1"),))
        even, _ = scored("1C", 7, before=Standing(scores=(0, 120), finished=3), o=Options(max_deals=4))
        assert (even.total, even.won) == (0, 0)

    @rule("BS-35", "BS-36")
    def test_the_result_is_the_players_total_less_that_of_the_house(self) -> None:
        for seed in range(5):
            position = play_game(GAME, Options(max_deals=6, rubbers=2), shuffles(seed))
            assert ended(position, Random(seed)).places == (1,)
            totals = [
                int(scores.values[0]) - int(scores.values[1])
                for ends, scores in pairwise(event for event in position.log if isinstance(event, Note))
                if ends.kind == "rubber"
            ]
            assert len(totals) == 2
            assert position.result is not None and position.result.scores == (sum(totals),)
            hands = [event.number for event in position.log if isinstance(event, Deal)]
            assert hands == [*range(1, len(hands) + 1)] and len(hands) <= 12
