"""`python -m tests.calibration [--quick]`: measure, print, and write docs/calibration.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from arena.ratings import compare
from arena.ratings.ladder import MISFIT
from arena.ratings.plackett_luce import chance
from arena.settings.contest import points_limit
from arena.settings.schedule import Deals
from tests.calibration.claims import claims
from tests.calibration.coverage import Coverage, coverage
from tests.calibration.deals import Population, Variation, population
from tests.calibration.decisions import Rates, of_population, rates
from tests.calibration.fits import MANY, ONE, POOLS, Alarms, alarms, seats_and_anchors
from tests.calibration.newcomers import newcomers
from tests.calibration.ranges import ranges
from tests.calibration.strategies import FIELD, STRATEGIES

PAGE = Path(__file__).parents[2] / "docs" / "calibration.md"
VARIATIONS = (
    Variation("kaiser", "standard"),
    Variation("two-hundred", "standard"),
    Variation("five-hundred", "four-player"),
    Variation("american-five-hundred", "st-paul"),
    Variation("five-hundred", "standard"),
)
MATCHED = ("highest", "cheaply")
"""The two strategies for the matches of the sequential tests."""
DEALS: Mapping[Deals, int] = {"shared": 1, "fresh": 0, "once": 2}
"""The kinds of deals, each with a number that keeps its draws apart from those of the others."""
OF_FIELD = VARIATIONS[:2]
"""The games that the field of sixteen plays."""
SETS = 20
"""How many sets each pairing of the field plays."""
FEW = (2, 3, 4, 6, 10, 20, 50)
"""How many deals newcomers play."""
EQUALS = ((5, 20), (10, 20), (20, 10), (40, 6), (60, 4))
"""How many bots there are in a ladder whose ranks are looked at, and how many deals each two of them play."""
UNEQUAL = 30.0
"""The standard deviation of their strengths where they are not equal, in Elo."""
LOW, HIGH = 0.93, 0.965
"""The limits between which the coverage of a 95 % interval should be."""


class Size(NamedTuple):
    """How much is played and drawn.

    Args:
        deals: the number of deals in each population.
        ladders: the number of ladders for each line of the first table; for those of the last table half as many.
        field: the number of deals that the field plays.
        matches: the number of matches for each sequential test.
        newcomers: the number of newcomers for each number of deals and share of decisive deals.
        pools: the number of pools for each line about the tests of fit.
    """

    deals: int
    ladders: int
    matches: int
    field: int
    newcomers: int
    pools: int


FULL, QUICK = Size(3000, 400, 600, 400, 200, 120), Size(60, 10, 10, 20, 10, 4)


def measure(variation: Variation, size: Size) -> list[str]:
    """Return the lines of a variation for the first four tables; each begins with the number of its table."""
    everybody = population(variation, tuple(STRATEGIES), size.deals)
    lines = [f"1{line}" for line in coverage_lines(variation, everybody, size)]
    if everybody.places.shape[-1] == 2:
        matched = population(variation, MATCHED, size.deals, "calibration of tests")
        limit = points_limit(f"{variation} max_deals=1")
        found = rates(of_population(matched), size.matches, 1, limit)
        lines += [f"2{_row(variation, *_rates(each))}" for each in found]
        lines += [f"3{line}" for line in gain_lines(variation, everybody)]
    if variation in OF_FIELD:
        lines += [f"4{line}" for line in once_lines(variation, size)]
    return lines


def coverage_lines(variation: Variation, played: Population, size: Size) -> Iterator[str]:
    """Yield the coverage of intervals, with few sets and many, for all kinds of deals."""
    for sets in (50, 200):
        for deals, apart in DEALS.items():
            found = coverage(played, sets, size.ladders, deals=deals, seed=sets + apart)
            yield _row(variation, deals, sets, *_coverage(found))


def once_lines(variation: Variation, size: Size) -> Iterator[str]:
    """Yield the precision of ladders of some bots of the field, by how often the same deal is met."""
    field = population(variation, tuple(FIELD), size.field, "once")
    for count in (4, 8, 16):
        some = field.among([round(place * 15 / (count - 1)) for place in range(count)])
        for deals in DEALS:
            found = coverage(some, SETS, size.ladders // 2, deals=deals, seed=count)
            yield _row(variation, count, deals, *_coverage(found)[:3])
        found = coverage(some, SETS, size.ladders // 2, deals="once", seed=count, seated=False)
        yield _row(variation, count, "once, luck left in", *_coverage(found)[:3])


def simulate(size: Size) -> list[str]:
    """Return the lines of the two tables that need no game; each begins with the number of its table."""
    return [*(f"5{line}" for line in newcomer_lines(size)), *(f"6{line}" for line in range_lines(size))]


def newcomer_lines(size: Size) -> Iterator[str]:
    """Yield what holds of newcomers with few deals."""
    for deals in FEW:
        found = newcomers(deals, size.newcomers, deals)
        los = ("", "") if found.right is None else (f"{found.claimed:.3f}", f"{found.right:.3f}")
        yield _row(deals, f"{found.held:.3f}", f"{found.lowest:.3f}", f"{found.width:.0f}", *los)


def range_lines(size: Size) -> Iterator[str]:
    """Yield how often ranges of ranks are wrong."""
    for spread in (0.0, UNEQUAL):
        for count, deals in EQUALS:
            ladders = size.ladders // (2 if count <= 20 else 4)
            found = ranges(count, deals, ladders, spread=spread, seed=count)
            shares = [f"{share:.1%}" for each in found for share in each]
            yield _row(count, deals, f"{spread:.0f}", *shares)


def alarm_line(found: Alarms) -> str:
    """Return a line about the test of fit."""
    shares = (f"{share:.3f}" for share in found[1:])
    return f"7{_row(found.pool.entrants, found.pool.kind, found.pool.deals, *shares)}"


def told_lines(size: Size) -> list[str]:
    """Return the lines about seats and anchors."""
    return [
        f"8{_row(told.pool, f'{told.slope:.2f}', f'{told.cyclic:.3f}', f'{told.anchors:.3f}')}"
        for told in seats_and_anchors(size.pools)
    ]


def claim_lines(size: Size) -> list[str]:
    """Return the lines about what else a ladder claims."""
    return [f"9{_row(*claim)}" for claim in claims(size.ladders)]


def _coverage(found: Coverage) -> tuple[str, str, str, str]:
    inside = "yes" if LOW <= found.held <= HIGH else "**no**"
    return f"{found.held:.3f} ± {1.96 * found.error:.3f}", inside, f"{found.width:.0f}", f"{found.unknown:.1%}"


def _rates(found: Rates) -> tuple[str, ...]:
    return found.test, f"{found.power:.3f}", f"{found.false:.3f}", f"{found.deals:.0f}", f"{found.deals_equal:.0f}"


def gain_lines(variation: Variation, played: Population) -> Iterator[str]:
    """Yield what duplicate deals save, for every pair of strategies."""
    for at, (i, j) in enumerate(combinations(range(len(played.names)), 2)):
        pair = played._replace(places=played.places[:, [at]], scores=played.scores[:, [at]])
        found = compare(of_population(pair))
        gains = (f"{gain:.1f}" if gain else "" for gain in (found.score_gain, found.margin_gain))
        lead = "" if found.elo.value is None else f"{found.elo.value:.0f}"
        yield _row(
            variation, f"{played.names[i]}, {played.names[j]}", lead, f"{found.counts[2] / found.deals:.0%}", *gains
        )


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def page(lines: list[str], size: Size) -> str:
    """Return the document."""
    tables = {number: "\n".join(line[1:] for line in lines if line[0] == str(number)) for number in range(1, 10)}
    edges = {"single": f"{chance(np.array(ONE)):.0%}", "many": f"{chance(np.array(MANY)):.0%}"}
    few, alarm = size.pools // 4, MISFIT
    return TEXT.format(
        size=size, low=LOW, high=HIGH, sets=SETS, unequal=UNEQUAL, few=few, alarm=alarm, **edges, tables=tables
    )


TEXT = """\
# Calibration: do intervals and tests keep their promises?

Do the intervals and the tests of `ladders` keep their promises? This page has measurements, most of them on games of
this project. `make calibrate` writes it (some minutes on two cores; all random draws have fixed seeds). The bots are
the five strategies of `tests/calibration/strategies.py`. They use no randomness and bid alike, and each plays a little
better than the one before it. A game is one deal. Each population has {size.deals} deals, and every pairing plays each
deal in all rotations over the sides.

## Intervals

For each line of the table, {size.ladders} ladders of the five strategies are made. Each ladder draws its deals from the
population, with replacement; "sets" says how many sets each pairing plays. Its 95 % intervals are about the
differences of all pairs of ratings, and the true values are the differences in the whole population. "Held" is the
share of intervals that contain the true value, with the 95 % interval of this share. It should be between {low} and
{high}. The deals are shared by all pairings, or each pairing has fresh ones, or no strategy meets a deal twice
("once"). Five Hundred `standard` has three sides, so it is rated by finishing order (Plackett-Luce). With `once`, five
strategies have two tables for each deal in a game of two sides, and one in a game of three.

| game | deals | sets | held | in bounds | half width, Elo | without interval |
|---|---|---|---|---|---|---|
{tables[1]}

## Sequential tests

For each test there are {size.matches} matches between the strategies `cheaply` and `highest`, with deals drawn from a
population of their own with replacement. As many matches are between equal opponents: the same deals, each with the
names exchanged with a chance of one half. H1 is the true lead in the population; alpha and beta are 5 %. Power should
be about 0.95 or higher, the rate of false positives about 0.05 or lower.

| game | test | power | false positives | deals if H1 | deals if equal |
|---|---|---|---|---|---|
{tables[2]}

## What duplicate deals save

The columns "score" and "margin" say how many times as many independent games it would take to estimate the score, or
the margin in points, with the same precision. "Split" is the share of deals with an even result over their two rooms.

| game | strategies | lead, Elo | split | score | margin |
|---|---|---|---|---|---|
{tables[3]}

## What it costs to meet no deal twice

The bots of this table are 4, 8 or all 16 of a field: the best and the worst are always the same, the others lie evenly
between them. Each pairing plays {sets} sets, so all ladders of as many bots have as many games. With `once` half as
many tables as there are bots play the same deal, each with other bots. Their results tell how good the cards were, and
the ratings are freed from this luck (`arena/ratings/luck.py`).
"Luck left in" are ratings of the same games without that.

| game | bots | deals | held | in bounds | half width, Elo |
|---|---|---|---|---|---|
{tables[4]}

## Newcomers with few deals

A newcomer plays a few deals in two rooms against a pool that has played a lot. One wins both rooms of 10, 20 or 50 % of
the deals; all others are split. The true leads of the newcomers have a standard deviation of 100 Elo; for each line
and share there are {size.newcomers} newcomers. "Held" is the share of the 95 % intervals of leads that contain the true
lead; "lowest" is the lowest such share for weak, equal or strong newcomers and any share of decisive deals. Very few
deals have very few possible results, so their intervals hold either too often or far too seldom. The last two columns
are about the likelihoods of superiority from 90 to 99 %: their mean, and how often they were right. There are none
with fewer than ten deals.

| deals | held | lowest | half width, Elo | mean LOS | right |
|---|---|---|---|---|---|
{tables[5]}

## Ranges of ranks

In these ladders each two bots play some deals; 20 % of the deals are decisive if the two are equal. The first lines
are about equal bots. There all ranks are shared, and every pair that is told apart makes a range wrong. In the others,
the strengths have a standard deviation of {unequal:.0f} Elo. With 95 %, all ranges of a ladder should be right
together. The last three columns say what would be if the ranges were made of the 95 % intervals of single pairs.
"Denied" is the share of ladders in which the best bot cannot be the first, or among equals, one chosen before. "Apart"
is the share of pairs that are told apart.

| bots | deals | spread, Elo | denied | any wrong | apart | denied, by pairs | any wrong | apart |
|---|---|---|---|---|---|---|---|---|
{tables[6]}

## Alarms: ratings that do not describe every pair, and circles

How often does a ladder say that its ratings do not describe every pair, or that bots beat each other in a circle? The
pools of this table and the next one are simulated, so that the truth is known. Every pairing plays each of its deals in
both seatings. The luck of the cards, and what a deal is worth to each bot, link the games of a deal. "Alike" are bots
that would nearly always play a deal again with the same result, and in "wide" pools the best wins nearly all games. For
each line there are {size.pools} pools in which one order is true: there p should be below 0.05 in at most one of
twenty, a false alarm (p below {alarm}, or a circle) in about one of a hundred, and a circle in at most one of twenty.
And there are {few} pools in which three bots beat each other in a circle, each with {single} against the next one, and
as many that consist of such circles of {many}. "Alarm" is the share of them with any alarm, "circle" the share in which
a circle is called proven. Fewer than 8 deals are not tested for fit.

| bots | deals | sets | p < 0.05 | false alarms | false circles | one: alarm | circle | many: alarm | circle |
|---|---|---|---|---|---|---|---|---|---|
{tables[7]}

## Seats and anchors

Six bots whose true order explains everything, {size.pools} ladders for each line. "Slope" says by how much the ratings
differ where the truth differs by 1. Four sides play 20 deals in all line-ups and all rotations, two sides 50 deals.

| pools | slope | alarms of fit | alarms of anchors |
|---|---|---|---|
{tables[8]}

## What else a ladder claims

"Without" is what would be if nothing were done, and "done" what the arena does. In the first two lines each of the
games favors other bots; without the games, what they favor is taken for noise. The lines about margins are about two
bots; without anything done, a value far from the others counts as rare even if it is not, and for near-copies the
interval is Student's t. Schedules that follow the results get a caution and no other cure: eight bots play games
without luck of the cards, and a slope of 1.00 says that ratings lie as far apart as the truth.

| claim | without | done | should be |
|---|---|---|---|
{tables[9]}
"""


def main() -> None:
    """Measure in two processes, and write the page unless `--quick` is given."""
    size = QUICK if "--quick" in sys.argv else FULL
    lines: list[str] = []
    with ProcessPoolExecutor(2) as pool:
        simulated, told, claimed = (pool.submit(each, size) for each in (simulate, told_lines, claim_lines))
        for variation, found in zip(VARIATIONS, pool.map(partial(measure, size=size), VARIATIONS), strict=True):
            lines += _printed(str(variation), found)
        fits = pool.map(partial(alarms, ladders=size.pools), POOLS)
        lines += _printed("newcomers and ranges", simulated.result())
        lines += _printed("tests of fit", [*map(alarm_line, fits), *told.result()])
        lines += _printed("claims", claimed.result())
    if size is FULL:
        PAGE.write_text(page(lines, size))


def _printed(heading: str, lines: list[str]) -> list[str]:
    sys.stdout.write("\n".join((heading, *lines, "")))
    sys.stdout.flush()
    return lines


if __name__ == "__main__":
    main()
