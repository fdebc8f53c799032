"""Bots on their way: what arrives is what was sent, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import trio

from arena.agents.bot_transfer import LocalBots, Recipe, recipes_of, send_copy, sent_away
from arena.bots import staging, trees
from arena.bots.builds import run_build
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import Intake
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.settings.limits import StagingLimits, TreeLimits
from arena.table.outcome import Failure
from arena.tournament.start_check import Started
from arena.tournament.values import MalformedError, pack, unpack
from tests.arena.tournament.test_link import room

LIMITS = StagingLimits()
PLAYS = Started("")


@dataclass
class Starts:
    """Starts nothing, and says what came of it."""

    came: Any = PLAYS
    limits: Any = None

    async def one(self, bot: Entrant) -> Any:
        assert (bot.folder / "bot.toml").exists()
        return self.came


def folder(path: Path, build: str = "") -> Path:
    (path / "inner").mkdir(parents=True)
    (path / "bot.toml").write_text(f'command = ["sh", "run.sh"]\n{build}')
    (path / "run.sh").write_text("exit\n")
    (path / "run.sh").chmod(0o755)
    (path / "inner/big").write_bytes(bytes(range(256)) * 3000)
    (path / "inner/empty").touch()
    (path / "link").symlink_to("inner/big")
    return path


def areas(tmp_path: Path) -> tuple[Path, Path]:
    return staging.ready(tmp_path / "home"), staging.ready(tmp_path / "away")


def entrant(path: Path, home: Path) -> Entrant:
    found = Intake(GAMES, home).find(str(path), path.parent)
    assert isinstance(found, Entrant)
    return found


class Road:
    """Carries messages between two areas, and may change them."""

    def __init__(self, home: Path, away: Path, change: Any = None) -> None:
        self.wanted: list[str] = []
        self._home = home
        self._change = change or (lambda message: message)
        self._nursery: trio.Nursery | None = None
        self.starts = Starts()
        self.stock = LocalBots(away, LIMITS, run_build, self.starts, self.send)  # type: ignore[arg-type] # a stand-in

    async def send(self, *message: object) -> bool:
        word, digest = message
        assert word == "want"
        self.wanted.append(str(digest))
        assert self._nursery is not None
        self._nursery.start_soon(send_copy, self.deliver, self._home, str(digest), LIMITS)
        return True

    async def deliver(self, *message: object) -> bool:
        found = self._change(message)
        if found is not None:
            await self.stock.feed(unpack(pack(found)))
        return True

    async def bring(self, bot: Entrant) -> Path:
        """Have a room with this bot made ready; return the bot's folder there."""
        program = room().programs[0]._replace(folder=bot.folder, command=bot.command)
        away, recipes = sent_away(replace(room(), programs={0: program}), recipes_of([bot]))
        assert str(away.programs[0].folder) == bot.digest
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            there = await self.stock.at_home(away, recipes)
            nursery.cancel_scope.cancel()
        return there.programs[0].folder


def digest(of: Path) -> str:
    with trees.opened(of) as root:
        return trees.take(root, trees.survey(root, TreeLimits(), ignored=()))


@pytest.mark.parametrize("build", ["", 'build = ["sh", "-c", "date +%s%N > built"]\n'])
async def test_a_bot_arrives_whole_and_is_fetched_and_built_once(build: str, tmp_path: Path) -> None:
    home, away = areas(tmp_path)
    bot = entrant(folder(tmp_path / "bot", build), home)
    road = Road(home, away)
    there = await road.bring(bot)
    made = digest(there)

    assert there == away / bot.digest / "files"
    assert await road.bring(bot) == there
    assert await Road(home, away).bring(bot) == there
    assert digest(there) == made
    assert road.wanted == [bot.source or bot.digest], "once"
    assert (there / "built").exists() == bool(build)
    assert bool(build) or made == bot.digest


def spoil(message: Sequence[Any]) -> Sequence[Any]:
    return (*message[:2], message[2][:-1] + b"?") if message[0] == "piece" else message


def with_item(path: str, kind: str = "file", size: int = 0, target: str = "") -> Any:
    def change(message: Sequence[Any]) -> Sequence[Any]:
        return (*message[:2], [*message[2], (path, kind, size, target)]) if message[0] == "tree" else message

    return change


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (spoil, "arrived damaged"),
        (with_item("more"), "arrived damaged"),
        (with_item("../out"), "no path in a copy"),
        (with_item("/etc/out"), "no path in a copy"),
        (with_item("inner/../../out"), "no path in a copy"),
        (with_item("a\0b"), "no path in a copy"),
        (with_item("out", "link", 0, "/etc/passwd"), "link leaves the folder"),
        (with_item("inner/big"), "staged copies cannot be kept"),
        (with_item("big", size=1 << 40), "holds more than this tournament allows"),
        (with_item("x", "device"), "is not one of"),
        (with_item("x", size=-1), "no path in a copy"),
    ],
)
async def test_what_arrives_otherwise_than_it_was_asked_for_is_not_kept(
    change: Any, error: str, tmp_path: Path
) -> None:
    home, away = areas(tmp_path)
    bot = entrant(folder(tmp_path / "bot"), home)
    with pytest.RaisesGroup(pytest.RaisesExc((UserError, MalformedError), match=error)):
        await Road(home, away, change).bring(bot)

    assert not (away / bot.digest).exists()
    assert not (tmp_path / "out").exists()


async def test_a_copy_that_nobody_has_asked_for_is_malformed(tmp_path: Path) -> None:
    road = Road(*areas(tmp_path))
    with pytest.raises(MalformedError, match="not asked for"):
        await road.stock.feed(("piece", "0" * 64, b""))


@pytest.mark.parametrize("came", [Unavailable("x", "x", "no sandbox"), UserError("does not start: no python"), Failure])
async def test_a_bot_that_plays_at_home_and_not_here_is_not_blamed(came: Any, tmp_path: Path) -> None:
    home, away = areas(tmp_path)
    bot = entrant(folder(tmp_path / "bot"), home)
    road = Road(home, away)
    road.starts.came = UserError("it fails") if came is Failure else came
    with pytest.RaisesGroup(pytest.RaisesExc(UserError, match="one plays at home, but not here: ")):
        await road.bring(bot)


def test_quoted_commands_play_at_home_only(tmp_path: Path) -> None:
    bot = Entrant("sh bot.sh", "bot", "", ("sh", "bot.sh"), tmp_path, "0" * 64, staged=False)
    with pytest.raises(UserError, match="a quoted command can only play on this machine"):
        recipes_of([bot])


def test_no_path_of_the_arena_travels() -> None:
    path = Path("/secret/place") / ("a" * 64) / "files"
    there = replace(room(), programs={0: room().programs[0]._replace(folder=path)})
    away, recipes = sent_away(there, {"a" * 64: Recipe("a" * 64)})

    assert b"secret" not in pack(away.programs)
    assert recipes == {"a" * 64: Recipe("a" * 64)}
