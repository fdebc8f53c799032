"""The filter, run by an interpreter written here, and its numbers compared with the kernel's headers."""

import errno
import re
import struct
from hashlib import sha256
from pathlib import Path

import pytest

from arena.sandbox.seccomp import (
    ALLOW,
    ERROR,
    KILL,
    LAST,
    LOCKS,
    MACHINES,
    NOT_PERMITTED,
    NOT_THERE,
    NUMBERS,
    ON_OTHERS,
    UNCOUNTED,
    WITHOUT_EFFECT,
    X32,
    program,
)
from arena.settings.limits import Level

LOCKED: tuple[Level, ...] = ("basic", "standard", "strict")
HEADERS = {
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "__NR_"),
    "aarch64": ("/usr/include/asm-generic/unistd.h", "__NR(?:3264)?_"),
}
CLONE_THREAD = 0x003D0F00
CLONE_NEWUSER = 0x10000000


def run(level: Level, machine: str, number: int, *arguments: int, audit: int | None = None) -> int:
    """Return the filter's answer to a system call."""
    data = struct.pack("=iIQ6Q", number, audit or MACHINES[machine].audit, 0, *(*arguments, *[0] * 6)[:6])
    rules = list(struct.iter_unpack("=HBBI", program(level, machine)))
    at, loaded = 0, 0
    while True:
        code, if_true, if_false, value = rules[at]
        at += 1
        match code:
            case 0x20:
                (loaded,) = struct.unpack_from("=I", data, value)
            case 0x15:
                at += if_true if loaded == value else if_false
            case 0x35:
                at += if_true if loaded >= value else if_false
            case 0x45:
                at += if_true if loaded & value else if_false
            case 0x06:
                return int(value)
            case _:
                raise AssertionError(f"unknown instruction {code:#x}")


def number(name: str, machine: str) -> int | None:
    text = NUMBERS[name][MACHINES[machine].column]
    return None if text == "-" else int(text)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("level", LOCKED)
def test_every_call_has_the_answer_of_its_list_and_all_others_go_through(level: Level, machine: str) -> None:
    denied = dict.fromkeys(NOT_PERMITTED.split(), errno.EPERM) | dict.fromkeys(NOT_THERE.split(), errno.ENOSYS)
    denied |= dict.fromkeys(WITHOUT_EFFECT.split(), 0)
    if level != "strict":
        denied |= dict.fromkeys(UNCOUNTED.split(), errno.ENOSYS)
    if level == "basic":
        denied |= dict.fromkeys(ON_OTHERS.split(), errno.EPERM)
    expected = {number(name, machine): ERROR + error for name, error in denied.items()}
    expected |= {number("socket", machine): ERROR + errno.EAFNOSUPPORT} if level == "basic" else {}
    for call in range(LAST + 1):
        assert run(level, machine, call) == expected.get(call, ALLOW), call


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
    assert {says("fcntl", 0, command) for command in LOCKS} == {denied}
    assert says("fcntl", 0, 4) == ALLOW  # F_SETFL
    assert says("ioctl", 0, 0x5412) == denied
    assert says("ioctl", 0, 0x5401) == ALLOW  # TCGETS
    assert says("clone", CLONE_THREAD) == ALLOW
    assert says("clone", CLONE_NEWUSER | 17) == denied
    assert [says("socket", family) for family in (1, 2, 10, 16, 40)] == [ALLOW, *[no_family] * 4]
    assert says("socket", 1, level="basic") == no_family
    assert says("socketpair", 1, 1, level="basic") == ALLOW
    assert says("socketpair", 1, 2, level="basic") == no_family  # datagrams can be sent to others
    assert says("prlimit64", 0) == ALLOW
    assert says("prlimit64", 1234) == denied


@pytest.mark.toolchain
@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    path, prefix = HEADERS[machine]
    text = Path(path).read_text()
    known = {name: int(value) for name, value in re.findall(rf"#define {prefix}(\w+)\s+(\d+)", text)}
    own = {name: number(name, machine) for name in NUMBERS}
    newest = max(known.values())

    for name, value in own.items():
        if name in known or (value is not None and value <= newest):
            assert known.get(name) == value, name
    assert len(own.keys() & known.keys()) > 80


def test_the_filter_is_short_enough_for_the_kernel() -> None:
    assert max(len(program(level, machine)) // 8 for level in LOCKED for machine in MACHINES) < 4096


GOLDEN: dict[tuple[Level, str], str] = {
    ("basic", "x86_64"): "0b15fc97d7db834e",
    ("basic", "aarch64"): "b40af9e5c7eb408b",
    ("standard", "x86_64"): "84197dc536191e0e",
    ("standard", "aarch64"): "02295be8b2c4518f",
    ("strict", "x86_64"): "e51ed3a2e12c1d66",
    ("strict", "aarch64"): "95e27cc75021f1dd",
}
"""The beginning of the SHA-256 of every filter, so that what is denied only changes on purpose."""


@pytest.mark.parametrize(("level", "machine"), GOLDEN)
def test_the_filter_is_byte_for_byte_what_it_was(level: Level, machine: str) -> None:
    found = sha256(program(level, machine)).hexdigest()[:16]

    assert found == GOLDEN[level, machine], "meant? then write the new digest here, and say why in the commit"


def test_every_filter_has_its_digest() -> None:
    assert GOLDEN.keys() == {(level, machine) for level in LOCKED for machine in MACHINES}
