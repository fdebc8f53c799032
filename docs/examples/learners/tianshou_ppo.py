"""Tianshou's PPO at one seat of Écarté, against random players: docs/learners.md."""

from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import Net
from tianshou.utils.net.discrete import DiscreteActor, DiscreteCritic

from arena.env.gymnasium import SeatEnv


def env():
    """Return a table."""
    return SeatEnv("ecarte", deals=1, cut="terminated", illegal="random")


one, tables = env(), DummyVectorEnv([env for _ in range(8)])
net = Net(state_shape=one.observation_space.shape, hidden_sizes=[64])
actor = DiscreteActor(preprocess_net=net, action_shape=int(one.action_space.n))
policy = DiscreteActorPolicy(actor=actor, action_space=one.action_space)
critic = DiscreteCritic(preprocess_net=net)
ppo = PPO(policy=policy, critic=critic, optim=AdamOptimizerFactory(lr=3e-4), gamma=1.0)
collector = Collector[CollectStats](ppo, tables, VectorReplayBuffer(4096, len(tables)))
result = ppo.run_training(
    OnPolicyTrainerParams(
        training_collector=collector,
        test_collector=None,
        max_epochs=2,
        epoch_num_steps=1024,
        collection_step_num_env_steps=512,
        update_step_num_repetitions=2,
        batch_size=128,
    )
)
print(result)
