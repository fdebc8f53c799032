"""`arena new`: thirteen languages with the same shape, and no folder that is overwritten."""

import re
from pathlib import Path

import pytest

from arena.bots.botfile import read_bot_file
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.kit.folders import Language, language_of, languages, make
from tests.commands import arena
from tests.generate import help_of
from tests.tools import TOOLS

LANGUAGES = languages()
LONGEST_LOOP = 60


def made(folder: Path, language: Language, game: str | None = None) -> dict[str, str]:
    names = make(folder / "owl", language, GAMES, game)
    found = {path.name: path.read_text() for path in (folder / "owl").iterdir()}
    assert sorted(found) == names
    return found


def test_there_are_thirteen_languages_and_the_help_lists_them() -> None:
    [listed] = re.findall(r"Languages: ([^.]+)\.", help_of("new"))
    assert re.split(r",\s+", listed) == list(LANGUAGES)
    assert len(LANGUAGES) == 13


@pytest.mark.parametrize("key", LANGUAGES)
def test_every_folder_has_the_same_shape(key: str, tmp_path: Path) -> None:
    language = LANGUAGES[key]
    texts = made(tmp_path, language, "ecarte")
    [loop] = [text for name, text in texts.items() if re.fullmatch(r"[Bb]ot\.(?!toml)\w+", name)]
    read = read_bot_file(tmp_path / "owl", GAMES, tmp_path)

    assert len(loop.splitlines()) <= LONGEST_LOOP
    assert ('run(choose, "owl", "1")' if read.library else "bot owl 1") in loop
    assert (read.name, read.command, read.build, read.games) == (
        "owl",
        tuple(language.command),
        tuple(language.build),
        ("ecarte",),
    )
    assert "yours to fill in" in texts[language.choose]
    tests = sum("seat=2 seats=4 sides=0,1,0,1 move_ms=1000" in text for text in texts.values())
    assert (tests, read.library) == ((0, True) if key == "python" else (1, False))
    assert not re.search(r"@[A-Z]+@", "".join(texts.values()))
    assert max(len(line) for name, text in texts.items() if name != "README.md" for line in text.splitlines()) <= 120


@pytest.mark.parametrize("key", LANGUAGES)
def test_the_readme_has_three_commands(key: str, tmp_path: Path) -> None:
    text = made(tmp_path, LANGUAGES[key], "two-hundred:kitty")["README.md"]
    [commands] = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)

    assert commands.splitlines() == [
        LANGUAGES[key].test,
        "arena check .",
        "arena match two-hundred:kitty . sample:random",
    ]
    assert "`arena games two-hundred`" in text


def test_the_programs_that_are_needed_are_those_that_are_called() -> None:
    for language in LANGUAGES.values():
        called = {words[0] for words in (language.command, language.build) if words} - {"./bot"}
        assert called == set(language.needs), language.key


def test_make_tools_installs_every_toolchain() -> None:
    installed = {package for _, packages in TOOLS.values() for package in packages.split()}
    assert {package for language in LANGUAGES.values() for package in language.debian} <= installed


def test_without_a_game_a_bot_plays_all(tmp_path: Path) -> None:
    texts = made(tmp_path, language_of("python"))

    assert "games" not in texts["bot.toml"]
    assert "arena match kaiser . sample:random" in texts["README.md"]


@pytest.mark.parametrize(("word", "key"), [("Py", "python"), ("cpp", "c++"), ("ts", "typescript"), ("sh", "shell")])
def test_languages_have_other_names(word: str, key: str) -> None:
    assert language_of(word).key == key


@pytest.mark.parametrize(
    ("words", "message", "status"),
    [
        (("mine", "--language", "cobol"), "there are no templates for 'cobol'", 64),
        (("mine", "--language", "pyton"), "did you mean 'python'?", 64),
        (("mine", "--language", "c", "--game", "kayser"), "there is no game 'kayser'; did you mean 'kaiser'?", 64),
        (("mine", "--language", "c", "--game", "kaiser:odd"), "kaiser has no preset 'odd'", 64),
        (("ann's bot", "--language", "c"), '"ann\'s bot" cannot be the name of a bot: letters, digits', 64),
        (("jörg", "--language", "c"), "letters, digits, `.`, `_` and `-` of ASCII, without spaces", 64),
        (("mine", "--language", "c", "--name", 'a"b'), "cannot be the name of a bot", 64),
        (("mine", "--language", "c", "--name", "x" * 33), "at most 32", 64),
        (("full", "--language", "c"), "full is not empty", 73),
        (("file", "--language", "c"), "file is not a folder", 73),
        (("link", "--language", "c"), "link is not a folder", 73),
        (("file/below", "--language", "c"), "Not a directory", 73),
    ],
)
def test_what_cannot_be_made_is_refused_and_nothing_is_written(
    words: tuple[str, ...], message: str, status: int, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to("nowhere")
    before = sorted(tmp_path.rglob("*"))
    _, said = arena("new", *words, status=status, cwd=tmp_path)

    assert message in said
    assert sorted(tmp_path.rglob("*")) == before


def test_an_empty_folder_is_filled_and_another_name_helps(tmp_path: Path) -> None:
    (tmp_path / "ann's bot").mkdir()
    said, _ = arena("new", "ann's bot", "--language", "python", "--name", "ann", cwd=tmp_path)

    assert "\n  cd 'ann'\"'\"'s bot'\n  python3 test_choose.py\n  arena check .\n" in said
    assert 'name = "ann"' in (tmp_path / "ann's bot/bot.toml").read_text()


def test_a_missing_toolchain_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    _, said = arena("new", "owl", "--language", "typescript", cwd=tmp_path)

    assert said == "this machine has no node and no tsc; on Debian: apt install nodejs node-typescript\n"


def test_the_name_is_checked_before_the_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be the name of a bot"):
        make(tmp_path / "@me", language_of("c"), GAMES)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_the_loop_is_short(language: Language) -> None:
    loops = [file for file in language.files() if re.fullmatch(r"[Bb]ot\.(?!toml)\w+", file.name)]
    lines = sum([len(file.read_text(encoding="utf-8").splitlines()) for file in loops if file.name != language.choose])
    assert 0 < lines <= LONGEST_LOOP
