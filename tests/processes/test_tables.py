"""Rooms whose bots play at several tables, with real processes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arena.chance import keyed
from arena.games.kernel.position import play_game
from arena.sandbox import Program
from arena.settings.clock import ClockSettings
from arena.table.lag import LagMeter
from arena.table.launcher import Surroundings
from arena.table.outcome import Failure, Outcome
from arena.table.record import parse, play_again
from arena.table.referee import GameSetup
from arena.table.rooms import play_room
from tests.arena.fakes import ONE_DEAL, setup
from tests.processes.test_rooms import Desk

TABLEBOT = Path(__file__).with_name("tablebot.py")
pytestmark = pytest.mark.slow


class Counting(Desk):
    """A desk that sees how many games are open at once."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[str] = []
        self.open = self.most = 0

    async def begun(self, setup: GameSetup) -> None:
        self.order.append(setup.game_id)
        self.open += 1
        self.most = max(self.most, self.open)

    async def finished(self, setup: GameSetup, outcome: Outcome, failures: tuple[Failure, ...]) -> None:
        self.open -= 1
        await super().finished(setup, outcome, failures)

    async def internal(self, setup: GameSetup, trace: str) -> None:
        self.open -= 1
        await super().internal(setup, trace)

    async def voided(self, setup: GameSetup, reason: str, *, again: bool) -> None:
        self.open -= 1
        await super().voided(setup, reason, again=again)


def program(*words: object) -> Program:
    return Program("tables", (sys.executable, str(TABLEBOT), *map(str, words)), Path("/"))


def games(number: int, move_ms: int = 2000) -> list[GameSetup]:
    one = setup(ONE_DEAL, ClockSettings(move_ms=move_ms, start_ms=10_000))
    return [one._replace(game_id=f"G{i}", chance=keyed("tables", f"game {i}")) for i in range(1, number + 1)]


async def room(programs: dict[int, Program], played: list[GameSetup], tables: int) -> Counting:
    desk = Counting()
    await play_room(programs, played, desk, Surroundings(tables=tables))
    return desk


@pytest.mark.parametrize(("asked_for", "allowed", "most"), [(8, 8, 8), (8, 3, 3), (2, 8, 2), (1, 8, 1)])
async def test_as_many_games_are_open_as_all_like_and_the_ladder_allows(
    asked_for: int, allowed: int, most: int
) -> None:
    desk = await room(dict.fromkeys(range(4), program(8)) | {2: program(asked_for)}, games(10), allowed)

    assert desk.most == most
    assert desk.faults == [()] * 10
    for outcome in desk.outcomes:
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
    desk = await room(dict.fromkeys(range(4), program(3)) | {1: program(3, "exit", 2)}, games(5), 3)

    assert len(desk.outcomes) == 5
    assert [[v.kind for v in verdicts] for verdicts in desk.faults[:3]] == [["CRASH"]] * 3
    assert all(failure.fault.kind == "CRASH" for failures in desk.failures[:3] for failure in failures)
    assert desk.order == ["G1", "G2", "G3", "G4", "G5"]


async def test_a_bug_of_ours_in_one_game_has_the_others_played_again() -> None:
    played = games(4)
    chance = played[1].chance

    def broken(name: str, items: object) -> object:
        if "pack" in name:
            raise ZeroDivisionError("a bug")
        return chance(name, items)  # type: ignore[arg-type]

    played[1] = played[1]._replace(chance=broken)  # type: ignore[arg-type]
    desk = await room(dict.fromkeys(range(4), program(4)), played, 4)

    assert len(desk.broken) == 1
    assert "ZeroDivisionError: a bug" in desk.broken[0]
    assert [(reason, again) for reason, again in desk.void if not again] == []
    assert {outcome.record.split()[1] for outcome in desk.outcomes} == {"G1", "G3", "G4"}


async def test_void_games_are_played_again_and_then_left(monkeypatch: pytest.MonkeyPatch) -> None:
    meter, desk = LagMeter(), Counting()
    monkeypatch.setattr(meter, "worst_since", lambda _start: 900.0)
    fake = str(TABLEBOT.with_name("fakebot.py"))
    silent = Program("silent", (sys.executable, fake, "sleep", "0"), Path("/"))
    programs = dict.fromkeys(range(4), program(2)) | {0: silent}
    await play_room(programs, games(2, move_ms=100), desk, Surroundings(meter, tables=2))

    assert desk.outcomes == []
    assert [again for _, again in desk.void].count(False) == 2
    assert len(desk.void) == 6
