"""The pytest plugin: the fixture `arena`. What it needs is imported only when a test asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from arena.testing import Arena


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command line options of the fixture."""
    group = parser.getgroup("trickarena", "bots for trick-taking card games")
    group.addoption("--arena-rooms", type=int, metavar="N", help="rooms that play at once (default: one for each core)")
    group.addoption("--arena-seed", metavar="TEXT", help="key of all packs (default: the same in every run)")


@pytest.fixture
def arena(request: pytest.FixtureRequest, tmp_path: Path) -> Arena:
    """Plays bots and asserts how they do: play, assert_not_worse, assert_plays_legally, choice (see arena.testing).

    Relative paths of bots start at pytest's rootdir. The games are kept in tmp_path.
    """
    from arena.testing import SEED, Arena  # noqa: PLC0415 - heavy, and most tests do not need it

    config = request.config
    return Arena(
        base=config.rootpath,
        keep=tmp_path,
        seed=config.getoption("--arena-seed") or SEED,
        rooms=config.getoption("--arena-rooms"),
    )
