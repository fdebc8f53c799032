"""Back Alley: sizes of hands, jokers turned up, bids, the duties of the bloopers, scores, and who knows what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from arena.games.back_alley import (
    BOARDS,
    GAME,
    PACK,
    PRESETS,
    RANKINGS,
    SIZES,
    Options,
    dealing,
    highest_number,
    legal_calls,
    legal_cards,
    result,
    score,
    side_contracts,
)
from arena.games.kernel import Chance, Deal, Result, Rules, Show
from arena.games.kernel.position import Position, play_deal, play_game
from arena.games.laws import Verdict
from arena.games.parts.auction import Call, Calls
from arena.games.parts.redeals import Standing
from arena.games.parts.tricks import NO_TRUMP, Trick, winning
from arena.games.study import set_up
from tests.games.laws.fairness import check_worlds_fair
from tests.games.situations import (
    agrees,
    asked,
    assert_equally_likely,
    at_the_end,
    fixed,
    legal,
    notes,
    on_table,
    run,
    said,
    say,
    shown_to,
    shuffles,
    stacked,
)

rule = pytest.mark.rule
STANDARD, SHORT, SOLO, BOARD_ONLY_ALL = PRESETS.values()
TURN_NEXT = Options(joker_upcard="turn_next")
CARD_OPTIONS = [STANDARD, TURN_NEXT, Options(forced_trump_lead="breaks")]
"""One of each kind of options that concern hidden cards."""
PAIRS = (0, 1, 0, 1)


def dealt(
    hands: Mapping[Any, str],
    *,
    hand: int = 1,
    dealer: int = 3,
    scores: Sequence[int] = (0, 0),
    thrown: int = 0,
    o: Options = STANDARD,
) -> Position[Standing]:
    """A deal of the hand with this number, with these cards of seats and other places."""
    standing = Standing(dealer, tuple(scores), hand - 1, thrown)
    return play_deal(GAME, o, standing, stacked(PACK, dealing(o, standing), hands))


def calls(words: str, dealer: int = 3) -> Calls:
    """These calls in turn, the first by the dealer's left neighbor."""
    return tuple(Call((dealer + at) % 4, word) for at, word in enumerate(words.split(), 1))


def leading(hand: str, trump: str, *won: str, forced_breaks: bool = False) -> str:
    """The cards that may be led from a hand after tricks of these cards."""
    tricks = [Trick((), tuple(cards.split()), 0, 1) for cards in won]
    return " ".join(legal_cards(hand.split(), on_table((), RANKINGS[trump], tricks), forced_breaks=forced_breaks))


def following(hand: str, trump: str, table: str) -> str:
    """The cards of a hand that may be played to these cards."""
    return " ".join(legal_cards(hand.split(), on_table(table.split(), RANKINGS[trump]), forced_breaks=False))


class TestDeal:
    @rule("BA-1", "BA-2", "BA-3", "BA-R16")
    def test_the_pack_and_the_sides(self) -> None:
        assert PACK[:2] == ("JK1", "JK2") and len(set(PACK)) == 54
        for suit in range(4):
            cards = PACK[2 + 13 * suit : 15 + 13 * suit]
            assert "".join(card[0] for card in cards) == "AKQJT98765432" and {card[1] for card in cards} == {
                "SHDC"[suit]
            }
        assert GAME.seating(STANDARD).sides == (0, 1, 0, 1) and GAME.seating(SOLO).sides == (0, 1, 2, 3)
        assert {*GAME.presets} == {"standard", "short", "solo", "board-only-all"}

    @rule("BA-4", "BA-X1")
    def test_the_hands_shrink_to_one_card_and_grow_again(self) -> None:
        assert [SIZES[number - 1] for number in (1, 2, 12, 13, 14, 15, 26)] == [13, 12, 2, 1, 1, 2, 13]
        assert len(SIZES) == 26
        game = at_the_end(play_game(GAME, STANDARD, shuffles(1)), Random(1))
        told = notes(game, "hand")
        assert [*dict.fromkeys(told)] == list(enumerate(SIZES, 1))
        hands = [len(event.cards) for event in game.log if isinstance(event, Show) and event.kind == "hand"]
        assert hands == [int(size) for _, size in told for _ in range(4)]

    @rule("BA-5")
    def test_the_deal_passes_to_the_left(self) -> None:
        assert {run(GAME.start(STANDARD, shuffles(seed)))[0].dealer for seed in range(20)} == {0, 1, 2, 3}
        game = at_the_end(play_game(GAME, Options(first_dealer="P2"), shuffles(2)), Random(2))
        standings = [event.standing for event in game.log if isinstance(event, Deal)]
        assert [standing.dealer for standing in standings] == [(2 + standing.finished) % 4 for standing in standings]

    @rule("BA-1", "BA-6", "BA-30")
    def test_cards_are_dealt_singly_and_the_next_is_turned_up(self) -> None:
        standing = Standing(1, (0, 0), 10)
        position = play_deal(GAME, STANDARD, standing, fixed({"pack": PACK[::-1]}))
        assert [shown_to(position, seat, "hand") for seat in (2, 3, 0, 1)] == [
            ["TC 6C 2C"],
            ["JC 7C 3C"],
            ["QC 8C 4C"],
            ["KC 9C 5C"],
        ]
        assert all(shown_to(position, seat, "turn-up") == ["AC"] for seat in range(4))
        assert notes(position, "trump") == [("C",)]
        at_the_end(position, Random(1))
        shown = {card for event in position.log if isinstance(event, Show) for card in event.cards}
        assert shown == {*PACK[-13:]}

    @rule("BA-7", "BA-29", "BA-30", "BA-R9", "BA-X2")
    def test_the_holder_of_the_other_joker_takes_the_last_card(self) -> None:
        hands = {3: "JK1 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "turn-up": "JK2", "stock": "4H"}
        position = dealt(hands, dealer=0)
        assert notes(position, "trump") == [("NT",)]
        for seat in range(4):
            assert Show((0, 1, 2, 3), "laid", 3, ("JK1",)) in position.told(seat)
            assert shown_to(position, seat, "drawn") == (["4H"] if seat == 3 else [])
        assert notes(position, "drawn") == [(3, 1, 0)]
        assert asked(position) == (1, "call")
        say(position, "pass pass 1 pass")
        assert asked(position) == (3, "play")
        assert legal(position) == "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S 4H"

    @rule("BA-7", "BA-R7")
    def test_the_last_card_is_the_bottom_one_in_short_hands_too(self) -> None:
        cards = ["2S", "2H", "2D", "JK1", "3S", "3H", "3D", "3C", "JK2"]
        rest = [card for card in PACK if card not in cards]
        for bottom in ("AS", "9C"):
            rest.remove(bottom)
            pack = [*cards, *rest, bottom]
            position = play_deal(GAME, STANDARD, Standing(3, (0, 0), 11), fixed({"pack": pack}))
            assert shown_to(position, 3, "drawn") == [bottom]
            rest.append(bottom)

    @rule("BA-8", "BA-R7", "BA-R8", "BA-X3")
    @pytest.mark.parametrize("place", ["undealt", "stock"])
    def test_nothing_is_exchanged_if_nobody_holds_the_other_joker(self, place: str) -> None:
        cards = {seat: " ".join(PACK[2 + 5 * seat : 7 + 5 * seat]) for seat in range(4)}
        position = dealt({**cards, "turn-up": "JK1", place: "JK2"}, hand=9)
        assert notes(position, "trump") == [("NT",)] and notes(position, "drawn") == []
        assert [event.kind for event in position.log if isinstance(event, Show)] == [*["hand"] * 4, "turn-up"]
        assert asked(position) == (0, "call")

    @rule("BA-7")
    def test_the_next_card_may_be_turned_up_instead(self) -> None:
        hands = {0: "JK2 2S 3S", 1: "4S 5S 6S", 2: "7S 8S 9S", 3: "TS JS QS"}
        position = dealt({**hands, "turn-up": "JK1", "stock": "5H"}, hand=11, o=TURN_NEXT)
        assert shown_to(position, 2, "turn-up") == ["JK1", "5H"] and notes(position, "trump") == [("H",)]
        assert notes(position, "drawn") == []
        say(position, "1 pass pass pass")
        assert asked(position) == (0, "play") and legal(position) == "3S 2S"
        both = dealt({**hands, 0: "AS 2S 3S", "turn-up": "JK2", "stock": "JK1 9D"}, hand=11, o=TURN_NEXT)
        assert shown_to(both, 0, "turn-up") == ["JK2", "JK1", "9D"] and notes(both, "trump") == [("D",)]

    @rule("BA-7")
    def test_two_jokers_at_the_end_of_the_pack_leave_no_trump(self) -> None:
        for first, second in permutations(("JK1", "JK2")):
            cards = {seat: " ".join(PACK[2 + 13 * seat : 15 + 13 * seat]) for seat in range(4)}
            position = dealt({**cards, "turn-up": first, "stock": second}, o=TURN_NEXT)
            assert shown_to(position, 1, "turn-up") == [first, second] and notes(position, "trump") == [("NT",)]
            last = dealt({**cards, "turn-up": first, "stock": second})
            assert shown_to(last, 1, "turn-up") == [first] and notes(last, "trump") == [("NT",)]


class TestBidding:
    @rule("BA-9", "BA-29")
    def test_everybody_speaks_once_and_the_dealer_last(self) -> None:
        position = say(dealt({}, dealer=1), "3 pass 12 2")
        assert said(position, "call") == [2, 3, 0, 1]
        assert asked(position) == (0, "play")
        assert notes(position, "contract") == [(0, "12")] and notes(position, "contracts") == [(15, 2)]

    @rule("BA-10", "BA-R1", "BA-X13")
    @pytest.mark.parametrize(
        ("cap", "size", "highest"),
        [
            ("hand", 13, 12),
            ("hand", 12, 12),
            ("hand", 5, 5),
            ("hand", 1, 1),
            ("below_hand", 13, 12),
            ("below_hand", 12, 11),
            ("below_hand", 1, 0),
            ("twelve", 13, 12),
            ("twelve", 1, 12),
        ],
    )
    def test_numbers(self, cap: str, size: int, highest: int) -> None:
        o = Options(number_cap=cap)
        assert highest_number(o, size) == highest
        position = dealt({}, hand=14 - size, o=o)
        words = ["pass", *map(str, range(1, highest + 1)), "board"]
        assert legal(position).split() == words
        assert legal(say(position, words[-2])).split() == words

    @rule("BA-11")
    def test_only_the_next_board_is_open(self) -> None:
        position = dealt({}, hand=13)
        for word in BOARDS:
            assert legal(position).split() == ["pass", "1", word]
            position.play(word)
        assert asked(position) == (3, "play") and notes(position, "contract") == [(3, "quadruple-board")]
        assert legal_calls(2, False, 0, calls("1 board pass")) == ("pass", "1", "2", "double-board")

    @rule("BA-12", "BA-R12", "BA-X12")
    def test_after_four_passes_the_same_dealer_deals_again(self) -> None:
        position = say(dealt({}, hand=4, scores=(30, -5), thrown=2), "pass pass pass pass")
        assert notes(position, "thrown-in") == [()] and notes(position, "scores") == []
        assert position.result == Standing(3, (30, -5), 3, 3)
        played = at_the_end(say(dealt({}, hand=4, thrown=2), "1 pass pass pass"), Random(1))
        assert played.result is not None
        assert played.result._replace(scores=()) == Standing(0, (), 4, 0)

    @rule("BA-12", "BA-R12")
    def test_the_dealer_must_bid_once_the_cap_is_reached(self) -> None:
        o = Options(redeal_cap=3)
        for thrown, words, may in ((2, "pass pass pass", True), (3, "pass pass pass", False), (3, "1 pass pass", True)):
            position = say(dealt({}, hand=13, thrown=thrown, o=o), words)
            assert asked(position) == (3, "call") and ("pass" in legal(position).split()) == may
        assert legal(say(dealt({}, hand=13, thrown=3, o=o), "pass pass")).startswith("pass")
        only = Options(redeal_cap=3, number_cap="below_hand")
        assert legal(say(dealt({}, hand=13, thrown=3, o=only), "pass pass pass")) == "board"

    @rule("BA-13", "BA-R3", "BA-R4", "BA-R5", "BA-R6", "BA-X4", "BA-X6", "BA-X10")
    @pytest.mark.parametrize(
        ("dealer", "words", "contracts"),
        [
            (3, "4 pass 3 5", (7, 5)),
            (1, "board 2 double-board triple-board", ("double-board", "triple-board")),
            (3, "pass 4 pass pass", (0, 4)),
            (3, "board double-board 5 triple-board", ("board", "triple-board")),
            (3, "12 12 12 pass", (24, 12)),
            (3, "pass pass pass board", (0, "board")),
        ],
    )
    def test_the_contract_of_a_side(self, dealer: int, words: str, contracts: tuple[str | int, ...]) -> None:
        assert side_contracts(PAIRS, calls(words, dealer)) == contracts

    @rule("BA-13", "BA-R16")
    def test_alone_the_bid_is_the_contract(self) -> None:
        assert side_contracts((0, 1, 2, 3), calls("4 pass board 5")) == (4, 0, "board", 5)

    @rule("BA-14", "BA-R14", "BA-X4", "BA-X5", "BA-X6")
    @pytest.mark.parametrize(
        ("dealer", "words", "leader"),
        [
            (3, "4 pass 3 5", 3),
            (0, "3 4 4 2", 2),
            (1, "board 2 double-board triple-board", 1),
            (3, "12 pass pass board", 3),
            (3, "board 12 1 1", 0),
        ],
    )
    def test_the_highest_bidder_leads(self, dealer: int, words: str, leader: int) -> None:
        position = say(dealt({}, dealer=dealer), words)
        assert asked(position) == (leader, "play")
        assert notes(position, "contract") == [(leader, calls(words, dealer)[(leader - dealer - 1) % 4].word)]


class TestPlay:
    @rule("BA-15")
    def test_the_winner_leads_to_the_next_trick(self) -> None:
        position = at_the_end(say(dealt({}, hand=3), "1 5 pass 2"), Random(3))
        winners = [winner for winner, _ in notes(position, "trick")]
        assert said(position, "play")[::4] == [1, *winners[:-1]]

    @rule("BA-3", "BA-16", "BA-17", "BA-X17", "BA-X18")
    @pytest.mark.parametrize(
        ("trump", "cards", "best"),
        [
            ("D", "QD JK2 AD KD", 1),
            ("D", "QD JK2 JK1 AD", 2),
            ("D", "8S AS JK2 2D", 2),
            ("S", "8H AH KD 2S", 3),
            ("S", "8H AD KH TH", 2),
            (NO_TRUMP, "8H AS KD 9H", 3),
        ],
    )
    def test_the_highest_trump_or_card_of_the_suit_wins(self, trump: str, cards: str, best: int) -> None:
        assert winning(cards.split(), RANKINGS[trump]) == best

    @rule("BA-3", "BA-16", "BA-X17")
    def test_follow_suit(self) -> None:
        assert following("JK2 AS 4C", "D", "QD") == "JK2"
        assert following("JK2 AS 4C", "D", "QS") == "AS"
        assert following("JK2 AS 4C", "D", "QH") == "JK2 AS 4C"
        assert following("JK2 AD 4D", "D", "QD") == "JK2 AD 4D"

    @rule("BA-3", "BA-18", "BA-X14", "BA-X18")
    def test_trumps_are_led_only_once_they_are_broken(self) -> None:
        assert leading("KS JK2 7D", "S") == "7D"
        assert leading("KS JK2 7D", "S", "AD 2S 3D 4D") == "KS JK2 7D"
        assert leading("KS JK2 7D", "S", "AD 5D 3D 4D", "AC 5C 3C 4H") == "7D"
        assert leading("5D 7S", "D", "8S 9S JK2 TS") == "5D 7S"

    @rule("BA-18")
    def test_trumps_are_broken_in_the_middle_of_a_hand(self) -> None:
        hands = {0: "AD KS 2H 3H", 1: "4H 5H 6H 2S", 2: "2D 7H 8H 9H", 3: "3D TH JH QH", "turn-up": "9S"}
        position = say(dealt(hands, hand=10), "2 pass pass pass")
        assert legal(position) == "3H 2H AD"
        say(position, "AD")
        broken, whole = position.fork(), position
        say(broken, "2S 2D 3D 4H 7H QH 2H")
        say(whole, "4H 2D 3D 2H 5H 9H QH")
        assert asked(broken) == asked(whole) == (3, "play")
        assert notes(broken, "trick") == [(1, 1), (3, 1)] and notes(whole, "trick") == [(0, 1), (3, 1)]
        assert legal(say(whole, "TH 3H 6H 7H JH")) == "KS"
        assert legal(broken) == "JH TH"

    @rule("BA-19", "BA-R10", "BA-X13")
    def test_a_hand_of_trumps_may_lead_one(self) -> None:
        assert leading("KS JK1", "S") == "KS JK1"
        assert leading("KS 5H", "S", "JK1 2S 3S 4S") == "5H"
        assert leading("KS 5H", "S", "JK1 2S 3S 4S", forced_breaks=True) == "KS 5H"
        assert leading("KS 5H", "S", "7H 2H 3S 4H", forced_breaks=True) == "KS 5H"
        hands = {0: "9H", 1: "2S", 2: "3S", 3: "4S", "turn-up": "TH"}
        assert legal(say(dealt(hands, hand=13), "1 pass pass pass")) == "9H"

    @rule("BA-19")
    @pytest.mark.parametrize(("word", "may"), [("does_not_break", "4H"), ("breaks", "KS 4H")])
    def test_whether_a_forced_lead_breaks_trumps_is_an_option(self, word: str, may: str) -> None:
        hands = {0: "4S 3S 2S", 1: "AS KS 4H", 2: "5H 6H 9H", 3: "7H 8H TH", "turn-up": "9S"}
        position = say(dealt(hands, hand=11, o=Options(forced_trump_lead=word)), "1 pass pass pass 4S AS 5H 7H")
        assert asked(position) == (1, "play") and legal(position) == may

    @rule("BA-20", "BA-22", "BA-R11", "BA-X15")
    def test_the_highest_trump_is_played_on_the_big_blooper(self) -> None:
        assert following("AC 5C JK2", "C", "JK1") == "JK2"
        assert following("9C 3C", "C", "JK1 JK2") == "9C"
        assert following("9D 3S", "C", "JK1 JK2 9C") == "9D 3S"
        assert winning(["JK1", "JK2", "9C", "AD"], RANKINGS["C"]) == 0
        assert following("9C 3C 4H", "C", "AC JK1") == "9C 3C"

    @rule("BA-21", "BA-22", "BA-R11", "BA-R15", "BA-X16")
    def test_the_lowest_trump_is_played_on_the_little_blooper(self) -> None:
        assert following("JK1 4C", "C", "JK2") == "4C"
        assert following("QC TC", "C", "JK2 4C") == "TC"
        assert following("JK1 AH", "C", "JK2") == "JK1"
        assert following("7H AH", "C", "JK2") == "7H AH"
        assert winning(["JK2", "4C", "TC", "AH"], RANKINGS["C"]) == 0
        assert winning(["JK2", "JK1", "TC", "AH"], RANKINGS["C"]) == 1
        assert following("JK1 4C", "C", "AC JK2") == "JK1 4C"

    @rule("BA-20", "BA-21", "BA-X15", "BA-X16")
    def test_the_duties_of_the_bloopers_in_a_hand(self) -> None:
        hands = {0: "JK1 7C", 1: "AC 5C", 2: "9C 3C", 3: "2D 3D", "turn-up": "TC"}
        position = say(dealt(hands, hand=12), "2 pass pass pass JK1")
        assert legal(position) == "AC"
        assert legal(say(position, "AC")) == "9C"
        assert legal(say(position, "9C")) == "3D 2D"
        assert notes(say(position, "2D"), "trick") == [(0, 1)]

    @rule("BA-23")
    def test_without_trump_everything_may_be_led(self) -> None:
        assert leading("KS 7D AH", NO_TRUMP) == "KS 7D AH"
        position = say(dealt({"turn-up": "JK1", "stock": "JK2"}), "pass 1 pass pass")
        assert len(legal(position).split()) == 13


class TestScore:
    @rule("BA-24", "BA-25", "BA-26", "BA-R2", "BA-X6", "BA-X7", "BA-X8", "BA-X10", "BA-X11")
    @pytest.mark.parametrize(
        ("contract", "won", "size", "points"),
        [
            (7, 9, 13, 37),
            (5, 5, 13, 25),
            (7, 6, 13, -35),
            (0, 3, 6, 3),
            (0, 0, 6, 0),
            (4, 3, 6, -20),
            (12, 0, 1, -60),
            (12, 12, 12, 60),
            ("board", 13, 13, 130),
            ("board", 12, 13, -130),
            ("quadruple-board", 4, 4, 160),
            ("double-board", 9, 10, -200),
            ("double-board", 4, 7, -140),
            ("triple-board", 3, 7, -210),
        ],
    )
    def test_the_points_of_a_side(self, contract: str | int, won: int, size: int, points: int) -> None:
        assert score(contract, won, size) == points

    @rule("BA-24", "BA-25", "BA-27", "BA-X9")
    def test_both_sides_are_scored(self) -> None:
        # No trump: seat 0 takes eight spades, then seat 1 five hearts.
        hands = {
            0: "AS KS QS JS TS 9S 8S 7S 6H 5H 4H 3H 2H",
            1: "AH KH QH JH TH AD KD QD JD TD 9D 8D 7D",
            2: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
            3: "6S 5S 4S 3S 2S 9H 8H 7H 6D 5D 4D 3D 2D",
            "turn-up": "JK1",
            "stock": "JK2",
        }
        position = say(dealt(hands, scores=(100, -50)), "7 6 pass pass")
        while (ask := position.ask) is not None:
            spares = [word for word in ask.legal if word[-1] == "D"]
            position.play(spares[0] if spares else ask.legal[0])
        assert [winner for winner, _ in notes(position, "trick")] == [0] * 8 + [1] * 5
        assert notes(position, "contracts") == [(7, 6)]
        assert notes(position, "points") == [(36, -30)]
        assert position.result == Standing(0, (136, -80), 1, 0)

    @rule("BA-26", "BA-27", "BA-R16", "BA-R17")
    def test_alone_everybody_is_scored_for_their_own_tricks(self) -> None:
        hands = {0: "AS 2H", 1: "3S 3H", 2: "4S 4H", 3: "5S 5H", "turn-up": "9D"}
        position = say(dealt(hands, hand=12, o=SOLO, scores=(1, 2, 3, 4)), "1 pass board 1")
        say(position, "4H 5H 2H 3H 5S AS 3S 4S")
        assert notes(position, "contracts") == [(1, 0, "board", 1)]
        assert notes(position, "points") == [(5, 0, -20, 5)] and notes(position, "scores") == [(6, 2, -17, 9)]

    @rule("BA-28", "BA-R13", "BA-X19")
    def test_the_end(self) -> None:
        assert result(STANDARD, Standing(0, (412, 398), 25)) is None
        assert result(STANDARD, Standing(0, (412, 398), 26)) == Result((1, 2), (412, 398), "deals")
        assert result(STANDARD, Standing(0, (300, 300), 26)) == Result((1, 1), (300, 300), "deals")
        assert result(SHORT, Standing(0, (-3, 5), 13)) == Result((2, 1), (-3, 5), "deals")
        assert result(SOLO, Standing(0, (7, 9, 9, -1), 26)) == Result((3, 1, 1, 4), (7, 9, 9, -1), "deals")


def from_hand(number: int) -> Any:
    """The game, begun at this hand."""

    def start(o: Options, chance: Chance) -> Rules[Standing]:
        return (yield from GAME.start(o, chance))._replace(finished=number - 1)

    return replace(GAME, start=start)


def test_a_hand_can_be_set_up_with_the_card_taken_for_a_joker() -> None:
    study = set_up(
        {
            "game": "back-alley",
            "dealer": 2,
            "finished": 11,
            "turn-up": "JK2",
            "stock": "4H",
            "hands": {0: "JK1 2S", 1: "AD KD"},
            "contract": {"seat": 1, "bid": "2"},
            "play": "AD",
        }
    )
    assert shown_to(study.position, 0, "drawn") == ["4H"] and asked(study.position) == (2, "play")
    assert notes(study.position, "contract") == [(1, "2")]


class TestKnowledge:
    @rule("BA-29", "BA-30")
    def test_hands_are_private_and_all_else_is_public(self) -> None:
        hands = {2: "JK1 2S 3S", "turn-up": "JK2", "stock": "4H"}
        position = at_the_end(dealt(hands, hand=11), Random(3))
        for seat in range(4):
            private = [event for event in position.told(seat) if isinstance(event, Show) and len(event.seats) == 1]
            assert [(show.kind, show.owner) for show in private] == [("hand", seat), *[("drawn", 2)] * (seat == 2)]
        public = [
            [event for event in position.told(seat) if not (isinstance(event, Show) and len(event.seats) == 1)]
            for seat in range(4)
        ]
        assert public[0] == public[1] == public[2] == public[3]
        assert len(notes(position, "hand")) == len(notes(position, "scores")) == 1

    @rule("BA-7", "BA-30")
    def test_the_card_taken_for_a_joker_can_be_any_that_is_not_seen(self) -> None:
        hands = {0: "AS", 1: "KS", 2: "JK1", 3: "QS", "turn-up": "JK2", "stock": "4H"}
        position = dealt(hands, hand=13)
        view, rng = position.view(1), Random(4)
        seen = {"KS", "JK1", "JK2"}
        assert_equally_likely(
            [card for card in PACK if card not in seen], lambda: GAME.worlds(view, rng).draws["pack"][-1]
        )
        world = GAME.worlds(position.view(2), rng).draws["pack"]
        assert world[-1] == "4H" and agrees(GAME, view, GAME.worlds(view, rng))

    @rule("BA-8")
    def test_a_joker_that_nobody_has_put_aside_is_among_the_cards_left_over(self) -> None:
        cards = {0: "AS", 1: "KS", 2: "TS", 3: "QS", "turn-up": "JK2"}
        position = dealt(cards, hand=13)
        view, rng = position.view(1), Random(5)
        places = range(5, 54)
        assert_equally_likely([*places], lambda: GAME.worlds(view, rng).draws["pack"].index("JK1"))
        kept = dealt({**cards, "stock": "5H"}, hand=13, o=TURN_NEXT).view(1)
        assert_equally_likely([0, 2, 3, *range(6, 54)], lambda: GAME.worlds(kept, rng).draws["pack"].index("JK1"))

    @rule("BA-18", "BA-19", "BA-20", "BA-21", "BA-30")
    def test_what_leads_and_bloopers_betray(self) -> None:
        hands = {0: "JK1 7C 6C", 1: "AC 5C 2D", 2: "9C 3C 3D", 3: "2S 3S 4S", "turn-up": "TC"}
        big = say(dealt(hands, hand=11), "2 pass pass pass JK1 AC 9C 2S")
        little = say(dealt({**hands, 0: "JK2 7C 6C"}, hand=11), "2 pass pass pass JK2 5C 3C 2S")
        trumps, power = RANKINGS["C"].cards["C"], RANKINGS["C"].power
        where, rng = dealing(STANDARD, Standing(3, (0, 0), 10)), Random(6)
        for _ in range(100):
            for position, view in ((big, 1), (little, 3)):
                pack = GAME.worlds(position.view(view), rng).draws["pack"]
                held = [{card for card, to in zip(pack, where, strict=True) if to == seat} for seat in range(4)]
                assert held[0] <= trumps and not held[3] & trumps
                others = [(seat, card) for seat, card in ((1, "AC"), (2, "9C"))]
                if position is big:
                    assert all(power[card] == max(power[each] for each in held[seat]) for seat, card in others)
                else:
                    others = [(1, "5C"), (2, "3C")]
                    assert all(power[card] == min(power[each] for each in held[seat] & trumps) for seat, card in others)

    @rule("BA-30")
    @pytest.mark.parametrize("o", CARD_OPTIONS)
    def test_worlds_of_short_hands(self, o: Options) -> None:
        assert check_worlds_fair(from_hand(11), o, "short", deals=80) is Verdict.EVEN

    @pytest.mark.thorough
    @pytest.mark.parametrize("o", CARD_OPTIONS)
    @pytest.mark.parametrize("number", [9, 11, 13])
    def test_worlds_of_many_short_hands(self, o: Options, number: int) -> None:
        assert check_worlds_fair(from_hand(number), o, f"short {number}", deals=300) is Verdict.EVEN
