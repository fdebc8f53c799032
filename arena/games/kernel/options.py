"""House rules as data: every option has a default, its legal values, a sentence about it, and its clauses.

A variation is an instance of a frozen dataclass whose fields are made with `option`. People write values as words or
TOML values; `choose` turns them into options, or raises one `OptionError` that lists every problem.
"""

# Not compiled: mypyc cannot compile frozen dataclasses that inherit.

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
"""The values of a switch whose default, `auto`, follows from other options."""
RESERVED = frozenset(
    {"seat", "seats", "sides", "names", "seed", "seeds", "move_ms", "bank_ms", "inc_ms", "preset"},
)
"""The keys of a `game` line that are no options of a game. No game may give an option one of these names."""
ANY_WORD = "any word"
"""The only legal value of an option that takes every word: `conflicts` says which ones make sense."""
MOST = 10_000
"""The upper limit of the target, and of the number of deals, in games scored in hundreds."""


class WrongOption(NamedTuple):
    """What is wrong with the value of an option, or with the values of several together.

    Args:
        names: the options.
        text: what is wrong with them, and a way out.
    """

    names: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{', '.join(self.names)}: {self.text}"


class OptionError(ValueError):
    """One or more options are unknown, illegal or in conflict; `problems` says which, and what to do."""

    def __init__(self, problems: Sequence[WrongOption]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems: tuple[WrongOption, ...] = tuple(problems)


class Spec(NamedTuple):
    """The legal values of an option, a sentence about what it decides, and its clauses."""

    values: tuple[str | int | range, ...]
    about: str
    clauses: str


def option(default: Value, values: Sequence[str | int | range] | range, about: str, clauses: str) -> Any:
    """Return a dataclass field for one option.

    Args:
        default: the value of the standard game.
        values: the legal values: words, integers and ranges of integers; empty for an on/off option.
        about: one sentence for people, without clause ids.
        clauses: the clauses of the rule sheet, such as "KA-10".

    Raises:
        ValueError: it is on or off, and has values besides.
    """
    ranges = (values,) if isinstance(values, range) else tuple(values)
    if isinstance(default, bool) and ranges:
        raise ValueError("an option whose default is True or False is on or off: its values are ()")
    return field(default=default, metadata={"option": Spec(ranges, about, clauses)})


def seat_words(seats: int) -> tuple[str, ...]:
    """Return the words that people write for the seats of a table: `P0`, `P1` and so on."""
    return tuple(f"P{seat}" for seat in range(seats))


def named_seat(text: str) -> int:
    """Return the seat that a word such as `P1` names."""
    return int(text.removeprefix("P"))


@dataclass(frozen=True)
class Options:
    """The base class of every game's options; it checks the values when it is made.

    Raises:
        OptionError: a value is not legal, or some values conflict.
    """

    def __post_init__(self) -> None:
        problems = [problem for f in fields(self) for problem in _wrong_value(f, getattr(self, f.name))]
        if problems := problems or list(self.conflicts()):
            raise OptionError(problems)

    def __hash__(self) -> int:
        """Return the hash of all values. It is computed once, because rules use options as cache keys all the time."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(self.words().items()))

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield every combination of values that cannot be played."""
        yield from ()

    def words(self) -> dict[str, str]:
        """Return the word of every option by its name, as the protocol and ladder files write it."""
        return {f.name: word(getattr(self, f.name)) for f in fields(self)}

    def in_force(self) -> dict[str, str]:
        """Return the words of the `game` line: as `words`, with values such as `auto` replaced by what they stand for.

        Options chosen by these words play the same game as this one.
        """
        return self.words()


def variations(options: type[O]) -> type[O]:
    """Class decorator for the options of a game, above `@dataclass(frozen=True)`: keeps the hash of `Options`.

    mypyc does not compile a class with a decorator that it does not know, and a frozen dataclass that inherits must
    stay Python. So options can stand in the module of their game, and mypyc still compiles the rules around them.
    """
    options.__hash__ = Options.__hash__  # type: ignore[method-assign]
    return options


class derived(cached_property[T]):  # noqa: N801 - it is written as a decorator
    """A value that follows from options, computed once; mypyc would treat plain `cached_property` as `property`."""


class Need(NamedTuple):
    """A condition under which some options may differ from their defaults.

    Args:
        names: the options.
        holds: whether the condition holds for an instance of options.
        what: the condition in words.
        way: the settings that meet it.
    """

    names: tuple[str, ...]
    holds: Callable[[Any], bool]
    what: str
    way: str


def unmet(options: Options, needs: Iterable[Need]) -> Iterator[WrongOption]:
    """Yield every option that differs from its default although its condition does not hold."""
    for need in needs:
        for name in need.names:
            value, usual = getattr(options, name), getattr(type(options), name)
            if value != usual and not need.holds(options):
                text = f"{word(value)!r} needs {need.what}; set {need.way} or {name}={word(usual)}"
                yield WrongOption((name,), text)


def spec(f: Field[Any]) -> Spec:
    """Return the `Spec` of an option's field."""
    found: Spec = f.metadata["option"]
    return found


def word(value: Value) -> str:
    """Return a value as people write it: `on` and `off` for booleans."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def values_text(f: Field[Any]) -> str:
    """Return the legal values of an option as text, such as `ask, off` or `20 to 200 in steps of 5`.

    Semicolons separate them if there are lists among them, such as `1,2`.
    """
    parts = [_part_text(part) for part in spec(f).values]
    return ("; " if any("," in part for part in parts) else ", ").join(parts) or "on, off"


def choose(base: O, settings: Mapping[str, object]) -> O:
    """Return `base` with some options set.

    Args:
        base: the options to start from, usually a preset.
        settings: option name -> word, integer or boolean, as people wrote them.

    Raises:
        OptionError: some names are unknown, or some values or combinations illegal; it lists all of them.
    """
    known = {f.name: f for f in fields(base)}
    problems: list[WrongOption] = []
    chosen: dict[str, Value] = {}
    for name, raw in settings.items():
        if name not in known:
            problems.append(WrongOption((name,), f"there is no such option{nearest(name, known)}"))
            continue
        value = _read(known[name], raw)
        problems.extend(_wrong_value(known[name], value))
        chosen[name] = value
    if problems:
        raise OptionError(problems)
    return replace(base, **chosen)


def _read(f: Field[Any], raw: object) -> Value:
    """Return the value that a person wrote for an option; text that makes no sense comes back as text."""
    text = word(raw) if isinstance(raw, bool) else str(raw)
    if not spec(f).values:
        return {"on": True, "off": False}.get(text, text)
    if not all(isinstance(part, str) for part in spec(f).values) and text.removeprefix("-").isdecimal():
        return int(text)
    return _as_listed(text, spec(f).values) if "," in text else text


def _as_listed(text: str, values: Sequence[Value | range]) -> str:
    """Return the legal value that a list in any order and with spaces means; the text itself if there is none."""
    some = sorted(part.strip() for part in text.split(","))
    return next((value for value in values if isinstance(value, str) and sorted(value.split(",")) == some), text)


def _wrong_value(f: Field[Any], value: Value) -> Iterator[WrongOption]:
    values = spec(f).values
    if isinstance(value, bool) or not values:
        right = isinstance(value, bool) and not values
    else:
        right = any(value in part if isinstance(part, range) else part in {value, ANY_WORD} for part in values)
    if not right:
        yield WrongOption((f.name,), f"{word(value)!r} is not possible; take {values_text(f)}")


def _part_text(part: str | int | range) -> str:
    if not isinstance(part, range):
        return str(part)
    text = f"{part.start} to {part[-1]}"
    return text if part.step == 1 else f"{text} in steps of {part.step}"


def difference(options: Options, base: Options) -> list[str]:
    """Return the options that differ from a base, each as `name=word`, in their order."""
    before = base.words()
    return [f"{name}={word}" for name, word in options.words().items() if word != before[name]]
