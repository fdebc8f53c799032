"""The laws: checks of the promises that every game makes, on games played at random.

`check_game` checks the rules of a game against the promises of the kernel. It depends only on the seed, and raises an
AssertionError that says which law is broken, and where.
"""

# Not compiled: tests run it.

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, zip_longest
from random import Random
from typing import Any, TypeVar, cast, get_args

from arena.games.kernel import (
    AnyGame,
    Ask,
    Card,
    Chance,
    Deal,
    Did,
    Event,
    Note,
    Result,
    Rules,
    Say,
    Seat,
    Show,
    Talk,
    View,
    Word,
    no_worlds,
)
from arena.games.kernel.events import ASIDES, Told
from arena.games.kernel.game import flaw, no_value
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position, answered, deals_of, remembering, replay
from arena.games.laws.census import NOT_SEEN

T = TypeVar("T")

WORD = re.compile(r"[!-~]{1,64}")
LONGEST = 200_000
"""The number of decisions, or of events without one, at which a game counts as endless."""
LONGEST_TEXT = 400
"""The most characters of a text in the protocol."""
FORKS, WORLDS = 1, 12
"""How many times a game is forked, and how many times worlds are drawn; once more each at the end of the game."""
ALIKE = "a world that `hidden` draws for a seat looks to it like the deal that it sees"


class Shuffles:
    """Randomness as shuffles keyed by seed and name; keeps all draws."""

    def __init__(self, seed: object) -> None:
        self.seed = seed
        self.drawn: dict[str, tuple[Any, ...]] = {}

    def __call__(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return `items` in an order that depends on seed and name."""
        order = list(items)
        Random(f"{self.seed} {name}").shuffle(order)
        self.drawn[name] = tuple(order)
        return tuple(order)

    @property
    def cards(self) -> frozenset[Card]:
        """All cards of the packs drawn so far."""
        return frozenset(chain.from_iterable(draw for name, draw in self.drawn.items() if name.endswith("pack")))


class LawBrokenError(AssertionError):
    """A law is broken in a game played at random.

    Args:
        why: what is wrong.
        law: the law.
        position: the game.
        at: how many events of the game came before the one that breaks the law.
        seat: the seat that it is about; None if it is about none.

    Attributes:
        seed: the seed of the game's `Shuffles`, once `check_game` has set it.
    """

    def __init__(self, why: str, law: str, position: Position[Any], at: int, seat: Seat | None) -> None:
        super().__init__(why)
        self.law = law
        self.position = position
        self.at = at
        self.seed = ""
        whose = "" if seat is None else f", seat {seat}"
        self.add_note(f"law suite: deal {deal_at(position, at)}{whose}")


def deal_at(position: Position[Any], at: int) -> int:
    """Return the number of the deal at a place of the log; 0 before the first one."""
    return next((event.number for event in reversed(position.log[: at + 1]) if isinstance(event, Deal)), 0)


@contextmanager
def law(text: str, position: Position[Any], at: int | None = None, seat: Seat | None = None) -> Iterator[None]:
    """Say which law is broken, and where, if what is done in the block raises an `AssertionError`.

    Args:
        text: the law.
        position: the game.
        at: how many events came before the one that is looked at; None for the end of the log.
        seat: the seat that it is about.
    """
    try:
        yield
    except LawBrokenError:
        raise
    except AssertionError as error:
        raise LawBrokenError(str(error), text, position, len(position.log) if at is None else at, seat) from error


def some_deals(game: AnyGame, options: Options, chance: Chance, deals: int | None) -> Rules[Result | None]:
    """Play a game for a limited number of deals; return its result if it has ended by then.

    Args:
        game: the game.
        options: its options.
        chance: all randomness.
        deals: how many deals to play at most; None for the whole game.
    """
    _, result = yield from deals_of(game, options, chance, deals)
    return result


def asking(rules: Rules[T]) -> Rules[T]:
    """Return the same rules, which raise an error where they wait if they tell more and more and ask nothing."""
    told, word = 0, cast(Word, None)
    while True:
        try:
            event = rules.send(word) if told < LONGEST else rules.throw(RuntimeError(f"{told} events and no question"))
        except StopIteration as end:
            return cast(T, end.value)
        told = 0 if type(event) is Ask else told + 1
        word = yield event


def check_game(
    game: AnyGame,
    options: Options,
    seed: object,
    *,
    games: int = 1,
    deals: int | None = None,
    often: Collection[Word] = (),
) -> None:
    """Play games with random answers and check the laws.

    Games end. Questions are well formed. The result fits the seating. Points add up. A replay and a fork equal the
    original. A seat is told only what happened and what it may know. A world drawn for a seat looks the same to it.
    Where an answer may carry table talk, it often does; it is heard by the seats that the question names, if it fits.

    Args:
        game: the game.
        options: its options.
        seed: the seed of the deals and the answers.
        games: how many games to play.
        deals: how many deals to play of each; None plays whole games, which must end by themselves.
        often: words that are chosen half of the time when they are legal, such as bids that random play rarely makes.

    Raises:
        AssertionError: a law is broken.
    """
    for number in range(games):
        with case(f"{game.name} with {options}, seed {seed}, game {number}"):
            try:
                _check_one(game, options, f"{seed} {number}", deals, often)
            except LawBrokenError as error:
                error.seed = f"{seed} {number}"
                raise


@contextmanager
def case(text: str) -> Iterator[None]:
    """Add the case to every error that is raised in it."""
    try:
        yield
    except Exception as error:
        error.add_note(f"law suite: {text}")
        raise


def random_word(ask: Ask, rng: Random, often: Collection[Word]) -> Word:
    """Return a random legal word; half of the time one of `often`, if any of these is legal."""
    favoured = [word for word in ask.legal if word in often]
    return rng.choice(favoured if favoured and rng.random() < 0.5 else ask.legal)


def _check_one(game: AnyGame, options: Options, label: str, deals: int | None, often: Collection[Word]) -> None:
    table, chance, rng = game.seating(options), Shuffles(label), Random(label)
    known, words = remembering(chance), game.words(options)
    asked, hands = frozenset(words), range(table.seats)
    position = Position(options, lambda: asking(some_deals(game, options, known, deals)), game=game)
    with law("`words` lists every word once", position):
        assert len(asked) == len(words), f"{game.name} lists a word twice: {max(words, key=words.count)}"
    while (ask := position.ask) is not None:
        with law("questions have words that can be answered, and `words` lists them", position, seat=ask.seat):
            check_ask(ask, table.players)
            assert ask.told in get_args(Told), f"{ask} is told to {ask.told!r}, which is none of {get_args(Told)}"
            assert type(ask.seat) is int, f"{ask} goes to {ask.seat!r}; seats are whole numbers (int)"
            assert ask.hand is None or ask.hand in hands, f"{ask} is about a hand that nobody has"
            check_listed(ask, asked)
        with law("games end", position):
            assert len(position.answers) < LONGEST, f"the game does not end within {LONGEST} decisions"
        said = random_text(ask.talk, rng) if ask.talk is not None else ""
        begun = len(position.log)
        try:
            position.play(random_word(ask, rng, often), said)
        except Exception as error:
            error.add_note(f"law suite: deal {deal_at(position, begun)}, after an answer of seat {ask.seat}")
            raise
        with law("table talk is heard by the seats that it is for", position, begun, ask.seat):
            check_talk(ask, said, position.log[begun:])
    assert deals is not None or position.result is not None
    if position.result is not None:
        with law("the result has a place and a score for every side", position):
            check_result(position.result, table.number_of_sides)
    total = game.points(options)
    for at, event in enumerate(position.log):
        if not isinstance(event, Did):
            with law("what is told has words that the protocol can carry, and points add up", position, at):
                check_words(event)
                owner = event.owner if isinstance(event, Show) else None
                assert owner is None or owner in hands, f"{event} is about a hand that nobody has"
                check_points(event, total)
    for seat in table.players:
        check_knowledge(position, seat, chance.cards)
    _check_again(game, position, table.players, rng)


def check_ask(ask: Ask, players: Sequence[Seat]) -> None:
    """Check that a question goes to a seat that answers, and that its words are distinct and fit for a line."""
    _check_spelling((ask.kind,), ask)
    assert ask.seat in players, f"{ask} goes to a seat that answers nothing; the table has {players}"
    assert ask.legal, f"{ask} leaves no word"
    assert len(set(ask.legal)) == len(ask.legal), f"{ask} names a word twice"
    _check_spelling(ask.legal, ask)
    if ask.talk is not None:
        assert ask.told != "nobody", f"{ask} is a secret, and table talk with the answer would betray it"
        assert set(ask.talk.seats) <= set(players), f"{ask} lets a seat hear that nobody plays in"
        assert 1 <= ask.talk.limit <= LONGEST_TEXT, f"{ask} allows a text that is no text of the protocol, or none"


def check_listed(ask: Ask, words: frozenset[tuple[str, Word]]) -> None:
    """Check that every legal word of a question is in the list of the game (`Game.words`)."""
    missing = [word for word in ask.legal if (ask.kind, word) not in words]
    assert not missing, f"{ask} may be answered {missing[0]!r}, which `words` of the game does not list"


def random_text(talk: Talk, rng: Random) -> str:
    """Return something to say, or nothing: some of the texts are too long, and some have letters beyond ASCII."""
    return rng.choice(["", "", "hm", "[b]x[/b]", "x" * talk.limit, "x" * (talk.limit + 1), "\u00e9\u202e"])


def check_talk(ask: Ask, said: str, events: Sequence[Event]) -> None:
    """Check that what was said with an answer is the first thing that happens, and is dropped whole if it does not fit.

    Args:
        ask: the question.
        said: the text, perhaps empty.
        events: everything up to the next question.
    """
    heard = ask.talk is not None and ask.talk.fits(said)
    told = [event for event in events if isinstance(event, Say)]
    expected = [Say(ask.talk.seats, ask.seat, said)] if heard and ask.talk is not None else []
    assert told == expected == list(events[: len(told)]), f"after {said!r} with the answer to {ask} came {told}"


def check_words(event: Event) -> None:
    """Check that the words of an event have 1 to 64 visible ASCII characters."""
    match event:
        case Show(kind=kind, cards=cards):
            _check_spelling((kind, *cards), event)
        case Note(kind=kind, values=values):
            assert kind not in ASIDES, f"{event}: only the arena notes {kind}"
            wrong = no_value(values)
            assert not wrong, f"{event}: {wrong}"
            _check_spelling((kind, *map(str, values)), event)
        case Deal(standing=standing):
            _check_spelling(standing.words(), event)
        case _:
            assert isinstance(event, Did | Say), f"the rules yielded {event!r}, which is no Ask, Show or Note"


def _check_spelling(words: Sequence[object], told: object) -> None:
    for word in words:
        right = isinstance(word, str) and WORD.fullmatch(word)
        assert right, f"{told}: {word!r} is not 1 to 64 visible ASCII characters"


def check_points(event: Event, total: int | None) -> None:
    """Check that the values of a `points` note add up to the total."""
    if total is not None and isinstance(event, Note) and event.kind == "points":
        assert sum(map(int, event.values)) == total, f"{event} does not add up to {total}"


def check_result(result: Result, sides: int) -> None:
    """Check that every side has a place and a score, and that each place is 1 plus the number of better sides."""
    wrong = flaw(result, sides)
    assert not wrong, wrong


def check_knowledge(position: Position[Any], seat: Seat, cards: frozenset[Card]) -> None:
    """Check that a seat is told only what happened, in order, and no cards that it was not shown or saw played."""
    log = iter(enumerate(position.log))
    known: set[Card] = set()
    for event in position.told(seat):
        found = next((at for at, happened in log if _tells_of(event, happened)), None)
        with law("a seat is told only what happened and what it may know", position, found, seat):
            assert found is not None, f"seat {seat} is told {event}, which did not happen"
            _learn(event, seat, cards, known)


def _learn(event: Event, seat: Seat, cards: frozenset[Card], known: set[Card]) -> None:
    """Add the cards that an event tells a seat of to those it knows, and check that it may be told of them."""
    match event:
        case Deal():
            known.clear()
        case Show():
            assert seat in event.seats, f"seat {seat} sees {event}"
            known.update(event.cards)
        case Say():
            assert seat in event.seats, f"seat {seat} hears {event}"
        case Did(word=str(word)):
            assert event.told == "all" or event.by == seat, f"seat {seat} hears {event}"
            known.add(word)
        case Note(kind=kind) if kind in NOT_SEEN:  # a bid of nobody who has a seat, such as the house
            known.update(map(str, event.values))
        case Note():
            unseen = cards.intersection(map(str, event.values)) - known
            assert not unseen, f"{event} tells seat {seat} of {' '.join(sorted(unseen))}, which it was not shown"
        case _:
            pass


def _tells_of(event: Event, happened: Event) -> bool:
    return event == happened or (isinstance(happened, Did) and event == happened._replace(word=None))


def _check_again(game: AnyGame, position: Position[Result | None], players: Sequence[Seat], rng: Random) -> None:
    """Replay the answers, check forks and worlds on the way, and compare the end."""
    answers = answered(position.log)
    end = len(answers)
    forks, worlds = ({end, *rng.sample(range(end), min(number, end))} for number in (FORKS, WORLDS))
    again = Position(position.options, position.rules, game=position.game)
    for number, (word, said) in enumerate([*answers, (None, "")]):
        with case(f"after {number} answers"):
            with law("the same draws of `chance` and the same answers lead to the same game", again):
                same = number not in forks | worlds or again.log == position.log[: len(again.log)]
                same = same and (word is None or (again.ask is not None and word in again.ask.legal))
                assert same, "played again, the game goes another way: what is drawn must come from `chance`"
            if number in forks:
                with law("a replay of the same answers, and a fork, equal the game", again):
                    check_fork(again)
            if number in worlds and game.hidden is not no_worlds:
                check_worlds(game, again, players, rng)
        if word is not None:
            again.play(word, said)
    assert again.log == position.log, "the same answers lead to another log"
    assert again.result == position.result, "the same answers lead to another result"


def check_fork(position: Position[Any]) -> None:
    """Check that a fork, and a replay from the start with the same answers, equal the original."""
    afresh = Position(position.options, position.rules, game=position.game)
    for word, said in answered(position.log):
        afresh.play(str(word), said)
    for copy in (position.fork(), afresh):
        assert copy.log == position.log, "a fork has another log"
        assert (copy.ask, copy.result) == (position.ask, position.result), "a fork stands elsewhere"


def check_worlds(game: AnyGame, position: Position[Any], players: Sequence[Seat], rng: Random) -> None:
    """Check that in a world drawn for a seat, it would have been told and asked the same.

    This finds leaks, since in that world all cards that the seat cannot know lie elsewhere. A seat is skipped while the
    open question is a secret from it.
    """
    asked = position.ask
    for seat in players:
        if asked is not None and asked.told == "nobody" and asked.seat != seat:
            continue
        view = position.view(seat)
        with law(ALIKE, position, seat=seat):
            other = drawn(game, view, rng)
            for was, would in zip_longest(view.events, other.view(seat).events):
                says = f"in a world drawn for it, the seat is told {would}, where it was told {was}; {view}"
                assert was == would, says
            if asked is not None and asked.seat == seat:
                assert other.ask is not None, f"in a world drawn for {view} the seat is not asked"
                same = _sorted(other.ask) == _sorted(asked)
                assert same, f"in a world drawn for {view} the seat is asked {other.ask}"


def _sorted(ask: Ask) -> Ask:
    """Return the question with its words sorted, since worlds may differ in the order in which cards were dealt."""
    return ask._replace(legal=sorted(ask.legal))


def drawn(game: AnyGame, view: View, rng: Random) -> Position[Any]:
    """Draw a world for a view and replay its deal in it.

    Raises:
        AssertionError: no world could be drawn, or the world contradicts the view.
    """
    with worlds_of(view):
        return replay(game, view, game.worlds(view, rng))


@contextmanager
def worlds_of(view: View) -> Iterator[None]:
    """Make every failure to draw a world for a view, and to replay it, an error of the laws."""
    try:
        yield
    except (ValueError, KeyError, StopIteration) as error:
        raise AssertionError(f"no world for {view}: {error!r}") from error
