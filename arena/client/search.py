"""What a search needs, for every game: worlds, the deal of a view in a world, rollouts, and weights of worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from arena.client.comparison import Comparison, Race
from arena.client.holdings import holdings
from arena.client.rollout_players import Named, Players, players_of
from arena.client.rollouts import Rollouts
from arena.client.simulation import Simulation, Tally
from arena.games.kernel import AnyGame, Ask, Card, Did, Sampler, Seat, Side, View, Word, World
from arena.games.kernel.position import Position, replay
from arena.games.search.alike import different
from arena.games.search.bits import Play
from arena.games.search.enter import enter

SLIP = 0.2
"""How often others are taken to do something else than the policy that is thought to be theirs."""


def game_of(view: View) -> AnyGame:
    """Return the game of a view.

    Raises:
        ValueError: the view does not say it.
    """
    if view.game is None:
        raise ValueError("this view does not say its game: name it, as in Search(view, game)")
    game: AnyGame = view.game
    return game


class Weighted(NamedTuple):
    """A world, and its probability among those that were drawn with it."""

    world: World
    weight: float


class Search:
    """What one seat may think about a deal, given what it was told. Reads the view once.

    Args:
        view: what the seat was told.
        game: the game, if the view does not say it.
        seed: the seed of all worlds and rollouts. The same calls with the same seed give the same results, but for
            budgets of time.
        clock: returns the time in s; budgets go by it.

    Raises:
        ValueError: nobody says the game.
    """

    def __init__(
        self,
        view: View,
        game: AnyGame | None = None,
        seed: object = 1,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.view = view
        self.game: AnyGame = game_of(view) if game is None else game
        self.sides: tuple[Side | None, ...] = self.game.seating(view.options).sides
        self.rng: Random = Random(str(seed))
        self.draw: Sampler = self.game.sampler(view)
        self.clock = clock
        self.rollouts: Rollouts = Rollouts(self.game, view.options, view.standing, clock)

    def worlds(self, n: int) -> list[World]:
        """Return worlds that agree with the view, each drawn uniformly from all of them."""
        return [self.draw(self.rng) for _ in range(n)]

    def replay(self, world: World) -> Position[Any]:
        """Return the deal in a world, at the moment where the view ends: `ask`, `play(word)`, `fork()`, `log`."""
        return replay(self.game, self.view, world)

    def hands(self, world: World) -> dict[Seat, list[Card]]:
        """Return the cards that each seat holds in a world where the view ends; of card stacks, the top cards."""
        return holdings(self.game, self.replay(world))

    def enter(self, world: World) -> Play:
        """Return the same position as hands, trick and turn on integers: see `arena.games.search.bits`.

        Raises:
            Unknown: the position asks for no card, or its tricks have rules that the integers do not know.
        """
        return enter(self.game, self.replay(world))

    @property
    def legal(self) -> tuple[Word, ...]:
        """The legal answers to the open question; empty if there is none."""
        ask = self.replay(self.draw(Random(1))).ask
        return () if ask is None else tuple(ask.legal)

    def weighted(self, n: int, policy: Named, slip: float = SLIP) -> list[Weighted]:
        """Return worlds, each with its probability given what the others have said and played by a policy.

        A world weighs as much as the policy makes it likely that the others said what they said in it. Their answers
        that the seat was not told count as the world has them. The weights add up to 1.

        Args:
            n: how many worlds to draw.
            policy: what the others are taken to go by. If it is a function that returns probabilities, these are taken
                as they are; a policy that returns a word is taken to be followed but for `slip`.
            slip: how often the others answer at random instead.
        """
        asked: list[Ask] = []
        found = []
        others = self.players(policy)
        for _ in range(n):
            world = self.draw(self.rng)
            asked.clear()
            position = replay(self.game, self.view, world, asked)
            found.append(Weighted(world, self._likelihood(position, asked, others.twin(), slip)))
        total = sum([each.weight for each in found])
        if not total:
            return [Weighted(each.world, 1 / n) for each in found]
        return [Weighted(each.world, each.weight / total) for each in found]

    def players(self, policy: Named) -> Players:
        """Return players of the deal that go by a policy, from its beginning."""
        return players_of(policy, self.game, self.view.options, self.view.standing, self.rng)

    def _likelihood(
        self, position: Position[Any], asked: Sequence[Ask], players: Players, slip: float, least: float = 0.0
    ) -> float:
        """Return the probability of what the others said in a position, given the questions that were answered.

        If it is not above `least`, the result may be any number that is not above it either.
        """
        view, log = self.view, position.log
        likelihood, number = 1.0, 0
        for index, event in enumerate(log):
            if not isinstance(event, Did):
                continue
            ask = asked[number]
            number += 1
            if ask.seat == view.seat or len(ask.legal) == 1:
                continue
            chances = players.chances(ask, log, index)
            if isinstance(chances, str):
                likelihood *= slip / len(ask.legal) + (1 - slip) * (chances == event.word)
            else:
                likelihood *= chances.get(event.word or "", 0.0)
            if likelihood <= least:
                break
        return likelihood

    def simulate(
        self,
        n: int = 100,
        policy: Named = "random",
        budget_ms: float = inf,
        *,
        by: str = "score",
        infer: Named | None = None,
        slip: float = SLIP,
    ) -> Simulation:
        """Try every legal answer in worlds, with rollouts to the end of the deal; return what came of each.

        Each world gets one rollout for each answer. It stops after `n` worlds, or when the budget is used up; the last
        world is then left out, unless it is the first.

        Args:
            n: how many worlds to draw at most.
            policy: what all seats go by after the answer.
            budget_ms: the time to use, in ms.
            by: `score` for what the deal adds to the score of the seat's side, less what it adds to that of the others
                (their mean), with what the standing after it promises (`Game.prospects`); `points` for the
                points of the tricks that are still to be won, counted in the same way. That is faster, since the tricks
                are played on integers, but knows no contract. It is for questions for a card, and for the policies
                `random` and `greedy`.
            infer: the policy that the others have followed so far; worlds are weighted by it (see `weighted`). None
                for worlds that all weigh the same.
            slip: how often they answered at random instead.

        Raises:
            Unknown: by points, the position asks for no card, or its tricks have rules that the integers do not know.
            ValueError: there is no open question, no such policy, or no such measure.
        """
        if by not in {"score", "points"} or (by == "points" and policy not in {"random", "greedy"}):
            raise ValueError(
                f"by {by!r} with the policy {policy!r}: take 'score', or 'points' with 'random' or 'greedy'"
            )
        players = self.players(policy)
        others = None if infer is None else self.players(infer)
        until = self.clock() + budget_ms / 1000
        tally: Tally | None = None
        asked: list[Ask] = []
        for number in range(n):
            asked.clear()
            position = replay(self.game, self.view, self.draw(self.rng), asked)
            if position.ask is None:
                raise ValueError("there is no open question in this view")
            if tally is None:
                tally = Tally(tuple(position.ask.legal))
            weight = 1.0 if others is None else self._likelihood(position, asked, others.twin(), slip)
            gains = (
                self.rollouts.by_points(position, policy, self.rng)
                if by == "points"
                else self.rollouts.by_score(position, players.twin())
            )
            late = self.clock() > until
            if not late or not number:
                tally.add(gains, weight)
            if late:
                break
        if tally is None:
            raise ValueError("n: draw one world or more")
        return tally.result()

    def compare(
        self,
        default: Word,
        n: int = 100,
        policy: Named = "sensible",
        budget_ms: float = inf,
        *,
        margin: float = 1.0,
        infer: Named | None = None,
        slip: float = SLIP,
        candidates: int = 4,
        foresight: float = 0.0,
    ) -> Comparison:
        """Return the default answer, or the best other one if rollouts show that it is clearly better.

        Each world gets one rollout by score for each answer, as in `simulate`, so answers are compared in the same
        worlds. Of cards that come to the same, one is tried (`arena.games.search.alike`; in games whose tricks the
        integers know). Answers that are clearly worse than another one, or not among the best, are dropped on the way
        (`arena.client.comparison`). The search ends after `n` worlds, when the budget is used up, or when nothing is
        left to compare; a world that is not finished does not count. So more time means more worlds for the best
        answers, and the default if there is time for five or fewer.

        Args:
            default: the answer to keep without good reason: what the seat would say without a search.
            n: how many worlds to try at most.
            policy: what all seats go by after the answer.
            budget_ms: the time to use, in ms.
            margin: by how many standard errors another answer must be better.
            infer: the policy that the others have followed so far; None for worlds that are all as likely.
            slip: how often they answered at random instead.
            candidates: with `infer`, each world is one of so many, chosen as it weighs (see `weighted`). The more, the
                closer the worlds come to what the weights say.
            foresight: above 0, each rollout also tries what else the seat could say the next time it has a choice (of
                up to eight answers). Of what the best of it gains more, a part counts: this number divided by that of
                the answers that the seat has left, at most all. All of it would be too much, since the seat will not
                know the world then. A rollout takes several times as long.

        Raises:
            ValueError: there is no open question, the default is no legal answer to it, or there is no such policy.
        """
        until = self.clock() + budget_ms / 1000
        players = self.players(policy)
        others = None if infer is None else self.players(infer)
        race: Race | None = None
        for number in range(n):
            if number and self.clock() > until:
                break
            _, position, _ = self.likely(others if candidates > 1 else None, slip, candidates)
            ask = position.ask
            if ask is None or default not in ask.legal:
                raise ValueError(f"{default!r} is no legal answer to an open question of this view")
            if race is None:
                race = Race(different(self.game, position, default), default)
                if not race.running:
                    break
            gains = self.rollouts.gains(position, players.twin(), [default, *race.running], until, foresight)
            if len(gains) <= len(race.running) or not race.add(gains):
                break
        return Comparison(default, {}, 0) if race is None else race.result(margin)

    def likely(self, others: Players | None, slip: float, candidates: int) -> tuple[World, Position[Any], float]:
        """Return a world, the deal in it, and what it weighs.

        If the others go by a policy, a single candidate weighs as much as that makes it likely. Of several one is
        chosen, as they weigh, and weighs 1.
        """
        if others is None:
            world = self.draw(self.rng)
            return world, replay(self.game, self.view, world), 1.0
        # Each candidate comes after a random time, the sooner the more it weighs, and the first is taken. So one that
        # can no longer be the first need not be weighed to the end.
        chosen: tuple[World, Position[Any]] | None = None
        soonest, weight = inf, 1.0
        for _ in range(candidates):
            asked: list[Ask] = []
            world = self.draw(self.rng)
            position = replay(self.game, self.view, world, asked)
            if chosen is None:
                chosen = world, position
            time = self.rng.expovariate(1.0)
            weight = self._likelihood(position, asked, others.twin(), slip, time / soonest)
            if weight > time / soonest:
                chosen, soonest = (world, position), time / weight
        assert chosen is not None
        return (*chosen, weight if candidates == 1 else 1.0)
