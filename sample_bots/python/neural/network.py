"""The network: a row of zeros and ones in, a value for every word that it can say out.

All weights are whole numbers, and so small that every sum is exact in a float of 32 bits, in whatever order it is added
up. So a position gets the same answer on every machine, alone or among a thousand others.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads cost more here than they bring

import numpy as np  # it reads the number of threads when it is imported
from sight import SIZE

FILE = Path(__file__).with_name("weights.txt")

CEILING = 255.0  # the most that a hidden unit gives on


class Network(NamedTuple):
    """Two layers: `inner` has a row for each input, a column for each hidden unit, `outer` a column for each word."""

    inner: np.ndarray
    outer: np.ndarray

    def values(self, rows: Sequence[bytes]) -> list[list[float]]:
        """Return what each word is worth in each position: all positions go through each layer in one product."""
        inputs = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), SIZE).astype(np.float32)
        hidden = np.clip(inputs @ self.inner, 0, CEILING)
        return (hidden @ self.outer).tolist()


def load() -> Network:
    """Read the weights: a line for each input, then one for each word, a number for each hidden unit."""
    weights = np.loadtxt(FILE, np.float32)
    return Network(weights[:SIZE], weights[SIZE:].T.copy())


def save(network: Network) -> None:
    """Write the weights."""
    np.savetxt(FILE, np.vstack([network.inner, network.outer.T]), "%d")
