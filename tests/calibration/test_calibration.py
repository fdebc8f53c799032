import re

import numpy as np
import pytest

from arena.app.cautions import FOLLOWS_RESULTS, schedule_notes
from arena.chance import keyed
from tests.calibration.__main__ import FULL, PAGE, QUICK, VARIATIONS, measure, page, simulate
from tests.calibration.claims import claims
from tests.calibration.coverage import everything, packs
from tests.calibration.deals import Variation, play, population
from tests.calibration.decisions import of_population
from tests.calibration.disasters import KINDS, LEAD, TESTS, rate, table
from tests.calibration.newcomers import decisive
from tests.calibration.ranges import ranges
from tests.calibration.strategies import FIELD, STRATEGIES


@pytest.mark.parametrize("variation", VARIATIONS, ids=str)
def test_the_strategies_play_every_game_that_is_calibrated_on(variation: Variation) -> None:
    players = list(STRATEGIES.values())[:3]
    result = play(variation, players, keyed("strategies", str(variation)))

    assert result.reason in {"limit", "target"}


def test_copies_of_a_strategy_split_every_deal() -> None:
    alike = population(Variation("kaiser", "standard"), ("cheaply", "cheaply"), 5)

    assert of_population(alike).identical


def test_a_population_holds_every_pairing_in_every_rotation() -> None:
    played = population(Variation("five-hundred", "standard"), ("first", "highest", "cheaply", "partner"), 2)
    rows = everything(played)

    assert played.places.shape == (2, 4, 3, 3)
    assert len(rows) == 2 * 4 * 3 * 3
    assert rows.seat is not None
    taken = np.zeros((4, 3), dtype=int)
    np.add.at(taken, (rows.entrant, rows.seat), 1)
    assert (taken == 6).all()


@pytest.mark.parametrize(("names", "together"), [(tuple(FIELD)[:4], 2), (tuple(STRATEGIES), 2), (tuple(FIELD)[:6], 3)])
def test_no_strategy_meets_a_deal_twice_where_that_is_measured(names: tuple[str, ...], together: int) -> None:
    alone = population(Variation("kaiser", "standard"), names, 1)
    label = packs(alone, 4, "once")
    met = [
        (one, pack)
        for members, rooms in zip(alone.tables, label, strict=True)
        for one in members
        for pack in rooms.ravel()
    ]

    assert len(set(met)) == len(met)
    assert set(np.unique(label, return_counts=True)[1].tolist()) == {together}


def test_some_of_a_population_are_those_that_play_among_themselves() -> None:
    everybody = population(Variation("kaiser", "standard"), tuple(FIELD)[:4], 2)
    some = population(Variation("kaiser", "standard"), (tuple(FIELD)[1], tuple(FIELD)[3]), 2)
    found = everybody.among([1, 3])

    assert found.names == some.names
    assert found.tables == some.tables
    assert np.array_equal(found.places, some.places)
    assert np.array_equal(found.scores, some.scores)


def test_the_page_says_what_its_generator_says() -> None:
    text = PAGE.read_text()
    tables = re.findall(r"^\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE)

    assert text == page([f"{number}{row}" for number, rows in enumerate(tables, 1) for row in rows.splitlines()], FULL)


def test_the_table_of_disasters_has_a_row_for_each_kind_and_columns_for_each_test() -> None:
    measured = list(table(1))
    page = (PAGE.parent / "regression.md").read_text()

    assert measured[0] in page
    for line, margins in zip(measured[2:], KINDS, strict=True):
        assert f"\n| {margins.name} | " in page
        assert line.count("|") == measured[0].count("|")


def test_the_manual_says_how_many_more_deals_a_test_without_assumptions_takes() -> None:
    page = (PAGE.parent / "regression.md").read_text()
    times = {}
    for margins in KINDS:
        [row] = [line.split("|") for line in page.splitlines() if line.startswith(f"| {margins.name} |")]
        times[margins] = int(row[5]) / int(row[3])
    copies = [times.pop(margins) for margins in KINDS if margins.apart < 1.0]

    assert f"takes {min(times.values()):.1f} to {max(times.values()):.0f} times as many deals as `margin-sprt`" in page
    assert f"near-copies {min(copies):.0f} to {max(copies):.0f} times" in page
    assert copies == sorted(copies)


def test_near_copies_take_more_deals_the_larger_the_limit_is() -> None:
    usual, *copies = [margins for margins in KINDS if margins.name == "normal" or margins.apart < 1.0]
    times = []
    for margins in (usual, *copies):
        plain, betting = (rate(margins, make, LEAD, 30)[1] for make in TESTS.values())
        times.append(betting / plain)

    assert 1.0 < times[0] < 2.0
    assert 2.0 < times[1] < times[2] - 1.0 < times[3] - 4.0


def test_disasters_take_all_the_gain_away() -> None:
    rng = np.random.default_rng(1)
    for margins in KINDS:
        drawn = margins.drawn(rng, 200_000)
        assert abs(drawn.mean()) < 4.0 * drawn.std() / drawn.size**0.5
        assert np.mean(np.abs(drawn) > margins.limit) < 0.001


@pytest.mark.slow
def test_the_page_is_written_from_what_was_measured() -> None:
    lines = measure(Variation("kaiser", "standard"), QUICK._replace(deals=20, ladders=4, matches=1))
    text = page([*lines, "5| 2 |", "6| 5 |"], FULL)

    assert [line[0] for line in lines] == ["1"] * 6 + ["2"] * 4 + ["3"] * 10 + ["4"] * 12
    assert text.count("| kaiser:standard |") == 32


def test_a_ladder_says_of_its_schedule_what_was_measured() -> None:
    row = re.compile(r"^\| (\S+), \d+ sets of 8 bots, [^|]* \| ([\d.]+), ([\d.]+) \|", re.MULTILINE)
    rows = row.findall(PAGE.read_text())
    page_of_schedules = (PAGE.parent / "schedules.md").read_text()
    said = {kind: note.text for kind in FOLLOWS_RESULTS for note in schedule_notes({kind})}

    assert {kind for kind, _, _ in rows} == {*said, "round-robin"}
    for kind, text in said.items():
        slopes, held = zip(*[(float(slope), float(held)) for each, slope, held in rows if each == kind], strict=True)
        apart = f"up to {100 * (max(slopes) - 1):.0f} %"
        assert f"{apart} too far apart, and 95 % intervals may hold in {int(100 * min(held))} %" in text
        assert apart in page_of_schedules


@pytest.mark.slow
def test_other_claims_are_measured_for_the_page() -> None:
    found = [*claims(4)]

    assert len({claim.what for claim in found}) == len(found) == 21
    assert all(claim.done or "sets of 8 bots" in claim.what for claim in found)


@pytest.mark.slow
def test_newcomers_and_ranges_are_measured_for_the_page() -> None:
    lines = simulate(QUICK._replace(newcomers=1, ladders=4))
    cells = [line.split("|") for line in lines]

    assert [line[0] for line in lines] == ["5"] * 7 + ["6"] * 10
    assert {len(row) for row in cells[:7]} == {8}
    assert {len(row) for row in cells[7:]} == {11}


def test_decisive_deals_have_the_lead_and_the_share_that_are_asked_for() -> None:
    scores = decisive(np.random.default_rng(1), np.repeat((0.0, 100.0, 400.0), 20_000), 0.2).reshape(3, -1, 2)
    split = (scores.sum(axis=2) == 1.0).mean(axis=1)

    assert scores.mean(axis=(1, 2)) == pytest.approx([0.5, 0.64, 10 / 11], abs=0.01)
    assert split == pytest.approx([0.8, 1 - 0.28, 2 / 11], abs=0.01)


@pytest.mark.slow
def test_among_equals_every_pair_told_apart_is_wrong() -> None:
    ours, theirs = ranges(8, 10, 40, spread=0.0, seed=3)

    assert ours.wrong <= 0.15
    assert theirs.wrong > 0.3
    assert theirs.denied > ours.denied
    assert theirs.apart > ours.apart
