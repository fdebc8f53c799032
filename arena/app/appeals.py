"""Appeals of a ladder: games that are made void and played again, and bots that are pardoned."""

from __future__ import annotations

import os
from collections.abc import Sequence

from arena.errors import UserError
from arena.results.lookup import ids_of_bots, named_game
from arena.store import Appeal, Store
from arena.tournament.probation import probation_of


def void(store: Store, games: Sequence[str], why: str, who: str) -> Appeal:
    """Make games void: their results count nowhere, and the next run plays those of the open season again.

    Args:
        store: the results, open for writing.
        games: the games, as commands name them.
        why: the reason, for people.
        who: who does it.

    Raises:
        UserError: there is no such game, or it has no result.
    """
    return store.appeal("void", why, who, games=_found(store, games))


def rerun(store: Store, bot: str, games: Sequence[str], why: str, who: str) -> Appeal:
    """Make games of a bot void, so that the next run plays them again.

    Args:
        store: the results, open for writing.
        bot: its name or its id; a name means all of its versions.
        games: only these games; all of the bot in the open season if there are none.
        why: the reason, for people.
        who: who does it.

    Raises:
        UserError: there is no such bot or game, or a game is not one of this bot.
    """
    [mine] = ids_of_bots(store, [bot])
    columns, season = store.columns(), store.season().number
    rows = zip(columns.ids, columns.sides, columns.season.tolist(), strict=True)
    played = {id_: now == season for id_, sides, now in rows if not mine.isdisjoint(sides)}
    found = _found(store, games)
    for id_ in found:
        if id_ not in played:
            raise UserError(f"{bot} did not play in {id_}", "name games of this bot, or leave out --games")
    return store.appeal("rerun", why, who, games=found or [id_ for id_, now in played.items() if now])


def pardon(store: Store, bot: str, why: str, who: str) -> Appeal:
    """Bring back a bot that is benched: its faults so far count no more.

    Args:
        store: the results, open for writing.
        bot: its name or its id.
        why: the reason, for people.
        who: who does it.

    Raises:
        UserError: there is no such bot, or it is not benched.
    """
    [mine] = ids_of_bots(store, [bot])
    benched = mine & probation_of(store).benched.keys()
    if not benched:
        raise UserError(f"{bot} is not benched: there is nothing to pardon", exit_status=os.EX_DATAERR)
    return store.appeal("pardon", why, who, bots=sorted(benched))


def _found(store: Store, games: Sequence[str]) -> list[str]:
    """Return the ids of games with a result."""
    found = [named_game(store, game).id for game in games]
    for id_ in found:
        store.check_played(id_)
    return found
