"""Databases of earlier versions can be opened, and are upgraded to this one."""

import json
import sqlite3
import zlib
from pathlib import Path

import pytest

from arena.chance import commitment
from arena.store import Counts, PlayedGame, Season, Store, rebuild
from arena.store.errors import journal_of
from arena.store.journal import Entry, encoded
from arena.store.tables import NAMES, VERSION
from arena.store.times import packed
from arena.table.outcome import Failure, Fault, Use
from arena.table.stderr import Written
from tests.arena.store.examples import ANN, BOB, FORFEIT, ONE, PLAYED, THREE, TWO, again, begun, query

FIRST = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE runs (
        run INTEGER PRIMARY KEY, started TEXT NOT NULL, arena TEXT NOT NULL, settings TEXT NOT NULL
    ) STRICT;
    CREATE TABLE entrants (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL,
        command TEXT NOT NULL, about TEXT NOT NULL
    ) STRICT;
    CREATE TABLE games (
        id TEXT PRIMARY KEY, contest TEXT NOT NULL, set_number INTEGER NOT NULL, room INTEGER NOT NULL,
        sides TEXT NOT NULL, chance TEXT NOT NULL
    ) STRICT;
    CREATE TABLE attempts (
        attempt INTEGER PRIMARY KEY, game_id TEXT NOT NULL REFERENCES games, run INTEGER NOT NULL REFERENCES runs,
        started TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'done', 'abandoned'))
    ) STRICT;
    CREATE UNIQUE INDEX open_attempts ON attempts (game_id) WHERE state = 'open';
    CREATE TABLE results (
        game_id TEXT PRIMARY KEY REFERENCES games, places TEXT NOT NULL, scores TEXT, reason TEXT NOT NULL,
        extra TEXT NOT NULL, faults TEXT NOT NULL, uses TEXT NOT NULL
    ) STRICT;
    CREATE TABLE records (game_id TEXT PRIMARY KEY REFERENCES results, record BLOB NOT NULL) STRICT;
    CREATE TABLE failures (
        game_id TEXT NOT NULL REFERENCES results, seat INTEGER NOT NULL, verdict TEXT NOT NULL, detail TEXT NOT NULL,
        stderr BLOB NOT NULL, sent BLOB NOT NULL, received BLOB NOT NULL
    ) STRICT;
    CREATE INDEX failures_of ON failures (game_id);
    PRAGMA application_id = 0x54524B41;
    PRAGMA user_version = 1;
"""
"""The tables of version 1, as they were."""
SECOND = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE runs (
        run INTEGER PRIMARY KEY, started TEXT NOT NULL, ended TEXT, arena TEXT NOT NULL, settings TEXT NOT NULL
    ) STRICT;
    CREATE TABLE entrants (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, version TEXT NOT NULL,
        digest TEXT NOT NULL, command TEXT NOT NULL, about TEXT NOT NULL
    ) STRICT;
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, contest TEXT NOT NULL, set_number INTEGER NOT NULL,
        room INTEGER NOT NULL, sides TEXT NOT NULL, chance TEXT NOT NULL
    ) STRICT;
    CREATE TABLE attempts (
        attempt INTEGER PRIMARY KEY, game_id TEXT NOT NULL REFERENCES games (id), run INTEGER NOT NULL REFERENCES runs,
        started TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'done', 'abandoned', 'void', 'internal')),
        reason TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE INDEX attempts_of ON attempts (game_id);
    CREATE UNIQUE INDEX open_attempts ON attempts (game_id) WHERE state = 'open';
    CREATE TABLE results (
        number INTEGER PRIMARY KEY, game_id TEXT NOT NULL UNIQUE REFERENCES games (id),
        run INTEGER NOT NULL REFERENCES runs, places TEXT NOT NULL, scores TEXT, reason TEXT NOT NULL,
        extra TEXT NOT NULL, faults TEXT NOT NULL, uses TEXT NOT NULL, conditions TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
    CREATE TABLE records (game_id TEXT PRIMARY KEY REFERENCES results (game_id), record BLOB NOT NULL) STRICT;
    CREATE TABLE failures (
        number INTEGER PRIMARY KEY, game_id TEXT NOT NULL REFERENCES results (game_id), seat INTEGER NOT NULL,
        verdict TEXT NOT NULL, detail TEXT NOT NULL, stderr BLOB NOT NULL, sent BLOB NOT NULL, received BLOB NOT NULL
    ) STRICT;
    CREATE INDEX failures_of ON failures (game_id);
    INSERT INTO meta VALUES ('id', '0123456789abcdef');
    PRAGMA application_id = 0x54524B41;
    PRAGMA user_version = 2;
"""
"""The tables of version 2."""
THIRD = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE runs (
        run INTEGER PRIMARY KEY, started TEXT NOT NULL, ended TEXT, arena TEXT NOT NULL, settings TEXT NOT NULL
    ) STRICT;
    CREATE TABLE entrants (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, version TEXT NOT NULL,
        digest TEXT NOT NULL, command TEXT NOT NULL, about TEXT NOT NULL
    ) STRICT;
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, contest TEXT NOT NULL, set_number INTEGER NOT NULL,
        room INTEGER NOT NULL, sides TEXT NOT NULL, chance TEXT NOT NULL
    ) STRICT;
    CREATE TABLE attempts (
        attempt INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, run INTEGER NOT NULL REFERENCES runs,
        started TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'done', 'abandoned', 'void', 'internal')),
        reason TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE results (
        number INTEGER PRIMARY KEY, game INTEGER NOT NULL UNIQUE REFERENCES games, run INTEGER NOT NULL REFERENCES runs,
        places TEXT NOT NULL, scores TEXT, reason TEXT NOT NULL, extra TEXT NOT NULL, faults TEXT NOT NULL,
        uses TEXT NOT NULL, times BLOB NOT NULL, conditions TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
    CREATE TABLE records (game INTEGER PRIMARY KEY REFERENCES results (game), record BLOB NOT NULL) STRICT;
    CREATE TABLE failures (
        number INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES results (game), seat INTEGER NOT NULL,
        verdict TEXT NOT NULL, detail TEXT NOT NULL, stderr BLOB NOT NULL, sent BLOB NOT NULL, received BLOB NOT NULL
    ) STRICT;
    CREATE INDEX attempts_of ON attempts (game);
    CREATE UNIQUE INDEX open_attempts ON attempts (game) WHERE state = 'open';
    CREATE INDEX results_of ON results (run);
    CREATE INDEX faulty_results ON results (number) WHERE faults != '[]';
    CREATE INDEX failures_of ON failures (game);
    INSERT INTO meta VALUES ('id', '0123456789abcdef');
    PRAGMA application_id = 0x54524B41;
    PRAGMA user_version = 3;
"""
"""The tables of version 3."""


@pytest.fixture(params=[FIRST, SECOND, THIRD], ids=["version 1", "version 2", "version 3"])
def first(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database of an earlier version: the second run played two of three games, one after a failed attempt."""
    path = tmp_path / "toy.db"
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(request.param)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("INSERT INTO meta VALUES ('seed', 'seed')")
    for number, started, settings in ((1, "then", '{"move_ms":"1000"}'), (2, "later", "{}")):
        run = (number, started, "0.0", settings)
        db.execute("INSERT INTO runs (run, started, arena, settings) VALUES (?, ?, ?, ?)", run)
    row: tuple[object, ...]
    for e in (ANN, BOB):
        row = (e.id, e.name, e.version, e.digest, json.dumps(e.command), e.about)
        db.execute("INSERT INTO entrants (id, name, version, digest, command, about) VALUES (?, ?, ?, ?, ?, ?)", row)
    for g in (ONE, TWO, THREE):
        row = (g.id, g.contest, g.set, g.room, ",".join(g.sides), g.chance)
        db.execute("INSERT INTO games (id, contest, set_number, room, sides, chance) VALUES (?, ?, ?, ?, ?, ?)", row)
    is_third = request.param == THIRD
    of: dict[str, object] = {game.id: at if is_third else game.id for at, game in enumerate((ONE, TWO, THREE), 1)}
    named = "game" if is_third else "game_id"
    for attempt in ((TWO.id, 1, "abandoned"), (TWO.id, 2, "done"), (ONE.id, 2, "done"), (THREE.id, 2, "open")):
        into = f"INSERT INTO attempts ({named}, run, started, state) VALUES (?, ?, 'then', ?)"
        db.execute(into, (of[attempt[0]], *attempt[1:]))
    for game, scores, faults in ((TWO, None, '[[1,"CRASH","exit 1"]]'), (ONE, "305,-20", "[]")):
        row = (of[game.id], "1,2", scores, "target", "{}", faults, "[[0,36,12.5,3.25]]")
        columns = f"{named}, places, scores, reason, extra, faults, uses"
        if request.param != FIRST:  # before, the attempts had to tell which run it was
            columns, row = f"{columns}, run", (*row, 2)
        if is_third:
            columns, row = f"{columns}, times", (*row, packed([[0, 36, 12.5, 3.25]]))
        db.execute(f"INSERT INTO results ({columns}) VALUES ({', '.join('?' * len(row))})", row)
        db.execute("INSERT INTO records VALUES (?, ?)", (of[game.id], zlib.compress(PLAYED.outcome.record.encode())))
    streams = map(zlib.compress, (b"err", b"sent", b"received"))
    columns = f"{named}, seat, verdict, detail, stderr, sent, received"
    db.execute(f"INSERT INTO failures ({columns}) VALUES (?, 1, 'CRASH', 'exit 1', ?, ?, ?)", (of[TWO.id], *streams))
    db.close()
    return path


@pytest.mark.parametrize("writing", [True, False])
def test_everything_in_a_database_of_an_earlier_version_is_there(first: Path, writing: bool) -> None:
    with Store.open(first, writing=writing) as store:
        [season] = store.seasons()
        assert season == Season(1, "old", "seed", None, commitment("seed"), "then", "later")
        assert (season.key, season.hidden, season.is_true) == ("seed", False, True)
        assert store.columns().season.tolist() == [1, 1]
        assert list(store.columns().chance) == [ONE.chance, TWO.chance]
        assert [(row.game, row.result.scores, row.run) for row in store.results()] == [
            (ONE, (305, -20), 2),
            (TWO, (), 2),
        ]
        assert dict(store.uses()) == {game.id: {0: Use(36, 12.5, 3.25)} for game in (ONE, TWO)}
        assert dict(store.conditions_of_games()) == {ONE.id: {}, TWO.id: {}}
        assert store.record(ONE.id) == PLAYED.outcome.record
        assert store.failures(TWO.id) == (Failure(Fault(1, "CRASH", "exit 1"), b"err", b"sent", b"received"),)
        assert [(run.results, run.season) for run in store.runs()] == [(0, 1), (2, 1)]
        assert store.counts() == Counts(planned=3, done=2, open=1, abandoned=1)
        assert list(store.entrants()) == [ANN.id, BOB.id]
        assert [column.tolist() for column in store.columns().seats[:4]] == [[0, 1], [0, 0], [36, 36], [12.5, 12.5]]
        assert store.problems() == []


def test_a_reader_changes_nothing_of_it(first: Path) -> None:
    before = first.read_bytes()
    with Store.open(first, writing=False) as store:
        assert len(list(store.results())) == 2
    assert first.read_bytes() == before


def test_an_arena_upgrades_it_and_goes_on_with_a_new_season(first: Path) -> None:
    with Store.open(first, writing=True) as store:
        store.start_run("seed", {}, secret=True)
        assert "the earlier results are season 1, which is closed" in store.notes[0]
        assert "to change that: chmod 600" in store.notes[1]  # the file was made by someone else
        old, new = store.seasons()
        assert (old.kind, old.hidden, new.number, new.kind, new.hidden) == ("old", False, 2, "secret", True)
        assert store.seasons()[0].closed == store.season().opened
        store.begin(THREE.id)
        assert store.finish(again(PLAYED, THREE.id))
        assert store.compare().lost == store.compare().unread == store.problems() == []
    assert query(first, "PRAGMA user_version") == [(VERSION,)]
    with Store.open(first, writing=False) as store:
        assert [row.game for row in store.results()] == [ONE, TWO, THREE]
    assert len(first.with_name("toy.db.journal").read_text().splitlines()) == 1 + 2 + 3 + 2 + 3


def test_what_was_written_before_there_were_marks_has_none(tmp_path: Path) -> None:
    unmarked = FORFEIT._replace(failures=(FORFEIT.failures[0]._replace(marks=b""),), stderr=((0, b"I pass\n", b""),))
    path = begun(tmp_path / "toy.db", unmarked, PLAYED)
    for table in ("failures", "outputs"):
        query(path, f"ALTER TABLE {table} DROP COLUMN marks")
    query(path, "PRAGMA user_version = 6")
    assert b"marks" not in journal_of(path).read_bytes(), "so lines of an earlier arena are what they would be now"
    for writing in (False, True):
        with Store.open(path, writing=writing) as store:
            assert store.failures(TWO.id) == unmarked.failures
            assert store.stderr(TWO.id) == {0: Written(b"I pass\n")}
            assert store.compare().lost == store.compare().unread == store.problems() == []
    assert query(path, "PRAGMA user_version") == [(VERSION,)]


def test_a_journal_of_an_earlier_version_gives_back_its_season(first: Path) -> None:
    lines: list[Entry] = [
        {"journal": {"format": 1, "arena": "0.0", "id": "0123456789abcdef", "seed": "seed"}, "at": [0, 0, 0]},
        {
            "run": {
                "run": 1, "started": "then", "arena": "0.0", "settings": "{}", "id": "0123456789abcdef", "seed": "seed"
            },
            "at": [1, 0, 0],
        },
    ]  # fmt: skip
    first.with_name("toy.db.journal").write_bytes(b"".join(map(encoded, lines)))
    first.unlink()
    assert rebuild(first) is not None
    with Store.open(first, writing=False) as store:
        assert store.seasons() == [Season(1, "old", "seed", None, commitment("seed"), "then", "then")]
    with Store.open(first, writing=True) as store:
        store.start_run(None, {}, secret=True)
        assert store.compare().lost == store.compare().unread == store.problems() == []
    first.unlink()
    assert rebuild(first) is not None
    with Store.open(first, writing=True) as store:
        assert [one.kind for one in store.seasons()] == ["old", "secret"]
        assert store.compare().lost == store.compare().unread == []


def test_the_tables_of_an_upgraded_database_are_those_of_a_new_one(first: Path, tmp_path: Path) -> None:
    new = begun(tmp_path / "new.db")
    Store.open(first, writing=True).close()
    for name in NAMES:
        columns = f"SELECT * FROM pragma_table_info('{name}')"
        assert query(first, columns) == query(new, columns)
        keys = f'SELECT "table", "from", "to" FROM pragma_foreign_key_list(\'{name}\') ORDER BY 2'
        assert query(first, keys) == query(new, keys)
    indexes = "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name"
    assert query(first, indexes) == query(new, indexes)


def test_rows_keep_their_numbers_when_the_database_is_vacuumed(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED._replace(game_id=TWO.id), PLAYED)
    query(path, "DELETE FROM games WHERE number = 3")
    query(path, "VACUUM")
    assert query(path, "SELECT number, game FROM results ORDER BY 1") == [(1, 2), (2, 1)]
    with Store.open(path, writing=False) as store:
        assert [row.game for row in store.results()] == [ONE, TWO]
        assert isinstance(next(store.results()), PlayedGame)
