"""A grade: points for one submission, by a grade file with a field of staff bots."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

from arena.app.events import Note, Progress, Tell
from arena.app.field import STARTING, AnyPath, intake, warning
from arena.app.match import log
from arena.app.options import checked
from arena.app.playing import conditions, games_kept, setup_of
from arena.app.terms import Terms
from arena.bots.botfile import BOT_FILE
from arena.bots.builds import OFFLINE, BuildFailed, NotRun, hint_for_author
from arena.bots.entrants import Entrant, Unavailable, numbered, playable
from arena.bots.intake import Intake
from arena.bots.revisions import find
from arena.bots.staging import StagingError, staging_folder
from arena.errors import ConfigErrors, UserError
from arena.grading.examiner import ACCEPTED, BUILDS, GREETS, Examiner, GradeSheet
from arena.grading.grade import SUBMISSION, Grade, Submission, packs_of
from arena.sandbox import Sandbox
from arena.sandbox.levels import choose
from arena.settings.bounds import Rooms
from arena.settings.grade_file import GradeFile, read_grade_file
from arena.settings.limits import Limits, SandboxLevel
from arena.tournament.apart import Stopped, awaited, waited
from arena.tournament.descriptors import fitted
from arena.tournament.sandbox_choice import choose_sandbox, runnable, say_what_is_shown
from arena.tournament.start_check import NOT_KNOWN, Started, Starts
from arena.tournament.stops import StopButton, Stops

NEVER_WITHOUT = "a submission is never graded without a sandbox; arena doctor says what is missing here"


class GradeOptions(TypedDict, total=False):
    """How a submission is graded. All may be left out.

    Keys:
        seconds: after so many seconds no new game begins, and what is not known by then means no grade.
        save: keep the games in this file, and go on from there; by default they are forgotten.
        sandbox: how strongly bots are locked in; by default as the grade file says.
        rooms: how many rooms play at the same time, each in a process; by default as many as there are cores.
        tell: is called with what happens, in a thread that plays; by default trouble is logged.
    """

    seconds: float | None
    save: AnyPath | None
    sandbox: SandboxLevel | None
    rooms: Rooms | None
    tell: Tell | None


def grade(submission: AnyPath, against: AnyPath, **options: Unpack[GradeOptions]) -> Grade:
    """Grade a submission by a file of the staff, as `arena grade` does.

    It works in any thread, and beside an event loop that runs already; it installs no signal handlers.

    Args:
        submission: the folder or file.
        against: the grade file: points, games and the field of staff bots.
        options: how: `GradeOptions` has the keys.

    Raises:
        UserError: there is no such option, or no grade, and the submission is not to blame.
        KeyboardInterrupt: after Ctrl-C; games that were running have ended first.
    """
    __tracebackhide__ = True
    return waited(partial(_asked, submission, against, options))


async def agrade(submission: AnyPath, against: AnyPath, **options: Unpack[GradeOptions]) -> Grade:
    """Grade a submission as `grade` does, and await it, under trio or asyncio: other tasks go on meanwhile.

    If this is cancelled, games that are running end first.
    """
    __tracebackhide__ = True
    return await awaited(partial(_asked, submission, against, options))


class _Call(GradeOptions):
    """What `grade` is called with."""

    submission: AnyPath
    against: AnyPath


def _asked(submission: AnyPath, against: AnyPath, options: GradeOptions, button: StopButton) -> Grade:
    """Grade a submission."""
    checked("grade", _Call, {"submission": submission, "against": against, **options})
    late = alarm(options.get("seconds"))
    save, sandbox, rooms = options.get("save"), options.get("sandbox"), options.get("rooms")
    tell = options.get("tell") or log

    file = read_grade_file(Path(against))
    try:
        return grade_of(file, Path(submission), late, save, sandbox, rooms, tell, button.heed)
    except KeyboardInterrupt:  # the button was pressed
        raise Stopped from None


def alarm(seconds: float | None) -> Callable[[], bool]:
    """Return a function that says whether time is up."""
    end = math.inf if seconds is None else time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def grade_of(
    file: GradeFile,
    submission: Path,
    late: Callable[[], bool],
    save: AnyPath | None,
    sandbox: SandboxLevel | None,
    rooms: int | None,
    tell: Tell,
    stops: Stops | None,
) -> Grade:
    """Return the grade of a submission; play in this thread, beside no event loop.

    Args:
        file: the grade file.
        submission: the folder or file.
        late: returns whether no new game may begin.
        save: where games are kept; None to forget them.
        sandbox: how strongly bots are locked in; None for what the file says.
        rooms: how many rooms play at the same time; None for as many as there are cores.
        tell: is told what happens.
        stops: what may ask for a stop.

    Raises:
        UserError: there is none, and the submission is not to blame.
        KeyboardInterrupt: it was stopped.
    """

    def say(text: str) -> None:
        tell(Note(text))

    level = _level(sandbox or file.sandbox)
    with ExitStack() as opened:
        here = opened.enter_context(intake(level, file.staging, trust=False, read=file.read))
        field, fillers = _staff(file, here)
        sheet = GradeSheet(file, field)
        bot = _accepted(sheet, submission, here, tell)
        if bot is None:
            return sheet.grade(Submission(str(submission)))
        about = Submission.of(bot)
        bot = replace(bot, name=SUBMISSION)
        others = {one.id: one for one in (*field, *fillers)}
        bots = [bot, *others.values()]
        key = packs_of(file.seed, bot)
        store = opened.enter_context(games_kept(save))
        if any(season.seed != key for season in store.seasons()):
            text = f"{save}: its games are of another submission, another version of it, or another grade file"
            raise UserError(text, "name another file: --save", os.EX_CONFIG)
        choice = choose_sandbox(level, bots, say=say, trust=False, read=file.read)
        entered = opened.enter_context(choice.sandbox)
        tell(Note(f"Sandbox: {choice.about()}", kind="detail"))
        say_what_is_shown(runnable(others.values(), entered, say), entered, say)
        limits = _limits(file, bot, field, fillers)
        if not _starts(sheet, entered, file, limits, bot, [*others.values()], tell):
            return sheet.grade(about)
        store.start_run(key, conditions(file.clock, "forfeit", "fresh", choice))
        terms = Terms(clock=file.clock, rooms=rooms)
        setup = setup_of(file.contests, bots, store.season().key, terms, entered, stops)
        setup = fitted(replace(setup, limits=limits), warning(tell))
        Examiner(file, bot, field, fillers, setup, store, tell, late).examine(sheet)
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


def _staff(file: GradeFile, here: Intake) -> tuple[list[Entrant], list[Entrant]]:
    """Return the bots of the field, and those for all sides that nobody has.

    Raises:
        UserError: one of them cannot play.
    """
    base = file.path.parent.resolve()
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


def _accepted(sheet: GradeSheet, submission: Path, here: Intake, tell: Tell) -> Entrant | None:
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
        tell(Note(f"{submission}: {error.hint}", kind="detail"))  # where its output is: for the staff
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
    tell: Tell,
) -> bool:
    """Start each bot once; return whether the submission greets.

    Raises:
        UserError: a bot of the staff does not start, or the machine is to blame.
    """
    starts = Starts(sandbox, file.clock, limits, staging_folder())
    tell(Progress(STARTING, 0, len(staff) + 1))
    *others, own = starts.all([*staff, bot], lambda _: None)
    for one, start in zip(staff, others, strict=True):
        if not isinstance(start, Started):
            why = start.reason if isinstance(start, Unavailable) else start.message
            raise UserError(f"{file.path}: {one.given}: {why}", "fix it, or name another bot", os.EX_CONFIG)
    if isinstance(own, Unavailable):
        raise UserError(f"{bot.given}: {own.reason}", "arena doctor checks this machine", os.EX_UNAVAILABLE)
    if isinstance(own, UserError):
        sheet.failed(GREETS, own)
        return False
    if own.remark.startswith(NOT_KNOWN):
        raise UserError(f"{bot.given}: {own.remark}", "the machine is too busy; try again", os.EX_TEMPFAIL)
    sheet.passed(GREETS, own.remark)
    return True
