"""Fours of a kind and sequences, and the dialogue about them; the rest is in the tests of Jo-Jotte."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from arena.games.kernel import Note, Show
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position
from arena.games.parts.melds import Kind, declare, every_answer, fours, runs
from tests.games.situations import asked, legal, say

ORDER = "AKQJT987"
KINDS = (
    Kind("fours", "four", ORDER, 1, "four", partial(fours, orders={"S": "J9ATKQ87", "NT": ORDER}, points=100)),
    Kind("sequences", "seq", range(3, 9), 3, "sequence", partial(runs, order=ORDER, points=range(0, 90, 10))),
)
FOURS, SEQUENCES = KINDS


def dialogue(first: str, last: str, trump: str = "NT", *, ask: bool = True) -> Position[Any]:
    """Seat 0 with the hand `first` and seat 1 with the hand `last` declare."""
    return Position(Options(), partial(declare, KINDS, 1, [first.split(), last.split()], trump, ask=ask))


@pytest.mark.rule("JJ-13", "JJ-14", "JJ-15")
def test_the_highest_meld_comes_first() -> None:
    hand = ["JS", "JH", "JD", "JC", "AS", "AH", "AD", "AC", "KS", "QS"]
    assert [meld.told for meld in FOURS.find(hand, "S")] == [("J",), ("A",)]
    assert [meld.told for meld in FOURS.find(hand, "NT")] == [("A",), ("J",)]
    (run,) = SEQUENCES.find(hand, "S")
    assert (run.cards, run.points, run.told) == (("AS", "KS", "QS", "JS"), 40, (4, "A", "trump"))
    longer, plain = (SEQUENCES.find(cards, "NT")[0] for cards in (["TH", "9H", "8H", "7H", "JH"], hand))
    assert longer.height > run.height > plain.height


@pytest.mark.rule("JJ-16", "JJ-17", "JJ-19", "JJ-20", "JJ-21")
def test_every_answer_is_listed() -> None:
    answers = every_answer(KINDS)
    assert answers["fours"] == ("none", *(f"four-{rank}" for rank in ORDER), "good", "no-good")
    assert answers["sequences"] == ("none", *(f"seq-{size}" for size in range(3, 9)), "good", "no-good", "how-high")
    assert answers["show"] == ("waive", "show")


@pytest.mark.rule("JJ-20", "JJ-21", "JJ-22")
def test_no_more_is_told_than_it_takes() -> None:
    longer = say(dialogue("TH 9H 8H", "KD QD JD TD"), "none none seq-3 no-good")
    assert longer.log[-2:] == [Note("sequence", (1, 4)), Note("meld", (1, "sequences", 40))]
    higher = say(dialogue("TH 9H 8H", "KD QD JD"), "none none seq-3 how-high no-good")
    assert Note("sequence", (0, 3, "T")) in higher.log and Note("sequence", (1, 3, "K")) in higher.log
    trumps = say(dialogue("TH 9H 8H", "TS 9S 8S", "S"), "none none seq-3 how-high no-good")
    assert Note("sequence", (1, 3, "T", "trump")) in trumps.log and asked(trumps) == (0, "show")
    assert say(trumps, "show").log[-1] == Show((0, 1), "meld", 1, ("TS", "9S", "8S"))
    assert trumps.result == (0, 30)
    equal = say(dialogue("TH 9H 8H", "TS 9S 8S"), "none none seq-3 how-high")
    assert legal(equal) == "good" and say(equal, "good waive").result == (30, 0)


@pytest.mark.rule("JJ-22")
def test_without_questions_the_best_answers_are_announced() -> None:
    told = dialogue("AS AH AD AC TH 9H 8H", "KS KH KD KC QD JD TD", ask=False)
    assert told.result == (100, 40) and told.ask is None and not told.answers
    said = [event.values for event in told.log if isinstance(event, Note) and event.kind in {"fours", "sequences"}]
    assert said == [(0, "four-A"), (1, "good"), (0, "seq-3"), (1, "no-good")]
