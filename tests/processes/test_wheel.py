"""The wheel works outside the checkout, with sample bots, ladders and pages inside, beside modules of any name."""

import os
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.thorough]
NEEDED = ("attr", "click", "msgpack", "numpy", "pydantic", "pytest", "rich", "trio")
"""What the arena and its tests of bots need; all of it may be installed in one place."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)], check=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def python(installed: Path, cwd: Path, *words: str) -> str:
    """Run Python with the installed wheel and what it needs, but without the checkout; return what it prints."""
    others = {str(Path(str(found.origin)).parents[1]) for found in map(find_spec, NEEDED) if found}
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env |= {"PYTHONPATH": os.pathsep.join((str(installed), *others)), "XDG_CACHE_HOME": str(cwd / "cache")}
    command = [sys.executable, "-S", *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def arena(installed: Path, cwd: Path, *words: str) -> str:
    """Run a command of the installed wheel; the modules in the current folder come first, as with any `python -m`."""
    return python(installed, cwd, "-m", "arena.cli", *words)


def test_it_brings_one_package_and_no_other_name(installed: Path) -> None:
    names = {path.name for path in installed.iterdir()}

    assert {name for name in names if not name.endswith(".dist-info")} == {"arena"}


def test_rules_ladders_and_pages_are_inside(installed: Path) -> None:
    assert (installed / "arena/games/kaiser.md").is_file()
    assert (installed / "arena/data/ladders/quickstart.toml").is_file()
    assert (installed / "arena/data/sample_bots/shell/random/bot.sh").is_file()
    assert {page.name for page in (ROOT / "docs").glob("*.md")} == {
        p.name for p in (installed / "arena/data/docs").glob("*.md")
    }


def test_the_pytest_plugin_is_announced(installed: Path) -> None:
    [announced] = installed.glob("*.dist-info/entry_points.txt")

    assert "[pytest11]\ntrickarena = arena.pytest_plugin" in announced.read_text()


def test_it_explains_its_games(installed: Path, tmp_path: Path) -> None:
    assert "**KA-1**" in arena(installed, tmp_path, "games", "kaiser")


def test_it_prints_its_manual(installed: Path, tmp_path: Path) -> None:
    assert "(`arena help submissions`)" in arena(installed, tmp_path, "help", "ladder-keys")


def test_it_plays_sample_bots_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    bots = ("sample:python/sensible", "sample:shell/random")
    words = ("match", "kaiser", *bots, "-n", "1", "-j", "1", "-o", "max_deals=4")
    assert "2 games of 1 deal" in arena(installed, tmp_path, *words)
    assert "2 games played again" in arena(installed, tmp_path, "verify", "last")


def test_it_makes_a_bot_that_it_finds_in_order(installed: Path, tmp_path: Path) -> None:
    for language in ("c++", "typescript"):  # one whose templates have another name, one with a file of settings
        arena(installed, tmp_path, "new", f"in-{language[0]}", "--language", language)
    arena(installed, tmp_path, "new", "owl", "--language", "python")

    assert (tmp_path / "in-t/tsconfig.json").is_file()
    assert "none failed" in arena(installed, tmp_path, "check", "owl", "--game", "malilla", "--trust-bots")


def test_a_ladder_that_comes_with_it_keeps_its_results_here(installed: Path, tmp_path: Path) -> None:
    (installed / "arena/data/ladders/tiny.toml").write_text(TINY)
    arena(installed, tmp_path, "run", "tiny", "-j", "1")

    assert (tmp_path / "tiny.db").is_file()
    assert "2 games of 1 deal" in arena(installed, tmp_path, "ladder", "tiny.db")


@pytest.fixture
def student(tmp_path: Path) -> Path:
    """The folder of somebody whose modules have the names of our folders, with a bot that uses two of them."""
    for name in ("protocol", "ladders", "escapes", "docs"):
        (tmp_path / f"{name}.py").write_text(f'MINE = "{name}"\n')
    (tmp_path / "sample_bots").mkdir()
    (tmp_path / "sample_bots/__init__.py").write_text('MINE = "sample_bots"\n')
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot/protocol.py").write_text("def answer(words):\n    return words[-1]\n")
    (tmp_path / "bot/ladders").mkdir()  # no __init__.py: a package of that name in site-packages would win
    (tmp_path / "bot/ladders/mine.py").write_text("START = 'bot student 1'\n")
    (tmp_path / "bot/bot.py").write_text(STUDENTS_BOT)
    # -S: the tests may run where an editable install has put the whole checkout on the path.
    (tmp_path / "bot/bot.toml").write_text(f'command = ["{sys.executable}", "-S", "bot.py"]\n')
    (tmp_path / "test_mine.py").write_text(STUDENTS_TEST)
    return tmp_path


def test_a_match_is_played_where_modules_have_the_names_of_our_folders(installed: Path, student: Path) -> None:
    words = ("match", "kaiser", "./bot", "sample:python/random", "-n", "1", "-j", "2", "-o", "max_deals=1")

    assert "games with a fault 0" in arena(installed, student, *words, "--trust-bots")


def test_the_pytest_plugin_plays_beside_such_modules_and_leaves_them_alone(installed: Path, student: Path) -> None:
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py")

    assert "2 passed" in python(installed, student, *words)


STUDENTS_BOT = """
import sys
from ladders.mine import START
from protocol import answer

print(START, flush=True)
for line in sys.stdin:
    verb, *words = line.split()
    if verb == "ask":
        print(answer(words), flush=True)
"""
STUDENTS_TEST = """
import docs, escapes, ladders, protocol, sample_bots

MODULES = (docs, escapes, ladders, protocol, sample_bots)


def test_the_bot(arena):
    arena.assert_plays_legally("bot", "kaiser max_deals=1", sets=1)
    assert arena.play("kaiser max_deals=1", ["bot", "sample:random"], sets=2).compare().deals == 2


def test_the_modules_are_still_ours():
    import ladders as again

    assert again is ladders
    assert [module.MINE for module in MODULES] == ["docs", "escapes", "ladders", "protocol", "sample_bots"]
"""
TINY = """
sets = 1

[[games]]
game = "kaiser"
options = { max_deals = 2 }

[[bots]]
bot = "sample:python/random"

[[bots]]
bot = "sample:python/sensible"
"""
