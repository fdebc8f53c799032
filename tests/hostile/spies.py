"""Acts that try to get out, to learn, or to tell others something. What they get comes as their answer: `GOT:...`."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import re
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from arena.sandbox import attacker
from arena.sandbox.attacker import Facts, libc
from tests.hostile.play import GAME, Act, Bot
from tests.hostile.processes import daemon

FACTS = Path("facts.json")
SHARED = "/usr/bin/perl"
LOCK = struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0)
WOULD_LOCK = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
SET_OFD, GET_OFD = 37, 36
SESSION_KEYRING = -3
IN_OPEN = 0x20
KEPT: list[object] = []


def attack(bot: Bot) -> bool:
    """Try the attacks that are given by name, one at each question from the third on."""
    number = bot.asked - 2
    if bot.seat != 0 or bot.game != GAME or not 0 <= number < len(bot.given):
        return False
    attacks = {one.__name__: one for one in (*attacker.ATTACKS, *OWN)}
    return tell(bot, tried(attacks[bot.given[number]](facts())))


def tell(bot: Bot, got: list[str]) -> bool:
    """Answer what was got, if anything was; all of it goes to standard error."""
    if got:
        sys.stderr.write("\n".join(got))
        sys.stderr.flush()
        bot.speech.say(re.sub(r"[^!-~]", "_", "GOT:" + ",".join(got))[:64])
    return bool(got)


def tried(attempt: Iterable[str]) -> list[str]:
    """Make an attempt in a process of its own, which the filter may kill; return what it got."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(writing, json.dumps(list(attempt)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        got = pipe.read()
    _, status = os.waitpid(pid, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGSYS
    return list(json.loads(got)) if got else [] if killed else ["an attack that failed by itself"]


def facts() -> Facts:
    """What the arena of the test tells its attackers."""
    return dict(json.loads(FACTS.read_text()))


def look_into_init(known: Facts) -> Iterator[str]:
    """Use the descriptors of the first process, write to its memory, read it."""
    descriptors: list[Path] = []
    with contextlib.suppress(OSError):  # a sandbox may show no such folder
        descriptors = [*Path("/proc/1/fd").iterdir()]
    for path in descriptors:
        for flag in (os.O_RDONLY, os.O_WRONLY):
            with contextlib.suppress(OSError):
                os.close(os.open(path, flag | os.O_NONBLOCK))
                yield f"descriptor {path.name} of the first process"
    for name in ("mem", "oom_score_adj"):
        with contextlib.suppress(OSError):
            os.close(os.open(f"/proc/1/{name}", os.O_WRONLY))
            yield f"its {name}"
    held = memory_of_init()
    yield from (f"{path} in its memory" for path in (known["folder"], known["program"]) if path.encode() in held)


def memory_of_init() -> bytes:
    """Return what the first process has in its writable memory."""
    found = b""
    with contextlib.suppress(OSError), open("/proc/1/mem", "rb", buffering=0) as file:  # noqa: PTH123 - it ends soon
        for line in Path("/proc/1/maps").read_text().splitlines():
            begin, end = (int(address, 16) for address in line.split()[0].split("-"))
            if " rw" in line:
                file.seek(begin)
                found += file.read(end - begin)
    return found


def read_results(known: Facts) -> Iterator[str]:
    """Read the results of the arena and the other bots' files, anywhere."""
    for path in known["results"]:
        with contextlib.suppress(OSError), open(path, "rb") as file:  # noqa: PTH123 - as short as it gets
            if file.read(1):
                yield path


def resolve_names(_: Facts) -> Iterator[str]:
    """Ask for the address of a name, and for any stream."""
    with contextlib.suppress(OSError):
        yield str(socket.getaddrinfo("example.org", 80))
    for family in (socket.AF_INET, socket.AF_INET6):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            with contextlib.suppress(OSError), socket.socket(family, kind):
                yield f"{family.name} {kind.name}"


def stop_arena(known: Facts) -> Iterator[str]:
    """Signal the arena, read its memory by its number, take its descriptors: where its number stands for it."""
    if not attacker.is_arena(known):
        return
    with contextlib.suppress(OSError):
        os.kill(known["arena"], signal.SIGWINCH)
        yield "a signal"
    yield from attacker.through(known, "process_vm_readv", known["arena"], 0, 0, 0, 0, 0)
    yield from attacker.through(known, "process_vm_writev", known["arena"], 0, 0, 0, 0, 0)


def change_pipes(_: Bot) -> None:
    """Change the size of both pipes and how they wait, and open them the other way."""
    for descriptor in (0, 1):
        for size in (4096, 1 << 20):
            with contextlib.suppress(OSError):
                fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, size)
        os.set_blocking(descriptor, False)
    with contextlib.suppress(OSError):
        KEPT.append(os.open("/proc/self/fd/0", os.O_WRONLY))
    with contextlib.suppress(OSError):
        KEPT.append(os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK))


def send(bot: Bot) -> None:
    """Leave messages in every way there is, and hold them for a while: in seat 0 at the first question."""
    if bot.seat == 0 and bot.asked == 0:
        known = facts()
        KEPT.extend(attacker.send(known))
        KEPT.extend(_send_more(known))
    if bot.seat == 0 and bot.asked < 4:
        time.sleep(0.15)
        with contextlib.suppress(OSError):
            KEPT.append(os.open(SHARED, os.O_RDONLY))


def receive(bot: Bot) -> bool:
    """Look for messages at every question; tell of them late in the game."""
    time.sleep(0.01)
    RECEIVED.update((*attacker.receive(facts()), *_receive_more(facts())))
    return bot.asked == LOOKS and tell(bot, sorted(RECEIVED))


def legacy(bot: Bot) -> object:
    """Leave messages and a process in the first game, and crash; look for them in the second, as a new process."""
    if bot.seat != 0:
        return False
    if bot.game != GAME:
        processes = [path.read_text() for path in Path("/proc").glob("[0-9]*/comm")]
        RECEIVED.update(name for name in processes if name == "sleep\n")
        return receive(bot)
    if bot.asked == 2:
        known = facts()
        KEPT.extend([*attacker.send(known), *_send_more(known)])
        daemon(bot)
        os._exit(7)
    return False


def partners(bot: Bot) -> bool:
    """Send in seat 0, receive in seat 2."""
    if bot.seat == 0:
        send(bot)
        return False
    return receive(bot)


def _send_more(known: Facts) -> Iterator[object]:
    """Leave what the attacker does not: locks by fcntl, a key of the session."""
    for path in (SHARED, "/dev/null"):
        descriptor = os.open(path, os.O_RDONLY)
        for command in (SET_OFD, fcntl.F_SETLK):
            with contextlib.suppress(OSError):
                fcntl.fcntl(descriptor, command, LOCK)
        yield descriptor
    word = f"arena-session-{known['secret']}".encode()
    libc.syscall(known["numbers"]["add_key"], b"user", word, b"x", 1, SESSION_KEYRING)


def _receive_more(known: Facts) -> Iterator[str]:
    for path in (SHARED, "/dev/null"):
        with open(path, "rb") as file:  # noqa: PTH123 - as short as it gets
            for command in (GET_OFD, fcntl.F_GETLK):
                with contextlib.suppress(OSError):
                    found = fcntl.fcntl(file, command, WOULD_LOCK)
                    if struct.unpack("hhqqi4x", found)[0] != fcntl.F_UNLCK:
                        yield f"a lock on {path}"
    word = f"arena-session-{known['secret']}".encode()
    if libc.syscall(known["numbers"]["request_key"], b"user", word, None, 0) >= 0:
        yield "a key of the session"
    yield from _watched()


def _watched() -> Iterator[str]:
    """Yield whether somebody else has opened the shared file since the last look."""
    if not WATCHES:
        WATCHES.append(libc.inotify_init1(os.O_NONBLOCK))
        libc.inotify_add_watch(WATCHES[0], ctypes.c_char_p(SHARED.encode()), IN_OPEN)
    elif WATCHES[0] >= 0 and select.select(WATCHES, [], [], 0)[0]:
        yield "a sight of an opened file"


LOOKS = 6
RECEIVED: set[str] = set()
WATCHES: list[int] = []
OWN = (look_into_init, read_results, resolve_names, stop_arena)
ACTS: dict[str, Act] = {"pipes": change_pipes}
ALWAYS: dict[str, Act] = {"attack": attack, "send": send, "receive": receive, "partners": partners, "legacy": legacy}
