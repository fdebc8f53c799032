"""`arena regress`: is a new bot better than an old one? Plays until the test is decided."""

from __future__ import annotations

import math
import shlex
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from arena.app.compare import Extent, play_comparison
from arena.app.events import Event, RunBegun
from arena.app.ladders import open_ladder
from arena.app.terms import Terms
from arena.bots.revisions import at_revision, split
from arena.cli.commands.shared import UNTESTABLE, said, with_params
from arena.cli.pictures import prepare, write_plots
from arena.cli.screen import err, out, say
from arena.cli.show import Show
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.regression.export import clear, to_json, to_junit, write
from arena.regression.gate import Kind, Question
from arena.regression.report import RegressionReport
from arena.settings.contest import parse_game
from arena.tournament.stops import heed

NOT_REPEATED = frozenset(
    {
        *("new_rev", "old_rev", "seed", "save", "keep_stderr", "as_json", "junit", "rooms", "pin"),
        *("plots", "bisect", "max_minutes", "deals", "params"),
    }
)
"""Options that the command to repeat a test does not need, or names in another way."""
UNDECIDED = 2
"""The status of a report that leaves the question open."""
STYLES = {0: "bold green", 1: "bold red", 2: "bold yellow"}


class Asked(NamedTuple):
    """What the command line asks for: the arguments and options of `arena regress`."""

    new: str
    old: str | None
    game: str
    params: tuple[str, ...]
    new_rev: str | None
    old_rev: str | None
    kind: Kind
    elo0: float
    elo1: float
    alpha: float
    beta: float
    max_sets: int
    max_minutes: float | None
    bisect: bool
    deals: int
    gauntlet: Path | None
    save: Path | None
    as_json: bool
    junit: Path | None
    plots: Path | None
    terms: Terms


def regress(asked: Asked) -> None:
    """Test two bots, print the report, and exit with the status of the verdict."""
    if asked.plots:
        prepare(asked.plots)
    if asked.junit:
        clear(asked.junit)
    if asked.old is None and asked.old_rev is None:
        raise UserError("there is no OLD to test against", "name another bot, or a revision: --old-rev main")
    here = Path.cwd()
    new = with_params(at_revision(asked.new, asked.new_rev, here), asked.params)
    old = at_revision(asked.old or split(asked.new, here)[0], asked.old_rev, here)

    gauntlet = None if asked.gauntlet is None else open_ladder(asked.gauntlet)
    with Show() as show:

        def tell(event: Event) -> None:
            show(event)
            if isinstance(event, RunBegun):
                err.print(f"Sandbox: {event.sandbox}", style="dim")

        report, names, stopped = play_comparison(
            parse_game(asked.game, asked.terms.options, GAMES, asked.max_sets),
            Question(asked.kind, asked.elo0, asked.elo1, asked.alpha, asked.beta),
            (new, old),
            replace(asked.terms, save=asked.save),
            tell,
            heed,
            extent=Extent(asked.max_minutes or math.inf, asked.deals, gauntlet),
        )
    words = shlex.join(["arena", "regress", *names, *said(NOT_REPEATED), "--seed", report.seed])
    report = replace(report, command=words)
    _print(report, as_json=asked.as_json)
    if stopped:
        err.print("Stopped before the end; this is no verdict.")
        raise SystemExit(128 + stopped)
    if asked.junit:
        write(asked.junit, to_junit(report))
    if asked.plots:
        write_plots(report.plots(), asked.plots)
    raise SystemExit(UNTESTABLE if asked.bisect and report.status == UNDECIDED else report.status)


def _print(report: RegressionReport, *, as_json: bool) -> None:
    if as_json:
        say(to_json(report))
        return
    headline, *others = str(report).splitlines()
    out.print(headline, style=STYLES[report.status], soft_wrap=not out.is_terminal)
    for line in others:
        out.print(line, soft_wrap=not out.is_terminal or line.startswith("again: "))  # a command is to be copied
    if report.deals:
        head = f"where the two first differ in the sets that {report.new.name} lost by the most:"
        out.print(f"\n{head}\n\n{report.deals_text()}", soft_wrap=True)
