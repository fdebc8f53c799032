"""Root with the capabilities of a container may not look at processes of other users, and still judges bots rightly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.settings.limits import Level
from tests.commands import ROOT
from tests.processes.sandboxes import HERE

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]
TAKEN = "-sys_ptrace,-perfmon,-sys_admin"
"""What Docker does not give to root."""
FORKS = """
import os, time
block = bytearray(b"x") * 40_000_000
for _ in range(12):
    if os.fork() == 0:
        time.sleep(60)
print("forked", flush=True)
time.sleep(1)
print("alive", flush=True)
time.sleep(60)
"""
WATCHES = """
import sys, trio
from pathlib import Path
from arena.sandbox import Program, Sandbox
from arena.sandbox.reading import hear
from arena.settings.limits import Limits

async def watch():
    with Sandbox(sys.argv[1]) as sandbox:
        running = await sandbox.start(Program("forks", ("python3", "bot.py"), Path(sys.argv[2]), Limits(memory_mb=128)))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(running.watch)
            said = await hear(running, b"alive", seconds=20)
            print(b"alive" in said, running.used().over_memory, running.walking_ms > 0)
            nursery.cancel_scope.cancel()
        await running.finish()
        running.close_pipes()

trio.run(watch)
"""


@pytest.mark.parametrize("level", [level for level in HERE if level != "strict"])
def test_pages_that_children_share_are_counted_once(level: Level, tmp_path: Path) -> None:
    """It holds 40 MB; counted for each process these would be 520, and 128 are allowed."""
    (tmp_path / "bot.py").write_text(FORKS)
    fewer = ("setpriv", "--bounding-set", TAKEN) if os.geteuid() == 0 else ()
    watched = subprocess.run(
        [*fewer, sys.executable, "-c", WATCHES, level, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert watched.stdout == "True False True\n", watched.stderr
