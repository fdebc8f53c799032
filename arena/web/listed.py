"""Which games a site lists, and which replays may be published."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from itertools import chain, islice

import numpy as np

from arena.ratings.arrays import Ints
from arena.settings.contest import sides_of
from arena.store import Columns

LISTED = 20_000
"""How many of the newest games a site lists; all of them are in its table of results."""
PAGE = 500
"""How many games a page of the list has; the newest page has up to twice as many, so that full pages never change."""
OF_A_BOT = 100
"""How many of its newest games a bot's page lists."""
OF_A_KIND = 10
"""How many of its newest games with each kind of fault a bot's page lists."""
FAULTS = 500
"""How many of the newest games with a fault are listed on their own page, and published."""
REPLAYS = 2_000
"""How many replays are published if nothing else is said."""
RECENT = 20
"""One replay in so many is of the newest games, whatever their pairing."""


def newest(columns: Columns, most: int = LISTED) -> list[int]:
    """Return the numbers of the newest results, the newest first."""
    return sorted(columns.number.tolist(), reverse=True)[:most]


def with_fault(columns: Columns, most: int = FAULTS) -> list[int]:
    """Return the numbers of the newest results with a fault, the newest first."""
    return sorted(columns.number[columns.faults.where(bool)].tolist(), reverse=True)[:most]


def blocks(numbers: Sequence[int], last: int) -> list[tuple[int, list[int]]]:
    """Divide a list of games into pages.

    Args:
        numbers: the numbers of results, the newest first.
        last: the number of the last result.

    Returns:
        The number and the results of each page, the newest first. A page has the results that belong to it for ever:
        page 1 has 1 to 500, page 2 has 501 to 1000. The newest has those of the last full page too.
    """
    newest_page = max(1, last // PAGE)
    found: dict[int, list[int]] = {}
    for number in numbers:
        found.setdefault(min(newest_page, (number - 1) // PAGE + 1), []).append(number)
    return sorted(found.items(), reverse=True)


def of_bots(columns: Columns, most: int = OF_A_BOT) -> dict[str, list[int]]:
    """Return the numbers of the newest results of each entrant, by its id, the newest first."""
    playing: dict[str, list[int]] = {}
    for code, sides in enumerate(columns.sides.values):
        for one in set(sides):
            playing.setdefault(one, []).append(code)
    order = np.argsort(-columns.number)
    of_sides, number = columns.sides.code[order], columns.number[order]
    begins = np.argsort(of_sides, kind="stable")
    first = np.searchsorted(of_sides[begins], np.arange(len(columns.sides.values) + 1))
    found = {}
    for one, codes in playing.items():
        rows = [number[begins[first[each] : first[each + 1]][:most]].tolist() for each in codes]
        found[one] = sorted(chain.from_iterable(rows), reverse=True)[:most]
    return found


def faults_of_bots(columns: Columns) -> dict[str, dict[str, tuple[int, list[int]]]]:
    """Return the faults of each entrant.

    Returns:
        Id of the entrant -> kind of fault -> the number of games with such a fault, and the newest of them.
    """
    found: dict[str, dict[str, list[int]]] = {}
    for row in np.flatnonzero(columns.faults.where(bool)).tolist():
        seats = sides_of(columns.contest.values[columns.contest.code[row]])
        sides = columns.sides.values[columns.sides.code[row]]
        kinds = {(seats[fault.seat], fault.kind) for fault in columns.faults.values[columns.faults.code[row]]}
        for side, kind in kinds:
            if side is not None:
                found.setdefault(sides[side], {}).setdefault(kind, []).append(int(columns.number[row]))
    return {
        one: {
            kind: (len(set(games)), sorted(set(games), reverse=True)[:OF_A_KIND])
            for kind, games in sorted(kinds.items(), key=lambda each: (-len(each[1]), each[0]))
        }
        for one, kinds in found.items()
    }


def replays(
    columns: Columns, hidden: Collection[int], most: int = REPLAYS, recorded: Collection[int] | None = None
) -> list[int]:
    """Return the games whose replays are published.

    These are the newest games with a fault, then some of the newest games, then of each pairing the newest, the closest
    and the most lopsided game, then the newest of all others. A pairing is two or more entrants in a contest. With more
    pairings than replays, a fixed draw says which pairings have some. So new results change few of the choices, and
    most pages of games can be kept; still the choice depends on nothing but the results.

    Args:
        columns: all games.
        hidden: the numbers of the seasons whose packs are secret still: none of their games is published.
        most: how many are wanted.
        recorded: the numbers of the results whose record was kept; None for all.

    Returns:
        The numbers of their results, in this order.
    """
    shown = columns.take(~np.isin(columns.season, [*hidden])) if hidden else columns
    if recorded is not None:
        shown = shown.take(np.isin(shown.number, [*recorded]))
    every = chain(with_fault(shown), newest(shown, most // RECENT), _of_pairings(shown), newest(shown, most))
    return [*islice(dict.fromkeys(every), most)]


def _of_pairings(columns: Columns) -> Iterator[int]:
    """Yield the newest, the closest and the most lopsided game of each pairing; of games that are alike, the oldest.

    Pairings that played in the newer half of the results come first: bots that were replaced long ago are in no others.
    Among these, and among the others, a digest of the pairing says which comes first.
    """
    if not len(columns):
        return
    (pairing, labels), margin = _pairings(columns), _margins(columns)
    rows = np.arange(len(columns))
    scored = rows[margin >= 0]
    newest_of = _first(pairing, rows, -columns.number)
    closest = _first(pairing, scored, margin, columns.number)
    lopsided = _first(pairing, scored, -margin, columns.number)
    half = int(columns.number.max()) // 2

    def place(one: int) -> tuple[bool, bytes]:
        return bool(columns.number[newest_of[one]] <= half), sha256(repr(labels[one]).encode()).digest()

    for one in sorted(newest_of, key=place):
        yield from (int(columns.number[found[one]]) for found in (newest_of, closest, lopsided) if one in found)


def _first(pairing: Ints, rows: Ints, *keys: Ints) -> dict[int, int]:
    """Return the row that comes first of each pairing.

    Args:
        pairing: the number of each row's pairing.
        rows: the rows to choose from.
        keys: what the rows are ordered by, the most important first.
    """
    order = rows[np.lexsort(tuple(key[rows] for key in reversed(keys)))]
    pairs, first = np.unique(pairing[order], return_index=True)
    return dict(zip(pairs.tolist(), order[first].tolist(), strict=True))


def _pairings(columns: Columns) -> tuple[Ints, list[tuple[str, ...]]]:
    """Return the number of the pairing of each game, and the contest and the sorted entrants of each pairing."""
    index: dict[tuple[str, ...], int] = {}
    contests, sides = columns.contest, columns.sides
    both, each = np.unique(contests.code.astype(np.int64) * len(sides.values) + sides.code, return_inverse=True)
    of_both = []
    for contest, code in zip(*(part.tolist() for part in np.divmod(both, len(sides.values))), strict=True):
        label = (contests.values[contest], *sorted(sides.values[code]))
        of_both.append(index.setdefault(label, len(index)))
    found: Ints = np.array(of_both, dtype=np.int64)[each]
    return found, [*index]


def _margins(columns: Columns) -> Ints:
    """Return by how many points the first side of each game won; -1 if the game was cut short or had one side."""
    each = [max(0, *_gaps(scores)) if scores and len(scores) > 1 else -1 for scores in columns.scores.values]
    found: Ints = np.array(each, dtype=np.int64)[columns.scores.code]
    return found


def _gaps(scores: Sequence[int]) -> tuple[int]:
    first, second, *_ = sorted(scores, reverse=True)
    return (first - second,)
