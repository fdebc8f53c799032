"""The last words of a bot that failed: which line they are, and where they are shown."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.app.events import Tell
from arena.app.terms import Terms
from arena.app.tuning import Plan
from arena.bots.hints import MISSING, OFFLINE, hint_of
from arena.cli import tune as tuning
from arena.cli.progress import Display, look_into, print_last_words
from arena.cli.screen import err
from arena.escapes import last_words
from arena.regression.export import to_json, to_junit
from arena.regression.gate import Question, gate_of
from arena.regression.report import RegressionReport, first_faults
from arena.regression.spsa import Range
from arena.store import Store
from arena.table import reports
from arena.table.outcome import Failure, Fault
from arena.tournament.events import GameEnded, Progress
from tests.arena.cli.test_progress import GAME, NAMES, OUTCOME
from tests.arena.head_to_head import NEW, OLD, contest, ended
from tests.arena.store.examples import FORFEIT, ONE, PLAYED, TWO, begun
from tests.commands import arena

CRASH = Fault(1, "CRASH", "exit 1")

PYTHON = """Traceback (most recent call last):
  File "/bots/owl/bot.py", line 33, in <module>
    answer(choose(hand))
  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode
    raise JSONDecodeError("Expecting value", s, err.value) from None
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
"""
SYNTAX = '  File "/bots/owl/bot.py", line 3\n    def f(:\n          ^\nSyntaxError: invalid syntax\n'
GROUP = """  + Exception Group Traceback (most recent call last):
  |   File "/b/bot.py", line 9, in <module>
  | ExceptionGroup: two (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/b/bot.py", line 5, in f
    | ValueError: 7
    +------------------------------------
"""
NODE = "/b/bot.js:2\nf(;\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe (node:internal:1:2)\n\nNode.js v20.1.0\n"
JAVA = 'Exception in thread "main" java.lang.RuntimeException: no card\n\tat Bot.main(Bot.java:3)\n\t... 3 more\n'
RUST = "thread 'main' panicked at src/main.rs:2:5:\nno card\nnote: run with `RUST_BACKTRACE=1` environment variable\n"
LUA = "lua: choose.lua:9: attempt to index a nil value\nstack traceback:\n\tbot.lua:20: in main chunk\n\t[C]: in ?\n"
LUA_MODULE = """lua: bot.lua:1: module 'json' not found:
\tno field package.preload['json']
\tno file './json.lua'
stack traceback:
\t[C]: in function 'require'
\t[C]: in ?
"""
GO = """panic: runtime error: index out of range [9] with length 3

goroutine 1 [running]:
main.choose(...)
\t/bot/choose.go:10
main.main()
\t/bot/bot.go:25 +0x29e
"""
RUBY = """choose.rb:9:in `choose': undefined method `upcase' for nil:NilClass (NoMethodError)

  legal[9].upcase
          ^^^^^^^
\tfrom bot.rb:14:in `<main>'
"""
RUST_TRACE = """thread 'main' panicked at choose.rs:1:41:
no card
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/5980/library/std/src/panicking.rs:689:5
   4: bot::main
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
"""
OCAML = """Fatal error: exception Failure("nth")
Raised at Stdlib.failwith in file "stdlib.ml", line 29, characters 17-33
Called from Choose.choose in file "choose.ml", line 1, characters 22-37
"""
NODE_MODULE = """node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module 'lodash'
Require stack:
- /bot/bot.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/bot/bot.js' ]
}

Node.js v20.20.2
"""
NODE_THROWN = "/bot/bot.js:1\nthrow 'x'\n^\nx\n(Use `node --trace-uncaught ...` to show where)\n\nNode.js v20.20.2\n"
PERL = "Can't locate JSON.pm in @INC (@INC contains: /etc/perl) at bot.pl line 1.\nBEGIN failed--compilation aborted.\n"


@pytest.mark.parametrize(
    ("stderr", "words"),
    [
        (b"", ""),
        (b"\n \n---\n", ""),
        (b"one\ntwo\n\n   \n", "two"),
        (PYTHON.encode(), "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0) (bot.py, line 33)"),
        (SYNTAX.encode(), "SyntaxError: invalid syntax (bot.py, line 3)"),
        (GROUP.encode(), "ValueError: 7 (bot.py, line 5)"),
        (PYTHON.encode() + b"gave up\n", "gave up"),
        (NODE.encode(), "SyntaxError: Unexpected token ';'"),
        (JAVA.encode(), 'Exception in thread "main" java.lang.RuntimeException: no card'),
        (RUST.encode(), "no card"),
        (RUST_TRACE.encode(), "no card"),
        (LUA.encode(), "lua: choose.lua:9: attempt to index a nil value"),
        (LUA.encode() + b"gave up\n", "gave up"),
        (LUA_MODULE.encode(), "lua: bot.lua:1: module 'json' not found:"),
        (GO.encode(), "panic: runtime error: index out of range [9] with length 3"),
        (RUBY.encode(), "choose.rb:9:in `choose': undefined method `upcase' for nil:NilClass (NoMethodError)"),
        (OCAML.encode(), 'Fatal error: exception Failure("nth")'),
        (NODE_MODULE.encode(), "Error: Cannot find module 'lodash'"),
        (NODE_THROWN.encode(), "x"),
        (PERL.encode(), "Can't locate JSON.pm in @INC (@INC contains: /etc/perl) at bot.pl line 1."),
        (b"stack traceback:\n\t[C]: in ?\n", "[C]: in ?"),
        (b"bot: bot.c:3: main: Assertion `0' failed.\n", "bot: bot.c:3: main: Assertion `0' failed."),
        (b"\x1b]0;x\x07\xff \xe2\x80\xae\n", "\\x1b]0;x\\x07\\xff \\u202e"),
    ],
)
def test_they_are_the_last_line_that_says_something(stderr: bytes, words: str) -> None:
    assert last_words(stderr) == words


@pytest.mark.parametrize("most", [20, 40, 1000])
def test_they_are_cut_but_their_place_is_kept(most: int) -> None:
    words = last_words(SYNTAX.replace("invalid", "x" * 2000).encode(), most)

    assert len(words) == most
    assert words.endswith("..." if most == 20 else "... (bot.py, line 3)")


def test_a_name_of_a_file_is_escaped() -> None:
    assert last_words(b'  File "/b/\x1b[2J.py", line 3\nKeyError: 7') == "KeyError: 7 (\\x1b[2J.py, line 3)"


@pytest.mark.parametrize("stderr", [NODE_MODULE, PERL, LUA_MODULE])
def test_a_missing_library_is_known_by_what_each_language_writes(stderr: str) -> None:
    assert hint_of(stderr.encode()) == MISSING


def test_what_to_do_stands_below_them(capsys: pytest.CaptureFixture[str]) -> None:
    fault = Fault(0, "CRASH", "exit 1")
    print_last_words(fault, [Failure(fault, b"OSError: [Errno 97] Address family not supported\n", b"", b"")], err)
    assert capsys.readouterr().err.endswith(f" supported\n  {OFFLINE}\n")


@pytest.mark.parametrize("width", [40, 80])
def test_they_stand_below_the_first_fault_of_a_kind_in_one_line(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(err, "width", width)
    failed = GameEnded(GAME, NAMES, replace(OUTCOME, faults=(CRASH,)), (Failure(CRASH, b"x" * 200, b"", b""),))
    with Display(Progress("playing", 0, 2)) as display:
        for _ in range(2):
            display(failed)
    said = capsys.readouterr().err.splitlines()

    assert said[:2] == ["b: CRASH (seat 1 of G1): exit 1", f"  stderr: {'x' * (width - 13)}..."]
    assert said[-1] == "b: CRASH in 2 games"
    assert sum("stderr" in line for line in said) == 1


def test_a_tuning_says_why_its_steps_are_level(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = GameEnded(GAME, NAMES, replace(OUTCOME, faults=(CRASH,)), (Failure(CRASH, SYNTAX.encode(), b"", b""),))

    def lead_of(_: Plan, tell: Tell) -> Callable[..., float]:
        def lead(*_: object) -> float:
            tell(failed)
            return 0.0

        return lead

    monkeypatch.setattr(tuning, "ranges_of", lambda *_: ({"margin": Range(0.0, 2.0, 1.0, whole=False)}, "22"))
    monkeypatch.setattr(tuning, "lead_of", lead_of)
    tuning.tune(Plan("./owl", "kaiser", (), 2, 4, tmp_path / "steps", None, 20.0, 0, Terms()))
    told = capsys.readouterr()

    assert "   2    +0.00  margin=1" in told.out
    assert told.err == "./owl, step 1: CRASH: exit 1\n  stderr: SyntaxError: invalid syntax (bot.py, line 3)\n"


def test_a_record_shows_them_with_the_command_that_shows_all_of_standard_error(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    listed, _ = arena("record", str(path))
    shown = arena("record", str(path), TWO.id, "--lines")
    used, _ = arena("record", str(path), TWO.id, "--used")
    words = "  stderr: Traceback\\xff\n"

    assert f"CRASH in 1 game, seat 1 of {TWO.id}: exit 1\n{words}" in listed
    assert shown[0] == FORFEIT.outcome.record, "what programs read stays as it is"
    assert shown[1] == (
        f"seat 1: CRASH: exit 1\n{words}all that the bot with a fault wrote to standard error:"
        f" arena record {path} {TWO.id} --seat 1 --stderr\n"
    )
    assert used.startswith(f"seat 1: CRASH: exit 1\n{words}")


def test_a_report_on_a_regression_test_has_them_in_every_form(tmp_path: Path) -> None:
    gate, planned = gate_of(contest(2), [NEW, OLD], Question("sprt", 0, 100), "seed")
    guilty = Fault(planned[1].sides.index(NEW.id), "CRASH", "exit 1")
    for game in planned:
        gate.take(ended(game, None, guilty) if game == planned[1] else ended(game, 1))
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan([NEW, OLD], planned)
        outcome = replace(OUTCOME, faults=(guilty,))
        store.begin(planned[1].id)
        store.finish(reports.GameEnded(planned[1].id, outcome, (Failure(guilty, SYNTAX.encode(), b"", b""),)))
        found = first_faults(gate.head_to_head, [NEW, OLD], store)
    told = RegressionReport("kaiser:standard", "seed", NEW, OLD, gate, "arena regress", first_faults=found)
    line = f"CRASH in seat {guilty.seat} of {planned[1].id}: exit 1: SyntaxError: invalid syntax (bot.py, line 3)"

    assert f"  first of new: {line}\n" in str(told)
    assert line in to_junit(told)
    data = json.loads(to_json(told))
    assert data["new"]["first_fault"]["last_words"] == "SyntaxError: invalid syntax (bot.py, line 3)"
    assert data["old"]["first_fault"] is None


def test_of_several_games_the_first_names_the_next_command(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    assert arena("record", str(path))[0].endswith(f"\nTry: arena record {path} {TWO.id} --seat 1 --stderr\n")
    only = begun(tmp_path / "only.db", PLAYED)
    assert arena("record", str(only))[0].endswith(f"\nTry: arena record {only} {ONE.id}\n")


@pytest.mark.parametrize(
    ("kind", "more"), [("CRASH", " --stderr"), ("PROTOCOL", " --said"), ("ILLEGAL", ""), ("TIMEOUT", "")]
)
def test_the_next_command_is_the_one_that_shows_the_cause(kind: str, more: str) -> None:
    assert look_into("my class.toml", "G1", Fault(2, kind, "x"))[0] == f"arena record 'my class.toml' G1 --seat 2{more}"


@pytest.mark.parametrize(
    ("text", "more"),
    [("too much on standard error", "--stderr"), ("a line of more than 9 bytes", "--said"), ("a frame of 9", "--said")],
)
def test_a_flood_is_looked_at_where_it_came(text: str, more: str) -> None:
    assert look_into("last", "G1", Fault(2, "FLOOD", text))[0].endswith(more)


def test_a_bot_that_failed_without_a_word_is_said_to_have_written_nothing(tmp_path: Path) -> None:
    silent = FORFEIT._replace(failures=tuple(one._replace(stderr=b"", marks=b"") for one in FORFEIT.failures))
    path = begun(tmp_path / "toy.db", PLAYED, silent)
    for option, stream in (("--stderr", "standard error"), ("--said", "standard output")):
        sent = f"arena record {path} {TWO.id} --seat 1"
        assert arena("record", str(path), TWO.id, "--seat", "1", option) == (
            "",
            f"seat 1 wrote nothing to {stream}; what it was sent: {sent}\n",
        )
