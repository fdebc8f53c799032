"""Results of quick games are stored together, but nobody waits for that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock

from arena.games.kernel import Result
from arena.table.outcome import Fault, Outcome
from arena.table.reports import CrashedAfter, GameBegun, GameBroken, GameEnded, GameVoided, Report, TakeReport
from arena.tournament.ahead import AHEAD, GATHER, Gathering, play_ahead

OUTCOME = Outcome(Result((1, 2), (52, 3), "target"), (), {}, "x\n")
FAULT = Fault(0, "CRASH", "exit 7")


def ended(game: str, faults: tuple[Fault, ...] = ()) -> GameEnded:
    return GameEnded(game, replace(OUTCOME, faults=faults))


def games(number: int) -> list[Report]:
    """That games begin and end one after the other, and that one more begins."""
    return [GameBegun("0"), *(report for i in range(number) for report in (ended(f"{i}"), GameBegun(f"{i + 1}")))]


async def test_what_quick_games_report_is_stored_in_order_and_together(autojump_clock: MockClock) -> None:
    made: list[Report] = []
    stored: list[tuple[float, list[Report]]] = []
    begun = trio.current_time()

    async def play(take: TakeReport) -> None:
        for report in games(4 * AHEAD):
            made.append(report)
            await take(report)
            if isinstance(report, GameBegun):
                await trio.sleep(GATHER / 5.5)

    async def store(reports: Sequence[Report]) -> None:
        stored.append((trio.current_time() - begun, [*reports]))

    await play_ahead(play, store, 1)

    assert [report for _, reports in stored for report in reports] == made
    times = [time for time, _ in stored[:-1]]
    assert times == pytest.approx([number * GATHER for number in range(len(times))])
    results = [sum(isinstance(report, GameEnded) for report in reports) for _, reports in stored]
    assert {*results[1:-1]} == {5, 6}


@pytest.mark.parametrize(
    "more",
    [
        pytest.param([ended("1")], id="no game is open"),
        pytest.param([ended("1", (FAULT,)), GameBegun("2")], id="after a fault the room waits"),
        pytest.param([GameVoided("1", "arena_lag", again=True), GameBegun("1")], id="void"),
        pytest.param([GameBroken("1", "a trace"), GameBegun("2")], id="broken"),
        pytest.param([CrashedAfter("0", FAULT, b"")], id="crashed"),
        pytest.param([*games(AHEAD // 2), GameBegun("x")], id="the room would soon wait"),
        pytest.param([], id="the end"),
    ],
)
async def test_what_somebody_may_wait_for_is_stored_at_once(autojump_clock: MockClock, more: list[Report]) -> None:
    gathering, stored = Gathering(1), list[Report]()
    first = games(1)
    gathering.put(first)
    assert await gathering.next() == first
    begun = trio.current_time()
    expected = more or [GameBegun("2")]

    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def _() -> None:
            stored.extend(await gathering.next())
            assert trio.current_time() - begun == pytest.approx(GATHER / 5)

        await trio.sleep(GATHER / 5)
        gathering.put(expected)
        if not more:
            gathering.end()

    assert stored == expected
    gathering.end()
    assert await gathering.next() == []


async def test_what_is_gathered_waits_no_longer_than_it_must(autojump_clock: MockClock) -> None:
    gathering = Gathering(1)
    for wait, until in ((0.0, 0.0), (GATHER / 5, GATHER), (3 * GATHER, 4 * GATHER)):
        await trio.sleep(wait)
        gathering.put([GameBegun("0"), GameBegun("1"), ended("0")])
        await gathering.next()
        assert trio.current_time() == pytest.approx(until), "a result that comes alone is stored at once"


async def test_what_was_played_is_stored_where_the_room_is_broken_off(autojump_clock: MockClock) -> None:
    stored: list[Report] = []

    async def play(take: TakeReport) -> None:
        for report in games(AHEAD // 2 - 1):
            await take(report)
        await trio.sleep_forever()

    async def store(reports: Sequence[Report]) -> None:
        stored.extend(reports)

    with trio.move_on_after(GATHER / 5):
        await play_ahead(play, store, 1)

    assert stored == games(AHEAD // 2 - 1)
