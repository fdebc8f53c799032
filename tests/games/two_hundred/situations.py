"""Ways to reach a situation of Two Hundred: fixed packs, auctions by their words, deals played at random."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from arena.games.kernel import Chance, Note, Position, Seat, Side, Word, play_deal
from arena.games.two_hundred import GAME
from arena.games.two_hundred.end import Standing
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.score import Played, settle

T = TypeVar("T")
Pair = tuple[int, int]

NORTH, EAST, SOUTH, WEST = range(4)
NS, EW = 0, 1
STANDARD, WITH_KITTY = PRESETS["standard"], PRESETS["kitty"]


def fixed(draws: Mapping[str, Sequence[Any]]) -> Chance:
    """Chance that gives these draws by name, and anything else unshuffled."""

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(draws.get(name, items))

    return draw


def shuffles(seed: int) -> Chance:
    """Chance shuffled by a seed and the name of the draw."""

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(Random(f"{seed} {name}").sample(items, len(items)))

    return draw


def deal_after(
    words: str = "", *, o: Options = STANDARD, dealer: Seat = NORTH, start: Pair = (0, 0), chance: Chance | None = None
) -> Position[Standing]:
    """A deal after these words; the pack is unshuffled where no chance is given."""
    position = play_deal(GAME, o, Standing(dealer, start), chance or fixed({}))
    for word in words.split():
        position.play(word)
    return position


def legal(position: Position[Any]) -> str:
    """The words of the open question."""
    assert position.ask is not None
    return " ".join(position.ask.legal)


def asked(position: Position[Any]) -> tuple[Seat, str]:
    """Who is asked what kind of question."""
    assert position.ask is not None
    return position.ask.seat, position.ask.kind


def played_out(position: Position[Any], rng: Random) -> Iterator[Position[Any]]:
    """Yield the position at every question, answered at random, and at the end."""
    while position.ask is not None:
        yield position
        position.play(rng.choice(position.ask.legal))
    yield position


def at_the_end(position: Position[T], rng: Random) -> Position[T]:
    """The position once everything is answered at random."""
    for _ in played_out(position, rng):
        pass
    return position


def notes(position: Position[Any], kind: str) -> list[tuple[Word | int, ...]]:
    """The values of every note of a kind, in order."""
    return [tuple(event.values) for event in position.log if isinstance(event, Note) and event.kind == kind]


def settled(
    start: Pair, side: Side, level: int, points: Pair, *, bids: Collection[Side] = (), o: Options = STANDARD
) -> Standing:
    """The standing after a deal in which `side` played a contract and the sides of `bids` had bid too."""
    best = tuple(level if other == side or other in bids else 0 for other in (NS, EW))
    played = Played(side, level, points, start, best)
    return Standing(NORTH, settle(o, played), 1, side if played.made else None)
