"""The loop of a bot, against the arena's own codecs: what it reads and what it writes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path

import pytest

from arena.client import Turn, run, run_batches
from arena.client.loop import given_params
from arena.protocol import BOT, LINE, PACKED, Reader, parse_line

GAME = "game {} kaiser seat=0 seats=4 sides=0,1,0,1 move_ms=1000 preset=standard"
DEAL = ("note deal 1 dealer=3 scores=0,0", "show hand 0 AS KS QS 5H TH 9D 8D 7C")
BID = "ask 0 bid pass 6 7"
ONE = [GAME.format("G1"), *DEAL, BID, "did 0 bid pass", "did 1 bid 7", BID, "over G1 places=1,2 reason=x", "bye"]


def talk(
    lines: Sequence[str], bot: Callable[[int, int], None], codec: str = "line", *, apart: bool = False
) -> tuple[bytes, list[str]]:
    """Send lines to a bot and end its input; return its greeting, and its answers as lines.

    `apart` sends one message at a time: the next one when there is an answer to a question.
    """
    (its_input, to_it), (from_it, its_output) = os.pipe(), os.pipe()
    thread = threading.Thread(target=bot, args=(its_input, its_output))
    thread.start()
    encode = PACKED.encode if codec == "msgpack" else LINE.encode
    greeting = b""
    while not greeting.endswith(b"\n"):
        greeting += os.read(from_it, 1)
    os.write(to_it, b"arena 1 line msgpack\n")
    heard = b""
    for text in lines:
        table, _, rest = text.partition(" ") if text.startswith("@") else ("", "", text)
        os.write(to_it, encode(parse_line(rest, "arena"), table[1:] or None))
        if apart and "ask" in text.split()[:2]:
            heard += os.read(from_it, 1000)
    os.close(to_it)
    thread.join(20)
    os.close(its_output)
    while data := os.read(from_it, 1000):
        heard += data
    for end in (its_input, from_it):
        os.close(end)
    received = Reader(PACKED if codec == "msgpack" else LINE, BOT).feed(heard)
    return greeting, [LINE.encode(message, table).decode().rstrip("\n") for table, message in received]


def first(t: Turn) -> str:
    assert t.view.seat == t.seat
    return t.legal[-1]


@pytest.mark.parametrize("codec", ["line", "msgpack"])
@pytest.mark.parametrize("apart", [True, False])
def test_a_function_plays_with_both_codecs(codec: str, apart: bool) -> None:
    def bot(source: int, sink: int) -> None:
        run(first, "mine", "2", codec=codec, source=source, sink=sink)  # type: ignore[arg-type] # either

    greeting, answers = talk(ONE, bot, codec, apart=apart)
    assert greeting == b"bot mine 2\n" if codec == "line" else b"bot mine 2 codec=msgpack\n"
    assert answers == ["7", "7"]


def test_the_end_of_the_input_ends_the_loop_in_the_middle_of_a_game() -> None:
    _, answers = talk(ONE[:4], lambda source, sink: run(first, source=source, sink=sink))
    assert answers == ["7"]


@pytest.mark.parametrize("last", ["bye", "fault TIMEOUT no answer after 1050 ms"])
def test_nothing_is_read_after_the_last_message(last: str) -> None:
    _, answers = talk([*ONE[:4], last, BID], lambda source, sink: run(first, source=source, sink=sink))
    assert answers == ["7"]


def test_each_table_has_its_own_view_and_answers_say_whose_they_are() -> None:
    seen: list[int] = []

    def bot(source: int, sink: int) -> None:
        def choose(t: Turn) -> tuple[str, str]:
            seen.append(len(t.view.events))
            return t.legal[0], f"at {t.game_id}"

        run(choose, tables=8, source=source, sink=sink)

    lines = [
        *(f"@G1 {text}" for text in ONE[:4]),
        *(f"@G2 {text}" for text in (GAME.format("G2"), *DEAL, "say 2 hm", BID)),
    ]
    greeting, answers = talk([*lines, "bye"], bot, apart=True)
    assert greeting == b"bot bot 1 tables=8\n"
    assert answers == ["@G1 pass say at G1", "@G2 pass say at G2"]
    assert seen == [1, 2]


def test_a_batch_is_one_call_with_the_sum_of_the_times() -> None:
    calls: list[list[float]] = []

    def bot(source: int, sink: int) -> None:
        def choose(turns: Sequence[Turn]) -> list[str]:
            calls.append([t.ms_left for t in turns])
            return [t.legal[0] for t in turns]

        run_batches(choose, tables=2, source=source, sink=sink)

    _, answers = talk([f"@G{n} {text}" for n in (1, 2) for text in (GAME.format(f"G{n}"), *DEAL, BID)], bot)
    assert sorted(answers) == ["@G1 pass", "@G2 pass"]
    assert [ms for call in calls for ms in call] == [1000, 1000]


def test_the_time_left_is_the_share_of_what_the_batch_has() -> None:
    left: list[float] = []

    def choose(t: Turn) -> str:
        left.append(t.ms_left)
        return t.legal[0]

    talk(ONE, lambda source, sink: run(choose, source=source, sink=sink), apart=True)
    assert all(900 < ms <= 1000 for ms in left)
    left.clear()
    free = [ONE[0].replace(" move_ms=1000", ""), *ONE[1:]]
    talk(free, lambda source, sink: run(choose, source=source, sink=sink), apart=True)
    assert left == [inf, inf]


PRINTING = """
from arena.client import run

def choose(t):
    print("thinking", t.kind)
    return "pass"

run(choose)
print("done")
"""


def test_what_a_bot_prints_does_not_get_into_its_answers() -> None:
    heard = "".join(f"{line}\n" for line in ("arena 1 line msgpack", *ONE))
    bot = subprocess.run([sys.executable, "-c", PRINTING], input=heard, capture_output=True, text=True, check=True)
    assert bot.stdout == "bot bot 1\npass\npass\ndone\n"
    assert bot.stderr == "thinking bid\nthinking bid\n"


def test_where_answers_do_not_go_to_standard_output_it_is_left_alone(capfd: pytest.CaptureFixture[str]) -> None:
    def choose(t: Turn) -> str:
        print("thinking", t.kind)  # noqa: T201 - as an author would
        return "pass"

    _, answers = talk(ONE, lambda source, sink: run(choose, source=source, sink=sink), apart=True)
    assert answers == ["pass", "pass"]
    assert capfd.readouterr() == ("thinking bid\nthinking bid\n", "")


@pytest.mark.parametrize(
    ("answer", "written"),
    [("8", ["8"]), ("6 7", []), ("", []), (None, []), (7, []), (["6"], []), (("6", "a", "b"), [])],
)
def test_a_wrong_answer_says_what_would_be_right(answer: object, written: list[str]) -> None:
    """A word is for the arena to judge: ILLEGAL, and no CRASH."""
    errors: list[ValueError] = []

    def bot(source: int, sink: int) -> None:
        try:
            run(lambda _: answer, source=source, sink=sink)  # type: ignore[arg-type, return-value]
        except ValueError as error:
            errors.append(error)

    assert talk(ONE[:4], bot)[1] == written
    assert [*map(str, errors)] == [f"{answer!r} is no answer to `bid`; legal are: pass 6 7"]


@pytest.mark.parametrize("said", ["two\nlines", "x" * 401, "  ", "\x1b[1m", "\u2028", "\ud800"])
def test_table_talk_that_is_no_text_is_not_sent(said: str) -> None:
    """A second line would be another answer, to no question."""

    def bot(source: int, sink: int) -> None:
        with pytest.raises(ValueError, match="is no table talk: that is one line of up to 400 characters"):
            run(lambda _: ("6", said), source=source, sink=sink)

    assert talk(ONE[:4], bot)[1] == []
    assert talk(ONE[:4], lambda source, sink: run(lambda _: ("6", "x " * 200), source=source, sink=sink))[1] != []


def test_as_many_answers_as_questions_are_needed() -> None:
    errors: list[ValueError] = []

    def bot(source: int, sink: int) -> None:
        try:
            run_batches(lambda _questions: [], source=source, sink=sink)
        except ValueError as error:
            errors.append(error)

    talk([f"@G1 {text}" for text in ONE[:4]], bot)
    assert [*map(str, errors)] == ["1 questions were asked, and 0 answers given"]


def test_a_policy_is_a_bot() -> None:
    assert talk(ONE, lambda source, sink: run(Turn.greedy, source=source, sink=sink), apart=True)[1] == ["pass", "pass"]


DEBUGGED = """
import sys
from arena.client import run

def choose(t):
    return t.legal[0]

run(choose, source=sys.argv[1] if sys.argv[1:] else 0)
"""


@pytest.mark.slow
def test_a_bot_that_reads_a_file_can_be_debugged(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/stronger-bot.md").read_text()
    assert DEBUGGED.partition("\n\nrun(")[2].rstrip() in page
    (tmp_path / "bot.py").write_text(DEBUGGED)
    (tmp_path / "game.txt").write_text("".join(f"{line}\n" for line in ("arena 1 line msgpack", *ONE)))
    words = [sys.executable, "-m", "pdb", "bot.py", "game.txt"]
    done = subprocess.run(
        words, cwd=tmp_path, input="b 6\nc\np t.legal\nq\n", capture_output=True, text=True, check=True
    )
    assert "('pass', '6', '7')" in done.stdout


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("", {"margin": 0.5, "deals": 3}),
        ("--verbose --param margin=2 --param deals=7", {"margin": 2.0, "deals": 7}),
        ("--param width=2", "there is no parameter 'width'; there are margin, deals"),
        ("--param deals=7.5", "deals=7.5: needs a number, as in deals=3"),
    ],
)
def test_the_command_line_sets_parameters(words: str, wanted: object) -> None:
    found: object
    try:
        found = given_params({"margin": 0.5, "deals": 3}, words.split())
    except SystemExit as error:
        found = error.code
    assert found == wanted


def test_a_bot_gets_its_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bot.py", "--param", "first=0"])

    def bot(source: int, sink: int) -> None:
        run(lambda t: t.legal[int(t.params["first"])], params={"first": 1}, source=source, sink=sink)

    assert talk(ONE[:4], bot)[1] == ["pass"]
