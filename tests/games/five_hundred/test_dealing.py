"""Packs, seats, the draw for the deal, and where the cards go."""

from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from arena.games.five_hundred import GAME
from arena.games.five_hundred.dealing import DUMMY, dealing, pack_for
from arena.games.five_hundred.options import PRESETS, Options
from arena.games.kernel import Note, Show
from arena.games.kernel.position import Position, play_game
from arena.games.parts.bowers import JOKER
from arena.games.parts.kitty import KITTY
from tests.games.five_hundred.situations import (
    CLASSIC,
    DUMMY_GAME,
    FIVE,
    FOUR,
    INVERTED,
    SHORT,
    STANDARD,
    deal_after,
    opening,
)
from tests.games.situations import asked, fixed, shown_to


@pytest.mark.rule("FH-1", "FH-2", "FH-3", "FH-4")
@pytest.mark.parametrize(("players", "sides"), [(2, (0, 1)), (3, (0, 1, 2)), (4, (0, 1, 0, 1)), (5, (0, 1, 2, 3, 4))])
def test_four_play_in_partnerships_and_others_for_themselves(players: int, sides: tuple[int, ...]) -> None:
    assert GAME.seating(Options(players=players)).sides == sides


@pytest.mark.rule("FH-8", "FH-9", "FH-10", "FH-11", "FH-12", "FH-13", "FH-X1", "FH-R8")
@pytest.mark.parametrize(
    ("preset", "size", "widow"),
    [
        ("standard", 33, 3),
        ("sans-joker", 32, 2),
        ("four-player", 43, 3),
        ("four-player-no-joker", 42, 2),
        ("five-player", 53, 3),
        ("two-player-dummy", 33, 3),
        ("two-player-short", 24, 4),
    ],
)
def test_pack_and_widow_go_with_the_players(preset: str, size: int, widow: int) -> None:
    o = PRESETS[preset]
    cards = pack_for(o)
    places = Counter(dealing(o, 0))
    assert len(set(cards)) == len(cards) == size == sum(places.values())
    assert (JOKER in cards) == ("joker" not in preset and preset != "two-player-short")
    assert places.pop(KITTY) == widow
    assert places == dict.fromkeys([*range(o.players), *([DUMMY] if o.dummy else [])], 10)


@pytest.mark.rule("FH-9", "FH-12", "FH-X1")
def test_four_players_have_red_fours_and_no_black_ones() -> None:
    cards = pack_for(FOUR)
    assert [card for card in cards if card[0] in "432"] == ["4H", "4D"]
    assert Counter(card[-1] for card in cards if card != JOKER) == {"H": 11, "D": 11, "S": 10, "C": 10}
    assert {card[0] for card in pack_for(SHORT)} == set("AKQJT9")
    assert {card[0] for card in pack_for(FIVE)} == set("AKQJT98765432")


def drawn_dealer(drawn: str, o: Options = STANDARD) -> int:
    """Who deals first when these cards are drawn, seat 0 first."""
    position = play_game(GAME, o, fixed({"draw": drawn.split()}))
    standing = position.view(0).standing
    return int(standing.dealer)


@pytest.mark.rule("FH-5", "FH-X2", "FH-R35")
@pytest.mark.parametrize(
    ("o", "cards", "dealer"),
    [
        (STANDARD, "7S AH KD", 1),
        (STANDARD, "AS JK AC", 1),
        (STANDARD, "8H 8C 9S", 1),
        (STANDARD, "8C 8S TD", 1),
        (INVERTED, "8C 8S TD", 0),
        (CLASSIC, "8D 8H 8C", 2),
        (INVERTED, "8D 8H 9C", 1),
        (FIVE, "2C AH 2S 3D KH", 1),
        (FIVE, "3D 2C KH TS 2H", 1),
        (FOUR, "5S 4H 6C 4D", 3),
        (SHORT, "KH 9C", 1),
    ],
)
def test_the_lowest_card_drawn_deals_first(o: Options, cards: str, dealer: int) -> None:
    assert drawn_dealer(cards, o) == dealer


@pytest.mark.rule("FH-5", "FH-7", "FH-76")
def test_all_see_the_cards_drawn_and_nobody_is_asked_for_a_cut() -> None:
    position = play_game(GAME, FOUR, fixed({"draw": ["5S", "4H", "6C", "4D"]}))
    everybody = (0, 1, 2, 3)
    assert position.log[:4] == [
        Show(everybody, "draw", seat, (card,)) for seat, card in enumerate(("5S", "4H", "6C", "4D"))
    ]
    assert position.view(2).standing == opening(FOUR, 3)
    assert asked(position) == (0, "bid")


@pytest.mark.rule("FH-5")
def test_a_seat_may_be_named_to_deal_first() -> None:
    position = play_game(GAME, Options(first_dealer="P2"), fixed({}))
    assert position.view(0).standing.dealer == 2
    assert not any(isinstance(event, Show) and event.kind == "draw" for event in position.log)


@pytest.mark.rule("FH-6", "FH-29", "FH-X6", "FH-R34")
def test_the_deal_passes_to_the_left_after_every_deal() -> None:
    after = deal_after("pass pass pass").result
    assert after is not None
    assert (after.dealer, after.scores, after.finished) == (1, (0, 0, 0), 1)
    played = deal_after("pass pass 6S", dealer=2)
    while played.ask is not None:
        played.play(played.ask.legal[0])
    assert played.result is not None and played.result.dealer == 0


def places(o: Options, dealer: int) -> str:
    """Who gets which cards of the pack, numbered from 1."""
    parts, at = [], 1
    for place, run in groupby(dealing(o, dealer)):
        size = len(list(run))
        parts.append(f"{place} {at}-{at + size - 1}")
        at += size
    return ", ".join(parts)


@pytest.mark.rule("FH-21", "FH-22", "FH-X3")
def test_cards_are_dealt_by_three_four_and_three() -> None:
    first, rest = "1 1-3, 2 4-6, 0 7-9, ", "1 13-16, 2 17-20, 0 21-24, 1 25-27, 2 28-30, 0 31-33"
    assert places(STANDARD, 0) == f"{first}kitty 10-12, {rest}"
    rest = "1 10-13, 2 14-17, 0 18-21, 1 22-24, 2 25-27, 0 28-30, kitty 31-33"
    assert places(replace(STANDARD, widow_deal="after_hands"), 0) == f"{first}{rest}"


@pytest.mark.rule("FH-22", "FH-23", "FH-X4", "FH-R29")
def test_two_players_have_a_dummy_before_the_opponent_or_a_widow_of_four() -> None:
    assert places(DUMMY_GAME, 1) == (
        "dummy 1-3, 0 4-6, 1 7-9, kitty 10-12, dummy 13-16, 0 17-20, 1 21-24, dummy 25-27, 0 28-30, 1 31-33"
    )
    assert places(SHORT, 1) == "0 1-3, 1 4-6, kitty 7-10, 0 11-14, 1 15-18, 0 19-21, 1 22-24"
    assert asked(deal_after(o=DUMMY_GAME, dealer=1)) == asked(deal_after(o=SHORT, dealer=1)) == (0, "bid")


def cards_in_hands(position: Position[Any]) -> set[str]:
    return {card for event in position.log if isinstance(event, Show) for card in event.cards}


@pytest.mark.rule("FH-23", "FH-41", "FH-86", "FH-R31")
def test_nobody_sees_a_dummy_or_an_unused_widow() -> None:
    where = dealing(DUMMY_GAME, 0)
    position = deal_after("pass pass", o=DUMMY_GAME)
    hidden = {card for card, place in zip(pack_for(DUMMY_GAME), where, strict=True) if place in {DUMMY, KITTY}}
    assert len(hidden) == 13
    assert cards_in_hands(position).isdisjoint(hidden)
    assert position.log[-1] == Note("thrown-in")


@pytest.mark.rule("FH-21", "FH-86")
def test_each_player_sees_his_own_ten_cards() -> None:
    position = deal_after(o=FIVE)
    for seat in range(5):
        (hand,) = shown_to(position, seat, "hand")
        assert len(hand.split()) == 10
