"""Tests of Minnow: the laws of every game, a deal by hand, and a second opinion on who takes a trick."""

from pathlib import Path
from random import Random
from typing import Any

from arena.games.api import GAMES, Did, Note, Position, play_game
from arena.games.laws import Shuffles, check_game, check_worlds_uniform

GAME = GAMES[str(Path(__file__).with_name("minnow.py"))]
HIGH = "JQKA"


def test_the_laws_hold() -> None:
    """Games end, points add up, nobody is told what is hidden, and so on."""
    for options in GAME.presets.values():
        check_game(GAME, options, 1, games=5)


def test_worlds_are_drawn_evenly() -> None:
    """What `hidden` draws are all deals that a seat may think of, each as often as any other."""
    check_worlds_uniform(GAME, GAME.options(), 1)


def test_a_deal() -> None:
    """The pack is not shuffled here: both get cards of spades and hearts in turn, seat 1 the better ones."""
    position = play_game(GAME, GAME.options(), lambda _, items: tuple(items))
    hands: dict[int, list[str]] = {0: [], 1: []}
    while position.ask is not None and len(position.answers) < 8:
        hands[position.ask.seat].append(position.ask.legal[0])
        position.play(position.ask.legal[0])
    assert hands == {0: ["KS", "JS", "KH", "JH"], 1: ["AS", "QS", "AH", "QH"]}
    assert [event for event in position.log if isinstance(event, Note) and event.kind == "points"] == [
        Note("points", (0, 4))
    ]


def test_a_second_opinion_on_every_trick() -> None:
    """What takes a trick, worked out once more and in another way."""
    for seed in range(20):
        position, rng = play_game(GAME, GAME.options(), Shuffles(seed)), Random(seed)
        while position.ask is not None:
            position.play(rng.choice(position.ask.legal))
        check_tricks(position)


def check_tricks(position: Position[Any]) -> None:
    """Check the winner of every trick of a game."""
    trick: list[Did] = []
    for event in position.log:
        if isinstance(event, Did):
            trick.append(event)
        elif isinstance(event, Note) and event.kind == "trick":
            (first, led), (second, reply) = [(did.seat, did.word or "") for did in trick]
            beaten = reply[-1] == led[-1] and HIGH.index(reply[0]) > HIGH.index(led[0])
            assert event.values[0] == (second if beaten else first), f"{led} {reply}"
            trick.clear()
