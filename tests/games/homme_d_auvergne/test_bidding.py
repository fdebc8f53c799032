"""Homme d'Auvergne: the cards, the deal, the two rounds of bidding, and what the soloist undertakes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from arena.games.homme_d_auvergne import GAME, PACK, PACKS, PRESETS, RANKINGS, Options, succeeds
from arena.games.kernel import Deal, Did
from arena.games.kernel.options import OptionError
from arena.games.kernel.position import play_deal, play_game
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import Trick
from tests.games.homme_d_auvergne.situations import DECLARED, SHARED, STANDARD, dealt
from tests.games.situations import asked, at_the_end, fixed, legal, notes, run, said, say, shown_to, shuffles

rule = pytest.mark.rule
NUMBERS = {"standard": 4, "two-player": 2, "three-player": 3, "five-player": 5, "six-player": 6}


class TestDeal:
    @rule("HA-1", "HA-2", "HA-6")
    @pytest.mark.parametrize(("preset", "left"), [*zip(NUMBERS, (11, 17, 12, 6, 1), strict=True)])
    def test_five_cards_each_one_turned_up_the_rest_unused(self, preset: str, left: int) -> None:
        o = PRESETS[preset]
        n = o.players
        assert n == NUMBERS[preset] and GAME.seating(o).sides == tuple(range(n))
        assert len(PACKS[n]) == (28 if n < 4 else 32) and ("7C" in PACKS[n]) == (n > 3)
        position = play_deal(GAME, o, Standing(0, (0,) * n), shuffles(1))
        hands = [card for seat in range(n) for card in shown_to(position, seat, "hand")[0].split()]
        (turned,) = shown_to(position, 0, "turn-up")
        assert len({*hands, turned}) == 5 * n + 1
        assert len(PACKS[n]) - 5 * n - 1 == left
        position = at_the_end(position, Random(1))
        played = {event.word for event in position.log if isinstance(event, Did) and event.kind == "play"}
        assert played and played <= set(hands)

    @rule("HA-2", "HA-3", "HA-5", "HA-R13", "HA-X1")
    def test_three_then_two_from_eldest(self) -> None:
        position = play_deal(GAME, PRESETS["three-player"], Standing(2, (0, 0, 0)), fixed({}))
        hands = [shown_to(position, seat, "hand") for seat in range(3)]
        assert hands == [["KS QS JS JH AH"], ["AS TS 9S TH 9H"], ["8S KH QH 8H KD"]]
        assert shown_to(position, 1, "turn-up") == ["QD"]
        other = Options(players=3, deal_packets="two_three")
        position = play_deal(GAME, other, Standing(2, (0, 0, 0)), fixed({}))
        assert shown_to(position, 0, "hand") == ["KS QS 8S KH QH"]

    @rule("HA-3")
    @pytest.mark.parametrize("trump", RANKINGS)
    def test_the_ace_ranks_below_the_jack_in_every_suit(self, trump: str) -> None:
        power = RANKINGS[trump].power
        for suit in "SHDC":
            cards = sorted((card for card in PACK if card[1] == suit), key=lambda card: -power[card])
            assert [card[0] for card in cards] == [*"KQJAT987"]

    @rule("HA-4", "HA-R13")
    def test_the_deal_passes_to_the_left_also_if_thrown_in(self) -> None:
        three = PRESETS["three-player"]
        assert {run(GAME.start(three, shuffles(seed)))[0].dealer for seed in range(20)} == {0, 1, 2}
        assert run(GAME.start(Options(first_dealer="P3"), shuffles(1))) == (Standing(3, (0, 0, 0, 0)), [])
        game = play_game(GAME, three, shuffles(3))
        say(game, "pass " * 6)
        game = at_the_end(game, Random(3))
        dealers = [event.standing.dealer for event in game.log if isinstance(event, Deal)]
        assert len(dealers) > 2
        assert all((dealer + 1) % 3 == after for dealer, after in pairwise(dealers))

    @rule("HA-1", "HA-4")
    def test_options_that_do_not_fit(self) -> None:
        with pytest.raises(OptionError, match="P4 is no seat of players=4"):
            Options(first_dealer="P4")
        with pytest.raises(OptionError):
            Options(players=7)


class TestBidding:
    @rule("HA-7", "HA-12", "HA-R2", "HA-X2")
    def test_the_first_to_play_is_the_soloist_with_the_suit_turned_up(self) -> None:
        position = dealt({"turn-up": "9C"})
        assert (asked(position), legal(position)) == ((1, "bid"), "pass play")
        say(position, "pass play")
        assert (notes(position, "trump"), notes(position, "contract")) == ([("C",)], [(2, "either")])
        assert said(position, "bid") == [1, 2]
        assert asked(position) == (1, "play")

    @rule("HA-8", "HA-R5", "HA-X3")
    def test_in_the_second_round_any_suit_may_be_named(self) -> None:
        position = say(dealt({"turn-up": "9C"}), "pass pass pass pass")
        assert (asked(position), legal(position)) == ((1, "trump"), "pass S H D C")
        say(position, "pass pass C")
        assert (notes(position, "trump"), notes(position, "contract")) == ([("C",)], [(3, "either")])
        assert said(position, "trump") == [1, 2, 3]
        assert asked(position) == (1, "play")

    @rule("HA-11", "HA-R1")
    def test_a_declared_undertaking_is_asked_for_before_the_lead(self) -> None:
        for words, trump in (("pass play", "H"), ("pass pass pass pass pass D", "D")):
            position = say(dealt(SHARED, o=DECLARED), words)
            assert (asked(position), legal(position)) == ((2, "undertake"), "three two")
            assert notes(position, "trump") == [(trump,)] and notes(position, "contract") == []
            say(position, "two")
            assert notes(position, "contract") == [(2, "two")]
            assert asked(position) == (1, "play")
        assert STANDARD.undertaking == "either"


def won(*winners: int) -> Sequence[Trick]:
    return [Trick((), (), winner, 1) for winner in winners]


class TestUndertaking:
    @rule("HA-10", "HA-11", "HA-R1", "HA-R3", "HA-R4", "HA-X5", "HA-X6", "HA-X7", "HA-X8")
    @pytest.mark.parametrize(
        ("winners", "either", "three", "two"),
        [
            ((2, 0, 2, 0, 2), True, True, False),
            ((2, 2, 1, 1, 1), True, False, True),
            ((0, 2, 2, 0, 0), False, False, False),
            ((2, 0, 2, 2, 2), True, True, False),
            ((2, 2, 0, 0, 2), True, True, True),
            ((1, 2, 2, 2, 2), True, True, False),
            ((0, 1, 3, 1, 0), False, False, False),
        ],
    )
    def test_three_tricks_or_the_first_two(self, winners: Sequence[int], either: bool, three: bool, two: bool) -> None:
        found = [succeeds(undertaken, 2, won(*winners)) for undertaken in ("either", "three", "two")]
        assert found == [either, three, two]
