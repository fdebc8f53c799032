"""How many results a second one arena stores, in the database and in its journal, when many rooms report at a time."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import trio

from arena.bench.figures import Figure, cpu_time
from arena.bench.growth import finished, planned
from arena.bench.play import SEED, Count
from arena.bots.entrants import Entrant
from arena.chance import keyed
from arena.games import kaiser
from arena.games.kernel.position import play_game
from arena.settings.limits import Records
from arena.store import Store
from arena.table import record
from arena.table.reports import GameBegun, GameEnded
from arena.tournament.bookkeeper import GATHER, Batch, Bookkeeper
from arena.tournament.probation import Probation
from arena.tournament.writer import Writer

ENTRANTS = 20
STROKE, STROKES = 0.01, 10
"""A room plays a game for up to so many strokes of a clock, of so many seconds each. Their clock costs little: rooms
play elsewhere."""
AHEAD = 2
"""How many games of a room are in play or not stored yet: a worker plays on while its last result is stored."""
ANSWERS = 320
"""How many answers a game has: those of about nine deals of Kaiser."""
ONE = "one room"


class Way(NamedTuple):
    """A way of storing results.

    Args:
        rooms: how many rooms report.
        gather: for how many seconds reports are gathered (`Bookkeeper`).
        records: of which games the record is kept.
        share: how many of the results are stored, compared with the others.
    """

    rooms: int
    gather: float
    records: Records
    share: float = 1.0


def ways(rooms: int) -> dict[str, Way]:
    """Return what is measured, by name: a room alone, and `rooms` rooms on other machines."""
    return {
        ONE: Way(1, 0.0, "all", 0.05),
        f"{rooms:,} rooms": Way(rooms, GATHER, "all"),
        f'{rooms:,} rooms, records = "faults"': Way(rooms, GATHER, "faults"),
    }


def speeds(folder: Path, bot: Entrant, rooms: int, number: int, rounds: int) -> tuple[list[Figure], list[Figure]]:
    """Return how many results are stored, safe from a power cut: the best round of each way.

    Args:
        folder: where the databases go; its disk is what is measured.
        bot: the bot that all entrants are copies of.
        rooms: how many rooms report at a time, where they are many.
        number: about how many results are stored.
        rounds: how often each way is measured.

    Returns:
        The results in a second of wall time, and those in a second of CPU time.
    """
    best: dict[str, tuple[float, float]] = {}
    for turn in range(rounds):
        for at, (name, way) in enumerate(ways(rooms).items()):
            path = folder / f"storing-{turn}-{at}.db"
            found, before = _speed(path, bot, way, max(1, int(number * way.share))), best.get(name, (0.0, 0.0))
            best[name] = max(found[0], before[0]), max(found[1], before[1])
    wall, cpu = ([Figure(name, amounts[at]) for name, amounts in best.items()] for at in (0, 1))
    return wall, cpu


def _speed(path: Path, bot: Entrant, way: Way, number: int) -> tuple[float, float]:
    """Return how many results are stored in a new database in one way, in a second of wall time and of CPU time."""
    bots, words, games = planned(bot, ENTRANTS, number)
    with Store.open(path, writing=True) as store:
        store.start_run(SEED, words, records=way.records)
        store.plan(bots, games)
        books = Bookkeeper(store, Writer(Count()), Probation(), way.gather)
        books.planned = {game.id: game for game in games}
        reports = [*finished(games, ENTRANTS, _record())]
        begun, used = time.perf_counter(), cpu_time()
        trio.run(partial(_report, books, iter(reports), way.rooms))
        took, used = time.perf_counter() - begun, cpu_time() - used
        assert store.counts().done == len(reports)
        return len(reports) / took, len(reports) / used


def _record() -> str:
    """Return the record of a game of Kaiser of the usual length, by random play."""
    position, rng = play_game(kaiser.GAME, kaiser.GAME.options(), keyed(SEED, "record")), Random(SEED)
    while position.ask is not None and len(position.answers) < ANSWERS:
        position.play(rng.choice(position.ask.legal))
    return "".join(map(record.line, position.log))


class _Clock:
    """Strikes for rooms that wait for the end of their games."""

    def __init__(self) -> None:
        self._strokes = deque(trio.Event() for _ in range(STROKES))

    async def wait(self, strokes: int) -> None:
        """Wait for a stroke, the next one if it is 0."""
        await self._strokes[strokes].wait()

    async def strike(self) -> None:
        """Strike until cancelled."""
        while True:
            await trio.sleep(STROKE)
            self._strokes.popleft().set()
            self._strokes.append(trio.Event())


async def _report(books: Bookkeeper, reports: Iterator[GameEnded], rooms: int) -> None:
    """Have rooms report one game after another, each with the beginning of its next."""
    clock = _Clock() if rooms > 1 else None
    async with trio.open_nursery() as striking:
        if clock:
            striking.start_soon(clock.strike)
        async with trio.open_nursery() as nursery:
            for number in range(rooms * AHEAD if rooms > 1 else 1):
                nursery.start_soon(_room, books, reports, Random(number), clock)
        striking.cancel_scope.cancel()


async def _room(books: Bookkeeper, reports: Iterator[GameEnded], rng: Random, clock: _Clock | None) -> None:
    """Report games; where there are others, each after some time for playing it."""
    last: list[GameEnded] = []
    for ended in reports:
        await books.take([*last, GameBegun(ended.game_id)], _tell)
        if clock:
            await clock.wait(rng.randrange(STROKES))
        last = [ended]
    await books.take(last, _tell)


def _tell(batch: Batch) -> None:
    """Nobody is told."""
