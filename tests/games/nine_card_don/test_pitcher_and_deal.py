"""Nine-Card Don: the draw for pitcher, the deal, and who sees what."""

from __future__ import annotations

from random import Random

import pytest

from arena.games.kernel import Deal, Did, Note, Seat, Show
from arena.games.kernel.position import Position, play_game
from arena.games.nine_card_don import GAME, PACK, PRESETS, RANKINGS, Options, start
from arena.games.parts.finish import Standing
from tests.games.nine_card_don.situations import STANDARD, dealt
from tests.games.situations import asked, at_the_end, ended, fixed, legal, notes, run, said, shown_to, shuffles

rule = pytest.mark.rule
THIRTEEN = PRESETS["thirteen-card"]


class TestCards:
    @rule("DN-1")
    def test_partners_sit_across_and_turns_go_clockwise(self) -> None:
        assert GAME.seating(STANDARD).sides == (0, 1, 0, 1)
        position = at_the_end(dealt(), Random(1))
        assert said(position, "play")[:4] == [0, 1, 2, 3]

    @rule("DN-2")
    @pytest.mark.parametrize("trump", "SHDC")
    def test_aces_are_high_in_all_suits(self, trump: str) -> None:
        assert len(set(PACK)) == 52
        power = RANKINGS[trump].power
        for suit in "SHDC":
            cards = sorted((card for card in PACK if card[1] == suit), key=lambda card: -power[card])
            assert "".join(card[0] for card in cards) == "AKQJT98765432"


class TestPitcher:
    @rule("DN-4", "DN-R6", "DN-X1")
    def test_equal_ranks_draw_again_and_the_higher_card_pitches(self) -> None:
        standing, shows = run(start(STANDARD, fixed({"draw": ["KH", "KC", "7D", "TS"]})))
        assert standing == Standing(0, (0, 0))  # the right neighbor of seat 1
        drawn = [(0, "KH"), (1, "KC"), (0, "7D"), (1, "TS")]
        assert shows == [Show((0, 1, 2, 3), "draw", seat, (card,)) for seat, card in drawn]

    @rule("DN-4")
    @pytest.mark.parametrize(("draw", "dealer"), [("AC KS", 3), ("2S AD", 0), ("9H TC", 0), ("3C 2S", 3)])
    def test_the_ace_is_high_in_the_draw(self, draw: str, dealer: Seat) -> None:
        standing, shows = run(start(STANDARD, fixed({"draw": draw.split()})))
        assert (standing.dealer, len(shows)) == (dealer, 2)

    @rule("DN-4", "DN-R5")
    def test_seats_2_and_3_pitch_first_only_if_they_are_chosen(self) -> None:
        dealers = {run(start(STANDARD, shuffles(seed)))[0].dealer for seed in range(40)}
        assert {(dealer + 1) % 4 for dealer in dealers} == {0, 1}

    @rule("DN-4")
    @pytest.mark.parametrize("choice", ["drawer", "ask"])
    def test_a_named_pitcher_skips_the_draw(self, choice: str) -> None:
        o = Options(first_pitcher="P2", pitcher_choice=choice)
        assert run(start(o, shuffles(1))) == (Standing(1, (0, 0)), [])

    @rule("DN-4", "DN-R5")
    @pytest.mark.parametrize(("word", "pitchers"), [("self", "01"), ("partner", "23"), ("left", "12"), ("right", "30")])
    def test_the_higher_drawer_may_choose_anybody(self, word: str, pitchers: str) -> None:
        for drawer, draw in enumerate(("AS KS", "QD KD")):
            o, chance = PRESETS["choose-pitcher"], fixed({"draw": draw.split()})
            position = Position(o, lambda o=o, chance=chance: start(o, chance))  # type: ignore[misc]
            assert (asked(position), legal(position)) == ((drawer, "pitcher"), "self partner left right")
            position.play(word)
            assert position.result == Standing((int(pitchers[drawer]) - 1) % 4, (0, 0))

    @rule("DN-3", "DN-7", "DN-X2")
    def test_the_pitcher_deals_next_and_the_left_neighbor_pitches(self) -> None:
        assert asked(dealt(dealer=0)) == (1, "play")
        assert ended(dealt(dealer=0), Random(1)).dealer == 1
        log = at_the_end(play_game(GAME, Options(first_pitcher="P1"), shuffles(1)), Random(1)).log
        begun = [at for at, event in enumerate(log) if isinstance(event, Deal)]
        first = [next(event.seat for event in log[at:] if isinstance(event, Did)) for at in begun]
        assert [log[at].standing.dealer for at in begun[:5]] == [0, 1, 2, 3, 0]  # type: ignore[union-attr]
        assert first[:5] == [1, 2, 3, 0, 1]


class TestDeal:
    @rule("DN-5")
    def test_nine_cards_each_are_dealt_singly_from_the_dealers_left(self) -> None:
        position = dealt(dealer=1, o=Options(partner_blind=False))
        for at, seat in enumerate((2, 3, 0, 1)):
            assert shown_to(position, seat, "hand") == [" ".join(PACK[at:36:4])]

    @rule("DN-5", "DN-10", "DN-R11", "DN-12")
    def test_with_thirteen_cards_nothing_is_set_aside(self) -> None:
        position = at_the_end(dealt(o=THIRTEEN), Random(1))
        hands = [shown_to(position, seat, "hand")[0].split() for seat in range(4)]
        assert sorted(card for hand in hands for card in hand) == sorted(PACK)
        assert len(notes(position, "trick")) == 13
        assert sum(int(points) for _, points in notes(position, "trick")) == 29 + 15
        assert len(notes(at_the_end(dealt(), Random(1)), "trick")) == 9

    @rule("DN-6", "DN-16", "DN-R7", "DN-X14")
    def test_the_pitchers_partner_sees_no_card_before_the_first_lead(self) -> None:
        position = dealt(dealer=0)
        assert [len(shown_to(position, seat, "hand")) for seat in range(4)] == [1, 1, 1, 0]
        assert asked(position) == (1, "play")
        before = len(position.log)
        position.play(card := legal(position).split()[0])
        _, trump, show = position.log[before:]
        assert trump == Note("trump", (card[1],))
        assert isinstance(show, Show)
        assert (show.seats, show.kind, show.owner, len(show.cards)) == ((3,), "hand", 3, 9)

    @rule("DN-6")
    def test_or_all_see_their_hands_at_once(self) -> None:
        position = dealt(dealer=0, o=Options(partner_blind=False))
        assert [len(shown_to(position, seat, "hand")) for seat in range(4)] == [1, 1, 1, 1]
        position.play(legal(position).split()[0])
        assert isinstance(position.log[-1], Note)

    @rule("DN-16", "DN-5")
    def test_hands_are_private_all_else_is_public_and_the_sixteen_are_never_shown(self) -> None:
        position = at_the_end(dealt(), Random(3))
        for seat in range(4):
            shows = [event for event in position.told(seat) if isinstance(event, Show)]
            assert [show[:3] for show in shows] == [((seat,), "hand", seat)]
        public = [tuple(e for e in position.told(seat) if not isinstance(e, Show)) for seat in range(4)]
        assert len(set(public)) == 1 and len(public[0]) == len(position.log) - 4
        kinds = {event.kind for event in public[0] if isinstance(event, Note)}
        assert kinds == {"trump", "trick", "game", "points", "scores"}
        assert Standing(3, (40, 2), 7).words() == ("dealer=3", "scores=40,2", "finished=7")
