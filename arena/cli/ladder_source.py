"""Where the results of a ladder come from: the arena's own, or a table that anybody may have made."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import ladders
from arena.cli.conditions import mixed
from arena.cli.lock import levels_text
from arena.cli.rounds import reports_of
from arena.cli.screen import err
from arena.errors import UserError
from arena.schedules.report import Report
from arena.standings import display_names, results
from arena.store import Known, Played, Run, Store
from ladders import Note, Results

STDIN = "-"


class Loaded(NamedTuple):
    """Results, and what is known about them.

    Args:
        results: to be rated.
        remarks: what belongs below the table.
        facts: the same for programs.
        versions: of the entrants, by name.
        clock: the ms allowed for a decision; empty if nobody knows, or without a limit.
        games: what the games are called, by number; None for their numbers.
        deals: what the deals are called.
        rows: the games of a store.
        entrants: those of a store, by id.
        reports: rounds and brackets.
    """

    results: Results
    remarks: Sequence[Note]
    facts: Mapping[str, object]
    versions: Mapping[str, str] = MappingProxyType({})
    clock: str = ""
    games: Sequence[str] | None = None
    deals: Sequence[str] | None = None
    rows: Sequence[Played] = ()
    entrants: Mapping[str, Known] = MappingProxyType({})
    reports: Sequence[Report] = ()


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
    return Loaded(found, (Note(f"SHA-256 of {name} {digest}"),), {"results_sha256": digest})


def load_store(store: Store, contest: str | None) -> Loaded:
    """Return the results of a store.

    Args:
        store: the results.
        contest: one contest only, by its label.
    """
    rows = [row for row in store.results() if contest in {None, row.game.contest}]
    entrants, conditions = store.entrants(), store.conditions()
    found = results(rows, entrants, dict(store.uses()))
    games, deals = [row.game.id for row in rows], list(dict.fromkeys(row.game.chance for row in rows))
    commitment, digest = store.commitment(), ladders.digest(found, games=games, deals=deals)
    counts = store.counts()
    left = counts.planned - counts.done
    remarks = [
        *([Note(f"{left} of {counts.planned} planned games are not played yet")] * (left > 0 and contest is None)),
        Note(_conditions_text(conditions)),
        *changes(store.runs(), rows),
        Note(f"SHA-256 of the seed {commitment}"),
        Note(f"SHA-256 of the results {digest}"),
    ]
    playing = {side for row in rows for side in row.game.sides}
    names = display_names({id_: known for id_, known in entrants.items() if id_ in playing})
    return Loaded(
        found,
        [note for note in remarks if note.text],
        {
            "planned": counts.planned,
            "played": counts.done,
            "conditions": conditions,
            "seed_sha256": commitment,
            "results_sha256": digest,
        },
        {name: entrants[id_].version for id_, name in names.items()},
        _move_limit(conditions),
        games,
        deals,
        rows,
        entrants,
        reports_of(store, contest),
    )


def changes(runs: Sequence[Run], rows: Sequence[Played]) -> list[Note]:
    """Return at which sandbox level these games were played, and what changed between their runs, if anything did."""
    text = mixed(runs, rows)
    return [Note(levels_text(runs, rows)), *([Note(text, alarm=True)] * bool(text))]


def _move_limit(conditions: Mapping[str, str]) -> str:
    limit = conditions.get("move_ms", "0")
    return "" if limit == "0" else limit


def _conditions_text(conditions: Mapping[str, str]) -> str:
    """Return the time limits and the rule on faults in words; "" if nothing is known."""
    if "move_ms" not in conditions:
        return ""
    words = [
        f"{conditions[key]} ms {text}"
        for key, text in (("move_ms", "a decision"), ("bank_ms", "a game"), ("inc_ms", "more for each decision"))
        if conditions.get(key, "0") != "0"
    ]
    clock = f"{', '.join(words)} of {conditions.get('measure', 'wall')} time" if words else "no time limit"
    return f"conditions: {clock}, faults {conditions.get('on_fault', 'forfeit')}"
