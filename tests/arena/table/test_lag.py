import pytest
import trio
import trio.testing

from arena.table.lag import TICK, LagMeter, p99


async def test_an_arena_in_good_health_is_never_late(autojump_clock: trio.testing.MockClock) -> None:
    meter = LagMeter()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(meter.run)
        await trio.sleep(1)
        assert meter.late_since(0) == 0
        nursery.cancel_scope.cancel()

    assert sum(meter.counts) == meter.counts[0] > 0.8 / TICK


async def test_a_stop_shows_before_the_ticker_has_seen_it_and_after(mock_clock: trio.testing.MockClock) -> None:
    meter = LagMeter()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(meter.run)
        await trio.testing.wait_all_tasks_blocked()
        before = list(meter.counts)
        mock_clock.jump(0.5)
        assert meter.late_since(0.2) == pytest.approx(300)
        await trio.testing.wait_all_tasks_blocked()
        assert meter.late_since(0.2) == pytest.approx(300)
        assert meter.late_since(trio.current_time()) == 0
        assert p99(before, meter.counts) == 496
        nursery.cancel_scope.cancel()


def test_one_late_look_in_two_hundred_is_beyond_the_ninety_nine_percent() -> None:
    meter = LagMeter()
    nothing = list(meter.counts)
    for _ in range(199):
        meter.add(0, 0.0012)
    meter.add(0, 3.0)

    assert p99(nothing, meter.counts) == 2
    assert p99(meter.counts, meter.counts) == 0
    assert meter.counts[1000] == 1


def test_lateness_adds_up_and_what_is_too_small_to_matter_does_not() -> None:
    meter = LagMeter()
    for at, late in ((1.0, 0.4), (1.1, 0.009), (1.2, 0.03), (1.3, 0.03)):
        meter.add(at, late)

    assert meter.late_since(0) == pytest.approx(460)
    assert meter.late_since(0.9) == pytest.approx(160)
    assert meter.late_since(1.2) == pytest.approx(30)
