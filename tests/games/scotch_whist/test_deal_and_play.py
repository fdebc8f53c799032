"""Scotch Whist: the pack, the deal, trumps, tricks, and who sees what."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from arena.games.kernel import Deal, Seat, Show
from arena.games.kernel.options import OptionError
from arena.games.kernel.position import Position, play_deal, play_game
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import winning
from arena.games.scotch_whist import GAME, PACK, PACKS, PRESETS, RANKINGS, Options, dealing
from arena.games.search.enter import enter
from tests.games.situations import asked, at_the_end, ended, fixed, legal, notes, run, said, shown_to, shuffles, stacked

rule = pytest.mark.rule
STANDARD = PRESETS["standard"]
SIZES = {2: 18, 3: 12, 4: 9, 5: 7, 6: 6, 7: 5}


def dealt(
    players: int = 4, dealer: Seat = 3, hands: Mapping[Seat | str, str] | None = None, **standing: Any
) -> Position[Standing]:
    """A deal; the turned card is the last of the dealer's hand, or the last of the pack."""
    o = Options(players=players)
    before = Standing(dealer, (0,) * players, **standing)
    return play_deal(GAME, o, before, stacked(PACKS[players], dealing(o, before), hands or {}))


class TestCardsAndDeal:
    @rule("SW-1", "SW-R8")
    @pytest.mark.parametrize("players", SIZES)
    def test_everybody_plays_alone_and_turns_go_clockwise(self, players: int) -> None:
        assert GAME.seating(Options(players=players)).sides == tuple(range(players))
        position = dealt(players, dealer=0)
        for seat in [*range(1, players), 0]:
            assert asked(position) == (seat, "play")
            position.play(legal(position).split()[0])
        with pytest.raises(OptionError):
            Options(players=8)
        assert set(STANDARD.words()) == {"players", "first_dealer", "target", "crossing"}

    @rule("SW-2", "SW-5", "SW-X1")
    @pytest.mark.parametrize("players", SIZES)
    def test_all_cards_are_dealt_and_five_or_seven_players_have_no_6c(self, players: int) -> None:
        cards = PACKS[players]
        assert len(PACK) == 36 and {card[0] for card in PACK} == set("AKQJT9876")
        assert set(PACK) - set(cards) == ({"6C"} if players in {5, 7} else set())
        shows = [shown_to(dealt(players), seat, "hand") for seat in range(players)]
        hands = [hand.split() for (hand,) in shows]
        assert {len(hand) for hand in hands} == {SIZES[players]}
        assert sorted(card for hand in hands for card in hand) == sorted(cards)

    @rule("SW-R5", "SW-2")
    def test_without_the_6c_clubs_may_still_be_trump(self) -> None:
        assert [len([card for card in PACKS[5] if card[1] == suit]) for suit in "SHDC"] == [9, 9, 9, 8]
        assert notes(dealt(5), "trump") == [("C",)]

    @rule("SW-5", "SW-R7")
    def test_cards_are_dealt_singly_from_the_dealers_left(self) -> None:
        position = play_deal(GAME, STANDARD, Standing(1, (0,) * 4), fixed({}))
        for at, seat in enumerate((2, 3, 0, 1)):
            assert shown_to(position, seat, "hand") == [" ".join(PACK[at::4])]

    @rule("SW-4", "SW-X15")
    def test_the_first_dealer_is_drawn_or_named_and_the_deal_passes_to_the_left(self) -> None:
        three, named = PRESETS["three"], Options(players=3, first_dealer="P2")
        drawn = [run(GAME.start(three, shuffles(seed))) for seed in range(20)]
        assert {standing.dealer for standing, _ in drawn} == {0, 1, 2}
        assert run(GAME.start(named, shuffles(1))) == (Standing(2, (0, 0, 0)), [])
        assert ended(dealt(3, dealer=2), Random(1)).dealer == 0
        game = at_the_end(play_game(GAME, named, shuffles(1)), Random(1))
        dealers = [event.standing.dealer for event in game.log if isinstance(event, Deal)]
        assert dealers[:4] == [2, 0, 1, 2][: len(dealers)] and len(dealers) > 1

    @rule("SW-4")
    def test_the_first_dealer_must_have_a_seat(self) -> None:
        with pytest.raises(OptionError, match="P4 is no seat of players=4"):
            Options(first_dealer="P4")

    @rule("SW-6", "SW-7", "SW-X13", "SW-R6")
    def test_the_dealers_last_card_is_turned_for_trump_and_the_left_neighbor_leads(self) -> None:
        position = dealt(dealer=2, hands={2: "AS KS QS JS TS 9S 8S 7S 8D"})
        assert Show((0, 1, 2, 3), "turn-up", 2, ("8D",)) in position.log
        assert notes(position, "trump") == [("D",)]
        assert asked(position) == (3, "play")
        assert shown_to(position, 2, "hand") == ["AS KS QS JS TS 9S 8S 7S 8D"]
        for _ in range(3):
            position.play(legal(position).split()[-1])  # no spade is led: seat 2 has all but one of them
        assert asked(position) == (2, "play") and "8D" in legal(position).split()


class TestRanksAndTricks:
    @rule("SW-3")
    def test_the_jack_is_the_highest_trump_and_nothing_elsewhere(self) -> None:
        power = RANKINGS["H"].power
        for suit, ranks in {"H": "JAKQT9876", "S": "AKQJT9876", "D": "AKQJT9876", "C": "AKQJT9876"}.items():
            assert sorted((c for c in PACK if c[1] == suit), key=lambda c: -power[c]) == [rank + suit for rank in ranks]

    @rule("SW-3", "SW-9", "SW-X2", "SW-X3")
    @pytest.mark.parametrize(
        ("cards", "trump", "winner"),
        [
            ("AH JH KH TH", "H", "JH"),
            ("AH JH TH 6H", "S", "AH"),
            ("AD 6C KD 9C", "C", "9C"),
            ("TD AS QD KS", "C", "QD"),
        ],
    )
    def test_the_highest_trump_wins_or_the_highest_card_of_the_suit_led(
        self, cards: str, trump: str, winner: str
    ) -> None:
        assert cards.split()[winning(cards.split(), RANKINGS[trump])] == winner

    @rule("SW-8", "SW-X14")
    def test_suit_is_followed_and_otherwise_any_card_is_played(self) -> None:
        hands: dict[Seat | str, str] = {
            0: "9C",
            1: "AC JS 7D 6S 8S 9S TS QS 6D",
            2: "8D 9D TD QD KD AD 7H 8H 7S",
            3: "AS 6H 9H TH JH QH KH AH KS",
        }
        position = dealt(dealer=3, hands=hands)
        assert notes(position, "trump") == [("S",)]
        position.play("9C")
        assert legal(position) == "AC"
        position.play("AC")
        assert set(legal(position).split()) == set(hands[2].split())

    @rule("SW-9", "SW-10")
    def test_the_winner_leads_to_the_next_trick_until_all_cards_are_played(self) -> None:
        position = at_the_end(dealt(5), Random(2))
        winners = [winner for winner, _ in notes(position, "trick")]
        plays = said(position, "play")
        assert len(plays) == 35
        assert plays[::5] == [4, *winners[:-1]]


class TestKnowledge:
    @rule("SW-19", "SW-6", "SW-R6")
    def test_hands_are_private_and_all_else_is_public(self) -> None:
        position = at_the_end(dealt(), Random(3))
        for seat in range(4):
            shows = [event for event in position.told(seat) if isinstance(event, Show)]
            assert [show[:3] for show in shows] == [((seat,), "hand", seat), ((0, 1, 2, 3), "turn-up", 3)]
            assert shows[1].cards[0] in shown_to(position, 3, "hand")[0]
        public = [tuple(e for e in position.told(seat) if e not in position.log[1:5]) for seat in range(4)]
        assert len(set(public)) == 1 and len(public[0]) == len(position.log) - 4

    @rule("SW-19", "SW-4")
    def test_the_standing_is_told_before_every_deal(self) -> None:
        assert Standing(3, (40, 2, 0), 7).words() == ("dealer=3", "scores=40,2,0", "finished=7")


def test_the_twin_plays_the_same_cards_and_tricks() -> None:
    position = dealt(3)
    play = enter(GAME, position)
    rng = Random(4)
    while position.ask is not None:
        assert set(play.on.words(play.legal())) == set(position.ask.legal)
        position.play(card := rng.choice(position.ask.legal))
        play.play(play.on.read(card))
    assert play.tricks == [[seat for seat, _ in notes(position, "trick")].count(seat) for seat in range(3)]
