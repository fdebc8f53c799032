"""Names a game for CleanRL's programs, which take nothing but a name: docs/learners.md."""

import gymnasium

gymnasium.register(
    "ecarte-v0",
    "arena.env.gymnasium:SeatEnv",
    kwargs={"game": "ecarte", "deals": 1, "cut": "terminated", "illegal": "random"},
)
