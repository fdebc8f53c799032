"""Plain values: how much of the machine a bot may use, its sandbox level, how large its folder may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Annotated, Literal, NamedTuple, TypeAlias

from arena.settings.bounds import Between

Level: TypeAlias = Literal["none", "basic", "standard", "strict"]
LEVELS: tuple[Level, ...] = ("none", "basic", "standard", "strict")
"""The sandbox levels, the weakest first. docs/sandbox.md says what each promises."""

SandboxLevel: TypeAlias = Literal["auto", "strict", "standard", "basic", "none"]
"""A level that a user asks for; `auto` is the best one that works on the machine."""

KeepStderr: TypeAlias = Literal["faults", "all"]
"""Of which bots the standard error is kept: of those with a fault in the game, or of all."""

Records: TypeAlias = Literal["all", "faults"] | Annotated[int, Between(1, 1_000_000)]
"""Of which games the record is kept: of all, of those with a fault, or also of so many games of each pairing."""

MB = 1024 * 1024
ZERO_IS_NONE = frozenset({"cpu_s", "cores"})
"""The limits that 0 turns off."""


@dataclass(frozen=True)
class Limits:
    """How much a bot's processes may use. The defaults are enough for Python, Node, Java, C and shell.

    Args:
        memory_mb: memory of all its processes together.
        processes: processes and threads at one time.
        files: open descriptors of each process.
        file_mb: size of a file, and of its whole /tmp.
        cpu_s: CPU seconds of each process over its life; 0 for no limit: clocks limit it already.
        cores: cores it may use at one time; 0 for all.
        message_kb: size of one message; the protocol allows 64.
        stderr_kb: output on standard error over its life.
        log_kb: of its standard error in a game, so much of the beginning and so much of the end is kept.
    """

    memory_mb: Annotated[int, Between(16, 1_048_576)] = 512
    processes: Annotated[int, Between(1, 100_000)] = 64
    files: Annotated[int, Between(8, 1_000_000)] = 64
    file_mb: Annotated[int, Between(1, 1_048_576)] = 16
    cpu_s: Annotated[int, Between(0, 10_000_000)] = 0
    cores: Annotated[int, Between(0, 4096)] = 0
    message_kb: Annotated[int, Between(1, 64)] = 64
    stderr_kb: Annotated[int, Between(1, 1_048_576)] = 8192
    log_kb: Annotated[int, Between(1, 65_536)] = 32

    @property
    def memory(self) -> int:
        """The memory limit in bytes."""
        return self.memory_mb * MB

    def granted(self, wishes: Mapping[str, int], most: Mapping[str, int]) -> Limits:
        """Return the limits of a bot that asks for limits of its own.

        Args:
            wishes: limit -> the value that the bot asks for. A value below this one's is always granted.
            most: limit -> the highest value that is granted; for a limit that is missing here, this one's value.
        """
        return replace(self, **{name: _granted(name, wish, getattr(self, name), most) for name, wish in wishes.items()})


def _granted(name: str, wish: int, own: int, most: Mapping[str, int]) -> int:

    def size(value: int) -> float:
        return inf if value == 0 and name in ZERO_IS_NONE else value

    return min(wish, max(own, most.get(name, own), key=size), key=size)


WISHES = ("memory_mb", "processes", "files", "file_mb")
"""The limits that a bot.toml may ask for."""


class TreeLimits(NamedTuple):
    """How much a folder may hold.

    Args:
        megabytes: total size of its files, in MiB.
        files: number of files, folders and links.
        depth: how deep folders may be nested.
    """

    megabytes: int = 64
    files: int = 5000
    depth: int = 20


class BuildLimits(NamedTuple):
    """How much a build may use: wall seconds, and MiB of output."""

    seconds: int = 600
    output_mb: int = 4


class StagingLimits(NamedTuple):
    """How much a bot's folder may hold, before and after its build, and how much the build may use."""

    tree: TreeLimits = TreeLimits()
    build: BuildLimits = BuildLimits()


STAGING_LIMITS = StagingLimits()
"""The defaults."""
OWN_LIMITS = StagingLimits(TreeLimits(megabytes=1024, files=50_000))
"""For bots named on the command line or in a test, which belong to the user: their folders may hold more."""
