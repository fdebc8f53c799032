"""Connect Four: drop a disc into one of seven columns. Who has four in a row, in any direction, wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.games.api import Ask, Chance, Game, Note, Result, Rules, listed, nothing_hidden, option, places, seated
from arena.games.api import spelled, variations
from arena.games.api import Options as BaseOptions

COLUMNS = tuple("abcdefg")
HEIGHT = 6
DISCS = "XO"
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules."""

    target: int = option(1, range(1, 10), "How many boards must be won.", "CF-1")
    max_deals: int = option(2, range(1, 21), "The most boards.", "CF-2")


class Standing(NamedTuple):
    """What carries over from board to board: who begins the next one, and who has won how many."""

    beginner: int
    scores: tuple[int, ...] = (0, 0)
    finished: int = 0

    def words(self) -> tuple[str, ...]:
        """Return the words of the `deal` note."""
        return spelled(beginner=self.beginner, scores=self.scores, finished=self.finished)


def start(_: Options, chance: Chance) -> Rules[Standing]:
    """Draw who begins."""
    yield from ()
    return Standing(chance("beginner", (0, 1))[0])


def deal(_: Options, standing: Standing, __: Chance) -> Rules[Standing]:
    """Play one board."""
    columns: list[str] = ["" for _ in COLUMNS]
    seat, won = standing.beginner, False
    yield from drawn(columns)
    while not won and (legal := [name for name, discs in zip(COLUMNS, columns, strict=True) if len(discs) < HEIGHT]):
        at = COLUMNS.index((yield Ask(seat, "column", legal)))
        columns[at] += DISCS[seat]
        yield from drawn(columns)
        won, seat = four(columns, at), 1 - seat
    values = (0, 0) if not won else (seat, 1 - seat)  # the loser would be next
    yield Note("points", values)
    scores = (standing.scores[0] + values[0], standing.scores[1] + values[1])
    yield Note("scores", scores)
    return Standing(1 - standing.beginner, scores, standing.finished + 1)


def drawn(columns: Sequence[str]) -> Iterator[Note]:
    """Yield the board as notes, one for each row from the top."""
    for row in reversed(range(HEIGHT)):
        yield Note("board", ("".join([discs[row] if row < len(discs) else "." for discs in columns]),))


def four(columns: Sequence[str], at: int) -> bool:
    """Return whether the last disc of a column makes four in a row."""
    row = len(columns[at]) - 1

    def alike(step: int, rise: int) -> int:
        x, y, count = at + step, row + rise, 0
        while 0 <= x < len(columns) and 0 <= y < len(columns[x]) and columns[x][y] == columns[at][row]:
            x, y, count = x + step, y + rise, count + 1
        return count

    return any(1 + alike(step, rise) + alike(-step, -rise) >= 4 for step, rise in WAYS)


def result(options: Options, standing: Standing) -> Result | None:
    """End the game at the target, or after the last board."""
    if max(standing.scores) >= options.target:
        return Result(places(standing.scores), standing.scores, "target")
    if standing.finished < options.max_deals:
        return None
    return Result(places(standing.scores), standing.scores, "limit")


GAME: Game[Options, Any] = Game(
    name="connect-four",
    title="two players, four in a row on a board of seven columns",
    clauses="CF",
    options=Options,
    presets={"standard": Options(), "match": Options(target=3, max_deals=9)},
    seating=lambda _: seated((0, 1)),
    start=start,
    deal=deal,
    result=result,
    hidden=nothing_hidden,
    words=lambda _: listed({"column": COLUMNS}),
)
