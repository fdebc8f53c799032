"""`arena games`: which games there are, their options and presets, the rules; and deals that are set up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields

import click
from rich.markdown import Markdown

from arena.cli.lock import level_option, trust_option
from arena.cli.screen import out, table
from arena.cli.studies import ask, open_study, show
from arena.errors import UserError
from arena.games.catalogue import GAMES, rules_page
from arena.games.kernel import AnyGame
from arena.games.kernel.options import Options, spec, values_text, word
from arena.games.kernel.text import nearest
from arena.settings.limits import SandboxLevel


@click.command()
@click.argument("game", required=False, metavar="[GAME[:PRESET]]")
@click.option("--rules", "only_rules", is_flag=True, help="Print the rules page only, as Markdown.")
@click.option("--position", metavar="FILE", help="Show the deal that a file sets up; `-` reads standard input.")
@click.option("--seat", type=click.IntRange(0), help="With --position: show what this seat was told.")
@click.option("--ask", "bot", metavar="BOT", help="With --position: ask a bot the open question; print its answer.")
@click.option(
    "--move-ms", type=click.IntRange(0), default=1000, show_default=True, help="With --ask: its limit; 0: none."
)
@level_option
@trust_option
def games(
    game: str | None,
    *,
    only_rules: bool,
    position: str | None,
    seat: int | None,
    bot: str | None,
    move_ms: int,
    sandbox: SandboxLevel | None,
    trust_bots: bool,
) -> None:
    """List the games, explain one, or look at a deal that is set up.

    FILE is TOML text: a game, and as much of the rest as matters, such as dealer, scores, hands, contract and cards
    played (arena/games/README.md tells). `arena record LADDER GAME --position N` writes one.

    \b
    Examples:
      arena games
      arena games kaiser
      arena games two-hundred:kitty        the options as that preset sets them
      arena games --position finesse.toml
      arena games --position finesse.toml --ask ./my_bot
    """
    if position is not None:
        if game is not None or only_rules:
            raise UserError("--position names the game in its file", "leave out the game, and --rules")
        _look_at(position, seat, bot, move_ms, sandbox, trust=trust_bots)
        return
    if seat is not None or bot is not None:
        raise UserError("--seat and --ask belong to a position", "name its file: --position FILE")
    if game is None:
        _list_games()
        return
    name, _, preset = game.partition(":")
    if name not in GAMES:
        raise UserError(f"there is no game {name!r}{nearest(name, GAMES)}")
    found = GAMES[name]
    if only_rules:
        click.echo(rules_page(found))
        return
    if preset and preset not in found.presets:
        raise UserError(f"{name} has no preset {preset!r}", f"presets: {', '.join(found.presets)}")
    _explain(found, preset or next(iter(found.presets)))


def _look_at(
    path: str, seat: int | None, bot: str | None, move_ms: int, sandbox: SandboxLevel | None, *, trust: bool
) -> None:
    """Show the deal that a file sets up, or ask a bot what it does there."""
    study = open_study(path)
    if bot is None:
        show(study, seat)
        return
    if seat is not None:
        raise UserError("--ask asks the seat whose turn it is", "leave out --seat")
    ask(study, bot, move_ms, sandbox, trust=trust)


def _list_games() -> None:
    rows = []
    for game in GAMES.values():
        seats = sorted({game.seating(options).seats for options in game.presets.values()})
        rows.append((game.name, ", ".join(map(str, seats)), str(len(game.presets)), game.title))
    out.print(table(("game", "players", "presets", "what it is"), rows, right=("presets",)))
    out.print("\nTry: arena games kaiser", style="dim")


def _explain(game: AnyGame, preset: str) -> None:
    options = game.presets[preset]
    out.print(f"[bold]{game.name}[/bold]  {game.title}\n")
    out.print(f"Options, as preset [bold]{preset}[/bold] sets them (change one with -o NAME=VALUE):\n")
    known = [(f, spec(f)) for f in fields(options)]
    told = options.in_force()
    rows = [(f.name, _value(options, f.name, told), values_text(f), s.about, s.clauses) for f, s in known]
    out.print(
        table(
            ("option", "value", "values", "what it decides", "clauses"),
            rows,
            wrap=("values", "what it decides", "clauses"),
        )
    )
    out.print("\nPresets:\n")
    heads = ("preset", "differs from the standard game in")
    out.print(table(heads, preset_rows(game), wrap=heads[1:]))
    out.print()
    page = re.sub(r"<!-- options -->.*<!-- /options -->\n\n?", "", rules_page(game), flags=re.DOTALL)
    out.print(Markdown(page) if out.is_terminal else page, markup=False)


def _value(options: Options, name: str, told: Mapping[str, str]) -> str:
    """Return the value of an option, and what it stands for where that is another word, as `auto (rounds)`."""
    value = word(getattr(options, name))
    return value if told[name] == value else f"{value} ({told[name]})"


def preset_rows(game: AnyGame) -> list[tuple[str, str]]:
    """Return every preset with what it changes."""
    standard = game.options()
    return [(name, difference(options, standard) or "nothing") for name, options in game.presets.items()]


def difference(options: Options, base: Options) -> str:
    """Return the options that differ from a base, as `name=word` separated by spaces."""
    before = base.words()
    return " ".join(f"{name}={value}" for name, value in options.words().items() if value != before[name])
