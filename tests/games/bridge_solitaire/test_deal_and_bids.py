"""Bridge Solitaire: the pack, the choice of the hand, the house's bid and the player's call, and who knows what."""

from __future__ import annotations

from random import Random

import pytest

from arena.games.bridge_solitaire import GAME, PLAN, Standing
from arena.games.bridge_solitaire.house import PACK, flat, house_bid, winning_tricks
from arena.games.bridge_solitaire.options import PRESETS, Options
from arena.games.kernel import Note, Show
from arena.games.kernel.position import play_deal
from tests.games.bridge_solitaire.situations import STANDARD, bidding, chosen, dealt
from tests.games.situations import asked, at_the_end, legal, notes, run, say, shown_to, shuffles

rule = pytest.mark.rule

FIRST = "JS TS 7S 2S 9D AC KC TC 8C QH 8H 5H 4H"
FIRST_HOLE = "QC JC 7H 9S 4S 3D JK1"
SECOND = "AH TH 3H 2H 7D 6D 2D KC 4C 2C TS 5S 4S"
SECOND_HOLE = "QH 3D 3C AS 9S 3S JK1"
TIED = "AS KS 5S 4S QH 8H 3H KD 7D 2D AC 9C 6C"
LONG = "KS JS 9S 8S 7S 3S 2S 8H 6H 4H 5D 2D JK2"
TWO_JOKERS = "9S 5S 2S 9H 5H 2H 9D 5D 2D 9C 5C JK1 JK2"
FLAT = "KS 7S 2S KH 8H 3H KD 7D 2D KC 9C 6C JK1"
HIGHEST = "TS 9S 8S 7H 6H 5H 4H 3D 2D 9C 4C 3C 2C"


class TestDeal:
    @rule("BS-1", "BS-2", "BS-15")
    def test_one_player_and_fifty_four_cards(self) -> None:
        assert (GAME.seating(STANDARD).sides, GAME.seating(STANDARD).players) == ((0,), (0,))
        assert len(PACK) == 54 and PACK[:3] == ("AS", "KS", "QS") and PACK[-2:] == ("JK1", "JK2")
        assert [PLAN.count(place) for place in ("hole", 0, "stock")] == [7, 13, 34]
        standing, events = run(GAME.start(STANDARD, shuffles(1)))
        assert not events and standing.scores == (0, 0)
        position = at_the_end(dealt(), Random(1))
        ((player, house),) = notes(position, "tricks")
        assert int(player) + int(house) == 13

    @rule("BS-3", "BS-4", "BS-5", "BS-37", "BS-X1")
    def test_seven_of_thirteen_cards_are_discarded_before_the_hole_cards_are_seen(self) -> None:
        position = dealt(up=FIRST, hole=FIRST_HOLE, stock="JK2")
        (up,) = shown_to(position, 0, "hand")
        assert sorted(up.split()) == sorted(FIRST.split()) and legal(position) == up
        assert asked(say(position, "9D 5H 4H 2S 7S TS")) == (0, "discard")
        assert shown_to(position, 0, "hole") == shown_to(position, 0, "top-discard") == []
        say(position, "JS")
        assert shown_to(position, 0, "top-discard") == ["JS"]
        assert sorted(shown_to(position, 0, "hole")[0].split()) == sorted(FIRST_HOLE.split())
        assert legal(say(position, "1C")) == "9S 4S QH 8H 7H 3D AC KC QC JC TC 8C JK1"

    @rule("BS-3", "BS-4")
    def test_a_joker_must_be_kept_and_each_card_can_be_discarded_once(self) -> None:
        position = dealt(up=f"JK1 JK2 {FIRST[:-6]}")
        for _ in range(7):
            assert "JK" not in legal(position)
            card = legal(position).split()[0]
            say(position, card)
            assert card not in legal(position).split() or asked(position)[1] == "call"
        assert asked(position) == (0, "call")

    @rule("BS-4")
    def test_the_top_discard_may_be_hidden(self) -> None:
        position = chosen(FIRST, FIRST_HOLE, "9D 5H 4H 2S 7S TS JS", o=Options(top_discard="hidden"))
        assert shown_to(position, 0, "top-discard") == []

    @rule("BS-37")
    def test_the_player_sees_every_card_that_is_turned_up_and_no_other(self) -> None:
        chance = shuffles(3)
        position = at_the_end(play_deal(GAME, STANDARD, Standing(), chance), Random(5))
        shows = [event for event in position.log if isinstance(event, Show)]
        assert {show.kind for show in shows} == {"hand", "top-discard", "hole", "turned", "ignored"}
        assert all(show.seats == (0,) for show in shows) and position.told(0) == tuple(position.log)
        turned = [card for show in shows if show.kind in {"turned", "ignored"} for card in show.cards]
        stock = [card for card, place in zip(chance("pack", PACK), PLAN, strict=True) if place == "stock"]
        assert turned == stock[: len(turned)] and 13 <= len(turned) < 34


class TestHouse:
    @rule("BS-8", "BS-9", "BS-X7")
    @pytest.mark.parametrize(
        ("ranks", "count"),
        [
            ("AQT9", 2),
            ("AQT32", 3),
            ("K", 0),
            ("K2", 1),
            ("Q32", 1),
            ("J432", 1),
            ("7654", 0),
            ("KJ9", 1),
            ("KQT987", 4),
            ("8765432", 1),
            ("", 0),
        ],
    )
    def test_winning_tricks(self, ranks: str, count: int) -> None:
        high_to_low = "".join(sorted(ranks, key="AKQJT98765432".index))
        assert winning_tricks(high_to_low) == count

    @rule("BS-6", "BS-7", "BS-8", "BS-10", "BS-R1", "BS-R14", "BS-X2", "BS-X5", "BS-X8", "BS-X9")
    @rule("BS-X10", "BS-X11", "BS-X12")
    @pytest.mark.parametrize(
        ("hand", "bid"),
        [
            ("AC KC QC JC TC 8C QH 8H 7H 9S 4S 3D JK1", "pass"),
            ("AH QH TH 3H 2H 3D KC 4C 3C AS 9S 3S JK1", "1D"),
            (TIED, "1H"),
            (FLAT, "2S"),
            (LONG, "2C"),
            (HIGHEST, "6D"),
            (TWO_JOKERS, "6C"),
        ],
    )
    def test_the_house_bids_the_shortest_suit(self, hand: str, bid: str) -> None:
        assert house_bid(STANDARD, hand.split()) == bid

    @rule("BS-7", "BS-X8")
    def test_a_tie_for_the_shortest_suit(self) -> None:
        hand, fewer = TIED.split(), TIED.replace("KD", "9D").split()
        ties = {tie: house_bid(Options(short_suit_tie=tie), hand) for tie in ("highest", "lowest", "fewest_tricks")}
        assert ties == {"highest": "1H", "lowest": "1C", "fewest_tricks": "1H"}
        assert house_bid(Options(short_suit_tie="fewest_tricks"), fewer) == "2D"
        assert house_bid(STANDARD, fewer) == "2H"

    @rule("BS-6", "BS-13", "BS-R2", "BS-X9")
    def test_the_house_may_bid_no_trump(self) -> None:
        o = PRESETS["house-no-trump"]
        assert house_bid(o, FLAT.split()) == "2NT"
        assert house_bid(o, HIGHEST.split()) == "6D"
        assert legal(bidding(FLAT, o=o)).split()[:2] == ["pass", "3C"]

    @rule("BS-5", "BS-9", "BS-R5")
    def test_a_discard_counts_as_held_by_the_house(self) -> None:
        up, hole = "AS KS QS 3H 4H 5H 6H 3D 4D 5D 6D 7C 8C", "2S 2H 2D 3C 4C 5C 6C"
        with_the_ace, without = "6H 3D 4D 5D 6D 7C 8C", "6H 3D 4D 5D 6D 7C AS"
        assert notes(chosen(up, hole, with_the_ace), "bid") == [("house", "3D")]
        assert notes(chosen(up, hole, without), "bid") == [("house", "4D")]


class TestCall:
    @rule("BS-11", "BS-12", "BS-X2")
    def test_after_a_pass_the_player_must_bid(self) -> None:
        position = chosen(FIRST, FIRST_HOLE, "9D 5H 4H 2S 7S TS JS")
        assert notes(position, "bid") == [("house", "pass")]
        words = legal(position).split()
        assert words[:5] == ["1C", "1D", "1H", "1S", "2C"] and words[-1] == "7S" and "pass" not in words
        say(position, "1C")
        assert notes(position, "contract") == [(0, "1C", 2)] and notes(position, "trump") == [("C",)]

    @rule("BS-12", "BS-X5")
    def test_a_player_may_overcall_once_or_defend(self) -> None:
        position = chosen(SECOND, SECOND_HOLE, "7D 6D 2D 2C TS 5S 4S")
        assert notes(position, "bid") == [("house", "1D")]
        assert legal(position).split()[:4] == ["pass", "1H", "1S", "2C"]
        bid, defended = position.fork(), position
        say(bid, "1H")
        assert notes(bid, "contract") == [(0, "1H", 2)] and asked(bid) == (0, "play")
        say(defended, "pass")
        assert notes(defended, "contract") == [("house", "1D", 2)]

    @rule("BS-11", "BS-12", "BS-R14", "BS-X11")
    def test_the_highest_bid_of_the_house_can_be_overcalled(self) -> None:
        assert legal(bidding(HIGHEST)) == "pass 6H 6S 7C 7D 7H 7S"

    @rule("BS-13", "BS-X9", "BS-X10", "BS-X12")
    def test_no_trump_needs_a_shape(self) -> None:
        assert "2NT" in legal(bidding(FLAT)).split()
        words = legal(bidding(TWO_JOKERS)).split()
        assert words[:4] == ["pass", "6D", "6H", "6S"] and "6NT" in words
        assert "NT" not in legal(bidding(LONG))
        assert "7NT" in legal(bidding(LONG, o=Options(nt_shapes="free"))).split()
        assert all(flat(hand.split()) for hand in (TIED, FLAT, TWO_JOKERS))
        four_three = "AS KS 5S 4S QH 8H 3H 2H KD 7D 2D JK1 JK2"
        assert not any(flat(hand.split()) for hand in (LONG, HIGHEST, four_three))

    @rule("BS-14", "BS-R3", "BS-X9", "BS-X12")
    @pytest.mark.parametrize(("hand", "factor"), [(HIGHEST, 1), (FLAT, 2), (TWO_JOKERS, 4)])
    def test_jokers_double_the_contract_of_either_side(self, hand: str, factor: int) -> None:
        for call, declarer in (("pass", "house"), ("7C", 0)):
            ((who, _, doubled),) = notes(say(bidding(hand), call), "contract")
            assert (who, doubled) == (declarer, factor)

    @rule("BS-37")
    def test_the_bid_of_the_house_is_told_before_the_call(self) -> None:
        position = bidding(HIGHEST)
        assert position.told(0)[-1] == Note("bid", ("house", "6D"))
