"""`arena grade`: points for one submission, by a grade file with a field of staff bots."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from arena.app.playing import conditions, games_kept, setup_of
from arena.app.terms import Terms
from arena.bots.botfile import BOT_FILE
from arena.bots.builds import OFFLINE, BuildFailed, NotRun, Runner, build_runner, hint_for_author
from arena.bots.entrants import Entrant, Unavailable, numbered, playable
from arena.bots.intake import Intake
from arena.bots.revisions import find
from arena.bots.staging import StagingError, staging_folder
from arena.cli.bots import intake
from arena.cli.progress import Display
from arena.cli.screen import err, say, warn
from arena.errors import ConfigErrors, UserError
from arena.grading.examiner import ACCEPTED, BUILDS, GREETS, Examiner, GradeSheet
from arena.grading.grade import SUBMISSION, Grade, Submission, packs_of
from arena.regression.export import write
from arena.sandbox import Sandbox
from arena.sandbox.levels import choose
from arena.settings.grade_file import GradeFile
from arena.settings.limits import Limits, SandboxLevel
from arena.tournament.descriptors import fitted
from arena.tournament.sandbox_choice import Earlier, choose_sandbox, runnable, say_what_is_shown
from arena.tournament.start_check import NOT_KNOWN, Started, Starts
from arena.tournament.stops import heed

NEVER_WITHOUT = "a submission is never graded without a sandbox; arena doctor says what is missing here"


def write_grade(out: Path | None, text: str) -> None:
    """Write a grade to a file, or print it."""
    if out:
        write(out, text)
    else:
        say(text)


def alarm(seconds: float | None) -> Callable[[], bool]:
    """Return a function that says whether time is up."""
    end = math.inf if seconds is None else time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def grade_of(
    file: GradeFile,
    submission: Path,
    late: Callable[[], bool],
    save: Path | None,
    sandbox: SandboxLevel | None,
    rooms: int,
) -> Grade:
    """Return the grade of a submission.

    Raises:
        UserError: there is none, and the submission is not to blame.
    """
    level = _level(sandbox or file.sandbox)
    builds = build_runner(level, trust=False, read=file.read)
    field, fillers = _staff(file, builds)
    sheet = GradeSheet(file, field)
    bot = _accepted(sheet, submission, intake(file.staging, builds, retry=True))
    if bot is None:
        return sheet.grade(Submission(str(submission)))
    about = Submission.of(bot)
    bot = replace(bot, name=SUBMISSION)
    others = {one.id: one for one in (*field, *fillers)}
    bots = [bot, *others.values()]
    key = packs_of(file.seed, bot)
    with games_kept(save) as store, ExitStack() as opened:
        choice = choose_sandbox(level, bots, Earlier(key[:12]), say=err.print, trust=False, read=file.read)
        entered = opened.enter_context(choice.sandbox)
        err.print(f"Sandbox: {choice.about()}", style="dim")
        say_what_is_shown(runnable(others.values(), entered, err.print), entered, err.print)
        limits = _limits(file, bot, field, fillers)
        if not _starts(sheet, entered, file, limits, bot, [*others.values()]):
            return sheet.grade(about)
        store.start_run(key, conditions(file.clock, "forfeit", "fresh", choice))
        terms = Terms(clock=file.clock, rooms=rooms)
        setup = setup_of(file.contests, bots, store.season().key, terms, entered, heed)
        setup = fitted(replace(setup, limits=limits), warn)

        def watch(games: int, state: Callable[[], str]) -> Display:
            return Display(games, 0, state)

        Examiner(file, bot, field, fillers, setup, store, watch, late).examine(sheet)
    return sheet.grade(about)


def _level(asked: SandboxLevel) -> SandboxLevel:
    """Return the level at which bots are choice in.

    Raises:
        UserError: it does not work here; that must not cost a submission points.
    """
    try:
        return choose(asked, ()).level
    except UserError as error:
        raise UserError(error.message, NEVER_WITHOUT, os.EX_UNAVAILABLE) from error


def _staff(file: GradeFile, builds: Runner) -> tuple[list[Entrant], list[Entrant]]:
    """Return the bots of the field, and those for all sides that nobody has.

    Raises:
        UserError: one of them cannot play.
    """
    here, base = intake(file.staging, builds, retry=True), file.path.parent.resolve()
    named = [playable(find(here, section.bot, base, section.name)) for section in file.bots]
    most = max(contest.sides for contest in file.contests)
    spare = [playable(find(here, file.fill, base)) for _ in range(max(1, most - 1))]
    for bot in (*named, *spare[:1]):
        for contest in file.contests:
            if not bot.plays(contest.game.name):
                text = f"{file.path}: {bot.given} does not play {contest.game.name}"
                raise UserError(text, "name another bot, or leave the game out", os.EX_CONFIG)
    if SUBMISSION in {bot.name for bot in (*named, *spare)}:
        text = f"{file.path}: a bot of the staff is called {SUBMISSION!r}, as the submission is while it plays"
        raise UserError(text, "give it another name", os.EX_CONFIG)
    every = numbered([*named, *spare])
    return every[: len(named)], every[len(named) :]


def _accepted(sheet: GradeSheet, submission: Path, here: Intake) -> Entrant | None:
    """Take in a submission, and build it; None if it cannot be used.

    Raises:
        UserError: the machine is to blame.
    """
    path = submission.absolute()
    if not path.exists():
        raise UserError(f"{submission}: there is no such file or folder", exit_status=os.EX_NOINPUT)
    try:
        bot = here.take_in(path, str(submission), trusted=path.parent)
    except (StagingError, NotRun):
        raise
    except BuildFailed as error:
        sheet.passed(ACCEPTED, "its files can be used")
        err.print(f"{submission}: {error.hint}", style="dim")  # where its output is: for the staff
        sheet.failed(BUILDS, UserError(error.message, OFFLINE if OFFLINE in error.hint else ""))
        return None
    except UserError as error:
        sheet.failed(ACCEPTED, _told(error))
        return None
    if isinstance(bot, Unavailable):
        raise UserError(f"{submission}: {bot.reason}", "install it here, or grade elsewhere", os.EX_UNAVAILABLE)
    sheet.passed(ACCEPTED, "its files can be used")
    sheet.passed(BUILDS, "it can be started as it is")
    return bot


def _told(error: UserError) -> UserError:
    """Return an error of a submission without the paths of the machine."""
    if isinstance(error, ConfigErrors):
        return UserError("\n".join(error.lines(BOT_FILE)), error.hint, error.exit_status)
    return UserError(error.message, hint_for_author(error), error.exit_status)


def _limits(file: GradeFile, bot: Entrant, field: Sequence[Entrant], fillers: Sequence[Entrant]) -> dict[str, Limits]:
    """Return id -> limits: a submission gets no more than the file grants, a bot of the staff what it asks for."""
    found = {one.id: replace(file.limits, **one.wishes) for one in (*field, *fillers)}
    for section, one in zip(file.bots, field, strict=True):
        found[one.id] = replace(found[one.id], **section.limits)
    return found | {bot.id: file.limits.granted(bot.wishes, file.most)}


def _starts(
    sheet: GradeSheet,
    sandbox: Sandbox,
    file: GradeFile,
    limits: dict[str, Limits],
    bot: Entrant,
    staff: Sequence[Entrant],
) -> bool:
    """Start each bot once; return whether the submission greets.

    Raises:
        UserError: a bot of the staff does not start, or the machine is to blame.
    """
    starts = Starts(sandbox, file.clock, limits, staging_folder())
    with err.status("starting the bots"):
        *others, own = starts.all([*staff, bot], lambda _: None)
    for one, start in zip(staff, others, strict=True):
        if not isinstance(start, Started):
            why = start.reason if isinstance(start, Unavailable) else start.message
            raise UserError(f"{file.path}: {one.given}: {why}", "mend it, or name another bot", os.EX_CONFIG)
    if isinstance(own, Unavailable):
        raise UserError(f"{bot.given}: {own.reason}", "arena doctor checks this machine", os.EX_UNAVAILABLE)
    if isinstance(own, UserError):
        sheet.failed(GREETS, own)
        return False
    if own.remark.startswith(NOT_KNOWN):
        raise UserError(f"{bot.given}: {own.remark}", "the machine is too busy; try again", os.EX_TEMPFAIL)
    sheet.passed(GREETS, own.remark)
    return True
