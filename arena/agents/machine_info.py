"""What an agent says about its machine and its arena: who it is, how fast, and which code it runs."""

from __future__ import annotations

import os
import platform
import re
import sys
import time
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, NamedTuple

import arena
from arena import __version__
from arena.settings.bounds import Between
from arena.tournament.pinning import cores_here
from arena.tournament.punctuality import MACHINE
from arena.tournament.values import MalformedError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""What a machine may be called: the names of hosts are."""
CORES, YARDSTICK = "cores", "yardstick"
"""The names of these figures among the conditions of a game."""
TIMES = 5
"""How often the speed is measured; the best counts."""
ROUNDS = 4_000
PACK = bytes(range(256)) * 4


class MachineInfo(NamedTuple):
    """What an agent says about itself.

    Args:
        name: what its machine is called.
        boot: differs for every start of a machine, so that agents on the same one can be told.
        cores: the numbers of the cores that it may use.
        processor: the model.
        yardstick: how fast one core is, as `yardstick` measures it.
        python: the version of Python.
        places: how many rooms it plays at the same time.
        version: the version of its arena.
        code: the digest of the code of its arena.
    """

    name: str
    boot: str
    cores: tuple[int, ...]
    processor: str
    yardstick: Annotated[int, Between(1, 1_000_000_000)]
    python: str
    places: Annotated[int, Between(1, 64)]
    version: str
    code: str

    def check(self) -> None:
        """Check what its type does not say.

        Raises:
            MalformedError: a value is impossible.
        """
        if not NAME.fullmatch(self.name):
            raise MalformedError(f"{self.name[:40]!r} is not a name for a machine")
        if not self.cores or max(map(len, (self.boot, self.processor, self.python, self.version, self.code))) > 200:
            raise MalformedError("not a description of a machine")

    def conditions(self) -> Mapping[str, str | int]:
        """Return what is stored with each game that it plays."""
        return {MACHINE: self.name, CORES: len(self.cores), YARDSTICK: self.yardstick}

    def in_words(self) -> str:
        """Return a few words for people."""
        cores = f"{len(self.cores)} core{'s' * (len(self.cores) > 1)}"
        return f"{self.places} room{'s' * (self.places > 1)}, {cores}, yardstick {self.yardstick}, {self.processor}"


def this_machine(places: int, name: str = "") -> MachineInfo:
    """Return what there is to say about this machine.

    Args:
        places: how many rooms it is to play at the same time.
        name: what it is to be called; empty for its own name.
    """
    own = re.sub(r"[^A-Za-z0-9._-]", "-", platform.node()).strip(".-_")[:64] or "machine"
    return MachineInfo(
        name or own,
        _first_line("/proc/sys/kernel/random/boot_id"),
        cores_here(),
        _processor(),
        yardstick(),
        sys.version.split()[0],
        places,
        __version__,
        code(),
    )


def yardstick() -> int:
    """Return how fast this core computes: how often a second it hashes and counts a kilobyte, in CPU time.

    That is what bots in Python do, more or less. It is compared between machines and means nothing by itself.
    """
    best = float("inf")
    for _ in range(TIMES):
        begun = time.thread_time()
        total = 0
        for i in range(ROUNDS):
            total += sha256(PACK).digest()[i & 31] ^ PACK[i & 255]
        best = min(best, time.thread_time() - begun)
    return max(1, round(ROUNDS / max(best, 1e-6)))


@cache
def code() -> str:
    """Return the beginning of the digest of the code of this arena: of its Python files, compiled or not.

    Two machines with the same version may still run different commits, or have a file that somebody has edited.
    """
    top = Path(arena.__file__).parent
    digest = sha256()
    files = {
        Path(folder, name).relative_to(top).as_posix(): Path(folder, name)
        for folder, _, names in os.walk(top)
        for name in names
        if name.endswith(".py")
    }
    for name, path in sorted(files.items()):
        digest.update(name.encode() + b"\0" + sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*:\s*(.*)$", text, re.MULTILINE)
    return (found[1].strip() if found else platform.machine())[:100]


def _first_line(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()[:64]
    except OSError:
        return ""
