"""Ladders of several games: the ratings are those at these games, so what one game favors is no noise."""

import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arena.ratings import Game, Pairs, Results, compare, duel, fit, notes, pairs_between, read_csv, write_csv
from arena.ratings.arrays import Floats
from arena.ratings.scale import elo_of
from tests.ratings import simulated

GAMES = 6


def pool(rng: np.random.Generator) -> Floats:
    """The strengths of five entrants at each game; what a game favors adds up to 0 over the games."""
    own = rng.normal(0.0, 0.8, (GAMES, 5))
    return np.asarray(np.linspace(-0.3, 0.3, 5) + own - own.mean(axis=0))


def truth(taste: Floats) -> Floats:
    """The differences of ratings that endless play at these games would give, in Elo."""
    many = [simulated.several_games(np.random.default_rng(seed), taste, 120) for seed in range(3)]
    elo = np.mean([fit(results).core.elo for results in many], axis=0)
    return np.asarray(elo[:, None] - elo[None, :])


@pytest.mark.slow
@pytest.mark.parametrize("deals", [6, 20])
def test_intervals_hold_and_are_not_too_wide(deals: int) -> None:
    rng = np.random.default_rng(deals)
    held, widths, mixed, spreads = [], [], [], []
    above = np.triu_indices(5, 1)
    for _ in range(5):
        taste = pool(rng)
        right, drawn = truth(taste), []
        for _ in range(30):
            results = simulated.several_games(rng, taste, deals)
            found = fit(results).core.contrasts
            held.append(np.abs(found.difference - right)[above] <= found.margin[above])
            widths.append(found.error[above].mean())
            mixed.append(fit(replace(results, contest=None, contests=())).core.contrasts.error[above].mean())
            drawn.append(found.difference[above])
        spreads.append(np.std(drawn, axis=0).mean())
    assert 0.925 < np.mean(held) < 0.975
    assert np.mean(widths) == pytest.approx(np.mean(spreads), rel=0.12)
    assert np.mean(mixed) > 1.25 * np.mean(widths), "without the games the intervals are far too wide"


@pytest.mark.slow
def test_pools_in_which_one_order_holds_at_every_game_seldom_raise_an_alarm() -> None:
    rng = np.random.default_rng(3)
    found = [fit(simulated.several_games(rng, np.zeros((GAMES, 5)), 10)) for _ in range(40)]
    assert np.mean([ladder.lack_of_fit.p is not None and ladder.lack_of_fit.p < 0.05 for ladder in found]) <= 0.1
    assert not any(ladder.circles for ladder in found)


def test_a_circle_over_all_games_is_found() -> None:
    """Each of three beats the next one in all games together."""
    games = []
    for deal in range(60):
        contest = f"game{deal % 3}"
        for pair in ("AB", "BC", "CA"):
            wins = 2 if (deal // 3) % 4 else 1
            games += [
                Game([*pair], (1, 2) if room < wins else (2, 1), (contest, deal), contest=contest) for room in range(2)
            ]
    assert fit(Results.of(games)).circles == [(0, 1, 2)]


def test_of_one_game_nothing_changes() -> None:
    results = simulated.duplicates(np.random.default_rng(1), np.linspace(-0.5, 0.5, 5), 20)
    one = replace(results, contest=np.zeros(len(results), dtype=np.int64), contests=("kaiser:standard",))
    assert fit(one).ratings == fit(results).ratings
    assert fit(one).lack_of_fit == fit(results).lack_of_fit
    assert fit(one).proven_wins == fit(results).proven_wins


def test_a_contest_of_a_single_deal_has_an_error_too() -> None:
    results = simulated.several_games(np.random.default_rng(2), np.zeros((3, 4)), 6)
    contest = np.where(results.deal == 0, 1, 0)
    found = fit(replace(results, contest=contest, contests=("many", "one"))).core
    assert found.clusters.contests == 1
    assert np.isfinite(found.contrasts.error).all()


def test_points_of_one_game_with_different_options_are_those_at_these_games() -> None:
    rng = np.random.default_rng(4)
    games = [
        Game("AB", (1, 2), (contest, deal), points=(lead + noise, 0.0), contest=contest)
        for contest, lead in (("long", 20.0), ("short", 2.0))
        for deal, noise in enumerate(rng.normal(0.0, 1.0, 30).tolist())
    ]
    found = fit(Results.of(games)).points[0]
    assert found is not None
    assert found.low is not None
    assert found.mean - found.low < 1.0
    mixed = fit(Results.of(game._replace(contest=None) for game in games)).points[0]
    assert mixed is not None
    assert mixed.low is not None
    assert mixed.mean - mixed.low > 2.0


def test_the_ladder_says_that_it_is_about_these_games() -> None:
    results = simulated.several_games(np.random.default_rng(2), np.zeros((3, 4)), 10)
    assert "intervals of 95 % at these 3 games, errors clustered by deal" in [note.text for note in notes(fit(results))]


def test_the_contest_is_kept_in_a_file() -> None:
    results = simulated.several_games(np.random.default_rng(2), np.zeros((2, 3)), 3)
    file = io.StringIO()
    write_csv(results, file)
    file.seek(0)
    again = read_csv(file)
    assert again.contests == ("game0", "game1")
    assert fit(again).ratings == fit(results).ratings


@pytest.mark.parametrize(
    ("contest", "text"),
    [([0, 0, 1, 0], "a game belongs to one contest"), ([0, 0, 2, 2], "no contest has this number")],
)
def test_impossible_contests_are_refused(contest: Any, text: str) -> None:
    results = Results.of([Game("AB", (1, 2), 0), Game("AB", (1, 2), 1)])
    with pytest.raises(ValueError, match=text):
        replace(results, contest=contest, contests=("a", "b"))


def test_two_bots_are_compared_at_these_games() -> None:
    """What sets the games apart is no noise: the interval of the lead holds what it promises, and is not wider."""
    random = np.random.default_rng(7)
    contest = np.repeat([0, 1], 20)
    share = np.array([0.85, 0.25])[contest]
    true = elo_of(0.55)
    held, width = 0, {True: 0.0, False: 0.0}
    for _ in range(400):
        scores = (random.random((40, 2)) < share[:, None]).astype(float)
        for known in (True, False):
            found = compare(Pairs(scores, contest=contest if known else None))
            assert found.elo.low is not None
            assert found.elo.high is not None
            width[known] += found.elo.high - found.elo.low
            held += known and found.elo.low <= float(true or 0.0) <= found.elo.high
    assert 0.92 <= held / 400 <= 0.98
    assert width[True] < 0.75 * width[False]


def test_one_game_and_single_deals_of_each_game_are_as_before() -> None:
    scores = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]])
    plain = compare(Pairs(scores))
    assert compare(Pairs(scores, contest=np.zeros(4, dtype=int))) == plain
    assert compare(Pairs(scores, contest=np.arange(4))) == plain


def test_the_deals_of_two_bots_know_their_games() -> None:
    games = [
        duel("A", "B", score, f"{contest}{number}")._replace(contest=contest)
        for contest, scores in (("x", (1, 1, 0)), ("y", (0, 0, 1)))
        for number, score in enumerate(scores)
    ]
    pairs = pairs_between(Results.of(games), "A", "B")
    assert pairs.contest is not None
    assert pairs.contest.tolist() == [0, 0, 0, 1, 1, 1]
    back = pairs.swapped().contest
    assert back is not None
    assert back.tolist() == pairs.contest.tolist()


def test_deals_that_have_the_same_number_in_two_games_are_two_deals() -> None:
    """Most files number the deals of each game from 1. Taken for one, deals of the longer game were incomplete."""

    def played(deal_of: Callable[[str, int], object]) -> Results:
        games = []
        for contest, deals, share in (("kaiser", 20, 4), ("truc", 8, 2)):
            for deal in range(deals):
                won = (1, 2) if deal % 5 < share else (2, 1)
                games += [Game("AB", won, deal_of(contest, deal), contest=contest)]
                games += [Game("AB", (1, 2), deal_of(contest, deal), contest=contest)]
        return Results.of(games)

    same, own = played(lambda _, deal: deal), played(lambda contest, deal: (contest, deal))
    assert compare(pairs_between(same, "A", "B")) == compare(pairs_between(own, "A", "B"))
    assert compare(pairs_between(same, "A", "B")).deals == 28
    assert fit(same).ratings == fit(own).ratings


def test_solitaires_may_number_their_deals_alike() -> None:
    """They were refused, because somebody seemed to play a deal twice."""
    rows = ((1, "A", 5), (1, "B", 3), (2, "A", 1), (2, "B", 1))
    text = "game,deal,entrant,place,points,contest\n" + "".join(
        f"{contest}{deal}{name},{deal},{name},1,{points},{contest}\n" for contest in "XY" for deal, name, points in rows
    )
    results = read_csv(io.StringIO(text))
    assert len(set(results.deal.tolist())) == 4
    assert results.place.tolist() == [1, 2, 1, 1] * 2


def test_a_game_in_two_contests_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="line 3: a game belongs to one contest"):
        read_csv(io.StringIO("game,deal,entrant,place,contest\n1,1,A,1,X\n1,1,B,2,Y\n"))
