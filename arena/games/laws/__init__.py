"""The law suite: checks what every game promises by playing it at random."""

# Not compiled: it only re-exports.

from arena.games.laws.suite import ALIKE, LawBrokenError, Shuffles, check_fork, check_game, some_deals
from arena.games.laws.uniformity import TooFewError, Verdict, check_worlds_uniform

__all__ = [
    "ALIKE",
    "LawBrokenError",
    "Shuffles",
    "TooFewError",
    "Verdict",
    "check_fork",
    "check_game",
    "check_worlds_uniform",
    "some_deals",
]
