"""How fast ratings are: `python -m ladders.speed [ENTRANTS GAMES DEALS]...` prints times and memory.

The tables are random games of two sides, one in twenty drawn. A fit has everything that a ladder shows of a rating,
with the covariance clustered by deal. Beside it stand scipy (L-BFGS on the same table of pairs) and choix (I-LSR on the
same matrix) where they are installed; they give ratings alone, and start from the summed table. So does the line
"ours: ratings alone". Memory is the peak of the process so far, scipy included once it was imported: name one table for
a peak of its own.
"""

from __future__ import annotations

import importlib
import importlib.util
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ladders.arrays import Floats
from ladders.crosstable import Crosstable
from ladders.ladder import Ladder
from ladders.plackett_luce import ELO, chance, estimate, log_chance
from ladders.ratings import fit
from ladders.results import Results

TABLES = ((100, 100_000, 10_000), (1_000, 1_000_000, 100_000))
"""Entrants, games and deals of the tables that are measured if none are named."""
PROC = Path("/proc/self/status")
ROW = "{:<34}{:>9}{:>9}{:>11}{:>13}\n"


class Cost(NamedTuple):
    """What a piece of work took.

    Args:
        wall: seconds on the clock, which other programs lengthen.
        cpu: seconds of processor time.
    """

    wall: float
    cpu: float


def random_table(entrants: int, games: int, deals: int, seed: int = 0) -> dict[str, Any]:
    """Return arguments for `Results.of_duels`."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0.0, 0.6, entrants)
    first = rng.integers(0, entrants, games)
    second = (first + rng.integers(1, entrants, games)) % entrants
    won = (rng.random(games) < chance(strength[first] - strength[second])).astype(np.float64)
    return {
        "names": [f"bot{i}" for i in range(entrants)],
        "first": first,
        "second": second,
        "score": np.where(rng.random(games) < 0.05, 0.5, won),
        "deal": rng.integers(0, deals, games),
    }


def measured(work: Callable[[], Any]) -> tuple[Any, Cost]:
    """Return what some work returns, and what it cost."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, Cost(time.perf_counter() - wall, time.process_time() - cpu)


def peak_memory() -> float:
    """Return the most memory that this process ever had, in MB.

    Where /proc tells: `getrusage` also counts what a parent had when it started this process.
    """
    if PROC.exists():
        [line] = (line for line in PROC.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024 / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


def by_ours(ladder: Ladder) -> Floats:
    """Return the strengths that our Newton finds on the summed table, in nats."""
    return estimate(ladder.core.model.table, {})


def by_scipy(table: Crosstable) -> Floats:
    """Return the strengths that L-BFGS finds, in nats."""
    optimize: Any = importlib.import_module(PEERS["scipy"])

    def loss(strength: Floats) -> tuple[float, Floats]:
        ahead = strength[table.first] - strength[table.second]
        surplus = table.points - table.games * chance(ahead)
        value = table.points @ log_chance(ahead) + (table.games - table.points) @ log_chance(-ahead)
        return -float(value), -table.sums(surplus, -surplus)

    options = {"maxiter": 10_000, "maxfun": 100_000, "ftol": 1e-15, "gtol": 1e-6}
    found = optimize.minimize(loss, np.zeros(table.size), jac=True, method="L-BFGS-B", options=options)
    return np.asarray(found.x - found.x.mean())


def by_choix(table: Crosstable) -> Floats:
    """Return the strengths that I-LSR finds, in nats."""
    choix: Any = importlib.import_module(PEERS["choix"])
    wins = np.zeros((table.size, table.size))
    wins[table.first, table.second] = table.points
    wins[table.second, table.first] = table.games - table.points
    return np.asarray(choix.ilsr_pairwise_dense(wins))


PEERS = {"scipy": "scipy.optimize", "choix": "choix"}
"""What is compared, and the module to import."""


def measure(entrants: int, games: int, deals: int, write: Callable[[str], object]) -> None:
    """Write a line for each step on one table."""
    columns = random_table(entrants, games, deals)
    write(f"{entrants} entrants, {games} games of {deals} deals\n")
    results, cost = measured(partial(Results.of_duels, **columns))
    _line(write, "loading (checks included)", cost)
    del columns  # a caller may have read them from a file piece by piece
    ladder, cost = measured(partial(fit, results))
    _line(write, "fit with clustered errors", cost)
    for name, view in VIEWS.items():
        _line(write, name, measured(partial(view, ladder))[1])
    compare(write, ladder, "ours", partial(by_ours, ladder))
    for name, peer in (("scipy", by_scipy), ("choix", by_choix)):
        if importlib.util.find_spec(name) is None:
            write(f"{name} is not installed\n")
            continue
        importlib.import_module(PEERS[name])  # takes longer than many a fit, and is none
        compare(write, ladder, name, partial(peer, ladder.crosstable))
    write("\n")


def compare(write: Callable[[str], object], ladder: Ladder, name: str, work: Callable[[], Floats]) -> None:
    """Write what it costs to find ratings alone, and how far the worst of them is from ours."""
    strength, cost = measured(work)
    apart = float(np.abs(ELO * strength - ladder.core.elo).max())
    _line(write, f"{name}: ratings alone", cost, f"{apart:.1g}")


VIEWS: dict[str, Callable[[Ladder], object]] = {
    "tallies": lambda ladder: ladder.tallies,
    "ranks": lambda ladder: ladder.ranks,
    "likelihoods of superiority": lambda ladder: ladder.los_matrix(),
    "lack of fit": lambda ladder: ladder.lack_of_fit,
}
"""What is worked out when it is asked for."""


def _line(write: Callable[[str], object], what: str, cost: Cost, apart: str = "") -> None:
    write(ROW.format(what, f"{cost.wall:.3f}", f"{cost.cpu:.3f}", f"{peak_memory():.0f}", apart))


def main(arguments: list[str]) -> int:
    """Measure the tables that are named, three numbers each; return the exit status."""
    numbers = [int(argument) for argument in arguments if argument.isdecimal()]
    if len(numbers) != len(arguments) or len(numbers) % 3 or not all(numbers):
        sys.stderr.write("usage: python -m ladders.speed [ENTRANTS GAMES DEALS]...\n")
        return 2
    triples = list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
    sys.stdout.write(ROW.format("", "wall s", "CPU s", "peak MB", "Elo apart"))
    for entrants, games, deals in triples or TABLES:
        measure(entrants, games, deals, sys.stdout.write)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
