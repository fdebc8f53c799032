"""What is wrong with a study, and how the values that people write are read."""

# Not compiled: a deal is set up once, by hand.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.kernel import Ask, Seat
from arena.games.kernel.position import Position


class StudyError(ValueError):
    """A deal cannot be set up so; `problems` says what is wrong, each with its key, and what would do."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class WrongValue(Exception):  # noqa: N818 - becomes one of the problems
    """A value is not what its key needs."""


def table_of(study: Mapping[str, Any], key: str, example: str, problems: list[str]) -> Mapping[str, Any]:
    """Return a table of a study, an empty one where it is missing or none."""
    found = study.get(key, {})
    if isinstance(found, Mapping):
        return {str(name): value for name, value in found.items()}
    problems.append(f"{key}: needs a table, such as {key} = {{ {example} }}")
    return {}


def words_of(key: str, value: object, problems: list[str]) -> list[str]:
    """Return the words of a key, written in one text or as a list; none where they are something else."""
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return list(value)
    problems.append(f"{key}: needs words in quotes with spaces between them, not {value!r}")
    return []


def seat_of(value: object, seats: int) -> Seat | None:
    """Return the seat that somebody wrote as `1` or `P1`; None if the table has no such seat."""
    text = str(value).removeprefix("P")
    return int(text) if text.isdecimal() and int(text) < seats else None


def question(ask: Ask) -> str:
    """Return a question for people."""
    return f"seat {ask.seat} is asked {ask.kind} and may say {' '.join(ask.legal)}"


def stands(position: Position[Any]) -> str:
    """Return where a deal stands, for people."""
    return "the deal is over" if position.ask is None else question(position.ask)
