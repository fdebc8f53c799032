"""Rankings with bowers and a joker."""

import pytest

from arena.games.parts.bowers import COLOR_MATE, JOKER, READING, bower_ranking
from arena.games.parts.cards import SUITS, pack
from arena.games.parts.tricks import NO_TRUMP, Ranking, follow_suit, winning
from tests.games.situations import on_table

PACK = (*pack("AKQJT987"), JOKER)
WITHOUT = pack("AKQJT987")


def suit_of(rank: Ranking, suit: str) -> str:
    """The cards that belong to a suit, high to low."""
    members = [card for card, belongs in rank.suit.items() if belongs == suit]
    return " ".join(sorted(members, key=rank.power.__getitem__, reverse=True))


@pytest.mark.rule("FH-14", "FH-15", "FH-17", "FH-18", "FH-X13", "AF-3", "AF-5")
@pytest.mark.parametrize(
    ("trump", "suit", "cards"),
    [
        ("H", "H", "JK JH JD AH KH QH TH 9H 8H 7H"),
        ("H", "D", "AD KD QD TD 9D 8D 7D"),
        ("H", "S", "AS KS QS JS TS 9S 8S 7S"),
        ("S", "S", "JK JS JC AS KS QS TS 9S 8S 7S"),
        ("C", "C", "JK JC JS AC KC QC TC 9C 8C 7C"),
        ("D", "D", "JK JD JH AD KD QD TD 9D 8D 7D"),
    ],
)
def test_bowers_and_the_joker_are_the_highest_trumps(trump: str, suit: str, cards: str) -> None:
    assert suit_of(bower_ranking(PACK, trump), suit) == cards


@pytest.mark.rule("FH-13")
def test_without_a_joker_the_right_bower_is_the_highest_trump() -> None:
    assert suit_of(bower_ranking(WITHOUT, "C"), "C") == "JC JS AC KC QC TC 9C 8C 7C"


@pytest.mark.rule("FH-19", "FH-48", "AF-5", "AF-35")
def test_without_trumps_there_are_no_bowers_and_the_joker_is_alone_in_its_suit() -> None:
    rank = bower_ranking(PACK, NO_TRUMP)
    assert [suit_of(rank, suit) for suit in SUITS] == [" ".join(pack("AKQJT987", suit)) for suit in SUITS]
    assert (rank.trump, rank.suit[JOKER]) == (JOKER, JOKER)
    assert winning(["7D", "AD", JOKER], rank) == 2
    assert bower_ranking(WITHOUT, NO_TRUMP).trump is None


@pytest.mark.rule("FH-53", "AF-34")
def test_a_declared_joker_is_the_highest_card_of_its_suit_and_no_more() -> None:
    rank = bower_ranking(PACK, NO_TRUMP, "H")
    assert suit_of(rank, "H") == "JK AH KH QH JH TH 9H 8H 7H"
    assert winning(["KH", "AH", JOKER], rank) == 2
    assert winning(["7C", JOKER, "8C"], rank) == 2


@pytest.mark.rule("FH-16", "AF-4", "AF-30")
@pytest.mark.parametrize("trump", SUITS)
def test_the_left_bower_follows_trumps_and_not_its_printed_suit(trump: str) -> None:
    left, mate = f"J{COLOR_MATE[trump]}", COLOR_MATE[trump]
    for lead, hand, legal in (
        (f"8{trump}", [left, f"7{mate}"], [left]),
        (f"8{mate}", [left, f"7{mate}"], [f"7{mate}"]),
        (left, [f"A{trump}", f"7{mate}"], [f"A{trump}"]),
    ):
        assert list(follow_suit(hand, on_table([lead], bower_ranking(PACK, trump)))) == legal


def test_hands_read_joker_first_then_suit_by_suit() -> None:
    assert " ".join(sorted(["7C", "JK", "TD", "AS", "JD", "2C", "KH"], key=READING)) == "JK AS KH JD TD 7C 2C"
