"""Which sandbox the bots of a run get, and which of the bots can run in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from arena.bots.entrants import Entrant
from arena.bots.samples import SAMPLE
from arena.errors import UserError
from arena.results.conditions import level_of
from arena.sandbox import Sandbox, bubblewrap
from arena.sandbox.bot_files import unseen
from arena.sandbox.levels import AUTO, choose
from arena.settings.limits import LEVELS, Level, Limits, SandboxLevel
from arena.store import Store
from arena.tournament.setup import program
from arena.tournament.start_check import UNSEEN

ONLY_SAMPLES = "none (only bots that come with the arena)"
TRUSTED = "none (--trust-bots)"
LESS = (
    "level standard, not strict: the arena watches the memory of bots, where a control group would limit it; "
    "arena doctor says what strict needs"
)
"""What is lost where no control group can be had."""


class ChosenSandbox(NamedTuple):
    """The sandbox of a run, not entered yet.

    Args:
        sandbox: the sandbox.
        why: at level none, the level and the reason in words; else empty.
    """

    sandbox: Sandbox
    why: str = ""

    def about(self) -> str:
        """Return the level and how it is reached, as text for people and the store; call it in the entered sandbox."""
        return self.why or self.sandbox.about()


class Earlier(NamedTuple):
    """What earlier runs say about the sandbox of the next one.

    Args:
        key: identifies the results of these runs; the new run ends what an earlier one has left behind. Empty if
            another arena may play into them now, of which nothing may be ended.
        levels: the levels that their games were played at; `auto` never goes below them.
    """

    key: str = ""
    levels: Collection[Level] = ()


def earlier_runs(store: Store) -> Earlier:
    """Return what the runs of a store say about the sandbox of the next one."""
    key = sha256(os.fsencode(store.path.resolve())).hexdigest()[:12] if store.writing else ""
    return Earlier(key, {level for run in store.runs() if run.results for level in level_of(run)})


def choose_sandbox(
    asked: SandboxLevel | None,
    entrants: Iterable[Entrant],
    earlier: Earlier = Earlier(),  # noqa: B008 - a tuple
    *,
    say: Callable[[str], None],
    trust: bool,
    in_file: SandboxLevel = AUTO,
    read: tuple[Path, ...] = (),
) -> ChosenSandbox:
    """Return the sandbox that the bots of a run get.

    Args:
        asked: the level on the command line.
        entrants: the bots.
        earlier: what earlier runs with the same results say.
        say: tells the user what could be better.
        trust: whether all bots are trusted.
        in_file: the level in the ladder file.
        read: folders of the machine that bots may read.

    Raises:
        UserError: the level does not work here, or earlier results were played at a better one; or level none was
            asked for without `--trust-bots`.
    """
    if trust and asked not in {None, "none"}:
        raise UserError(f"--trust-bots means no sandbox, --sandbox {asked} means one", "leave one of them out")
    if trust:
        if in_file not in {AUTO, "none"}:
            say(f"the ladder file asks for sandbox level {in_file}; --trust-bots overrides it")
        return ChosenSandbox(Sandbox("none", key=earlier.key), TRUSTED)
    level = asked or in_file
    if level == "none":
        raise UserError(
            "level none is for bots that you trust as you trust yourself",
            "if so, say --trust-bots, or trust=True in Python",
        )
    entrants = list(entrants)
    if level == AUTO and all(is_sample(entrant) and not entrant.own.needs_this_machine for entrant in entrants):
        return ChosenSandbox(Sandbox("none", key=earlier.key), ONLY_SAMPLES)
    if missing := [folder for folder in read if not folder.is_dir()]:
        raise UserError(
            f"{missing[0]}: there is no such folder for bots to read", "correct `read` of [sandbox]", os.EX_CONFIG
        )
    found = choose(level, earlier.levels).level
    for entrant in entrants:
        _check_own(entrant, found)
    if found == "basic" and bubblewrap.version() is None:
        say("with bubblewrap, the sandbox would be better: apt install bubblewrap")
    if found == "standard" and level == AUTO:
        say(LESS)
    return ChosenSandbox(Sandbox(found, key=earlier.key, read=read))


def _check_own(entrant: Entrant, level: Level) -> None:
    """Check that a run at this level can give a bot the sandbox that its line in the ladder file asks for.

    Raises:
        UserError: it cannot.
    """
    own = entrant.own
    if own.level is not None and LEVELS.index(own.level) > LEVELS.index(level):
        text = f"{entrant.name} is to be locked in at level {own.level}, but this run has only level {level}"
        raise UserError(
            text, "take a level of its own away from the bot; arena doctor says what works here", os.EX_CONFIG
        )
    if (own.network or own.devices) and level == "basic":
        text = (
            f"{entrant.name} is to reach {', '.join((*own.network, *own.devices))}: level basic cannot open single ones"
        )
        raise UserError(text, "arena doctor says what level standard needs", os.EX_CONFIG)
    for pattern in own.devices:
        if not bubblewrap.existing([pattern]):
            raise UserError(f"{entrant.name} is to use {pattern}: there is no such device", exit_status=os.EX_CONFIG)


def is_sample(entrant: Entrant) -> bool:
    """Return whether a bot is one of those that come with the arena."""
    return entrant.given.startswith(SAMPLE)


def runnable(
    entrants: Iterable[Entrant],
    sandbox: Sandbox,
    say: Callable[[str], None],
    may_be_left_out: Callable[[Entrant], bool] = lambda _: False,
) -> list[Entrant]:
    """Return the bots whose programs can be seen in a sandbox; tell the user of those that are left out.

    Args:
        entrants: the bots.
        sandbox: their sandbox.
        say: tells the user.
        may_be_left_out: whether the run can go on without a bot; by default it cannot.

    Raises:
        UserError: the program of a bot that may not be left out cannot be seen.
    """
    found = []
    for entrant in entrants:
        which = program(entrant, Limits())
        problem = "" if sandbox.level_of(which) == "none" else unseen(which, sandbox.read)
        if not problem:
            found.append(entrant)
        elif may_be_left_out(entrant):
            say(f"{entrant.name} is left out: in the sandbox, {problem}")
        else:
            raise UserError(f"{entrant.given}: in the sandbox, {problem}", UNSEEN, os.EX_CONFIG)
    return found


def say_what_is_shown(entrants: Sequence[Entrant], sandbox: Sandbox, say: Callable[[str], None]) -> None:
    """Tell the user which bots see only the files that their command names."""
    for entrant in entrants:
        if not entrant.staged and sandbox.level != "none":
            files = "sees only the files that its command names; a folder with a bot.toml can bring more"
            say(f"{entrant.name} {files}")
