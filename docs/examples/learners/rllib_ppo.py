"""RLlib's PPO at one seat of Écarté, against random players: docs/learners.md."""

import numpy as np
import ray
from gymnasium.wrappers import DtypeObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.tune.registry import register_env

from arena.env.gymnasium import SeatEnv

ray.init(num_cpus=1, include_dashboard=False)


def env(_):
    """Return a table."""
    return DtypeObservation(SeatEnv("ecarte", deals=1, cut="terminated", illegal="random"), np.float32)


register_env("ecarte", env)
config = (
    PPOConfig()
    .environment("ecarte")
    .env_runners(num_env_runners=0)
    .training(train_batch_size_per_learner=512, minibatch_size=128, num_epochs=2)
)
algorithm = config.build_algo()
for _ in range(2):
    found = algorithm.train()["env_runners"]
    print(found["num_episodes"], "episodes,", f"{found['episode_return_mean']:.2f} points each")
algorithm.stop()
