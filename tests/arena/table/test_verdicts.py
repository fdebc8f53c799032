"""Whose fault a late answer is: a table of cases, and what must hold in all of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.table.clock import PATIENCE, SLACK_MS
from arena.table.verdicts import LOOK_MS, LOOKS, LateAnswer, LateGreeting, Turn, Verdict, credit, judge

AT_ONCE = Turn(wall=1050, limit=1000, deadline=1050, late=0, cpu=0, delay=0)
"""A bot that has not answered at its deadline, and has no excuse."""
ENDLESS = PATIENCE * 1050 + SLACK_MS


@pytest.mark.parametrize(
    ("turn", "verdict"),
    [
        pytest.param(AT_ONCE, Verdict("timeout", 0), id="it sleeps"),
        pytest.param(AT_ONCE._replace(cpu=1000), Verdict("timeout", 0), id="it thinks to the end"),
        pytest.param(AT_ONCE._replace(cpu=60, delay=980), Verdict("wait", 980), id="it is starved by others"),
        pytest.param(AT_ONCE._replace(cpu=2050, delay=60_000), Verdict("timeout", 0), id="its children starve it"),
        pytest.param(
            AT_ONCE._replace(cpu=1040, late=250), Verdict("timeout", 0), id="it makes the arena late: fishing"
        ),
        pytest.param(AT_ONCE._replace(cpu=900, late=250), Verdict("wait", 150), id="it thinks in a late arena"),
        pytest.param(AT_ONCE._replace(late=250), Verdict("wait", 250), id="it sleeps in a late arena"),
        pytest.param(Turn(1310, 1000, 1050, 250, 0, 0), Verdict("timeout", 250), id="and goes on sleeping"),
        pytest.param(Turn(9000, 1000, 1050, 8990, 30, 0), Verdict("wait", 8970), id="the arena was stopped"),
        pytest.param(Turn(9000, 1000, 1050, 8990), Verdict("wait", 8990), id="the same, and CPU is not measured"),
        pytest.param(Turn(ENDLESS, 1000, 1050, 0, 20, 9000), Verdict("void", ENDLESS - 20), id="it gets no CPU"),
        pytest.param(Turn(ENDLESS, 1000, 1050, 50, 20, 9000), Verdict("wait", ENDLESS - 20), id="it gets none so far"),
        pytest.param(
            AT_ONCE._replace(cpu=60, delay=900, others=(20, 71, 72)), Verdict("wait", 900, (2,)), id="one burns"
        ),
        pytest.param(AT_ONCE._replace(others=(900,)), Verdict("timeout", 0, (0,)), id="one burns, but nobody waits"),
    ],
)
def test_cases(turn: Turn, verdict: Verdict) -> None:
    assert judge(turn) == verdict


def turns() -> st.SearchStrategy[Turn]:
    ms = st.floats(0, 20_000)
    return st.builds(Turn, ms, ms, ms, ms, st.none() | ms, st.none() | ms, st.tuples(ms, ms))


@given(turns(), st.floats(0, 20_000))
def test_more_cpu_time_of_its_own_never_helps(turn: Turn, more: float) -> None:
    busier = turn._replace(cpu=(turn.cpu or 0) + more)

    assert credit(busier) <= credit(turn)
    assert judge(turn).kind != "timeout" or judge(busier).kind == "timeout"


@given(turns(), st.floats(0, 20_000))
def test_more_lateness_and_more_waiting_for_a_cpu_never_hurt(turn: Turn, more: float) -> None:
    assert credit(turn._replace(late=turn.late + more)) >= credit(turn)
    assert credit(turn._replace(delay=(turn.delay or 0) + more)) >= credit(turn)


@given(turns())
def test_credit_never_buys_computing(turn: Turn) -> None:
    """What is charged is never below the CPU time used, and nobody with credit has used more than the limit."""
    found = credit(turn)

    assert 0 <= found <= max(turn.late, turn.delay or 0)
    assert not found or (turn.cpu or 0) <= min(turn.limit, turn.wall)
    assert not found or turn.wall - found >= (turn.cpu or 0) - 1e-6


@given(turns())
def test_a_game_is_void_only_if_the_bot_would_have_been_in_time(turn: Turn) -> None:
    if judge(turn).kind == "void":
        assert turn.wall - credit(turn) < turn.deadline
        assert (turn.cpu or 0) <= turn.limit


def kinds(*looks: tuple[float, float, bool]) -> list[str]:
    """What follows from looks one after another: at the ms behind the deadline, with the CPU time, runnable or not."""
    late = LateAnswer()
    turns = [(AT_ONCE._replace(wall=1050 + wall, cpu=cpu), runnable) for wall, cpu, runnable in looks]
    return [late.judge(turn, lambda runnable=runnable: runnable)[0].kind for turn, runnable in turns]  # type: ignore[misc]


def test_a_bot_that_wants_to_run_and_gets_no_cpu_is_waited_for_until_the_arena_gives_up() -> None:
    assert kinds((0, 0, True), (20, 0, True), (40, 5, True), (60, 9, True)) == ["wait"] * 4
    assert kinds((0, 0, True), (20, 0, True), (ENDLESS, 0, True)) == ["wait", "wait", "void"]
    assert LateAnswer().judge(AT_ONCE, lambda: True)[1] == 1050 + LOOK_MS, "it is looked at again soon"


def test_a_bot_that_sleeps_or_computes_does_not_pass_for_one_that_waits() -> None:
    assert kinds((0, 0, False)) == ["timeout"]
    assert kinds((0, 0, True), (20, 20, True)) == ["wait", "timeout"]
    assert kinds((0, 0, True), (20, 0, False)) == ["wait", "timeout"]
    assert kinds((0, 1001, True)) == ["timeout"], "it has had its time"


STARTING = Turn(wall=5000, limit=5000, deadline=5000, late=0, cpu=0, delay=0)
"""A bot that has not greeted when its time is over."""
PART = STARTING.limit / LOOKS


def start(*looks: tuple[float, float | None], late: float = 0, runnable: bool = False) -> list[str]:
    """What follows from looks at a bot that is to greet: at the ms since its start, with the CPU time by then."""
    late_one = LateGreeting()
    turns = [STARTING._replace(wall=wall, cpu=cpu, late=late) for wall, cpu in looks]
    return [late_one.judge(turn, lambda: runnable)[0].kind for turn in turns]


def test_a_bot_that_works_at_its_start_has_its_limit_in_cpu_time() -> None:
    """The wall clock alone would have ended it at the first look, as a bot that waits for its compiler's threads."""
    assert start((5000, 1600), (6000, 1900), (9000, 2900), (15_900, 4900)) == ["wait"] * 4
    assert start((5000, 1600), (15_900, 4900), (PATIENCE * 5000 + SLACK_MS, 4950))[-1] == "timeout"
    assert start((5000, 1600), (9000, 5001)) == ["wait", "timeout"], "its CPU time is over"
    assert start((5000, 5001)) == ["timeout"]


def test_a_bot_that_does_nothing_at_its_start_is_late_soon() -> None:
    assert start((5000, 20), (5000 + PART, 20)) == ["wait", "timeout"]
    assert start((5000, 20), (5100, 20), (5000 + PART, 20)) == ["wait", "wait", "timeout"], "looks in between are none"
    assert start((5000, 20), (6000, 500), (7000, 501)) == ["wait", "wait", "timeout"], "and one that stops working"
    assert start((5000, None)) == ["timeout"], "where CPU time is not measured, the wall clock counts"
    assert LateGreeting().judge(STARTING, lambda: False)[1] == 5000 + PART, (
        "it is looked at again after a part of its limit"
    )


def test_a_bot_that_gets_no_cpu_at_its_start_is_not_to_blame() -> None:
    assert start((5000, 0), (5020, 0), (15_900, 0), runnable=True) == ["wait"] * 3
    assert start((5000, 0), (5020, 0), (PATIENCE * 5000 + SLACK_MS, 0), runnable=True)[-1] == "void"
    assert start((9000, 20), late=8000) == ["wait"], "nor if the arena stood still"
