"""Positions: the state of a game or of a deal.

This module chains the deals of a game into one coroutine, and `Position` drives it. Referees, searches and tests all go
through `Position`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from arena.games.kernel.events import Ask, Chance, Deal, Did, Event, IllegalWord, Rules, Say, Seat, Word, made
from arena.games.kernel.game import Game, O, Result, S, View, World
from arena.games.kernel.knowledge import told
from arena.games.kernel.options import Options

T = TypeVar("T")


def in_deal(chance: Chance, number: int) -> Chance:
    """Return the randomness of one deal: each name draws anew for every deal number."""

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        return chance(f"deal {number} {name}", items)

    return draw


REMEMBERED = 8
"""How many draws `remembering` keeps: enough for one deal."""


def remembering(chance: Chance) -> Chance:
    """Return the same randomness with a cache of its last draws, because every fork asks for them again."""
    drawn: dict[str, tuple[Any, ...]] = {}

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        found = drawn.get(name)
        if found is None:
            if len(drawn) == REMEMBERED:
                drawn.clear()
            found = drawn[name] = chance(name, items)
        return found

    return draw


def rules_of(game: Game[O, S], options: O, chance: Chance, begun: Deal | None = None) -> Rules[Result]:
    """Play deals until the game is over; return its result.

    Args:
        game: the game.
        options: its options.
        chance: all randomness.
        begun: the deal to enter at, which has just begun; None starts the game.
    """
    if begun is None:
        number, standing = 0, (yield from game.start(options, chance))
    else:
        number, standing = begun
        standing = yield from game.deal(options, standing, in_deal(chance, number))
    while (result := game.result(options, standing)) is None:
        number += 1
        yield Deal(number, standing)
        standing = yield from game.deal(options, standing, in_deal(chance, number))
    return result


def deals_of(
    game: Game[O, S], options: O, chance: Chance, deals: int | None, begun: Deal | None = None
) -> Rules[tuple[S, Result | None]]:
    """Play a game for a limited number of deals; return the last standing, and the result if the game has ended.

    Args:
        game: the game.
        options: its options.
        chance: all randomness.
        deals: how many deals to play at most; None for the whole game.
        begun: as for `rules_of`.
    """
    if begun is None:
        number, standing = 0, (yield from game.start(options, chance))
    else:
        number, standing = begun
        standing = yield from game.deal(options, standing, in_deal(chance, number))
    while (result := game.result(options, standing)) is None and number != deals:
        number += 1
        yield Deal(number, standing)
        standing = yield from game.deal(options, standing, in_deal(chance, number))
    return standing, result


def deal_of(game: Game[O, S], options: O, standing: S, chance: Chance) -> Rules[S]:
    """Play one deal from a standing; return the standing after it."""
    yield Deal(1, standing)
    return (yield from game.deal(options, standing, chance))


class _Past(NamedTuple):
    """What came before a deal, shared with another position: the first part of its lists, which only grow.

    Args:
        log: the events of that position.
        events: how many of them came before the deal.
        answers: the answers of that position.
        known: how many of them came before the deal.
    """

    log: list[Event]
    events: int
    answers: list[Word]
    known: int


MOST_DIDS: Final = 20_000
"""How many answers `_DIDS` holds at most."""
_DIDS: Final[dict[tuple[Seat, str, Word], Did]] = {}
"""Public answers of seats for themselves: a game says the same few over and over, and a lookup takes half as long."""
_ASK: Final = Ask
_DEAL: Final = Deal
"""Compiled code reads a `Final` of its own module directly, and looks up other names in a dictionary."""


class Position(Generic[T]):
    """The state of a game or of a deal: the open question, the log so far, and the result at the end.

    Args:
        options: the options that the rules were made with; views carry them.
        rules: makes a new coroutine. Its inputs must be values or functions of names, because a copy is a replay.
        resume: makes the coroutine that continues from the start of a given deal; None if the rules cannot do that.
            It keeps forks of long games cheap.
        origin: the position to fork, made with the same rules; None for a new position.
        game: the game that is played; views name it. None for rules that are no game.
    """

    __slots__ = (
        "_answers",
        "_begun",
        "_known",
        "_log",
        "_past",
        "_send",
        "ask",
        "game",
        "options",
        "result",
        "resume",
        "rules",
    )

    def __init__(
        self,
        options: Options,
        rules: Callable[[], Rules[T]],
        resume: Callable[[Deal], Rules[T]] | None = None,
        *,
        origin: Position[T] | None = None,
        game: Any = None,
    ) -> None:
        self.options: Options = options
        self.game: Any = game
        self.rules: Callable[[], Rules[T]] = rules
        self.resume: Callable[[Deal], Rules[T]] | None = resume
        self._log: list[Event] = []
        self._answers: list[Word] = []
        self._past: _Past | None = None
        self._begun: int | None = None
        self._known = 0
        self.ask: Ask | None = None
        self.result: T | None = None
        self._send: Callable[[Any], Any]
        if origin is None:
            self._begin()
        else:
            self._follow(origin)

    def _begin(self) -> None:
        """Run the rules up to the first question."""
        send: Callable[[Any], Any] = self.rules().send
        self._send = send
        try:
            event = send(None)
            while type(event) is not Ask:
                self._log.append(event)
                event = send(None)
            self.ask = event
        except StopIteration as end:
            self.result = end.value
        begun = [i for i, event in enumerate(self._log) if type(event) is Deal]
        if begun:
            self._begun = begun[-1]

    def play(self, word: Word, say: str = "") -> None:
        """Answer the open question.

        Args:
            word: one of `ask.legal`.
            say: table talk that goes with it; ignored if the question allows none or not this text.

        Raises:
            IllegalWord: the word is not in `ask.legal`; the position has not changed.
        """
        if self.ask is None or word not in self.ask.legal:
            raise IllegalWord(word)
        self.proceed(word, say)

    def proceed(self, word: Word, say: str = "") -> None:
        """Answer the open question with a word that the caller has already checked against `ask.legal`."""
        ask = self.ask
        assert ask is not None
        seat, kind, _, told, hand, talk = ask
        self._answers.append(word)
        log, send = self._log, self._send
        if say and talk is not None and talk.fits(say):
            log.append(Say(talk.seats, seat, say))
        if hand is None and told == "all":
            did = _DIDS.get((seat, kind, word))
            if did is None:
                did = Did(seat, kind, word, told, seat)
                if len(_DIDS) < MOST_DIDS and type(seat) is int:  # True equals 1, and is another word
                    _DIDS[seat, kind, word] = did
            log.append(did)
        else:
            log.append(made(Did, (seat if hand is None else hand, kind, word, told, seat)))
        try:
            event = send(word)
            while type(event) is not _ASK:
                if type(event) is _DEAL:
                    self._begun, self._known = len(log), len(self._answers)
                log.append(event)
                event = send(None)
            self.ask = event
        except StopIteration as end:
            self.ask = None
            self.result = end.value

    @property
    def log(self) -> list[Event]:
        """All events so far, in order. Do not change the list: `play` appends to it."""
        if self._past is not None:
            self._recall(self._past)
        return self._log

    @property
    def answers(self) -> list[Word]:
        """All answers so far, in order. Do not change the list: `play` appends to it."""
        if self._past is not None:
            self._recall(self._past)
        return self._answers

    def _recall(self, past: _Past) -> None:
        """Copy the shared part before the deal into this position's own lists."""
        self._log = [*past.log[: past.events], *self._log]
        self._answers = [*past.answers[: past.known], *self._answers]
        if self._begun is not None:
            self._begun, self._known = self._begun + past.events, self._known + past.known
        self._past = None

    def fork(self) -> Position[T]:
        """Return an independent copy, made by replaying the same answers.

        With `resume`, only the last deal is replayed and everything before it is shared, so a fork in the last deal of
        a long game costs no more than one in the first.
        """
        return Position(self.options, self.rules, self.resume, origin=self, game=self.game)

    def __deepcopy__(self, _: object) -> Position[T]:
        """Return a fork: a coroutine cannot be copied otherwise."""
        return self.fork()

    def __copy__(self) -> Position[T]:
        """Return a fork."""
        return self.fork()

    def __getstate__(self) -> object:
        """Refuse to be pickled.

        Raises:
            TypeError: always.
        """
        raise TypeError("a Position cannot be pickled: copy it with fork(), or keep its answers and play them again")

    def _follow(self, origin: Position[T]) -> None:
        """Copy another position: replay its last deal, or all of it if the rules cannot resume."""
        self.ask, self.result, self._past = origin.ask, origin.result, origin._past
        self._begun, self._known = origin._begun, origin._known
        if origin._begun is None or self.resume is None:
            self._log, self._answers, coroutine = origin._log.copy(), origin._answers.copy(), self.rules()
        else:
            if origin._begun and origin._past is not None:  # a fork that has played on into another deal
                origin._recall(origin._past)
            begun, known = origin._begun, origin._known
            self._log, self._answers = origin._log[begun:], origin._answers[known:]
            self._begun = self._known = 0
            self._past = _Past(origin._log, begun, origin._answers, known) if origin._past is None else origin._past
            coroutine = self.resume(cast(Deal, self._log[0]))
        self._send = coroutine.send
        if self.ask is not None:
            _answer_again(self._send, self._answers)

    def told(self, seat: Seat) -> tuple[Event, ...]:
        """Return all events that the seat was told, in order."""
        return tuple(told(self.log, seat))

    def view(self, seat: Seat) -> View:
        """Return what the seat was told since the last deal began, or since the start before the first deal."""
        if self._begun is None:
            return View(seat, self.options, None, tuple(told(self._log, seat)), self.game)
        deal, events = self.this_deal()
        return View(seat, self.options, deal.standing, tuple(told(events, seat)), self.game)

    def this_deal(self) -> tuple[Deal, list[Event]]:
        """Return the last deal that began, and all events since."""
        assert self._begun is not None, "no deal has begun"
        return cast(Deal, self._log[self._begun]), self._log[self._begun + 1 :]


def _answer_again(send: Callable[[Any], Any], words: Iterable[Word]) -> None:
    """Start a coroutine and answer its first questions with these words; it then waits at the next question."""
    event = send(None)
    for word in (*words, None):
        while type(event) is not Ask:
            event = send(None)
        if word is not None:
            event = send(word)


def play_game(game: Game[O, S], options: O, chance: Chance) -> Position[Result]:
    """Return the position at the start of a game, with these `options` and draws by `chance`."""
    known = remembering(chance)
    return Position(
        options,
        lambda: rules_of(game, options, known),
        lambda begun: rules_of(game, options, known, begun),
        game=game,
    )


def play_deal(game: Game[O, S], options: O, standing: S, chance: Chance) -> Position[S]:
    """Return the position at the start of one deal."""
    known = remembering(chance)
    return Position(options, lambda: deal_of(game, options, standing, known), game=game)


def afresh(game: Game[O, S], view: View, chance: Chance) -> Position[S]:
    """Return the position at the start of the deal of a view; before the first deal, at the start of the game."""
    if view.standing is None:
        return Position(view.options, lambda: game.start(view.options, chance), game=game)
    return play_deal(game, view.options, view.standing, chance)


def replay(game: Game[O, S], view: View, world: World, asked: list[Ask] | None = None) -> Position[S]:
    """Replay the deal of a view in a world, with the known answers from the view and the secret ones from the world.

    What the seat heard is said again, what it did not hear is not.

    Args:
        game: the game.
        view: what a seat was told.
        world: a world that agrees with the view.
        asked: a list to which the answered questions are appended.

    Raises:
        IllegalWord: the world does not agree with the view: an answer would have been illegal in it.
        KeyError: the world lacks a draw or a secret answer.
    """
    position = afresh(game, view, lambda name, _: world.draws[name])
    secrets = {key: iter(words) for key, words in world.secrets.items()}
    seen = answered(view.events)
    known = iter(seen)
    remaining = len(seen)
    while position.ask is not None:
        ask = position.ask
        hidden = ask.told == "nobody" and ask.seat != view.seat
        if not hidden and not remaining:
            break
        word, say = None, ""
        if not hidden:
            (word, say), remaining = next(known), remaining - 1
        if asked is not None:
            asked.append(ask)
        position.play(next(secrets[ask.seat, ask.kind]) if word is None else word, say)
    return position


def answered(events: Iterable[Event]) -> list[tuple[Word | None, str]]:
    """Return the answers among some events in order: the word, None if it is secret, and the table talk with it."""
    answers: list[tuple[Word | None, str]] = []
    say = ""
    for event in events:
        if type(event) is Say:
            say = event.text
        elif type(event) is Did:
            answers.append((event.word, say))
            say = ""
    return answers
