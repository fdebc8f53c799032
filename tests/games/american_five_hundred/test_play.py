"""From the contract to the last trick: the middle, who plays, the joker."""

from __future__ import annotations

import pytest

from arena.games.american_five_hundred.bidding import PACK, contract_of
from arena.games.kernel import Seat
from arena.games.parts.auction import Call
from arena.games.parts.bowers import bower_ranking
from tests.games.american_five_hundred.situations import CALM, deal_after
from tests.games.situations import asked, legal, notes, said, shown_to

Hands = dict[Seat | str, str]


def in_order(trump: str, suit: str) -> str:
    """The cards that count for a suit, the highest first."""
    rank = bower_ranking(PACK, trump)
    return " ".join(sorted(rank.cards[suit], key=rank.power.__getitem__, reverse=True))


@pytest.mark.rule("AF-3", "AF-5", "AF-X3")
def test_thirteen_trumps_with_both_bowers() -> None:
    assert in_order("S", "S") == "JK JS JC AS KS QS TS 9S 8S 7S 6S 5S 4S"
    assert in_order("S", "C") == "AC KC QC TC 9C 8C 7C 6C 5C 4C"
    assert in_order("S", "H") == "AH KH QH JH TH 9H 8H 7H 6H 5H 4H"
    assert in_order("NT", "C") == "AC KC QC JC TC 9C 8C 7C 6C 5C 4C"


@pytest.mark.rule("AF-4", "AF-30", "AF-X10")
@pytest.mark.parametrize(
    ("hand", "lead", "expected"),
    [
        ("JD 4D 8S TS 9S 7S 6S 5S 4S KS", "9D", "4D"),
        ("JD 8S 7C TS 9S 7S 6S 5S 4S KS", "9D", "KS TS 9S 8S 7S 6S 5S 4S JD 7C"),
        ("JD KS TS 9S 8S 7S 6S 5S 4S 7C", "4H", "JD"),
        ("JK KS TS 9S 8S 7S 6S 5S 4S 7C", "4H", "JK"),
    ],
)
def test_the_left_bower_and_the_joker_follow_trumps(hand: str, lead: str, expected: str) -> None:
    hands: Hands = {1: f"{lead} AH KH QH TH 9H 8H 7H 6H 5H", 2: hand, "kitty": "QC TC 9C 8C 6C"}
    position = deal_after(f"7H pass pass pass QC TC 9C 8C 6C {lead}", hands=hands)
    assert asked(position) == (2, "play")
    assert set(legal(position).split()) == set(expected.split())


@pytest.mark.rule("AF-26", "AF-28", "AF-29")
def test_the_contractor_takes_the_middle_puts_five_away_and_leads() -> None:
    position = deal_after("pass 7S pass pass")
    assert [shown_to(position, seat, "kitty") for seat in range(4)] == [[], [], ["JK JS JH JD JC"], []]
    assert asked(position) == (2, "discard")
    assert len(legal(position).split()) == 15
    for _ in range(5):
        position.play(legal(position).split()[0])
    assert said(position, "discard") == [2] * 5
    assert asked(position) == (2, "play")
    assert len(legal(position).split()) == 10


FULL: Hands = {
    0: "JK 5S 7H 5H KD 7D KC QC TC 7C",
    1: "AS JS TS 9S 4S QH 6H TD AC JC",
    2: "QS 7S AH KH 9H AD QD 8D 8C 4C",
    3: "KS JH TH 8H 6D 5D 4D 9C 6C 5C",
    "kitty": "8S 6S 4H JD 9D",
}
FULL_PLAY = """
    JS 7S KS JK  KC AC 4C 5C  AS QS 4D 5S  QH KH 8H 5H  QD 5D 7D 4S
    JC 8D 6D 7H  6S 8C 6C 7C  TS 9H 9C TC  9S AH TH QC  8S AD JH KD
"""


@pytest.mark.rule("AF-4", "AF-29", "AF-30", "AF-31", "AF-39", "AF-41", "AF-X13", "AF-46")
def test_a_deal_in_spades() -> None:
    position = deal_after(f"8S pass pass pass 4H 6H 9D TD JD {FULL_PLAY}", hands=FULL)
    assert [note[0] for note in notes(position, "trick")] == [0, 1, 1, 2, 1, 1, 1, 1, 1, 1]
    assert notes(position, "points") == [(2, 8)]
    assert notes(position, "scores") == [(20, 240)]
    assert position.result is not None and position.result.winners == ()


@pytest.mark.rule("AF-4", "AF-30", "AF-X13")
def test_the_left_bower_does_not_follow_clubs() -> None:
    position = deal_after("8S pass pass pass 4H 6H 9D TD JD JS 7S KS JK KC", hands=FULL)
    assert (asked(position), legal(position)) == ((1, "play"), "AC")


GRANOLA: Hands = {
    0: "JS 7S TH 8H 5H 9D 6D 5D AC 4C",
    1: "JK 9S 6S QH 6H AD KD 8C 7C 5C",
    2: "TS 5S 4S 7H 4H QD 8D JC 9C 6C",
    3: "KS QS 8S AH JH 9H TD 7D KC TC",
    "kitty": "AS KH JD 4D QC",
}
EXCHANGED = "nullo pass granola pass AC AS KH QC JS AC AS KH QD QC"
GRANOLA_PLAY = """
    4D AD 8D 7D  JK S JS KS 7S  QH 7H AH TH  KC 4C 5C JC  QS JD 9S TS
    9H 8H 6H 4H  JH 5H KD 9C  TD 9D 7C 6C  TC 6D 8C 5S  8S 5D 6S 4S
"""


@pytest.mark.rule("AF-27", "AF-33", "AF-36", "AF-42", "AF-X14", "AF-R14", "AF-R15")
def test_granola_with_two_exchanges() -> None:
    position = deal_after(f"{EXCHANGED} {GRANOLA_PLAY}", dealer=1, hands=GRANOLA)
    assert [note[0] for note in notes(position, "trick")] == [1, 1, 3, 3, 3, 3, 3, 3, 3, 3]
    assert said(position, "play")[:4] == [0, 1, 2, 3]
    assert notes(position, "points") == [(0, 10)]
    assert notes(position, "scores") == [(510, 0)]
    assert position.result is not None and position.result.winners == (0,)


@pytest.mark.rule("AF-27", "AF-47", "AF-R16")
def test_in_granola_each_partner_sees_the_five_that_he_takes() -> None:
    position = deal_after(EXCHANGED, dealer=1, hands=GRANOLA)
    assert said(position, "discard") == [0] * 5 + [2] * 5
    assert {seat: [set(cards.split()) for cards in shown_to(position, seat, "kitty")] for seat in range(4)} == {
        0: [{"AS", "KH", "JD", "4D", "QC"}],
        1: [],
        2: [{"AC", "AS", "KH", "QC", "JS"}],
        3: [],
    }


@pytest.mark.rule("AF-36", "AF-X14")
def test_the_joker_led_in_granola_names_a_suit_not_yet_led() -> None:
    position = deal_after(f"{EXCHANGED} 4D AD 8D 7D JK", dealer=1, hands=GRANOLA)
    assert (asked(position), legal(position)) == ((1, "name-suit"), "S H C")
    position.play("S")
    assert set(legal(position).split()) == {"TS", "5S", "4S", "JS"}


@pytest.mark.rule("AF-32", "AF-46")
def test_in_nullo_the_partner_lays_his_hand_down_and_tricks_have_three_cards() -> None:
    position = deal_after("nullo pass pass pass", hands=CALM)
    assert notes(position, "sits-out") == [(3,)]
    for _ in range(5):
        position.play(legal(position).split()[0])
    while position.ask is not None:
        position.play(position.ask.legal[-1])
    plays = said(position, "play")
    assert len(plays) == 30
    assert set(plays) == {0, 1, 2}
    assert len(notes(position, "trick")) == 10
    assert all(shown_to(position, seat, kind) == [] for seat in (0, 1, 2) for kind in ("exposed", "laid-down"))


@pytest.mark.rule("AF-29", "AF-32", "AF-33", "AF-37", "AF-R14")
@pytest.mark.parametrize(
    ("word", "takers", "seats", "trump", "forced"),
    [
        ("7H", (1,), (0, 1, 2, 3), "H", False),
        ("7NO", (1,), (0, 1, 2, 3), "NT", False),
        ("nullo", (1,), (0, 1, 2), "NT", True),
        ("granola", (1, 3), (0, 1, 2, 3), "NT", True),
    ],
)
def test_who_takes_part(word: str, takers: tuple[Seat, ...], seats: tuple[Seat, ...], trump: str, forced: bool) -> None:
    who = contract_of(Call(1, word))
    assert (who.contractor, who.takers, who.seats, who.trump) == (1, takers, seats, trump)
    assert who.law == (True, forced)


DECLARER: Hands = {
    2: "JK 4H AS KS QS AD KD QD 7H 8H",
    1: "AH AC",
    3: "5H 6C",
    0: "6H KC",
    "kitty": "JS JD TS TD 9D",
}


@pytest.mark.rule("AF-31", "AF-34", "AF-35", "AF-X11", "AF-46")
@pytest.mark.parametrize(("suit", "winner", "told"), [("S", 1, [("S",)]), ("none", 2, [])])
def test_a_declared_joker_is_a_card_of_its_suit(suit: str, winner: int, told: list[tuple[str, ...]]) -> None:
    position = deal_after("pass 8NT pass pass JS JD TS TD 9D", hands=DECLARER)
    assert (asked(position), legal(position)) == ((2, "joker-suit"), "S H D C none")
    for word in f"{suit} 4H 5H 6H AH AC JK 6C KC".split():
        position.play(word)
    assert notes(position, "joker-suit") == told
    assert [note[0] for note in notes(position, "trick")] == [1, winner]


@pytest.mark.rule("AF-34", "AF-35")
def test_a_declared_joker_follows_its_suit_and_leads_it() -> None:
    position = deal_after("pass 8NT pass pass JS JD TS TD 9D S JK", hands=DECLARER)
    assert asked(position) == (3, "play")  # nothing is named
    assert all(card[-1] == "S" for card in legal(position).split())


@pytest.mark.rule("AF-34", "AF-R13")
def test_only_a_contractor_who_kept_the_joker_may_declare_it() -> None:
    assert asked(deal_after("pass 8NT pass pass JK JD TS TD 9D", hands=DECLARER)) == (2, "play")
    assert asked(deal_after("8NT pass pass pass JS JD TS TD 9D", hands=DECLARER)) == (1, "play")
    assert asked(deal_after("pass 8S pass pass JS JD TS TD 9D", hands=DECLARER)) == (2, "play")


@pytest.mark.rule("AF-27", "AF-34", "AF-R13")
def test_in_granola_the_question_comes_after_both_exchanges_and_to_the_bidder_only() -> None:
    hands = GRANOLA | {0: GRANOLA[0].replace("JS", "JK"), 1: GRANOLA[1].replace("JK", "JS")}
    keeps = deal_after("nullo pass granola pass AC AS KH QC 7S", dealer=1, hands=hands)
    assert asked(keeps) == (2, "discard")
    for word in ["AC", "AS", "KH", "QD", "QC"]:
        keeps.play(word)
    assert asked(keeps) == (0, "joker-suit")
    passes_on = deal_after("nullo pass granola pass AC AS KH QC JK AC AS KH QD QC", dealer=1, hands=hands)
    assert asked(passes_on) == (0, "play")


SEVEN: Hands = {
    1: "4H 9C TC AS KS QS AD KD QD JD",
    2: "JK AH AC KC QC JC 4S 5S 4D 5D",
    3: "5H 4C 5C KH QH 6S 7S 8S 6D 7D",
    0: "6H 6C 7C 8C JS TS 9S TD 9D 8D",
    "kitty": "7H 8H 9H TH JH",
}
SEVEN_NT = "7NT pass pass pass 7H 8H 9H TH JH"


@pytest.mark.rule("AF-36", "AF-X12")
def test_a_defender_who_leads_the_joker_names_a_suit_not_yet_led() -> None:
    tricks = "4H AH 5H 6H  AC 4C 6C 9C  KC 5C 7C TC  QC 6S 8C QS  JC 7S TD QD"
    position = deal_after(f"{SEVEN_NT} {tricks} JK", hands=SEVEN)
    assert (asked(position), legal(position)) == ((2, "name-suit"), "S D")
    position.play("D")
    assert {card[-1] for card in legal(position).split()} == {"D"}
    for word in ["6D", "8D", "JD"]:
        position.play(word)
    assert [note[0] for note in notes(position, "trick")] == [2] * 6


@pytest.mark.rule("AF-36", "AF-R19")
def test_once_all_suits_are_led_the_joker_may_be_led_last_only() -> None:
    tricks = "4H AH 5H 6H  AC 4C 6C 9C  4S 6S 9S AS  AD 4D 6D 8D  KD 5D 7D 9D  KS 5S 7S TS  TC KC 5C 7C"
    position = deal_after(f"{SEVEN_NT} {tricks}", hands=SEVEN)
    assert (asked(position), set(legal(position).split())) == ((2, "play"), {"QC", "JC"})
    for word in ["QC", "8S", "8C", "QS", "JC", "KH", "JS", "QD"]:
        position.play(word)
    assert legal(position) == "JK"
    position.play("JK")
    assert asked(position) == (3, "play")  # no suit is left to be named
    for word in ["QH", "TD", "JD"]:
        position.play(word)
    assert notes(position, "trick")[-1] == (2, 1)


@pytest.mark.rule("AF-35", "AF-37")
@pytest.mark.parametrize(("bid", "expected"), [("nullo", "JK"), ("8NT", "JK AH KH QH JH TH 9H 8H 7H 6H")])
def test_in_nullo_who_cannot_follow_must_play_the_joker(bid: str, expected: str) -> None:
    hands: Hands = {1: "4S", 2: "JK AH KH QH JH TH 9H 8H 7H 6H", "kitty": "AS KS QS JS TS"}
    position = deal_after(f"{bid} pass pass pass AS KS QS JS TS 4S", hands=hands)
    assert asked(position) == (2, "play")
    assert set(legal(position).split()) == set(expected.split())


@pytest.mark.rule("AF-35")
def test_who_can_follow_may_not_play_the_joker() -> None:
    hands: Hands = {1: "4S", 2: "JK AH KH QH JH TH 9H 8H 7H 5S", "kitty": "AS KS QS JS TS"}
    position = deal_after("8NT pass pass pass AS KS QS JS TS 4S", hands=hands)
    assert legal(position) == "5S"
