"""The loop of a bot: it greets, reads what the arena says, asks a function, and writes its answers."""

# Not compiled: most of its time it waits.

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, redirect_stdout
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Literal, TypeAlias

from arena.client.frames import HEAD, frame, unpacked
from arena.client.seat import Question, Seat, Seats
from arena.client.turn import Turn
from arena.client.words import Message, read_array, read_line
from arena.games.kernel import Word

Answer: TypeAlias = Word | tuple[Word, str]
"""A legal word; or such a word and the table talk that goes with it."""
Choose: TypeAlias = Callable[[Turn], Answer]
"""Answers one question, given what the seat knows."""
ChooseAll: TypeAlias = Callable[[Sequence[Turn]], Sequence[Answer]]
"""Answers several questions, each of another table, in their order."""
Source: TypeAlias = int | str | os.PathLike[str]
"""A descriptor, or a file."""
CHUNK = 1 << 16
STANDARD_OUTPUT = 1
WORD = re.compile("[!-~]{1,64}")
"""What the arena reads as a word."""
TEXT = re.compile(r"(?! *\Z)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,400}")
"""What the arena reads as table talk."""
PAIR = 2
LAST = frozenset({"bye", "fault"})
"""The messages after which nothing comes."""


class Unchecked(str):
    """A word that is sent to the arena although it may be illegal: only the arena judges it, and may ask again."""

    __slots__ = ()


class Reader:
    """Reads messages from a descriptor, as lines up to the greeting and then in the codec of the bot.

    Args:
        source: the descriptor.
        codec: the codec.
    """

    def __init__(self, source: int, codec: str) -> None:
        self._source = source
        self._packed = codec == "msgpack"
        self._greeted = False
        self._buffer = b""

    def batches(self) -> Iterator[list[Message]]:
        """Yield the messages that have arrived since the last time, until the input ends."""
        while data := os.read(self._source, CHUNK):
            self._buffer += data
            if batch := [*self._messages()]:
                yield batch

    def _messages(self) -> Iterator[Message]:
        while True:
            if self._packed and self._greeted:
                end = HEAD + int.from_bytes(self._buffer[:HEAD])
                if len(self._buffer) < max(HEAD, end):
                    return
                whole, self._buffer = self._buffer[HEAD:end], self._buffer[end:]
                yield read_array(unpacked(whole))
            else:
                line, found, rest = self._buffer.partition(b"\n")
                if not found:
                    return
                self._greeted, self._buffer = True, rest
                yield read_line(line.decode())


def run(
    choose: Choose,
    name: str = "bot",
    version: str = "1",
    *,
    params: Mapping[str, float] | None = None,
    tables: int = 1,
    codec: Literal["line", "msgpack"] = "line",
    source: Source = 0,
    sink: int = 1,
) -> None:
    """Play until the arena says `bye`, or its messages end.

    While answers are written to standard output, what this process prints goes to standard error.

    Args:
        choose: returns the answer to a question: one of `t.legal`; or a pair of it and of table talk.
        name: the bot's name, without spaces.
        version: its version, without spaces.
        params: parameter -> what it is where nobody sets it, for `t.params`. The command line of the bot sets them, as
            in `--param margin=1.0`; the arena writes that for `arena match ./bot --param margin=1.0`.
        tables: how many games it can play at once, 1 to 1000. The questions of several tables come one by one, and
            share the time of their batch.
        codec: how messages are written.
        source: where messages are read from: a descriptor, by default standard input, or a file with the lines of a
            seat (`arena record last GAME --seat 0`), for debuggers and tests.
        sink: the descriptor that answers are written to: standard output.

    Raises:
        ValueError: an answer is not one of the legal words, or its table talk is not one line of up to 400 characters.
    """

    def one_by_one(turns: Sequence[Turn]) -> Iterator[Answer]:
        until = perf_counter() + sum([t.ms_left for t in turns]) / 1000
        for done, t in enumerate(turns):
            t.ms_left = max(0.0, (until - perf_counter()) * 1000 / (len(turns) - done))
            yield choose(t)

    _run(lambda turns: [*one_by_one(turns)], f"{name} {version}", params or {}, tables, codec, source, sink)


def run_batches(
    choose_all: ChooseAll,
    name: str = "bot",
    version: str = "1",
    *,
    params: Mapping[str, float] | None = None,
    tables: int = 64,
    codec: Literal["line", "msgpack"] = "line",
    source: Source = 0,
    sink: int = 1,
) -> None:
    """Play as `run` does, but answer all questions that are open at one time together.

    Args:
        choose_all: returns the answers to some questions in their order. It has the sum of their `ms_left`.
        name: the bot's name, without spaces.
        version: its version, without spaces.
        params: parameter -> what it is where nobody sets it, for `t.params`. The command line of the bot sets them, as
            in `--param margin=1.0`; the arena writes that for `arena match ./bot --param margin=1.0`.
        tables: how many games it can play at once, 1 to 1000.
        codec: how messages are written.
        source: where messages are read from: a descriptor, by default standard input, or a file with the lines of a
            seat (`arena record last GAME --seat 0`), for debuggers and tests.
        sink: the descriptor that answers are written to: standard output.

    Raises:
        ValueError: an answer is not one of the legal words, its table talk is not one line of up to 400 characters, or
            there are not as many answers as questions.
    """
    _run(choose_all, f"{name} {version}", params or {}, tables, codec, source, sink)


def _run(
    choose_all: ChooseAll,
    named: str,
    params: Mapping[str, float],
    tables: int,
    codec: str,
    source: Source,
    sink: int,
) -> None:
    known = given_params(params, sys.argv[1:]) if params else {}
    asked = "".join([f" tables={tables}"] * (tables > 1) + [" codec=msgpack"] * (codec == "msgpack"))
    write_all(sink, f"bot {named}{asked}\n".encode())
    with redirect_stdout(sys.stderr) if sink == STANDARD_OUTPUT else nullcontext():
        if isinstance(source, int):
            _play(choose_all, known, codec, source, sink)
        else:
            with Path(source).open("rb", buffering=0) as file:
                _play(choose_all, known, codec, file.fileno(), sink)


def given_params(params: Mapping[str, float], words: Sequence[str]) -> dict[str, float]:
    """Return the parameters as a command line sets them, such as `--param margin=1.0`; other words are left alone.

    Raises:
        SystemExit: a parameter is not there, or its value is no number.
    """
    found = dict(params)
    for flag, word in pairwise(words):
        if flag == "--param":
            name, _, value = word.partition("=")
            if name not in found:
                sys.exit(f"there is no parameter {name!r}; there are {', '.join(found)}")
            try:
                found[name] = type(params[name])(value)
            except ValueError:
                sys.exit(f"{word}: needs a number, as in {name}={params[name]}")
    return found


def _play(choose_all: ChooseAll, params: Mapping[str, float], codec: str, source: int, sink: int) -> None:
    """Answer what is asked, up to the end."""
    seats = Seats()
    for batch in Reader(source, codec).batches():
        open_: dict[str, Question] = {}
        for line in batch:
            if line.table in open_ or line.verb in LAST:  # only a record goes on without waiting for the answer
                _answer(choose_all, params, seats.at, open_, codec, sink)
            if line.verb in LAST:
                return
            if (question := seats.hear(line)) is not None:
                open_[line.table] = question
        _answer(choose_all, params, seats.at, open_, codec, sink)


def _answer(
    choose_all: ChooseAll,
    params: Mapping[str, float],
    seats: Mapping[str, Seat],
    open_: dict[str, Question],
    codec: str,
    sink: int,
) -> None:
    """Answer the open questions, if there are any, and forget them."""
    if open_:
        answers = choose_all([Turn(seats[table].view, question, params) for table, question in open_.items()])
        written: list[bytes] = []
        try:
            written.extend(_written(codec, answers, [(question, table) for table, question in open_.items()]))
        finally:  # the arena judges an illegal word, and the error tells the author about it
            write_all(sink, b"".join(written))
        open_.clear()


def _written(codec: str, answers: Sequence[Answer], questions: Sequence[tuple[Question, str]]) -> Iterator[bytes]:
    """Yield the answers as bytes, an illegal word too.

    Raises:
        ValueError: as for `run_batches`.
    """
    if len(answers) != len(questions):
        raise ValueError(f"{len(questions)} questions were asked, and {len(answers)} answers given")
    for answer, (question, table) in zip(answers, questions, strict=True):
        word, talk = answer if isinstance(answer, (tuple, list)) and len(answer) == PAIR else (answer, "")
        known: object = word  # what an author returns may be anything
        if talk and not TEXT.fullmatch(str(talk)):
            raise ValueError(f"{talk!r} is no table talk: that is one line of up to 400 characters, not only spaces")
        if isinstance(known, str) and WORD.fullmatch(known):
            if codec == "msgpack":
                array = ["answer", word, *[talk] * bool(talk)]
                yield frame(["@", table, array] if table else array)
            else:
                yield f"{f'@{table} ' * bool(table)}{word}{f' say {talk}' * bool(talk)}\n".encode()
        if word not in question.legal and not isinstance(known, Unchecked):
            raise ValueError(f"{word!r} is no answer to `{question.kind}`; legal are: {' '.join(question.legal)}")


def write_all(sink: int, data: bytes) -> None:
    """Write bytes to a descriptor."""
    while data:
        data = data[os.write(sink, data) :]
