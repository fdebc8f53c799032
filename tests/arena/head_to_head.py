"""Results of two bots, made up: what tests of duels and gates are fed with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from arena.bots.entrants import Entrant
from arena.games.catalogue import GAMES
from arena.games.kernel import Result
from arena.regression.series import sets_of
from arena.schedules.plan import PlannedGame
from arena.settings.contest import Contest, parse_game
from arena.store import PlayedGame
from arena.table.outcome import Fault, Use


def entrant(name: str, digest: str = "") -> Entrant:
    return Entrant(name, name, "1", ("bot",), Path("/"), (digest or name) * 64)


NEW, OLD = entrant("new"), entrant("old")


def contest(sets: int, game: str = "kaiser") -> Contest:
    return parse_game(game, {}, GAMES, sets)


def games(sets: int) -> list[PlannedGame]:
    return sets_of(contest(sets), [NEW, OLD], "seed")


def ended(game: PlannedGame, lead: int | None, *faults: Fault) -> PlayedGame:
    """A game that the new bot has won by so many points; None where a fault cut it short."""
    new = game.sides.index(NEW.id)
    scores: tuple[int, ...] = ()
    if lead is None:
        guilty = {fault.seat % 2 for fault in faults}
        places = [2 if side in guilty and len(guilty) == 1 else 1 for side in range(2)]
    else:
        scores = tuple(lead if side == new else 0 for side in range(2))
        places = [1 + (scores[side] < scores[1 - side]) for side in range(2)]
    uses = {seat: Use(10, 5.0 if seat % 2 == new else 20.0, 3.0) for seat in range(4)}
    return PlayedGame(game, Result(tuple(places), scores, "target"), faults, uses=uses)


def drawn(planned: Sequence[PlannedGame], lead: float, seed: int = 0) -> list[PlayedGame]:
    """Results of chance, in the order of the plan; the lead is what the new bot gains by on the average."""
    rng = Random(seed)
    return [ended(game, round(rng.gauss(lead, 10.0))) for game in planned]
