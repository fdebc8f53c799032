"""The queries of `arena view`: which there are, and what their words mean."""

# Not compiled: reading a few words need not be fast.

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isfinite
from typing import Any, Final, NamedTuple

from arena.client.rollout_players import POLICIES
from arena.games.kernel.text import nearest

QUERIES: Final = {
    usage.partition(" ")[0]: usage
    for usage in (
        "hello",
        "state",
        "legal",
        "answer POLICY",
        "worlds N [SEED]",
        "weighted N POLICY [SEED] [slip=CHANCE]",
        "simulate N POLICY [BUDGET] [by=BY] [infer=POLICY] [slip=CHANCE] [seed=SEED]",
        "compare N POLICY [BUDGET] [default=WORD] [margin=ERRORS] [infer=POLICY] [slip=CHANCE] [seed=SEED]",
        "text",
    )
}
"""The queries by name, each with what may be said. What stands in brackets may be left out."""
MOST: Final = 1_000_000
"""The most worlds of a query."""
BY: Final = ("score", "points")


class Budget(NamedTuple):
    """The time for a simulation.

    Args:
        ms: how many ms; `inf` for no limit.
        share: the same as a share of the time for the answer, 0 to 1; the smaller of the two counts.
    """

    ms: float = inf
    share: float = inf

    def of(self, ms_left: float) -> float:
        """Return the time for a simulation in ms, given the time for the answer."""
        return min(self.ms, inf if ms_left == inf else self.share * ms_left)


class WrongLine(ValueError):  # noqa: N818 - it says what is wrong with it
    """A line that cannot be used.

    Args:
        message: what is wrong.
        hint: what to do.
    """

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def shown(text: str) -> str:
    """Return a text of somebody else as a part of a message."""
    return repr(text if len(text) <= 60 else f"{text[:60]}...")


def arguments(name: str, words: Sequence[str]) -> dict[str, Any]:
    """Return the arguments of a query by name, such as `n` and `seed`.

    Args:
        name: the name of the query.
        words: what was said after it: values in their order, and `key=value` anywhere.

    Raises:
        WrongLine: there is no such query, or it may not be said like this.
    """
    if name not in QUERIES:
        raise WrongLine(f"there is no query {shown(name)}{nearest(name, QUERIES)}", "write for example: ? worlds 100")
    _, *forms = QUERIES[name].split()
    hint = f"write: ? {QUERIES[name]}"
    places = [form.strip("[]") for form in forms if "=" not in form]
    needed = sum([not form.startswith("[") for form in forms])
    kinds = {place.lower(): place for place in places if place == "SEED"}
    kinds |= dict([form.strip("[]").split("=") for form in forms if "=" in form])
    values = [word for word in words if "=" not in word]
    pairs = [(place.lower(), place, value) for place, value in zip(places, values, strict=False)]
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key not in kinds:
            raise WrongLine(f"{name}: there is no {shown(key)}", hint)
        if equals:
            pairs.append((key, kinds[key], value))
    if len(values) > len(places):
        raise WrongLine(f"{name}: {shown(values[len(places)])} is too much", hint)
    if len(values) < needed:
        raise WrongLine(f"{name}: {places[len(values)]} is missing", hint)
    found: dict[str, Any] = {}
    for key, kind, value in pairs:
        if key in found:
            raise WrongLine(f"{name}: {key} is there twice", hint)
        meant, read = READERS[kind]
        try:
            found[key] = read(value)
        except ValueError:
            said = kind if kind in places else f"{key}="
            raise WrongLine(f"{name}: {said} must be {meant}, not {shown(value)}", hint) from None
    return found


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= len(str(MOST)) and 1 <= int(word) <= MOST):
        raise ValueError
    return int(word)


def _up_to(most: float) -> Callable[[str], float]:
    def read(word: str) -> float:
        found = float(word)
        if not (isfinite(found) and 0 <= found <= most):
            raise ValueError
        return found

    return read


def _budget(word: str) -> Budget:
    if word.endswith("%"):
        return Budget(share=_up_to(100)(word[:-1]) / 100)
    return Budget(_up_to(1e9)(word))


def _one_of(known: Sequence[str]) -> tuple[str, Callable[[str], str]]:
    def read(word: str) -> str:
        if word not in known:
            raise ValueError
        return word

    return f"one of {', '.join(known)}", read


READERS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "N": (f"a whole number from 1 to {MOST:,}", _number),
    "POLICY": _one_of(POLICIES),
    "SEED": ("a word", str),
    "BUDGET": ("a number of ms, such as 300, or a share of the time for the answer, such as 30%", _budget),
    "BY": _one_of(BY),
    "WORD": ("a word", str),
    "ERRORS": ("a number of standard errors from 0 to 100", _up_to(100)),
    "CHANCE": ("a number from 0 to 1", _up_to(1)),
}
"""What each kind of value is, and what reads it and raises a ValueError for anything else."""
