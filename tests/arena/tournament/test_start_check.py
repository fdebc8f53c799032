"""Bots are started once before a run: what is made of it, and what is remembered."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from arena.bots.entrants import Entrant, Unavailable
from arena.errors import UserError
from arena.protocol import Bot
from arena.sandbox import Program, Sandbox
from arena.settings.clock import ClockSettings
from arena.settings.limits import Limits
from arena.table.greeting import Greeted, Greeting, Unknown
from arena.table.outcome import Failure, Fault
from arena.table.surroundings import Surroundings
from arena.tournament import start_check
from arena.tournament.start_check import AT_ONCE, REMEMBERED, TRIES, Start, Started, Starts, does_not_start

GREETS = Greeted(Bot("owl", "7", {}))
OWL = Started("greets as owl 7")
BUSY, BROKEN = Unknown("no CPU for it", busy=True), Unknown("no room", busy=False)


class Greeter:
    """Stands in for starts of bots: greets as it is told, and notes which were started."""

    def __init__(self, *greetings: Greeting) -> None:
        self.greetings = list(greetings)
        self.started: list[str] = []
        self.broken = ""
        """The last bot that did not greet."""
        self.most = self._now = 0

    async def __call__(self, which: Program, _: ClockSettings, around: Surroundings) -> Greeting:
        assert around.lag is not None, "or a busy machine could not be told from a slow bot"
        self.started.append(which.name)
        self._now += 1
        self.most = max(self.most, self._now)
        await trio.lowlevel.checkpoint()
        self._now -= 1
        greeting = self.greetings.pop(0) if len(self.greetings) > 1 else self.greetings[0]
        self.broken = which.name if greeting is not GREETS else self.broken
        return greeting


def bot(name: str, digest: str = "00", given: str = "", *, staged: bool = True) -> Entrant:
    return Entrant(given or name, name, "1", ("sh", "bot.sh"), Path("/"), digest, staged=staged)


Run = Callable[..., list[Start]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def run(bots: Sequence[Entrant], greeter: Greeter, at: Starts | None = None) -> list[Start]:
        told: list[Entrant] = []
        found = (at or here(tmp_path)).all(bots, told.append, greeter)
        assert sorted(told, key=str) == sorted(bots, key=str)
        return found

    return run


def here(area: Path) -> Starts:
    return Starts(Sandbox("none"), ClockSettings(), {}, area)


def failure(kind: str, text: str, stderr: str = "", received: str = "") -> Failure:
    return Failure(Fault(0, kind, f"at the start: {text}"), stderr.encode(), b"arena 1\n", received.encode())


def test_a_bot_that_has_little_memory_left_is_warned(run: Run) -> None:
    words = "; by then it held 500 of its 512 MB, so it may fail for MEMORY in games: limits = { memory_mb = ... }"
    assert run([bot("owl")], Greeter(GREETS._replace(memory=500 << 20))) == [Started(OWL.remark + words)]
    assert run([bot("ben", "11")], Greeter(GREETS._replace(memory=400 << 20))) == [OWL]


def test_each_bot_is_started_once_several_at_a_time_and_told_in_its_place(run: Run) -> None:
    bots = [bot(str(number), f"{number:02}") for number in range(4 * AT_ONCE)]
    greeter = Greeter(GREETS, failure("CRASH", "exit 1"), *[GREETS] * len(bots))
    found = run(bots, greeter)

    assert sorted(greeter.started, key=int) == [each.name for each in bots]
    assert 1 < greeter.most <= AT_ONCE
    assert [each.name for each, start in zip(bots, found, strict=True) if start != OWL] == [greeter.broken]


def test_a_bot_that_comes_with_the_arena_is_not_started(run: Run) -> None:
    greeter = Greeter(GREETS)
    assert run([bot("random", given="sample:random")], greeter) == [Started("")]
    assert greeter.started == []


def test_a_start_that_went_well_is_remembered_until_something_changes(run: Run, tmp_path: Path) -> None:
    ann, greeter = bot("ann"), Greeter(GREETS)
    at = here(tmp_path)
    for starts_ in (at, at, here(tmp_path)):
        assert run([ann], greeter, starts_) == [OWL]
    assert greeter.started == ["ann"]

    run([replace(ann, digest="11")], greeter)
    run([replace(ann, command=("sh", "-x", "bot.sh"))], greeter)
    run([ann], greeter, replace(at, limits={ann.id: Limits(memory_mb=64)}))
    run([ann], greeter, replace(at, clock=ClockSettings(start_ms=1)))
    run([ann], greeter, replace(at, sandbox=Sandbox("basic", guarded=False)))
    assert len(greeter.started) == 6
    run([ann], greeter)
    assert len(greeter.started) == 6

    [*notes] = (tmp_path / "starts").iterdir()
    for note in notes:
        os.utime(note, (0, note.stat().st_mtime - REMEMBERED))
    run([ann], greeter)
    assert len(greeter.started) == 7
    for note in notes:
        note.write_text("{")
    run([ann], greeter)
    assert len(greeter.started) == 8


def test_another_version_of_the_interpreter_is_another_start(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, greeter = tmp_path / "sh", Greeter(GREETS)
    monkeypatch.setenv("PATH", str(tmp_path))
    for text in ("one", "one", "three"):
        program.write_text(text)
        program.chmod(0o755)
        os.utime(program, (0, 0))
        run([bot("ann")], greeter)
    assert len(greeter.started) == 2


@pytest.mark.parametrize("greeting", [failure("CRASH", "exit 1"), BUSY, BROKEN])
def test_a_start_that_went_wrong_is_tried_again_by_the_next_run(run: Run, greeting: Greeting) -> None:
    greeter = Greeter(greeting)
    run([bot("ann")], greeter)
    before = len(greeter.started)
    run([bot("ann")], greeter)
    assert len(greeter.started) == 2 * before


def test_files_that_may_change_without_notice_are_started_every_time(run: Run) -> None:
    greeter = Greeter(GREETS)
    for _ in range(2):
        assert run([bot("ann", staged=False)], greeter) == [OWL]
    assert len(greeter.started) == 2


@pytest.mark.parametrize(
    ("after", "why"),
    [
        ("echo ready; read -r end", "after its greeting: `answer` may not be said while idle"),
        ("read -r hello; echo ready; read -r end", "after its greeting: `answer` may not be said while idle"),
        ("echo bot owl 2; read -r end", "after its greeting: `bot` may not be said while idle"),
        ("read -r hello", "after its greeting: exit 0"),
        ("read -r hello; kill -9 $$", "after its greeting: signal 9 (SIGKILL)"),
    ],
)
def test_what_a_bot_does_after_its_greeting_is_no_wrong_greeting(tmp_path: Path, after: str, why: str) -> None:
    owl = replace(bot("owl", "22"), command=("sh", "-c", f"echo bot owl 1; {after}"))
    [refused] = here(tmp_path).all([owl], lambda _: None)
    assert isinstance(refused, UserError)
    assert why in str(refused)
    assert "bot NAME VERSION" not in f"{refused} {refused.hint}"
    assert not [*tmp_path.iterdir()]


def test_a_bot_that_computes_after_its_greeting_has_started(tmp_path: Path) -> None:
    owl = replace(bot("owl", "22"), command=("sh", "-c", "echo bot owl 7; while :; do :; done"))
    assert here(tmp_path).all([owl], lambda _: None) == [OWL]


def test_a_machine_that_is_busy_is_no_fault_of_a_bot(run: Run) -> None:
    greeter = Greeter(BUSY, BUSY, GREETS)
    assert run([bot("ann")], greeter) == [OWL]
    greeter = Greeter(BUSY)
    assert run([bot("ben", "11")], greeter) == [Started("not known whether it starts: no CPU for it")]
    assert len(greeter.started) == TRIES


def test_a_bot_whose_sandbox_cannot_be_made_is_left_out_not_refused(run: Run) -> None:
    [found] = run([bot("ann")], Greeter(BROKEN))
    assert found == Unavailable("ann", "ann", "its sandbox cannot be made: no room")


def test_a_bug_of_the_arena_at_a_start_stops_nobody_else(run: Run) -> None:
    class Broken(Greeter):
        async def __call__(self, which: Program, clock: ClockSettings, around: Surroundings) -> Greeting:
            if which.name == "odd":
                raise ZeroDivisionError("ours")
            return await super().__call__(which, clock, around)

    odd, ann = run([bot("odd"), bot("ann", "11")], Broken(GREETS))
    assert isinstance(odd, Unavailable)
    assert "the arena failed on it" in odd.reason
    assert ann == OWL


def test_a_program_that_the_sandbox_does_not_show_is_told_before_it_is_started(run: Run, tmp_path: Path) -> None:
    greeter, at = Greeter(GREETS), replace(here(tmp_path), sandbox=Sandbox("basic", guarded=False))
    lost = replace(bot("ann"), command=("no-such-python", "bot.py"))
    needy = replace(lost, needs=("cc", "no-such-python"))
    ann, ours, left_out = run([lost, replace(lost, given="sample:odd"), needy], greeter, at)

    assert isinstance(ann, UserError)
    assert ann.message.startswith("in the sandbox, no-such-python is not in /usr/local/bin, /usr/bin, /bin")
    assert isinstance(ours, Unavailable), "nobody handed it in"
    assert isinstance(left_out, Unavailable), "its author has said that it needs this"
    assert greeter.started == []


TRACE = """Traceback (most recent call last):
  File "/bot/bot.py", line 1, in <module>
    import numpy
ModuleNotFoundError: No module named 'numpy'
"""
NODE = "node:internal:1\nError: Cannot find module '/bot/x.js'\n    at x (y.js:1:2)\n\nNode.js v20\n"


@pytest.mark.parametrize(
    ("failed", "why", "hint"),
    [
        (failure("CRASH", "exit 3"), "exit 3", "fix it"),
        (failure("CRASH", "exit 1", TRACE), "exit 1: ModuleNotFoundError: No module named 'numpy'", "put the library"),
        (failure("CRASH", "exit 1", NODE), "exit 1: Error: Cannot find module '/bot/x.js'", "put the library"),
        (failure("CRASH", "exit 2", "sh: 1: oops\n"), "exit 2: sh: 1: oops", "fix it"),
        (
            failure("PROTOCOL", "it writes 'Loading ...' before its greeting", "", "Loading ...\nbot x 1\n"),
            "it writes 'Loading ...' before",
            "standard output is",
        ),
        (
            failure("PROTOCOL", "codec=x is not one of", "", "bot x 1 codec=x\n"),
            "codec=x is not one",
            "standard output is",
        ),
        (
            failure("PROTOCOL", r"'bot j\xf6rg 1' is not `bot NAME VERSION KEY=VALUE*`", "", "bot jörg 1\n"),
            r"'bot j\xf6rg 1' is not",
            "greet with a line such as: bot owl 1.0",
        ),
        (failure("TIMEOUT", "no greeting after 6 ms"), "no greeting after 6 ms", "greet first"),
        (
            failure("TIMEOUT", "no greeting after 6 ms; it wrote 'bot x 1', but no end of the line", "", "bot x 1"),
            "6 ms; it wrote 'bot x 1', but no end",
            "greet first",
        ),
        (failure("MEMORY", "more than 16 MB"), "more than 16 MB", "ask for more in bot.toml"),
        (failure("FLOOD", "too much", "y" * 50_000), "too much: ", "write less"),
    ],
)
def test_what_is_wrong_is_told_with_what_to_do(failed: Failure, why: str, hint: str) -> None:
    found = does_not_start(failed)
    first, *rest = found.message.splitlines()

    assert first.startswith("does not start: ")
    assert why in first
    assert "at the start" not in first
    assert found.hint.startswith(hint)
    assert len(rest) <= start_check.LAST_WORDS
    assert all(len(line) <= start_check.LINE for line in (first, *rest))
