"""`arena games`: the games, their options, presets and rules; and deals from a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields

from arena.cli.screen import out, say, table, title
from arena.errors import UserError
from arena.games.catalogue import GAMES, rules_page
from arena.games.kernel import AnyGame
from arena.games.kernel.options import Options, spec, values_text, word
from arena.games.kernel.text import nearest
from arena.settings.limits import SandboxLevel


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
    """List the games, explain one, or show a deal from a file."""
    if position is not None:
        if game is not None or only_rules:
            raise UserError("the file of --position names the game", "leave out the game and --rules")
        from arena.cli.studies import look_at  # noqa: PLC0415 - a list of games needs no bots and no store

        look_at(position, seat, bot, move_ms, sandbox, trust=trust_bots)
        return
    if seat is not None or bot is not None:
        raise UserError("--seat and --ask need a position", "name a file: --position FILE")
    if game is None:
        _list_games()
        return
    name, _, preset = game.partition(":")
    if name not in GAMES:
        raise UserError(f"there is no game {name!r}{nearest(name, GAMES)}")
    found = GAMES[name]
    if only_rules:
        say(f"{rules_page(found)}\n")
        return
    if preset and preset not in found.presets:
        raise UserError(f"{name} has no preset {preset!r}", f"presets: {', '.join(found.presets)}")
    _explain(found, preset or next(iter(found.presets)))


def _list_games() -> None:
    rows = []
    for game in GAMES.values():
        seats = sorted({game.seating(options).seats for options in game.presets.values()})
        rows.append((game.name, ", ".join(map(str, seats)), str(len(game.presets)), game.title))
    out.print(table(("game", "players", "presets", "what it is"), rows, right=("presets",), wrap=("what it is",)))
    out.print("\nTry: arena games kaiser", style="dim")


def _explain(game: AnyGame, preset: str) -> None:
    options = game.presets[preset]
    out.print(title(game.name, f"{game.title}\n"))
    out.print(f"Options, as preset {preset} sets them (change one with -o NAME=VALUE):\n")
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
    if not out.is_terminal:
        out.print(page)
        return
    from rich.markdown import Markdown  # noqa: PLC0415 - brings a parser that only this page in a terminal needs

    out.print(Markdown(page))


def _value(options: Options, name: str, told: Mapping[str, str]) -> str:
    """Return the value of an option; if it stands for another one, with that in brackets, such as `auto (rounds)`."""
    value = word(getattr(options, name))
    return value if told[name] == value else f"{value} ({told[name]})"


def preset_rows(game: AnyGame) -> list[tuple[str, str]]:
    """Return every preset of a game with the options that it changes."""
    standard = game.options()
    return [(name, difference(options, standard) or "nothing") for name, options in game.presets.items()]


def difference(options: Options, base: Options) -> str:
    """Return the options that differ from a base, as `name=word`, separated by spaces."""
    before = base.words()
    return " ".join(f"{name}={value}" for name, value in options.words().items() if value != before[name])
