"""Kitty, trump and tricks, and whole deals card by card."""

from random import Random

import pytest

from arena.games.kernel import Ask, Card, Did, IllegalWord, Note, Position, Seat, Show
from arena.games.tricks import follow_suit, winning
from arena.games.two_hundred.end import Standing
from arena.games.two_hundred.options import DISCARD_POINTS, Options
from arena.games.two_hundred.play import RANKINGS
from tests.games.two_hundred.situations import (
    EAST,
    NORTH,
    SOUTH,
    STANDARD,
    WEST,
    WITH_KITTY,
    asked,
    at_the_end,
    deal_after,
    fixed,
    legal,
    notes,
    played_out,
    shuffles,
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


def x51(words: str) -> Position[Standing]:
    return deal_after(words, dealer=WEST, chance=fixed({"pack": PACK_X51.split()}))


def x52(words: str, o: Options = WITH_KITTY) -> Position[Standing]:
    return deal_after(words, o=o, dealer=NORTH, chance=fixed({"pack": PACK_X52.split()}))


def shown_to(position: Position[Standing], seat: Seat, kind: str) -> list[str]:
    """The cards of every show of a kind that the seat saw."""
    shows = (event for event in position.told(seat) if isinstance(event, Show) and event.kind == kind)
    return [" ".join(event.cards) for event in shows]


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
    assert position.result == Standing(NORTH, (80, 20), finished=1, made=0)


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
    assert position.result == Standing(EAST, (35, -70), finished=1)


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


@pytest.mark.rule("TH-30")
def test_contractor_takes_the_kitty_discards_names_trump_and_leads() -> None:
    position = deal_after("50 pass pass pass", o=WITH_KITTY)
    kinds = []
    for _ in range(6):
        assert position.ask is not None and position.ask.seat == EAST
        kinds.append(position.ask.kind)
        position.play(position.ask.legal[0])
    assert kinds == ["discard", "discard", "discard", "discard", "trump", "play"]


@pytest.mark.rule("TH-32", "TH-82")
def test_only_the_contractor_sees_the_kitty() -> None:
    position = x52(BIDS_X52)
    assert [shown_to(position, seat, "kitty") for seat in range(4)] == [[], ["JS 9S 6S 7C"], [], []]


@pytest.mark.rule("TH-32", "TH-33")
def test_any_of_the_thirteen_cards_may_be_discarded() -> None:
    position = x52(BIDS_X52)
    assert legal(position) == "AS JS 9S 7S 6S JH 6H 5H AD JD 9D 7D 7C"
    position.play("JS")
    position.play("AD")
    assert legal(position) == "AS 9S 7S 6S JH 6H 5H JD 9D 7D 7C"


@pytest.mark.rule("TH-37", "TH-82")
def test_others_learn_that_cards_were_discarded_but_not_which() -> None:
    position = x52(f"{BIDS_X52} {DISCARD_X52}")

    def discards(seat: Seat) -> list[str | None]:
        return [e.word for e in position.told(seat) if isinstance(e, Did) and e.kind == "discard"]

    assert [discards(seat) for seat in range(4)] == [[None] * 4, DISCARD_X52.split(), [None] * 4, [None] * 4]


@pytest.mark.rule("TH-37", "TH-84")
def test_discard_is_opened_after_the_last_trick() -> None:
    *before, last = PLAY_X52.split()
    position = x52(f"{BIDS_X52} {DISCARD_X52} D {' '.join(before)}")
    assert [shown_to(position, seat, "discard") for seat in range(4)] == [[], [], [], []]
    position.play(last)
    trick, discard, points, scores = position.log[-4:]
    assert isinstance(trick, Note) and isinstance(points, Note) and isinstance(scores, Note)
    assert (trick.kind, points.kind, scores.kind) == ("trick", "points", "scores")
    assert discard == Show((0, 1, 2, 3), "discard", EAST, ("JH", "6H", "5H", "7C"))


@pytest.mark.rule("TH-84")
def test_no_discard_is_shown_where_there_was_no_kitty() -> None:
    position = x51(BIDS_X51 + PLAY_X51)
    assert {event.kind for event in position.log if isinstance(event, Show)} == {"hand"}


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
    assert follow_suit(["5H", "KS", "AD"], ["9H"], rank) == ["5H"]
    assert follow_suit(["KS", "AD", "7C"], ["9H"], rank) == ["KS", "AD", "7C"]


@pytest.mark.rule("TH-44", "TH-R38")
def test_revoke_is_not_accepted() -> None:
    position = x51(f"{BIDS_X51} AC 7C 5C")
    with pytest.raises(IllegalWord):
        position.play("JS")
    assert asked(position) == (EAST, "play")


@pytest.mark.rule("TH-5", "TH-45", "TH-X33")
@pytest.mark.parametrize(("trump", "winner"), [("D", 2), ("S", 0), ("H", 0)])
def test_highest_trump_wins_else_the_highest_card_led(trump: str, winner: int) -> None:
    assert winning(["AH", "TH", "5D", "KH"], RANKINGS[trump]) == winner


@pytest.mark.rule("TH-5")
@pytest.mark.parametrize("trump", "SHDC")
def test_ten_ranks_below_the_jack_in_every_suit(trump: str) -> None:
    power = RANKINGS[trump].power
    for suit in "SHDC":
        assert sorted("5976T8JKAQ", key=lambda rank: -power[rank + suit]) == list("AKQJT98765")


@pytest.mark.rule("TH-46")
@pytest.mark.parametrize("o", [STANDARD, WITH_KITTY], ids=["standard", "kitty"])
def test_all_nine_tricks_are_played(o: Options) -> None:
    position = at_the_end(deal_after("50 pass pass pass", o=o), Random(2))
    assert len(notes(position, "trick")) == 9


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
