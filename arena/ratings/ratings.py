"""Rating a whole pool in one fit: Plackett-Luce ratings with a covariance clustered by deal.

With two sides this is the Bradley-Terry model. One Elo is ln 10 / 400 nats of strength, so that 400 Elo are odds of 10
to 1. The unit of evidence is the deal with all its games, in all pairings that share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from arena.ratings.arrays import Bools, Floats
from arena.ratings.crosstable import Crosstable, crosstable
from arena.ratings.estimate import Estimate, measure
from arena.ratings.ladder import Ladder, Rating, Status
from arena.ratings.model import Model, build
from arena.ratings.plackett_luce import ELO
from arena.ratings.pools import EVEN, Outcomes, Pool, everybody, place, split
from arena.ratings.results import Results
from arena.ratings.seats import seats
from arena.ratings.threads import one_thread

BOUND = 0.05
"""The chance of the observed results at the bound of a rating that the games do not determine."""
BOUNDED = frozenset({Status.UNDEFEATED, Status.WINLESS})
"""The statuses of entrants that have a bound instead of a rating."""


@one_thread()
def fit(
    results: Results,
    anchors: str | Mapping[str, float] | None = None,
    *,
    seat_advantage: bool = True,
    exclude_faults: bool = False,
    prior: float | None = None,
) -> Ladder:
    """Rate all entrants.

    Ratings are maximum likelihood estimates: Bradley-Terry for games of two sides, where a draw is half a win, and
    Plackett-Luce on the finishing order for more sides. Where the maximum does not exist (a perfect score, a pool that
    is not connected), the entrant gets a status and perhaps a bound instead: see `arena.ratings.pools`.

    >>> from arena.ratings import Game
    >>> orders = [(1, 2, 3), (2, 1, 3), (1, 3, 2), (3, 1, 2), (1, 2, 3), (2, 3, 1)] * 10
    >>> ladder = fit(Results.of(Game("ABC", order, deal) for deal, order in enumerate(orders)), {"C": 1500.0})
    >>> [round(rating.elo) for rating in ladder.ratings], ladder.ranks[0]
    ([1655, 1570, 1500], Rank(place=1, best=1, worst=2))

    Args:
        results: all outcomes that count.
        anchors: the entrant to fix at 0, or several entrants with their ratings in Elo. Without anchors, the mean of
            the rated entrants is 0; if only one entrant is rated, its rating is 0. Two or more anchors are held fixed
            while the others are fitted. Anchors that are not rated are not fixed (`Ladder.loose`). If no anchor is
            rated, those that are undefeated or winless set the scale: their `Rating.middle` is what was given (on
            average, if there are several).
        seat_advantage: whether known seats get an advantage in the model (see `arena.ratings.seats`).
            `Ladder.seat_advantages` says which seats, and how large the advantage is.
        exclude_faults: whether to leave out whole deals in which someone committed a fault.
        prior: the standard deviation in Elo of strengths that are assumed before any game: normal around their mean, or
            around that of the anchors. Then everybody with a game is rated, undefeated ones too. None for nothing.

    Raises:
        ValueError: an anchor is not an entrant, or its rating is not a finite number; or the prior is not above 0.
    """
    if prior is not None and not 0.0 < prior < np.inf:
        raise ValueError(f"the prior is a standard deviation in Elo, so it is above 0, not {prior:g}")
    used = results.without_faults() if exclude_faults else results
    wanted = _checked(used, anchors)
    table = crosstable(used, used.evidence)
    pool = split(table, used.names, wanted) if prior is None else everybody(table)
    statuses = _statuses(used, table, pool)
    status = dict(zip(used.names, statuses, strict=True))
    fixed = {name: elo for name, elo in wanted.items() if status[name] is Status.RATED}
    unrated = {} if fixed else {name: elo for name, elo in wanted.items() if status[name] in BOUNDED}
    members = np.flatnonzero(pool.core)
    if not fixed and not unrated and members.size == 1:
        fixed = {used.names[members[0]]: 0.0}
    core = _core(used, pool.core, fixed, seat_advantage=seat_advantage, prior=prior)
    groups = [_outer(used, group, core.model) for group in pool.above + pool.below]
    outcomes = _outcomes(used, pool, core)
    bounds = partial(_bounds, outcomes, pool, (core, *groups))
    ratings = _ratings(pool, core, bounds, statuses)
    if unrated:
        off = [elo - (ratings[used.names.index(name)].middle or 0.0) for name, elo in unrated.items()]
        core = replace(core, shift=sum(off) / len(off))
        bounds = partial(_bounds, outcomes, pool, (core, *groups))
        ratings = _ratings(pool, core, bounds, statuses)
    return Ladder(
        results=used,
        ratings=ratings,
        anchors=fixed,
        core=core,
        outer=tuple(group for group in groups if group.members.size > 1),
        bounds=bounds,
        crosstable=table,
        loose={name: elo for name, elo in wanted.items() if name not in fixed},
        prior=prior,
    )


@one_thread()
def fit_core(results: Results, anchors: Mapping[str, float], prior: float | None = None) -> Estimate:
    """Return the fit of those that can be rated, as in `Ladder.core`, without the costly bounds for the others.

    Args:
        results: all outcomes that count.
        anchors: entrants with their ratings in Elo; those that are not rated are not fixed.
        prior: as for `fit`.
    """
    table = crosstable(results, results.evidence)
    members = (split(table, results.names, anchors) if prior is None else everybody(table)).core
    rated = [results.names[member] for member in np.flatnonzero(members).tolist()]
    fixed = {name: elo for name, elo in anchors.items() if name in rated}
    if len(rated) == 1:
        fixed = fixed or {rated[0]: 0.0}
    return _core(results, members, fixed, seat_advantage=True, prior=prior)


def _checked(results: Results, anchors: str | Mapping[str, float] | None) -> dict[str, float]:
    """Return the anchors as a mapping from names to Elo."""
    fixed = {anchors: 0.0} if isinstance(anchors, str) else dict(anchors or {})
    unknown = [name for name in fixed if name not in results.names]
    if unknown:
        raise ValueError(f"unknown anchor: {', '.join(unknown)}; the entrants are {', '.join(results.names)}")
    wild = [name for name, elo in fixed.items() if not np.isfinite(elo)]
    if wild:
        raise ValueError(f"the anchor {wild[0]} stands at {fixed[wild[0]]}, which is not a finite number")
    return fixed


def _statuses(results: Results, table: Crosstable, pool: Pool) -> list[Status]:
    played = np.bincount(results.entrant, minlength=table.size) > 0
    apart = Status.ALONE if np.count_nonzero(played) == 1 else Status.NOT_CONNECTED
    found = np.where(played, apart, Status.NO_GAMES).astype(object)
    found[results.never_answered] = Status.NEVER_ANSWERED
    found[pool.core] = Status.RATED
    for group in pool.above:
        found[group] = Status.UNDEFEATED
    for group in pool.below:
        found[group] = Status.WINLESS
    return [Status(status) for status in found]


def _core(
    results: Results, members: Bools, fixed: Mapping[str, float], *, seat_advantage: bool, prior: float | None
) -> Estimate:
    """Fit the entrants that can be rated."""
    number = {results.names[entrant]: spot for spot, entrant in enumerate(np.flatnonzero(members).tolist())}
    anchors = {number[name]: elo for name, elo in fixed.items()}
    # A single anchor only shifts the scale, so the fit does not need it.
    several = len(fixed) > 1
    middle = sum(fixed.values()) / len(fixed) if several and prior else 0.0
    known = {results.names.index(name): (elo - middle) / ELO for name, elo in fixed.items()} if several else {}
    advantages = seats(results, members) if seat_advantage else []
    model = build(results, members, advantages, known, prior=(ELO / prior) ** 2 if prior else 0.0)
    return replace(measure(model, anchors), shift=middle)


def _outer(results: Results, members: Bools, core: Model) -> Estimate:
    """Fit a group above or below the core; seats keep the advantages that they have in the core."""
    advantages = dict(zip(core.seats, core.parameters[core.size :].tolist(), strict=True))
    return measure(build(results, members, core.seats, {}, advantages), {})


def _outcomes(results: Results, pool: Pool, core: Estimate) -> Outcomes | None:
    """Return the games that say something of entrants outside the core; None if there are no such entrants."""
    return Outcomes(results, pool.core, core.model.advantage()) if pool.above or pool.below else None


def _bounds(outcomes: Outcomes | None, pool: Pool, groups: Sequence[Estimate], chance: float) -> Floats:
    """Return the Elo at which each entrant outside the core does as well with a given chance; NaN elsewhere."""
    strength, found = np.zeros(pool.core.size), np.full(pool.core.size, np.nan)
    if outcomes is None:
        return found
    for group in groups:
        strength[group.members] = group.elo / ELO
    doubt = groups[0].naive / ELO**2 if chance < EVEN else None
    for outward, sign in ((pool.above, 1), (pool.below, -1)):
        placed = place(outcomes, pool.core, outward, strength, sign=sign, chance=chance, doubt=doubt)
        for members in outward:
            found[members] = ELO * placed[members]
    return found


def _ratings(
    pool: Pool, core: Estimate, bounds: Callable[[float], Floats], statuses: list[Status]
) -> tuple[Rating, ...]:
    ratings = [Rating(status) for status in statuses]
    low, high, known = core.intervals
    rows = zip(core.members.tolist(), core.elo.tolist(), low.tolist(), high.tolist(), known.tolist(), strict=True)
    for entrant, elo, least, most, told in rows:
        ratings[entrant] = Rating(Status.RATED, elo, least if told else None, most if told else None, elo)
    ends, evens = bounds(BOUND), bounds(EVEN)
    for outward, above in ((pool.above, True), (pool.below, False)):
        for entrant in (i for members in outward for i in np.flatnonzero(members).tolist()):
            end, even = float(ends[entrant]), float(evens[entrant])
            low_end, high_end = (end, None) if above else (None, end)
            ratings[entrant] = Rating(statuses[entrant], None, low_end, high_end, even)
    return tuple(ratings)
