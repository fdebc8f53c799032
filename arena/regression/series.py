"""Playing a list of games until all have a result, or until a test needs no more of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

import trio

from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.schedules.plan import PlannedGame, games_of
from arena.settings.contest import Contest
from arena.store import PlayedGame, Store
from arena.tournament.events import Tell
from arena.tournament.play import play
from arena.tournament.setup import TournamentSetup

TRIES = 3
"""How often games are tried that get no result because the arena is too slow."""
BLOCK = 10
"""How many sets the same processes play: fewer than in a ladder, because sets are counted in order."""


def sets_of(
    contest: Contest, pairing: Sequence[Entrant], seed: str, deals: Literal["shared", "fresh"] = "shared"
) -> list[PlannedGame]:
    """Return the games of all sets of one pairing.

    Args:
        contest: what is played, and how many sets.
        pairing: as many entrants as there are sides; of a game for one player, all that are compared.
        seed: keys all packs.
        deals: `shared` if the packs are the same for every pairing, `fresh` if each pairing has its own.

    Raises:
        UserError: one of the entrants does not play this game.
    """
    for entrant in pairing:
        check_plays(entrant, contest)
    ids = [entrant.id for entrant in pairing]
    tables = [[id_] for id_ in ids] if contest.sides == 1 else [ids]
    sets = range(1, 1 + contest.sets)
    return [game for table in tables for game in games_of(contest.label, table, sets, seed, deals)]


def check_plays(entrant: Entrant, contest: Contest) -> None:
    """Check that a bot plays a game.

    Raises:
        UserError: it does not.
    """
    if not entrant.plays(contest.game.name):
        hint = f"its bot.toml says: games = {list(entrant.games)}"
        raise UserError(f"{entrant.given} does not play {contest.game.name}", hint, os.EX_CONFIG)


def play_out(
    setup: TournamentSetup,
    games: Sequence[PlannedGame],
    store: Store,
    tell: Tell,
    take: Callable[[PlayedGame], None],
    enough: Callable[[], bool] = lambda: False,
) -> int | None:
    """Play games until all have a result, or until there are enough.

    Args:
        setup: the conditions of play.
        games: the games; those that have a result in the store are not played again.
        store: a store with a run begun.
        tell: is told how it goes.
        take: is called with every game that has a result, first with those from the store.
        enough: is called after every game; if it returns True, no more are played.

    Returns:
        The signal that stopped it early, or None.

    Raises:
        UserError: the arena itself failed, or it was too slow `TRIES` times.
    """
    store.plan(setup.entrants.values(), games)
    planned = {game.id for game in games}
    uses = dict(store.uses())
    for played in store.results():
        if played.game.id in planned:
            take(played._replace(uses=uses[played.game.id]))
    for tries in range(TRIES + 1):
        done = store.done()
        missing = [game for game in games if game.id not in done]
        if enough() or not missing:
            break
        if tries == TRIES:
            raise UserError(
                f"{len(missing)} games have no result: the arena was too slow to judge them",
                "let fewer rooms play at once (-j 1), or give the bots more time (--move-ms)",
                os.EX_TEMPFAIL,
            )
        job = partial(play, replace(setup, block=BLOCK), [missing], store, tell, enough, take=take)
        if number := trio.run(job):
            return number
    store.end_run()  # also where nothing was left to play
    return None
