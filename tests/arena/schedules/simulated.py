"""Tournaments without games: results follow from the id of a game, and a ledger keeps the games in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from arena.games.kernel import Side
from arena.results.rating_input import duels
from arena.schedules.agenda import Agenda
from arena.schedules.plan import PlannedGame
from arena.schedules.rounds import Event
from arena.settings.schedule import Deals, Kind, ScheduleSettings

LABEL = "toy:standard"
Places = Callable[[PlannedGame], tuple[int, ...]]


def ids(count: int) -> tuple[str, ...]:
    """Entrants, the best first."""
    return tuple(f"b{i:03d}@{i:08x}" for i in range(count))


def event(entrants: int | Sequence[str], sides: int = 2, sets: int = 2, **settings: object) -> Event:
    names = ids(entrants) if isinstance(entrants, int) else tuple(entrants)
    return Event(LABEL, sides, sets, names, ScheduleSettings.model_validate(settings), "seed")


def at_random(game: PlannedGame) -> tuple[int, ...]:
    """Return places that depend only on the id: all orders are equally likely, and some places are shared."""
    numbers = sha256(game.id.encode()).digest()
    marks = [numbers[i] // 32 for i in range(len(game.sides))]
    return tuple(1 + sum(other < mark for other in marks) for mark in marks)


def rank(one: str) -> int:
    """Return an entrant's true rank: the number in its name."""
    return int(one.partition("@")[2], 16)


def by_strength(game: PlannedGame) -> tuple[int, ...]:
    """Return places in which the better entrant is more likely to win, the more so the greater the difference."""
    numbers = sha256(game.id.encode()).digest()
    marks = [rank(one) + numbers[i] / 32 for i, one in enumerate(game.sides)]
    return tuple(1 + sum(other < mark for other in marks) for mark in marks)


def always_the_first(game: PlannedGame) -> tuple[int, ...]:
    """Return places in which the better entrant wins."""
    return tuple(1 + sum(rank(other) < rank(one) for other in game.sides) for one in game.sides)


def all_drawn(game: PlannedGame) -> tuple[int, ...]:
    return (1,) * len(game.sides)


@dataclass
class Ledger:
    """The games that were played, in order, and their results."""

    played: list[PlannedGame] = field(default_factory=list)
    scores: dict[str, Sequence[tuple[Side, Side, float]]] = field(default_factory=dict)

    def play(self, games: Iterable[PlannedGame], places: Places) -> None:
        for game in games:
            assert game.id not in self.scores, "a game is played once"
            self.played.append(game)
            self.scores[game.id] = duels(places(game), None)


def play_out(
    events: Event | Sequence[Event],
    places: Places = at_random,
    *,
    deals: Deals = "shared",
    ledger: Ledger | None = None,
    broken_off: Random | None = None,
) -> Ledger:
    """Play an agenda to its end.

    Args:
        events: of the agenda.
        places: the result of a game.
        deals: shared or fresh.
        ledger: what is there already.
        broken_off: play only some of the games asked for, in any order, then ask a new agenda with the results in
            another order; and so on.
    """
    all_events = [events] if isinstance(events, Event) else events
    ledger = ledger or Ledger()
    agenda = Agenda(all_events, deals)
    while missing := agenda.missing(ledger.scores):
        if broken_off is None:
            ledger.play(missing, places)
            continue
        broken_off.shuffle(missing)
        ledger.play(missing[: broken_off.randint(1, len(missing))], places)
        stored = list(ledger.scores.items())
        broken_off.shuffle(stored)
        ledger.scores = dict(stored)
        agenda = Agenda(all_events, deals)
    return ledger


KINDS: tuple[Kind, ...] = ("round-robin", "gauntlet", "swiss", "knock-out", "adaptive")
