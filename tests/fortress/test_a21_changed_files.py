"""A21: what somebody does to the files of bots while they play changes nothing."""

import shutil
from pathlib import Path

import pytest

from tests.fortress import arenas
from tests.processes.sandboxes import HERE

LEVELS = ["none", *HERE[:1]]
ONCE = {("removed", "none"), ("written over", LEVELS[-1])}
LADDER = f"""
sets = {arenas.FEW}
seed = "changed"
reproducible = true
probation = false
games = [{{ game = "scotch-whist:two", options = {{ target = 40 }} }}]
clock = {{ start_ms = 60000, move_ms = 60000 }}
bots = ["folder", {{quoted}}]
"""
SETTINGS = 'name = "staged"\nversion = "1"\ncommand = ["/usr/bin/python3", "fakebot.py", "exit", "8"]\n'


@pytest.mark.parametrize(
    ("how", "level"),
    [
        pytest.param(how, level, marks=() if (how, level) in ONCE else pytest.mark.thorough)
        for how in ("written over", "removed")
        for level in LEVELS
    ],
)
def test_a21_a_bot_whose_files_change_while_it_plays_is_the_bot_that_was_entered(
    tmp_path: Path, level: str, how: str
) -> None:
    """Without a sandbox a quoted command runs where it lies, on files of its owner's: it is left out there."""
    tmp_path.chmod(0o755)
    folder, alone = tmp_path / "folder", tmp_path / "alone.py"
    folder.mkdir()
    shutil.copy(arenas.FAKEBOT, folder)
    shutil.copy(arenas.FAKEBOT, alone)
    (folder / "bot.toml").write_text(SETTINGS)
    quoted = '"sample:random"' if level == "none" else '"/usr/bin/python3 alone.py"'
    ladder = arenas.ladder(tmp_path, LADDER.replace("{quoted}", quoted))
    rooms = 1 if level == "none" else 2
    arena = arenas.start(ladder, level=level, rooms=rooms, ARENA_STAGING=str(tmp_path / "staging"))
    arenas.wait_for_results(ladder, 0, arena)
    entrants = arenas.query(ladder, "SELECT id, digest FROM entrants")
    for path in (folder / "fakebot.py", alone):
        path.unlink() if how == "removed" else path.write_text("import sys; sys.exit('changed')\n")
    arenas.end(arena, 0)
    texts = {detail for (detail,) in arenas.query(ladder, "SELECT detail FROM failures")}

    assert arenas.count(ladder) == 2 * arenas.FEW
    assert texts == {"exit 7"}, "each crash brings a new process of the same program"
    assert entrants == arenas.query(ladder, "SELECT id, digest FROM entrants")
    assert all(len(str(digest)) == 64 for _, digest in entrants)
