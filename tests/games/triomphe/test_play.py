"""Triomphe: the duties, the score, and the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.games.kernel import Result
from arena.games.parts.duties import head_or_trump
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import Trick, winning
from arena.games.triomphe import LOW, RANKINGS_BY_ACE, Options, result, score, sides
from tests.games.situations import asked, legal, notes, on_table, said, say
from tests.games.triomphe.situations import FULL, PAIRS, SIX, STANDARD, TRICKS, dealt

rule = pytest.mark.rule
ONLY = {7, 11}
"""The plays of the full deal that are forced: to head, to overtrump."""


class TestPlay:
    @rule("TP-13", "TP-14", "TP-15", "TP-R8", "TP-R9", "TP-X9", "TP-X10", "TP-X11", "TP-X13")
    @pytest.mark.parametrize(
        ("trump", "table", "hand", "may"),
        [
            ("S", "9H QH", "KH JH 6H", "KH"),
            ("S", "9H QH", "JH 6H", "JH 6H"),
            ("S", "9H QH", "TS JH", "JH"),
            ("S", "9H 6S", "KH 7H TS", "KH 7H"),
            ("S", "9H JS", "QS AS KD", "QS"),
            ("S", "9H JS", "AS TS KD", "AS TS"),
            ("S", "9H JS", "KD 7C", "KD 7C"),
            ("C", "9C", "AC 8C KH", "AC"),
            ("C", "9C", "8C KH", "8C"),
        ],
    )
    def test_head_or_trump(self, trump: str, table: str, hand: str, may: str) -> None:
        assert " ".join(head_or_trump(hand.split(), on_table(table.split(), LOW[trump]))) == may

    @rule("TP-16", "TP-X12")
    def test_a_partners_trick_must_be_headed_too(self) -> None:
        hands = {0: "TD 9S 8S 7S 6S", 1: "KD 6D 9H 8H 7H", "turn-up": "7C"}
        position = say(dealt(hands, dealer=3), "TD")
        assert (asked(position), legal(position)) == ((1, "play"), "KD")

    @rule("TP-17", "TP-X3", "TP-X14")
    @pytest.mark.parametrize(
        ("high", "trump", "cards", "winner"),
        [
            (False, "D", "KS 6D QS 8S", "6D"),
            (False, "D", "AH TH 9H 8H", "AH"),
            (False, "D", "AH JH 9H 8H", "JH"),
            (True, "D", "KH AH QH 8H", "AH"),
        ],
    )
    def test_the_highest_trump_or_card_of_the_suit_led(self, high: bool, trump: str, cards: str, winner: str) -> None:
        assert cards.split()[winning(cards.split(), RANKINGS_BY_ACE[high][trump])] == winner

    @rule("TP-12", "TP-R12", "TP-X19")
    def test_the_full_deal(self) -> None:
        position = say(dealt(FULL, scores=(2, 2)), "take 6S 6C")
        for number, card in enumerate(TRICKS.split()):
            if number in ONLY:
                assert legal(position) == card
            position.play(card)
        winners = [winner for winner, _ in notes(position, "trick")]
        assert winners == [2, 1, 0, 1, 2]
        assert said(position, "play")[::4] == [1, *winners[:-1]]
        assert notes(position, "points") == [(1, 0)]
        assert position.result == Standing(1, (3, 2), 1)


def won(*winners: int) -> Sequence[Trick]:
    return [Trick((), (), winner, 1) for winner in winners]


class TestScore:
    @rule("TP-2", "TP-18", "TP-R1", "TP-X15")
    def test_most_tricks_score_one_and_all_of_them_more(self) -> None:
        of = sides(STANDARD)
        assert score(of, won(0, 1, 1, 2, 3), 2) == (1, 0)
        assert score(of, won(0, 1, 1, 2, 0), 2) == (1, 0)
        assert score(of, won(2, 3, 3, 2, 3), 2) == (0, 2)
        assert score(of, won(2, 3, 3, 2, 3), 5) == (0, 5)
        assert score(sides(SIX), won(0, 2, 3, 1, 5), 2) == (1, 0)

    @rule("TP-19", "TP-R2", "TP-X16")
    @pytest.mark.parametrize(
        ("winners", "points"),
        [((0, 2, 4, 3, 1), (0, 1, 0)), ((4, 5, 0, 2, 1), (0, 0, 1)), ((0, 2, 4, 5, 4), (0, 0, 1))],
    )
    def test_of_three_sides_the_first_with_two_tricks(self, winners: Sequence[int], points: Sequence[int]) -> None:
        assert score(sides(PAIRS), won(*winners), 2) == points

    @rule("TP-20", "TP-R13", "TP-X17")
    def test_the_first_side_at_the_target_wins(self) -> None:
        assert result(STANDARD, Standing(0, (4, 4), 8)) is None
        assert result(STANDARD, Standing(0, (5, 3), 8)) == Result((1, 2), (5, 3), "target")
        assert result(STANDARD, Standing(0, (4, 5), 8)) == Result((2, 1), (4, 5), "target")
        assert result(PAIRS, Standing(0, (4, 4, 5), 13)) == Result((2, 2, 1), (4, 4, 5), "target")
        assert result(Options(target=9), Standing(0, (5, 3), 8)) is None
