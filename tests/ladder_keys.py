"""docs/ladder-keys.md and docs/grading.md: every key of the files that people write, from what reads them."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, BeforeValidator
from pydantic_core import PydanticUndefined

from arena.bots.botfile import BotFile
from arena.settings.bounds import Milliseconds
from arena.settings.clock import ClockSettings
from arena.settings.grade_file import GradeSections, PointsSection, SequentialSection, StaffBotSection
from arena.settings.ladder import LadderFile
from arena.settings.limits import WISHES, Limits
from arena.settings.probation import ProbationSettings
from arena.settings.schedule import ScheduleSettings
from arena.settings.sections import BotSection, GameSection, LadderSections, LimitsSection, MarkSection, SandboxSection

UNITS = {"_ms": "ms", "_s": "seconds", "_mb": "MiB", "_kb": "KiB"}
"""What the end of a key says about its unit."""
EXAMPLES: Mapping[str, str] = {
    "name": '"Card games, autumn"',
    "about": '"The bots of section 3."',
    "seed": '"autumn"',
    "results": '"autumn.db"',
    "sets": "50",
    "deals": '"once"',
    "tables": "8",
    "clock": "{ move_ms = 500 }",
    "sandbox": '{ level = "strict" }',
    "limits": "{ memory_mb = 1024 }",
    "schedule": '"swiss"',
    "anchors": "{ random = 0.0 }",
    "marks": "{ house = { not_worse = 20, better = 10 } }",
    "marks.not_worse": "20",
    "marks.better": "10",
    "rank_by": '"points"',
    "marks_by": '"best"',
    "tv": '"delayed"',
    "roster": '"roster.toml"',
    "prior": "200",
    "records": "100",
    "fill": '"sample:random"',
    "probation": "false",
    "games": '["kaiser", "two-hundred:kitty"]',
    "on_illegal": '"retry 2"',
    "bots": '["bots/mine", "sample:random"]',
    "games.game": '"two-hundred:kitty"',
    "games.sets": "10",
    "games.options": "{ target = 300 }",
    "bots.bot": '"bots/mine"',
    "bots.folder": '"submissions"',
    "bots.name": '"house"',
    "bots.limits": "{ memory_mb = 1024 }",
    "bots.clock": "{ move_ms = 20_000 }",
    "bots.sandbox": '"trusted"',
    "bots.env": '{ API_KEY = "$OPENAI_API_KEY", MODEL = "small" }',
    "bots.network": '["api.openai.com:443"]',
    "bots.params": "{ margin = 1.0 }",
    "bots.devices": '["/dev/nvidia*"]',
    "sandbox.read": '["/opt/models"]',
    "limits.most": "{ memory_mb = 2048 }",
    "schedule.new": '["mine"]',
    "schedule.rounds": "7",
    "schedule.seeds": '["house", "mine"]',
    "schedule.limit": "60",
    "schedule.total": "500",
    "clock.bank_ms": "60000",
    "clock.inc_ms": "100",
    "clock.strikes": "2",
    "clock.hard_ms": "3000",
    "clock.pace": "20",
    "clock.start_ms": "20000",
    "bot.toml.command": '["python3", "bot.py"]',
    "bot.toml.name": '"careful"',
    "bot.toml.version": '"1.2"',
    "bot.toml.author": '"Ann Abel"',
    "bot.toml.about": '"Counts cards, bids low."',
    "bot.toml.build": '["make", "bot"]',
    "bot.toml.needs": '["make", "cc"]',
    "bot.toml.games": '["kaiser"]',
    "bot.toml.tables": "8",
    "bot.toml.library": "true",
    "bot.toml.limits": "{ memory_mb = 256 }",
    "staff.name": '"Project 2"',
    "staff.seed": '"a long text that nobody guesses"',
    "staff.games": '["kaiser", "two-hundred:kitty"]',
    "staff.sets": "10",
    "staff.total": "100",
    "staff.visibility": '"after_due_date"',
    "staff.points": "{ legal = 30 }",
    "staff.test": "{ elo = 100 }",
    "staff.clock": '{ measure = "cpu", bank_ms = 5000 }',
    "staff.sandbox": '{ level = "strict" }',
    "staff.limits": "{ memory_mb = 1024 }",
    "staff.bots": '["staff/easy", "staff/hard"]',
    "staff.bots.bot": '"staff/hard"',
    "staff.bots.name": '"hard"',
    "staff.bots.visibility": '"after_published"',
    "staff.bots.limits": "{ memory_mb = 1024 }",
}
"""Key -> a value as people write it, where its default is no good example."""


class Key(NamedTuple):
    """A key of a file.

    Args:
        name: its name inside its table.
        kind: what values it takes, in words.
        default: the value without it, as TOML; a dash if there is none.
        about: what it decides, one sentence.
        example: a line of TOML with it.
    """

    name: str
    kind: str
    default: str
    about: str
    example: str


class Table(NamedTuple):
    """A table of a file.

    Args:
        head: how the table begins in the file, such as `[clock]`; empty for the top of the file.
        place: what comes before the names of its keys in `EXAMPLES`.
        owner: the class that reads it.
        more: another class whose docstring explains keys.
        only: the keys to list; None for all.
    """

    head: str
    place: str
    owner: type[Any]
    more: type[Any] | None = None
    only: tuple[str, ...] | None = None

    def listed(self) -> Iterator[Key]:
        """Yield its keys, in the order in which the class has them.

        Raises:
            KeyError: the docstring of the class does not explain a key.
        """
        about = sentences(self.more, self.owner)
        for name, hint, default in fields_of(self.owner):
            if self.only is None or name in self.only:
                text = about[name]
                shown, example = toml(default), EXAMPLES.get(f"{self.place}{name}")
                yield Key(name, words(hint, name), shown, text, f"{name} = {example or instance(hint, default)}")


def tables() -> Iterator[Table]:
    """Yield the tables of a ladder file and of a bot.toml."""
    yield Table("", "", LadderSections, LadderFile)
    yield Table("[[games]]", "games.", GameSection)
    yield Table("[[bots]]", "bots.", BotSection)
    yield Table("[clock]", "clock.", ClockSettings)
    yield Table("[schedule]", "schedule.", ScheduleSettings)
    yield Table("[probation]", "probation.", ProbationSettings)
    yield Table("[marks]", "marks.", MarkSection)
    yield Table("[sandbox]", "sandbox.", SandboxSection)
    yield Table("[limits]", "limits.", LimitsSection, Limits)
    yield Table("bot.toml", "bot.toml.", BotFile)
    yield Table("[limits] of bot.toml", "limits.", Limits, only=WISHES)


def staff_tables() -> Iterator[Table]:
    """Yield the tables of a grade file that no ladder file has."""
    yield Table("", "staff.", GradeSections)
    yield Table("[points]", "staff.points.", PointsSection)
    yield Table("[test]", "staff.test.", SequentialSection)
    yield Table("[[bots]]", "staff.bots.", StaffBotSection)


def markdown(table: Table) -> str:
    """Return the keys of a table of a file as a Markdown table."""
    rows = (f"| `{key.name}` | {key.kind} | {key.default} | {key.about} | `{key.example}` |" for key in table.listed())
    return "\n".join(("| key | values | default | what it decides | example |", "|---|---|---|---|---|", *rows))


def described(owner: type[Any]) -> dict[str, str]:
    """Return what the docstring of a class says about each of its arguments, on one line."""
    listed = (inspect.getdoc(owner) or "").partition("Args:\n")[2]
    found = re.findall(r"^    (\w+): (.*?)(?=^    \w|^\S|\Z)", listed, re.MULTILINE | re.DOTALL)
    return {name: " ".join(text.split()) for name, text in found}


def sentences(*owners: type[Any] | None) -> dict[str, str]:
    """Return what docstrings say about the arguments of classes, in words for users; the later ones count more."""
    found = {name: text for owner in owners if owner for name, text in described(owner).items()}
    return {name: re.sub(r"\bNone for\b", "if left out,", text).rstrip(".") for name, text in found.items()}


def fields_of(owner: type[Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield name, type and default of the fields of a dataclass or a model; no default is `PydanticUndefined`."""
    hints = get_type_hints(owner, include_extras=True)
    if issubclass(owner, BaseModel):
        for name, field in owner.model_fields.items():
            yield name, hints[name], field.get_default(call_default_factory=True)
        return
    for each in dataclasses.fields(owner):
        made = each.default_factory
        default = each.default if made is dataclasses.MISSING else made()
        yield each.name, hints[each.name], PydanticUndefined if default is dataclasses.MISSING else default


def words(hint: Any, name: str) -> str:
    """Return what values a type takes, in words, with bounds and unit."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint == Milliseconds:
        return f"ms, {bounds(inside[1:])}"
    if origin in {Union, UnionType}:
        return words(next(each for each in inside if each is not NoneType), name)
    if origin is Annotated:
        if any(isinstance(mark, BeforeValidator) for mark in inside[1:]):
            return f"{words(inside[0], name)}, or a short form"
        limits, unit = bounds(inside[1:]), next((UNITS[end] for end in UNITS if name.endswith(end)), "")
        return ", ".join(filter(None, (unit or words(inside[0], name), limits)))
    if origin is Literal:
        return ", ".join(f"`{json.dumps(each)}`" for each in inside)
    if origin in {list, tuple}:
        return "list of texts" if inside[0] is str else "list"
    plain = {bool: "`true` or `false`", int: "whole number", float: "number", str: "text"}
    return plain.get(hint, "table")


def bounds(marks: tuple[Any, ...]) -> str:
    """Return what the marks of an annotation say about numbers and names."""
    found = [each for mark in marks for each in (mark, *getattr(mark, "metadata", ()))]
    least = next((each.ge for each in found if getattr(each, "ge", None) is not None), None)
    most = next((each.le for each in found if getattr(each, "le", None) is not None), None)
    if least is not None and most is not None:
        return f"{least:,} to {most:,}"
    return "1 to 32 letters, digits and ASCII signs without spaces, `@` and `,`" if "_named" in repr(found) else ""


def toml(value: object) -> str:
    """Return a default as TOML in backticks; a dash for none, and for a table."""
    if value is PydanticUndefined:
        return "needed"
    if value is None or value == "" or isinstance(value, BaseModel) or dataclasses.is_dataclass(value):
        return "-"
    if isinstance(value, Mapping):
        return "`{}`"
    return f"`{json.dumps(value)}`"


def instance(hint: Any, default: object) -> str:
    """Return a value of a type as TOML: the default, or what is not the default where there are just a few."""
    if get_origin(hint) in {Union, UnionType}:
        hint = next(each for each in get_args(hint) if each is not NoneType)
    if hint is bool:
        return json.dumps(not default)
    if get_origin(hint) is Literal:
        return json.dumps(next(each for each in get_args(hint) if each != default))
    if isinstance(default, int | float | str | tuple):
        return json.dumps(default)
    return {"text": '"..."', "table": "{}"}.get(words(hint, ""), "1")
