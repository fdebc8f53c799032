"""TOML files that people write. Checking one reports all its problems at once."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, GetCoreSchemaHandler, Strict, ValidationError, create_model
from pydantic_core import CoreSchema, ErrorDetails, InitErrorDetails, PydanticCustomError
from pydantic_core.core_schema import no_info_after_validator_function

from arena.errors import ConfigErrors, Problem, UserError
from arena.games.kernel.text import nearest
from arena.settings.names import NAME_RULE, is_name

Model = TypeVar("Model", bound=BaseModel)


def _named(text: str) -> str:
    if not is_name(text):
        raise problems_here([Problem("", f"needs {NAME_RULE}, not {_shown(text)}")])
    return text


Name = Annotated[str, AfterValidator(_named)]
"""The name of a bot."""
Words = Annotated[tuple[str, ...], Strict(False)]
"""A list of texts, read as a tuple."""


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    """Say of all problems that are found in the block that they are in this file, unless they name another one."""
    try:
        yield
    except ConfigErrors as errors:
        problems = [each if each.file else each._replace(file=str(path)) for each in errors.problems]
        raise ConfigErrors(problems, errors.exit_status) from errors


def read_toml(model: type[Model], path: Path, context: object = None) -> Model:
    """Return the contents of a TOML file as a model.

    Args:
        model: the model.
        path: the file.
        context: passed to the validators of the model.

    Raises:
        ConfigErrors: it is not TOML, or does not fit the model; all problems are listed.
        UserError: it cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", exit_status=os.EX_NOINPUT) from error
    with in_file(path):
        return validated(model, parse_toml(data), context)


def parse_toml(data: bytes) -> dict[str, Any]:
    """Return the contents of a TOML text.

    Raises:
        ConfigErrors: it is not TOML; the message names the line.
    """
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigErrors([Problem("", "is not UTF-8 text; save it as UTF-8")]) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigErrors([_syntax_problem(str(error))]) from error
    except RecursionError as error:
        raise ConfigErrors([Problem("", "is nested too deeply")]) from error
    except ValueError as error:  # an integer with thousands of digits
        raise ConfigErrors([Problem("", str(error))]) from error


def _syntax_problem(message: str) -> Problem:
    """Return an error of the TOML parser as a problem, its line number taken out of the text."""
    place = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if place is None:
        return Problem("", message)
    return Problem("", f"{message[: place.start()]} (column {place[2]})", line=int(place[1]))


class Section(BaseModel):
    """A table of a configuration file. Unknown keys and values of the wrong type are errors."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True, frozen=True)


class Given:
    """Marks an annotation: a table with some of the fields of a plain dataclass, read as a mapping of those it has.

    `Annotated[Mapping[str, int], Given(Limits)]` takes names, types and bounds of the fields from the dataclass, so
    that they are listed once. Every field may be left out.

    Args:
        settings: the dataclass.
        names: the fields that are allowed; None for all.
    """

    def __init__(self, settings: type[Any], names: Container[str] | None = None) -> None:
        types = get_type_hints(settings, include_extras=True)
        known = [field.name for field in fields(settings) if names is None or field.name in names]
        keys: dict[str, Any] = {name: (types[name], None) for name in known}
        self.table: type[Section] = create_model(settings.__name__, __base__=Section, **keys)

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_after_validator_function(_keys_given, handler.generate_schema(self.table))


def _keys_given(table: Section) -> dict[str, Any]:
    return {name: getattr(table, name) for name in type(table).model_fields if name in table.model_fields_set}


def validated(model: type[Model], data: Mapping[str, Any], context: object = None) -> Model:
    """Return the contents of a file as a model.

    Args:
        model: the model.
        data: the parsed file.
        context: passed to the validators of the model.

    Raises:
        ConfigErrors: the data do not fit the model; all problems are listed.
    """
    try:
        return model.model_validate(data, context=context)
    except ValidationError as error:
        details = error.errors(include_url=False)
        raise ConfigErrors([Problem(_key(d["loc"]), _text(d, model)) for d in details]) from error


def problems_here(problems: Sequence[Problem]) -> ValidationError:
    """Return problems as an error for a validator to raise; their keys are relative to the key that it validates."""
    details = []
    for problem in problems:
        kind = PydanticCustomError("problem", "{text}", {"text": problem.text})
        details.append(InitErrorDetails(type=kind, loc=(problem.key,) if problem.key else (), input=None))
    return ValidationError.from_exception_data("problems", details)


def _key(loc: Sequence[str | int]) -> str:
    """Return a path of keys as people write it, such as `games[1].options.target`."""
    names = [part for part in loc if part != "[key]"]  # which is what pydantic adds where a key is wrong
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in names).removeprefix(".")


NESTED = 8
"""Values with more levels than this are not shown in messages."""
_EXPECTED = {
    "bool_type": "needs true or false",
    "callable_type": "needs a function",
    "datetime_type": "needs a datetime",
    "dict_type": "needs a table",
    "greater_than_equal": "needs {ge} or more",
    "float_type": "needs a number",
    "int_type": "needs a whole number",
    "less_than_equal": "needs {le} or less",
    "list_type": "needs a list",
    "literal_error": "needs {expected}",
    "model_type": "needs a table",
    "sequence_str": "needs a list",
    "string_too_short": "needs some text",
    "string_type": "needs text in quotes",
    "too_short": "needs at least one entry",
    "tuple_type": "needs a list",
}


def _text(detail: ErrorDetails, model: type[BaseModel]) -> str:
    """Return one of pydantic's complaints in words for users: what is expected, and what is there."""
    match detail["type"]:
        case "problem":
            return detail["msg"]
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return _unknown_key(detail["loc"], model)
        case kind:
            expected = _EXPECTED.get(kind, detail["msg"]).format(**detail.get("ctx", {}))
            return f"{expected}, not {_shown(detail['input'])}"


def _shown(value: object) -> str:
    """Return a value of a file as text, cut to 60 characters; not one with more than `NESTED` levels."""
    if _is_deep(value, NESTED):
        return "tables in tables"
    return json.dumps(value, ensure_ascii=False, default=str)[:60]


def _is_deep(value: object, levels: int) -> bool:
    """Return whether a value has more levels of tables and lists; how many Python can write depends on its version."""
    if not isinstance(value, (dict, list, tuple)):
        return False
    inside = value.values() if isinstance(value, dict) else value
    return not levels or any(_is_deep(each, levels - 1) for each in inside)


def _unknown_key(loc: Sequence[str | int], model: type[BaseModel]) -> str:
    """Return what to say about an unknown key: the nearest known one, or that it slipped below a table."""
    key = str(loc[-1])
    if len(loc) > 1 and key in model.model_fields:
        return "there is no such key in this table: it is for the whole file, above the first [table]"
    table = model
    for part in loc[:-1]:
        if isinstance(part, str) and part in table.model_fields:  # else it is a name that the user chose
            table = _table(table.model_fields[part].rebuild_annotation())
    return f"there is no such key{nearest(key, table.model_fields)}"


def _table(annotation: Any) -> type[BaseModel]:
    """Return the model of a table inside an annotation such as `list[Annotated[Model, ...]]`."""
    while inside := get_args(annotation):
        for mark in inside[1:]:
            if isinstance(mark, Given):
                return mark.table
        annotation = inside[-1] if get_origin(annotation) is dict else inside[0]
    found: type[BaseModel] = annotation
    return found
