"""The commands, as a person meets them."""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import time
import zlib
from contextlib import closing, suppress
from pathlib import Path

import pytest

from arena.chance import commitment
from tests.commands import ROOT, arena, process

FAKEBOT = Path(__file__).with_name("fakebot.py")
BOT = f"{sys.executable} {FAKEBOT}"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match in which one bot crashes in every game, beside one without faults."""
    path = tmp_path_factory.mktemp("match") / "match.db"
    faulty, good = f"{BOT} exit 5", BOT
    options = ("-n", "2", "-o", "max_deals=2", "--bank-ms", "60000", "--seed", "commands", "--save", str(path))
    process("match", "kaiser", faulty, good, *options, "-j", "1")
    return path


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("match") / "clean.db"
    options = ("-n", "2", "-o", "max_deals=2", "--bank-ms", "60000", "--seed", "commands", "--save", str(path))
    arena("match", "two-hundred:kitty", BOT, "sample:random", *options)
    return path


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("bots", "--trust-bots", "sample_bots/shell"), "1 accepted"),
        (("record",), "CRASH in seat"),
    ],
)
def test_a_command_is_a_process(words: tuple[str, ...], says: str, db: Path) -> None:
    """Other commands are so in other files: the installed wheel, schedules, `regress`, `doctor`."""
    place = [str(db)] if words[0] == "record" else []
    assert says in process(*words, *place)[0]


@pytest.mark.thorough
def test_play_goes_on_without_a_reader_and_a_late_one_gets_everything(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    read, write = os.pipe()
    os.set_blocking(write, False)
    full = 0
    with suppress(BlockingIOError):
        while True:
            full += os.write(write, b"x")
    os.set_blocking(write, True)
    words = ("match", "kaiser", "sample:random", "sample:random", "-n", "1", "-o", "max_deals=1", "-j", "1")
    command = [sys.executable, "-m", "arena.cli", *words, "--save", str(path)]
    with subprocess.Popen(command, stdout=write, stderr=write, cwd=ROOT) as process:
        os.close(write)
        while stored(path) < 2:
            assert process.poll() is None
            time.sleep(0.02)
        with open(read, "rb") as pipe:  # noqa: PTH123 - a descriptor
            assert b"sandbox none" in pipe.read()[full:]
    assert process.returncode == 0


def stored(path: Path) -> int:
    """How many results there are in a file that somebody writes."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT count(*) FROM results").fetchone()[0])
    return 0


@pytest.mark.parametrize(
    ("target", "status", "says"),
    [("/dev/full", 74, "No space left on device"), ("&-", 74, "it is closed"), ("|", 141, "")],
)
@pytest.mark.parametrize("words", ["--help", "games"])
def test_output_that_is_lost_is_told_without_a_traceback(words: str, target: str, status: int, says: str) -> None:
    read, write = os.pipe()
    os.close(read)
    line = f"exec {sys.executable} -m arena.cli {words} >{target}".removesuffix(">|")
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)

    assert done.returncode == status
    assert done.stderr == (f"arena: standard output: {says}; not everything could be printed\n" if says else "")


def test_a_process_ends_with_the_status_of_its_mistake() -> None:
    out, err = process("match", "kaisr", BOT, BOT, status=64)
    assert out == ""
    assert "there is no game 'kaisr'" in err


def first_game(db: Path) -> str:
    out, _ = arena("record", str(db))
    return next(line.split()[0] for line in out.splitlines() if line.startswith("G"))


def test_games_are_listed_those_with_a_fault_first(db: Path) -> None:
    out, _ = arena("record", str(db))

    assert out.count("CRASH in seat") == 4
    assert "forfeit" in out


def test_a_record_begins_with_who_sat_where_and_ends_with_the_result(db: Path) -> None:
    out, _ = arena("record", str(db), first_game(db), "--lines")
    first, *_, last = out.splitlines()

    assert first.startswith("game G")
    assert "names=fakebot@" in first or "names=fakebot-2@" in first
    assert last.startswith("over G")


def test_the_author_of_a_failed_bot_sees_why(db: Path) -> None:
    game = first_game(db)
    seat = next(
        line for line in arena("record", str(db), game, "--lines")[0].splitlines() if line.startswith("note fault")
    ).split()[2]

    assert arena("record", str(db), game, "--seat", seat, "--stderr")[0] == "I am leaving\n"
    assert len(arena("record", str(db), game, "--seat", seat, "--said")[0].splitlines()) == 5
    used, _ = arena("record", str(db), game, "--used")
    assert f"seat {seat}: CRASH: exit 7" in used
    assert {"decisions", "total_ms", "cpu_ms", "memory", "stderr"} <= set(used.split())
    assert "lag_p99_ms " in used
    sent, _ = arena("record", str(db), game, "--seat", seat)
    assert sent.startswith("arena 1 line msgpack\ngame G")


def test_what_a_seat_was_sent_plays_its_game_again(clean: Path) -> None:
    game = first_game(clean)
    record, _ = arena("record", str(clean), game, "--lines")
    players = next(w for w in record.split() if w.startswith("names=")).removeprefix("names=").split(",")
    seat = next(i for i, player in enumerate(players) if player.startswith("fakebot@"))
    sent, _ = arena("record", str(clean), game, "--seat", str(seat))
    again = subprocess.run(
        [sys.executable, str(FAKEBOT)], input=sent, capture_output=True, text=True, check=True
    ).stdout

    answers = [line for line in again.splitlines() if line != "bot fake 1"]
    assert answers == [line.split()[3] for line in sent.splitlines() if line.startswith(f"did {seat} ")]
    assert "\nclock 1000 " in sent


@pytest.mark.parametrize("form", [(), ("--said",), ("--stderr",)])
def test_a_seat_that_the_game_does_not_have_is_refused(clean: Path, form: tuple[str, ...]) -> None:
    game = first_game(clean)
    _, err = arena("record", str(clean), game, "--seat", "4", *form, status=64)
    assert err == f"arena: --seat 4: {game} has no such seat\n  its seats: 0, 1, 2, 3\n"


def test_nothing_is_kept_of_a_seat_that_did_not_fail(clean: Path) -> None:
    words = ("record", str(clean), first_game(clean), "--seat", "0")
    _, err = arena(*words, "--said", status=64)
    silent = arena(*words, "--stderr")

    assert "so nothing of it is kept" in err
    assert f"{' '.join(('arena', *words))} prints the game with its answers" in err
    assert silent == ("", "seat 0 wrote nothing to standard error\n")


def test_verify_plays_every_record_again(db: Path, clean: Path) -> None:
    assert "4 games played again" in arena("verify", str(db))[0]
    assert "4 games played again" in arena("verify", str(clean))[0]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("over", "over", None),
        ("note points", "note pints", "does not follow from the seed and the answers"),
        ("places=1,2", "places=2,1", "the record ends with"),
        ("show hand 0", "show hand 1", "does not follow from the seed and the answers"),
    ],
)
def test_verify_finds_what_was_changed(clean: Path, tmp_path: Path, old: str, new: str, problem: str | None) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(clean.read_bytes())
    with closing(sqlite3.connect(copy)) as connection, connection:
        for game, record in list(connection.execute("SELECT game, record FROM records")):
            text = zlib.decompress(record).decode().replace(old, new)
            connection.execute("UPDATE records SET record = ? WHERE game = ?", (zlib.compress(text.encode()), game))
    connection.close()
    out, _ = arena("verify", str(copy), status=1)
    found = [line for line in out.splitlines() if "there is no journal file beside it" not in line]

    assert problem in out if problem else found == []


def test_verify_finds_a_changed_seed(clean: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(clean.read_bytes())
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE seasons SET seed = 'other', digest = ?", (commitment("other"),))
    connection.close()

    assert "G" in arena("verify", str(copy), status=1)[0]


def test_the_ladder_in_all_formats(clean: Path) -> None:
    table, _ = arena("ladder", str(clean))
    markdown, _ = arena("ladder", str(clean), "--format", "markdown")
    rows = list(csv.DictReader(io.StringIO(arena("ladder", str(clean), "--format", "csv")[0])))
    data = json.loads(arena("ladder", str(clean), "--format", "json")[0])

    assert "fakebot" in table
    assert markdown.startswith("| rank |")
    assert {row["name"] for row in rows} == {"fakebot", "random"}
    assert data


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    for name in ("a.db", "b.db"):
        arena(
            "match",
            "kaiser",
            BOT,
            f"{BOT} x 1",
            "-n",
            "2",
            "-o",
            "max_deals=3",
            "--seed",
            "s",
            "--save",
            str(tmp_path / name),
        )
    records = [arena("record", str(tmp_path / name))[0].replace(name, "") for name in ("a.db", "b.db")]

    assert records[0] == records[1]


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("match", "kaisr", BOT, BOT), 64, ["there is no game 'kaisr'", "did you mean 'kaiser'?"]),
        (("match", "kaiser:x", BOT, BOT), 64, ["kaiser has no preset 'x'"]),
        (("match", "kaiser", "./nobody", BOT), 66, ["there is no bot './nobody'", "name an executable file"]),
        (("match", "kaiser", "sample:nobody"), 66, ["there is no sample bot", "sample:c/random"]),
        (("match", "kaiser", BOT, "-o", "target"), 64, ["-o target: not of the form NAME=VALUE"]),
        (("match", "kaiser", BOT, "-o", "targt=60", "-o", "min_bid=99"), 64, ["did you mean 'target'", "take 5 to 8"]),
        (("run", "nothing.toml"), 66, ["nothing.toml: no such ladder file", "quickstart.toml"]),
        (("record", "nothing.db"), 66, ["nothing.db"]),
        (("games", "bridge"), 64, ["there is no game 'bridge'"]),
        (("games", "kaiser:x"), 64, ["kaiser has no preset 'x'", "presets: standard"]),
    ],
)
def test_mistakes_are_named_with_the_way_out(words: tuple[str, ...], status: int, says: list[str]) -> None:
    _, err = arena(*words, status=status)

    for text in says:
        assert text in err
    assert err.startswith("arena: ")


def test_an_option_is_shown_with_what_it_stands_for() -> None:
    out, _ = arena("games", "five-hundred:four-player")

    shown = next(line for line in out.splitlines() if line.startswith("auction "))
    assert "auto (rounds)" in shown


def test_a_ladder_file_with_mistakes_names_them_all(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(
        'sets = 0\nspeed = 3\n[[games]]\ngame = "kaiser"\noptions = { target = 1 }\n[[bots]]\nbot = "sample:random"\n'
    )
    _, err = arena("run", "./bad.toml", status=78, cwd=tmp_path)

    for text in ("bad.toml: sets:", "bad.toml: speed:", "bad.toml: games[0].options.target:"):
        assert text in err


def test_a_game_that_takes_more_bots_is_left_out_with_a_line(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(
        f'sets = 1\ngames = ["two-hundred:cutthroat", {{ game = "kaiser", options = {{ max_deals = 1 }} }}]\n'
        f'[[bots]]\nbot = "{BOT}"\n[[bots]]\nbot = "sample:random"\n'
    )
    out, err = arena("run", "./x.toml", cwd=tmp_path)

    assert "two-hundred:cutthroat is left out: it takes 4 bots, and 2 play it here" in err
    assert "2 games of 1 deal" in out


def test_bots_that_need_a_missing_program_are_left_out_with_a_line(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "exotic"\nversion = "1"\ncommand = ["x"]\nneeds = ["no-such-language"]\n')
    _, err = arena("match", "kaiser", str(bot), "sample:random", "-n", "1", status=64)

    assert "exotic is left out: needs no-such-language" in err
    assert "fewer than two bots" in err
