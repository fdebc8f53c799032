"""Games with names: what goes into a table of results."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class Game(NamedTuple):
    """The outcome of one game. All sequences have one item for each side, in the same order.

    Args:
        sides: the names of the entrants, each once; a single one played alone.
        places: where each finished: 1 is best, equal places are a tie.
        deal: a name for the deal, which all games that share their cards have in common, in every pairing.
        seats: the seat of each, from 0, each once; None if unknown or irrelevant.
        points: the points of each by the game's own count; None for one side, or for all, if unknown.
        faults: the sides (0 is the first) that committed a fault, such as running out of time; a mapping also gives the
            kind of each fault.
        decisions: the number of decisions of each; None if unknown.
        ms: the milliseconds that each took for them; None if unknown.
        contest: the name of what was played; None if it is the same for all games.
    """

    sides: Sequence[str]
    places: Sequence[int]
    deal: Hashable
    seats: Sequence[int] | None = None
    points: Sequence[float | None] | None = None
    faults: Collection[int] | Mapping[int, str] = ()
    decisions: Sequence[int] | None = None
    ms: Sequence[float] | None = None
    contest: str | None = None


def duel(first: str, second: str, score: float, deal: Hashable, *, fault: bool = False) -> Game:
    """Return a game of two sides, given the score of the first: 1 for a win, 0.5 for a draw, 0 for a loss.

    Args:
        first: the name of an entrant.
        second: the name of its opponent.
        score: the score of the first.
        deal: a name for the deal.
        fault: whether the loser (in a draw, the second) committed a fault.

    Raises:
        ValueError: the score is another number.
    """
    if score not in {0.0, 0.5, 1.0}:
        raise ValueError(f"{first} against {second}: a score is 1, 0.5 or 0, not {score}")
    places = (1 if score >= 0.5 else 2, 1 if score <= 0.5 else 2)
    return Game((first, second), places, deal, faults=(0 if score < 0.5 else 1,) if fault else ())


def columns_of(games: Iterable[Game]) -> dict[str, Any]:
    """Return the columns of games: name -> one item for each side of each game; None if no game has the column.

    Raises:
        ValueError: a game has a sequence that does not have one item for each side.
    """
    rows = list(games)
    for number, game in enumerate(rows):
        _check(number, game)
    return {
        "game": [number for number, game in enumerate(rows) for _ in game.sides],
        "deal": [game.deal for game in rows for _ in game.sides],
        "entrant": [name for game in rows for name in game.sides],
        "place": [place for game in rows for place in game.places],
        "seat": _spread(rows, "seats"),
        "points": _spread(rows, "points"),
        "fault": [side in game.faults for game in rows for side in range(len(game.sides))],
        "decisions": _spread(rows, "decisions"),
        "ms": _spread(rows, "ms"),
        "kind": [_kind(game, side) for game in rows for side in range(len(game.sides))],
        "contest": [game.contest or "" for game in rows for _ in game.sides] if any(g.contest for g in rows) else None,
    }


def _check(number: int, game: Game) -> None:
    """Raise ValueError if a sequence of the game does not have one item for each side."""
    for field in ("places", "seats", "points", "decisions", "ms"):
        values = getattr(game, field)
        if values is not None and len(values) != len(game.sides):
            raise ValueError(f"game {number} ({', '.join(game.sides)}): {len(values)} {field}, {len(game.sides)} sides")
    wrong = [side for side in game.faults if side not in range(len(game.sides))]
    if wrong:
        raise ValueError(f"game {number} ({', '.join(game.sides)}): a fault of side {wrong[0]}, which does not exist")


def _spread(games: Iterable[Game], field: str) -> list[Any] | None:
    values = [(getattr(game, field), len(game.sides)) for game in games]
    if all(value is None for value, _ in values):
        return None
    return [item for value, sides in values for item in (value if value is not None else [None] * sides)]


def _kind(game: Game, side: int) -> str | None:
    """Return the kind of a side's fault; None if it has no fault or the kind is unknown."""
    return game.faults.get(side) if isinstance(game.faults, Mapping) else None
