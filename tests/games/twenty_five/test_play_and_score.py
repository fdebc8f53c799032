"""Twenty-Five: following, reneging, points, deals, the pool, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from arena.games.kernel import Result
from arena.games.kernel.position import play_game
from arena.games.parts.chips import Chips, Standing
from arena.games.twenty_five import GAME, filled, result, settle, winner_of
from arena.games.twenty_five.cards import duty_of, order
from arena.games.twenty_five.options import Options
from tests.games.situations import asked, at_the_end, legal, notes, on_table, run, said, say, shuffles
from tests.games.twenty_five.situations import (
    BONUS,
    DEALS,
    FORTY_FIVE,
    FULL,
    PLAIN_POOL,
    SPOIL_FIVE,
    STANDARD,
    TRICKS,
    dealt,
    won,
)

rule = pytest.mark.rule
SINGLE = Options(unit=1)


class TestPlay:
    @rule("TF-18", "TF-19", "TF-20", "TF-21", "TF-R9", "TF-R10", "TF-X6", "TF-X7", "TF-X8", "TF-X9", "TF-X10", "TF-X11")
    @pytest.mark.parametrize(
        ("trump", "table", "hand", "may"),
        [
            ("D", "9C", "KC 4D 7S", "KC 4D"),
            ("D", "9C", "4D 7S", "4D 7S"),
            ("D", "9C", "AH KC", "AH KC"),
            ("C", "KH", "AH 7S", "AH 7S"),
            ("C", "KH", "AH 3H 7S", "AH 3H"),
            ("S", "2S", "JS 9C 4D", "JS 9C 4D"),
            ("S", "2S", "JS 5S 9C", "JS 5S 9C"),
            ("S", "2S", "JS 7S 9C", "JS 7S"),
            ("S", "2S", "AH 9C", "AH 9C"),
            ("S", "JS", "AH 9C", "AH"),
            ("S", "JS", "5S 9C", "5S 9C"),
            ("S", "JS", "5S AH 9C", "5S AH"),
            ("S", "5S", "JS 9C", "JS"),
            ("S", "6S 5S", "JS 9C", "JS 9C"),
            ("D", "AH", "JK 9C", "JK 9C"),
            ("D", "JD", "JK 9C", "JK"),
            ("D", "2D", "9C 8S", "9C 8S"),
        ],
    )
    def test_follow_trump_or_renege(self, trump: str, table: str, hand: str, may: str) -> None:
        on = on_table(table.split(), order(trump, FORTY_FIVE))
        assert " ".join(duty_of(trump)(hand.split(), on)) == may

    @rule("TF-16", "TF-R11")
    def test_eldest_leads_any_card_and_then_the_winner(self) -> None:
        position = say(dealt(FULL), "rob JD")
        assert (asked(position), set(legal(position).split())) == ((1, "play"), {"KD", "AS", "KC", "5S", "7S"})
        position = at_the_end(dealt(FULL), Random(3))
        winners = [winner for winner, _ in notes(position, "trick")]
        assert said(position, "play")[::5] == [1, *winners[:-1]]

    @rule("TF-3", "TF-14", "TF-16", "TF-22", "TF-X23")
    def test_the_full_deal(self) -> None:
        position = say(dealt(FULL), TRICKS)
        assert notes(position, "trick") == [(0, 5), (0, 5), (1, 5), (1, 5), (1, 5)]
        assert notes(position, "points") == notes(position, "scores") == [(10, 15, 0, 0, 0)]
        assert position.result == Standing(1, (10, 15, 0, 0, 0), 1)
        pool = say(dealt(FULL, o=SPOIL_FIVE), TRICKS)
        assert notes(pool, "pot") == [(5, 1, 1, 1, 1, 1), (0, 0, -5, 0, 0, 0)]

    @rule("TF-12", "TF-14", "TF-18", "TF-20", "TF-24", "TF-X24")
    @pytest.mark.parametrize(("bonus", "scores"), [(False, (10, 5, 10)), (True, (10, 5, 15))])
    def test_the_full_deal_with_a_joker(self, bonus: bool, scores: Sequence[int]) -> None:
        o = Options(players=3, target=45, joker=True, best_trump_bonus=bonus)
        hands = {0: "4S 9H 3H 9D AD", 1: "7H JC 3S 9S JK", 2: "5D KH 5C 2C 8S", "turn-up": "3D"}
        position = say(dealt(hands, o=o), "9S 8S")
        assert asked(position) == (0, "rob")
        say(position, "rob 3H 3D 9H 7H KH 5D 9D")
        assert legal(position) == "JK"
        say(position, "JK 5C AD JC 4S 3S 2C")
        assert [winner for winner, _ in notes(position, "trick")] == [0, 2, 2, 0, 1]
        assert notes(position, "scores") == [scores]
        assert notes(position, "best-trump") == [(2,)] * bonus


class TestTricks:
    @rule("TF-22", "TF-23", "TF-R3", "TF-X16", "TF-X17")
    def test_the_target_ends_the_game_in_mid_deal(self) -> None:
        position = say(dealt(FULL, scores=(20, 15, 20, 0, 5)), "rob JD KC TD 7C 2C 6S")
        assert position.ask is None and position.result == Standing(1, (25, 15, 20, 0, 5), 1)
        assert result(STANDARD, position.result) == Result((1, 3, 2, 5, 4), (25, 15, 20, 0, 5), "target")
        single = say(dealt(FULL, scores=(3, 4, 2, 0, 1), o=SINGLE), "rob JD KC TD 7C 2C 6S 2S 7S 3S 4S 9C")
        assert single.ask is None and single.result == Standing(1, (5, 4, 2, 0, 1), 1)

    @rule("TF-22", "TF-25", "TF-X18")
    def test_forty_five_and_a_sweep(self) -> None:
        assert result(FORTY_FIVE, Standing(0, (45, 35, 5, 0, 0), 9)) == Result(
            (1, 2, 3, 4, 4), (45, 35, 5, 0, 0), "target"
        )
        assert result(FORTY_FIVE, Standing(0, (40, 35, 5, 0, 0), 9)) is None
        hands = {1: "5S JS AH AS KS", "turn-up": "2S"}
        swept = at_the_end(say(dealt(hands, scores=(40, 5, 0, 0, 0), o=BONUS), "leave"), Random(1))
        assert swept.result == Standing(1, (40, 30, 0, 0, 0), 1, (1,))
        assert notes(swept, "best-trump") == []
        assert result(BONUS, swept.result) == Result((2, 1, 3, 3, 3), (40, 30, 0, 0, 0), "sweep")
        assert at_the_end(say(dealt(hands, o=FORTY_FIVE), "leave"), Random(1)).result == Standing(
            1, (0, 25, 0, 0, 0), 1
        )

    @rule("TF-24", "TF-X19")
    def test_the_highest_trump_played_earns_a_unit(self) -> None:
        o = Options(joker=True, target=45, best_trump_bonus=True)
        hands = {
            1: "2H 3H 4H 6H 7H",
            2: "8H 9H TH JH QH",
            3: "JK AS KH 2C 3C",
            4: "4C 6C 7C 8C 9C",
            0: "TC QC KC AC 5C",
            "turn-up": "9S",
        }
        position = say(dealt(hands, o=o), "2H 8H leave JK 4C 5C AS 6C AC 3H TH KH 7C TC 4H JH")
        position = at_the_end(position, Random(1))
        took = [winner for winner, _ in notes(position, "trick")].count(3)
        assert notes(position, "best-trump") == [(3,)]
        assert notes(position, "points")[0][3] == 5 * took + 5

    @rule("TF-24")
    def test_no_bonus_without_trumps_or_after_the_end(self) -> None:
        hands = {
            1: "2H 3H 4H 6H 7H",
            2: "8H 9H TH JH QH",
            3: "2D 3D 4D 6D 7D",
            4: "4C 6C 7C 8C 9C",
            0: "TC QC KC AC 5C",
            "turn-up": "9S",
        }
        o = Options(target=45, best_trump_bonus=True)
        assert notes(at_the_end(dealt(hands, o=o), Random(1)), "best-trump") == []
        ended = say(dealt(FULL, scores=(40, 0, 0, 0, 0), o=o), "rob JD KC TD 7C 2C 6S")
        assert ended.ask is None and notes(ended, "best-trump") == []

    @rule("TF-R2", "TF-R4")
    @pytest.mark.parametrize("players", [3, 10])
    def test_a_game_ends_after_four_tricks_for_each_player_and_one(self, players: int) -> None:
        for seed in range(5):
            game = at_the_end(play_game(GAME, Options(players=players), shuffles(seed)), Random(seed))
            assert len(notes(game, "trick")) <= 4 * players + 1
            assert notes(game, "spoilt") == []


class TestDeals:
    @rule("TF-26", "TF-R1", "TF-X20")
    def test_the_third_trick_wins_the_deal_and_ends_it(self) -> None:
        position = say(dealt(FULL, o=DEALS), " ".join(TRICKS.split()[:-5]))
        assert notes(position, "trick") == [(0, 1), (0, 1), (1, 1), (1, 1)] and asked(position) == (1, "play")
        say(position, " ".join(TRICKS.split()[-5:]))
        assert notes(position, "points") == [(0, 1, 0, 0, 0)]
        early = at_the_end(say(dealt({1: "5S JS AH AS KS", "turn-up": "2S"}, o=DEALS), "leave"), Random(1))
        assert len(notes(early, "trick")) == 3 and notes(early, "scores") == [(0, 1, 0, 0, 0)]
        assert winner_of(won(4, 1, 4, 4)) == 4
        assert winner_of(won(0, 0, 1, 1, 2)) is None

    @rule("TF-26", "TF-X20")
    def test_a_deal_without_three_tricks_is_spoilt(self) -> None:
        hands = {
            1: "5S 2H 3H 4H 6H",
            2: "JS 7H 8H 9H TH",
            3: "AH 2C 3C 4C 6C",
            4: "7C 8C 9C TC AC",
            0: "2D 3D 4D 6D 7D",
            "turn-up": "9S",
        }
        for seed in range(30):
            position = at_the_end(dealt(hands, o=DEALS), Random(seed))
            if max([w for w, _ in notes(position, "trick")].count(seat) for seat in range(5)) < 3:
                assert notes(position, "spoilt") == [()] and notes(position, "scores") == [(0,) * 5]
                return
        raise AssertionError("no deal was spoilt")

    @rule("TF-27")
    def test_first_at_the_target_or_the_highest_after_the_last_deal(self) -> None:
        assert result(DEALS, Standing(0, (5, 1, 0, 0, 0), 9)) == Result((1, 2, 3, 3, 3), (5, 1, 0, 0, 0), "target")
        o = Options(scoring="deals", unit=1, max_deals=3)
        assert result(o, Standing(0, (1, 1, 0, 0, 0), 2)) is None
        assert result(o, Standing(0, (1, 1, 0, 0, 0), 3)) == Result((1, 1, 3, 3, 3), (1, 1, 0, 0, 0), "limit")


def outcome(o: Options, pool: int, winners: Sequence[int], finished: int = 0) -> Standing:
    """The standing after a deal that began with this pool, dealt by seat 1, and balances of 0."""
    return run(settle(o, Standing(1, (0,) * 5, finished), Chips((0,) * 5, pool), won(*winners)))[0]


class TestPool:
    @rule("TF-28", "TF-29", "TF-30", "TF-X21")
    def test_pool_over_three_deals(self) -> None:
        spoilt = (0, 0, 1, 1, 2)
        chips, _ = run(filled(PLAIN_POOL, Standing(0, (0,) * 5)))
        assert chips == Chips((-1,) * 5, 5)
        first = run(settle(PLAIN_POOL, Standing(0, (0,) * 5), chips, won(*spoilt)))[0]
        assert (first.dealer, first.pool) == (1, 5)
        chips, _ = run(filled(PLAIN_POOL, first))
        assert chips == Chips((-1, -2, -1, -1, -1), 6)
        second = run(settle(PLAIN_POOL, first, chips, won(3, 0, 3, 3)))[0]
        assert second.pool == 0 and second.scores == (-1, -2, -1, 5, -1)
        chips, _ = run(filled(PLAIN_POOL, second))
        assert chips == Chips((-2, -3, -2, 4, -2), 5)
        everybody, _ = run(filled(Options(scoring="pool", refill="all", ante=3), first))
        assert everybody == Chips((-4,) * 5, 20)

    @rule("TF-30", "TF-31", "TF-R12", "TF-R13", "TF-X22")
    def test_jink(self) -> None:
        assert outcome(SPOIL_FIVE, 5, (2, 2, 2, 2, 2)).scores == (-1, -1, 9, -1, -1)
        lost = outcome(SPOIL_FIVE, 5, (2, 2, 2, 0))
        assert (lost.scores, lost.pool) == ((0,) * 5, 5)
        assert outcome(SPOIL_FIVE, 5, (2, 2, 2)).scores == (0, 0, 5, 0, 0)
        assert outcome(SPOIL_FIVE, 5, (2, 2, 0, 2)).scores == (0, 0, 5, 0, 0)
        assert outcome(PLAIN_POOL, 5, (2, 2, 2)).scores == (0, 0, 5, 0, 0)

    @rule("TF-30", "TF-31", "TF-33", "TF-X22")
    def test_who_is_asked_for_a_jink(self) -> None:
        hands = {1: "5S JS AH AS KS", "turn-up": "2S"}
        position = say(dealt(hands, o=SPOIL_FIVE), "leave")
        while asked(position)[1] != "jink":
            position.play(legal(position).split()[0])
        assert (asked(position), legal(position)) == ((1, "jink"), "stop jink")
        assert len(notes(position, "trick")) == 3
        stopped, going = position.fork(), position
        say(stopped, "stop")
        assert stopped.ask is None and stopped.result is not None and stopped.result.scores == (-1, 4, -1, -1, -1)
        going = at_the_end(say(going, "jink"), Random(1))
        assert going.result is not None and going.result.scores == (-2, 8, -2, -2, -2)
        plain = at_the_end(say(dealt(hands, o=PLAIN_POOL), "leave"), Random(1))
        assert said(plain, "jink") == [] and len(notes(plain, "trick")) == 3
        split = at_the_end(dealt(FULL, o=SPOIL_FIVE), Random(4))
        assert len(set(notes(split, "trick")[:3])) > 1 and said(split, "jink") == []

    @rule("TF-31", "TF-R12")
    def test_a_lost_trick_ends_a_jink(self) -> None:
        hands = {1: "5S JS AH AS 2H", 2: "KH 3S 4S 6S 7S", "turn-up": "9S"}
        position = say(dealt(hands, o=SPOIL_FIVE), "leave")
        for card in ("5S", "JS", "AH"):
            say(position, card)
            while asked(position) != (1, "play") and asked(position)[1] != "jink":
                position.play(legal(position).split()[-1])
        say(position, "jink 2H KH")
        while position.ask is not None:
            position.play(position.ask.legal[0])
        assert len(notes(position, "trick")) == 4 and notes(position, "spoilt") == [()]
        assert position.result == Standing(1, (-1,) * 5, 1, (), 5)

    @rule("TF-32", "TF-R14")
    def test_the_pool_is_divided_after_the_last_deal(self) -> None:
        last = outcome(PLAIN_POOL, 7, (0, 0, 1, 1, 2), finished=9)
        assert (last.scores, last.pool) == ((1,) * 5, 0)
        assert outcome(PLAIN_POOL, 7, (0, 0, 1, 1, 2), finished=8).pool == 7
        ended = Standing(0, (3, 3, -2, -2, -2), 10)
        assert result(PLAIN_POOL, ended) == Result((1, 1, 3, 3, 3), ended.scores, "deals")
        assert result(PLAIN_POOL, ended._replace(finished=9)) is None
        game = at_the_end(play_game(GAME, Options(scoring="pool", players=3, rounds=3), shuffles(1)), Random(1))
        assert len(notes(game, "scores")) == 9
