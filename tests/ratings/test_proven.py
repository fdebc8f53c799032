"""What single pairs prove: the cases that were wrong, and how often equals and circles are told apart."""

import re

import numpy as np
import pytest
from scipy import stats

from arena.ratings import Game, Results, duel, fit, in_words, notes
from arena.ratings.proven import Win, circles, lead_chances
from tests.ratings import simulated


def winner_takes_all(rng: np.random.Generator, chances: list[float], games: int) -> Results:
    """Games that one of all entrants wins; the others share the last place."""
    names = "ABCDEFGH"[: len(chances)]
    won = rng.choice(len(chances), games, p=np.array(chances) / sum(chances))
    return Results.of(Game(names, [1 if i == w else 2 for i in range(len(chances))], g) for g, w in enumerate(won))


def of_pairs(scores: dict[str, float], deals: int) -> Results:
    """Two games of each pair in each deal; the first of a pair wins its share of them."""
    rng = np.random.default_rng(3)
    games = []
    for deal in range(deals):
        for pair, share in scores.items():
            for sides in (pair, pair[::-1]):
                won = float(rng.random() < share) if sides == pair else float(rng.random() >= share)
                games.append(Game([*sides], (1, 2) if won else (2, 1), deal, seats=(0, 1)))
    return Results.of(games)


def test_three_in_a_circle_are_found_although_seats_are_known() -> None:
    """Three pairs, two free strengths, one seat advantage: one pair is left to test."""
    ladder = fit(of_pairs({"AB": 0.9, "BC": 0.9, "CA": 0.9}, 200))
    assert ladder.lack_of_fit.spare == 1
    assert ladder.misfit
    assert in_words(ladder).startswith(
        "No order holds: A beats B, B beats C and C beats A (95 % for all together). Who is better depends"
    )
    [alarm] = [note.text for note in notes(ladder) if note.alarm]
    assert alarm == "no order holds: A beats B, B beats C and C beats A (95 % for all together): look at who beats whom"


def test_winner_takes_all_is_no_circle() -> None:
    """A is better than B, and B than C, in every pair; but ties for the last place are not what ratings predict."""
    found = [winner_takes_all(np.random.default_rng(seed), [0.5, 0.3, 0.1, 0.05, 0.05], 300) for seed in range(5)]
    for ladder in map(fit, found):
        assert ladder.misfit
        assert not ladder.circles
        text = in_words(ladder)
        assert "circle" not in text
        assert re.match(
            r"The ratings do not describe every pair: \w scored \d+ % against \w, where they predict \d+ %\. "
            r"The order is by results against this field\. ",
            text,
        )
        assert "better" in text.partition("this field. ")[2], "it goes on with who is first"


def test_an_order_that_is_not_logistic_is_no_circle() -> None:
    """A wins all games against C, which is more than its score against B and that of B against C make likely."""
    wins = {"AC": 300, "AB": 200, "BC": 200, "BA": 100, "CB": 100, "CA": 1}
    games = [duel(pair[0], pair[1], 1.0, (pair, deal)) for pair, count in wins.items() for deal in range(count)]
    ladder = fit(Results.of(games))
    assert ladder.misfit
    assert not ladder.circles
    text = in_words(ladder)
    assert text.startswith("The ratings do not describe every pair: A scored 100 % against C, where they predict")
    assert "A is the best of these 3" in text


def test_a_proven_win_against_the_order_is_told() -> None:
    """B beats A, but A scores more against the others."""
    ladder = fit(of_pairs({"BA": 0.7, "AC": 0.9, "AD": 0.9, "BC": 0.55, "BD": 0.55, "CD": 0.5}, 100))
    [win] = ladder.against_order
    text = f"B stands below A, but beat it {win.score} (95 %)"
    assert win.games == 200
    assert 130 <= win.points <= 150
    assert in_words(ladder).endswith(f"{text}.")
    assert text in [note.text for note in notes(ladder)]


def test_among_equals_seldom_anything_is_proven() -> None:
    """Holm's bound is for all pairs of a ladder together, so 5 % of ladders may have one wrong win."""
    rng = np.random.default_rng(8)
    wrong = sum(bool(fit(simulated.duplicates(rng, np.zeros(6), 12)).proven_wins) for _ in range(100))
    assert wrong <= 9


@pytest.mark.parametrize(("games", "won"), [(10, 9), (15, 14), (15, 13), (20, 18), (30, 26), (60, 46), (60, 57)])
def test_no_pair_is_surer_than_its_games(games: int, won: int) -> None:
    """Single games follow the binomial distribution. Of 14:1 Student's t says .000014, which is true of .00098."""
    gain = np.where(np.arange(games) < won, 0.5, -0.5)
    none = np.zeros(games, dtype=np.int64)
    mean, [chance] = lead_chances(none, np.arange(games), none, gain, 1)
    assert mean == pytest.approx(won / games - 0.5)
    assert chance == pytest.approx(stats.binomtest(won, games).pvalue, rel=0.65)
    assert chance > 0.95 * stats.binomtest(won, games).pvalue
    assert lead_chances(none, np.arange(games), none, -gain, 1)[1] == chance


def test_among_forty_equals_with_single_games_seldom_anything_is_proven() -> None:
    """Fifteen games of each pair, each with cards of its own: with Student's t, 59 of 100 ladders had a wrong win."""
    rng = np.random.default_rng(5)
    pair, deal, none = np.repeat(np.arange(780), 15), np.tile(np.arange(15), 780), np.zeros(15, dtype=np.int64)
    drawn = [lead_chances(pair, deal, none, rng.choice([-0.5, 0.5], pair.size), 780)[1].min() for _ in range(60)]
    assert np.mean(np.array(drawn) <= 0.05 / 780) < 0.12


@pytest.mark.parametrize(
    ("wins", "found"),
    [
        ([], []),
        ([(0, 1), (1, 2)], []),
        ([(0, 1), (1, 2), (2, 0), (2, 3)], [(0, 1, 2)]),
        ([(0, 1), (1, 2), (2, 3), (3, 0), (1, 3)], [(0, 1, 3)]),
        ([(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 5), (5, 3)], [(0, 1, 2), (3, 4, 5)]),
    ],
)
def test_each_group_has_its_shortest_circle(wins: list[tuple[int, int]], found: list[tuple[int, ...]]) -> None:
    assert circles([Win(*pair, 9.0, 9.0) for pair in wins]) == found


def test_large_pools_without_a_circle_are_searched_at_once() -> None:
    """Every one of 600 beats all after it: the search takes them away one by one, and nothing is left."""
    wins = [Win(i, j, 9.0, 9.0) for i in range(600) for j in range(i + 1, 600)]
    assert circles(wins) == []
    turned = [win for win in wins if (win.winner, win.loser) != (0, 599)]
    assert circles([*turned, Win(599, 0, 9.0, 9.0)]) == [(0, 1, 599)]
