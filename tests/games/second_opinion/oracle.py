"""A second opinion as a second telling: a coroutine written from the sheet alone, held against the engine step by step.

An oracle is given the options as words and the cards as they were drawn. It yields everything that must happen next: a
question (`Asks`) or something that is told (`Shows`, `Notes`, `Begins`, `Ends`). It is sent the answer that the engine
got. The comparison is exact: who is asked what, which words are open, who learns of the answer and hears what may be
said with it, who sees which cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple, TypeAlias

from arena.games.kernel import AnyGame, Ask, Chance, Deal, Did, Event, Note, Result, Rules, Seat, Show
from arena.games.kernel.options import choose
from arena.games.kernel.position import Position, rules_of

Talk: TypeAlias = tuple[frozenset[Seat], int]
"""Table talk that an answer may carry: the seats that hear it, and its greatest length in characters."""


class Asks(NamedTuple):
    """A decision: the seat asked, the kind, the set of open words, what the others learn (`all`, `fact`, `nobody`)."""

    seat: Seat
    kind: str
    words: frozenset[str]
    told: str = "all"
    talk: Talk | None = None


class Shows(NamedTuple):
    """Cards that some seats see; the order of the cards is not compared. `owner` is None for cards of the table."""

    seats: frozenset[Seat]
    kind: str
    owner: Seat | None
    cards: frozenset[str]


class Notes(NamedTuple):
    """A public fact: its kind and its values as words."""

    kind: str
    values: tuple[str, ...]


class Begins(NamedTuple):
    """A deal begins: its number from 1, and the `key=value` words of the standing as a mapping, whole."""

    number: int
    words: Mapping[str, str]


class Ends(NamedTuple):
    """The game is over: places (1 is first), scores, the reason, and whatever else the result records."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    extra: Mapping[str, str] = {}


Step: TypeAlias = Asks | Shows | Notes | Begins | Ends
Draw: TypeAlias = Callable[[str], Sequence[Any]]
"""Returns what the engine drew under a name, such as `deal 1 pack`: the cards in the order dealt, the top first."""
Telling: TypeAlias = Generator[Step, str, None]
Oracle: TypeAlias = Callable[[Mapping[str, str], Draw], Telling]
"""Takes every option as a word, and the draws."""


def asks(seat: Seat, kind: str, words: Collection[str], told: str = "all", talk: Talk | None = None) -> Asks:
    """Return a question."""
    return Asks(seat, kind, frozenset(words), told, talk)


def shows(seats: Collection[Seat], kind: str, owner: Seat | None, cards: Collection[str]) -> Shows:
    """Return cards that are shown."""
    return Shows(frozenset(seats), kind, owner, frozenset(cards))


def notes(kind: str, *values: object) -> Notes:
    """Return a public fact."""
    return Notes(kind, tuple(map(str, values)))


class Recorded(NamedTuple):
    """A game that the engine has played: everything in order, each question followed by its answer.

    Args:
        options: every option as a word.
        draws: every draw by its name.
        steps: what happened; an answer is a plain string.
        is_over: whether the game was played to its end.
    """

    options: Mapping[str, str]
    draws: Mapping[str, Sequence[Any]]
    steps: list[Step | str]
    is_over: bool = True


Choose: TypeAlias = Callable[[Ask, Random], str]


def at_random(ask: Ask, rng: Random) -> str:
    """Return any of the open words."""
    return rng.choice(ask.legal)


def often(*wanted: str) -> Choose:
    """Return players who say one of these words most of the time, where they may."""

    def choose_word(ask: Ask, rng: Random) -> str:
        open_words = [word for word in ask.legal if word in wanted]
        return rng.choice(open_words if open_words and rng.random() < 0.8 else ask.legal)

    return choose_word


def record(
    game: AnyGame,
    preset: str,
    number: int,
    settings: Mapping[str, object] | None = None,
    choose_word: Choose = at_random,
    tops: Mapping[str, str] | None = None,
    deals: int | None = None,
    scores: str = "",
) -> Recorded:
    """Let the engine play a game at random; the same number gives the same game.

    Args:
        game: the engine's game.
        preset: one of its presets.
        number: fixes packs and words.
        settings: options that differ from the preset.
        choose_word: how the players choose.
        tops: what comes first in some draws, by the ends of their names, such as the first cards of a `pack`.
        deals: the game is broken off when so many deals are over, before anything is asked in the next.
        scores: the scores before the first deal, as in `note deal`, if they are not those of the game's start. Oracles
            get them as one more option.
    """
    options = choose(game.presets[preset], settings or {})
    draws: dict[str, Sequence[Any]] = {}

    def chance(name: str, items: Sequence[Any]) -> tuple[Any, ...]:
        drawn = Random(f"{game.name} {preset} {number} {name}").sample(items, len(items))
        top = next((cards.split() for key, cards in (tops or {}).items() if name.endswith(key)), [])
        drawn.sort(key=lambda item: top.index(str(item)) if str(item) in top else len(top))
        draws[name] = drawn
        return tuple(drawn)

    rng = Random(f"{game.name} {preset} {number} words")
    position = Position(options, lambda: _begun(game, options, chance, scores))
    asked: list[Ask] = []
    while position.ask is not None and (deals is None or f"deal {deals + 1} pack" not in draws):
        asked.append(position.ask)
        position.play(choose_word(position.ask, rng))
    steps = list(_steps(position.log, asked, position.result))
    words = {**options.words(), **({"scores": scores} if scores else {})}
    return Recorded(words, draws, steps, is_over=position.result is not None)


def _begun(game: AnyGame, options: Any, chance: Chance, scores: str) -> Rules[Result]:
    """Play a game in which these scores have been reached before the first deal."""
    standing = yield from game.start(options, chance)
    if scores:
        standing = standing._replace(scores=tuple(map(int, scores.split(","))))
    deal = Deal(1, standing)
    yield deal
    return (yield from rules_of(game, options, chance, deal))


def _steps(log: Sequence[Event], asked: Sequence[Ask], result: Result | None) -> Generator[Step | str]:
    questions = iter(asked)
    for event in log:
        match event:
            case Did(word=str(word)):
                ask = next(questions)
                yield asks(ask.seat, ask.kind, ask.legal, ask.told, _talk(ask))
                yield word
            case Show(seats, kind, owner, cards):
                yield shows(seats, kind, owner, cards)
            case Note(kind, values):
                yield notes(kind, *values)
            case Deal(number, standing):
                yield Begins(number, dict(word.split("=", 1) for word in standing.words()))
            case _:
                raise AssertionError(f"nothing in these games says {event}")
    if result is not None:
        yield Ends(result.places, result.scores, result.reason, dict(result.extra))


def _talk(ask: Ask) -> Talk | None:
    return (frozenset(ask.talk.seats), ask.talk.limit) if ask.talk else None


def difference(oracle: Oracle, recorded: Recorded) -> str | None:
    """Return the first thing that the sheet has otherwise than the record, None if they agree to the end."""
    telling = oracle(recorded.options, recorded.draws.__getitem__)
    expected = _told(telling, None)
    for number, step in enumerate(recorded.steps):
        if isinstance(step, str):
            expected = _told(telling, step)
        elif step != expected:
            return f"step {number}: by the sheet {expected}, the engine has {step}"
        elif not isinstance(step, Asks):
            expected = _told(telling, None)
    if expected is None or not recorded.is_over:
        return None
    return f"the engine stops, by the sheet there comes {expected}"


def _told(telling: Telling, answer: str | None) -> Step | None:
    try:
        return next(telling) if answer is None else telling.send(answer)
    except StopIteration:
        return None


def spoilt(recorded: Recorded, rng: Random) -> Recorded:
    """Return a record with one planted error: a word, a card, a number, a seat or a whole step is not as it was."""
    steps = list(recorded.steps)
    while True:
        at = rng.randrange(len(steps))
        if (wrong := _wrong(steps[at], rng)) is not None:
            steps[at : at + 1] = wrong
            return recorded._replace(steps=steps)


def _wrong(step: Step | str, rng: Random) -> list[Step | str] | None:
    """Return what stands in place of a step, None if nothing can be made wrong about it in the way that was drawn."""
    match step:
        case Asks(seat, kind, words, told, talk):
            return [
                rng.choice(
                    [
                        step._replace(seat=seat + 1),
                        step._replace(kind=f"{kind}-x"),
                        step._replace(words=words ^ {rng.choice(sorted(words)), "XX"}),
                        step._replace(told="fact" if told != "fact" else "all"),
                        step._replace(talk=(talk[0] ^ {seat}, talk[1]) if talk else (frozenset({seat}), 1)),
                    ]
                )
            ]
        case Shows(seats, kind, owner, cards):
            return [
                rng.choice(
                    [
                        Shows(seats ^ {min(seats)}, kind, owner, cards),
                        Shows(seats, kind, owner, cards ^ {min(cards)}),
                        Shows(seats, kind, 9, cards),
                    ]
                )
            ]
        case Notes(kind, values):
            changed = [*values, "1"] if not values else [*values[:-1], f"{values[-1]}1"]
            return [] if rng.random() < 0.5 else [Notes(kind, tuple(changed))]
        case Begins(number, words):
            key = rng.choice(sorted(words))
            return [Begins(number, {**words, key: f"{words[key]}1"})]
        case Ends(places, scores, reason, extra):
            return [Ends(places[::-1], tuple(score + 1 for score in scores), reason, extra)]
        case _:
            return None


def notices(
    oracle: Oracle,
    game: AnyGame,
    preset: str,
    other: Mapping[str, str],
    games: int,
    choose_word: Choose = at_random,
) -> bool:
    """Return whether an oracle that is told other options notices that a game was not played by them.

    Args:
        oracle: the second opinion.
        game: the game.
        preset: the preset that is played.
        other: what the oracle is told: option -> word, for those that differ from the preset.
        games: how many random games it may look at.
        choose_word: how words are chosen.
    """
    played = (record(game, preset, number, choose_word=choose_word) for number in range(games))
    return any(difference(oracle, each._replace(options={**each.options, **other})) for each in played)


class Compared(NamedTuple):
    """What came of random games of a preset; sentences name the number of the game.

    Args:
        decisions: how many there were in the games that were compared.
        differences: what differs between engine and oracle.
        missed: planted errors that the oracle does not notice.
    """

    decisions: int
    differences: list[str]
    missed: list[str]


def compared(oracle: Oracle, game: AnyGame, preset: str, games: int, planted: int) -> Compared:
    """Play games of a preset at random and hold them against an oracle; plant an error in each of the first `planted`.

    Both are done with one record of a game: playing it takes longer than either.
    """
    decisions, wrong, missed = 0, [], []
    for number in range(max(games, planted)):
        name, recorded = f"{game.name}:{preset} {number}", record(game, preset, number)
        if number < games:
            decisions += sum(isinstance(step, str) for step in recorded.steps)
            if found := difference(oracle, recorded):
                wrong.append(f"{name}: {found}")
        if number < planted and (at := _overlooked(oracle, recorded, Random(f"spoilt {number}"))) is not None:
            missed.append(f"{name}, step {at}: {recorded.steps[at]}")
    return Compared(decisions, wrong, missed)


def _overlooked(oracle: Oracle, honest: Recorded, rng: Random) -> int | None:
    """Plant an error in a record; return its step if the oracle does not notice it."""
    bad = spoilt(honest, rng)
    if bad.steps == honest.steps or difference(oracle, bad) is not None:
        return None
    return next(i for i, (a, b) in enumerate(zip_longest(honest.steps, bad.steps)) if a != b)
