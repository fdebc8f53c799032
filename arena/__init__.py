"""Trick Arena: tournaments of bots that play trick-taking card games.

Layers, each importing only from those above it in this list (tests/test_layers.py holds them to it):

    protocol            what is said: messages, codecs, the session table (no cards, no time)
    arena.games         the rules: standard library only, no input or output, no clock, no chance of their own
    arena.clock, .limits, .errors      pure: values in, values out
    arena.sandbox       programs that nobody trusts, started, limited and ended
    arena.chance, .record, .schedule, .config, .entrants      from what people write to what is played
    arena.store         the results: SQLite, a journal beside it, the only writer
    arena.bots          bots in a sandbox, talked to through pipes
    arena.referee       one game: rules + sessions + clocks -> a record
    arena.rooms         a match = rooms
    arena.workers, .workshop      rooms in other processes: who sends them out, who plays them
    arena.tournament    a tournament = matches
    arena.cli           the command line: parse, call, print
"""

from __future__ import annotations

from importlib.util import find_spec

__version__: str


def __getattr__(name: str) -> str:
    """Return the version when somebody asks for it: looking for it takes a third of what trio takes to be imported."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - see above

    try:
        return version("trickarena")
    except PackageNotFoundError:  # a checkout that was never installed
        return "0.0.0"


def how_built() -> str:
    """Return whether the hot path runs compiled (hatch_build.py) or as Python, in words."""
    position = find_spec("arena.games.kernel.position")
    return "compiled" if position and position.origin and not position.origin.endswith(".py") else "not compiled"
