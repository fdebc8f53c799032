"""Trump, the called card and tricks, and whole deals card by card."""

from random import Random

import pytest

from arena.games.kernel import Ask, Card, Did, IllegalWord, Note, Seat, Show
from arena.games.kernel.position import Position
from arena.games.parts.tricks import follow_suit, winning
from arena.games.two_hundred.dealing import pack_for
from arena.games.two_hundred.kitty import RANKINGS
from arena.games.two_hundred.options import DISCARD_POINTS, PRESETS, Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import Standing
from tests.games.situations import asked, at_the_end, fixed, legal, notes, on_table, played_out, shown_to, shuffles
from tests.games.two_hundred.situations import (
    EAST,
    NORTH,
    SOUTH,
    STANDARD,
    WEST,
    WITH_KITTY,
    deal_after,
    dealt,
)

PACK_X51 = "5C 7D KC 8C 7S TD 9C QD KS 9H JC JH 5D QC AH KD JS 5H TH 8S AC 5S 7C KH QH 9D 8D 8H AD JD TS AS QS 7H TC 9S"
BIDS_X51 = "pass 50 70 pass pass S"
PLAY_X51 = """
    AC 7C 5C 8C  8S 9S 7D 7S  KH AH 8H TH  KC JS 9C TC  5H AS 7H QH
    KS 5S 5D JD  QD 9H 8D AD  KD QS JC 9D  TS JH QC TD"""
TRICKS_X51 = [
    (SOUTH, 15),
    (WEST, 0),
    (NORTH, 20),
    (EAST, 10),
    (SOUTH, 15),
    (SOUTH, 10),
    (EAST, 10),
    (SOUTH, 0),
    (SOUTH, 20),
]

PACK_X52 = (
    "6H 7S JD 8H QD KD 8S AH TD 8D JC 9H 7C 6S JH AS 7D 8C TC KS "
    "KC 7H QS TS 5S TH JS 9S 9D 5H AD AC 6C KH QH QC 5C 5D 9C 6D"
)
BIDS_X52 = "60 65 pass pass 70 pass"
DISCARD_X52 = "7C 5H 6H JH"
PLAY_X52 = """
    AD QD TD 6D  AS KS 8S 5S  JD KD 7H 5D  AC QC 9C 9D  JS 6C QS TS
    AH 9H 6S 8H  KC JC 7S 8C  5C 8D 7D TC  TH 9S KH QH"""
TRICKS_X52 = [
    (EAST, 20),
    (EAST, 15),
    (SOUTH, 5),
    (EAST, 10),
    (WEST, 10),
    (WEST, 10),
    (WEST, 0),
    (NORTH, 15),
    (SOUTH, 10),
]


def x51(words: str, o: Options = STANDARD) -> Position[Standing]:
    return deal_after(words, o=o, dealer=WEST, chance=fixed({"pack": PACK_X51.split()}))


def x52(words: str, o: Options = WITH_KITTY) -> Position[Standing]:
    return deal_after(words, o=o, dealer=NORTH, chance=fixed({"pack": PACK_X52.split()}))


@pytest.mark.rule("TH-X51", "TH-52", "TH-55", "TH-57")
def test_standard_deal_card_by_card() -> None:
    position = x51(BIDS_X51 + PLAY_X51)
    assert [shown_to(position, seat, "hand") for seat in range(4)] == [
        ["AH QH 9D 8D 7D 5D KC QC 5C"],
        ["JS 7S 8H 5H AD KD JD TD 8C"],
        ["AS KS QS TS 8S TH QD AC 9C"],
        ["9S 5S KH JH 9H 7H JC TC 7C"],
    ]
    assert notes(position, "trick") == TRICKS_X51
    assert notes(position, "points") == notes(position, "scores") == [(80, 20)]
    assert position.result == Standing(NORTH, (80, 20), finished=1, made=(0,), moved=frozenset({0, 1}))


@pytest.mark.rule("TH-X52", "TH-32", "TH-37", "TH-53", "TH-56")
def test_deal_with_kitty_card_by_card() -> None:
    position = x52(f"{BIDS_X52} {DISCARD_X52} D {PLAY_X52}")
    assert [shown_to(position, seat, "hand") for seat in range(4)] == [
        ["TS 5S TH 9H 8D 6D 5D JC 9C"],
        ["AS 7S JH 6H 5H AD JD 9D 7D"],
        ["KS KH 8H KD QD AC TC 8C 6C"],
        ["QS 8S AH QH 7H TD KC QC 5C"],
    ]
    assert notes(position, "trick") == TRICKS_X52
    assert notes(position, "points") == [(35, 65)]
    assert position.result == Standing(EAST, (35, -70), finished=1, moved=frozenset({0, 1}))


@pytest.mark.rule("TH-53", "TH-X13")
@pytest.mark.parametrize(
    ("rule", "points", "scores"),
    [
        ("opponents", (35, 65), (35, -70)),
        ("contractor", (30, 70), (30, 70)),
        ("last_trick", (35, 65), (35, -70)),
        ("first_trick", (30, 70), (30, 70)),
    ],
)
def test_points_of_the_discard_count_for_one_side(rule: str, points: tuple[int, int], scores: tuple[int, int]) -> None:
    position = x52(f"{BIDS_X52} {DISCARD_X52} D {PLAY_X52}", Options(kitty=4, discard_points=rule))
    assert notes(position, "points") == [points]
    assert notes(position, "scores") == [scores]


@pytest.mark.rule("TH-38", "TH-X34", "TH-R42")
def test_contractor_may_name_a_suit_that_he_does_not_hold_or_none() -> None:
    position = x51("50 pass pass pass")
    assert asked(position) == (NORTH, "trump")
    assert legal(position) == "S H D C lead"
    assert legal(x51("50 pass pass pass S")) == "AH QH 9D 8D 7D 5D KC QC 5C"


@pytest.mark.rule("TH-38", "TH-41", "TH-X34")
def test_first_card_is_trump_if_none_was_named() -> None:
    position = x51("50 pass pass pass lead")
    assert not notes(position, "trump")
    assert legal(position) == "AH QH 9D 8D 7D 5D KC QC 5C"
    position.play("9D")
    assert position.log[-2:] == [Did(NORTH, "play", "9D", "all", NORTH), Note("trump", ("D",))]
    assert asked(position) == (EAST, "play")
    assert legal(position) == "AD KD JD TD"


@pytest.mark.rule("TH-38", "TH-45")
def test_trick_begun_without_naming_trump_is_played_as_any_other() -> None:
    position = x51("50 pass pass pass lead 9D AD QD 9S")
    assert notes(position, "trick") == [(EAST, 10)]
    assert asked(position) == (EAST, "play")


@pytest.mark.rule("TH-41", "TH-81")
def test_named_trump_is_told_at_once_to_all() -> None:
    position = x51("50 pass pass pass H")
    assert position.log[-1] == Note("trump", ("H",))


@pytest.mark.rule("TH-43")
def test_contractor_leads_and_then_the_winner_of_each_trick() -> None:
    position = deal_after("50 60 pass pass pass S", chance=shuffles(3))
    assert asked(position) == (SOUTH, "play")
    leaders = [seat for number, seat in enumerate(players_of(position)) if number % 4 == 0]
    assert leaders == [SOUTH, *(winner for winner, _ in notes(position, "trick")[:-1])]


def players_of(position: Position[Standing]) -> list[Seat]:
    """The seats that play cards, in order, when the deal is played out at random."""
    at_the_end(position, Random(3))
    return [event.seat for event in position.log if isinstance(event, Did) and event.kind == "play"]


@pytest.mark.rule("TH-44", "TH-X32")
def test_suit_must_be_followed_and_nothing_else() -> None:
    rank = RANKINGS["S"]
    assert follow_suit(["5H", "KS", "AD"], on_table(["9H"], rank)) == ["5H"]
    assert follow_suit(["KS", "AD", "7C"], on_table(["9H"], rank)) == ["KS", "AD", "7C"]


@pytest.mark.rule("TH-44", "TH-R38")
def test_revoke_is_not_accepted() -> None:
    position = x51(f"{BIDS_X51} AC 7C 5C")
    with pytest.raises(IllegalWord):
        position.play("JS")
    assert asked(position) == (EAST, "play")


@pytest.mark.rule("TH-5", "TH-45", "TH-X33")
@pytest.mark.parametrize(("trump", "winner"), [("D", 2), ("S", 0), ("H", 0), ("NT", 0)])
def test_highest_trump_wins_else_the_highest_card_led(trump: str, winner: int) -> None:
    cards = ["AH", "TH", "5D", "KH"]
    assert winning(cards, RANKINGS[trump]) == winner
    assert worth(cards) == 25


@pytest.mark.rule("TH-5")
@pytest.mark.parametrize("trump", "SHDC")
def test_ten_ranks_below_the_jack_in_every_suit(trump: str) -> None:
    power = RANKINGS[trump].power
    for suit in "SHDC":
        assert sorted("5976T8JKAQ", key=lambda rank: -power[rank + suit]) == list("AKQJT98765")


@pytest.mark.rule("TH-46")
@pytest.mark.parametrize(
    ("preset", "number"),
    [("standard", 9), ("kitty", 9), ("twelve-card-kitty", 12), ("six-two-teams-full-pack", 8), ("two-player", 9)],
)
def test_all_tricks_are_played(preset: str, number: int) -> None:
    position = at_the_end(deal_after("100", o=PRESETS[preset]), Random(2))
    assert len(notes(position, "trick")) == number


@pytest.mark.rule("TH-47", "TH-81", "TH-R37")
@pytest.mark.parametrize("seat", range(4))
def test_every_card_and_trick_is_told_to_all_once(seat: int) -> None:
    position = x51(BIDS_X51 + PLAY_X51)
    told = position.told(seat)
    assert [e.word for e in told if isinstance(e, Did) and e.kind == "play"] == PLAY_X51.split()
    assert [e.values for e in told if isinstance(e, Note) and e.kind == "trick"] == TRICKS_X51


@pytest.mark.rule("TH-81")
@pytest.mark.parametrize("seat", range(4))
def test_auction_contract_and_scores_are_public(seat: int) -> None:
    told = x51(BIDS_X51 + PLAY_X51).told(seat)
    calls = [(e.seat, e.word) for e in told if isinstance(e, Did) and e.kind == "bid"]
    assert calls == [(NORTH, "pass"), (EAST, "50"), (SOUTH, "70"), (WEST, "pass"), (EAST, "pass")]
    assert Note("contract", (SOUTH, "70")) in told
    assert told[-2:] == (Note("points", (80, 20)), Note("scores", (80, 20)))


@pytest.mark.rule("TH-53")
@pytest.mark.parametrize("rule", DISCARD_POINTS)
@pytest.mark.parametrize("seed", range(3))
def test_points_add_up_to_100_whoever_counts_the_discard(rule: str, seed: int) -> None:
    o = Options(kitty=4, discard_points=rule)
    position = at_the_end(deal_after("50 pass pass pass", o=o, chance=shuffles(seed)), Random(seed))
    (points,) = notes(position, "points")
    assert sum(map(int, points)) == 100


@pytest.mark.rule("TH-44", "TH-R38")
@pytest.mark.parametrize("seed", range(3))
def test_every_question_offers_just_the_cards_that_may_be_played(seed: int) -> None:
    position = deal_after("50 pass pass pass D", chance=shuffles(seed))
    hands = {event.owner: list(event.cards) for event in position.log if isinstance(event, Show)}
    table: list[Card] = []
    for now in played_out(position, Random(seed)):
        played = [e for e in now.log if isinstance(e, Did) and e.kind == "play"]
        if now.ask is None:
            break
        table = [str(e.word) for e in played[len(played) // 4 * 4 :]]
        gone = {e.word for e in played}
        held = [card for card in hands[now.ask.seat] if card not in gone]
        suit = [card for card in held if table and card[1] == table[0][1]]
        assert now.ask == Ask(now.ask.seat, "play", tuple(suit or held))


@pytest.mark.rule("TH-39", "TH-X34")
def test_trump_may_always_be_the_suit_of_the_first_lead() -> None:
    o = PRESETS["trump-by-lead"]
    position = deal_after("50 pass pass pass", o=o, chance=dealt(o, {EAST: "9H"}))
    assert asked(position) == (EAST, "play")
    position.play("9H")
    assert position.log[-1] == Note("trump", ("H",))
    assert asked(position) == (SOUTH, "play")


@pytest.mark.rule("TH-39", "TH-40", "TH-X34")
def test_le_rough_leaves_the_choice_between_the_lead_and_no_trump() -> None:
    o = PRESETS["le-rough"]
    before = "70 pass pass pass take AS KS QS JS"
    position = deal_after(before, o=o)
    assert (asked(position), legal(position)) == ((EAST, "trump"), "lead NT")
    position.play("NT")
    assert position.log[-1] == Note("trump", ("NT",))
    assert asked(position) == (EAST, "play")
    led = deal_after(f"{before} lead AD", o=o)
    assert notes(led, "trump") == [("D",)]


@pytest.mark.rule("TH-40", "TH-41", "TH-58")
@pytest.mark.parametrize("rule", ["double", "plain"])
def test_no_trump_may_be_named_instead_of_a_suit(rule: str) -> None:
    position = x51("50 pass pass pass", Options(no_trump=rule))
    assert legal(position) == "S H D C lead NT"
    position.play("NT")
    at_the_end(position, Random(1))
    (points,), (scores,) = notes(position, "points"), notes(position, "scores")
    times = 2 if rule == "double" else 1
    assert scores[EAST] == times * int(points[EAST])
    assert scores[NORTH] in {times * int(points[NORTH]), times * -50}


@pytest.mark.rule("TH-45")
def test_no_card_is_a_trump_at_no_trump() -> None:
    position = x51("50 pass pass pass NT AH 8H TH JH", Options(no_trump="plain"))
    assert notes(position, "trick") == [(NORTH, 20)]
    assert winning(["5D", "AS", "AH", "7D"], RANKINGS["NT"]) == 3


PRIVATE: dict[Seat | str, str] = {
    0: "QS 9S 8S 6S AH KH QC 5C",
    1: "AS TS QH 9H JD 7D 6D 5D",
    2: "5S 8H KD TD KC TC 7C 6C",
    3: "KS 7S JH 5H QD JC 9C 8C",
    4: "JS TH 7H 6H AD 9D 8D AC",
}
CALLED = PRESETS["five-called-card"]
BIDS_X53 = "pass 50 pass pass pass D AD"
PLAY_X53 = """
    AS 5S 7S JS 6S  7D KD QD AD 8S  AC QC TS 6C 8C  TH AH 9H 8H 5H
    KH QH TC JH 6H  QS JD 7C KS 7H  6D TD 9C 8D 5C  KC JC 9D 9S 5D"""
TRICKS_X53 = [(1, 15), (4, 10), (4, 20), (0, 25), (0, 10), (1, 0), (2, 15), (4, 5)]


def x53(words: str, o: Options = CALLED) -> Position[Standing]:
    return deal_after(words, o=o, dealer=4, chance=dealt(o, PRIVATE, dealer=4))


@pytest.mark.rule("TH-X53", "TH-42", "TH-63")
@pytest.mark.parametrize(
    ("scoring", "bid", "scores"),
    [
        ("auto", "50", (50, 50, 50, 50, 50)),
        ("own_tricks", "50", (35, 50, 15, 0, 50)),
        ("auto", "55", (50, -55, 50, 50, -55)),
    ],
)
def test_deal_with_a_called_partner_card_by_card(scoring: str, bid: str, scores: tuple[int, ...]) -> None:
    o = Options(format="called_card", defender_scoring=scoring)
    position = x53(BIDS_X53.replace("50", bid) + PLAY_X53, o)
    assert {seat: shown_to(position, seat, "hand") for seat in range(5)} == {s: [h] for s, h in PRIVATE.items()}
    assert notes(position, "trick") == TRICKS_X53
    assert notes(position, "points") == [(35, 15, 15, 0, 35)]
    assert notes(position, "partner") == [(4,)]
    assert notes(position, "scores") == [scores]
    assert position.result is not None
    assert (position.result.dealer, position.result.scores) == (0, scores)


@pytest.mark.rule("TH-42", "TH-X41", "TH-R31")
def test_any_card_of_the_pack_but_the_contractors_own_may_be_called() -> None:
    position = x53("50 pass pass pass pass D")
    assert asked(position) == (0, "call")
    assert position.ask is not None
    assert set(position.ask.legal) == set(pack_for(CALLED)) - set(PRIVATE[0].split())
    assert len(position.ask.legal) == 32
    holder_of_ad = x53("pass pass pass pass 50 D")
    assert holder_of_ad.ask is not None and "AD" not in holder_of_ad.ask.legal


@pytest.mark.rule("TH-30", "TH-42", "TH-R31")
@pytest.mark.parametrize("trump", ["S", "lead"])
def test_card_is_called_after_trump_and_before_the_lead(trump: str) -> None:
    position = x53(f"50 pass pass pass pass {trump}")
    assert asked(position) == (0, "call")
    position.play("AD")
    assert asked(position) == (0, "play")


@pytest.mark.rule("TH-42", "TH-81", "TH-82")
def test_call_is_public_and_the_partner_is_not() -> None:
    position = x53(BIDS_X53 + " AS 5S 7S JS 6S 7D KD QD")
    for seat in range(5):
        told = position.told(seat)
        assert Did(1, "call", "AD", "all", 1) in told
        assert not any(isinstance(event, Note) and event.kind == "partner" for event in told)
        assert [e.owner for e in told if isinstance(e, Show) and "AD" in e.cards] == ([4] if seat == 4 else [])
    position.play("AD")
    assert Did(4, "play", "AD", "all", 4) in position.told(1)


@pytest.mark.rule("TH-42")
def test_called_card_need_not_be_played_at_once() -> None:
    position = x53(BIDS_X53 + " AS 5S 7S JS 6S 7D KD QD")
    assert asked(position) == (4, "play")
    assert legal(position) == "AD 9D 8D"
