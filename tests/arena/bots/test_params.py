"""Parameters of bots: declared in bot.toml, set where the bot is named, and a part of who it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.bots.entrants import Entrant
from arena.bots.intake import Intake
from arena.bots.revisions import find
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.settings.ladder import read_ladder

TOML = """
name = "owl"
command = ["sh", "-c", "true"]
[params]
margin = { default = 0.5, min = 0.0, max = 4.0 }
depth = { default = 3, min = 1, max = 10 }
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/bot.toml").write_text(TOML)
    (tmp_path / "staged").mkdir()
    return tmp_path


def entrant(here: Path, bot: str, name: str | None = None) -> Entrant:
    found = find(Intake(GAMES, here / "staged"), bot, here, name)
    assert isinstance(found, Entrant)
    return found


def test_a_bot_with_other_parameters_is_another_entrant(here: Path) -> None:
    plain, wide, deep = (
        entrant(here, f"mine{text}") for text in ("", " --param margin=1", " --param depth=7 --param margin=1.0")
    )
    assert (plain.command, plain.name, plain.set) == (("sh", "-c", "true"), "owl", {})
    assert wide.command == ("sh", "-c", "true", "--param", "margin=1.0")
    assert deep.command[3:] == ("--param", "depth=7", "--param", "margin=1.0")
    assert (wide.name, deep.name, wide.set) == ("owl-margin=1.0", "owl-depth=7-margin=1.0", {"margin": 1.0})
    assert len({plain.digest, wide.digest, deep.digest}) == 3
    assert {plain.folder, wide.folder, deep.folder} == {plain.folder}
    assert entrant(here, "mine --param margin=1.0").id == wide.id
    assert entrant(here, "mine --param margin=0.5").id == plain.id, "as it is anyway"
    assert entrant(here, "mine --param margin=1.0", "owl").name == "owl"
    assert entrant(here, "sh -c true --param margin=9").command[-1] == "margin=9", "a command has its own words"


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("width=1", "there is no parameter 'width'"),
        ("margn=1", "did you mean 'margin'?"),
        ("margin=9", "margin=9: is not between 0.0 and 4.0"),
        ("margin=x", "margin=x: needs a number"),
        ("depth=2.5", "depth=2.5: needs a whole number"),
        ("depth", "depth: needs NAME=VALUE"),
    ],
)
def test_what_it_does_not_have_is_an_error(here: Path, word: str, problem: str) -> None:
    with pytest.raises(UserError) as error:
        entrant(here, f"mine --param {word}")
    assert problem in error.value.message


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("margin = { default = 5, min = 0, max = 4 }", "needs to be between min and max"),
        ("margin = { default = 0, min = 0, max = 0 }", "needs to be between min and max"),
        ('"a b" = { default = 0, min = 0, max = 1 }', "needs a name of at most 32 letters"),
    ],
)
def test_a_declaration_is_checked(here: Path, line: str, problem: str) -> None:
    (here / "mine/bot.toml").write_text(f'command = ["sh"]\n[params]\n{line}\n')
    with pytest.raises(UserError, match=problem):
        entrant(here, "mine")


def test_a_ladder_file_sets_them(here: Path) -> None:
    text = """
    games = ["kaiser"]
    bots = ["mine", { bot = "mine", name = "wide", params = { margin = 1.0, depth = 2 } }]
    """
    (here / "mine.toml").write_text(text)
    first, second = read_ladder(here / "mine.toml", GAMES).bots
    assert (first.bot, second.bot) == ("mine", "mine --param margin=1.0 --param depth=2")
    assert entrant(here, second.bot, second.name).set == {"margin": 1.0, "depth": 2}
