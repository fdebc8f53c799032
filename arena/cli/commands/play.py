"""`arena play`: its options, its help and what it does."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from arena.cli.commands.shared import sandbox_options
from arena.errors import UserError, command

if TYPE_CHECKING:
    from arena.app.human import TableEvent, Terminal
    from arena.settings.limits import SandboxLevel

LOOP = "127.0.0.1"
"""The address that only this machine reaches."""
COLUMNS = 80
"""The width of a terminal that does not tell it."""


@click.command()
@click.argument("game", metavar="GAME[:PRESET]", required=False)
@click.option(
    "--against",
    multiple=True,
    metavar="BOT",
    help="Who plays the other sides, in turn; repeat for more. [default: sample:sensible]",
)
@click.option("--partner", metavar="BOT", help="Who plays your side's other seats. [default: sample:sensible]")
@click.option("--seat", type=click.IntRange(0), help="Where you sit, from 0. [default: the first seat that plays]")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="How many games to play.")
@click.option("--hints", metavar="BOT", help="A bot that says, if you ask, what it would do in your place.")
@click.option(
    "--host", metavar="ADDRESS", help="Serve the page at an address that others can reach. [default: 127.0.0.1]"
)
@click.option("--terminal", is_flag=True, help="Play in this terminal, not in a browser.")
@click.option("-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game; repeat for more.")
@click.option(
    "--deal", nargs=2, metavar="LADDER GAME", help="Play the packs of a game of a ladder instead, of a closed season."
)
@click.option("--seed", help="Key of all packs: the same seed deals the same cards. [default: a new one]")
@click.option(
    "--move-ms",
    type=click.IntRange(0),
    default=10_000,
    show_default=True,
    help="Time limit of an answer of a bot; 0: none. You have as long as you like.",
)
@sandbox_options
def play(
    *,
    game: str | None,
    against: tuple[str, ...],
    partner: str | None,
    seat: int | None,
    games: int,
    hints: str | None,
    host: str | None,
    terminal: bool,
    options: tuple[str, ...],
    deal: tuple[str, str] | None,
    seed: str | None,
    move_ms: int,
    sandbox: SandboxLevel | None,
    trust_bots: bool,
) -> None:
    """Play a game yourself, against bots.

    You sit in a seat of the table like a bot, and learn no more than a bot in that seat is told. A page shows the
    table; its address is printed. With --terminal you play here: type ? for help.

    \b
      arena play kaiser
      arena play kaiser --terminal --hints sample:sensible
      arena play two-hundred:kitty --against ./owl --partner ./owl
      arena play bridgette --terminal -o max_deals=1
      arena play --deal last 1.2              the packs of that game
      arena play kaiser --host 192.0.2.7      from a phone in the same network

    Whoever knows the address of the page sits in your seat: with --host, give it to nobody else.

    So you see from the next seat what a bot of yours does. A bot that fails does not end the game: the arena gives
    random legal answers for it. Ctrl-C ends the game without a result. Games with a person count on no ladder: they
    are kept until the next `arena play`, and `arena record played` shows them with all hands.
    """
    from arena.app.human import Company, dealt_in, play_here
    from arena.app.terms import Terms
    from arena.cli.commands.shared import settings_of
    from arena.cli.screen import err
    from arena.games.catalogue import GAMES
    from arena.settings.clock import ClockSettings
    from arena.settings.contest import parse_game
    from arena.tournament.stops import heed

    chance = None
    if deal is not None:
        if game is not None or options or seed is not None or games > 1:
            raise UserError(
                "--deal names the game, its options and its packs", "leave out GAME, -o, --seed and --games"
            )
        contest, seed, chance = dealt_in(*deal)
    elif game is None:
        raise UserError("no game is named", f"such as: {command('play', 'kaiser')}")
    else:
        contest = parse_game(game, settings_of(options), GAMES, games)
    terms = Terms(seed=seed, clock=ClockSettings(move_ms=move_ms), sandbox=sandbox, trust=trust_bots)
    if terminal and host:
        raise UserError("--host is for a page", "leave out --host, or --terminal")
    where = _terminal() if terminal else host or LOOP
    number = play_here(contest, terms, chance, Company(seat, against, partner, hints), where, _show, heed)
    if number:
        err.print("\nYou have left: this game has no result.", style="dim")
        raise SystemExit(128 + number)


def _terminal() -> Terminal:
    """Return the terminal that this command was started in.

    Raises:
        UserError: standard input is closed.
    """
    from arena.app.human import Terminal
    from arena.cli.screen import out

    try:
        return Terminal(sys.stdin.fileno(), sys.stdout.fileno(), out.width if out.is_terminal else COLUMNS)
    except (AttributeError, OSError) as error:
        raise UserError("standard input is closed", "what you type comes from there", os.EX_NOINPUT) from error


def _show(event: TableEvent) -> None:
    """Print where the page is, and what goes wrong; what happens at the table is shown by the seat."""
    from arena.app.human import AllOver, PageOpened
    from arena.cli.progress import print_note
    from arena.cli.screen import err, out
    from arena.tournament.events import GameEnded, GameVoided, Note

    match event:
        case PageOpened():
            out.print(str(event), soft_wrap=True)
            sys.stdout.flush()
        case AllOver(page):
            stays = "\nThe page stays until you press Ctrl-C here." * page
            out.print(f"{event}{stays}", style="dim", soft_wrap=True)
            sys.stdout.flush()
        case GameEnded():
            for fault in event.outcome.faults:
                text = f"seat {fault.seat} failed: {fault.kind}: {fault.text}; the arena played on for it"
                err.print(text, style="yellow")
        case GameVoided(trace=""):
            err.print(f"this game does not count: {event.reason}{'; it begins again' * event.again}", style="yellow")
        case GameVoided():
            err.print(f"the arena failed:\n{event.trace}", style="red")
        case Note() if event.kind != "stopping":
            print_note(event)
