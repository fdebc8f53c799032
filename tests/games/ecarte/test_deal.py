"""Écarté: cards, deal, turned king."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import pytest

from arena.games.ecarte import GAME, PACK, PRESETS, RANKINGS, Options
from arena.games.kernel import Deal, Seat, Show
from arena.games.kernel.options import OptionError, choose
from arena.games.kernel.position import Position, play_deal, play_game
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import winning
from tests.games.ecarte.situations import BY_TRICKS, STANDARD, by_tricks, dealt, scores, words_of
from tests.games.situations import at_the_end, fixed, notes, question, say, shown_to, shuffles

T = TypeVar("T")
rule = pytest.mark.rule


@rule("EC-1")
def test_two_players_each_alone_begin_with_nothing() -> None:
    assert GAME.seating(STANDARD).sides == (0, 1)
    assert Position(STANDARD, lambda: GAME.start(STANDARD, shuffles(1))).result in {
        Standing(0, (0, 0)),
        Standing(1, (0, 0)),
    }


@rule("EC-2", "EC-3")
@pytest.mark.parametrize("trump", ["S", "H", "D", "C"])
def test_the_ranks_are_the_same_in_trumps_and_plain_suits(trump: str) -> None:
    power = RANKINGS[trump].power
    for suit in "SHDC":
        high_to_low = sorted((card for card in PACK if card[1] == suit), key=power.__getitem__, reverse=True)
        assert "".join(card[0] for card in high_to_low) == "KQJAT987"
    assert len(PACK) == 32


@rule("EC-3", "EC-25", "EC-X14")
@pytest.mark.parametrize(
    ("cards", "winner"), [("AD JD", 1), ("AD TD", 0), ("AD 7H", 1), ("AD KC", 0), ("7H KD", 0), ("JH AH", 0)]
)
def test_the_ace_is_below_the_jack_and_any_trump_takes_a_plain_lead(cards: str, winner: int) -> None:
    assert winning(cards.split(), RANKINGS["H"]) == winner


@rule("EC-4")
def test_the_first_dealer_is_drawn_or_named() -> None:
    drawn = {Position(STANDARD, lambda: GAME.start(STANDARD, shuffles(seed))).result for seed in range(20)}  # noqa: B023
    assert drawn == {Standing(0, (0, 0)), Standing(1, (0, 0))}
    named = Options(first_dealer="P1")
    assert Position(named, lambda: GAME.start(named, shuffles(1))).result == Standing(1, (0, 0))


@rule("EC-4")
def test_the_deal_alternates_whatever_happened() -> None:
    o = Options(first_dealer="P1", target=21)
    game = at_the_end(play_game(GAME, o, shuffles(3)), Random(3))
    dealers = [event.standing.dealer for event in game.log if isinstance(event, Deal)]
    assert dealers == [1, 0] * (len(dealers) // 2) + [1] * (len(dealers) % 2)
    assert len(dealers) > 5


@rule("EC-5", "EC-6", "EC-X1")
@pytest.mark.parametrize(
    ("packets", "elder", "dealer"),
    [("three_two", "KS QS JS 8S 7S", "AS TS 9S KH QH"), ("two_three", "KS QS TS 9S 8S", "JS AS 7S KH QH")],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_unshuffled_pack(packets: str, elder: str, dealer: str, seat: Seat) -> None:
    position = play_deal(GAME, Options(deal_packets=packets), Standing(seat, (0, 0)), fixed({}))
    assert shown_to(position, 1 - seat, "hand") == [elder]
    assert shown_to(position, seat, "hand") == [dealer]
    assert shown_to(position, 0, "turn-up") == shown_to(position, 1, "turn-up") == ["JH"]
    assert notes(position, "trump") == [("H",)]
    say(position, f"propose accept {elder} {dealer[:2]} done")
    assert shown_to(position, 1 - seat, "drawn") == ["AH TH 9H 8H 7H"]
    assert shown_to(position, seat, "drawn") == ["KD"]


@rule("EC-5")
def test_the_plan_of_the_game_is_the_one_that_is_dealt() -> None:
    for o in (STANDARD, Options(deal_packets="two_three")):
        where = GAME.dealing(o, Standing(1, (0, 0)))
        assert where == GAME.dealing(o, Standing(1, (3, 2), 4))
        position = play_deal(GAME, o, Standing(1, (0, 0)), fixed({}))
        hand = [card for card, to in zip(GAME.pack(o), where, strict=True) if to == 0]
        assert shown_to(position, 0, "hand") == [" ".join(hand)]


@rule("EC-6", "EC-X10")
def test_the_turn_up_is_never_drawn_and_all_other_cards_can_be() -> None:
    position = play_deal(GAME, STANDARD, Standing(0, (0, 0)), fixed({}))
    say(position, "propose accept KS QS JS 8S 7S AS TS 9S KH QH")
    say(position, "propose accept AH TH 9H 8H 7H KD QD JD AD TD propose accept 9D")
    assert notes(position, "drawn") == [(1, 5, 16), (0, 5, 11), (1, 5, 6), (0, 5, 1), (1, 1, 0)]
    drawn = " ".join([*shown_to(position, 0, "drawn"), *shown_to(position, 1, "drawn")]).split()
    assert sorted(drawn) == sorted(PACK[11:])
    assert question(position)[:2] == (1, "play")


@rule("EC-7", "EC-X2")
def test_a_turned_king_is_a_point_for_the_dealer_at_once() -> None:
    position = dealt("KS KH KC 7S 7H", "QS JS QH JH 7C", "KD", scores=(2, 4))
    assert words_of(position.log[3:]) == ["show turn-up KD to 0 1", "note trump D", "note king 0"]
    assert question(position) == (1, "propose", "play propose")
    say(position, "propose refuse KS JS KH JH KC 7C 7S QS QH 7H")
    assert (notes(position, "points"), scores(position)) == ([(1, 2)], (3, 6))


@rule("EC-7", "EC-30", "EC-31", "EC-X2")
def test_a_turned_king_may_win_without_play() -> None:
    position = dealt("KS KH KC 7S 7H", "QS JS QH JH 7C", "KD", scores=(4, 4))
    assert words_of(position.log[4:]) == ["note trump D", "note king 0", "note points 1 0", "note scores 5 4"]
    assert position.ask is None and position.result is not None
    assert position.result == Standing(1, (5, 4), 1)
    end = GAME.result(STANDARD, position.result)
    assert end is not None and (end.places, end.extra) == ((1, 2), (("stake", "1"),))


@rule("EC-R1")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealers_seat_decides_everything(dealer: Seat) -> None:
    position = by_tricks(3, dealer=dealer)
    assert scores(position)[1 - dealer] == 1
    assert [event.seats for event in position.log if isinstance(event, Show) and event.kind == "hand"] == [(0,), (1,)]


@rule("EC-R2")
def test_one_shuffle_is_all_the_chance_and_nobody_cuts() -> None:
    drawn: list[str] = []

    def chance(name: str, items: Sequence[T]) -> tuple[T, ...]:
        drawn.append(name)
        return tuple(items)

    position = play_game(GAME, STANDARD, chance)
    assert question(position)[:2] == (1, "propose")
    assert drawn == ["first-dealer", "deal 1 pack"]


def test_presets_and_options() -> None:
    assert PRESETS["casino"] == choose(STANDARD, {"obligatory_hands": "P0"})
    assert PRESETS["strict"] == choose(STANDARD, {"obligatory_hands": "both"})
    with pytest.raises(OptionError, match="target: '2' is not possible; take 3 to 21"):
        Options(target=2)
    assert Standing(1, (3, 2), 4).words() == ("dealer=1", "scores=3,2", "finished=4")


def test_the_hands_by_tricks_hold_no_heart_and_no_ace() -> None:
    assert not [card for hands in BY_TRICKS for part in hands for card in part.split() if "H" in card or "A" in card]
