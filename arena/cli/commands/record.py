"""The options and the help of `arena record`."""

from __future__ import annotations

from typing import Any

import click

from arena.errors import UserError


@click.command()
@click.argument("ladder", metavar="LADDER")
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--lines", is_flag=True, help="Print the whole game as lines of the protocol.")
@click.option("--html", is_flag=True, help="Print the game as a page: its replay, to open in a browser.")
@click.option(
    "--seat",
    type=click.IntRange(0),
    help="Print what the bot in this seat was sent: every byte if it failed, else in lines without tables.",
)
@click.option(
    "--stderr", "stream", flag_value="stderr", help="Print what a bot wrote to standard error, if it is kept."
)
@click.option("--said", "stream", flag_value="said", help="Print what a failed bot answered.")
@click.option(
    "--position", metavar="N|end", help="Print the deal after N answers, or at the end, as a file for `arena games`."
)
@click.option(
    "--deal",
    type=click.IntRange(1),
    metavar="D",
    help="Print only deal D, also with --stderr. With --position: count the answers from its start.",
)
@click.option("--raw", is_flag=True, help="With --seat: escape nothing, even if a terminal would obey it.")
@click.option("--used", is_flag=True, help="Print the faults, and what each seat used: time, memory, bytes.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME",
    help="Of the list: only games of this bot; may be repeated. With --stderr or --said: what this bot wrote.",
)
@click.option(
    "--lost", is_flag=True, help="Of the list, with --bot: only games that the first of the bots did not win."
)
@click.option(
    "--stats", is_flag=True, help="Print what bots are good at: contracts, roles and seats; with --bot, only these."
)
@click.option("--counts", is_flag=True, help="Print what bots have counted in their standard error.")
@click.option(
    "--by", "order", type=click.Choice(["margin"]), help="List the games with the greatest margin of the winner first."
)
@click.option(
    "--fault",
    is_flag=False,
    flag_value="any",
    metavar="[KIND]",
    help="List only games with a fault, or with one of this kind, such as CRASH.",
)
def record(*, stats: bool, counts: bool, **options: Any) -> None:
    """Print games as card players read them, or what a bot was sent.

    LADDER is a ladder file, a file of results, a .record file that was saved from a page, or `last` for the last
    match. Without GAME, its games are listed. GAME is the beginning of an id, or set and room such as 1.2. It is
    printed as a spectator sees it who sees everything: the hands, the auction and the tricks of each deal, and the
    score sheet. A > marks the lead of a trick, a * the card that won it. With --seat, it is what that bot was sent,
    so that a bot that speaks in lines, at one table, can play its game again. Standard error is kept of bots that
    failed, and of all bots with keep_stderr = "all" or --keep-stderr all:

    \b
      arena record mine.toml                           list the games
      arena record mine.toml --bot owl --lost          those that owl lost
      arena record mine.toml --fault CRASH             those with a crash
      arena record mine.toml --bot owl --stats         contracts of owl, by level
      arena record mine.toml --counts                  what bots have counted
      arena record mine.toml G4f0                      print a game
      arena record mine.toml 1.2 --bot owl --deal 3    a deal of owl's game 1.2
      arena record mine.toml G4f0 --lines              all that happened, in lines
      arena record mine.toml G4f0 --html > game.html   to look at in a browser
      arena record mine.toml G4f0 --seat 2 | ./my_bot  ask a bot the same again
      arena record mine.toml G4f0 --stderr             what one that failed wrote
      arena record mine.toml G4f0 --seat 2 --stderr    what this seat's bot wrote
      arena record mine.toml G4f0 --stderr --deal 3    by decision, in one deal
      arena record mine.toml G4f0 --used               faults; what each seat used
      arena record mine.toml G4f0 --deal 3 --position 12  for games --position

    The page is one file that needs nothing else. It shows all hands, so keep it to yourself while the season is open.
    What bots wrote to standard error is in it, decision by decision, only with --html --stderr.

    What a bot wrote may hold characters that a terminal obeys. A terminal gets them as escapes, such as \\x1b or
    \\u202e; a pipe or a file gets every byte as it is, and so does a terminal with --raw.
    """
    option = "--stats" if stats else "--counts" if counts else None
    if option is None:
        from arena.cli.records import Asked
        from arena.cli.records import record as work

        work(Asked(**options))
        return
    ladder, bots = options.pop("ladder"), options.pop("bots")
    if (stats and counts) or any(value not in {None, False} for value in options.values()):
        raise UserError(f"{option} is about all games of a ladder", "of the other options, it goes with --bot only")
    from arena.cli.totals import print_counts, print_strengths

    (print_strengths if stats else print_counts)(ladder, bots)
