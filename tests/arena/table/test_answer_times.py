"""Answer times as bytes."""

import pytest

from arena.table.answer_times import SHORTEST, STEP, code_of, ms_of


@pytest.mark.parametrize("ms", [0.01, 0.0125, 0.5, 19.99, 20.0, 1000.0, 3.6e6])
def test_a_code_is_at_most_four_and_a_half_percent_off(ms: float) -> None:
    assert ms_of(code_of(ms)) == pytest.approx(ms, rel=0.045)


def test_codes_have_ends() -> None:
    assert [code_of(ms) for ms in (0.0, 0.001, SHORTEST, 1e12)] == [1, 1, 1, 255]
    assert ms_of(0) is None


def test_every_code_stands_for_its_time() -> None:
    assert [code_of(SHORTEST * STEP ** (code - 1)) for code in range(1, 256)] == [*range(1, 256)]
