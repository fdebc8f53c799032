"""A small tournament and its results, for the tests of the store."""

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

from arena.bots.entrants import Entrant
from arena.games.kernel import Result
from arena.schedules.plan import PlannedGame
from arena.store import Store
from arena.table.outcome import Failure, Fault, Outcome, Use
from arena.table.reports import GameEnded

ANN = Entrant("./ann", "ann", "1.0", ("./ann",), Path("/bots/ann"), "a" * 64, about="It passes.")
BOB = Entrant("./bob", "bob", "2.0", ("./bob",), Path("/bots/bob"), "b" * 64)
GAMES = [
    PlannedGame(game_id, "toy:standard target=300", number, (ANN.id, BOB.id), room, sides, f"toy:standard set {number}")
    for game_id, number, room, sides in (
        ("G10aaaaaaaa", 1, 0, (ANN.id, BOB.id)),
        ("G10bbbbbbbb", 1, 1, (BOB.id, ANN.id)),
        ("G02cccccccc", 2, 0, (ANN.id, BOB.id)),
    )
]
ONE, TWO, THREE = GAMES
PLAYED = GameEnded(
    ONE.id,
    Outcome(
        result=Result((1, 2), (305, -20), "target", (("deals", "7"),)),
        faults=(),
        uses={0: Use(36, 12.5, 3.25), 2: Use(35, 0.5, 0.25)},
        record="game G10aaaaaaaa toy\nsay 1 très bien\n",
    ),
)
CRASH = Fault(1, "CRASH", "exit 1")
FORFEIT = GameEnded(
    TWO.id,
    Outcome(Result((2, 1), (), "forfeit"), (CRASH,), {}, "game G10bbbbbbbb toy\n"),
    (Failure(CRASH, b"Traceback\xff\n" * 9, b"ask 1 bid pass\n", b"", b"\0\1\2\7"),),
    ((0, b"I pass\n", b"\0\0\1\3"),),
)


def again(ended: GameEnded, game_id: str, **changes: Any) -> GameEnded:
    """Return the end of another game with the outcome of this one, some of its fields changed."""
    return ended._replace(game_id=game_id, outcome=replace(ended.outcome, **changes))


def begun(path: Path, *played: GameEnded) -> Path:
    """Store a run that has planned all games and finished some; return the path of the closed database."""
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {"move_ms": "1000"})
        store.plan([ANN, BOB], GAMES)
        for finished in played:
            store.begin(finished.game_id)
            store.finish(finished)
        store.end_run()
    return path


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    """Run a statement in a new connection."""
    db = sqlite3.connect(path, isolation_level=None)
    try:
        return db.execute(sql).fetchall()
    finally:
        db.close()
