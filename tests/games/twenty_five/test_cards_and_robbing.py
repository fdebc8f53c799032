"""Twenty-Five: the order of the cards, the deal, and robbing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.games.kernel import Did, Note, Show
from arena.games.kernel.options import OptionError, choose
from arena.games.kernel.position import play_deal
from arena.games.parts.chips import Standing
from arena.games.parts.tricks import winning
from arena.games.twenty_five import GAME
from arena.games.twenty_five.cards import PACK, PLAIN, order, pack_of, trumps
from arena.games.twenty_five.options import PRESETS, Options
from tests.games.situations import asked, fixed, legal, notes, run, said, say, shown_to, shuffles
from tests.games.twenty_five.situations import FORTY_FIVE, FULL, STANDARD, dealt

rule = pytest.mark.rule
SECOND = Options(joker=True, joker_rank="second")


class TestCards:
    @rule("TF-7", "TF-8", "TF-9", "TF-10")
    @pytest.mark.parametrize(
        ("trump", "cards"),
        [
            ("H", "5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H"),
            ("D", "5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D"),
            ("S", "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS"),
            ("C", "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC"),
        ],
    )
    def test_trumps_from_high_to_low(self, trump: str, cards: str) -> None:
        assert " ".join(trumps(trump, STANDARD)) == cards
        rank = order(trump, STANDARD)
        assert {card for card, suit in rank.suit.items() if suit == trump} == set(cards.split())
        powers = [rank.power[card] for card in cards.split()]
        assert powers == sorted(powers, reverse=True) and min(powers) > max(
            rank.power[card] for card in PACK if card not in cards.split()
        )

    @rule("TF-11")
    @pytest.mark.parametrize(("suit", "ranks"), [*PLAIN.items()])
    def test_plain_suits_from_high_to_low(self, suit: str, ranks: str) -> None:
        told = {"H": "KQJT98765432", "D": "KQJT98765432A", "S": "KQJA23456789T", "C": "KQJA23456789T"}
        assert ranks == told[suit]
        rank = order("S" if suit != "S" else "C", STANDARD)
        cards = sorted((card for card in PACK if rank.suit[card] == suit), key=lambda card: -rank.power[card])
        assert "".join(card[0] for card in cards) == ranks

    @rule("TF-12", "TF-R5", "TF-X5")
    def test_the_joker_is_below_or_above_the_jack(self) -> None:
        assert trumps("D", FORTY_FIVE)[:5] == ("5D", "JD", "JK", "AH", "AD")
        assert trumps("D", SECOND)[:5] == ("5D", "JK", "JD", "AH", "AD")

    @rule("TF-17", "TF-7", "TF-8", "TF-9", "TF-11", "TF-X1", "TF-X2", "TF-X3", "TF-X4")
    @pytest.mark.parametrize(
        ("trump", "cards", "winner"),
        [
            ("C", "JC 5C AH AC KC", "5C"),
            ("S", "AH AS KS", "AH"),
            ("S", "AH JS", "JS"),
            ("H", "AH KH", "AH"),
            ("S", "2S TS 3S", "2S"),
            ("S", "2S QS", "QS"),
            ("S", "AC 2C", "AC"),
            ("S", "3C 9C", "3C"),
            ("S", "JC AC", "JC"),
            ("D", "TD 2D", "TD"),
            ("S", "2D AD", "2D"),
            ("S", "TD 9D", "TD"),
            ("S", "5D 4D", "5D"),
            ("S", "5H 4H", "5H"),
        ],
    )
    def test_the_winner_of_a_trick(self, trump: str, cards: str, winner: str) -> None:
        assert cards.split()[winning(cards.split(), order(trump, STANDARD))] == winner


class TestDeal:
    @rule("TF-1", "TF-2", "TF-3", "TF-4", "TF-R15")
    @pytest.mark.parametrize("players", range(3, 11))
    def test_five_cards_each(self, players: int) -> None:
        o = Options(players=players, joker=True)
        assert GAME.seating(o).sides == tuple(range(players)) and len(pack_of(o)) == 53
        assert len(pack_of(Options(players=players))) == 52
        position = play_deal(GAME, o, Standing(0, (0,) * players), shuffles(players))
        assert {len(shown_to(position, seat, "hand")[0].split()) for seat in range(players)} == {5}
        dealers = {run(GAME.start(o, shuffles(seed)))[0].dealer for seed in range(60)}
        assert dealers == set(range(players))

    @rule("TF-5")
    def test_three_then_two_and_a_turn_up(self) -> None:
        position = play_deal(GAME, STANDARD, Standing(0, (0,) * 5), fixed({}))
        assert shown_to(position, 1, "hand") == ["AS KS QS QH JH"]
        assert notes(position, "trump") == [(shown_to(position, 0, "turn-up")[0][-1],)]
        other = play_deal(GAME, Options(deal_packets="two_three"), Standing(0, (0,) * 5), fixed({}))
        assert shown_to(other, 1, "hand")[0].startswith("AS KS 4S 3S 2S")

    @rule("TF-4")
    def test_the_deal_passes_to_the_left(self) -> None:
        position = say(dealt(FULL), "rob JD")
        while position.ask is not None:
            position.play(position.ask.legal[0])
        assert position.result is not None and position.result.dealer == 1
        assert run(GAME.start(Options(first_dealer="P3"), shuffles(1)))[0].dealer == 3

    @rule("TF-6", "TF-R8", "TF-X15")
    def test_a_joker_turned_goes_to_the_dealer_who_may_rob_as_well(self) -> None:
        position = dealt({0: "2S 3S 4S 6S 7S", "turn-up": "JK", "stock": "AC"}, o=FORTY_FIVE)
        assert (asked(position), legal(position)) == ((0, "discard"), "7S 6S 4S 3S 2S")
        assert shown_to(position, 3, "taken") == ["JK"] and shown_to(position, 3, "turn-up") == ["JK"]
        say(position, "7S")
        assert shown_to(position, 3, "turn-up") == ["JK", "AC"] and notes(position, "trump") == [("C",)]
        assert (asked(position), legal(position)) == ((0, "rob"), "rob leave")
        say(position, "rob")
        assert legal(position) == "6S 4S 3S 2S JK"
        assert asked(say(position, "2S")) == (1, "play")

    @rule("TF-6", "TF-R8")
    def test_an_ace_laid_aside_for_the_joker_gives_no_right(self) -> None:
        hands = {0: "AS 2D 3D 4D 6D", "turn-up": "JK", "stock": "9S"}
        kept, gone = (say(dealt(hands, o=FORTY_FIVE), card) for card in ("2D", "AS"))
        for position in (kept, gone):
            while asked(position) != (0, "play") and asked(position) != (0, "rob"):
                position.play(legal(position).split()[0])
        assert asked(kept) == (0, "rob") and asked(gone) == (0, "play")

    @rule("TF-2", "TF-12", "TF-22", "TF-24", "TF-25", "TF-27", "TF-31")
    @pytest.mark.parametrize(
        ("settings", "complaint"),
        [
            ({"players": "11"}, "players"),
            ({"first_dealer": "P5"}, "P5 is no seat"),
            ({"joker_rank": "second"}, "needs a joker"),
            ({"scoring": "pool", "unit": "1"}, "needs points"),
            ({"scoring": "pool", "target": "45"}, "needs points"),
            ({"target": "24"}, "no multiple of unit=5; take one that is, or unit=1"),
            ({"jink": "on"}, "needs a pool"),
            ({"rounds": "3"}, "needs a pool"),
            ({"scoring": "deals", "sweep_wins": "on"}, "needs tricks that count"),
            ({"max_deals": "9"}, "needs deals that count"),
        ],
    )
    def test_options_that_do_not_fit(self, settings: dict[str, str], complaint: str) -> None:
        with pytest.raises(OptionError, match=complaint):
            choose(STANDARD, settings)

    @rule("TF-12", "TF-22", "TF-24", "TF-25", "TF-27", "TF-28")
    @pytest.mark.parametrize(
        "settings",
        [
            {"joker_rank": "third"},
            {"scoring": "pool", "target": "25", "unit": "5", "best_trump_bonus": "off", "max_deals": "200"},
            {"scoring": "deals", "ante": "1", "refill": "dealer", "rounds": "2", "sweep_wins": "off"},
        ],
    )
    def test_defaults_may_be_named_where_they_have_no_effect(self, settings: dict[str, str]) -> None:
        named, usual = choose(STANDARD, settings), replace(STANDARD, scoring=settings.get("scoring", "tricks"))
        assert named.in_force() == usual.in_force()

    @rule("TF-22")
    def test_the_usual_target_is_five_units(self) -> None:
        goals = {name: PRESETS[name].goal for name in ("standard", "single-points", "forty-five", "spoil-points")}
        assert goals == {"standard": 25, "single-points": 5, "forty-five": 45, "spoil-points": 5}
        assert STANDARD.in_force()["target"] == "25" and PRESETS["spoil-five"].in_force()["target"] == "auto"


class TestRobbing:
    @rule("TF-14", "TF-R6", "TF-R7", "TF-X12")
    def test_the_ace_of_trumps_takes_the_turn_up_before_its_first_card(self) -> None:
        position = dealt(FULL)
        assert (asked(position), legal(position)) == ((1, "rob"), "rob leave")
        before = len(position.log)
        say(position, "rob")
        everybody = (0, 1, 2, 3, 4)
        assert position.log[before + 1 :] == [
            Note("rob", (1,)),
            Show(everybody, "right", 1, ("AS",)),
            Show(everybody, "taken", 1, ("7S",)),
        ]
        assert (asked(position), set(legal(position).split())) == ((1, "discard"), {"KD", "AS", "KC", "5S", "JD"})
        say(position, "JD")
        assert asked(position) == (1, "play") and "7S" in legal(position).split()
        assert asked(say(dealt(FULL), "leave")) == (1, "play")

    @rule("TF-13", "TF-15", "TF-X13")
    def test_the_dealer_robs_an_ace_turned_up_and_nobody_else(self) -> None:
        position = dealt({0: "2D 3S 4S 6S 7S", 2: "AH 8S 9S TS JS", "turn-up": "AD"})
        assert (asked(position), legal(position)) == ((0, "rob"), "rob leave")
        say(position, "rob 3S")
        assert shown_to(position, 4, "taken") == ["AD"] and shown_to(position, 4, "right") == []
        assert notes(position, "trump") == [("D",)]
        while position.ask is not None:
            position.play(position.ask.legal[0])
        assert said(position, "rob") == [0]

    @rule("TF-14", "TF-X14")
    def test_the_ace_of_hearts_gives_the_right_in_hearts_only(self) -> None:
        hands = {1: "AH 2S 3S 4S 6S", "turn-up": "9H"}
        assert asked(dealt(hands)) == (1, "rob")
        assert asked(dealt({**hands, "turn-up": "9D"})) == (1, "play")

    @rule("TF-15", "TF-34")
    def test_leave_is_a_secret_and_without_the_ace_nobody_is_asked(self) -> None:
        left, never = say(dealt(FULL), "leave"), dealt({**FULL, 1: "KD TS KC 5S JD", "stock": "AS"})
        assert asked(never) == (1, "play")
        for seat in (0, 2, 3, 4):
            assert left.told(seat) == never.told(seat)

    @rule("TF-33", "TF-34")
    def test_only_the_owner_knows_the_card_laid_aside(self) -> None:
        position = say(dealt(FULL), "rob JD")
        words = [
            [d.word for d in position.told(seat) if isinstance(d, Did) and d.kind == "discard"] for seat in range(5)
        ]
        assert words == [[None], ["JD"], [None], [None], [None]]
        for seat in range(5):
            assert [s.owner for s in position.told(seat) if isinstance(s, Show) and s.kind == "hand"] == [seat]
            assert Note("rob", (1,)) in position.told(seat)
