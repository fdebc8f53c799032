"""Pools for tests whose truth is known: transitive ones, and ones with cycles."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from arena.ratings import Results
from arena.ratings.arrays import Floats
from arena.ratings.plackett_luce import chance


def cycles(entrants: int, triples: Iterable[tuple[int, int, int]], edge: float) -> Floats:
    """Return by how many nats each entrant (row) is better against each other than its strength says.

    Args:
        entrants: the number of entrants.
        triples: three entrants each; the first does better against the second, that against the third, and so on.
        edge: how much better, in nats; between equals 1.1 nats are 75 %, 2.2 nats are 90 %.
    """
    found = np.zeros((entrants, entrants))
    for a, b, c in triples:
        for winner, loser in ((a, b), (b, c), (c, a)):
            found[winner, loser], found[loser, winner] = edge, -edge
    return found


def duplicates(
    rng: np.random.Generator,
    strength: Floats,
    deals: int,
    *,
    edges: Floats | None = None,
    shared: bool = True,
    luck: float = 0.8,
    taste: float = 0.5,
    first: float = 0.0,
    heat: float = 1.0,
) -> Results:
    """Return a round robin of games of two sides: each pairing plays each of its deals in both seatings.

    Args:
        rng: the source of chance.
        strength: the strength of each entrant, in nats.
        deals: the number of deals that each pairing plays.
        edges: what is added to the strength against each opponent (see `cycles`).
        shared: whether all pairings play the same deals.
        luck: the standard deviation of the effect of a deal on its first seat, in nats.
        taste: the standard deviation of what a deal in a seat adds to the strength of one entrant, in nats.
        first: the advantage of the first seat, in nats.
        heat: a factor for all nats; with a large one, the same deal mostly ends the same way.
    """
    one, two = np.triu_indices(strength.size, 1)
    ahead = strength[:, None] - strength[None, :] + (0.0 if edges is None else edges)
    kinds = 1 if shared else one.size
    good = rng.normal(0.0, luck, (deals, kinds))
    likes = rng.normal(0.0, taste, (deals, kinds, strength.size, 2))
    deal = np.broadcast_to(np.arange(deals * kinds).reshape(deals, kinds), (deals, one.size))
    kind = np.zeros(one.size, dtype=np.int64) if shared else np.arange(one.size)
    columns = []
    for i, j in ((one, two), (two, one)):
        edge = ahead[i, j] + first + good + likes[:, kind, i, 0] - likes[:, kind, j, 1]
        won = (rng.random(edge.shape) < chance(heat * edge)).astype(np.float64)
        columns.append([np.broadcast_to(i, won.shape), np.broadcast_to(j, won.shape), won, deal])
    joined = (np.concatenate(column, axis=None) for column in zip(*columns, strict=True))
    return Results.of_duels([f"bot{i}" for i in range(strength.size)], *joined, seated=True)


def equals(rng: np.random.Generator, entrants: int, deals: int) -> Results:
    """Return games of one side by equal entrants, each of which plays all deals; the luck of a deal is common to all.

    Args:
        rng: the source of chance.
        entrants: the number of entrants.
        deals: the number of deals.
    """
    points = rng.normal(0.0, 300.0, deals)[:, None] + rng.normal(0.0, 100.0, (deals, entrants))
    return Results(
        names=tuple(f"b{number}" for number in range(entrants)),
        game=np.arange(deals * entrants),
        deal=np.repeat(np.arange(deals), entrants),
        entrant=np.tile(np.arange(entrants), deals),
        place=np.ones(deals * entrants, dtype=np.int64),
        points=points.ravel(),
    )


def rotations(rng: np.random.Generator, strength: Floats, deals: int, advantage: Floats) -> Results:
    """Return games in which every line-up plays every deal, once for each rotation of the seats.

    Places follow the Plackett-Luce model, and games are independent.

    Args:
        rng: the source of chance.
        strength: the strength of each entrant, in nats.
        deals: the number of deals.
        advantage: that of each seat, in nats; there are as many sides.
    """
    sides = advantage.size
    lineup = np.array([*combinations(range(strength.size), sides)])
    deal, room, line, side = np.indices((deals, sides, len(lineup), sides))
    entrant, seat = lineup[line, side], (side + room) % sides
    worth = strength[entrant] + advantage[seat] + rng.gumbel(size=entrant.shape)
    return Results(
        names=tuple(f"bot{i}" for i in range(strength.size)),
        game=((deal * sides + room) * len(lineup) + line).ravel(),
        deal=deal.ravel(),
        entrant=entrant.ravel(),
        place=1 + (-worth).argsort(axis=-1).argsort(axis=-1).ravel(),
        seat=seat.ravel(),
    )


def several_games(rng: np.random.Generator, taste: Floats, deals: int) -> Results:
    """Return a round robin of games of two sides at several contests, with as many deals of its own for each.

    Args:
        rng: the source of chance.
        taste: the strength of each entrant (column) at each contest (line), in nats.
        deals: the number of deals of each contest; each pairing plays them in both seatings.
    """
    parts = [duplicates(rng, strength, deals, taste=0.2) for strength in taste]
    number = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    return Results(
        names=parts[0].names,
        game=np.concatenate([part.game for part in parts]) + number * len(parts[0]),
        deal=np.concatenate([part.deal for part in parts]) + number * deals,
        entrant=np.concatenate([part.entrant for part in parts]),
        place=np.concatenate([part.place for part in parts]),
        contest=number,
        contests=tuple(f"game{i}" for i in range(len(parts))),
    )
