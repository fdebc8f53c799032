"""roster.toml: who is in a course, which bot is whose, what it is called in public, and until when it may come."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, Field

from arena.errors import ConfigErrors, Problem, UserError, command
from arena.settings.bounds import Between
from arena.settings.toml import Name, Section, in_file, parse_toml, problems_here, validated

NAMELESS = "(no name)"
"""What a bot is called in public that has no name and no pseudonym: nobody's folder is told."""
SHEETS = frozenset({".csv", ".tsv", ".xlsx", ".xls", ".ods"})
"""What learning platforms and spreadsheets call their tables."""
HEAD = re.compile(r"^\s*\[([^\[\]]+)\]\s*(#.*)?$")
"""The line of TOML at which a table begins."""


def _time(due: object) -> object:
    if due is not None and not isinstance(due, date):
        raise problems_here([Problem("", "needs a day or a time without quotes, such as 2026-12-01T23:59:00+01:00")])
    return due


Due: TypeAlias = Annotated[Any, AfterValidator(_time)]
"""A `date` or a `datetime`, or None."""


class Person(Section):
    """One of `[people.KEY]`; the key is her folder in the submissions, or her id at the learning platform.

    Args:
        name: what she is called.
        id: her id at the platform, if the key is her folder.
        address: her e-mail address.
        pseudonym: what her bot is called on everything that is published.
        team: the folder of the bot that she hands in together with others; empty if she is alone.
        due: until when she hands in, instead of the `due` of the course.
        extra_days: how many days later she may hand in.
    """

    name: str = ""
    id: str = ""
    address: str = ""
    pseudonym: Name | None = None
    team: str = ""
    due: Due = None
    extra_days: Annotated[int, Between(0, 366)] = 0


class RosterFile(Section):
    """The whole file.

    Args:
        due: until when everybody hands in; a day alone means its end, and without an offset it is local time.
        people: key -> what is known of a person.
    """

    due: Due = None
    people: dict[str, Person] = Field(default_factory=dict)


@dataclass(frozen=True)
class People:
    """Who is in a course. Without a roster there is nobody, and folders and bots are called what they call themselves.

    Args:
        due: until when everybody hands in; None if that is not said.
        people: key -> what is known of a person.
        path: the file; None without one.
    """

    due: datetime | date | None = None
    people: Mapping[str, Person] = field(default_factory=dict)
    path: Path | None = None

    def __bool__(self) -> bool:
        return self.path is not None

    def of(self, given: str) -> Iterator[tuple[str, Person]]:
        """Yield key and person of those whose bot lies in a folder or file of submissions."""
        place = Path(given).name
        for key, person in self.people.items():
            if place == person.team or (not person.team and place in {key, person.id}):
                yield key, person

    def pseudonym(self, given: str) -> str:
        """Return what a bot is called in public; empty if the roster does not say."""
        return next((person.pseudonym for _, person in self.of(given) if person.pseudonym), "")

    def shown(self, given: str, name: str) -> str:
        """Return what to call a bot in public that may not have played: its name, if its folder does not show in it."""
        if not self:
            return name or Path(given).name
        return self.pseudonym(given) or (name if name and name not in Path(given).name else NAMELESS)

    def names(self, given: str) -> str:
        """Return the names of the people whose bot it is, for the staff; empty if the roster has none."""
        return ", ".join(person.name or key for key, person in self.of(given))

    def late_days(self, person: Person, handed_in: str) -> int | None:
        """Return how many days after the last moment something came, begun ones counted whole.

        Args:
            person: who handed in.
            handed_in: when, in ISO 8601; empty if that is not known.

        Returns:
            0 for what came in time; None if it is not known when it came, or nothing is due.
        """
        due = person.due or self.due
        if due is None or not handed_in:
            return None
        late = datetime.fromisoformat(handed_in) - moment(due) - timedelta(days=person.extra_days)
        return max(0, -(-late // timedelta(days=1)))

    def find(self, *called: str) -> str:
        """Return the folder for what somebody hands in who is called so at a platform; empty if that is nobody's alone.

        Args:
            called: her id, e-mail address and name there. What comes first decides: two people may have one name.
        """
        places = next(filter(None, map(self.called, called)), set())
        return next(iter(places)) if len(places) == 1 else ""

    def called(self, text: str) -> set[str]:
        """Return the folders of all with a key, id, e-mail address or name that looks so: Macs write é as two."""
        return {
            person.team or key
            for key, person in self.people.items()
            if text and _plain(text) in map(_plain, (key, person.id, person.address, person.name))
        }


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


NOBODY = People()


def moment(due: datetime | date) -> datetime:
    """Return a time with its offset; a day means the end of it, and a time without an offset is local."""
    at = due if isinstance(due, datetime) else datetime.combine(due + timedelta(days=1), time())
    return at.astimezone(UTC)


def read_people(path: Path) -> People:
    """Read a roster.

    Raises:
        ConfigErrors: it has errors; all are listed, each with its line.
        UserError: it cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", "`roster` in the ladder file names it") from error
    with in_file(path):
        if path.suffix.lower() in SHEETS:
            raise ConfigErrors([Problem("", f"a roster is no table but TOML; {command('help', 'courses')} shows one")])
        text = parse_toml(data)
        found = RosterFile()
        try:
            found = validated(RosterFile, text)
            problems = [Problem(key, said) for key, said in _clashes(found.people)]
        except ConfigErrors as errors:
            problems = [*errors.problems]
        if problems:
            lines = data.decode("utf-8-sig").splitlines()
            raise ConfigErrors([each._replace(line=_line(each.key, lines)) for each in problems])
    return People(found.due, found.people, path)


def _clashes(people: Mapping[str, Person]) -> Iterator[tuple[str, str]]:
    """Yield the key and what is wrong where two people contradict each other."""
    bots: dict[str, str] = {}
    called: dict[str, str] = {}
    ids: dict[str, str] = {}
    for key, person in people.items():
        bot = person.team or key
        if person.pseudonym and bots.setdefault(person.pseudonym, bot) != bot:
            yield f"people.{key}.pseudonym", f"{person.pseudonym!r} is the pseudonym of {bots[person.pseudonym]} too"
        if person.pseudonym and called.setdefault(bot, person.pseudonym) != person.pseudonym:
            yield f"people.{key}.pseudonym", f"the team {bot} is called {called[bot]!r}: one bot has one pseudonym"
        if person.id and ids.setdefault(person.id, key) != key:
            yield f"people.{key}.id", f"{ids[person.id]} has this id too"
        if person.id != key and person.id in people:
            yield f"people.{key}.id", f"is the key of {people[person.id].name or person.id}"


def _line(key: str, lines: list[str]) -> int | None:
    """Return the line of a key such as `people.ann.due`; that of its table if the key itself is not found."""
    found, table = None, ""
    for number, line in enumerate(lines, start=1):
        if head := HEAD.match(line):
            table = re.sub(r"[\"']", "", head[1]).replace(" ", "")
            if key == table or key.startswith(f"{table}."):
                found = number
        name = re.sub(r"[\"']", "", line.partition("=")[0]).strip()
        if "=" in line and name and f"{key}.".startswith(f"{table}.{name}." if table else f"{name}."):
            return number
    return found
