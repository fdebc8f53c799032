"""Games of American Five Hundred in which the sensible sample bot plays at every seat, for the second opinion.

`python -m tests.games.second_opinion.american_five_hundred.sensible_games 500` plays 500 games of every preset and
prints differences.
"""

from __future__ import annotations

import sys
from functools import partial

from tests.games.second_opinion.american_five_hundred.random_games import AMERICAN
from tests.games.second_opinion.bots import sensible_game

if __name__ == "__main__":
    sys.exit(bool(AMERICAN.main(sys.argv[1:], partial(sensible_game, AMERICAN))))
