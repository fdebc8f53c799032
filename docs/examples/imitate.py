"""Learns from a search where another answer is better than that of `sensible`, with numpy alone, and writes a bot.

    python imitate.py my-bot --game kaiser --minutes 35

First it plays games, and at each question asks `sample:search`'s comparison, in a few worlds, how much more each answer
gains than what `sensible` would say. Then a network with one hidden layer learns these differences. The bot says what
`sensible` says unless the network finds another answer clearly better (`over` of `arena.env.export`).
"""

import argparse
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np

from arena.chance import keyed
from arena.client import Turn
from arena.env import export
from arena.env.games import Encoder
from arena.games.kernel import Deal
from arena.games.kernel.position import play_game

WORLDS = 16  # a few: errors of single answers average out over many questions
HIDDEN, EPOCHS, PART = 192, 14, 256
DROP, STEP, DECAY = 0.2, 1e-3, 2e-4
CLIP = 4.0  # differences count up to so many typical errors
OVER = 0.3  # how many typical errors better another answer must seem


def examples(encoder, words):
    """Yield what was seen at each question: the row, the action of `sensible`, and action -> gain and worlds."""
    features, rng, ends = encoder.features, Random(f"{words.seed} choices"), perf_counter() + 60 * words.minutes
    sides = len({*features.sides} - {None})
    for number in range(words.games):
        position = play_game(features.game, features.options, keyed(f"imitate {words.seed}", f"game {number}"))
        while (ask := position.ask) is not None and perf_counter() < ends:
            known = features.index.get(ask.kind, {})
            begun = any(isinstance(event, Deal) for event in position.log)
            if len(ask.legal) == 1 or not begun or not known.keys() >= {*ask.legal}:
                position.play(ask.legal[0])
                continue
            t = Turn(position.view(ask.seat), ask)
            usual, card = t.sensible(), ask.kind == "play"
            infer = None if ask.kind == "discard" or (card and sides <= 2) else "sensible"
            found = t.compare(usual, n=WORLDS, margin=0.25 if card else 1.0, infer=infer)
            gains = {known[word]: (one.mean, one.rollouts) for word, one in found.words.items()}
            errors = [one.error**2 * one.rollouts for one in found.words.values() if 0 < one.error < np.inf]
            yield encoder.encode(t.view, ask), known[usual], gains, errors
            draw = rng.random()
            position.play(rng.choice(ask.legal) if draw < 0.04 else found.best if draw < 0.6 else usual)
        if perf_counter() >= ends:
            return


def learned(rows, usual, gains, weights, rng):
    """Return the layers of a network whose values differ from that of the usual action by the gains."""
    inner = (rng.normal(size=(rows.shape[1], HIDDEN)) * 0.06).astype(np.float32)
    outer = (rng.normal(size=(HIDDEN, gains.shape[1])) * 0.05).astype(np.float32)
    parts = [inner, np.zeros(HIDDEN, np.float32), outer, np.zeros(gains.shape[1], np.float32)]
    means, squares = ([np.zeros_like(part) for part in parts] for _ in range(2))
    steps, part = 0, min(PART, len(rows))
    for epoch in range(EPOCHS):
        step, order = STEP * (1 + np.cos(np.pi * epoch / EPOCHS)) / 2, rng.permutation(len(rows))
        for at in range(0, len(order) - part + 1, part):
            some, every = order[at : at + part], np.arange(part)
            seen, kept = rows[some].astype(np.float32), (rng.random((part, HIDDEN)) >= DROP) / np.float32(1 - DROP)
            units = np.maximum(seen @ parts[0] + parts[1], 0)
            values = (units * kept) @ parts[2] + parts[3]
            error = (values - values[every, usual[some]][:, None] - gains[some]) * weights[some]
            slope = np.clip(error, -2, 2) * 2 / part
            slope[every, usual[some]] -= slope.sum(axis=1)
            down = (slope @ parts[2].T) * kept * (units > 0)
            steps += 1
            gradients = [seen.T @ down, down.sum(0), (units * kept).T @ slope, slope.sum(0)]
            for one, mean, square, gradient in zip(parts, means, squares, gradients, strict=True):
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient**2 - square)
                change = mean / (1 - 0.9**steps) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)
                one -= step * (change + DECAY * one * (one.ndim > 1))
    return [(parts[0], parts[1], "relu"), (parts[2], parts[3], "none")]


def main():
    """Play, learn, and write the bot."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="kaiser", help="GAME or GAME:PRESET")
    parser.add_argument("--minutes", type=float, default=35, help="of play")
    parser.add_argument("--games", type=int, default=1_000_000, help="stop after so many at the latest")
    parser.add_argument("--seed", default="1")
    words = parser.parse_args()
    encoder = Encoder(words.game)
    rows, usual, found, errors = zip(*examples(encoder, words), strict=True)
    scale = float(np.sqrt(np.median([error for some in errors for error in some])))
    gains, weights = (np.zeros((len(rows), encoder.actions), np.float32) for _ in range(2))
    for at, words_of in enumerate(found):
        for action, (gain, worlds) in words_of.items():
            gains[at, action], weights[at, action] = np.clip(gain / scale, -CLIP, CLIP), worlds / WORLDS
    print(f"{len(rows)} questions; a typical error in one world is {scale:.1f} points")
    layers = learned(np.array(rows), np.array(usual), gains, weights, np.random.default_rng(1))
    export(layers, words.folder, encoder, over=OVER)


if __name__ == "__main__":
    main()
