"""Bridgette: tricks with colons, the points of a hand, and the end of the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random
from statistics import fmean, pstdev

import pytest

from arena.games.bridgette import GAME, dealing, result
from arena.games.bridgette.bidding import LAW
from arena.games.bridgette.colons import PACK, RANGES, RANKINGS, duty
from arena.games.bridgette.options import Options
from arena.games.bridgette.score import score
from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import AnyGame, Result
from arena.games.parts.calls import Contract, parted
from arena.games.parts.duties import betrayed
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import winning
from arena.games.study import StudyError, set_up
from tests.games.bridgette.situations import DEALER, NON_DEALER, STANDARD, dealt, in_the_auction, state
from tests.games.situations import at_the_end, legal, notes, said, say

rule = pytest.mark.rule

ALL_SPADES = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
ALL_HEARTS = ALL_SPADES.replace("S", "H")


def takes_trick(led: str, answer: str, trump: str = "NT", option: str = "led_wins") -> int:
    """Which card takes the trick: 0 the lead, 1 the answer."""
    return winning([led, answer], RANKINGS[option, trump])


def may_play(hand: str, table: str = "", last: str = "", trump: str = "NT") -> set[str]:
    return set(duty(hand.split(), state(table, last=last, trump=trump)))


class TestAnswers:
    @rule("BG-25", "BG-R9", "BG-X11")
    def test_follow_suit_or_play_a_colon_in_range(self) -> None:
        assert may_play("2H 5H ROYAL LITTLE", "QH", trump="S") == {"2H", "5H", "ROYAL"}
        assert may_play("2H 5H ROYAL LITTLE GRAND", "AH") == {"2H", "5H", "GRAND"}
        assert may_play("2H 5S ROYAL", "9H") == {"2H"}

    @rule("BG-26")
    def test_without_the_suit_any_card_but_a_colon_out_of_range(self) -> None:
        assert may_play("2H 5S GRAND LITTLE", "9D", trump="S") == {"2H", "5S", "LITTLE"}
        assert may_play("2H 5S GRAND ROYAL", "9D") == {"2H", "5S"}

    @rule("BG-26", "BG-R10", "BG-X15")
    def test_a_colon_out_of_range_where_nothing_else_is_left(self) -> None:
        assert may_play("GRAND ROYAL", "7C") == {"GRAND", "ROYAL"}
        assert may_play("GRAND LITTLE", "7C") == {"LITTLE"}
        assert takes_trick("7C", "GRAND") == 0
        assert may_play("5C 6D", last="7C GRAND") == {"5C", "6D"}

    @rule("BG-30")
    def test_a_colon_led_is_answered_with_any_card(self) -> None:
        assert may_play("2H 5S GRAND ROYAL", "LITTLE") == {"2H", "5S", "GRAND", "ROYAL"}


class TestLeads:
    @rule("BG-29", "BG-R11", "BG-X11", "BG-X12")
    def test_after_a_colon_another_suit_is_led(self) -> None:
        for hand, may in (("9H 3H 2C AS", "2C AS"), ("9H 3H", "9H 3H"), ("9H GRAND", "GRAND"), ("2C AS", "2C AS")):
            assert may_play(hand, last="QH ROYAL", trump="S") == set(may.split())

    @rule("BG-29", "BG-R10")
    @pytest.mark.parametrize("last", ["", "QH 2H", "QH 3S", "QH LITTLE", "GRAND ROYAL", "LITTLE 5H"])
    def test_no_other_trick_binds_the_lead(self, last: str) -> None:
        assert may_play("9H 3H 2C GRAND", last=last) == {"9H", "3H", "2C", "GRAND"}

    @rule("BG-24", "BG-28", "BG-29", "BG-30")
    def test_the_leader_who_wins_from_a_colon_leads_again_and_is_bound_once(self) -> None:
        mine, dealers = "AS KS QS 9S 4S TH 8H 7H AD 6D 5D GRAND ROYAL", "JS TS 8S AH KH KD QD JD TD AC KC QC JC"
        position = in_the_auction(mine, dealers, "7D pass pass")
        say(position, "AH GRAND")
        assert notes(position, "trick") == [(DEALER, 1)]
        assert "KH" not in legal(position).split() and len(legal(position).split()) == 11
        say(position, "JS 4S")
        assert "KH" in legal(position).split()

    @rule("BG-29")
    def test_the_trick_before_the_last_does_not_bind(self) -> None:
        on = state(last="QH ROYAL")
        on.won.append(on.won[0]._replace(cards=("5S", "4S")))
        assert set(duty(["9H", "2C"], on)) == {"9H", "2C"}

    @rule("BG-24")
    def test_the_declarer_leads_and_then_who_took_the_trick(self) -> None:
        for seed in range(5):
            position = at_the_end(dealt({}), Random(seed))
            declarer, *_ = notes(position, "contract")[0]
            winners = [winner for winner, _ in notes(position, "trick")]
            assert said(position, "play")[::2] == [declarer, *winners[:-1]] and len(winners) == 13

    @rule("BG-30")
    def test_a_colon_may_be_led_to_the_first_trick(self) -> None:
        position = in_the_auction(ALL_SPADES, ALL_HEARTS[:-2] + "LITTLE", "1H pass pass")
        assert "LITTLE" in legal(position).split()
        assert len(legal(say(position, "LITTLE")).split()) == 13


class TestTricks:
    @rule("BG-27", "BG-3")
    def test_high_cards_and_trumps(self) -> None:
        for led, answer, trump, winner in (
            ("KH", "AH", "NT", 1),
            ("AH", "KH", "NT", 0),
            ("2H", "AS", "NT", 0),
            ("AH", "2S", "S", 1),
            ("AH", "2S", "D", 0),
            ("2S", "AH", "S", 0),
        ):
            assert takes_trick(led, answer, trump) == winner

    @rule("BG-28")
    def test_a_colon_that_answers_a_suit_card_loses(self) -> None:
        for colon, card, (option, trump) in product(RANGES, PACK[:52], RANKINGS):
            assert takes_trick(card, colon, trump, option) == 0

    @rule("BG-31", "BG-R13", "BG-R14", "BG-X13")
    def test_a_colon_that_is_led_loses_to_trumps_and_to_its_range(self) -> None:
        answers = {"KS": 0, "6S": 1, "KD": 1, "AS": 0, "AD": 1, "5D": 1}
        assert {card: takes_trick("LITTLE", card, "D") for card in answers} == answers
        assert takes_trick("LITTLE", "KD") == 0 and takes_trick("ROYAL", "KD") == 1 and takes_trick("GRAND", "AC") == 1
        for colon, card, trump in product(RANGES, PACK[:52], "SHDC"):
            assert takes_trick(colon, card, trump) == (card in RANGES[colon] or card[1] == trump)

    @rule("BG-32", "BG-R12", "BG-X14")
    def test_a_colon_on_a_colon(self) -> None:
        for led, answer, trump in product(RANGES, RANGES, "SD"):
            if led != answer:
                assert takes_trick(led, answer, trump) == 0
                assert takes_trick(led, answer, trump, "led_loses") == 1


def points(bid: str, tricks: int, doubled: int = 1, seat: int = 1) -> tuple[int, ...]:
    """The points of declarer and defender for a contract."""
    won = (tricks, 13 - tricks) if seat == 0 else (13 - tricks, tricks)
    found = score(Contract(seat, bid, *parted(bid), doubled), won)
    return found[seat], found[1 - seat]


class TestScore:
    @rule("BG-33", "BG-34", "BG-X16", "BG-X19")
    @pytest.mark.parametrize(
        ("bids", "value", "exacto"),
        [
            ("0NT 1C 1D 1H 1S", 150, 250),
            ("1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S 4C 4D", 250, 250),
            ("3NT 4H 4S 4NT 5C 5D 5H 5S", 750, 250),
            ("5NT", 1500, 250),
            ("6C 6D 6H 6S", 1500, 100),
            ("6NT", 2200, 100),
            ("7C 7D 7H 7S", 2200, 0),
            ("7NT", 2500, 0),
        ],
    )
    def test_a_contract_made(self, bids: str, value: int, exacto: int) -> None:
        for bid in bids.split():
            level, _ = parted(bid)
            assert points(bid, 6 + level) == points(bid, 6 + level, seat=0) == (value + exacto, 0)
            if level < 7:
                assert points(bid, 7 + level) == (value, 0)

    def test_every_bid_has_a_value(self) -> None:
        assert all(points(bid, 13)[0] for bid in LAW.ladder)

    @rule("BG-35", "BG-R15", "BG-X17")
    def test_just_three_overtricks(self) -> None:
        assert [points("1C", tricks)[0] for tricks in range(7, 14)] == [400, 150, 150, 500, 150, 150, 150]
        assert points("4D", 13) == (600, 0)

    @rule("BG-36", "BG-X18")
    def test_made_doubled_or_redoubled(self) -> None:
        assert points("2NT", 8, 2) == (900, 0) and points("0NT", 9, 4) == (1500, 0)
        assert points("4S", 11, 2) == (1150, 0) and points("4S", 11, 4) == (1750, 0)

    @rule("BG-37", "BG-X20")
    @pytest.mark.parametrize(
        ("short", "expected"),
        [
            (1, (100, 200, 300)),
            (2, (200, 500, 700)),
            (3, (300, 800, 1100)),
            (4, (400, 1100, 1500)),
            (5, (700, 2000, 2700)),
            (6, (1000, 3000, 4000)),
            (7, (1000, 3000, 4000)),
            (13, (1000, 3000, 4000)),
        ],
    )
    def test_a_contract_set(self, short: int, expected: tuple[int, ...]) -> None:
        assert tuple(points("7S", 13 - short, doubled)[1] for doubled in (1, 2, 4)) == expected
        assert points("7S", 13 - short) == (0, expected[0])

    @rule("BG-37", "BG-X20")
    def test_examples_of_sets(self) -> None:
        assert points("4H", 7, 2) == (0, 800) and points("7S", 6, 4) == (0, 4000) and points("1NT", 2) == (0, 700)

    @rule("BG-38")
    def test_just_one_player_scores(self) -> None:
        for bid, tricks, doubled in product(LAW.ladder, range(14), (1, 2, 4)):
            found = points(bid, tricks, doubled)
            assert min(found) == 0 < max(found)

    @rule("BG-33", "BG-38")
    def test_points_are_added_to_the_scores(self) -> None:
        position = at_the_end(dealt({}, scores=(300, 50)), Random(3))
        ((a, b),) = notes(position, "points")
        assert notes(position, "scores") == [(300 + int(a), 50 + int(b))]
        ((declarer, bid, doubled),) = notes(position, "contract")
        won = Counter(winner for winner, _ in notes(position, "trick"))
        last = Contract(int(declarer), str(bid), *parted(str(bid)), int(doubled))
        assert (a, b) == score(last, (won[0], won[1]))


class TestEnd:
    @rule("BG-39", "BG-X21")
    def test_the_higher_score_after_six_hands_or_a_seventh(self) -> None:
        assert result(STANDARD, Standing(0, (2350, 100), 5)) is None
        assert result(STANDARD, Standing(0, (2350, 2400), 6)) == Result((2, 1), (2350, 2400), "deals")
        assert result(STANDARD, Standing(0, (2350, 2350), 6)) is None
        assert result(STANDARD, Standing(1, (2350, 2450), 7)) == Result((2, 1), (2350, 2450), "deals")
        o = Options(hands=2, tie_break="draw")
        assert result(o, Standing(0, (500, 500), 2)) == Result((1, 1), (500, 500), "deals")

    @rule("BG-5", "BG-39", "BG-X21")
    def test_the_seventh_hand_is_dealt_by_the_first_dealer(self) -> None:
        dealer, scores = DEALER, Standing(DEALER, (0, 0)).scores
        for number in range(6):
            after = at_the_end(dealt({}, dealer=dealer, scores=scores), Random(number)).result
            assert after is not None and after.dealer == 1 - dealer
            dealer, scores = after.dealer, after.scores
        assert dealer == DEALER


class TestHidden:
    MINE, DEALERS = "AS KS QS 9S 4S TH 8H 7H AD 6D 5D 4D ROYAL", "JS TS 8S AH KH KD QD JD TD AC KC QC JC"

    def worlds(self, game: AnyGame, calls: str, number: int) -> list[dict[str, int]]:
        """How many cards of each suit the dealer holds in worlds drawn for the other after these calls."""
        view, rng = in_the_auction(self.MINE, self.DEALERS, calls).view(NON_DEALER), Random(1)
        found = []
        for _ in range(number):
            world = game.worlds(view, rng)
            dealt = zip(world.draws["pack"], dealing(STANDARD, view.standing), strict=True)
            places: dict[object, list[str]] = {}
            for card, place in dealt:
                places.setdefault(place, []).append(card)
            held = {*places[DEALER], *places["stock"][2:6]} - {*world.secrets[DEALER, "discard"]}
            assert len(held) == 13
            found.append({suit: sum(card[-1] == suit for card in held - {*RANGES}) for suit in "SHDC"})
        return found

    @pytest.mark.slow
    @rule("BG-14", "BG-15", "BG-16", "BG-41")
    @pytest.mark.parametrize(("calls", "least"), [("1C 1S 3D", {"C": 2, "D": 4}), ("1NT 3S 4C", {"S": 1, "C": 2})])
    def test_bids_show_cards_and_nothing_else(self, calls: str, least: dict[str, int]) -> None:
        """Worlds are those that are drawn without the bids, less those in which the bids could not be made."""
        drawn = self.worlds(GAME, calls, 1000)
        plain = replace(GAME, hidden=lambda view: Whereabouts(view, PACK, dealing(STANDARD, view.standing)).sampler())
        due = dict.fromkeys("SHDC", int("NT" in calls)) | least
        possible = [
            world for world in self.worlds(plain, calls, 4000) if all(world[suit] >= due[suit] for suit in "SHDC")
        ]
        assert len(possible) > 500 and all(world[suit] >= due[suit] for world in drawn for suit in "SHDC")
        for suit in "SHDC":
            one, other = (fmean(world[suit] for world in worlds) for worlds in (drawn, possible))
            spread = pstdev(world[suit] for world in possible)
            assert abs(one - other) < 5 * spread * (1 / 1000 + 1 / len(possible)) ** 0.5

    @rule("BG-25", "BG-26", "BG-29", "BG-41")
    def test_what_plays_betray(self) -> None:
        def betrays(table: str, card: str, last: str = "") -> set[str]:
            return {*betrayed(duty, state(table, last=last), card, PACK)}

        hearts = {card for card in PACK[:52] if card[1] == "H"}
        assert betrays("QH", "2H") == set() and betrays("QH", "ROYAL") == set()
        assert betrays("QH", "2S") == hearts
        assert betrays("QH", "GRAND") == {*PACK} - {"GRAND", "LITTLE"}
        assert betrays("", "2H", "QH ROYAL") == {*PACK} - hearts
        assert betrays("", "2S", "QH ROYAL") == set()


class TestStudy:
    def test_a_hand_that_is_set_up(self) -> None:
        study = {
            "game": "bridgette",
            "dealer": 1,
            "turn-up": "2C",
            "stock": "3C 4C 5C 6C 7C 8C",
            "hands": {0: "AS KS QS 9S 4S TH 8H 7H AD 6D 5D GRAND ROYAL", 1: "JS TS 8S AH KH KD QD JD TD AC KC QC JC"},
            "says": {"0 discard": "3C 4C", "1 discard": "5C 6C 7C 8C"},
            "contract": {"seat": 1, "bid": "4H"},
            "play": "AH GRAND",
        }
        position = set_up(study).position
        assert notes(position, "contract") == [(1, "4H", 1)] and "KH" not in legal(position).split()
        with pytest.raises(StudyError, match="C AKQJT98765432, GRAND, ROYAL, LITTLE"):
            set_up({"game": "bridgette", "hands": {0: "JK"}})
