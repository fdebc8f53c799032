"""Ten deals of Écarté as rollouts of TorchRL, with a step of REINFORCE after each: docs/learners.md."""

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import OneHotCategorical, ProbabilisticActor

GAME = "arena.env.gymnasium:trickarena/ecarte-v1"
env = GymWrapper(gymnasium.make(GAME, deals=1, cut="terminated", illegal="random", seed=1))
env = TransformedEnv(env, DTypeCastTransform(torch.int8, torch.float32, in_keys=["observation"]))
actions = env.action_spec.shape[-1]
net = torch.nn.Sequential(torch.nn.LazyLinear(64), torch.nn.Tanh(), torch.nn.Linear(64, actions))
policy = ProbabilisticActor(
    TensorDictModule(net, in_keys=["observation"], out_keys=["logits"]),
    in_keys=["logits"],
    distribution_class=OneHotCategorical,
)
env.rollout(1, policy)  # the first layer learns its size
adam = torch.optim.Adam(policy.parameters(), lr=1e-3)
for episode in range(10):
    deal = env.rollout(100, policy)
    paid = deal["next", "reward"].sum()
    log_prob = policy.get_dist(deal).log_prob(deal["action"])
    adam.zero_grad()
    (-paid * log_prob.sum()).backward()
    adam.step()
    print(f"episode {episode}: {len(deal)} answers, {paid:+.0f} points")
