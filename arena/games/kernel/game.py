"""The game as a value: seating, deals, result; what one seat was told (`View`), and a full deal behind it (`World`)."""

# Not compiled: a generic frozen dataclass.

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from random import Random
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from arena.games.kernel.contracts import Contract, Hand, numbered
from arena.games.kernel.events import Card, Chance, Event, Note, Plan, Rules, Seat, Side, Word
from arena.games.kernel.opening import opening_draws
from arena.games.kernel.options import Options


class Standing(Protocol):
    """All state that carries over from one deal to the next (scores, dealer, ...). All of it is public."""

    def words(self) -> tuple[str, ...]:
        """Return the `key=value` words of the `deal` note."""


def spelled(**values: object) -> tuple[str, ...]:
    """Return `values` as the `key=value` words of a standing, tuples as comma-separated lists, without None and ()."""
    return tuple([f"{key}={_spelled(value)}" for key, value in values.items() if value is not None and value != ()])


def _spelled(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


class Seating(NamedTuple):
    """Who sits where: the side of each seat (None for a seat without a side), and the seat that answers for it."""

    sides: tuple[Side | None, ...]
    answers: tuple[Seat, ...]

    @property
    def seats(self) -> int:
        """The number of hands at the table."""
        return len(self.sides)

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that answer questions, in ascending order: one bot each."""
        return tuple(sorted(set(self.answers)))

    @property
    def number_of_sides(self) -> int:
        """The number of lines on the score sheet."""
        return len({side for side in self.sides if side is not None})


def page(name: str, package: str = "arena.games") -> Callable[[], str]:
    """Return what reads a page of rules, for `Game.rules`.

    Args:
        name: the page is the file NAME.md.
        package: the package that it lies in.
    """
    return lambda: files(package).joinpath(f"{name}.md").read_text(encoding="utf-8")


def seated(sides: Sequence[Side | None]) -> Seating:
    """Return the seating for these sides, one per seat, in which every seat answers for itself."""
    return Seating(tuple(sides), tuple(range(len(sides))))


SILENT = "silent"
"""The key in `Result.extra` that names a side that played for another one: its own place means nothing."""


class Result(NamedTuple):
    """How a game ended: the place of every side (1 = first; ties share a place), its score, and the reason.

    `extra` holds further `key, word` pairs of the record: `games` (how many games the win counts for), `stake` (the
    same where it is points), `label`, `money` (of each seat, in cents), `silent`.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    extra: tuple[tuple[str, str], ...] = ()


MOST_SCORE = 10**12
"""The highest score that ladders count, and minus this one is the lowest."""
_NUMBERS = {
    "games": re.compile(r"\d{1,12}"),
    "stake": re.compile(r"-?\d{1,12}(\.\d{1,12})?"),
    "money": re.compile(r"-?\d{1,12}(,-?\d{1,12})*"),
}
"""What the values of `Result.extra` that ladders count look like."""


def flaw(result: Any, sides: int) -> str:
    """Return why a result of the rules cannot be counted; an empty text if it can.

    Args:
        result: the result.
        sides: the number of sides of the game.
    """
    if type(result) is not Result or not all(type(part) is tuple for part in (*result[:2], result.extra)):
        return f"{result!r:.200} is no Result with tuples of places and scores"
    strange = [each for each in (*result.places, *result.scores) if type(each) is not int]
    if strange:
        return f"places and scores are whole numbers (int), not {strange[0]!r:.60}"
    if max(map(abs, result.scores), default=0) > MOST_SCORE:
        return f"scores are from -{MOST_SCORE} to {MOST_SCORE}"
    if not len(result.places) == len(result.scores) == sides:
        return f"{result} is not for {sides} sides"
    for place in result.places:
        if place != 1 + sum([other < place for other in result.places]):
            return f"{result}: no side can be at place {place}"
    return _flaw_in_extra(result.extra, sides)


def no_value(values: Iterable[Any]) -> str:
    """Return why some values cannot be those of a note; an empty text if they can.

    True and 1.0 equal 1 and are other words, so what is the same to Python would be told in different ways.
    """
    strange = [each for each in values if type(each) not in {int, str}]
    return f"values are texts (str) and whole numbers (int), not {strange[0]!r:.60}" if strange else ""


def _flaw_in_extra(extra: tuple[Any, ...], sides: int) -> str:
    """Return what is wrong with the further pairs of a result."""
    for pair in extra:
        if type(pair) is not tuple or [type(each) for each in pair] != [str, str]:
            return f"extra has pairs of texts, not {pair!r:.60}"
        key, value = pair
        if key in {"places", "scores", "reason"}:
            return f"extra cannot have {key}, which the result has already"
        if key == SILENT and value not in map(str, range(sides)):
            return f"extra: {SILENT} names a side, and {value!r:.60} is none"
        if key in _NUMBERS and not _NUMBERS[key].fullmatch(value):
            return f"extra: {key} is a number, not {value!r:.60}"
    return ""


class Measure(NamedTuple):
    """What the table of a ladder goes by if its owner does not say: wins, or points in a unit of the game's own.

    Args:
        by: `wins` if a game is played to be won, `points` if it is played for what `Result.scores` counts.
        unit: what that is called, in the plural: `points`, `chips`.
    """

    by: Literal["wins", "points"]
    unit: str = "points"


WINS = Measure("wins")
M = TypeVar("M", int, tuple[int, ...])


def places(marks: Sequence[M]) -> tuple[int, ...]:
    """Return the place of each side by its score or other mark: the highest gets 1, equal marks share a place."""
    best_first = sorted(marks, reverse=True)
    return tuple([1 + best_first.index(mine) for mine in marks])


class View(NamedTuple):
    """What one seat was told since the deal began, and the standing before the deal (None before the first deal).

    `game` is the game, a `Game`; None in the view of a position that is no deal of a game.
    """

    seat: Seat
    options: Any
    standing: Any
    events: tuple[Event, ...]
    game: Any = None


class World(NamedTuple):
    """One full deal that a view allows: its random draws by name, and the secret answers by (seat, kind), in order."""

    draws: Mapping[str, tuple[Any, ...]]
    secrets: Mapping[tuple[Seat, str], tuple[Word, ...]]


class Facts(NamedTuple):
    """What the notes of a deal have announced so far.

    Args:
        options: the options of the game.
        standing: the standing before the deal.
        notes: the values of all notes of each kind, in order.
    """

    options: Any
    standing: Any
    notes: Mapping[str, Sequence[tuple[str | int, ...]]]

    def last(self, kind: str) -> tuple[str | int, ...] | None:
        """Return the values of the last note of a kind, None if there is none yet."""
        found = self.notes.get(kind)
        return found[-1] if found else None

    def word(self, kind: str) -> str | None:
        """Return the first value of the last note of a kind as text, None if there is none yet."""
        found = self.last(kind)
        return str(found[0]) if found else None


def facts(options: Any, standing: Any, events: Iterable[Event]) -> Facts:
    """Collect the notes among the events of a deal, with the options and the standing before it."""
    notes: dict[str, list[tuple[str | int, ...]]] = {}
    for event in events:
        if type(event) is Note:
            notes.setdefault(event.kind, []).append(event.values)
    return Facts(options, standing, notes)


Words: TypeAlias = tuple[tuple[str, Word], ...]
"""Questions and answers: the kind of a question, and a word that may be an answer to it."""


def listed(questions: Mapping[str, Iterable[Word]]) -> Words:
    """Return all kinds of `questions`, each with every word that may be an answer to it, in the order given."""
    return tuple([(kind, word) for kind, words in questions.items() for word in words])


Sampler: TypeAlias = Callable[[Random], World]
"""Draws worlds that agree with one view. The view has been read by then, so each draw is cheap."""
_READ_LAST: list[tuple[object, View, Sampler]] = []
"""At most one entry: the game and the view that worlds were last drawn for, and their sampler."""


def _scores(standing: Any) -> tuple[int, ...]:
    scores: tuple[int, ...] = standing.scores
    return scores


class NoWords(ValueError):  # noqa: N818 - reads as an answer to the request
    """A game that names its words only when it asks was asked for all of them."""


class NoWorlds(ValueError):  # noqa: N818 - reads as an answer to the request
    """A game that has no `hidden` was asked for worlds."""


def no_worlds(view: View) -> Sampler:
    """Return nothing, whatever the `view`: the game does not say what is hidden.

    Raises:
        NoWorlds: always.
    """
    name = "this game" if view.game is None else view.game.name
    raise NoWorlds(f"{name} does not say what is hidden (Game.hidden), so no search can play it")


def nothing_hidden(_: View) -> Sampler:
    """Return the sampler of a game in which every seat sees everything, and nothing is drawn in a deal."""
    return lambda _: World({}, {})


O = TypeVar("O", bound=Options)
S = TypeVar("S", bound=Standing)


@dataclass(frozen=True, eq=False, repr=False)
class Game(Generic[O, S]):
    """A game as a value. Everything that is known of a game is here; nothing else goes by its name."""

    name: str
    title: str
    clauses: str
    """The prefix of its clause ids, such as `KA`."""
    options: type[O]
    presets: Mapping[str, O]
    seating: Callable[[O], Seating]
    start: Callable[[O, Chance], Rules[S]]
    """Everything before the first deal, such as the draw for dealer; returns the first standing."""
    deal: Callable[[O, S, Chance], Rules[S]]
    """One deal, from the shuffled pack (`chance("pack", ...)`) to the new standing."""
    result: Callable[[O, S], Result | None]
    """The result if the game is over, else None."""
    words: Callable[[O], Words]
    """Every question that can come, with every word that can be legal, in a fixed order (`listed`); `NoWords` is raised
    where nobody can list them."""
    rules: Callable[[], str] = str
    """Return its rules for people, as Markdown; nothing if they are the page beside the file of the game, or else the
    first text of its module."""
    about: Callable[[O], str] | None = None
    """What it is with some options, in a line; None if that is always `title`."""
    pack: Callable[[O], tuple[Card, ...]] = lambda _: ()
    """All cards of a deal, in the order in which hands are sorted; none in a game without cards."""
    dealing: Callable[[O, S], Plan] = lambda _, __: ()
    """The place of each card of the shuffled pack (the draw named `pack`)."""
    hidden: Callable[[View], Sampler] = no_worlds
    """Return the sampler of a view: it draws uniformly from all worlds that agree with it (`arena.games.hidden`).
    Without one, no search plays the game. For a game in which every seat sees everything, take `nothing_hidden`."""
    points: Callable[[O], int | None] = lambda _: None
    """The sum of the values of every `points` note; None where the sum varies."""
    lead: Callable[[O], int] | None = None
    """The lead in points beyond which a game counts as won by no more, where two sides are compared by points; None if
    the options have a target, which tells it. Without either, only who is ahead counts."""
    measure: Callable[[O], Measure] = lambda _: WINS
    """What the game is played for by its rules."""
    scores: Callable[[S], tuple[int, ...]] = _scores
    """The score of each side in a standing."""
    prospects: Callable[[O, S, Side | None], float] = lambda _, __, ___: 0.0
    """What a standing is worth to a side besides its points, in points; 0 where only the points of a deal count."""
    foresight: float = 0.0
    """How much a search for a card counts what another next card would gain. It takes longer, so it is 0 unless it is
    known to be worth that."""
    trick_rules: Callable[[Facts], Any] | None = None
    """Return the `TrickRules` of a deal, for searches that play its tricks themselves; None if no search can."""
    contracts: Callable[[Hand], Sequence[Contract]] = numbered
    """What each side undertook in a deal with a note `contract`, for descriptions of bots."""
    silent: tuple[Word, ...] = ("pass",)
    """Words that do nothing special, the most careful first: a greedy player and a study say the first legal one."""
    eager: tuple[Word, ...] = ()
    """Words that take what costs nothing, such as a point or a trump: a greedy player says them."""
    careful: Callable[[], Mapping[str, Any]] = dict
    """Return what careful play answers to each kind of question: a function of what was seen (`Seen`), the seat whose
    hand it is about, and the legal words. Without one, it says `pass`, or the first legal word."""
    examples: Mapping[str, int] = field(default_factory=dict)
    """Preset -> the number of a game with a kind of question that hardly ever comes up; `arena check` asks it."""

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def title_of(self, options: O) -> str:
        """Return what it is with these options, in a line."""
        return self.title if self.about is None else self.about(options)

    def sampler(self, view: View) -> Sampler:
        """Return the sampler of a view. Before the first deal it draws what may have been drawn so far (for dealer).

        Raises:
            NoWorlds: the game cannot draw worlds.
        """
        if view.standing is not None:
            return self.hidden(view)
        return lambda rng: World(opening_draws(partial(self.start, view.options), view.seat, view.events, rng), {})

    def worlds(self, view: View, rng: Random) -> World:
        """Draw one world uniformly from all that agree with what the seat was told.

        Callers draw hundreds of worlds per view, so a view is read only if it is not the one of the last call.
        """
        for game, read, draw in _READ_LAST:
            if game is self and read is view:
                return draw(rng)
        draw = self.sampler(view)
        _READ_LAST[:] = [(self, view, draw)]  # a bot may draw in several threads, so this call keeps its own `draw`
        return draw(rng)


AnyGame: TypeAlias = Game[Any, Any]
