import re

import numpy as np
import pytest

from arena.chance import keyed
from tests.calibration.__main__ import FULL, PAGE, QUICK, VARIATIONS, measure, page
from tests.calibration.coverage import everything
from tests.calibration.deals import Variation, play, population
from tests.calibration.decisions import of_population
from tests.calibration.strategies import STRATEGIES


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


def test_the_page_says_what_its_generator_says() -> None:
    text = PAGE.read_text()
    tables = re.findall(r"^\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE)

    assert text == page([f"{number}{row}" for number, rows in enumerate(tables, 1) for row in rows.splitlines()], FULL)


@pytest.mark.slow
def test_the_page_is_written_from_what_was_measured() -> None:
    lines = measure(Variation("kaiser", "standard"), QUICK._replace(deals=20, ladders=4, matches=3))
    text = page(lines, FULL)

    assert [line[0] for line in lines] == ["1"] * 4 + ["2"] * 3 + ["3"] * 10
    assert text.count("| kaiser:standard |") == 17
