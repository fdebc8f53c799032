"""The worked examples of the Two Hundred sheet about scores, endings and the pot (TH-X4 to X18, X29, X42 to X50)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from tests.games.second_opinion.cards import left_of
from tests.games.second_opinion.checker import Ending
from tests.games.second_opinion.two_hundred.presets import preset
from tests.games.second_opinion.two_hundred.scoring import (
    Played,
    changes,
    games_counted,
    judge,
    made,
    payments,
    shares,
)
from tests.games.second_opinion.two_hundred.sheet import Sheet


def two_sides(contractor: int, bid: str, points: tuple[int, int], bids: Mapping[int, int], **more: object) -> Played:
    tricks = tuple((side, worth) for side, worth in enumerate(points))
    seats = frozenset({contractor, (contractor + 2) % 4})
    return Played(contractor, bid, seats, tricks, best_bids=bids, **more)  # type: ignore[arg-type] # names of fields


def scores_after(sheet: Sheet, start: Iterable[int], played: Played) -> list[int]:
    sides = sheet.sides()
    before = dict(zip(sides, start, strict=True))
    return [before[side] + change for side, change in changes(sheet, sides, before, played).items()]


NOBODY: dict[int, int] = {}
EAST_50, EAST_55, EAST_60 = {1: 50}, {1: 55}, {1: 60}

TWO_SIDED = [
    # sheet, start, contractor, bid, points, bids, scores
    ("X4", preset("standard"), (120, 100), 0, "75", (85, 15), EAST_50, [205, 115]),
    ("X4", preset("standard"), (120, 100), 0, "75", (85, 15), NOBODY, [205, 100]),
    ("X4", preset("standard"), (120, 100), 0, "75", (75, 25), EAST_50, [195, 125]),
    ("X4", preset("standard"), (120, 100), 0, "75", (75, 25), NOBODY, [195, 100]),
    ("X4", preset("standard"), (120, 100), 0, "75", (70, 30), EAST_50, [45, 130]),
    ("X4", preset("standard"), (120, 100), 0, "75", (70, 30), NOBODY, [45, 100]),
    ("X5", preset("standard"), (0, 0), 1, "50", (35, 65), EAST_50, [35, 65]),
    ("X6", preset("standard"), (-20, 40), 0, "75", (70, 30), NOBODY, [-95, 70]),
    ("X7", preset("standard"), (60, 95), 0, "55", (55, 45), NOBODY, [115, 140]),
    ("X8", preset("target-300"), (0, 195), 0, "70", (70, 30), NOBODY, [70, 225]),
    ("X8", preset("target-300"), (0, 200), 0, "70", (70, 30), NOBODY, [70, 200]),
    ("X8", preset("target-300"), (0, 200), 0, "70", (70, 30), EAST_55, [70, 230]),
    ("X8", preset("target-500"), (0, 395), 0, "70", (70, 30), NOBODY, [70, 425]),
    ("X8", preset("target-500"), (0, 400), 0, "70", (70, 30), NOBODY, [70, 400]),
    ("X8", preset("le-rough"), (0, 245), 0, "70", (70, 30), NOBODY, [70, 275]),
    ("X8", preset("le-rough"), (0, 250), 0, "70", (70, 30), NOBODY, [70, 250]),
    ("X8", preset("bloutte-100"), (0, 0), 0, "70", (70, 30), NOBODY, [70, 0]),
    ("X8", preset("bloutte-100"), (0, -5), 0, "70", (70, 30), NOBODY, [70, 25]),
    ("X9", preset("must-bid-60"), (0, 110), 0, "60", (60, 40), EAST_55, [60, 110]),
    ("X9", preset("must-bid-60"), (0, 110), 0, "65", (65, 35), EAST_60, [65, 145]),
    ("X10", preset("within-50"), (20, 150), 0, "65", (65, 35), EAST_60, [85, 150]),
    ("X10", preset("within-50"), (20, 150), 0, "65", (60, 40), EAST_60, [-45, 190]),
    ("X10", preset("within-50"), (20, 145), 0, "65", (65, 35), NOBODY, [85, 180]),
    ("X11", preset("cent-pour-deux-cents"), (0, 0), 0, "100for200", (100, 0), NOBODY, [200, 0]),
    ("X11", preset("cent-pour-deux-cents"), (-10, 0), 0, "100for200", (100, 0), NOBODY, [190, 0]),
    ("X11", preset("cent-pour-deux-cents"), (30, 40), 0, "100for200", (95, 5), NOBODY, [-70, 45]),
    ("X15", preset("single-round-free"), (0, 0), 0, "free", (30, 70), NOBODY, [30, 70]),
    ("X15", preset("single-round-free"), (0, 100), 0, "free", (30, 70), NOBODY, [30, 100]),
    ("X29", preset("standard"), (40, 130), 0, "100", (95, 5), NOBODY, [-60, 130]),
    ("X30", preset("must-bid-60", keep="dealer"), (0, 120), 0, "65", (70, 30), {3: 60}, [70, 150]),
]


@pytest.mark.parametrize(("example", "sheet", "start", "contractor", "bid", "points", "bids", "scores"), TWO_SIDED)
def test_a_deal_changes_the_scores(
    example: str,
    sheet: Sheet,
    start: tuple[int, int],
    contractor: int,
    bid: str,
    points: tuple[int, int],
    bids: Mapping[int, int],
    scores: list[int],
) -> None:
    assert scores_after(sheet, start, two_sides(contractor, bid, points, bids)) == scores


def test_no_trump_doubles_where_the_option_says() -> None:
    double, plain = preset("no-trump"), preset("no-trump", no_trump="plain")  # TH-X12, TH-R16
    scores = [
        scores_after(sheet, (0, 0), two_sides(0, bid, points, NOBODY, no_trump=True))
        for sheet in (double, plain)
        for bid, points in (("60", (65, 35)), ("60", (55, 45)))
    ]
    assert scores == [[130, 70], [-120, 90], [65, 35], [-60, 45]]
    sans = preset("no-trump", bid_100_for_200="on")
    assert scores_after(sans, (0, 0), two_sides(0, "100for200", (100, 0), NOBODY, no_trump=True)) == [400, 0]
    assert scores_after(sans, (0, 0), two_sides(0, "100for200", (95, 5), NOBODY, no_trump=True)) == [-200, 10]


@pytest.mark.parametrize(
    ("discard_points", "success", "scores"),
    [
        ("opponents", False, [35, -70]),
        ("contractor", True, [30, 70]),
        ("last_trick", False, [35, -70]),
        ("first_trick", True, [30, 70]),
    ],
)
def test_the_discard_counts_for_whom_the_option_says(discard_points: str, success: bool, scores: list[int]) -> None:
    sheet = preset("kitty", discard_points=discard_points)  # TH-X13
    played = Played(1, "70", frozenset({1, 3}), ((1, 65), (0, 30)), discard=5, best_bids={1: 70})
    assert made(sheet, played) is success
    assert scores_after(sheet, (0, 0), played) == scores


def test_every_opposing_pair_counts_the_discard() -> None:
    played = Played(0, "50", frozenset({0, 3}), ((1, 25), (2, 10), (0, 55)), discard=10)  # TH-X14
    assert scores_after(preset("six-three-teams-kitty"), (0, 0, 0), played) == [55, 35, 20]
    last_trick = preset("six-three-teams-kitty", discard_points="last_trick")
    assert scores_after(last_trick, (0, 0, 0), played) == [65, 25, 10]


def alone(contractor: int, bid: str, points: Iterable[int], seats: set[int], bids: Mapping[int, int]) -> Played:
    return Played(contractor, bid, frozenset(seats), tuple(enumerate(points)), best_bids=bids)


def test_cutthroat_players_score_their_own_tricks() -> None:
    sheet = preset("cutthroat")  # TH-X16
    assert scores_after(sheet, [0] * 4, alone(2, "50", (20, 15, 45, 20), {2}, {2: 50})) == [20, 15, -50, 20]
    assert scores_after(sheet, [0] * 4, alone(2, "50", (20, 10, 50, 20), {2}, {2: 50})) == [20, 10, 50, 20]


def test_defenders_of_a_silent_partner_game_share_their_points() -> None:
    played = alone(1, "55", (10, 40, 20, 10, 20), {1, 4}, {1: 55})  # TH-X17
    for sheet, scores in (
        (preset("five-silent-fixed"), {0: 40, 1: 60, 2: 40, 3: 40}),
        (preset("five-silent-fixed", defender_scoring="own_tricks"), {0: 10, 1: 60, 2: 20, 3: 10}),
    ):
        assert changes(sheet, sheet.sides(silent=4), dict.fromkeys(range(4), 0), played) == scores


def test_a_rotating_silent_partner_scores_nothing() -> None:
    played = alone(1, "55", (10, 40, 20, 10, 20), {1, 4}, {1: 55})
    assert scores_after(preset("five-silent-rotating"), [0] * 5, played) == [40, 60, 40, 40, 0]


def test_the_called_partner_shares_the_contract_whatever_his_score() -> None:
    played = alone(0, "60", (55, 20, 0, 20, 5), {0, 2}, {0: 60, 3: 55})  # TH-X18
    assert scores_after(preset("five-called-card"), (10, 105, 120, 100, 95), played) == [-50, 105, 60, 145, 140]


# Endings


def end(
    sheet: Sheet, start: Iterable[int], played: Played, sides: Mapping[int, tuple[int, ...]] | None = None
) -> tuple[list[int], Ending | None, list[int]]:
    sides = sheet.sides() if sides is None else sides
    before = dict(zip(sides, start, strict=True))
    after = {side: before[side] + change for side, change in changes(sheet, sides, before, played).items()}
    return list(after.values()), *judge(sheet, sides, after, played)


NS, EW, ON = Ending((0,), "target"), Ending((1,), "target"), None


@pytest.mark.parametrize(
    ("name", "start", "bid", "points", "scores", "ending"),
    [
        ("standard", (150, 160), "50", (55, 45), [205, 205], NS),  # TH-X42
        ("higher-score-wins", (150, 160), "50", (55, 45), [205, 205], ON),
        ("standard", (140, 170), "50", (60, 40), [200, 210], NS),
        ("higher-score-wins", (140, 170), "50", (60, 40), [200, 210], EW),
        ("standard", (150, 170), "50", (60, 40), [210, 210], NS),
        ("higher-score-wins", (150, 170), "50", (60, 40), [210, 210], ON),
        ("higher-score-wins", (210, 210), "50", (45, 55), [160, 265], EW),  # TH-X50
        ("win-by-bid", (150, 180), "50", (65, 35), [215, 215], NS),  # TH-X43 (a)
        ("win-by-bid", (100, 180), "60", (60, 40), [160, 220], ON),  # (b)
    ],
)
def test_the_target_is_reached(
    name: str, start: tuple[int, int], bid: str, points: tuple[int, int], scores: list[int], ending: Ending | None
) -> None:
    assert end(preset(name), start, two_sides(0, bid, points, EAST_50)) == (scores, ending, [])


def test_only_a_made_contract_wins_where_a_bid_is_required() -> None:
    sheet, bids = preset("win-by-bid"), {0: 50, 1: 70}
    assert end(sheet, (160, 220), two_sides(1, "70", (35, 65), bids)) == ([195, 150], None, [])  # TH-X43 (c)
    assert end(sheet, (160, 220), two_sides(1, "50", (45, 55), bids)) == ([205, 275], EW, [])  # (d)


@pytest.mark.parametrize(
    ("name", "start", "contractor", "points", "scores", "loser"),
    [
        ("standard", (-170, 0), 0, (45, 55), [-220, 55], 0),  # TH-X44 (a)
        ("standard", (-170, -80), 0, (45, 55), [-220, -25], None),  # (b)
        ("standard", (-220, -25), 1, (40, 60), [-180, 35], None),  # (c)
        ("standard", (-150, 0), 0, (45, 55), [-200, 55], 0),  # (e)
        ("target-500-hole-300", (-250, 0), 0, (45, 55), [-300, 55], 0),
    ],
)
def test_the_hole(
    name: str, start: tuple[int, int], contractor: int, points: tuple[int, int], scores: list[int], loser: int | None
) -> None:
    found = end(preset(name), start, two_sides(contractor, "50", points, NOBODY))
    ending = None if loser is None else Ending((1 - loser,), "hole")
    assert found == (scores, ending, [] if loser is None else [loser])


def test_the_hole_is_tested_again_after_every_deal() -> None:
    found = end(preset("standard"), (-220, -25), two_sides(1, "60", (10, 90), NOBODY))  # TH-X44 (d)
    assert found[:2] == ([-210, 65], Ending((1,), "hole"))


@pytest.mark.parametrize(("lost", "label"), [(0, "bloutte"), (1, "chienne"), (2, "double_chienne"), (3, "bloutte")])
def test_all_100_points_win(lost: int, label: str) -> None:
    tricks = ((0, 100), *[(1, 0)] * lost)  # TH-X45, TH-R15
    played = Played(0, "50", frozenset({0, 2}), tricks)
    assert end(preset("la-bloutte"), (-150, 90), played) == ([-50, 90], Ending((0,), "hundred", label), [])


def test_opponents_who_take_all_100_win_no_bloutte() -> None:
    found = end(preset("la-bloutte"), (-150, 90), two_sides(0, "50", (0, 100), NOBODY))
    assert found[:2] == ([-200, 190], Ending((1,), "hole"))


@pytest.mark.parametrize(("points", "winner"), [((95, 5), 1), ((100, 0), 0)])
def test_announced_100_decides_the_game_without_scores(points: tuple[int, int], winner: int) -> None:
    found = end(preset("le-rough"), (0, 20), two_sides(0, "70", points, NOBODY, all100=True))  # TH-X46
    assert found == ([0, 20], Ending((winner,), "announced_100"), [])


def test_a_pair_in_the_hole_drops_out() -> None:
    sheet, tricks = preset("six-three-teams"), ((0, 20), (1, 50), (2, 30))  # TH-X47
    played = Played(0, "60", frozenset({0, 3}), tricks)
    assert end(sheet, (-150, 40, -30), played) == ([-210, 90, 0], None, [0])
    assert end(sheet, (-150, -60, -50), played) == ([-210, -10, -20], None, [])
    assert left_of([1, 2, 4, 5], 2) == 4


def test_two_pairs_that_drop_out_together_leave_a_winner() -> None:
    sheet, played = preset("six-three-teams"), Played(0, "60", frozenset({0, 3}), ((0, 20), (1, 0), (2, 80)))
    assert end(sheet, (-150, -210, -40), played) == ([-210, -210, 40], Ending((2,), "hole"), [0, 1])


def test_the_hole_of_one_player_ends_an_individual_game() -> None:
    played = alone(0, "50", (0, 40, 30, 30), {0}, {0: 50})  # TH-74
    assert end(preset("cutthroat"), (-180, 10, 0, 5), played)[1] == Ending((1,), "hole")
    assert end(preset("cutthroat"), (-180, 0, 10, 5), played)[1] is None


def test_contractor_and_partner_at_the_target_are_divided_by_score() -> None:
    played = alone(0, "50", (50, 50, 0, 0, 0), {0, 2}, {0: 50, 1: 50})  # TH-R22
    sheet = preset("five-called-card")
    assert end(sheet, (150, 190, 160, 0, 0), played)[1] == Ending((2,), "target")
    assert end(sheet, (150, 190, 150, 0, 0), played)[1] == Ending((0,), "target")


@pytest.mark.parametrize(
    ("name", "scores", "changed", "games"),
    [
        ("skunk-hole", (205, -10), (0, 1), 2),  # TH-X48
        ("skunk-hole", (205, 0), (0,), 1),
        ("skunk-shutout", (200, 0), (0,), 2),
        ("skunk-shutout", (200, 0), (0, 1), 1),
        ("standard", (205, -10), (0, 1), 1),
    ],
)
def test_skunks(name: str, scores: tuple[int, int], changed: tuple[int, ...], games: int) -> None:
    assert games_counted(preset(name), NS, dict(enumerate(scores)), changed) == games
    assert games_counted(preset(name), Ending((0,), "limit"), dict(enumerate(scores)), changed) == 1


def test_the_pot() -> None:
    sheet = preset("pot")  # TH-X49
    sides, net = sheet.sides(), dict.fromkeys(range(6), -100)
    lost = Played(0, "60", frozenset({0, 3}), ((0, 20), (1, 50), (2, 30)))
    hundred = Played(2, "60", frozenset({2, 5}), ((2, 100),))
    pots = []
    for played, dealer in ((lost, 0), (None, 1), (hundred, 0)):
        for seat, cents in payments(sheet, sides, played, dealer).items():
            net[seat] -= cents
        pots.append(-sum(net.values()))
    assert pots == [700, 800, 1000]
    for seat, cents in shares(pots[-1], (0, 3)).items():
        net[seat] += cents
    assert list(net.values()) == [300, -200, -100, 300, -200, -100]


def test_odd_cents_of_a_drawn_pot_go_round_from_seat_0() -> None:
    assert shares(602, (1, 2, 4, 5)) == {1: 151, 2: 151, 4: 150, 5: 150}  # TH-79
