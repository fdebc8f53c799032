"""`arena bots` and `arena run` with bots that do not start: nothing is started, their greetings are made up."""

import os
from pathlib import Path

import pytest

from arena.app import examine
from arena.errors import UserError
from arena.protocol import Bot
from arena.sandbox import Program
from arena.table.greeting import Greeted, Greeting
from arena.table.outcome import Failure, Fault
from arena.tournament import play as tournament
from arena.tournament import start_check
from tests.arena.cli.test_probation import HEAD, arena, ladder, room

pytestmark = pytest.mark.slow

TRACE = b'  File "/bot/bot.py", line 1\nSyntaxError: \x1b[31mno\n'


@pytest.fixture(autouse=True)
def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async def greeting(program: Program, *_: object) -> Greeting:
        if program.name == "greedy":
            return Greeted(Bot("greedy", str(program.limits.memory_mb), {}))
        if program.name.startswith("mute"):
            return Failure(Fault(0, "CRASH", "at the start: exit 1"), TRACE, b"", b"")
        return Greeted(Bot(program.name, "7", {}))

    monkeypatch.setattr(tournament, "play_room", room)
    monkeypatch.setattr(start_check, "greeting_of", greeting)


def put(folder: Path, name: str) -> Path:
    (folder / name).mkdir(parents=True)
    (folder / name / "bot.toml").write_text('command = ["sh", "bot.sh"]\n')
    (folder / name / "bot.sh").write_text(f"# {name}\n")
    return folder / name


def bots(*words: object, status: int = 0) -> str:
    return arena("bots", *map(str, words), "--trust-bots", status=status).output


def test_the_folder_of_one_bot_is_one_bot(tmp_path: Path) -> None:
    """The issue: each of its files was refused as a submission."""
    java = put(tmp_path, "java")
    (java / "src").mkdir()

    for words in (java, java / "bot.toml", f"{java}/"):
        out = bots(words)
        assert "greets as java 7" in out
        assert out.endswith("1 accepted\n")


def test_a_folder_of_submissions_is_one_though_a_bot_toml_lies_in_it(tmp_path: Path) -> None:
    put(tmp_path / "subs", "ann")
    (tmp_path / "subs" / "bot.toml").write_text('command = ["sh"]\n')
    out = bots(tmp_path / "subs", status=os.EX_DATAERR)

    assert "belongs to one bot, not to a folder of submissions" in " ".join(out.split())
    assert out.endswith("1 accepted, 1 refused\n")


def test_a_stranger_gets_no_more_memory_than_the_default_and_an_own_bot_what_it_asks_for(tmp_path: Path) -> None:
    greedy = put(tmp_path, "greedy")
    (greedy / "bot.toml").write_text('command = ["sh"]\nlimits = { memory_mb = 9000 }\n')

    assert "greets as greedy 512" in bots(tmp_path)
    assert "greets as greedy 9000" in bots(greedy)


def test_without_a_sandbox_the_table_shows_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_sandbox(*_: object, **__: object) -> None:
        raise UserError("no sandbox works here", "arena doctor says more", os.EX_CONFIG)

    monkeypatch.setattr(examine, "choose_sandbox", no_sandbox)
    out = bots(put(tmp_path, "ann"), status=os.EX_CONFIG)
    assert "1 accepted" in out
    assert "no sandbox works here" in out


def test_a_single_program_is_one_bot(tmp_path: Path) -> None:
    (tmp_path / "owl.sh").write_text("#!/bin/sh\n")
    assert "greets as owl 7" in bots(tmp_path / "owl.sh")

    (tmp_path / "owl.sh").write_text("echo\n")
    assert "does not begin with #!" in " ".join(bots(tmp_path / "owl.sh", status=os.EX_DATAERR).split())


def test_a_folder_that_may_be_one_bot_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.py").write_text("print()\n")
    assert "if this folder is one bot, put a bot.toml into it" in bots(tmp_path / "mine", status=os.EX_DATAERR)

    put(tmp_path / "mine", "mute")
    assert "if this folder" not in bots(tmp_path / "mine", status=os.EX_DATAERR)


def test_a_bot_that_does_not_start_is_refused_with_its_last_words(tmp_path: Path) -> None:
    put(tmp_path, "ann")
    put(tmp_path, "mute")
    out = bots(tmp_path, status=os.EX_DATAERR)

    why = r"does not start: exit 1: SyntaxError: \x1b[31mno (bot.py, line 1): fix it, and hand it in again"
    assert why in " ".join(out.split())
    assert '\n    File "/bot/bot.py", line 1\n  SyntaxError: \\x1b[31mno\n' in out
    assert out.endswith("1 accepted, 1 refused\n")


def test_a_submission_that_does_not_start_stops_nobody_and_joins_when_it_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "class.toml"
    path.write_text(HEAD.replace("sets = 4", "sets = 1") + '[[bots]]\nfolder = "subs"\n')
    for name in ("ann", "ben", "mute"):
        put(tmp_path / "subs", name)
    first = arena("run", str(path))
    assert "2 games of 2 deals" in first.stdout
    assert f"Left out, without a game in this run: subs/mute. Why: arena bots {path}" in first.stdout
    assert "2 accepted, 1 refused" in first.stderr

    (tmp_path / "subs" / "mute").rename(tmp_path / "subs" / "mended")
    again = arena("run", str(path))
    assert "Left out" not in again.stdout
    assert "6 games of 6 deals" in again.stdout


def test_a_bot_of_the_owner_that_does_not_start_is_left_out_and_the_status_says_so(tmp_path: Path) -> None:
    path = ladder(tmp_path, "ann", "ben", "mute", head=HEAD.replace("sets = 4", "sets = 1"))
    done = arena("run", str(path), status=os.EX_DATAERR)

    assert "./mute is left out: does not start: exit 1: SyntaxError" in done.stderr
    assert "2 games of 1 deal" in done.stdout
    assert "Left out, without a game in this run: ./mute." in done.stdout
