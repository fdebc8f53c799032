from itertools import count

import numpy as np
import pytest

from arena.ratings import Game, Ladder, Note, Results, duel, fit, notes
from tests.ratings.tables import random_games


def texts(ladder: Ladder) -> list[str]:
    return [note.text for note in notes(ladder)]


def cycle(times: int) -> list[Game]:
    """Rock beats scissors beat paper beats rock."""
    deal = count()
    wins = [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")]
    return [duel(*pair, float(turn % 10 != 0), next(deal)) for turn in range(times) for pair in wins]


def test_the_remarks_of_a_plain_ladder() -> None:
    games = [duel("owl", "jay", score, deal) for deal, score in enumerate((1, 0, 0.5, 1, 1, 0, 1, 1))]
    assert texts(fit(Results.of(games))) == [
        "8 games of 8 deals",
        "draws 12.5 %",
        "0 is the mean of the rated entrants",
        "intervals of 95 %, errors clustered by deal",
        "each game is worth 1.02 independent games",  # .6875 * .3125 to the sample variance, 47 / 224
        "seats unknown",
        "games with a fault 0",
    ]


def test_anchors_are_named_with_their_numbers() -> None:
    results = Results.of(random_games(1, 4, 200, 100))
    assert "0 is bot1" in texts(fit(results, "bot1"))
    assert "anchors: bot1 at +1500, bot2 at -20" in texts(fit(results, {"bot1": 1500, "bot2": -20}))


def test_a_cycle_is_an_alarm() -> None:
    found = notes(fit(Results.of(cycle(60))))
    [alarm] = [note for note in found if note.alarm]
    assert alarm.text == (
        "no order holds: rock beats scissors, scissors beats paper and paper beats rock (95 % for all together):"
        " look at who beats whom"
    )


def test_an_order_that_explains_the_results_is_no_alarm() -> None:
    found = notes(fit(Results.of(random_games(2, 6, 400, 200))))
    assert not any(note.alarm for note in found)
    assert any(note.text.startswith("lack of fit p 0.") for note in found)


def test_those_who_are_not_connected_are_named() -> None:
    islands = [duel(a, b, float(deal % 2), deal) for deal in range(8) for a, b in (("owl", "jay"), ("emu", "tit"))]
    islands += [duel("owl", "jay", 0.5, deal) for deal in range(8)]
    found = notes(fit(Results.of(islands, names=["owl", "jay", "emu", "tit", "fox"])))
    assert Note("not connected: emu, tit", alarm=True) in found
    assert Note("no games: fox") in found


def test_whoever_played_alone_is_no_alarm() -> None:
    ladder = fit(Results.of([Game(["owl"], [1], deal, points=[100 + deal]) for deal in range(8)], names=["owl", "fox"]))
    assert [str(rating.status) for rating in ladder.ratings] == ["alone", "no games"]
    assert not [note for note in notes(ladder) if note.alarm or "owl" in note.text]


def seats(games: list[Game]) -> list[str]:
    return [text for text in texts(fit(Results.of(games))) if text.startswith("seats")]


def test_an_advantage_of_seats_has_its_error() -> None:
    games = [Game(["owl", "jay"], [1 + (deal % 3 == 0), 1 + (deal % 3 > 0)], deal, [0, 1]) for deal in range(60)]
    games += [Game(["jay", "owl"], [1 + (deal % 4 == 0), 1 + (deal % 4 > 0)], 60 + deal, [0, 1]) for deal in range(60)]
    assert seats(games) == ["seats balanced (over seat 1: seat 0 +156 ± 70 Elo)"]
    assert seats(games[:90]) == ["seats not balanced (over seat 1: seat 0 +148 ± 86 Elo)"]


def test_seats_that_cannot_be_told_say_why() -> None:
    same = [Game(["owl", "jay"], [1 + (deal % 3 == 0), 1 + (deal % 3 > 0)], deal, [0, 1]) for deal in range(9)]
    assert seats(same) == [
        "seats not balanced (what a seat is worth cannot be told from the strength of those who took it)"
    ]
    first = [Game(pair, [1, 2], deal, [0, 1]) for deal in range(8) for pair in (("owl", "jay"), ("jay", "owl"))]
    assert seats(first) == ["seats balanced (too few games to tell what a seat is worth)"]
    assert seats([game._replace(seats=None) for game in first]) == ["seats unknown"]


def test_many_seats_are_one_remark() -> None:
    rng = np.random.default_rng(3)
    names = [f"bot{i}" for i in range(9)]
    games = [Game(names, (1 + rng.permutation(9)).tolist(), k, rng.permutation(9).tolist()) for k in range(30)]
    games += [Game(names[:2], [1 + k % 2, 2 - k % 2], k, [0, 1]) for k in range(30, 40)]
    two, nine = seats(games)
    assert two.startswith("seats of 2 not balanced (over seat 1: seat 0 ")
    assert nine.startswith("seats of 9 not balanced (best and worst over seat 8: seat ")
    assert nine.count("±") == 2


def test_too_few_deals_for_the_test_of_fit_say_so() -> None:
    assert "7 deals are too few to tell whether the ratings describe every pair" in texts(
        fit(Results.of([Game(pair, (1, 2), deal) for deal in range(7) for pair in ("AB", "BC", "CA")]))
    )
    assert not any("too few" in text for text in texts(fit(Results.of(cycle(3)))))


def test_faults_are_counted_and_flagged_where_they_decide() -> None:
    fair = [duel("owl", "jay", float(deal % 2), deal) for deal in range(200)]
    lost = [duel("owl", "jay", 1.0, 200 + deal, fault=True) for deal in range(100)]
    found = notes(fit(Results.of(fair + lost)))
    assert Note("games with a fault 100") in found
    assert Note("faults shift the rating beyond its interval: owl, jay", alarm=True) in found


@pytest.mark.parametrize(("names", "text"), [(7, "no games: a, b, c, d, e, f and 1 more"), (2, "no games: a, b")])
def test_long_lists_are_cut(names: int, text: str) -> None:
    games = [duel("owl", "jay", float(deal % 2), deal) for deal in range(8)]
    assert text in texts(fit(Results.of(games, names=["owl", "jay", *"abcdefg"[:names]])))
