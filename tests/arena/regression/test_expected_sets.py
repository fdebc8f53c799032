"""How long a test is expected to take, held against tests that were played."""

import math
from random import Random
from statistics import fmean

import pytest

from arena.ratings import Verdict
from arena.regression.expected_sets import ExpectedSets, Outlook, expected, outlook_text, seen
from arena.regression.gate import Question, gate_of
from arena.table.outcome import Outcome, Use
from arena.tournament.events import GameEnded, PlayEvent
from tests.arena.head_to_head import NEW, OLD, contest, drawn


def took(question: Question, lead: float, seed: int) -> int:
    """How many sets a test on margins takes if the mean lead is so many standard deviations."""
    rng, test = Random(seed), question.test(2, 100)
    while test.verdict is Verdict.OPEN:
        test.add(rng.gauss(10 * lead, 10))
    return test.pairs


@pytest.mark.parametrize(("share", "which"), [(0.0, "clear"), (1.0, "clear"), (0.5, "between")])
def test_a_test_takes_about_as_long_as_was_expected(share: float, which: str) -> None:
    question = Question("margin-sprt", 0, 100)
    lead = 100 * share / (347.4355855 / 2**0.5)
    mean = fmean(took(question, lead, seed) for seed in range(40))
    assert 0.7 < mean / getattr(expected(question, 2), which) < 1.5


def test_half_the_distance_takes_four_times_as_long_and_deals_that_decide_take_less() -> None:
    far, near = (expected(Question("sprt", 0, elo), 2) for elo in (20, 10))
    assert near.clear / far.clear == pytest.approx(4, rel=0.01)
    assert near.between > near.clear
    assert expected(Question("sprt", 0, 10), 2, 0.17).clear == pytest.approx(
        near.clear * (0.17 * 2**1.5) ** 2, rel=0.01
    )
    assert expected(Question("evalue", 0, 10), 2).clear == pytest.approx(1.5 * near.clear)


def test_what_was_counted_says_how_much_deals_differ() -> None:
    gate, planned = gate_of(contest(30), [NEW, OLD], Question("sprt", 0, 10), "seed")
    assert seen(gate, 2) == expected(gate.question, 2)
    for played in drawn(planned, 0.0):
        gate.take(played)
    assert 0.2 < seen(gate, 2).clear / expected(gate.question, 2).clear < 1.5


def test_sets_of_one_score_do_not_promise_an_early_end() -> None:
    gate, _ = gate_of(contest(30), [NEW, OLD], Question("sprt", 0, 10), "seed")
    gate.test.extend([0.5] * 10)
    assert 0.2 < seen(gate, 2).clear / expected(gate.question, 2).clear < 1


def test_it_is_told_before_play_by_the_first_game_and_once_more_after_some_sets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert outlook_text(ExpectedSets(1234.0, 2345.0), 2000, math.inf) == (
        "expected: about 1,200 sets if one of the hypotheses is true, 2,000 halfway between them; at most 2,000 sets"
    )
    text = outlook_text(ExpectedSets(1234.0, 2345.0), 9999, 5, sets_a_minute=100.0)
    assert text == (
        "at this pace, about 12 minutes if one of the hypotheses is true, about 23 minutes halfway between them; "
        "at most 5 minutes"
    )
    text = outlook_text(ExpectedSets(50.0, 12345.0), 99999, math.inf, sets_a_minute=60.0)
    assert "less than a minute if" in text
    assert text.endswith("about 3.4 hours halfway between them")
    gate, planned = gate_of(contest(30), [NEW, OLD], Question("sprt", 0, 10), "seed")
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    told: list[PlayEvent] = []
    outlook = Outlook(gate, 2, 4, math.inf, told.append)
    for played in drawn(planned, 0.0):
        now[0] += 50.0  # the first game takes 30 s, and the bots 20 s to start: again only for ten sets
        uses = {0: Use(10, 20_000.0), 1: Use(10, 10_000.0)}
        gate.take(played)
        outlook.take(GameEnded(played.game, ("new", "old"), Outcome(played.result, (), uses, "")))
        assert "after" in outlook.state()
    before, first, again = map(str, told)
    assert before.startswith("expected: about ")
    assert first == (
        "by the first game, about 8 minutes if one of the hypotheses is true, about 8 minutes halfway between them"
    )
    assert again.startswith("at this pace, about ")
