"""`arena regress`: is a new bot better than an old one? Plays until the test is decided."""

from __future__ import annotations

import math
import os
import shlex
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from arena.app import field
from arena.app.compare import report_of
from arena.app.ladders import open_ladder
from arena.app.playing import conditions, games_kept, setup_of
from arena.app.terms import Terms
from arena.bots.builds import Runner, build_runner
from arena.bots.entrants import Entrant, Unavailable, numbered, playable, who_is_who
from arena.bots.granted_limits import own_limits
from arena.bots.intake import Intake
from arena.bots.revisions import find, split, take_in
from arena.bots.staging import staging_folder
from arena.cli.bots import intake, with_line
from arena.cli.commands.shared import UNTESTABLE, of_new, said
from arena.cli.pictures import prepare, write_plots
from arena.cli.progress import Display
from arena.cli.screen import err, out, say, warn
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.regression.expected_sets import ExpectedSets, expected, seen
from arena.regression.export import to_json, to_junit, write
from arena.regression.field import AgainstField
from arena.regression.gate import Finding, Gate, Kind, Question, decide, gate_of
from arena.regression.report import RegressionReport
from arena.regression.series import BLOCK, play_out
from arena.settings.contest import Contest, parse_game
from arena.settings.ladder import LadderFile
from arena.settings.limits import OWN_LIMITS
from arena.settings.names import NAME_LENGTH
from arena.store import PlayedGame
from arena.tournament.descriptors import fitted
from arena.tournament.sandbox_choice import choose_sandbox, earlier_runs, runnable, say_what_is_shown
from arena.tournament.start_check import Started, Starts
from arena.tournament.stops import heed

NEW, OLD = "NEW", "OLD"
FIRST = 10
"""After so many sets it is told again how many minutes a test is expected to take."""
GAUGE = 21
"""How many characters the live line has between the bounds of a test."""
NOT_REPEATED = frozenset(
    {
        *("new_rev", "old_rev", "seed", "save", "keep_stderr", "as_json", "junit", "rooms", "pin"),
        *("plots", "bisect", "max_minutes", "deals"),
    }
)
"""Options that the command to repeat a test does not need, or names in another way."""
UNDECIDED = 2
"""The status of a report that leaves the question open."""
STYLES = {0: "bold green", 1: "bold red", 2: "bold yellow"}


def regress(
    *,
    new: str,
    old: str | None,
    game: str,
    new_rev: str | None,
    old_rev: str | None,
    kind: Kind,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    max_sets: int,
    max_minutes: float | None,
    bisect: bool,
    deals: int,
    gauntlet: Path | None,
    save: Path | None,
    as_json: bool,
    junit: Path | None,
    plots: Path | None,
    terms: Terms,
) -> None:
    """Test two bots, print the report, and exit with the status of the verdict."""
    if plots:
        prepare(plots)
    question = Question(kind, elo0, elo1, alpha, beta)
    contest = parse_game(game, terms.options, GAMES, max_sets)
    file = open_ladder(gauntlet) if gauntlet else None
    builds = build_runner(terms.sandbox, trust=terms.trust)
    pairing, names = _pairing(
        contest, (new, new_rev), (old, old_rev), intake(OWN_LIMITS, builds, retry=True), terms.fill
    )
    others = _opponents(file, contest, pairing, builds) if file else []
    bots = [*pairing, *others]
    with games_kept(save) as store, ExitStack() as opened:
        choice = choose_sandbox(terms.sandbox, bots, earlier_runs(store), say=err.print, trust=terms.trust)
        entered = opened.enter_context(choice.sandbox)
        say_what_is_shown(runnable(pairing, entered, err.print), entered, err.print)
        others = runnable(others, entered, err.print, lambda _: True)
        _check_field(file, contest, others)
        bots = [*pairing, *others]
        _check_starts(pairing, Starts(choice.sandbox, terms.clock, own_limits(bots), staging_folder()))
        err.print(f"Sandbox: {choice.about()}", style="dim")
        store.start_run(terms.seed, conditions(terms.clock, terms.on_fault, "shared", choice))
        key = store.season().key
        setup = fitted(setup_of([contest], bots, key, terms, choice.sandbox, heed), warn)
        gate, games = gate_of(contest, pairing, question, key)
        err.print(outlook_text(expected(question, contest.sides), max_sets, max_minutes), style="dim")
        pace = Pace(gate, contest.sides, setup.rooms, max_minutes)
        with Display(len(games), 0, pace.state) as display:
            seconds = math.inf if max_minutes is None else 60 * max_minutes
            stopped = decide(setup, gate, games, store, display, seconds, pace.see)
        command = shlex.join(["arena", "regress", *names, *said(NOT_REPEATED), "--seed", key])
        report = report_of(gate, pairing, contest.label, key, command, store, deals)
        if file and not stopped and gate.finding is not Finding.IDENTICAL:
            against_field = AgainstField(contest._replace(sets=file.sets_of(contest)), pairing, others, key)
            with Display(len(against_field.games), 0) as display:
                stopped = play_out(setup, against_field.games, store, display, against_field.take)
            report = report if stopped else replace(report, field=against_field.result())
    _print(report, as_json=as_json)
    if stopped:
        err.print("Stopped before the end; this is no verdict.")
        raise SystemExit(128 + stopped)
    if junit:
        write(junit, to_junit(report))
    if plots:
        write_plots(report.plots(), plots)
    raise SystemExit(UNTESTABLE if bisect and report.status == UNDECIDED else report.status)


def _check_starts(pairing: Sequence[Entrant], starts: Starts) -> None:
    """Start the two bots once, before any game is played."""
    for bot, start, which in zip(pairing, starts.all(pairing[:2], lambda _: None), (NEW, OLD), strict=False):
        if not isinstance(start, Started):
            reason = start.reason if isinstance(start, Unavailable) else str(start)
            hint = start.hint if isinstance(start, UserError) else ""
            error = UserError(f"{which} does not start, so nothing was played: {bot.given}: {reason}", hint)
            raise of_new(error) if which == NEW else error


def outlook_text(
    found: ExpectedSets, max_sets: int, max_minutes: float | None, sets_a_minute: float = 0.0, by: str = "at this pace"
) -> str:
    """Return how long a test is expected to take, as a line.

    Args:
        found: how many sets it is expected to take.
        max_sets: after how many sets it ends.
        max_minutes: after how many minutes it ends; None for no limit.
        sets_a_minute: how many sets are played in a minute; 0 if that is not known yet.
        by: how it is known.
    """
    sets = [min(float(max_sets), max(1.0, each)) for each in found]
    told = [f"{float(f'{each:.2g}'):,.0f}" for each in sets]
    text = f"expected: about {told[0]} sets if one of the hypotheses is true, {told[1]} halfway between them"
    if sets_a_minute:
        told = [_duration(each / sets_a_minute) for each in sets]
        text = f"{by}, {told[0]} if one of the hypotheses is true, {told[1]} halfway between them"
    limits = [] if sets_a_minute else [f"{max_sets:,} sets"]
    limits += [] if max_minutes is None else [f"{max_minutes:g} minute{'s' * (max_minutes != 1)}"]
    return text + f"; at most {' and '.join(limits)}" * bool(limits)


def _duration(minutes: float) -> str:
    """Return about how long something takes, in words."""
    if minutes < 1:
        return "less than a minute"
    number, unit = (minutes, "minutes") if minutes < 100 else (minutes / 60, "hours")
    return f"about {float(f'{number:.2g}'):g} {unit}"


class Pace:
    """Says how many minutes a test is expected to take: by its first game, and again by its first sets.

    Args:
        gate: the test.
        rooms: how many games a set has.
        at_once: how many rooms play at the same time.
        max_minutes: after how many minutes it ends; None for no limit.
    """

    def __init__(self, gate: Gate, rooms: int, at_once: int, max_minutes: float | None) -> None:
        self._gate, self._rooms, self._at_once, self._max_minutes = gate, rooms, at_once, max_minutes
        self._begun, self._before, self._told = time.monotonic(), gate.test.pairs, False
        self._first = True

    def see(self, played: PlayedGame) -> None:
        """Look how long the first game took; it may be stored, and then it is told before play.

        Bots start again for each block of sets, so what passed until the first game began counts only in part.
        """
        if not self._first:
            return
        self._first = False
        seconds = sum(use.total_ms for use in played.uses.values()) / 1000
        starting = max(0.0, time.monotonic() - self._begun - seconds)
        a_minute = 60 * self._at_once / max(self._rooms * (seconds + starting / BLOCK), 1e-6)
        self._tell(expected(self._gate.question, self._rooms), a_minute, "by the first game")

    def _tell(self, found: ExpectedSets, a_minute: float, seen: str) -> None:
        planned = self._gate.head_to_head.planned
        err.print(outlook_text(found, planned, self._max_minutes, a_minute, seen), style="dim")

    def state(self) -> str:
        """Return how the test stands, for the live line."""
        played = self._gate.test.pairs - self._before
        if played >= FIRST and not self._told and not self._gate.decided():
            self._told = True
            a_minute = 60 * played / max(time.monotonic() - self._begun, 1e-3)
            self._tell(seen(self._gate, self._rooms), a_minute, "at this pace")
        return gauge(self._gate)


def gauge(gate: Gate) -> str:
    """Return a line of text that shows the evidence of a test between its two bounds."""
    test = gate.test
    share = (test.evidence - test.lower) / (test.upper - test.lower)
    at = round(min(max(share, 0.0), 1.0) * (GAUGE - 1))
    scale = "".join("#" if i == at else "|" if i == GAUGE // 2 else "-" for i in range(GAUGE))
    return f"{test.lower:+.2f} {scale} {test.upper:+.2f}  {test.evidence:+.2f} after {test.pairs} sets"


def _pairing(
    contest: Contest, new: tuple[str, str | None], old: tuple[str | None, str | None], here: Intake, fill: str
) -> tuple[list[Entrant], list[str]]:
    """Return the two bots and the bots for the other sides; and the words that name the two again.

    Args:
        contest: what is played.
        new: the new bot as the command line names it, and its revision.
        old: the old bot as the command line names it, and its revision.
        here: takes in bots.
        fill: the bot for the other sides.
    """
    if old[0] is None and old[1] is None:
        raise UserError("there is no OLD to test against", "name another bot, or a revision: --old-rev main")
    base = Path.cwd()
    path = split(new[0], base)[0]
    try:
        first, named_new = _taken(here, new, base)
    except UserError as error:
        of_new(error)
        raise
    second, named_old = _taken(here, (old[0] or path, old[1]), base)
    if first.name == second.name:
        first, second = (
            replace(bot, name=f"{bot.name[: NAME_LENGTH - 4]}-{word}")
            for bot, word in ((first, "new"), (second, "old"))
        )
    fillers = [playable(find(here, fill, base)) for _ in range(contest.sides - 2)]
    return numbered([first, second, *fillers]), [named_new, named_old]


def _taken(here: Intake, given: tuple[str, str | None], base: Path) -> tuple[Entrant, str]:
    """Return a bot, and the words that name it again.

    Args:
        here: takes in bots.
        given: the bot as the command line names it, and its revision.
        base: the folder that its path is relative to.
    """
    found, name = take_in(here, given[0], base, given[1])
    return playable(found), name


def _opponents(file: LadderFile, contest: Contest, pairing: Sequence[Entrant], run: Runner) -> list[Entrant]:
    """Return the bots of a ladder that can play here, except the two that are tested."""
    tested = {bot.digest for bot in pairing[:2]}
    entrants = []
    here = intake(file.staging, run)
    for each in with_line(partial(field.taken_in, file.bots, here, file.path.parent)):
        bot = each.outcome
        if not isinstance(bot, Entrant):
            err.print(f"{each.given} is left out of the field: {bot}")
        elif bot.digest not in tested and bot.plays(contest.game.name):
            entrants.append(bot)
    _check_field(file, contest, entrants)
    renamed = numbered([*pairing, *entrants])
    for line in who_is_who([*pairing, *entrants], renamed):
        err.print(line, style="dim", soft_wrap=True)
    return renamed[len(pairing) :]


def _check_field(file: LadderFile | None, contest: Contest, entrants: Sequence[Entrant]) -> None:
    """Check that a bot of the ladder can play, if one is named."""
    if file is not None and not entrants:
        raise UserError(f"{file.path}: no bot of this ladder can play {contest.label} here", exit_status=os.EX_CONFIG)


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
