"""What a bot's author works with: `Turn`, all that a seat knows and is asked, and the worlds and positions in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from math import inf
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from arena.client.comparison import Comparison
from arena.client.holdings import holdings
from arena.client.known import Known
from arena.client.rollout_players import Chances, Named, Players, players_of
from arena.client.rollouts import Rollouts
from arena.client.search import SLIP, Search
from arena.client.seat import Question
from arena.client.simulation import Simulation
from arena.games.catalogue import GAMES
from arena.games.kernel import Ask, Card, Seat, Side, View, Word
from arena.games.kernel import World as Drawn
from arena.games.kernel.position import Position as Kernel
from arena.games.kernel.position import afresh, replay
from arena.games.search.alike import different
from arena.games.study import set_up

ANSWERS = 40
"""The part of its bank that a search uses for an answer is one in so many."""
UNLIMITED_MS = 100.0
"""What a search takes in ms if nothing says when it has to end."""
WORLDS = 2000
"""The most worlds that `compare` looks at without a number. More would hardly change the answer."""


class Turn(Known):
    """What one seat knows, and the question that it is asked.

    Args:
        view: what the seat was told in this deal.
        ask: the question; None between two questions.
        params: the parameters of the bot.
        clock: returns the time in s; searches go by it.

    Attributes:
        view: the same as the kernel has it: seat, options, standing, events and game.
        seat: the bot's seat.
        kind: what is asked, such as `bid` or `play`; "" if nothing is.
        legal: the legal answers.
        ms_left: the time for the answer in ms when the bot got it, its share of the time of a batch; `inf` if there is
            no limit. Leave some of it: the bot needs time to write, and the arena to read.
        params: parameter -> its value.
    """

    def __init__(
        self,
        view: View,
        ask: Ask | Question | None = None,
        params: Mapping[str, float] | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        super().__init__(view, ask, params)
        self._clock = clock
        self._search: Search | None = None

    def worlds(
        self,
        n: int | None = None,
        share: float = 0.3,
        *,
        ms: float = inf,
        infer: Policy | None = None,
        slip: float = SLIP,
        candidates: int = 1,
    ) -> Iterator[World]:
        """Yield worlds that agree with all that the seat knows, until the time is used; at least one.

        Args:
            n: how many at most. Without a limit of time they are so many.
            share: the part of `ms_left` to use; of the bank, a fortieth at most. Without any limit it is 100 ms.
            ms: the most time to use.
            infer: how the others are taken to answer: a world weighs as much as this makes what they said likely. None
                for worlds that all weigh 1.
            slip: how often the others do something else than `infer` says (see `Search.weighted`).
            candidates: with `infer`, if above 1: each world is one of so many, chosen as they weigh, and weighs 1.
        """
        limit = self._limit(n, share, ms)
        search = self._searching
        others = None if infer is None else search.players(_by_asks(infer))
        until = self._clock() + limit / 1000
        for number in count() if n is None else range(n):
            if number and self._clock() > until:
                return
            if others is None:
                yield World(search, search.draw(search.rng))
            else:
                world, position, weight = search.likely(others, slip, candidates)
                yield World(search, world, weight, position)

    def compare(
        self,
        default: Word | None = None,
        n: int | None = None,
        policy: Policy = "sensible",
        share: float = 0.3,
        *,
        ms: float = inf,
        margin: float = 1.0,
        infer: Policy | None = None,
        slip: float = SLIP,
        candidates: int = 4,
        foresight: float = 0.0,
    ) -> Comparison:
        """Return the default answer, or the best other one if rollouts show that it is clearly better.

        Answers are tried in the same worlds. Those that are clearly worse, or not among the best, are dropped on the
        way, and of cards that come to the same one is tried. So more time means more worlds for the best answers, and
        the default if there is time for five worlds or fewer.

        Args:
            default: the answer to keep without good reason; None for that of `sensible`.
            n: how many worlds to try at most.
            policy: what all seats go by after the answer.
            share: the part of the time to use, as in `worlds`.
            ms: the most time to use.
            margin: by how many standard errors another answer must be better.
            infer: the policy that the others have followed so far; None for worlds that are all as likely.
            slip: how often they answered at random instead.
            candidates: with `infer`, each world is one of so many, chosen as it weighs. The more, the closer the worlds
                come to what the weights say.
            foresight: above 0, each rollout also tries what else the seat could say the next time it has a choice (of
                up to eight answers). Of what the best of it gains more, a part counts: this number divided by that of
                the answers that the seat has left, at most all. A rollout takes several times as long.

        Raises:
            ValueError: there is no open question, the default is no legal answer to it, or there is no such policy.
        """
        return self._searching.compare(
            self.sensible() if default is None else default,
            WORLDS if n is None else n,
            _by_asks(policy),
            self._limit(n, share, ms),
            margin=margin,
            infer=None if infer is None else _by_asks(infer),
            slip=slip,
            candidates=candidates,
            foresight=foresight,
        )

    def simulate(
        self,
        n: int | None = None,
        policy: Policy = "sensible",
        share: float = 0.3,
        *,
        ms: float = inf,
        by: str = "score",
        infer: Policy | None = None,
        slip: float = SLIP,
    ) -> Simulation:
        """Try every legal answer in worlds, with rollouts to the end of the deal; return what came of each.

        Args:
            n: how many worlds to draw at most.
            policy: what all seats go by after the answer.
            share: the part of the time to use, as in `worlds`.
            ms: the most time to use.
            by: `score` for the gain of a position (`Position.gain`); `points` for the points of the tricks that are
                still to be won, which is faster but knows no contract. `points` is for questions for a card, and for
                the policies `random` and `greedy`.
            infer: the policy that the others have followed so far; worlds are weighted by it.
            slip: how often they answered at random instead.

        Raises:
            Unknown: by points, the position asks for no card, or its tricks have rules that the integers do not know.
            ValueError: there is no open question, no such policy, or no such measure.
        """
        return self._searching.simulate(
            WORLDS if n is None else n,
            _by_asks(policy),
            self._limit(n, share, ms),
            by=by,
            infer=None if infer is None else _by_asks(infer),
            slip=slip,
        )

    @property
    def _searching(self) -> Search:
        """What draws the worlds and plays them out; it reads the view once. The same calls get the same worlds."""
        if self._search is None:
            self._search = Search(self.view, clock=self._clock)
        return self._search

    def _limit(self, n: int | None = None, share: float = 0.3, ms: float = inf) -> float:
        """Return the time for a search in ms; `inf` for one that ends after `n` worlds where nothing else ends it."""
        found = min(share * self.ms_left, self.bank_ms / ANSWERS, ms)
        return UNLIMITED_MS if found == inf and n is None else found


class World:
    """A full deal that agrees with what a seat knows.

    Args:
        search: what drew it.
        drawn: the deal as the kernel has it.
        weight: how likely it is beside other worlds; 1 if nobody infers anything.
        position: the moment where the view ends, if it is there already.

    Attributes:
        drawn: the deal as the kernel has it: the draws, and what others have answered in secret.
        weight: how likely it is beside other worlds; 1 if nobody infers anything.
    """

    def __init__(self, search: Search, drawn: Drawn, weight: float = 1.0, position: Kernel[Any] | None = None) -> None:
        self.drawn = drawn
        self.weight = weight
        self._search = search
        self._position = position
        self._heard: Heard | None = None

    def position(self) -> Position:
        """Return the deal at the moment where the view ends, a new one each time."""
        at, self._position = self._position, None
        if at is None:
            at = replay(self._search.game, self._search.view, self.drawn)
        if self._heard is None:
            self._heard = Heard(at)
        return Position(at, self._search.rollouts, self._search.rng, self._heard, self.drawn.draws)


class Heard:
    """The players of a deal by policy, who know what happened up to a moment: they hear it once for all that follows.

    Args:
        at: the moment.
    """

    def __init__(self, at: Kernel[Any]) -> None:
        self._begin = len(at.log)
        self._players: dict[Any, Players] = {}

    def players(self, policy: Policy, at: Kernel[Any], on: Rollouts, rng: Random) -> Players:
        """Return players for a position of the same deal, not before the moment."""
        if policy not in self._players:
            players = players_of(_by_asks(policy), on.game, on.options, on.standing, rng)
            players.hear(at.log, self._begin)
            self._players[policy] = players
        return self._players[policy].twin()


class Position:
    """A deal with all cards open, which can be played on.

    Args:
        at: the same as the kernel has it.
        rollouts: what counts the gain.
        rng: random numbers for policies.
        heard: what players have heard of it.
        draws: the random draws of the deal by name; None if it cannot be pickled.
    """

    def __init__(
        self,
        at: Kernel[Any],
        rollouts: Rollouts,
        rng: Random,
        heard: Heard,
        draws: Mapping[str, tuple[Any, ...]] | None = None,
    ) -> None:
        self._at = at
        self._heard = heard
        self._rollouts = rollouts
        self._rng = rng
        self._draws = draws

    @classmethod
    def of(cls, study: Mapping[str, Any]) -> Position:
        """Return the position of a deal that is set up by hand.

        Args:
            study: the keys of a study, such as `game`, `hands`, `dealer` and `contract`: `arena help rules` lists them.

        Raises:
            arena.games.study.StudyError: the deal cannot be set up; all problems are listed.
        """
        at = set_up(study).position
        begun, _ = at.this_deal()
        return cls(at, Rollouts(at.game, at.options, begun.standing, perf_counter), Random("1"), Heard(at))

    @property
    def legal(self) -> tuple[Word, ...]:
        """The legal answers; empty when the deal is over."""
        return () if self._at.ask is None else tuple(self._at.ask.legal)

    @property
    def seat(self) -> Seat | None:
        """The seat that is asked; None when the deal is over."""
        return None if self._at.ask is None else self._at.ask.seat

    @property
    def kind(self) -> str:
        """What is asked; "" when the deal is over."""
        return "" if self._at.ask is None else self._at.ask.kind

    @property
    def side(self) -> Side | None:
        """The side of the seat that is asked."""
        return None if self._at.ask is None else self._rollouts.sides[self._at.ask.seat]

    @property
    def hands(self) -> dict[Seat, list[Card]]:
        """The cards that each seat holds; of card stacks, the top cards."""
        return holdings(self._rollouts.game, self._at)

    def distinct(self) -> tuple[Word, ...]:
        """Return the legal answers, and one of those that come to the same, such as the jack beside the ten."""
        legal = self.legal
        return different(self._rollouts.game, self._at, legal[0]) if legal else ()

    def play(self, word: Word) -> None:
        """Answer the question.

        Raises:
            IllegalWord: the word is not legal; nothing has changed.
        """
        self._at.play(word)

    def fork(self) -> Position:
        """Return a copy, which can be played on in another way."""
        return Position(self._at.fork(), self._rollouts, self._rng, self._heard, self._draws)

    def turn(self, seat: Seat | None = None) -> Turn:
        """Return what a seat knows here, by default the one that is asked."""
        ask = self._at.ask
        who = seat if seat is not None else 0 if ask is None else ask.seat
        return Turn(self._at.view(who), ask if ask is not None and ask.seat == who else None)

    def finish(self, policy: Policy = "sensible") -> None:
        """Play the deal to its end.

        Args:
            policy: how all seats answer: `random`, `greedy`, `sensible`, or a function of a `Turn` that returns a word,
                or word -> probability.

        Raises:
            ValueError: there is no such policy, or its answer is not legal.
        """
        at = self._at
        players = self._heard.players(policy, at, self._rollouts, self._rng)
        while (ask := at.ask) is not None:
            log = at.log
            at.proceed(players.word(ask, log, len(log)))

    def gain(self) -> dict[Side | None, float]:
        """Return what the deal has added to the score of each side, less what it added to those of the others.

        Where the next deals depend on what came of it, what the standing promises counts, too. A seat without a side,
        such as one that sits out, gains 0 under None.

        Raises:
            ValueError: the deal is not over.
        """
        if self._at.ask is not None:
            raise ValueError("the deal is not over: play on, or call finish() first")
        on = self._rollouts
        return {side: on.gain(self._at, seat) for seat, side in enumerate(on.sides)}

    def __copy__(self) -> Position:
        """Return a fork."""
        return self.fork()

    def __deepcopy__(self, _: object) -> Position:
        """Return a fork."""
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes the same position in another process: the deal, and all answers.

        Raises:
            TypeError: the deal was set up by hand, or its game is not in the list of games.
        """
        on = self._rollouts
        if self._draws is None or GAMES.get(on.game.name) is not on.game:
            raise TypeError("only a position of a world of a listed game can be pickled; fork() copies any")
        known = (on.game.name, on.options, on.standing, dict(self._draws), [*self._at.answers], self._rng)
        return _unpickled, known


def _unpickled(
    name: str, options: Any, standing: Any, draws: Mapping[str, tuple[Any, ...]], answers: list[Word], rng: Random
) -> Position:
    game = GAMES[name]
    at = afresh(game, View(0, options, standing, (), game), lambda draw, _: draws[draw])
    for word in answers:
        at.play(word)
    return Position(at, Rollouts(game, options, standing, perf_counter), rng, Heard(at), draws)


Policy: TypeAlias = str | Callable[[Turn], Word | Chances]
"""How a seat answers: the name of a policy, or a function that returns a word, or word -> probability."""


def _by_asks(policy: Policy) -> Named:
    """Return a policy as the library's own code calls it."""
    if isinstance(policy, str):
        return policy
    return lambda ask, view: policy(Turn(view, ask))
