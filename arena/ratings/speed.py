"""How fast ratings are: `python -m arena.ratings.speed [ENTRANTS GAMES DEALS]...` prints times and memory.

The tables are random games of two sides, one in twenty drawn. A fit computes everything that a ladder shows about a
rating, including the covariance clustered by deal. For comparison there are scipy (L-BFGS on the same table of pairs)
and choix (I-LSR on the same matrix), where they are installed. These compute ratings only, starting from the summed
table; so does the line "ours: ratings alone". Memory is the peak of the process so far, including scipy once it has
been imported. To get the peak for one table, measure that table alone.
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

from arena.ratings.arrays import Floats
from arena.ratings.crosstable import Crosstable
from arena.ratings.ladder import Ladder
from arena.ratings.plackett_luce import ELO, chance, estimate, log_chance
from arena.ratings.ratings import fit
from arena.ratings.results import Results

TABLES = ((100, 100_000, 10_000), (1_000, 1_000_000, 100_000))
"""The default tables: entrants, games and deals of each."""
PROC = Path("/proc/self/status")
ROW = "{:<34}{:>9}{:>9}{:>11}{:>13}\n"


class Cost(NamedTuple):
    """How long a piece of work took.

    Args:
        wall: seconds of wall time, which other programs can lengthen.
        cpu: seconds of processor time.
    """

    wall: float
    cpu: float


def random_table(entrants: int, games: int, deals: int, seed: int = 0) -> dict[str, Any]:
    """Return a random table as arguments for `Results.of_duels`."""
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
    """Run some work; return its result and its cost."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, Cost(time.perf_counter() - wall, time.process_time() - cpu)


def peak_memory() -> float:
    """Return the peak memory of this process in MB.

    /proc is preferred: `getrusage` also counts what the parent process had when it started this one.
    """
    if PROC.exists():
        [line] = (line for line in PROC.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024 / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


def by_ours(ladder: Ladder) -> Floats:
    """Return the strengths, in nats, that our Newton method finds on the summed table."""
    return estimate(ladder.core.model.table, {})


def by_scipy(table: Crosstable) -> Floats:
    """Return the strengths, in nats, that scipy's L-BFGS finds."""
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
    """Return the strengths, in nats, that I-LSR of choix finds."""
    choix: Any = importlib.import_module(PEERS["choix"])
    wins = np.zeros((table.size, table.size))
    wins[table.first, table.second] = table.points
    wins[table.second, table.first] = table.games - table.points
    return np.asarray(choix.ilsr_pairwise_dense(wins))


PEERS = {"scipy": "scipy.optimize", "choix": "choix"}
"""The packages that we compare with, and the module of each to import."""


def measure(entrants: int, games: int, deals: int, write: Callable[[str], object]) -> None:
    """Measure one table and write a line for each step."""
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
        importlib.import_module(PEERS[name])  # before the clock starts: an import takes longer than many a fit
        compare(write, ladder, name, partial(peer, ladder.crosstable))
    write("\n")


def compare(write: Callable[[str], object], ladder: Ladder, name: str, work: Callable[[], Floats]) -> None:
    """Write the cost of computing ratings alone, and the largest difference from our ratings in Elo."""
    strength, cost = measured(work)
    apart = float(np.abs(ELO * strength - ladder.core.elo).max())
    _line(write, f"{name}: ratings alone", cost, f"{apart:.1g}")


VIEWS: dict[str, Callable[[Ladder], object]] = {
    "tallies": lambda ladder: ladder.tallies,
    "ranks": lambda ladder: ladder.ranks,
    "likelihoods of superiority": lambda ladder: ladder.los_matrix(),
    "lack of fit": lambda ladder: ladder.lack_of_fit,
}
"""What a ladder computes only when asked."""


def _line(write: Callable[[str], object], what: str, cost: Cost, apart: str = "") -> None:
    write(ROW.format(what, f"{cost.wall:.3f}", f"{cost.cpu:.3f}", f"{peak_memory():.0f}", apart))


def main(arguments: list[str]) -> int:
    """Measure the tables given as arguments, three numbers each; return the exit status."""
    numbers = [int(argument) for argument in arguments if argument.isdecimal()]
    if len(numbers) != len(arguments) or len(numbers) % 3 or not all(numbers):
        sys.stderr.write("usage: python -m arena.ratings.speed [ENTRANTS GAMES DEALS]...\n")
        return 2
    triples = list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
    sys.stdout.write(ROW.format("", "wall s", "CPU s", "peak MB", "Elo apart"))
    for entrants, games, deals in triples or TABLES:
        measure(entrants, games, deals, sys.stdout.write)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
