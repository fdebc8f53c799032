"""Folders to begin a bot with: the templates of each language, filled with the name of the bot and its game."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from arena.bots.botfile import BOT_FILE
from arena.errors import UserError
from arena.games.kernel.text import nearest
from arena.settings.contest import Games, parse_game
from arena.settings.names import NAME_LENGTH

FACTS = "languages.toml"
README = "README.md"
NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{NAME_LENGTH - 1}}}")
"""What a bot may be called that is written into programs of any language."""
ANY_GAME = "kaiser"
"""The game of the examples where none is named."""


@dataclass(frozen=True)
class Language:
    """A language that bots can be begun in.

    Args:
        key: its word on the command line.
        title: its name as people write it.
        command: how its bot is started, as in `bot.toml`.
        needs: the programs that it needs, as in `bot.toml`.
        test: the shell command that runs its test.
        choose: the file to fill in.
        debian: the packages that bring it on Debian.
        build: how its bot is built, as in `bot.toml`; empty if it is not.
        also: other words for it.
        folder: the folder of its templates; its key if empty.
        library: whether its bot stands on the library for authors.
    """

    key: str
    title: str
    command: Sequence[str]
    needs: Sequence[str]
    test: str
    choose: str
    debian: Sequence[str]
    build: Sequence[str] = ()
    also: Sequence[str] = ()
    folder: str = ""
    library: bool = False

    @property
    def missing(self) -> list[str]:
        """The programs that it needs and this machine does not have."""
        return [program for program in self.needs if shutil.which(program) is None]

    def files(self) -> list[Traversable]:
        """Return its templates, sorted by name."""
        found = _templates().joinpath(self.folder or self.key).iterdir()
        return sorted((file for file in found if file.is_file()), key=lambda file: file.name)


def _templates() -> Traversable:
    return files("arena.kit") / "templates"


@cache
def languages() -> Mapping[str, Language]:
    """Return key -> language, in the order of the help."""
    facts = tomllib.loads((_templates() / FACTS).read_text(encoding="utf-8"))
    return {key: Language(key, **about) for key, about in facts.items()}


def language_of(word: str) -> Language:
    """Return the language that a user named.

    Raises:
        UserError: there is no such language.
    """
    known = languages()
    words = {also: found for found in known.values() for also in (found.key, *found.also)}
    if (low := word.lower()) in words:
        return words[low]
    raise UserError(f"there are no templates for {word!r}{nearest(low, known)}", "arena new --help lists them")


def make(folder: Path, language: Language, games: Games, game: str | None = None, name: str | None = None) -> list[str]:
    """Make a folder with a bot that plays, to begin with.

    Args:
        folder: the folder; it is made, with the folders above it. It may be there if it is empty.
        language: the language.
        games: all games by name.
        game: GAME or GAME:PRESET, the game that the bot is for; None for all games.
        name: the name of the bot; by default that of the folder.

    Returns:
        The names of the files, sorted.

    Raises:
        ConfigErrors: there is no such game.
        UserError: the bot cannot have this name, the folder is not empty, or it cannot be written.
    """
    contest = parse_game(game, {}, games, 1) if game else None
    name = _checked(name or folder.absolute().name, given=name is not None)
    words = {
        "NAME": name,
        "GAME": game or ANY_GAME,
        "FAMILY": contest.game.name if contest else ANY_GAME,
        "LANGUAGE": language.title,
        "TEST": language.test,
        "CHOOSE": language.choose,
    }
    texts = {file.name: file.read_text(encoding="utf-8") for file in (*language.files(), _templates() / README)}
    texts = {file: _filled(text, words) for file, text in texts.items()}
    texts[BOT_FILE] = _bot_file(name, language, contest.game.name if contest else None)
    _check_free(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{folder}: {error.strerror}", "name another folder", os.EX_CANTCREAT) from error
    return sorted(texts)


def _checked(name: str, *, given: bool) -> str:
    """Return the name of a bot.

    Args:
        name: the name.
        given: whether the user gave it; if not, it comes from the folder.
    """
    if NAME.fullmatch(name):
        return name
    rule = f"letters, digits, `.`, `_` and `-` of ASCII, without spaces, a letter or digit first, at most {NAME_LENGTH}"
    raise UserError(
        f"{name!r} cannot be the name of a bot: {rule}", "" if given else "give it another one: --name NAME"
    )


def _check_free(folder: Path) -> None:
    """Check that there is nothing that would be overwritten."""
    try:
        if os.path.lexists(folder) and not folder.is_dir():
            raise UserError(f"{folder} is not a folder", "name another one", os.EX_CANTCREAT)
        if folder.is_dir() and any(folder.iterdir()):
            raise UserError(f"{folder} is not empty", "name a new folder: nothing is overwritten", os.EX_CANTCREAT)
    except OSError as error:
        raise UserError(f"{folder}: {error.strerror}", "name another folder", os.EX_CANTCREAT) from error


def _filled(text: str, words: Mapping[str, str]) -> str:
    for key, word in words.items():
        text = text.replace(f"@{key}@", word)
    return text


def _bot_file(name: str, language: Language, game: str | None) -> str:
    keys: dict[str, object] = {"name": name, "version": "1", "command": language.command}
    if language.build:
        keys["build"] = language.build
    keys["needs"] = language.needs
    if language.library:
        keys["library"] = True
    if game:
        keys["games"] = [game]
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in keys.items())
