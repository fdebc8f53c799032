"""The folder of a new game, the check of a game, and the page that goes from nothing to a ladder."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.games import outside
from arena.games.catalogue import GAMES
from arena.kit.game_check import check
from arena.kit.game_folders import make_game
from tests.commands import ROOT, arena, process

PAGE = (ROOT / "docs/your-own-game.md").read_text()
MINNOW = (
    (ROOT / "docs/examples/games/minnow.py")
    .read_text()
    .replace("import Chance, Game", "import Ask, Show, Chance, Game")
    .replace("from typing", "from random import random\nfrom typing")
)


@pytest.fixture(autouse=True)
def _nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other test knows these games."""
    monkeypatch.setattr(outside, "_ADDED", {})


def broken(tmp_path: Path, old: str, new: str) -> list[str]:
    """What a check says that is wrong with Minnow after a change of its text."""
    assert old in MINNOW
    file = tmp_path / "minnow.py"
    file.write_text(MINNOW.replace(old, new))
    return [line for found in check(GAMES[str(file)]) if found.problem for line in (found.problem, *found.where)]


def test_a_new_game_has_its_own_name_and_nothing_is_wrong_with_it(tmp_path: Path) -> None:
    assert make_game(tmp_path / "gold-fish") == ["gold_fish.py", "gold_fish.md", "test_gold_fish.py"]
    text = "".join(path.read_text() for path in (tmp_path / "gold-fish").iterdir())
    assert "innow" not in text
    assert '"MI' not in text
    assert text.startswith(("# Gold Fish", '"""'))
    game = GAMES[str(tmp_path / "gold-fish/gold_fish.py")]
    assert (game.name, game.clauses) == ("gold-fish", "GF")
    assert [found.title for found in check(game) if found.problem] == []


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("Gold", "'Gold' is no name of a game"),
        ("kaiser", "a game that comes with the arena is called kaiser"),
        ("full", "full: is not empty"),
        ("file/deep", "cannot be made"),
    ],
)
def test_what_cannot_be_made_is_told(tmp_path: Path, folder: str, why: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/x").touch()
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=why):
        make_game(tmp_path / folder)


def test_a_broken_law_is_told_with_its_case(tmp_path: Path) -> None:
    line = line_with('Note("points", values)')
    assert broken(tmp_path, "values = taken(SIDES, won)", "values = (5, 1)") == [
        f"minnow.py:{line}: Note(kind='points', values=(5, 1)) does not add up to 4",
        "law: what is told has words that the protocol can carry, and points add up",
        "case: minnow with Options(target=10, max_deals=20), seed 1, game 0, deal 1",
    ]


def line_with(text: str) -> int:
    return 1 + MINNOW[: MINNOW.index(text)].count("\n")


PLAYED = "    won = yield from"
TRICKS = "questions have words that can be answered, and `words` lists them"


@pytest.mark.parametrize(
    ("old", "new", "at", "why", "law"),
    [
        ("PACK})", "PACK[1:]})", PLAYED, "Ask(seat=0, kind='play', legal=('AS', ", TRICKS),
        (PLAYED, f"    yield 7\n{PLAYED}", PLAYED, "the rules yielded 7, which is no Ask", "what is told has words"),
        (PLAYED, f"    yield Note('x', (hands[0][0],))\n{PLAYED}", PLAYED, "Note(kind='x'", "a seat is told only what"),
        (
            PLAYED,
            f"    yield Ask(0, 'play', PACK, hand=9)\n{PLAYED}",
            PLAYED,
            "Ask(seat=0, kind='play'",
            "questions have words",
        ),
        (PLAYED, f"    yield Ask(0, 'play', PACK, 'x')\n{PLAYED}", PLAYED, "Ask(seat=0, kind='play'", "questions have"),
        (
            PLAYED,
            f"    yield Note('x', (True,))\n{PLAYED}",
            PLAYED,
            "Note(kind='x', values=(True,)): values",
            "what is",
        ),
        (PLAYED, f"    yield Note('fault', (0,))\n{PLAYED}", PLAYED, "Note(kind='fault'", "what is told has words"),
        (PLAYED, f"    yield Show((0,), 'x', 0, (5,))\n{PLAYED}", PLAYED, "Show(seats=(0,)", "what is told has words"),
        (PLAYED, f"    yield Ask(0, 'x', (5, 6))\n{PLAYED}", PLAYED, "Ask(seat=0, kind='x'", "questions have words"),
        (PLAYED, f"    yield Show((0,), 'x', 9, ())\n{PLAYED}", PLAYED, "Show(seats=(0,)", "what is told has words"),
        (
            "    known.tricks(RANK, 2)",
            "    known.only(1 - view.seat, PACK[:2])",
            "    return known.sam",
            "no world",
            "a wor",
        ),
        ("places(standing.scores)", "(1,)", "", "Result(places=(1,)", "the result has a place and a score"),
        ('scores, "target")', 'scores, "target", (("games", "x"),))', "", "extra: games is a number", "the result has"),
    ],
)
def test_a_broken_law_is_told_with_the_line_that_breaks_it(
    tmp_path: Path, old: str, new: str, at: str, why: str, law: str
) -> None:
    said = broken(tmp_path, old, new)
    assert said[0].startswith(f"minnow.py:{line_with(at)}: {why}" if at else why)
    assert said[1].startswith(f"law: {law}")
    assert re.search(r", seed 1, game \d+(, after \d+ answers)?, deal \d+(, seat [01])?$", said[2])


def test_rules_that_break_are_told_with_their_line(tmp_path: Path) -> None:
    said = broken(tmp_path, "values = taken(SIDES, won)", "values = won[9]")
    assert said[:2] == [
        f"minnow.py:{line_with('values = taken')}: IndexError: tuple index out of range",
        "case: minnow with Options(target=10, max_deals=20), seed 1, game 0, deal 1, after an answer of seat 0",
    ]


def test_rules_that_end_the_process_or_have_no_words_or_no_seats_are_told_too(tmp_path: Path) -> None:
    said = broken(tmp_path, "values = taken(SIDES, won)", "raise SystemExit(3)")
    assert said[0] == f"minnow.py:{line_with('values = taken')}: SystemExit: 3"
    said = broken(tmp_path, PLAYED, f"    yield Ask(True, 'play', PACK)\n{PLAYED}")
    assert "goes to True; seats are whole numbers (int)" in said[0]
    line = line_with("words=lambda")
    assert broken(tmp_path, '{"play": PACK}', "1 / 0") == [f"line {line}: ZeroDivisionError: division by zero"]


def test_draws_that_are_not_made_by_chance_are_told_before_all_that_comes_of_them(tmp_path: Path) -> None:
    said = broken(tmp_path, 'chance("pack", PACK)', "sorted(PACK, key=lambda _: random())")
    assert "played again, the game goes another way: what is drawn must come from `chance`" in said[0]
    assert len(said) == 3


def test_a_deal_that_tells_more_and_more_and_asks_nothing_is_told_with_its_line(tmp_path: Path) -> None:
    """One that deals until a hand is good, say: the same name draws the same cards each time."""
    said = broken(tmp_path, PLAYED, f"    while True:\n        yield from show_hands(hands)\n{PLAYED}")
    assert said[0] == f"minnow.py:{line_with(PLAYED) + 1}: RuntimeError: 200000 events and no question"


def test_where_a_world_differs_is_told_first(tmp_path: Path) -> None:
    said = broken(tmp_path, PLAYED, f"    yield Note('aces', (int(hands[0][0] == 'AS'),))\n{PLAYED}")
    assert "the seat is told Note(kind='aces', values=(1,)), where it was told Note(kind='aces'" in said[0]
    assert len(said) == 3, "worlds that do not agree are not drawn a thousand times besides"


def test_worlds_that_are_not_drawn_evenly_are_told(tmp_path: Path) -> None:
    said = broken(tmp_path, "    known.tricks(RANK, 2)\n", "")
    assert said[0].startswith(f"minnow.py:{line_with('def hidden')}: ")


@pytest.mark.slow
def test_rules_that_break_in_a_match_are_told_as_the_fault_of_the_game(tmp_path: Path) -> None:
    """The fault of a game is neither a bot's nor the arena's: its file and line are told, and no traceback."""
    (tmp_path / "minnow.py").write_text(MINNOW.replace("values = taken(SIDES, won)", "values = won[9]"))
    match = ("match", "./minnow.py", "sample:random", "sample:random", "-n", "1", "-j", "1", "--save", "m.db")
    _, problems = process(*match, cwd=tmp_path, status=65, XDG_CACHE_HOME=str(tmp_path / "cache"))
    line = rf"minnow\.py:{line_with('values = taken')}: IndexError: tuple index out of range"
    assert re.search(rf"the rules failed in G\w+ \(minnow:standard\): .*{line}\n", problems)
    assert "arena: the rules failed in 2 games, which have no result (no bot is to blame)\n" in problems
    assert "Traceback" not in problems


def test_the_commands_say_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "minnow.py").write_text(MINNOW.replace("values = taken(SIDES, won)", "values = (5, 1)"))
    told, _ = arena("games", "check", "./minnow.py", cwd=tmp_path, status=1)
    assert "ok    no rules page yet: write one into a .md file beside it" in told
    assert "wrong standard: the laws, in 20 games\n      minnow.py:" in told
    assert told.endswith("minnow: 1 found wrong\n")
    for words, why in [
        (("games", "kaiser", "x"), "'x' is one word too many"),
        (("games", "check"), "check needs a game"),
        (("new", "x"), "name the language of the bot: --language L"),
        (("new", "x", "--rules", "--game", "kaiser"), "--rules makes a game, which is named like its folder"),
    ]:
        _, problems = arena(*words, cwd=tmp_path, status=None)
        assert problems.startswith(f"arena: {why}")


@pytest.mark.thorough
def test_the_page_goes_from_nothing_to_a_ladder(tmp_path: Path) -> None:
    first, ladder = re.findall(r"```(?:sh|toml)\n(.*?)```", PAGE, re.DOTALL)[:2]
    for line in first.splitlines():
        process(*line.partition("#")[0].split()[1:], cwd=tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "goldfish"]
    done = subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode()
    (tmp_path / "ladder.toml").write_text(ladder.replace("sets = 10", "sets = 1"))
    told, _ = process("run", "ladder.toml", cwd=tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert "games with a fault 0" in told
