"""The second opinion on records of Five Hundred: the full deals of the sheet, and errors planted in them."""

from __future__ import annotations

import pytest

from tests.games.second_opinion import written
from tests.games.second_opinion.five_hundred.checker import check, not_compared
from tests.games.second_opinion.five_hundred.presets import PRESETS, preset
from tests.games.second_opinion.spoilt import spoilt
from tests.games.second_opinion.written import joined, stripped

pytestmark = pytest.mark.slow


def record(
    name: str, dealt: dict[int, str], decisions: str, tricks: str, *, dealer: int, end: str, options: str = ""
) -> str:
    """Write a record of one deal; `decisions` are lines of the record, `tricks` the tricks of the sheet."""
    sides = preset(name).sides
    words = " ".join(f"{option}={word}" for option, word in PRESETS[name].items())
    begin = [
        f"game G1 five-hundred seats={len(dealt)} preset={name} {words} first_dealer=P{dealer} max_deals=1 {options}",
        f"note deal 1 dealer={dealer} scores={','.join('0' for _ in sides)} finished=0",
    ]
    return joined(
        [begin[0].strip(), begin[1]], written.hands(dealt), stripped(decisions), written.tricks(tricks), stripped(end)
    )


def ended(points: str, scores: str, places: str, *between: str) -> str:
    """Return the last lines of a record of one deal."""
    score_list = scores.replace(" ", ",")
    over = f"over G1 places={places} scores={score_list} reason=limit"
    return "\n".join([f"note points {points}", *between, f"note scores {scores}", over])


def x34(name: str, bid: str, end: str) -> str:
    """Return the full deal of the standard game, and of One Thousand (FH-X34, FH-X35)."""
    return record(
        name,
        {
            0: "TS 8S KH 9H 8H KD KC QC 9C 8C",
            1: "JK KS QS 9S TH AD TD JC TC 7C",
            2: "AS JS 7S QH JH QD JD 9D 8D 7D",
        },
        f"""did 1 bid pass
        did 2 bid {bid}
        did 0 bid pass
        note contract 2 {bid}
        note trump D
        show kitty - AH AC 7H
        did 2 discard 7S
        did 2 discard 7H
        did 2 discard JS""",
        """2:JD 0:KD 1:JK | 1 | 1
        1:KS 2:AS 0:8S | 2 | 1
        2:JH 0:8H 1:TD | 2 | 1
        2:8D 0:8C 1:AD | 1 | 1
        1:QS 2:7D 0:TS | 2 | 1
        2:AC 0:9C 1:7C | 2 | 1
        2:AH 0:9H 1:TH | 2 | 1
        2:QD 0:QC 1:9S | 2 | 1
        2:QH 0:KH 1:TC | 0 | 1
        0:KC 1:JC 2:9D | 2 | 1""",
        dealer=0,
        end=end,
    )


X34 = x34("standard", "7D", ended("1 2 7", "10 20 180", "3,2,1"))
X35 = x34("one-thousand", "7D", ended("1 2 7", "40 57 349", "3,2,1", "note card-points 30 37 169"))
X36 = record(
    "four-player",
    {
        0: "AS 8S AH AD KD JD 9D 6D 5D AC",
        1: "KS TS 7S 6S JH 6H TD JC TC 8C",
        2: "QS 9S 8H 7H 4H QD 4D KC 7C 6C",
        3: "JK JS 5S KH QH 9H 8D 7D 9C 5C",
    },
    """did 0 bid 7NT
    did 1 bid pass
    did 2 bid pass
    did 3 bid pass
    note contract 0 7NT
    note trump NT
    show kitty - TH 5H QC
    did 0 discard 5D
    did 0 discard 5H
    did 0 discard 6D""",
    """0:AH 1:6H 2:4H 3:9H | 0 | 1
    0:AD 1:TD 2:4D 3:7D | 0 | 1
    0:TH 1:JH 2:7H 3:QH | 3 | 1
    3:JK=C 0:QC 1:8C 2:6C | 3 | 1
    3:JS 0:AS 1:6S 2:9S | 0 | 1
    0:AC 1:TC 2:7C 3:5C | 0 | 1
    0:KD 1:7S 2:QD 3:8D | 0 | 1
    0:JD 1:TS 2:8H 3:5S | 0 | 1
    0:9D 1:JC 2:QS 3:9C | 0 | 1
    0:8S 1:KS 2:KC 3:KH | 1 | 1""",
    dealer=3,
    end=ended("7 3", "220 30", "1,2"),
)
X37 = record(
    "four-player",
    {
        0: "QS TS JH 9H 8H QD TD JC 9C 7C",
        1: "JK AS KS 9S AH QH TH 7H 5H 8C",
        2: "JS 8S 7S 5S 8D 7D 6D 5D 4D 5C",
        3: "KH 6H 4H AD 9D AC KC QC TC 6C",
    },
    """did 1 bid 7S
    did 2 bid misere
    did 3 bid pass
    did 0 bid pass
    did 1 bid pass
    note contract 2 misere
    note trump NT
    note sits-out 0
    show kitty - 6S KD JD
    did 2 discard KD
    did 2 discard JS
    did 2 discard JD""",
    """2:4D 3:AD 1:JK | 1 | 1
    1:7H 2:8S 3:KH | 3 | 1
    3:AC 1:8C 2:5C | 3 | 1
    3:KC 1:TH 2:8D | 3 | 1
    3:4H 1:AH 2:7D | 1 | 1
    1:AS 2:7S 3:TC | 1 | 1
    1:KS 2:6S 3:QC | 1 | 1
    1:QH 2:6D 3:6H | 1 | 1
    1:9S 2:5S 3:6C | 1 | 1
    1:5H 2:5D 3:9D | 1 | 1""",
    dealer=0,
    end=ended("0 10", "250 0", "1,2"),
)
OPEN = (
    X37.replace("bid misere", "bid open-misere")
    .replace("contract 2 misere", "contract 2 open-misere")
    .replace("did 1 play 7H", "show exposed 2 8S 7S 6S 5S 8D 7D 6D 5D 5C\ndid 1 play 7H")
    .replace("scores 250 0", "scores 500 0")
    .replace("scores=250,0 reason=limit", "scores=500,0 reason=target")
)
CALLED = record(
    "five-player",
    {
        0: "AH KH QH TH 9H 8H 7H 6H 5H 2D",
        1: "KS QS TS 9S AD KD QD JD 3C 2C",
        2: "8S 7S 6S 5S 4S TD 9D 8D 5C 4C",
        3: "AS JS 4H 3H 7D 6D AC KC 7C 6C",
        4: "3S 2S 2H 5D 4D 3D QC TC 9C 8C",
    },
    """did 0 bid 7H
    did 1 bid pass
    did 2 bid pass
    did 3 bid pass
    did 4 bid pass
    note contract 0 7H
    note trump H
    show kitty - JK JH JC
    did 0 discard 2D
    did 0 discard JC
    did 0 discard 5H
    did 0 call AS""",
    """0:6H 1:JD 2:4S 3:3H 4:2H | 1 | 1
    1:KS 2:5S 3:AS 4:2S 0:7H | 0 | 1
    0:JK 1:2C 2:6S 3:4H 4:3D | 0 | 1
    0:JH 1:3C 2:7S 3:6D 4:4D | 0 | 1
    0:AH 1:9S 2:8S 3:7D 4:5D | 0 | 1
    0:KH 1:TS 2:4C 3:6C 4:8C | 0 | 1
    0:QH 1:QS 2:5C 3:7C 4:9C | 0 | 1
    0:TH 1:QD 2:8D 3:KC 4:TC | 0 | 1
    0:9H 1:KD 2:9D 3:AC 4:QC | 0 | 1
    0:8H 1:AD 2:TD 3:JS 4:3S | 0 | 1""",
    dealer=4,
    end=ended("9 1 0 0 0", "200 10 0 200 0", "1,3,4,1,4"),
).replace("did 3 play AS", "did 3 play AS\nnote partner 3")
DEALS = {"X34": X34, "X35": X35, "X36": X36, "X37": X37, "open misere": OPEN, "called card": CALLED}


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_the_full_deals_of_the_sheet_are_right(deal: str) -> None:
    assert check(deal) == []
    assert not_compared(deal) == set()


@pytest.mark.parametrize(
    "deal",
    [
        x34("standard", "8D", ended("1 2 7", "10 20 -280", "2,1,3")),
        x34("one-thousand", "8D", ended("1 2 7", "40 57 -280", "2,1,3", "note card-points 30 37 169")),
    ],
)
def test_the_same_play_does_not_make_a_higher_contract(deal: str) -> None:
    assert check(deal) == []


def test_a_difference_is_a_sentence_with_deal_decision_and_clause() -> None:
    assert check(X34.replace("note scores 10 20 180", "note scores 10 20 190")) == [
        "deal 1, decision 36: FH-64 to FH-75, FH-82: note scores are 10,20,180, the record says 10,20,190"
    ]
    assert check(X34.replace("did 0 play 8S", "did 0 play 8H")) == [
        "deal 1, decision 12: FH-49 to FH-58: seat 0 is to answer play with one of TS 8S, the record says 8H"
    ]


@pytest.mark.parametrize(
    ("deal", "allowed"),
    [
        (X34, set()),
        (X35, set()),
        (X36, set()),
        (X37, {"did 1 bid 7H"}),  # the seven that makes misere possible may be another one
        (OPEN, {"did 1 bid 7H"}),
        (CALLED, set()),
    ],
    ids=DEALS,
)
def test_every_change_of_a_record_that_makes_it_wrong_is_noticed(deal: str, allowed: set[str]) -> None:
    assert {line for line, changed in spoilt(deal) if not check(changed)} == allowed


def test_two_hands_with_a_card_exchanged_are_noticed() -> None:
    assert check(X34.replace("TS 8S KH", "TS 8S TH").replace("9S TH AD", "9S KH AD"))


@pytest.mark.parametrize(
    ("deal", "old", "new"),
    [
        (X34, "max_deals=1", "max_deals=2"),
        (X34, "preset=standard", "preset=standard joker=off"),
        (X34, "preset=standard", "preset=standard defender_finish=capped target=20"),
        (X35, "card_bonus=on", "card_bonus=off"),
        (X36, "players=4", "players=4 defender_finish=capped target=30"),
        (X36, "players=4", "players=3"),
        (X36, "players=4", "players=4 auction=single nt_joker=free target=220"),
        (X37, "players=4", "players=4 misere=off"),
        (OPEN, "players=4", "players=4 target=600"),
        (OPEN, "players=4", "players=4 open_misere=off"),
        (CALLED, "partner_6_7=called_card", "partner_6_7=chosen_player"),
        (CALLED, "players=5", "players=5 slam_bonus=on target=200"),
    ],
)
def test_an_option_that_changes_the_result_is_noticed(deal: str, old: str, new: str) -> None:
    assert check(deal) == []
    assert check(deal.replace(old, new, 1))


def test_lines_in_another_order_are_noticed() -> None:
    notes = "note contract 2 7D\nnote trump D"
    found = check(X34.replace(notes, "\n".join(reversed(notes.split("\n")))))
    assert found == ["deal 1, decision 3: the record: this stands too early here: note trump D"]


def test_a_table_that_must_be_refused_is_noticed() -> None:
    assert check(X34.replace("max_deals=1", "max_deals=1 nullo=on players=5")) == [
        "options table: nullo is for 2 or 3 players"
    ]


def test_other_games_are_not_looked_at() -> None:
    assert check(X34.replace("five-hundred", "two-hundred")) == ["game line: this is no game of Five Hundred"]


def test_seats_and_sides_of_the_game_line_are_compared() -> None:
    assert check(X36.replace("seats=4", "seats=4 sides=0,1,0,1")) == []
    assert check(X36.replace("seats=4", "seats=4 sides=0,0,1,1"))
    assert check(X34.replace("seats=3", "seats=3 sides=0,1,2")) == []
    assert check(X34.replace("seats=3", "seats=4"))
    assert check(X34.replace("over G1", "over G2"))


def test_the_draw_for_the_first_dealer_is_compared() -> None:
    shows = "show draw 0 AS\nshow draw 1 7H\nshow draw 2 KD\nnote deal 1"  # FH-5
    drawn = X34.replace("first_dealer=P0", "first_dealer=draw").replace("note deal 1", shows)
    assert check(drawn) == []
    assert "FH-5" in check(drawn.replace("draw 1 7H", "draw 1 JK"))[0]
    assert "FH-5" in check(drawn.replace("draw 1 7H", "draw 1 AS"))[0]
    assert "FH-5" in check(drawn.replace("show draw 2 KD\n", ""))[0]
    assert check(X34.replace("note deal 1", shows))


def test_words_that_the_engine_offered_wrongly_are_noticed() -> None:
    asked = [["pass", "6S"]] * 36
    assert "FH-24" in check(X34, asked)[0]
