"""Who deals first."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Show
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position
from arena.games.parts.bowers import READING
from arena.games.parts.cards import RANKS, pack
from arena.games.parts.draws import first_dealer, first_jack, higher_drawn, lowest_drawn, no_seat
from tests.games.situations import fixed
from tests.games.toy import ToyOptions

PLAYERS = (0, 1, 2, 3)


@pytest.mark.rule("BB-3", "EC-4", "HA-4", "SW-4", "TB-3", "TP-5")
def test_the_first_dealer_is_named_or_drawn() -> None:
    chance = fixed({"first-dealer": (2, 0, 1)})
    assert first_dealer("random", (0, 1, 2), chance) == 2
    assert first_dealer("P1", (0, 1, 2), chance) == 1


@pytest.mark.rule("SW-4")
def test_a_seat_where_nobody_sits_is_named_with_the_way_out() -> None:
    assert list(map(str, no_seat("first_dealer", "P3", 3))) == [
        "first_dealer: P3 is no seat of players=3; name one of P0 to P2",
    ]
    assert [*no_seat("first_dealer", "P2", 3), *no_seat("first_dealer", "random", 3)] == []


@pytest.mark.rule("DN-4", "DN-R6", "DN-X1")
def test_equal_ranks_draw_again_from_the_rest() -> None:
    position = Position(Options(), partial(higher_drawn, ["KH", "KC", "7D", "TS", "AS"], (0, 1), PLAYERS))
    assert position.result == 1
    cards = ((0, "KH"), (1, "KC"), (0, "7D"), (1, "TS"))
    assert position.log == [Show(PLAYERS, "draw", seat, (card,)) for seat, card in cards]


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_the_highest_wins_or_those_at_the_top_draw_again(seed: int, number: int) -> None:
    cards = Random(seed).sample(pack(RANKS), 52)
    position = Position(Options(), partial(higher_drawn, cards, range(number), PLAYERS))
    ranks = [RANKS.index(card[0]) for card in cards[:number]]
    top = [seat for seat in range(number) if ranks[seat] == min(ranks)]
    again = Position(Options(), partial(higher_drawn, cards[number:], top, PLAYERS))
    first = [Show(PLAYERS, "draw", seat, (cards[seat],)) for seat in range(number)] if number > 1 else []
    assert (position.result, position.log) == (again.result, first + again.log)


def test_the_first_jack_turned_up_is_no_joker() -> None:
    cards = ["9S", "JK", "4D", "AC", "KH", "JD", "AS"]
    position = Position(ToyOptions(), lambda: first_jack(cards, (0, 1, 2, 3), (0, 1, 2, 3)))
    assert position.result == 1
    assert position.log == [Show((0, 1, 2, 3), "first-jack", None, ("9S", "JK", "4D", "AC", "KH", "JD"))]


def test_everybody_draws_a_card_and_the_lowest_is_found() -> None:
    cards = ["TD", "9C", "9H", "AS"]
    position = Position(ToyOptions(), lambda: lowest_drawn(cards, (0, 1, 2), key=lambda card: -READING(card)))
    assert position.result == 1
    assert position.log == [Show((0, 1, 2), "draw", seat, (card,)) for seat, card in enumerate(cards[:3])]
