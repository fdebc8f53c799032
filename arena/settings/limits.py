"""What a bot may use of the machine, how well it is locked in, how large its folder may be. Plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Annotated, Literal, NamedTuple, TypeAlias

from arena.settings.bounds import Between

Level: TypeAlias = Literal["none", "basic", "standard", "strict"]
LEVELS: tuple[Level, ...] = ("none", "basic", "standard", "strict")
"""How well bots are locked in, the weakest first. docs/sandbox.md says what each promises."""

SandboxLevel: TypeAlias = Literal["auto", "strict", "standard", "basic", "none"]
"""What a person asks for; `auto` is the best level that the machine gives."""

MB = 1024 * 1024
ZERO_IS_NONE = frozenset({"cpu_s", "cores"})
"""The limits that 0 turns off."""


@dataclass(frozen=True)
class Limits:
    """What a bot's process, with all that it starts, may use. Python, Node, Java, C and shell live under the defaults.

    Args:
        memory_mb: memory of all its processes together.
        processes: processes and threads at a time.
        files: open descriptors of each process.
        file_mb: the size of a file, and of its whole /tmp.
        cpu_s: CPU seconds of each process over its life; 0 for no limit: clocks limit it already.
        cores: how many cores it may use at a time; 0 for all.
        message_kb: one message of the bot; the protocol allows 64.
        stderr_kb: what it may write to standard error over its life; the first and the last 32 kB are kept.
    """

    memory_mb: Annotated[int, Between(16, 1_048_576)] = 512
    processes: Annotated[int, Between(1, 100_000)] = 64
    files: Annotated[int, Between(8, 1_000_000)] = 64
    file_mb: Annotated[int, Between(1, 1_048_576)] = 16
    cpu_s: Annotated[int, Between(0, 10_000_000)] = 0
    cores: Annotated[int, Between(0, 4096)] = 0
    message_kb: Annotated[int, Between(1, 64)] = 64
    stderr_kb: Annotated[int, Between(1, 1_048_576)] = 8192

    @property
    def memory(self) -> int:
        """The limit of memory in bytes."""
        return self.memory_mb * MB

    def granted(self, wishes: Mapping[str, int], most: Mapping[str, int]) -> Limits:
        """Return the limits of a bot that asks for others.

        Args:
            wishes: limit -> value, for those it asks for. Less than here is always granted.
            most: limit -> value, up to where more is granted; where a limit is not named, no more than here.
        """
        return replace(self, **{name: _granted(name, wish, getattr(self, name), most) for name, wish in wishes.items()})


def _granted(name: str, wish: int, own: int, most: Mapping[str, int]) -> int:
    """Return what is granted of one limit."""

    def size(value: int) -> float:
        return inf if value == 0 and name in ZERO_IS_NONE else value

    return min(wish, max(own, most.get(name, own), key=size), key=size)


WISHES = ("memory_mb", "processes", "files", "file_mb")
"""The limits that a bot may ask for in its bot.toml."""


class TreeLimits(NamedTuple):
    """How much a folder may hold.

    Args:
        megabytes: the size of all files together, in MiB.
        files: how many files, folders and links.
        depth: how many folders deep.
    """

    megabytes: int = 64
    files: int = 5000
    depth: int = 20


class BuildLimits(NamedTuple):
    """How much a build may take: wall seconds, and MiB of output."""

    seconds: int = 600
    output_mb: int = 4


class StagingLimits(NamedTuple):
    """How much the folder of a bot may hold, before and after its build, and how much the build may take."""

    tree: TreeLimits = TreeLimits()
    build: BuildLimits = BuildLimits()


STAGING_LIMITS = StagingLimits()
"""What holds where nobody said otherwise."""
OWN_LIMITS = StagingLimits(TreeLimits(megabytes=1024, files=50_000))
"""How much a bot may hold that is named on the command line or in a test: whoever types its name means it."""
