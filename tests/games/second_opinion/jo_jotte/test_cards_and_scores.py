"""The worked examples of Jo-Jotte's sheet against its second opinion: cards, melds, duties, scores."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.games.second_opinion.jo_jotte.melds import (
    IN_PLAIN_SUITS,
    IN_TRUMPS,
    NATURAL,
    PACK,
    PLAIN,
    TRUMP,
    Run,
    beats,
    card_points,
    four_beats,
    fours_of,
    replies,
    runs_of,
)
from tests.games.second_opinion.jo_jotte.scoring import Entry, Rubber, entry

rule = pytest.mark.rule


def cards(words: str) -> list[str]:
    return words.split()


def runs(hand: str, trump: str | None = None) -> list[tuple[str, int]]:
    return [(" ".join(reversed(run.cards)), run.points) for run in runs_of(hand.split(), trump)]


@rule("JJ-1", "JJ-2", "JJ-3")
def test_the_cards() -> None:
    assert len(PACK) == len(set(PACK)) == 32
    assert PLAIN[::-1] == "ATKQJ987"
    assert TRUMP[::-1] == "J9ATKQ87"
    assert NATURAL[::-1] == "AKQJT987"


# Melds


@rule("JJ-13")
@pytest.mark.parametrize(
    ("better", "worse", "trump", "right"),
    [
        pytest.param("9", "A", "S", True, id="3: nines beat aces"),
        pytest.param("A", "9", None, True, id="3: not at no trump"),
        pytest.param("J", "9", "H", True, id="jacks are highest"),
        pytest.param("7", "8", "H", False, id="sevens are lowest"),
        pytest.param("T", "K", None, True, id="tens beat kings"),
        pytest.param("Q", "K", "C", False, id="kings beat queens"),
    ],
)
def test_fours(better: str, worse: str, trump: str | None, right: bool) -> None:
    assert four_beats(better, worse, trump) is right
    assert four_beats(worse, better, trump) is not right


@rule("JJ-13", "JJ-X4")
def test_4_two_fours() -> None:
    hand = cards("QS QH QD QC 8S 8H 8D 8C 7S")
    assert fours_of(hand, "S") == fours_of(hand, None) == ["Q", "8"]
    assert fours_of(hand[1:], None) == ["8"]
    assert fours_of(cards("9S 9H 9D 9C AS AH AD AC"), "S") == ["9", "A"]
    assert fours_of(cards("9S 9H 9D 9C AS AH AD AC"), None) == ["A", "9"]


@rule("JJ-14", "JJ-R13", "JJ-X7", "JJ-X8")
@pytest.mark.parametrize(
    ("hand", "found"),
    [
        pytest.param("AD KD QD JD", [("AD KD QD JD", 40)], id="7: natural order"),
        pytest.param("JD 9D AD TD", [("JD TD 9D", 20)], id="7: no run of four, the jack is below the queen"),
        pytest.param("JD TD 9D 8D 7D AC KC QC", [("JD TD 9D 8D 7D", 50), ("AC KC QC", 20)], id="8: two runs"),
        pytest.param("AC KC QC JD TD 9D 8D 7D", [("JD TD 9D 8D 7D", 50), ("AC KC QC", 20)], id="8: in any order"),
        pytest.param("QS JS TS 9S 8S 7S", [("QS JS TS 9S 8S 7S", 50)], id="8: six in a row"),
        pytest.param("AS KS QS JS TS 9S 8S 7S", [("AS KS QS JS TS 9S 8S 7S", 50)], id="eight in a row"),
        pytest.param("AS KS QS TS 9S 8S", [("AS KS QS", 20), ("TS 9S 8S", 20)], id="two of one suit"),
        pytest.param("JC TC 9C KD QD", [("JC TC 9C", 20)], id="5: two are no run"),
        pytest.param("KH QS JS TS QH JH", [("KH QH JH", 20), ("QS JS TS", 20)], id="the higher first"),
    ],
)
def test_runs(hand: str, found: list[tuple[str, int]]) -> None:
    assert runs(hand) == found


@rule("JJ-15", "JJ-R2", "JJ-X5", "JJ-X6")
@pytest.mark.parametrize(
    ("run", "other", "trump", "right"),
    [
        pytest.param("KD QD JD TD", "JC TC 9C", None, True, id="5: longer"),
        pytest.param("JC TC 9C 8C", "AD KD QD", "D", True, id="longer, against a trump"),
        pytest.param("QS JS TS 9S 8S 7S", "AH KH QH JH TH", "H", True, id="six beat five"),
        pytest.param("KH QH JH", "KS QS JS", "H", True, id="6: trump"),
        pytest.param("KD QD JD", "KS QS JS", "H", False, id="6: equal"),
        pytest.param("KS QS JS", "KD QD JD", "H", False, id="6: equal, the other way"),
        pytest.param("AS KS QS", "KH QH JH", "H", True, id="a higher card, against a trump"),
        pytest.param("JS TS 9S", "TH 9H 8H", "H", True, id="a jack is above a ten"),
    ],
)
def test_which_run_is_better(run: str, other: str, trump: str | None, right: bool) -> None:
    [mine], [yours] = runs_of(run.split(), trump), runs_of(other.split(), trump)
    assert mine.beats(yours) is right


def test_the_best_run_in_trump_comes_first() -> None:
    hand = cards("AS KS QS AC KC QC")
    assert runs_of(hand, "C")[0] == Run(3, 7, in_trump=True, suit="C")
    assert runs_of(hand, "S")[0] == Run(3, 7, in_trump=True, suit="S")
    assert runs_of(hand, None)[0].top == "A"


# Play


@rule("JJ-28", "JJ-29", "JJ-X10", "JJ-X11")
@pytest.mark.parametrize(
    ("led", "hand", "trump", "words"),
    [
        pytest.param("TH", "KH JH 7C", "H", "JH", id="10: must beat"),
        pytest.param("9H", "AH QH 7C", "H", "AH QH", id="10: cannot beat"),
        pytest.param("AS", "8H 7C 9D", "H", "8H", id="11: must trump"),
        pytest.param("AS", "8H 7C 9D", None, "8H 7C 9D", id="11: no trump"),
        pytest.param("8S", "AS 7S JH", "H", "AS 7S", id="no duty to beat a plain card"),
        pytest.param("TH", "7C 9D", "H", "7C 9D", id="neither"),
        pytest.param("TH", "KH JH 7C", None, "KH JH", id="no duty to beat at no trump"),
    ],
)
def test_what_may_be_played(led: str, hand: str, trump: str | None, words: str) -> None:
    assert replies(hand.split(), led, trump) == set(words.split())


@rule("JJ-30")
@pytest.mark.parametrize(
    ("led", "reply", "trump", "right"),
    [
        ("AS", "7H", "H", True),
        ("7H", "AS", "H", False),
        ("AS", "7H", None, False),
        ("KS", "TS", "H", True),
        ("JS", "TS", None, True),
        ("9S", "JS", "H", True),
        ("AH", "9H", "H", True),
        ("9H", "JH", "H", True),
        ("TH", "KH", "H", False),
        ("7S", "AD", "H", False),
    ],
)
def test_who_takes_the_trick(led: str, reply: str, trump: str | None, right: bool) -> None:
    assert beats(reply, led, trump) is right


@rule("JJ-32", "JJ-X13", "JJ-R1")
def test_13_card_points() -> None:
    assert card_points(cards("JH 9H AH TH KH QH 8H 7H"), "H") == 65
    assert card_points(cards("AS KS QS JS TS 9S 8S 7S"), "H") == 30
    assert sum(IN_TRUMPS.values()) == 65
    assert sum(IN_PLAIN_SUITS.values()) == 30
    assert card_points(PACK, "S") == 155
    assert card_points(PACK, None) == 120


# Scores


@rule("JJ-33", "JJ-34", "JJ-35", "JJ-39", "JJ-X14", "JJ-X15", "JJ-X19")
@pytest.mark.parametrize(
    ("factor", "scores", "tricks", "entered"),
    [
        pytest.param(1, (65, 30), (5, 4), Entry((65, 0), (0, 0), 0, 0), id="14: declarer"),
        pytest.param(2, (65, 30), (5, 4), Entry((130, 0), (0, 0), 0, 0), id="14: doubled"),
        pytest.param(4, (65, 30), (5, 4), Entry((260, 0), (0, 0), 0, 0), id="14: redoubled"),
        pytest.param(1, (40, 55), (5, 4), Entry((0, 95), (0, 0), 0, 1), id="15: defender"),
        pytest.param(2, (40, 55), (5, 4), Entry((0, 190), (0, 0), 0, 1), id="15: doubled"),
        pytest.param(4, (40, 55), (5, 4), Entry((0, 380), (0, 0), 0, 1), id="15: redoubled"),
        pytest.param(2, (50, 50), (5, 4), Entry((0, 0), (0, 0), 100, None), id="16: tie"),
        pytest.param(1, (95, 0), (9, 0), Entry((95, 0), (100, 0), 0, 0), id="19: unbid slam"),
        pytest.param(4, (0, 95), (0, 9), Entry((0, 380), (0, 100), 0, 1), id="19: of the defender"),
    ],
)
def test_an_ordinary_hand(factor: int, scores: Sequence[int], tricks: Sequence[int], entered: Entry) -> None:
    assert entry(0, "meld", factor, scores, tricks) == entered
    turned = Entry(entered.below[::-1], entered.above[::-1], entered.set_aside, mirrored(entered.winner))
    assert entry(1, "meld", factor, scores[::-1], tricks[::-1]) == turned


def mirrored(seat: int | None) -> int | None:
    return None if seat is None else 1 - seat


@rule("JJ-26", "JJ-37", "JJ-R11", "JJ-X17")
@pytest.mark.parametrize(("taken", "above"), [(0, (0, 200)), (1, (200, 0)), (4, (500, 0)), (9, (1000, 0))], ids=str)
def test_17_nullo(taken: int, above: tuple[int, int]) -> None:
    assert entry(0, "nullo", 4, (20, 30), (9 - taken, taken)) == Entry((0, 0), above, 0, None)


@rule("JJ-38", "JJ-R9", "JJ-X18")
def test_18_slam() -> None:
    assert entry(0, "slam", 2, (95, 0), (9, 0)) == Entry((0, 0), (500, 0), 0, 0)
    assert entry(0, "slam", 2, (70, 25), (8, 1)) == Entry((0, 0), (0, 95), 0, 1)


@rule("JJ-36", "JJ-R10", "JJ-X16")
def test_16_what_ties_leave() -> None:
    sheet = Rubber()
    sheet.add(entry(0, "meld", 2, (50, 50), (5, 4)))
    sheet.add(entry(0, "nullo", 1, (60, 0), (9, 0)))
    assert (sheet.below, sheet.totals, sheet.aside) == ((0, 0), (0, 200), 100)
    sheet.add(entry(1, "meld", 1, (45, 45), (5, 4)))
    assert sheet.aside == 190
    sheet.add(entry(0, "meld", 1, (70, 30), (5, 4)))
    assert (sheet.below, sheet.totals, sheet.aside) == ((70, 0), (260, 200), 0)


@rule("JJ-40", "JJ-41", "JJ-X20")
def test_20_game_and_rubber() -> None:
    sheet = Rubber(below=(45, 60), totals=(45, 60))
    sheet.add(Entry((50, 0), (0, 0), 0, 0))
    assert (sheet.games, sheet.below) == ((1, 0), (0, 0))
    sheet.add(Entry((20, 0), (0, 0), 0, 0), (140, 90))
    assert (sheet.games, sheet.over) == ((1, 0), False)
    sheet.add(Entry((0, 120), (0, 0), 0, 1))
    assert (sheet.games, sheet.totals, sheet.over) == ((1, 1), (255, 270), True)
    sheet.give_bonus()
    assert sheet.totals == (255, 570)


@rule("JJ-41", "JJ-42")
@pytest.mark.parametrize(("totals", "final"), [((255, 255), (255, 255)), ((256, 255), (556, 255)), ((0, 5), (0, 305))])
def test_the_bonus(totals: tuple[int, int], final: tuple[int, int]) -> None:
    sheet = Rubber(totals=totals)
    sheet.give_bonus()
    assert sheet.totals == final


@rule("JJ-40", "JJ-X21")
@pytest.mark.parametrize(("points", "games", "below"), [(49, (0, 0), (79, 79)), (50, (1, 0), (0, 0))])
def test_21_exactly_eighty(points: int, games: tuple[int, int], below: tuple[int, int]) -> None:
    sheet = Rubber(below=(30, 79), totals=(30, 79))
    sheet.add(Entry((points, 0), (0, 300), 0, 0))
    assert (sheet.games, sheet.below, sheet.totals) == (games, below, (30 + points, 379))


def test_a_rubber_of_one_game() -> None:
    sheet = Rubber(target=20, length=1)
    sheet.add(Entry((0, 20), (0, 0), 0, 1))
    assert sheet.over
