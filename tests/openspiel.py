"""The games of OpenSpiel, tried: `python -m tests.openspiel` writes the table of docs/openspiel.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pyspiel

from arena.chance import keyed
from arena.games import openspiel
from arena.games.kernel import Result
from arena.games.kernel.options import OptionError
from arena.games.kernel.position import Position, play_game

PAGE = Path(__file__).parent.parent / "docs/openspiel.md"
WITH_PARAMETERS = {
    "bridge_uncontested_bidding": "bridge_uncontested_bidding(num_redeals=1)",
    "cached_tree": "cached_tree(game=kuhn_poker())",
    "coop_to_1p": "coop_to_1p(game=tiny_hanabi())",
    "misere": "misere(game=kuhn_poker())",
    "normal_form_extensive_game": "normal_form_extensive_game(game=kuhn_poker())",
    "repeated_game": "repeated_game(stage_game=matrix_pd(),num_repetitions=5)",
    "repeated_poker": (
        "repeated_poker(max_num_hands=3,reset_stacks=True,rotate_dealer=True,"
        "universal_poker_game_string=universal_poker(betting=nolimit,numPlayers=2,numRounds=2,blind=50%20100,"
        "firstPlayer=1%201,numBoardCards=0%201,stack=1200%201200))"
    ),
    "restricted_nash_response": "restricted_nash_response(game=kuhn_poker())",
    "start_at": "start_at(game=tic_tac_toe(),history=4;0)",
    "turn_based_simultaneous_game": "turn_based_simultaneous_game(game=goofspiel())",
    "zerosum": "zerosum(game=kuhn_poker())",
}
"""Games that need parameters, with some; and one that takes seconds to count its points without."""


class Tried(NamedTuple):
    """What came of a game.

    Args:
        text: what it was loaded by.
        problem: why it is not played; empty if it is.
        players: how many seats it has.
        about: what kind of game it is.
        moves: how many moves a game of random players had.
        returns: what came of it.
    """

    text: str
    problem: str = ""
    players: int = 0
    about: str = ""
    moves: int = 0
    returns: str = ""


class Watched:
    """A game of OpenSpiel that keeps its last state."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.state: Any = None

    def new_initial_state(self) -> Any:
        self.state = self.game.new_initial_state()
        return self.state


def texts() -> list[str]:
    """Return what each game that OpenSpiel registers is tried by."""
    return [WITH_PARAMETERS.get(name, name) for name in pyspiel.registered_names() if name != "trickarena"]


def playable() -> list[str]:
    """Return those that can be played."""
    return [text for text in texts() if not problem(text)]


def problem(text: str) -> str:
    """Return why a game cannot be played; empty if it can."""
    try:
        openspiel.loaded(text)
    except OptionError as error:
        return str(error).partition("is not possible: ")[2]
    return ""


def played(text: str, seed: str, words: Iterable[str] | None = None) -> tuple[Position[Result], Watched]:
    """Play a game with these words, or at random; return the position at its end, and OpenSpiel's game."""
    watched: list[Watched] = []
    found: Callable[..., Any] = openspiel.with_own_seed

    def watch(*given: Any) -> Watched:
        watched.append(Watched(found(*given)))
        return watched[0]

    openspiel.with_own_seed = watch  # type: ignore[assignment]
    try:
        position = play_game(openspiel.GAME, openspiel.Options(text), keyed(seed, text))
        rng, answers = Random(seed), None if words is None else iter(words)
        while position.ask is not None:
            position.play(rng.choice(position.ask.legal) if answers is None else next(answers))
    finally:
        openspiel.with_own_seed = found
    return position, watched[0]


def tried(text: str) -> Tried:
    """Return what comes of a game."""
    if why := problem(text):
        return Tried(text, why)
    spiel = openspiel.loaded(text)
    position, _ = played(text, "table")
    assert position.result is not None
    hidden = "nothing hidden" if spiel.open else "hidden information"
    at_once = spiel.type.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    parts = ["moves at the same time" if at_once else hidden, *(["draws"] if spiel.chancy else [])]
    returns = position.result.extra[0][1].replace(",", ", ")
    return Tried(text, "", spiel.game.num_players(), ", ".join(parts), len(position.answers), returns)


def table() -> str:
    """Return what came of all games as Markdown."""
    found = [tried(text) for text in texts()]
    good, bad = [each for each in found if not each.problem], [each for each in found if each.problem]
    rows = [f"| `{each.text}` | {each.players} | {each.about} | {each.moves} | {each.returns} |" for each in good]
    refused = [f"| `{each.text}` | {each.problem} |" for each in bad]
    return "\n".join(
        (
            f"With OpenSpiel {openspiel.VERSION}: tried {len(found)}, played {len(good)}, refused {len(bad)}.",
            "",
            "| game | seats | what it is | moves | returns |",
            "|---|---|---|---|---|",
            *rows,
            "",
            "| refused | why |",
            "|---|---|",
            *refused,
        )
    )


if __name__ == "__main__":
    from tests.generate import filled

    PAGE.write_text(filled(PAGE.read_text(), "games", table()))
