from arena.settings.clock import NO_CLOCK, ClockSettings
from arena.table.clock import Clock, Ponderings


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


def test_pondering_shows_however_short_the_turns_are() -> None:
    watched = Ponderings(cores=2, cpu_ms=1000)
    readings = [watched.others(wall) for wall in (10, 10, 10)]

    assert readings == [False, False, True]
    assert watched.read(1050) is None
    assert watched.others(1000)
    assert watched.read(1125) == 75


def test_what_a_bot_uses_in_its_own_turn_is_its_own_affair() -> None:
    watched = Ponderings(cores=2, cpu_ms=0)

    assert watched.own(500)
    assert watched.read(1000) is None
    assert not watched.own(20)
    assert watched.others(2000)
    assert watched.read(1000 + 40 + 90) is None
    assert watched.others(2000)
    assert watched.read(1130 + 91) == 91
