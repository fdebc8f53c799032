"""Kaiser, clause by clause and example by example."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.kaiser import (
    BIDS,
    GAME,
    PACK,
    PLAIN,
    PRESETS,
    RANKINGS,
    SEATS,
    SIDES,
    Options,
    dealing,
    legal_calls,
    result,
    settle,
    worth,
)
from arena.games.kernel import Card, Deal, Did, Note, Result, Seat, Show
from arena.games.kernel.options import OptionError, choose
from arena.games.kernel.position import Position, play_deal, play_game, replay
from arena.games.laws import Shuffles, check_game, check_worlds_uniform
from arena.games.parts.auction import Call
from arena.games.parts.cards import assemble
from arena.games.parts.redeals import Standing
from arena.games.parts.tricks import Trick, taken, winning
from tests.games.situations import at_the_end, fixed, notes, question, say

T = TypeVar("T")
STANDARD = PRESETS["standard"]
rule = pytest.mark.rule

# Every seat holds one suit, seat 0 spades, 1 hearts, 2 diamonds, 3 clubs.
SUITS: tuple[Sequence[Card], ...] = (PACK[:8], PACK[8:16], PACK[16:24], PACK[24:])
# Seat 1 may declare a misdeal; the others share the rest in the order of the pack.
LOW = ["TS", "9S", "8H", "TD", "9D", "7D", "8C", "7C"]
REST = [card for card in PACK if card not in LOW]
MISDEAL = (REST[:8], LOW, REST[8:16], REST[16:])


def dealt(
    hands: Sequence[Sequence[Card]] = SUITS, *, dealer: Seat = 3, o: Options = STANDARD, **standing: Any
) -> Position[Standing]:
    cards = assemble(dealing(dealer), dict(enumerate(hands)))
    return play_deal(GAME, o, Standing(dealer, **standing), fixed({"pack": cards}))


def bids_from(first: str) -> str:
    words = list(BIDS)
    return " ".join(words[words.index(first) :])


class TestCardsAndDeal:
    @rule("KA-1")
    def test_partners_sit_across(self) -> None:
        assert GAME.seating(STANDARD).sides == (0, 1, 0, 1)

    @rule("KA-2", "KA-X1")
    def test_the_pack_has_32_cards_of_which_four_are_its_own(self) -> None:
        assert len(set(PACK)) == 32
        assert {card for card in PACK if card[0] not in "AKQJT98"} == {"3S", "5H", "7D", "7C"}

    @rule("KA-3")
    @pytest.mark.parametrize("trump", ["S", "H", "D", "C", "NT"])
    def test_ranks_run_from_the_ace_down_to_the_odd_card_in_every_suit(self, trump: str) -> None:
        power = RANKINGS[trump].power
        for suit, ranks in {"S": "AKQJT983", "H": "AKQJT985", "D": "AKQJT987", "C": "AKQJT987"}.items():
            assert sorted((c for c in PACK if c[1] == suit), key=power.__getitem__) == [r + suit for r in ranks[::-1]]

    @rule("KA-4")
    def test_the_first_dealer_is_drawn_or_named(self) -> None:
        drawn = {Position(STANDARD, lambda: GAME.start(STANDARD, Shuffles(seed))).result for seed in range(40)}  # noqa: B023
        assert drawn == {Standing(seat) for seat in SEATS}
        named = Options(first_dealer="P2")
        assert Position(named, lambda: GAME.start(named, Shuffles(1))).result == Standing(2, (0, 0), 0, 0)

    @rule("KA-4", "KA-R9")
    def test_the_deal_passes_to_the_left_after_every_hand(self) -> None:
        o = choose(STANDARD, {"misdeal": "off", "first_dealer": "P3", "max_deals": 9})
        game = at_the_end(play_game(GAME, o, Shuffles(1)), Random(1))
        dealers = [event.standing.dealer for event in game.log if isinstance(event, Deal)]
        assert dealers == [3, 0, 1, 2, 3, 0, 1, 2, 3]

    @rule("KA-5")
    def test_cards_are_dealt_one_by_one_from_the_dealers_left(self) -> None:
        position = play_deal(GAME, STANDARD, Standing(1), lambda _, items: tuple(items))
        hands = {event.owner: event for event in position.log if isinstance(event, Show)}
        assert hands[2].cards == tuple(PACK[0::4]) and hands[1].cards == tuple(PACK[3::4])
        assert all(hands[seat].seats == (seat,) and len(hands[seat].cards) == 8 for seat in SEATS)


class TestMisdeal:
    @rule("KA-6", "KA-X2")
    def test_a_hand_of_low_cards_may_be_thrown_in(self) -> None:
        position = dealt(MISDEAL, dealer=2)
        assert question(position) == (1, "misdeal", "misdeal play")
        position.play("misdeal")
        assert notes(position, "misdeal") == [(1,)]
        assert position.result == Standing(2, (0, 0), 0, thrown=1)

    @rule("KA-6", "KA-X2")
    @pytest.mark.parametrize("honor", ["3S", "5H", "JC", "AD"])
    def test_a_hand_with_an_honor_may_not(self, honor: str) -> None:
        swap = {"8C": honor, honor: "8C"}
        position = dealt([[swap.get(card, card) for card in hand] for hand in MISDEAL], dealer=2)
        assert question(position) == (3, "bid", f"pass {bids_from('6')}")

    @rule("KA-R8")
    def test_the_question_is_nobody_elses_and_comes_once_before_the_bidding(self) -> None:
        position = dealt(MISDEAL, dealer=2)
        before = [position.told(seat) for seat in SEATS]
        position.play("play")
        assert question(position)[:2] == (3, "bid")
        assert [len(position.told(seat)) - len(told) for seat, told in zip(SEATS, before, strict=True)] == [0, 1, 0, 0]
        assert say(position, "pass pass pass 6 H").ask is not None
        assert [event.kind for event in position.told(1) if isinstance(event, Did)].count("misdeal") == 1

    @rule("KA-6", "KA-12")
    def test_switched_off_or_after_the_cap_no_misdeal_is_asked_and_then_the_dealer_must_bid(self) -> None:
        o = Options(redeal_cap=2)
        assert question(dealt(MISDEAL, dealer=2, o=o, thrown=1))[1] == "misdeal"
        assert question(dealt(MISDEAL, dealer=2, o=Options(misdeal="off")))[1] == "bid"
        position = dealt(MISDEAL, dealer=2, o=o, thrown=2)
        assert question(say(position, "pass pass pass")) == (2, "bid", bids_from("6"))
        end = at_the_end(say(position, "6 S"), Random(1)).result
        assert end is not None and end.thrown == 0


class TestBidding:
    @rule("KA-7")
    def test_everybody_speaks_once_and_the_dealer_last(self) -> None:
        position = say(dealt(dealer=1), "6 7 pass 8")
        assert [event.seat for event in position.log if isinstance(event, Did)] == [2, 3, 0, 1]
        assert question(position)[1] == "trump"

    @rule("KA-8")
    def test_calls_rank_by_number_and_then_without_trump(self) -> None:
        assert question(dealt())[2] == "pass 6 6no 7 7no 8 8no 9 9no 10 10no 11 11no 12 12no"
        assert sorted(BIDS, key=BIDS.__getitem__) == list(BIDS)

    @rule("KA-8")
    @pytest.mark.parametrize("lowest", [5, 6, 7, 8])
    def test_the_minimum_is_an_option(self, lowest: int) -> None:
        assert question(dealt(o=Options(min_bid=lowest)))[2] == f"pass {bids_from(str(lowest))}"

    @rule("KA-8", "KA-9", "KA-X3")
    def test_a_player_must_bid_higher_or_pass(self) -> None:
        assert question(say(dealt(), "7no"))[2] == f"pass {bids_from('8')}"

    @rule("KA-10", "KA-11", "KA-14", "KA-X4", "KA-X6")
    def test_the_dealer_may_equal_the_highest_bid(self) -> None:
        position = say(dealt(dealer=2), "6 7 pass")
        assert question(position) == (2, "bid", f"pass {bids_from('7')}")
        say(position, "7 C")
        assert notes(position, "contract") == [(2, "7")]
        assert question(position)[:2] == (3, "play")

    @rule("KA-10", "KA-X5")
    def test_the_dealer_equals_the_same_kind_only(self) -> None:
        assert question(say(dealt(), "8no pass pass"))[2] == f"pass {bids_from('8no')}"

    @rule("KA-R2")
    def test_after_three_passes_the_dealer_bids_freely_or_passes(self) -> None:
        assert question(say(dealt(), "pass pass pass"))[2] == f"pass {bids_from('6')}"

    @rule("KA-7", "KA-R7")
    def test_over_the_highest_bid_the_others_can_only_pass_and_the_dealer_may_equal_it(self) -> None:
        position = say(dealt(dealer=3), "12no")
        for seat in (1, 2):
            assert question(position) == (seat, "bid", "pass")
            position = say(position, "pass")
        assert question(position) == (3, "bid", "pass 12no")
        assert notes(say(position, "12no"), "contract") == [(3, "12no")]

    @rule("KA-11")
    def test_the_highest_bid_is_the_contract(self) -> None:
        assert notes(say(dealt(), "6 9no pass pass"), "contract") == [(1, "9no")]

    @rule("KA-12", "KA-R1", "KA-X18")
    @pytest.mark.parametrize(("all_pass", "next_dealer"), [("next_dealer", 2), ("same_dealer", 1)])
    def test_four_passes_throw_the_cards_in(self, all_pass: str, next_dealer: Seat) -> None:
        position = say(dealt(dealer=1, o=Options(all_pass=all_pass), scores=(7, -3), finished=4, thrown=1), "pass " * 4)
        assert (notes(position, "thrown-in"), notes(position, "scores")) == ([()], [])
        assert position.result == Standing(next_dealer, (7, -3), finished=5, thrown=2)

    @rule("KA-12", "KA-R1", "KA-X18")
    def test_a_forced_dealer_has_no_pass_after_three(self) -> None:
        o = PRESETS["forced-dealer"]
        assert question(say(dealt(dealer=1, o=o), "pass pass pass")) == (1, "bid", bids_from("6"))
        assert question(say(dealt(dealer=1, o=o), "pass 6 pass"))[2] == f"pass {bids_from('6')}"

    @rule("KA-13")
    def test_the_winner_of_the_bidding_names_trump(self) -> None:
        position = say(dealt(), "pass 7 pass pass")
        assert question(position) == (1, "trump", "S H D C")
        assert notes(say(position, "D"), "trump") == [("D",)]

    @rule("KA-13")
    def test_a_contract_without_trump_names_none(self) -> None:
        position = say(dealt(), "pass 7no pass pass")
        assert notes(position, "trump") == [("NT",)]
        assert question(position)[:2] == (0, "play")


# Hands to follow suit with, and to run out of suits.
MIXED = (
    ["AS", "KS", "3S", "AH", "KH", "QH", "JH", "TH"],
    ["QS", "JS", "9H", "8H", "5H", "AD", "KD", "QD"],
    ["TS", "9S", "JD", "TD", "9D", "8D", "7D", "AC"],
    ["8S", "KC", "QC", "JC", "TC", "9C", "8C", "7C"],
)


class TestPlay:
    @rule("KA-14", "KA-X6")
    @pytest.mark.parametrize("dealer", SEATS)
    def test_the_dealers_left_leads_whoever_won_the_bidding(self, dealer: Seat) -> None:
        assert question(say(dealt(dealer=dealer), "6 pass pass 6 S"))[:2] == ((dealer + 1) % 4, "play")

    @rule("KA-15")
    def test_suit_is_followed_and_otherwise_any_card_is_played(self) -> None:
        position = say(dealt(MIXED), "6 pass pass pass H")
        assert question(position) == (0, "play", " ".join(MIXED[0]))
        assert question(say(position, "AS"))[2] == "QS JS"
        say(position, "JS 9S 8S KS QS TS")
        assert question(position) == (3, "play", "KC QC JC TC 9C 8C 7C")
        say(position, "KC AH")
        assert question(position) == (1, "play", "9H 8H 5H")
        assert question(say(position, "5H"))[2] == "JD TD 9D 8D 7D AC"

    @rule("KA-16")
    def test_the_winner_leads_and_there_are_eight_tricks(self) -> None:
        position = say(dealt(MIXED), "6 pass pass pass D AS QS TS 8S 3S JS 9S 7C")
        assert notes(position, "trick") == [(0, 1), (1, -2)]
        assert question(position)[:2] == (1, "play")
        at_the_end(position, Random(1))
        assert len(notes(position, "trick")) == 8

    @rule("KA-16", "KA-X19")
    @pytest.mark.parametrize(
        ("cards", "trump", "winner"),
        [
            ("AS 3S 8D TS", "D", 2),
            ("AS 3S 8D TS", "NT", 0),
            ("8S 3S KS AD", "H", 2),
            ("8S 7D KS JD", "D", 3),
            ("5H AS AD AC", "S", 1),
        ],
    )
    def test_the_highest_trump_wins_or_the_highest_card_of_the_suit_led(
        self, cards: str, trump: str, winner: int
    ) -> None:
        assert winning(cards.split(), RANKINGS[trump]) == winner

    @rule("KA-17", "KA-X19")
    def test_a_trick_is_worth_one_and_its_two_special_cards(self) -> None:
        tricks = ("AS 3S 8D TS", "5H 8H TH KH", "5H 3S 8D TD", "8S 9S TS JS")
        assert [worth(cards.split()) for cards in tricks] == [-2, 6, 3, 1]


Pair = tuple[int, int]
Settings = dict[str, str | int]
BID_LOST: Settings = {"broken_penalty": "bid"}
BOTH: Settings = {"no_trump_doubles": "both"}
# Options; scores before; declarers, contract; values of the sides; scores after.
SETTLED: dict[str, tuple[Settings, Pair, int, str, Pair, Pair]] = {
    "KA-X8 made: the whole value": ({}, (0, 0), 0, "7", (10, 0), (10, 0)),
    "KA-18 just made": ({}, (0, 0), 0, "10", (10, 0), (10, 0)),
    "KA-X9 broken: the value is lost": ({}, (0, 0), 0, "8", (7, 3), (-7, 3)),
    "KA-X9 broken: the bid is lost": (BID_LOST, (0, 0), 0, "8", (7, 3), (-8, 3)),
    "KA-X10 no trump made": ({}, (0, 0), 1, "7no", (1, 9), (1, 18)),
    "KA-X10 no trump broken": ({}, (0, 0), 0, "7no", (6, 4), (-12, 4)),
    "KA-X10 no trump broken: the bid is lost": (BID_LOST, (0, 0), 0, "7no", (6, 4), (-14, 4)),
    "KA-R11 doubling makes no contract": ({}, (0, 0), 0, "10no", (7, 3), (-14, 3)),
    "KA-X11 negative and broken": ({}, (0, 0), 0, "6", (-1, 11), (-1, 11)),
    "KA-X11 negative and broken without trump": ({}, (0, 0), 0, "6no", (-1, 11), (-2, 11)),
    "KA-R3 nothing to lose": ({}, (5, 0), 0, "6", (0, 10), (5, 10)),
    "KA-X12 defenders at 45 gain": ({}, (45, 0), 1, "6", (6, 4), (51, -4)),
    "KA-X12 defenders lose": ({}, (40, 0), 1, "6", (-2, 12), (38, 12)),
    "KA-X13 frozen": ({}, (46, 0), 1, "6", (6, 4), (46, -4)),
    "KA-X13 frozen, but losing": ({}, (50, 0), 1, "6", (-1, 11), (49, 11)),
    "KA-22 frozen at zero": ({}, (46, 0), 1, "6", (0, 10), (46, 10)),
    "KA-22 frozen above another score": ({"freeze_above": 30}, (31, 0), 1, "6", (6, 4), (31, -4)),
    "KA-X14 defenders go out": ({}, (48, 45), 0, "7", (2, 8), (46, 53)),
    "KA-X15 no double crossing": ({}, (47, 45), 0, "6", (6, 4), (53, 49)),
    "KA-X16 declarers go out": ({}, (51, 44), 0, "6", (7, 3), (58, 47)),
    "KA-X17 both doubled": (BOTH, (41, 45), 0, "6no", (6, 4), (53, 53)),
    "KA-22 frozen, the loss doubled": (BOTH, (0, 50), 0, "6no", (12, -2), (24, 46)),
    "KA-21 nothing is doubled with trump": (BOTH, (0, 0), 0, "6", (6, 4), (6, 4)),
}


VALUE = st.integers(-2, 12)
BEFORE = st.tuples(st.integers(-300, 51), st.integers(-300, 51))
SIDE = st.integers(0, 1)
BID = st.sampled_from(list(BIDS))


class TestScoring:
    @rule("KA-17", "KA-X7", "KA-R12")
    @pytest.mark.parametrize(
        ("takers", "values"),
        [("00011100", (7, 3)), ("00000000", (10, 0)), ("00000001", (12, -2)), ("11111110", (-2, 12))],
    )
    def test_values_add_up_to_ten(self, takers: str, values: Pair) -> None:
        # The first trick has the 5H, the last one the 3S.
        cards = [("5H",), *[("8S",)] * 6, ("3S",)]
        won = [Trick(SEATS, table, int(side), worth(table)) for side, table in zip(takers, cards, strict=True)]
        assert taken(SIDES, won) == values

    @rule("KA-18", "KA-19", "KA-20", "KA-21", "KA-22", "KA-23")
    @rule("KA-R3", "KA-R4", "KA-R5", "KA-R6", "KA-R11", "KA-R13")
    @rule("KA-X8", "KA-X9", "KA-X10", "KA-X11", "KA-X12", "KA-X13", "KA-X14", "KA-X15", "KA-X16", "KA-X17")
    @pytest.mark.parametrize(("o", "before", "declarers", "bid", "values", "after"), SETTLED.values(), ids=SETTLED)
    def test_settling(self, o: Settings, before: Pair, declarers: int, bid: str, values: Pair, after: Pair) -> None:
        assert settle(choose(STANDARD, o), before, Call(declarers, bid), values) == after

    @rule("KA-23")
    def test_a_played_deal_tells_its_points_and_scores(self) -> None:
        position = at_the_end(say(dealt(scores=(10, 20), finished=3, thrown=2), "6 pass pass pass S"), Random(1))
        assert notes(position, "points") == [(10, 0)]  # seat 0 has all spades
        assert notes(position, "scores") == [(20, 20)]
        assert position.result == Standing(0, (20, 20), finished=4, thrown=0)

    @rule("KA-R12", "KA-17", "KA-20")
    @given(value=VALUE, before=BEFORE, declarers=SIDE, bid=BID)
    def test_both_sides_settle_alike(self, value: int, before: Pair, declarers: int, bid: str) -> None:
        values = (value, 10 - value)
        after = settle(STANDARD, before, Call(declarers, bid), values)
        assert after[::-1] == settle(STANDARD, before[::-1], Call(1 - declarers, bid), values[::-1])
        gain = after[declarers] - before[declarers]
        points, no_trump = BIDS[bid]
        assert abs(gain) == abs(values[declarers]) * (2 if no_trump else 1)
        assert (gain > 0) == (values[declarers] >= points)

    @rule("KA-R13", "KA-25")
    @given(value=VALUE, before=BEFORE, declarers=SIDE, bid=BID)
    def test_both_sides_never_reach_52_together(self, value: int, before: Pair, declarers: int, bid: str) -> None:
        assert min(settle(STANDARD, before, Call(declarers, bid), (value, 10 - value))) < 52


class TestEnd:
    @rule("KA-24", "KA-25", "KA-R10", "KA-X14", "KA-X15", "KA-X16")
    @pytest.mark.parametrize(
        ("scores", "places"),
        [((46, 53), (2, 1)), ((53, 49), (1, 2)), ((58, 47), (1, 2)), ((52, -80), (1, 2)), ((53, 55), (2, 1))],
    )
    def test_the_higher_score_wins_at_52(self, scores: Pair, places: Pair) -> None:
        assert result(STANDARD, Standing(0, scores, 20)) == Result(places, scores, "target")

    @rule("KA-24")
    def test_below_the_target_the_game_goes_on(self) -> None:
        assert result(STANDARD, Standing(0, (51, 51), 199)) is None
        assert result(Options(target=51), Standing(0, (51, 50), 1)) == Result((1, 2), (51, 50), "target")

    @rule("KA-25", "KA-X17")
    def test_equal_scores_over_the_target_need_another_deal(self) -> None:
        standing = Standing(3, (53, 53), 20)
        assert result(STANDARD, standing) is None
        position = at_the_end(say(dealt(scores=standing.scores, finished=20), "6 pass pass pass S"), Random(1))
        assert position.result == Standing(0, (63, 53), 21)  # side 1 defends, frozen
        assert result(STANDARD, position.result) == Result((1, 2), (63, 53), "target")

    @rule("KA-R10")
    def test_reaching_52_during_a_hand_has_no_effect(self) -> None:
        position = say(dealt(MIXED, scores=(51, 0)), "6 pass pass pass S AS QS TS 8S")
        assert notes(position, "trick") == [(0, 1)]
        assert question(position) == (0, "play", " ".join(MIXED[0][1:]))

    @rule("KA-24")
    @pytest.mark.parametrize(("scores", "places"), [((3, -8), (1, 2)), ((3, 3), (1, 1)), ((60, 60), (1, 1))])
    def test_after_the_last_deal_the_higher_score_wins(self, scores: Pair, places: Pair) -> None:
        assert result(Options(max_deals=7), Standing(0, scores, 6)) is None
        assert result(Options(max_deals=7), Standing(0, scores, 7)) == Result(places, scores, "limit")
        assert "reason `target`, or `limit`" in GAME.rules()

    @rule("KA-24")
    def test_the_limit_counts_deals_thrown_in_but_not_misdeals(self) -> None:
        assert say(dealt(finished=3), "pass " * 4).result == Standing(0, (0, 0), finished=4, thrown=1)
        assert say(dealt(MISDEAL, finished=3), "misdeal").result == Standing(3, (0, 0), finished=3, thrown=1)


class TestKnowledge:
    @rule("KA-26")
    def test_hands_are_private_and_all_else_is_public(self) -> None:
        position = at_the_end(dealt(MIXED), Random(3))
        views = [position.view(seat).events for seat in SEATS]
        for seat, view in enumerate(views):
            assert [e for e in view if isinstance(e, Show)] == [Show((seat,), "hand", seat, tuple(MIXED[seat]))]
        assert len({tuple(event for event in view if not isinstance(event, Show)) for view in views}) == 1
        assert {"contract", "trump", "trick", "points", "scores"} == {e.kind for e in views[0] if isinstance(e, Note)}

    @rule("KA-26", "KA-R8")
    def test_thrown_in_hands_are_not_shown(self) -> None:
        position = say(dealt(MISDEAL), "misdeal")
        assert position.view(0).events == (Show((0,), "hand", 0, tuple(MISDEAL[0])), Note("misdeal", (1,)))

    @rule("KA-4", "KA-26")
    def test_the_standing_is_told_before_every_deal(self) -> None:
        assert Standing(3, (40, -2), 7, 1).words() == ("dealer=3", "scores=40,-2", "finished=7", "thrown=1")

    @rule("KA-26")
    @pytest.mark.parametrize("words", ["", "play", "play pass 6 pass pass S", "misdeal"])
    def test_worlds_agree_with_views_around_a_misdeal(self, words: str) -> None:
        position = say(dealt(MISDEAL), words)
        rng = Random(1)
        for seat in SEATS:
            view = position.view(seat)
            for _ in range(20):
                other = replay(GAME, view, GAME.worlds(view, rng))
                assert other.view(seat) == view
                assert words != "misdeal" or PLAIN.issuperset(hand_of(other, 1))

    @rule("KA-26")
    def test_worlds_agree_with_views_at_every_moment_of_a_deal(self) -> None:
        position, rng = play_deal(GAME, STANDARD, Standing(1), Shuffles(5)), Random(5)
        for word in [*at_the_end(position.fork(), rng).answers, None]:
            for seat in SEATS:
                view = position.view(seat)
                assert replay(GAME, view, GAME.worlds(view, rng)).view(seat) == view
            if word is not None:
                position.play(word)


def hand_of(position: Position[Any], seat: Seat) -> Sequence[Card]:
    return next(event.cards for event in position.log if isinstance(event, Show) and event.owner == seat)


class TestOptions:
    @rule("KA-21", "KA-22")
    def test_defenders_cannot_be_frozen_at_the_target_only(self) -> None:
        with pytest.raises(OptionError, match="freeze_above: 45 must be below target=40"):
            Options(target=40)
        assert Options(target=46).freeze_above == 45

    def test_presets_differ_from_the_standard_game_as_named(self) -> None:
        assert PRESETS["standard"] == Options()
        assert PRESETS["bid-penalty"] == choose(STANDARD, {"broken_penalty": "bid"})
        assert PRESETS["forced-dealer"] == choose(STANDARD, {"all_pass": "dealer_bids"})


class TestWholeGames:
    @rule("KA-24")
    @pytest.mark.parametrize("preset", PRESETS)
    @settings(max_examples=15)
    @given(seed=st.integers(0, 2**32))
    def test_random_games_end(self, preset: str, seed: int) -> None:
        o = choose(PRESETS[preset], {"max_deals": 20})
        game = at_the_end(play_game(GAME, o, Shuffles(seed)), Random(seed))
        assert game.result is not None
        played = [event for event in game.log if isinstance(event, Note) and event.kind in {"scores", "thrown-in"}]
        assert (game.result.reason == "limit") == (max(game.result.scores) < 52)
        assert len(played) <= 20

    def test_the_laws_hold(self) -> None:
        o = choose(STANDARD, {"max_deals": 10, "no_trump_doubles": "both"})
        check_game(GAME, o, 1, games=2)
        check_worlds_uniform(GAME, o, 1, draws=600, moments=2)


@rule("KA-9", "KA-10")
@given(words=st.lists(st.sampled_from(list(BIDS)[2:]), unique=True, max_size=3))
def test_the_dealer_has_one_bid_more_than_the_others(words: list[str]) -> None:
    bids = sorted(words, key=BIDS.__getitem__)
    calls = tuple(Call(seat, word) for seat, word in enumerate(bids))
    dealer, other = (list(legal_calls(STANDARD, 3, False, seat, calls)) for seat in (3, len(bids)))
    assert set(dealer) - set(other) == (set(bids[-1:]) if len(bids) < 3 else set())
