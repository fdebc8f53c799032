"""Deals from a file: a position, and what a bot answers there."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import trio

from arena.app.field import intake
from arena.app.files import read
from arena.bots.entrants import Entrant, playable
from arena.bots.removal import temporary
from arena.bots.revisions import find
from arena.errors import ConfigErrors, Problem, UserError
from arena.escapes import decoded
from arena.games.study import Study, StudyError, read_study
from arena.protocol import Answer
from arena.sandbox import Program, Sandbox, SandboxFailure
from arena.settings.clock import ClockSettings
from arena.settings.limits import SandboxLevel
from arena.store import Store
from arena.table.choice import Choice, choose
from arena.tournament.sandbox_choice import choose_sandbox, earlier_runs, runnable, say_what_is_shown
from arena.tournament.setup import program

TAIL = 5
"""How many of the last lines that a failed bot wrote are told."""
Say = Callable[[str], None]


def open_study(path: str) -> Study:
    """Return the deal in a file; `-` is standard input.

    Raises:
        UserError: the file cannot be read.
        ConfigErrors: the deal cannot be set up; all mistakes are listed.
    """
    name, data = read(path)
    try:
        return read_study(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise UserError(f"{name}: is not UTF-8 text", "save it as UTF-8", os.EX_DATAERR) from error
    except StudyError as error:
        raise ConfigErrors([Problem("", problem) for problem in error.problems], os.EX_DATAERR) from error


def answer_of(
    study: Study, bot: str, move_ms: int, sandbox: SandboxLevel | None, say: Say, *, trust: bool
) -> tuple[Entrant, Answer, float]:
    """Return a bot, what it answers to the question of a position, and the time that it took in ms.

    Args:
        study: the position.
        bot: the bot as the command line names it.
        move_ms: the time limit of the answer in ms; 0 for none.
        sandbox: the level that is asked for, if any.
        say: is told what people should know.
        trust: whether the bot is trusted.

    Raises:
        UserError: the deal is over, there is no such bot, or it failed.
    """
    if study.position.ask is None:
        raise UserError("the deal is over, so there is no question to answer", "leave out some of `words` or `play`")
    with ExitStack() as opened:
        here = opened.enter_context(intake(sandbox, trust=trust, retry=False))
        entrant = playable(find(here, bot, Path.cwd()))
        if not entrant.plays(study.game.name):
            raise UserError(f"{bot} does not play {study.game.name}", f"it plays {', '.join(entrant.games)}")
        aside = opened.enter_context(temporary("arena-study-"))
        store = opened.enter_context(Store.open(aside / "study.db", writing=True))
        choice = choose_sandbox(sandbox, [entrant], earlier_runs(store), say=say, trust=trust)
        entered = opened.enter_context(choice.sandbox)
        say_what_is_shown(runnable([entrant], entered, say), entered, say)
        say(f"Sandbox: {choice.about()}")
        asked = program(entrant, entrant.wanted)
        found = _choice(asked, study, ClockSettings(move_ms=move_ms), entered)
    if found.failure is not None:
        raise _failed(bot, found)
    assert found.answer is not None
    return entrant, found.answer, found.ms


def _choice(bot: Program, study: Study, clock: ClockSettings, sandbox: Sandbox) -> Choice:
    """Return the answer of a bot, which runs in the same sandbox as in a match."""
    try:
        return trio.run(partial(choose, bot, study, clock, sandbox))
    except* SandboxFailure as group:
        failure = str(group.exceptions[0])
    raise UserError(f"sandbox: {failure}", "try again, or see: arena doctor", os.EX_TEMPFAIL)


def _failed(bot: str, found: Choice) -> UserError:
    assert found.failure is not None
    verdict = found.failure.fault
    words = decoded(found.failure.stderr).splitlines()[-TAIL:]
    lines = [f"{bot}: {verdict.kind}: {verdict.text}", *(f"  {line}" for line in words)]
    return UserError("\n".join(lines), "`arena help faults` explains every fault", os.EX_DATAERR)
