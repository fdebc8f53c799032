"""What a run that was killed leaves of its bots: the next run removes it, and leaves the bots of others alone."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.sandbox import Sandbox
from tests.commands import ROOT
from tests.processes.sandboxes import HERE, marked

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]
HOLDS = """
import sys
from pathlib import Path
import trio
from arena.sandbox import Program, Sandbox

async def hold():
    with Sandbox("strict", guarded=False) as sandbox:
        running = await sandbox.start(Program("bot", ("sleep", "60"), Path(sys.argv[1])))
        groups = [each for root in sandbox._roots.folders for each in root.glob(f"{sandbox._name}*")]
        print(sandbox.mark, *groups, flush=True)
        await trio.to_thread.run_sync(sys.stdin.read)
        running.close()
        running.close_pipes()

trio.run(hold)
"""


def holder(folder: Path) -> tuple[subprocess.Popen[str], str, list[Path]]:
    """A run with one bot: its process, its mark, and the control groups of the bot."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(folder)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    mark, *groups = process.stdout.readline().split()
    return process, mark, [Path(group) for group in groups]


@pytest.mark.skipif("strict" not in HERE, reason="no control groups here")
def test_control_groups_of_killed_runs_are_removed_with_their_bots_and_those_of_others_stay(tmp_path: Path) -> None:
    dead, gone, left = holder(tmp_path)
    alive, stays, kept = holder(tmp_path)
    dead.send_signal(signal.SIGKILL)
    dead.communicate()
    assert left
    assert all(group.exists() for group in left)

    with Sandbox("strict", guarded=False):
        assert not any(group.exists() for group in left)
        assert marked(gone) == []
        assert all(group.exists() for group in kept)
        assert marked(stays)
    alive.communicate()
    assert not any(group.exists() for group in kept)
