"""Games from outside: read from a file, or from an installed package, as the same kind of value as all others.

A file of a game is one module with a `GAME`. Its text is all that makes the game, so it travels as that text, and its
SHA-256 says which version it is. A package names its games in the entry points `trickarena.games`. The games of
OpenSpiel are presets of one more game, which this process knows once it is asked for.
"""

# Not compiled: it runs modules that it is given as text.

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from arena.games.kernel import AnyGame, Game, Measure
from arena.games.kernel.options import RESERVED
from arena.games.names import NAMES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "trickarena.games"
"""The group of the entry points by which packages bring games."""
VARIABLE = "ARENA_GAMES"
"""The environment variable that names folders with files of games, for bots that use the library."""
OPENSPIEL = "openspiel"
"""The name of the game whose presets are the games of OpenSpiel."""
LARGEST = 1 << 20
"""The most bytes of a file of a game."""


class GameError(ValueError):
    """A game from outside cannot be used; the text says in one line which and why."""


class Source(NamedTuple):
    """What a game from outside is made from.

    Args:
        name: the name of the game.
        text: its module, as Python.
        origin: where it was read: the path of a file, or `package NAME VERSION`.
        rules: its rules page as Markdown.
        package: the name of the module that has to be installed for it; empty for a file.
    """

    name: str
    text: str
    origin: str
    rules: str
    package: str = ""

    @property
    def key(self) -> str:
        """The SHA-256 of its text, in hex."""
        return sha256(self.text.encode()).hexdigest()

    @property
    def digest(self) -> str:
        """Which version of the game it is: of a file its key, else the package and its version."""
        return self.origin.replace(" ", "-") if self.package else self.key

    @property
    def said(self) -> str:
        """Where it comes from, for people: the name of the file, or the package."""
        return self.origin if self.package else Path(self.origin).name


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
"""What the name of a game looks like: it stands in commands, in lines of the protocol, and in names of files."""
PRESET = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}")
"""What the name of a preset looks like."""
_ADDED: dict[str, tuple[AnyGame, Source]] = {}
"""The games from outside in this process, by name."""


def is_path(name: str) -> bool:
    """Return whether the name of a game is the path of a file."""
    return name.endswith(".py") or "/" in name


def read(path: Path) -> AnyGame:
    """Return the game in a file.

    Raises:
        GameError: there is no game in it, or another game has its name.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise GameError(f"{path}: a game is a file of at most {LARGEST >> 20} MB")
        text = path.read_text(encoding="utf-8")
        page = path.with_suffix(".md")
        rules = page.read_text(encoding="utf-8") if page.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from error
    origin = str(path.resolve())
    known = [game for game, source in _ADDED.values() if (source.origin, source.text) == (origin, text)]
    return known[0] if known else add(Source("", text, origin, rules))


def add(source: Source) -> AnyGame:
    """Return the game of a source, which this process knows from now on.

    A file that was changed replaces what was read from it before.

    Args:
        source: what it is made from; without a name, that of the game is taken.

    Raises:
        GameError: there is no game in it, or another game has its name.
    """
    if source.name in _ADDED and _ADDED[source.name][1] == source:
        return _ADDED[source.name][0]
    game, rules = _made(source)
    source = source._replace(name=game.name, rules=rules)
    if game.name in NAMES:
        raise GameError(f"{source.said}: a game that comes with the arena is called {game.name}, too")
    before = _ADDED.get(game.name)
    if before is not None and before[1].origin != source.origin and before[1].digest != source.digest:
        raise GameError(f"two games are called {game.name}: that of {before[1].origin}, and that of {source.origin}")
    _ADDED[game.name] = game, source
    return game


def _made(source: Source) -> tuple[AnyGame, str]:
    """Return the game of a source, and its rules.

    Raises:
        GameError: there is no game in it.
    """
    called = f"arena_game_{sha256((source.origin + source.text).encode()).hexdigest()[:16]}"
    module = ModuleType(called)
    module.__file__ = source.origin
    sys.modules[called] = module  # dataclasses look up their module
    try:
        exec(compile(source.text, source.origin, "exec"), module.__dict__)  # noqa: S102 - the owner's own code
        game = getattr(module, "GAME", None)
        problem = flaw(game) if isinstance(game, Game) else "it has no GAME, a value of arena.games.kernel.Game"
        rules = str(game.rules()) or source.rules or module.__doc__ or game.title if isinstance(game, Game) else ""
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a module may do anything when it is imported
        game, rules, problem = None, "", f"it cannot be imported ({described(error, source.origin)})"
    if problem or not isinstance(game, Game):
        del sys.modules[called]
        raise GameError(f"{source.said}: {problem}")
    if source.name and source.name != game.name:
        raise GameError(f"{source.said}: it was to be the game {source.name}, and is {game.name}")
    return game, rules


def flaw(game: AnyGame) -> str:
    """Return why nobody can play a game, whatever its rules do; an empty text if one can."""
    if type(game.name) is not str or not NAME.fullmatch(game.name):
        return f"its name is {game.name!r:.80}; take letters, digits, - and _"
    if not game.presets:
        return "it has no presets; the first one is the standard game"
    if not isinstance(game.presets, dict):
        return ""  # those of OpenSpiel are too many to look at
    for preset, options in game.presets.items():
        if type(preset) is not str or not PRESET.fullmatch(preset):
            return f"a preset is called {preset!r:.80}; take letters, digits, -, _, . and +"
        if not isinstance(options, game.options):
            return f"preset {preset} is {options!r:.80}, and no {game.options.__name__}"
        if taken := sorted(RESERVED.intersection(options.words())):
            return f"no option may be called {taken[0]}: lines of the protocol say something else by this word"
        if not isinstance(game.measure(options), Measure) or not isinstance(game.title_of(options), str):
            return f"preset {preset}: its measure is a Measure, and its title a text"
        sides, answers = game.seating(options)
        known = {side for side in sides if side is not None}
        if not known or known != set(range(len(known))):
            return f"preset {preset}: its sides are {sides}; they are numbered 0, 1 and so on"
        if len(answers) != len(sides) or not set(answers) <= set(range(len(sides))):
            return f"preset {preset}: {answers} are not the seats that answer for {len(sides)} seats"
    return ""


def line_of(error: BaseException, origin: str) -> int | None:
    """Return the number of the last line of a game's file that has to do with an error; None if none has."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == origin:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def described(error: BaseException, origin: str) -> str:
    """Return an error of a game in one line, with the last line of its file that has to do with it."""
    line = line_of(error, origin)
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if line is None else f"line {line}: {text}"


def at_fault(error: BaseException) -> str:
    """Return the file, line and text of an error that the code of a game from outside raised, or something it called.

    Empty if none of these games has to do with it.
    """
    files = {source.origin for source in sources() if not source.package}
    packages = {source.package for source in sources() if source.package}
    place, trace = "", error.__traceback__
    while trace is not None:
        file, module = trace.tb_frame.f_code.co_filename, trace.tb_frame.f_globals.get("__name__", "")
        if file in files or module.partition(".")[0] in packages:
            place = f"{file}:{trace.tb_lineno}"
        trace = trace.tb_next
    if not place and error.__cause__ is not None:  # a coroutine that a StopIteration leaves is not in the traceback
        return at_fault(error.__cause__)
    return place and " ".join(f"{place}: {type(error).__name__}: {error}".split())


def game(name: str) -> AnyGame | None:
    """Return a game from outside by its name; None if there is none.

    It is one that this process has read, one in a folder that the environment names, or one of a package.

    Raises:
        GameError: there is one, and it cannot be used.
    """
    if name in _ADDED:
        return _ADDED[name][0]
    for folder in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        file = Path(folder, f"{name}.py")
        if file.is_file():
            return read(file)
    if name == OPENSPIEL:
        return add(_openspiel())
    found = packaged().get(name, ())
    if len(found) > 1:
        raise GameError(f"two packages have a game called {name}: {' and '.join(map(_package, found))}")
    return add(_packed(found[0])) if found else None


def names() -> Iterator[str]:
    """Yield the names of all games from outside that can be used; those that cannot are left out (see `broken`)."""
    for name in dict.fromkeys([*_ADDED, *packaged()]):
        try:
            game(name)
        except GameError:
            continue
        yield name


def broken() -> Iterator[str]:
    """Yield a line for each game of a package that cannot be used."""
    for name in packaged():
        try:
            game(name)
        except GameError as error:
            yield str(error)


def sources() -> list[Source]:
    """Return what the games from outside are made from that this process has used."""
    return [source for _, source in _ADDED.values()]


def source_of(its: AnyGame) -> Source | None:
    """Return what a game is made from; None if it comes with the arena."""
    return next((source for known, source in _ADDED.values() if known is its), None)


@cache
def packaged() -> dict[str, tuple[EntryPoint, ...]]:
    """Return name of a game -> the entry points that bring it."""
    from importlib.metadata import entry_points

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=GROUP):
        found[point.name] = (*found.get(point.name, ()), point)
    return found


def _package(point: EntryPoint) -> str:
    """Return the package of an entry point with its version."""
    return "a package" if point.dist is None else f"package {point.dist.name} {point.dist.version}"


def _packed(point: EntryPoint) -> Source:
    """Return the source of a game of a package: a module that imports it."""
    text = f"from {point.module} import {point.attr or 'GAME'} as GAME\nfrom {point.module} import __doc__\n"
    top = point.module.partition(".")[0]
    rules = ""
    for place in places_of(top):
        page = (place / top / point.module.partition(".")[2].replace(".", "/")).with_suffix(".md")
        pages = [page, place / top / f"{point.name}.md", place / f"{point.name}.md"]
        rules = next((file.read_text(encoding="utf-8") for file in pages if file.is_file()), "")
    return Source(point.name, text, _package(point), rules, top)


def _openspiel() -> Source:
    """Return the source of the games of OpenSpiel: it asks for the version that is installed here.

    Raises:
        GameError: OpenSpiel is not installed.
    """
    try:
        from arena.games import openspiel
    except ImportError as error:
        raise GameError(str(error)) from error
    text = f"from arena.games.openspiel import of_version\n\nGAME = of_version({openspiel.VERSION!r})\n"
    return Source(OPENSPIEL, text, f"package open_spiel {openspiel.VERSION}", openspiel.__doc__ or "", "pyspiel")


def places_of(package: str) -> list[Path]:
    """Return the folder that a module is imported from, in a list that is empty if there is none."""
    spec = PathFinder.find_spec(package) if package else None
    if spec is None or spec.origin is None:
        return []
    file = Path(spec.origin)
    return [file.parent.parent if spec.submodule_search_locations else file.parent]


def files_of(package: str) -> Iterator[tuple[Path, Path]]:
    """Yield the files of an installed module or package, each with its path from the folder on Python's path."""
    for place in places_of(package):
        alone = [file for file in place.glob(f"{package}.*") if file.suffix in {".py", ".so"}]
        found = alone or sorted((place / package).rglob("*.py"))
        for file in found:
            yield file, file.relative_to(place)
