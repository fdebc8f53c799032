"""Which pairings play the same packs where no entrant may meet a pack twice, as in a movement of a bridge tournament.

Pairings without a common entrant form a movement. In each of its boards they play one pack for each room, and each
pairing plays them in other seats, so an entrant meets each of these packs once. The others that hold the same cards in
the same seat are those that it is compared with (see `arena.ratings.luck`).

The label of a pack names everything that is played with it: the digest of the movement, the board, and the number of
the pack. So two games with the same label belong to the same movement and have no entrant in common, even if bots came
or left in between, results were lost, or another machine plays. An entrant here is a name: if its author hands in
another version, the movements that it plays in have other digests, and all their packs are new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from arena.schedules.plan import PlannedGame, games_of
from arena.schedules.rounds import Event, Match, name_of

DIGITS = 24
"""The hexadecimal digits that stand for a movement in the label of a pack."""


class Table(NamedTuple):
    """The place of a match in its movement.

    Args:
        movement: the digest of the movement.
        place: the number of the table, from 0.
    """

    movement: str
    place: int

    def turn(self, board: int, sides: int) -> int:
        """Return by how many rooms this table is ahead of table 0 in a board.

        Any two tables are as often in step as out of step, so that an entrant is compared with both members of every
        other pairing. For two sides these are the rows of a Hadamard matrix.

        Args:
            board: its number, from 0.
            sides: how many rooms a set has.
        """
        place, found = self.place, 0
        while sides > 1 and place and board:
            found += (place % sides) * (board % sides)
            place, board = place // sides, board // sides
        return found % sides


def games_once(event: Event, matches: Sequence[Match]) -> Iterator[PlannedGame]:
    """Yield the games of a round, by match, set and room, with packs that no entrant meets twice.

    Args:
        event: what is played.
        matches: all matches of the round.
    """
    for match, table in zip(matches, tables(matches, event.places), strict=True):
        for game in games_of(event.contest, event.filled(match.entrants), match.sets, event.seed, "shared"):
            board = game.set - match.sets.start
            pack = (game.room + table.turn(board, event.sides)) % event.sides
            chance = f"{event.contest} movement {table.movement} board {board + 1} pack {pack + 1}"
            yield game._replace(chance=chance)


def tables(matches: Sequence[Match], sides: int) -> list[Table]:
    """Return the table of each match: it joins the first movement in which all of its entrants are free.

    Args:
        matches: of one round; matches without sets have byes, and a movement of their own.
        sides: how many entrants a game takes.
    """
    movements: list[list[int]] = []
    of_match = [0] * len(matches)
    free: dict[int, set[str]] = {}
    everybody = {name_of(one) for match in matches for one in match.entrants}
    for number, match in enumerate(matches):
        names = {name_of(one) for one in match.entrants}
        at = next((at for at, others in free.items() if match.sets and names <= others), None)
        if at is None:
            at = len(movements)
            movements.append([])
            free[at] = set(everybody)
        movements[at].append(number)
        of_match[number] = at
        free[at] -= names
        if len(free[at]) < sides or not match.sets:
            del free[at]
    found: dict[int, Table] = {}
    for members in movements:
        texts = sorted((_text(matches[number]), number) for number in members)
        digest = _digest(text for text, _ in texts)
        found |= {number: Table(digest, place) for place, (_, number) in enumerate(texts)}
    return [found[number] for number in range(len(matches))]


def _text(match: Match) -> str:
    """Return what identifies a match and its first set. More sets of the same pairings are more boards."""
    return " ".join((*sorted(match.entrants), str(match.sets.start)))


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:DIGITS]
