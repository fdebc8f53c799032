"""Bots sent to an agent: sealed copies are named by their SHA-256, and built where they play.

An agent asks for the copies that it lacks, and keeps them. What arrives is unpacked into an empty folder, compared with
the digest that was asked for, and only then kept. Then the bot is built, in the sandbox of this machine and once for as
long as the copy is kept, and started once. A bot that plays at home and not here says something about this machine, not
about the bot: then the agent plays nothing, so that nobody is blamed.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import trio

from arena.bots import staging, trees
from arena.bots.builds import Runner, built
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.trees import CHUNK, Item, TreeError
from arena.errors import UserError
from arena.sandbox import Program
from arena.settings.limits import StagingLimits
from arena.threads import beside
from arena.tournament.messages import RoomSetup
from arena.tournament.start_check import Started, Starts
from arena.tournament.values import MalformedError, reader

WAITING = 16
"""How many messages with parts of a copy may wait to be written."""


class Recipe(NamedTuple):
    """How a bot is made from a sealed copy.

    Args:
        source: the digest of the copy.
        build: the build command; empty if the copy plays as it is.
    """

    source: str
    build: tuple[str, ...] = ()


ItemHead = tuple[str, trees.Kind, int, str]
"""What travels of an item of a copy ahead of its bytes: path, kind, size, target."""


def recipes_of(entrants: Sequence[Entrant]) -> dict[str, Recipe]:
    """Return how the bots of a tournament are made: key of the copy that plays -> recipe.

    Raises:
        UserError: a bot can only play on the machine of the arena.
    """
    for bot in entrants:
        if not bot.staged:
            text = f"{bot.given}: a quoted command can only play on this machine, since its files are not known"
            hint = "put the bot into a folder with a bot.toml: arena help submissions"
            raise UserError(text, hint, os.EX_CONFIG)
        if bot.own.needs_this_machine:
            text = f"{bot.name} has {bot.own.about()} in the ladder file, which no other machine gives it"
            raise UserError(text, "play without agents, or take that away from the bot", os.EX_CONFIG)
    keys = {bot: bot.folder.parent.name for bot in entrants}
    return {key: Recipe(bot.source or key, bot.build) for bot, key in keys.items()}


def sent_away(room: RoomSetup, recipes: Mapping[str, Recipe]) -> tuple[RoomSetup, dict[str, Recipe]]:
    """Return a room as it is sent: bots are named by the keys of their recipes, not by folders of this machine."""
    keys = {seat: program.folder.parent.name for seat, program in room.programs.items()}
    programs = {seat: program._replace(folder=Path(keys[seat])) for seat, program in room.programs.items()}
    return replace(room, programs=programs), {key: recipes[key] for key in keys.values()}


async def send_copy(send: Callable[..., Awaitable[bool]], area: Path, digest: str, limits: StagingLimits) -> None:
    """Send the files of a sealed copy.

    Args:
        send: sends a message.
        area: the folder of staged copies.
        digest: which.
        limits: how much it may hold.

    Raises:
        TreeError: it is damaged.
    """
    with trees.opened(area / digest / "files", trusted=area) as root:
        items = trees.survey(root, limits.tree, ignored=())
        await send("tree", digest, [(item.path, item.kind, item.size, item.target) for item in items])
        for piece in _pieces(root, items):
            await send("piece", digest, piece)


def _pieces(root: int, items: Sequence[Item]) -> Iterator[bytes]:
    """Yield the bytes of all files of an open folder, in order."""
    for item in items:
        if item.size:
            left = item.size
            with trees.open_beneath(root, item.path) as file:
                while left and (piece := os.read(file, min(left, CHUNK))):
                    left -= len(piece)
                    yield piece
            if left:
                raise trees.changed(item.path)


class LocalBots:
    """The bots of a tournament on the machine of an agent.

    Args:
        area: the folder of staged copies.
        limits: how much a bot's folder may hold, and its build may use.
        run: runs builds.
        starts: starts bots once.
        send: sends a message to the arena.
    """

    def __init__(
        self, area: Path, limits: StagingLimits, run: Runner, starts: Starts, send: Callable[..., Awaitable[bool]]
    ) -> None:
        self._area = area
        self._limits = limits
        self._run = run
        self._starts = starts
        self._send = send
        self._one = trio.Lock()
        """Bots are fetched, built and started one at a time: games may be running beside it."""
        self._threads = trio.CapacityLimiter(1)
        self._ready: set[tuple[object, ...]] = set()
        """What has been started here and plays."""
        self._parcel: _Arriving | None = None
        """The copy that is on its way."""
        self._asked: set[object] = set()
        """All copies that were asked for; what still arrives of one that was refused is dropped."""

    async def feed(self, message: Sequence[Any]) -> None:
        """Take a message with a part of a copy.

        Raises:
            MalformedError: it was not asked for.
        """
        parcel, digest = self._parcel, message[1] if len(message) > 1 else None
        if digest not in self._asked:
            raise MalformedError("a copy that was not asked for")
        if parcel is not None and parcel.digest == digest:
            await parcel.take(message)

    async def at_home(self, room: RoomSetup, recipes: Mapping[str, Recipe]) -> RoomSetup:
        """Return a room with its bots as they are on this machine, after preparing them.

        Raises:
            UserError: this machine cannot play one of them.
            MalformedError: a bot has no recipe.
        """
        programs = {}
        for seat, program in room.programs.items():
            key = str(program.folder)
            if key not in recipes:
                raise MalformedError("a bot without a recipe")
            here = program._replace(folder=self._area / key / "files")
            async with self._one:
                await self._get_ready(here, key, recipes[key])
            programs[seat] = here
        return replace(room, programs=programs)

    async def _get_ready(self, program: Program, key: str, recipe: Recipe) -> None:
        """Fetch a bot if need be, build it if need be, and start it once."""
        known = key, program.command, program.limits
        if known in self._ready:
            return
        if not await beside(staging.is_sound, self._area / key, self._limits.tree, limiter=self._threads):
            await self._fetch(recipe.source)
            if recipe.build:
                await beside(self._build, key, recipe, limiter=self._threads)
        bot = Entrant(program.name, program.name, "", program.command, program.folder, key, library=program.library)
        came = await replace(self._starts, limits={bot.id: program.limits}).one(bot)
        if not isinstance(came, Started):
            why = came.reason if isinstance(came, Unavailable) else came.message
            raise UserError(f"{program.name} plays at home, but not here: {why}")
        self._ready.add(known)

    def _build(self, key: str, recipe: Recipe) -> None:
        source = self._area / recipe.source / "files"
        _, made = built(source, recipe.source, recipe.build, self._area, self._limits, self._run)
        if made != key:
            raise UserError("a bot has another recipe than it says")

    async def _fetch(self, digest: str) -> None:
        """Fetch a sealed copy, unless it is there."""
        if await beside(staging.is_sound, self._area / digest, self._limits.tree, limiter=self._threads):
            return
        with staging.explained(self._area), staging.making(self._area) as own:
            self._parcel = _Arriving(digest, own / "files", self._limits)
            self._asked.add(digest)
            try:
                await self._send("want", digest)
                await self._parcel.unpacked()
            finally:
                self._parcel.close()
                self._parcel = None

            def fill(files: Path, _: Path) -> str:
                with trees.opened(own / "files", trusted=own) as root:
                    found = trees.take(root, trees.survey(root, self._limits.tree, ignored=()), files)
                if found != digest:
                    raise UserError("a bot has arrived damaged: its digest is not the one that was asked for")
                return found

            await beside(staging.keep, self._area, digest, self._limits.tree, fill, limiter=self._threads)


class _Arriving:
    """A sealed copy on its way.

    Args:
        digest: its digest.
        folder: where it is unpacked; it does not exist yet.
        limits: how much it may hold.
    """

    def __init__(self, digest: str, folder: Path, limits: StagingLimits) -> None:
        self.digest = digest
        self._folder = folder
        self._limits = limits
        self._send, self._receive = trio.open_memory_channel[Sequence[Any]](WAITING)

    async def take(self, message: Sequence[Any]) -> None:
        """Take a part of it, unless it was closed."""
        with suppress(trio.BrokenResourceError):
            await self._send.send(message)

    def close(self) -> None:
        self._receive.close()

    async def unpacked(self) -> None:
        """Unpack it as it comes."""
        message = await self._receive.receive()
        if message[0] != "tree" or len(message) != 3:
            raise MalformedError("a copy without its list of files")
        items: tuple[ItemHead, ...] = reader(tuple[ItemHead, ...])(message[2])
        self._check(items)
        self._folder.mkdir()
        left = b""
        for path, kind, size, _ in items:
            if kind == "folder":
                (self._folder / path).mkdir()
            elif kind != "link":
                left = await self._write(self._folder / path, kind, size, left)
        if left:
            raise MalformedError("a copy with more bytes than its list says")
        for path, kind, _, target in items:  # last: so nothing is written through a link
            if kind == "link":
                (self._folder / path).symlink_to(target)

    def _check(self, items: Sequence[ItemHead]) -> None:
        """Check that nothing is written outside of the folder, and not too much."""
        limits = self._limits.tree
        if len(items) > limits.files or sum(size for _, _, size, _ in items) > limits.megabytes << 20:
            raise TreeError("", "holds more than this tournament allows", "")
        for path, _, size, _ in items:
            if size < 0 or "\0" in path or not {"", ".", ".."}.isdisjoint(path.split("/")):
                raise MalformedError(f"{path[:40]!r} is no path in a copy")

    async def _write(self, path: Path, kind: str, size: int, begun: bytes) -> bytes:
        """Write a file as its bytes come; return those of the next one."""
        with path.open("xb") as file:
            while size > len(begun):
                file.write(begun)
                size -= len(begun)
                message = await self._receive.receive()
                if message[0] != "piece" or len(message) != 3 or not message[2]:
                    raise MalformedError("a copy with a part missing")
                begun = reader(bytes)(message[2])
            file.write(begun[:size])
            os.fchmod(file.fileno(), 0o755 if kind == "program" else 0o644)
        return begun[size:]
