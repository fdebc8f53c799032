"""`arena new`: its options, its help and what it does."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from arena.errors import UserError, command


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--language", metavar="L", help="The language: see below.")
@click.option("--rules", is_flag=True, help="Make the folder of a game, not of a bot.")
@click.option("--game", metavar="GAME[:PRESET]", help="The game that the bot is for. [default: all games]")
@click.option("--name", help="The name of the bot. [default: that of the folder]")
def new(folder: Path, *, language: str | None, rules: bool, game: str | None, name: str | None) -> None:
    """Make a folder with a bot to begin with.

    The bot plays every game legally. One function is yours to fill in: `choose` gets what the seat knows, what is
    asked and the legal words, and returns one of them. Beside it are the loop that speaks the protocol, a bot.toml, a
    README and a test. In Python it stands on the library for authors (`arena help stronger-bot`), in other languages on
    no library. DIR must be new or empty.

    With --rules it is the folder of a game of your own, which can be played as it is: its rules in Python, its page and
    its tests (`arena help your-own-game`).

    \b
    Languages: python, c, c++, rust, go, java, javascript, typescript,
    ruby, perl, lua, ocaml, shell.

    \b
    Examples:
      arena new mine --language python
      arena new owl --language rust --game kaiser
      arena check owl
      arena new goldfish --rules
    `arena help first-bot` goes on from here.
    """
    from arena.cli.screen import err, out
    from arena.games.catalogue import GAMES
    from arena.kit.folders import ANY_GAME, language_of, make
    from arena.kit.game_folders import make_game

    if rules:
        if language or game or name:
            raise UserError("--rules makes a game, which is named like its folder", "leave out the other options")
        file, *others = make_game(folder)
        out.print(f"{folder} has a game: {file}, with {', '.join(others)}\n\nWhat you may do now:", soft_wrap=True)
        path = shlex.quote(f"./{folder / file}" if not folder.is_absolute() else str(folder / file))
        for line in (
            command("games", "check", path),
            command("match", path, "sample:random", "sample:greedy"),
            command("play", path),
        ):
            out.print(f"  {line}", soft_wrap=True)
        return
    if language is None:
        raise UserError(
            "name the language of the bot: --language L", f"or make a game: {command('new', 'DIR', '--rules')}"
        )
    found = language_of(language)
    names = make(folder, found, GAMES, game, name)
    out.print(f"{folder} has a bot in {found.title}: {', '.join(names)}", soft_wrap=True)
    out.print(f"\nFill in `choose` in {found.choose}. What you may do now:", soft_wrap=True)
    for words in (
        f"cd {shlex.quote(str(folder))}",
        found.test,
        command("check", "."),
        command("match", game or ANY_GAME, ".", "sample:random"),
    ):
        out.print(f"  {words}", soft_wrap=True)
    if missing := found.missing:
        need = f"this machine has no {' and no '.join(missing)}"
        err.print(f"{need}; on Debian: apt install {' '.join(found.debian)}", style="yellow", soft_wrap=True)
