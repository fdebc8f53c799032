"""Écarté: proposals, exchanges, the casino rule."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from arena.games.ecarte import PACK, PRESETS, Options, obligatory
from arena.games.kernel import Seat
from tests.games.ecarte.situations import (
    BY_TRICKS,
    Deal,
    by_tricks,
    by_tricks_after_an_exchange,
    dealt,
    scores,
    words_of,
)
from tests.games.situations import at_the_end, notes, question, say, shown_to

rule = pytest.mark.rule
ELDER, DEALER = "KS 9D 8D 7C TH", "QS JS QD JD 8C"
STOCK = "AH AS AD AC KD KC"


def fresh(*, o: Options = PRESETS["standard"]) -> Deal:
    return dealt(ELDER, DEALER, stock=STOCK, o=o)


def exchanged(position: Deal, seat: Seat, count: int) -> Deal:
    """The seat has laid its first so many cards aside; `done` is not said yet."""
    for _ in range(count):
        assert position.ask is not None and (position.ask.seat, position.ask.kind) == (seat, "exchange")
        position.play(position.ask.legal[0])
    return position


def with_stock(left: int) -> Deal:
    """Elder has proposed a third time, with three to five cards in the stock, and the dealer has accepted."""
    position = exchanged(exchanged(say(fresh(), "propose accept"), 1, 5), 0, 5)
    exchanged(exchanged(say(position, "propose accept"), 1, 5), 0, 6 - left)
    return say(position, "done propose accept")


class TestTalk:
    @rule("EC-8", "EC-9")
    def test_elder_may_play_at_once(self) -> None:
        position = fresh()
        assert question(position) == (1, "propose", "play propose")
        assert question(say(position, "play")) == (1, "play", "KS TH 9D 8D 7C")

    @rule("EC-10", "EC-11")
    def test_a_refusal_ends_the_talk(self) -> None:
        position = say(fresh(), "propose")
        assert question(position) == (0, "answer", "accept refuse")
        assert question(say(position, "refuse"))[:2] == (1, "play")
        assert notes(position, "drawn") == []

    @rule("EC-12", "EC-13", "EC-15")
    def test_both_exchange_and_elder_is_asked_again(self) -> None:
        position = say(fresh(), "propose accept")
        assert question(position)[:2] == (1, "exchange")
        say(position, "7C 9D done")
        assert question(position)[:2] == (0, "exchange")
        say(position, "8C done")
        assert notes(position, "drawn") == [(1, 2, 19), (0, 1, 18)]
        assert (shown_to(position, 1, "drawn"), shown_to(position, 0, "drawn")) == (["AH AS"], ["AD"])
        assert question(position) == (1, "propose", "play propose")
        say(position, "propose accept AH KS TH AS 8D QS QD done propose")
        assert question(position) == (0, "answer", "accept refuse")

    @rule("EC-12", "EC-X7")
    def test_the_words_of_an_exchange(self) -> None:
        position = say(dealt("KS 9D 8D 7C AH", DEALER), "propose accept")
        assert question(position) == (1, "exchange", "KS AH 9D 8D 7C")
        assert question(say(position, "7C")) == (1, "exchange", "KS AH 9D 8D done")

    @rule("EC-12", "EC-13")
    def test_five_cards_are_the_most(self) -> None:
        position = say(fresh(), f"propose accept {ELDER}")
        assert question(position) == (0, "exchange", DEALER)
        assert question(say(position, DEALER)) == (1, "propose", "play propose")
        assert notes(position, "drawn") == [(1, 5, 16), (0, 5, 11)]

    @rule("EC-R3")
    def test_an_accepted_proposal_binds_elder_to_a_card_too(self) -> None:
        position = say(fresh(), "propose accept")
        assert position.ask is not None and "done" not in position.ask.legal

    @rule("EC-14", "EC-33")
    def test_new_cards_are_seen_when_all_old_ones_are_laid_aside_and_these_are_gone(self) -> None:
        position = say(fresh(), "propose accept 7C KS")
        assert question(position) == (1, "exchange", "TH 9D 8D done")
        assert shown_to(position, 1, "drawn") == []
        say(position, "done 8C done play")
        assert question(position) == (1, "play", "AS AH TH 9D 8D")

    @rule("EC-13", "EC-15", "EC-16", "EC-R4", "EC-X8")
    def test_the_stock_runs_out(self) -> None:
        position = exchanged(with_stock(3), 1, 3)
        assert notes(position, "drawn")[-1] == (1, 3, 0)
        assert question(position)[:2] == (1, "play")

    @rule("EC-12", "EC-13", "EC-15", "EC-X9")
    def test_a_short_stock(self) -> None:
        position = exchanged(with_stock(4), 1, 2)
        exchanged(say(position, "done"), 0, 1)
        one, two = position.fork(), exchanged(position.fork(), 0, 1)
        assert (notes(two, "drawn")[-1], question(two)[:2]) == ((0, 2, 0), (1, "play"))
        assert question(say(one, "done")) == (1, "propose", "play propose")
        assert notes(one, "drawn")[-1] == (0, 1, 1)

    @rule("EC-R5")
    def test_elder_may_take_all_of_the_stock(self) -> None:
        position = exchanged(with_stock(5), 1, 5)
        assert (notes(position, "drawn")[-1], question(position)[:2]) == ((1, 5, 0), (1, "play"))

    @rule("EC-R6")
    def test_the_dealer_knows_how_many_cards_elder_took(self) -> None:
        position = say(fresh(), "propose accept 7C 9D done")
        assert question(position)[0] == 0
        assert words_of(position.told(0))[-4:] == ["1 exchange ?"] * 3 + ["note drawn 1 2 19"]


class TestObliged:
    @rule("EC-16", "EC-28", "EC-X3")
    @pytest.mark.parametrize("tricks", [0, 1, 2])
    def test_elder_who_stands_and_fails(self, tricks: int) -> None:
        assert scores(by_tricks(tricks)) == (2, 0)

    @rule("EC-29", "EC-X4")
    @pytest.mark.parametrize(("tricks", "points"), [(3, 1), (4, 1), (5, 2)])
    def test_elder_who_stands_and_makes(self, tricks: int, points: int) -> None:
        assert scores(by_tricks(tricks)) == (0, points)

    @rule("EC-16", "EC-28", "EC-29", "EC-X5", "EC-R8")
    @pytest.mark.parametrize(
        ("elders", "after"), [(0, (2, 0)), (1, (1, 0)), (2, (1, 0)), (3, (0, 2)), (4, (0, 2)), (5, (0, 2))]
    )
    def test_the_dealer_who_refuses_is_obliged_and_elder_is_not(self, elders: int, after: tuple[int, int]) -> None:
        assert scores(by_tricks(elders, "propose refuse")) == after

    @rule("EC-R9")
    def test_two_points_are_the_most_for_tricks(self) -> None:
        assert (scores(by_tricks(0)), scores(by_tricks(5, "propose refuse"))) == ((2, 0), (0, 2))

    @rule("EC-16", "EC-27", "EC-R7", "EC-X6")
    @pytest.mark.parametrize("then", ["play", "propose refuse"])
    @pytest.mark.parametrize(
        ("elders", "after"), [(0, (2, 0)), (1, (1, 0)), (2, (1, 0)), (3, (0, 1)), (4, (0, 1)), (5, (0, 2))]
    )
    def test_after_an_exchange_nobody_is_obliged(self, then: str, elders: int, after: tuple[int, int]) -> None:
        assert scores(by_tricks_after_an_exchange(elders, then)) == after

    @rule("EC-16", "EC-R4", "EC-X8")
    def test_an_exchange_of_elder_alone_obliges_nobody(self) -> None:
        begun = exchanged(with_stock(3), 1, 3)
        most = set()
        for seed in range(20):
            position = at_the_end(begun.fork(), Random(seed))
            won = [winner for winner, _ in notes(position, "trick")]
            most.add(max((won.count(seat), seat) for seat in (0, 1)))
            king = len(notes(position, "king"))
            assert sum(scores(position)) - king == (2 if won.count(won[0]) == 5 else 1)
        assert {seat for _, seat in most} == {0, 1}


# Hands of the appendix; trump is H.
YES = """
TH 9H 7H 8D 7C, 9H 7H KS TS 8D, 9H 7H QS 8S 7C, 9H 7H TD 9D 8D, 7H KS QS JS 7D, 7H QS 9S 8S 7D, 7H QS 8S QD 7D,
KS QS JS QD 7C, KH QH JH AH TH, KH QH JH AH 7C
"""
NO = """
9H 7H KS TD 8C, 9H 7H JS 8S 7D, 9H 7H QS 8D 7C, 7H KS QS JD TC, 7H JS TS 9S 8S, KS QS JS AD 7C, 9H 7H AS 8S 7D
"""


class TestObligatoryHands:
    @pytest.mark.parametrize("hand", YES.strip().split(","))
    def test_jeux_de_regle(self, hand: str) -> None:
        assert obligatory(hand.split(), "H")

    @pytest.mark.parametrize("hand", NO.strip().split(","))
    def test_other_hands(self, hand: str) -> None:
        assert not obligatory(hand.split(), "H")

    @rule("EC-R16")
    @pytest.mark.parametrize(
        "hand", ["7H KS 9S 8S 7D", "7H KS 8S QD 7D", "7H KS 8S KD 7D", "9H 7H KS 8S 7C", "9H 7H KS 8D 7D"]
    )
    def test_a_king_does_for_a_queen(self, hand: str) -> None:
        assert obligatory(hand.split(), "H")

    @rule("EC-R17")
    def test_four_court_cards_without_a_trump_are_always_better_than_four_jacks(self) -> None:
        courts = [card for card in PACK if card[0] in "KQJ" and card[1] != "H"]
        assert all(obligatory([*four, "7C"], "H") for four in combinations(courts, 4))
        assert all({card[0] for card in four} != {"J"} for four in combinations(courts, 4))
        assert not obligatory(["JS", "JD", "JC", "AS", "7C"], "H")

    @rule("EC-8", "EC-X21")
    @pytest.mark.parametrize(("hand", "words"), [("9H 7H QS 8S 7D", "play"), ("9H 7H JS 8S 7D", "play propose")])
    def test_the_house_player_as_elder(self, hand: str, words: str) -> None:
        position = dealt(hand, "KS QD JD 8C 7C", "TH", dealer=1, o=PRESETS["casino"])
        assert question(position) == (0, "propose", words)

    @rule("EC-10", "EC-X22")
    def test_the_house_player_as_dealer(self) -> None:
        position = dealt("KS QS 8S AS 9C", "TH 9H 7H 8D 7C", "8H", o=PRESETS["casino"])
        assert question(position) == (1, "propose", "play propose")
        assert question(say(position, "propose")) == (0, "answer", "refuse")

    @rule("EC-8", "EC-10")
    @pytest.mark.parametrize(("bound", "elder", "dealer"), [("P0", 2, 1), ("P1", 1, 2), ("both", 1, 1), ("off", 2, 2)])
    def test_only_the_seats_named_are_bound(self, bound: str, elder: int, dealer: int) -> None:
        o = Options(obligatory_hands=bound)
        position = dealt("QH JH 8H AS 9C", "TH 9H 7H 8D 7C", "AH", o=o)
        assert len(question(position)[2].split()) == elder
        position = say(dealt("7S 8S AS 9C TD", "TH 9H 7H 8D 7C", "AH", o=o), "propose")
        assert len(question(position)[2].split()) == dealer

    @rule("EC-8", "EC-10", "EC-X22")
    def test_after_an_exchange_there_is_no_restriction(self) -> None:
        position = dealt("KS 8S AS 9C TD", "TH 9H 7S 8D 7C", "AH", "QH 7H", o=PRESETS["strict"])
        say(position, "propose accept KS done 7S done")
        assert question(position) == (1, "propose", "play propose")
        assert obligatory(["TH", "9H", "7H", "8D", "7C"], "H")
        assert question(say(position, "propose")) == (0, "answer", "accept refuse")
        say(position, "accept 8S done 7C done")
        assert question(position) == (1, "propose", "play propose")

    @rule("EC-R18")
    def test_the_casino_rule_changes_no_score(self) -> None:
        for tricks in range(len(BY_TRICKS)):
            assert scores(by_tricks(tricks, o=PRESETS["strict"])) == scores(by_tricks(tricks))
