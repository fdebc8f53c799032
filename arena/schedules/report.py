"""Reports on a Swiss or a knock-out: who met whom with which result, and the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from arena.schedules import knockout, swiss
from arena.schedules.agenda import Agenda, EventProgress, Scores
from arena.schedules.rounds import Event, PlayedMatch, name_of, seeded

WITH_ROUNDS = frozenset({"swiss", "knock-out"})
"""The kinds of schedule that have a report; for the others the ladder says everything."""


class MatchReport(NamedTuple):
    """Who met in a match of a round, and how it stands.

    Args:
        entrants: their ids; a single one had a bye.
        points: of each entrant so far.
        sets: how many sets are complete.
        over: whether no more are played.
        winner: in a knock-out, who goes on; None while undecided, or if both were benched.
        out: the entrants that were benched before all sets were played; the others have a walk-over.
    """

    entrants: tuple[str, ...]
    points: tuple[Fraction, ...]
    sets: int
    over: bool
    winner: str | None = None
    out: frozenset[str] = frozenset()


class EventReport(NamedTuple):
    """A Swiss or a knock-out so far.

    Args:
        event: who plays what.
        seeds: all entrants, the best seed first.
        rounds: the matches of each round by its title; in a knock-out, in the order of the bracket.
        standings: of a Swiss; empty for a knock-out.
    """

    event: Event
    seeds: tuple[str, ...]
    rounds: Mapping[str, Sequence[MatchReport]]
    standings: Sequence[swiss.Standing]


def reports(agenda: Agenda, scores: Scores) -> list[EventReport]:
    """Return the reports on all events that are a Swiss or a knock-out and have begun."""
    found = []
    for part in agenda.parts:
        if part.event.settings.kind in WITH_ROUNDS:
            part.missing(scores)
            found += [_report(part, scores)] if part.asked else []
    return found


def _report(progress: EventProgress, scores: Scores) -> EventReport:
    event, played = progress.event, progress.rounds(scores)
    if event.settings.kind == "knock-out":
        ties = knockout.ties(played)
        rounds = {title: [_of_tie(event, tie) for tie in listed] for title, listed in ties.items()}
        return EventReport(event, seeded(event), rounds, ())
    matches = [match for each in played for match in each.matches]
    rounds = {each.title: [_of_match(match) for match in each.matches] for each in played}
    return EventReport(event, seeded(event), rounds, swiss.standings(event, matches))


def _of_tie(event: Event, tie: knockout.Tie) -> MatchReport:
    over = all(match.over for match in tie.matches)
    winner = None if tie.out.issuperset(tie.entrants) else knockout.winner(event, tie)
    return MatchReport(tie.entrants, tie.points, tie.sets, over, winner, tie.out)


def _of_match(match: PlayedMatch) -> MatchReport:
    entrants = match.entrants
    return MatchReport(entrants, tuple(map(match.points, entrants)), len(match.sets), match.over, out=match.out)


def verdict(found: EventReport) -> str:
    """Return a sentence that says who has won a Swiss or a knock-out, who leads, or what is being played."""
    titles = [title for title in found.rounds if title != knockout.THIRD_PLACE]
    if found.standings:
        count, all_rounds = len(titles), swiss.rounds_of_swiss(found.event)
        first = [name_of(row.entrant) for row in found.standings if row.place == found.standings[0].place]
        who = f"{', '.join(first[:-1])} and {first[-1]}" if first[1:] else first[0]
        over = count == all_rounds and all(match.over for matches in found.rounds.values() for match in matches)
        if over:
            return f"{who} {'share the first place' if first[1:] else 'has won'} after {count} rounds."
        return f"{who} {'lead' if first[1:] else 'leads'}: round {count} of {all_rounds} is being played."
    last = found.rounds[titles[-1]]
    depth = len(found.rounds[titles[0]]).bit_length()
    if len(titles) == depth and last[0].over:
        return (
            f"{name_of(last[0].winner)} has won the knock-out." if last[0].winner else "Nobody has won the knock-out."
        )
    return f"Being played: {titles[-1]}."


def number(points: Fraction) -> str:
    """Return points as people write them: with at most two decimals and no trailing zeros."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def as_data(found: EventReport) -> dict[str, Any]:
    """Return a report as data for JSON, with the names of entrants and points as numbers."""
    rounds = [
        {
            "title": title,
            "matches": [
                {
                    "entrants": [name_of(one) for one in pairing.entrants],
                    "points": [float(points) for points in pairing.points],
                    "sets": pairing.sets,
                    "over": pairing.over,
                    "winner": pairing.winner and name_of(pairing.winner),
                    "benched": [name_of(one) for one in pairing.entrants if one in pairing.out],
                }
                for pairing in pairings
            ],
        }
        for title, pairings in found.rounds.items()
    ]
    standings = [
        {"place": row.place, "name": name_of(row.entrant), "points": float(row.points), "buchholz": float(row.buchholz)}
        for row in found.standings
    ]
    return {
        "contest": found.event.contest,
        "schedule": found.event.settings.kind,
        "seeds": [name_of(one) for one in found.seeds],
        "rounds": rounds,
        "standings": standings,
    }
