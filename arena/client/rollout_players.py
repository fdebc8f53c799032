"""The players of rollouts: they follow the events of a deal, and answer its questions by a policy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from arena.client.greedy_play import board_of, check_cards, greedy_word
from arena.client.seat import Question
from arena.client.words import NOTHING, words_of
from arena.games.careful.answers import answer
from arena.games.careful.seen import NOBODY, Seen
from arena.games.kernel import AnyGame, Ask, Deal, Did, Event, Note, Seat, Side, View, Word
from arena.games.kernel.knowledge import tell, told
from arena.games.search.bits import Board

Chances: TypeAlias = Mapping[Word, float]
"""The probability of each legal word; a word that is missing has the probability 0."""
Policy: TypeAlias = Callable[[Any, View], Word | Chances]
"""A function of the question (the kernel's `Ask`, or a `Question`) and the view of the seat that is asked."""

Named: TypeAlias = str | Policy
"""A policy: a function, or the name of one out of `POLICIES`."""
POLICIES = ("random", "greedy", "sensible")
"""The policies that have names: any word; the lowest card that takes the trick; the sample bot `sensible`."""


class Players(ABC):
    """All players of one deal, which go by one policy.

    Args:
        game: the game.
        options: its options.
        standing: the standing before the deal; None before the first deal.
        rng: the source of randomness.
    """

    def __init__(self, game: AnyGame, options: Any, standing: Any, rng: Random) -> None:
        self.game = game
        self.options = options
        self.standing = standing
        self.rng = rng
        self.heard: int = 0

    @abstractmethod
    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:
        """Return the answer to a question, or the probability of each answer.

        Args:
            ask: the question.
            log: the events of the deal, with nothing hidden; the players go by what they were told.
            end: how many of them came before the question. It never gets less.
        """

    def hear(self, log: Sequence[Event], end: int) -> None:
        """Take in the first events of the log of the deal; those that were taken in before are skipped."""
        self.heard = max(self.heard, min(end, len(log)))

    def twin(self) -> Players:
        """Return players that know as much, and will follow another way on from here."""
        return self

    def word(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word:
        """Return the answer to a question; see `chances`."""
        found = self.chances(ask, log, end)
        return found if isinstance(found, str) else drawn(found, self.rng)


def drawn(chances: Chances, rng: Random) -> Word:
    """Return a word with its probability; the probabilities need not add up to 1.

    Raises:
        ValueError: no word has a probability above 0.
    """
    if not any(chances.values()):
        raise ValueError("a policy gave no word a probability above 0")
    return rng.choices([*chances], [*chances.values()])[0]


class RandomPlayers(Players):
    """Players that answer with a random legal word."""

    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:  # noqa: ARG002 - it looks at nothing
        """Return the same probability for each legal word."""
        return dict.fromkeys(ask.legal, 1 / len(ask.legal))

    def word(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word:  # noqa: ARG002 - it looks at nothing
        """Return a random legal word."""
        return ask.legal[int(self.rng.random() * len(ask.legal))]


class PolicyPlayers(Players):
    """Players that go by a function.

    Args:
        policy: the function.
        game: the game.
        options: its options.
        standing: the standing before the deal; None before the first deal.
        rng: the source of randomness.
    """

    def __init__(self, policy: Policy, game: AnyGame, options: Any, standing: Any, rng: Random) -> None:
        super().__init__(game, options, standing, rng)
        self.policy = policy

    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:
        """Return what the function says.

        Raises:
            ValueError: it gives a word that is not legal.
        """
        begun = 1 if log and isinstance(log[0], Deal) else 0
        found = self.policy(
            ask, View(ask.seat, self.options, self.standing, tuple(told(log[begun:end], ask.seat)), self.game)
        )
        words = [found] if isinstance(found, str) else [*found]
        if wrong := [word for word in words if word not in ask.legal]:
            raise ValueError(f"the policy answered {wrong[0]!r}; it may say {' '.join(ask.legal)}")
        return found


class SensiblePlayers(Players):
    """Players that decide as the sample bot `sensible` does: its own code, with a table for each of them.

    What all see of the tricks is noted once: the first table keeps it, the others follow.

    Args:
        game: the game.
        options: its options.
        standing: the standing before the deal; None before the first deal.
        rng: the source of randomness.
        tables: seat -> the table of that player; see `seats_seen`.
    """

    def __init__(self, game: AnyGame, options: Any, standing: Any, rng: Random, tables: dict[Seat, Seen]) -> None:
        super().__init__(game, options, standing, rng)
        self.tables = tables
        self.all: list[Seen] = [*tables.values()]
        self.told: int = 0

    def hear(self, log: Sequence[Event], end: int) -> None:
        """Tell all players what they may know."""
        self._tell(log, end)
        super().hear(log, end)

    def twin(self) -> Players:
        """Return players with tables of their own."""
        tables = {seat: table.copy() for seat, table in self.tables.items()}
        found = SensiblePlayers(self.game, self.options, self.standing, self.rng, tables)
        found.heard, found.told = self.heard, self.told
        first = found.all[0]
        for table in found.all:
            if not table.keeps:
                table.follow(first)
        return found

    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:
        """Return the answer of the sample bot. Players catch up with the events only where there is a real choice."""
        if len(ask.legal) == 1:
            return ask.legal[0]
        self._tell(log, end)
        hand = ask.seat if ask.hand is None else ask.hand
        return answer(self.game, self.tables[ask.seat], hand, ask.kind, [*ask.legal])

    def _tell(self, log: Sequence[Event], end: int) -> None:
        """Tell the players what they may know of the events that they were not told yet."""
        for index in range(self.told, end):
            event = log[index]
            if type(event) is Did and event.told == "all":
                word = NOTHING if event.word is None else event.word
                for table in self.all:
                    table.watch(event.seat, event.kind, word)
            else:
                self._tell_each(event)
        self.told = max(self.told, end)

    def _tell_each(self, event: Event) -> None:
        """Tell each player what it may know of an event that not all learn in the same way, or that is no decision."""
        if type(event) is Did and event.kind == "play":  # face down: from here on, the notes differ
            for table in self.all:
                table.keep()
        for seat, table in self.tables.items():
            if (known := tell(event, seat)) is not None:
                hear(table, known)
        if type(event) is Deal:
            for table in self.all[1:]:
                table.follow(self.all[0])


def hear(table: Seen, event: Event) -> None:
    """Tell an event to a table, without the detour over a line of words."""
    if type(event) is Did:
        table.watch(event.seat, event.kind, NOTHING if event.word is None else event.word)
    elif type(event) is Note and event.kind == "trick":
        winner = event.values[0]
        table.take(winner if isinstance(winner, int) else NOBODY)
    else:
        table.hear(*words_of(event))


def seats_seen(game: AnyGame, options: Any, seats: Sequence[Seat]) -> dict[Seat, Seen]:
    """Return tables of the sample bot at the start of a game, one for each of these seats."""
    sides = ",".join(["-" if side is None else str(side) for side in game.seating(options).sides])
    words = [f"{key}={value}" for key, value in options.in_force().items()]
    found = {seat: Seen() for seat in seats}
    for seat, table in found.items():
        table.hear("game", ["G", game.name, f"seat={seat}", f"sides={sides}", *words])
    return found


class GreedyPlayers(Players):
    """Players that take each trick as cheaply as they can, and otherwise throw their lowest card."""

    def __init__(self, game: AnyGame, options: Any, standing: Any, rng: Random) -> None:
        super().__init__(game, options, standing, rng)
        check_cards(game, options)
        self.sides: tuple[Side | None, ...] = game.seating(options).sides
        self.board: Board | None = None
        self.known: bool = False

    def twin(self) -> Players:
        """Return players that look for the rules of the tricks by themselves, if they are not known yet."""
        found = GreedyPlayers(self.game, self.options, self.standing, self.rng)
        found.board, found.known = self.board, self.known
        return found

    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:
        """Return the greedy answer."""
        if ask.kind == "play" and not self.known:
            view = View(ask.seat, self.options, self.standing, tuple(log[:end]), self.game)
            self.board, self.known = board_of(self.game, view), True
        return greedy_word(self.game, self.options, self.sides, self.board, ask, log, end)


def players_of(policy: Named, game: AnyGame, options: Any, standing: Any, rng: Random) -> Players:
    """Return players that go by a policy, from the beginning of a deal.

    Raises:
        ValueError: there is no policy of this name.
    """
    if not isinstance(policy, str):
        return PolicyPlayers(policy, game, options, standing, rng)
    if policy == "random":
        return RandomPlayers(game, options, standing, rng)
    if policy == "greedy":
        return GreedyPlayers(game, options, standing, rng)
    if policy == "sensible":
        return SensiblePlayers(game, options, standing, rng, seats_seen(game, options, game.seating(options).players))
    raise ValueError(f"there is no policy {policy!r}; there are {', '.join(POLICIES)}, or give a function")
