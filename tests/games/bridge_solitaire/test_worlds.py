"""Bridge Solitaire: what the player may think of the hole cards and of the stock."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from arena.games.bridge_solitaire import GAME, HOLE, PLAN
from arena.games.bridge_solitaire.house import PACK
from arena.games.kernel import World
from arena.games.laws.census import census
from arena.games.parts.cards import STOCK, dealt
from tests.games.bridge_solitaire.situations import dealt as dealt_hand
from tests.games.bridge_solitaire.situations import playing
from tests.games.situations import assert_equally_likely, assert_even, say, shares_of

rule = pytest.mark.rule

HAND = "AS KS QS JS TS 9S 8S 7S 6S AH KH QH JH"
NOT_VALID = "TH 9H 8H 7H 6H 5H 4H 3H AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AC KC QC JC TC 9C"
LAST = "2S 3S 4S JK1 5S JK2"


def stock_of(world: World) -> list[str]:
    return dealt(world.draws["pack"], PLAN, STOCK)


@rule("BS-37")
def test_before_the_choice_any_card_may_be_a_hole_card() -> None:
    position = say(dealt_hand(up=HAND), "KS QS")
    unseen = frozenset(PACK) - frozenset(HAND.split())
    share = shares_of(GAME.worlds, position.view(0), lambda world: dealt(world.draws["pack"], PLAN, HOLE))
    assert set(share) <= unseen
    assert_even(share, 41, 7 / 41)


@rule("BS-37")
@pytest.mark.parametrize(("leads", "left"), [("AS KS", 4), ("AS KS QS", 3)])
def test_cards_that_were_not_turned_up_lie_in_any_order(leads: str, left: int) -> None:
    pack = f"2H {NOT_VALID} {LAST}".split()
    position = say(playing(HAND, "7S", " ".join(pack)), f"AH {leads}")
    view, rng = position.view(0), Random(1)
    turned, rest = pack[:-left], pack[-left:]
    possible = set(permutations(rest))

    def order() -> tuple[str, ...]:
        stock = stock_of(GAME.worlds(view, rng))
        assert stock[:-left] == turned
        return tuple(stock[-left:])

    assert_equally_likely(possible, order)
    cards = GAME.worlds(view, rng).draws["pack"]
    true = tuple(dict(zip(dealt(cards, PLAN, STOCK), pack, strict=True)).get(card, card) for card in cards)
    found = census(GAME, position, view, {"pack": true})
    assert found is not None and len(found) == len(possible)


@rule("BS-5", "BS-37")
def test_discards_are_in_no_world_again() -> None:
    position = playing(HAND, "7S", f"2H {NOT_VALID} {LAST}")
    view, rng = position.view(0), Random(2)
    for _ in range(20):
        stock = set(stock_of(GAME.worlds(view, rng)))
        assert stock == {"2H", *NOT_VALID.split(), *LAST.split()}
