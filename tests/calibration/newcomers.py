"""How often the intervals of a newcomer with few deals contain the true value, and how often its LOS is right.

A newcomer plays a few deals in two rooms against a pool that has played a lot. The pool's own error is then next to
nothing, so a deal between the newcomer and a bot of known strength is all there is to simulate. A share of the deals is
decisive: one of the two wins both rooms. All others are split, as most deals of close bots are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.ratings import Results, Status, fit
from tests.calibration.deals import Floats

DECISIVE = (0.1, 0.2, 0.5)
"""The shares of decisive deals; as many more as the lead needs, if it is large."""
SPREAD = 100.0
"""The standard deviation of the true leads of newcomers, in Elo, around 0."""
POOL, PLAYED = 3, 300
"""The number of bots in the pool, and of deals that each two of them played."""


class Newcomers(NamedTuple):
    """What held of newcomers.

    Args:
        held: the share of 95 % intervals of the lead over an opponent that contain the true lead.
        lowest: the smallest of these shares for weak, equal and strong newcomers and all shares of decisive deals.
        width: the median half width of the intervals, in Elo.
        right: how often the more likely one is the stronger, of all LOS from 90 to 99 % and 1 to 10 %; None if there
            are none.
        claimed: the mean of these LOS, for 1 to 10 % that of the opponent; None as for `right`.
    """

    held: float
    lowest: float
    width: float
    right: float | None
    claimed: float | None


def newcomers(deals: int, count: int, seed: int) -> Newcomers:
    """Measure newcomers with a number of deals each, evenly spread over the opponents.

    Args:
        deals: how many deals each newcomer plays.
        count: how many newcomers there are for each share of decisive deals.
        seed: of the draws.
    """
    rng = np.random.default_rng(seed)
    held, kinds, widths, claims, right = [], [], [], [], []
    for kind, share in enumerate(DECISIVE):
        for lead in rng.normal(0.0, SPREAD, count).tolist():
            ladder = fit(_ladder(rng, deals, lead, share))
            if ladder.ratings[POOL].status is not Status.RATED:
                continue
            found = ladder.core.contrasts
            held.append(float((np.abs(found.difference - lead) <= found.margin)[POOL, :POOL].mean()))
            kinds.append(3 * kind + (lead > -50.0) + (lead > 50.0))
            widths.append(float(found.margin[POOL, 0]))
            los = ladder.los(POOL, 0)
            if los is not None and 0.9 <= max(los, 1.0 - los) <= 0.99:
                claims.append(max(los, 1.0 - los))
                right.append((los > 0.5) == (lead > 0.0))
    lowest = min(float(np.mean(np.array(held)[np.array(kinds) == kind])) for kind in set(kinds))
    means = (float(np.mean(right)), float(np.mean(claims))) if claims else (None, None)
    return Newcomers(float(np.mean(held)), lowest, float(np.median(widths)), *means)


def _ladder(rng: np.random.Generator, deals: int, lead: float, share: float) -> Results:
    """Return the games of a pool of equals, and of a newcomer that plays some deals."""
    pairs = [(i, j, PLAYED) for i in range(POOL) for j in range(i)]
    against = np.bincount(np.arange(deals) % POOL, minlength=POOL).tolist()
    rows = [np.full((number, 2), pair) for *pair, number in pairs]
    rows += [np.full((number, 2), (POOL, other)) for other, number in enumerate(against)]
    leads = [np.full(len(part), lead * (part[0, 0] == POOL)) if len(part) else np.zeros(0) for part in rows]
    who = np.concatenate(rows)
    scores = decisive(rng, np.concatenate(leads), share)
    first, second, deal = np.repeat(who[:, 0], 2), np.repeat(who[:, 1], 2), np.repeat(np.arange(len(who)), 2)
    return Results.of_duels([*"abc", "new"], first, second, scores.ravel(), deal)


def decisive(rng: np.random.Generator, lead: Floats, share: float) -> Floats:
    """Return the scores of deals in two rooms: a line for each lead in Elo, a column for each room.

    Args:
        rng: the source of the draws.
        lead: the leads.
        share: of the deals in which one wins both rooms; if a lead needs more, they are as many as it needs.
    """
    ahead = 2.0 / (1.0 + 10.0 ** (-lead / 400.0)) - 1.0
    often = np.maximum(share, np.abs(ahead))
    draw = rng.random(lead.size)
    won, lost = draw < (often + ahead) / 2.0, draw > 1.0 - (often - ahead) / 2.0
    return np.where(won[:, None], 1.0, np.where(lost[:, None], 0.0, np.array([[1.0, 0.0]])))
