"""Beginnings of records of Two Hundred: what the second opinion makes of the contractor's choices and of stacks."""

from __future__ import annotations

import pytest

from tests.games.second_opinion.cards import in_order
from tests.games.second_opinion.two_hundred.checker import check
from tests.games.second_opinion.two_hundred.presets import preset
from tests.games.second_opinion.written import filled, hands, joined, without_the_end


def differences(begun: str) -> list[str]:
    return without_the_end(check(begun))


def begin(name: str, options: str, dealt: dict[int, str], *lines: str, dealer: int = 0, sides: int = 2) -> str:
    """Write the beginning of a record; hands that are not given get the rest of the pack, suit by suit."""
    sheet = preset(name)
    shown = hands(filled(sheet.pack, dealt, sheet.hands, sheet.hand_size, lines))
    words = " ".join(f"{option}={word}" for option, word in vars(sheet).items() if option in {"format", "kitty"})
    opening = [
        f"game G1 two-hundred seats={sheet.hands} {words} {options}".strip(),
        f"note deal 1 dealer={dealer} scores={','.join('0' * sides)}",
    ]
    return joined(opening, shown, lines)


EAST, KITTY = "AS 7S JH 6H 5H AD JD 9D 7D", "show kitty - 7C 6S JS 9S"
OTHERS = {
    0: "TS 5S TH 9H 8D 6D 5D JC 9C",
    2: "KS KH 8H KD QD AC TC 8C 6C",
    3: "QS 8S AH QH 7H TD KC QC 5C",
}
BID = ("did 1 bid 100", "note contract 1 100", KITTY)
DISCARD = ("did 1 discard 7D", "did 1 discard 9D", "did 1 discard 7C", "did 1 discard 6H")
WITH_A_FIVE = (*DISCARD[:3], "did 1 discard 5H")
NAME_D = ("did 1 trump D", "note trump D")
LEAD_D = ("did 1 trump lead", "did 1 play AD", "note trump D")


def kitty_deal(options: str, *lines: str) -> str:
    return begin("kitty", options, OTHERS | {1: EAST}, *BID, *lines)


@pytest.mark.parametrize(
    ("option", "lines", "right"),
    [
        ("on", (*DISCARD, *NAME_D, "show discard 1 9D 7D", "did 1 play AD"), True),  # TH-X37
        ("on", (*DISCARD, *NAME_D, "did 1 play AD"), False),
        ("on", (*DISCARD, *NAME_D, "show discard 1 9D", "did 1 play AD"), False),
        ("on", (*DISCARD, *NAME_D, "did 1 play AD", "show discard 1 9D 7D"), False),
        ("on", (*DISCARD, *LEAD_D, "show discard 1 9D 7D", "did 2 play QD"), True),
        ("on", (*DISCARD, *LEAD_D, "did 2 play QD"), False),
        ("off", (*DISCARD, *NAME_D, "did 1 play AD"), True),
        ("off", (*DISCARD, *NAME_D, "show discard 1 9D 7D", "did 1 play AD"), False),
    ],
)
def test_discarded_trumps_are_shown_where_the_option_says(option: str, lines: tuple[str, ...], right: bool) -> None:
    assert (differences(kitty_deal(f"discard_trumps_shown={option}", *lines)) == []) is right


@pytest.mark.parametrize(
    ("lines", "right"),
    [
        ((*DISCARD, "note discard-points no", *NAME_D), True),  # TH-X38
        ((*DISCARD, "note discard-points yes", *NAME_D), False),
        ((*WITH_A_FIVE, "note discard-points yes", *NAME_D), True),
        ((*WITH_A_FIVE, "note discard-points no", *NAME_D), False),
        ((*WITH_A_FIVE, *NAME_D), False),
    ],
)
def test_points_in_the_discard_are_announced(lines: tuple[str, ...], right: bool) -> None:
    assert (differences(kitty_deal("discard_points_announced=on", *lines)) == []) is right


@pytest.mark.parametrize(
    ("options", "lines", "right"),
    [
        ("", ("did 1 trump lead", "did 1 play AD", "note trump D"), True),  # TH-X34
        ("", ("did 1 trump NT", "note trump NT", "did 1 play AD"), False),
        ("trump_naming=first_lead", ("did 1 play AD", "note trump D"), True),
        ("trump_naming=first_lead", ("did 1 trump D", "note trump D"), False),
        ("trump_naming=first_lead no_trump=plain", ("did 1 trump lead", "did 1 play AD", "note trump D"), True),
        ("trump_naming=first_lead no_trump=plain", ("did 1 trump NT", "note trump NT", "did 1 play AD"), True),
        ("trump_naming=first_lead no_trump=plain", ("did 1 trump D", "note trump D"), False),
    ],
)
def test_trump_is_named_or_led(options: str, lines: tuple[str, ...], right: bool) -> None:
    assert (differences(kitty_deal(options, *DISCARD, *lines)) == []) is right


@pytest.mark.parametrize(("answer", "right"), [("all100", True), ("take", True), ("pass", False)])
def test_all_100_may_be_announced_before_the_kitty(answer: str, right: bool) -> None:
    lines = (*BID[:2], f"did 1 all100 {answer}", KITTY, *DISCARD)
    found = differences(begin("kitty", "announce_all_100=on", OTHERS | {1: EAST}, *lines))
    assert (found == []) is right


TEN_POINT_CARDS = {1: "AS KS QS JS TS 5S AH TH 5H", 0: "9S 8S 7S 6S KH QH JH 9H 8H", 2: "7H 6H KD QD JD 9D 8D 7D 6D"}
TEN_POINT_KITTY = (*BID[:2], "show kitty - AD TD 5D AC")
THREE = ("did 1 discard KS", "did 1 discard QS", "did 1 discard JS")


@pytest.mark.parametrize(
    ("lines", "right"),
    [
        ((*THREE, "did 1 discard 5D", *NAME_D, "show discard 1 5D", "did 1 play AD"), True),  # TH-X35
        ((*THREE, "did 1 discard 5D", *NAME_D, "did 1 play AD"), False),
        (("did 1 discard 5D",), False),
    ],
)
def test_an_impossible_discard_is_shown(lines: tuple[str, ...], right: bool) -> None:
    deal = begin("kitty", "discard_limits=no_points", TEN_POINT_CARDS, *TEN_POINT_KITTY, *lines)
    assert (differences(deal) == []) is right


PROTECTED = {1: "AS KS QS JS TS 9S 8S 7S AH", 0: "6S 5S KH QH JH 9H 8H 7H 6H", 2: "5H QD JD TD 9D 8D 7D 6D 5D"}
PROTECTED_KITTY = (*BID[:2], "show kitty - TH AD KD QC", "did 1 trump S", "note trump S")
TWO = ("did 1 discard QC", "did 1 discard KD")


@pytest.mark.parametrize(
    ("lines", "right"),
    [
        ((*TWO, "did 1 discard 7S", "did 1 discard KS", "show discard 1 7S KS", "did 1 play AS"), True),  # TH-X36
        ((*TWO, "did 1 discard 7S", "did 1 discard KS", "did 1 play AS"), False),
        ((*TWO, "did 1 discard AD"), False),
        (("did 1 discard 7S",), False),
    ],
)
def test_trumps_that_had_to_be_discarded_are_shown(lines: tuple[str, ...], right: bool) -> None:
    deal = begin("kitty", "discard_limits=no_points_or_trumps", PROTECTED, *PROTECTED_KITTY, *lines)
    assert (differences(deal) == []) is right


def test_after_a_misdeal_the_same_dealer_deals_again() -> None:
    south = {2: "TS 9S 8H 7H 5H TD 9C 7C 5C"}  # TH-X39
    called = begin("standard", "misdeal=on", south, "did 2 misdeal misdeal", "note misdeal 2")
    assert "TH-11" in differences(called + "note deal 2 dealer=0 scores=0,0")[0]  # the hands are missing
    assert "TH-9" in differences(called + "note deal 2 dealer=1 scores=0,0")[0]
    south = {2: "TS 9S 8H 7H 5H JC 9C 7C 5C"}
    assert "TH-17" in differences(begin("standard", "misdeal=on", south, "did 2 misdeal misdeal"))[0]


LIVE = {0: "AS KS QS JS TS 9S 8S 7S 5S", 1: "AC TC 9C 8C 7C 5C QC JC AD"}
STACKS = {2: "7H 5H KC KD QD AH TH JH 8D", 3: "9H 8H JD KH QH TD 9D 7D 5D"}
LEAD = ("did 1 bid 50", "did 0 bid pass", "note contract 1 50", "did 1 trump NT", "note trump NT")
FIRST = ("did 0 play AS", "note trick 1 30")


@pytest.mark.parametrize(
    ("lines", "right"),
    [
        (("did 1 play AC", "did 2 play KC"), True),  # TH-X40
        (("did 1 play AC", "did 2 play AH"), False),
        (("did 1 play AD", "did 2 play 8D"), True),
        (("did 1 play AC", "did 2 play KC", "did 3 play TD"), True),
        (("did 1 play AC", "did 2 play KC", "did 3 play 9H"), False),
        (("did 1 play AC", "did 2 play KC", "did 3 play TD", *FIRST, "show stack 2 5H", "show stack 3 QH"), True),
        (("did 1 play AC", "did 2 play KC", "did 3 play TD", *FIRST, "show stack 2 7H", "show stack 3 QH"), False),
        (("did 1 play AC", "did 2 play KC", "did 3 play TD", *FIRST), False),
    ],
)
def test_only_the_face_up_cards_of_a_stack_count(lines: tuple[str, ...], right: bool) -> None:
    deal = begin("two-player", "no_trump=plain", LIVE | STACKS, *LEAD, *lines)
    assert (differences(deal) == []) is right


def test_stacks_can_be_learnt_from_what_is_turned_up() -> None:
    hidden = {seat: " ".join(in_order(hand.split())) for seat, hand in STACKS.items()}
    shown = ("show stack 2 KC AH 8D", "show stack 3 JD TD 5D")
    trick = ("did 1 play AC", "did 2 play KC", "did 3 play TD", *FIRST)
    turned = ("show stack 2 5H", "show stack 3 QH")
    right = begin("two-player", "no_trump=plain", LIVE | hidden, *shown, *LEAD, *trick, *turned, "did 1 play TC")
    assert differences(right) == []
    assert differences(right.replace("show stack 3 QH", "show stack 3 KC"))
    assert differences(right.replace("show stack 3 JD TD 5D", "show stack 3 JD TD"))


@pytest.mark.parametrize(("seats", "right"), [((1, 2, 3, 0), True), ((1, 2, 3, 4), False)])
def test_the_rotating_silent_partner_does_not_bid(seats: tuple[int, ...], right: bool) -> None:
    passes = [f"did {seat} bid pass" for seat in seats]  # TH-X19
    deal = begin("five-silent-rotating", "", {}, "note silent 4", *passes, "note thrown-in", sides=5)
    assert (differences(deal) == []) is right
    next_deal = [*deal.split("\n")[2:7], "note silent 0"]
    again = [f"did {seat} bid pass" for seat in (2, 3, 4, 1)]
    second = "\n".join([deal + "note deal 2 dealer=1 scores=0,0,0,0,0", *next_deal, *again, "note thrown-in"])
    assert (differences(second) == []) is right


@pytest.mark.parametrize("silent", range(5))
def test_the_silent_partner_of_the_game_is_not_asked(silent: int) -> None:
    dealer = (silent + 1) % 5
    bidders = [(dealer + i) % 5 for i in range(1, 6) if (dealer + i) % 5 != silent]
    lines = [f"note silent {silent}", *(f"did {seat} bid pass" for seat in bidders), "note thrown-in"]
    deal = begin("five-silent-fixed", "", {}, *lines, dealer=dealer, sides=5)
    assert differences(deal) == []
    assert differences(deal.replace(f"silent {silent}", f"silent {dealer}"))
    assert differences(deal.replace("format=silent_fixed", f"format=silent_fixed silent_seat={dealer}"))


def test_a_card_of_the_own_hand_cannot_be_called() -> None:
    lines = ("did 0 bid 100", "note contract 0 100", "did 0 trump S", "note trump S")  # TH-X41
    deal = begin("five-called-card", "", {0: "AS KS QS JS TS 9S 8S 7S"}, *lines, dealer=4, sides=5)
    assert differences(deal + "did 0 call AD") == []
    assert "TH-42" in differences(deal + "did 0 call AS")[0]
