"""Policies as functions of a question and a view: what a bot may answer without a search."""

from __future__ import annotations

from random import Random

from arena.client.rollout_players import SensiblePlayers, board_of, greedy_word, seats_seen
from arena.client.search import game_of
from arena.client.seat import Question
from arena.games.kernel import Ask, Deal, Event, View, Word


def random_word(ask: Ask | Question, view: View) -> Word:  # noqa: ARG001 - every policy has the same arguments
    """Return a random legal word; of a question of the arena, by the random numbers of its game."""
    rng = ask.rng if isinstance(ask, Question) else _RNG
    return ask.legal[int(rng.random() * len(ask.legal))]


_RNG = Random()


def greedy(ask: Ask | Question, view: View) -> Word:
    """Return the answer of the policy `greedy`: bid nothing, and take each trick as cheaply as possible."""
    game = game_of(view)
    sides = game.seating(view.options).sides
    return greedy_word(game, view.options, sides, board_of(game, view), ask, view.events, len(view.events))


def sensible(ask: Ask | Question, view: View) -> Word:
    """Return the answer of the sample bot `sensible`, from its own code."""
    log: list[Event] = [*view.events]
    if view.standing is not None:
        log.insert(0, Deal(1, view.standing))
    game = game_of(view)
    players = SensiblePlayers(game, view.options, view.standing, _RNG, seats_seen(game, view.options, (ask.seat,)))
    return players.word(ask, log, len(log))
