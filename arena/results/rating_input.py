"""From stored results to tables: the input of the ratings, the time each entrant used, and what its wins came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena import ratings
from arena.games.kernel import SILENT, Side
from arena.ratings.arrays import Bools, Floats, Ints, sums
from arena.results.counts import Counted
from arena.settings.contest import RankBy, sides_of
from arena.store import Coded, Columns, StoredEntrant

TOKENS = ("prompt_tokens", "answer_tokens")
"""What a bot counts of the tokens of a model."""
NOBODY = -1
"""Stands for the number of a side or an entrant that does not exist."""


def results(
    columns: Columns,
    entrants: Mapping[str, StoredEntrant],
    by: RankBy = "points",
    fillers: Collection[str] = (),
) -> ratings.Results:
    """Return stored results as the input of the ratings.

    Games with the same packs belong to the same deal: all rooms of a set, in every pairing that plays it. The number of
    an entrant's side stands for its seat. A side that did not play for itself is left out.

    Args:
        columns: the results.
        entrants: all entrants by id; those without a game are left out.
        by: what counts as points: the scores, unless it is `stakes` or `money`.
        fillers: the ids of entrants that only filled sides. They are left out, and so are games that a fault of theirs
            cut short while nobody else failed.
    """
    ids, players, places, faults, kinds, playing = finishes(columns, fillers)
    asked, ms = _used(columns, places.shape[1])
    game, side = np.nonzero(playing)
    present = Coded(players[game, side], ids).present()
    names = names_of(columns, entrants)
    points = _points(columns, places.shape[1], by)[game, side]
    verdict, contest = faults[game, side], columns.contest.present()
    found = np.flatnonzero(np.bincount(verdict, minlength=1 + len(kinds))[1:])  # without the faults of silent sides
    kind = np.full(1 + len(kinds), ratings.results.NO_KIND)
    kind[1 + found] = np.arange(found.size)
    return ratings.Results(
        names=tuple(names[one] for one in present.values),
        game=game,
        deal=columns.chance.present().code[game],
        entrant=present.code,
        place=places[game, side],
        seat=side,
        points=None if np.isnan(points).all() else points,
        fault=verdict > 0,
        decisions=asked[game, side].astype(np.int64) if len(columns) else None,
        ms=ms[game, side].round(3) if len(columns) else None,
        kind=kind[verdict] if found.size else None,
        kinds=tuple(kinds[one] for one in found.tolist()),
        contest=contest.code[game] if len(contest.values) > 1 else None,
        contests=tuple(contest.values) if len(contest.values) > 1 else (),
    )


class Finishes(NamedTuple):
    """Who finished where: tables with a row for each game and a column for each side.

    Args:
        ids: the ids of the entrants.
        players: the index of each side's entrant, or `NOBODY`.
        places: the place of each side, or `NOBODY`.
        faults: the number of the kind of each side's first fault, from 1; 0 for no fault.
        kinds: the kinds of faults.
        playing: which sides are rated.
    """

    ids: list[str]
    players: Ints
    places: Ints
    faults: Ints
    kinds: list[str]
    playing: Bools


def finishes(columns: Columns, fillers: Collection[str] = ()) -> Finishes:
    """Return who finished where, and which sides count for ratings; arguments as for `results`."""
    places = _table(columns.places.values, NOBODY)[columns.places.code]
    silent = np.array([int(extra.get(SILENT, NOBODY)) for extra in columns.extra.values], dtype=np.int64)
    number = np.arange(places.shape[1])
    ids, players = _players(columns)
    playing = (places != NOBODY) & (number != silent[columns.extra.code][:, None])
    faults, kinds = _faults(columns, np.zeros(places.shape, dtype=np.int64))
    if fillers:
        filling = np.append([one in fillers for one in ids], False)[players]
        failed, cut = faults > 0, columns.scores.where(lambda scores: scores is None)
        spoilt = cut & (failed & filling).any(axis=1) & ~(failed & ~filling).any(axis=1)
        playing &= ~filling & ~spoilt[:, None]
    return Finishes(ids, players, places, faults, kinds, playing)


def _used(columns: Columns, width: int) -> tuple[Floats, Floats]:
    """Return tables of games and sides: how many decisions each side made, and the time of all of them in ms."""
    of_seat = sides_of_seats(columns)
    has = of_seat != NOBODY
    seats = columns.seats.where(has)
    at = seats.game * width + of_seat[has]
    shape = len(columns), width
    asked, ms = (sums(at, used, len(columns) * width) for used in (seats.decisions, seats.total_ms))
    return asked.reshape(shape), ms.reshape(shape)


def _table(lists: Sequence[Sequence[Any]], missing: float, width: int = 0) -> NDArray[Any]:
    """Return lists of numbers as the rows of a table.

    Args:
        lists: the rows.
        missing: fills up rows that are shorter than the longest.
        width: how many columns the table has at least.
    """
    width = max([width, *map(len, lists)])
    table = [(*line, *[missing] * (width - len(line))) for line in lists]
    return np.array(table, dtype=type(missing)).reshape(len(lists), width)


def _points(columns: Columns, width: int, by: RankBy) -> NDArray[Any]:
    """Return a table of games and sides with what counts as points; NaN if a game does not record it.

    Args:
        columns: the results.
        width: how many sides a game has at most.
        by: `stakes` or `money`; anything else for the scores.
    """
    if by not in {"stakes", "money"}:
        return _table([scores or () for scores in columns.scores.values], np.nan, width)[columns.scores.code]
    rows = zip(columns.contest, columns.places, columns.scores, columns.extra, strict=True)
    of = stakes if by == "stakes" else money
    won = [of(contest, places, extra) if scores else () for contest, places, scores, extra in rows]
    return _table(won, np.nan, width)


def stakes(_: str, places: Sequence[int], extra: Mapping[str, str]) -> tuple[float, ...]:
    """Return what each side won in a game: its stake, or for how many games it counts, for a sole winner, else 0.

    Args:
        places: the place of each side.
        extra: what else the result records: `stake` or `games`; the stake is 1 without them.
    """
    stake = float(extra.get("stake", extra.get("games", 1)))
    alone = places.count(1) == 1
    return tuple(stake if alone and place == 1 else 0.0 for place in places)


def money(contest: str, places: Sequence[int], extra: Mapping[str, str]) -> tuple[float, ...]:
    """Return the money that each side won in a game, in cents; nothing if the game is not for money.

    Args:
        contest: the label of the contest.
        places: the place of each side.
        extra: what else the result records: `money` has the cents of each seat.
    """
    found = [0.0] * len(places)
    for side, cents in zip(sides_of(contest), extra.get("money", "").split(","), strict=False):
        if side is not None and cents:
            found[side] += int(cents)
    return tuple(found) if extra.get("money") else ()


def _players(columns: Columns) -> tuple[list[str], Ints]:
    """Return the ids of all entrants, and for each side of each game the index of its entrant (or `NOBODY`)."""
    index: dict[str, int] = {}
    players = [[index.setdefault(one, len(index)) for one in sides] for sides in columns.sides.values]
    return list(index), _table(players, NOBODY)[columns.sides.code]


def sides_of_seats(columns: Columns) -> Ints:
    """Return the side of each row of `columns.seats`; `NOBODY` for a seat without a side."""
    seats, contests = columns.seats, columns.contest.present()
    sides = [[NOBODY if side is None else side for side in sides_of(contest)] for contest in contests.values]
    table = _table(sides, NOBODY, 1 + int(seats.seat.max(initial=0)))
    return table[contests.code[seats.game], seats.seat]


def _faults(columns: Columns, grid: Ints) -> tuple[Ints, list[str]]:
    """Return for each side of each game the number of the kind of its first fault, and the kinds.

    Args:
        columns: the results.
        grid: a table of games and sides, filled with 0 for no fault; it is changed. Kinds are numbered from 1.
    """
    guilty: list[tuple[int, Side, str]] = []
    for row in np.flatnonzero(columns.faults.where(bool)).tolist():
        seats = sides_of(columns.contest.values[columns.contest.code[row]])
        faults = columns.faults.values[columns.faults.code[row]]
        first = {seats[fault.seat]: fault.kind for fault in reversed(faults)}
        guilty += [(row, side, verdict) for side, verdict in first.items() if side is not None]
    kinds = sorted({verdict for _, _, verdict in guilty})
    for row, side, verdict in guilty:
        grid[row, side] = 1 + kinds.index(verdict)
    return grid, kinds


@cache
def duels(places: tuple[int, ...], silent: str | None) -> tuple[tuple[Side, Side, float], ...]:
    """Return each pair of sides that played for themselves, with the score of the first: 1 won, 0.5 drawn, 0 lost.

    Args:
        places: the place of each side.
        silent: the number of the side that did not play for itself; None if all did.
    """
    playing = [side for side in range(len(places)) if str(side) != silent]
    pairs = combinations(playing, 2)
    return tuple((i, j, 0.5 if places[i] == places[j] else float(places[i] < places[j])) for i, j in pairs)


class TimeUse(NamedTuple):
    """What the decisions of an entrant took. None means that it was not measured, or that the bot did not count it.

    Args:
        worst_ms: the time of the slowest in ms.
        cpu_ms: the mean CPU time for a decision in ms, including what the bot does between its decisions.
        strikes: how many late answers were forgiven.
        illegal: the part of its answers that was illegal, and no fault; if it counts what it asks a model, the part of
            the model's answers.
        tries: how often it asked a model for a decision.
        tokens: the tokens of prompts and answers for a decision.
        cost: what all its decisions cost, in dollars.
    """

    worst_ms: float | None
    cpu_ms: float | None
    strikes: int
    illegal: float = 0.0
    tries: float | None = None
    tokens: float | None = None
    cost: float | None = None

    def with_counts(self, counted: Counted) -> TimeUse:
        """Return the same with what the bot has counted, by the names that `sample:model` gives it."""
        sums, decisions = counted.sums, counted.decisions
        asked, tokens = sums.get("asked"), [sums[name] for name in TOKENS if name in sums]
        return self._replace(
            illegal=sums["illegal"] / asked if asked and "illegal" in sums else self.illegal,
            tries=None if asked is None else asked / decisions,
            tokens=sum(tokens) / decisions if tokens else None,
            cost=sums.get("cost"),
        )


def time_use(
    columns: Columns, names: Mapping[str, str], counted: Mapping[str, Counted] = MappingProxyType({})
) -> dict[str, TimeUse]:
    """Return what the decisions of each entrant took, by its name.

    Args:
        columns: the results.
        names: the name of each entrant, by id.
        counted: what bots have counted in these games, by id.
    """
    ids, players = _players(columns)
    side = sides_of_seats(columns)
    seats = columns.seats.where(side != NOBODY)
    entrant = players[seats.game, side[side != NOBODY]]
    measured = ~np.isnan(seats.cpu_ms)
    decisions = sums(entrant[measured], seats.decisions[measured], len(ids))
    cpu = sums(entrant[measured], seats.cpu_ms[measured], len(ids))
    worst = np.full(len(ids), np.nan)
    np.fmax.at(worst, entrant[seats.decisions > 0], seats.worst_ms[seats.decisions > 0])
    strikes, illegal = (sums(entrant, each, len(ids)) for each in (seats.strikes, seats.illegal))
    answered = illegal + sums(entrant, seats.decisions, len(ids))
    found = {
        ids[one]: TimeUse(
            None if np.isnan(worst[one]) else float(worst[one]),
            float(cpu[one] / decisions[one]) if decisions[one] else None,
            round(strikes[one]),
            float(illegal[one] / max(1, answered[one])),
        )
        for one in np.unique(entrant).tolist()
    }
    return {names[id_]: use.with_counts(counted[id_]) if id_ in counted else use for id_, use in found.items()}


class Totals(NamedTuple):
    """What an entrant's games record beside wins and losses; 0 if they record no such thing.

    Args:
        name: the entrant.
        games: how many games it won; a game that counts as several adds that many.
        labels: how often it won with each label.
        money: what it won, in cents; negative if it lost.
    """

    name: str
    games: int
    labels: Mapping[str, int]
    money: int


def totals(columns: Columns, entrants: Mapping[str, StoredEntrant], fillers: Collection[str] = ()) -> list[Totals]:
    """Return the totals of each entrant but the fillers, the one with the most games won first."""
    games: Counter[str] = Counter()
    cents: Counter[str] = Counter()
    labels: dict[str, Counter[str]] = {}
    rows = zip(columns.contest, columns.sides, columns.places, columns.extra, strict=True)
    for contest, sides, places, extra in rows:
        winners = [side for side, place in enumerate(places) if place == 1]
        if len(winners) == 1:
            winner = sides[winners[0]]
            games[winner] += int(extra.get("games", 1))
            if label := extra.get("label"):
                labels.setdefault(winner, Counter())[label] += 1
        for one, won in zip(sides, money(contest, places, extra), strict=False):
            cents[one] += round(won)
    names = names_of(columns, entrants)
    rated = {id_: name for id_, name in names.items() if id_ not in fillers}
    found = [Totals(name, games[id_], labels.get(id_, {}), cents[id_]) for id_, name in rated.items()]
    return sorted(found, key=lambda one: (-one.games, one.name))


def display_names(entrants: Mapping[str, StoredEntrant]) -> dict[str, str]:
    """Return what to call entrants, by id: the name if no other entrant has it, otherwise the whole id."""
    count = Counter(entrant.name for entrant in entrants.values())
    return {id_: entrant.name if count[entrant.name] == 1 else id_ for id_, entrant in entrants.items()}


def names_of(columns: Columns, entrants: Mapping[str, StoredEntrant]) -> dict[str, str]:
    """Return what to call the entrants that play, by id.

    Args:
        columns: the results.
        entrants: all entrants by id.
    """
    playing = columns.entrants
    return display_names({id_: entrant for id_, entrant in entrants.items() if id_ in playing})
