"""Scoring a deal, and the end of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.games.american_five_hundred import GAME, result
from arena.games.american_five_hundred.bidding import VALUES, Options
from arena.games.kernel import Note, Result
from arena.games.kernel.position import play_game
from arena.games.parts.finish import Standing
from tests.games.american_five_hundred.situations import CAPPED, HOPELESS, ROUNDS, ST_PAUL, deal_after, entered
from tests.games.situations import shuffles

SINGLE_NO_SLAM = replace(ST_PAUL, slam_bonus="off")


@pytest.mark.rule("AF-38", "AF-R10")
@pytest.mark.parametrize(
    ("tricks", "values"),
    [
        (6, (40, 60, 80, 100, 120)),
        (7, (140, 160, 180, 200, 220)),
        (8, (240, 260, 280, 300, 320)),
        (9, (340, 360, 380, 400, 420)),
        (10, (440, 460, 480, 500, 520)),
    ],
)
def test_bids_are_worth_what_the_table_says(tricks: int, values: tuple[int, ...]) -> None:
    assert tuple(VALUES[f"{tricks}{trump}"] for trump in ("S", "C", "D", "H", "NT")) == values
    assert VALUES[f"{tricks}NO"] == values[-1]
    assert (VALUES["nullo"], VALUES["granola"]) == (250, 510)


@pytest.mark.rule("AF-39", "AF-41", "AF-R4", "AF-21")
@pytest.mark.parametrize(
    ("contract", "tricks", "scores"),
    [
        ("1:8S", (1, 4, 1, 4), (20, 240)),
        ("1:8S", (1, 5, 0, 4), (10, 240)),
        ("0:8S", (4, 2, 3, 1), (-240, 30)),
        ("0:6H", (3, 2, 3, 2), (100, 40)),
        ("2:7NO", (3, 2, 4, 1), (220, 30)),
        ("2:7NO", (3, 2, 3, 2), (-220, 40)),
        ("3:10NT", (0, 10, 0, 0), (0, 520)),
    ],
)
def test_a_contract_scores_its_value_and_defenders_their_tricks(
    contract: str, tricks: tuple[int, ...], scores: tuple[int, int]
) -> None:
    assert entered(ST_PAUL, contract, tricks).scores == scores


@pytest.mark.rule("AF-40", "AF-38", "AF-X16", "AF-R17")
@pytest.mark.parametrize(
    ("o", "contract", "tricks", "scores"),
    [
        (ST_PAUL, "0:6H", (5, 0, 5, 0), (250, 0)),
        (ROUNDS, "0:6H", (5, 0, 5, 0), (100, 0)),
        (SINGLE_NO_SLAM, "0:6H", (5, 0, 5, 0), (100, 0)),
        (replace(ROUNDS, slam_bonus="on"), "0:6H", (5, 0, 5, 0), (250, 0)),
        (ST_PAUL, "0:8S", (5, 0, 5, 0), (250, 0)),
        (ROUNDS, "0:8S", (5, 0, 5, 0), (240, 0)),
        (ST_PAUL, "0:8C", (5, 0, 5, 0), (260, 0)),
        (ROUNDS, "0:8C", (5, 0, 5, 0), (260, 0)),
        (ST_PAUL, "0:8S", (5, 1, 4, 0), (240, 10)),
        (ST_PAUL, "0:6C", (3, 3, 2, 2), (-60, 50)),
    ],
)
def test_all_ten_tricks_are_worth_250_at_least(
    o: Options, contract: str, tricks: tuple[int, ...], scores: tuple[int, int]
) -> None:
    assert entered(o, contract, tricks).scores == scores


@pytest.mark.rule("AF-42", "AF-33", "AF-X15", "AF-R15")
@pytest.mark.parametrize(
    ("contract", "tricks", "scores"),
    [
        ("1:nullo", (6, 0, 4, 0), (0, 250)),
        ("1:nullo", (6, 1, 3, 0), (0, -250)),
        ("0:granola", (0, 6, 0, 4), (510, 0)),
        ("0:granola", (0, 6, 1, 3), (-510, 0)),
        ("0:granola", (1, 6, 0, 3), (-510, 0)),
    ],
)
def test_nullo_and_granola_are_all_or_nothing(contract: str, tricks: tuple[int, ...], scores: tuple[int, int]) -> None:
    deal = entered(ST_PAUL, contract, tricks)
    assert deal.scores == scores
    assert deal.told == [Note("points", (tricks[0] + tricks[2], tricks[1] + tricks[3])), Note("scores", scores)]


@pytest.mark.rule("AF-43", "AF-X17", "AF-R18", "AF-R20")
def test_only_a_contract_wins() -> None:
    first = entered(ST_PAUL, "1:6S", (2, 3, 2, 3), before=(470, 0))
    assert (first.scores, first.over) == ((510, 40), None)
    made = entered(ST_PAUL, "0:6S", (3, 2, 3, 2), before=(510, 0))
    assert (made.scores, made.won) == ((550, 40), [0])
    failed = entered(ST_PAUL, "0:6S", (3, 3, 2, 2), before=(510, 0))
    assert (failed.scores, failed.over) == ((470, 50), None)
    others = entered(ST_PAUL, "1:6NT", (2, 3, 2, 3), before=(510, 380))
    assert (others.scores, others.won) == ((550, 500), [1])
    assert others.over is not None and others.over.reason == "target"


@pytest.mark.rule("AF-43", "AF-X18")
@pytest.mark.parametrize(
    ("o", "before", "tricks", "after"),
    [
        (CAPPED, 470, 4, 490),
        (CAPPED, 440, 4, 480),
        (CAPPED, 490, 4, 490),
        (CAPPED, 520, 4, 520),
        (ST_PAUL, 470, 4, 510),
        (replace(CAPPED, target=300), 280, 4, 290),
    ],
)
def test_points_in_defence_may_be_capped(o: Options, before: int, tricks: int, after: int) -> None:
    deal = entered(o, "1:6S", (tricks, 10 - tricks, 0, 0), before=(before, 0))
    assert (deal.scores[0], deal.over) == (after, None)


@pytest.mark.rule("AF-43")
def test_a_contract_is_not_capped() -> None:
    assert entered(CAPPED, "0:6S", (6, 4, 0, 0), before=(470, 0)).won == [0]
    assert entered(replace(ST_PAUL, target=40), "0:6S", (6, 4, 0, 0)).won == [0]


@pytest.mark.rule("AF-44", "AF-43", "AF-X19", "AF-R18", "AF-R20", "AF-R22")
@pytest.mark.parametrize(
    ("tricks", "before", "scores", "won", "reason"),
    [
        ((5, 0, 5, 0), (0, 0), (0, 510), [1], "target"),
        ((5, 0, 4, 1), (0, 0), (0, -510), [0], "floor"),
        ((5, 0, 4, 1), (-400, 0), (-400, -510), [0], "floor"),
        ((5, 0, 5, 0), (0, -20), (0, 490), [], ""),
        ((5, 0, 4, 1), (0, 20), (0, -490), [], ""),
        ((5, 0, 4, 1), (520, 10), (520, -500), [0], "floor"),
    ],
)
def test_granola_wins_or_loses_the_game(
    tricks: tuple[int, ...], before: tuple[int, int], scores: tuple[int, int], won: list[int], reason: str
) -> None:
    deal = entered(ST_PAUL, "1:granola", tricks, before)
    assert (deal.scores, deal.won) == (scores, won)
    assert (deal.over.reason if deal.over else "") == reason


@pytest.mark.rule("AF-44")
def test_there_may_be_another_floor_or_none() -> None:
    assert entered(replace(ST_PAUL, loss_floor=-200), "0:7H", (5, 5, 0, 0)).won == [1]
    assert entered(replace(ST_PAUL, loss_floor="none"), "0:10NT", (5, 5, 0, 0), (-900, 0)).over is None


@pytest.mark.rule("AF-45")
@pytest.mark.parametrize(("scores", "places"), [((30, -20), (1, 2)), ((510, 520), (2, 1)), ((30, 30), (1, 1))])
def test_the_last_deal_ends_the_game(scores: tuple[int, int], places: tuple[int, int]) -> None:
    o = replace(ST_PAUL, max_deals=12)
    assert result(o, Standing(0, scores, 11)) is None
    assert result(o, Standing(0, scores, 12)) == Result(places, scores, "limit")


@pytest.mark.rule("AF-45", "AF-19", "AF-R6")
def test_abandoned_and_annulled_deals_count_towards_the_limit() -> None:
    position = play_game(GAME, replace(ST_PAUL, max_deals=3, ace_no_face=False), shuffles(1))
    while position.ask is not None:
        position.play("pass")
    assert position.result == Result((1, 1), (0, 0), "limit")
    annulled = deal_after("claim agree", hands={1: HOPELESS})
    assert annulled.result is not None and annulled.result.finished == 1


@pytest.mark.rule("AF-43", "AF-R18")
def test_scores_alone_do_not_win() -> None:
    assert result(ST_PAUL, Standing(0, (510, 0), 4)) is None
    assert result(ST_PAUL, Standing(0, (510, 0), 4, (0,))) == Result((1, 2), (510, 0), "target")
