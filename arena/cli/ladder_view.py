"""How a ladder looks in a terminal and in files: its table, the lines below it, and who beats whom."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

import ladders
from arena.cli.screen import table
from arena.errors import printable
from ladders import Cell, Ladder, Note, Row, Versus

COLUMNS = (
    *("rank", "ranks", "name", "Elo", "±95 %", "LOS", "deals", "games", "W-D-L", "score", "points", "faults", "note"),
)
"""What is shown without `--wide`, as far as it fits."""
EXPENDABLE = ("games", "points", "ranks", "deals", "W-D-L", "LOS", "faults", "score")
"""What is left out first where the terminal is narrow."""
PROSE = ("name", "kinds", "note")
"""Columns that are not numbers."""
NOTE = 16
"""Columns that a note needs; a longer one takes several lines."""
SURPRISE = 2.0
"""Standard errors from which a result is marked."""


@dataclass(frozen=True)
class View:
    """A ladder and what is known about its results beyond them.

    Args:
        ladder: the fit.
        remarks: what else belongs below the table.
        versions: of the entrants, by name.
        clock: the time allowed for a decision, such as "1000"; empty if nobody knows or it is not limited.
        facts: the remarks for programs.
        by_points: whether the rows stand by points and not by rating.
    """

    ladder: Ladder
    remarks: Sequence[Note] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    clock: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    by_points: bool = False

    @property
    def rows(self) -> list[Row]:
        """The rows in their order."""
        found = ladders.rows(self.ladder)
        if self.by_points:
            found.sort(key=lambda row: (row.points is None, -(row.points or 0.0)))
        return found

    @property
    def notes(self) -> list[Note]:
        """All remarks."""
        order = [Note("in the order of points a game; ranks are those of the ratings")] if self.by_points else []
        return [*order, *ladders.notes(self.ladder), *self.remarks]


def as_cells(view: View) -> tuple[list[str], list[list[str]]]:
    """Return heads and cells of all columns in which something stands."""
    heads, cells = list(ladders.HEADINGS), [list(row.cells) for row in view.rows]
    after = heads.index("name") + 1
    heads.insert(after, "version")
    for row in cells:
        row.insert(after, view.versions.get(row[after - 1], ""))
    if view.clock:
        heads[heads.index("ms/move")] = f"ms/move of {view.clock}"
    return ladders.shown(heads, cells)


def ladder_table(view: View, width: int, *, wide: bool = False) -> RenderableType:
    """Return the table for a terminal.

    Args:
        view: the ladder.
        width: the columns of the terminal.
        wide: show everything, even if it does not fit.
    """
    heads, cells = as_cells(view)
    places = [place for place, head in enumerate(heads) if wide or head in {*COLUMNS, "Nash"}]
    if view.by_points and not wide:
        places += [place for place, head in enumerate(heads) if head == "±points"]
        places.sort()
    for head in () if wide else EXPENDABLE:
        if _width(heads, cells, places) <= width:
            break
        if not (view.by_points and head == "points"):
            places = [place for place in places if heads[place] != head]
    shown = [heads[place] for place in places]
    right = [head for head in shown if head not in {*PROSE, "version"}]
    lines = [[printable(row[place], "") for place in places] for row in cells]
    return table(shown, lines, right=right, wrap=("note", "kinds", "name"))


def _width(heads: Sequence[str], cells: Sequence[Sequence[str]], places: Sequence[int]) -> int:
    """Return the columns that a table takes; a note may be broken."""
    total = 2 * (len(places) - 1)
    for place in places:
        widest = max(cell_len(text) for text in (heads[place], *(row[place] for row in cells)))
        total += min(widest, NOTE) if heads[place] == "note" else widest
    return total


def footer(notes: Sequence[Note]) -> Text:
    """Return the remarks as one paragraph, with those in red that change how the table is to be read."""
    found = Text(style="dim")
    for number, note in enumerate(notes):
        found.append("; " if number else "")
        found.append(printable(note.text, ""), style="bold red not dim" if note.alarm else "")
    return found


def ladder_markdown(view: View) -> str:
    """Return the table and the remarks in Markdown, each line ended."""
    heads, cells = as_cells(view)
    return ladders.markdown(heads, cells, right=set(heads) - {*PROSE, "version"}) + _remarks(view.notes)


def _remarks(notes: Sequence[Note]) -> str:
    lines = [f"* **{note.text}**" if note.alarm else f"* {note.text}" for note in notes]
    return "\n" + "".join(f"{line}\n" for line in lines)


def ladder_csv(view: View) -> str:
    """Return the values of the table in CSV."""
    return ladders.to_csv(view.rows)


def ladder_data(view: View) -> dict[str, object]:
    """Return the content of the JSON format."""
    data = ladders.as_data(view.ladder)
    data["entrants"] = [asdict(row) | {"version": view.versions.get(row.name, "")} for row in view.rows]
    return data | dict(view.facts) | {"notes": [note._asdict() for note in view.notes]}


def matrix(view: View, width: int) -> list[RenderableType]:
    """Return who beats whom for a terminal: tables of as many columns as fit, one below the other."""
    order, found = view.ladder.order, ladders.head_to_head(view.ladder)
    names = [printable(view.ladder.names[i], "") for i in order]
    room = width - 6 - max(map(cell_len, names), default=0)
    fitting = max(1, room // 6)
    tables: list[RenderableType] = []
    for start in range(0, len(order), fitting):
        block = order[start : start + fitting]
        heads = ["", "name", *map(str, range(start + 1, start + len(block) + 1))]
        lines = [
            [str(place), name, *(_cell_text(found.get((i, j))) for j in block)]
            for place, (i, name) in enumerate(zip(order, names, strict=True), start=1)
        ]
        tables.append(table(heads, lines, right=[head for head in heads if head != "name"]))
    return tables


MATRIX_NOTE = "score of the row against the column in %; ▲ better, ▼ worse than ratings expect by two standard errors"
"""What the cells mean."""


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return ""
    mark = "" if cell.z is None or abs(cell.z) < SURPRISE else "▲" if cell.z > 0.0 else "▼"
    return f"{100.0 * cell.score:.0f}{mark}"


def matrix_markdown(view: View) -> str:
    """Return who beats whom in Markdown."""
    order, found = view.ladder.order, ladders.head_to_head(view.ladder)
    heads = ["", "name", *map(str, range(1, len(order) + 1))]
    cells = [
        [str(place), view.ladder.names[i], *(_cell_text(found.get((i, j))) for j in order)]
        for place, i in enumerate(order, start=1)
    ]
    return ladders.markdown(heads, cells, right=set(heads) - {"name"}) + f"\n{MATRIX_NOTE}\n"


def pairs_data(ladder: Ladder) -> list[dict[str, object]]:
    """Return every two entrants that met, best first, as records."""
    found, names = ladders.head_to_head(ladder), ladder.names
    pairs = [(i, j) for i in ladder.order for j in ladder.order if (i, j) in found]
    return [{"first": names[i], "second": names[j], **found[i, j]._asdict()} for i, j in pairs]


def pairs_csv(records: Sequence[Mapping[str, object]]) -> str:
    """Return the same in CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, ["first", "second", *Cell._fields], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def versus_text(found: Versus) -> str:
    """Return two entrants in plain text."""
    lines = [f"{found.first} against {found.second}", ladders.summary(found.found)]
    if found.expected is not None:
        told = f"score of all their games {100.0 * found.score:.1f} %, by the ratings {100.0 * found.expected:.1f} %"
        lines.append(told + ("" if found.z is None else f" (z {found.z:+.1f})"))
    spare = found.games - found.found.games
    if spare:
        lines.append(f"{spare} of {found.games} games are of incomplete deals, and count in the ratings only")
    return "\n".join(lines)


def versus_data(found: Versus) -> dict[str, object]:
    """Return two entrants as a record."""
    inner = {
        name: value._asdict() if isinstance(value, ladders.Interval) else value
        for name, value in vars(found.found).items()
    }
    histogram = {f"{score:g}": count for score, count in found.found.histogram.items()}
    return found._asdict() | {"found": inner | {"histogram": histogram}}


def to_json(content: object) -> str:
    """Return JSON text, its last line ended."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
