"""Agents that others start: ssh on named hosts, Slurm as jobs, Dask on its workers. The arena starts these, not agents.

Each of them is asked for what it is good at, finding machines and running a program there. What they do when a machine
fails does not matter: an agent that is started twice is one more agent, and one that is lost is one less.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

import trio

from arena.agents.key import STDIN
from arena.errors import UserError

END = 5.0
"""Seconds that starters have to end when their agents were dismissed."""
LAST_WORDS = 2000
"""How many bytes of what a starter writes are kept."""
WAYS = 'say dask://HOST:PORT, ssh:HOST,HOST or slurm:"OPTIONS OF SBATCH"'
SSH = ("ssh", "-T", "-o", "BatchMode=yes")
"""How ssh is called: it asks nothing, since nobody could answer."""
Say: TypeAlias = Callable[[str], None]


class Orders(NamedTuple):
    """How agents are called.

    Args:
        address: where they call, such as `tls://head:4000`.
        key_file: the key file, by a path that is good on all machines.
        command: how the arena is called there.
        rooms: how many rooms each plays; 0 for as many as it has cores.
        trust: whether bots play without a sandbox.
    """

    address: str
    key_file: Path
    command: str = "arena"
    rooms: int = 0
    trust: bool = False

    def words(self, key: str) -> list[str]:
        """Return the words that start an agent, after those that call the arena; `key` names the key file."""
        rooms = ["--rooms", str(self.rooms)] if self.rooms else []
        return ["worker", self.address, "--key-file", key, *rooms, *["--trust-bots"] * self.trust]


StartAgents: TypeAlias = Callable[[Orders, Say], Awaitable[None]]
"""Starts agents and returns when none of them runs any more. If it is cancelled, it ends them."""


def starter(on: str, agents: int) -> StartAgents:
    """Return what starts agents as `--on` asks for it.

    Args:
        on: the value of the option.
        agents: how many are to be started; 0 for one on each host or worker.

    Raises:
        UserError: there is no such way.
    """
    kind, _, rest = on.partition(":")
    if kind == "dask" and rest.startswith("//") and rest.count(":") == 1:
        return partial(_dask, rest.removeprefix("//"), agents)
    if kind == "ssh" and (hosts := [host for host in rest.split(",") if host]):
        if bad := [host for host in hosts if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.@:%\[\]-]*", host)]:
            raise UserError(f"--on {on}: {bad[0]!r} is no host", WAYS)
        return partial(_ssh, [hosts[i % len(hosts)] for i in range(agents or len(hosts))])
    if kind == "slurm":
        try:
            return partial(_slurm, shlex.split(rest), agents or 1)
        except ValueError as error:
            raise UserError(f"--on {on}: {error}", WAYS) from error
    raise UserError(f"--on {on}: there is no such way to start agents", WAYS)


async def _ssh(hosts: Sequence[str], orders: Orders, say: Say) -> None:
    """Start an agent on each host. The key goes through ssh, so that no host needs the file."""
    key = await trio.Path(orders.key_file).read_bytes()
    there = " ".join((orders.command, shlex.join(orders.words(STDIN))))
    async with trio.open_nursery() as nursery:
        for host in hosts:
            nursery.start_soon(_Starter(f"ssh {host}", [*SSH, host, there], say, key).run)


async def _slurm(options: Sequence[str], agents: int, orders: Orders, say: Say) -> None:
    """Submit a job for each agent, and cancel those that are left at the end. Jobs end by themselves, too."""
    there = " ".join((orders.command, shlex.join(orders.words(str(orders.key_file)))))
    jobs: list[str] = []
    try:
        for _ in range(agents):
            submit = _Starter("sbatch", ["sbatch", "--parsable", *options, "--wrap", there], say)
            await submit.run()
            if submit.failed:
                break
            jobs.append(submit.said.decode(errors="replace").strip().partition(";")[0])
        if jobs:
            say(f"Slurm has taken {len(jobs)} job{'s' * (len(jobs) > 1)}: {', '.join(jobs)}")
            await trio.sleep_forever()
    finally:
        with trio.CancelScope(shield=True), trio.move_on_after(END):
            if jobs:
                await _Starter("scancel", ["scancel", *jobs], say).run()


async def _dask(scheduler: str, agents: int, orders: Orders, say: Say) -> None:
    """Have the workers of a Dask cluster start agents. A process of its own talks to Dask: it needs another loop."""
    words = [scheduler, str(agents), *orders.words(str(orders.key_file))]
    await _Starter(
        f"dask://{scheduler}", [sys.executable, "-m", "arena.agents.on_dask", *words], say, lasting=True
    ).run()


@dataclass
class _Starter:
    """A program that starts an agent.

    Args:
        name: what it is called, for people.
        command: the program and its arguments.
        say: tells people how it fails.
        given: what it gets as its input.
        lasting: whether its input stays open until it is to end.
    """

    name: str
    command: Sequence[str]
    say: Say
    given: bytes = b""
    lasting: bool = False
    failed: bool = False
    said: bytes = b""
    """What it has written to standard output."""

    async def run(self) -> None:
        """Run it to its end. If this is cancelled, it has some seconds to end by itself."""
        pipe = subprocess.PIPE
        try:
            process = await trio.lowlevel.open_process(
                self.command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except OSError as error:
            self._fail(f"{self.command[0]}: {error.strerror}")
            return
        words: list[bytes] = []
        parts: list[bytes] = []
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._give, process)
                async with trio.open_nursery() as reading:
                    reading.start_soon(_read, process.stderr, words)
                    reading.start_soon(_read, process.stdout, parts)
                    await process.wait()
                    # Its last words may still be in the pipe; but what it has left running may hold the pipe open.
                    reading.cancel_scope.deadline = trio.current_time() + END
                nursery.cancel_scope.cancel()
            self.said = b"".join(parts)
        finally:
            with trio.CancelScope(shield=True):
                await self._end(process)
        if process.returncode:
            last = b"".join(words)[-LAST_WORDS:].decode(errors="replace").strip().rpartition("\n")[2]
            self._fail(f"exit {process.returncode}{last and ': '}{last}")

    async def _give(self, process: trio.Process) -> None:
        """Give it its input."""
        assert process.stdin is not None
        try:
            await process.stdin.send_all(self.given)
        except trio.BrokenResourceError:
            return
        if not self.lasting:
            await process.stdin.aclose()

    async def _end(self, process: trio.Process) -> None:
        """See that it ends: first by the end of its input, then by a signal."""
        assert process.stdin is not None
        await process.stdin.aclose()
        for number in (None, signal.SIGTERM, signal.SIGKILL):
            if number is not None:
                process.send_signal(number)
            with trio.move_on_after(END):
                await process.wait()
                break
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            await stream.aclose()

    def _fail(self, why: str) -> None:
        self.failed = True
        self.say(f"{self.name} started no agent, or lost it: {why}")


async def _read(stream: trio.abc.ReceiveStream | None, into: list[bytes]) -> None:
    """Read what a starter writes; keep the end."""
    assert stream is not None
    while data := await stream.receive_some():
        into.append(bytes(data))
        del into[:-LAST_WORDS]


def key_path(path: str) -> Path:
    """Return the path of a key file as other machines are told it."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - links may lead elsewhere on other machines
