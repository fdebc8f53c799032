"""Tournaments of cheap bots: their speed on one core and on two, and whether memory and files grow."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio

from arena.bots.entrants import Entrant
from arena.games.catalogue import GAMES
from arena.regression.series import sets_of
from arena.sandbox.processes import children, usage
from arena.settings.clock import ClockSettings
from arena.settings.contest import Contest, parse_game
from arena.store import Store
from arena.tournament.events import GameEnded, GameVoided, PlayEvent
from arena.tournament.play import play
from arena.tournament.probation import Benched
from arena.tournament.setup import TournamentSetup
from tests.bench.figures import Figure

C = TypeVar("C", bound="Count")

SEED = "bench"


def resident() -> int:
    """Return the memory of this process in bytes; 0 if the system does not tell."""
    return usage([os.getpid()]).memory


def workers() -> int:
    """Return the memory of the largest worker in bytes."""
    return max((usage([pid]).memory for pid in children(os.getpid())), default=0)


class Count:
    """A watcher that counts games and decisions, and measures memory now and then.

    Args:
        at: the numbers of games after which it measures memory.
        held: returns the memory in bytes.
    """

    def __init__(self, at: Iterable[int] = (), held: Callable[[], int] = resident) -> None:
        self.games = 0
        self.decisions = 0
        self.memory: dict[int, int] = {}
        """Number of games -> bytes."""
        self.first: tuple[float, int] | None = None
        """When the first result was stored (s), and how many decisions that game had."""
        self._at = frozenset(at)
        self._held = held

    def __call__(self, event: PlayEvent) -> None:
        """Count a game; fail where the speed would mean nothing."""
        match event:
            case GameEnded():
                self.games += 1
                self.decisions += sum(use.decisions for use in event.outcome.uses.values())
                if self.first is None:
                    self.first = (time.perf_counter(), self.decisions)
                if self.games in self._at:
                    self.memory[self.games] = self._held()
            case GameVoided(trace=trace) if trace:
                raise AssertionError(trace)
            case Benched():
                raise AssertionError(event.reason)


def contest(game: str, sets: int, deals: int = 0) -> Contest:
    """Return a contest.

    Args:
        game: its name, with a preset unless the first is meant.
        sets: how many duplicate sets are played.
        deals: after how many deals a game ends at the latest; 0 for the preset's own limit.
    """
    return parse_game(game, {"max_deals": deals} if deals else {}, GAMES, sets)


def play_all(of: Contest, bots: tuple[Entrant, Entrant], path: Path, watcher: C, rooms: int, tables: int) -> C:
    """Play all sets of two bots against each other, as `arena match --pin` would; return the watcher.

    Args:
        of: what is played.
        bots: the two bots.
        path: the database for the results.
        watcher: is told of every game.
        rooms: how many rooms play at the same time, as with `-j`.
        tables: how many games may be open at once in a room.
    """
    entrants = {bot.id: bot for bot in bots}
    pin = hasattr(os, "sched_setaffinity")
    setup = TournamentSetup({of.label: of}, entrants, SEED, ClockSettings(), "forfeit", rooms, tables=tables, pin=pin)
    with Store.open(path, writing=True) as store:
        store.start_run(SEED, {})
        store.plan(entrants.values(), ())
        trio.run(partial(play, setup, [sets_of(of, bots, SEED)], store, watcher))
    return watcher


def decisions(bots: tuple[Entrant, Entrant], folder: Path, rooms: int, tables: int, sets: int, deals: int) -> Figure:
    """Play a whole tournament, and return its decisions per second of wall time, storing included.

    It counts from the first result on. Before it workers start, which takes a third of a second however long they play.

    Args:
        bots: the two bots.
        folder: where the results go.
        rooms: how many rooms play at the same time, as with `-j`.
        tables: how many games may be open at once in a room.
        sets: how many duplicate sets of Kaiser are played.
        deals: after how many deals a game ends at the latest.
    """
    count = Count()
    play_all(contest("kaiser", sets, deals), bots, folder / f"workers-{rooms}-{tables}.db", count, rooms, tables)
    assert count.first is not None
    begun, before = count.first
    return Figure(f"-j {rooms}", (count.decisions - before) / (time.perf_counter() - begun))


def memory(bots: tuple[Entrant, Entrant], folder: Path, games: Iterable[int], rooms: int) -> list[Figure]:
    """Return the memory in megabytes after some numbers of short games, without bots and database.

    With one room this is the memory of this process, with several rooms that of the largest worker.

    Args:
        bots: the two bots.
        folder: where the results go.
        games: the numbers of games.
        rooms: how many rooms play at the same time.
    """
    numbers = sorted(games)
    count = Count(numbers, resident if rooms == 1 else workers)
    play_all(contest("kaiser", numbers[-1] // 2, 1), bots, folder / f"memory-{rooms}.db", count, rooms, 64)
    return [Figure(f"{number:,} games", size / 1e6) for number, size in count.memory.items()]
