"""Tellings led by written or random answers, for tests of the worked examples of a rule sheet."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from random import Random
from typing import TypeVar

from tests.games.second_opinion.oracle import Asks, Notes, Step

T = TypeVar("T")


def told(telling: Generator[Step, str, T], words: str) -> tuple[list[Step], T | None]:
    """Give the answers, and return what was told and what came of it; None if the answers end before the telling."""
    steps: list[Step] = []
    answers = words.split()
    try:
        step = next(telling)
        while True:
            steps.append(step)
            if isinstance(step, Asks):
                if not answers:
                    return steps, None
                assert answers[0] in step.words, f"{answers[0]} is no answer to {step}"
                step = telling.send(answers.pop(0))
            else:
                step = next(telling)
    except StopIteration as end:
        assert not answers, f"all is over before {answers}"
        came: T = end.value
        return steps, came


def outcome(telling: Generator[Step, str, T], words: str) -> T:
    """Give the answers, and return what came of them; they must lead to the end."""
    _, came = told(telling, words)
    assert came is not None, "the answers end too early"
    return came


def led(telling: Generator[Step, str, object], answer: Callable[[Asks], str]) -> list[Step]:
    """Answer every question in this way, and return what was told."""
    steps: list[Step] = []
    word: str | None = None
    while True:
        try:
            step = next(telling) if word is None else telling.send(word)
        except StopIteration:
            return steps
        steps.append(step)
        word = answer(step) if isinstance(step, Asks) else None


def at_random(telling: Generator[Step, str, object], number: int) -> list[Step]:
    """Give any answers, and return what was told; the same number gives the same answers."""
    rng = Random(number)
    return led(telling, lambda ask: rng.choice(sorted(ask.words)))


def noted(steps: Sequence[Step], kind: str) -> list[tuple[str, ...]]:
    """Return the values of all notes of a kind."""
    return [step.values for step in steps if isinstance(step, Notes) and step.kind == kind]


def questions(steps: Sequence[Step]) -> list[tuple[int, str, str]]:
    """Return who was asked what, with the open words in the order of the alphabet."""
    return [(step.seat, step.kind, " ".join(sorted(step.words))) for step in steps if isinstance(step, Asks)]


def of_table(text: str) -> str:
    """Return the cards of a table of tricks, such as `1:9C 2:KC`, in the order played."""
    return " ".join(word.partition(":")[2] for word in text.split())
