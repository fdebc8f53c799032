"""Rooms whose bots play at several tables, with real processes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import trio

from arena.chance import keyed
from arena.games.kernel.position import play_game
from arena.sandbox import Program, RunningProgram
from arena.settings.clock import ClockSettings
from arena.table import verdicts
from arena.table.lag import LagMeter
from arena.table.record import parse, play_again
from arena.table.referee import GameSetup
from arena.table.reports import GameBegun, Report
from arena.table.rooms import play_room
from arena.table.surroundings import Surroundings
from tests.arena.fakes import ONE_DEAL, setup
from tests.processes.test_rooms import Reports

TABLEBOT = Path(__file__).with_name("tablebot.py")
pytestmark = pytest.mark.slow


class Counting(Reports):
    """Reports, and how many games were open at once."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[str] = []
        self.open = self.most = 0

    async def take(self, report: Report) -> None:
        if isinstance(report, GameBegun):
            self.order.append(report.game_id)
            self.open += 1
            self.most = max(self.most, self.open)
        else:
            self.open -= 1
        await super().take(report)


def program(*words: object) -> Program:
    return Program("tables", (sys.executable, str(TABLEBOT), *map(str, words)), Path("/"))


def games(number: int, move_ms: int = 2000) -> list[GameSetup]:
    one = setup(ONE_DEAL, ClockSettings(move_ms=move_ms, start_ms=10_000))
    return [one._replace(game_id=f"G{i}", chance=keyed("tables", f"game {i}")) for i in range(1, number + 1)]


async def room(programs: dict[int, Program], played: list[GameSetup], tables: int) -> Counting:
    reports = Counting()
    await play_room(programs, played, reports.take, Surroundings(tables=tables))
    return reports


@pytest.mark.parametrize(("asked_for", "allowed", "most"), [(8, 8, 8), (8, 3, 3), (2, 8, 2), (1, 8, 1)])
async def test_as_many_games_are_open_as_all_like_and_the_ladder_allows(
    asked_for: int, allowed: int, most: int
) -> None:
    reports = await room(dict.fromkeys(range(4), program(8)) | {2: program(asked_for)}, games(10), allowed)

    assert reports.most == most
    assert reports.faults == [()] * 10
    for outcome in reports.outcomes:
        at = games(10)[int(outcome.record.split()[1][1:]) - 1]
        again = play_game(at.game, at.options, at.chance)
        play_again(again, parse(outcome.record))
        assert again.result == outcome.result


async def test_the_order_of_games_and_their_records_are_those_of_one_table() -> None:
    programs = dict.fromkeys(range(4), program(4))
    alone, together = [await room(programs, games(6), tables) for tables in (1, 4)]

    assert together.order == alone.order
    assert sorted(o.record for o in together.outcomes) == sorted(o.record for o in alone.outcomes)


async def test_a_crash_costs_all_open_games_and_the_others_are_played_by_a_fresh_process() -> None:
    reports = await room(dict.fromkeys(range(4), program(3)) | {1: program(3, "exit", 2)}, games(5), 3)

    assert len(reports.outcomes) == 5
    assert [[v.kind for v in faults] for faults in reports.faults[:3]] == [["CRASH"]] * 3
    assert all(failure.fault.kind == "CRASH" for failures in reports.failures[:3] for failure in failures)
    assert reports.order == ["G1", "G2", "G3", "G4", "G5"]


async def test_a_bug_of_ours_in_one_game_has_the_others_played_again() -> None:
    played = games(4)
    chance = played[1].chance

    def broken(name: str, items: object) -> object:
        if "pack" in name:
            raise ZeroDivisionError("a bug")
        return chance(name, items)  # type: ignore[arg-type]

    played[1] = played[1]._replace(chance=broken)  # type: ignore[arg-type]
    reports = await room(dict.fromkeys(range(4), program(4)), played, 4)

    assert len(reports.broken) == 1
    assert "ZeroDivisionError: a bug" in reports.broken[0]
    assert [(reason, again) for reason, again in reports.void if not again] == []
    assert {outcome.record.split()[1] for outcome in reports.outcomes} == {"G1", "G3", "G4"}


@pytest.mark.thorough
async def test_void_games_are_played_again_but_not_twice_for_the_same_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    meter, reports = LagMeter(), Counting()
    monkeypatch.setattr(RunningProgram, "run_delay_ms", lambda _: 1000 * trio.current_time())
    monkeypatch.setattr(verdicts, "SLACK_MS", 100)
    fake = str(TABLEBOT.with_name("fakebot.py"))
    silent = Program("silent", (sys.executable, fake, "sleep", "0"), Path("/"))
    programs = dict.fromkeys(range(4), program(2)) | {0: silent}
    await play_room(programs, games(2, move_ms=100), reports.take, Surroundings(meter, tables=2))

    assert [{fault.kind for fault in outcome.faults} for outcome in reports.outcomes] == [{"TIMEOUT"}] * 2
    assert [again for _, again in reports.void] == [True] * len(reports.void)
    assert 1 <= len(reports.void) <= 2
