"""What else the numbers of a ladder claim, measured on simulated games: with what is done about it, and without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from arena.app.cautions import void_notes
from arena.ratings import EValue, Interval, Pairs, Results, compare, fit
from arena.ratings.distributions import critical_95
from arena.ratings.pairs import mean_interval
from arena.ratings.plackett_luce import ELO, chance
from arena.ratings.rare import reaches
from arena.schedules.plan import PlannedGame
from arena.settings.schedule import Kind
from tests.arena.schedules.simulated import event, play_out
from tests.ratings.simulated import several_games

LOOKS, STEP = 6, 40
"""How often somebody looks at a match, and after how many deals each time."""
VERSIONS = 10
"""How many equal versions of a bot are handed in."""


class Claim(NamedTuple):
    """A claim, what becomes of it without what the arena does about it, with it, and what would be right."""

    what: str
    without: str
    done: str
    right: str


def claims(draws: int) -> Iterator[Claim]:
    """Yield what was measured, from so many draws each."""
    yield from games(draws)
    yield from margins(draws)
    yield from schedules(draws // 4)
    yield looks(draws)
    yield from voids()
    yield versions(draws)


def games(draws: int) -> Iterator[Claim]:
    """Yield how the intervals of a ladder of six games hold, where each game favors other bots."""
    above = np.triu_indices(5, 1)
    for deals in (6, 20):
        rng = np.random.default_rng(deals)
        own = rng.normal(0.0, 0.8, (6, 5))
        taste = np.linspace(-0.3, 0.3, 5) + own - own.mean(axis=0)
        many = fit(several_games(rng, taste, 400)).core.elo
        held, widths = np.zeros((2, 0)), np.zeros((2, 0))
        for _ in range(draws // 4):
            results = several_games(rng, taste, deals)
            both = [fit(each).core.contrasts for each in (replace(results, contest=None, contests=()), results)]
            off = [np.abs(each.difference - (many[:, None] - many)) <= each.margin for each in both]
            held = np.column_stack((held, [each[above].mean() for each in off]))
            widths = np.column_stack((widths, [each.margin[above].mean() for each in both]))
        without, done = (f"{h:.3f}, ± {w:.0f}" for h, w in zip(held.mean(axis=1), widths.mean(axis=1), strict=True))
        yield Claim(f"six games, {deals} deals of each: intervals hold", without, done, "0.95")


def margins(draws: int) -> Iterator[Claim]:
    """Yield how the interval of the mean margin of two bots holds.

    Without anything done, a value far from the others is taken for rare in the first lines, whatever the sample says,
    and the interval is Student's t in the others.
    """
    for name, values, shares, limit in (
        ("margins of ±8 deviations in 5 % of the deals", (8.0, -8.0), (0.025, 0.025), None),
        ("near-copies, -4 in 3 % and ±1 in 30 % of the deals", (-4.0, 1.0, -1.0), (0.03, 0.15, 0.15), 52.0),
    ):
        mean = float(np.dot(values, shares))
        for deals in (20, 50, 200):
            rng, held = np.random.default_rng(deals), []
            for _ in range(draws):
                usual = rng.normal(0.0, 1.0, deals) if limit is None else np.zeros(deals)
                kinds = rng.choice(len(values) + 1, deals, p=[1.0 - sum(shares), *shares])
                drawn = np.where(kinds > 0, np.array([0.0, *values])[kinds], usual)
                found = mean_interval(drawn, limit)
                if found.low is None or found.high is None:
                    continue
                off, student = (
                    float(drawn.mean()) - mean,
                    critical_95(deals - 1) * float(drawn.std(ddof=1)) / deals**0.5,
                )
                below, above = (end[0] for end in reaches(drawn, np.zeros(deals, dtype=np.int64), 1))
                plain = (below, above) if limit is None else (student, student)
                held.append((-plain[1] <= off <= plain[0], found.low <= mean <= found.high))
            yield Claim(f"{name}, {deals} deals: intervals hold", *_shares(held), "0.95 or more")


def schedules(draws: int) -> Iterator[Claim]:
    """Yield by how much ratings are spread, and how intervals hold, by who meets whom: the ladder says so, no more."""
    lines: tuple[tuple[Kind, int, int], ...] = (
        ("round-robin", 20, 50), ("swiss", 35, 50), ("swiss", 35, 150), ("adaptive", 20, 50), ("adaptive", 20, 150),
        ("round-robin", 6, 50), ("swiss", 10, 50), ("adaptive", 6, 50),
    )  # fmt: skip
    for kind, sets, spread in lines:
        slopes, held, number = [], [], 0
        for trial in range(draws):
            of = event(8, sets=sets, kind=kind)._replace(seed=str(trial))
            true = np.random.default_rng(trial).normal(0.0, spread, 8)
            ledger = play_out(of, partial(_places, dict(zip(of.entrants, true.tolist(), strict=True))))
            rows = [
                (of.entrants.index(game.sides[i]), of.entrants.index(game.sides[j]), x, game.set)
                for game in ledger.played
                for i, j, x in ledger.scores[game.id]
            ]
            number = len(ledger.played) // 2  # a set is played in both seatings
            first, second, score, deal = (np.array(column) for column in zip(*rows, strict=True))
            core = fit(Results.of_duels(of.entrants, first, second, score.astype(float), deal)).core
            ahead, above = true[:, None] - true, np.triu_indices(8, 1)
            slopes.append(np.polyfit(true, core.elo, 1)[0])
            off = np.abs(core.contrasts.difference - ahead) <= core.contrasts.margin
            held.append(off[above].mean())
        what = f"{kind}, {number} sets of 8 bots, true spread {spread} Elo: slope, intervals hold"
        yield Claim(what, f"{np.mean(slopes):.2f}, {np.mean(held):.3f}", "", "1.00, 0.95")


def _places(elo: dict[str, float], game: PlannedGame) -> tuple[int, ...]:
    one, other = (elo[side] for side in game.sides)
    luck = int.from_bytes(sha256(game.id.encode()).digest()[:6], "big") / 2**48
    return (1, 2) if luck < chance(np.array((one - other) / ELO)) else (2, 1)


def looks(draws: int) -> Claim:
    """Return how often one of several looks at a match of equals calls one of them better."""
    rng, found = np.random.default_rng(6), []
    for _ in range(draws):
        scores = rng.integers(0, 2, (LOOKS * STEP, 2)).astype(np.float64)
        leads = [compare(Pairs.of(scores[:end])).elo for end in range(STEP, LOOKS * STEP + 1, STEP)]
        test = EValue(-1.0, 1.0)
        test.extend(scores.mean(axis=1))
        found.append((any(map(_is_off, leads)), _is_off(test.interval())))
    return Claim(f"{LOOKS} looks at equals: one is called better; by an e-value", *_shares(found), "at most 0.05")


def _is_off(lead: Interval) -> bool:
    return (lead.low is not None and lead.low > 0.0) or (lead.high is not None and lead.high < 0.0)


def voids() -> Iterator[Claim]:
    """Yield what the voids of games that were being lost are worth to a bot that wins half of the others."""
    for share in (0.005, 0.02, 0.05):
        [note] = void_notes({"bot": (round(2000 * share), 0)}, {"bot": 2000 - round(2000 * share)})
        said = note.text.partition("worth ")[2].partition(" Elo")[0]
        was = 0.5 * (1.0 - share)
        what = f"Elo that a bot gains if {share:.1%} of its games are void, which it was losing; what is said"
        yield Claim(what, f"{-ELO * np.log(was / (1.0 - was)):.1f}", said, "the same")


def versions(draws: int) -> Claim:
    """Return how often the best of equal versions is called better than an equal opponent, and one chosen before."""
    scores = np.random.default_rng(10).integers(0, 3, (draws, VERSIONS, 100)) / 2.0
    better = (scores.mean(axis=2) - 0.5) / (scores.std(axis=2, ddof=1) / 10.0) > critical_95(99)
    what = f"the best of {VERSIONS} equal versions is called better; one chosen before"
    return Claim(what, *_shares(np.column_stack((better.any(axis=1), better[:, 0]))), "0.025")


def _shares(found: ArrayLike) -> tuple[str, str]:
    without, done = np.mean(np.asarray(found), axis=0)
    return f"{without:.3f}", f"{done:.3f}"
