"""`arena games`: the games, their options, presets and rules; and deals from a file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields

from arena.cli.screen import out, table, title
from arena.errors import UserError, command
from arena.games.catalogue import GAMES, rules_page
from arena.games.kernel import AnyGame
from arena.games.kernel.options import Options, spec, values_text, word
from arena.games.outside import broken, source_of, sources
from arena.games.ways import numbers_text, preset_rows, ways_to_play
from arena.kit.game_check import check


def list_games(players: int | None) -> None:
    """Print the games.

    Args:
        players: only those for so many players, with how to play them so; None for all.
    """
    ways = {name: ways_to_play(game) for name, game in GAMES.items()}
    listed = {name: found for name, found in ways.items() if players is None or players in found}
    if not listed:
        known = numbers_text({number for found in ways.values() for number in found})
        raise UserError(f"no game is for {players} players", f"there are games for {known}")
    columns = ["players", "presets"] if players is None else ["played by them as"]
    rows = []
    for name, found in listed.items():
        numbers = [numbers_text(found), str(len(GAMES[name].presets))]
        rows.append((name, *(numbers if players is None else [_ways_text(found[players])]), GAMES[name].title))
    about = "what it is"
    out.print(table(["game", *columns, about], rows, right=("presets",)))
    for source in sources():
        out.print(f"{source.name} comes from {source.said}")
    for problem in broken():
        out.print(f"left out: {problem}")
    out.print(f"\nTry: {command('games', next(iter(listed)))}", style="dim")
    out.print(f"Games of OpenSpiel: {command('help', 'openspiel')}", style="dim")


def _ways_text(ways: Sequence[str]) -> str:
    return f"{ways[0]} and {len(ways) - 1} more" if len(ways) > 1 else ways[0]


def explain_game(game: AnyGame, preset: str) -> None:
    """Print the options, the presets and the rules of a game."""
    options = game.presets[preset]
    out.print(title(game.name, f"{game.title_of(options)}\n"))
    if (source := source_of(game)) is not None:
        out.print(f"This game comes from {source.said}.\n")
    out.print(f"Options, as preset {preset} sets them (change one with -o NAME=VALUE, for example of `arena match`):\n")
    known = [(f, spec(f)) for f in fields(options)]
    told = options.in_force()
    rows = [(f.name, _value(options, f.name, told), values_text(f), s.about, s.clauses) for f, s in known]
    out.print(
        table(
            ("option", "value", "values", "what it decides", "clauses"),
            rows,
        )
    )
    out.print("\nPresets:\n")
    heads = ("preset", "differs from the standard game in")
    out.print(table(heads, preset_rows(game)))
    out.print()
    page = re.sub(r"<!-- options -->.*<!-- /options -->\n\n?", "", rules_page(game), flags=re.DOTALL)
    if not out.is_terminal:
        out.print(page)
        return
    from rich.markdown import Markdown  # noqa: PLC0415 - brings a parser that only this page in a terminal needs

    out.print(Markdown(page))


def check_rules(game: AnyGame) -> None:
    """Print what a check of a game finds; exit with 1 if something is wrong.

    Raises:
        SystemExit: something is wrong.
    """
    wrong = 0
    for finding in check(game):
        mark = "wrong" if finding.problem else "ok   "
        out.print(f"{mark} {finding.title}", soft_wrap=True)
        if finding.problem:
            wrong += 1
            out.print(f"      {finding.problem}", soft_wrap=True)
            for line in finding.where:
                out.print(f"      {line}", soft_wrap=True)
    out.print(f"\n{game.name}: {'nothing is wrong' if not wrong else f'{wrong} found wrong'}")
    if wrong:
        raise SystemExit(1)


def _value(options: Options, name: str, told: Mapping[str, str]) -> str:
    """Return the value of an option; if it stands for another one, with that in brackets, such as `auto (rounds)`."""
    value = word(getattr(options, name))
    return value if told[name] == value else f"{value} ({told[name]})"
