"""Trains sb3-contrib's MaskablePPO on one seat of a game, and writes the bot into a folder that enters a ladder.

    pip install '.[rl]'                                                           # in a clone of Trick Arena
    pip install --no-deps --require-hashes -r docs/examples/requirements-ppo.txt  # with PyTorch's index of CPU builds
    python ppo.py my-bot --game ecarte --minutes 3

The other seats play at random.
"""

import argparse
from time import perf_counter

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from arena.env import export
from arena.env.gymnasium import SeatEnv


class Minutes(BaseCallback):
    """Ends the training after some minutes."""

    def __init__(self, minutes):
        super().__init__()
        self.until = perf_counter() + 60 * minutes

    def _on_step(self):
        return perf_counter() < self.until


def points(model, env):
    """Return the points of a deal."""
    (seen, _), total, done = env.reset(), 0.0, False
    while not done:
        action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        seen, reward, done, _, _ = env.step(action)
        total += reward
    return total


parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
parser.add_argument("folder")
parser.add_argument("--game", default="ecarte")
parser.add_argument("--minutes", type=float, default=3)
parser.add_argument("--steps", type=int, default=10_000_000, help="stop after so many steps at the latest")
parser.add_argument("--deals", type=int, default=1000, help="against each rival, to say how well it plays")
words = parser.parse_args()

torch.set_num_threads(1)
env = SeatEnv(words.game, seat=0, others="random", deals=1, cut="terminated", seed=1)  # a deal is the whole task
model = MaskablePPO("MlpPolicy", env, n_steps=min(2048, words.steps), batch_size=256, gamma=1.0, ent_coef=0.01, seed=1)
model.learn(words.steps, callback=Minutes(words.minutes))
export(model, words.folder)
for rival in ("random", "greedy", "sensible"):
    table = SeatEnv(words.game, 0, rival, deals=1, cut="terminated", seed="judge")
    found = [points(model, table) for _ in range(words.deals)]
    print(f"against {rival}: {np.mean(found):+.2f} points a deal, error {np.std(found) / np.sqrt(words.deals):.2f}")
