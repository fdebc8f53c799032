"""Several games at once: what travels together, what it costs, and that every game goes as it would alone."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import pytest
import trio
import trio.testing

from arena.chance import keyed
from arena.settings.clock import ClockSettings, OnFault
from arena.table.broken import Broken
from arena.table.connection import Connection
from arena.table.lag import Lag, LagMeter, Void
from arena.table.outcome import Outcome
from arena.table.player import Player
from arena.table.referee import GameSetup, Referee
from arena.table.tables import Tables
from tests.arena.fakes import Bot, MemoryProcess, Wire, after_asks, packed, play_one, seated, setup


def several(number: int, clock: ClockSettings = ClockSettings(), on_fault: OnFault = "forfeit") -> list[GameSetup]:  # noqa: B008 - frozen
    """Games with packs of their own."""
    one = setup(clock=clock, on_fault=on_fault)
    return [one._replace(game_id=f"G{i}", chance=keyed("tables", f"game {i}")) for i in range(number)]


def tabled(tables: int, seconds: float = 0) -> Bot:
    """A bot that answers all questions that it has read at once, each by itself alone."""

    async def bot(wire: Wire) -> None:
        await wire.say(f"bot t 1 tables={tables}\n")
        while True:
            lines = [await wire.line()]
            while b"\n" in wire.inbox:
                lines.append(await wire.line())
            asks = [line.split() for line in lines if line.split()[1] == "ask"]
            await trio.sleep(seconds * len(asks))
            await wire.say("".join(f"{words[0]} {chosen(words[4:])}\n" for words in asks))

    return bot


def chosen(words: Sequence[str]) -> str:
    return words[zlib.crc32(" ".join(words).encode()) % len(words)]


async def play_all(
    games: list[GameSetup], players: dict[int, Connection], tables: Tables | None = None, lag: Lag | None = None
) -> dict[str, Outcome]:
    tables = tables or Tables()
    player = {seat: Player(connection, games[0].clock, lag) for seat, connection in players.items()}
    for at in games:
        tables.begin(Referee(at, player))
    found: dict[str, Outcome] = {}
    while tables.open:
        await tables.play()
        while tables.ended:
            at, outcome = await tables.end()
            found[at.game_id] = outcome
    return found


@pytest.mark.parametrize("codec", ["line", "msgpack"])
async def test_every_game_goes_as_it_would_alone(codec: str) -> None:
    games = several(8)
    speaking = tabled(8) if codec == "line" else packed(chosen, {"tables": "8"})
    async with seated(dict.fromkeys(range(4), tabled(8)) | {2: speaking}) as players:
        together = await play_all(games, players)
    for at in games:
        async with seated(dict.fromkeys(range(4), tabled(8))) as players:
            alone = await play_one(at, players)

        assert together[at.game_id].record == alone.record
        assert together[at.game_id].faults == ()


@pytest.mark.interpreted
async def test_questions_of_many_tables_travel_in_one_write() -> None:
    async with seated(dict.fromkeys(range(4), tabled(16))) as players:
        sizes: list[int] = []
        asked = players[1].ask

        async def spy(data: bytes, count: int, *more: Any) -> object:
            sizes.append(count)
            assert data.count(b" ask ") == count
            return await asked(data, count, *more)

        players[1].ask = spy  # type: ignore[method-assign, assignment]
        await play_all(several(16), players)

    assert sum(sizes) / len(sizes) > 8


@pytest.mark.slow
async def test_which_questions_travel_together_depends_on_the_games_alone() -> None:
    traffic: list[list[bytes]] = []
    for seconds in (0.0, 0.01):
        async with seated(dict.fromkeys(range(4), tabled(8)) | {1: tabled(8, seconds)}) as players:
            await play_all(several(8), players)
            traffic.append([connection.sent.kept() for connection in players.values()])

    assert traffic[0] == traffic[1]


async def test_a_batch_has_the_sum_of_its_times(autojump_clock: trio.testing.MockClock) -> None:
    clock = ClockSettings(move_ms=100, grace_ms=10)
    async with seated(dict.fromkeys(range(4), tabled(8)) | {0: tabled(8, 0.09)}) as players:
        fine = await play_all(several(8, clock), players)
    async with seated(dict.fromkeys(range(4), tabled(8)) | {0: tabled(8, 0.12)}) as players:
        late = await play_all(several(8, clock), players)

    assert all(outcome.faults == () for outcome in fine.values())
    assert fine["G3"].uses[0].worst_ms == pytest.approx(90)
    assert {(v.seat, v.kind) for outcome in late.values() for v in outcome.faults} == {(0, "TIMEOUT")}
    assert any("tables were asked at once" in v.text for outcome in late.values() for v in outcome.faults)


async def test_a_bank_is_charged_the_share_of_each_game(autojump_clock: trio.testing.MockClock) -> None:
    clock = ClockSettings(move_ms=1000, bank_ms=60_000)
    async with seated(dict.fromkeys(range(4), tabled(4)) | {0: tabled(4, 0.5)}) as players:
        outcomes = await play_all(several(4, clock), players)
        sent = players[0].sent.kept().decode()

    assert all(
        outcome.uses[0].total_ms == pytest.approx(500 * outcome.uses[0].decisions) for outcome in outcomes.values()
    )
    assert "@G2 clock 1000 59500\n@G2 ask" in sent


@pytest.mark.parametrize("on_fault", ["forfeit", "substitute"])
async def test_a_fault_at_one_table_is_a_fault_at_all(on_fault: OnFault) -> None:
    async def illegal(wire: Wire) -> None:
        await wire.say("bot t 1 tables=4\n")
        while True:
            words = (await wire.line()).split()
            if words[1] == "ask":
                await wire.say(f"{words[0]} {'ZZ' if words[0] == '@G2' else words[-1]}\n")

    async with seated(dict.fromkeys(range(4), tabled(4)) | {3: illegal}) as players:
        outcomes = await play_all(several(4, on_fault=on_fault), players)

    for outcome in outcomes.values():
        assert [(v.seat, v.kind) for v in outcome.faults] == [(3, "ILLEGAL")]
        assert outcome.result.places == (1, 2)
    assert all(
        outcome.result.reason == ("forfeit" if on_fault == "forfeit" else "limit") for outcome in outcomes.values()
    )


async def test_two_answers_for_one_table_are_one_too_many() -> None:
    async def twice(wire: Wire) -> None:
        await wire.say("bot t 1 tables=4\n")
        while True:
            words = (await wire.line()).split()
            if words[1] == "ask":
                await wire.say(f"{words[0]} {words[-1]}\n{words[0]} {words[-1]}\n")

    async with seated(dict.fromkeys(range(4), tabled(4)) | {0: twice}) as players:
        outcomes = await play_all(several(4), players)

    assert {v.kind for outcome in outcomes.values() for v in outcome.faults} == {"PROTOCOL"}


async def test_a_bot_that_gets_no_cpu_makes_all_of_them_void(autojump_clock: trio.testing.MockClock) -> None:
    games = several(4, ClockSettings(move_ms=100))
    async with seated(dict.fromkeys(range(4), tabled(4)) | {0: tabled(4, 9)}) as players:
        process = players[0].process
        assert isinstance(process, MemoryProcess)
        process.cpu = 1.0
        process.run_delay_ms = lambda: 1000 * trio.current_time()  # type: ignore[method-assign]
        tables = Tables()
        with pytest.raises(Void, match="ms for an answer went to others"):
            await play_all(games, players, tables, LagMeter())

        assert len(tables.open) == 4


@pytest.mark.interpreted
@pytest.mark.parametrize("where", ["question", "answer", "end"])
async def test_a_failure_of_ours_names_its_game(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = getattr(Referee, where)

    def fails(referee: Referee, *args: object) -> object:
        if referee.setup.game_id == "G2":
            raise ZeroDivisionError("a bug")
        return sound(referee, *args)

    monkeypatch.setattr(Referee, where, fails)
    async with seated(dict.fromkeys(range(4), tabled(4))) as players:
        with pytest.raises(Broken) as broken:
            await play_all(several(4), players)

    assert broken.value.game_id == "G2"
    assert isinstance(broken.value.error, ZeroDivisionError)


@pytest.mark.interpreted
@pytest.mark.parametrize(("owner", "name"), [(Referee, "fail"), (Connection, "hear_out")])
async def test_a_failure_of_ours_beside_the_games_is_held_against_one_of_them(
    owner: type, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(owner, name, fails)
    async with seated(dict.fromkeys(range(4), tabled(4)) | {0: after_asks(0, Wire.close)}) as players:
        with pytest.raises(Broken) as broken:
            await play_all(several(1), players)

    assert broken.value.game_id == "G0"
    assert isinstance(broken.value.error, ZeroDivisionError)


@pytest.mark.interpreted
async def test_a_failure_of_ours_in_telling_what_happens_is_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Referee) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(Referee, "live_news", fails)
    async with seated(dict.fromkeys(range(4), tabled(4))) as players:
        with pytest.raises(Broken):
            await play_all(several(4, ClockSettings(ponder="off", live=True)), players)
