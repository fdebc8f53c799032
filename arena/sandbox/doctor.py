"""Tests a sandbox by attacking it from inside and looking at it from outside."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import trio

from arena.errors import UserError
from arena.sandbox import attacker, processes, seccomp
from arena.sandbox.bot_files import Program, unseen
from arena.sandbox.reading import hear
from arena.sandbox.run import Sandbox
from arena.sandbox.running_program import LONGEST, RunningProgram
from arena.settings.limits import Level, Limits

LIMITS = Limits(memory_mb=96, processes=24, files=48, file_mb=8)
"""What attackers may use."""
PYTHON = "python3"
DONE = b'{"done": []}\n'
PATIENCE = 60.0
"""Seconds for all attacks of one start."""
BURN = 0.2
"""Seconds for which a frozen bot is watched."""
LOOKS = 20
"""How often the doctor looks again before it believes that a bot was not stopped. Looks are counted, not seconds: on a
busy machine all is late, and so is the doctor."""
NO_HOMES = {"/", "/tmp"}  # noqa: S108 - a sandbox has these too, so seeing them proves nothing
STARTED = 19
"""The index of the start time in /proc/PID/stat, counted from the field behind the name."""


MESSAGES = "Send messages to another bot that runs at the same time."
FUTEXES = "Wake another bot through a file that both can map (shared futexes)."
LEFT_MESSAGES = "Leave messages for the next bot."
UNSEEN_TIME = "Use CPU time that is not counted."
FROZEN_TIME = "Use CPU time while frozen."


class AttackResult(NamedTuple):
    """What became of one attack.

    Args:
        what: what was tried.
        got: what the attack achieved; empty if the sandbox held.
        unknown: why that is not known, such as that the attack could not be tried; empty if it is.
    """

    what: str
    got: tuple[str, ...] = ()
    unknown: str = ""

    @property
    def held(self) -> bool | None:
        """Whether the sandbox held; None if that is not known."""
        return False if self.got else None if self.unknown else True


class _NotKnown(Exception):  # noqa: N818 - what came of an attack
    """What an attack achieves is not known; the text says why."""


def titles() -> list[str]:
    """Return the title of every attack, in the order of the results."""
    inside = [*map(_title, attacker.ATTACKS), MESSAGES, LEFT_MESSAGES, FUTEXES]
    return [*inside, *map(_title, attacker.HOLDS), _title(attacker.outlive), UNSEEN_TIME, FROZEN_TIME]


def examine(level: Level) -> list[AttackResult]:
    """Attack a sandbox of a level that works on this machine; return what became of each attack.

    Raises:
        UserError: bots do not see Python, which the attacks are written in.
        SandboxFailure: the sandbox cannot be made.
    """
    with patient(level) as one:
        return trio.run(_examine, one)


class Patient(NamedTuple):
    """A sandbox under attack.

    Args:
        sandbox: the sandbox, entered.
        program: the attacker.
        facts: what the attacker is told, such as what it may try to reach.
    """

    sandbox: Sandbox
    program: Program
    facts: dict[str, Any]

    @asynccontextmanager
    async def attacked(self, order: str) -> AsyncIterator[tuple[RunningProgram, bytes]]:
        """Start the attacker with an order; yield it, still running, and its output."""
        running = await self.sandbox.start(self.program)
        not_known: _NotKnown | None = None
        try:
            assert running.process.stdin is not None
            running.process.stdin.write(json.dumps(self.facts | {"order": order}).encode() + b"\n")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(running.watch)
                said = await hear(running, DONE, seconds=PATIENCE)
                try:
                    yield running, said
                except _NotKnown as why:  # not through the nursery, which would make a group of it
                    not_known = why
                nursery.cancel_scope.cancel()
        finally:
            await running.finish()
            running.close_pipes()
        if not_known:
            raise not_known

    async def received(self, order: str = "receive") -> tuple[str, ...]:
        """Return the ways in which a message of another attacker arrives.

        Raises:
            _NotKnown: it does not answer.
        """
        async with self.attacked(order) as (_, said):
            if not said.endswith(DONE):
                raise _NotKnown("no answer from inside")
            return tuple(json.loads(said.splitlines()[0])["receive"])


@contextmanager
def patient(level: Level) -> Iterator[Patient]:
    """Open a sandbox of a level for attacks.

    Raises:
        UserError: bots do not see Python, which the attacks are written in.
    """
    with Sandbox(level) as sandbox, _targets() as facts:
        folder = Path(facts["folder"]) / "attacker"
        folder.mkdir()
        for name in ("attacker.py", "futexes.py"):
            shutil.copy(Path(__file__).with_name(name), folder)
        program = Program("attacker", (PYTHON, "attacker.py"), folder, LIMITS)
        if problem := unseen(program):
            raise UserError(f"the attacks need {PYTHON} inside: {problem}", f"apt install {PYTHON}", os.EX_UNAVAILABLE)
        yield Patient(sandbox, program, facts)


async def _examine(patient: Patient) -> list[AttackResult]:
    opponent = patient.program._replace(name="opponent", command=(PYTHON, "attacker.py", "opponent"))
    placed = await patient.sandbox.place(opponent)
    patient = patient._replace(facts=patient.facts | {"opponent": str(placed.folder)})
    results = await _from_inside(patient)
    results += await _messages(patient)
    try:
        results.append(AttackResult(FUTEXES, await woken(patient)))
    except _NotKnown as why:
        results.append(AttackResult(FUTEXES, unknown=str(why)))
    for hold in attacker.HOLDS:
        results.append(await _held(patient, hold))
    results.append(await _outlived(patient))
    return results + await _measured(patient)


async def _from_inside(patient: Patient) -> list[AttackResult]:
    """Return the results of the attacks that a single program can try."""
    async with patient.attacked("attack") as (_, said):
        got = {name: found for line in said.splitlines() for name, found in json.loads(line).items()}
    results = []
    for attack in attacker.ATTACKS:
        ended = attack.__name__ in got or attack is attacker.use_other_numbers
        found = tuple(got.get(attack.__name__, []))
        results.append(AttackResult(_title(attack), found, "" if ended else "the attack did not end"))
    return results


async def _messages(patient: Patient) -> list[AttackResult]:
    """Return the results on messages from one bot to another that runs at the same time, and to a later one."""
    try:
        async with patient.attacked("send") as (_, ready):
            during = await patient.received()
        after = await patient.received()
    except _NotKnown as why:
        return [AttackResult(MESSAGES, unknown=str(why)), AttackResult(LEFT_MESSAGES, unknown=str(why))]
    if after:
        async with patient.attacked("clean"):
            pass
    unsent = "" if ready == DONE else "the messages could not be sent"
    return [AttackResult(MESSAGES, during, unsent), AttackResult(LEFT_MESSAGES, after, unsent)]


async def woken(patient: Patient) -> tuple[str, ...]:
    """Return the ways in which one attacker wakes another one through futexes on a file that both can map.

    Raises:
        _NotKnown: the attack could not be tried.
    """
    async with patient.attacked("wake") as (_, ready):
        if ready != DONE:
            raise _NotKnown("the attack could not be tried")
        return await patient.received("wait")


async def _held(patient: Patient, hold: Callable[[int], object]) -> AttackResult:
    """Return the result of an attempt to hold more memory than allowed."""
    async with patient.attacked(hold.__name__) as (running, said):
        # Where it is locked in and holds the memory, the arena kills it when it looks next.
        for _ in range(LOOKS if said == DONE and running.locked else 0):
            if running.poll() is not None:
                break
            await trio.sleep(LONGEST)
        peak = f"{running.used().peak_memory // 2**20} MB of {LIMITS.memory_mb} MB"
        alive = said == DONE and running.poll() is None and not running.used().oom_kills
    return AttackResult(_title(hold), (peak,) if alive else ())


async def _outlived(patient: Patient) -> AttackResult:
    """Return the result of processes that outlive their bot."""
    word = f"arena-{patient.facts['secret']}".encode()
    async with patient.attacked("outlive") as (running, _):
        with trio.move_on_after(5):
            while not (seen := _running(word)):  # noqa: ASYNC110 - no event reports that a child of another process starts
                await trio.sleep(0.01)
        await running.finish()
        left = _running(word)
        for _ in range(LOOKS if running.locked else 0):  # what was killed is seen until the system has cleared it away
            if not left:
                break
            await trio.sleep(0.05)
            left = _running(word)
        for pid in left:
            processes.send(pid, signal.SIGKILL, None)
    unknown = "" if seen else "no such process could be started"
    return AttackResult(_title(attacker.outlive), tuple(f"process {pid}" for pid in left), unknown)


async def _measured(patient: Patient) -> list[AttackResult]:
    """Return two results: whether CPU time is counted, and whether a frozen bot uses none."""
    async with patient.attacked("burn") as (running, _):
        counted, burnt = running.cpu_ms() or 0.0, 2 * 1000 * attacker.BURNT
        running.freeze()
        after = running.cpu_ms() or 0.0
        for _ in range(LOOKS):  # what waits for a CPU freezes when it gets one
            before = after
            await trio.sleep(BURN)
            after = running.cpu_ms() or 0.0
            frozen = after - before
            if frozen <= 0:
                break
    unseen_time = () if counted > 0.9 * burnt else (f"{counted:.0f} ms counted of {burnt:.0f}",)
    stolen = (f"{frozen:.1f} ms in {1000 * BURN:.0f}",) if frozen > 0 else ()
    return [AttackResult(UNSEEN_TIME, unseen_time), AttackResult(FROZEN_TIME, stolen)]


def _running(word: bytes) -> list[int]:
    """Return the ids of the processes whose command line begins with a word."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            named = path.read_bytes().startswith(word)
        except OSError:
            continue
        if named:
            found.append(int(path.parent.name))
    return found


@contextmanager
def _targets() -> Iterator[dict[str, Any]]:
    """Make the files, sockets and secrets that the attacks try to reach; yield where they are, with the limits."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        secret = secrets.token_hex(6)
        (folder / "secret.txt").write_text(secret)
        (folder / "open").mkdir()
        (folder / "open").chmod(0o777)  # so that only the sandbox prevents writing there
        port, meeting = (opened.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2))
        meeting_port = meeting.getsockname()[1]
        meeting.close()
        for address in (f"\0arena-doctor-{secret}", str(folder / "socket")):
            end = opened.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            end.bind(address)
            end.listen()
        (folder / "socket").chmod(0o777)
        column = seccomp.MACHINES[os.uname().machine].column
        numbers = {name: int(pair[column]) for name, pair in seccomp.NUMBERS.items() if pair[column] != "-"}
        yield {
            "secret": secret,
            "secret_file": str(folder / "secret.txt"),
            "folder": str(folder),
            "open_folder": str(folder / "open"),
            "homes": sorted({str(Path.home())} - NO_HOMES),
            "program": str(Path(__file__).parent),
            "environment": sha256(Path("/proc/self/environ").read_bytes()).hexdigest(),
            "arena": os.getpid(),
            "arena_started": Path("/proc/self/stat").read_text().rpartition(")")[2].split()[STARTED],
            "port": port.getsockname()[1],
            "meeting_port": meeting_port,
            "abstract": f"arena-doctor-{secret}",
            "socket": str(folder / "socket"),
            "key": secrets.randbelow(2**30),
            "numbers": numbers,
            "memory": LIMITS.memory,
            "file_mb": LIMITS.file_mb,
            "files": LIMITS.files,
            "processes": LIMITS.processes,
        }


def _title(attack: Callable[..., object]) -> str:
    """Return the title of an attack: the first line of its docstring."""
    return (attack.__doc__ or "").partition("\n")[0]
