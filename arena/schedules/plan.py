"""From sets to games to rooms_of: what is played by whom in which seats, and by which processes.

A set is played by a pairing in all rotations of the seats. The id of a game says all that matters about it, so the
games to play are those of a schedule (`arena.schedules`) minus the results that there are, whether a tournament is
resumed, gets another entrant, is given more sets or another schedule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from arena.schedules.pairings import seating
from arena.settings.schedule import Deals

ID_DIGITS = 14
"""The hexadecimal digits of a game's id."""
HASHED = 64
"""Bytes that SHA-256 takes in at once: the longest key of an HMAC that is used as it is."""
BLOCK = 25
"""How many sets the same processes play at most."""
FIRST = 5
"""After so many sets of a pairing its processes make room for the others, so that there soon is a table of all."""


class PlannedGame(NamedTuple):
    """A game to play.

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


class PlannedRoom(NamedTuple):
    """What one set of processes plays: games in which the same entrants sit on the same sides, in order.

    Args:
        contest: the label of what is played.
        sides: the id of the entrant on each side.
        games: at least one.
    """

    contest: str
    sides: tuple[str, ...]
    games: tuple[PlannedGame, ...]


def games_of(
    contest: str, pairing: Sequence[str], numbers: Iterable[int], seed: str, deals: Deals
) -> Iterator[PlannedGame]:
    """Yield the games of some sets of a pairing: by set and room.

    Every set is played once in each rotation over the sides; from set to set the order round the table goes through
    all there are.

    Args:
        contest: the label of what is played.
        pairing: the ids of the entrants, as many as there are sides.
        numbers: of the sets, from 1.
        seed: the ladder's.
        deals: `shared`: all pairings play the same packs; `fresh`: each has its own.
    """
    members = tuple(sorted(pairing))
    own = "".join(f" {one}" for one in members) if deals == "fresh" else ""
    name = _naming(seed)
    for number in numbers:
        chance = f"{contest} set {number}{own}"
        for room, sides, words in _rotations(seating(members, number)):
            yield PlannedGame(name(f"{contest}\0{number}\0{words}"), contest, number, members, room, sides, chance)


@lru_cache(1000)
def _rotations(order: tuple[str, ...]) -> list[tuple[int, tuple[str, ...], str]]:
    """Return the rooms of an order round the table: number, sides, and what the ids of their games are made of."""
    turned = [order[room:] + order[:room] for room in range(len(order))]
    return [(room, sides, "\0".join((*sides, str(room)))) for room, sides in enumerate(turned)]


@lru_cache(1)
def _naming(seed: str) -> Callable[[str], str]:
    """Return what makes the id of a game: HMAC-SHA256, keyed by the seed, of what is played by whom, shortened.

    There may be a million games: what every HMAC of a key begins with (RFC 2104) is hashed once.
    """
    key = seed.encode() if len(seed.encode()) <= HASHED else sha256(seed.encode()).digest()
    inner, outer = (sha256(bytes(byte ^ pad for byte in key.ljust(HASHED, b"\0"))) for pad in (0x36, 0x5C))

    def name(text: str) -> str:
        inside, outside = inner.copy(), outer.copy()
        inside.update(text.encode())
        outside.update(inside.digest())
        return f"G{outside.hexdigest()[:ID_DIGITS]}"

    return name


def rooms_of(planned: Iterable[PlannedGame], block: int = BLOCK) -> list[PlannedRoom]:
    """Return games in the order to play them.

    The first sets of all pairings come before the next sets of any, so that a table of a tournament that is not
    finished compares everybody; the rooms of a pairing come one after the other, so that its sets are soon complete.

    Args:
        planned: what is still to play, as a schedule asks for it.
        block: how many sets a job holds at most, at least 1; the first `FIRST` are a block of their own.
    """
    found: dict[tuple[int, str, tuple[str, ...]], list[PlannedGame]] = {}
    for game in planned:
        found.setdefault((_block(game.set, block), game.contest, game.sides), []).append(game)
    in_order = sorted(found.items(), key=lambda item: item[0][0])
    return [PlannedRoom(contest, sides, tuple(games)) for (_, contest, sides), games in in_order]


def _block(number: int, block: int) -> int:
    """Return the number of the block that a set belongs to."""
    return (number - 1) // block + (number > FIRST)
