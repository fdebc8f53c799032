"""Exchanges with a stock: who lays aside what, in which order cards are drawn, and who learns of it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Did, Note, Show
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position
from arena.games.parts.cards import by_order, pack
from arena.games.parts.exchange import draw, lay_and_draw
from tests.games.situations import legal

PACK = pack("KQJAT987")
READING = by_order(PACK)
HAND, STOCK = ["KS", "AH", "9D", "8D", "7C"], ["TH", "9S", "QS", "7H"]
Exchange = Position[list[str]]


def exchange(hand: list[str], stock: list[str], *, least: int = 1, most: int = 5) -> Exchange:
    return Position(Options(), lambda: lay_and_draw(hand, stock, 1, key=READING, least=least, most=most))


def say(position: Exchange, words: str) -> Exchange:
    for word in words.split():
        position.play(word)
    return position


def test_cards_are_laid_aside_one_by_one_and_then_as_many_are_drawn_from_the_top() -> None:
    hand, stock = [*HAND], [*STOCK]
    position = exchange(hand, stock)
    assert legal(position) == "KS AH 9D 8D 7C"
    assert legal(say(position, "7C")) == "KS AH 9D 8D done"
    assert legal(say(position, "KS")) == "AH 9D 8D done"
    assert say(position, "done").result == ["7C", "KS"]
    assert hand == ["9S", "AH", "TH", "9D", "8D"]
    assert stock == ["QS", "7H"]
    assert position.log[3:] == [Show((1,), "drawn", 1, ("TH", "9S")), Note("drawn", (1, 2, 2))]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        pytest.param(4, "7C 9D KS 8D", id="as many as the stock holds"),
        pytest.param(1, "7C", id="one, so done is never asked"),
        pytest.param(0, "", id="an empty stock: nobody is asked"),
    ],
)
def test_it_ends_by_itself_at_what_the_stock_holds(cards: int, words: str) -> None:
    stock = STOCK[:cards]
    position = say(exchange([*HAND], stock), words)
    assert (position.ask, position.result, stock) == (None, words.split(), [])
    assert [event for event in position.log if isinstance(event, Note)] == [Note("drawn", (1, cards, 0))] * bool(cards)


def test_it_ends_by_itself_at_the_most_cards_and_with_the_last_of_the_hand() -> None:
    assert say(exchange([*HAND], [*STOCK], most=2), "7C 9D").ask is None
    assert say(exchange(["KS", "AH"], [*STOCK], most=13), "AH KS").ask is None


def test_where_no_card_need_be_laid_aside_done_may_be_said_at_once() -> None:
    hand = [*HAND]
    position = exchange(hand, [*STOCK], least=0)
    assert legal(position) == "KS AH 9D 8D 7C done"
    assert (say(position, "done").result, hand) == ([], HAND)
    assert position.log[1:] == [Note("drawn", (1, 0, 4))]


def test_kind_and_last_word_are_those_of_the_game() -> None:
    hand, stock = [*HAND], [*STOCK]
    position = Position(
        Options(), lambda: lay_and_draw(hand, stock, 2, key=READING, kind="draw", least=0, done="enough")
    )
    assert position.ask is not None and (position.ask.seat, position.ask.kind) == (2, "draw")
    assert say(position, "7C enough").result == ["7C"]


@given(
    cards=st.permutations(PACK),
    held=st.integers(1, 13),
    left=st.integers(0, 14),
    least=st.integers(0, 2),
    most=st.integers(2, 13),
    seed=st.integers(0, 99),
)
def test_the_laws_of_an_exchange(cards: list[str], held: int, left: int, least: int, most: int, seed: int) -> None:
    before, pile = sorted(cards[:held], key=READING), cards[held : held + left]
    hand, stock, rng = [*before], [*pile], Random(seed)
    position = exchange(hand, stock, least=least, most=most)
    aside: list[str] = []
    while position.ask is not None:
        still = [card for card in before if card not in aside]
        assert position.ask.legal == (*still, *["done"] * (len(aside) >= least))
        aside.append(rng.choice(position.ask.legal))
        position.play(aside[-1])
    number = len(aside) - aside.count("done")

    limit = min(held, left, most)
    assert min(least, limit) <= number <= limit
    assert position.result == aside[:number]
    assert hand == sorted([*{*before} - {*aside}, *pile[:number]], key=READING)
    assert stock == pile[number:]
    drawn = (Show((1,), "drawn", 1, tuple(pile[:number])),) if number else ()
    told = (Note("drawn", (1, number, left - number)),) if left else ()
    assert position.told(0) == (*[Did(1, "exchange", None, "fact", 1)] * len(aside), *told)
    assert position.told(1) == (*[Did(1, "exchange", word, "fact", 1) for word in aside], *drawn, *told)


def test_cards_may_be_drawn_before_any_are_put_away() -> None:
    hand, stock = [*HAND], [*STOCK]
    position = Position(Options(), lambda: draw(hand, stock, 1, 2, key=READING))
    assert position.log == [Show((1,), "drawn", 1, ("TH", "9S")), Note("drawn", (1, 2, 2))]
    assert (hand, stock) == (["KS", "9S", "AH", "TH", "9D", "8D", "7C"], ["QS", "7H"])


@given(cards=st.permutations(PACK), held=st.integers(0, 13), left=st.integers(0, 14), count=st.integers(0, 14))
def test_the_laws_of_a_draw(cards: list[str], held: int, left: int, count: int) -> None:
    before, pile = cards[:held], cards[held : held + left]
    hand, stock = [*before], [*pile]
    position = Position(Options(), lambda: draw(hand, stock, 0, count, key=READING))
    number = min(count, left)
    assert (hand, stock) == (sorted(before + pile[:number], key=READING), pile[number:])
    note = Note("drawn", (0, number, left - number))
    assert position.told(0) == (*[Show((0,), "drawn", 0, tuple(pile[:number]))] * bool(number), note)
    assert position.told(1) == (note,)
