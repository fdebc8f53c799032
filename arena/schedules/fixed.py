"""The round-robin and the gauntlet: fixed schedules of one round, which do not depend on results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm

from arena.schedules.pairings import in_turn, pairings
from arena.schedules.rounds import Course, Event, Match, Round, name_of


def round_robin(event: Event) -> Course:
    """Let every pairing play every set; any two entrants meet equally often (see `arena.schedules.pairings`)."""
    ids = sorted(event.entrants)
    yield from _one_round(event, (tuple(ids[i] for i in chosen) for chosen in in_turn(len(ids), event.places)))


def sets_of_round_robin(event: Event) -> int:
    """Return how many sets a round-robin has."""
    return len(pairings(len(event.entrants), event.places)) * event.sets


def gauntlet(event: Event) -> Course:
    """Let each new entrant meet all others, called the field. Every game has exactly one new entrant.

    The other sides of a game are taken by entrants of the field, any two of which meet equally often.
    """
    new, field = _new_and_field(event)
    tables = [tuple(field[i] for i in chosen) for chosen in in_turn(len(field), _opponents(event, field))]
    yield from _one_round(event, ((one, *table) for one, table in _all_pairs(new, tables)))


def sets_of_gauntlet(event: Event) -> int:
    """Return how many sets a gauntlet has."""
    new, field = _new_and_field(event)
    return len(new) * len(pairings(len(field), _opponents(event, field))) * event.sets


def _opponents(event: Event, field: Sequence[str]) -> int:
    """Return how many of the field play in a game: with fillers, no more than there are."""
    return min(event.sides - 1, len(field)) if event.fill else event.sides - 1


def _new_and_field(event: Event) -> tuple[list[str], list[str]]:
    """Return the new entrants and the others; if the settings name none, the last one in the ladder file is new."""
    names = event.settings.new or tuple(name_of(entrant) for entrant in event.entrants[-1:])
    new = sorted(entrant for entrant in event.entrants if name_of(entrant) in names)
    return new, sorted(set(event.entrants) - set(new))


def _all_pairs(new: Sequence[str], tables: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each new entrant with each table of the field, both repeated as evenly as possible."""
    period = lcm(len(new), len(tables))
    for i in range(len(new) * len(tables)):
        yield new[i % len(new)], tables[(i + i // period) % len(tables)]


def _one_round(event: Event, chosen: Iterator[tuple[str, ...]]) -> Course:
    if matches := tuple(Match(pairing, range(1, event.sets + 1)) for pairing in chosen):
        yield Round("", matches)
