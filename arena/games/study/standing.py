"""The standing before the deal of a study."""

# Not compiled: setting up a deal need not be fast.

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from arena.games.kernel import AnyGame, Chance, Rules
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position
from arena.games.kernel.text import nearest
from arena.games.study.problems import WrongValue

KINDS = {bool: "true or false", int: "a whole number", str: "a text"}


def first_standing(game: AnyGame, options: Options, chance: Chance) -> Any:
    """Return the standing before the first deal; questions before it get their first legal word."""
    return _after_start(game.start, options, chance)


def _after_start(start: Callable[[Any, Chance], Rules[Any]], options: Options, chance: Chance) -> Any:
    position: Position[Any] = Position(options, lambda: start(options, chance))
    while position.ask is not None:
        position.play(position.ask.legal[0])
    return position.result


def read_standing(game: AnyGame, options: Options, study: Mapping[str, Any], first: Any, problems: list[str]) -> Any:
    """Return the standing of a study; fields that it lacks, or gets wrong, are as in the first standing.

    Args:
        game: the game.
        options: its options.
        study: the study.
        first: the standing before the first deal.
        problems: errors are appended to it.
    """
    values: dict[str, Any] = {}
    for name in first._fields:
        if name in study:
            try:
                values[name] = _like(getattr(first, name), study[name])
            except WrongValue as wrong:
                problems.append(f"{name}: {wrong}")
    seats = range(game.seating(options).seats)
    if "dealer" in values and values["dealer"] not in seats:
        problems.append(f"dealer: there is no seat {values.pop('dealer')}; take 0 to {seats[-1]}")
    standing = first._replace(**values)
    if not values:
        return standing
    try:
        over = game.result(options, standing)
        if over is None:
            game.dealing(options, standing)
            return standing
        problem = f"the game is over with these (reason: {over.reason}); no deal follows"
    except (LookupError, ValueError):
        problem = f"{game.name} cannot deal with these; copy the values from a `note deal`"
    problems.append(f"{', '.join(values)}: {problem}")
    return first


def _like(model: Any, value: object) -> Any:
    """Convert a value to the type of a field of the standing.

    Args:
        model: the value of the field at the start of a game.
        value: the value of the study: lists stand for tuples, and tables for values with fields of their own.
    """
    if hasattr(model, "_fields"):
        return _like_named(model, value)
    if isinstance(model, tuple | frozenset):
        if not isinstance(value, list | tuple | frozenset):
            raise WrongValue(f"needs a list, not {value!r}")
        if not model or isinstance(model, frozenset):
            return type(model)(map(_plain, value))
        if len(value) != len(model):
            raise WrongValue(f"needs {len(model)} values, not {len(value)}")
        return tuple(_like(each, its) for each, its in zip(model, value, strict=True))
    if model is not None and type(value) is not type(model):
        raise WrongValue(f"needs {KINDS.get(type(model), 'another value')}, not {value!r}")
    return _plain(value)


def _like_named(model: Any, value: object) -> Any:
    """Convert a table to a value with named fields; fields that the table lacks are as at the start of a game."""
    if not isinstance(value, Mapping):
        raise WrongValue(f"needs a table of {', '.join(model._fields)}, not {value!r}")
    if unknown := [str(name) for name in value if name not in model._fields]:
        raise WrongValue(f"has no {unknown[0]!r}{nearest(unknown[0], model._fields)}")
    return model._replace(**{name: _like(getattr(model, name), its) for name, its in value.items()})


def _plain(value: object) -> object:
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value


def told_standing(game: AnyGame, options: Options, words: Iterable[str]) -> Any:
    """Return the standing that a `deal` note tells: what `Standing.words` wrote, read back.

    Args:
        game: the game.
        options: its options.
        words: the words of the note, such as `dealer=3`.
    """
    return _told(_first(game.start, options), dict(word.split("=", 1) for word in words))


def _told(first: Any, words: Mapping[str, str]) -> Any:
    """Return a standing, or a part of one with fields of its own, with what the words tell."""
    untold = first._field_defaults  # what is None, or empty, is not told
    values = {name: _from_word(getattr(first, name), words[name]) for name in first._fields if name in words}
    parts = {name: _told(its, words) for name, its in first._asdict().items() if hasattr(its, "_fields")}
    return first._replace(**{**untold, **values, **parts})


@lru_cache(maxsize=16)
def _first(start: Callable[[Any, Chance], Rules[Any]], options: Options) -> Any:
    """Return a standing before the first deal. Only the types of its fields matter."""
    return _after_start(start, options, lambda _, items: tuple(items))


def _from_word(model: Any, text: str) -> Any:
    """Return the value of a field, as `spelled` wrote it; `model` is its value at the start of a game."""
    if isinstance(model, tuple | frozenset):
        return type(model)(map(plain_value, text.split(",")))
    return plain_value(text)


def plain_value(text: str) -> str | int:
    """Return the number that a word of a note is, or else the word."""
    return int(text) if text.removeprefix("-").isdecimal() else text


def written_standing(standing: Any, first: Any) -> dict[str, Any]:
    """Return the fields that a study needs: those of the `deal` note, and those that differ from the first standing."""
    told = [word.partition("=")[0] for word in standing.words()]
    return {
        name: _fields_of(getattr(first, name), getattr(standing, name))
        for name in standing._fields
        if name in told or getattr(standing, name) != getattr(first, name)
    }


def _fields_of(model: Any, value: Any) -> Any:
    """Return a value of a standing for a study; one with named fields becomes a table of the fields that differ."""
    if not hasattr(model, "_fields") or type(value) is not type(model):
        return value
    pairs = ((name, getattr(model, name), getattr(value, name)) for name in model._fields)
    return {name: _fields_of(before, its) for name, before, its in pairs if its != before}
