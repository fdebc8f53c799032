"""From sets to games to rooms: which entrants play each game on which sides, and which games share their processes.

A pairing plays a set in all rotations of the seats. The id of a game is made from everything that matters about it. So
the games to play are always those of the schedule minus those with a result, whether a tournament is resumed or gets
another entrant, more sets or another schedule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Literal, NamedTuple

from arena.schedules.pairings import seating

ID_DIGITS = 14
"""The hexadecimal digits of a game's id."""
HASHED = 64
"""The block size of SHA-256 in bytes: an HMAC hashes longer keys first."""
PADS = tuple(bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""What the inner and the outer hash of an HMAC make of every byte of the key."""
BLOCK = 25
"""How many sets the same processes play at most."""


class PlannedGame(NamedTuple):
    """A game to play.

    Args:
        id: `G` and `ID_DIGITS` hexadecimal digits.
        contest: the label of what is played.
        set: the number of the duplicate set, from 1.
        pairing: the ids of the entrants, sorted.
        room: the rotation: by how many sides the set's order round the table is turned, from 0.
        sides: the id of the entrant on each side.
        chance: the label of the game's packs. Games with the same label have the same packs.
    """

    id: str
    contest: str
    set: int
    pairing: tuple[str, ...]
    room: int
    sides: tuple[str, ...]
    chance: str


class PlannedRoom(NamedTuple):
    """The games that the same bot processes play one after the other: those with the same entrants on the same sides.

    Args:
        contest: the label of what is played.
        sides: the id of the entrant on each side.
        games: at least one, in the order to play them.
    """

    contest: str
    sides: tuple[str, ...]
    games: tuple[PlannedGame, ...]


def games_of(
    contest: str, pairing: Sequence[str], numbers: Iterable[int], seed: str, deals: Literal["shared", "fresh"]
) -> Iterator[PlannedGame]:
    """Yield the games of some sets of a pairing, by set and room.

    Each set is played once in each rotation over the sides. The order round the table changes from set to set until
    all orders were used.

    Args:
        contest: the label of what is played.
        pairing: the ids of the entrants, as many as there are sides.
        numbers: of the sets, from 1.
        seed: the ladder's.
        deals: `shared` if all pairings play the same packs, `fresh` if each has its own. All rooms of a set share them.
            Those who play alone share them in any case, because their scores in a set are compared. For packs that no
            entrant meets twice, see `arena.schedules.movements`.
    """
    members = tuple(sorted(pairing))
    own = "".join(f" {one}" for one in members) if deals == "fresh" and len(members) > 1 else ""
    name = _naming(seed)
    for number in numbers:
        chance = f"{contest} set {number}{own}"
        for room, sides, words in _rotations(seating(members, number)):
            yield PlannedGame(name(f"{contest}\0{number}\0{words}"), contest, number, members, room, sides, chance)


@lru_cache(1000)
def _rotations(order: tuple[str, ...]) -> list[tuple[int, tuple[str, ...], str]]:
    """Return the rooms for an order round the table: number, sides, and the text that game ids are made from."""
    turned = [order[room:] + order[:room] for room in range(len(order))]
    return [(room, sides, "\0".join((*sides, str(room)))) for room, sides in enumerate(turned)]


@lru_cache(1)
def _naming(seed: str) -> Callable[[str], str]:
    """Return the function that makes the id of a game: the shortened HMAC-SHA256 of its description, keyed by the seed.

    There may be a million games, so the blocks that every HMAC of a key begins with (RFC 2104) are hashed only once.
    """
    key = seed.encode() if len(seed.encode()) <= HASHED else sha256(seed.encode()).digest()
    inner, outer = (sha256(key.ljust(HASHED, b"\0").translate(pad)) for pad in PADS)

    def name(text: str) -> str:
        inside, outside = inner.copy(), outer.copy()
        inside.update(text.encode())
        outside.update(inside.digest())
        return f"G{outside.hexdigest()[:ID_DIGITS]}"

    return name


def rooms_of(planned: Iterable[PlannedGame], block: int = BLOCK) -> list[PlannedRoom]:
    """Return games grouped into rooms, in the order to play them.

    All pairings play their first set before any plays its second, and then about as many again as before, up to a
    block. So a tournament that is cut short anywhere compares all entrants, and none has a pairing's block more games
    than another, while bots seldom start. The rooms of a pairing come one after the other: its sets are soon complete.
    A pairing that plays alone waits for no other: its rooms are blocks.

    Args:
        planned: the games to play, in the order of the schedule.
        block: how many sets a room has at most, 1 or more.
    """
    planned = list(planned)
    several = len({(game.contest, *sorted(game.sides)) for game in planned}) > 1
    found: dict[tuple[tuple[int, int], str, tuple[str, ...]], list[PlannedGame]] = {}
    for game in planned:
        turn = (game.set - 1).bit_length() * several, (game.set - 1) // block
        found.setdefault((turn, game.contest, game.sides), []).append(game)
    in_order = sorted(found.items(), key=lambda item: item[0][0])
    return [PlannedRoom(contest, sides, tuple(games)) for (_, contest, sides), games in in_order]
