"""Ways to look at a position of any game, and to bring it about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any, TypeVar

from arena.games.kernel import AnyGame, Card, Chance, Did, IllegalWord, Note, Plan, Rules, Seat, Show, View, Word, World
from arena.games.kernel.position import Position, replay
from arena.games.parts.tricks import Playing, Ranking, Trick

T = TypeVar("T")


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


def stacked(pack: Sequence[Card], where: Plan, hands: Mapping[Seat | str, str]) -> Chance:
    """Chance whose pack gives these cards to seats and other places, and the rest in order."""
    wanted = {place: cards.split() for place, cards in hands.items()}
    used = {card for cards in wanted.values() for card in cards}
    rest = iter([card for card in pack if card not in used])
    queues = {place: iter(cards) for place, cards in wanted.items()}
    return fixed({"pack": [next(queues.get(place, rest), None) or next(rest) for place in where]})


def on_table(cards: Sequence[Card], rank: Ranking, won: Sequence[Trick] = (), named: str | None = None) -> Playing:
    """The play of a trick of four in which these cards lie on the table, that of seat 0 first."""
    on = Playing([[]] * 4, rank, (0, 1, 2, 3), won)
    on.cards += cards
    on.named = named
    return on


def legal(position: Position[Any]) -> str:
    """The words of the open question."""
    assert position.ask is not None
    return " ".join(position.ask.legal)


def say(position: Position[T], words: str) -> Position[T]:
    """The position after these answers."""
    for word in words.split():
        position.play(word)
    return position


def asked(position: Position[Any]) -> tuple[Seat, str]:
    """Who is asked what kind of question."""
    assert position.ask is not None
    return position.ask.seat, position.ask.kind


def question(position: Position[Any]) -> tuple[Seat, str, str]:
    """Who is asked what kind of question, and the words."""
    return (*asked(position), legal(position))


def said(position: Position[Any], kind: str) -> list[Seat]:
    """Who has answered questions of a kind, in order."""
    return [event.seat for event in position.log if isinstance(event, Did) and event.kind == kind]


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


def ended(position: Position[T], rng: Random) -> T:
    """The result of a position once everything is answered at random."""
    result = at_the_end(position, rng).result
    assert result is not None
    return result


def notes(position: Position[Any], kind: str) -> list[tuple[Word | int, ...]]:
    """The values of every note of a kind, in order."""
    return [tuple(event.values) for event in position.log if isinstance(event, Note) and event.kind == kind]


def shown_to(position: Position[Any], seat: Seat, kind: str) -> list[str]:
    """The cards of every show of a kind that the seat saw."""
    shows = (event for event in position.told(seat) if isinstance(event, Show) and event.kind == kind)
    return [" ".join(event.cards) for event in shows]


def run(rules: Rules[T]) -> tuple[T, list[Any]]:
    """The value of rules that ask nothing, and their events."""
    events = []
    while True:
        try:
            events.append(next(rules))
        except StopIteration as end:
            return end.value, events


def agrees(game: AnyGame, view: View, world: World) -> bool:
    """Whether the deal of the view, played again in a world, looks the same to the seat."""
    try:
        return replay(game, view, world).view(view.seat) == view
    except (IllegalWord, KeyError, StopIteration):
        return False


def spread(cards: frozenset[Card], sizes: Sequence[int]) -> Iterator[tuple[frozenset[Card], ...]]:
    """Yield every way to put cards into places of these sizes."""
    if not sizes:
        yield ()
        return
    for here in combinations(sorted(cards), sizes[0]):
        for others in spread(cards - set(here), sizes[1:]):
            yield (frozenset(here), *others)


def shares_of(
    worlds: Callable[[View, Random], World], view: View, lies: Callable[[World], Iterable[Card]]
) -> Mapping[Card, float]:
    """How often a card lies in some place, in 2000 worlds."""
    rng = Random(1)
    found = Counter(card for _ in range(2000) for card in lies(worlds(view, rng)))
    return {card: count / 2000 for card, count in found.items()}


def assert_even(share: Mapping[Card, float], cards: int, chance: float) -> None:
    """So many cards lie there, each with this chance within 5 sigma."""
    sigma = sqrt(chance * (1 - chance) / 2000)
    assert len(share) == cards
    assert all(abs(value - chance) < 5 * sigma for value in share.values())


def assert_equally_likely(possible: Collection[T], draw: Callable[[], T]) -> None:
    """Only what is possible is drawn, and each as often as any other, as far as 20 draws for each can tell."""
    found = Counter(draw() for _ in range(20 * len(possible)))
    assert set(found) <= set(possible)
    excess = sum((found[each] - 20) ** 2 / 20 for each in possible) - (len(possible) - 1)
    assert excess <= 5 * sqrt(2 * len(possible))
