"""The bot of the README plays a game of every preset."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from arena.games.kernel.options import OptionError, Options, choose
from arena.sandbox import Program
from arena.settings.clock import ClockSettings
from arena.table.referee import GameSetup
from arena.table.reports import GameBegun, GameEnded, Report
from arena.table.rooms import play_room
from tests.pages import written

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
CLOCK = ClockSettings(move_ms=30_000, start_ms=30_000)
SHORTER: tuple[Mapping[str, int], ...] = ({"max_deals": 1}, {"rounds": 1}, {"target": 3}, {"target": 11}, {})
"""Options for as short a game as there is, to be tried in this order."""


def short(options: Options) -> Options:
    for change in SHORTER:
        with suppress(OptionError):
            return choose(options, change)
    raise AssertionError("no change at all is possible")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_the_bot_of_the_readme_plays_every_preset(game: AnyGame, tmp_path: Path) -> None:
    program = Program("first", ("python3", str(written("README.md", tmp_path) / "first.py")), tmp_path)
    ended: dict[str, GameEnded] = {}

    async def take(report: Report) -> None:
        if isinstance(report, GameEnded):
            ended[report.game_id] = report
        else:
            assert isinstance(report, GameBegun), report

    for number, preset in enumerate(game.presets):
        options = short(game.presets[preset])
        seating = game.seating(options)
        names = ("first",) * seating.seats
        chance = keyed("every preset", preset)
        setup = GameSetup(f"G{number}", game, preset, options, chance, CLOCK, "forfeit", names)
        await play_room(dict.fromkeys(seating.players, program), [setup], take)

    played = dict(zip(game.presets, ended.values(), strict=True))
    for preset, report in played.items():
        assert report.outcome.faults == (), preset
        assert len(report.outcome.result.scores) == game.seating(short(game.presets[preset])).number_of_sides
