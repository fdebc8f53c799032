"""Écarté: the king of trumps, tricks, scores, the end, and who knows what."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.ecarte import GAME, PACK, PRESETS, Options
from arena.games.kernel import Deal, Did, Note, Seat, Show
from arena.games.kernel.position import play_deal, play_game
from arena.games.parts.finish import Standing
from tests.games.ecarte.situations import (
    BY_TRICKS,
    STANDARD,
    by_tricks,
    by_tricks_after_an_exchange,
    dealt,
    scores,
    words_of,
)
from tests.games.situations import at_the_end, fixed, notes, question, said, say, shown_to, shuffles

rule = pytest.mark.rule
ELDER, DEALER = "9S 8S 8D 7D 7C", "KH QS JS 8C 9D"


class TestKing:
    @rule("EC-17", "EC-18", "EC-R10", "EC-X11")
    def test_the_dealer_is_asked_between_elders_lead_and_the_first_card(self) -> None:
        position = say(dealt(ELDER, DEALER), "play 9S")
        assert question(position) == (0, "king", "mark hide")
        before = len(position.log)
        say(position, "mark")
        assert words_of(position.log[before:]) == ["0 king mark", "show king KH to 0 1", "note king 0"]
        assert question(position) == (0, "play", "QS JS")

    @rule("EC-17", "EC-R12")
    def test_elder_is_asked_before_the_lead_and_keeps_the_king(self) -> None:
        position = say(dealt(DEALER, ELDER), "play")
        assert question(position) == (1, "king", "mark hide")
        assert question(say(position, "mark")) == (1, "play", "QS JS KH 9D 8C")

    @rule("EC-18", "EC-19")
    def test_a_hidden_king_is_worth_nothing_and_not_asked_about_again(self) -> None:
        position = say(dealt(ELDER, DEALER), "play 9S hide QS JS 8S KH 7D 8C 7C 9D 8D")
        assert said(position, "king") == [0]
        assert (notes(position, "king"), shown_to(position, 1, "king")) == ([], [])
        assert scores(position) == (2, 0)

    @rule("EC-R10", "EC-19")
    def test_the_king_may_be_the_first_card_itself(self) -> None:
        position = say(dealt(DEALER, ELDER), "play mark KH")
        assert notes(position, "king") == [(1,)]
        assert question(position)[:2] == (0, "play")

    @rule("EC-19")
    def test_a_king_that_was_drawn_is_as_good(self) -> None:
        position = dealt("9S 8S 8D 7D AC", "QS JS 8C 9D AD", stock="7C KH")
        say(position, "propose accept AC done AD done play 9S")
        assert question(position) == (0, "king", "mark hide")

    @rule("EC-19")
    def test_nobody_else_is_asked_and_no_one_marks_a_turned_king(self) -> None:
        for turn_up in ("7H", "KH"):
            assert said(by_tricks(3, turn_up=turn_up), "king") == []
        plain = say(dealt("KS KD KC 7S 7D", "QS JS QD JD 7C"), "play")
        assert question(plain)[1] == "play"

    @rule("EC-20", "EC-30", "EC-31", "EC-R11", "EC-X12")
    def test_a_marked_king_may_win_at_once(self) -> None:
        position = say(dealt(DEALER, ELDER, scores=(2, 4)), "play mark")
        assert position.ask is None and said(position, "play") == []
        assert words_of(position.log[-3:]) == ["note king 1", "note points 0 1", "note scores 2 5"]
        assert position.result == Standing(1, (2, 5), 1)
        end = GAME.result(STANDARD, position.result)
        assert end is not None and (end.places, end.extra) == ((2, 1), (("stake", "2"),))

    @rule("EC-20")
    def test_the_dealers_king_wins_with_elders_card_on_the_table(self) -> None:
        position = say(dealt(ELDER, DEALER, scores=(4, 3)), "play 9S mark")
        assert (position.ask, notes(position, "trick"), scores(position)) == (None, [], (5, 3))
        assert question(say(dealt(ELDER, DEALER, scores=(4, 3)), "play 9S hide"))[:2] == (0, "play")


class TestTricks:
    @rule("EC-21")
    @pytest.mark.parametrize("talk", ["play", "propose refuse"])
    def test_elder_leads_any_card_and_then_the_winner(self, talk: str) -> None:
        position = say(dealt(ELDER, DEALER), talk)
        assert question(position) == (1, "play", ELDER)
        say(position, "9S hide QS")
        assert question(position) == (0, "play", "JS KH 9D 8C")

    @rule("EC-22", "EC-23", "EC-24", "EC-X13", "EC-X15", "EC-X16")
    @pytest.mark.parametrize(
        ("lead", "hand", "legal"),
        [
            pytest.param("AS", "JS TS 9S KH 8D", "JS", id="only the jack beats the ace"),
            pytest.param("QS", "JS TS 9S KH 8D", "JS TS 9S", id="nothing beats the queen"),
            pytest.param("KC", "JS TS 9S KH 8D", "KH", id="a trump"),
            pytest.param("KC", "8D 7D TS 9S 8S", "TS 9S 8S 8D 7D", id="neither"),
            pytest.param("9H", "TH 8H KS QD JD", "TH", id="a higher trump"),
            pytest.param("9H", "8H KS QD JD TD", "8H", id="a lower trump"),
            pytest.param("9H", "KS QD TD 9D JD", "KS QD JD TD 9D", id="no trump"),
            pytest.param("KC", "QH 7H AS JS TS", "QH 7H", id="any trump"),
        ],
    )
    def test_what_the_second_player_may_play(self, lead: str, hand: str, legal: str) -> None:
        position = say(dealt(f"{lead} 7C 8C 9C TC", hand, "AH"), f"play {lead}")
        if question(position)[1] == "king":
            say(position, "hide")
        assert question(position) == (0, "play", legal)

    @rule("EC-25")
    @pytest.mark.parametrize(("lead", "answer", "winner"), [("AD", "JD", 0), ("AD", "TD", 1), ("AD", "8H", 0)])
    def test_who_takes_a_trick(self, lead: str, answer: str, winner: Seat) -> None:
        position = say(dealt(f"{lead} 7S 8S 9S TS", f"{answer} 7C 8C 9C TC"), f"play {lead} {answer}")
        assert notes(position, "trick") == [(winner, 1)]

    @rule("EC-26")
    @pytest.mark.parametrize("tricks", range(6))
    def test_all_five_tricks_are_played(self, tricks: int) -> None:
        won = notes(by_tricks(tricks), "trick")
        assert (len(won), won.count((1, 1))) == (5, tricks)


class TestScore:
    @rule("EC-27", "EC-X17")
    def test_the_vole_after_an_exchange_with_the_king(self) -> None:
        position = dealt("7S 8S 7D 8D AC", "KH QS KD QD AS", stock="7C KC")
        say(position, "propose accept AC done AS done play 7S mark QS KH 8S KD 7D QD 8D KC 7C")
        assert (notes(position, "points"), scores(position)) == ([(3, 0)], (3, 0))

    @rule("EC-18", "EC-28", "EC-31", "EC-R13", "EC-X18")
    def test_the_bonus_comes_on_top_of_the_king_and_of_the_target(self) -> None:
        position = dealt("KS KD 7S 7D 7C", "QS JS QD KH KC", scores=(3, 2))
        say(position, "play KS mark JS KD QD 7S QS KH 7D KC 7C")
        assert (notes(position, "points"), scores(position)) == ([(3, 0)], (6, 2))
        assert position.result is not None
        end = GAME.result(STANDARD, position.result)
        assert end is not None and (end.places, end.scores, end.extra) == ((1, 2), (6, 2), (("stake", "2"),))

    @rule("EC-30")
    def test_the_game_goes_on_below_the_target(self) -> None:
        assert GAME.result(STANDARD, Standing(0, (4, 4), 8)) is None
        assert GAME.result(Options(target=6), Standing(0, (5, 4), 8)) is None
        reached = GAME.result(Options(target=3), Standing(0, (1, 3), 8))
        assert reached is not None and (reached.places, reached.reason) == ((2, 1), "target")

    @rule("EC-31", "EC-R15", "EC-X19")
    @pytest.mark.parametrize(
        ("final", "stake"), [((5, 0), 3), ((5, 1), 2), ((6, 2), 2), ((5, 3), 1), ((5, 4), 1), ((0, 6), 3), ((4, 5), 1)]
    )
    def test_the_stake_goes_by_the_losers_score_and_is_all_that_is_recorded(
        self, final: tuple[int, int], stake: int
    ) -> None:
        end = GAME.result(STANDARD, Standing(0, final, 5))
        assert end is not None and (end.scores, end.extra) == (final, (("stake", str(stake)),))

    @rule("EC-R14", "EC-X20")
    def test_the_longest_game_has_nine_deals(self) -> None:
        elder, dealer = (hand.split() for hand in BY_TRICKS[3][:2])
        top = [*elder[:3], *dealer[:3], *elder[3:], *dealer[3:], "7H"]
        pack = [*top, *(card for card in PACK if card not in top)]
        game = play_game(GAME, Options(first_dealer="P0"), fixed({f"deal {n} pack": pack for n in range(1, 10)}))
        say(game, f"play {BY_TRICKS[3][2]} " * 9)
        begun = [event.standing for event in game.log if isinstance(event, Deal)]
        assert [standing.scores for standing in begun] == [(n // 2, (n + 1) // 2) for n in range(9)]
        assert begun[8] == Standing(0, (4, 4), 8)
        assert game.result is not None and (game.result.scores, game.result.reason) == ((4, 5), "target")

    @rule("EC-30", "EC-R14")
    @pytest.mark.parametrize("preset", PRESETS)
    @settings(max_examples=15)
    @given(seed=st.integers(0, 2**32))
    def test_random_games_end_within_nine_deals(self, preset: str, seed: int) -> None:
        game = at_the_end(play_game(GAME, PRESETS[preset], shuffles(seed)), Random(seed))
        made = notes(game, "points")
        assert len(made) <= 9
        assert all(sum(map(int, points)) in {1, 2, 3, 4} for points in made)
        assert game.result is not None and (max(game.result.scores) >= 5 > min(game.result.scores))
        assert game.result.scores == tuple(sum(int(points[seat]) for points in made) for seat in (0, 1))


class TestInformation:
    @rule("EC-32", "EC-33")
    def test_what_each_is_told_of_an_exchange(self) -> None:
        position = dealt("9S 8S 8D 7D AC", "QS JS 8C 9D AD", stock="7C KH")
        say(position, "propose accept AC done AD done play 9S mark")
        shared = ["show turn-up 7H to 0 1", "note trump H", "1 propose propose", "0 answer accept"]
        last = ["1 propose play", "1 play 9S", "0 king mark", "show king KH to 0 1", "note king 0"]
        assert words_of(position.told(1)[2:]) == [
            *shared,
            *["1 exchange AC", "1 exchange done", "show drawn 7C to 1", "note drawn 1 1 20"],
            *["0 exchange ?", "0 exchange ?", "note drawn 0 1 19"],
            *(event for event in last if event != "0 king mark"),
        ]
        assert words_of(position.told(0)[2:]) == [
            *shared,
            *["1 exchange ?", "1 exchange ?", "note drawn 1 1 20"],
            *["0 exchange AD", "0 exchange done", "show drawn KH to 0", "note drawn 0 1 19"],
            *last,
        ]

    @rule("EC-33")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_hand_is_seen_by_its_player_alone(self, seat: Seat) -> None:
        position = dealt(ELDER, DEALER)
        assert shown_to(position, seat, "hand") == [["QS JS KH 9D 8C", ELDER][seat]]

    @rule("EC-33")
    def test_who_hides_the_king_was_never_asked_for_all_that_the_other_knows(self) -> None:
        position = say(dealt(ELDER, DEALER), "play 9S")
        before = position.told(1)
        say(position, "hide")
        assert position.told(1) == before

    @rule("EC-32")
    def test_tricks_points_and_scores_are_public(self) -> None:
        position = by_tricks_after_an_exchange(3)
        for seat in (0, 1):
            told = position.told(seat)
            assert [e.word for e in told if isinstance(e, Did) and e.kind == "play"] == BY_TRICKS[3][2].split()
            assert [e.kind for e in told if isinstance(e, Note)][-7:] == ["trick"] * 5 + ["points", "scores"]
            assert isinstance(told[0], Deal) and told[0].standing == Standing(0, (0, 0))

    @rule("EC-33")
    @given(seed=st.integers(0, 2**32))
    @settings(max_examples=15)
    def test_the_stock_and_what_was_laid_aside_are_never_shown(self, seed: int) -> None:
        position = at_the_end(play_deal(GAME, STANDARD, Standing(0, (0, 0)), shuffles(seed)), Random(seed))
        for seat in (0, 1):
            shown = [event for event in position.told(seat) if isinstance(event, Show)]
            assert {event.kind for event in shown} <= {"hand", "turn-up", "drawn", "king"}
            assert {event.owner for event in shown if event.kind in {"hand", "drawn"}} == {seat}
