"""What houses disagree about, as data: every option has a default, its legal values, a sentence and its clauses.

A variation is a frozen value of a dataclass whose fields are made with `option`. Values come from people as words or
TOML values; `choose` turns them into options or raises one `OptionError` that lists everything that is wrong.
"""

# Not compiled: frozen dataclasses that inherit.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from arena.games.kernel.text import nearest

Value = str | int | bool
O = TypeVar("O", bound="Options")
T = TypeVar("T")
SWITCH = ("auto", "on", "off")
"""The values of an option that is on or off and otherwise goes by others."""
MOST = 10_000
"""The highest target, and the most deals, that a game of hundreds may have."""


class OptionError(ValueError):
    """One or more options cannot be had; `problems` says which and what would do."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class Spec(NamedTuple):
    """The legal values of an option, what it decides, and its clauses."""

    values: tuple[str | int | range, ...]
    about: str
    clauses: str


def option(default: Value, values: Sequence[str | int | range] | range, about: str, clauses: str) -> Any:
    """Return a dataclass field for one option.

    Args:
        default: the value of the standard game.
        values: the legal values: words, whole numbers and ranges of them; empty for an on/off option.
        about: one sentence for people, without the clause.
        clauses: the clauses of the rule sheet, such as "KA-10".
    """
    ranges = (values,) if isinstance(values, range) else tuple(values)
    return field(default=default, metadata={"option": Spec(ranges, about, clauses)})


def seat_words(seats: int) -> tuple[str, ...]:
    """Return the words for the seats of a table, as people write them: `P0`, `P1` and so on."""
    return tuple(f"P{seat}" for seat in range(seats))


def named_seat(text: str) -> int:
    """Return the seat that one of `seat_words` names."""
    return int(text.removeprefix("P"))


@dataclass(frozen=True)
class Options:
    """The base of every game's options: checks itself when made.

    Raises:
        OptionError: a value is not legal, or values do not go together.
    """

    def __post_init__(self) -> None:
        problems = [problem for f in fields(self) for problem in _wrong_value(f, getattr(self, f.name))]
        if problems := problems or list(self.conflicts()):
            raise OptionError(problems)

    def __hash__(self) -> int:
        """Return the hash of all values, worked out once: rules look things up by their options all the time."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(self.words().items()))

    def conflicts(self) -> Iterator[str]:
        """Yield a sentence for every combination that cannot be played, naming the options and the way out."""
        yield from ()

    def words(self) -> dict[str, str]:
        """Return every option as `name: word`, the way the protocol and ladder files write them."""
        return {f.name: word(getattr(self, f.name)) for f in fields(self)}

    def in_force(self) -> dict[str, str]:
        """Return what the `game` line tells: as `words`, but values such as `auto` as what they stand for.

        Options chosen by these words play the same game.
        """
        return self.words()


def variations(options: type[O]) -> type[O]:
    """Let the options of a game keep the hash of `Options`; it stands above `@dataclass(frozen=True)`.

    mypyc leaves a class with a decorator that it does not know to Python, which a frozen dataclass of ours needs: so
    options stand in the file of their game, and the rules around them are compiled.
    """
    options.__hash__ = Options.__hash__  # type: ignore[method-assign]
    return options


class derived(cached_property[T]):  # noqa: N801 - it is written as a decorator
    """What follows from some options, worked out once; mypyc would take `cached_property` for `property`."""


class Need(NamedTuple):
    """What must hold for options to differ from their defaults.

    Args:
        names: the options.
        holds: whether it does, in some options.
        what: it in words.
        way: what to set for it.
    """

    names: tuple[str, ...]
    holds: Callable[[Any], bool]
    what: str
    way: str


def unmet(options: Options, needs: Iterable[Need]) -> Iterator[str]:
    """Yield a sentence for every option that differs from its default without what it needs."""
    for need in needs:
        for name in need.names:
            value, usual = getattr(options, name), getattr(type(options), name)
            if value != usual and not need.holds(options):
                yield f"{name}: {word(value)!r} needs {need.what}; set {need.way} or {name}={word(usual)}"


def spec(f: Field[Any]) -> Spec:
    """Return the description of an option's field."""
    found: Spec = f.metadata["option"]
    return found


def word(value: Value) -> str:
    """Return a value as people write it: booleans are `on` and `off`."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def values_text(f: Field[Any]) -> str:
    """Return the legal values of an option for people, such as `ask, off` or `20 to 200 in steps of 5`."""
    return ", ".join(_part_text(part) for part in spec(f).values) or "on, off"


def choose(base: O, settings: Mapping[str, object]) -> O:
    """Return `base` with some options set.

    Args:
        base: the options to start from, usually a preset.
        settings: option name -> word, whole number or boolean, as people wrote them.

    Raises:
        OptionError: unknown names, illegal values or combinations; all of them are listed.
    """
    known = {f.name: f for f in fields(base)}
    problems: list[str] = []
    chosen: dict[str, Value] = {}
    for name, raw in settings.items():
        if name not in known:
            problems.append(f"{name}: there is no such option{nearest(name, known)}")
            continue
        value = _read(known[name], raw)
        problems.extend(_wrong_value(known[name], value))
        chosen[name] = value
    if problems:
        raise OptionError(problems)
    return replace(base, **chosen)


def _read(f: Field[Any], raw: object) -> Value:
    """Return what a person wrote as the value that the option holds; nonsense comes back as its text."""
    text = word(raw) if isinstance(raw, bool) else str(raw)
    if not spec(f).values:
        return {"on": True, "off": False}.get(text, text)
    if not all(isinstance(part, str) for part in spec(f).values) and text.removeprefix("-").isdecimal():
        return int(text)
    return text


def _wrong_value(f: Field[Any], value: Value) -> Iterator[str]:
    """Yield what is wrong with a value, if anything."""
    values = spec(f).values
    if isinstance(value, bool) or not values:
        right = isinstance(value, bool) and not values
    else:
        right = any(value in part if isinstance(part, range) else value == part for part in values)
    if not right:
        yield f"{f.name}: {word(value)!r} is not possible; take {values_text(f)}"


def _part_text(part: str | int | range) -> str:
    if not isinstance(part, range):
        return str(part)
    text = f"{part.start} to {part[-1]}"
    return text if part.step == 1 else f"{text} in steps of {part.step}"
