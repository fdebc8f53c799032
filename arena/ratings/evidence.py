"""What games say about strength where bots failed: a fault says something about the bot that failed, and no more.

Three rules turn games into evidence; docs/ladders.md gives them in plain words.

A fault may cut a game short. Then the sides without a fault share the first place, those with one share the last, and
nobody has a score. If that were rated as it stands, the others would have drawn, although nobody knows how they would
have finished. So it counts as games of two: each side with a fault has lost to each side without one. Every such loss
has the full weight of a game. Finishing last in a game of n sides lowers a rating by a sum of n - 1 terms: the chances
to be next from the others that are left (Plackett-Luce). Losing to each of them lowers it by the chances to beat each
one alone, which are at least as large, and just as large for a very strong bot. With any smaller weight, a bot that is
going to be last would gain by failing.

Sides that failed in the same game are not compared with each other there: failing twice is not a draw.

An entrant that never made a decision, because it failed before in all its games, has shown nothing. Games are rated as
if it had not been there. An entrant that can play loses the games in which it fails, however early.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints


def never_answered(orders: Sequence[Ints], entrant: Ints, fault: Bools, decisions: Ints, size: int) -> Bools:
    """Return for each entrant whether it made no decision in any game, because of its own faults or those of others.

    Args:
        orders: the games as lines of row numbers.
        entrant: the entrant of each row, below `size`.
        fault: whether it committed a fault.
        decisions: the number of its decisions.
        size: the number of entrants.
    """
    whole = np.ones(entrant.size, dtype=np.bool_)
    for rows in orders:
        whole[rows] = ~fault[rows].any(axis=1, keepdims=True)
    failed = np.bincount(entrant[fault], minlength=size) > 0
    answered = np.bincount(entrant[whole | (decisions > 0)], minlength=size) > 0
    return np.asarray(failed & ~answered)


def cut_short(place: Ints, fault: Bools, points: Floats | None) -> Bools:
    """Return for each game whether a fault cut it short: it has no score, and its places tell only who failed.

    Args:
        place: one line for each game, its places ascending.
        fault: whether each side committed a fault, likewise.
        points: the points of each side, likewise, NaN if unknown; None if all are.
    """
    number = fault.sum(axis=1)
    least = np.where(fault, place, place[:, -1:]).min(axis=1)
    most = np.where(fault, place[:, :1], place).max(axis=1)
    apart = (number == fault.shape[1]) | (most < least)
    level = (most == place[:, 0]) & (least == place[:, -1])
    scored = np.zeros(len(place), dtype=np.bool_) if points is None else ~np.isnan(points).all(axis=1)
    return np.asarray((number > 0) & apart & level & ~scored)


def comparisons(lines: Ints, cut: Bools, fault: Bools, mute: Bools) -> list[Ints]:
    """Return what games say about strength: finishing orders of some or all of their sides, best place first.

    Args:
        lines: the games, one line of row numbers for each, best place first.
        cut: whether each game was cut short (`cut_short`).
        fault: whether each side committed a fault.
        mute: whether each side is an entrant that never answered.
    """
    sides = lines.shape[1]
    whole = ~mute.any(axis=1) & ~(cut & ((sides > 2) | fault.all(axis=1)))
    found = [lines[whole]]
    for better in range(sides - 1) if sides > 2 else ():
        for other in range(better + 1, sides):
            heard = ~mute[:, better] & ~mute[:, other]
            found.append(lines[cut & heard & ~fault[:, better] & fault[:, other]][:, (better, other)])
    left = np.where(cut, 0, (~mute).sum(axis=1))
    for size in range(2, sides):
        games = left == size
        found.append(lines[games][~mute[games]].reshape(-1, size))
    return [rows for rows in found if len(rows)]


def two_by_two(lines: Ints, fault: Bools, mute: Bools) -> list[Ints]:
    """Return what tables of games of one side say about strength: every two sides, the better one first.

    Any number of sides may share a place there, and each has a game of its own, so two that failed are not compared.

    Args:
        lines: the tables, one line of row numbers for each, best place first.
        fault: whether each side committed a fault.
        mute: whether each side is an entrant that never answered.
    """
    found = []
    for better, other in combinations(range(lines.shape[1]), 2) if len(lines) else ():
        told = ~mute[:, better] & ~mute[:, other] & ~(fault[:, better] & fault[:, other])
        found.append(lines[told][:, (better, other)])
    return [rows for rows in found if len(rows)]
