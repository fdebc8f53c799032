"""Rating a whole pool in one fit: Plackett-Luce ratings with a covariance clustered by deal.

With two sides this is the Bradley-Terry model. One Elo is ln 10 / 400 nats of strength, so that 400 Elo are odds of 10
to 1. The unit of evidence is the deal with all its games, in all pairings that share it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ladders.arrays import Bools
from ladders.crosstable import Crosstable, crosstable
from ladders.estimate import Estimate, measure
from ladders.ladder import Ladder, Rating, Status
from ladders.model import Model, build
from ladders.plackett_luce import ELO
from ladders.pools import Outcomes, Pool, place, split
from ladders.results import Results
from ladders.seats import seats
from ladders.threads import one_thread

BOUND = 0.05
"""The chance of the observed results at the bound of a rating that the games do not determine."""


@one_thread()
def fit(
    results: Results,
    anchors: str | Mapping[str, float] | None = None,
    *,
    seat_advantage: bool = True,
    exclude_faults: bool = False,
) -> Ladder:
    """Rate all entrants.

    Ratings are maximum likelihood estimates: Bradley-Terry for games of two sides, where a draw is half a win, and
    Plackett-Luce on the finishing order for more sides. Where the maximum does not exist (a perfect score, a pool that
    is not connected), the entrant gets a status and perhaps a bound instead: see `ladders.pools`.

    >>> from ladders import Game
    >>> orders = [(1, 2, 3), (2, 1, 3), (1, 3, 2), (3, 1, 2), (1, 2, 3), (2, 3, 1)] * 10
    >>> ladder = fit(Results.of(Game("ABC", order, deal) for deal, order in enumerate(orders)), {"C": 1500.0})
    >>> [round(rating.elo) for rating in ladder.ratings], ladder.ranks[0]
    ([1655, 1570, 1500], Rank(place=1, best=1, worst=2))

    Args:
        results: all outcomes that count.
        anchors: the entrant to fix at 0, or several entrants with their ratings in Elo. Without anchors, the mean of
            the rated entrants is 0; if only one entrant is rated, its rating is 0. Two or more anchors are held fixed
            while the others are fitted.
        seat_advantage: whether known seats get an advantage in the model (see `ladders.seats`).
            `Ladder.seat_advantages` says which seats, and how large the advantage is.
        exclude_faults: whether to leave out whole deals in which someone committed a fault.

    Raises:
        ValueError: an anchor is not an entrant or cannot be rated; the text says why.
    """
    used = results.without_faults() if exclude_faults else results
    fixed = _checked(used, anchors)
    table = crosstable(used, used.orders)
    pool = split(table, used.names, fixed)
    statuses = _statuses(table, pool)
    _refuse_unrated(used, statuses, fixed)
    members = np.flatnonzero(pool.core)
    if not fixed and members.size == 1:
        fixed = {used.names[members[0]]: 0.0}
    core = _core(used, pool.core, fixed, seat_advantage=seat_advantage)
    groups = [_outer(used, group, core.model) for group in pool.above + pool.below]
    return Ladder(
        results=used,
        ratings=_ratings(used, pool, core, groups, statuses),
        anchors=fixed,
        core=core,
        outer=tuple(group for group in groups if group.members.size > 1),
        crosstable=table,
    )


def _checked(results: Results, anchors: str | Mapping[str, float] | None) -> dict[str, float]:
    """Return the anchors as a mapping from names to Elo.

    Raises:
        ValueError: an anchor is not an entrant, or its rating is not a finite number.
    """
    fixed = {anchors: 0.0} if isinstance(anchors, str) else dict(anchors or {})
    unknown = [name for name in fixed if name not in results.names]
    if unknown:
        raise ValueError(f"unknown anchor: {', '.join(unknown)}; the entrants are {', '.join(results.names)}")
    wild = [name for name, elo in fixed.items() if not np.isfinite(elo)]
    if wild:
        raise ValueError(f"the anchor {wild[0]} stands at {fixed[wild[0]]}, which is not a finite number")
    return fixed


def _refuse_unrated(results: Results, statuses: list[Status], fixed: Mapping[str, float]) -> None:
    """Check that all anchors can be rated.

    Raises:
        ValueError: the games do not connect an anchor with the rated entrants.
    """
    rated = [name for name, status in zip(results.names, statuses, strict=True) if status is Status.RATED]
    for name in fixed:
        status = statuses[results.names.index(name)]
        if status is not Status.RATED:
            raise ValueError(
                f"the anchor {name} cannot be rated ({status}): results connect {', '.join(rated) or 'no entrants'};"
                " choose an anchor among these, or let it play more"
            )


def _statuses(table: Crosstable, pool: Pool) -> list[Status]:
    games = table.sums(table.games, table.games) > 0.0
    found = np.where(games, Status.NOT_CONNECTED, Status.NO_GAMES).astype(object)
    found[pool.core] = Status.RATED
    for group in pool.above:
        found[group] = Status.UNDEFEATED
    for group in pool.below:
        found[group] = Status.WINLESS
    return [Status(status) for status in found]


def _core(results: Results, members: Bools, fixed: Mapping[str, float], *, seat_advantage: bool) -> Estimate:
    """Fit the entrants that can be rated."""
    number = {results.names[entrant]: spot for spot, entrant in enumerate(np.flatnonzero(members).tolist())}
    anchors = {number[name]: elo for name, elo in fixed.items()}
    # A single anchor only shifts the scale, so the fit does not need it.
    known = {results.names.index(name): elo / ELO for name, elo in fixed.items()} if len(fixed) > 1 else {}
    return measure(build(results, members, seats(results, members) if seat_advantage else [], known), anchors)


def _outer(results: Results, members: Bools, core: Model) -> Estimate:
    """Fit a group above or below the core; seats keep the advantages that they have in the core."""
    advantages = dict(zip(core.seats, core.parameters[core.size :].tolist(), strict=True))
    return measure(build(results, members, core.seats, {}, advantages), {})


def _ratings(
    results: Results, pool: Pool, core: Estimate, groups: list[Estimate], statuses: list[Status]
) -> tuple[Rating, ...]:
    ratings = [Rating(status) for status in statuses]
    low, high, known = core.intervals
    rows = zip(core.members.tolist(), core.elo.tolist(), low.tolist(), high.tolist(), known.tolist(), strict=True)
    for entrant, elo, least, most, told in rows:
        ratings[entrant] = Rating(Status.RATED, elo, least if told else None, most if told else None, elo)
    if not groups:
        return tuple(ratings)
    strength = np.zeros(len(results.names))
    for group in (core, *groups):
        strength[group.members] = group.elo / ELO
    outcomes = Outcomes(results, pool.core, core.model.advantage())
    for outward, sign in ((pool.above, 1), (pool.below, -1)):
        bound, middle = (
            ELO * place(outcomes, pool.core, outward, strength, sign=sign, chance=chance) for chance in (BOUND, 0.5)
        )
        for entrant in (i for members in outward for i in np.flatnonzero(members).tolist()):
            end, even = float(bound[entrant]), float(middle[entrant])
            low_end, high_end = (end, None) if sign > 0 else (None, end)
            ratings[entrant] = Rating(statuses[entrant], None, low_end, high_end, even)
    return tuple(ratings)
