"""Starts agents on the workers of a Dask cluster: `python -m arena.agents.on_dask HOST:PORT AGENTS WORDS...`.

It runs beside the arena, until its input ends or no agent runs any more. Each agent is a task that runs a program.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from threading import Thread
from typing import Any

LAST_WORDS = 500
WAIT = 30


def play(words: Sequence[str], _number: int) -> str:
    """Run an agent on the machine of a Dask worker (this is the task); return how it ended, or nothing if all is well.

    Args:
        words: the words of the command after `arena`.
    """
    command = [sys.executable, "-m", "arena.cli", *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603
    return f"exit {done.returncode}: {done.stderr.strip()[-LAST_WORDS:]}" if done.returncode else ""


def main(scheduler: str, agents: str, *words: str) -> str:
    """Start agents; return what went wrong with them."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        return "agents on Dask need distributed: pip install distributed, or install the arena with its extra `cluster`"
    try:
        client: Any = dask.Client(f"tcp://{scheduler}", timeout=WAIT)
    except OSError as error:
        return f"there is no scheduler of Dask at {scheduler}: {str(error).partition(chr(10))[0]}"
    workers = [*client.nthreads()]
    if not workers:
        return f"the cluster at {scheduler} has no workers"
    tasks = [
        client.submit(play, words, i, workers=[workers[i % len(workers)]], allow_other_workers=True, pure=False)
        for i in range(int(agents) or len(workers))
    ]
    Thread(target=_cancel_at_the_end, args=(client, tasks), daemon=True).start()
    problems = []
    for task in dask.as_completed(tasks):
        if task.cancelled():
            continue
        problem = str(task.exception()) if task.status == "error" else task.result()
        problems += [problem] * bool(problem)
    return "; ".join(dict.fromkeys(problems))


def _cancel_at_the_end(client: Any, tasks: list[Any]) -> None:
    """Cancel all tasks when the input ends: those that run end when the arena has dismissed their agents."""
    sys.stdin.read()
    client.cancel(tasks, force=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) or None)
