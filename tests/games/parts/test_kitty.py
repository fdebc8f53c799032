"""A kitty taken and cards put away."""

from arena.games.kernel import Card, Rules, Show
from arena.games.kernel.position import Position
from arena.games.parts.bowers import READING
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
