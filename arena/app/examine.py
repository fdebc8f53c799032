"""Which bots can play: those of a ladder, of a folder of submissions, or a single one. Each is built and started."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from arena.app import field
from arena.app.events import Note, Tell
from arena.app.ladders import open_ladder
from arena.bots.botfile import BOT_FILE
from arena.bots.entrants import Entrant
from arena.bots.intake import Intake
from arena.bots.staging import StagingError, staging_folder
from arena.bots.submissions import Admission, Found, is_one_bot
from arena.errors import UserError
from arena.sandbox.levels import AUTO
from arena.settings.clock import ClockSettings
from arena.settings.ladder import BotLine
from arena.settings.limits import OWN_LIMITS, STAGING_LIMITS, Limits, SandboxLevel
from arena.tournament.sandbox_choice import choose_sandbox
from arena.tournament.start_check import Starts

LADDER = ".toml"
"""How the names of ladder files end; another file is a bot."""


def examined(path: Path, sandbox: SandboxLevel | None, tell: Tell, *, trust: bool, retry_builds: bool) -> list[Found]:
    """Take in all bots, start each, and return what came of them.

    Args:
        path: a ladder file, a folder of submissions, a bot, or the bot.toml of one.
        sandbox: the level that was asked for; None for that of the file.
        tell: is told how far it is, and in the end (`Field`) which bots can play, also if an error follows.
        trust: whether all bots are trusted.
        retry_builds: whether to run builds again that failed lately.

    Raises:
        UserError: the file has errors, or the sandbox does not work here.
    """
    named = path.parent if path.name == BOT_FILE else path
    file = None if named.is_dir() or _is_program(named) else open_ladder(named)
    level, read = (AUTO, ()) if file is None else (file.sandbox, file.read)
    folder = file is None and named.is_dir() and not is_one_bot(named)
    staging = file.staging if file else STAGING_LIMITS if folder else OWN_LIMITS

    def say(text: str) -> None:
        tell(Note(text))

    with ExitStack() as opened:
        here = opened.enter_context(field.intake(sandbox or level, staging, trust=trust, read=read, retry=retry_builds))
        if file is not None:
            found = field.taken_in(file.lines, here, file.path.parent, tell, people=file.people)
        elif folder:
            found = field.taken_in([BotLine(str(named), None, folder=True)], here, Path.cwd(), tell)
        else:
            found = [_alone(named, here)]
        entrants = field.accepted(found)
        if not entrants:
            field.tell_field(found, tell)
            return found
        try:
            choice = choose_sandbox(sandbox, entrants, say=say, trust=trust, in_file=level, read=read)
        except UserError:
            field.tell_field(found, tell)  # what is known without a sandbox
            raise
        limits = _limits(found) if file is None else field.ladder_limits(file, entrants, say)
        clock = ClockSettings() if file is None else file.clock
        entered = opened.enter_context(choice.sandbox)
        tell(Note(f"Sandbox: {choice.about()}", kind="detail"))
        found = field.started(found, Starts(entered, clock, limits, staging_folder()), tell)
        field.tell_field(found, tell)
        return found


def _alone(named: Path, here: Intake) -> Found:
    """Return what comes of a single bot."""
    try:
        outcome: Admission = here.take_in(named.absolute(), str(named))
    except StagingError:
        raise
    except UserError as error:
        outcome = error
    return Found(str(named), outcome, submitted=False)


def _limits(found: Iterable[Found]) -> dict[str, Limits]:
    """Return id -> limits of bots that are named by a path: a submission gets no more than the defaults."""
    return {
        bot.id: Limits().granted(bot.wishes, {}) if each.submitted else bot.wanted
        for each in found
        if isinstance(bot := each.outcome, Entrant)
    }


def _is_program(path: Path) -> bool:
    """Return whether a path is a single file that is to be a bot, and no ladder file."""
    return path.is_file() and path.suffix != LADDER and (path.suffix != "" or os.access(path, os.X_OK))


def may_be_one_bot(folder: Path) -> bool:
    """Return whether a folder without a bot.toml looks like one bot: it has files only."""
    return folder.is_dir() and not is_one_bot(folder) and all(path.is_file() for path in folder.iterdir())
