"""Games of a ladder that somebody looks for: one by its name, or all that fit a choice."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from arena.errors import UserError
from arena.games.kernel.text import nearest
from arena.results.rating_input import display_names
from arena.schedules.plan import PlannedGame
from arena.store import ListedGame, Store

ANY = "any"
"""The word for a fault of any kind."""

LISTED = 8
"""So many games are listed where a name means several."""

_SET_AND_ROOM = re.compile(r"([1-9]\d{0,8})\.([1-9]\d{0,3})")


class Choice(NamedTuple):
    """Which games are looked for.

    Args:
        bots: names or ids; only games in which all of them sat.
        lost: only games in which the first of these bots was not first.
        by_margin: the greatest distance of the winner's score from the next comes first.
        fault: only games with a fault of this kind; `any` for a fault of any kind.
    """

    bots: tuple[str, ...] = ()
    lost: bool = False
    by_margin: bool = False
    fault: str | None = None


ALL_GAMES = Choice()


def named_game(store: Store, name: str, choice: Choice = ALL_GAMES) -> PlannedGame:
    """Return the game that is meant: by the beginning of its id, or by set and room such as `1.2`.

    Args:
        store: the results.
        name: what the command line says.
        choice: `bots` tell games of the same set and room apart.

    Raises:
        UserError: there is no such game, or there are several; the message lists them.
    """
    if not (match := _SET_AND_ROOM.fullmatch(name)):
        return store.game(name)
    names, ids = names_in(store), ids_of_bots(store, choice.bots)
    found = [
        game for game in store.in_room(int(match[1]), int(match[2]) - 1) if all(set(game.sides) & some for some in ids)
    ]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UserError(f"{store.path}: there is no game {name}", exit_status=os.EX_NOINPUT)
    lines = [f"{game.id}: {game.contest}, {' - '.join([names.get(id_, id_) for id_ in game.sides])}" for game in found]
    hint = "name one by its id, or say who played: --bot NAME"
    more = ["..."] if len(found) > LISTED else []
    raise UserError(f"several games are {name}", "\n  ".join((f"{hint}:", *lines[:LISTED], *more)))


def ids_of_bots(store: Store, bots: Iterable[str]) -> list[frozenset[str]]:
    """Return the ids that each of these names of bots means.

    Raises:
        UserError: no bot with such a name has played.
    """
    names, entrants = names_in(store), store.entrants()
    found = []
    for bot in bots:
        known = {id_ for id_, name in names.items() if bot in {name, id_, entrants[id_].name}}
        if not known:
            close = nearest(bot, names.values())
            raise UserError(f"{store.path}: no bot {bot!r} has played{close}", f"bots: {', '.join(names.values())}")
        found.append(frozenset(known))
    return found


def chosen(store: Store, choice: Choice, bots: Sequence[frozenset[str]]) -> Iterator[list[ListedGame]]:
    """Yield the games that are looked for, many at a time, and no empty lists.

    Args:
        store: the results.
        choice: which games, and in which order.
        bots: for each bot that is named, its ids.
    """

    def fits(game: ListedGame) -> bool:
        return (
            all(not some.isdisjoint(game.sides) for some in bots)
            and (not choice.lost or all(game.places[at] > 1 for at, id_ in enumerate(game.sides) if id_ in bots[0]))
            and (choice.fault is None or any(choice.fault in {ANY, fault.kind} for fault in game.faults))
        )

    faulty = (True,) if choice.fault is not None else (True, False)
    found = (list(filter(fits, rows)) for some in faulty for rows in store.listing(faulty=some))
    if choice.by_margin:
        ordered = sorted(chain.from_iterable(found), key=_margin, reverse=True)
        return iter([ordered] * bool(ordered))
    return (rows for rows in found if rows)


def _margin(game: ListedGame) -> float:
    """Return how far the best score is above the next one; less than any such distance if there are no two scores."""
    scores = sorted(game.scores or (), reverse=True)
    return scores[0] - scores[1] if len(scores) > 1 else -1


def names_in(store: Store) -> dict[str, str]:
    """Return what to call the entrants that have played, by id: as ladders do, no two the same."""
    playing = store.playing()
    return display_names({id_: known for id_, known in store.entrants().items() if id_ in playing})


@lru_cache(10_000)
def scores_text(scores: tuple[int, ...] | None) -> str:
    """Return the scores of a game as a list shows them."""
    return ":".join(map(str, scores or ())) or "-"
