"""The library as a bot sees it: a folder with part of the arena, found with `library = true`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.bots.botfile import read_bot_file
from arena.games.catalogue import GAMES
from arena.games.names import NAMES
from arena.sandbox import bubblewrap, library
from arena.sandbox.bot_files import Program, RunFiles
from arena.settings.limits import Limits

ALONE = """
import sys
import arena.client
from arena.client.search import Search
from arena.client.policies import sensible
from arena.games.study import set_up
from arena.games.catalogue import GAMES
assert arena.client.__file__.startswith(sys.argv[1]), arena.client.__file__
print(len(GAMES), [*map(str.lower, GAMES)] == [game.name for game in GAMES.values()])
position = set_up({"game": "kaiser", "contract": {"seat": 0, "bid": "7", "trump": "S"}}).position
view = position.view(0)
print(Search(view).simulate(2, "sensible").worlds, sensible(position.ask, view) in position.ask.legal)
"""


@pytest.fixture
def bot(tmp_path: Path) -> Program:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.py").write_text("print('bot x 1')\n")
    return Program("bot", ("python3", "bot.py"), folder, library=True)


@pytest.fixture
def places(tmp_path: Path) -> RunFiles:
    (tmp_path / "run").mkdir()
    return RunFiles(tmp_path / "run")


def test_the_library_is_placed_once_and_only_for_who_asks(places: RunFiles, bot: Program, tmp_path: Path) -> None:
    first = places.place(bot)
    (tmp_path / "other").mkdir()
    second = places.place(bot._replace(folder=tmp_path / "other"))
    without = places.place(bot._replace(command=("sh",), library=False))

    assert first.library == second.library
    assert first.library is not None
    assert without.library is None
    assert not (first.folder / "arena").exists(), "the bot's own folder is as it was"
    assert {path.name for path in (first.library / "arena").iterdir()} == {"__init__.py", "client", "games"}
    for folder in (first.library, *first.library.rglob("*")):
        mode = folder.stat().st_mode & 0o777
        assert mode & 0o555 == 0o555 if folder.is_dir() else mode & 0o444 == 0o444


def test_bytecode_is_as_old_as_it_says_so_python_uses_it(places: RunFiles, bot: Program) -> None:
    placed = places.place(bot).library
    assert placed is not None
    for file, inside in library.files():
        assert (placed / inside).stat().st_mtime_ns == file.stat().st_mtime_ns


@pytest.mark.slow
def test_the_library_needs_nothing_but_python(places: RunFiles, bot: Program) -> None:
    placed = places.place(bot).library
    command = [sys.executable, "-S", "-B", "-c", ALONE, str(placed)]
    done = subprocess.run(
        command, env={"PYTHONPATH": str(placed)}, capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.stdout == f"{len(NAMES)} True\n2 True\n", done.stderr


def test_the_sandbox_shows_it_to_who_asks() -> None:
    def words(place: Path | None) -> list[bytes]:
        return bubblewrap.arguments(Limits(), Path("/x"), library=place, descriptors={}).split(b"\0")

    shown = words(Path("/run/abc"))
    assert shown[shown.index(b"/library") - 2 :][:3] == [b"--ro-bind", b"/run/abc", b"/library"]
    assert shown[shown.index(b"PYTHONPATH") :][:2] == [b"PYTHONPATH", b"/library"]
    assert b"PYTHONPATH" not in words(None)


def test_a_bot_toml_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('command = ["python3", "bot.py"]\nlibrary = true\n')
    assert read_bot_file(tmp_path, GAMES, tmp_path / "bot.toml").library
    (tmp_path / "bot.toml").write_text('command = ["python3", "bot.py"]\n')
    assert not read_bot_file(tmp_path, GAMES, tmp_path / "bot.toml").library


def test_the_files_of_the_library_are_code_and_rules_pages() -> None:
    found = [inside for _, inside in library.files()]
    assert len(found) == len({*found})
    assert {inside.suffix for inside in found} <= {".py", ".pyc", ".so", ".md"}
    assert {inside.parts[:2] for inside in found if inside.suffix == ".md"} == {("arena", "games")}
    assert Path("arena/client/search.py") in found
    assert Path("arena/games/careful/kaiser.py") in found
    assert not [inside for inside in found if os.fspath(inside).startswith(("arena/store/", "arena/cli/"))]
