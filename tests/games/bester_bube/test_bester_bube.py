"""Bester Bube: drawing, the turn-up, the two tricks of the Boys, the pot, and who knows what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from arena.games.bester_bube import BOYS, GAME, PACK, PRESETS, RANKINGS, Options, dealing, legal, result, settle, winner
from arena.games.kernel import Deal, Did, Note, Result, Show
from arena.games.kernel.game import flaw
from arena.games.kernel.options import OptionError, choose
from arena.games.kernel.position import Position, play_deal, play_game
from arena.games.parts.chips import Chips, Standing
from arena.games.parts.tricks import Playing, Trick
from tests.games.situations import asked, at_the_end, fixed, notes, run, said, say, shown_to, shuffles, stacked
from tests.games.situations import legal as words

rule = pytest.mark.rule
STANDARD, SHARE, TOURNAMENT, FOLLOW, FREE = PRESETS.values()

FULL: Mapping[Any, str] = {
    0: "JS JC TD TC QC",
    1: "QS AD 9C KD 7D",
    2: "KH JD 7S 8H 9H",
    3: "7C KC TH 8S 8D",
    "turn-up": "QH",
    "stock": "JH 8C QD 9D TS",
}
"""The full deal of the sheet (BB-X21)."""
DRAWN = "7D done 7S done 7C done TD done done done 8S done done 9D"
PLAYED = "JH 8C TH TC KD JD KC QC KH TS JC AD 9H 8D JS QS 8H QD QH 9C"
NOTHING = "done done done done done done done done"


def dealt(
    hands: Mapping[Any, str], *, dealer: int = 0, pool: int = 0, finished: int = 0, o: Options = STANDARD
) -> Position[Standing]:
    """A deal with these cards; the rest comes in the order of the pack."""
    standing = Standing(dealer, (0,) * o.players, finished, (), pool)
    return play_deal(GAME, o, standing, stacked(PACK, dealing(o, standing), hands))


def at(trump: str, table: str, hand: str, *, seat: int, dealer: int = 0, number: int = 1, o: Options = STANDARD) -> str:
    """The words of a seat in trick `number`, with these cards on the table before it."""
    cards = table.split()
    first = (seat - len(cards)) % 4
    on = Playing(
        [[]] * 4, RANKINGS[trump], tuple((first + i) % 4 for i in range(4)), [Trick((), (), 0, 1)] * (number - 1)
    )
    on.cards += cards
    return " ".join(legal(dealer, BOYS[trump], hand.split(), on, free=o.follow_suit == "free"))


def takes(trump: str, cards: str, number: int) -> int:
    """Which card of a trick wins, by its place."""
    on = Playing([[]] * 4, RANKINGS[trump], (0, 1, 2, 3), [Trick((), (), 0, 1)] * (number - 1))
    on.cards += cards.split()
    return winner(on)


class TestDeal:
    @rule("BB-1", "BB-2", "BB-6", "BB-7", "BB-9", "BB-R11", "BB-X1", "BB-X2")
    def test_three_then_two_a_turn_up_and_a_stock(self) -> None:
        position = play_deal(GAME, STANDARD, Standing(0, (0,) * 4), fixed({}))
        assert [shown_to(position, seat, "hand") for seat in (1, 2, 3, 0)] == [
            ["AS KS QS TH 9H"],
            ["JS TS 9S 8H 7H"],
            ["8S 7S AH AD KD"],
            ["KH QH JH QD JD"],
        ]
        assert shown_to(position, 2, "turn-up") == ["TD"] and notes(position, "trump") == [("D",)]
        other = play_deal(GAME, Options(deal_packets="two_three"), Standing(0, (0,) * 4), fixed({}))
        assert shown_to(other, 1, "hand") == ["AS KS AH KH QH"]
        for players, left in {3: 16, 4: 11, 5: 6, 6: 1}.items():
            assert dealing(Options(players=players), Standing(0, (0,) * players)).count("stock") == left

    @rule("BB-8", "BB-9", "BB-X2")
    def test_both_boys_are_trumps(self) -> None:
        rank = RANKINGS["D"]
        trumps = sorted((card for card in PACK if rank.suit[card] == "D"), key=lambda card: -rank.power[card])
        assert trumps == ["JD", "JH", "AD", "KD", "QD", "TD", "9D", "8D", "7D"]
        hearts = sorted((card for card in PACK if rank.suit[card] == "H"), key=lambda card: -rank.power[card])
        assert hearts == ["AH", "KH", "QH", "TH", "9H", "8H", "7H"]
        assert {trump: boys[1] for trump, boys in BOYS.items()} == {"S": "JC", "C": "JS", "H": "JD", "D": "JH"}

    @rule("BB-3", "BB-4", "BB-R1", "BB-X19")
    def test_everybody_deals_equally_often(self) -> None:
        o = Options(players=5, first_dealer="P3")
        game = at_the_end(play_game(GAME, o, shuffles(1)), Random(1))
        assert [event.standing.dealer for event in game.log if isinstance(event, Deal)] == [3, 4, 0, 1, 2] * 2
        assert {run(GAME.start(STANDARD, shuffles(seed)))[0] for seed in range(20)} == {
            Standing(dealer, (0,) * 4) for dealer in range(4)
        }

    @rule("BB-4", "BB-25", "BB-27", "BB-R5")
    @pytest.mark.parametrize("pay", ["one_chip", "share"])
    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_a_session_ends_when_its_chips_can_no_longer_be_counted(self, players: int, pay: str) -> None:
        """Without a cap such a session was an internal error: a word was too long, or a score too high."""

        def played(cap: str | int, seed: int) -> list[Standing]:
            o = Options(players=players, trick_pay=pay, rounds=20, bete_cap=cap)
            game = at_the_end(play_game(GAME, o, shuffles(seed)), Random(seed))
            assert game.result is not None and not flaw(game.result, players)
            assert -players < sum(game.result.scores) <= 0, "the pot was divided"
            return [event.standing for event in game.log if isinstance(event, Deal)]

        for seed in range(3):
            standings = played("none", seed)
            assert all(len(word) <= 64 for standing in standings for word in standing.words())
            assert players < 6 or len(standings) < 30
        assert len(played(20, 1)) == 20 * players

    @rule("BB-1", "BB-3", "BB-25")
    @pytest.mark.parametrize(
        "settings", [{"players": "7"}, {"players": "3", "first_dealer": "P3"}, {"bete_cap": "12"}, {"bete_cap": "0"}]
    )
    def test_options_that_do_not_fit(self, settings: Mapping[str, str]) -> None:
        with pytest.raises(OptionError):
            choose(STANDARD, settings)


class TestDrawing:
    @rule("BB-10", "BB-11", "BB-12", "BB-13", "BB-R9", "BB-X3")
    def test_as_many_as_the_stock_holds(self) -> None:
        position = dealt({})
        assert (asked(position), words(position).split()[-1]) == ((1, "draw"), "done")
        say(position, " ".join(words(position).split()[:5]))
        assert asked(position) == (2, "draw")
        say(position, " ".join(words(position).split()[:4]) + " done")
        say(position, " ".join(words(position).split()[:2]))
        assert notes(position, "drawn") == [(1, 5, 6), (2, 4, 2), (3, 2, 0)]
        assert asked(position) == (0, "turn_up")

    @rule("BB-10", "BB-11")
    def test_new_cards_are_seen_only_after_all_are_laid_aside(self) -> None:
        position = dealt({1: "AS KS QS TH 9H", "stock": "7S 8S"})
        say(position, "AS")
        assert shown_to(position, 1, "drawn") == [] and words(position) == "KS QS TH 9H done"
        say(position, "KS done")
        assert shown_to(position, 1, "drawn") == ["7S 8S"]
        say(position, "done done done")
        assert (asked(position), words(position)) == ((1, "draw"), "QS 8S 7S TH 9H done")

    @rule("BB-13", "BB-R10", "BB-X20")
    def test_the_dealer_takes_the_turn_up_for_another_card(self) -> None:
        hands = {0: "JS JC TC QC 9D", "turn-up": "QH"}
        position = say(dealt(hands), NOTHING)
        assert asked(position) == (0, "turn_up") and set(words(position).split()) == {"JS", "JC", "TC", "QC", "9D"}
        say(position, "9D")
        assert shown_to(position, 2, "taken") == ["QH"] and asked(position) == (1, "play")
        free = say(dealt(hands, o=FREE), NOTHING)
        assert words(free).split()[-1] == "none"
        say(free, "none")
        assert shown_to(free, 2, "taken") == [] and notes(free, "drawn")[-1] == (0, 0, 11)


class TestBoys:
    @rule("BB-15", "BB-R14", "BB-X5")
    @pytest.mark.parametrize(
        ("hand", "may"),
        [
            ("JH AH 7C 8C 9C", "JH"),
            ("JD 9H AS KS QS", "JD 9H"),
            ("JS AD 7C 8C 9C", "JS AD 7C 8C 9C"),
        ],
    )
    def test_the_first_lead(self, hand: str, may: str) -> None:
        assert at("H", "", hand, seat=1) == may

    @rule("BB-16", "BB-R12", "BB-X6")
    def test_the_best_boy_must_come_but_not_from_the_dealer(self) -> None:
        assert at("H", "9H", "JH AH 8S", seat=2) == "JH"
        assert at("H", "9H 7H 8H", "JH AH 8S", seat=0) == "JH AH 8S"
        assert at("H", "9H", "AH 8S", seat=2) == "AH 8S"

    @rule("BB-17", "BB-18", "BB-R16", "BB-R17", "BB-X7", "BB-X8")
    @pytest.mark.parametrize(
        ("seat", "table", "hand", "may"),
        [
            (3, "", "JS AC 9D 8D", "JS"),
            (0, "", "JS AC 9D 8D", "JS AC"),
            (0, "", "JS KD 9D 8D", "JS"),
            (0, "", "JC KD 9D 8D", "JC"),
            (2, "7C", "JS AC 9D 8D", "JS"),
            (2, "7C", "JC AC 9D 8D", "JC AC 9D 8D"),
            (3, "", "AC 9D 8D", "AC"),
            (3, "", "9D 8D", "9D 8D"),
        ],
    )
    def test_the_second_trick_belongs_to_the_second_boy(self, seat: int, table: str, hand: str, may: str) -> None:
        assert at("C", table, hand, seat=seat, number=2) == may

    @rule("BB-16", "BB-18")
    def test_the_second_boy_has_no_duty_in_the_first_trick(self) -> None:
        assert at("C", "7C", "JS AC 9D", seat=2) == "JS AC 9D"

    @rule("BB-19", "BB-R13", "BB-X9", "BB-X10")
    def test_a_blind_lead_wins_unless_a_trump_is_played(self) -> None:
        assert takes("S", "7D AD KD AH", 1) == 0 == takes("S", "7D AD KD AH", 2)
        assert takes("S", "7D AD KD 7S", 1) == 3
        assert takes("S", "7D AD KD AH", 3) == 1

    @rule("BB-15", "BB-19", "BB-20", "BB-29", "BB-30", "BB-R15")
    def test_a_blind_lead_is_told_and_turned_up_after_the_trick(self) -> None:
        hands = {1: "AS KS QS AC KC", 2: "7D 8D 9D TS 9S", "turn-up": "7H"}
        position = say(dealt(hands), NOTHING)
        say(position, words(position).split()[0])
        assert (asked(position), set(words(position).split())) == ((1, "play"), {"AS", "KS", "QS", "AC", "KC"})
        say(position, "QS")
        plays = [event for event in position.told(2) if isinstance(event, Did) and event.kind == "play"]
        assert [(did.seat, did.word) for did in plays] == [(1, None)]
        for _ in range(3):
            position.play(words(position).split()[0])
        assert shown_to(position, 2, "turned") == ["QS"] and len(notes(position, "trick")) == 1

    @rule("BB-14", "BB-21", "BB-23", "BB-X11", "BB-X12")
    @pytest.mark.parametrize(
        ("trump", "cards", "best"),
        [("H", "AS KC 7S 8H", 3), ("H", "AS KC 7S 8D", 0), ("D", "AH JH KH QH", 1), ("S", "AH JH KH QH", 0)],
    )
    def test_later_tricks(self, trump: str, cards: str, best: int) -> None:
        assert takes(trump, cards, 3) == takes(trump, cards, 5) == best
        assert at(trump, "9H", "8D 7S", seat=2, number=3) == "8D 7S"

    @rule("BB-22", "BB-R18", "BB-X13")
    def test_suit_may_have_to_be_followed(self) -> None:
        assert at("D", "9H", "JH KS", seat=2, number=3, o=FOLLOW) == "JH KS"
        assert at("D", "9D", "JH KS", seat=2, number=3, o=FOLLOW) == "JH"
        assert at("D", "9D", "JH KS", seat=2, number=3) == "JH KS"
        assert at("D", "9D", "7D KS", seat=2, number=2, o=FOLLOW) == "7D KS"


class TestPot:
    @rule("BB-5", "BB-26", "BB-R3")
    def test_the_dealer_pays_five_in_every_deal(self) -> None:
        assert notes(dealt({}, dealer=2, pool=15), "pot") == [(20, 0, 0, 5, 0)]

    @rule("BB-24", "BB-25", "BB-26", "BB-R4", "BB-R5", "BB-R6", "BB-X14", "BB-X15", "BB-X16", "BB-X17")
    @pytest.mark.parametrize(
        ("o", "pot", "tricks", "balances", "left"),
        [
            (STANDARD, 5, (2, 3, 0, 0), (2, 3, -5, -5), 10),
            (STANDARD, 15, (1, 2, 2, 0), (1, 2, 2, -15), 25),
            (SHARE, 15, (1, 2, 2, 0), (3, 6, 6, -15), 15),
            (TOURNAMENT, 45, (1, 2, 2, 0), (9, 18, 18, -20), 20),
            (STANDARD, 5, (2, 1, 1, 1), (2, 1, 1, 1), 0),
            (Options(bete_cap=10), 15, (0, 5, 0, 0), (-10, 5, -10, -10), 40),
        ],
    )
    def test_tricks_are_paid_and_who_has_none_pays(
        self, o: Options, pot: int, tricks: Sequence[int], balances: tuple[int, ...], left: int
    ) -> None:
        assert settle(o, Chips((0,) * 4, pot), tricks, last=False) == Chips(balances, left)

    @rule("BB-27", "BB-28", "BB-R2", "BB-R7", "BB-X18")
    def test_the_last_pot_is_divided_and_the_most_chips_win(self) -> None:
        before = Chips((11, -10, -32, 4), 27)
        assert settle(STANDARD, before, (1, 1, 2, 1), last=True) == Chips((17, -4, -25, 10), 0)
        ended = Standing(0, (17, -4, -25, 10), 8)
        assert result(STANDARD, ended) == Result((1, 3, 4, 2), (17, -4, -25, 10), "deals")
        assert result(STANDARD, ended._replace(finished=7)) is None
        assert result(STANDARD, ended._replace(scores=(5, 5, 0, 0))) == Result((1, 1, 3, 3), (5, 5, 0, 0), "deals")

    @rule("BB-4", "BB-27")
    def test_a_session_ends_with_an_empty_pot(self) -> None:
        game = at_the_end(play_game(GAME, TOURNAMENT, shuffles(2)), Random(2))
        assert game.result is not None and len(notes(game, "scores")) == 16
        assert notes(game, "pot")[-1][0] == 0


class TestKnowledge:
    @rule("BB-29", "BB-30")
    def test_who_knows_what(self) -> None:
        position = say(dealt(FULL), f"{DRAWN} {PLAYED}")
        for seat in range(4):
            shows = {(show.kind, show.owner) for show in position.told(seat) if isinstance(show, Show)}
            assert shows <= {("hand", seat), ("drawn", seat), ("turn-up", None), ("taken", 0), ("turned", 1)}
            secret = [did for did in position.told(seat) if isinstance(did, Did) and did.kind in {"draw", "turn_up"}]
            assert all((did.word is not None) == (did.seat == seat) for did in secret)
        public = [[event for event in position.told(seat) if isinstance(event, Note)] for seat in range(4)]
        assert public[0] == public[1] == public[2] == public[3]
        assert said(position, "turn_up") == [0]
