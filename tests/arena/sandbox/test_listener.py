"""The calls that the filter leaves to the arena, and what the arena answers."""

import errno
import time

import pytest

from arena.sandbox.listener import (
    ANONYMOUS,
    CONTINUE,
    FUTEX,
    GRANTED,
    MAP,
    NEWER,
    NOTIFY,
    PRIVATE,
    REAL_TIME,
    REPLY,
    SYSINFO,
    WAIT,
    WAIT_UNTIL,
    Listener,
    Wait,
    moment,
    program,
)
from arena.sandbox.seccomp import ALLOW, ERROR, MACHINES
from tests.arena.sandbox.filters import answer

on_every_machine = pytest.mark.parametrize("machine", MACHINES)


def run(machine: str, number: int, operation: int = 0, audit: int | None = None) -> int:
    """Return the filter's answer to a system call."""
    return answer(program(machine), number, 0, operation, audit=audit or MACHINES[machine].audit)


@on_every_machine
def test_sysinfo_and_waits_on_shared_futexes_are_left_to_the_arena_and_nothing_else_is(machine: str) -> None:
    futex = FUTEX[MACHINES[machine].column]
    for flag in (0, REAL_TIME):
        assert {operation for operation in range(128) if run(machine, futex, operation | flag) == NOTIFY} == {0, 9}
        assert {operation for operation in range(128) if run(machine, futex, operation | flag) == ERROR} == {1, 10}
        rest = {run(machine, futex, operation | flag) for operation in range(128)} - {NOTIFY, ERROR}
        assert rest == {ERROR + errno.ENOSYS}
    assert {run(machine, futex, operation | PRIVATE) for operation in range(128)} == {ALLOW}
    sysinfo = SYSINFO[MACHINES[machine].column]
    assert run(machine, sysinfo) == NOTIFY
    others = {number for number in range(600) if run(machine, number) != ALLOW}
    assert others == {futex, sysinfo, *NEWER}


@on_every_machine
def test_shared_memory_without_a_file_is_left_to_the_arena_unless_a_group_counts_it(machine: str) -> None:
    def says(flags: int, *, counted: bool) -> int:
        kind = MACHINES[machine]
        return answer(program(machine, counted=counted), MAP[kind.column], 0, 4096, 3, flags, audit=kind.audit)

    shared, validated, private = (kind | ANONYMOUS for kind in (1, 3, 2))
    assert [says(flags, counted=False) for flags in (shared, validated, shared | 0x4000)] == [NOTIFY] * 3
    assert [says(flags, counted=False) for flags in (private, 1, 2, 3)] == [ALLOW] * 4
    assert [says(flags, counted=True) for flags in (shared, validated, private)] == [ALLOW] * 3


def test_a_bot_is_granted_a_multiple_of_its_memory_and_no_more() -> None:
    listens, memory = Listener(-1, 1000), 1000

    def grant(size: int) -> tuple[int, ...]:
        return REPLY.unpack(listens._grant(7, size))

    assert [grant(memory) for _ in range(GRANTED)] == [(7, 0, 0, CONTINUE)] * GRANTED
    assert grant(1) == (7, 0, -errno.ENOMEM, 0)
    assert grant(0) == (7, 0, 0, CONTINUE), "the kernel refuses it"


@on_every_machine
def test_the_filter_leaves_foreign_calls_to_the_other_filter(machine: str) -> None:
    assert run(machine, FUTEX[MACHINES[machine].column], audit=0x40000003) == ALLOW


def test_a_wait_is_told_that_the_value_has_changed_or_that_its_time_is_over() -> None:
    def answer(until: float | None) -> tuple[int, ...]:
        return REPLY.unpack(Wait(7, until).answer(10.0))

    assert answer(None) == answer(10.1) == (7, 0, -errno.EAGAIN, 0)
    assert answer(10.0) == (7, 0, -errno.ETIMEDOUT, 0)


def test_times_are_from_now_on_or_moments_of_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = {time.CLOCK_MONOTONIC: 100.0, time.CLOCK_REALTIME: 5000.0}
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    monkeypatch.setattr(time, "clock_gettime", clocks.__getitem__)

    assert moment(WAIT, (2, 500_000_000)) == 102.5
    assert moment(WAIT_UNTIL, (102, 0)) == 102
    assert moment(WAIT_UNTIL | REAL_TIME, (5003, 0)) == 103
    assert moment(WAIT_UNTIL | REAL_TIME, (-5, 0)) < 100
