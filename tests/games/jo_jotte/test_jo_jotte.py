"""Jo-Jotte: the deal, trump, melds and their dialogues, nullo and slam, play, scores, the rubber, knowledge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple

import pytest

from arena.games.jo_jotte import GAME, dealing
from arena.games.jo_jotte.cards import KINDS, PACK, POINTS, RANKINGS
from arena.games.jo_jotte.options import PRESETS, Options
from arena.games.jo_jotte.score import NULLO, ORDINARY, SLAM, Score, enter, result, score
from arena.games.kernel import Deal, Did, Result, Seat, Show
from arena.games.kernel.position import Position, play_deal, play_game
from arena.games.parts.cards import more
from arena.games.parts.duties import trump_and_beat_trumps
from arena.games.parts.rubber import Sheet, Standing
from arena.games.parts.tricks import card_points, winning
from arena.games.study import set_up
from tests.games.situations import (
    asked,
    assert_equally_likely,
    at_the_end,
    ended,
    fixed,
    legal,
    notes,
    on_table,
    question,
    run,
    said,
    say,
    shown_to,
    shuffles,
    stacked,
)

rule = pytest.mark.rule
STANDARD, FAST = PRESETS["standard"], PRESETS["fast"]
BLANK = Sheet()
fours, runs = (kind.find for kind in KINDS)


def dealt(
    hands: Mapping[Any, str] = {}, *, dealer: Seat = 0, sheet: Sheet = BLANK, thrown: int = 0, o: Options = STANDARD
) -> Position[Standing]:
    """A deal with these cards; seat 0 deals, so seat 1 speaks and leads first."""
    standing = Standing(dealer, sheet, thrown=thrown)
    return play_deal(GAME, o, standing, stacked(PACK, dealing(o, standing), hands))


def filled(cards: str, *others: str) -> str:
    """Nine cards: these, and others that make no meld with them and are not wanted elsewhere."""
    hand, used = cards.split(), {card for held in others for card in held.split()}
    melds = fours(hand, "NT"), runs(hand, "NT")
    for card in sorted(PACK, key=lambda card: "7Q9A8JTK".index(card[0])):
        more_cards = [*hand, card]
        if len(hand) < 9 and card not in {*used, *hand} and (fours(more_cards, "NT"), runs(more_cards, "NT")) == melds:
            hand = more_cards
    assert len(hand) == 9
    return " ".join(hand)


def contracted(first: str, dealer: str, trump: str, words: str = "", *, o: Options = STANDARD) -> Position[Standing]:
    """A deal in which the non-dealer, seat 1, holds these nine cards and the dealer, seat 0, fixes trump.

    The words come after trump is named.
    """
    hands: dict[Any, str] = {}
    for seat, held in ((1, first), (0, dealer)):
        cards = held.split()
        hands |= {seat: " ".join(cards[:6]), more(seat): " ".join(cards[6:])}
    free = [card for card in PACK if card not in f"{first} {dealer}"]
    hands["turn-up"] = next(card for card in free if card[-1] != trump)
    return say(dealt(hands, o=o), f"pass pass pass {trump} {words}")


def melding(defender: str, declarer: str, trump: str, words: str = "") -> Position[Standing]:
    """A deal in which melds are declared; seat 1 is the defender, and holds these cards among its nine."""
    first = filled(defender, declarer)
    return contracted(first, filled(declarer, first), trump, f"pass meld {words}")


def ranks_of_fours(hand: Sequence[str], trump: str) -> str:
    """The ranks of the fours of a kind, the highest first."""
    return "".join(four.cards[0][0] for four in fours(hand, trump))


def cards_played(position: Position[Any], seats: Sequence[Seat] = (0, 1)) -> list[str]:
    """The cards that these seats have played."""
    did = [event for event in position.log if isinstance(event, Did) and event.kind == "play" and event.seat in seats]
    return [str(event.word) for event in did]


class TestDeal:
    @rule("JJ-1", "JJ-2", "JJ-30")
    def test_the_cards_and_their_order(self) -> None:
        assert GAME.seating(STANDARD).sides == (0, 1) and len(set(PACK)) == 32
        for trump, order in (("S", "J9ATKQ87"), ("H", "ATKQJ987"), ("NT", "ATKQJ987")):
            power = RANKINGS[trump].power
            assert "".join(sorted("AKQJT987", key=lambda rank: -power[rank + "S"])) == order
        for cards, best in (
            (["AH", "7S"], 1),
            (["7H", "AD"], 0),
            (["JH", "QH"], 1),
            (["9S", "JS"], 1),
            (["AS", "9S"], 1),
        ):
            assert winning(cards, RANKINGS["S"]) == best

    @rule("JJ-4")
    def test_the_first_dealer_is_drawn_or_named_and_the_deal_alternates(self) -> None:
        assert {run(GAME.start(STANDARD, shuffles(seed)))[0].dealer for seed in range(20)} == {0, 1}
        assert run(GAME.start(Options(first_dealer="P1"), shuffles(1)))[0].dealer == 1
        thrown = 0
        for seed in range(20):
            game = at_the_end(play_game(GAME, STANDARD, shuffles(seed)), Random(seed))
            found = [event.standing for event in game.log if isinstance(event, Deal)]
            for before, after in pairwise(found):
                assert after.dealer == (before.dealer if after.thrown else 1 - before.dealer)
                thrown += after.thrown
        assert thrown

    @rule("JJ-5", "JJ-11")
    def test_six_cards_an_upcard_and_three_more(self) -> None:
        position = play_deal(GAME, STANDARD, Standing(1), fixed({}))
        assert shown_to(position, 0, "hand") == [" ".join(PACK[0:12:2])]
        assert shown_to(position, 1, "hand") == [" ".join(PACK[1:12:2])]
        assert Show((0, 1), "turn-up", None, (PACK[12],)) in position.log
        say(position, "accept pass")
        assert shown_to(position, 0, "drawn") == [" ".join(PACK[13:19:2])]
        assert shown_to(position, 1, "drawn") == [" ".join(PACK[14:19:2])]
        assert notes(position, "drawn") == [(0, 3, 16), (1, 3, 13)]
        assert Show((0, 1), "bottom", None, (PACK[-1],)) in position.log
        seen = [
            card for seat in (0, 1) for event in position.told(seat) if isinstance(event, Show) for card in event.cards
        ]
        assert set(seen) == {*PACK[:19], PACK[-1]}

    @rule("JJ-5")
    def test_the_upcard_belongs_to_nobody(self) -> None:
        position = say(dealt({"turn-up": "KD"}), "accept pass meld")
        at_the_end(position, Random(1))
        assert "KD" not in cards_played(position)


class TestTrump:
    @rule("JJ-6", "JJ-9")
    def test_the_upcard_is_accepted(self) -> None:
        position = dealt({"turn-up": "9H"})
        assert question(position) == (1, "bid", "pass accept")
        first, second = say(position.fork(), "accept"), say(position, "pass")
        assert question(second) == (0, "bid", "pass accept")
        say(second, "accept")
        for declarer, contract in ((1, first), (0, second)):
            assert notes(contract, "trump") == [("H",)]
            assert question(contract) == (1 - declarer, "double", "pass double")
            assert notes(say(contract, "pass"), "contract") == [(declarer, "H", 1)]

    @rule("JJ-7", "JJ-R17", "JJ-X1")
    def test_another_suit_or_no_trump_is_named(self) -> None:
        position = say(dealt({"turn-up": "9H"}), "pass pass")
        assert question(position) == (1, "trump", "pass S D C NT")
        say(position, "pass NT")
        assert notes(position, "trump") == [("NT",)] and question(position) == (1, "double", "pass double")
        assert question(say(position, "double")) == (0, "redouble", "pass redouble")
        assert notes(say(position, "redouble"), "contract") == [(0, "NT", 4)]

    @rule("JJ-8", "JJ-X2")
    def test_four_passes_throw_the_cards_in(self) -> None:
        sheet = Sheet((30, 0), (50, 20), (0, 1), 40)
        position = say(dealt(sheet=sheet, thrown=1), "pass pass pass pass")
        assert notes(position, "thrown-in") == [()]
        assert position.result == Standing(0, sheet, 1, 2)
        assert not [
            event for event in position.log if isinstance(event, Show) and event.kind not in {"hand", "turn-up"}
        ]

    @rule("JJ-8")
    def test_after_many_deals_thrown_in_the_dealer_must_name_trump(self) -> None:
        o = Options(redeal_cap=3)
        for thrown, words in ((2, "pass S D C NT"), (3, "S D C NT")):
            position = say(dealt({"turn-up": "9H"}, thrown=thrown, o=o), "pass pass")
            assert question(position) == (1, "trump", "pass S D C NT")
            assert question(say(position, "pass")) == (0, "trump", words)
        assert ended(position, Random(1)).thrown == 0

    @rule("JJ-9", "JJ-R12")
    def test_doubles_come_before_the_last_cards(self) -> None:
        position = say(dealt(), "accept")
        for words in ("", "double"):
            say(position, words)
            assert notes(position, "drawn") == []
        assert len(notes(say(position, "pass"), "drawn")) == 2
        assert notes(position, "contract")[0][2] == 2


class TestMelds:
    @rule("JJ-12", "JJ-24", "JJ-26")
    def test_the_defender_chooses_between_melds_and_nullo(self) -> None:
        position = say(dealt(), "accept pass")
        assert question(position) == (0, "mode", "meld nullo")
        assert asked(say(position.fork(), "meld")) == (0, "fours")
        assert question(say(position.fork(), "nullo")) == (1, "slam", "pass slam")
        for words in ("nullo pass", "nullo slam"):
            assert asked(say(position.fork(), words)) == (1, "play")

    @rule("JJ-13", "JJ-R3")
    def test_fours_of_a_kind(self) -> None:
        hand = [rank + suit for rank in "78" for suit in "SHDC"]
        assert ranks_of_fours(hand, "S") == "87" and ranks_of_fours(hand[1:], "NT") == "8"
        assert ranks_of_fours(PACK, "H") == "J9ATKQ87" and ranks_of_fours(PACK, "NT") == "ATKQJ987"

    @rule("JJ-3", "JJ-14", "JJ-R13", "JJ-X7", "JJ-X8")
    @pytest.mark.parametrize(
        ("hand", "found", "points"),
        [
            ("AD KD QD JD", ["AD KD QD JD"], 40),
            ("JD 9D AD TD", ["JD TD 9D"], 20),  # example 7: three of the four highest trumps
            ("JD 9D AD 8H", [], 0),
            ("KS QS", [], 0),
            ("JD TD 9D 8D 7D AC KC QC", ["JD TD 9D 8D 7D", "AC KC QC"], 70),
            ("QD JD TD 9D 8D 7D", ["QD JD TD 9D 8D 7D"], 50),
            ("AH KH QH JH TH 9H 8H 7H", ["AH KH QH JH TH 9H 8H 7H"], 50),
            ("AS KS QS TS 9S 8S", ["AS KS QS", "TS 9S 8S"], 40),
        ],
    )
    def test_sequences(self, hand: str, found: list[str], points: int) -> None:
        melds = runs(hand.split(), "S")
        assert [" ".join(run.cards) for run in melds] == found and sum(run.points for run in melds) == points

    @rule("JJ-14")
    def test_a_card_may_serve_twice(self) -> None:
        position = melding("KS KH KD KC QS JS", "", "H", "four-K good waive seq-3 good waive")
        assert notes(position, "meld") == [(1, "fours", 100), (1, "sequences", 20)]

    @rule("JJ-15")
    def test_the_order_of_sequences(self) -> None:
        order = ["TC 9C 8C", "KD QD JD", "KS QS JS", "TH 9H 8H 7H", "QC JC TC 9C 8C", "QH JH TH 9H 8H 7H"]
        for low, high in pairwise(order):
            for both in (f"{low} {high}", f"{high} {low}"):
                assert " ".join(runs(both.split(), "S")[0].cards) == high
        assert [run.cards[0] for run in runs(["KD", "QD", "JD", "KH", "QH", "JH"], "S")] == ["KH", "KD"]

    @rule("JJ-16", "JJ-17", "JJ-18", "JJ-23", "JJ-R4", "JJ-X3")
    def test_fours_with_trump_and_without(self) -> None:
        nines, aces = "9S 9H 9D 9C", "AS AH AD AC"
        position = melding(nines, aces, "S")
        assert question(position) == (1, "fours", "none four-9")
        assert question(say(position, "four-9")) == (0, "fours", "good")
        assert notes(say(position, "good"), "meld") == [(1, "fours", 100)]
        plain = say(melding(nines, aces, "NT"), "four-9")
        assert question(plain) == (0, "fours", "good no-good")
        assert notes(say(plain.fork(), "good"), "meld") == [(1, "fours", 100)]
        say(plain, "no-good")
        assert notes(plain, "four") == [(0, "A")] and notes(plain, "meld") == [(0, "fours", 100)]

    @rule("JJ-16", "JJ-17", "JJ-18", "JJ-R5", "JJ-X4")
    def test_every_four_of_the_hand_counts(self) -> None:
        position = melding("", "QS QH QD QC 8S 8H 8D 8C", "NT", "none")
        assert question(position) == (0, "fours", "none four-Q")
        assert notes(say(position, "four-Q"), "meld") == [(0, "fours", 200)]

    @rule("JJ-19", "JJ-20", "JJ-X5")
    def test_a_longer_sequence(self) -> None:
        position = melding("JC TC 9C", "KD QD JD TD", "H", "none none")
        assert question(position) == (1, "sequences", "none seq-3")
        assert question(say(position, "seq-3")) == (0, "sequences", "good no-good")
        say(position, "no-good")
        assert notes(position, "sequence") == [(0, 4)] and notes(position, "meld") == [(0, "sequences", 40)]

    @rule("JJ-19", "JJ-20", "JJ-R4", "JJ-R5")
    def test_a_shorter_sequence_and_none(self) -> None:
        position = melding("KD QD JD TD", "JC TC 9C", "H", "none none")
        assert question(say(position.fork(), "seq-4")) == (0, "sequences", "good")
        assert question(say(position, "none")) == (0, "sequences", "none seq-3")
        assert notes(say(position.fork(), "seq-3"), "meld") == [(0, "sequences", 20)]
        assert notes(say(position, "none"), "meld") == [] and asked(position) == (1, "play")

    @rule("JJ-20", "JJ-21", "JJ-R2", "JJ-X6")
    def test_how_high(self) -> None:
        position = melding("KS QS JS", "KH QH JH", "H", "none none seq-3")
        assert question(position) == (0, "sequences", "good how-high")
        assert question(say(position, "how-high")) == (0, "sequences", "good no-good")
        assert notes(position, "sequence") == [(1, 3, "K")]
        say(position, "no-good")
        assert notes(position, "sequence")[1:] == [(0, 3, "K", "trump")]
        assert notes(position, "meld") == [(0, "sequences", 20)]
        plain = melding("KS QS JS", "KD QD JD", "H", "none none seq-3 how-high")
        assert question(plain) == (0, "sequences", "good")
        assert notes(say(plain, "good"), "meld") == [(1, "sequences", 20)]

    @rule("JJ-21")
    def test_a_higher_sequence_of_the_same_length(self) -> None:
        position = melding("JS TS 9S", "KD QD JD", "S", "none none seq-3 how-high")
        assert question(position) == (0, "sequences", "good no-good")
        assert notes(say(position.fork(), "good"), "meld") == [(1, "sequences", 20)]
        assert notes(say(position, "no-good"), "sequence") == [(1, 3, "J"), (0, 3, "K")]

    @rule("JJ-18", "JJ-21", "JJ-X8", "JJ-X9")
    def test_classes_are_compared_apart_and_all_sequences_count(self) -> None:
        kings = "KS KH KD KC JC TC 9C"
        position = melding(kings, "JD TD 9D 8D 7D JS TS 9S", "H", "four-K good waive seq-3 no-good waive")
        assert notes(position, "meld") == [(1, "fours", 100), (0, "sequences", 70)]
        assert notes(at_the_end(position, Random(1)), "above")[0] in {(70, 100), (170, 100), (90, 100), (70, 120)}

    @rule("JJ-22", "JJ-R16")
    def test_the_other_player_may_ask_to_see_what_stands(self) -> None:
        position = melding("8S 8H 8D 8C 7S 7H 7D 7C", "AD KD QD JC TC 9C", "H", "four-8 good")
        assert question(position) == (0, "show", "waive show")
        assert shown_to(say(position.fork(), "waive"), 0, "meld") == []
        say(position, "show none seq-3")
        assert question(position) == (1, "show", "waive show")
        say(position, "show")
        for seat in (0, 1):
            assert shown_to(position, seat, "meld") == ["8S 8H 8D 8C", "AD KD QD"]
        assert said(position, "show") == [0, 1] and asked(position) == (1, "play")

    @rule("JJ-16", "JJ-22")
    def test_without_questions_the_truth_is_announced(self) -> None:
        hands = [filled("KS QS JS 7S 7H 7D 7C", "KH QH JH")]
        hands.append(filled("KH QH JH", *hands))
        position = contracted(hands[0], hands[1], "H", "pass meld", o=FAST)
        assert asked(position) == (1, "play")
        assert notes(position, "fours") == [(1, "four-7"), (0, "good")]
        assert notes(position, "sequences") == [(1, "seq-3"), (0, "how-high"), (0, "no-good")]
        assert notes(position, "meld") == [(1, "fours", 100), (0, "sequences", 20)]
        assert shown_to(position, 0, "meld") == shown_to(position, 1, "meld") == ["7S 7H 7D 7C", "KH QH JH"]


class TestNullo:
    @rule("JJ-24", "JJ-26")
    def test_a_nullo_is_played_without_trump(self) -> None:
        position = say(dealt({"turn-up": "9H"}), "accept double redouble nullo pass")
        assert notes(position, "contract") == [(1, "H", 4), (0, "nullo", 1)]
        assert notes(position, "trump") == [("H",), ("NT",)]
        assert notes(at_the_end(position, Random(1)), "below") == [(0, 0)]
        assert notes(position, "jo") == [] and said(position, "fours") == []

    @rule("JJ-25", "JJ-R6", "JJ-R7")
    @pytest.mark.parametrize(("slam_trump", "trump"), [("contract", "H"), ("none", "NT")])
    def test_a_slam_has_the_trump_of_the_contract(self, slam_trump: str, trump: str) -> None:
        position = say(dealt({"turn-up": "9H"}, o=Options(slam_trump=slam_trump)), "accept pass nullo slam")
        assert notes(position, "contract") == [(1, "H", 1), (1, "slam", 1)]
        assert notes(position, "trump") == [("H",), (trump,)] and asked(position) == (1, "play")
        assert notes(at_the_end(position, Random(1)), "below") == [(0, 0)]

    @rule("JJ-37", "JJ-X17", "JJ-R11")
    @pytest.mark.parametrize(("tricks", "above"), [(0, (0, 200)), (1, (200, 0)), (4, (500, 0)), (9, (1000, 0))])
    def test_the_score_of_a_nullo(self, tricks: int, above: tuple[int, int]) -> None:
        assert score(NULLO, 0, 4, (30, 60), (9 - tricks, tricks)) == Score(above=above)

    @rule("JJ-38", "JJ-R9", "JJ-X18")
    def test_the_score_of_a_slam(self) -> None:
        assert score(SLAM, 0, 2, (105, 0), (9, 0)) == Score((0, 0), (500, 0), 0)
        assert score(SLAM, 0, 2, (70, 25), (8, 1)) == Score((0, 0), (0, 95), 1)


class TestPlay:
    @rule("JJ-27")
    @pytest.mark.parametrize(("words", "declarer"), [("accept", 1), ("pass accept", 0)])
    def test_the_non_dealer_leads_and_then_the_winner(self, words: str, declarer: Seat) -> None:
        position = at_the_end(say(dealt(), f"{words} pass meld"), Random(2))
        winners = [winner for winner, _ in notes(position, "trick")]
        assert notes(position, "contract")[0][0] == declarer and len(winners) == 9
        assert said(position, "play")[::2] == [1, *winners[:-1]]

    @rule("JJ-28", "JJ-29", "JJ-X10", "JJ-X11")
    @pytest.mark.parametrize(
        ("trump", "led", "hand", "may"),
        [
            ("H", "TH", "KH JH 7C", "JH"),
            ("H", "9H", "AH QH 7C", "AH QH"),
            ("H", "AS", "8H 7C 9D", "8H"),
            ("NT", "AS", "8H 7C 9D", "8H 7C 9D"),
            ("H", "TS", "AS 8S JH", "AS 8S"),
        ],
    )
    def test_what_must_be_played(self, trump: str, led: str, hand: str, may: str) -> None:
        assert trump_and_beat_trumps(hand.split(), on_table([led], RANKINGS[trump])) == may.split()

    @rule("JJ-28", "JJ-29")
    def test_trumps_must_be_beaten_at_the_table(self) -> None:
        hands = ("9H AH TS 9S 8S 7S 7D 8D 9D", "KH JH QH TC 9C 8C 7C AD KD")
        position = contracted(*hands, "H", "pass meld none none none none")
        assert legal(say(position.fork(), "9H")) == "JH"
        assert legal(say(position.fork(), "AH")) == "JH" and legal(say(position.fork(), "TS")) == "KH QH JH"
        assert legal(say(position.fork(), "7D")) == "AD KD"

    JO = ("KC QC 7S 8S 9S 7H 8H 7D 8D", "7C 8C AS KS QS AH KH AD KD")

    @rule("JJ-31", "JJ-X12")
    def test_jo_and_jotte(self) -> None:
        position = contracted(*self.JO, "C", "pass meld none none none none")
        say(position, "KC")
        assert question(position) == (1, "jo", "silent jo")
        silent = say(position.fork(), "silent")
        say(position, "jo")
        assert notes(position, "jo") == [(1,)] and shown_to(position, 0, "jo") == ["QC"]
        say(position, "8C")
        for each, jotte in ((position, [(1, 20)]), (silent, [])):
            if each is silent:
                say(each, "8C")
            say(each, "QC")
            assert notes(each, "jotte") == jotte
            at_the_end(each, Random(1))
            assert notes(each, "above")[0][1] == sum(points for _, points in jotte)

    @rule("JJ-31", "JJ-X12")
    def test_the_queen_first_gives_nothing(self) -> None:
        position = contracted(*self.JO, "C", "pass meld none none none none QC 7C KC")
        assert asked(position) == (0, "play") and notes(position, "jo") == []

    @rule("JJ-31", "JJ-43")
    def test_silence_is_a_secret(self) -> None:
        hands = ("KC 8S 7S 9S TS 7H 8H 7D 8D", "7C 8C AS KS QS AH KH AD KD")
        asked_for = contracted(*self.JO, "C", "pass meld none none none none KC silent 8C")
        not_asked = contracted(*hands, "C", "pass meld none none none none KC 8C")
        assert [event for event in asked_for.told(0) if "jo" in str(event)] == []
        assert asked_for.view(0).events[-3:] == not_asked.view(0).events[-3:]

    @rule("JJ-31", "JJ-R8")
    def test_jo_in_other_hands(self) -> None:
        auto = contracted(*self.JO, "C", "pass meld", o=FAST)
        assert asked(say(auto, "KC")) == (0, "play") and notes(auto, "jo") == [(1,)]
        slam = contracted(*self.JO, "C", "pass nullo slam KC")
        assert asked(slam) == (1, "jo")
        for words in ("C pass nullo pass KC", "NT pass meld none none none none KC"):
            trump, rest = words.split(maxsplit=1)
            assert asked(contracted(*self.JO, trump, rest)) == (0, "play")

    @rule("JJ-30", "JJ-43")
    def test_cards_won_are_gone(self) -> None:
        position = at_the_end(say(dealt(), "accept pass meld"), Random(4))
        played = cards_played(position)
        assert len(played) == len(set(played)) == 18


class TestScore:
    @rule("JJ-32", "JJ-R1", "JJ-X13")
    def test_card_points(self) -> None:
        hearts = [rank + "H" for rank in "J9ATKQ87"]
        assert [POINTS["H"][card] for card in hearts] == [20, 15, 10, 10, 5, 5, 0, 0]
        assert card_points(POINTS["H"], hearts) == 65
        spades = [rank + "S" for rank in "AKQJT987"]
        assert [POINTS["H"][card] for card in spades] == [10, 10, 5, 5, 0, 0, 0, 0]
        assert card_points(POINTS["H"], PACK) == 155 and card_points(POINTS["NT"], PACK) == 120

    @rule("JJ-32", "JJ-33")
    def test_the_last_trick_counts_ten(self) -> None:
        for seed in range(5):
            position = at_the_end(say(dealt(), "accept pass meld"), Random(seed))
            tricks = notes(position, "trick")
            for seat in (0, 1):
                cards = sum(int(points) for winner, points in tricks if winner == seat)
                assert notes(position, "points")[0][seat] == cards + 10 * (tricks[-1][0] == seat)

    @rule("JJ-10", "JJ-33", "JJ-34", "JJ-35", "JJ-R15", "JJ-X14", "JJ-X15")
    @pytest.mark.parametrize("factor", [1, 2, 4])
    @pytest.mark.parametrize("declarer", [0, 1])
    def test_the_higher_trick_score_is_entered(self, factor: int, declarer: Seat) -> None:
        turned = 1 - 2 * declarer
        won = score(ORDINARY, declarer, factor, (65, 30)[::turned], (5, 4)[::turned])
        assert won == Score((65 * factor, 0)[::turned], (0, 0), declarer)
        lost = score(ORDINARY, declarer, factor, (40, 55)[::turned], (5, 4)[::turned])
        assert lost == Score((0, 95 * factor)[::turned], (0, 0), 1 - declarer)

    @rule("JJ-36", "JJ-R10", "JJ-X16")
    def test_ties_are_set_aside(self) -> None:
        assert score(ORDINARY, 0, 2, (50, 50), (5, 4)) == Score(aside=100)
        sheet, told = Sheet(), []
        hands = (
            score(ORDINARY, 0, 2, (50, 50), (5, 4)),
            score(NULLO, 0, 1, (95, 0), (9, 0)),
            score(ORDINARY, 1, 1, (45, 45), (5, 4)),
            score(ORDINARY, 0, 1, (70, 30), (6, 3)),
        )
        for hand in hands:
            sheet, events = run(enter(STANDARD, sheet, (0, 0), hand))
            told.append({event.kind: event.values for event in events})
        assert [each.get("aside") for each in told] == [(100,), None, (190,), (0,)]
        assert [each["above"] for each in told] == [(0, 0), (0, 200), (0, 0), (190, 0)]
        assert sheet == Sheet((70, 0), (260, 200), (0, 0), 0)
        over, _ = run(enter(STANDARD, Sheet((70, 0), (70, 0), (0, 1), 50), (0, 0), Score(aside=90)))
        assert over.aside == 140

    @rule("JJ-36", "JJ-R9")
    @pytest.mark.parametrize(("tricks", "winner"), [((9, 0), 0), ((8, 1), 1)])
    def test_the_winner_of_a_slam_takes_what_was_set_aside(self, tricks: tuple[int, int], winner: Seat) -> None:
        hand = score(SLAM, 0, 1, (80, 20), tricks)
        sheet, _ = run(enter(STANDARD, Sheet(aside=90), (0, 0), hand))
        assert sheet.scores[winner] == (500 if winner == 0 else 100) + 90 and sheet.aside == 0

    @rule("JJ-39", "JJ-X19")
    @pytest.mark.parametrize(("declarer", "below"), [(0, 95), (1, 95)])
    def test_all_nine_tricks(self, declarer: Seat, below: int) -> None:
        assert score(ORDINARY, declarer, 1, (95, 0), (9, 0)) == Score((below, 0), (100, 0), 0)
        assert score(ORDINARY, declarer, 2, (95, 0), (9, 0)) == Score((2 * below, 0), (100, 0), 0)

    @rule("JJ-10", "JJ-23")
    def test_what_is_declared_is_not_doubled(self) -> None:
        sheet, events = run(enter(STANDARD, Sheet(), (120, 20), Score((60, 0), (100, 0), 0)))
        assert [(event.kind, event.values) for event in events] == [
            ("below", (60, 0)),
            ("above", (220, 20)),
            ("scores", (280, 20)),
        ]
        assert sheet == Sheet((60, 0), (280, 20))


class TestRubber:
    @rule("JJ-40", "JJ-41", "JJ-X20")
    def test_a_rubber_of_two_games(self) -> None:
        first = Sheet((30, 60), (170, 150))
        after, events = run(enter(STANDARD, first, (0, 0), Score((65, 0), (0, 0), 0)))
        assert ("game", (0,)) in [(event.kind, event.values) for event in events]
        assert after == Sheet((0, 0), (235, 150), (1, 0))
        last = Sheet((20, 40), (255, 190), (1, 0))
        after, events = run(enter(STANDARD, last, (0, 0), Score((0, 80), (0, 0), 1)))
        assert [(event.kind, event.values) for event in events][2:] == [
            ("game", (1,)),
            ("rubber", (1, 300)),
            ("scores", (255, 570)),
        ]
        assert result(STANDARD, Standing(0, after)) == Result((2, 1), (255, 570), "rubber")

    @rule("JJ-40", "JJ-X21")
    def test_exactly_eighty_is_enough(self) -> None:
        after, _ = run(enter(STANDARD, Sheet((30, 0), (30, 0)), (0, 0), Score((50, 0), (0, 0), 0)))
        assert after == Sheet((0, 0), (80, 0), (1, 0))
        less, _ = run(enter(STANDARD, Sheet((29, 0), (29, 0)), (0, 0), Score((50, 0), (0, 0), 0)))
        assert less == Sheet((79, 0), (79, 0), (0, 0)) and result(STANDARD, Standing(0, less)) is None
        assert run(enter(Options(game_target=79), Sheet((29, 0)), (0, 0), Score((50, 0), (0, 0), 0)))[0].games == (1, 0)

    @rule("JJ-41")
    def test_the_number_of_games_and_of_deals(self) -> None:
        standing = Standing(0, Sheet((0, 10), (90, 240), (1, 1)), 9)
        assert result(STANDARD, standing) == Result((2, 1), (90, 240), "rubber")
        assert result(Options(games=3), standing) is None
        assert result(Options(games=3, max_deals=9), standing) == Result((2, 1), (90, 240), "limit")
        one, _ = run(enter(Options(games=1), Sheet(), (0, 0), Score((0, 80), (0, 0), 1)))
        assert one.scores == (0, 380)

    @rule("JJ-42")
    def test_equal_totals_are_a_draw(self) -> None:
        last = Sheet((20, 40), (200, 120), (1, 0))
        after, events = run(enter(STANDARD, last, (0, 0), Score((0, 80), (0, 0), 1)))
        assert [event.kind for event in events] == ["below", "above", "game", "scores"]
        assert result(STANDARD, Standing(0, after)) == Result((1, 1), (200, 200), "rubber")

    @rule("JJ-41")
    def test_the_standing_in_words(self) -> None:
        assert Standing(1, Sheet((0, 20), (95, 60), (1, 0), 100), 5, 2).words() == (
            "dealer=1",
            "scores=95,60",
            "below=0,20",
            "games=1,0",
            "finished=5",
            "aside=100",
            "thrown=2",
        )
        assert Standing(0).words() == ("dealer=0", "scores=0,0", "below=0,0", "games=0,0", "finished=0")


class TestKnowledge:
    @rule("JJ-43")
    @pytest.mark.parametrize("o", [STANDARD, FAST])
    def test_hands_are_private_and_all_else_is_public(self, o: Options) -> None:
        position = at_the_end(say(dealt(o=o), "accept pass meld"), Random(3))
        for seat in (0, 1):
            private = [event for event in position.told(seat) if isinstance(event, Show) and event.seats != (0, 1)]
            assert [show[:3] for show in private] == [((seat,), "hand", seat), ((seat,), "drawn", seat)]
        public = [
            [e for e in position.told(seat) if not isinstance(e, Show) and getattr(e, "kind", "") != "jo"]
            for seat in (0, 1)
        ]
        assert public[0] == public[1]

    @rule("JJ-R14")
    def test_the_seven_of_trumps_is_no_right_to_the_upcard(self) -> None:
        position = say(dealt({1: "7H", "turn-up": "AH"}), "accept pass meld none none none none")
        assert asked(position) == (1, "play") and "7H" in legal(position)


Melds = tuple[list[str], list[tuple[int, str, bool]]]
"""The fours of a hand; and the length, top rank and trump of its sequences, the best first."""


def melds_of(hand: Sequence[str], trump: str) -> Melds:
    found = [run.cards for run in runs(hand, trump)]
    return [*ranks_of_fours(hand, trump)], [(len(run), run[0][0], run[0][1] == trump) for run in found]


def total(melds: Melds) -> int:
    """The points of the sequences."""
    return sum({3: 20, 4: 40}.get(length, 50) for length, _, _ in melds[1])


def longest(melds: Melds) -> int:
    """The length of the longest sequence; 0 if there is none."""
    return max([length for length, _, _ in melds[1]], default=0)


class Told(NamedTuple):
    """A moment at which seat 0, the dealer and declarer, knows something of the melds of seat 1.

    Args:
        own: the hand of seat 0.
        other: the hand of seat 1.
        trump: trump.
        words: what was said and played since melds were chosen.
        fits: whether melds are those that were told.
    """

    own: str
    other: str
    trump: str
    words: str
    fits: Callable[[Melds], bool]


SEVENS = "7S 9S QS 7H TH KH 7D KD"
TOLD = {
    "a sequence of five that stands, and no other": Told(
        f"{SEVENS} AC",
        "AS AD AH QD JD TD 9D 8D 9C",
        "NT",
        "none none seq-5 good waive AS 7S AH 7H AD 7D",
        lambda melds: longest(melds) == 5 and total(melds) == 50,
    ),
    "a sequence of five, and another": Told(
        f"{SEVENS} JC",
        "AS QD JD TD 9D 8D 9C 8C 7C",
        "NT",
        "none none seq-5 good waive AS 7S QD 7D",
        lambda melds: longest(melds) == 5 and total(melds) == 70,
    ),
    "a sequence of five that is beaten": Told(
        "KS QS JS TS 9S 8S 7D 7H KH",
        "AD KD QD JD TD 9C 8C AC AH",
        "NT",
        "none none seq-5 no-good show AC 7H AH KH AD 7D",
        lambda melds: longest(melds) == 5,
    ),
    "a sequence of four, and another": Told(
        "7S 9S QS 7H TH KH 7D 9D AC",
        "AS AH KD QD JD TD TC 9C 8C",
        "NT",
        "none none seq-4 good waive AS 7S AH 7H",
        lambda melds: longest(melds) == 4 and total(melds) == 60,
    ),
    "a four of a kind that is beaten by one that is shown": Told(
        "AS AH AD AC 7S 9S 7H 9H 7D",
        "KS KH KD KC JS JH TD TC 8C",
        "NT",
        "four-K no-good show none none KD 7D JS 7S JH 7H",
        lambda melds: melds[0][:1] == ["K"],
    ),
    "a four of a kind and a higher sequence": Told(
        "9S 8S 7S 9H 8H KD QD JD 7C",
        "AS AH AD AC QS JS TS QH KC",
        "NT",
        "four-A good waive seq-3 how-high no-good waive AS 7S AH 8H AD JD KC 7C QH 9H",
        lambda melds: melds[0] == ["A"] and longest(melds) == 3 and melds[1][0][1] == "Q",
    ),
}


class TestMeldsKnown:
    @rule("JJ-43")
    @pytest.mark.slow
    @pytest.mark.parametrize("told", TOLD.values(), ids=TOLD)
    def test_all_hands_with_melds_as_told_are_drawn_and_no_others(self, told: Told) -> None:
        position = contracted(told.other, told.own, told.trump, f"pass meld {told.words}")
        view = position.view(0)
        played = cards_played(position, (1,))
        seen = {*played, *shown_to(position, 0, "turn-up"), *shown_to(position, 0, "bottom"), *told.own.split()}
        unseen = [card for card in PACK if card not in seen]
        hands = ([*played, *rest] for rest in combinations(unseen, 9 - len(played)))
        possible = {frozenset(hand) for hand in hands if told.fits(melds_of(hand, told.trump))}
        assert frozenset(told.other.split()) in possible
        draw, where, rng = GAME.hidden(view), dealing(STANDARD, Standing(0)), Random(1)

        def drawn() -> frozenset[str]:
            pack = draw(rng).draws["pack"]
            return frozenset(card for card, place in zip(pack, where, strict=True) if place in {1, more(1)})

        assert_equally_likely(possible, drawn)

    @rule("JJ-31", "JJ-43")
    @pytest.mark.parametrize("o", [STANDARD, FAST])
    def test_without_jo_the_queen_may_be_there_only_if_one_may_be_silent(self, o: Options) -> None:
        first, dealer = "KC 8S 7S 9S TS 7H 8H 7D 8D", "7C 8C AS KS JH AH QH AD KD"
        position = contracted(first, dealer, "C", "pass nullo slam KC 8C", o=o)
        draw, rng, where = GAME.hidden(position.view(0)), Random(1), dealing(o, Standing(0))
        places = {where[draw(rng).draws["pack"].index("QC")] for _ in range(200)}
        assert ({1, more(1)} <= places) == (o == STANDARD)

    @rule("JJ-31")
    def test_who_announces_jo_holds_the_queen(self) -> None:
        position = contracted(*TestPlay.JO, "C", "pass nullo slam KC jo 8C")
        draw, rng, where = GAME.hidden(position.view(0)), Random(1), dealing(STANDARD, Standing(0))
        assert {where[draw(rng).draws["pack"].index("QC")] for _ in range(200)} == {1, more(1)}


class TestStudy:
    @rule("JJ-16", "JJ-41")
    def test_a_deal_is_set_up(self) -> None:
        study: dict[str, Any] = {
            "game": "jo-jotte",
            "dealer": 0,
            "sheet": {"below": [30, 0], "scores": [140, 90], "games": [0, 1]},
            "hands": {1: "KS QS JS 7H"},
            "more-1": "AD KD QD",
            "turn-up": "9S",
            "bottom": "7C",
            "says": {"bid": "accept", "1 sequences": "seq-3"},
        }
        position = set_up(study).position
        assert asked(position) == (1, "play") and notes(position, "trump") == [("S",)]
        assert shown_to(position, 1, "drawn") == ["AD KD QD"] and shown_to(position, 0, "bottom") == ["7C"]
        assert {"KS", "QS", "JS", "AD", "KD", "QD", "7H"} <= set(legal(position).split())
        assert notes(position, "meld") == [(1, "sequences", 40)]
        quiet = set_up(
            {**study, "hands": {0: "AS", **study["hands"]}, "says": {"bid": "accept"}, "play": "KS AS"}
        ).position
        assert said(quiet, "jo") == [1] and notes(quiet, "jo") == notes(quiet, "meld") == []
