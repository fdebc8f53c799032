"""`arena bench`: speed as ratios inside one run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from arena import bench as measure
from arena.bench_rules import rules_contenders
from arena.cli.screen import err, out, table
from arena.cost import costs
from arena.entrants import Unavailable, resolve
from arena.games.catalogue import GAMES

PARTS = ("rules", "pipes", "sandbox")


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(PARTS), metavar="[rules|pipes|sandbox]...")
@click.option("--json", "as_json", is_flag=True, help="Print the figures for a program.")
def bench(parts: tuple[str, ...], *, as_json: bool) -> None:
    """Measure speed, as ratios inside one run.

    rules: decisions a second of random play, beside OpenSpiel's euchre and hearts driven from Python, where open_spiel
    is installed (pip install trickarena[bench]). pipes: what one decision costs with bots that cost nothing, at one
    table and at several (rules, what every seat is told, clocks and records included), beside a bare ping-pong over
    pipes and a bare trio one; CPU time of all processes, all on one core. sandbox: wall time of starting and ending a
    program, and of a message there and back, at every level that works here, beside a plain process. Ratios carry over
    to other machines, times do not.
    """
    found: dict[str, list[measure.Figure]] = {}
    for part in parts or PARTS:
        if part == "sandbox":
            found |= {f"sandbox: {name}": figures for name, figures in costs().items()}
        else:
            found[part] = _measure(part)
    if as_json:
        click.echo(json.dumps({part: {f.name: f.per_second for f in figures} for part, figures in found.items()}))
        return
    for part, figures in found.items():
        kind = "wall time" if part.startswith("sandbox") else "CPU time"
        out.print(f"\n[bold]{part}[/bold] ({kind}, the best of several rounds)")
        _print(figures, by_cost=part != "rules")


def _measure(part: str) -> list[measure.Figure]:
    if part == "rules":
        figures = measure.best(rules_contenders())
        if len(figures) == len(GAMES):
            err.print("open_spiel is not installed: no comparison (pip install trickarena\\[bench])", style="yellow")
        return figures
    bot = resolve("sample:c/random", GAMES, base=Path.cwd())
    if isinstance(bot, Unavailable):
        err.print(f"sample:c/random {bot.reason}; sample:random stands in", style="yellow", markup=False)
        bot = resolve("sample:random", GAMES, base=Path.cwd())
    assert not isinstance(bot, Unavailable)
    with TemporaryDirectory() as folder, measure.one_core():
        other_end, language = measure.echo(Path(folder))
        if language != "C":
            err.print(
                "there is no C compiler: the bare loops talk to an echo in Python, which costs more", style="yellow"
            )
        return measure.best(measure.pipes_contenders(bot, other_end))


def _print(figures: Sequence[measure.Figure], *, by_cost: bool) -> None:
    """Print each figure, and its ratio to every reference (those after the games of ours, or the bare loops).

    Args:
        figures: all of one part.
        by_cost: whether the ratio is that of the times; else that of the speeds.
    """
    references = [f for f in figures if f.name.startswith(("OpenSpiel", "bare"))]

    def ratio(one: measure.Figure, other: measure.Figure) -> str:
        return f"{one.micros / other.micros if by_cost else one.per_second / other.per_second:.2f}"

    heads = ("what", "a second", "µs each", *(f"x {reference.name}" for reference in references))
    rows = [(f.name, f"{f.per_second:,.0f}", f"{f.micros:.1f}", *(ratio(f, r) for r in references)) for f in figures]
    out.print(table(heads, rows, right=heads[1:]))
