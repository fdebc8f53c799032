"""What needs torch: `make ppo` runs it in an environment of its own, build/ppo.

Stable-Baselines3 finds nothing wrong with the environments. A network that is no row of layers plays as ONNX, and draws
its answers.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.env_checker import check_env

import arena
from arena.env import export
from arena.env.exported import read
from arena.env.games import Encoder
from arena.env.gymnasium import SeatEnv
from arena.errors import UserError


class Reader(torch.nn.Module):  # type: ignore[misc] # torch has no types here
    """Reads the sequence of a deal with attention, and the row.

    Args:
        env: the environment.
        width: how many numbers each event becomes.
    """

    def __init__(self, env: SeatEnv, width: int = 16) -> None:
        super().__init__()
        encoder = env.encoder
        self.events = torch.nn.Embedding(encoder.history.size, width)
        self.attention = torch.nn.MultiheadAttention(width, 2, batch_first=True)
        self.out = torch.nn.Linear(width + encoder.size, encoder.actions)

    def forward(self, rows: Any, history: Any) -> tuple[Any, None]:
        """Return the values of all actions, and a state that there is not."""
        events = self.events(history)
        seen, _ = self.attention(events[:, -1:], events, events)
        return self.out(torch.cat([seen[:, 0], rows], 1)), None


def main() -> None:
    """Try it all."""
    for game in ("kaiser", "ecarte", "bridge-solitaire"):
        check_env(SeatEnv(game, deals=1, illegal="penalty"))
        sys.stdout.write(f"{game}: stable-baselines3 finds nothing wrong\n")
    env = SeatEnv("ecarte", deals=1, history=True)
    torch.manual_seed(1)
    net = Reader(env)
    with TemporaryDirectory() as folder:
        bot = export(net, Path(folder) / "reader", env, sampling=True)
        network = read((bot / "weights.bin").read_bytes())
        rows, sequences, rng = [], [], Random(1)
        seen, info = env.reset(seed=1)
        for _ in range(9):
            rows.append(int.from_bytes(np.packbits(seen["observation"], bitorder="little").tobytes(), "little"))
            sequences.append(seen["history"].tolist())
            seen, _, over, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
            if over or cut:
                seen, info = env.reset()
        given = torch.tensor([[row >> at & 1 for at in range(env.encoder.size)] for row in rows]).float()
        with torch.no_grad():
            wanted, _ = net(given, torch.tensor(sequences))
        assert np.allclose(network.values(rows, sequences), wanted.numpy(), atol=1e-4)
        matches = [
            arena.play("ecarte", bot, "sample:python/random", sets=2, seed=seed, trust=True) for seed in ("a", "a", "b")
        ]
        assert not any(match.faults for match in matches)
        lines = [[line for game in match.games for line in game.record.text.splitlines()] for match in matches]
        answers = [[line for line in each if line.startswith("did ")] for each in lines]
        assert [one == other for one, other in pairwise(answers)] == [True, False]
        sys.stdout.write("ecarte: a network that reads sequences plays as ONNX, the same again with the same seed\n")
        try:
            export(torch.nn.Flatten(), Path(folder) / "none", Encoder("ecarte"))
        except UserError as error:
            sys.stdout.write(f"what does not fit is refused: {error}\n")
        else:
            raise AssertionError("a module without values of actions was written")


if __name__ == "__main__":
    main()
