"""Bots that are asked what they do in a deal that was set up."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from arena.errors import UserError
from arena.games.study import StudyError, set_up
from arena.sandbox import Program, Sandbox, SandboxFailure
from arena.settings.clock import ClockSettings
from arena.table.choice import choose
from arena.testing import Arena
from tests.commands import arena

FAKEBOT = Path(__file__).with_name("fakebot.py")
BOT = f"{sys.executable} {FAKEBOT}"
STUDY = """\
game = "kaiser"
dealer = 2
contract = { seat = 1, bid = "7", trump = "S" }
play = "AH 5H"
hands = { 0 = "5H", 1 = "QH TH 9H 8S", 3 = "AH KH" }
"""
ECHO = """\
echo bot x 1
read greeting
while read line; do
  echo "$line" >> {heard}
  case "$line" in "{head}ask "*) echo "{head}QH";; esac
done
"""
"""A bot that plays the `QH`, and keeps what it has heard."""
PROGRAM = Program("fake", (sys.executable, str(FAKEBOT)), Path("/"))
pytestmark = pytest.mark.slow


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


def test_a_bot_is_asked_in_a_deal_of_a_match_that_was_written_down(tmp_path: Path) -> None:
    db, study = tmp_path / "match.db", tmp_path / "study.toml"
    arena("match", "kaiser", BOT, "sample:random", "-n", "1", "-o", "max_deals=1", "--save", str(db))
    game = next(word for word in arena("record", str(db))[0].split() if word.startswith("G"))
    study.write_text(arena("record", str(db), game, "--position", "9")[0])
    out, err = arena("games", "--position", str(study), "--ask", BOT, "--trust-bots")

    shown = arena("games", "--position", str(study))[0].splitlines()[-1].split()
    assert out.split() == shown[-1:], "the last legal word"
    assert f"seat {shown[1]} is asked play: {' '.join(shown[5:])}\n" in err
    assert "fakebot answered in " in err


@pytest.mark.needs("bubblewrap")
def test_it_is_locked_in_as_in_a_match(file: Path) -> None:
    bot = file.parent / "bot"
    bot.mkdir()
    (bot / "run").write_text(ECHO.format(head="", heard="heard"))
    (bot / "bot.toml").write_text('command = ["sh", "run"]\n')
    out, err = arena("games", "--position", str(file), "--ask", str(bot))

    assert out == "QH\n"
    assert "Sandbox: none" not in err


def test_a_bot_of_the_arena_answers_without_a_sandbox(file: Path) -> None:
    out, err = arena("games", "--position", str(file), "--ask", "sample:random")

    assert out.strip()[-1] == "H"
    assert "Sandbox: none (only bots that come with the arena)" in err


@pytest.mark.parametrize(
    ("switch", "words"),
    [
        ("illegal 0", ["ILLEGAL: ZZ is not one of: QH TH 9H"]),
        ("exit 0", ["CRASH: exit 7", "  I am leaving"]),
        ("sleep 0", ["TIMEOUT: no answer after 3"]),
    ],
)
def test_a_bot_that_fails_is_told_how(file: Path, switch: str, words: list[str]) -> None:
    bot = f"{BOT} {switch}"
    command = ("games", "--position", str(file), "--ask", bot, "--trust-bots", "--move-ms", "300")
    _, err = arena(*command, status=65)
    assert f"arena: {bot}: {words[0]}" in err
    assert all(word in err for word in words[1:])


def test_in_a_test_the_answer_is_a_word(file: Path) -> None:
    table = Arena(base=file.parent)

    assert table.choice(BOT, "study.toml") in {"9H", "8H"}
    assert (
        table.choice("sample:sensible", {"game": "kaiser", "words": "12no", "dealer": 3, "hands": {1: "AS"}}) == "pass"
    )
    with pytest.raises(
        AssertionError, match=r"fakebot: CRASH in the study: exit 7(.|\n)*ask 1 play(.|\n)*I am leaving"
    ):
        table.choice(f"{BOT} exit 0", file)
    with pytest.raises(StudyError, match="the deal is over, so there is no question"):
        table.choice(BOT, {"game": "kaiser", "words": "pass pass pass pass"})
    with pytest.raises(UserError, match="there is no bot"):
        table.choice("nobody", file)


async def test_a_bot_is_sent_what_its_seat_was_told_and_ended(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = ECHO.format(head="@G0 ", heard=heard).replace("bot x 1", "bot x 1 tables=3")
    hands = {3: "AH", 0: "QH"}
    study = set_up({"game": "kaiser", "dealer": 2, "hands": hands, "contract": {"seat": 0, "bid": "7no"}, "play": "AH"})
    with trio.fail_after(20):
        found = await choose(Program("x", ("sh", "-c", script), tmp_path), study, ClockSettings(), Sandbox("none"))
    lines = heard.read_text().splitlines()

    assert found.answer is not None
    assert (found.answer.word, found.failure) == ("QH", None)
    head = "@G0 game G0 kaiser seat=0 seats=4 sides=0,1,0,1 seed=[0-9a-f]{16} move_ms=1000 preset=standard"
    assert re.match(head, lines[0])
    assert lines[1].startswith("@G0 note deal 1 dealer=2 scores=0,0")
    assert [line.split()[1:4] for line in lines if " show " in line] == [["show", "hand", "0"]]
    assert lines[-1].startswith("@G0 ask 0 play ")


async def test_a_sandbox_that_fails_is_not_the_fault_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> Callable[[], None]:
        raise SandboxFailure("no room")

    monkeypatch.setattr("arena.table.launcher.start_bot", fail)
    with pytest.RaisesGroup(SandboxFailure):
        await choose(PROGRAM, set_up({"game": "kaiser"}), ClockSettings(), Sandbox("none"))
