"""The errors of studies, and readers for the values that people write."""

# Not compiled: setting up a deal need not be fast.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.kernel import Ask, Seat
from arena.games.kernel.position import Position


class StudyError(ValueError):
    """A study cannot be set up; `problems` has a sentence for each error, with its key and a way out."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems: tuple[str, ...] = tuple(problems)


class WrongValue(Exception):  # noqa: N818 - becomes one of the problems
    """A value is not of the kind that its key needs."""


def table_of(study: Mapping[str, Any], key: str, example: str, problems: list[str]) -> Mapping[str, Any]:
    """Return a table of a study; an empty one if it is missing, or is not a table (which is a problem)."""
    found = study.get(key, {})
    if isinstance(found, Mapping):
        return {str(name): value for name, value in found.items()}
    problems.append(f"{key}: needs a table, such as {key} = {{ {example} }}")
    return {}


def words_of(key: str, value: object, problems: list[str]) -> list[str]:
    """Return the words of a key, written as one text or as a list; none for anything else, which is a problem."""
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return list(value)
    problems.append(f"{key}: needs words in quotes with spaces between them, not {value!r}")
    return []


def seat_of(value: object, seats: int) -> Seat | None:
    """Return the seat written as `1` or `P1`; None if there is no such seat."""
    text = str(value).removeprefix("P")
    return int(text) if text.isdecimal() and int(text) < seats else None


def question(ask: Ask) -> str:
    """Return a question as text for people."""
    return f"seat {ask.seat} is asked {ask.kind} and may say {' '.join(ask.legal)}"


def stands(position: Position[Any]) -> str:
    """Return the open question of a deal as text for people."""
    return "the deal is over" if position.ask is None else question(position.ask)
