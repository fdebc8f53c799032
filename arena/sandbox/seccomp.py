"""The system calls that a bot may not make, and the filter program with which the kernel denies them.

The filter only lists what is denied; namespaces or Landlock do the rest. It closes what these leave open: locks and
watches on shared files, what the kernel remembers about files that all sandboxes see, counters of the whole machine,
keyrings, shared memory that no limit counts, and parts of the kernel that no bot needs and that let programs escape
from other sandboxes. The filter is assembled here from the tables below, one block of
instructions for each call. So the denied calls can be read, and no library is needed.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from arena.settings.limits import Level

# Classic BPF as <linux/bpf_common.h> and <linux/filter.h> number it.
LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, JUMP_IF_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
AND = 0x54
"""Keeps some bits of what was loaded."""
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Offsets in `struct seccomp_data`. Each argument takes 8 bytes, the lower half first."""
ALLOW, ERROR, KILL = 0x7FFF0000, 0x00050000, 0x80000000
"""What a filter returns (<linux/seccomp.h>); ERROR has the error number added."""
NO_ERROR = 0
"""The error number of a call that is left out, and that returns 0."""

X32 = 0x40000000
"""The bit in the number of a call of the x32 ABI."""
LAST = 469
"""The last call known when this was written (Linux 6.17). All later ones are denied."""


class Machine(NamedTuple):
    """A kind of processor: its audit number, and its column in `NUMBERS`."""

    audit: int
    column: int


MACHINES = {"x86_64": Machine(0xC000003E, 0), "aarch64": Machine(0xC00000B7, 1)}

NOT_PERMITTED = """
    keyctl add_key request_key
    inotify_init inotify_init1 fanotify_init quotactl quotactl_fd
    msgget semget mq_open vmsplice
    bpf perf_event_open userfaultfd ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp
    mount umount2 pivot_root chroot move_mount open_tree open_tree_attr fsopen fsconfig fsmount fspick mount_setattr
    unshare setns open_by_handle_at name_to_handle_at
    sched_setaffinity mbind move_pages migrate_pages set_mempolicy set_mempolicy_home_node
    process_madvise statmount listmount
    acct swapon swapoff reboot syslog kexec_load kexec_file_load init_module finit_module delete_module
    settimeofday clock_settime clock_adjtime adjtimex
"""
"""Denied with EPERM: ways to other sandboxes, to the machine, and to more CPUs than assigned."""
NOT_THERE = """
    io_uring_setup io_uring_enter io_uring_register io_setup clone3 shmget
    mincore cachestat openat2 statfs fstatfs ustat pidfd_open
"""
"""Denied with ENOSYS, so that libraries fall back to other calls. A filter cannot see the flags of clone3 and openat2
(RESOLVE_CACHED). `io_setup` takes from a stock that the whole machine shares (`fs.aio-max-nr`): a bot that takes all
of it stops databases of the machine, and a bot in another sandbox notices. The others tell what is in memory of files
that all see, how full the machine's disk is, and how many processes it has started (in the inode numbers of process
descriptors)."""
WITHOUT_EFFECT = "fadvise64 readahead sync_file_range sync syncfs fsync fdatasync flock setsid"
"""Answered with success, but not done: programs such as `cat` and `cp` would fail otherwise. They change what is in
memory of files that all see, or make others wait for the disk. `flock` would let bots send messages by locks on files
that all see, and without it SQLite and HDF5 open no file and cargo builds nothing. `setsid` raises a number that all
see, and where the kernel gives every session an equal share of the CPU (autogroups), a bot with sixty sessions would
have sixty shares."""
TIMES = "utime utimes futimesat utimensat"
"""Answered with success, but not done, except for builds: whoever may write to a device such as /dev/null may also set
its times, which all see, and they stay."""
UNCOUNTED = "memfd_create memfd_secret"
"""Denied with ENOSYS if no cgroup counts the memory behind them."""
ON_OTHERS = """
    setpriority ioprio_set sched_setparam sched_setscheduler sched_setattr
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat file_setattr
    setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat
    shmat shmctl msgsnd msgrcv msgctl semop semctl semtimedop mq_unlink
"""
"""Denied with EPERM without namespaces: they could affect processes, files and queues of the arena's user."""

LOCKS = (6, 7, 37, 38)
"""Commands of fcntl that lock files, answered like `flock`: SETLK, SETLKW, OFD_SETLK, OFD_SETLKW."""
WATCHES = (1024, 1026, 1031)
"""Commands of fcntl that are denied: SETLEASE, NOTIFY, SETPIPE_SZ."""
HINTS = (1035, 1036, 1037, 1038)
"""Commands of fcntl on write hints, which a file keeps even if it was opened for reading only."""
TERMINAL = (0x5412, 0x541C)
"""Requests of ioctl that type into the arena's terminal: TIOCSTI, TIOCLINUX."""
OTHER_REQUESTS = 0x5460
"""Requests of ioctl from here on are not for terminals and pipes but for files, memory maps and devices. Some leave
something with a file that all see: EXT4_IOC_PRECACHE_EXTENTS, which EXT4_IOC_GETSTATE shows."""
NEW_NAMESPACES = 0x7E020000
"""Flags of clone: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET."""
PIDFD = 0x1000
"""A flag of clone: CLONE_PIDFD."""
FILES, THREAD = 0x400, 0x10000
"""Flags of clone: CLONE_FILES, CLONE_THREAD. A thread with descriptors of its own would hide pipes and sockets from the
arena, which counts those of each process."""
UNSHARE = 2
"""A flag of close_range: CLOSE_RANGE_UNSHARE, which gives a thread descriptors of its own."""
UNWELCOME = (12, 20, 21, 22, 25)
"""Advice to madvise: MERGEABLE, COLD, PAGEOUT, POPULATE_READ, COLLAPSE. A filter cannot see whether it is for memory or
for a file that all see. Older kernels do not know most of it (EINVAL)."""
WILL_NEED, MS_SYNC = 3, 4
"""Advice to madvise, and a flag of msync, that are answered with success, but not done."""
SET_MEMORY_MERGE = 67
"""An option of prctl: equal pages of two programs become one page, and the time of a write to it tells so."""
COOKIES = (57, 71, 77)
"""Options of getsockopt: SO_COOKIE, SO_NETNS_COOKIE (numbers counted over the whole machine), SO_PEERPIDFD."""
BUFFERS = (7, 8)
"""Options of setsockopt: SO_SNDBUF, SO_RCVBUF. No process pays for what is in the buffers of sockets, so they keep the
size that the kernel gives them."""
AF_UNIX, AF_INET = 1, 2
DATAGRAM = 2
"""A bit of SOCK_DGRAM and SOCK_RAW, which can send anywhere; SOCK_STREAM and SOCK_SEQPACKET do not have it."""

_NUMBERS = """
acct 163 89, add_key 248 217, adjtimex 159 171, bpf 321 280, cachestat 451 451, chmod 90 -, chown 92 -, chroot 161 51,
clock_adjtime 305 266, clock_settime 227 112, clone 56 220, clone3 435 435, close_range 436 436, delete_module 176 106,
fadvise64 221 223,
fanotify_init 300 262, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, fchown 93 55, fchownat 260 54, fcntl 72 25,
fdatasync 75 83, file_setattr 469 469, finit_module 313 273, flock 73 32, fremovexattr 199 16, fsconfig 431 431,
fsetxattr 190 7, fsmount 432 432, fsopen 430 430, fspick 433 433, fstatfs 138 44, fsync 74 82, futimesat 261 -,
getsockopt 55 209, init_module 175 105, inotify_init 253 -, inotify_init1 294 26, io_setup 206 0,
io_uring_enter 426 426, io_uring_register 427 427, io_uring_setup 425 425, ioctl 16 29, ioprio_set 251 30, kcmp 312 272,
kexec_file_load 320 294, kexec_load 246 104, keyctl 250 219, lchown 94 -, listmount 458 458, lremovexattr 198 15,
lsetxattr 189 6, madvise 28 233, mbind 237 235, memfd_create 319 279, memfd_secret 447 447, migrate_pages 256 238,
mincore 27 232, mount 165 40, mount_setattr 442 442, move_mount 429 429, move_pages 279 239, mq_open 240 180,
mq_unlink 241 181, msgctl 71 187, msgget 68 186, msgrcv 70 188, msgsnd 69 189, msync 26 227,
name_to_handle_at 303 264, open_by_handle_at 304 265, open_tree 428 428, open_tree_attr 467 467, openat2 437 437,
perf_event_open 298 241, pidfd_getfd 438 438, pidfd_open 434 434, pivot_root 155 41, prctl 157 167, preadv2 327 286,
prlimit64 302 261, process_madvise 440 440, process_vm_readv 310 270, process_vm_writev 311 271, ptrace 101 117,
pwritev2 328 287, quotactl 179 60, quotactl_fd 443 443, readahead 187 213, reboot 169 142, removexattr 197 14,
removexattrat 466 466, request_key 249 218, sched_setaffinity 203 122, sched_setattr 314 274, sched_setparam 142 118,
sched_setscheduler 144 119, semctl 66 191, semget 64 190, semop 65 193, semtimedop 220 192, set_mempolicy 238 237,
set_mempolicy_home_node 450 450, setns 308 268, setpriority 141 140, setsid 112 157,
setsockopt 54 208, settimeofday 164 170, setxattr 188 5, setxattrat 463 463,
shmat 30 196, shmctl 31 195, shmget 29 194, socket 41 198, socketpair 53 199, statfs 137 43, statmount 457 457,
swapoff 168 225, swapon 167 224, sync 162 81, sync_file_range 277 84, syncfs 306 267, syslog 103 116, umount2 166 39,
unshare 272 97, userfaultfd 323 282, ustat 136 -, utime 132 -, utimensat 280 88, utimes 235 -, vmsplice 278 75
"""
NUMBERS = {name: (x86_64, aarch64) for name, x86_64, aarch64 in (entry.split() for entry in _NUMBERS.split(","))}
"""Name of a call -> its number on each machine (<asm/unistd.h>); `-` if the machine does not have it."""


class Rule(NamedTuple):
    """What becomes of a call whose argument is one of some values, or greater, or has one of some bits.

    Args:
        jump: the comparison, as an instruction.
        values: what the argument is compared with.
        error: the number of the error that the call fails with; 0 for success without any effect.
        of: the bits of the argument that are compared; the others are gone after that, so such a rule is the last.
    """

    jump: int
    values: tuple[int, ...]
    error: int
    of: int | None = None


_ARGUMENTS = (
    (
        "fcntl",
        1,
        [
            Rule(JUMP_IF_EQUAL, LOCKS, NO_ERROR),
            Rule(JUMP_IF_EQUAL, WATCHES, errno.EPERM),
            Rule(JUMP_IF_EQUAL, HINTS, errno.EINVAL),
        ],
    ),
    (
        "ioctl",
        1,
        [Rule(JUMP_IF_EQUAL, TERMINAL, errno.EPERM), Rule(JUMP_IF_AT_LEAST, (OTHER_REQUESTS,), errno.ENOTTY)],
    ),
    (
        "clone",
        0,
        [
            Rule(JUMP_IF_ANY_BIT, (NEW_NAMESPACES,), errno.EPERM),
            Rule(JUMP_IF_ANY_BIT, (PIDFD,), errno.EINVAL),
            Rule(JUMP_IF_EQUAL, (THREAD,), errno.EINVAL, of=THREAD | FILES),
        ],
    ),
    ("close_range", 2, [Rule(JUMP_IF_ANY_BIT, (UNSHARE,), errno.EINVAL)]),
    ("prlimit64", 0, [Rule(JUMP_IF_AT_LEAST, (1,), errno.EPERM)]),  # of another process, by its id
    ("preadv2", 5, [Rule(JUMP_IF_AT_LEAST, (1,), errno.EOPNOTSUPP)]),  # any flag; RWF_NOWAIT tells what is in memory
    ("pwritev2", 5, [Rule(JUMP_IF_AT_LEAST, (1,), errno.EOPNOTSUPP)]),
    ("madvise", 2, [Rule(JUMP_IF_EQUAL, UNWELCOME, errno.EINVAL), Rule(JUMP_IF_EQUAL, (WILL_NEED,), 0)]),
    ("msync", 2, [Rule(JUMP_IF_ANY_BIT, (MS_SYNC,), 0)]),
    ("prctl", 0, [Rule(JUMP_IF_EQUAL, (SET_MEMORY_MERGE,), errno.EINVAL)]),
    ("setsockopt", 2, [Rule(JUMP_IF_EQUAL, BUFFERS, NO_ERROR)]),
    ("getsockopt", 2, [Rule(JUMP_IF_EQUAL, COOKIES, errno.ENOPROTOOPT)]),
)
"""Call, which of its arguments decides (from 0), and by which rules."""


class Instruction(NamedTuple):
    """One instruction of classic BPF; jumps count the instructions to skip."""

    code: int
    if_true: int
    if_false: int
    value: int


@cache
def program(
    level: Level,
    machine: str = os.uname().machine,
    *,
    building: bool = False,
    network: bool = False,
    devices: bool = False,
) -> bytes:
    """Return the filter of a level in the form that the kernel takes: an array of `struct sock_filter`.

    Args:
        level: `strict` lets bots make memory files, because its cgroup counts them; `basic` denies more calls.
        machine: the output of `uname -m`.
        building: whether it is for the build of a bot, which may set the times of files.
        network: whether it may make TCP sockets, in a namespace that leads nowhere but to what was opened.
        devices: whether it may make the requests that devices have.

    Raises:
        KeyError: this kind of machine is not known.
    """
    steps = _instructions(level, MACHINES[machine], building=building, network=network, devices=devices)
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in steps)


def _instructions(
    level: Level, machine: Machine, *, building: bool, network: bool, devices: bool
) -> Iterator[Instruction]:
    yield Instruction(LOAD, 0, 0, ARCHITECTURE)
    yield Instruction(JUMP_IF_EQUAL, 1, 0, machine.audit)
    yield Instruction(RETURN, 0, 0, KILL)  # 32-bit calls have other numbers
    yield Instruction(LOAD, 0, 0, NUMBER)
    yield from answered(JUMP_IF_AT_LEAST, (LAST + 1,), ERROR + errno.ENOSYS)  # this includes x32 calls
    not_there = NOT_THERE + ("" if level == "strict" else f" {UNCOUNTED}")
    not_permitted = NOT_PERMITTED + (ON_OTHERS if level == "basic" else "")
    without_effect = WITHOUT_EFFECT + ("" if building else f" {TIMES}")
    for names, error in ((not_there, errno.ENOSYS), (not_permitted, errno.EPERM), (without_effect, NO_ERROR)):
        for name in names.split():
            number = NUMBERS[name][machine.column]
            if number != "-":
                yield from answered(JUMP_IF_EQUAL, (int(number),), ERROR + error)
    for name, index, rules in _ARGUMENTS:
        if name == "ioctl" and devices:
            rules = rules[:1]  # noqa: PLW2901 - the requests of terminals stay denied
        yield from _argument(machine, name, index, rules)
    if level == "basic":
        yield from _argument(machine, "socket", 0, [Rule(JUMP_IF_AT_LEAST, (0,), errno.EAFNOSUPPORT)])
        yield from _argument(machine, "socketpair", 1, [Rule(JUMP_IF_ANY_BIT, (DATAGRAM,), errno.EAFNOSUPPORT)])
    else:
        last = AF_INET if network else AF_UNIX
        yield from _argument(machine, "socket", 0, [Rule(JUMP_IF_AT_LEAST, (last + 1,), errno.EAFNOSUPPORT)])
    yield Instruction(RETURN, 0, 0, ALLOW)


def answered(jump: int, values: Iterable[int], action: int) -> Iterator[Instruction]:
    """Yield instructions: return an action if the comparison of what was loaded with one of the values is true."""
    for value in values:
        yield Instruction(jump, 0, 1, value)
        yield Instruction(RETURN, 0, 0, action)


def _checked(rule: Rule) -> Iterator[Instruction]:
    if rule.of is not None:
        yield Instruction(AND, 0, 0, rule.of)
    yield from answered(rule.jump, rule.values, ERROR + rule.error)


def _argument(machine: Machine, name: str, index: int, rules: Sequence[Rule]) -> Iterator[Instruction]:
    """Yield instructions: answer a call by the first rule that is true of an argument.

    Only the lower half of the argument is compared; the kernel ignores the upper half of these arguments.
    """
    checks = [step for rule in rules for step in _checked(rule)]
    yield Instruction(JUMP_IF_EQUAL, 0, len(checks) + 2, int(NUMBERS[name][machine.column]))
    yield Instruction(LOAD, 0, 0, ARGUMENTS + 8 * index)
    yield from checks
    yield Instruction(RETURN, 0, 0, ALLOW)
