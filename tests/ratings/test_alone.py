"""Games of one side: all that played a deal alone are a table, placed by points."""

from __future__ import annotations

import io

import numpy as np
import pytest

from arena.ratings import Game, Results, fit, in_words, notes, read_csv, rows, write_csv
from arena.ratings.matches import pairs_between
from arena.ratings.points import margins
from tests.ratings.simulated import equals


def alone(name: str, deal: int, points: float | None, fault: str = "") -> Game:
    return Game([name], [1], deal, seats=[0], points=[points], faults={0: fault} if fault else (), decisions=[9])


def test_who_has_more_points_is_placed_higher() -> None:
    found = Results.of([alone("owl", 1, 50), alone("jay", 1, 70), alone("emu", 1, 50), alone("owl", 2, -5)])
    assert found.place.tolist() == [2, 1, 2, 1]
    assert [found.entrant[rows].tolist() for rows in found.orders] == [[[1, 0, 2]]]
    assert found.seat is not None
    assert found.seat.tolist() == [-1] * 4


def test_a_fault_is_last_and_says_nothing_about_the_others() -> None:
    found = Results.of([alone("owl", 1, -90), alone("jay", 1, None, "CRASH"), alone("emu", 1, -80)])
    pairs = sorted(found.entrant[rows].tolist() for lines in found.evidence for rows in lines)
    assert pairs == [[0, 1], [2, 0], [2, 1]]


def test_two_that_failed_are_not_compared() -> None:
    games = [alone("owl", 1, 3), alone("jay", 1, None, "CRASH"), alone("emu", 1, 99, "TIMEOUT")]
    found = Results.of(games)
    pairs = sorted(found.entrant[rows].tolist() for lines in found.evidence for rows in lines)
    assert pairs == [[0, 1], [0, 2]]
    tallies = fit(found).tallies
    assert [(tally.wins, tally.draws, tally.losses) for tally in tallies] == [(1, 0, 0), (0, 0, 1), (0, 0, 1)]


def test_where_all_failed_all_lose_and_nobody_is_compared() -> None:
    found = Results.of([alone("owl", 1, None, "CRASH"), alone("jay", 1, None, "CRASH"), alone("owl", 2, 1)])
    assert not found.evidence
    assert [tally.losses for tally in fit(found).tallies] == [1, 1]


def test_more_bots_than_may_tie_in_one_game_may_tie_here() -> None:
    names = [f"b{number}" for number in range(30)]
    found = fit(Results.of(alone(name, deal, 100.0) for deal in range(12) for name in names))
    assert {rating.elo for rating in found.ratings} == {0.0}


def test_points_are_those_of_the_game_itself() -> None:
    found = Results.of([alone("owl", 1, 50), alone("jay", 1, 70), alone("owl", 2, -5), alone("jay", 3, None, "CRASH")])
    assert margins(found).tolist() == [50, 70, -5, -5]


def test_a_single_bot_has_points_and_no_rating() -> None:
    ladder = fit(Results.of(alone("owl", deal, 10.0 * deal) for deal in range(9)))
    [row] = rows(ladder)
    assert (row.elo, row.games, row.wins, row.losses, row.score, row.points) == (None, 9, 0, 0, None, 40.0)
    assert in_words(ladder, by_points=True) == "owl scores 40.00 points a game (95 %: 18.95 to 61.05)."


def test_ratings_follow_the_scores() -> None:
    random = np.random.default_rng(1)
    strength = {"owl": 60.0, "jay": 0.0, "emu": -60.0}
    games = []
    for deal in range(80):
        luck = random.normal(0.0, 400.0)
        games += [alone(name, deal, luck + lead + random.normal(0.0, 50.0)) for name, lead in strength.items()]
    ladder = fit(Results.of(games))
    assert [ladder.names[entrant] for entrant in ladder.order] == ["owl", "jay", "emu"]
    los = ladder.los(0, 1)
    assert los is not None
    assert los > 0.99
    found = pairs_between(ladder.results, "owl", "jay")
    assert found.deal_margins is not None
    assert abs(found.deal_margins.mean() - 60.0) < 20.0


def test_a_table_is_written_and_read_again() -> None:
    found = Results.of([alone("owl", 1, 50), alone("jay", 1, 70, "TIMEOUT"), alone("emu", 2, 3)])
    text = io.StringIO()
    write_csv(found, text)
    again = read_csv(io.StringIO(text.getvalue()))
    assert again.place.tolist() == found.place.tolist() == [1, 2, 1]
    assert len(again.orders) == 1


def test_nobody_plays_a_deal_alone_twice() -> None:
    with pytest.raises(ValueError, match="an entrant played this deal alone twice"):
        Results.of([alone("owl", 1, 50), alone("owl", 1, 70)])


def test_games_are_counted_and_a_single_bot_is_no_cause_for_alarm() -> None:
    both = fit(Results.of(alone(name, deal, 1.0) for deal in range(3) for name in ("owl", "jay")))
    assert (both.results.games, notes(both)[0].text) == (6, "6 games of 3 deals")
    single = fit(Results.of(alone("owl", deal, 1.0) for deal in range(3)))
    assert not any(note.alarm for note in notes(single))


@pytest.mark.slow
@pytest.mark.parametrize("deals", [4, 10])
def test_ranges_of_ranks_hold_among_many_equals_in_few_deals(deals: int) -> None:
    random, size, ladders, wrong = np.random.default_rng(deals), 12, 60, 0
    for _ in range(ladders):
        found = equals(random, size, deals)
        wrong += any(rank.best > 1 or rank.worst < size for rank in fit(found).ranks if rank is not None)
    assert wrong <= 0.05 * ladders + 2.0 * np.sqrt(0.05 * 0.95 * ladders)
