"""`arena season`, and what other commands say of seasons, on games that were played at random."""

import json
import os
import re
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from click.testing import CliRunner, Result

from arena.app import ladders
from arena.bots.entrants import Entrant
from arena.chance import bot_seeds, commitment, key_of, keyed
from arena.cli.group import command_line
from arena.games import kaiser
from arena.games.kernel.position import play_game
from arena.protocol import write_line
from arena.results.conditions import REPRODUCIBLE
from arena.schedules.plan import PlannedGame, games_of
from arena.settings.clock import ClockSettings
from arena.settings.contest import parse_game
from arena.store import Store
from arena.table import record
from arena.table.outcome import Outcome
from arena.table.reports import GameEnded
from arena.table.stderr import coded

Arena = Callable[..., Result]
CONTEST = parse_game("kaiser", {"max_deals": 1}, {"kaiser": kaiser.GAME}, 2)
OPTIONS = kaiser.Options(max_deals=1)
BOTS = [Entrant(name, name, "1", ("bot",), Path("/"), name * 32) for name in ("aa", "bb")]


@pytest.fixture
def arena() -> Arena:
    """Runs a command in this process; a status other than 0 has to be expected."""

    def run(*words: object, status: int = 0) -> Result:
        done = CliRunner().invoke(command_line, [str(word) for word in words])
        assert done.exit_code == status, done.output
        return done

    return run


def ended(game: PlannedGame, key: str, seeds: Sequence[str] = ()) -> GameEnded:
    """The end of a game that is played at random."""
    position, rng = play_game(kaiser.GAME, OPTIONS, keyed(key, game.chance)), Random(game.id)
    while position.ask is not None:
        position.play(rng.choice(position.ask.legal))
    assert position.result is not None
    opening = record.opening(
        game.id, kaiser.GAME, "standard", OPTIONS, ClockSettings(), names=game.sides * 2, seeds=seeds
    )
    over = record.ending(game.id, position.result)
    text = "".join((write_line(opening), *map(record.line, position.log), write_line(over)))
    return GameEnded(game.id, Outcome(position.result, (), {}, text))


def secret(id_: str, seat: int) -> str:
    return f"the secret of seat {seat} in {id_}"


def tell_secrets(path: Path) -> Path:
    """Store in all games of four seats that every bot wrote a secret to standard error at its second decision."""
    with closing(sqlite3.connect(path)) as db, db:
        for game, id_ in db.execute("SELECT number, id FROM games").fetchall():
            for seat in range(4):
                text = zlib.compress(f"{secret(id_, seat)}, at last".encode())
                marks = coded([(0, 0), (2, len(secret(id_, seat)))])
                db.execute("INSERT INTO outputs VALUES (?, ?, ?, ?)", (game, seat, text, marks))
    return path


def play(
    path: Path, *, left_out: int = 0, reproducible: bool = False, deals: Literal["shared", "fresh"] = "shared"
) -> None:
    """Play a season of two sets, but not the last few games."""
    with Store.open(path, writing=True) as store:
        settings = {"move_ms": "1000", "deals": deals} | ({REPRODUCIBLE: "yes"} if reproducible else {})
        store.start_run("spring", settings, secret=not reproducible)
        key = store.season().key
        games = list(games_of(CONTEST.label, [bot.id for bot in BOTS], range(1, 3), key, deals))
        store.plan(BOTS, games)
        for game in games[: len(games) - left_out]:
            store.begin(game.id)
            store.finish(ended(game, key))
        store.end_run()


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    """A ladder file with a played season, of which one game is missing."""
    path = tmp_path / "mine.toml"
    path.write_text('seed = "spring"\ngames = ["kaiser"]\nbots = ["sample:random"]\n')
    play(tmp_path / "mine.db", left_out=1)
    return path


def seasons(ladder: Path) -> list[dict[str, object]]:
    with Store.open(ladder.with_suffix(".db"), writing=False) as store:
        return [dict(one._asdict(), key=one.key) for one in store.seasons()]


PRINTED = (
    ("season", "LADDER"),
    ("season", "show", "LADDER"),
    ("season", "LADDER", "--format", "json"),
    ("verify", "LADDER"),
    ("record", "LADDER"),
    *(("ladder", "LADDER", "--format", form) for form in ("table", "markdown", "csv", "json", "results")),
    ("ladder", "LADDER", "--season", "current", "--wide"),
    *(("ladder", "LADDER", "--head-to-head", *more) for more in ((), ("aa", "bb"), ("--format", "json"))),
)
"""Everything that is printed of results for publication."""


@pytest.mark.slow
@pytest.mark.parametrize("words", PRINTED, ids=" ".join)
def test_nothing_that_is_published_tells_the_secret_or_a_pack_of_an_open_season(
    arena: Arena, ladder: Path, words: tuple[str, ...]
) -> None:
    arena("season", "close", ladder)
    play(ladder.with_suffix(".db"))
    _, season = seasons(ladder)
    done = arena(*(ladder if word == "LADDER" else word for word in words))
    for told in (done.stdout, done.stderr):
        assert str(season["secret"]) not in told
        assert str(season["key"]) not in told
        assert not re.search(r"\b[23456789TJQKA][SHDC]\b", told)


def test_a_closed_season_is_revealed_and_can_be_checked_by_hand(arena: Arena, ladder: Path) -> None:
    [before] = json.loads(arena("season", ladder, "--format", "json").stdout)
    assert {"secret", "seed", "key"}.isdisjoint(before)
    assert (before["closed"], before["games"]) == (None, 3)
    said = arena("season", "close", ladder).stdout

    first, second = json.loads(arena("season", ladder, "--format", "json").stdout)
    key = key_of(1, first["seed"], first["secret"])
    assert commitment(key) == first["key_sha256"] == before["key_sha256"]
    assert (first["key"], first["seed"], first["games"]) == (key, "spring", 3)
    assert (second["season"], second["closed"], second["games"]) == (2, None, 0)
    assert first["closed"] == second["opened"]
    for text in ("Season 1 is closed: 3 games", "1 of its planned games were not played", first["secret"], key):
        assert text in said
    assert f"Season 2 is open. The SHA-256 of its key is {second['key_sha256']}" in said
    assert first["secret"] in "".join(arena("season", ladder).stdout.split())


def test_the_season_of_the_last_match_can_be_closed_too(
    arena: Arena, ladder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladders, "last_match", lambda: ladder.with_suffix(".db"))
    assert "Season 1 is closed: 3 games" in arena("season", "close", "last").stdout


def test_the_ladder_rates_all_seasons_and_keeps_their_deals_apart(arena: Arena, ladder: Path) -> None:
    db = ladder.with_suffix(".db")
    arena("season", "close", ladder)
    play(db)
    shown = json.loads(arena("ladder", db, "--format", "json").stdout)
    first, current = (json.loads(arena("ladder", db, "--season", n, "--format", "json").stdout) for n in (1, "current"))

    assert [(one["played"], one["planned"], len(one["seasons"])) for one in (shown, first, current)] == [
        (7, 7, 2),
        (3, 3, 1),
        (4, 4, 1),
    ]
    table = arena("ladder", db, "--format", "results").stdout.splitlines()
    assert len({line.split(",")[1] for line in table[1:]}) == 4, "two sets in each of two seasons"
    text = arena("ladder", db, "--wide").stdout
    assert "7 games of 4 deals" in text
    assert "seasons 1 to 2, each with packs of its own" in " ".join(text.split())
    assert "SHA-256 of the key of season 2 (open)" in text
    assert "3 games of 2 deals" in arena("ladder", db, "--season", "1").stdout


def test_games_that_a_closed_season_left_out_are_no_more_to_be_played(arena: Arena, ladder: Path) -> None:
    assert "1 of 4 planned games are not played yet" in " ".join(arena("ladder", ladder).stdout.split())
    arena("season", "close", ladder)
    assert "not played yet" not in arena("ladder", ladder).stdout


@pytest.mark.parametrize("season", ["0", "3", "last"])
def test_a_season_that_is_not_there_is_refused(arena: Arena, ladder: Path, season: str) -> None:
    done = arena("ladder", ladder, "--season", season, status=os.EX_USAGE)
    assert f"--season {season}: there is no such season" in done.stderr


def test_a_table_from_elsewhere_has_no_seasons(arena: Arena) -> None:
    assert "leave it out with --from" in arena("ladder", "--from", "x.csv", "--season", "1", status=64).stderr


def test_verify_checks_every_season(arena: Arena, ladder: Path) -> None:
    db = ladder.with_suffix(".db")
    assert "3 games played again: all records are true, and the key is the one committed" in arena("verify", db).stdout
    arena("season", "close", ladder)
    play(db)
    assert "and the keys of 2 seasons are those committed to" in arena("verify", db).stdout


def test_verify_finds_a_secret_that_was_exchanged(arena: Arena, ladder: Path) -> None:
    db = ladder.with_suffix(".db")
    with Store.open(db, writing=True) as store:
        store._database.connection.execute("UPDATE seasons SET secret = 'another'")
    out = arena("verify", db, status=1).stdout
    assert "season 1: secret differs\n" in out
    assert "another" not in out
    assert "season 1: its secret or seed is not the one that its SHA-256 was made from" in out
    said = arena("season", "close", db, status=os.EX_DATAERR)
    assert "that is not the SHA-256 of its key" in said.stderr


def test_verify_finds_packs_that_do_not_follow_from_the_secret(arena: Arena, tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run(None, {}, secret=True)
        [game, *_] = games_of(CONTEST.label, [bot.id for bot in BOTS], [1], store.season().key, "shared")
        store.plan(BOTS, [game])
        store.begin(game.id)
        store.finish(ended(game, "packs that suit somebody"))
    assert game.id in arena("verify", tmp_path / "x.db", status=1).stdout


@pytest.mark.parametrize("seeds", ["right", "", "wrong"])
def test_verify_checks_the_seeds_of_bots_where_a_record_has_them(arena: Arena, tmp_path: Path, seeds: str) -> None:
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run(None, {}, secret=True)
        key = store.season().key
        [game, *_] = games_of(CONTEST.label, [bot.id for bot in BOTS], [1], key, "shared")
        store.plan(BOTS, [game])
        store.begin(game.id)
        told = {"right": bot_seeds(key, game.chance, 4), "wrong": bot_seeds("other", game.chance, 4)}.get(seeds, ())
        store.finish(ended(game, key, told))
    said = arena("verify", tmp_path / "x.db", status=seeds == "wrong").stdout
    assert ("the seeds of its bots do not follow from the key" in said) == (seeds == "wrong")
    opening = arena("record", tmp_path / "x.db", game.id, "--seat", "2").stdout.splitlines()[1]
    assert re.findall(r" sides=\S+ seed=(\w+) move_ms", opening) == [*told[2:3]]
    assert "seeds=" not in opening


@pytest.mark.parametrize(("more", "warned"), [((), True), (("--seat", "0"), True), (("--used",), False)])
def test_a_record_of_an_open_season_comes_with_a_warning(
    arena: Arena, ladder: Path, more: tuple[str, ...], warned: bool
) -> None:
    with Store.open(ladder.with_suffix(".db"), writing=False) as store:
        game = next(store.results()).game.id
    said = arena("record", ladder, game, *more).stderr
    close = f"arena season close {ladder}"
    assert said == (f"season 1 is open: keep this to yourself until it is closed ({close}); it shows packs\n" * warned)
    arena("season", "close", ladder)
    assert arena("record", ladder, game, *more).stderr == ""


def test_a_ladder_with_a_known_seed_says_so(arena: Arena, tmp_path: Path) -> None:
    play(tmp_path / "x.db", reproducible=True)
    assert "reproducible: the packs follow from the seed in the ladder file" in " ".join(
        arena("ladder", tmp_path / "x.db").stdout.split()
    )
    found = json.loads(arena("ladder", tmp_path / "x.db", "--format", "json").stdout)
    assert found["conditions"]["reproducible"] == "yes"
    assert [(one["kind"], one["seed"]) for one in found["seasons"]] == [("reproducible", "spring")]
    assert "the seed 'spring'" in " ".join(arena("season", tmp_path / "x.db").stdout.split())
    said = arena("season", "close", tmp_path / "x.db").stdout
    assert "Its key was     spring" in said


def test_no_season_is_closed_while_an_arena_plays(arena: Arena, ladder: Path) -> None:
    with Store.open(ladder.with_suffix(".db"), writing=True):
        done = arena("season", "close", ladder, status=os.EX_TEMPFAIL)
    assert "another arena is writing to it" in done.stderr
    assert len(seasons(ladder)) == 1


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("show",), os.EX_NOINPUT, "show: no such ladder file"),
        (("close", "mine.toml", "more"), os.EX_USAGE, "name one ladder"),
        (("close", "none.db"), os.EX_NOINPUT, "there are no results yet"),
        (("none.db",), os.EX_NOINPUT, "there are no results yet"),
        (("close", "mine.db", "--format", "json"), os.EX_USAGE, "--format is for the list of seasons"),
    ],
)
def test_bad_words_are_refused(
    arena: Arena, ladder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], status: int, says: str
) -> None:
    monkeypatch.chdir(ladder.parent)
    assert says in arena("season", *words, status=status).stderr
