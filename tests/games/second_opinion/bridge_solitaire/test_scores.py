"""The scores of Bridge Solitaire by its second opinion: the worked examples of the sheet, then the other figures."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.games.second_opinion.bridge_solitaire.oracle import scored
from tests.games.second_opinion.bridge_solitaire.scoring import HOUSE, PLAYER, Contract, Entry, Rubber, entry_of
from tests.games.second_opinion.oracle import Step, notes
from tests.games.second_opinion.written_tellings import told

FIVE_HONORS = "AC KC QC JC TC 8C JK1"
"""The clubs of the first hand, with its joker."""
THREE_HONORS = "AH QH TH 3H 2H JK1"
"""The hearts of the second hand, with its joker."""


@pytest.mark.parametrize(
    ("declarer", "contract", "jokers", "tricks", "vulnerable", "entry"),
    [
        pytest.param(PLAYER, "4S", 0, 11, False, Entry(120, (30, 0)), id="18a"),
        pytest.param(PLAYER, "3NT", 0, 9, False, Entry(100, (0, 0)), id="18b"),
        pytest.param(PLAYER, "2H", 2, 9, True, Entry(240, (500, 0)), id="18c"),
        pytest.param(PLAYER, "6D", 1, 12, False, Entry(240, (550, 0)), id="18d"),
        pytest.param(HOUSE, "2C", 1, 5, True, Entry(0, (800, 0)), id="18e"),
        pytest.param(PLAYER, "1NT", 2, 6, False, Entry(0, (0, 200)), id="18f"),
        pytest.param(PLAYER, "1H", 1, 5, False, Entry(0, (0, 300)), id="6"),
        pytest.param(PLAYER, "1C", 0, 4, False, Entry(0, (0, 150)), id="30: undoubled"),
        pytest.param(PLAYER, "1C", 0, 4, True, Entry(0, (0, 300)), id="30: undoubled, vulnerable"),
        pytest.param(PLAYER, "1C", 1, 4, False, Entry(0, (0, 500)), id="30: three down"),
        pytest.param(PLAYER, "1C", 1, 3, False, Entry(0, (0, 800)), id="30: four down"),
        pytest.param(PLAYER, "1C", 1, 2, False, Entry(0, (0, 1100)), id="30: five down"),
        pytest.param(PLAYER, "1C", 1, 3, True, Entry(0, (0, 1100)), id="30: four down, vulnerable"),
        pytest.param(PLAYER, "1C", 2, 3, True, Entry(0, (0, 2200)), id="30: redoubled, vulnerable"),
        pytest.param(HOUSE, "1NT", 0, 8, True, Entry(40, (0, 30)), id="28: no trump"),
        pytest.param(HOUSE, "1C", 1, 9, False, Entry(40, (0, 250)), id="28: doubled"),
        pytest.param(HOUSE, "1C", 1, 9, True, Entry(40, (0, 450)), id="28: doubled, vulnerable"),
        pytest.param(HOUSE, "6C", 2, 13, False, Entry(480, (0, 800)), id="31: redoubled"),
        pytest.param(PLAYER, "6S", 0, 13, True, Entry(180, (780, 0)), id="31: vulnerable"),
        pytest.param(PLAYER, "7NT", 0, 13, True, Entry(220, (1500, 0)), id="31: seven, vulnerable"),
        pytest.param(PLAYER, "7NT", 2, 13, False, Entry(880, (1100, 0)), id="31: seven, redoubled"),
    ],
)
def test_the_score_of_a_hand(
    declarer: int, contract: str, jokers: int, tricks: int, vulnerable: bool, entry: Entry
) -> None:
    bid = Contract(declarer, int(contract[0]), contract[1:], jokers)
    assert entry_of(bid, tricks, [], vulnerable=vulnerable) == entry


@pytest.mark.parametrize(
    ("declarer", "contract", "hand", "tricks", "entry"),
    [
        pytest.param(PLAYER, "1C", FIVE_HONORS, 7, Entry(20, (150, 0)), id="4: five honors, undoubled"),
        pytest.param(PLAYER, "1H", THREE_HONORS, 7, Entry(30, (0, 0)), id="6: three honors"),
        pytest.param(PLAYER, "1C", "AC KC QC JC 9C", 6, Entry(0, (100, 50)), id="32: not made"),
        pytest.param(HOUSE, "1NT", "AC AD AS AH", 7, Entry(40, (150, 0)), id="R9: the player defends"),
        pytest.param(PLAYER, "1NT", "AC AD AS KS", 7, Entry(40, (0, 0)), id="three aces"),
        pytest.param(PLAYER, "1S", "AC AD AS AH", 7, Entry(30, (0, 0)), id="aces in a suit contract"),
    ],
)
def test_honors(declarer: int, contract: str, hand: str, tricks: int, entry: Entry) -> None:
    bid = Contract(declarer, int(contract[0]), contract[1:], 0)
    assert entry_of(bid, tricks, hand.split(), vulnerable=False) == entry


def test_4_the_score_of_the_first_example() -> None:
    entry = entry_of(Contract(PLAYER, 1, "C", 1), 7, FIVE_HONORS.split(), vulnerable=False)
    assert entry == Entry(40, (200, 0))
    rubber = Rubber()
    rubber.enter(PLAYER, entry)
    assert (rubber.totals, rubber.part, rubber.games) == ([240, 0], [40, 0], [0, 0])


def rubber_of(*entries: tuple[int, int]) -> Rubber:
    """Return a rubber after these points below the line."""
    rubber = Rubber()
    for declarer, below in entries:
        rubber.enter(declarer, Entry(below, (0, 0)))
    return rubber


@pytest.mark.parametrize(
    ("entries", "over", "bonuses"),
    [
        pytest.param([(PLAYER, 100), (HOUSE, 100), (PLAYER, 100)], True, (500, 0), id="19"),
        pytest.param([(PLAYER, 100), (PLAYER, 100)], True, (700, 0), id="19: two straight"),
        pytest.param([(HOUSE, 100), (PLAYER, 40), (HOUSE, 120)], True, (0, 700), id="34: the house"),
        pytest.param([(PLAYER, 100), (HOUSE, 60)], False, (300, 100), id="20"),
        pytest.param([(PLAYER, 60), (HOUSE, 60)], False, (0, 0), id="36: both have a part score"),
        pytest.param([(PLAYER, 60)], False, (100, 0), id="36: a part score"),
        pytest.param([(PLAYER, 60), (HOUSE, 100)], False, (0, 300), id="R11: a game clears the part score"),
        pytest.param([(PLAYER, 60), (HOUSE, 40), (PLAYER, 40)], False, (300, 0), id="33: a game in two steps"),
        pytest.param([(PLAYER, 100), (HOUSE, 100)], False, (0, 0), id="36: both have a game"),
    ],
)
def test_the_end_of_a_rubber(entries: Sequence[tuple[int, int]], over: bool, bonuses: tuple[int, int]) -> None:
    rubber = rubber_of(*entries)
    assert (rubber.over, rubber.bonuses()) == (over, bonuses)


def score_told(rubber: Rubber, contract: Contract, tricks: int, hand: str = "", *, last: bool = False) -> list[Step]:
    """Return what is told of the score of a hand."""
    steps, _ = told(scored(hand.split(), contract, tricks, rubber, last=last), "")
    return steps


def test_4_what_is_told_of_the_score() -> None:
    assert score_told(Rubber(), Contract(PLAYER, 1, "C", 1), 7, FIVE_HONORS) == [
        notes("honors", 150),
        notes("below", 40, 0),
        notes("above", 200, 0),
        notes("scores", 240, 0),
    ]


def test_6_what_is_told_of_the_score() -> None:
    assert score_told(Rubber(), Contract(PLAYER, 1, "H", 1), 5, THREE_HONORS) == [
        notes("below", 0, 0),
        notes("above", 0, 300),
        notes("scores", 0, 300),
    ]


def test_18_the_house_is_down() -> None:
    rubber = rubber_of((HOUSE, 100))
    assert score_told(rubber, Contract(HOUSE, 2, "C", 1), 8) == [
        notes("below", 0, 0),
        notes("above", 800, 0),
        notes("scores", 800, 100),
    ]


def test_19_the_rubber_is_told() -> None:
    rubber = rubber_of((HOUSE, 100), (PLAYER, 100))
    assert score_told(rubber, Contract(HOUSE, 4, "S", 0), 3) == [
        notes("below", 0, 120),
        notes("above", 0, 0),
        notes("game", "house"),
        notes("rubber", 0, 500),
        notes("scores", 100, 720),
    ]


def test_20_a_rubber_broken_off_is_told() -> None:
    rubber = rubber_of((PLAYER, 100))
    assert score_told(rubber, Contract(HOUSE, 3, "C", 0), 4, last=True) == [
        notes("below", 0, 60),
        notes("above", 0, 0),
        notes("rubber", 300, 100),
        notes("scores", 400, 160),
    ]
