from arena.clock import NO_CLOCK, Clock, ClockSettings


def test_without_a_bank_every_move_has_the_move_limit() -> None:
    clock = Clock(ClockSettings(move_ms=1000))
    clock.charge(999)

    assert (clock.allowance(), clock.deadline(), clock.bank) == (1000, 1050, None)


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

    assert clock.deadline() == 150
    clock.charge(140)
    assert clock.bank == 0
    assert clock.allowance() == 0


def test_without_limits_nothing_is_late() -> None:
    clock = Clock(NO_CLOCK)

    assert clock.allowance() is None
    assert clock.deadline() is None
