"""Robbing: the question that nobody hears of, cards taken for all to see, and cards laid aside for nobody."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Did, Note, Show
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position
from arena.games.parts.cards import by_order, pack
from arena.games.parts.robbing import rob, swap
from tests.games.situations import legal

PACK = pack("AKQJT987")
READING = by_order((*PACK, "JK"))
PLAYERS = (0, 1, 2)


def taking(hand: list[str], cards: list[str], *, count: int, from_taken: bool) -> Position[list[str]]:
    return Position(
        Options(),
        lambda: swap(hand, cards, 1, players=PLAYERS, count=count, from_taken=from_taken, key=READING),
    )


@pytest.mark.parametrize(("yes", "no"), [("rob", "leave"), ("take", "leave")])
def test_only_who_robs_is_heard_of(yes: str, no: str) -> None:
    position = Position(Options(), lambda: rob(2, (yes, no)))
    assert position.ask is not None
    assert (position.ask.seat, position.ask.kind, position.ask.legal) == (2, "rob", (yes, no))
    other = position.fork()
    position.play(yes)
    other.play(no)
    assert (position.result, other.result) == (True, False)
    assert (position.told(0), other.told(0)) == ((Note("rob", (2,)),), ())
    assert other.told(2) == (Did(2, "rob", no, "nobody", 2),)


def test_a_yes_tells_who_holds_the_card_that_gives_the_right() -> None:
    position = Position(Options(), lambda: rob(2, holding="AS", players=PLAYERS))
    other = position.fork()
    position.play("rob")
    other.play("leave")
    assert position.told(0) == (Note("rob", (2,)), Show(PLAYERS, "right", 2, ("AS",)))
    assert other.told(0) == ()


def test_a_card_taken_is_seen_by_all_and_one_held_before_is_laid_aside() -> None:
    hand = ["KS", "AS", "JD", "KC", "8C"]
    position = taking(hand, ["7S"], count=1, from_taken=False)
    assert position.log == [Show(PLAYERS, "taken", 1, ("7S",))]
    assert legal(position) == "AS KS JD KC 8C"
    position.play("JD")
    assert (position.result, hand) == (["JD"], ["AS", "KS", "7S", "KC", "8C"])


def test_the_joker_turned_up_is_taken_in_the_same_way() -> None:
    hand = ["KS", "AS", "JD", "KC", "8C"]
    position = taking(hand, ["JK"], count=1, from_taken=False)
    assert legal(position) == "AS KS JD KC 8C"
    position.play("AS")
    assert hand == ["KS", "JD", "KC", "8C", "JK"]


def test_several_cards_taken_may_be_laid_aside_again() -> None:
    hand = ["9S", "7S", "AH", "8D", "TC"]
    position = taking(hand, ["8H", "QH", "7H"], count=3, from_taken=True)
    assert legal(position) == "9S 7S AH QH 8H 7H 8D TC"
    position.play("7H")
    assert legal(position) == "9S 7S AH QH 8H 8D TC"
    position.play("AH")
    position.play("7S")
    assert (position.result, hand) == (["7H", "AH", "7S"], ["9S", "QH", "8H", "8D", "TC"])


def test_nothing_is_asked_where_what_goes_out_is_settled() -> None:
    hand = ["9S", "7S", "8D", "TC"]
    position = taking(hand, ["8H"], count=0, from_taken=True)
    assert (position.result, hand) == ([], ["9S", "7S", "8H", "8D", "TC"])


@given(
    cards=st.permutations(PACK),
    held=st.integers(1, 6),
    number=st.integers(1, 6),
    from_taken=st.booleans(),
    seed=st.integers(0, 99),
    data=st.data(),
)
def test_the_laws_of_a_swap(
    cards: list[str], held: int, number: int, from_taken: bool, seed: int, data: st.DataObject
) -> None:
    before, table = cards[:held], cards[held : held + number]
    count = data.draw(st.integers(0, held + number if from_taken else held))
    hand, rng = [*before], Random(seed)
    position = taking(hand, table, count=count, from_taken=from_taken)
    while position.ask is not None:
        assert position.ask.kind == "discard"
        assert {*position.ask.legal} == {card for card in hand if from_taken or card not in table}
        position.play(rng.choice(position.ask.legal))
    aside = position.result
    assert aside is not None and len(aside) == count
    assert hand == sorted({*before, *table} - {*aside}, key=READING)
    shown = Show(PLAYERS, "taken", 1, tuple(table))
    assert position.told(0) == (shown, *[Did(1, "discard", None, "fact", 1)] * count)
    assert position.told(1) == (shown, *[Did(1, "discard", card, "fact", 1) for card in aside])
