"""A bot made by `arena.env.export`: a network that was trained in an environment.

Its weights are in `weights.bin`, and fit one game with some options: other games, and other options, it plays like the
policy `greedy`. It uses numpy where there is one, and plain Python elsewhere, which takes about a millisecond longer.
"""

import json
import sys
from collections.abc import Sequence
from math import tanh
from pathlib import Path
from struct import unpack
from typing import Any

try:
    import numpy as np
except ModuleNotFoundError:  # the sandbox has the system's Python, perhaps without it
    NUMPY = False
else:
    NUMPY = True

FILE = Path(__file__).with_name("weights.bin")


class Network:
    """Layers, one after the other: a matrix product, a bias, and an activation.

    Args:
        data: a line of JSON (`sizes`: the numbers of inputs, units and outputs; `activations`, one for each layer; and
            what the network is for), then for each layer its weights, input by input, and its bias, as 16-bit floats.
    """

    def __init__(self, data: bytes) -> None:
        head, _, numbers = data.partition(b"\n")
        self.about: dict[str, Any] = json.loads(head)
        self.layers: list[tuple[Any, Any, str]] = []
        begin, sizes = 0, self.about["sizes"]
        for rows, columns, activation in zip(sizes, sizes[1:], self.about["activations"], strict=False):
            count = (rows + 1) * columns
            part = numbers[2 * begin : 2 * (begin + count)]
            if NUMPY:
                matrix: Any = np.frombuffer(part, "<f2").astype(np.float32).reshape(rows + 1, columns)
            else:
                flat = unpack(f"<{count}e", part)
                matrix = [flat[at : at + columns] for at in range(0, count, columns)]
            self.layers.append((matrix[:-1], matrix[-1], activation))
            begin += count

    def values(self, rows: Sequence[int]) -> Any:
        """Return the value of each action in each position; a higher value is a better action.

        Args:
            rows: what was seen in each position, bit i of a number being input i.
        """
        if not NUMPY:
            return [self._one(row) for row in rows]
        size = self.about["sizes"][0]
        packed = b"".join([row.to_bytes((size + 7) // 8, "little") for row in rows])
        bits = np.unpackbits(np.frombuffer(packed, np.uint8).reshape(len(rows), -1), 1, size, "little")
        found = bits.astype(np.float32)
        for weights, bias, activation in self.layers:
            found = found @ weights + bias
            found = np.maximum(found, 0) if activation == "relu" else np.tanh(found) if activation == "tanh" else found
        return found

    def _one(self, row: int) -> list[float]:
        """Return the values of one position, without numpy: most inputs are 0, and cost nothing."""
        inputs = {i: 1.0 for i in range(row.bit_length()) if row >> i & 1}
        found: list[float] = []
        for weights, bias, activation in self.layers:
            found = [*bias]
            for i, value in inputs.items():
                found = [total + value * weight for total, weight in zip(found, weights[i], strict=True)]
            if activation != "none":
                found = [max(0.0, x) if activation == "relu" else tanh(x) for x in found]
            inputs = {i: value for i, value in enumerate(found) if value}
        return found


def main() -> None:
    """Play until the arena says `bye`."""
    from arena.client import run_batches
    from arena.client.feature_rows import row_of
    from arena.client.features import Features

    network = Network(FILE.read_bytes())
    over: float = network.about["over"]
    forms: dict[Any, Features | None] = {}

    def form(view: Any) -> Features | None:
        """Return the form of the rows that the network knows, None if it does not know the game or these options."""
        if view.options not in forms:
            found = Features(view.game, view.options)
            known = found.version == network.about["version"]
            forms[view.options] = found if known else None
            if not known:
                sys.stderr.write(f"these rows are {found.version}, the network's are {network.about['version']}\n")
        return forms[view.options]

    def choose_all(turns: Sequence[Any]) -> list[str]:
        """Return the network's best legal word for each question."""
        answers = [t.legal[0] for t in turns]
        asked, rows = [], []
        for at, t in enumerate(turns):
            if len(t.legal) > 1:
                features = form(t.view)
                numbers = {} if features is None else features.index.get(t.kind, {})
                if features is None or not numbers.keys() >= {*t.legal}:
                    answers[at] = t.greedy()
                else:
                    asked.append((at, [(numbers[word], word) for word in t.legal]))
                    rows.append(row_of(features, t.view, t.kind))
        for (at, legal), values in zip(asked, network.values(rows) if rows else (), strict=True):
            usual = turns[at].sensible() if over else ""
            _, answers[at] = max([(values[number] + over * (word == usual), word) for number, word in legal])
        return answers

    run_batches(choose_all, network.about["name"], network.about["bot_version"], tables=64)


if __name__ == "__main__":
    main()
