"""`python -m tests.many FILE [GAMES [BOTS [FIRST]]]` makes a ladder with very many games, to measure what reads it.

Bots of graded strength play a round-robin of Kaiser. Each game is a copy of one of the few that are really played for
it, under another id and with other sides, so its record can be played again. A million games are 4 GB. With FIRST, the
games before that number are left out: so new ones are added to a file.

    python -m tests.many many.db && time arena site many.db --out many --replays 2000
    python -m tests.many many.db 1001000 200 1000000 && time arena site many.db --out many --replays 2000
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SETS = 20
"""So many sets are really played."""
KEY = "many"
"""The key of their packs."""
LADDER = f"""
seed = "{KEY}"
reproducible = true
sets = {SETS}
[[games]]
game = "kaiser"
options = {{ max_deals = 20 }}
[[bots]]
bot = "sample:python/sensible"
[[bots]]
bot = "sample:random"
"""


def main() -> None:
    """Make the file, or add to it."""
    file = Path(sys.argv[1])
    games, bots, first = (int(word) for word in (*sys.argv[2:], *("1000000", "200", "0")[len(sys.argv) - 2 :]))
    if not file.exists():
        _begin(file, bots)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("PRAGMA synchronous = OFF")
        pool = db.execute("SELECT * FROM pool").fetchall()
        won = {place: [row for row in pool if row[2].startswith(place)] for place in "12"}
        rows = _games(bots, won)
        at = db.execute("SELECT coalesce(max(number), 0) FROM games").fetchone()[0]
        assert first in {0, at}, f"{file} has {at} games"
        for number, (id_, set_, room, sides, row) in enumerate(islice(rows, first, games), at + 1):
            copied, chance, *result = row
            game = (number, id_, "kaiser:standard max_deals=20", set_, room, sides, chance)
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, 1)", game)
            db.execute(
                "INSERT INTO attempts VALUES (?, ?, 1, '2026-01-01T00:00:00+00:00', 'done', '', '', 0)",
                (number, number),
            )
            db.execute("INSERT INTO results VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)", (number, number, *result))
            db.execute("INSERT INTO records SELECT ?, record, answer_times FROM few WHERE game = ?", (number, copied))


def _games(bots: int, won: dict[str, list[Any]]) -> Iterator[tuple[str, int, int, str, Any]]:
    """Yield games: id, set, room, sides, and the row of the pool that it copies."""
    rng = random.Random(KEY)
    names = [_id(number) for number in range(bots)]
    pairs = [*combinations(range(bots), 2)]
    rng.shuffle(pairs)
    for set_ in range(1, 10_000):
        for one, two in pairs:
            for room in range(2):
                sides = (names[one], names[two]) if room == 0 else (names[two], names[one])
                better = rng.random() < 1 / (1 + 10 ** ((one - two) / bots))
                row = rng.choice(won["1" if better == (room == 0) else "2"])
                yield f"G{set_:04x}{one:04x}{two:04x}{room}", set_, room, ",".join(sides), row


def _id(number: int) -> str:
    return f"bot-{number:03}@{number:08x}"


def _begin(file: Path, bots: int) -> None:
    """Make the file: really play a few games, keep them as a pool, and list the bots."""
    with TemporaryDirectory() as folder:
        ladder = Path(folder, "few.toml")
        ladder.write_text(LADDER)
        subprocess.run([sys.executable, "-m", "arena.cli", "run", str(ladder)], check=True, stdout=subprocess.DEVNULL)
        ladder.with_suffix(".db").rename(file)
    with closing(sqlite3.connect(file)) as db, db:
        db.executescript(
            """CREATE TABLE pool AS SELECT results.game, chance, places, scores, reason, extra, faults, uses, times,
            conditions FROM results JOIN games ON games.number = results.game ORDER BY results.number;
            CREATE TABLE few AS SELECT game, record, answer_times FROM records;
            DELETE FROM records; DELETE FROM results; DELETE FROM attempts; DELETE FROM games; DELETE FROM entrants;"""
        )
        for number in range(bots):
            row = (number + 1, _id(number), _id(number).split("@")[0], "1", f"{number:08x}".ljust(64, "0"), "[]", "")
            db.execute("INSERT INTO entrants VALUES (?, ?, ?, ?, ?, ?, ?)", row)


if __name__ == "__main__":
    main()
