"""The warden: where there are no namespaces, locks a program in with Landlock and seccomp, and kills what it started.

A separate program that needs only the standard library, started by path: `python -I -S warden.py DESCRIPTOR`. It reads
its orders from the descriptor, as JSON (written in arena/sandbox/spawn.py). It reports like bubblewrap: a JSON
object with `child-pid` when the program runs, and one with `exit-code` at its end; or one with `failed` if the program
could not be locked in. Processes that the program leaves behind become children of the warden. The warden kills them
when the program has ended, or when the arena closes the pipe `until`, which the death of the arena also does.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import socket
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SET_DEATH_SIGNAL, SET_SECCOMP, SET_CHILD_SUBREAPER, SET_NO_NEW_PRIVS = 1, 22, 36, 38
SECCOMP_FILTER = 2
SET_FILTER, WITH_LISTENER = 1, 8
"""The operation and the flag of the system call `seccomp` for a filter that leaves calls to a listener."""
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""Landlock's system calls; their numbers are the same on all machines."""
ASK_VERSION, PATH_BENEATH = 1, 1
OLDEST = 6
"""The first version of Landlock that confines signals and abstract sockets (Linux 6.12)."""
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
EVERYTHING = (1 << 16) - 1
"""All rights on files that version 5 of Landlock knows. Those that are not granted are denied."""
TCP, SCOPES = 0b11, 0b11
"""TCP: binding and connecting. SCOPES: abstract sockets and signals."""
NOT_FOUND, NOT_EXECUTABLE = 127, 126
"""The exit codes of shells for a command that does not exist, and one that cannot be run."""
OWN_KILL = 201
"""The exit code reported for a program that SIGKILL ended; 137 means that the sandbox itself was killed."""

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Start the program as ordered, and report its end."""
    with open(int(sys.argv[1]), "rb") as given:  # noqa: PTH123 - a descriptor
        orders = json.load(given)
    for descriptor in (orders["reports"], orders["until"], orders["listener"]):
        os.set_inheritable(descriptor, False)
    _checked("prctl", _libc.prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0))
    failed, say_failed = os.pipe()
    child = os.fork()
    if child == 0:
        _become(orders, say_failed)
    os.close(say_failed)
    os.close(orders["listener"])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    nothing = os.open("/dev/null", os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)  # otherwise the program's pipes would stay open after its end
    failure = os.read(failed, 4096).decode()
    _report(orders["reports"], {"failed": failure} if failure else {"child-pid": child})
    _wait(child, orders["until"])
    _report(orders["reports"], {"exit-code": _end(child)})


def _report(to: int, what: dict[str, object]) -> None:
    with contextlib.suppress(BrokenPipeError):  # the arena is dead
        os.write(to, json.dumps(what).encode() + b"\n")


def _wait(child: int, until: int) -> None:
    """Wait until the program ends, or the arena closes the pipe `until`."""
    waiting = select.poll()
    for descriptor in (os.pidfd_open(child), until):
        waiting.register(descriptor, select.POLLIN)
    waiting.poll()


def _end(child: int) -> int:
    """Kill all that is left; return the program's exit code. Orphans become our children, so that none is missed."""
    code = 0
    while True:
        for left in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
            os.kill(int(left), signal.SIGKILL)
        try:
            pid, status = os.waitpid(-1, 0)
        except ChildProcessError:
            return code
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            code = 128 - code if code < 0 else code
            code = OWN_KILL if code == 128 + signal.SIGKILL else code


def _become(orders: dict[str, Any], say_failed: int) -> None:
    """Become the program, locked in. Never returns."""
    try:
        _lock(orders)
    except OSError as error:
        os.write(say_failed, f"{error.filename or 'the sandbox'}: {error.strerror}".encode())
        os._exit(NOT_EXECUTABLE)
    try:
        os.execvpe(orders["command"][0], orders["command"], orders["environment"])  # noqa: S606 - it exists to run bots
    except OSError as error:
        os.write(2, f"{orders['command'][0]}: {error.strerror}\n".encode())
        os._exit(NOT_FOUND if isinstance(error, FileNotFoundError) else NOT_EXECUTABLE)


def _lock(orders: dict[str, Any]) -> None:
    """Give up all rights that the orders do not grant.

    Raises:
        OSError: the kernel cannot do that; the file name of the error says what failed.
    """
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)  # Python ignores them, and the program would inherit that
    for name, value in orders["limits"].items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))
    os.nice(orders["nice"])
    os.chdir(orders["folder"])
    _checked("prctl", _libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _landlock(orders["read"], orders["write"])
    if orders["user"] is not None:
        os.setgroups([])
        os.setresgid(*[orders["user"]] * 3)
        os.setresuid(*[orders["user"]] * 3)
    _checked("prctl", _libc.prctl(SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0))  # a later change of user would undo it
    with socket.socket(fileno=orders["listener"]) as listener:
        Left(bytes.fromhex(orders["left"]), orders["seccomp"], listener).install()
    _, program = _filter(bytes.fromhex(orders["filter"]))
    _checked("seccomp", _libc.prctl(SET_SECCOMP, SECCOMP_FILTER, program, 0, 0))


class Left:
    """The filter that leaves some system calls to a listener.

    All is prepared when it is made, because a process that has just forked from one with threads can do little.

    Args:
        rules: the filter.
        number: the number of the system call `seccomp`.
        to: where the listener is sent, with a byte 0; otherwise the number of the error, as text.
    """

    def __init__(self, rules: bytes, number: int, to: socket.socket) -> None:
        self._kept, self._program = _filter(rules)
        self._number = number
        self._to = to

    def install(self) -> None:
        """Set the filter for this process and all that it will start, and send the listener; or the error."""
        _libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        listener = _libc.syscall(self._number, SET_FILTER, WITH_LISTENER, self._program)
        if listener < 0:
            self._to.sendall(b"%d" % ctypes.get_errno())
            return
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", listener))
        self._to.sendmsg([b"0"], [rights])
        os.close(listener)


def _filter(rules: bytes) -> tuple[object, bytes]:
    """Return a buffer that must be kept, and the `struct sock_fprog` that points into it."""
    filled = ctypes.create_string_buffer(rules, len(rules))
    return filled, struct.pack("HxxxxxxP", len(rules) // 8, ctypes.addressof(filled))


def _landlock(read: Iterable[str], write: Iterable[str]) -> None:
    version = _libc.syscall(CREATE_RULESET, None, 0, ASK_VERSION)
    if version < OLDEST:
        raise OSError(0, f"version {OLDEST} is needed (Linux 6.12), there is {max(version, 0) or 'none'}", "Landlock")
    attributes = struct.pack("QQQ", EVERYTHING, TCP, SCOPES)
    rules = _checked("Landlock", _libc.syscall(CREATE_RULESET, attributes, len(attributes), 0))
    for paths, on_file, on_folder in (
        (read, EXECUTE | READ_FILE, EXECUTE | READ_FILE | READ_DIR),
        (write, READ_FILE | WRITE_FILE, EVERYTHING),
    ):
        for path in paths:
            beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
            granted = struct.pack("=Qi", on_folder if os.path.isdir(path) else on_file, beneath)  # noqa: PTH112
            _checked("Landlock", _libc.syscall(ADD_RULE, rules, PATH_BENEATH, granted, 0))
            os.close(beneath)
    _checked("Landlock", _libc.syscall(RESTRICT_SELF, rules, 0))
    os.close(rules)


def _checked(what: str, result: int) -> int:
    """Return the result of a system call.

    Raises:
        OSError: the call failed.
    """
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)
    return result


if __name__ == "__main__":
    main()
