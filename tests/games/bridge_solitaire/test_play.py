"""Bridge Solitaire: what may be played, what the house turns up, who wins a trick, and how the stock runs out."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.bridge_solitaire import Standing
from arena.games.bridge_solitaire.house import HOUSE, PLAYER, winner
from arena.games.bridge_solitaire.options import Options
from arena.games.kernel import Note, Show
from arena.games.kernel.position import Position
from tests.games.bridge_solitaire.situations import STANDARD, chosen, tricks
from tests.games.situations import legal, notes, say, shown_to

rule = pytest.mark.rule


def turned(position: Position[Any]) -> list[str]:
    """The cards turned up since the last card was played; those out of play in brackets."""
    found: list[str] = []
    for event in position.log:
        if isinstance(event, Show):
            found.append(event.cards[0] if event.kind == "turned" else f"({event.cards[0]})")
        elif not isinstance(event, Note):
            found.clear()
    return found


def winners(position: Position[Any]) -> list[object]:
    return [who for who, _ in notes(position, "trick")]


class TestExamples:
    @rule("BS-15", "BS-16", "BS-17", "BS-19", "BS-20", "BS-22", "BS-23", "BS-R4", "BS-R13", "BS-X3")
    @rule("BS-27", "BS-29", "BS-32", "BS-R10", "BS-X4")
    def test_first(self) -> None:
        position = chosen(
            "JS TS 7S 2S 9D AC KC TC 8C QH 8H 5H 4H",
            "QC JC 7H 9S 4S 3D JK1",
            "9D 5H 4H 2S 7S TS JS",
            "3C 7D 5D AH 9C KD AS 2C QS JD 6C KH AD 7C TD 4C KS 4D QD 2H JK2 6D 5C 8S 6S 5S 3S JH TH 9H 6H 3H 8D 2D",
        )
        say(position, "1C 8C")
        for card, cards in (
            ("AC", "(7D) (5D) (AH) 9C"),
            ("KC", "(KD) (AS) 2C"),
            ("QC", "(QS) (JD) 6C"),
            ("JC", "(KH) (AD) 7C"),
        ):
            assert " ".join(turned(say(position, card))) == cards
        assert " ".join(turned(say(position, "QH"))) == "(TD) 4C KS"
        assert legal(position) == "9S 4S"
        assert " ".join(turned(say(position, "4S"))) == "4D" and legal(position) == "3D"
        assert " ".join(turned(say(position, "3D"))) == "QD" and legal(position) == "9S 8H 7H TC JK1"
        say(position, "JK1 7H")
        assert " ".join(turned(say(position, "9S"))) == "JK2 6D"
        say(position, "TC 8H")
        p, h = PLAYER, "house"
        assert winners(position) == [p, p, p, p, p, h, h, h, h, p, h, p, h]
        assert notes(position, "tricks") == [(7, 6)] and notes(position, "rest") == []
        assert [*shown_to(position, 0, "turned"), *shown_to(position, 0, "ignored")].count("8S") == 0
        assert (notes(position, "honors"), notes(position, "below")) == ([(150,)], [(40, 0)])
        assert (notes(position, "above"), notes(position, "scores")) == ([(200, 0)], [(240, 0)])
        assert position.result == Standing(finished=1, below=(40, 0), scores=(240, 0))

    @rule("BS-15", "BS-17", "BS-20", "BS-23", "BS-30", "BS-X6")
    def test_second(self) -> None:
        position = chosen(
            "AH TH 3H 2H 7D 6D 2D KC 4C 2C TS 5S 4S",
            "QH 3D 3C AS 9S 3S JK1",
            "7D 6D 2D 2C TS 5S 4S",
            "JH QD JK2 KH KS 9D AC 9H TD 8H AD KD QS QC JD 2S JS 8S 7S 6S 7H 6H 5H 4H 8D 5D 4D JC TC 9C 8C 7C 6C 5C",
        )
        say(position, "1H QH AH 2H AS KC TH 4C 3D")
        assert " ".join(turned(position)) == "KD" and "JK1" in legal(position).split()
        say(position, "JK1 9S 3C 3H 3S")
        p, h = PLAYER, "house"
        assert winners(position) == [p, h, h, p, h, p, h, h, h, h, h, p, p]
        assert notes(position, "tricks") == [(5, 8)] and notes(position, "honors") == []
        assert (notes(position, "below"), notes(position, "above")) == ([(0, 0)], [(0, 300)])


class TestWhatMayBePlayed:
    @rule("BS-17")
    def test_the_suit_led_must_be_followed(self) -> None:
        assert legal(tricks("9S 4S QH JK1", "KS 2C 3C 4C", "1H")) == "9S 4S"
        assert legal(tricks("9S 4S QH JK1", "KD 2C 3C 4C", "1H")) == "9S 4S QH JK1"

    @rule("BS-18", "BS-19", "BS-R12")
    def test_any_card_goes_on_a_joker_and_may_be_led(self) -> None:
        assert legal(tricks("9S 4S QH JK1", "JK2 2C 3C 4C", "1H")) == "9S 4S QH JK1"
        assert legal(tricks("9S 4S QH JK1", "JK2 2C 3C 4C", "1H", HOUSE)) == "9S 4S QH JK1"


class TestHouse:
    @rule("BS-15", "BS-16")
    def test_the_defender_leads_first(self) -> None:
        assert turned(tricks("9S 4S", "KD 2C 3C", "1H", PLAYER)) == ["KD"]
        assert turned(tricks("9S 4S", "KD 2C 3C", "1H", HOUSE)) == []

    @rule("BS-20", "BS-R4", "BS-R13")
    @pytest.mark.parametrize("valid", ["2S", "2H", "JK2"])
    def test_cards_are_turned_until_one_is_valid(self, valid: str) -> None:
        position = say(tricks("9S 4S", f"KD 2C 3C 4C 5C 6C {valid} 8C", "1H", HOUSE), "9S")
        assert turned(position)[:6] == ["(KD)", "(2C)", "(3C)", "(4C)", "(5C)", "(6C)"]
        assert turned(position)[6] == valid

    @rule("BS-20", "BS-23", "BS-R6", "BS-X17")
    @pytest.mark.parametrize("first", ["2C", "JK2"])
    def test_the_first_card_answers_a_joker(self, first: str) -> None:
        position = say(tricks("JK1 4S", f"{first} 3C 4C", "1H", HOUSE), "JK1")
        assert winners(position) == ["house"] and turned(position) == [first, "3C"]

    @rule("BS-21", "BS-X13")
    def test_four_cards_are_turned_at_no_trump(self) -> None:
        for call, cards in (("1NT", "(2H) (3H) (4H) (5H)"), ("1C", "(2H) (3H) (4H) (5H) 6S")):
            position = say(tricks("4S 5D", "2H 3H 4H 5H 6S 7S 8D 2C", call, HOUSE), "4S")
            assert " ".join(turned(position)).startswith(cards)
            assert winners(position) == ([PLAYER] if call == "1NT" else ["house"])
        position = say(tricks("4S 5S 5D", "2H 3H 4H 5H 6S 7S 8D 2C", "1NT", HOUSE), "4S 5S")
        assert turned(position) == ["6S", "7S"] and winners(position) == [PLAYER, "house"]

    @rule("BS-21")
    def test_another_limit_or_none_at_no_trump(self) -> None:
        for limit, cards in ((1, "(2H)"), (5, "(2H) (3H) (4H) (5H) (6H)"), ("none", "(2H) (3H) (4H) (5H) (6H) 7S")):
            o = Options(nt_turn_limit=limit)
            position = say(tricks("8S 5D", "2H 3H 4H 5H 6H 7S 8D 2C", "1NT", HOUSE, o), "8S")
            assert " ".join(turned(position)) == cards and winners(position) == [PLAYER]


class TestWinner:
    @rule("BS-22", "BS-R7")
    @pytest.mark.parametrize(
        ("led", "answer", "trump", "leads"),
        [
            ("9S", "TS", "H", False),
            ("TS", "9S", "H", True),
            ("AS", "2H", "H", False),
            ("3H", "2H", "H", True),
            ("2S", "AD", "H", True),
            ("2S", "AD", "NT", True),
        ],
    )
    def test_the_higher_trump_or_else_the_higher_card_of_the_suit(
        self, led: str, answer: str, trump: str, leads: bool
    ) -> None:
        for leader in (PLAYER, HOUSE):
            assert winner(leader, led, answer, trump) == (leader if leads else 1 - leader)

    @rule("BS-23", "BS-R6", "BS-X17")
    def test_a_joker_loses_to_the_house_but_not_on_the_other_joker(self) -> None:
        assert winner(HOUSE, "JK2", "JK1", "H") == PLAYER
        assert winner(HOUSE, "JK2", "AS", "H") == HOUSE
        assert winner(HOUSE, "2D", "JK1", "NT") == HOUSE
        assert winner(PLAYER, "JK1", "2C", "C") == HOUSE
        assert winner(PLAYER, "JK1", "JK2", "C") == HOUSE
        assert winner(PLAYER, "AC", "JK2", "C") == HOUSE


class TestExhaustion:
    @rule("BS-24", "BS-25", "BS-R7", "BS-X14")
    def test_the_last_card_is_played_even_if_it_is_not_valid(self) -> None:
        position = say(tricks("AS 5S 4D", "2H 3H", "1C", HOUSE), "AS")
        assert turned(position) == ["(2H)", "3H"] and winners(position) == [PLAYER]
        assert notes(position, "rest") == [(2,)] and position.result == 3

    @rule("BS-24", "BS-25", "BS-X15")
    def test_a_valid_last_card_may_win(self) -> None:
        position = say(tricks("4S 5S 4D", "2H 6S", "1C", HOUSE), "4S")
        assert winners(position) == ["house"] and notes(position, "rest") == [(2,)] and position.result == 2

    @rule("BS-25", "BS-X16")
    def test_the_house_may_lead_its_last_card(self) -> None:
        position = say(tricks("4S 5D 6D", "9S", "1NT"), "4S")
        assert winners(position) == ["house"] and notes(position, "rest") == [(2,)] and position.result == 2

    @rule("BS-21", "BS-24", "BS-25", "BS-R8")
    def test_the_last_card_may_be_the_fourth_at_no_trump(self) -> None:
        position = say(tricks("4S 5D 6D", "2H 3H 4H 5H", "1NT", HOUSE), "4S")
        assert turned(position) == ["(2H)", "(3H)", "(4H)", "5H"]
        assert winners(position) == [PLAYER] and position.result == 3

    @rule("BS-25")
    def test_no_card_is_left_if_hand_and_stock_end_together(self) -> None:
        position = say(tricks("4S", "9S", "1NT"), "4S")
        assert notes(position, "rest") == [] and position.result == 0 and position.options == STANDARD
