import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.settings.clock import NO_CLOCK, ClockSettings
from arena.table.clock import PONDER_MS, PONDER_SHARE, TIDY_MS, WARM_MS, Clock, Ponderings


def test_without_a_bank_every_move_has_the_move_limit() -> None:
    clock = Clock(ClockSettings(move_ms=1000))
    clock.charge(999)

    assert (clock.allowance(), clock.limit(), clock.bank) == (1000, 1050, None)


def test_the_bank_is_spent_and_grows_by_the_increment() -> None:
    clock = Clock(ClockSettings(move_ms=0, bank_ms=5000, inc_ms=100))
    clock.charge(2000)

    assert clock.bank == 3100
    assert clock.allowance() == 3100


def test_a_move_may_take_no_more_than_the_bank_holds() -> None:
    clock = Clock(ClockSettings(move_ms=1000, bank_ms=600))

    assert clock.allowance() == 600
    clock.charge(200)
    assert clock.allowance() == 400


def test_time_in_the_grace_is_no_thinking_time() -> None:
    clock = Clock(ClockSettings(move_ms=0, bank_ms=100, grace_ms=50))

    assert clock.limit() == 150
    clock.charge(140)
    assert clock.bank == 0
    assert clock.allowance() == 0


def test_without_limits_nothing_is_late() -> None:
    clock = Clock(NO_CLOCK)

    assert clock.allowance() is None
    assert clock.limit() is None


def test_late_answers_are_forgiven_while_strikes_last() -> None:
    clock = Clock(ClockSettings(move_ms=1000, strikes=2, hard_ms=3000))

    assert (clock.allowance(), clock.limit()) == (1000, 3050)
    assert [clock.charge(ms) for ms in (1050, 1051, 2999)] == [False, True, True]
    assert (clock.allowance(), clock.limit(), clock.strikes) == (1000, 1050, 2)


def test_a_late_answer_has_twice_the_limit_if_nothing_else_is_said() -> None:
    assert Clock(ClockSettings(move_ms=1000, strikes=1)).limit() == 2050


def test_no_strike_forgives_an_empty_bank() -> None:
    clock = Clock(ClockSettings(move_ms=1000, bank_ms=1500, strikes=3, hard_ms=9000))

    assert clock.limit() == 1550


def test_by_a_cpu_clock_the_wall_time_is_bounded_more_loosely() -> None:
    clock = Clock(ClockSettings(move_ms=1000, measure="cpu"))

    assert (clock.limit(), clock.wall_limit()) == (1050, 4150)
    assert Clock(NO_CLOCK).wall_limit() is None


def watched(cores: int = 2) -> Ponderings:
    """A bot that has used up what it may use to warm up."""
    found = Ponderings(cores, cpu_ms=0)
    assert found.read(WARM_MS) is None
    return found


def test_pondering_shows_however_short_the_turns_are() -> None:
    bot = watched()
    readings = [bot.others(wall) for wall in (10, 10, 10)]

    assert readings == [False, False, True]
    assert bot.read(WARM_MS + 50) is None
    assert bot.others(1000)
    assert bot.read(WARM_MS + 50 + 75) == WARM_MS + 125


def test_what_a_bot_uses_in_its_own_turn_is_its_own_affair() -> None:
    bot = watched()

    assert bot.own(500)
    assert bot.read(WARM_MS + 1000) is None
    assert not bot.own(20)
    assert bot.others(2000)
    assert bot.read(WARM_MS + 1000 + 40 + 90) is None
    assert bot.others(2000)
    assert bot.read(WARM_MS + 1130 + 91) == WARM_MS + 90 + 91


def test_a_process_may_warm_up_once_and_a_new_one_again() -> None:
    bot = Ponderings(cores=2, cpu_ms=0)

    assert bot.read(WARM_MS + PONDER_MS) is None
    assert bot.read(WARM_MS + PONDER_MS + 1) == WARM_MS + PONDER_MS + 1


@given(st.lists(st.floats(25, 500), min_size=40, max_size=80), st.floats(0.2, 1.0))
def test_the_allowance_is_not_renewed_by_readings(others: list[float], share: float) -> None:
    """A bot that ponders a part of the others' time is stopped before that comes to much."""
    bot, cpu = Ponderings(cores=2, cpu_ms=0), 0.0
    for wall in others:
        cpu += share * wall
        if bot.others(wall) and bot.read(cpu) is not None:
            break
        assert not bot.own(0.1)

    most = (WARM_MS + PONDER_MS + len(others) * TIDY_MS) / (1 - PONDER_SHARE / share)
    assert cpu <= most + share * 500


def farm(own_ms: float, cores: int, seconds: float, turns_ms: float) -> tuple[float, int]:
    """Ponder while others are to move for `own_ms`, and sleep as long in the own turn, which counts in its favor.

    Returns the CPU time (ms) that was used while others were to move, and the turns, until it was found out.
    """
    bot, cpu, turns = Ponderings(cores, cpu_ms=0), 0.0, 0
    for turns in range(int(seconds * 1000 / (own_ms + turns_ms))):
        cpu += min(own_ms * cores, turns_ms * cores)
        for due in (bot.others(turns_ms), None):
            if (due or (due is None and bot.own(own_ms))) and bot.read(cpu) is not None:
                return cpu, turns
    return cpu, turns


@pytest.mark.parametrize("own_ms", [1.0, 5.0, 19.0])
@pytest.mark.parametrize("turns_ms", [3.0, 20.0, 60.0])
def test_the_benefit_of_the_doubt_cannot_be_farmed(own_ms: float, turns_ms: float) -> None:
    """By the old rules (no turn below `SHORT_MS` read at both ends) this went on for ever."""
    cpu, turns = farm(own_ms, 2, 120, turns_ms)

    assert cpu < 2500 or cpu <= turns * (TIDY_MS + PONDER_SHARE * turns_ms)


def test_a_bot_that_only_tidies_up_goes_on_and_is_seldom_read() -> None:
    bot, cpu, readings, turns = Ponderings(cores=2, cpu_ms=0), 0.0, 0, 20_000
    for _ in range(turns):
        cpu += 0.1 + 0.15  # it thinks, answers, and is busy for a moment
        for due in (bot.others(0.45), None):
            if due or (due is None and bot.own(0.1)):
                readings += 1
                assert bot.read(cpu) is None

    assert readings < turns / 10
