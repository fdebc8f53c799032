import pytest
from hypothesis import given, settings

from arena.ratings import Game, Results, Tally, duel
from arena.ratings.tallies import tallies
from tests.ratings.tables import small_games


def test_both_sides_count_and_deals_only_once() -> None:
    games = [
        duel("owl", "jay", 1.0, "d1"),
        duel("jay", "owl", 0.5, "d1"),
        duel("jay", "owl", 1.0, "d2", fault=True),
        duel("owl", "emu", 0.0, "d1"),
    ]
    owl, jay, emu = tallies(Results.of(games))
    assert owl == Tally(games=4, wins=1, draws=1, losses=2, points=1.5, deals=2, faults=1, fault_losses=1)
    assert jay == Tally(games=3, wins=1, draws=1, losses=1, points=1.5, deals=2, faults=0, fault_losses=0)
    assert emu == Tally(games=1, wins=1, draws=0, losses=0, points=1.0, deals=1, faults=0, fault_losses=0)
    assert (owl.score, owl.fault_share) == (0.375, 0.5)
    assert (emu.fault_share, emu.ms_per_decision) == (None, None)


def test_a_game_of_four_counts_once_for_each() -> None:
    games = [Game("ABCD", (1, 2, 2, 4), 0), Game("ABCD", (3, 1, 1, 1), 1)]
    found = dict(zip("ABCD", tallies(Results.of(games)), strict=True))
    assert [(t.wins, t.draws, t.losses) for t in found.values()] == [(1, 0, 1), (0, 1, 1), (0, 1, 1), (0, 1, 1)]
    shares = {"A": 3 / 3 + 0, "B": 1.5 / 3 + 2 / 3, "C": 1.5 / 3 + 2 / 3, "D": 0 + 2 / 3}
    assert {name: tally.points for name, tally in found.items()} == pytest.approx(shares)


def test_only_the_order_of_places_counts() -> None:
    spread, dense = Results.of([Game("ABC", (3, 7, 7), 0)]), Results.of([Game("ABC", (1, 2, 2), 0)])
    assert tallies(spread) == tallies(dense)


def test_time_is_told_by_decision() -> None:
    games = [
        Game("AB", (1, 2), 0, decisions=(10, 0), ms=(25.0, 0.0)),
        Game("AB", (1, 2), 1, decisions=(10, 0), ms=(15.0, 0.0)),
    ]
    first, second = tallies(Results.of(games))
    assert (first.decisions, first.ms, first.ms_per_decision) == (20, 40.0, 2.0)
    assert (second.decisions, second.ms_per_decision) == (0, None)


def test_who_never_played_has_nothing() -> None:
    assert tallies(Results.of([], names=["owl"])) == (Tally(0, 0, 0, 0, 0.0, 0, 0, 0),)


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games())
def test_scores_share_out_every_game(games: list[Game]) -> None:
    found = tallies(Results.of(games))
    assert sum(tally.points for tally in found) == pytest.approx(sum(len(game.sides) / 2 for game in games))
    assert sum(tally.games for tally in found) == sum(len(game.sides) for game in games)
    assert all(tally.wins + tally.draws + tally.losses == tally.games for tally in found)
    assert sum(tally.wins for tally in found) == sum(min(game.places) < sorted(game.places)[1] for game in games)


def test_faults_are_counted_by_kind() -> None:
    games = [Game(["owl", "jay"], [1, 2], deal, faults={1: kind}) for deal, kind in enumerate(("B", "A", "A"))]
    owl, jay = tallies(Results.of([*games, Game(["owl", "jay"], [2, 1], 9, faults=[0])]))
    assert (owl.faults, owl.kinds) == (1, ())
    assert (jay.faults, jay.kinds) == (3, (("A", 2), ("B", 1)))
