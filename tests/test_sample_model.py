"""The sample bot `model` against a stand-in for a language model."""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from arena.bots.samples import samples
from arena.chance import keyed
from arena.client import Turn
from arena.games.catalogue import GAMES
from arena.games.kernel.position import play_game
from arena.results.counts import COUNT
from arena.settings.clock import OnIllegal
from arena.settings.ladder import read_ladder
from tests.commands import arena
from tests.pages import ROOT, code
from tests.stand_in import stand_in

SECRET = "sk-which-nobody-sees"
KAISER = GAMES["kaiser"]


def bot() -> Any:
    found = spec_from_file_location("sample_model", samples()["python/model"] / "bot.py")
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


MODEL = bot()


def turn() -> Turn:
    """The first question of a game that leaves a choice."""
    position = play_game(KAISER, KAISER.presets["standard"], keyed("model", "game 1"))
    while (ask := position.ask) is not None and len(ask.legal) < 2:
        position.play(ask.legal[0])
    assert ask is not None
    return Turn(position.view(ask.seat), ask)


@pytest.mark.parametrize(
    ("text", "lenient", "strict"),
    [
        ("ANSWER: pass", "pass", "pass"),
        ("answer: `TS`", "TS", "TS"),
        ("**ANSWER: 7no**", "7no", "7no"),
        ("ANSWER: ts", "TS", None),
        ("ANSWER: 10S", "TS", None),
        ("ANSWER: T♠", "TS", None),
        ("I would play the TS.", "TS", None),
        ("First pass, then TS, no: 7no.", "7no", None),
        ("ANSWER: pass\nNo, wait.\nANSWER: TS", "TS", "TS"),
        ("ANSWER: KETTLE", None, None),
        ("I play TS.\nANSWER: KETTLE", None, None),
        ("", None, None),
    ],
)
def test_a_word_is_found_in_an_answer(text: str, lenient: str | None, strict: str | None) -> None:
    legal = ("pass", "7no", "TS")
    assert MODEL.word_in(text, legal, strict=False)[0] == lenient
    assert MODEL.word_in(text, legal, strict=True)[0] == strict


@pytest.mark.parametrize(
    ("manner", "more", "word", "counted"),
    [
        ("well", {}, "12no", "asked=1 illegal=0 errors=0 fallback=0"),
        ("wrong-first", {}, "12no", "asked=2 illegal=1 errors=0 fallback=0"),
        ("wrong-first", {"MODEL_TRIES": "1"}, "pass", "asked=1 illegal=1 errors=0 fallback=1"),
        ("nonsense", {}, "pass", "asked=2 illegal=2 errors=0 fallback=1"),
        ("nonsense", {"MODEL_FALLBACK": "none"}, "KETTLE", "asked=2 illegal=2 errors=0 fallback=1"),
        ("nonsense", {"MODEL_FALLBACK": "sensible"}, turn().sensible(), "asked=2 illegal=2 errors=0 fallback=1"),
        ("errors", {}, "12no", "asked=2 illegal=0 errors=1 fallback=0"),
        ("limits", {}, "12no", "asked=2 illegal=0 errors=1 fallback=0"),
        ("broken", {"MODEL_TRIES": "1"}, "pass", "asked=1 illegal=0 errors=1 fallback=1"),
    ],
)
def test_what_the_bot_says_and_counts(
    manner: str, more: dict[str, str], word: str, counted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with stand_in(manner) as server:
        env = {
            "MODEL_URL": f"http://127.0.0.1:{server.server_port}/v1/",
            "MODEL_KEY": SECRET,
            "MODEL_NAME": "x",
            **more,
        }
        assert MODEL.choose(env, turn()) == word
    said = capsys.readouterr().err
    assert f"count {counted} prompt_tokens=" in said
    assert SECRET not in said
    body, key = server.asked[0]
    assert (body["model"], key) == ("x", f"Bearer {SECRET}")
    assert [each["role"] for each in body["messages"]] == ["system", "user"]
    assert "# Kaiser" in body["messages"][0]["content"]
    assert body["messages"][1]["content"].startswith(turn().text())


def test_time_that_runs_out_and_a_closed_port_end_in_the_fallback(capsys: pytest.CaptureFixture[str]) -> None:
    with stand_in("slow") as server:
        late = turn()
        late.ms_left = 150.0
        url = f"http://127.0.0.1:{server.server_port}"
        assert MODEL.choose({"MODEL_URL": url}, late) == "pass"
    assert "timed out" in capsys.readouterr().err
    assert MODEL.unreachable(url) == (
        f'the line of the bot needs network = ["127.0.0.1:{server.server_port}"]: Connection refused'
    )
    assert MODEL.unreachable("").startswith("MODEL_URL is missing")


def ladder(folder: Path, port: int, network: str) -> Path:
    file = folder / "models.toml"
    file.write_text(f"""
        name = "Models"
        sets = 1
        games = [{{ game = "kaiser", options = {{ max_deals = 1 }} }}]
        on_illegal = "retry 2"
        keep_stderr = "all"
        probation = false
        [[bots]]
        bot = "./spy.py"
        [[bots]]
        bot = "sample:model"
        name = "stand-in"
        clock = {{ move_ms = 20_000, start_ms = 20_000 }}
        env.MODEL_URL = "http://127.0.0.1:{port}/v1"
        env.MODEL_KEY = "$KEY_OF_A_TEST"
        env.MODEL_PRICES = "1 2"
        env.MODEL_FALLBACK = "none"
        env.MODEL_TRIES = "1"
        {network}
        limits = {{ log_kb = 512 }}
    """)
    spy = folder / "spy.py"
    spy.write_text(SPY)
    spy.chmod(0o755)
    return file


SPY = """#!/usr/bin/env python3
import glob, os, sys
for path in glob.glob("/proc/*/environ") + glob.glob("/proc/*/cmdline"):
    try:
        sys.stderr.write(open(path, "rb").read().decode(errors="replace"))
    except OSError:
        pass
print("bot spy 1", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "ask":
        print(words[3], flush=True)
"""


def everything(folder: Path) -> bytes:
    """All bytes of all files, and all that is stored compressed."""
    found = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    for path in folder.glob("*.db"):
        with sqlite3.connect(path) as db:
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                for row in db.execute(f"SELECT * FROM {name}"):
                    for cell in row:
                        if isinstance(cell, bytes) and cell[:1] == b"x":
                            found += zlib.decompress(cell)
        db.close()
    return found


@contextmanager
def command_lines() -> Iterator[set[bytes]]:
    """The command lines of all processes that run meanwhile, as everybody sees them."""
    found: set[bytes] = set()
    over = Event()

    def look() -> None:
        while not over.wait(0.02):
            for path in Path("/proc").glob("[0-9]*/cmdline"):
                with suppress(OSError):
                    found.add(path.read_bytes())

    thread = Thread(target=look)
    thread.start()
    try:
        yield found
    finally:
        over.set()
        thread.join()


@pytest.mark.thorough
@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize("manner", ["echo", "parrot", "pieces"])
def test_a_seat_of_a_model_on_a_ladder_and_its_secret_is_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manner: str
) -> None:
    monkeypatch.setenv("KEY_OF_A_TEST", SECRET)
    monkeypatch.chdir(tmp_path)
    with stand_in(manner) as server, command_lines() as processes:
        file = ladder(tmp_path, server.server_port, f'network = ["127.0.0.1:{server.server_port}"]')
        played = "".join(arena("run", str(file), "-j", "1", trust=False))
    assert f"network 127.0.0.1:{server.server_port}" in " ".join(played.split())
    (tmp_path / "played.txt").write_text(played)
    assert {key for _, key in server.asked} == {f"Bearer {SECRET}"}
    for name, words in {
        "ladder": ["ladder", str(file)],
        "counts": ["record", str(file), "--counts"],
        "site": ["site", str(file), "--out", str(tmp_path / "site")],
        "verify": ["verify", str(file)],
        "replay": ["record", str(file), "1.1", "--bot", "stand-in", "--html", "--stderr"],
    }.items():
        (tmp_path / f"{name}.txt").write_text("".join(arena(*words, trust=False)))
    counted = (tmp_path / "counts.txt").read_text()  # a parrot forfeits each game at its first question
    assert all(word in counted for word in ("stand-in", "prompt_tokens", "answer_tokens", "cost"))
    assert "ANSWER: WORD" in (tmp_path / "replay.txt").read_text()  # a prompt, in the page of a game
    table = " ".join((tmp_path / "ladder.txt").read_text().split())
    assert all(head in table for head in ("illegal", "tries", "tokens", "cost", "ms/move"))
    assert any(b"bwrap" in line for line in processes)
    assert not any(SECRET.encode() in line for line in processes)
    found = everything(tmp_path)
    blotted = {"echo": rb"You sent Bearer \*{20}", "parrot": rb"note illegal \d \*{20}"}
    assert re.search(blotted.get(manner, rb"note illegal (\d) \*{12}\nnote illegal \1 \*{8}\n"), found)
    assert SECRET[:10].encode() not in found


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_a_closed_port_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY_OF_A_TEST", SECRET)
    with stand_in("well") as server:
        file = ladder(tmp_path, server.server_port, "")
        words = " ".join("".join(arena("run", str(file), "-j", "1", trust=False, status=None)).split())
    assert f'the line of the bot needs network = ["127.0.0.1:{server.server_port}"]' in words
    assert not server.asked


def test_the_ladder_of_the_page_and_the_benchmark_are_read(tmp_path: Path) -> None:
    file = tmp_path / "models.toml"
    page = code("docs/models.md")["models.toml"]
    file.write_text('games = ["kaiser"]\n' + page)
    (named,) = read_ladder(file, GAMES).bots
    benchmark = read_ladder(ROOT / "ladders/language-models.toml", GAMES)
    assert (named.own.network, named.own.on_illegal) == (("api.openai.com:443",), OnIllegal(2))
    assert [bot.own.network for bot in benchmark.bots] == [(), (), named.own.network, ("127.0.0.1:8000",)]


def test_only_lines_that_count_are_counted() -> None:
    lines = b"count a=1 b=0.5\ncount a=2\ncount A=1\nmy count a=9\ncount a=1.2.3\ncount a=\ncount a=1 extra\n"
    assert COUNT.findall(lines) == [b"a=1 b=0.5", b"a=2", b"a=1.2.3"]
