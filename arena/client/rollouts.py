"""Rollouts: a deal in one world, played from an answer to its end, and what that gains for the seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Any

from arena.client.greedy_play import greedy_bit
from arena.client.rollout_players import Named, Players
from arena.games.kernel import AnyGame, Seat, Side, Word
from arena.games.kernel.position import Position
from arena.games.search.alike import different
from arena.games.search.bits import Play, any_bit
from arena.games.search.enter import enter

FORESEEN = 8
"""Foresight tries the other answers to a question only if it has no more answers than that."""


class Rollouts:
    """Plays a deal on from a position in which a seat is asked.

    Args:
        game: the game.
        options: its options.
        standing: the standing before the deal.
        clock: returns the time in s.
    """

    def __init__(self, game: AnyGame, options: Any, standing: Any, clock: Callable[[], float]) -> None:
        self.game = game
        self.options = options
        self.standing = standing
        self.clock = clock
        self.sides: tuple[Side | None, ...] = game.seating(options).sides

    def gains(
        self, position: Position[Any], players: Players, words: Sequence[Word], until: float, foresight: float = 0.0
    ) -> dict[Word, float]:
        """Return the gain of some answers in a world after one rollout each; of fewer if the time is up."""
        players.hear(position.log, len(position.log))  # once, and not again for each answer
        gains: dict[Word, float] = {}
        assert position.ask is not None
        for word in words:
            after, twins = position.fork(), players.twin()
            after.play(word)
            gains[word] = self._rollout(after, twins, position.ask.seat, foresight)
            if self.clock() > until:
                break
        return gains

    def _rollout(self, after: Position[Any], players: Players, seat: Seat, foresight: float) -> float:
        """Play a deal to its end, and return what it gains for a seat.

        With foresight, other answers to the seat's next real question are tried, too, and a part of what the best of
        them gains more is added.
        """
        best, left = -inf, 0
        while (ask := after.ask) is not None:
            word = players.word(ask, after.log, len(after.log))
            if foresight and ask.seat == seat:
                if not left and 1 < len(ask.legal) <= FORESEEN:
                    best = self._best_other(after, players, word)
                    left = 1
                elif left:
                    left += 1
            after.proceed(word)
        gain = self.gain(after, seat)
        return gain + min(1.0, foresight / left) * max(0.0, best - gain) if left else gain

    def _best_other(self, position: Position[Any], players: Players, word: Word) -> float:
        """Return the highest gain of the answers to the open question but one, and those that come to the same."""
        assert position.ask is not None
        best = -inf
        for other in different(self.game, position, word):
            if other != word:
                after = position.fork()
                after.play(other)
                best = max(best, self._rollout(after, players.twin(), position.ask.seat, 0.0))
        return best

    def by_score(self, position: Position[Any], players: Players) -> list[float]:
        """Return the gain of each legal answer in a world after one rollout by the rules."""
        assert position.ask is not None
        return [*self.gains(position, players, position.ask.legal, inf).values()]

    def gain(self, over: Position[Any], seat: Seat) -> float:
        """Return what a deal that is over has added to the score of a seat's side, less the mean of the others.

        Where the next deals depend on what has come of it, their prospects count, too.
        """
        before, game, side = self.standing, self.game, self.sides[seat]
        if before is None:
            return 0.0
        changes = [now - then for now, then in zip(game.scores(over.result), game.scores(before), strict=True)]
        return _margin(changes, side) + game.prospects(self.options, over.result, side)

    def by_points(self, position: Position[Any], policy: Named, rng: Random) -> list[float]:
        """Return the gain of each legal answer in a world after one rollout on integers."""
        assert position.ask is not None
        play = enter(self.game, position)
        sides = self.sides
        others = max([side for side in sides if side is not None])  # how many other sides there are
        side, random = sides[position.ask.seat], rng.random
        gains = []
        for word in position.ask.legal:
            after = play.copy()
            after.play(play.on.read(word))
            if policy == "random":
                after.play_out(random)
            else:
                _greedily(after, sides, random)
            own = theirs = 0
            for seat, points in enumerate(after.points):
                if sides[seat] == side:
                    own += points - play.points[seat]
                elif sides[seat] is not None:
                    theirs += points - play.points[seat]
            gains.append(own - theirs / others if others else float(own))
        return gains


def _margin(changes: Sequence[int], side: int | None) -> float:
    """Return how much more a side has gained than the others on average."""
    if side is None or side >= len(changes):
        return 0.0
    others = len(changes) - 1
    return changes[side] - (sum(changes) - changes[side]) / others if others else float(changes[side])


def _greedily(play: Play, sides: Sequence[int | None], random: Callable[[], float]) -> None:
    """Play to the end as `arena.client.rollout_players.GreedyPlayers` does, but name suits at random."""
    while legal := play.legal():
        if play.naming:
            play.play(any_bit(legal, random))
        else:
            own = play.trick != 0 and sides[play.best] == sides[play.turn]
            play.play(greedy_bit(play.on, legal, play.trick, play.live, own=own))
