"""`--sandbox` and `--trust-bots`: which sandbox the bots of a run get; it is printed before the first game."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from arena.bots.builds import Runner, Sandboxed, run_build
from arena.bots.entrants import Entrant
from arena.bots.samples import SAMPLE
from arena.cli.screen import err
from arena.errors import UserError
from arena.results.conditions import level_of
from arena.sandbox import Sandbox, bubblewrap
from arena.sandbox.bot_files import unseen
from arena.sandbox.levels import AUTO, choose
from arena.settings.ladder import BotLine, LadderFile
from arena.settings.limits import Level, Limits, SandboxLevel
from arena.store import Store
from arena.tournament.setup import program
from arena.tournament.start_check import UNSEEN

ONLY_SAMPLES = "none (only bots that come with the arena)"
TRUSTED = "none (--trust-bots)"


def builder(level: SandboxLevel | None, *, trust: bool, read: tuple[Path, ...] = ()) -> Runner:
    """Return the function that runs the builds of bots: in a sandbox, or without one if bots are trusted.

    Args:
        level: the level that is asked for, if any.
        trust: whether all bots are trusted.
        read: folders of the machine that bots and their builds may read.
    """
    return run_build if trust else Sandboxed(level or AUTO, read)


class Lock(NamedTuple):
    """The sandbox of a run, not entered yet; and at level none, the reason for that level.

    Args:
        sandbox: the sandbox.
        why: at level none, the level and the reason in words; else empty.
    """

    sandbox: Sandbox
    why: str = ""

    def about(self) -> str:
        """Return the level and how it is reached, as text for people and the store; call it in the entered sandbox."""
        return self.why or self.sandbox.about()


def lock(
    asked: SandboxLevel | None,
    entrants: Sequence[Entrant],
    store: Store,
    *,
    trust: bool,
    said: SandboxLevel = AUTO,
    read: tuple[Path, ...] = (),
) -> Lock:
    """Return the sandbox that the bots of a run get.

    Args:
        asked: the level on the command line.
        entrants: the bots.
        store: the results, including those of earlier runs.
        trust: whether all bots are trusted.
        said: the level in the ladder file.
        read: folders of the machine that bots may read.

    Raises:
        UserError: the level does not work here, or earlier results were played at a better one; or level none was
            asked for without `--trust-bots`.
    """
    key = sha256(os.fsencode(store.path.resolve())).hexdigest()[:12]
    before = {level for run in store.runs() if run.results for level in level_of(run)}
    return lock_for(asked, entrants, key, before, trust=trust, said=said, read=read)


def lock_for(
    asked: SandboxLevel | None,
    entrants: Sequence[Entrant],
    key: str = "",
    before: Collection[Level] = (),
    *,
    trust: bool,
    said: SandboxLevel = AUTO,
    read: tuple[Path, ...] = (),
) -> Lock:
    """Return the sandbox that bots get (arguments and errors as for `lock`).

    Args:
        asked: the level on the command line.
        entrants: the bots.
        key: identifies the results of the run.
        before: the levels of earlier runs with the same results; `auto` never goes below them.
        trust: whether all bots are trusted.
        said: the level in the ladder file.
        read: folders of the machine that bots may read.
    """
    if trust and asked not in {None, "none"}:
        raise UserError(f"--trust-bots means no sandbox, --sandbox {asked} means one", "leave one of them out")
    if trust:
        if said not in {AUTO, "none"}:
            err.print(f"the ladder file asks for sandbox level {said}; --trust-bots overrides it", style="yellow")
        return Lock(Sandbox("none", key=key), TRUSTED)
    level = asked or said
    if level == "none":
        raise UserError("level none is for bots that you trust as you trust yourself", "if so, say --trust-bots")
    if level == AUTO and all(entrant.given.startswith(SAMPLE) for entrant in entrants):
        return Lock(Sandbox("none", key=key), ONLY_SAMPLES)
    if missing := [folder for folder in read if not folder.is_dir()]:
        raise UserError(
            f"{missing[0]}: there is no such folder for bots to read", "mend `read` of [sandbox]", os.EX_CONFIG
        )
    found = choose(level, before).level
    if found == "basic" and bubblewrap.version() is None:
        err.print("with bubblewrap, the sandbox would be better: apt install bubblewrap", style="dim")
    return Lock(Sandbox(found, key=key, read=read))


def shown(entrants: Sequence[Entrant], sandbox: Sandbox) -> list[Entrant]:
    """Return the bots that can run in a sandbox; a sample bot that cannot is left out with a message.

    Raises:
        UserError: the program of another bot cannot be seen from inside.
    """
    samples = [bot for bot in entrants if bot.given.startswith(SAMPLE)]
    left_out = [bot for bot in samples if bot not in visible(samples, sandbox)]
    found = [bot for bot in entrants if bot not in left_out]
    check_shown(found, sandbox)
    return found


def visible(entrants: Iterable[Entrant], sandbox: Sandbox) -> list[Entrant]:
    """Return the bots whose program can be seen in a sandbox; others are left out with a message."""
    found = []
    for entrant in entrants:
        if problem := _unseen(entrant, sandbox):
            err.print(f"{entrant.name} is left out: in the sandbox, {problem}")
        else:
            found.append(entrant)
    return found


def check_shown(entrants: Sequence[Entrant], sandbox: Sandbox) -> None:
    """Check that bots can run in a sandbox, and print which bots see only the files that their command names.

    Raises:
        UserError: the program of a bot cannot be seen from inside.
    """
    for entrant in entrants:
        if problem := _unseen(entrant, sandbox):
            raise UserError(f"{entrant.given}: in the sandbox, {problem}", UNSEEN, os.EX_CONFIG)
    say_what_is_shown(entrants, sandbox)


def say_what_is_shown(entrants: Iterable[Entrant], sandbox: Sandbox) -> None:
    """Print which bots see only the files that their command names."""
    for entrant in entrants:
        if not entrant.staged and sandbox.level != "none":
            files = "sees only the files that its command names; a folder with a bot.toml can bring more"
            err.print(f"{entrant.name} {files}", style="dim")


def _unseen(entrant: Entrant, sandbox: Sandbox) -> str:
    return "" if sandbox.level == "none" else unseen(program(entrant, Limits()), sandbox.read)


def bot_limits(file: LadderFile, entrants: Iterable[Entrant]) -> dict[str, Limits]:
    """Return id -> limits of each bot of a ladder.

    They are the limits of the ladder for all bots or for this one, and what the bot asks for as far as the ladder
    allows it.
    """
    found = {}
    for entrant in entrants:
        own = next((line.limits for line in file.lines if _names(line, entrant)), {})
        found[entrant.id] = replace(file.limits, **own).granted(entrant.wishes, file.most)
        for name, wish in entrant.wishes.items():
            if (granted := getattr(found[entrant.id], name)) != wish:
                text = f"{entrant.name} asks for {name} = {wish}; the ladder allows {granted} ([limits.most])"
                err.print(text, style="dim")
    return found


def own_limits(entrants: Iterable[Entrant]) -> dict[str, Limits]:
    """Return id -> limits of bots that the command line names: they get what they ask for."""
    return {entrant.id: replace(Limits(), **entrant.wishes) for entrant in entrants}


def _names(line: BotLine, entrant: Entrant) -> bool:
    """Return whether a line of a ladder file names this bot."""
    if line.folder:
        return Path(entrant.given).parent == Path(line.bot)
    same = entrant.given == line.bot or fnmatchcase(entrant.given, line.bot)
    return same and line.name in {None, entrant.name}
