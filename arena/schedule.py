"""The plan of a tournament: every pairing plays every contest, set by set, in all rotations of the seats.

The plan is a pure function of contests, entrants and the ladder's seed, and the id of a game says what is played by
whom in which seats. So the games to play are the plan minus the results that there are, whether a tournament is
resumed, gets another entrant or is given more sets.
"""

from __future__ import annotations

import hmac
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from arena.config import Contest, Deals
from arena.entrants import Entrant
from arena.pairings import pairings, seating

ID_DIGITS = 14
"""The hexadecimal digits of a game's id."""
BLOCK = 25
"""How many sets the same processes play at most."""


class Planned(NamedTuple):
    """A game of the plan.

    Args:
        id: `G` and `ID_DIGITS` hexadecimal digits.
        contest: the label of what is played.
        set: the number of the duplicate set, from 1.
        pairing: the ids of the entrants, sorted.
        room: the rotation: how far the set's order round the table is turned, from 0.
        sides: the id of the entrant on each side.
        chance: the label of the game's packs: the same in all rooms of a set.
    """

    id: str
    contest: str
    set: int
    pairing: tuple[str, ...]
    room: int
    sides: tuple[str, ...]
    chance: str


class Job(NamedTuple):
    """What one set of processes plays: games in which the same entrants sit on the same sides, in order.

    Args:
        contest: the label of what is played.
        sides: the id of the entrant on each side.
        games: at least one.
    """

    contest: str
    sides: tuple[str, ...]
    games: tuple[Planned, ...]


def plan(contests: Iterable[Contest], entrants: Sequence[Entrant], seed: str, deals: Deals) -> Iterator[Planned]:
    """Yield every game of a round-robin: by contest, pairing, set and room.

    A pairing is a choice of as many entrants as the contest has sides, of those that play its game; any two of them
    meet equally often (see `arena.pairings`). It plays every set once in each rotation over the sides, and goes through
    all orders round the table from set to set. A contest with fewer entrants than sides has no games.

    Args:
        contests: what is played.
        entrants: who plays; their order does not matter.
        seed: the ladder's.
        deals: `shared`: all pairings play the same packs; `fresh`: each has its own.
    """
    for contest in contests:
        ids = sorted(entrant.id for entrant in entrants if entrant.plays(contest.game.name))
        for chosen in pairings(len(ids), contest.sides):
            pairing = tuple(ids[i] for i in chosen)
            for number in range(1, contest.sets + 1):
                yield from _rooms(contest.label, number, pairing, seed, deals)


def _rooms(label: str, number: int, pairing: tuple[str, ...], seed: str, deals: Deals) -> Iterator[Planned]:
    """Yield the games of one set: one for each rotation."""
    own = pairing if deals == "fresh" else ()
    chance = " ".join((label, "set", str(number), *own))
    order = seating(pairing, number)
    for room in range(len(order)):
        sides = order[room:] + order[:room]
        yield Planned(game_id(seed, label, number, sides, room), label, number, pairing, room, sides, chance)


def game_id(seed: str, contest: str, number: int, sides: Sequence[str], room: int) -> str:
    """Return the id of a game: HMAC-SHA256, keyed by the seed, of what is played by whom, shortened."""
    text = "\0".join((contest, str(number), *sides, str(room)))
    return "G" + hmac.digest(seed.encode(), text.encode(), "sha256").hex()[:ID_DIGITS]


def jobs(planned: Iterable[Planned], done: Container[str], block: int = BLOCK) -> list[Job]:
    """Return what is still to play, in the order to play it.

    The first sets of all pairings come before the next sets of any, so that a table of a tournament that is not
    finished compares everybody; the rooms of a pairing come one after the other, so that its sets are soon complete.

    Args:
        planned: the plan.
        done: the ids of the games that have a result.
        block: how many sets a job holds at most, at least 1.
    """
    found: dict[tuple[int, str, tuple[str, ...]], list[Planned]] = {}
    for game in planned:
        games = found.setdefault(((game.set - 1) // block, game.contest, game.sides), [])
        if game.id not in done:
            games.append(game)
    in_order = sorted(found.items(), key=lambda item: item[0][0])
    return [Job(contest, sides, tuple(games)) for (_, contest, sides), games in in_order if games]
