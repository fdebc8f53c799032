"""Where a game or a deal stands.

The coroutine of a whole game is strung together here, and `Position` drives it: the only way in for referees, searches
and tests.
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
    """Return the chance of one deal: the same names, drawn afresh for each deal number."""

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        return chance(f"deal {number} {name}", items)

    return draw


REMEMBERED = 8
"""How many draws a `remembering` chance keeps: those of a deal."""


def remembering(chance: Chance) -> Chance:
    """Return the same chance, which does not work out again what it has drawn last: forks ask for it again."""
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
    """Play deals until the game says that it is over; return its result.

    Args:
        game: the game.
        options: its options.
        chance: all randomness.
        begun: the deal that has just begun, to enter in the middle; None for the start of the game.
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


def deal_of(game: Game[O, S], options: O, standing: S, chance: Chance) -> Rules[S]:
    """Play one deal from a given standing; return the standing after it."""
    yield Deal(1, standing)
    return (yield from game.deal(options, standing, chance))


class _Past(NamedTuple):
    """What came before a deal: so many of the events and answers of another position, whose lists only grow."""

    log: list[Event]
    events: int
    answers: list[Word]
    known: int


MOST_DIDS: Final = 20_000
"""Words that are remembered at most, each of a kind of question and for every seat."""
_DIDS: Final[dict[str, dict[Word, dict[Seat, Did]]]] = {}
"""Each `Did` that everybody learnt of late, by kind, word and seat: looking one up costs less than making it. Only
legal words come here, of which games have few."""
_ASK: Final = Ask
_DEAL: Final = Deal
"""Compiled code finds a `Final` of its own module at once, and looks for other names in a dictionary."""


def _did(seat: Seat, kind: str, word: Word) -> Did:
    """Return the `Did` of a player who answered for its own hand, and let everybody know."""
    words = _DIDS.get(kind)
    seats = None if words is None else words.get(word)
    did = None if seats is None else seats.get(seat)
    return _new_did(seat, kind, word) if did is None else did


def _new_did(seat: Seat, kind: str, word: Word) -> Did:
    """Make it, and remember it."""
    if sum(map(len, _DIDS.values())) >= MOST_DIDS:
        _DIDS.clear()
    did = Did(seat, kind, word, "all", seat)
    _DIDS.setdefault(kind, {}).setdefault(word, {})[seat] = did
    return did


class Position(Generic[T]):
    """Where a game or a deal stands: the open question, the log so far, the result at the end.

    Args:
        options: the options that the rules were made with (handed on in views).
        rules: makes the coroutine afresh; its inputs must be values or functions of names: replaying is copying.
        resume: makes the coroutine of all that follows the begin of a deal, where that can be had: forks of long games
            need it.
        origin: the position that this one is a fork of, if it is one; it was made with the same rules.
    """

    __slots__ = (
        "_answers",
        "_begun",
        "_known",
        "_log",
        "_past",
        "_send",
        "ask",
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
    ) -> None:
        self.options = options
        self.rules = rules
        self.resume = resume
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
        """Play up to the first question."""
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

        Raises:
            IllegalWord: the word is not among `ask.legal`; nothing has changed then.
        """
        if self.ask is None or word not in self.ask.legal:
            raise IllegalWord(word)
        self.proceed(word, say)

    def proceed(self, word: Word, say: str = "") -> None:
        """Do the same with a word that is known to be among `ask.legal`: who asked a player has seen to that."""
        ask = self.ask
        assert ask is not None
        seat, kind, _, told, hand, talk = ask
        self._answers.append(word)
        log, send = self._log, self._send
        if say and talk is not None and len(say) <= talk.limit:
            log.append(Say(talk.seats, seat, say))
        if hand is None and told == "all":
            log.append(_did(seat, kind, word))
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
        """Everything that has happened, in order; `play` adds to it, and nobody else may."""
        if self._past is not None:
            self._recall(self._past)
        return self._log

    @property
    def answers(self) -> list[Word]:
        """The words that were answered, in order; `play` adds to them, and nobody else may."""
        if self._past is not None:
            self._recall(self._past)
        return self._answers

    def _recall(self, past: _Past) -> None:
        """Put what came before the deal of a fork into its own lists."""
        self._log = [*past.log[: past.events], *self._log]
        self._answers = [*past.answers[: past.known], *self._answers]
        if self._begun is not None:
            self._begun, self._known = self._begun + past.events, self._known + past.known
        self._past = None

    def fork(self) -> Position[T]:
        """Return an independent copy: the rules are played again with the same answers.

        Where the position can be resumed, that is done from the last deal on, and what came before is shared: a fork
        costs as much in the last deal of a long game as in the first.
        """
        return Position(self.options, self.rules, self.resume, origin=self)

    def _follow(self, origin: Position[T]) -> None:
        """Stand where another position stands, from the begin of its last deal on if that can be had."""
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
        """Return everything that the seat was told, in order."""
        return tuple(told(self.log, seat))

    def view(self, seat: Seat) -> View:
        """Return what the seat was told since the last deal began; before the first one, all that it was told."""
        if self._begun is None:
            return View(seat, self.options, None, tuple(told(self._log, seat)))
        deal, events = self.this_deal()
        return View(seat, self.options, deal.standing, tuple(told(events, seat)))

    def this_deal(self) -> tuple[Deal, list[Event]]:
        """Return the last deal that began, and everything that has happened in it."""
        assert self._begun is not None, "no deal has begun"
        return cast(Deal, self._log[self._begun]), self._log[self._begun + 1 :]


def _answer_again(send: Callable[[Any], Any], words: Iterable[Word]) -> None:
    """Send these words to a coroutine that has not begun, as the answers to its first questions; up to the next one."""
    event = send(None)
    for word in (*words, None):
        while type(event) is not Ask:
            event = send(None)
        if word is not None:
            event = send(word)


def play_game(game: Game[O, S], options: O, chance: Chance) -> Position[Result]:
    """Return the position at the start of a game."""
    known = remembering(chance)
    return Position(
        options, lambda: rules_of(game, options, known), lambda begun: rules_of(game, options, known, begun)
    )


def play_deal(game: Game[O, S], options: O, standing: S, chance: Chance) -> Position[S]:
    """Return the position at the start of one deal."""
    known = remembering(chance)
    return Position(options, lambda: deal_of(game, options, standing, known))


def afresh(game: Game[O, S], view: View, chance: Chance) -> Position[S]:
    """Return the position at the start of the deal of a view, or of what comes before the first deal."""
    if view.standing is None:
        return Position(view.options, lambda: game.start(view.options, chance))
    return play_deal(game, view.options, view.standing, chance)


def replay(game: Game[O, S], view: View, world: World, asked: list[Ask] | None = None) -> Position[S]:
    """Play the deal of a view again in another world: public words from the view, secret ones from the world.

    Args:
        game: the game.
        view: what a seat was told.
        world: a deal that agrees with it.
        asked: the questions that were answered are added to it.

    Raises:
        IllegalWord: the world does not allow what was seen; it is not consistent with the view.
        KeyError: the world lacks a draw or a secret word.
    """
    position = afresh(game, view, lambda name, _: world.draws[name])
    secrets = {key: iter(words) for key, words in world.secrets.items()}
    seen = [event for event in view.events if type(event) is Did]
    known = iter(seen)
    remaining = len(seen)
    while position.ask is not None:
        ask = position.ask
        hidden = ask.told == "nobody" and ask.seat != view.seat
        if not hidden and not remaining:
            break
        word = None
        if not hidden:
            word, remaining = next(known).word, remaining - 1
        if asked is not None:
            asked.append(ask)
        position.play(next(secrets[ask.seat, ask.kind]) if word is None else word)
    return position
