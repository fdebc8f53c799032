"""`arena games`: its options, its help and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.cli.commands.shared import level_option, trust_option
from arena.errors import UserError

if TYPE_CHECKING:
    from arena.settings.limits import SandboxLevel


@click.command()
@click.argument("game", required=False, metavar="[[check] GAME[:PRESET]]")
@click.argument("checked", required=False, metavar="")
@click.option("--players", type=click.IntRange(1), metavar="N", help="List only games for so many players.")
@click.option("--rules", "only_rules", is_flag=True, help="Print only the rules page, as Markdown.")
@click.option("--position", metavar="FILE", help="Show the deal in this file; `-` reads standard input.")
@click.option("--seat", type=click.IntRange(0), help="With --position: show only what this seat knows.")
@click.option("--ask", "bot", metavar="BOT", help="With --position: ask a bot for its answer, and print it.")
@click.option(
    "--move-ms",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="With --ask: time limit of the answer; 0: none.",
)
@level_option
@trust_option
def games(
    game: str | None,
    checked: str | None,
    *,
    players: int | None,
    only_rules: bool,
    position: str | None,
    seat: int | None,
    bot: str | None,
    move_ms: int,
    sandbox: SandboxLevel | None,
    trust_bots: bool,
) -> None:
    """List the games, explain one, or show a deal from a file.

    GAME may be the path of a file with a game of your own, such as ./minnow.py. With the word check before it, the
    game is held to the laws of every game: what is wrong is told with the case. The exit status is then 1 if a law is
    broken.

    FILE is TOML text: it names a game and sets up what matters, such as dealer, scores, hands, contract and cards
    played (`arena help rules` shows one). `arena record LADDER GAME --position N` writes such a file.

    \b
    Examples:
      arena games
      arena games --players 3
      arena games kaiser
      arena games two-hundred:kitty        with the options of that preset
      arena games ./minnow.py              a game of your own, from its file
      arena games check ./minnow.py        tell what is wrong with it
      arena games --position finesse.toml
      arena games --position finesse.toml --ask ./my_bot
    """
    from arena.app.manual import found_game
    from arena.cli.games import check_rules, explain_game, list_games
    from arena.cli.screen import say
    from arena.games.catalogue import rules_page
    from arena.games.kernel.options import OptionError

    if position is not None:
        if game is not None or only_rules:
            raise UserError("the file of --position names the game", "leave out the game and --rules")
        from arena.cli.studies import look_at

        look_at(position, seat, bot, move_ms, sandbox, trust=trust_bots)
        return
    if seat is not None or bot is not None:
        raise UserError("--seat and --ask need a position", "name a file: --position FILE")
    if game is None:
        list_games(players)
        return
    if players is not None:
        raise UserError("--players is for the list of games", "leave out the game")
    name, _, preset = _named(game, checked).partition(":")
    found = found_game(name)
    if checked is not None:
        check_rules(found)
        return
    if only_rules:
        say(f"{rules_page(found)}\n")
        return
    try:
        if preset and preset not in found.presets:
            raise UserError(f"{found.name} has no preset {preset!r}", f"presets: {', '.join(found.presets)}")
    except OptionError as error:
        raise UserError(str(error)) from error
    explain_game(found, preset or next(iter(found.presets)))


def _named(game: str, checked: str | None) -> str:
    """Return the game that is meant: the one after the word `check`, if that is the first."""
    if game != "check":
        if checked is not None:
            raise UserError(f"{checked!r} is one word too many", "name one game, or: arena games check GAME")
        return game
    if checked is None:
        raise UserError("check needs a game", "name it, such as: arena games check ./minnow.py")
    return checked
