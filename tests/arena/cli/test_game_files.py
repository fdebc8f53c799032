"""A game from a file is played, kept, read again and checked as the others are, by commands alone."""

import re
from pathlib import Path

import pytest

from arena.settings.game_files import SETTING, recall
from arena.store import Store
from tests.commands import process

MINNOW = Path(__file__).parent.parent.parent.parent / "docs/examples/games/minnow.py"
LADDER = """
games = [{ game = "./minnow.py:standard", options = { target = 2 } }]
bots = ["sample:random", "sample:greedy", "sample:python/search"]
sets = 1
reproducible = true
seed = "1"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the game and a ladder of it."""
    (tmp_path / "minnow.py").write_text(MINNOW.read_text())
    (tmp_path / "ladder.toml").write_text(LADDER)
    return tmp_path


def run(folder: Path, *words: str, status: int | None = 0, cwd: Path | None = None) -> str:
    """What a command writes that has its own cache."""
    told, problems = process(*words, status=status, cwd=cwd or folder, XDG_CACHE_HOME=str(folder / "cache"))
    return told + problems


@pytest.mark.slow
def test_a_ladder_of_a_game_of_ones_own_is_played_read_and_checked(folder: Path) -> None:
    told = run(folder, "run", str(folder / "ladder.toml"), "-j", "2", cwd=Path("/"))
    assert "games with a fault 0" in told
    assert "games with a fault 0" in run(folder, "ladder", "ladder.toml")
    assert "6 games played again: all records are true" in run(folder, "verify", "ladder.db")
    assert "minnow:standard target=2" in run(folder, "record", "ladder.db")
    run(folder, "site", "ladder.toml", "--out", "site")
    replays = [page for page in (folder / "site").rglob("*.html") if "trick" in page.read_text()]
    assert len(replays) >= 6

    (folder / "minnow.py").unlink()  # what was played is kept
    assert "6 games played again: all records are true" in run(folder, "verify", "ladder.db")
    (folder / "cache").rename(folder / "lost")
    told = run(folder, "verify", "ladder.db", status=1)
    assert "the game minnow (minnow.py) is not known here; name its file once: arena games ./FILE" in told
    (folder / "minnow.py").write_text(MINNOW.read_text())
    run(folder, "games", "./minnow.py")
    assert "all records are true" in run(folder, "verify", "ladder.db")

    (folder / "minnow.py").write_text(MINNOW.read_text() + "# changed\n")
    assert "the game minnow (minnow.py) has changed since these results were played" in run(
        folder, "ladder", "ladder.toml"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "level",
    [
        *(pytest.param(level, marks=pytest.mark.thorough) for level in ("none", "basic")),
        pytest.param("standard", marks=pytest.mark.needs("bubblewrap")),
    ],
)
def test_a_bot_that_searches_finds_the_game_in_its_sandbox(folder: Path, level: str) -> None:
    words = ["match", "./minnow.py", "sample:python/search", "sample:random", "-o", "target=1", "-n", "1"]
    told = run(folder, *words, *(["--trust-bots"] if level == "none" else ["--sandbox", level]))
    assert "games with a fault 0" in told


def test_its_rules_are_a_page_of_the_manual(folder: Path) -> None:
    (folder / "minnow.md").write_text("# Minnow\n\n## Play\n\nFour tricks.\n")
    assert run(folder, "help", "./minnow.py#play") == "## Play\n\nFour tricks.\n"
    assert run(folder, "help", "./perch.py", status=64) == "arena: there is no file ./perch.py\n"


def test_what_is_no_game_is_one_line(folder: Path) -> None:
    (folder / "bad.py").write_text("1 / 0\n")
    told = run(folder, "match", "./bad.py", "sample:random", "sample:random", status=64)
    assert told == "arena: game: bad.py: it cannot be imported (line 1: ZeroDivisionError: division by zero)\n"
    forgotten = run(folder, "match", f"{folder}", "sample:random", status=64)
    assert forgotten == f"arena: game: {folder} is a folder, and no game\n"
    assert run(folder, "games", "./none.py", status=None) == "arena: there is no file ./none.py\n"


@pytest.mark.thorough
def test_an_installed_package_brings_a_game(folder: Path) -> None:
    """A package in an environment of its own: its folder on the path, with what an installer writes."""
    place = folder / "lib"
    (place / "small_fish").mkdir(parents=True)
    (place / "small_fish/__init__.py").write_text("")
    (place / "small_fish/game.py").write_text(MINNOW.read_text())
    told = place / "small_fish-1.2.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: small-fish\nVersion: 1.2\n")
    (told / "entry_points.txt").write_text("[trickarena.games]\nminnow = small_fish.game:GAME\nodd = small_fish.odd\n")
    path = f"{place}:{Path(__file__).parents[3]}"
    listed, _ = process("games", cwd=folder, PYTHONPATH=path)
    assert re.search(r"^minnow +2 +1 +two players, four tricks", listed, re.MULTILINE)
    assert "minnow comes from package small-fish 1.2" in listed
    assert "left out: package small-fish 1.2: it cannot be imported" in listed
    words = ["match", "minnow", "sample:python/search", "sample:greedy", "-j", "2", "-n", "1", "--save", "kept.db"]
    told_of, _ = process(*words, cwd=folder, PYTHONPATH=path, XDG_CACHE_HOME=str(folder / "cache"))
    assert "games with a fault 0" in told_of
    checked, _ = process("verify", "kept.db", cwd=folder, PYTHONPATH=path)
    assert "all records are true" in checked
    with Store.open(folder / "kept.db", writing=False) as store:
        assert store.conditions()["game minnow"] == "package-small-fish-1.2 package small-fish 1.2"


def test_who_lacks_a_package_is_told_to_install_it_and_not_to_name_a_file() -> None:
    told = recall({f"{SETTING}fish": "package-two-fish-0.1 package two-fish 0.1"})
    assert told == ["the game fish (package two-fish 0.1) is not known here; install that package"]
