from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.settings.limits import ZERO_IS_NONE, Limits

NAMES = [field.name for field in fields(Limits)]


def test_what_a_bot_does_not_ask_for_stays_as_the_ladder_says() -> None:
    assert Limits(memory_mb=100).granted({}, {"memory_mb": 900}) == Limits(memory_mb=100)


@pytest.mark.parametrize(
    ("wish", "most", "granted"),
    [
        (50, {}, 50),
        (200, {}, 100),
        (200, {"memory_mb": 150}, 150),
        (120, {"memory_mb": 150}, 120),
        (90, {"memory_mb": 5}, 90),
    ],
)
def test_less_is_always_granted_and_more_only_as_the_ladder_allows(
    wish: int, most: dict[str, int], granted: int
) -> None:
    assert Limits(memory_mb=100).granted({"memory_mb": wish}, most).memory_mb == granted


def test_no_limit_at_all_is_the_most() -> None:
    assert Limits(cpu_s=60).granted({"cpu_s": 0}, {}).cpu_s == 60
    assert Limits(cpu_s=0).granted({"cpu_s": 60}, {}).cpu_s == 60
    assert Limits(cpu_s=60).granted({"cpu_s": 0}, {"cpu_s": 0}).cpu_s == 0


@given(
    st.dictionaries(st.sampled_from(NAMES), st.integers(0, 100)),
    st.dictionaries(st.sampled_from(NAMES), st.integers(0, 100)),
)
def test_nobody_gets_more_than_the_ladder_allows(wishes: dict[str, int], most: dict[str, int]) -> None:
    own = Limits(*[50] * len(NAMES))
    got = own.granted(wishes, most)
    for name in NAMES:
        value = getattr(got, name)
        assert value in {50, wishes.get(name), most.get(name)}
        if value == 0 and name in ZERO_IS_NONE:
            assert wishes[name] == 0 and most[name] == 0
        else:
            assert value <= max(50, most.get(name, 0)) or most.get(name) == 0
