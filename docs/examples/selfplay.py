"""Learns a game by playing against itself, with numpy alone, and writes the bot into a folder that enters a ladder.

    python selfplay.py my-bot --game ecarte --minutes 4
    python selfplay.py my-bot --game homme-d-auvergne --minutes 9 --over 1.5    # begins as `sensible` plays

It is proximal policy optimization (Schulman and others, 2017) with one hidden layer. Each deal is an episode; every
answer of a seat is credited with the points that the seat won or lost in the deal.
"""

import argparse
import csv
from pathlib import Path
from time import perf_counter

import numpy as np

from arena.client.policies import Heard
from arena.env import export
from arena.env.gymnasium import SeatVectorEnv

HIDDEN = 64
TABLES, STEPS = 128, 96  # the size of a batch: so many tables, so many answers at each
EPOCHS, PART = 2, 1024  # how often a batch is learned from, in parts of this size
CLIP, ENTROPY, WORTH = 0.2, 0.01, 0.5  # the limit of a change; the weights of the entropy and of the error of the value
STEP = 1.5e-3  # the step size of Adam (Kingma and Ba, 2015) at first; it falls to 0
RIVALS = ("random", "greedy", "sensible")


class Learner:
    """A network with a policy and a value: rows go through one hidden layer, then to the answers and to a number."""

    def __init__(self, inputs, answers, rng):
        def weights(rows, columns, scale):
            return (rng.normal(size=(rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        self.parts = [
            weights(inputs, HIDDEN, 3.0),
            np.zeros(HIDDEN, np.float32),
            weights(HIDDEN, answers, 0.1),
            np.zeros(answers, np.float32),
            weights(HIDDEN, 1, 0.1),
            np.zeros(1, np.float32),
        ]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.time = 0

    def look(self, rows, masks, raised):
        """Return the hidden units, the probability of each legal answer, and the value."""
        inner, bias, outer, outer_bias, worth, worth_bias = self.parts
        hidden = np.maximum(rows.astype(np.float32) @ inner + bias, 0)
        logits = np.where(masks > 0, hidden @ outer + outer_bias + raised, -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), (hidden @ worth + worth_bias)[:, 0]

    def learn(self, rows, masks, raised, actions, before, gains, returns, step):
        """Take one step of Adam along the gradient of the loss."""
        hidden, chances, values = self.look(rows, masks, raised)
        every, count = np.arange(len(rows)), len(rows)
        ratio = chances[every, actions] / before
        held = (np.abs(ratio - 1) > CLIP) & (np.sign(ratio - 1) == np.sign(gains))
        push = np.where(held, 0, ratio * gains) / count
        slope = chances * push[:, None]
        slope[every, actions] -= push
        logs = np.log(np.maximum(chances, 1e-12))
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        slope += ENTROPY / count * chances * (logs + entropy)
        error = WORTH * 2 / count * (values - returns)
        down = slope @ self.parts[2].T + error[:, None] * self.parts[4].T
        down[hidden <= 0] = 0
        found = [
            rows.astype(np.float32).T @ down,
            down.sum(0),
            hidden.T @ slope,
            slope.sum(0),
            (hidden.T @ error)[:, None],
            error.sum(keepdims=True),
        ]
        self.time += 1
        for part, mean, square, gradient in zip(self.parts, self.means, self.squares, found, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            scale = np.sqrt(square / (1 - 0.999**self.time)) + 1e-5
            part -= step * mean / (1 - 0.9**self.time) / scale

    def layers(self):
        """Return the policy as layers for `export`."""
        inner, bias, outer, outer_bias, _, _ = self.parts
        return [(inner, bias, "relu"), (outer, outer_bias, "none")]


class Usual:
    """What `sensible` would say at each table, as a number to add to the logit of that answer."""

    def __init__(self, tables, over):
        self.tables, self.over, self.heard = tables, over, {}

    def raised(self):
        """Return the numbers to add, a row for each table."""
        found = np.zeros((self.tables.num_envs, self.tables.encoder.actions), np.float32)
        for at, (ask, view) in enumerate(self.tables.questions() if self.over else ()):
            heard = self.heard.get((at, view.seat))
            if heard is None or not heard.goes_on_in(view):
                heard = self.heard[at, view.seat] = Heard(view)
            found[at, self.tables.encoder.action(ask.kind, heard.answer(ask, view))] = self.over
        return found


def chosen(chances, rng):
    """Return one answer for each row, drawn by its chances."""
    return (chances.cumsum(axis=1) < rng.random((len(chances), 1))).sum(axis=1).clip(max=chances.shape[1] - 1)


def batch(tables, learner, rng):
    """Play, and return what every answer was given for, and what came of it; deals that go on are left out."""
    size = (STEPS, tables.num_envs)
    rows = np.zeros((*size, tables.encoder.size), np.int8)
    masks = np.zeros((*size, tables.encoder.actions), np.int8)
    actions, seats, ended = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, bool)
    raised = np.zeros((*size, tables.encoder.actions), np.float32)
    before, values = np.zeros(size, np.float32), np.zeros(size, np.float32)
    paid = np.zeros((*size, tables.encoder.features.seats))
    seen, info = tables.current
    for t in range(STEPS):
        rows[t], masks[t], seats[t] = seen, info["action_mask"], info["seat"]
        raised[t] = tables.usual.raised()
        _, chances, values[t] = learner.look(rows[t], masks[t], raised[t])
        actions[t] = chosen(chances, rng)
        before[t] = np.maximum(chances[np.arange(size[1]), actions[t]], 1e-8)
        seen, _, ended[t], _, info = tables.step(actions[t])
        paid[t] = info["rewards"]
    tables.current = seen, info
    returns, known = np.zeros(size, np.float32), np.zeros(size, bool)
    owed, over = np.zeros(paid.shape[1:]), np.zeros(size[1], bool)
    for t in reversed(range(STEPS)):
        owed = np.where(ended[t][:, None], paid[t], owed + paid[t])
        over |= ended[t]
        returns[t], known[t] = owed[np.arange(size[1]), seats[t]], over
    return (
        rows[known],
        masks[known],
        raised[known],
        actions[known],
        before[known],
        returns[known] - values[known],
        returns[known],
    )


def points(learner, game, rival, deals, over):
    """Return the mean points of a deal against a rival, with the best answer always, and its standard error."""
    found = []
    for seat in (0, 1):
        tables = SeatVectorEnv(game, seat, rival, num_envs=50, deals=1, cut="terminated", seed=f"judge {seat}")
        usual = Usual(tables, over)
        seen, info = tables.reset()
        while len(found) < deals * (seat + 1) // 2:
            _, chances, _ = learner.look(seen, info["action_mask"], usual.raised())
            seen, rewards, ended, _, info = tables.step(chances.argmax(axis=1))
            found += rewards[ended].tolist()
    return np.mean(found), np.std(found) / np.sqrt(len(found))


def main():
    """Learn for some minutes, or some batches; write the bot, and a log of how it went."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="ecarte", help="with two seats; GAME or GAME:PRESET")
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--batches", type=int, default=1_000_000, help="stop after so many at the latest")
    parser.add_argument("--over", type=float, default=0.0, help="add this to the logit of what `sensible` would say")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=1000, help="against each rival, for a line of the log")
    words = parser.parse_args()
    rng, begun = np.random.default_rng(words.seed), perf_counter()
    tables = SeatVectorEnv(words.game, None, num_envs=TABLES, deals=1, cut="terminated", seed=words.seed)
    tables.current, tables.usual = tables.reset(), Usual(tables, words.over)
    learner = Learner(tables.encoder.size, tables.encoder.actions, rng)
    words.folder.mkdir(parents=True, exist_ok=True)
    with (words.folder / "training.csv").open("w", newline="") as file:
        log = csv.writer(file, lineterminator="\n")
        log.writerow(["batches", "answers", *(f"{name} {what}" for name in RIVALS for what in ("points", "error"))])
        answers, number, part = 0, 0, 0.0
        while part < 1 and number <= words.batches:
            part = max((perf_counter() - begun) / 60 / words.minutes, number / words.batches)
            if number % 40 == 0 or part >= 1:
                judged = [points(learner, words.game, rival, words.deals, words.over) for rival in RIVALS]
                log.writerow([number, answers, *(f"{value:.3f}" for pair in judged for value in pair)])
                file.flush()
            parts = batch(tables, learner, rng)
            answers += STEPS * TABLES
            gains = (parts[5] - parts[5].mean()) / (parts[5].std() + 1e-6)
            for _ in range(EPOCHS):
                order = rng.permutation(len(gains))
                for at in range(0, len(order) - PART + 1, PART):
                    some = order[at : at + PART]
                    rows, masks, raised, actions, before, _, returns = (values[some] for values in parts)
                    learner.learn(
                        rows, masks, raised, actions, before, gains[some], returns, STEP * max(0.05, 1 - part)
                    )
            number += 1
    export(learner.layers(), words.folder, tables, over=words.over)


if __name__ == "__main__":
    main()
