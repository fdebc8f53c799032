"""docs/submissions.md is true: its examples are accepted, and it names every key there is."""

from pathlib import Path

import pytest

from arena.bots.botfile import BotFile, read_bot_file
from arena.bots.staging import ROOTS, UNUSED, VARIABLE
from arena.games.catalogue import GAMES
from arena.settings.clock import ClockSettings
from arena.settings.ladder import BotLine, read_ladder
from arena.settings.limits import STAGING_LIMITS, WISHES
from arena.table.clock import PATIENCE, SLACK_MS
from arena.table.verdicts import LOOKS
from arena.tournament.start_check import REMEMBERED
from tests.pages import ROOT, written

PAGE = (ROOT / "docs/submissions.md").read_text()


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """A folder with the examples of the page as files."""
    return written("docs/submissions.md", tmp_path)


def test_the_bot_toml_of_the_page_is_accepted_and_has_every_key(examples: Path) -> None:
    found = read_bot_file(examples, GAMES, examples / "bot.toml")

    assert found.model_fields_set == set(BotFile.model_fields)
    assert found.limits.keys() == set(WISHES)


def test_the_ladder_of_the_page_is_accepted_and_its_limits_are_the_defaults(examples: Path) -> None:
    found = read_ladder(examples / "class.toml", GAMES)

    assert found.bots == (BotLine("submissions", None, folder=True), BotLine("sample:python/sensible", "house"))
    assert found.staging == STAGING_LIMITS


def test_the_numbers_and_places_of_the_page_are_right() -> None:
    tree = STAGING_LIMITS.tree

    assert (
        f"more than {tree.megabytes} MiB, {tree.files} files and folders, or folders more than {tree.depth} deep"
        in PAGE
    )
    assert f"{UNUSED / 86400:.0f} days" in PAGE
    start = ClockSettings().start_ms
    assert f"`start_ms = {start}`" in PAGE
    assert f"for {(PATIENCE * start + SLACK_MS) / 1000:.0f} s at most" in PAGE
    assert f"late after {start * (1 + 1 / LOOKS) / 1000:.0f} s" in PAGE
    assert REMEMBERED == 7 * 86400
    assert "remembered for a week" in PAGE
    assert f"`{ROOTS}`" in PAGE
    assert f"`{VARIABLE}`" in PAGE
