"""`python -m tests.beside [PAIRS]` measures what `arena serve` costs an `arena run` that it shows.

The same games are played with and without a server beside them, in turn. The server has its streams open all the time,
and they read. What is compared is the CPU time of the arena's own process, without that of the bots: both runs make
the same decisions. The first pair is not counted.
"""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from statistics import geometric_mean
from tempfile import TemporaryDirectory

import numpy as np
from scipy import stats

from tests.streams import ARENA, STREAMS, served

PAIRS = 10
SETS = 60
"""Each game has thousands of decisions, so that some ten games a second are stored, as many as `tests.streams` has."""
LADDER = """
seed = "beside"
reproducible = true
sets = {sets}
probation = false
games = [{{ game = "kaiser", options = {{ max_deals = 100 }} }}]
clock = {{ start_ms = 60000, move_ms = 60000 }}
bots = [{{ bot = "sample:c/random", name = "one" }}, {{ bot = "sample:c/random", name = "two" }}]
"""


def main() -> None:
    """Measure, and print what was found."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    alone: list[float] = []
    beside: list[float] = []
    for number in range(pairs + 1):
        # Which comes first changes, so that a machine that becomes slower is no fault of either.
        for watched in (False, True) if number % 2 else (True, False):
            used = _run(watched=watched)
            if number:
                (beside if watched else alone).append(used)
            sys.stderr.write(f"{'beside' if watched else 'alone'} {used:.2f} s\n")
    ratios = np.log(np.array(beside) / np.array(alone))
    half = stats.t.ppf(0.975, len(ratios) - 1) * stats.sem(ratios)
    low, value, high = np.exp([ratios.mean() - half, ratios.mean(), ratios.mean() + half])
    sys.stdout.write(
        f"CPU of the arena's process: {geometric_mean(alone):.2f} s alone, {geometric_mean(beside):.2f} s beside a "
        f"server with {STREAMS} streams; {len(alone)} pairs\nbeside / alone: {value:.3f} ({low:.3f} to {high:.3f})\n"
    )


def _run(*, watched: bool) -> float:
    """Play the ladder; return the CPU time of the arena's process in s."""
    with TemporaryDirectory() as folder, ExitStack() as ending:
        ladder = Path(folder, "beside.toml")
        ladder.write_text(LADDER.format(sets=1))  # so that there is something to serve
        subprocess.run([*ARENA, "run", str(ladder)], check=True, stdout=subprocess.DEVNULL)
        if watched:
            _, streams = ending.enter_context(served(ladder))
            threading.Thread(target=_read, args=([*streams],), daemon=True).start()
        ladder.write_text(LADDER.format(sets=SETS))
        run = subprocess.Popen([*ARENA, "run", str(ladder), "-j", "1"], stdout=subprocess.DEVNULL)
        os.waitid(os.P_PID, run.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and its figures are still there
        used = _own_cpu(run.pid)
        assert run.wait() == 0
    return used


def _own_cpu(pid: int) -> float:
    """Return the CPU time of a process in s, without that of its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _read(streams: list[socket.socket]) -> None:
    """Read the streams until the server closes them."""
    with selectors.DefaultSelector() as selector:
        for one in streams:
            selector.register(one, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                assert isinstance(key.fileobj, socket.socket)
                if not key.fileobj.recv(1 << 16):
                    selector.unregister(key.fileobj)


if __name__ == "__main__":
    main()
