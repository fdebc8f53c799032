"""What a process loads that plays rooms: the rules of its games, and nothing that works out what a seat cannot see."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_FOR_ROOMS = ("arena.games.hidden", "arena.games.search", "arena.games.laws", "arena.games.study")
LOAD = """
import sys
import arena.tournament.worker_process
from arena.games.catalogue import GAMES
assert len(list(GAMES.values())) > 6
print(*sys.modules)
"""


@pytest.mark.slow
def test_the_rules_of_all_games_and_the_rooms_they_are_played_in_load_no_inference() -> None:
    done = subprocess.run([sys.executable, "-c", LOAD], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert {"arena.games.kaiser", "arena.games.two_hundred.play", "arena.table.rooms"} <= {*loaded}
    assert [name for name in loaded if name.startswith(NOT_FOR_ROOMS) or name.endswith(".hidden")] == []
