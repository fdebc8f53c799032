"""Commands in hints can be pasted: nothing in them is a placeholder, and every path is quoted."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.app.ladders import LAST, as_word, last_match, open_kept
from arena.cli.group import COMMANDS
from arena.errors import command
from tests.commands import arena

ROOT = Path(__file__).parents[3]
HELP = {"arena/cli/commands", "arena/cli/group.py", "arena/cli/pages.py", "arena/app/manual.py"}
"""What people read before they have a ladder."""
HINT = re.compile(rf"\barena (?:{'|'.join(COMMANDS)})\b([^;,.]*)")
MAY_HINT = re.compile(r"\barena[ \\\"']")
"""Whether a module may have a hint, perhaps in two pieces; the others need not be parsed."""
PLACEHOLDER = re.compile(r"\b[A-Z][A-Z_]+\b")


def faulty(text: str) -> Iterator[str]:
    """Yield the hints of a module that cannot be pasted: they have a placeholder, or a value that nothing quotes."""
    if not MAY_HINT.search(text):
        return
    nodes = [*ast.walk(ast.parse(text))]
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if not isinstance(node, ast.JoinedStr | ast.Constant):
            continue
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        words = "".join(
            part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "\0" for part in parts
        )
        if id(node) not in docstrings:
            yield from (m[0] for m in HINT.finditer(words) if "\0" in m[1] or PLACEHOLDER.search(m[1]))


@pytest.mark.slow
def test_no_hint_has_a_placeholder_or_a_path_that_is_not_quoted() -> None:
    paths = [*(ROOT / "arena").rglob("*.py")]
    found = {
        name: hints
        for path in paths
        if not any((name := str(path.relative_to(ROOT))).startswith(each) for each in HELP)
        if (hints := [*faulty(path.read_text())])
    }
    assert len(paths) > 100
    assert found == {}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('"Try: arena record LADDER G1"', 1),
        ('f"Try: arena record {ladder}"', 1),
        ('"""arena record LADDER"""', 0),
        ('f"{command(ladder)}; or arena doctor"', 0),
        ('x = "arena games kaiser"', 0),
        ('x = "arena run GAME BOT"', 1),
    ],
)
def test_the_search_finds_them(text: str, count: int) -> None:
    assert len([*faulty(f"x = {text}" if not text.startswith(("x", '"""')) else text)]) == count


def test_the_second_match_at_once_is_told_how_both_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with open_kept(last_match(), ""):
        _, said = arena("match", "kaiser", "sample:random", "sample:random", "-n", "1", status=75)

    assert "another arena is writing to it" in said
    assert "--save FILE" in said
    assert "shows how far" not in said


def test_a_cache_that_cannot_be_written_is_named_and_not_the_folder_of_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    _, said = arena("match", "kaiser", "sample:random", "sample:random", "-n", "1", status=73)

    assert f"{tmp_path}/file/trickarena: Not a directory" in said
    assert "--save" in said


def test_the_version_is_an_option_too() -> None:
    assert arena("--version") == arena("version")


def test_a_command_is_quoted_for_a_shell() -> None:
    assert command("record", Path("my class.toml"), "G1", "--seat", 2) == "arena record 'my class.toml' G1 --seat 2"


@pytest.mark.parametrize(("path", "word"), [("last", "./last"), ("-x.db", "./-x.db"), ("a/last", "a/last")])
def test_a_file_is_not_taken_for_the_last_match_or_an_option(path: str, word: str) -> None:
    assert as_word(Path(path)) == word
    assert as_word(Path(path)) != LAST


def test_a_ladder_that_was_not_played_names_the_command_that_plays_it(tmp_path: Path) -> None:
    path = tmp_path / "my class.toml"
    path.write_text('games = ["kaiser"]\nbots = ["sample:random", { bot = "sample:random", name = "other" }]\n')
    for name in ("record", "ladder", "season", "verify"):
        assert f"play them: arena run '{path}'" in arena(name, str(path), status=66 if name != "verify" else None)[1]


def test_a_bot_that_does_not_play_the_game_is_named_and_the_last_match_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (bot := tmp_path / "mine").mkdir()
    (bot / "bot.toml").write_text('command = ["python3", "bot.py"]\ngames = ["truc"]\n')
    (bot / "bot.py").write_text("")
    last_match().write_bytes(b"the last match")
    _, said = arena("match", "kaiser", str(bot), "sample:random", "-n", "1", status=78)

    assert f"{bot} does not play kaiser" in said
    assert "its bot.toml says: games = ['truc']" in said
    assert last_match().read_bytes() == b"the last match"
