"""The sandbox of a run: it has a level, a folder and a guardian, and starts bots."""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self

import trio

from arena.sandbox import bubblewrap, cgroups, guardian, leftovers, library, listener, seccomp
from arena.sandbox.bot_files import BotFiles, Files, Program, RunFiles, own_program
from arena.sandbox.constant_proc import CONSTANT, SETTINGS, ConstantProc
from arena.sandbox.page_cache import page_cache
from arena.sandbox.running_program import RunningProgram
from arena.sandbox.spawn import MARK, SandboxFailure, SpawnRequest, spawn_bubblewrap, spawn_plain, spawn_warded
from arena.settings.limits import Level, Limits
from arena.threads import beside

SHARED = Path("/var/tmp")  # noqa: S108 - the folders made in it have random names
PREFIX = "arena-"
USERS = range(60600, 61184)
"""User ids that Debian and systemd do not use; if root runs the arena, each bot gets one of its own."""
THREADS = 2
"""How many threads make calls to the kernel that may take a few ms."""
RESTART = 0.1
"""Seconds before a dead guardian is replaced."""


class Share(NamedTuple):
    """What another process needs to start bots in the sandbox of a run: values that can be sent to it.

    Args:
        level: the sandbox level.
        read: more folders of the machine that bots may read.
        mark: the mark in the environment of everything that this process starts; no other share's mark begins with it.
        group: the prefix of the names of its control groups; no other share's names have it.
        roots: the groups to make them in, at the level that has control groups.
        users: the user ids for its bots, if root runs the arena.
        placed: where the files of its bots are.
        shown: where the files are that bots see instead of the machine's own in /proc.
        dropped: what `pages_dropped` was when all that bots see was in memory.
    """

    level: Level
    read: tuple[Path, ...]
    mark: str
    group: str
    roots: cgroups.Roots | None
    users: tuple[int, ...]
    placed: Mapping[Files, BotFiles]
    shown: Path | None
    dropped: int


class Sandbox:
    """Starts the bots of a run. A context manager; level `none` also works without entering it, but unguarded.

    Args:
        level: the sandbox level; the caller has checked that it works on this machine.
        key: identifies the results of the run: entering kills what an earlier run with the same key left behind.
        read: more folders of the machine that bots may read.
        guarded: whether a guardian kills everything if the arena dies.
    """

    def __init__(
        self, level: Level = "none", *, key: str = "", read: tuple[Path, ...] = (), guarded: bool = True
    ) -> None:
        self.level: Level = level
        self.read = read
        self.replaced: int = 0
        """How many guardians died and were replaced."""
        self._key = key or secrets.token_hex(6)
        self._nonce = secrets.token_hex(6)
        self.mark: str = f"{self._key}:{self._nonce}"
        """The mark in the environment of everything that the run starts."""
        self._name = f"{PREFIX}{self._key}-{self._nonce}"
        self._guarded = guarded and sys.platform == "linux" and Path("/proc/self").exists()
        self._guardian: subprocess.Popen[bytes] | None = None
        self._opened = ExitStack()
        self._folder: Path | None = None
        self._places: RunFiles | None = None
        self._stand_ins: ConstantProc | None = None
        self._page_cache = page_cache((*bubblewrap.system_folders(), *map(str, read)))
        self._placing = trio.Lock()
        self._threads = trio.CapacityLimiter(THREADS)
        self._roots: cgroups.Roots | None = None
        self._groups = 0
        self._users = list(_free_users()) if os.geteuid() == 0 else []
        secrets.SystemRandom().shuffle(self._users)  # another arena may use some of them too

    @classmethod
    def sharing(cls, share: Share) -> Self:
        """Return the sandbox of a run that another process has entered: do not enter it again; it has no guardian."""
        found = cls(share.level, read=share.read, guarded=False)
        found.mark, found._name, found._roots = share.mark, share.group, share.roots
        found._users = list(share.users)
        found._places = RunFiles(None, share.placed)
        found._stand_ins = None if share.shown is None else ConstantProc(share.shown)
        found._page_cache.dropped = share.dropped
        return found

    async def share(self, number: int, of: int, programs: Iterable[Program] = ()) -> Share:
        """Return a share of the sandbox for another process.

        Args:
            number: the number of the process, from 0; the successor of a dead process gets its user ids.
            of: how many processes there are.
            programs: the bots that it will start; their files are placed. If that fails, the process gets an error.
        """
        for program in programs:
            with contextlib.suppress(SandboxFailure):
                await self.place(program)
        if self.level != "none":
            await beside(self._page_cache.keep, limiter=self._threads)  # once for all that share it
        placed = {} if self._places is None else self._places.there(programs)
        users = tuple(self._users[number::of])
        name = f"{self._name}-{number}"
        shown = None if self._stand_ins is None else self._stand_ins.folder
        mark, dropped = f"{self.mark}-{number}.", self._page_cache.dropped
        return Share(self.level, self.read, mark, name, self._roots, users, placed, shown, dropped)

    async def clear(self, share: Share) -> None:
        """Kill everything that a dead process has started with its share, and what is left of the process."""

        def clear() -> None:
            guardian.kill_marked(f"{MARK}={share.mark}", quiet=guardian.QUIET)
            guardian.remove([], _patterns(share.roots, share.group))

        await beside(clear, limiter=self._threads)

    def __enter__(self) -> Self:
        shared = SHARED if os.access(SHARED, os.W_OK) else Path(tempfile.gettempdir())
        with self._opened:
            if self.level == "strict":
                self._roots = cgroups.find()
            self._sweep(shared)
            if self.level != "none":
                self._folder = shared / self._name
                self._opened.enter_context(leftovers.in_use(self._folder))
                self._folder.mkdir(mode=0o711)
                self._opened.callback(shutil.rmtree, self._folder, ignore_errors=True)
                self._places = RunFiles(self._folder)
                self._stand_ins = ConstantProc(self._folder / "shown")
                self._stand_ins.make()
            if self._guarded:
                self._start_guardian()
                self._opened.callback(self._dismiss_guardian)
            self._opened = self._opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def about(self) -> str:
        """Return the level and its means, with a digest of the exact rules, to be stored with results.

        Whether the files that bots see fit into memory is known after the first start of a process of the arena.
        """
        if self.level == "none":
            return "none"
        counted = self.level == "strict"
        rules = seccomp.program(self.level) + listener.program(counted=counted)
        if self.level == "basic":
            means = "Landlock"
        else:
            rules += bubblewrap.arguments(Limits(), Path("/"), read=self.read, descriptors={}, counted=counted)
            rules += repr((sorted(CONSTANT), SETTINGS)).encode()
            means = "bubblewrap " + ".".join(map(str, bubblewrap.version() or ()))
        if self._roots is not None:
            means += f", cgroup v{self._roots.version}"
        if self._page_cache.too_large:
            means += ", too little memory for the files that bots see"
        return f"{self.level} ({means}, {sha256(rules).hexdigest()[:8]})"

    def level_of(self, program: Program) -> Level:
        """Return the level that a bot is started at: its own, where bots are locked in at all."""
        if self.level == "none" or program.person:
            return "none"
        return program.own.level or self.level

    async def start(
        self, program: Program, *, room: int = 0, environment: Mapping[str, str] = MappingProxyType({})
    ) -> RunningProgram:
        """Start a bot. The caller must watch the running, or some of its system calls are never answered, and close it.

        Args:
            program: the bot.
            room: for a build, the bytes that its copy of the folder may hold, in memory; 0 for a bot.
            environment: more variables for a program in bubblewrap, or others than it has by default.

        Raises:
            OSError: at level `none`, the command cannot be started.
            SandboxFailure: the sandbox could not be made; no bot is to blame.
        """
        level, own = self.level_of(program), program.own
        if level == "none":
            place = library.ROOT if program.library else None
            request = SpawnRequest(program.here(), program.folder, program.limits, self.mark, library=place)
            return spawn_plain(replace(request, environment=own.env))
        placed = BotFiles(program.folder, own_program(program)) if room else await self.place(program)
        if not room and not self._page_cache.is_kept(placed.folders):
            await beside(self._page_cache.keep, placed.folders, limiter=self._threads)
        with ExitStack() as held:
            user = self._user(held)
            seen_at = str(placed.folder) if level == "basic" else bubblewrap.HOME
            request = SpawnRequest(
                command=placed.command(program, seen_at),
                folder=placed.folder,
                limits=program.limits,
                mark=self.mark,
                user=user,
                read=self.read,
                room=room,
                stand_ins=self._stand_ins,
                environment={**own.env, **environment},
                library=placed.library,
                network=own.network,
                devices=own.devices,
            )
            if level == "basic":
                running = await spawn_warded(request)
            else:
                group = await self._group(held, program.limits, room) if level == "strict" else None
                running = await spawn_bubblewrap(request, self._threads, group)
            running.holds(held.pop_all().close)
            return running

    async def place(self, program: Program) -> BotFiles:
        """Put the files of a bot where the sandbox can show them; return where they are.

        Raises:
            SandboxFailure: that failed.
        """
        if self.level == "none":
            return BotFiles(program.folder, {})
        assert self._places is not None, "enter the sandbox first"
        if found := self._places.found(program):
            return found
        try:
            async with self._placing:
                return await beside(self._places.place, program, limiter=self._threads)
        except OSError as error:
            raise SandboxFailure(f"the files of {program.name} cannot be placed: {error.strerror}") from error

    async def guard(self) -> None:
        """Replace every guardian that dies; never returns."""
        while self._guardian is not None:
            held = os.pidfd_open(self._guardian.pid)
            try:
                await trio.lowlevel.wait_readable(held)
            finally:
                os.close(held)
            self._dismiss_guardian()
            await self._replace_guardian()
        await trio.sleep_forever()

    async def _replace_guardian(self) -> None:
        while True:
            await trio.sleep(RESTART)
            with contextlib.suppress(OSError):  # too many processes or descriptors; try again later
                self._start_guardian()
                self.replaced += 1
                return

    def _user(self, held: ExitStack) -> int | None:
        """Return a user id for one bot; None if the arena is not root."""
        if os.geteuid() != 0:
            return None
        if not self._users:
            raise SandboxFailure("more bots at a time than there are user ids for them")
        user = self._users.pop(0)
        held.callback(self._users.append, user)
        return user

    async def _group(self, held: ExitStack, limits: Limits, room: int) -> cgroups.Group | None:
        """Return a new control group with limits; None at other levels. Uses threads: the kernel may take a few ms.

        Args:
            held: what removes the group again.
            limits: what its processes may use.
            room: the bytes of its folder in memory, which the group counts too.
        """
        if self._roots is None:
            return None
        self._groups += 1
        name = f"{self._name}-{self._groups}"
        try:
            group = await beside(cgroups.Group, self._roots, name, limiter=self._threads)
            held.callback(group.remove)
            await beside(group.limit, limits.memory + room, limits.processes + 1, limiter=self._threads)
        except (OSError, cgroups.NoCgroupError) as error:
            raise SandboxFailure(f"no control group: {error}") from error
        return group

    def _start_guardian(self) -> None:
        orders = {
            "mark": f"{MARK}={self.mark}",
            "folders": [str(self._folder)] if self._folder else [],
            "groups": _patterns(self._roots, self._name),
        }
        self._guardian = subprocess.Popen(  # noqa: S603 - ours
            [sys.executable, "-I", "-S", guardian.__file__, json.dumps(orders)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={},
            start_new_session=True,
            bufsize=0,
        )

    def _dismiss_guardian(self) -> None:
        """Tell the guardian that all is well, and wait until it exits."""
        dismissed, self._guardian = self._guardian, None
        if dismissed is None:
            return
        assert dismissed.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            dismissed.stdin.write(guardian.DONE)
        dismissed.stdin.close()
        dismissed.wait()

    def _sweep(self, shared: Path) -> None:
        """Kill and remove what an earlier run with the same key left behind, and any run that was killed."""
        guardian.kill_marked(f"{MARK}={self._key}:", but=f"{MARK}={self.mark}")
        folders = [str(folder) for folder in shared.glob(f"{PREFIX}{self._key}-*")]
        groups = _patterns(self._roots, f"{PREFIX}{self._key}")
        guardian.remove(folders, groups)
        for folder in leftovers.left_behind(shared, PREFIX):
            key, _, nonce = folder.name.removeprefix(PREFIX).rpartition("-")
            guardian.kill_marked(f"{MARK}={key}:{nonce}")
            guardian.remove([str(folder)], _patterns(self._roots, folder.name))


def _patterns(roots: cgroups.Roots | None, name: str) -> list[str]:
    """Return patterns of paths: the control groups whose names begin with `name` and a hyphen."""
    return [f"{folder}/{name}-*" for folder in (roots.folders if roots else ())]


@cache
def _free_users() -> tuple[int, ...]:
    return tuple(uid for uid in USERS if not _has_account(uid))


def _has_account(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True
