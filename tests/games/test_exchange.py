"""A kitty taken and cards put away, and the draws for the first deal."""

from arena.games.kernel import Card, Rules, Show
from arena.games.kernel.position import Position
from arena.games.parts.bowers import READING
from arena.games.parts.draws import first_jack, lowest_drawn
from arena.games.parts.kitty import discards, take_kitty
from tests.games.toy import ToyOptions


def exchange(hand: list[Card]) -> Rules[list[Card]]:
    yield from take_kitty(hand, ["AD", "JK"], 1, READING)
    return (yield from discards(hand, 2, 1))


def test_the_kitty_is_seen_by_its_taker_and_discards_by_nobody_else() -> None:
    position = Position(ToyOptions(), lambda: exchange(["KS", "7C"]))
    assert position.told(1) == (Show((1,), "kitty", None, ("AD", "JK")),)
    assert position.ask is not None and position.ask.legal == ("JK", "KS", "AD", "7C")
    position.play("JK")
    position.play("7C")
    assert position.result == ["JK", "7C"]
    assert [event.word for event in position.told(0)] == [None, None]  # type: ignore[union-attr] # they are all `Did`


def test_only_what_is_allowed_may_be_put_away() -> None:
    position = Position(ToyOptions(), lambda: discards(["KS", "7C"], 1, 1, lambda hand: hand[1:]))
    assert position.ask is not None and position.ask.legal == ("7C",)


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
