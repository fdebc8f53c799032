"""Trick Arena: tournaments of bots that play trick-taking card games.

docs/architecture.md has the map of its rooms and says which may import which.
"""

from __future__ import annotations

from importlib.util import find_spec

__version__: str


def __getattr__(name: str) -> str:
    """Return the version on request: looking it up takes a third of the time that importing trio takes."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - see above

    try:
        return version("trickarena")
    except PackageNotFoundError:  # a checkout that was never installed
        return "0.0.0"


def how_built() -> str:
    """Return in words whether the hot path runs compiled (hatch_build.py) or as Python."""
    position = find_spec("arena.games.kernel.position")
    return "compiled" if position and position.origin and not position.origin.endswith(".py") else "not compiled"
