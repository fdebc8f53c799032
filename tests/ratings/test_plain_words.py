"""One line in plain words: true for one entrant, two, many, undefeated, not connected, cyclic, and sorted by points."""

import doctest
import re
from itertools import combinations, count
from types import SimpleNamespace
from typing import Any

import pytest

from arena.ratings import Game, Results, duel, fit, in_words, plain_words
from tests.ratings.tables import random_games
from tests.ratings.test_notes import cycle


def between(first: str, second: str, won: int, of: int, start: int = 0) -> list[Game]:
    """The first wins some deals, evenly spread among all."""
    return [duel(first, second, float((deal + 1) * won // of > deal * won // of), start + deal) for deal in range(of)]


def said(games: list[Game], *, by_points: bool = False) -> str:
    return in_words(fit(Results.of(games)), by_points=by_points)


def test_of_two_the_better_one_is_named_with_its_certainty() -> None:
    ladder = fit(Results.of(between("owl", "jay", 34, 40)))
    assert in_words(ladder) == "owl is better than jay with >99.9 % certainty."
    los = ladder.los(0, 1)
    assert los is not None and los > 0.9995


def test_two_that_are_close_have_a_chance_and_a_number_of_deals() -> None:
    ladder = fit(Results.of(between("owl", "jay", 22, 40)))
    los = ladder.los(0, 1)
    assert los is not None
    found = re.fullmatch(
        r"owl and jay cannot be told apart yet\. The chance that owl is the better one is (\S+) %; "
        r"about (\d+) more deals would probably tell, if that number is fixed before they are played\.",
        in_words(ladder),
    )
    assert found
    assert float(found[1]) == pytest.approx(100.0 * los, abs=0.05)
    # a share of 22 in 40 has a z of 0.63 (1 / sqrt(40) * 2 / sqrt(0.99)); a test of 95 % with power 80 % needs 2.86
    assert int(found[2]) == pytest.approx(40 * ((2.86 / 0.636) ** 2 - 1), rel=0.1)


def test_that_many_deals_do_tell_them_apart() -> None:
    assert said(between("owl", "jay", 440, 800)).startswith("owl is better than jay with 99.")


def test_equal_ones_have_no_number() -> None:
    assert said(between("owl", "jay", 20, 40)).endswith("even 100 times as many deals might not tell them apart.")


def test_one_that_is_clearly_the_best_is_called_so() -> None:
    games = [game for n, other in enumerate(("jay", "emu")) for game in between("owl", other, 70, 80, 80 * n)]
    games += between("jay", "emu", 42, 80, 200)
    text = said(games)
    assert re.fullmatch(
        r"owl is the best of these 3 with 95 % certainty\. owl is better than jay with >99.9 % certainty\. "
        r"jay and emu cannot be told apart yet; about \d+ more deals would probably tell, if that number is fixed "
        r"before they are played\.",
        text,
    )


def test_those_that_may_be_the_best_are_named_and_the_next_is_compared() -> None:
    deal = count()
    games = [
        duel(one, two, float(turn % 10 < (5 if "low" not in (one, two) else 9)), next(deal))
        for turn in range(60)
        for one, two in combinations(("ann", "bob", "cid", "dan", "low"), 2)
    ]
    text = said(games)
    assert "and 1 more cannot be told apart yet: any of them may be the best." in text
    assert text.endswith("All 4 are better than low with 95 % certainty.")
    ranks = fit(Results.of(games)).ranks
    assert [rank and rank.best for rank in ranks] == [1, 1, 1, 1, 5]


def test_copies_are_said_to_be_copies_and_not_to_need_more_deals() -> None:
    games = [duel("a", "b", float(room), deal) for deal in range(9) for room in range(2)]
    assert said(games) == "a and b did the same in all 9 deals that they shared."


def every_pair(won: dict[str, float], deals: int) -> list[Game]:
    """All meet all in two rooms of fresh deals; the stronger one wins both rooms, equals win one each."""
    return [
        duel(one, two, score, f"{one} {two} {deal}")
        for deal in range(deals)
        for one, two in combinations(won, 2)
        for room in range(2)
        for score in (1.0 if won[one] > won[two] else 0.0 if won[one] < won[two] else float(room),)
    ]


def test_an_undefeated_group_is_said_to_be_better_than_the_rest() -> None:
    """As in the quickstart: four sensible bots lose to nobody but each other, and four random bots follow."""
    sensible = {f"sensible-{name}": 1.0 for name in "abcd"}
    games = every_pair(sensible | {f"random-{name}": 0.0 for name in "abcd"}, 10)
    ladder = fit(Results.of(games))
    assert [rank and (rank.best, rank.worst) for rank in ladder.ranks] == [(1, 4)] * 4 + [(5, 8)] * 4
    assert in_words(ladder) == (
        "sensible-a, sensible-b, sensible-c and 1 more did the same in all 60 deals that they shared. "
        "All 4 are better than the other 4 with 95 % certainty."
    )


def test_what_holds_for_the_leader_alone_is_said_of_the_leader_alone() -> None:
    games = [*between("top", "low", 60, 60), *between("mid", "low", 5, 6, 60), *between("low", "far", 30, 40, 100)]
    games += between("far", "low", 2, 40, 200)
    ladder = fit(Results.of(games))
    places = {name: rank for name, rank in zip(ladder.names, ladder.ranks, strict=True) if rank}
    assert places["top"].best == places["mid"].best == 1 < places["low"].best <= places["far"].best
    assert re.search(r" top is better than (low|far|low and far) with 95 % certainty\.$", in_words(ladder))


def test_with_few_deals_an_undefeated_group_is_not_said_to_be_better() -> None:
    assert "better" not in said(every_pair({"a": 1.0, "b": 1.0, "c": 0.0, "d": 0.0}, 3))


def test_one_deal_is_too_few() -> None:
    games = [duel("a", "b", 0.5, 0), duel("a", "b", 1.0, 0)]
    assert said(games) == "a and b cannot be told apart yet. 1 deal is too few to tell."


def test_the_undefeated_get_no_certainty_that_nobody_knows() -> None:
    games = [*between("top", "owl", 30, 30), *between("owl", "jay", 20, 40, 30)]
    text = said(games)
    assert "top is the best of these 3 with 95 % certainty." in text
    assert "top is better" not in text
    few = said([*between("top", "owl", 2, 2), *between("owl", "jay", 20, 40, 30)])
    assert "may be the best" in few
    assert few.endswith("2 deals are too few to tell.")


def test_those_without_games_or_opponents_are_not_compared() -> None:
    assert in_words(fit(Results.of([], names=["a", "b"]))) == "No games have been played yet."
    islands = [*between("owl", "jay", 34, 40), *between("emu", "tit", 20, 20, 40)]
    assert said(islands) == "owl is better than jay with >99.9 % certainty."


def test_of_a_circle_nobody_is_the_best() -> None:
    text = said(cycle(60))
    assert text.startswith("No order holds: ")
    assert "best of" not in text and "certainty" not in text


def with_points(lead: int, games: int = 20) -> list[Game]:
    return [Game(["owl", "jay"], [1, 2], deal, [0, 1], [20 + lead + deal % 3, 20 + deal % 5]) for deal in range(games)]


def test_points_are_compared_by_their_intervals() -> None:
    clear, close = (said(with_points(lead), by_points=True) for lead in (9, 1))
    assert re.match(r"owl is \d+\.\d\d points a game ahead of the others at its table \(95 %: \d", clear)
    assert clear.endswith("Its lead over jay, the next, is more than chance (95 %).")
    assert re.match(r"jay is 0\.05 points .* Points alone do not show that it is better than owl\.$", close)
    assert "too few deals" in said(with_points(9, 1), by_points=True)


def test_what_is_said_holds_in_tables_made_by_chance() -> None:
    """Whoever is called the best, or better, is so in the table too."""
    for seed in range(12):
        ladder = fit(Results.of(random_games(seed, 5, 60 + 60 * (seed % 3), 30)))
        text, names = in_words(ladder), ladder.names
        for name in re.findall(r"(\S+) is the best of", text):
            assert ladder.ranks[names.index(name)] == (1, 1, 1)
        for one, two in re.findall(r"(\S+) is better than (\S+) with", text):
            los = ladder.los(names.index(one), names.index(two))
            certain = los is not None and los >= plain_words.CERTAIN
            assert certain or ladder.beyond_doubt[names.index(one), names.index(two)]
            rank = ladder.ranks[names.index(two)]
            assert rank is not None and rank.best > 1
        for number, several, two in re.findall(r"(Both|All (\d+)) are better than (\S+) with", text):
            may_be_best = [rank for rank in ladder.ranks if rank and rank.best == 1]
            assert len(may_be_best) == (int(several) if several else 2), number
            rank = ladder.ranks[names.index(two)]
            assert rank is not None and rank.best > len(may_be_best)


def test_the_examples_hold() -> None:
    assert doctest.testmod(plain_words)._asdict() == {"failed": 0, "attempted": 3}


@pytest.mark.parametrize(
    ("score", "expected", "told"),
    [
        (0.504, 0.5001, "50.4 % against B, where they predict 50.0 %"),
        (0.9996, 0.9962, "100.0 % against B, where they predict 99.6 %"),
        (0.67, 0.55, "67 % against B, where they predict 55 %"),
    ],
)
def test_a_pair_that_departs_never_seems_to_do_as_predicted(score: float, expected: float, told: str) -> None:
    """With 100,000 games a pair it was "scored 50 % against B, where they predict 50 %"."""
    lack = SimpleNamespace(worst=(0, 1, score, expected))
    ladder: Any = SimpleNamespace(names=("A", "B"), lack_of_fit=lack)
    assert plain_words.misfit_text(ladder) == f"the ratings do not describe every pair: A scored {told}"
