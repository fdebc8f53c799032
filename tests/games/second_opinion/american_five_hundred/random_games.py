"""Random games of American Five Hundred by the engine, for the second opinion.

`python -m tests.games.second_opinion.american_five_hundred.random_games 2000` plays 2000 games of every preset and
prints differences; with a further word `mixed` it plays games in each of which the options are drawn too.
"""

from __future__ import annotations

import sys
from random import Random

from tests.games.second_opinion.american_five_hundred.auction import dealt
from tests.games.second_opinion.american_five_hundred.checker import CHECKER
from tests.games.second_opinion.american_five_hundred.mixed import valid_words
from tests.games.second_opinion.american_five_hundred.presets import PRESETS
from tests.games.second_opinion.american_five_hundred.sheet import Sheet
from tests.games.second_opinion.engine import Comparison, Favour, Played
from tests.games.second_opinion.five_hundred.players import Players
from tests.games.second_opinion.five_hundred.players import favour as favour_a_hand
from tests.games.second_opinion.five_hundred.random_games import check_dealing, told_wrongly


def favour(sheet: Sheet, rng: Random) -> Favour:
    """Return how a pack is sorted so that one hand is very strong, or very weak."""
    places = dealt(range(len(sheet.pack)), 0)
    return favour_a_hand([places[seat] for seat in range(4)], rng)


def further(game: Played, sheet: Sheet) -> list[str]:
    """Return the differences in what a record does not tell: how the packs are dealt, and who is told what."""
    secrets = [f"AF-46, AF-47: {event} is told wrongly" for event in told_wrongly(game.events, 4)]
    return check_dealing(game, sheet.pack, dealt, "AF-8") + secrets


AMERICAN = Comparison(
    checker=CHECKER,
    presets=PRESETS,
    mixed=valid_words,
    pack=lambda sheet: sheet.pack,
    favour=favour,
    players=lambda _, rng: Players(rng),
    further=further,
)

if __name__ == "__main__":
    sys.exit(bool(AMERICAN.main(sys.argv[1:])))
