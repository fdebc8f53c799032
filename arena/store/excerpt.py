"""One game as a file: a journal with nothing but that game, which is opened as results anywhere."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from zlib import crc32

from arena import __version__, chance
from arena.errors import UserError
from arena.settings.game_files import SETTING
from arena.store import journal
from arena.store.database import Database
from arena.store.disk import make_private
from arena.store.errors import journal_of
from arena.store.journal import FORMAT, Entry, Progress
from arena.store.rebuild import rebuild

SUFFIX = ".record"
"""The end of the name of such a file."""


def excerpt(database: Database, game_id: str) -> str:
    """Return the journal of one game of a season that may be known.

    It has the record and the key of its packs, but nothing of the ladder beside them: no settings, no roster, no
    commands, and nothing that bots wrote to standard error.

    Args:
        database: the results.
        game_id: a game with a result.
    """
    db = database.connection
    query = "SELECT results.number, run, season, sides FROM results JOIN games ON games.number = game WHERE id = ?"
    [(number, run, season, sides)] = db.execute(query, (game_id,)).fetchall()
    result, summed = journal.result_of(db, number)
    at = Progress()
    identity = sha256(game_id.encode()).hexdigest()[:16]
    lines: list[Entry] = [{"journal": {"format": FORMAT, "arena": __version__, "id": identity}}]
    for entry in journal.entries(db, Progress(run=run - 1, season=season - 1), ("season", "run", "entrant")):
        [(kind, row)] = entry.items()
        if kind == "season" and row["season"] == season + 1:  # it only says that the one before is closed
            digest = chance.commitment(chance.key_of(season + 1, "", None))
            lines.append({kind: {**row, "kind": "reproducible", "seed": "", "secret": "", "digest": digest}})
        elif kind == "season" and row["season"] == season:
            lines.append(entry)
        elif kind == "run" and row["run"] == run:
            lines.append({kind: {**row, "id": identity, "settings": _games_from_outside(row["settings"])}})
        elif kind == "entrant" and row["id"] in sides.split(","):
            lines.append({kind: {**row, "command": "[]", "about": ""}})
    lines.append({"result": {**result, "failures": [], "outputs": []}})
    text = b""
    for line in lines:
        at = journal.moved(at, line)
        at = at._replace(sum=crc32(summed) if "result" in line else 0)
        text += journal.encoded(line | journal.stamp(at))
    return text.decode()


def _games_from_outside(settings: str) -> str:
    return json.dumps({name: word for name, word in json.loads(settings).items() if name.startswith(SETTING)})


def unpacked(path: Path, folder: Path) -> Path:
    """Return the database of a file that `excerpt` wrote.

    Args:
        path: the file.
        folder: where it is made, or was made before.

    Raises:
        UserError: it is no such file.
        OSError: it cannot be read, or written there.
    """
    text = path.read_bytes()
    if "journal" not in (journal.decoded(text.partition(b"\n")[0]) or {}):
        raise UserError(f"{path}: is no game that was saved from a page", "save it again on its page", os.EX_DATAERR)
    made = folder / f"{sha256(text).hexdigest()[:32]}.db"
    if not made.exists():
        make_private(journal_of(made))
        journal_of(made).write_bytes(text)
        rebuild(made)
    return made
