"""Who plays: bots are taken in, built and started, and it is told which of them cannot play."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import CodeType, MappingProxyType
from typing import TypeAlias

from arena.app.events import Field, Note, Progress, Refused, Tell
from arena.bots.botfile import BOT_FILE
from arena.bots.builds import Sandboxed, run_build
from arena.bots.entrants import FUNCTION, Entrant, Unavailable, numbered, playable, refuse_same_names, who_is_who
from arena.bots.functions import Functions
from arena.bots.intake import Intake
from arena.bots.removal import temporary
from arena.bots.revisions import find
from arena.bots.staging import in_use, staging_folder
from arena.bots.submissions import Found, look_up, with_own_names
from arena.client.loop import Choose
from arena.errors import ConfigErrors, Problem, UserError
from arena.games.catalogue import GAMES
from arena.games.kernel.text import nearest
from arena.results.roster import Known
from arena.sandbox import Sandbox
from arena.sandbox.levels import AUTO
from arena.settings.contest import Contest
from arena.settings.ladder import BotLine, LadderFile
from arena.settings.limits import OWN_LIMITS, Limits, SandboxLevel, StagingLimits
from arena.settings.people import NOBODY, People
from arena.store import Store
from arena.tournament.sandbox_choice import ChosenSandbox, choose_sandbox, earlier_runs, is_sample
from arena.tournament.start_check import Start, Started, Starts

AnyPath: TypeAlias = str | os.PathLike[str]
"""A path, as text or as a `pathlib.Path`."""
Player: TypeAlias = AnyPath | Choose
"""A bot: its name or its path, or a function that answers a question, given what its seat was told."""
End: TypeAlias = Callable[[], None]
"""Ends all games at once."""
NOTHING: End = lambda: None  # noqa: E731 - a value
ONLY_FUNCTIONS = "none (only functions and bots that come with the arena)"
CHECKING, STARTING = "checking the bots", "starting the bots"
"""What is done before play, as `Progress` tells of it."""


@contextmanager
def intake(
    level: SandboxLevel | None,
    limits: StagingLimits = OWN_LIMITS,
    *,
    trust: bool,
    read: tuple[Path, ...] = (),
    retry: bool = True,
) -> Iterator[Intake]:
    """Return what takes in bots; their copies are kept until the end of the context.

    Args:
        level: the level of the sandbox for builds; None for the best that works here.
        limits: how large a bot's folder may be, and what its build may use.
        trust: whether all bots are trusted, so that builds get no sandbox.
        read: folders of the machine that bots and their builds may read.
        retry: whether to run builds again that failed lately.
    """
    area = staging_folder()
    with in_use(area):
        yield Intake(GAMES, area, limits, run_build if trust else Sandboxed(level or AUTO, read), retry)


def taken_in(
    lines: Iterable[BotLine],
    here: Intake,
    base: Path,
    tell: Tell,
    before: Mapping[str, Sequence[str]] = MappingProxyType({}),
    people: People = NOBODY,
) -> list[Found]:
    """Take in the bots of a ladder, and return what came of each.

    Args:
        lines: the bots as the ladder file names them.
        here: takes them in.
        base: the folder where relative paths start.
        tell: is told how far it is.
        before: the names under which each submission has played, by its folder or file.
        people: who is in the course.

    Raises:
        UserError: a bot with a line of its own cannot be used, or a folder of submissions cannot be read.
    """
    found = []
    tell(Progress(CHECKING, 0, 0))
    for each in look_up(lines, here, base):
        found.append(each)
        tell(Progress(CHECKING, len(found), 0, each.given))
    return with_own_names(found, before, people)


def named(
    bots: Sequence[Player],
    here: Intake,
    base: Path,
    opened: ExitStack,
    tell: Tell,
    end: End = NOTHING,
    *,
    strict: bool = False,
) -> list[Entrant]:
    """Take in bots by their names, and return those that can play here, numbered if they share a name.

    Args:
        bots: their names as on a command line, and functions.
        here: takes them in.
        base: the folder where relative paths start.
        opened: bots of functions can be started as long as this is open.
        tell: is told which of them cannot play, and how they are called.
        end: ends all games at once, if functions cannot go on.
        strict: whether a bot that this machine cannot run is an error, instead of left out.

    Raises:
        UserError: a bot cannot be used.
    """
    functions = [bot for bot in bots if not isinstance(bot, (str, os.PathLike))]
    of_functions = iter(functions_as_bots(functions, here, opened, end))
    found = []
    for bot in bots:
        if isinstance(bot, (str, os.PathLike)):
            given = os.fspath(bot)
            found.append(Found(given, find(here, given, base), submitted=False))
        else:
            found.append(next(of_functions))
    tell_field(found, tell)
    for each in found if strict else ():
        if isinstance(each.outcome, Unavailable):
            playable(each.outcome)
    entrants = accepted(found)
    renamed = numbered(entrants)
    for line in who_is_who(entrants, renamed):
        tell(Note(line, kind="detail"))
    return renamed


def accepted(found: Iterable[Found]) -> list[Entrant]:
    """Return the bots that can play, as far as is known."""
    return [each.outcome for each in found if isinstance(each.outcome, Entrant)]


def started(found: Sequence[Found], starts: Starts, tell: Tell) -> list[Found]:
    """Start the bots of a ladder once, and return what came of each.

    Args:
        found: all bots.
        starts: starts them.
        tell: is told how far it is.
    """
    done = 0
    entrants = accepted(found)
    tell(Progress(STARTING, 0, len(entrants)))

    def begun(bot: Entrant) -> None:
        nonlocal done
        done += 1
        tell(Progress(STARTING, done, len(entrants), bot.given))

    came = iter(starts.all(entrants, begun))
    return [_after(each, next(came)) if isinstance(each.outcome, Entrant) else each for each in found]


def with_earlier(
    found: Sequence[Found], last: Mapping[str, Known], here: Intake, start: Callable[[Entrant], Start]
) -> list[Found]:
    """Return bots; for a submission that cannot play, its last version that did plays on, if it still starts.

    Args:
        found: the bots.
        last: the last version of each submission that played, by its folder or file.
        here: takes in bots; it has kept sealed copies of what was handed in.
        start: starts one.
    """
    taken = {bot.name for bot in accepted(found)}
    after = []
    for each in found:
        before = last.get(each.given) if each.submitted and not isinstance(each.outcome, Entrant) else None
        files = here.area / before.source / "files" if before else here.area
        if before and before.name not in taken and files.is_dir():
            [program, *_] = [files] if (files / BOT_FILE).exists() else [*files.iterdir()]
            with suppress(UserError):
                bot = here.take_in(program, each.given, before.name, trusted=here.area)
                if isinstance(bot, Entrant) and isinstance(begun := start(bot), Started):
                    each = replace(each, outcome=bot, remark=begun.remark, refused=each.trouble)  # noqa: PLW2901
        after.append(each)
    return after


def tell_field(found: Sequence[Found], tell: Tell) -> None:
    """Tell which bots cannot play, and of all of them."""
    for each in found:
        goes_on = isinstance(each.outcome, Entrant)
        if isinstance(why := each.trouble, Unavailable):
            tell(Refused(why.name, why.reason, goes_on=goes_on))
        elif why:
            tell(Refused(each.given, why.message, why.hint, goes_on=goes_on))
    tell(Field(found))


def _after(bot: Found, start: Start) -> Found:
    """Return a bot with what came of its start."""
    if isinstance(start, Started):
        return replace(bot, remark=start.remark)
    return replace(bot, outcome=start)


def is_function(bot: Entrant) -> bool:
    """Return whether a bot is a function of this process."""
    return bot.given == FUNCTION


def warning(tell: Tell) -> Callable[[str], None]:
    """Return what tells a text as a warning."""
    return lambda text: tell(Note(text, kind="warning"))


def enough(entrants: list[Entrant], contests: Iterable[Contest]) -> list[Entrant]:
    """Return the bots.

    Raises:
        UserError: there are fewer than two (fewer than one if every contest is for one player), or two have the same
            name.
    """
    refuse_same_names(entrants)
    alone = all(contest.sides == 1 for contest in contests)
    if len(entrants) < (1 if alone else 2):
        few = "there is no bot" if alone else "there are fewer than two bots"
        raise UserError(f"{few} to play", "name another one, such as sample:random")
    return entrants


def check_names(file: LadderFile, found: Sequence[Found], tell: Tell) -> None:
    """Check that the bots in schedule, anchors and marks exist; one may be missing if a submission was refused.

    Raises:
        ConfigErrors: a bot does not exist.
    """
    names = [each.outcome.name for each in found if not isinstance(each.outcome, UserError)]
    problems = [
        Problem(key, f"there is no bot {name!r}{nearest(name, names)}", str(file.path))
        for key, name in (
            *((f"schedule.new[{i}]", name) for i, name in enumerate(file.schedule.new)),
            *((f"schedule.seeds[{i}]", name) for i, name in enumerate(file.schedule.seeds)),
            *((f"anchors.{name}", name) for name in file.anchors),
            *((f"marks.{name}", name) for name in file.marks),
        )
        if name not in names
    ]
    if problems and len(names) == len(found):
        raise ConfigErrors(problems)
    for problem in problems:
        tell(Note(str(problem), kind="warning"))


def ladder_limits(file: LadderFile, entrants: Iterable[Entrant], say: Callable[[str], None]) -> dict[str, Limits]:
    """Return id -> limits of each bot of a ladder; tell the user of bots that ask for more than they get.

    They are the limits of the ladder for all bots or for this one, and what the bot asks for as far as the ladder
    allows it.
    """
    found = {}
    for entrant in entrants:
        found[entrant.id] = replace(file.limits, **entrant.own.limits).granted(entrant.wishes, file.most)
        for name, wish in entrant.wishes.items():
            if (granted := getattr(found[entrant.id], name)) != wish:
                say(f"{entrant.name} asks for {name} = {wish}; the ladder allows {granted} ([limits.most])")
    return found


def functions_as_bots(functions: Sequence[Choose], here: Intake, opened: ExitStack, end: End) -> list[Found]:
    """Return a bot for each function.

    Args:
        functions: the functions, as for `arena.client.run`.
        here: takes in bots.
        opened: they can be started as long as this is open.
        end: ends all games at once, if functions cannot go on.
    """
    if not functions:
        return []
    place = opened.enter_context(temporary("arena-functions-"))
    folders = opened.enter_context(Functions(place, functions, end))
    bots = [playable(here.take_in(folder, FUNCTION)) for folder in folders]
    return [
        Found(bot.name, known_again(bot, function), submitted=False)
        for bot, function in zip(bots, functions, strict=True)
    ]


def sandbox_of(
    asked: SandboxLevel | None,
    entrants: Sequence[Entrant],
    store: Store,
    tell: Tell,
    *,
    trust: bool,
    in_file: SandboxLevel = AUTO,
    read: tuple[Path, ...] = (),
) -> ChosenSandbox:
    """Return the sandbox that bots get; functions play in this process, so that there is none beside them.

    Args:
        asked: the level that was asked for; None for that of the file.
        entrants: the bots.
        store: the results, with its earlier runs.
        tell: is told what could be better.
        trust: whether all bots are trusted.
        in_file: the level in the ladder file.
        read: folders of the machine that bots may read.

    Raises:
        UserError: the level does not work here; or there is a function, and bots beside it that nobody trusts.
    """
    functions = [bot for bot in entrants if is_function(bot)]
    if functions and not trust:
        if not all(is_sample(bot) for bot in entrants if not is_function(bot)):
            message = f"{functions[0].name} is a function of this program, so bots beside it get no sandbox"
            raise UserError(message, "if you trust them as you trust yourself, say trust=True")
        return ChosenSandbox(Sandbox("none", key=earlier_runs(store).key), ONLY_FUNCTIONS)
    return choose_sandbox(
        asked,
        entrants,
        earlier_runs(store),
        say=lambda text: tell(Note(text)),
        trust=trust,
        in_file=in_file,
        read=read,
    )


def known_again(bot: Entrant, function: Choose) -> Entrant:
    """Return the bot of a function so that the same function is the same bot in the next run.

    A bot is known by its content. That of a function is its code and its defaults, but not what it reads elsewhere.
    """
    code = getattr(function, "__code__", None)
    told = [bot.name, _content(code) if isinstance(code, CodeType) else repr(type(function))]
    told += [repr(getattr(function, "__defaults__", None)), repr(getattr(function, "__kwdefaults__", None))]
    return replace(bot, digest=sha256(json.dumps(told).encode()).hexdigest())


def _content(code: CodeType) -> object:
    inner = [_content(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return [code.co_code.hex(), inner, *code.co_names, *code.co_varnames]
