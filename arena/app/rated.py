"""Where the results of a ladder come from: the arena's own store, or a table from any source."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from arena import ratings
from arena.app.cautions import (
    appeal_notes,
    dropped_note,
    games_by_name,
    left_note,
    schedule_notes,
    version_notes,
    void_notes,
)
from arena.app.files import read
from arena.app.seasons import season_data
from arena.errors import UserError
from arena.games.kernel import WINS
from arena.ratings import Ladder, Moment, Note, NoteGroup, Results
from arena.results.conditions import OWN, REPRODUCIBLE, levels_text, machines_text, mixed
from arena.results.counts import OfSeat, added_up, counted_in
from arena.results.rating_input import TimeUse, names_of, results, time_use
from arena.results.roster import SETTING, Known, Roster
from arena.schedules.agenda import agenda_of, fillers_of
from arena.schedules.report import WITH_ROUNDS, EventReport, reports
from arena.settings.contest import RankBy, measure_of
from arena.settings.ladder import AS_PLAYED, Reading
from arena.store import Appeal, Columns, Run, Season, Store, StoredEntrant
from arena.tournament.probation import Probation, probation_of
from arena.tournament.punctuality import MACHINES
from arena.tournament.scoreboard import Scoreboard

CURRENT = "current"
"""The word for the last season."""
AT_ONCE = frozenset({"round-robin", "gauntlet"})
"""Schedules that plan pairing by pairing, while games are played set by set; their games are sorted by set here."""


class Loaded(NamedTuple):
    """Results, and what is known about them.

    Args:
        results: the games to rate.
        remarks: notes for the lines below the table.
        origin: notes that identify the data, such as digests.
        facts: remarks and origin as data, for programs.
        anchors: name -> Elo of the entrants whose rating the ladder file fixes.
        prior: the standard deviation of strengths that it assumes before any game, in Elo; None for nothing.
        moments: the ends of its runs.
        by_points: whether the table goes by points instead of ratings.
        unit: what points are called, in the plural.
        versions: name -> version of an entrant.
        bots: name -> who wrote an entrant, and where it lay.
        times: name -> the time that an entrant's decisions took.
        allowed: the time allowed for a decision, in words; empty if it is not limited or not known.
        games: the ids of the games in order; None if they have only numbers.
        deals: the names of the deals.
        columns: the stored games that are rated.
        everything: the stored games, including those that are not rated.
        played: how many stored games belong to these contests, including those that are not rated.
        benched: name -> why a bot is benched.
        entrants: id -> entrant of the store.
        reports: the rounds and brackets of its events.
        fillers: the ids of bots that only filled sides.
    """

    results: Results
    remarks: Sequence[Note]
    origin: Sequence[Note]
    facts: Mapping[str, object]
    anchors: Mapping[str, float] = {}  # no proxy: standings can be pickled
    prior: float | None = None
    moments: Sequence[Moment] = ()
    by_points: bool = False
    unit: str = "points"
    versions: Mapping[str, str] = {}
    bots: Mapping[str, Known] = {}
    times: Mapping[str, TimeUse] = {}
    allowed: str = ""
    games: Sequence[str] | None = None
    deals: Sequence[str] | None = None
    columns: Columns | None = None
    everything: Columns | None = None
    played: int = 0
    benched: Mapping[str, str] = {}
    entrants: Mapping[str, StoredEntrant] = {}
    reports: Sequence[EventReport] = ()
    fillers: Collection[str] = ()

    def rate(self, anchors: Mapping[str, float], *, exclude_faults: bool = False) -> tuple[Ladder, list[Note]]:
        """Return the ladder, and notes about how it was made.

        Args:
            anchors: the anchors of the command line; if there are none, those of the ladder file are used.
            exclude_faults: leave out all games of a deal in which a bot committed a fault.

        Raises:
            ValueError: an anchor of the command line is not an entrant.
        """
        said = [Note("deals in which a bot committed a fault are left out")] * exclude_faults
        known = {name: elo for name, elo in self.anchors.items() if name in self.results.names}
        if not anchors:
            idle = [name for name in self.anchors if name not in known]
            said += [
                Note(f"the anchor {name} has no games, so the ladder is rated without it", alarm=True) for name in idle
            ]
        return ratings.fit(
            self.results, anchors or known or None, exclude_faults=exclude_faults, prior=self.prior
        ), said


def load_table(path: str, rank_by: RankBy | None, report: Callable[[str], None]) -> Loaded:
    """Return the results of a file in the format of docs/results-format.md; `-` is standard input.

    Args:
        path: the file.
        rank_by: what the table goes by; None for wins.
        report: is called with each remark about the file.

    Raises:
        UserError: the file cannot be read, or is not in that format; or it cannot have what the table is to go by.
    """
    if rank_by in {"stakes", "money"}:
        raise UserError(f"--by {rank_by} is for ladders of this arena", "a table has wins and points: --by points")
    name, data = read(path, "name a file of results")
    try:
        text = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", newline="")
        found = ratings.read_csv(text, name=name, report=report)
    except ValueError as error:
        raise UserError(str(error), "`arena help results-format` describes the table", os.EX_DATAERR) from error
    digest = sha256(data).hexdigest()
    notes = [BY_BOARDS] if rank_by == "boards" else []
    found = _boards(found) if notes else found
    loaded = Loaded(found, notes, (_origin(f"SHA-256 of {name} {digest}"),), {"results_sha256": digest})
    return loaded._replace(by_points=rank_by == "points")


def _origin(text: str) -> Note:
    return Note(text, group=NoteGroup.ORIGIN, minor=True)


def load_store(
    store: Store,
    contests: Sequence[Collection[str] | None],
    reading: Reading = AS_PLAYED,
    probation: Probation | None = None,
    season: str | None = None,
    export: ratings.Keep | None = None,
) -> list[Loaded]:
    """Return the results of a store, one `Loaded` for each selection of contests.

    Args:
        store: the results.
        contests: the selections, each as labels of contests; None for all contests.
        reading: how the results are to be read. A table of several contests goes by wins if nothing else is said.
        probation: who is benched after these results, if the caller knows it already.
        season: the number of a season or `current`, to leave out all others; None for all, and in a knock-out for the
            last one that was played.
        export: is given the parts of the table of results of the first selection, as `ratings.write_csv` writes it.

    Raises:
        UserError: there is no such season.
    """
    shown = shown_seasons(store, season)
    columns = store.columns()
    if season is not None:
        columns = columns.take(columns.season == shown[-1].number)
    runs = [run for run in store.runs() if run.season in {one.number for one in shown}]
    last = next((one for one in shown if runs and one.number == runs[-1].season), shown[-1])
    conditions = runs[-1].settings if runs else {}
    probation = probation or probation_of(store)
    bench = probation if last.closed is None else probation_of(store, season=last.number)
    agenda = agenda_of(conditions, last.key, bench)
    kinds = {part.event.settings.kind for part in agenda.parts}
    if season is None and kinds == {"knock-out"}:  # each season has a final of its own
        columns = columns.take(columns.season == last.number)
        runs = [run for run in runs if run.season == last.number]
    if kinds & AT_ONCE:
        columns = columns.take(np.lexsort((columns.sets, columns.season)))
    rounds = reports(agenda, Scoreboard(store).scores()) if kinds & WITH_ROUNDS else []
    left = store.planned_in().get(shown[-1].number, 0) - int(np.sum(columns.season == shown[-1].number))
    facts = {
        "planned": len(columns) + (left if shown[-1].closed is None else 0),
        "played": len(columns),
        "conditions": {name: value for name, value in conditions.items() if name != SETTING},
        "seasons": [season_data(one) for one in shown],
    }
    said = _Shown(
        shown,
        runs,
        facts,
        Roster(store.runs()).by_id,
        reading.rank_by,
        kinds,
        store.appeals(),
        reading.contests,
        counted_in(store),
    )
    return [
        _selected(store, labels, _of_contests(columns, labels), probation, said, None if place else export)._replace(
            anchors=reading.anchors,
            prior=reading.prior,
            reports=[each for each in rounds if labels is None or each.event.contest in labels],
        )
        for place, labels in enumerate(contests)
    ]


class _Shown(NamedTuple):
    """What is the same for all contests.

    Args:
        seasons: those that are shown, in order.
        runs: their runs.
        facts: as data, for programs.
        bots: what is known of each entrant, by its id.
        rank_by: what the tables go by; None for what each contest is played for.
        kinds: the kinds of schedules.
        appeals: what people made void, and whom they pardoned.
        now: the labels of the contests that are rated together; None for all.
        counted: what bots have counted in all games.
    """

    seasons: Sequence[Season]
    runs: Sequence[Run]
    facts: Mapping[str, Any]
    bots: Mapping[str, Known]
    rank_by: RankBy | None = None
    kinds: Collection[str] = ()
    appeals: Sequence[Appeal] = ()
    now: Collection[str] | None = None
    counted: Sequence[OfSeat] = ()


def shown_seasons(store: Store, season: str | None) -> list[Season]:
    """Return all seasons, or only the one that is asked for; at least one.

    Raises:
        UserError: there is no such season.
    """
    current, seasons = store.season(), store.seasons()
    if season is None:
        return seasons
    if season == CURRENT:
        return [current]
    found = [one for one in seasons if str(one.number) == season]
    if not found:
        known = f"seasons 1 to {current.number}" if current.number > 1 else "season 1"
        raise UserError(f"--season {season}: there is no such season", f"the ladder has {known}; {CURRENT} is the last")
    return found


def _of_contests(columns: Columns, labels: Collection[str] | None) -> Columns:
    """Return the games of some contests; of all if `labels` is None."""
    kept = columns.contest.where(lambda contest: labels is None or contest in labels)
    return columns if kept.all() else columns.take(kept)


def _selected(
    store: Store,
    labels: Collection[str] | None,
    everything: Columns,
    probation: Probation,
    shown: _Shown,
    export: ratings.Keep | None,
) -> Loaded:
    entrants, facts = store.entrants(), shown.facts
    conditions = facts["conditions"]
    rated = everything.sides.where(probation.rates)
    columns = everything if rated.all() else everything.take(rated)
    together = columns if labels else _of_contests(columns, shown.now)
    dropped = len(columns) - len(together) if len(together) else 0  # if only other games were played, all are shown
    columns = together if dropped else columns
    benched = reasons(probation, everything, entrants)
    fillers = set().union(*(fillers_of(run.settings) for run in shown.runs))
    found, deals = results(columns, entrants, fillers=fillers), columns.chance.present().values
    digest = ratings.digest(found, games=columns.ids, deals=deals, keep=export)
    planned = facts["planned"]
    left = planned - facts["played"] if labels is None else 0
    names = names_of(columns, entrants)
    rank_by, unit = _measure(columns, shown.rank_by)
    if rank_by in {"stakes", "money"}:
        found = replace(found, points=results(columns, entrants, rank_by, fillers).points)
    if rank_by == "boards":
        found = _boards(found)
    unlike = rank_by in _UNLIKE and _unlike(columns)
    found = replace(found, unlike=unlike and rank_by == "wins")
    counted = added_up(shown.counted, {*columns.number.tolist()}) if shown.counted else {}
    voids = {names[id_]: count for id_, count in store.voids().items() if id_ in names}
    return Loaded(
        found,
        [
            *([left_note(left, planned)] * (left > 0)),
            *([dropped_note(dropped, {*everything.contest.present().values} - {*(shown.now or ())})] * (dropped > 0)),
            *schedule_notes(shown.kinds),
            *([Note(clock_text(conditions), group=NoteGroup.CONDITIONS)] * ("move_ms" in conditions)),
            *_changes(shown.runs, columns.games_of_run),
            *_remarks(shown, columns),
            *_machines(store, shown),
            *(Note(line, alarm=True) for line in bench_lines(probation, benched)),
            *([_UNLIKE[rank_by]] if unlike else []),
            *([BY_BOARDS] if rank_by == "boards" else []),
            *void_notes(voids, games_by_name(columns, names)),
            *version_notes(shown.bots.values(), frozenset(names)),
        ],
        [_origin(commitment_text(shown.seasons[-1])), _origin(f"SHA-256 of the results {digest}")],
        {
            **facts,
            "results_sha256": digest,
            "benched": dict(benched),
            "void": {name: {"games": games, "busy": busy} for name, (games, busy) in voids.items()},
        },
        by_points=rank_by not in {"wins", "boards"},
        unit=unit,
        moments=[] if rank_by == "boards" else _moments(columns, shown.runs),
        versions={name: entrants[id_].version for id_, name in names.items()},
        bots={name: shown.bots[id_] for id_, name in names.items() if id_ in shown.bots},
        times=time_use(columns, names, counted),
        allowed=allowed_text(conditions),
        games=None if rank_by == "boards" else columns.ids,
        deals=deals,
        columns=columns,
        everything=everything,
        played=len(everything),
        benched=benched,
        entrants=entrants,
        fillers=fillers,
    )


BY_BOARDS = Note("games are boards: a deal is won by the sum of the points of its rooms", group=NoteGroup.SCALE)


def _moments(columns: Columns, runs: Sequence[Run]) -> list[Moment]:
    """Return the end of each run that has games, with the numbers of all games by then."""
    played = columns.games_of_run
    return [
        Moment(f"season {run.season}, {run.started}", np.flatnonzero(columns.run <= run.number))
        for run in runs
        if run.number in played
    ]


def _boards(found: Results) -> Results:
    """Return the boards of some games."""
    try:
        return ratings.boards(found)
    except ValueError as error:
        raise UserError(str(error), "rate the games: --by wins") from error


def _measure(columns: Columns, rank_by: RankBy | None) -> tuple[RankBy, str]:
    """Return what a table goes by, and what its points are called.

    Args:
        columns: the games of the table.
        rank_by: what it is to go by; None for what the game is played for.
    """
    measures = {measure_of(contest) for contest in columns.contest.present().values}
    own = next(iter(measures)) if len(measures) == 1 else WINS
    unit = {"stakes": "stakes", "money": "cents"}.get(rank_by or own.by, own.unit)
    return rank_by or own.by, unit


_UNLIKE = {
    "wins": Note("points are left out: those of several games do not add up"),
    "points": Note("ranks go by points of several games, which do not add up", alarm=True),
}
"""What is said of points that count different things, by what the table goes by."""


def _unlike(columns: Columns) -> bool:
    """Return whether the points of these games count different things: the games differ, or the units do."""
    return (
        len({(contest.partition(":")[0], measure_of(contest).unit) for contest in columns.contest.present().values}) > 1
    )


def _remarks(shown: _Shown, columns: Columns) -> list[Note]:
    """Return notes about seasons: which are shown, and whether a run's packs follow from a seed that bots may know."""
    games = columns.games_of_run
    numbers = np.unique(columns.season)
    known = any(run.settings.get(REPRODUCIBLE) for run in shown.runs if run.number in games)
    told = "reproducible: the packs follow from the seed in the ladder file, which bots may know"
    text = f"seasons {numbers[0]} to {numbers[-1]}, each with packs of its own" if len(numbers) > 1 else ""
    return [
        *([Note(text)] * bool(text)),
        *([Note(told, group=NoteGroup.CONDITIONS)] * known),
        *appeal_notes(shown.appeals),
    ]


def _machines(store: Store, shown: _Shown) -> list[Note]:
    """Return notes about the machines that have played, if others than the arena's own did."""
    if not any(run.settings.get(MACHINES) for run in shown.runs):
        return []
    text, wary = machines_text(store.machines())
    return [Note(one, group=NoteGroup.CONDITIONS, alarm=alarm) for one, alarm in ((text, False), (wary, True)) if one]


def commitment_text(season: Season) -> str:
    """Return the line that commits the arena to the key of a season."""
    state = "open" if season.closed is None else "closed"
    return f"SHA-256 of the key of season {season.number} ({state}) {season.digest}"


def _changes(runs: Sequence[Run], games: Mapping[int, int]) -> list[Note]:
    """Return notes about the sandbox level of the games, and about settings that changed between their runs."""
    text = mixed(runs, games)
    own = next((run.settings.get(OWN) for run in reversed(runs) if run.number in games), None)
    return [
        Note(levels_text(runs, games), group=NoteGroup.CONDITIONS),
        *([Note(f"conditions of single bots: {own}", group=NoteGroup.CONDITIONS)] if own else []),
        *([Note(text, alarm=True)] * bool(text)),
    ]


def allowed_text(conditions: Mapping[str, str]) -> str:
    """Return the time allowed in ms, such as "1000" or "60000 a game + 100"; empty without a limit.

    Args:
        conditions: the conditions of the last run.
    """
    move, bank, more = (conditions.get(key, "0") for key in ("move_ms", "bank_ms", "inc_ms"))
    words = [move] * (move != "0") + [f"{bank} a game" + f" + {more}" * (more != "0")] * (bank != "0")
    return ", ".join(words) + " CPU" * bool(words and conditions.get("measure") == "cpu")


def clock_text(conditions: Mapping[str, str]) -> str:
    """Return the time limits and the rule on faults in words."""
    words = [
        f"{conditions[key]} ms {text}"
        for key, text in (("move_ms", "a decision"), ("bank_ms", "a game"), ("inc_ms", "more for each decision"))
        if conditions.get(key, "0") != "0"
    ]
    clock = f"{', '.join(words)} of {conditions.get('measure', 'wall')} time" if words else "no time limit"
    illegal = conditions.get("on_illegal")
    more = f", illegal answers {illegal}" if illegal else ""
    return f"conditions: {clock}, faults {conditions.get('on_fault', 'forfeit')}{more}"


def reasons(probation: Probation, columns: Columns, entrants: Mapping[str, StoredEntrant]) -> dict[str, str]:
    """Return name -> why the bot is benched, with the names of the ladder of some games.

    Args:
        probation: who is benched.
        columns: all results of these games, including those that are not rated.
        entrants: id -> entrant, of all entrants.
    """
    names = names_of(columns, entrants)
    return {names[id_]: one.reason for id_, one in probation.benched.items() if id_ in names}


def bench_lines(probation: Probation, benched: Mapping[str, str]) -> list[str]:
    """Return the lines about benched bots below a ladder.

    Args:
        probation: the rules by which they are benched.
        benched: name -> reason.
    """
    left_out = "" if probation.settings.games == "keep" else ", and its games are left out"
    return [f"{name} is benched{left_out}: {reason}" for name, reason in benched.items()]
