"""Games of Two Hundred in which the sensible sample bot plays at every seat, for the second opinion.

`python -m tests.games.second_opinion.two_hundred.sensible_games 500` plays 500 games of every preset and prints
differences.
"""

from __future__ import annotations

import sys
from functools import partial

from tests.games.second_opinion.bots import sensible_game
from tests.games.second_opinion.two_hundred.random_games import TWO_HUNDRED

if __name__ == "__main__":
    sys.exit(bool(TWO_HUNDRED.main(sys.argv[1:], partial(sensible_game, TWO_HUNDRED))))
