"""The catalogue of hostile and faulty bots: what each tries, and the verdict it gets.

Rows of the catalogue that speak of JSON are tried with lines and with msgpack. A line has only words, so a number,
`true` or `NaN` is a word that was not offered (ILLEGAL). Msgpack has types, and only strings are messages, so the same
values are no message (PROTOCOL).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from arena.settings.limits import MB, Level, Limits
from arena.table.clock import PONDER_MS, PONDER_SHARE, TIDY_MS, WARM_MS
from arena.table.player import CORES
from tests.fortress.trial import CLOCK, HONEST, HOSTILE, LIMITS, LateError, Trial, Try

LOCKED: tuple[Level, ...] = ("strict", "standard")
QUIET = replace(CLOCK, ponder="off")
PATIENT = replace(QUIET, move_ms=15_000)
"""For bots that fill memory, which takes a busy machine seconds."""
FREEZE = replace(CLOCK, ponder="freeze")
PROMPT_MS = 200
TMPFS = 17 * MB
"""The size of a sandbox's folders in memory: 16 MB and 1 MB."""
LATE = r"no answer after \d+ ms \(limit 500 ms\)"
START_MS = 200
"""CPU time that a bot may need to start (ms)."""


@dataclass(frozen=True)
class Row:
    """A row of the catalogue.

    Args:
        id: B01 to B52.
        bot: what the bot does.
        tries: the ways in which it is tried.
        also: checks what else must hold; raises `LateError` if it took another time.
        shared: whether the bot uses up or attacks something that it shares with other games. If so, it is tried beside
            a second room; otherwise the other games may come after it.
    """

    id: str
    bot: str
    tries: tuple[Try, ...]
    also: Callable[[Trial], None] = lambda _: None
    shared: bool = False


def at_the_limit(trial: Trial) -> None:
    """The verdict came at the time limit: not earlier, and not much later."""
    if not 500 <= trial.hostile.failed_ms <= 600:
        raise LateError(trial.hostile.failed_ms)


def computed(trial: Trial) -> None:
    """The verdict came when it had computed for its limit; what others took of its time is not charged."""
    used = trial.hostile.running.used()
    if not 500 <= trial.hostile.failed_ms <= 600 + used.run_delay_ms:
        raise LateError(trial.hostile.failed_ms, used)
    assert used.cpu_ms <= 500 + CLOCK.grace_ms + START_MS, used


def in_no_time(trial: Trial) -> None:
    """The verdict came at once."""
    if trial.hostile.failed_ms > PROMPT_MS:
        raise LateError(trial.hostile.failed_ms)


def few_processes(trial: Trial) -> None:
    """The bot never had more processes than allowed."""
    assert 10 <= max(one.running.used().peak_tasks for one in trial.watch.of(HOSTILE)) <= LIMITS.processes


def little_memory(trial: Trial) -> None:
    """Its memory, including files in memory, stayed within the limits."""
    assert all(one.running.used().peak_memory <= LIMITS.memory + TMPFS for one in trial.watch.of(HOSTILE))


def responsive(trial: Trial) -> None:
    """A command of one second did not take much longer."""
    if not 1000 <= trial.beside_ms <= 1500:
        raise LateError(trial.beside_ms)


def kept_still(trial: Trial) -> None:
    """The bot used no CPU time while others were to move; if it is only watched, no more than it may without a fault.

    On a busy machine it gives way, so that it does not get enough for a fault.
    """
    for one in trial.watch.of(HOSTILE):
        if trial.what.clock.ponder == "check":
            (*_, first), *_, (*_, last) = one.idle_cpu
            own = CORES * sum(one.turns) + TIDY_MS * len(one.turns)
            others = PONDER_SHARE * sum(ms for other in trial.watch.of(HONEST) for ms in other.turns)
            assert one.fault or last - first <= WARM_MS + PONDER_MS + own + others, (one.idle_cpu, one.turns)
        else:
            assert len(one.idle_cpu) > 10
            for (*rest, before), (*later, after) in pairwise(one.idle_cpu):
                assert rest != later or after == before, one.idle_cpu


def started_again(trial: Trial) -> None:
    """Sandboxes that did not start in time were tried again, and no bot was blamed."""
    assert trial.watch.failed == trial.what.slow_starts


def put(*names: str, frames: bool = False, verdict: str = "PROTOCOL") -> tuple[Try, ...]:
    """Return tries that write something that is not a message."""
    return tuple(Try(f"{'frame' if frames else 'line'} {n}", f"put {n}", verdict, frames=frames) for n in names)


def words(*given: str) -> tuple[Try, ...]:
    """Return tries that answer with words that were not offered, in both codecs."""
    found = (Try(f"word {word}", f"word {word}", "ILLEGAL", "is not one of") for word in given)
    return tuple(each for one in found for each in (one, replace(one, name=f"frame {one.name}", frames=True)))


def attacks(*names: str) -> Try:
    """Return a try that attacks the sandbox from inside; its answer is what it got, which is ILLEGAL unless empty."""
    return Try("attacks", "attack " + " ".join(names), levels=LOCKED)


def language(name: str, *command: str, build: str = "") -> Try:
    """Return a try of an honest bot in a programming language."""
    clock = replace(CLOCK, start_ms=5000)
    return Try(name, command=command, build=build, clock=clock, limits=Limits(memory_mb=512))


ROWS = (
    Row("B01", "sleeps for ever on its turn", (Try("sleep", "sleep", "TIMEOUT", LATE),), at_the_limit),
    Row("B02", "computes for ever", (Try("busy", "busy", "TIMEOUT", LATE),), computed, shared=True),
    Row("B03", "writes a byte every 50 ms, never a whole message", (
        Try("line", "drip", "TIMEOUT", LATE),
        Try("frame", "drip", "TIMEOUT", LATE, frames=True),
    ), at_the_limit),
    Row("B04", "writes a line every 50 ms, never a move", (
        Try("info", "lines info depth 3", "PROTOCOL", "info"),
        Try("blank", "lines", "PROTOCOL"),
    ), in_no_time),
    Row("B05", "never reads what it is sent, more than 1 MiB", (
        Try("deaf", "deaf", "TIMEOUT", LATE, always=True, wordy=True),
    ), at_the_limit),
    Row("B06", "answers correctly, too late, and goes on doing so", (
        Try("line", "late 0.58", "TIMEOUT", LATE),
        Try("frame", "late 0.62", "TIMEOUT", LATE, frames=True),
    ), at_the_limit),
    Row("B07", "ends at once", (Try("exit 0", "dead 0", "CRASH", "^at the start: exit 0", always=True),)),
    Row("B08", "ends in the middle of a game", (Try("exit 7", "exit 7", "CRASH", "^exit 7$"),)),
    Row("B09", "ends itself by a signal", (
        Try("segv", "die SIGSEGV", "CRASH", r"^signal 11 \(SIGSEGV\)"),
        Try("abort", "die SIGABRT", "CRASH", r"^signal 6 \(SIGABRT\)"),
    )),
    Row("B10", "stops itself", (Try("sigstop", "stop", "TIMEOUT", LATE),), at_the_limit),
    Row("B11", "cannot be run at all", (
        Try("no such command", verdict="CRASH", text="^at the start: exit 127", always=True,
            command=("no-such-command",)),
        Try("not executable", verdict="CRASH", text="^at the start: exit 126", always=True,
            command=("tests/hostile/no-program.txt",)),
        Try("bad shebang", verdict="CRASH", text="^at the start: exit 12[67]", always=True,
            command=("tests/hostile/bad-shebang",)),
    )),
    Row("B12", "ignores all signals and sleeps", (Try("deaf to signals", "ignore-signals", "TIMEOUT", LATE),),
        at_the_limit),
    Row("B13", "writes what is no message", (
        *put("prose", "json"),
        *put("no-msgpack", "empty", "two-objects", "cut", "extension", "timestamp", "binary", frames=True),
        *put("line", "4-gigabytes", frames=True, verdict="FLOOD"),
    ), in_no_time),
    Row("B14", "nests 60 000 brackets", (
        *put("brackets"), *put("brackets", "maps", frames=True),
    ), in_no_time),
    Row("B15", "writes huge numbers", (
        *put("digits"), *put("digits", "2**63", frames=True), *words(str(2**70)),
    ), in_no_time),
    Row("B16", "writes numbers that are none", (
        *words("NaN", "Infinity", "1e999"), *put("nan", "infinity", frames=True),
    ), in_no_time),
    Row("B17", "writes other things where a word is due", (
        *words("true", "3.0", '"3"', "null", "[3]"), *put("true", "3.0", "3", "nil", "[3]", frames=True),
    ), in_no_time),
    Row("B18", "leaves out, repeats or adds parts of a message", (
        Try("key twice", "greet key-twice", "PROTOCOL", "^at the start: ", always=True),
        Try("no version", "greet no-version", "PROTOCOL", "^at the start: ", always=True),
        Try("no value", "greet no-value", "PROTOCOL", "^at the start: ", always=True),
        Try("unknown key", "greet unknown-key"),
        *put("two-words", "no-text"), *put("map", "map-twice", "missing", "unknown", frames=True),
    )),
    Row("B19", "writes NUL bytes and what is not UTF-8", (
        *put("nul", "bad-utf8", "cut-utf8"), *put("nul", "bad-utf8", frames=True),
    ), in_no_time),
    Row("B20", "answers correctly in odd pieces", (
        Try("carriage return", "crlf"),
        Try("bytewise", "bytewise"),
        Try("frame bytewise", "bytewise", frames=True),
        Try("in two", "in-two"),
        Try("frame in two", "in-two", frames=True),
    )),
    Row("B21", "answers twice in one write", (
        Try("line", "twice", "PROTOCOL"), Try("frame", "twice", "PROTOCOL", frames=True),
    ), in_no_time),
    Row("B22", "writes all its answers at the start", (
        Try("with the greeting", "greet with-answers", "PROTOCOL", "^at the start: ", always=True),
    )),
    Row("B23", "answers again while its opponent is to move", (
        Try("line", "again-later", "PROTOCOL", honest="paced 30"),
        Try("frame", "again-later", "PROTOCOL", frames=True, honest="paced 30"),
    )),
    Row("B24", "writes a message of 200 KB", (
        Try("line", "long-message", "FLOOD"), Try("frame", "long-message", "FLOOD", frames=True),
    ), in_no_time),
    Row("B25", "writes for ever without a line feed", (Try("bytes", "endless 1 x", "FLOOD"),), in_no_time),
    Row("B26", "writes lines for ever", (Try("answers", "answers", "PROTOCOL"),), in_no_time, shared=True),
    Row("B27", "writes to standard error for ever", (
        Try("stderr", "endless 2 note~", "FLOOD", "standard error"),
    ), shared=True),
    Row("B28", "writes 70 KB to standard error at every question", (Try("chatty", "chatty"),)),
    Row("B29", "never flushes", (
        Try("unflushed", "unflushed", "TIMEOUT", f"{LATE}; does it flush its output", always=True),
    ), at_the_limit),
    Row("B30", "holds 1.5 GB", (
        Try("private", "hold hold_private 1536", "MEMORY", clock=PATIENT, levels=LOCKED),
    ), shared=True),
    Row("B31", "holds 600 MB in six children", (
        Try("children", "hold hold_in_children 600", "MEMORY", clock=PATIENT, levels=LOCKED),
    ), shared=True),
    Row("B32", "holds 960 MB in shared mappings", (
        Try("shared", "hold hold_shared 960", "MEMORY", clock=PATIENT, levels=LOCKED),
    ), shared=True),
    Row("B33", "holds memory in files", (
        Try("memfd", "hold hold_in_files 960", "MEMORY", clock=PATIENT, levels=("strict",)),
        Try("memfd", "hold hold_in_files 960", clock=PATIENT, levels=("standard",)),
        Try("folders", "fill", clock=PATIENT, levels=LOCKED),
    ), little_memory, shared=True),
    Row("B34", "forks as often as it can, then plays", (
        Try("fork", "fork", levels=LOCKED),
    ), few_processes, shared=True),
    Row("B35", "lets a fork bomb go off, and plays", (
        Try("bomb", "bomb", "OK|TIMEOUT", LATE, clock=QUIET, beside=True, levels=LOCKED),
    ), responsive, shared=True),
    Row("B36", "leaves a daemon behind, and plays", (Try("daemon", "daemon", levels=LOCKED),)),
    Row("B37", "ends, while a child keeps its output open", (
        Try("orphan", "orphan", "CRASH", "^exit 0", levels=LOCKED),
    ), in_no_time),
    Row("B38", "closes a standard stream, and sleeps", (
        Try("stdin", "close 0", "TIMEOUT", LATE, levels=LOCKED),
        Try("stdout", "close 1", "TIMEOUT", LATE, levels=LOCKED),
    ), at_the_limit),
    Row("B39", "kills whom it can", (
        *(Try(w, f"kill {w}", partners=True, levels=LOCKED) for w in ("all", "first", "parent", "arena")),
        Try("named", "kill named", "OK|CRASH", r"^signal 9 \(SIGKILL\)$", levels=LOCKED),  # may hit itself
        Try("ruin the first", "ruin", levels=LOCKED),
        Try("starve the first", "starve", levels=LOCKED),
    ), shared=True),
    Row("B40", "fills /tmp, and writes elsewhere", (
        attacks("write_files", "change_kernel", "fill_memory_folders"),
    )),
    Row("B41", "reads what it should not", (
        attacks("reach_files", "see_processes", "learn_paths", "look_into_init", "read_results"),
    ), shared=True),
    Row("B42", "uses the network", (attacks("use_network", "resolve_names"),)),
    Row("B43", "sends messages to another bot", (
        Try("other room", "send", other="receive", levels=LOCKED),
        Try("partner", "partners", partners=True, levels=LOCKED),
    ), shared=True),
    Row("B44", "leaves messages and a process for its next game", (
        Try("legacy", "legacy", "CRASH", "^exit 7$", users=2, levels=LOCKED),
    )),
    Row("B45", "signals, traces, slows down, limits the arena", (
        attacks("touch_arena", "stop_arena", "more_cores"),
    ), shared=True),
    Row("B46", "makes rare system calls", (
        attacks("make_namespaces", "use_rare_calls", "use_other_numbers", "use_keyrings", "lock_shared_files"),
    )),
    Row("B47", "changes its pipes", (Try("pipes", "pipes", levels=LOCKED),)),
    Row("B48", "computes while its opponent is to move", (
        Try("check", "ponder", "PONDER|OK", "ms of CPU time while others were to", honest="paced 150 9", levels=LOCKED),
        Try("freeze", "ponder", clock=FREEZE, honest="paced 30", levels=LOCKED),
    ), kept_still),
    Row("B49", "uses four cores where one is its due", (
        Try("any cores", "cores 0.3"),
        Try("one core", "cores 0.3", limits=replace(LIMITS, cores=1)),
    ), shared=True),
    Row("B50", "has a slow sandbox, or is slow to greet", (
        Try("sandbox", "honest", slow_starts=3),
        Try("greeting", "slow-start 2.8"),
    ), started_again, shared=True),
    Row("B51", "is honest, in any language, with 512 MB", (
        language("python", "python3", "tests/hostile/first.py"),
        language("shell", "tests/hostile/first.sh"),
        language("node", "node", "tests/hostile/first.js"),
        language("java", "java", "-cp", "tests/hostile", "First", build="javac tests/hostile/First.java"),
        language("c", "./first", build="cc -o first tests/hostile/first.c"),
    )),
    Row("B52", "fails at the same time as another moves, or fails too", (
        Try("one", "leave-later 0.01", "CRASH", "^exit 5$", honest="paced 30"),
        Try("both", "dead 5", "CRASH", "^at the start: exit 5$", always=True, honest="dead 5", both=True),
    )),
)  # fmt: skip


def tries(here: Sequence[Level]) -> Iterator[tuple[Row, Try, Level]]:
    """Yield what is tried at the levels that work on this machine, the best level first."""
    for row in ROWS:
        for what in row.tries:
            for level in what.levels or here[:1]:
                if level in here:
                    yield row, what, level
