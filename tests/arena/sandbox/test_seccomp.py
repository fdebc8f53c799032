"""The filter, run by an interpreter written here, and its numbers compared with the kernel's headers."""

import errno
import re
from hashlib import sha256
from pathlib import Path

import pytest

from arena.sandbox.seccomp import (
    ALLOW,
    ERROR,
    HINTS,
    KILL,
    LAST,
    LOCKS,
    MACHINES,
    NOT_PERMITTED,
    NOT_THERE,
    NUMBERS,
    ON_OTHERS,
    TIMES,
    UNCOUNTED,
    UNWELCOME,
    WATCHES,
    WITHOUT_EFFECT,
    X32,
    program,
)
from arena.settings.limits import Level
from tests.arena.sandbox.filters import answer

LOCKED: tuple[Level, ...] = ("basic", "standard", "strict")
HEADERS = {
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "__NR_"),
    "aarch64": ("/usr/include/asm-generic/unistd.h", "__NR(?:3264)?_"),
}
CLONE_THREAD = 0x003D0F00
CLONE_FILES = 0x400
CLONE_NEWUSER = 0x10000000


def run(level: Level, machine: str, number: int, *arguments: int, audit: int | None = None) -> int:
    """Return the filter's answer to a system call."""
    return answer(program(level, machine), number, *arguments, audit=audit or MACHINES[machine].audit)


def number(name: str, machine: str) -> int | None:
    text = NUMBERS[name][MACHINES[machine].column]
    return None if text == "-" else int(text)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("level", LOCKED)
def test_every_call_has_the_answer_of_its_list_and_all_others_go_through(level: Level, machine: str) -> None:
    denied = dict.fromkeys(NOT_PERMITTED.split(), errno.EPERM) | dict.fromkeys(NOT_THERE.split(), errno.ENOSYS)
    denied |= dict.fromkeys((*WITHOUT_EFFECT.split(), *TIMES.split()), 0)
    if level != "strict":
        denied |= dict.fromkeys(UNCOUNTED.split(), errno.ENOSYS)
    if level == "basic":
        denied |= dict.fromkeys(ON_OTHERS.split(), errno.EPERM)
    expected = {number(name, machine): ERROR + error for name, error in denied.items()}
    expected |= {number("socket", machine): ERROR + errno.EAFNOSUPPORT} if level == "basic" else {}
    for call in range(LAST + 1):
        assert run(level, machine, call) == expected.get(call, ALLOW), call


@pytest.mark.parametrize("machine", MACHINES)
def test_only_builds_set_the_times_of_files(machine: str) -> None:
    def says(call: int, *, building: bool) -> int:
        return answer(program("strict", machine, building=building), call, audit=MACHINES[machine].audit)

    times = {call for call in (number(name, machine) for name in TIMES.split()) if call is not None}
    differ = {call for call in range(LAST + 1) if says(call, building=True) != says(call, building=False)}

    assert differ == times
    assert {says(call, building=True) for call in times} == {ALLOW}


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_of_other_kinds_are_denied(machine: str) -> None:
    assert run("strict", machine, 1, audit=0x40000003) == KILL  # i386
    assert run("strict", machine, X32 + 1) == ERROR + errno.ENOSYS
    assert run("strict", machine, LAST + 1) == ERROR + errno.ENOSYS
    assert run("strict", machine, -1) == ERROR + errno.ENOSYS


@pytest.mark.parametrize("machine", MACHINES)
def test_arguments_decide_where_a_call_is_good_and_bad(machine: str) -> None:
    def says(name: str, *arguments: int, level: Level = "standard") -> int:
        call = number(name, machine)
        assert call is not None
        return run(level, machine, call, *arguments)

    denied, no_family = ERROR + errno.EPERM, ERROR + errno.EAFNOSUPPORT
    assert {says("fcntl", 0, command) for command in WATCHES} == {denied}
    assert {says("fcntl", 0, command) for command in LOCKS} == {ERROR}, "bots think that they lock files"
    assert says("fcntl", 0, 4) == ALLOW  # F_SETFL
    assert says("ioctl", 0, 0x5412) == denied
    assert says("ioctl", 0, 0x5401) == ALLOW  # TCGETS
    assert says("clone", CLONE_THREAD) == ALLOW
    assert says("clone", CLONE_NEWUSER | 17) == denied
    assert says("clone", 17) == says("clone", 0x4111) == ALLOW  # fork and vfork
    assert says("clone", CLONE_THREAD & ~CLONE_FILES) == ERROR + errno.EINVAL, "its pipes and sockets would not be seen"
    assert [says("close_range", 3, 9, flags) for flags in (0, 2, 4, 6)] == [ALLOW, ERROR + errno.EINVAL] * 2
    assert [says("socket", family) for family in (1, 2, 10, 16, 40)] == [ALLOW, *[no_family] * 4]
    assert says("socket", 1, level="basic") == no_family
    assert says("socketpair", 1, 1, level="basic") == ALLOW
    assert says("socketpair", 1, 2, level="basic") == no_family  # datagrams can be sent to others
    assert says("prlimit64", 0) == ALLOW
    assert says("prlimit64", 1234) == denied


@pytest.mark.parametrize("machine", MACHINES)
def test_what_tells_of_shared_files_is_denied_and_what_programs_do_with_their_own_memory_is_not(machine: str) -> None:
    def says(name: str, *arguments: int) -> int:
        call = number(name, machine)
        assert call is not None
        return run("strict", machine, call, *arguments)

    nowait, dont_cache = 8, 128
    assert {says(name, 0, 0, 1, 0, 0, flag) for name in ("preadv2", "pwritev2") for flag in (nowait, dont_cache)} == {
        ERROR + errno.EOPNOTSUPP
    }
    assert says("preadv2", 0, 0, 1, 0, 0, 0) == ALLOW
    assert {says("madvise", 0, 4096, advice) for advice in UNWELCOME} == {ERROR + errno.EINVAL}
    assert says("madvise", 0, 4096, 3) == says("msync", 0, 4096, 4) == says("fadvise64") == ERROR  # success, not done
    assert {says("madvise", 0, 4096, advice) for advice in (0, 4, 8, 14, 16)} == {ALLOW}  # DONTNEED, FREE, HUGEPAGE
    assert {says("fcntl", 0, command) for command in HINTS} == {ERROR + errno.EINVAL}
    assert says("ioctl", 0, 0x6612) == ERROR + errno.ENOTTY  # EXT4_IOC_PRECACHE_EXTENTS
    assert {says("ioctl", 0, request) for request in (0x5401, 0x5413, 0x541B, 0x5421, 0x5451)} == {ALLOW}
    assert says("clone", 0x1000 | 17) == ERROR + errno.EINVAL  # CLONE_PIDFD
    assert says("getsockopt", 0, 1, 57) == ERROR + errno.ENOPROTOOPT  # SO_COOKIE
    assert says("getsockopt", 0, 1, 4) == ALLOW  # SO_ERROR
    assert says("setsockopt", 0, 1, 7) == ERROR  # SO_SNDBUF: success, and nothing is done
    assert says("setsockopt", 0, 1, 9) == ALLOW  # SO_KEEPALIVE
    assert says("prctl", 67) == ERROR + errno.EINVAL  # PR_SET_MEMORY_MERGE
    assert says("prctl", 15) == ALLOW  # PR_SET_NAME


@pytest.mark.needs("gcc")
@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    path, prefix = HEADERS[machine]
    text = Path(path).read_text()
    known = {name: int(value) for name, value in re.findall(rf"#define {prefix}(\w+)\s+(\d+)", text)}
    known.pop("syscalls", None)  # their count
    known.pop("syscalls", None)  # their count
    known.pop("syscalls", None)  # their count
    own = {name: number(name, machine) for name in NUMBERS}
    newest = max(known.values())

    for name, value in own.items():
        if name in known or (value is not None and value <= newest):
            assert known.get(name) == value, name
    assert len(own.keys() & known.keys()) > 80


def test_the_filter_is_short_enough_for_the_kernel() -> None:
    assert max(len(program(level, machine)) // 8 for level in LOCKED for machine in MACHINES) < 4096


GOLDEN: dict[tuple[Level, str], str] = {
    ("basic", "x86_64"): "3c8642d9476de05b",
    ("basic", "aarch64"): "9000dbc86a19e777",
    ("standard", "x86_64"): "6d7aaf9a9fe4a156",
    ("standard", "aarch64"): "f569958974c4d643",
    ("strict", "x86_64"): "3046cde2beef7586",
    ("strict", "aarch64"): "32046163226143f7",
}
"""The beginning of the SHA-256 of every filter, so that what is denied only changes on purpose."""


@pytest.mark.parametrize(("level", "machine"), GOLDEN)
def test_the_filter_is_byte_for_byte_what_it_was(level: Level, machine: str) -> None:
    found = sha256(program(level, machine)).hexdigest()[:16]

    assert found == GOLDEN[level, machine], "meant? then write the new digest here, and say why in the commit"


def test_every_filter_has_its_digest() -> None:
    assert GOLDEN.keys() == {(level, machine) for level in LOCKED for machine in MACHINES}
