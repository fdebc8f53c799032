"""A ladder with many results: the time to resume it and to print it, compared with a bare read of its rows."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from arena import ratings
from arena.bots.entrants import Entrant
from arena.games.kernel import Result
from arena.results.rating_input import results
from arena.schedules.agenda import Agenda, agenda_of, as_words, events_of
from arena.schedules.plan import PlannedGame
from arena.settings.probation import ProbationSettings
from arena.settings.schedule import ScheduleSettings
from arena.store import Store
from arena.table.outcome import Outcome, Use
from arena.table.reports import GameEnded
from arena.tournament.probation import as_words as probation_words
from arena.tournament.probation import probation_of
from arena.tournament.scoreboard import Scoreboard
from tests.bench.play import SEED, contest

BATCH = 1000
"""How many results are stored in one transaction."""
READ = "bare read"
"""The reference: SQLite fetches every row of the results, and nothing is done with them."""


def fill(path: Path, bot: Entrant, entrants: int, number: int) -> int:
    """Store made-up results of a round-robin of Kaiser; return how many.

    Args:
        path: the database, which is created.
        bot: the bot that all entrants are copies of.
        entrants: how many entrants there are.
        number: how many results are wanted; complete sets are stored, so there may be a few more.
    """
    bots, words, games = planned(bot, entrants, number)
    with Store.open(path, writing=True) as store:
        store.start_run(SEED, words)
        store.plan(bots, games)
        played = finished(games, entrants)
        while batch := list(islice(played, BATCH)):
            with store.together():
                for ended in batch:
                    store.begin(ended.game_id)
                    store.finish(ended)
        store.end_run()
    return len(games)


def planned(bot: Entrant, entrants: int, number: int) -> tuple[list[Entrant], dict[str, str], list[PlannedGame]]:
    """Return the bots of a round-robin of Kaiser, the settings of its run, and its games; arguments as for `fill`."""
    bots = [replace(bot, name=f"bot-{i}") for i in range(entrants)]
    pairings = math.comb(entrants, 2)
    of = contest("kaiser", -(-number // (2 * pairings)))
    schedule = ScheduleSettings()
    words = as_words([of], bots, schedule) | probation_words(ProbationSettings())
    return bots, words, Agenda(events_of([of], bots, schedule, SEED), "shared").missing({})


def finished(games: list[PlannedGame], entrants: int, record: str = "") -> Iterator[GameEnded]:
    """Yield a random result for each game; bots with low numbers are stronger.

    Args:
        games: the games.
        entrants: how many entrants there are.
        record: the record of all of them.
    """
    rng = Random(SEED)
    for game in games:
        first, second = (int(side.partition("@")[0].partition("-")[2]) for side in game.sides)
        won = rng.random() < 1.0 / (1.0 + math.exp((first - second) / entrants))
        points = (rng.randrange(52, 70), rng.randrange(-30, 52))
        uses = {
            seat: Use(63, _ms(rng, 30), _ms(rng, 5), None, None, 0, _ms(rng, 4), None, _ms(rng, 9), 1 << 20, 1)
            for seat in range(4)
        }
        places, scores = ((1, 2), points) if won else ((2, 1), points[::-1])
        yield GameEnded(game.id, Outcome(Result(places, scores, "target"), (), uses, record, lag_ms=1.0))


def _ms(rng: Random, most: float) -> float:
    return round(most * rng.random(), 3)


def resume_contenders(path: Path) -> dict[str, Callable[[], int]]:
    """Return functions that resume a finished ladder until they know that no game is missing, or list its games.

    Args:
        path: the database.
    """

    def resume() -> int:
        with Store.open(path, writing=True) as store:
            store.start_run(SEED, store.conditions())
            agenda = agenda_of(store.conditions(), store.season().key, probation_of(store))
            assert not agenda.missing(Scoreboard(store).scores())
            return agenda.total

    def listed() -> int:
        with Store.open(path, writing=False) as store:
            return sum(len(rows) for faulty in (True, False) for rows in store.listing(faulty=faulty))

    return {READ: lambda: bare_read(path), "resume": resume, "list": listed}


def ladder_contenders(path: Path) -> dict[str, Callable[[], int]]:
    """Return functions that make a ladder from stored results: read them, rate them with intervals, digest them.

    Args:
        path: the database.
    """
    with Store.open(path, writing=False) as store:
        rows = store.columns()
        table = results(rows, store.entrants())

    def read() -> int:
        with Store.open(path, writing=False) as store:
            columns = store.columns()
            results(columns, store.entrants())
            return len(columns)

    def rate() -> int:
        ratings.notes(ratings.fit(table))
        return len(rows)

    def digest() -> int:
        ratings.digest(table, games=rows.ids, deals=rows.chance.present().values)
        return len(rows)

    def whole() -> int:
        rate()
        digest()
        return read()

    return {READ: lambda: bare_read(path), "read": read, "rate": rate, "digest": digest, "ladder": whole}


def bare_read(path: Path) -> int:
    """Fetch all rows of the results with SQLite alone; return how many there are."""
    db = sqlite3.connect(path)
    try:
        return sum(1 for _ in db.execute("SELECT * FROM results"))
    finally:
        db.close()
