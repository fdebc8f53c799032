"""The bots of a ladder: those that its owner names, and whole folders of submissions by untrusted authors.

A submission that cannot be used is reported and left out; the others play.
"""

from __future__ import annotations

import os
import re
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import chain, count, islice
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from arena.bots.botfile import BOT_FILE
from arena.bots.builds import NotRun
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import Intake, exists
from arena.bots.revisions import find
from arena.bots.samples import SAMPLE
from arena.bots.staging import StagingError
from arena.bots.trees import IGNORED
from arena.bots.versions import handed_in_at
from arena.errors import UserError
from arena.settings.ladder import WILD, BotLine
from arena.settings.names import NAME_LENGTH, name_of
from arena.settings.own import Own
from arena.settings.people import NOBODY, People

README = re.compile(r"(?i)readme(\.(txt|md|rst|html?|pdf))?")
"""Files that tell people about the folder."""
NAMELESS = "bot-"
"""How the name begins of a submission of somebody in a roster that has no name and no pseudonym."""
MANY = 10_000
"""The most submissions that a folder may have."""


Admission: TypeAlias = Entrant | Unavailable | UserError
"""A bot that can play as far as is known; one that this machine cannot run; or what is wrong with it."""


@dataclass(frozen=True)
class Found:
    """A bot of a ladder file, or the reason why it cannot play.

    Args:
        given: the text that names it there, or the path of the submission.
        outcome: the bot, or why it cannot play.
        submitted: whether it comes from a folder of submissions.
        remark: what is known of a bot that can play; may be empty.
        refused: why what was handed in last cannot play, where an earlier version plays on; else None.
        when: when what was handed in last came, in ISO 8601; empty if that is not known.
    """

    given: str
    outcome: Admission
    submitted: bool
    remark: str = ""
    refused: UserError | Unavailable | None = None
    when: str = ""

    @property
    def trouble(self) -> UserError | Unavailable | None:
        """Why what was handed in last cannot play; None if it can."""
        return self.refused if isinstance(self.outcome, Entrant) else self.outcome


def look_up(lines: Iterable[BotLine], intake: Intake, base: Path) -> Iterator[Found]:
    """Yield the bots of a ladder, one after another, each staged and built.

    Args:
        lines: the bots as the ladder file names them.
        intake: turns files into entrants.
        base: the folder that relative paths start from.

    Raises:
        UserError: a bot with a line of its own cannot be used, or a folder of submissions cannot be read.
        StagingError: no bot can be copied.
    """
    base = base.resolve()
    for line in lines:
        folder, paths = _folder(line, base)
        if folder is None:
            yield _under(line, Found(line.bot, find(intake, line.bot, base, line.name), submitted=False))
        else:
            yield from (_under(line, _submission(path, folder, base, intake)) for path in paths)


def _under(line: BotLine, found: Found) -> Found:
    """Return a bot with what its line says of it alone."""
    if not isinstance(found.outcome, Entrant) or line.own == Own():
        return found
    return replace(found, outcome=replace(found.outcome, own=line.own.looked_up(found.outcome.name)))


def is_one_bot(folder: Path) -> bool:
    """Return whether a folder is a bot, and no folder of submissions: it has a bot.toml, and none in it has one."""
    with suppress(OSError):
        inside = (child for child in _children(folder, str(folder)) if child.is_dir())
        return (folder / BOT_FILE).is_file() and not any((child / BOT_FILE).is_file() for child in inside)
    return False


def _folder(line: BotLine, base: Path) -> tuple[Path | None, Sequence[Path]]:
    """Return the folder of submissions that a line names and the paths in it; no folder if it names a single bot."""
    if line.folder:
        return base / line.bot, _children(base / line.bot, line.bot)
    path = Path(line.bot)
    if WILD.isdisjoint(line.bot) or line.bot.startswith(SAMPLE) or exists(base / path):
        return None, ()
    folder = base / path.parent
    command = len(line.bot.split()) > 1
    if command and not exists(folder):
        return None, ()
    found = [child for child in _children(folder, line.bot) if fnmatchcase(child.name, path.name)]
    if command and not found:
        return None, ()
    if line.name:
        message = f"{line.bot}: several bots cannot all be called {line.name!r}"
        raise UserError(message, "name one bot, or leave out its name", os.EX_CONFIG)
    return folder, found


def _children(folder: Path, given: str) -> Sequence[Path]:
    """Return the paths in a folder of submissions, without hidden ones."""
    try:
        with os.scandir(folder) as entries:
            names = (entry.name for entry in entries if not _is_none(entry.name))
            found = sorted(islice(names, MANY + 1))
    except OSError as error:
        raise UserError(f"{given}: {error.strerror}", "name a folder of submissions", os.EX_NOINPUT) from error
    if len(found) > MANY:
        raise UserError(f"{given}: more than {MANY} submissions", "name a folder of submissions only", os.EX_DATAERR)
    return [folder / name for name in found]


def _is_none(name: str) -> bool:
    """Return whether something in a folder of submissions is none: hidden, left behind by a program, or a readme."""
    return name.startswith(".") or name in IGNORED or README.fullmatch(name) is not None


def _submission(path: Path, folder: Path, base: Path, intake: Intake) -> Found:
    """Turn one submission into an entrant; an error of the bot becomes its outcome.

    So does an error of the arena: nobody else's bots must wait for it to be mended.
    """
    given = str(path.relative_to(base) if path.is_relative_to(base) else path)
    if path.name == BOT_FILE:
        hint = "if this folder is one bot, name it by itself: bot = ...; else remove the file"
        return Found(given, UserError("belongs to one bot, not to a folder of submissions", hint), submitted=True)
    outcome: Admission
    try:
        outcome = intake.take_in(path, given, trusted=folder)
    except StagingError:
        raise
    except NotRun as error:
        outcome = Unavailable(given, name_of(path.name), f"{error}: {error.hint}")
    except UserError as error:
        outcome = error
    except Exception as error:  # noqa: BLE001 - whatever it is, the other bots play
        outcome = Unavailable(given, name_of(path.name), bug(error))
    return Found(given, outcome, submitted=True, when=handed_in_at(path))


def bug(error: BaseException) -> str:
    """Return an error of the arena in one line, with the place in our code that a report of it should name."""
    places = traceback.extract_tb(error.__traceback__)
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
        places += traceback.extract_tb(error.__traceback__)
    place = places[-1]
    what = f"{type(error).__name__}: {error}"[:200]
    where = f"{Path(place.filename).name}, line {place.lineno}"
    return f"the arena failed on it, which is a bug of the arena; please report it ({what}; {where})"


def with_own_names(
    found: Sequence[Found],
    before: Mapping[str, Sequence[str]] = MappingProxyType({}),
    people: People = NOBODY,
) -> list[Found]:
    """Return the bots of a ladder, every submission with a distinct name.

    A bot with a line of its own in the ladder file keeps its name. A name that a submission has played under belongs to
    its folder from then on: nobody becomes another bot because somebody else hands in, and nobody takes over another's
    results. Every other submission that shares its name with another bot gets the name of its file or folder appended.

    With a roster no name shows a folder: a submission is called by its pseudonym, which no other gets, else by its own
    name, and digits of its digest stand for what is missing.

    Args:
        found: the bots.
        before: the names under which each submission has played, the latest last, by its folder or file.
        people: who is in the course.
    """
    found = [_in_public(each, people) for each in found] if people else found
    own = [f.outcome for f in found if not f.submitted]
    fixed = {bot.name for bot in own if not isinstance(bot, UserError)}  # also of one that this machine cannot run now
    reserved = {person.pseudonym for person in people.people.values() if person.pseudonym} - fixed
    fixed |= reserved
    kept: dict[str, str] = {}
    for each in found:
        name = people.pseudonym(each.given) if each.submitted else ""
        if name in reserved - {*kept.values()}:
            kept[each.given] = name
    for each in found:
        if isinstance(each.outcome, Entrant) and each.submitted and each.given not in kept:
            asked = each.outcome.name
            for name in reversed(before.get(each.given, ())):
                same = name in {asked, _longer(asked, _child(each, people))}
                if people:
                    same = name == asked or name.startswith(NAMELESS if asked.startswith(NAMELESS) else f"{asked}-")
                if same and name not in {*fixed, *kept.values()}:
                    kept[each.given] = name
                    break
    asking = [f for f in found if isinstance(f.outcome, Entrant) and f.submitted and f.given not in kept]
    shared = Counter([each.outcome.name for each in asking if isinstance(each.outcome, Entrant)])
    taken = {*fixed, *kept.values(), *chain.from_iterable(before.values())}
    free = {name for name, number in shared.items() if number == 1} - taken
    taken |= free
    named = []
    for each in found:
        outcome = each.outcome
        if isinstance(outcome, Entrant) and each.submitted:
            name = kept.get(each.given) or outcome.name
            if each.given not in kept and name not in free:
                name = _free_name(name, _child(each, people), taken)
                taken.add(name)
            outcome = replace(outcome, name=name)
        named.append(replace(each, outcome=outcome))
    return named


def _in_public(found: Found, people: People) -> Found:
    """Return a submission with a name that does not show its folder."""
    if not isinstance(bot := found.outcome, Entrant) or not found.submitted:
        return found
    folder = Path(found.given)
    own = "" if bot.name in {name_of(folder.name), name_of(folder.stem)} else bot.name
    return replace(found, outcome=replace(bot, name=people.pseudonym(found.given) or own or NAMELESS + bot.digest[:6]))


def _child(found: Found, people: People) -> str:
    """Return what is appended to a name that somebody else has."""
    if people and isinstance(found.outcome, Entrant):
        return found.outcome.digest[:6]
    return name_of(Path(found.given).name)


def _longer(name: str, child: str) -> str:
    """Return the first name to try for a bot whose name is taken."""
    both = f"{name}-{child}"
    return both if len(both) <= NAME_LENGTH and name != child else child


def _free_name(name: str, child: str, taken: AbstractSet[str]) -> str:
    """Return a name that is not taken, made of a bot's name and that of its file or folder."""
    numbered = (f"{name[: NAME_LENGTH - 6]}-{number}" for number in count(2))
    candidates = chain([_longer(name, child)], numbered)
    return next(candidate for candidate in candidates if candidate not in taken)
