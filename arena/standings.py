"""From stored results to the input of the ratings: who scored what against whom, in which deal."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np

import ladders
from arena.config import parse_game
from arena.games.catalogue import GAMES
from arena.games.kernel import SILENT, Side
from arena.store import Known, Played, SeatUse
from ladders import Game

HOUSE = ""
"""The name of an entrant that nobody can have."""
Uses: TypeAlias = Mapping[str, Mapping[int, SeatUse]]
"""What each seat used in each game, by the game's id (`Store.uses`)."""


def games(played: Iterable[Played], names: Mapping[str, str], uses: Uses = MappingProxyType({})) -> Iterator[Game]:
    """Yield the games as ratings take them.

    Games that share their packs share a deal: all rooms of a set, in every pairing that plays it. The seat of an
    entrant is the number of its side. A side that took part without playing for itself is left out.

    Args:
        played: the results.
        names: what each entrant is called, by id.
        uses: decisions and time, where they are known.
    """
    for row in played:
        sides = [side for side in range(len(row.places)) if str(side) != row.extra.get(SILENT)]
        seats = sides_of(row.game.contest)
        guilty = {seats[fault.seat]: fault.verdict for fault in reversed(row.faults)}
        used = uses.get(row.game.id)
        own = [[use for seat, use in (used or {}).items() if seats[seat] == side] for side in sides]
        yield Game(
            sides=[names[row.game.sides[side]] for side in sides],
            places=[row.places[side] for side in sides],
            deal=row.game.chance,
            seats=sides,
            points=None if row.scores is None else [row.scores[side] for side in sides],
            faults={number: guilty[side] for number, side in enumerate(sides) if side in guilty},
            decisions=None if used is None else [sum(use.decisions for use in side) for side in own],
            ms=None if used is None else [round(sum(use.total_ms for use in side), 3) for side in own],
        )


@cache
def duels(places: tuple[int, ...], silent: str | None) -> tuple[tuple[Side, Side, float], ...]:
    """Return each pair of sides that played for themselves, and what the first scored: 1 won, 0.5 drawn, 0 lost.

    Args:
        places: the place of each side.
        silent: the side that did not play for itself, if there was one.
    """
    playing = [side for side in range(len(places)) if str(side) != silent]
    pairs = combinations(playing, 2)
    return tuple((i, j, 0.5 if places[i] == places[j] else float(places[i] < places[j])) for i, j in pairs)


class TimeUse(NamedTuple):
    """What the decisions of an entrant took. None is what nobody measured.

    Args:
        worst_ms: ms of the slowest.
        cpu_ms: CPU time of a decision in ms, what it does meanwhile included; on average.
        strikes: late answers that were forgiven.
    """

    worst_ms: float | None
    cpu_ms: float | None
    strikes: int


def time_use(played: Iterable[Played], names: Mapping[str, str], uses: Uses) -> dict[str, TimeUse]:
    """Return what the decisions of each entrant took, by what it is called.

    Args:
        played: the results.
        names: what each entrant is called, by id.
        uses: what each seat used, by game.
    """
    of: dict[str, list[SeatUse]] = {}
    for row in played:
        seats = sides_of(row.game.contest)
        for seat, use in uses.get(row.game.id, {}).items():
            if (side := seats[seat]) is not None:
                of.setdefault(names[row.game.sides[side]], []).append(use)
    return {name: _time_use(seats) for name, seats in of.items()}


def _time_use(seats: Sequence[SeatUse]) -> TimeUse:
    measured = [(use.cpu_ms, use.decisions) for use in seats if use.cpu_ms is not None]
    decisions = sum(count for _, count in measured)
    cpu = sum(ms for ms, _ in measured) / decisions if decisions else None
    worst = max((use.worst_ms for use in seats if use.decisions), default=None)
    return TimeUse(worst, cpu, sum(use.strikes or 0 for use in seats))


class Sheet(NamedTuple):
    """What one entrant's games came to beyond won and lost; 0 where a game records no such thing.

    Args:
        name: the entrant.
        games: games won, each as many times as it counts.
        labels: how often it won with a label, by label.
        money: in cents.
    """

    name: str
    games: int
    labels: Mapping[str, int]
    money: int


def sheets(played: Sequence[Played], entrants: Mapping[str, Known]) -> list[Sheet]:
    """Return what the games of each entrant came to, the most games won first."""
    games: Counter[str] = Counter()
    money: Counter[str] = Counter()
    labels: dict[str, Counter[str]] = {}
    for row in played:
        winners = [side for side, place in enumerate(row.places) if place == 1]
        if len(winners) == 1:
            winner = row.game.sides[winners[0]]
            games[winner] += int(row.extra.get("games", 1))
            if label := row.extra.get("label"):
                labels.setdefault(winner, Counter())[label] += 1
        for side, cents in zip(sides_of(row.game.contest), row.extra.get("money", "").split(","), strict=False):
            if side is not None and cents:
                money[row.game.sides[side]] += int(cents)
    playing = {side for row in played for side in row.game.sides}
    names = display_names({id_: entrant for id_, entrant in entrants.items() if id_ in playing})
    found = [Sheet(name, games[id_], labels.get(id_, {}), money[id_]) for id_, name in names.items()]
    return sorted(found, key=lambda sheet: (-sheet.games, sheet.name))


@cache
def sides_of(contest: str) -> tuple[Side | None, ...]:
    """Return the side of each seat in a contest, from its label.

    Raises:
        ConfigErrors: there is no such game, preset or option any more.
    """
    game, *options = contest.split(" ")
    found = parse_game(game, dict(option.split("=", 1) for option in options), GAMES, 1)
    return found.game.table(found.options).sides


def display_names(entrants: Mapping[str, Known]) -> dict[str, str]:
    """Return what to call entrants, by id: the name where it is the only one of its kind, else the whole id."""
    count = Counter(entrant.name for entrant in entrants.values())
    return {id_: entrant.name if count[entrant.name] == 1 else id_ for id_, entrant in entrants.items()}


def results(
    played: Sequence[Played], entrants: Mapping[str, Known], uses: Uses = MappingProxyType({})
) -> ladders.Results:
    """Return stored results as a table for ratings.

    Args:
        played: the results.
        entrants: all entrants by id; those without a game in `played` are left out.
        uses: decisions and time, where they are known.
    """
    playing = {side for row in played for side in row.game.sides}
    names = display_names({id_: entrant for id_, entrant in entrants.items() if id_ in playing})
    return ladders.Results.of(games(played, names, uses))


def strengths(names: Sequence[str], outcomes: Iterable[tuple[str, str, float]]) -> list[float]:
    """Return a guess at the strengths of entrants, in nats, from however few games.

    Everybody also wins and loses a game against a house at 0, so that all are rated after any results. This is for
    choosing what to play next; ladders are fitted without a house.

    Args:
        names: the entrants; the result is in their order.
        outcomes: two entrants, and what the first scored.
    """
    number = {name: index for index, name in enumerate(names)}
    house = len(number)
    played = [(number[first], number[second], score) for first, second, score in outcomes]
    played += [(index, house, score) for index in range(house) for score in (1.0, 0.0)]
    first, second, score = np.array(played, dtype=np.float64).reshape(-1, 3).T
    table = ladders.Results.of_duels([*names, HOUSE], first, second, score, np.arange(score.size))
    return [(rating.elo or 0.0) * math.log(10.0) / 400.0 for rating in ladders.fit(table, HOUSE).ratings[:-1]]
