"""Make the weights of the network: it learns to answer as the sensible bot does.

    python train.py

in this folder, with the Python in which the arena is installed. It takes a minute on one core, and makes the same
weights every time (on machines with the same floating-point sums). The games follow the arena's own rules. Some answers
are random legal words instead of the sensible ones, so that the network also learns positions that good players avoid.
"""

import random
from collections.abc import Iterator
from itertools import count, islice
from typing import NamedTuple

from network import CEILING, Network, load, np, save
from sight import KINDS, SIZE, WORDS, Sight

from arena.chance import keyed
from arena.client.sensible_play.kaiser import CHOOSE  # the sensible bot's modules
from arena.client.sensible_play.seen import Table
from arena.games.kaiser import GAME
from arena.games.kernel.knowledge import tell
from arena.games.kernel.position import play_game
from arena.protocol import LINE, Message
from arena.settings.clock import NO_CLOCK
from arena.table.record import message, opening

SEED = "neural"
NUMBER = 120_000  # the number of positions to learn from
UNSEEN = 6_000  # the number of other positions, to measure the result
STRANGE = 0.1  # the share of random answers

HIDDEN = 48
EPOCHS = 12
BATCH = 128
STEP = 0.004  # the first step size; it falls to 0
MEAN, SQUARE = 0.9, 0.999  # the decay rates of Adam (Kingma and Ba, 2015)

# A weight of 1 in training is `SCALE` in the file. No weight is larger than `LARGEST`, so that sums are exact.
SCALE = 32
LARGEST = 127


class Examples(NamedTuple):
    """Positions, one per row: what was seen, which words were legal, and the number of the sensible word."""

    seen: np.ndarray
    legal: np.ndarray
    right: np.ndarray

    def some(self, which: object) -> "Examples":
        """Return some of the positions."""
        return Examples(self.seen[which], self.legal[which], self.right[which])


def examples() -> Examples:
    """Return positions from games, with the sensible answers."""
    seen, right = bytearray(), []
    legal = np.zeros((NUMBER + UNSEEN, len(WORDS)), bool)
    for number, (row, words, word) in enumerate(islice(decisions(), NUMBER + UNSEEN)):
        seen += row
        legal[number, [WORDS[word] for word in words]] = True
        right.append(WORDS[word])
    return Examples(np.frombuffer(seen, np.uint8).reshape(-1, SIZE), legal, np.array(right))


def decisions() -> Iterator[tuple[bytes, list[str], str]]:
    """Yield decisions from an endless series of games: what was seen, the legal words, the sensible word."""
    options, rng = GAME.presets["standard"], random.Random(SEED)
    for number in count():
        position = play_game(GAME, options, keyed(SEED, f"game {number}"))
        seats = [(Table(), Sight()) for _ in range(4)]
        for seat, eyes in enumerate(seats):
            hear(eyes, opening("G1", GAME, "standard", options, NO_CLOCK, seat=seat))
        known = 0
        while (ask := position.ask) is not None:
            for event in position.log[known:]:
                for seat, eyes in enumerate(seats):
                    if (told := tell(event, seat)) is not None:
                        hear(eyes, message(told))
            known = len(position.log)
            if ask.kind not in KINDS or len(ask.legal) == 1:
                position.play(ask.legal[-1])
                continue
            table, sight = seats[ask.seat]
            word = CHOOSE[ask.kind](table, ask.seat, list(ask.legal))
            yield sight.question(ask.kind), list(ask.legal), word
            position.play(rng.choice(ask.legal) if rng.random() < STRANGE else word)


def hear(eyes: tuple[Table, Sight], news: Message) -> None:
    """Give a message to both observers of a seat."""
    verb, *words = LINE.encode(news, None).decode().split()
    for each in eyes:
        each.hear(verb, words)


def learn(known: Examples) -> Network:
    """Return a network trained on the examples for `EPOCHS` epochs, in another order each time."""
    rng = np.random.default_rng(list(SEED.encode()))
    shapes = ((SIZE, HIDDEN, SIZE / 8), (HIDDEN, len(WORDS), HIDDEN))  # about one input in eight is 1
    network = Network(*(rng.normal(0, inputs**-0.5, shape).astype(np.float32) for *shape, inputs in shapes))
    means, squares = ([np.zeros_like(layer) for layer in network] for _ in range(2))
    steps = EPOCHS * (len(known.right) // BATCH)
    for step in range(1, steps + 1):
        if (step - 1) % (steps // EPOCHS) == 0:
            batches = iter(rng.permutation(len(known.right)))
        batch = known.some([next(batches) for _ in range(BATCH)])
        young = (1 - SQUARE**step) ** 0.5 / (1 - MEAN**step)  # Adam's correction for the first steps
        pace = STEP * (1 - step / steps) * young
        for of_layer in zip(network, slopes(network, batch), means, squares, strict=True):
            move(*of_layer, pace)
    return whole(network)


def move(layer: np.ndarray, slope: np.ndarray, mean: np.ndarray, square: np.ndarray, pace: float) -> None:
    """Move the weights of a layer one step downhill by Adam, which divides by the size of recent slopes."""
    mean += (1 - MEAN) * (slope - mean)
    square += (1 - SQUARE) * (slope**2 - square)
    layer -= pace * mean / (square**0.5 + 1e-8)
    np.clip(layer, -LARGEST / SCALE, LARGEST / SCALE, out=layer)


def slopes(network: Network, batch: Examples) -> tuple[np.ndarray, np.ndarray]:
    """Return the gradient of the cross-entropy of the right words over the legal words, for both layers."""
    inputs = batch.seen.astype(np.float32)
    hidden = np.clip(inputs @ network.inner, 0, CEILING / SCALE)
    values = np.where(batch.legal, hidden @ network.outer, -np.inf)
    chances = np.exp(values - values.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[np.arange(len(batch.right)), batch.right] -= 1
    error = chances / len(batch.right)
    back = (error @ network.outer.T) * ((hidden > 0) & (hidden < CEILING / SCALE))
    return inputs.T @ back, hidden.T @ error


def whole(network: Network) -> Network:
    """Return the network with its weights as integers."""
    return Network(*(np.rint(SCALE * layer) for layer in network))


def agreement(network: Network, examples: Examples) -> float:
    """Return the share of positions in which the network gives the sensible answer."""
    values = np.array(network.values([row.tobytes() for row in examples.seen]))
    return float(np.mean(np.where(examples.legal, values, -np.inf).argmax(axis=1) == examples.right))


def main() -> None:
    """Train the network and print how often it agrees with the sensible bot."""
    all_of_them = examples()
    print(f"{NUMBER} positions to learn from")
    save(learn(all_of_them.some(slice(NUMBER))))
    print(f"{agreement(load(), all_of_them.some(slice(NUMBER, None))):.1%} of answers in other positions are sensible")


if __name__ == "__main__":
    main()
