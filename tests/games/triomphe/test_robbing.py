"""Triomphe: the sides, the deal, and the exchange for the ace of trumps."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.games.kernel import Did, Note, Seat, Show
from arena.games.kernel.options import OptionError
from arena.games.parts.finish import Standing
from arena.games.triomphe import GAME, PACK, PRESETS, RANKINGS_BY_ACE, Options, sides
from tests.games.situations import asked, legal, notes, run, say, shown_to, shuffles
from tests.games.triomphe.situations import FULL, PAIRS, ROBBED, STANDARD, dealt

rule = pytest.mark.rule


class TestDeal:
    @rule("TP-1", "TP-2", "TP-R10")
    @pytest.mark.parametrize(
        ("preset", "of"),
        [
            ("two-player", (0, 1)),
            ("standard", (0, 0, 1, 1)),
            ("six-player", (0, 0, 0, 1, 1, 1)),
            ("six-player-pairs", (0, 0, 1, 1, 2, 2)),
        ],
    )
    def test_partners_sit_side_by_side(self, preset: str, of: Sequence[int]) -> None:
        assert sides(PRESETS[preset]) == GAME.seating(PRESETS[preset]).sides == of
        position = dealt({}, o=PRESETS[preset])
        for seat in [*range(1, len(of)), 0]:
            assert asked(position) == (seat, "play")
            position.play(legal(position).split()[0])

    @rule("TP-1", "TP-2", "TP-5")
    def test_options_that_do_not_fit(self) -> None:
        with pytest.raises(OptionError, match="'three_pairs' needs six players"):
            Options(six_sides="three_pairs")
        with pytest.raises(OptionError, match="P4 is no seat of players=4"):
            Options(first_dealer="P4")
        with pytest.raises(OptionError):
            Options(players=3)

    @rule("TP-4", "TP-X3")
    def test_the_ace_ranks_below_the_jack_or_above_the_king(self) -> None:
        for high, order in ((False, "KQJAT9876"), (True, "AKQJT9876")):
            power = RANKINGS_BY_ACE[high]["S"].power
            for suit in "SH":
                cards = sorted((card for card in PACK if card[1] == suit), key=lambda card: -power[card])
                assert [card[0] for card in cards] == [*order]

    @rule("TP-5", "TP-R12")
    def test_the_first_dealer_is_drawn_or_named(self) -> None:
        assert {run(GAME.start(STANDARD, shuffles(seed)))[0].dealer for seed in range(20)} == {0, 1, 2, 3}
        assert run(GAME.start(Options(first_dealer="P2"), shuffles(1))) == (Standing(2, (0, 0)), [])
        assert run(GAME.start(PAIRS, shuffles(1)))[0].scores == (0, 0, 0)


class TestRobbing:
    @rule("TP-8", "TP-9", "TP-10", "TP-11", "TP-R3", "TP-R4", "TP-R5", "TP-X4")
    def test_the_holder_of_the_ace_takes_the_trumps_below_the_turn_up(self) -> None:
        position = dealt(ROBBED)
        assert (asked(position), legal(position)) == ((2, "rob"), "take leave")
        before = len(position.log)
        say(position, "take")
        everybody = (0, 1, 2, 3)
        assert position.log[before + 1 :] == [
            Note("rob", (2,)),
            Show(everybody, "right", 2, ("AH",)),
            Show(everybody, "turn-up", None, ("QH", "6H", "KD")),
            Show(everybody, "taken", 2, ("8H", "QH", "6H")),
        ]
        assert (asked(position), legal(position)) == ((2, "discard"), "9S 7S QH AH 8H 6H 6D TC")
        say(position, "AH 7S 6D")
        assert asked(position) == (1, "play")
        assert notes(position, "trump") == [("H",)]

    @rule("TP-8", "TP-R6", "TP-R7", "TP-X7")
    def test_nobody_is_asked_if_nobody_was_dealt_the_ace(self) -> None:
        for places in ({"turn-up": "AC"}, {"turn-up": "8H", "stock": "KD AH"}):
            position = dealt(places)
            assert asked(position) == (1, "play") and notes(position, "rob") == []

    @rule("TP-11", "TP-24")
    def test_leave_is_a_secret(self) -> None:
        left, never = say(dealt(ROBBED), "leave"), dealt({**ROBBED, 2: "6C 9S 7S 6D TC", "stock": "QH 6H KD AH"})
        assert asked(left) == (1, "play")
        for seat in (0, 1):
            assert left.told(seat) == never.told(seat)
        assert any(isinstance(event, Did) and event.word == "leave" for event in left.told(2))


class TestKnowledge:
    @rule("TP-21", "TP-24")
    @pytest.mark.parametrize(("preset", "sees"), [("standard", [3]), ("closed-hands", [])])
    def test_partners_see_what_is_laid_aside_and_nobody_else_does(self, preset: str, sees: Sequence[Seat]) -> None:
        position = say(dealt(ROBBED, o=PRESETS[preset]), "take 9S 7S TC")
        assert [seat for seat in range(4) if shown_to(position, seat, "discard") == ["9S 7S TC"]] == sees
        words = [
            [e.word for e in position.told(seat) if isinstance(e, Did) and e.kind == "discard"] for seat in range(4)
        ]
        assert words == [[None] * 3, [None] * 3, ["9S", "7S", "TC"], [None] * 3]

    @rule("TP-22", "TP-23")
    def test_all_else_is_public_and_there_is_no_talk(self) -> None:
        position = say(dealt(FULL), "take 6S 6C")
        for seat in range(4):
            assert shown_to(position, seat, "taken") == ["TH 7H"]
            assert shown_to(position, seat, "turn-up") == ["TH", "7H KS"]
            assert Note("rob", (2,)) in position.told(seat)
        assert position.ask is not None and position.ask.talk is None
