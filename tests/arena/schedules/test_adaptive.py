from collections import Counter
from hashlib import sha256
from itertools import combinations

import numpy as np
import pytest

from arena.schedules.adaptive import BUNCH, _Evidence, _Picture
from arena.schedules.plan import PlannedGame
from arena.schedules.rounds import Duel, Event, Match, PlayedMatch
from arena.schedules.strengths import strengths
from arena.settings.schedule import Kind
from tests.arena.schedules.simulated import (
    Places,
    all_drawn,
    always_the_first,
    at_random,
    by_strength,
    event,
    ids,
    play_out,
)


def sets_of(of: Event, places: Places) -> Counter[tuple[str, ...]]:
    """How many sets each pairing plays."""
    games = play_out(of, places).played
    return Counter({pairing: n // of.sides for pairing, n in Counter(game.pairing for game in games).items()})


@pytest.mark.parametrize("places", [at_random, by_strength, always_the_first, all_drawn])
def test_it_comes_to_as_many_sets_as_a_round_robin_or_as_is_said(places: Places) -> None:
    assert sets_of(event(6, sets=4, kind="adaptive"), places).total() == 15 * 4
    assert sets_of(event(6, sets=4, kind="adaptive", total=83), places).total() == 83
    assert sets_of(event(5, sides=3, sets=2, kind="adaptive"), places).total() == 10 * 2
    assert sets_of(event(3, sides=4, kind="adaptive", total=50), places).total() == 0


def test_the_sets_of_a_pairing_are_numbered_without_a_gap() -> None:
    games = play_out(event(5, kind="adaptive", total=120), by_strength).played
    numbers: dict[tuple[str, ...], set[int]] = {}
    for game in games:
        numbers.setdefault(game.pairing, set()).add(game.set)
    assert all(found == set(range(1, len(found) + 1)) for found in numbers.values())


def test_in_the_first_batch_everybody_plays_two_pairings() -> None:
    found = sets_of(event(9, kind="adaptive", total=9 * BUNCH), at_random)
    assert Counter(one for pairing in found for one in pairing) == Counter(dict.fromkeys(ids(9), 2))
    assert set(found.values()) == {BUNCH}


def test_a_long_chain_of_bots_of_which_each_always_beats_the_next_is_no_trouble() -> None:
    found = sets_of(event(40, kind="adaptive", total=1200), always_the_first)
    assert found.total() == 1200
    assert max(found.values()) < 200


def test_neighbours_meet_more_often_than_those_far_apart() -> None:
    of = event(8, kind="adaptive", total=600)
    found = sets_of(of, by_strength)
    by_distance: dict[int, list[int]] = {}
    for i, j in combinations(range(8), 2):
        by_distance.setdefault(j - i, []).append(found[of.entrants[i], of.entrants[j]])
    near, far = (np.mean([n for d in distances for n in by_distance[d]]) for distances in ((1, 2), (5, 6, 7)))

    assert near > 3 * far
    assert len(Counter(one for pairing in found for one in pairing)) == 8


def test_sets_of_two_that_split_every_deal_tell_more_and_of_others_as_the_model_says() -> None:
    a, b, c = ids(3)
    split = PlayedMatch(Match((a, b), range(1, 37)), (((Duel(a, b, 1.0),), (Duel(b, a, 1.0),)),) * 36)
    coins = [tuple((Duel(a, c, float(i >> room & 1)),) for room in range(2)) for i in range(36)]
    evidence = _Evidence(ids(3), rooms=2)
    evidence.add(split)
    evidence.add(PlayedMatch(Match((a, c), range(1, 37)), tuple(coins)))
    telling = evidence.picture()._telling

    np.testing.assert_allclose(telling[0, 2], 2 * 0.25, rtol=0.01)
    np.testing.assert_allclose(telling[0, 1], 10 * telling[0, 2], rtol=0.01)
    assert evidence.played == 72


def picture(size: int) -> _Picture:
    rng = np.random.default_rng(1)
    strength = rng.normal(size=size)
    telling = rng.uniform(0.1, 1.0, (size, size))
    sets = rng.integers(0, 9, (size, size)).astype(np.float64)
    return _Picture(strength, telling + telling.T, sets + sets.T)


def test_what_is_expected_is_what_the_inverse_would_say() -> None:
    """The updates by Sherman and Morrison give the same as inverting the matrix."""
    found = picture(6)
    before = np.linalg.inv(found._covariance)
    weights = before @ found._weighted @ before
    difference = np.zeros(6)
    difference[[1, 4]] = 1.0, -1.0
    found.expect((1, 4), 7)
    after = np.linalg.inv(before + 7 * found._telling[1, 4] * np.outer(difference, difference))

    np.testing.assert_allclose(found._covariance, after, atol=1e-12)
    np.testing.assert_allclose(found._weighted, after @ weights @ after, atol=1e-12)


def test_the_pair_that_is_picked_takes_most_off_the_weighted_variances() -> None:
    found = picture(7)
    before = np.linalg.inv(found._covariance)
    weights = before @ found._weighted @ before

    def left(i: int, j: int) -> float:
        difference = np.zeros(7)
        difference[[i, j]] = 1.0, -1.0
        more = BUNCH * found._telling[i, j] * np.outer(difference, difference)
        return float(np.trace(weights @ np.linalg.inv(before + more)))

    assert found.pick(2) == min(combinations(range(7), 2), key=lambda pair: left(*pair))


def test_a_table_is_the_best_pair_and_whoever_adds_most() -> None:
    found = picture(7)
    pair, table = set(found.pick(2)), set(found.pick(4))
    assert pair < table
    assert len(table) == 4


def pairs_in_the_wrong_order(kind: Kind, trial: int) -> int:
    """Return how far from the truth eight bots are rated after 560 sets; the trial's number draws their strengths."""
    of = event(8, sets=20, kind=kind)._replace(seed=str(trial))
    elo = dict(zip(of.entrants, np.random.default_rng(trial).normal(0.0, 150.0, 8), strict=True))

    def places(game: PlannedGame) -> tuple[int, ...]:
        one, other = game.sides
        luck = int.from_bytes(sha256(game.id.encode()).digest()[:6], "big") / 2**48
        return (1, 2) if luck < 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400)) else (2, 1)

    ledger = play_out(of, places)
    scored = [(game.sides[i], game.sides[j], x) for game in ledger.played for i, j, x in ledger.scores[game.id]]
    rated = dict(zip(of.entrants, strengths(of.entrants, scored), strict=True))
    assert len(ledger.played) == 2 * 560
    return sum((rated[a] - rated[b]) * (elo[a] - elo[b]) < 0 for a, b in combinations(of.entrants, 2))


@pytest.mark.thorough
@pytest.mark.slow
def test_it_puts_fewer_pairs_in_the_wrong_order_than_a_round_robin_of_as_many_sets() -> None:
    adaptive, round_robin = (
        sum(pairs_in_the_wrong_order(kind, trial) for trial in range(60)) for kind in ("adaptive", "round-robin")
    )
    assert adaptive < 0.85 * round_robin
