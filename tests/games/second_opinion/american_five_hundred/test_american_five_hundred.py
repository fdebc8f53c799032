"""The second opinion on records of American Five Hundred: the full deals of the sheet, claims, planted errors."""

from __future__ import annotations

import pytest

from tests.games.second_opinion import written
from tests.games.second_opinion.american_five_hundred.checker import check, not_compared
from tests.games.second_opinion.american_five_hundred.presets import preset
from tests.games.second_opinion.spoilt import spoilt
from tests.games.second_opinion.written import filled, hands, joined, stripped, without_the_end


def opening(dealer: int, options: str = "") -> list[str]:
    return [
        f"game G1 american-five-hundred seats=4 sides=0,1,0,1 preset=st-paul first_dealer=P{dealer} {options}".strip(),
        f"note deal 1 dealer={dealer} scores=0,0 finished=0",
    ]


def record(dealt: dict[int, str], decisions: str, tricks: str, end: str, *, dealer: int) -> str:
    """Write a record of one deal."""
    begin = opening(dealer, "max_deals=1")
    return joined(begin, hands(dealt), stripped(decisions), written.tricks(tricks), stripped(end))


X13 = record(
    {
        0: "JK 5S 7H 5H KD 7D KC QC TC 7C",
        1: "AS JS TS 9S 4S QH 6H TD AC JC",
        2: "QS 7S AH KH 9H AD QD 8D 8C 4C",
        3: "KS JH TH 8H 6D 5D 4D 9C 6C 5C",
    },
    """did 1 bid 8S
    did 2 bid pass
    did 3 bid pass
    did 0 bid pass
    note contract 1 8S
    note trump S
    show kitty - 8S 6S 4H JD 9D
    did 1 discard 4H
    did 1 discard 6H
    did 1 discard 9D
    did 1 discard TD
    did 1 discard JD""",
    """1:JS 2:7S 3:KS 0:JK | 0 | 1
    0:KC 1:AC 2:4C 3:5C | 1 | 1
    1:AS 2:QS 3:4D 0:5S | 1 | 1
    1:QH 2:KH 3:8H 0:5H | 2 | 1
    2:QD 3:5D 0:7D 1:4S | 1 | 1
    1:JC 2:8D 3:6D 0:7H | 1 | 1
    1:6S 2:8C 3:6C 0:7C | 1 | 1
    1:TS 2:9H 3:9C 0:TC | 1 | 1
    1:9S 2:AH 3:TH 0:QC | 1 | 1
    1:8S 2:AD 3:JH 0:KD | 1 | 1""",
    """note points 2 8
    note scores 20 240
    over G1 places=2,1 scores=20,240 reason=limit""",
    dealer=0,
)
X14 = record(
    {
        0: "JS 7S TH 8H 5H 9D 6D 5D AC 4C",
        1: "JK 9S 6S QH 6H AD KD 8C 7C 5C",
        2: "TS 5S 4S 7H 4H QD 8D JC 9C 6C",
        3: "KS QS 8S AH JH 9H TD 7D KC TC",
    },
    """did 2 bid nullo
    did 3 bid pass
    did 0 bid granola
    did 1 bid pass
    note contract 0 granola
    note trump NT
    show kitty - AS KH JD 4D QC
    did 0 discard AC
    did 0 discard AS
    did 0 discard KH
    did 0 discard QC
    did 0 discard JS
    show kitty - AC AS KH QC JS
    did 2 discard AC
    did 2 discard AS
    did 2 discard KH
    did 2 discard QD
    did 2 discard QC""",
    """0:4D 1:AD 2:8D 3:7D | 1 | 1
    1:JK=S 2:JS 3:KS 0:7S | 1 | 1
    1:QH 2:7H 3:AH 0:TH | 3 | 1
    3:KC 0:4C 1:5C 2:JC | 3 | 1
    3:QS 0:JD 1:9S 2:TS | 3 | 1
    3:9H 0:8H 1:6H 2:4H | 3 | 1
    3:JH 0:5H 1:KD 2:9C | 3 | 1
    3:TD 0:9D 1:7C 2:6C | 3 | 1
    3:TC 0:6D 1:8C 2:5S | 3 | 1
    3:8S 0:5D 1:6S 2:4S | 3 | 1""",
    """note points 0 10
    note scores 510 0
    over G1 places=1,2 scores=510,0 reason=target""",
    dealer=1,
)
DEALS = {"X13": X13, "X14": X14}


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_the_full_deals_of_the_sheet_are_right(deal: str) -> None:
    assert check(deal) == []
    assert not_compared(deal) == set()


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_every_change_of_a_record_that_makes_it_wrong_is_noticed(deal: str) -> None:
    assert {line for line, changed in spoilt(deal) if not check(changed)} == set()


@pytest.mark.parametrize(
    ("deal", "options"),
    [
        (X13, "target=20 defender_finish=capped"),
        (X13, "target=240"),
        (X13, "max_deals=2"),
        (X14, "granola=off"),
        (X14, "nullo=off granola=off"),
        (X14, "target=520"),
    ],
)
def test_an_option_that_changes_the_result_is_noticed(deal: str, options: str) -> None:
    changed = deal.replace(" max_deals=1", f" max_deals=1 {options}", 1)
    assert check(changed)


def test_a_table_that_must_be_refused_is_noticed() -> None:
    assert check(X13.replace("max_deals=1", "nullo=off granola=on")) == ["options table: granola needs nullo"]
    assert check(X13.replace("sides=0,1,0,1", "sides=0,1,2,3"))


def test_the_draw_for_the_first_dealer_is_compared() -> None:
    shown = "show first-jack - 9S JK 4D AC JD\nnote deal 1"  # AF-6
    drawn = X13.replace("first_dealer=P0", "first_dealer=draw").replace("note deal 1", shown)
    assert check(drawn) == []
    assert "AF-6" in check(drawn.replace("AC JD", "JD"))[0]
    assert "AF-6" in check(drawn.replace("AC JD", "AC"))[0]
    assert "AF-6" in check(drawn.replace("4D AC JD", "JS AC JD"))[0]
    assert "AF-6" in check(drawn.replace(shown, "note deal 1"))[0]


# Beginnings


def begin(dealt: dict[int, str], *lines: str, dealer: int = 3, options: str = "") -> str:
    """Write the beginning of a record; hands that are not given get the rest of the pack, suit by suit."""
    return joined(opening(dealer, options), hands(filled(preset("st-paul").pack, dealt, 4, 10, lines)), lines)


def differences(dealt: dict[int, str], *lines: str, dealer: int = 3, options: str = "") -> list[str]:
    return without_the_end(check(begin(dealt, *lines, dealer=dealer, options=options)))


ENTITLED = {0: "AH TS 9S 6S 5H 4H 8D 7D 9C 4C", 1: "AS 8S 7S 7H 6H TD 9D 8C 7C 6C"}
CLAIM = ("did 0 ace-no-face claim", "note claim 0")
REFUSED = (*CLAIM, "did 2 annul refuse")
AGREED = ("did 1 ace-no-face claim", "note claim 1", "did 3 annul agree", "note annulled")


def test_a_claim_that_the_partner_refuses_is_no_end() -> None:
    silent = (*REFUSED, "did 1 ace-no-face no-claim")  # AF-X5
    assert differences(ENTITLED, *silent, "did 0 bid 6S", "did 1 bid nullo") == []
    assert "AF-13" in differences(ENTITLED, *silent, "did 0 bid nullo")[0]
    assert differences(ENTITLED, *silent, "did 0 bid nullo")[0].count("nullo") == 1
    assert "AF-11" in differences(ENTITLED, *CLAIM, "did 1 ace-no-face no-claim")[0]
    assert "AF-10" in differences(ENTITLED, "did 0 ace-no-face claim", "did 2 annul refuse")[0]
    assert "was due" in differences(ENTITLED, "did 0 ace-no-face no-claim", "note claim 0")[0]
    assert "AF-9" in differences(ENTITLED, "did 0 bid pass")[0]
    assert differences(ENTITLED, "did 0 bid pass", options="ace_no_face=off") == []


def test_an_annulled_deal_is_dealt_again_by_the_same_dealer() -> None:
    one = begin(ENTITLED, *REFUSED, *AGREED)  # AF-R6
    again = [*hands(filled(preset("st-paul").pack, {}, 4, 10, ())), "did 0 bid 6S"]
    assert without_the_end(check(joined([one + "note deal 2 dealer=3 scores=0,0 finished=1"], again))) == []
    assert "AF-7" in check(joined([one + "note deal 2 dealer=0 scores=0,0"], again))[0]
    limited = begin(ENTITLED, *REFUSED, *AGREED, options="max_deals=1")
    assert check(limited + "over G1 places=1,1 scores=0,0 reason=limit\n") == []  # AF-45


def test_an_abandoned_deal_passes_the_deal_on() -> None:
    lines = ("did 0 bid pass", "did 1 bid pass", "did 2 bid pass", "did 3 bid pass", "note thrown-in")
    again = [*hands(filled(preset("st-paul").pack, {}, 4, 10, ())), "did 1 bid 6S"]
    one = begin({}, *lines)
    assert without_the_end(check(joined([one + "note deal 2 dealer=0 scores=0,0"], again))) == []
    assert "AF-7" in check(joined([one + "note deal 2 dealer=3 scores=0,0"], again))[0]


def test_a_special_announcement_is_the_contract() -> None:
    lines = ("did 0 bid 6NO", "did 1 bid pass", "did 2 bid pass", "did 3 bid pass")
    end = ("note contract 0 6NO", "note trump NT", "show kitty - JK AC 4C 5C 6C", "did 0 discard 4C")
    assert differences({0: "JS JH QS QH QD QC KS KH KD KC"}, *lines, *end) == []
    assert "AF-13" in differences({0: "JS JC QS QH QD QC KS KH KD KC"}, *lines, *end)[0]


NULLO = ("did 0 bid nullo", "did 1 bid pass", "did 2 bid pass", "did 3 bid pass", "note contract 0 nullo")
MIDDLE = ("note trump NT", "note sits-out 2", "show kitty - JK AC 4C 5C 6C")
LOW = {0: "4S 5S 6S 7S 4H 5H 6H 4D 5D 6D", 1: "7H 8H 9H TH JH QH KH AH 7D 8D"}
DISCARDS = tuple(f"did 0 discard {card}" for card in ("AC", "6D", "7S", "6S", "6H"))


def test_a_nullo_is_played_alone() -> None:
    taken = (*NULLO, *MIDDLE, *DISCARDS, "did 0 joker-suit none", "did 0 play 4D", "did 1 play 8D", "did 3 play 9D")
    assert differences(LOW, *taken[:-1]) == []  # AF-32
    assert "seat 3 is to answer play" in differences(LOW, *taken[:-1], "did 2 play JS")[0]
    assert "AF-32" in differences(LOW, *(line for line in taken if "sits-out" not in line))[0]


def test_the_middle_is_what_was_not_dealt() -> None:
    assert "AF-26" in differences(LOW, *NULLO, *MIDDLE[:2], "show kitty - JK AC 4C 5C", *DISCARDS)[0]
    exchanged = begin(LOW, *NULLO, *MIDDLE, *DISCARDS).replace("kitty - JK AC 4C", "kitty - JK AC 7C")
    assert "AF-26" in check(exchanged)[0]


@pytest.mark.parametrize(
    ("lines", "clause"),
    [
        (("did 0 joker-suit H", "note joker-suit H", "did 0 play JK", "did 1 play 7H"), ""),  # AF-34
        (("did 0 joker-suit H", "note joker-suit H", "did 0 play JK", "did 0 name-suit H"), "AF-30"),
        (("did 0 joker-suit H", "did 0 play JK"), "AF-34"),
        (("did 0 joker-suit none", "did 0 play JK", "did 0 name-suit S"), ""),  # AF-36
        (("did 0 joker-suit none", "did 0 play JK", "did 1 play 7H"), "AF-36"),
        (("did 0 play JK",), "AF-34"),
    ],
)
def test_the_contractor_s_joker(lines: tuple[str, ...], clause: str) -> None:
    found = differences(LOW, *NULLO, *MIDDLE, *DISCARDS, *lines)
    assert (clause in found[0]) if clause else found == []


def test_only_the_granola_bidder_may_declare_the_joker() -> None:
    granola = ("did 0 bid nullo", "did 1 bid pass", "did 2 bid granola", "did 3 bid pass", "note contract 2 granola")
    own = (
        "note trump NT",
        "show kitty - JK AC 4C 5C 6C",
        *(f"did 2 discard {card}" for card in ["JK", "AC", "4C", "5C", "6C"]),
    )
    passed_on = ("show kitty - JK AC 4C 5C 6C", *DISCARDS)
    lead = differences(LOW, *granola, *own, *passed_on, "did 2 play TS")
    assert lead == []  # AF-R13
    assert "AF-30" in differences(LOW, *granola, *own, *passed_on, "did 0 joker-suit H")[0]
    assert "AF-27" in differences(LOW, *granola, *own, "show kitty - JK AC 4C 5C 7S", *DISCARDS)[0]
