"""Homme d'Auvergne: the duties, the kings, the soloist's point, the end, and who knows what."""

from __future__ import annotations

from random import Random

import pytest

from arena.games.homme_d_auvergne import RANKINGS, Options, kings, result
from arena.games.kernel import Result, Show
from arena.games.parts.duties import head_or_trump
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import Trick
from tests.games.homme_d_auvergne.situations import DECLARED, SHARED, TRICKS, dealt, scores
from tests.games.situations import asked, at_the_end, legal, notes, on_table, said, say

rule = pytest.mark.rule
NAMED = "pass pass pass pass pass pass S"
"""The bidding of the full deal: seat 3 names spades."""


class TestDuties:
    @rule("HA-13", "HA-14", "HA-15", "HA-R14", "HA-X14")
    @pytest.mark.parametrize(
        ("table", "hand", "may"),
        [
            ("TH JC", "AH 8H", "AH 8H"),
            ("TH", "KH JH 8H", "KH JH"),
            ("TH", "KD 8S", "KD 8S"),
            ("TC", "9C 8C KD", "9C 8C"),
            ("TC JC", "QC 8C KD", "QC"),
            ("TC", "KD 8S", "KD 8S"),
        ],
    )
    def test_follow_and_head_else_trump_and_overtrump(self, table: str, hand: str, may: str) -> None:
        on = on_table(table.split(), RANKINGS["C"])
        assert " ".join(head_or_trump(hand.split(), on)) == may

    @rule("HA-12", "HA-13", "HA-14", "HA-16", "HA-17", "HA-18", "HA-19", "HA-X20")
    def test_the_full_deal(self) -> None:
        position = say(dealt(SHARED), NAMED)
        assert (asked(position), legal(position)) == ((1, "play"), "8S KH JH TH TC")
        for number, card in enumerate(TRICKS.split()):
            if number == 10:
                assert legal(position) == "8S"  # seat 1 must trump though it cannot beat the 9S
            position.play(card)
        assert notes(position, "trick") == [(3, 1), (3, 1), (0, 1), (2, 1), (2, 1)]
        assert notes(position, "kings") == [(3, 2), (0, 1)]
        assert notes(position, "points") == [(1, 0, 0, 3)]
        assert position.result == Standing(1, (1, 0, 0, 3), 1)

    @rule("HA-11", "HA-19", "HA-X20")
    def test_the_full_deal_with_three_declared(self) -> None:
        assert scores(say(dealt(SHARED, o=DECLARED), f"{NAMED} three {TRICKS}")) == (1, 0, 0, 1)
        assert scores(say(dealt(SHARED, o=DECLARED), f"{NAMED} two {TRICKS}")) == (1, 0, 0, 3)

    @rule("HA-12", "HA-R3")
    def test_the_winner_leads_whoever_is_soloist(self) -> None:
        position = at_the_end(say(dealt(SHARED, dealer=2), "play"), Random(2))
        winners = [winner for winner, _ in notes(position, "trick")]
        assert said(position, "play")[::4] == [3, *winners[:-1]]


class TestKings:
    @rule("HA-17", "HA-18", "HA-R9", "HA-R10", "HA-X9", "HA-X10", "HA-X11", "HA-X12")
    @pytest.mark.parametrize(
        ("trump", "cards", "points"),
        [
            ("S", "QD KD KS 7D", 2),
            ("H", "9S KS KD 7H", 2),
            ("H", "QH KC 8H 7H", 0),
            ("D", "KS 9D 7S TD", 1),
            ("D", "KS QS 7S AS", 0),  # a king that wins its trick was not trumped
            ("D", "QS KC 7S AS", 0),  # nor was one thrown away on a trick without a trump
            ("D", "KD KC 7D AS", 1),  # the king of trumps alone, led
            ("D", "QS TD 7S AS", 0),
            ("D", "QS KD KC KS", 3),
        ],
    )
    def test_the_king_of_trumps_and_kings_that_were_trumped(self, trump: str, cards: str, points: int) -> None:
        assert kings(Trick((0, 1, 2, 3), tuple(cards.split()), 0, 1), trump) == points

    @rule("HA-17", "HA-R7")
    def test_the_king_of_trumps_scores_when_it_is_played_and_always_wins(self) -> None:
        position = say(dealt(SHARED), f"{NAMED} KH 7S KS")
        assert notes(position, "kings") == []
        say(position, "7H")
        assert (notes(position, "trick"), notes(position, "kings")) == ([(3, 1)], [(3, 2)])

    @rule("HA-20", "HA-R7")
    def test_a_king_of_trumps_that_was_not_played_by_the_end_scores_nothing(self) -> None:
        hands = {1: "KD QD KC QC KH", 2: "7C AD TD AC QH", 3: "JD 7D JH 8S 7S", 0: "9D 8D 9C 8C KS", "turn-up": "QS"}
        position = say(dealt(hands, scores=(0, 0, 0, 6)), "play KC 7C 7S 8C")
        assert notes(position, "kings") == [(3, 1)] and scores(position) == (0, 0, 0, 7)


class TestEnd:
    @rule("HA-20", "HA-X16")
    def test_two_points_in_one_trick_may_win_but_the_game_ends_at_the_first(self) -> None:
        assert scores(say(dealt(SHARED, scores=(0, 0, 0, 5)), f"{NAMED} KH 7S KS 7H")) == (0, 0, 0, 7)
        position = say(dealt(SHARED, scores=(0, 0, 0, 6)), f"{NAMED} KH 7S KS 7H")
        assert notes(position, "kings") == [(3, 1)] and scores(position) == (0, 0, 0, 7)

    @rule("HA-19", "HA-20", "HA-R11", "HA-X17")
    def test_the_soloists_point_comes_last(self) -> None:
        hands = {1: "KD QD KC QC KH", 2: "AD TD AC TC QH", 3: "JD 7D JC 7C 8S", 0: "9D 8D 9C 8C JH", "turn-up": "7S"}
        words = "play KD AD JD 9D QD TD 7D 8D KC AC JC 9C QC TC 7C 8C KH QH"
        position = say(dealt(hands, scores=(0, 6, 0, 6)), words)
        assert notes(position, "trick") == [(1, 1)] * 4 and notes(position, "contract") == [(1, "either")]
        say(position, "8S JH")
        assert notes(position, "kings") == [(3, 1)]
        assert scores(position) == (0, 6, 0, 7)
        assert scores(say(dealt(hands, scores=(0, 5, 0, 5)), f"{words} 8S JH")) == (0, 6, 0, 6)

    @rule("HA-21", "HA-R6", "HA-X19")
    def test_the_guard_counts_all_deals_and_leaders_share(self) -> None:
        o = Options(max_deals=3)
        assert result(o, Standing(0, (2, 2, 1, -1), 2)) is None
        assert result(o, Standing(0, (2, 2, 1, -1), 3)) == Result((1, 1, 3, 4), (2, 2, 1, -1), "limit")
        assert result(o, Standing(0, (7, 2, 1, -1), 3)) == Result((1, 2, 3, 4), (7, 2, 1, -1), "target")


class TestKnowledge:
    @rule("HA-22", "HA-23")
    def test_hands_are_private_and_all_else_is_public(self) -> None:
        position = say(dealt(SHARED), f"{NAMED} {TRICKS}")
        for seat in range(4):
            shows = [event for event in position.told(seat) if isinstance(event, Show)]
            assert [show[:3] for show in shows] == [((seat,), "hand", seat), ((0, 1, 2, 3), "turn-up", None)]
        told = [[event for event in position.told(seat) if getattr(event, "kind", "") != "hand"] for seat in range(4)]
        assert told[0] == told[1] == told[2] == told[3]
        assert [type(event).__name__ for event in told[0][2:10]] == ["Did"] * 7 + ["Note"]

    @rule("HA-22")
    def test_the_standing_is_told_before_every_deal(self) -> None:
        assert Standing(3, (4, -2, 0, 1), 7).words() == ("dealer=3", "scores=4,-2,0,1", "finished=7")
