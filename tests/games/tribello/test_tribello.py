"""Tribello: phases, the cut, trump, the widow, contracts, scores, the end, and who knows what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from arena.games.kernel import Deal, Did, Note, Result, Show
from arena.games.kernel.position import Position, play_deal, play_game
from arena.games.parts.finish import Standing
from arena.games.tribello import GAME, PACK, PRESETS, Options, contracts, dealing, phase_of, result, score
from tests.games.situations import asked, at_the_end, fixed, legal, notes, run, said, say, shown_to, shuffles, stacked

rule = pytest.mark.rule
STANDARD, LATE, NULLO = PRESETS["standard"], PRESETS["late-trump"], PRESETS["nullo-only"]
SECOND, THIRD, FOURTH = 3, 6, 9
"""How many hands are finished when a phase begins."""


def dealt(
    hands: Mapping[Any, str] | None = None,
    *,
    dealer: int = 0,
    finished: int = 0,
    cut: str = "4H",
    o: Options = STANDARD,
) -> Position[Standing]:
    """A hand with these cards; the rest comes in the order of the pack."""
    standing = Standing(dealer, (0, 0, 0), finished)
    packs = stacked(PACK, dealing(o, standing), hands or {})("pack", PACK)
    return play_deal(GAME, o, standing, fixed({"pack": packs, "cut": ("4H",)}))


class TestPhases:
    @rule("TB-1", "TB-3", "TB-R8", "TB-X1")
    def test_three_hands_for_each_phase_and_every_player_deals_in_each(self) -> None:
        assert GAME.seating(STANDARD).sides == (0, 1, 2)
        game = at_the_end(play_game(GAME, Options(first_dealer="P1"), shuffles(1)), Random(1))
        assert [event.standing.dealer for event in game.log if isinstance(event, Deal)] == [1, 2, 0] * 4
        assert [phase for (phase,) in notes(game, "phase")] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
        assert {run(GAME.start(STANDARD, shuffles(seed)))[0].dealer for seed in range(20)} == {0, 1, 2}

    @rule("TB-3")
    def test_phases_may_be_left_out(self) -> None:
        assert [phase_of(Options(phases="1,4"), hands) for hands in range(7)] == ["1", "1", "1", "4", "4", "4", "4"]
        assert phase_of(NULLO, 0) == "4"

    @rule("TB-2", "TB-5")
    def test_thirteen_cards_each_and_thirteen_in_the_widow(self) -> None:
        position = dealt(dealer=1)
        assert [shown_to(position, seat, "hand") for seat in (2, 0, 1)] == [
            ["AS TS 6S 2S JH 7H 3H QD 8D 4D KC 9C 5C"],
            ["KS 9S 5S AH TH 6H 2H JD 7D 3D QC 8C 4C"],
            ["QS 8S 4S KH 9H 5H AD TD 6D 2D JC 7C 3C"],
        ]
        position = say(position, "QS done")
        assert shown_to(position, 1, "drawn") == ["JS"]
        assert len(PACK) == 52 and all(
            PACK[suit * 13][0] == "A" and PACK[suit * 13 + 12][0] == "2" for suit in range(4)
        )


class TestTrump:
    @rule("TB-6", "TB-7", "TB-R1", "TB-R2")
    def test_in_the_second_phase_the_dealer_names_a_suit_before_the_exchange(self) -> None:
        position = dealt(finished=SECOND)
        assert (asked(position), legal(position)) == ((0, "trump"), "S H D C")
        say(position, "D")
        assert notes(position, "trump") == [("D",)]
        assert asked(position) == (0, "discard")

    @rule("TB-7", "TB-X15")
    def test_late_trump_is_named_after_the_dealers_exchange(self) -> None:
        position = dealt(finished=SECOND, o=LATE)
        assert asked(position) == (0, "discard")
        say(position, f"{legal(position).split()[0]} done")
        assert (asked(position), legal(position)) == ((0, "trump"), "S H D C")
        assert asked(say(position, "S")) == (1, "discard")
        assert notes(position, "trump") == [("S",)]

    @rule("TB-6")
    @pytest.mark.parametrize("finished", [THIRD, FOURTH])
    def test_there_is_no_trump_later(self, finished: int) -> None:
        position = dealt(finished=finished)
        assert notes(position, "trump") == [("NT",)] and asked(position) == (0, "discard")


class TestWidow:
    @rule("TB-9", "TB-R4", "TB-R5")
    def test_all_thirteen_or_none(self) -> None:
        position = dealt(finished=THIRD)
        say(position, " ".join(legal(position).split()[:13]))
        assert notes(position, "drawn") == [(0, 13, 0)] and asked(position) == (0, "play")
        position = say(dealt(finished=THIRD), "done done done")
        assert notes(position, "drawn") == [(0, 0, 13), (1, 0, 13), (2, 0, 13)]
        assert shown_to(position, 0, "drawn") == [] and asked(position) == (0, "play")


class TestPlay:
    @rule("TB-12", "TB-R10", "TB-X12")
    def test_the_dealer_leads_and_all_tricks_are_played(self) -> None:
        position = say(dealt(dealer=2, finished=THIRD), "done done done")
        assert asked(position) == (2, "play")
        position = at_the_end(position, Random(1))
        winners = [winner for winner, _ in notes(position, "trick")]
        plays = said(position, "play")
        assert len(plays) == 39 and plays[:3] == [2, 0, 1]
        assert plays[::3] == [2, *winners[:-1]]


class TestScore:
    @rule("TB-11", "TB-X3")
    def test_contracts(self) -> None:
        for phase in "123":
            assert contracts(phase, 2) == (4, 3, 6)
        assert contracts("4", 2) == (4, 6, 3)
        assert notes(dealt(dealer=2, finished=FOURTH), "contracts") == [(4, 6, 3)]

    @rule("TB-15", "TB-16", "TB-17", "TB-X7", "TB-X8", "TB-X9", "TB-X10")
    @pytest.mark.parametrize(
        ("phase", "dealer", "tricks", "points"),
        [
            ("2", 0, (8, 3, 2), (2, -1, -1)),
            ("1", 0, (6, 4, 3), (0, 0, 0)),
            ("4", 1, (7, 1, 5), (-1, 2, -1)),
            ("3", 0, (0, 0, 13), (-6, -4, 10)),
            ("4", 0, (13, 0, 0), (-10, 4, 6)),
        ],
    )
    def test_tricks_above_or_below_the_contract(
        self, phase: str, dealer: int, tricks: Sequence[int], points: Sequence[int]
    ) -> None:
        assert score(phase, contracts(phase, dealer), tricks) == points
        assert sum(points) == 0 == GAME.points(STANDARD)

    @rule("TB-15", "TB-16", "TB-17", "TB-19")
    @pytest.mark.parametrize("finished", [0, SECOND, THIRD, FOURTH])
    def test_a_hand_is_scored_by_its_phase(self, finished: int) -> None:
        position = at_the_end(dealt(finished=finished), Random(finished))
        winners = [winner for winner, _ in notes(position, "trick")]
        ((_, *_), *_) = due = notes(position, "contracts")
        above = [winners.count(seat) - int(due[0][seat]) for seat in range(3)]
        expected = tuple(-each if finished == FOURTH else each for each in above)
        assert notes(position, "points") == notes(position, "scores") == [expected]
        assert position.result == Standing(1, expected, finished + 1)

    @rule("TB-18", "TB-R7", "TB-X14")
    def test_the_highest_total_wins_after_the_last_hand(self) -> None:
        assert result(STANDARD, Standing(0, (9, -2, -7), 11)) is None
        assert result(STANDARD, Standing(0, (9, -2, -7), 12)) == Result((1, 2, 3), (9, -2, -7), "deals")
        assert result(STANDARD, Standing(0, (4, 4, -8), 12)) == Result((1, 1, 3), (4, 4, -8), "deals")
        assert result(NULLO, Standing(0, (1, 0, -1), 3)) is not None

    @rule("TB-18")
    def test_a_shared_lead_may_be_played_out(self) -> None:
        o = Options(top_tie="extra_phase")
        tied, ahead = (4, 4, -8), (5, 4, -9)
        assert result(o, Standing(0, ahead, 12)) is not None
        for hands in (12, 15, 18):
            assert result(o, Standing(0, tied, hands)) is None and phase_of(o, hands) == "4"
            assert result(o, Standing(0, ahead, hands + 1)) is None
            assert result(o, Standing(0, ahead, hands + 3)) is not None
        assert result(o, Standing(0, tied, 21)) == Result((1, 1, 3), tied, "deals")


class TestKnowledge:
    @rule("TB-19", "TB-20")
    def test_hands_and_exchanges_are_private_and_all_else_is_public(self) -> None:
        position = at_the_end(dealt(finished=SECOND), Random(5))
        public = [
            [
                event
                for event in position.told(seat)
                if not isinstance(event, Show) and getattr(event, "kind", "") != "discard"
            ]
            for seat in range(3)
        ]
        assert public[0] == public[1] == public[2]
        for seat in range(3):
            shows = [event for event in position.told(seat) if isinstance(event, Show)]
            assert {(show.kind, show.owner) for show in shows} <= {("hand", seat), ("drawn", seat)}
            words = [did.word for did in position.told(seat) if isinstance(did, Did) and did.kind == "discard"]
            own = [did.seat == seat for did in position.told(seat) if isinstance(did, Did) and did.kind == "discard"]
            assert [word is not None for word in words] == own
        assert Note("phase", (2,)) in position.told(0)
