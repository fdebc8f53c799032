"""Where the results of a ladder come from: the arena's own, or a table that anybody may have made."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

import ladders
from arena.cli.conditions import mixed
from arena.cli.lock import levels_text
from arena.cli.probation import bench_lines, reasons
from arena.cli.screen import err
from arena.errors import UserError
from arena.results.standings import TimeUse, names_of, results, time_use
from arena.schedules.agenda import agenda_of
from arena.schedules.report import WITH_ROUNDS, EventReport, reports
from arena.store import Columns, Run, Store, StoredEntrant
from arena.tournament.probation import Probation, probation_of
from arena.tournament.scoreboard import Scoreboard
from ladders import Ladder, Note, Results

STDIN = "-"
AT_ONCE = frozenset({"round-robin", "gauntlet"})
"""Schedules that are planned pairing by pairing and played set by set, as their games are put in order here."""


class Loaded(NamedTuple):
    """Results, and what is known about them.

    Args:
        results: to be rated.
        remarks: what belongs below the table.
        origin: from where they are: what tells these data from others.
        facts: the same for programs.
        anchors: the Elo of some entrants, as far as they can be rated.
        versions: of the entrants, by name.
        times: what their decisions took, by name.
        allowed: the time allowed for a decision, in words; empty if nobody knows, or without a limit.
        games: what the games are called, by number; None for their numbers.
        deals: what the deals are called.
        columns: the games of a store that it is rated with.
        played: how many games of the store are of these contests, also those that it is not rated with.
        benched: why bots are benched, by name.
        entrants: those of a store, by id.
        reports: rounds and brackets.
    """

    results: Results
    remarks: Sequence[Note]
    origin: Sequence[Note]
    facts: Mapping[str, object]
    anchors: Mapping[str, float] = MappingProxyType({})
    versions: Mapping[str, str] = MappingProxyType({})
    times: Mapping[str, TimeUse] = MappingProxyType({})
    allowed: str = ""
    games: Sequence[str] | None = None
    deals: Sequence[str] | None = None
    columns: Columns | None = None
    played: int = 0
    benched: Mapping[str, str] = MappingProxyType({})
    entrants: Mapping[str, StoredEntrant] = MappingProxyType({})
    reports: Sequence[EventReport] = ()

    def rate(self, anchors: Mapping[str, float], *, exclude_faults: bool = False) -> tuple[Ladder, list[Note]]:
        """Return the ladder, and what there is to say of how it was made.

        Args:
            anchors: those asked for; without any, those of the ladder file are used if they can be.
            exclude_faults: leave out whole deals in which a bot committed a fault.

        Raises:
            ValueError: an anchor that was asked for cannot be rated.
        """
        said = [Note("deals in which a bot committed a fault are left out")] * exclude_faults
        own = {} if anchors else {name: elo for name, elo in self.anchors.items() if name in self.results.names}
        try:
            return ladders.fit(self.results, anchors or own or None, exclude_faults=exclude_faults), said
        except ValueError as error:
            if not own:
                raise
            fitted = ladders.fit(self.results, exclude_faults=exclude_faults)
            return fitted, [*said, Note(f"no anchors: {error}", alarm=True)]


def load_table(path: str) -> Loaded:
    """Return the results of a file in the format of docs/results-format.md, `-` being the standard input.

    Raises:
        UserError: it cannot be read, or it is not in that format.
    """
    name = "standard input" if path == STDIN else path
    try:
        data = sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
        text = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", newline="")
        found = ladders.read_csv(text, name=name, report=lambda note: err.print(note, style="yellow", markup=False))
    except OSError as error:
        raise UserError(f"{name}: {error.strerror}", "name a file of results", os.EX_NOINPUT) from error
    except ValueError as error:
        raise UserError(str(error), "docs/results-format.md says how the table is to look", os.EX_DATAERR) from error
    digest = sha256(data).hexdigest()
    return Loaded(found, (), (Note(f"SHA-256 of {name} {digest}"),), {"results_sha256": digest})


def load_store(
    store: Store,
    contests: Sequence[Collection[str] | None],
    anchors: Mapping[str, float] = MappingProxyType({}),
    probation: Probation | None = None,
) -> list[Loaded]:
    """Return results of a store, once for each selection of contests.

    Args:
        store: the results.
        contests: the labels of each selection; None for all contests.
        anchors: those of the ladder file.
        probation: who is benched after all of these results, where that is known already.
    """
    columns = store.columns()
    probation = probation or probation_of(store)
    agenda = agenda_of(store.conditions(), store.seed(), probation)
    kinds = {part.event.settings.kind for part in agenda.parts}
    if kinds & AT_ONCE:
        columns = columns.take(np.argsort(columns.sets, kind="stable"))
    rounds = reports(agenda, Scoreboard(store).scores()) if kinds & WITH_ROUNDS else []
    return [
        _selected(store, labels, _of_contests(columns, labels), probation)._replace(
            anchors=anchors, reports=[each for each in rounds if labels is None or each.event.contest in labels]
        )
        for labels in contests
    ]


def _of_contests(columns: Columns, labels: Collection[str] | None) -> Columns:
    """Return the results of some contests; None for all."""
    kept = columns.contest.where(lambda contest: labels is None or contest in labels)
    return columns if kept.all() else columns.take(kept)


def _selected(store: Store, labels: Collection[str] | None, everything: Columns, probation: Probation) -> Loaded:
    entrants, conditions = store.entrants(), store.conditions()
    rated = everything.sides.where(probation.rates)
    columns = everything if rated.all() else everything.take(rated)
    benched = reasons(probation, everything, entrants)
    found, deals = results(columns, entrants), columns.chance.present().values
    commitment, digest = store.commitment(), ladders.digest(found, games=columns.ids, deals=deals)
    counts = store.counts()
    left = counts.planned - counts.done if labels is None else 0
    names = names_of(columns, entrants)
    return Loaded(
        found,
        [
            *([Note(f"{left} of {counts.planned} planned games are not played yet")] * (left > 0)),
            *([Note(clock_text(conditions))] * ("move_ms" in conditions)),
            *_changes(store.runs(), columns.games_of_run),
            *(Note(line, alarm=True) for line in bench_lines(probation, benched)),
        ],
        [Note(f"SHA-256 of the seed {commitment}"), Note(f"SHA-256 of the results {digest}")],
        {
            "planned": counts.planned,
            "played": counts.done,
            "conditions": conditions,
            "seed_sha256": commitment,
            "results_sha256": digest,
            "benched": dict(benched),
        },
        versions={name: entrants[id_].version for id_, name in names.items()},
        times=time_use(columns, names),
        allowed=allowed_text(conditions),
        games=columns.ids,
        deals=deals,
        columns=columns,
        played=len(everything),
        benched=benched,
        entrants=entrants,
    )


def _changes(runs: Sequence[Run], games: Mapping[int, int]) -> list[Note]:
    """Return at which sandbox level games were played, and what changed between their runs, if anything did.

    Args:
        runs: all runs of the store.
        games: how many of the games each run has played, by its number.
    """
    text = mixed(runs, games)
    return [Note(levels_text(runs, games)), *([Note(text, alarm=True)] * bool(text))]


def allowed_text(conditions: Mapping[str, str]) -> str:
    """Return the time allowed in ms, such as "1000" or "60000 a game + 100"; "" without a limit.

    Args:
        conditions: of the last run.
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
    return f"conditions: {clock}, faults {conditions.get('on_fault', 'forfeit')}"
