"""Games from outside: from files and from installed packages, known everywhere like the others."""

import os
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest

import arena
from arena.client.policies import sensible
from arena.client.search import Search
from arena.client.seat import Seat
from arena.errors import UserError
from arena.games import outside
from arena.games.catalogue import GAMES, relative_to, rules_page
from arena.games.kernel.position import play_game
from arena.games.laws import Shuffles, check_game
from arena.games.names import NAMES, RULES
from arena.games.outside import GameError, Source
from arena.settings.grade_file import read_grade_file
from arena.settings.ladder import read_ladder

MINNOW = Path(__file__).parent.parent.parent / "docs/examples/games/minnow.py"


def minnow(old: str, new: str) -> str:
    """The text of Minnow with a change."""
    text = MINNOW.read_text()
    assert old in text
    return text.replace(old, new)


@pytest.fixture(autouse=True)
def _nothing_read(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test begins without a game from outside, and leaves none."""
    monkeypatch.setattr(outside, "_ADDED", {})
    outside.packaged.cache_clear()
    yield
    outside.packaged.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the game and its page."""
    (tmp_path / "minnow.py").write_text(MINNOW.read_text())
    return tmp_path


def installed(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    """Let packages have these entry points."""
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [p for p in points if p.group == group])


def test_a_game_in_a_file_is_known_by_its_path_and_then_by_its_name(folder: Path) -> None:
    path = str(folder / "minnow.py")
    assert "minnow" not in GAMES
    game = GAMES[path]
    assert GAMES["minnow"] is GAMES[path] is relative_to(folder)["minnow.py"] is game
    assert [*GAMES] == [*NAMES, "minnow"]
    assert len(GAMES) == len(NAMES) + 1
    assert outside.source_of(game) == outside.sources()[0]
    assert outside.sources()[0].said == "minnow.py"
    assert outside.source_of(GAMES["kaiser"]) is None


def test_ladder_files_and_grade_files_name_games_that_lie_beside_them(folder: Path) -> None:
    ladder, staff = folder / "mine.toml", folder / "staff.toml"
    ladder.write_text('games = ["minnow.py"]\nbots = ["sample:random"]\n')
    staff.write_text('games = ["minnow.py"]\nseed = "0123456789abcdef"\n')
    found = read_ladder(ladder), read_grade_file(staff)
    assert [file.contests[0].game.name for file in found] == ["minnow", "minnow"]
    with pytest.raises(UserError, match="nobody: there is no such file or folder"):  # the grade file has been read
        arena.grade(folder / "nobody", staff)


def test_its_rules_are_its_own_or_the_page_beside_it_or_what_it_says_of_itself(folder: Path) -> None:
    assert rules_page(GAMES[str(folder / "minnow.py")]).startswith("Minnow: two players")
    (folder / "other.py").write_text(MINNOW.read_text().replace('name="minnow"', 'name="other"'))
    (folder / "other.md").write_text("# Other\n")
    assert rules_page(GAMES[str(folder / "other.py")]) == "# Other\n"
    (folder / "own.md").write_text("# Beside\n")
    text = MINNOW.read_text().replace('name="minnow",', 'name="own", rules=lambda: "# Own\\n",')
    (folder / "own.py").write_text(text)
    assert rules_page(GAMES[str(folder / "own.py")]) == "# Own\n"
    (folder / "own.py").write_text(text.replace('"# Own', '1 / 0 or "# Own'))
    with pytest.raises(GameError, match=r"own\.py: it cannot be imported \(line \d+: ZeroDivisionError"):
        GAMES[str(folder / "own.py")]


@pytest.mark.parametrize("name", NAMES)
def test_the_games_of_the_arena_bring_their_rules_in_the_same_way(name: str) -> None:
    assert rules_page(GAMES[name]) == GAMES[name].rules() == (RULES / f"{name}.md").read_text()


def test_a_changed_file_replaces_what_it_was(folder: Path) -> None:
    path = folder / "minnow.py"
    before = GAMES[str(path)]
    path.write_text(path.read_text().replace("four tricks", "4 tricks"))
    assert GAMES[str(path)] is not before
    assert GAMES["minnow"].title == "two players, 4 tricks"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = 1\ny = 1 / 0\n", r"bad\.py: it cannot be imported \(line 2: ZeroDivisionError: division by zero\)"),
        ("x = (\n", r"bad\.py: it cannot be imported \(line 1: SyntaxError"),
        ("import no_such_module\n", r"line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit(3)\n", r"line 1: SystemExit: 3"),
        ("GAME = 'minnow'\n", r"bad\.py: it has no GAME, a value of arena\.games\.kernel\.Game"),
        (MINNOW.read_text().replace('name="minnow"', 'name="kaiser"'), "that comes with the arena is called kaiser"),
        ("#" * (outside.LARGEST + 1), "a file of at most 1 MB"),
        (minnow('name="minnow"', 'name="a/b"'), r"bad\.py: its name is 'a/b'; take letters, digits, - and _"),
        (minnow('name="minnow"', "name=5"), "its name is 5; take letters"),
        (minnow("presets={", "presets={} and {"), "it has no presets; the first one is the standard game"),
        (minnow('{"standard"', '{"a b:c"'), "a preset is called 'a b:c'; take letters"),
        (minnow(": Options()}", ": None}"), "preset standard is None, and no Options"),
        (minnow("    max_deals", "    seat"), "no option may be called seat: lines of the protocol say something else"),
        (minnow("seated(SIDES)", "seated((0, 2))"), r"preset standard: its sides are \(0, 2\); they are numbered 0, 1"),
        (minnow("seated(SIDES)", "seated(SIDES)._replace(answers=(0, 7))"), r"\(0, 7\) are not the seats that answer"),
        (
            minnow("points=lambda _: 4", "measure=str"),
            "its measure is a Measure, and its title a text",
        ),
        (minnow("seated(SIDES)", "1 / 0"), r"it cannot be imported \(line \d+: ZeroDivisionError: division by zero\)"),
        (None, r"bad\.py: cannot be read"),
    ],
)
def test_what_is_no_game_is_told_in_one_line(folder: Path, text: str | None, why: str) -> None:
    bad = folder / "bad.py"
    bad.write_bytes(b"\xff" if text is None else text.encode())
    with pytest.raises(GameError, match=why) as error:
        outside.read(bad)
    assert "\n" not in str(error.value)
    assert outside.sources() == []
    assert "kaiser" in GAMES


def test_the_fault_of_rules_is_known_where_a_coroutine_ended_at_a_stop_iteration(folder: Path) -> None:
    """Python takes the frames of the coroutine out of the traceback: they are in that of the cause."""
    (folder / "minnow.py").write_text(minnow("taken(SIDES, won)", "next(iter(()))"))
    game = outside.read(folder / "minnow.py")
    position = play_game(game, game.options(), Shuffles(1))
    while position.ask is not None and len(position.answers) < 7:
        position.play(position.ask.legal[0])
    assert position.ask is not None
    with pytest.raises(RuntimeError) as error:
        position.play(position.ask.legal[0])
    assert re.fullmatch(r".*/minnow\.py:\d+: StopIteration:", outside.at_fault(error.value))


def test_two_files_with_one_name_are_an_error_that_names_both(folder: Path) -> None:
    other = folder / "other.py"
    other.write_text(MINNOW.read_text() + "\n# another\n")
    outside.read(folder / "minnow.py")
    with pytest.raises(GameError, match=r"two games are called minnow: that of .*minnow\.py, and that of .*other\.py"):
        outside.read(other)


def test_a_bot_finds_the_games_of_the_folders_that_its_environment_names(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(outside.VARIABLE, os.pathsep.join([str(folder / "none"), str(folder)]))
    seat = Seat(["G1", "minnow", "seat=0", "sides=0,1", "preset=standard", "target=12"])
    assert seat.options.target == 12
    assert seat.view.game is seat.game is GAMES["minnow"]


def test_packages_bring_games_and_broken_ones_stop_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "two_fish").mkdir()
    (folder / "two_fish/__init__.py").write_text("")
    (folder / "two_fish/small.py").write_text(MINNOW.read_text())
    (folder / "two_fish/small.md").write_text("# A small fish\n")
    monkeypatch.syspath_prepend(folder)
    installed(
        monkeypatch,
        EntryPoint("minnow", "two_fish.small:GAME", outside.GROUP),
        EntryPoint("broken", "no_such_module", outside.GROUP),
        EntryPoint("twice", "two_fish.small", outside.GROUP),
        EntryPoint("twice", "two_fish.small:GAME", outside.GROUP),
    )
    assert [*GAMES] == [*NAMES, "minnow"]
    assert rules_page(GAMES["minnow"]) == "# A small fish\n"
    assert [line.partition(":")[0] for line in outside.broken()] == [
        "a package",
        "two packages have a game called twice",
    ]
    files = [inside for _, inside in outside.files_of("two_fish")]
    assert files == [Path("two_fish/__init__.py"), Path("two_fish/small.py")]
    with pytest.raises(GameError, match="no_such_module"):
        GAMES["broken"]


def test_the_first_text_of_the_module_in_a_package_is_its_rules_page(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "one_fish.py").write_text(MINNOW.read_text())
    monkeypatch.syspath_prepend(folder)
    installed(monkeypatch, EntryPoint("minnow", "one_fish:GAME", outside.GROUP))
    assert rules_page(GAMES["minnow"]).startswith("Minnow: two players")


def test_a_source_has_the_game_that_it_names(folder: Path) -> None:
    text = (folder / "minnow.py").read_text()
    with pytest.raises(GameError, match="it was to be the game other, and is minnow"):
        outside.add(Source("other", text, "other.py", ""))
    game = outside.add(Source("minnow", text, "/elsewhere/minnow.py", "# Rules"))
    assert outside.add(Source("minnow", text, "/elsewhere/minnow.py", "# Rules")) is game
    assert outside.read(folder / "minnow.py") is not game


@pytest.mark.parametrize(("says", "at"), [("", 0), ("careful=lambda: {'play': last},", -1)])
def test_it_says_what_careful_play_is(folder: Path, says: str, at: int) -> None:
    last = "def last(table: Seen, seat, legal):\n    assert sorted(table.hand) == sorted(legal)\n    return legal[-1]\n"
    text = (
        (folder / "minnow.py")
        .read_text()
        .replace("    hidden=", f"    {says} hidden=")
        .replace("GAME: ", f"{last}GAME: ")
    )
    (folder / "minnow.py").write_text(text.replace("api import ", "api import Seen, ", 1))
    game = GAMES[str(folder / "minnow.py")]
    position = play_game(game, game.options(), Shuffles(1))
    assert position.ask is not None
    assert sensible(position.ask, position.view(position.ask.seat)) == position.ask.legal[at]


def test_the_laws_hold_and_searches_play_it(folder: Path) -> None:
    game = GAMES[str(folder / "minnow.py")]
    check_game(game, game.options(), 1, games=3)
    position = play_game(game, game.options(), Shuffles(1))
    while position.ask is not None and len(position.ask.legal) < 3:
        position.play(position.ask.legal[0])
    assert position.ask is not None
    search = Search(position.view(position.ask.seat))
    assert search.game is game
    assert {*search.simulate(20, "greedy").words} == {*position.ask.legal}
    assert game.worlds(position.view(0), Random(1)).draws
