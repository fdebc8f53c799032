"""Bridgette: the cards, the exchange, bids that a hand allows, and the auction."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from arena.games.bridgette import DRAWS, GAME
from arena.games.bridgette.bidding import LAW, has, takes
from arena.games.bridgette.bidding import bids as may_bid
from arena.games.bridgette.colons import GRAND, LITTLE, PACK, RANGES, ROYAL
from arena.games.bridgette.options import Options
from arena.games.kernel import Deal, Did, Seat, Show
from arena.games.kernel.position import play_game
from arena.games.parts.auction import Call
from arena.games.parts.calls import contract
from tests.games.bridgette.situations import DEALER, NON_DEALER, OPEN, STANDARD, STRICT, dealt, in_the_auction
from tests.games.situations import asked, at_the_end, fixed, legal, notes, run, said, say, shown_to, shuffles

rule = pytest.mark.rule

# The dealer has three spades, two hearts, four diamonds and four clubs; the other has no club.
MINE = "AS KS QS 9S 4S TH 8H 7H AD 6D 5D 4D ROYAL"
DEALERS = "JS TS 8S AH KH KD QD JD TD AC KC QC JC"


def bids(hand: str, calls: Sequence[tuple[Seat, str]] = (), o: Options = STANDARD) -> set[str]:
    """The bids that seat 0 may make with a hand after these calls."""
    return {*may_bid(o, [has(hand.split())], 0, contract(tuple(Call(*call) for call in calls)))}


class TestDeal:
    @rule("BG-1", "BG-2", "BG-3", "BG-4")
    def test_fifty_five_cards_of_which_three_are_colons(self) -> None:
        assert GAME.seating(STANDARD).sides == (0, 1)
        assert len(PACK) == len(set(PACK)) == 55 and PACK[-3:] == (GRAND, ROYAL, LITTLE)
        for suit in range(4):
            assert "".join(card[0] for card in PACK[13 * suit : 13 * suit + 13]) == "AKQJT98765432"
        assert [len(cards) for cards in RANGES.values()] == [4, 12, 36]
        assert {card: [colon for colon in RANGES if card in RANGES[colon]] for card in ("AS", "JH", "TD", "2C")} == {
            "AS": [GRAND],
            "JH": [ROYAL],
            "TD": [LITTLE],
            "2C": [LITTLE],
        }
        assert not any(colon in cards for colon in RANGES for cards in RANGES.values())

    @rule("BG-5")
    def test_the_players_deal_in_turn(self) -> None:
        assert {run(GAME.start(STANDARD, shuffles(seed)))[0].dealer for seed in range(20)} == {0, 1}
        for word, first in (("P0", 0), ("P1", 1)):
            assert run(GAME.start(Options(first_dealer=word), shuffles(1)))[0].dealer == first

    @rule("BG-6", "BG-X2")
    def test_thirteen_cards_each_then_the_upcard_and_the_stock(self) -> None:
        position = dealt({"turn-up": "AH"}, dealer=0)
        hands = [shown_to(position, seat, "hand")[0].split() for seat in (0, 1)]
        rest = [card for card in PACK if card != "AH"]
        assert hands == [rest[1:26:2], rest[0:26:2]]
        assert Show((0, 1), "turn-up", None, ("AH",)) in position.log
        for _ in range(14):
            say(position, legal(position).split()[-1])
        assert notes(position, "drawn") == [(1, 2, 26), (0, 12, 14)]


class TestExchange:
    @rule("BG-7", "BG-8", "BG-9", "BG-R2", "BG-R3", "BG-X1")
    @pytest.mark.parametrize(
        ("upcard", "count"), [("7D", 4), ("TS", 4), (LITTLE, 4), ("JC", 8), (ROYAL, 8), ("AH", 12), (GRAND, 12)]
    )
    def test_the_upcard_says_how_many_cards_the_dealer_draws(self, upcard: str, count: int) -> None:
        assert DRAWS[upcard] == count
        position = dealt({"turn-up": upcard})
        assert notes(position, "drawn") == [(NON_DEALER, 2, 26)] and asked(position) == (NON_DEALER, "discard")
        drawn = shown_to(position, NON_DEALER, "drawn")[0].split()
        assert len(drawn) == 2 and len(legal(position).split()) == 15
        say(position, drawn[0])
        assert notes(position, "drawn") == [(NON_DEALER, 2, 26)]
        say(position, legal(position).split()[0])
        assert notes(position, "drawn")[1:] == [(DEALER, count, 26 - count)]
        for left in range(13 + count, 13, -1):
            assert asked(position) == (DEALER, "discard") and len(legal(position).split()) == left
            say(position, legal(position).split()[-1])
        assert said(position, "discard") == [NON_DEALER] * 2 + [DEALER] * count
        assert asked(position) == (DEALER, "call")

    @rule("BG-9")
    def test_a_colon_and_a_card_just_drawn_may_be_laid_aside(self) -> None:
        position = dealt({NON_DEALER: "AS KS GRAND", "stock": "5C ROYAL"})
        assert shown_to(position, NON_DEALER, "drawn") == ["5C ROYAL"]
        assert {"5C", ROYAL, GRAND, "AS"} <= set(legal(position).split())

    @rule("BG-10", "BG-R1")
    def test_the_upcard_is_in_nobodys_hand_unless_the_non_dealer_draws_it(self) -> None:
        for o in (STANDARD, OPEN):
            position = dealt({"turn-up": GRAND, "stock": "5C 4C"}, o=o)
            assert (GRAND in legal(position).split()) == (o is OPEN)
            assert len(legal(position).split()) == 15
            assert shown_to(position, NON_DEALER, "drawn") == (["5C"] if o is OPEN else ["5C 4C"])
            assert shown_to(position, NON_DEALER, "taken") == shown_to(position, DEALER, "taken")
            assert shown_to(position, DEALER, "taken") == ([GRAND] if o is OPEN else [])
            say(position, "5C " + legal(position).split()[0])
            assert notes(position, "drawn") == [
                (NON_DEALER, 1, 27) if o is OPEN else (NON_DEALER, 2, 26),
                (DEALER, 12, 15 if o is OPEN else 14),
            ]


class TestBids:
    @rule("BG-14", "BG-15", "BG-X4")
    def test_two_cards_of_the_suit_or_one_of_each_for_no_trump(self) -> None:
        assert bids("AS KS QS 9S 4S TH 8H AD 6D 5D 3C GRAND LITTLE") == {
            word for word in LAW.ladder if word[1:] in {"S", "H", "D", "NT"}
        }

    @rule("BG-15", "BG-18", "BG-R5", "BG-X5")
    def test_no_trump_with_a_void_is_barred(self) -> None:
        with_void = bids("AS KS QS 9S 4S TH 8H 7H 2H AD 6D 5D ROYAL")
        assert not any("NT" in word for word in with_void) and "7S" in with_void
        assert {"2NT", "7NT"} <= bids("AS KS QS 9S 4S TH 8H 7H 2H AD 6D 5D 2C", [(1, "1C")])

    @rule("BG-16", "BG-R4", "BG-X6")
    def test_a_jump_takes_four_cards(self) -> None:
        three, four = "AS KS QS TH 8H AD 6D 5D 4D AC 3C 2C GRAND", "AS KS QS 2S TH 8H AD 6D 5D AC 3C 2C GRAND"
        over = [(1, "1H")]
        found = bids(three, over)
        assert {"1S", "2C", "2H", "2D", "3D"} <= found and not {"2S", "3C", "3H"} & found
        assert {f"{level}S" for level in range(1, 8)} <= bids(four, over)
        step = Options(jump_rule="step")
        found = bids(three, over, step)
        assert "1S" in found and not {"2C", "2S", "2H"} & found and {"2D", "1NT", "7NT"} <= found

    @rule("BG-16")
    def test_a_jump_over_no_trump_at_level_nought(self) -> None:
        two = "AS KS QH JH TH 8H AD 6D 5D AC 3C 2C GRAND"
        assert {word for word in bids(two, [(1, "0NT")]) if word[1] == "S"} == {"1S"}
        assert "1C" in bids(two, [(1, "0NT")], STRICT) and "1D" not in bids(two, [(1, "0NT")], STRICT)
        assert "2S" not in bids(two, [(0, "1NT")], STRICT) and "2S" in bids(two, [(0, "1NT")])

    @rule("BG-12", "BG-17", "BG-R6", "BG-X7")
    def test_the_opening_is_no_jump_unless_it_is_restricted(self) -> None:
        position = in_the_auction(MINE, DEALERS)
        opening = legal(position).split()
        assert asked(position) == (DEALER, "call") and {"1H", "4H", "7S", "0NT"} <= set(opening)
        assert not {"pass", "double", "redouble"} & set(opening)
        for o in (STRICT, Options(opening_jump="restricted")):
            restricted = set(legal(in_the_auction(MINE, DEALERS, o=o)).split())
            assert {word for word in restricted if word[1:] == "H"} == {"1H"}
            assert {"1S", "4D", "4C", "7NT"} <= restricted and "2S" not in restricted
        longest_of_fewest = "AS KS QS AH KH QH AD KD QD AC GRAND ROYAL LITTLE"
        for o in (STANDARD, STRICT):
            assert {"1S", "1H", "1D"} <= bids(longest_of_fewest, (), o)

    @rule("BG-14", "BG-15", "BG-16")
    def test_what_a_bid_takes(self) -> None:
        after = contract((Call(0, "2H"),))
        found = takes(STANDARD, after)
        assert list(found) == [*LAW.ladder[LAW.ladder.index("2H") + 1 :]]
        assert (found["2S"], found["3S"], found["6NT"]) == ("SS", "SSSS", "SHDC")


class TestAuction:
    @rule("BG-11", "BG-13", "BG-19", "BG-20", "BG-R7")
    def test_words_of_the_auction(self) -> None:
        position = in_the_auction(MINE, DEALERS, "6NT")
        assert legal(position) == "pass 7D 7H 7S double"
        assert legal(say(position, "pass")) == "pass 7C 7D 7H 7S 7NT"

    @rule("BG-19", "BG-23", "BG-24", "BG-R8", "BG-X8")
    def test_an_own_bid_may_be_raised(self) -> None:
        position = in_the_auction(MINE, DEALERS, "1S pass 2S pass pass")
        assert notes(position, "contract") == [(DEALER, "2S", 1)] and notes(position, "trump") == [("S",)]
        assert asked(position) == (DEALER, "play")

    @rule("BG-20", "BG-21", "BG-22", "BG-R7", "BG-X9")
    def test_a_bid_wipes_the_double_out(self) -> None:
        position = in_the_auction(MINE, DEALERS, "1D double")
        assert {"pass", "redouble", "1H", "2C"} <= set(legal(position).split())
        assert "double" not in legal(position).split()
        say(position, "1H")
        assert "double" in legal(position)
        say(position, "pass pass")
        assert notes(position, "contract") == [(DEALER, "1H", 1)]

    @rule("BG-21", "BG-23", "BG-X10")
    def test_a_redouble_ends_the_auction(self) -> None:
        mine = MINE.replace("5D 4D", "3C 2D")  # with a club
        position = in_the_auction(mine, DEALERS, "0NT 1S double redouble")
        assert notes(position, "contract") == [(NON_DEALER, "1S", 4)] and asked(position) == (NON_DEALER, "play")

    @rule("BG-21")
    def test_a_pass_after_a_double_ends_the_auction(self) -> None:
        position = in_the_auction(MINE, DEALERS, "0NT double pass")
        assert notes(position, "contract") == [(DEALER, "0NT", 2)] and notes(position, "trump") == [("NT",)]

    @rule("BG-19")
    def test_the_highest_bid_can_only_be_passed_or_doubled(self) -> None:
        position = in_the_auction(MINE, DEALERS, "7NT")
        assert legal(position) == "pass double"
        assert legal(say(position, "pass")) == "pass"


class TestKnowledge:
    @rule("BG-40", "BG-41")
    def test_what_each_player_is_told(self) -> None:
        for o in (STANDARD, OPEN):
            position = at_the_end(dealt({}, o=o), Random(1))
            for seat in (0, 1):
                shows = [event for event in position.told(seat) if isinstance(event, Show)]
                public = ["turn-up", "taken"] if o is OPEN else ["turn-up"]
                assert [show.kind for show in shows] == ["hand", *public, "drawn"]
                assert all(show.owner == seat for show in shows if show.kind in {"hand", "drawn"})
                heard = [event for event in position.told(seat) if isinstance(event, Did)]
                secret = [event for event in heard if event.word is None]
                assert {(event.seat, event.kind) for event in secret} == {(1 - seat, "discard")}
                assert len(heard) == len(position.answers)
            assert [note[0] for note in notes(position, "drawn")] == [NON_DEALER, DEALER]
            assert len(notes(position, "trick")) == 13 and notes(position, "scores")

    @rule("BG-5", "BG-39", "BG-R16")
    def test_six_hands_are_played(self) -> None:
        game = at_the_end(play_game(GAME, Options(first_dealer="P1"), fixed({})), Random(2))
        dealers = [event.standing.dealer for event in game.log if isinstance(event, Deal)]
        assert dealers[:6] == [1, 0, 1, 0, 1, 0] and len(dealers) in {6, 7}
