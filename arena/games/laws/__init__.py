"""The law suite: checks what every game promises by playing it at random."""

# Not compiled: it only re-exports.

from arena.games.laws.suite import Shuffles, Verdict, check_fork, check_game, check_worlds_uniform, some_deals

__all__ = [
    "Shuffles",
    "Verdict",
    "check_fork",
    "check_game",
    "check_worlds_uniform",
    "some_deals",
]
