"""A bot made by `arena.env.export`: a network that was trained in an environment.

Its weights are in `weights.bin`, and fit one game with some options: other games, and other options, it plays like the
policy `greedy`. Layers it computes with numpy where there is one, and with plain Python elsewhere, which takes about a
millisecond longer. Any other network is kept as ONNX, and needs a Python that has onnxruntime.
"""

import json
import sys
from collections.abc import Sequence
from math import exp, tanh
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
WANTING = (
    'this network needs onnxruntime, and the python3 here has none: install it where bots can read it, such as in an \
environment in /opt/net, and write [sandbox] read = ["/opt/net"] in the ladder file'
)


class Network:
    """Layers, one after the other: a matrix product, a bias, and an activation.

    Args:
        data: a line of JSON (`sizes`: the numbers of inputs, units and outputs; `activations`, one for each layer; and
            what the network is for), then for each layer its weights, input by input, and its bias, as 16-bit floats.
    """

    def __init__(self, data: bytes) -> None:
        about, numbers = _parts(data)
        self.about: dict[str, Any] = about
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

    def values(self, rows: Sequence[int], _: Sequence[Sequence[int]] = ()) -> Any:
        """Return the value of each action in each position; a higher value is a better action.

        Args:
            rows: what was seen in each position, bit i of a number being input i.
        """
        if not NUMPY:
            return [self._one(row) for row in rows]
        found = _unpacked(rows, self.about["sizes"][0])
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


class Onnx:
    """Any network, which onnxruntime computes.

    Args:
        data: a line of JSON, as for `Network`, and the network in the format of ONNX. Its inputs are rows, and
            sequences if it was trained with `history`; its first output has the values.
    """

    def __init__(self, data: bytes) -> None:
        try:
            from onnxruntime import InferenceSession, SessionOptions
        except ModuleNotFoundError:
            sys.exit(WANTING)
        about, model = _parts(data)
        self.about: dict[str, Any] = about
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session: Any = InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def values(self, rows: Sequence[int], sequences: Sequence[Sequence[int]] = ()) -> Any:
        """Return the value of each action in each position.

        Args:
            rows: as for `Network`.
            sequences: what was seen as sequences, if the network reads them.
        """
        given = [_unpacked(rows, self.about["sizes"][0])]
        if self.about["history"]:
            found = np.zeros((len(rows), self.about["history"]), np.int64)
            for at, numbers in enumerate(sequences):
                found[at, : len(numbers)] = numbers
            given.append(found)
        names = [each.name for each in self.session.get_inputs()]
        return self.session.run(None, dict(zip(names, given, strict=True)))[0]


def _parts(data: bytes) -> tuple[dict[str, Any], bytes]:
    head, _, rest = data.partition(b"\n")
    return json.loads(head), rest


def _unpacked(rows: Sequence[int], size: int) -> Any:
    packed = b"".join([row.to_bytes((size + 7) // 8, "little") for row in rows])
    bits = np.unpackbits(np.frombuffer(packed, np.uint8).reshape(len(rows), -1), 1, size, "little")
    return bits.astype(np.float32)


def read(data: bytes) -> Network | Onnx:
    """Return the network of some weights."""
    about, _ = _parts(data)
    return Onnx(data) if about["onnx"] else Network(data)


def chosen(found: Sequence[tuple[float, str]], rng: Any) -> str:
    """Return one of some words, each with its value.

    Args:
        found: the values and the words.
        rng: draws a word by the softmax of the values; None for the word of the highest value.
    """
    best, word = max(found)
    if rng is None:
        return word
    weights = [exp(value - best) for value, _ in found]
    return str(rng.choices([word for _, word in found], weights)[0])


def main() -> None:
    """Play until the arena says `bye`."""
    from arena.client import run_batches
    from arena.client.feature_rows import row_of
    from arena.client.features import Features
    from arena.client.history import History

    network = read(FILE.read_bytes())
    over: float = network.about["over"]
    histories: dict[int, History] = {}
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
        asked, rows, sequences = [], [], []
        for at, t in enumerate(turns):
            if len(t.legal) > 1:
                features = form(t.view)
                numbers = {} if features is None else features.index.get(t.kind, {})
                if features is None or not numbers.keys() >= {*t.legal}:
                    answers[at] = t.greedy()
                else:
                    asked.append((at, [(numbers[word], word) for word in t.legal]))
                    rows.append(row_of(features, t.view, t.kind))
                    if network.about["history"]:
                        history = histories.setdefault(id(features), History(features))
                        sequences.append(history.sequence(t.view))
        for (at, legal), values in zip(asked, network.values(rows, sequences) if rows else (), strict=True):
            usual = turns[at].sensible() if over else ""
            valued = [(float(values[number]) + over * (word == usual), word) for number, word in legal]
            answers[at] = chosen(valued, turns[at].rng if network.about["sampling"] else None)
        return answers

    run_batches(choose_all, network.about["name"], network.about["bot_version"], tables=64)


if __name__ == "__main__":
    main()
