"""Malilla: the cards, the dealer's bonus, the duty to beat, sevens held back, scores, fouls, and who knows what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from arena.games.kernel import Deal, Note, Result, Show
from arena.games.kernel.position import Position, play_deal, play_game
from arena.games.malilla import DUTY, GAME, PACK, POINTS, PRESETS, RANKINGS, Options, dealing, excess, result, worth
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import Trick
from tests.games.situations import (
    asked,
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
STANDARD, TABLE_RULES, CARDS_ONLY = PRESETS.values()


def dealt(
    hands: Mapping[Any, str], *, dealer: int = 3, scores: Sequence[int] = (0, 0), o: Options = STANDARD
) -> Position[Standing]:
    """A deal with these cards; the last card of the dealer's hand is turned up."""
    standing = Standing(dealer, tuple(scores))
    return play_deal(GAME, o, standing, stacked(PACK, dealing(o, standing), hands))


def tricks(*sides: int, points: int = 7) -> list[Trick]:
    """Ten tricks that seats of these sides won, each with so many points."""
    return [Trick((), (), side, points) for side in sides]


class TestDeal:
    @rule("ML-1", "ML-2", "ML-3", "ML-7", "ML-24")
    def test_ten_cards_each_and_the_dealers_last_is_turned_up(self) -> None:
        assert GAME.seating(STANDARD).sides == (0, 1, 0, 1) and len(PACK) == 40
        for suit in range(4):
            assert "".join(card[0] for card in PACK[10 * suit : 10 * suit + 10]) == "7AKQJ65432"
        position = play_deal(GAME, STANDARD, Standing(1, (0, 0)), fixed({}))
        hands = [shown_to(position, seat, "hand")[0].split() for seat in range(4)]
        assert [len(hand) for hand in hands] == [10] * 4 and len({card for hand in hands for card in hand}) == 40
        assert Show((0, 1, 2, 3), "turn-up", 1, ("2C",)) in position.log and "2C" in hands[1]
        assert notes(position, "trump") == [("C",)]
        while position.ask is not None and position.ask.seat != 1:
            position.play(position.ask.legal[0])

    @rule("ML-6", "ML-10")
    def test_the_deal_passes_to_the_left_and_the_left_neighbor_leads(self) -> None:
        assert {run(GAME.start(STANDARD, shuffles(seed)))[0].dealer for seed in range(20)} == {0, 1, 2, 3}
        game = at_the_end(play_game(GAME, Options(first_dealer="P2"), shuffles(1)), Random(1))
        dealers = [event.standing.dealer for event in game.log if isinstance(event, Deal)]
        assert dealers == [(2 + at) % 4 for at in range(len(dealers))] and len(dealers) > 1
        position = at_the_end(dealt({}, dealer=1), Random(2))
        winners = [winner for winner, _ in notes(position, "trick")]
        assert said(position, "play")[::4] == [2, *winners[:-1]]

    @rule("ML-4", "ML-5", "ML-R1", "ML-X1")
    def test_sixty_points_in_cards_and_one_for_each_trick(self) -> None:
        assert sum(POINTS.values()) == 60 and {card[0]: POINTS[card] for card in ("7S", "AS", "KS", "QS", "JS")} == {
            "7": 5,
            "A": 4,
            "K": 3,
            "Q": 2,
            "J": 1,
        }
        assert worth(1, ["7S", "AH", "2D", "JC"]) == 11 and worth(0, ["7S", "AH", "2D", "JC"]) == 10
        for o, total in ((STANDARD, 70), (CARDS_ONLY, 60)):
            (points,) = notes(at_the_end(dealt({}, o=o), Random(1)), "points")
            assert sum(map(int, points)) == total == GAME.points(o)


class TestBonus:
    @rule("ML-8", "ML-R11", "ML-X3")
    @pytest.mark.parametrize(("turned", "bonus"), [("KD", 3), ("7D", 5), ("AD", 4), ("QD", 2), ("JD", 1), ("6D", 0)])
    def test_the_dealers_side_scores_its_card_at_once(self, turned: str, bonus: int) -> None:
        position = dealt({3: f"2S 3S 4S 5S 6S 2H 3H 4H 5H {turned}"})
        assert notes(position, "trump") == [("D",)]
        assert notes(position, "bonus") == ([(1, bonus)] if bonus else [])
        assert asked(position) == (0, "play")

    @rule("ML-8", "ML-9", "ML-R8", "ML-R9", "ML-X4", "ML-X6")
    def test_a_bonus_that_would_win_is_held_back(self) -> None:
        hands = {3: "2S 3S 4S 5S 6S 2H 3H 4H 5H AC"}
        held, scored = dealt(hands, scores=(30, 31)), dealt(hands, scores=(31, 30))
        assert (notes(held, "abeyance"), notes(held, "bonus")) == ([(1, 4)], [])
        assert (notes(scored, "abeyance"), notes(scored, "bonus")) == ([], [(1, 4)])

    @rule("ML-9", "ML-20", "ML-21", "ML-R8", "ML-R10", "ML-X4", "ML-X5")
    def test_a_bonus_held_back_counts_after_the_hand_if_nobody_has_won(self) -> None:
        hands = {3: "2S 3S 4S 5S 6S 2H 3H 4H 5H AC"}
        added = dropped = 0
        for seed in range(60):
            position = at_the_end(dealt(hands, scores=(30, 31)), Random(seed))
            ((a, b),) = notes(position, "points")
            scores = [30 + max(0, int(a) - 35), 31 + max(0, int(b) - 35)]
            if max(scores) < 35:
                scores[1] += 4
                added += 1
            else:
                dropped += 1
            assert position.result is not None and position.result.scores == tuple(scores)
            assert result(STANDARD, position.result) is not None
        assert added and dropped


class TestPlay:
    @rule("ML-12", "ML-14", "ML-R3", "ML-R4", "ML-R5", "ML-X12", "ML-X15")
    @pytest.mark.parametrize(
        ("trump", "table", "hand", "may"),
        [
            ("S", "AD JS", "6S 4C", "6S 4C"),
            ("S", "4H AH 2S", "7H 3H", "7H 3H"),
            ("D", "4H", "7C 7S", "7C 7S"),
            ("D", "4H", "7C 2C", "2C"),
            ("D", "4H", "7D 2C", "7D"),
        ],
    )
    def test_follow_and_beat_opponents(self, trump: str, table: str, hand: str, may: str) -> None:
        on = on_table(table.split(), RANKINGS[trump])
        assert set(DUTY(hand.split(), on)) == set(may.split())

    @rule("ML-12", "ML-13", "ML-R6", "ML-R7", "ML-X14", "ML-X16")
    def test_sevens_are_held_back_until_their_suit_is_led(self) -> None:
        led = [Trick((), ("2D",), 0, 1), Trick((), ("2H",), 0, 1)]
        on = on_table(["AD", "2D"], RANKINGS["S"], led)
        assert DUTY(["7C", "7H", "5C"], on) == ["7H", "5C"]
        thrown = [Trick((), ("2D", "4C", "5C", "6C"), 0, 1)]
        assert DUTY(["7C", "5C"], on_table(["AD", "2D"], RANKINGS["S"], thrown)) == ["5C"]
        after = [*thrown, Trick((), ("2C",), 0, 1)]
        assert DUTY(["7C", "5C"], on_table(["AD", "2D"], RANKINGS["S"], after)) == ["7C", "5C"]


class TestScore:
    @rule("ML-17", "ML-18", "ML-R2", "ML-X7", "ML-X19")
    def test_what_is_above_the_half(self) -> None:
        assert excess([Trick((), (), 0, 44), Trick((), (), 1, 26)]) == (9, 0)
        assert excess([Trick((), (), 0, 35), Trick((), (), 1, 35)]) == (0, 0)
        assert excess([Trick((), (), 2, 36), Trick((), (), 3, 34)]) == (1, 0)
        assert excess([Trick((), (), 0, 33), Trick((), (), 1, 27)]) == (3, 0)

    @rule("ML-19", "ML-X8")
    def test_all_ten_tricks_win_the_game(self) -> None:
        assert excess(tricks(*[0, 2] * 5)) == (35, 0)
        assert excess(tricks(*[1, 3] * 5, points=6)) == (0, 35)
        assert result(STANDARD, Standing(0, (35, 34), 5)) == Result((1, 2), (35, 34), "target")
        assert result(Options(target=36), Standing(0, (35, 34), 5)) is None

    @rule("ML-20", "ML-21")
    def test_the_end(self) -> None:
        assert result(STANDARD, Standing(0, (34, 34), 5)) is None
        o = Options(max_deals=5)
        assert result(o, Standing(0, (34, 30), 5)) == Result((1, 2), (34, 30), "limit")
        assert result(o, Standing(0, (30, 30), 5)) == Result((1, 1), (30, 30), "limit")


class TestFouls:
    @rule("ML-22", "ML-23", "ML-X18")
    def test_a_foul_ends_the_game(self) -> None:
        hands = {
            0: "AD 2H 3H 4H 5H 6H JH QH KH AH",
            1: "3S 7C KC 2C 3C 4C 5C 6C JC QC",
            3: "2D 3D 4D 5D 6D JD QD KD 7D 4S",
        }
        prevented, punished = dealt(hands), dealt(hands, o=TABLE_RULES, scores=(10, 20))
        assert legal(say(prevented, "AD")) == "3S"
        say(punished, "AD")
        assert len(legal(punished).split()) == 10
        fine, foul = punished.fork(), punished
        assert asked(say(fine, "3S")) == (2, "play") and notes(fine, "foul") == []
        say(foul, "KC")
        assert notes(foul, "foul") == [(1, "KC")] and foul.ask is None
        assert foul.result == Standing(0, (10, 20), 1, (0,))
        assert result(TABLE_RULES, foul.result) == Result((1, 2), (10, 20), "foul")

    @rule("ML-23", "ML-25")
    def test_a_foul_tells_that_the_hand_has_a_card_which_forbids_it(self) -> None:
        hands = {0: "AD 2H 3H 4H 5H 6H JH QH KH AH", 3: "2D 3D 4D 5D 6D JD QD KD 7D 4S"}
        position = say(dealt(hands, o=TABLE_RULES), "AD KC")
        view, rng = position.view(0), Random(1)
        for _ in range(50):
            pack = GAME.worlds(view, rng).draws["pack"]
            hand = [
                card for card, seat in zip(pack, dealing(TABLE_RULES, Standing(3, (0, 0))), strict=True) if seat == 1
            ]
            assert "KC" in hand and any(card[1] in "DS" for card in hand)


class TestKnowledge:
    @rule("ML-25")
    def test_hands_are_private_and_all_else_is_public(self) -> None:
        position = at_the_end(dealt({}), Random(3))
        for seat in range(4):
            shows = [event for event in position.told(seat) if isinstance(event, Show)]
            assert [show[:3] for show in shows] == [((seat,), "hand", seat), ((0, 1, 2, 3), "turn-up", 3)]
        public = [[event for event in position.told(seat) if not isinstance(event, Show)] for seat in range(4)]
        assert public[0] == public[1] == public[2] == public[3]
        assert Note("scores", (0, 0)) not in public[0] or notes(position, "points") == [(35, 35)]
