"""Nine-Card Don: trumps, tricks, points in play and for game, and the end."""

from __future__ import annotations

from random import Random

import pytest

from arena.games.kernel import Note, Result
from arena.games.kernel.position import play_game
from arena.games.nine_card_don import (
    FOR_GAME,
    GAME,
    PRESETS,
    RANKINGS,
    SCORING,
    TRUMPS,
    Options,
    game_points,
    result,
)
from arena.games.parts.finish import Standing
from arena.games.parts.trick_rules import Unknown
from arena.games.parts.tricks import Trick, card_points, winning
from arena.games.search.enter import enter
from tests.games.nine_card_don.situations import STANDARD, dealt, played
from tests.games.situations import asked, at_the_end, legal, notes, run, said, shown_to, shuffles

rule = pytest.mark.rule
# Seat 0 pitches; each of the others holds one suit, without its five.
ONE_SUIT = ("AH KH QH JH TH 9H 8H 7H 6H", "AD KD QD JD TD 9D 8D 7D 6D", "AC KC QC JC TC 9C 8C 7C 6C")


class TestPlay:
    @rule("DN-8", "DN-X3")
    def test_the_first_lead_is_any_card_and_sets_trumps(self) -> None:
        position = dealt("", "AS AD 9C", dealer=0)
        assert [legal(position)] == shown_to(position, 1, "hand")
        position.play("9C")
        assert notes(position, "trump") == [("C",)]

    @rule("DN-9", "DN-X13")
    def test_suit_is_followed_and_otherwise_any_card_is_played(self) -> None:
        hands = (
            "9C 4D 2H 3H 4H 6H 7H 8H 9H",
            "3C 5D 5C 2C 7C AC KC QC JC",
            "4C 6C 2S 3S 4S 6S 7S 8S 9S",
            "8C TC AD KD QD JD TD 9D 8D",
        )
        position = dealt(*hands, words="9C 2C 4C 8C 4D")
        assert notes(position, "trump") == [("C",)] and legal(position) == "5D"
        position.play("5D")
        assert legal(position) == "9S 8S 7S 6S 4S 3S 2S 6C"

    @rule("DN-10", "DN-11", "DN-R8", "DN-X4", "DN-X5", "DN-X6", "DN-X7")
    @pytest.mark.parametrize(
        ("trump", "cards", "winner", "points"),
        [
            ("C", "9C AC 5C JC", "AC", 24),
            ("H", "KS 5S 2S 9S", "KS", 5),
            ("H", "5D AD 5H QH", "QH", 17),
            ("S", "TS 8S 3S 2S", "TS", 0),
            ("S", "AH KH QH 9H", "AH", 0),
            ("D", "2D KC QD AC", "QD", 2),
        ],
    )
    def test_tricks(self, trump: str, cards: str, winner: str, points: int) -> None:
        assert cards.split()[winning(cards.split(), RANKINGS[trump])] == winner
        assert card_points(SCORING[trump], cards.split()) == points

    @rule("DN-11", "DN-R1", "DN-X4", "DN-10")
    def test_the_side_that_takes_a_trick_scores_its_cards_at_once(self) -> None:
        position = dealt("JC", "9C", "AC", "5C", dealer=0, words="9C AC 5C JC")
        assert position.log[-1] == Note("trick", (2, 24))
        assert asked(position) == (2, "play")

    @rule("DN-12")
    def test_trumps_bring_29_and_other_fives_15(self) -> None:
        assert sum(TRUMPS.values()) == 29
        assert {sum(cards.values()) for cards in SCORING.values()} == {29 + 15}

    @rule("DN-12", "DN-13", "DN-X15")
    def test_one_side_may_take_everything(self) -> None:
        others = [hand.replace(hand[-2:], f"5{hand[-1]}") for hand in ONE_SUIT]
        position = played(dealt("AS KS QS JS TS 9S 8S 7S 5S", *others))
        assert [points for _, points in notes(position, "trick")] == [4, 3, 2, 1, 0, 9, 0, 0, 25]
        assert notes(position, "points") == [(29 + 15 + 8, 0)]


class TestGamePoints:
    @rule("DN-13", "DN-R4", "DN-R8", "DN-X7", "DN-X8", "DN-X9")
    @pytest.mark.parametrize(
        ("a", "b", "sums", "points"),
        [
            ("AS KS TS TD JC", "AH AD QS JH TC", (28, 21), (8, 0)),
            ("AS TS TD", "AH KH KD QS QC TC", (24, 24), (0, 0)),
            ("9S 5S 8H", "2C JC", (0, 1), (0, 8)),
        ],
    )
    def test_the_higher_sum_of_all_cards_scores_8(
        self, a: str, b: str, sums: tuple[int, int], points: tuple[int, int]
    ) -> None:
        won = [Trick((), tuple(a.split()), 2, 7), Trick((), tuple(b.split()), 1, 0)]
        assert run(game_points(won)) == (points, [Note("game", sums)])
        assert FOR_GAME["TS"] == 10

    @rule("DN-13", "DN-R4")
    def test_the_cards_left_over_count_for_nobody(self) -> None:
        position = played(dealt("AS KS QS JS TS 9S 8S 7S 6S", *ONE_SUIT))
        assert notes(position, "game") == [(4 * 20, 0)]
        position = at_the_end(
            dealt(), Random(1)
        )  # the pack in order: clubs, but for the ace to the jack, are left over
        in_hands = [card for seat in range(4) for card in shown_to(position, seat, "hand")[0].split()]
        assert "AD" in in_hands and "TC" not in in_hands
        assert sum(map(int, notes(position, "game")[0])) == sum(FOR_GAME.get(card, 0) for card in in_hands)


class TestEnd:
    @rule("DN-14", "DN-R2", "DN-R3", "DN-R9", "DN-X10")
    def test_play_stops_after_the_trick_that_brings_121(self) -> None:
        position = dealt("TD", "9D", "2D", "3D", scores=(113, 119), words="TD 9D 2D 3D")
        assert position.ask is None
        assert notes(position, "trick") == [(0, 9)]
        assert position.log[-2:] == [Note("points", (9, 0)), Note("scores", (122, 119))]
        assert notes(position, "game") == []
        assert position.result == Standing(0, (122, 119), 1)
        assert result(STANDARD, position.result) == Result((1, 2), (122, 119), "target")

    @rule("DN-14", "DN-R9", "DN-X11")
    def test_who_comes_first_wins(self) -> None:
        hands = (
            "8S TS AH KH 2C AC KC QC JC",
            "2S 9S KS 2H 6H 4D 6D 7D 8D",
            "3S 3H 2D 7H 3C 9D TD JD QD",
            "4S 4H 3D 8H 4C 6C 7C 8C 9C",
        )
        words = "8S 2S 3S 4S  AH 2H 3H 4H  TS 9S 2D 3D  KH 6H 7H 8H  2C KS 3C 4C"
        position = dealt(*hands, scores=(110, 118), words=words)
        assert notes(position, "trick") == [(0, 0), (0, 0), (0, 9), (0, 0), (1, 3)]
        assert (position.ask, notes(position, "game")) == (None, [])
        assert position.result == Standing(0, (119, 121), 1)
        assert result(STANDARD, position.result) == Result((2, 1), (119, 121), "target")

    @rule("DN-13", "DN-14", "DN-R9", "DN-X12")
    def test_game_points_may_decide(self) -> None:
        position = played(dealt("AS KS QS JS TS 9S 8S 7S 6S", *ONE_SUIT, scores=(96, 117)))
        assert len(notes(position, "trick")) == 9 and notes(position, "game") == [(80, 0)]
        assert position.result == Standing(0, (123, 117), 1)
        assert result(STANDARD, position.result) == Result((1, 2), (123, 117), "target")

    @rule("DN-13", "DN-14", "DN-X9", "DN-X12")
    def test_with_a_tie_for_game_another_hand_follows(self) -> None:
        hands = (
            "9S 8S 7S 6S 5S 4S 3S 2S 2H",
            "KH 9H 8H 7H 6H 5H 4H 3H 9D",
            "JH JD 8D 7D 6D 5D 4D 3D 2D",
            "JC 9C 8C 7C 6C 5C 4C 3C 2C",
        )
        position = played(dealt(*hands, scores=(81, 117)), keep="KH")  # the king of hearts takes the last trick
        assert notes(position, "game") == [(3, 3)]
        assert notes(position, "points") == [(9 + 10 + 15, 0)]
        assert position.result == Standing(0, (115, 117), 1)
        assert result(STANDARD, position.result) is None

    @rule("DN-14")
    @pytest.mark.parametrize(
        ("scores", "finished", "expected"),
        [
            ((120, 120), 6, None),
            ((121, 0), 1, Result((1, 2), (121, 0), "target")),
            ((3, 4), 7, Result((2, 1), (3, 4), "limit")),
            ((4, 4), 7, Result((1, 1), (4, 4), "limit")),
            ((125, 4), 7, Result((1, 2), (125, 4), "target")),
        ],
    )
    def test_the_target_or_the_last_deal_ends_the_game(
        self, scores: tuple[int, int], finished: int, expected: Result | None
    ) -> None:
        assert result(Options(max_deals=7), Standing(0, scores, finished)) == expected

    @rule("DN-R10")
    def test_a_hand_may_bring_no_points_in_play(self) -> None:
        position = played(dealt("TS 8S 7S 6S 4S 3S 2S 3H 2H", *ONE_SUIT))
        assert {points for _, points in notes(position, "trick")} == {0}
        assert sum(map(int, notes(position, "points")[0])) == 8
        assert position.result is not None and result(STANDARD, position.result) is None

    @rule("DN-15", "DN-14", "DN-11")
    @pytest.mark.parametrize("preset", PRESETS)
    def test_whole_games_add_up_and_one_side_arrives(self, preset: str) -> None:
        for seed in range(5):
            position = at_the_end(play_game(GAME, PRESETS[preset], shuffles(seed)), Random(seed))
            assert position.result is not None
            assert min(position.result.scores) < 121 <= max(position.result.scores)
            points = notes(position, "points")
            assert position.result.scores == tuple(sum(map(int, column)) for column in zip(*points, strict=True))
            in_play = sum(int(points) for _, points in notes(position, "trick"))
            for_game = sum(8 for a, b in notes(position, "game") if a != b)
            assert sum(position.result.scores) == in_play + for_game


def test_the_twin_plays_the_same_cards_and_points() -> None:
    position, rng = dealt(), Random(4)
    with pytest.raises(Unknown):
        enter(GAME, position)
    position.play("AS")
    play = enter(GAME, position)
    while position.ask is not None:
        assert set(play.on.words(play.legal())) == set(position.ask.legal)
        position.play(card := rng.choice(position.ask.legal))
        play.play(play.on.read(card))
    tricks = notes(position, "trick")
    assert play.points == [sum(int(points) for winner, points in tricks if winner == seat) for seat in range(4)]
    assert said(position, "play")[0] == 0
