"""The network: it takes a row of zeros and ones and returns a value for every word that it can say.

All weights are integers, so small that every sum is exact in a 32-bit float, in any order of adding. So a position gets
the same answer on every machine, alone or in a batch of a thousand.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads make this slower

import numpy as np  # it reads the number of threads when it is imported, so this comes after the line above
from sight import SIZE

FILE = Path(__file__).with_name("weights.txt")

CEILING = 255.0  # the highest output of a hidden unit


class Network(NamedTuple):
    """Two layers. `inner` has a row for each input and a column for each hidden unit; `outer` has a column per word."""

    inner: np.ndarray
    outer: np.ndarray

    def values(self, rows: Sequence[bytes]) -> list[list[float]]:
        """Return the value of each word in each position; all positions go through a layer in one matrix product."""
        inputs = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), SIZE).astype(np.float32)
        hidden = np.clip(inputs @ self.inner, 0, CEILING)
        return (hidden @ self.outer).tolist()


def load() -> Network:
    """Read the weights: a line for each input, then a line for each word, with a number for each hidden unit."""
    weights = np.loadtxt(FILE, np.float32)
    return Network(weights[:SIZE], weights[SIZE:].T.copy())


def save(network: Network) -> None:
    """Write the weights to the file."""
    np.savetxt(FILE, np.vstack([network.inner, network.outer.T]), "%d")
