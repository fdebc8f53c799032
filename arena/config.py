"""Ladder files: what is played, by whom, under what; checked whole, so that one look shows all there is to mend."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeAlias, TypeVar, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from arena.clock import ClockSettings, Measure, Ponder
from arena.errors import ConfigErrors, Problem, UserError
from arena.games.kernel import AnyGame
from arena.games.options import OptionError, Options, choose
from arena.games.text import nearest

Deals: TypeAlias = Literal["shared", "fresh"]
OnFault: TypeAlias = Literal["forfeit", "substitute"]
Games: TypeAlias = Mapping[str, AnyGame]
Model = TypeVar("Model", bound=BaseModel)

Name = Annotated[str, Field(pattern=r"^[!-+\--?A-~]{1,32}$")]
"""A word that stands for a bot in ids, records and tables: `@` and `,` separate such words."""
Words = Annotated[tuple[str, ...], Strict(False)]
"""A list of texts, kept as a tuple."""
Sets = Annotated[int, Field(ge=1, le=1_000_000)]
Milliseconds = Annotated[int, Field(ge=0, le=86_400_000)]


class Contest(NamedTuple):
    """A game as a ladder plays it.

    Args:
        label: the canonical name, such as `two-hundred:kitty target=300`.
        game: which game.
        preset: the name of the preset that the options began with.
        options: all options in force.
        sets: how many duplicate sets every pairing plays.
    """

    label: str
    game: AnyGame
    preset: str
    options: Options
    sets: int

    @property
    def sides(self) -> int:
        """The number of entrants that a game takes."""
        return self.game.table(self.options).number_of_sides


class BotLine(NamedTuple):
    """A bot as a ladder file names it, and its other name on the ladder, if any."""

    bot: str
    name: str | None


@dataclass(frozen=True)
class LadderFile:
    """A ladder file that holds together.

    Args:
        path: the file; bots are named relative to its folder.
        name: the title of the ladder.
        about: a sentence, or nothing.
        seed: keys every pack; None to have one drawn at the first run.
        results: the database.
        deals: whether all pairings play the same packs.
        on_fault: what a fault does to a game.
        clock: the limits of every seat.
        contests: the games, each label once.
        bots: the bots in order, not looked up yet.
    """

    path: Path
    name: str
    about: str
    seed: str | None
    results: Path
    deals: Deals
    on_fault: OnFault
    clock: ClockSettings
    contests: tuple[Contest, ...]
    bots: tuple[BotLine, ...]


def read_ladder(path: Path, games: Games) -> LadderFile:
    """Read a ladder file.

    Raises:
        ConfigErrors: everything that is wrong with it.
        UserError: it cannot be read.
    """
    found = validated(_Ladder, read_toml(path), path, games)
    return LadderFile(
        path=path,
        name=found.name or path.stem,
        about=found.about,
        seed=found.seed,
        results=path.parent / (found.results or path.with_suffix(".db").name),
        deals=found.deals,
        on_fault=found.on_fault,
        clock=found.clock.settings(),
        contests=tuple(g.contest(games, found.sets) for g in found.games),
        bots=tuple(BotLine(b.bot, b.name) for b in found.bots),
    )


def parse_game(text: str, options: Mapping[str, object], games: Games, sets: int) -> Contest:
    """Return the contest that a person named.

    Args:
        text: GAME or GAME:PRESET; without a preset the game's first one.
        options: option name -> word, whole number or boolean, on top of the preset.
        games: the games there are, by name.
        sets: how many duplicate sets every pairing plays.

    Raises:
        ConfigErrors: an unknown game or preset (key `game`), or options that cannot be had (keys `options.NAME`).
    """
    name, _, preset = text.partition(":")
    if name not in games:
        raise ConfigErrors([Problem("game", f"there is no game {name!r}{nearest(name, games)}")], os.EX_USAGE)
    game = games[name]
    preset = preset or next(iter(game.presets))
    if preset not in game.presets:
        message = f"{name} has no preset {preset!r}{nearest(preset, game.presets)}"
        raise ConfigErrors([Problem("game", message)], os.EX_USAGE)
    base: Options = game.presets[preset]
    try:
        chosen = choose(base, options)
    except OptionError as error:
        raise ConfigErrors([Problem(*_option_problem(p)) for p in error.problems], os.EX_USAGE) from error
    return Contest(_label(name, preset, base, chosen), game, preset, chosen, sets)


def _option_problem(problem: str) -> tuple[str, str]:
    """Return the key and the text of a sentence that begins with the name of an option."""
    name, separator, text = problem.partition(": ")
    return (f"options.{name}", text) if separator and name.isidentifier() else ("options", problem)


def _label(name: str, preset: str, base: Options, chosen: Options) -> str:
    """Return the canonical name: the preset, and sorted what differs from it."""
    before = base.words()
    changed = sorted(f"{option}={word}" for option, word in chosen.words().items() if word != before[option])
    return " ".join((f"{name}:{preset}", *changed))


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a TOML file holds.

    Raises:
        ConfigErrors: it is not TOML; the line is named.
        UserError: it cannot be read.
    """
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", exit_status=os.EX_NOINPUT) from error
    except UnicodeDecodeError as error:
        raise ConfigErrors([Problem("", "is not UTF-8 text; save it as UTF-8", str(path))]) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigErrors([_syntax_problem(path, str(error))]) from error


def _syntax_problem(path: Path, message: str) -> Problem:
    """Return a complaint of the TOML parser with its line where a line belongs."""
    place = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if place is None:
        return Problem("", message, str(path))
    return Problem("", f"{message[: place.start()]} (column {place[2]})", str(path), int(place[1]))


class Table(BaseModel):
    """A table of a configuration file: unknown keys and values of another type are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def validated(model: type[Model], data: Mapping[str, Any], path: Path, context: object = None) -> Model:
    """Return the contents of a file as a model.

    Args:
        model: what is expected.
        data: what the file holds.
        path: the file, for messages.
        context: for the validators of the model.

    Raises:
        ConfigErrors: everything that is not as expected.
    """
    try:
        return model.model_validate(data, context=context)
    except ValidationError as error:
        details = error.errors(include_url=False)
        raise ConfigErrors([Problem(_key(d["loc"]), _text(d, model), str(path)) for d in details]) from error


def problems_here(problems: Sequence[Problem]) -> ValidationError:
    """Return problems for a validator to raise: they are reported with all others, their keys below its own."""
    details = []
    for problem in problems:
        kind = PydanticCustomError("problem", "{text}", {"text": problem.text})
        details.append(InitErrorDetails(type=kind, loc=(problem.key,) if problem.key else (), input=None))
    return ValidationError.from_exception_data("problems", details)


def _key(loc: Sequence[str | int]) -> str:
    """Return a path of keys as people write it, such as `games[1].options.target`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")


_EXPECTED = {
    "bool_type": "needs true or false",
    "dict_type": "needs a table",
    "greater_than_equal": "needs {ge} or more",
    "int_type": "needs a whole number",
    "less_than_equal": "needs {le} or less",
    "list_type": "needs a list",
    "literal_error": "needs {expected}",
    "model_type": "needs a table",
    "string_pattern_mismatch": "needs 1 to 32 visible ASCII characters other than '@' and ','",
    "string_too_short": "needs some text",
    "string_type": "needs text in quotes",
    "too_short": "needs at least one entry",
    "tuple_type": "needs a list",
}


def _text(detail: ErrorDetails, model: type[BaseModel]) -> str:
    """Return what was expected, for people."""
    match detail["type"]:
        case "problem":
            return detail["msg"]
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return _unknown_key(detail["loc"], model)
        case kind:
            expected = _EXPECTED.get(kind, detail["msg"]).format(**detail.get("ctx", {}))
            return f"{expected}, not {json.dumps(detail['input'], ensure_ascii=False, default=str)[:60]}"


def _unknown_key(loc: Sequence[str | int], model: type[BaseModel]) -> str:
    """Return what to do about a key that is not there."""
    key = str(loc[-1])
    if len(loc) > 1 and key in model.model_fields:
        return "there is no such key in this table; write it above the first [table] of the file"
    table = model
    for part in loc[:-1]:
        if isinstance(part, str):
            table = _table(table.model_fields[part].annotation)
    return f"there is no such key{nearest(key, table.model_fields)}"


def _table(annotation: Any) -> type[BaseModel]:
    """Return the model inside `list[Annotated[Model, ...]]` or the like."""
    while inside := get_args(annotation):
        annotation = inside[0]
    found: type[BaseModel] = annotation
    return found


def _short_for(key: str) -> Callable[[object], object]:
    """Return a function that reads a plain text as a table with that one key."""
    return lambda value: {key: value} if isinstance(value, str) else value


class _Clock(Table):
    start_ms: Milliseconds = ClockSettings.start_ms
    move_ms: Milliseconds = ClockSettings.move_ms
    bank_ms: Milliseconds = ClockSettings.bank_ms
    inc_ms: Milliseconds = ClockSettings.inc_ms
    grace_ms: Milliseconds = ClockSettings.grace_ms
    strikes: Annotated[int, Field(ge=0, le=1_000_000)] = ClockSettings.strikes
    hard_ms: Milliseconds = ClockSettings.hard_ms
    measure: Measure = ClockSettings.measure
    ponder: Ponder | None = None
    live: bool = ClockSettings.live

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        problems = []
        if self.strikes and not self.move_ms:
            problems.append(Problem("strikes", "late answers are forgiven against a limit; set move_ms too"))
        if self.hard_ms and not self.strikes:
            problems.append(Problem("hard_ms", "is the limit of late answers that are forgiven; set strikes too"))
        if self.hard_ms and self.hard_ms <= self.move_ms:
            problems.append(
                Problem("hard_ms", f"{self.hard_ms} leaves no time beyond move_ms={self.move_ms}; raise it")
            )
        if self.live and self.ponder not in {None, "off"}:
            problems.append(Problem("ponder", 'live = true tells bots what to think about; set ponder = "off"'))
        if self.measure == "cpu" and not (self.move_ms or self.bank_ms):
            problems.append(Problem("measure", "there is no limit to measure against; set move_ms or bank_ms"))
        if problems:
            raise problems_here(problems)
        return self

    def settings(self) -> ClockSettings:
        """Return the limits; nobody looks at what a bot does between its turns where it is told what happens."""
        ponder = self.ponder or ("off" if self.live else ClockSettings.ponder)
        return ClockSettings(**self.model_dump() | {"ponder": ponder})


class _Game(Table):
    game: str
    sets: Sets | None = None
    options: dict[str, Any] = {}

    def contest(self, games: Games, sets: int) -> Contest:
        return parse_game(self.game, self.options, games, self.sets or sets)

    @model_validator(mode="after")
    def _can_be_played(self, info: ValidationInfo) -> Self:
        try:
            self.contest(info.context or {}, 1)
        except ConfigErrors as errors:
            raise problems_here(errors.problems) from errors
        return self


class _Bot(Table):
    bot: Annotated[str, Field(min_length=1)]
    name: Name | None = None


class _Ladder(Table):
    name: str = ""
    about: str = ""
    seed: Annotated[str, Field(min_length=1)] | None = None
    results: str = ""
    sets: Sets = 20
    deals: Deals = "shared"
    on_fault: OnFault = "forfeit"
    clock: _Clock = _Clock()
    games: Annotated[list[Annotated[_Game, BeforeValidator(_short_for("game"))]], Field(min_length=1)]
    bots: Annotated[list[Annotated[_Bot, BeforeValidator(_short_for("bot"))]], Field(min_length=1)]

    @field_validator("games")
    @classmethod
    def _each_game_once(cls, games: list[_Game], info: ValidationInfo) -> list[_Game]:
        labels = [game.contest(info.context or {}, 1).label for game in games]
        if twice := sorted({label for label in labels if labels.count(label) > 1}):
            raise problems_here([Problem("", f"{label} is listed twice") for label in twice])
        return games
