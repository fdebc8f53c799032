"""Policies as functions of a question and a view: what a bot may answer without a search."""

from __future__ import annotations

from random import Random
from typing import Any

from arena.client.greedy_play import board_of, check_cards, greedy_word
from arena.client.rollout_players import hear, seats_seen
from arena.client.search import game_of
from arena.client.seat import Question
from arena.games.careful.answers import answer
from arena.games.careful.seen import Seen
from arena.games.kernel import AnyGame, Ask, Deal, Event, View, Word


def random_word(ask: Ask | Question, view: View) -> Word:  # noqa: ARG001 - every policy has the same arguments
    """Return a random legal word; of a question of the arena, by the random numbers of its game.

    Args:
        ask: the question.
        view: what the seat that is asked was told; it is not looked at.
    """
    rng = ask.rng if isinstance(ask, Question) else _RNG
    return ask.legal[int(rng.random() * len(ask.legal))]


_RNG = Random()


def greedy(ask: Ask | Question, view: View) -> Word:
    """Return the answer of the policy `greedy`: bid nothing, and take each trick as cheaply as possible.

    Args:
        ask: the question.
        view: what the seat that is asked was told.

    Raises:
        ValueError: the game has no cards.
    """
    game = game_of(view)
    check_cards(game, view.options)
    sides = game.seating(view.options).sides
    return greedy_word(game, view.options, sides, board_of(game, view), ask, view.events, len(view.events))


class Heard:
    """What the policy `sensible` has heard in a game. Each event is told to it once, and not again for every question.

    Args:
        view: a view of the game.
    """

    def __init__(self, view: View) -> None:
        self.game: AnyGame = game_of(view)
        self.seen: Seen = seats_seen(self.game, view.options, (view.seat,))[view.seat]
        self.standing: Any = None
        self.number: int = 0
        self.last: Event | None = None

    def __deepcopy__(self, _: object) -> None:
        """Return nothing: a copy of a table hears all of the deal again."""

    def goes_on_in(self, view: View) -> bool:
        """Return whether a view is of another deal, or begins with all that was heard of this one."""
        if view.standing is not self.standing or not self.number:
            return True
        return len(view.events) >= self.number and view.events[self.number - 1] is self.last

    def answer(self, ask: Ask | Question, view: View) -> Word:
        """Return the answer to a question, after hearing what is new in the view."""
        legal = [*ask.legal]
        if len(legal) == 1:
            return legal[0]
        if view.standing is not self.standing:
            hear(self.seen, Deal(1, view.standing))
            self.standing, self.number = view.standing, 0
        events = view.events
        for index in range(self.number, len(events)):
            hear(self.seen, events[index])
        self.number, self.last = len(events), events[-1] if events else None
        return answer(self.game, self.seen, ask.seat if ask.hand is None else ask.hand, ask.kind, legal)


def sensible(ask: Ask | Question, view: View) -> Word:
    """Return the answer of the sample bot `sensible`, from its own code.

    It keeps what it has heard in `ask.memory`, if the question has one.

    Args:
        ask: the question.
        view: what the seat that is asked was told.
    """
    memory = ask.memory if isinstance(ask, Question) else None
    heard: Heard | None = None if memory is None else memory.get("sensible")
    if heard is None or not heard.goes_on_in(view):
        heard = Heard(view)
        if memory is not None:
            memory["sensible"] = heard
    return heard.answer(ask, view)
