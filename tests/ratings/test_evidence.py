"""What games say about strength where bots failed."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import Game, Results, Status, duel, fit, notes, rows
from arena.ratings.crosstable import crosstable
from arena.ratings.matches import pairs_between
from arena.ratings.tallies import draw_rate
from tests.ratings.tables import random_orders, small_games


def cut(sides: Sequence[str], failed: Sequence[str], deal: object, decisions: int = 1) -> Game:
    """A game that faults of some sides cut short, as the arena stores it; those who failed made so many decisions."""
    places = [1 + (len(sides) - len(failed) if side in failed and len(failed) < len(sides) else 0) for side in sides]
    faults = {number: "CRASH" for number, side in enumerate(sides) if side in failed}
    return Game(sides, places, deal, faults=faults, decisions=[decisions if s in failed else 9 for s in sides])


def played(first: str, second: str, score: float, deal: object) -> Game:
    return duel(first, second, score, deal)._replace(decisions=(9, 9))


EVEN = [played("A", "B", float(deal % 2), ("even", deal)) for deal in range(10)]


def statuses(games: Sequence[Game]) -> dict[str, Status]:
    ladder = fit(Results.of(games))
    return {name: rating.status for name, rating in zip(ladder.names, ladder.ratings, strict=True)}


def test_of_seven_sides_only_the_one_that_failed_is_told_from_the_others() -> None:
    """Six innocents used to get draws with one another."""
    results = Results.of([cut("ABCDEFX", "X", deal) for deal in range(4)])
    table = crosstable(results, results.evidence)
    assert [(results.names[i], results.names[j]) for i, j in zip(table.first, table.second, strict=True)] == [
        (name, "X") for name in "ABCDEF"
    ]
    assert table.points.tolist() == table.games.tolist() == [4.0] * 6
    ladder = fit(results)
    assert [(t.games, t.wins, t.draws, t.losses, t.cut_short, t.score) for t in ladder.tallies] == [
        *[(0, 0, 0, 0, 4, None)] * 6,
        (4, 0, 0, 4, 0, 0.0),
    ]
    assert draw_rate(results) is None
    told = "4 games of more than two sides cut short by a fault: lost by who failed, no result for the others"
    assert told in [note.text for note in notes(ladder)]


def test_games_that_another_cut_short_leave_the_ratings_of_the_others_alone() -> None:
    ordered = random_orders(4, 4, 60, 20, sides=(3, 4), ties=0.0)
    names, games = ordered.names, [[ordered.entrant[row] for row in line] for rows in ordered.orders for line in rows]
    full = [Game([names[i] for i in order], range(1, 1 + len(order)), deal) for deal, order in enumerate(games)]
    more = [*full, *(cut([*names, "X"], "X", ("cut", deal)) for deal in range(30))]
    plain, spoilt = fit(Results.of(full, names)), fit(Results.of(more, [*names, "X"]))
    assert spoilt.ratings[4].status is Status.WINLESS
    assert spoilt.core.elo == pytest.approx(plain.core.elo, abs=1e-6)
    assert spoilt.covariance == pytest.approx(plain.covariance, abs=1e-6)


def test_failing_both_ways_is_no_draw() -> None:
    both = [cut("AB", "AB", ("both", deal)) for deal in range(50)]
    plain, more = fit(Results.of(EVEN)), fit(Results.of(EVEN + both))
    assert more.ratings == plain.ratings
    assert more.covariance == pytest.approx(plain.covariance)
    assert [(tally.draws, tally.losses, tally.points) for tally in more.tallies] == [(0, 55, 5.0)] * 2
    assert len(pairs_between(more.results, "A", "B")) == 10
    assert draw_rate(more.results) == 0.0


def test_two_that_fail_in_one_game_of_four_are_not_compared() -> None:
    results = Results.of([cut("ABXY", "XY", 0)])
    table = crosstable(results, results.evidence)
    pairs = {results.names[i] + results.names[j] for i, j in zip(table.first, table.second, strict=True)}
    assert pairs == {"AX", "AY", "BX", "BY"}


def test_the_only_side_without_a_fault_has_won() -> None:
    ladder = fit(Results.of([cut("AXY", "XY", 0)]))
    assert [(tally.wins, tally.losses, tally.score) for tally in ladder.tallies] == [(1, 0, 1), (0, 1, 0), (0, 1, 0)]


def test_bots_that_never_answered_are_neither_rated_nor_do_they_rate_others() -> None:
    """Three of them used to draw with each other, to be the largest group, and to leave all others unrated."""
    mutes = [cut(pair, pair, (pair, deal), 0) for pair in combinations(("N1", "N2", "N3"), 2) for deal in range(3)]
    lost = [cut((side, "N1"), ["N1"], (side, deal), 0) for side in "ABP" for deal in range(3)]
    weak = [played("A", "P", 1.0, ("weak", deal)) for deal in range(6)]
    found = fit(Results.of([*mutes, *lost, *weak, *EVEN]))
    assert [found.ratings[found.names.index(name)].status for name in ("N1", "N2", "N3")] == [Status.NEVER_ANSWERED] * 3
    clean = fit(Results.of([*weak, *EVEN], names=found.names))
    playing = [found.names.index(name) for name in "ABP"]
    assert [found.ratings[i] for i in playing] == [clean.ratings[i] for i in playing]
    assert [found.names[i] for i in found.order][3:] == ["N1", "N2", "N3"]
    remarks = {row.name: (row.cells[3], row.note) for row in rows(found)}
    assert remarks["N1"] == ("never answered", "15 games, all CRASH")
    assert "never answered, so neither they nor games against them are rated: N1, N2, N3" in [
        note.text for note in notes(found) if note.alarm
    ]


def test_without_faults_a_bot_that_never_answered_does_not_take_all_deals_with_it() -> None:
    games = [played(a, b, float(deal % 3 > 0), deal) for deal in range(9) for a, b in ("AB", "BC")]
    mutes = [cut(side + "N", "N", deal, 0) for side in "ABC" for deal in range(9)]
    crash = [cut("AC", "A", 8)]
    results = Results.of([*games, *mutes, *crash])
    assert sum(len(rows) for rows in results.without_faults().orders) == 16
    assert fit(results, exclude_faults=True).core.deals == 8


def test_one_that_also_saw_others_fail_first_has_still_not_answered() -> None:
    games = [cut("AN", "N", deal, 0) for deal in range(2)]
    games += [Game("AN", (2, 1), 9, faults={0: "TIMEOUT"}, decisions=(3, 0)), *EVEN]
    assert statuses(games)["N"] is Status.NEVER_ANSWERED
    ladder = fit(Results.of(games))
    assert rows(ladder)[-1].note == "CRASH in 2 of 3 games"
    assert ladder.tallies[0].losses == 6, "by the rules it has lost that game"


def test_one_answer_makes_every_early_crash_a_loss() -> None:
    """A bot that can play must not escape by failing before its first answer."""
    early = [cut("AC", "C", ("early", deal), 0) for deal in range(6)]
    assert statuses([*EVEN, *early])["C"] is Status.NEVER_ANSWERED
    once = played("A", "C", 1.0, "once")
    found = fit(Results.of([*EVEN, *early, once]))
    lost = fit(Results.of([*EVEN, *(played("A", "C", 1.0, ("early", deal)) for deal in range(6)), once]))
    assert found.ratings == lost.ratings
    assert found.ratings[2].status is Status.WINLESS


def test_without_the_number_of_decisions_nobody_is_said_not_to_have_answered() -> None:
    games = [cut("AC", "C", deal)._replace(decisions=None) for deal in range(3)]
    even = [duel("A", "B", float(deal % 2), ("even", deal)) for deal in range(10)]
    assert statuses([*even, *games])["C"] is Status.WINLESS


def test_where_the_house_plays_for_a_bot_that_never_answers_the_others_keep_their_order() -> None:
    games = [
        Game("ABN", (1, 2, 3) if deal % 2 else (2, 1, 3), deal, None, (9, 7, 5), {2: "CRASH"}, (9, 9, 0))
        for deal in range(6)
    ]
    ladder = fit(Results.of(games))
    assert [rating.status for rating in ladder.ratings] == [Status.RATED, Status.RATED, Status.NEVER_ANSWERED]
    assert ladder.crosstable.games.tolist() == [6.0]
    assert [tally.games for tally in ladder.tallies] == [6, 6, 6]


@pytest.mark.parametrize("seed", range(3))
def test_a_bot_never_gains_by_failing(seed: int) -> None:
    """Whatever place a bot has in a game: if it fails instead, its rating is no higher, with the others fixed."""
    results = random_orders(seed, 5, 40, 40, sides=(2, 3, 4), ties=0.2)
    elo = {f"bot{i}": 150.0 * i - 300.0 for i in range(1, 5)}
    games = []
    for lines in results.orders:
        for line in lines:
            names = [results.names[i] for i in results.entrant[line]]
            games.append(Game(names, results.place[line].tolist(), int(results.deal[line[0]])))
    before = fit(Results.of(games, results.names), elo).ratings[0].elo
    assert before is not None
    for number, game in enumerate(games):
        if "bot0" in game.sides and number % 3 == seed:
            failed = cut(game.sides, ["bot0"], game.deal)._replace(decisions=None)
            after = fit(Results.of([*games[:number], failed, *games[number + 1 :]], results.names), elo).ratings[0].elo
            assert after is not None
            assert after <= before + 1e-6


def test_a_bot_that_is_behind_does_not_save_its_points_by_failing() -> None:
    """A random bot that crashed in 20 of 36 games led by 134 points a game, where others like it were 300 behind."""
    score = [(30, -10), (20, 5), (-4, 12)]
    games = [
        Game("AB", (1 + (a < b), 1 + (a > b)), deal, None, (a, b), decisions=(9, 9))
        for deal, (a, b) in enumerate(score)
    ]
    failed = [cut("AB", "B", ("cut", deal)) for deal in range(2)]
    mute = [cut("AN", "N", ("mute", deal), 0) for deal in range(2)]
    a, b, n = fit(Results.of([*games, *failed, *mute])).points
    assert a is not None
    assert b is not None
    assert a.mean == pytest.approx((40 + 15 - 16) / 3)
    assert b.mean == pytest.approx((-40 - 15 + 16 - 40 - 40) / 5)
    assert (a.games, b.games, b.deals) == (3, 5, 5)
    assert n is None
    assert fit(Results.of([cut("AB", "B", 0)._replace(points=(None, None))])).points == (None, None)


@pytest.mark.slow
@settings(max_examples=20)
@given(small_games(), st.data())
def test_whoever_fails_the_ladder_is_finite_and_does_not_depend_on_the_order_of_rows(
    games: list[Game], data: st.DataObject
) -> None:
    faulty = [
        cut(game.sides, failed, game.deal, data.draw(st.integers(0, 1))) if failed else game
        for game in games
        for failed in [data.draw(st.lists(st.sampled_from(game.sides), unique=True, max_size=3))]
    ]
    whole = [game if game.decisions else game._replace(decisions=[5] * len(game.sides)) for game in faulty]
    ladder, turned = fit(Results.of(whole)), fit(Results.of(whole[::-1]))
    theirs = {row.name: row for row in rows(turned)}
    for row in rows(ladder):
        other = theirs[row.name]
        assert (row.status, row.note, row.games) == (other.status, other.note, other.games)
        ours = [row.elo, row.low, row.high]
        assert ours == pytest.approx([other.elo, other.low, other.high], abs=1e-5)
        assert np.isfinite([number for number in ours if number is not None]).all()
        assert row.wins + row.draws + row.losses == row.games
