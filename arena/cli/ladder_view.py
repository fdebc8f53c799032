"""The looks of a ladder in a terminal and in files: its table, the lines below, and who beats whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

from arena import ratings
from arena.cli.probation import marked
from arena.cli.screen import table
from arena.escapes import csv_line, markdown, one_line
from arena.ratings import Cell, Ladder, Note, NoteGroup, Row, Versus
from arena.results.rating_input import TimeUse
from arena.results.roster import Known

COLUMNS = (
    *("rank", "ranks", "name", "Elo", "±95 %", "LOS", "deals", "games", "W-D-L", "score", "points", "faults", "note"),
)
"""The columns without `--wide`, as far as they fit."""
EXPENDABLE = ("games", "points", "deals", "W-D-L", "LOS", "faults", "score", "ranks")
"""The columns to leave out on a narrow terminal, the first one first."""
PROSE = ("name", "version", "author", "folder", "digest", "kinds", "note")
"""The columns with text; all others hold numbers."""
ORIGIN = ("version", "author", "folder", "digest")
"""The columns next to the name."""
DIGITS = 8
"""So many digits of a digest are in a table."""
TIMES = ("worst", "CPU/move", "strikes", "ms allowed")
"""The columns next to the mean time of a decision."""
NARROW = {"Elo": 9, "note": 16, "kinds": 22, "name": 32}
"""The widths of columns with text; longer text takes several lines. Where nobody can rate a bot, `Elo` has text."""
SURPRISE = 2.0
"""How many standard errors a result must be off to be marked."""


@dataclass(frozen=True, eq=False)
class View:
    """A ladder, and what is known about its results.

    Args:
        ladder: the ratings.
        remarks: notes for the lines below the table.
        origin: notes that identify the results, each on a line of its own.
        versions: name -> version of an entrant.
        times: name -> the time that an entrant's decisions took.
        allowed: the time allowed for a decision, in words; empty if it is not limited or not known.
        benched: name -> why a bot is benched.
        facts: the remarks as data, for programs.
        by_points: whether the ranks are those of the points instead of the ratings.
        unit: what points are called, in the plural.
        bots: name -> who wrote an entrant, and where it lay; a site does not have them.
    """

    ladder: Ladder
    remarks: Sequence[Note] = ()
    origin: Sequence[Note] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    times: Mapping[str, TimeUse] = field(default_factory=dict)
    allowed: str = ""
    benched: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, object] = field(default_factory=dict)
    by_points: bool = False
    unit: str = "points"
    bots: Mapping[str, Known] = field(default_factory=dict)

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of the table in order."""
        return marked(ratings.rows(self.ladder, by_points=self.by_points), self.benched)

    @cached_property
    def notes(self) -> list[Note]:
        """All notes but the origin."""
        order = [Note(f"ranks go by {self.unit} a game")] if self.by_points else []
        return [*order, *ratings.notes(self.ladder), *self.remarks]

    @property
    def in_words(self) -> str:
        """What the ladder shows in plain words."""
        return ratings.in_words(self.ladder, by_points=self.by_points, unit=self.unit)


def as_cells(view: View) -> tuple[list[str], list[list[str]]]:
    """Return the heads and cells of all columns that are not empty."""
    heads, cells = list(ratings.HEADINGS), []
    name, time = heads.index("name") + 1, heads.index("ms/move") + 1
    for row in view.rows:
        line = row.cells
        cells.append(
            [*line[:name], *_origin(view, row.name), *line[name:time], *_time_cells(view, row.name), *line[time:]]
        )
    return ratings.shown([*heads[:name], *ORIGIN, *heads[name:time], *TIMES, *heads[time:]], cells)


def _origin(view: View, name: str) -> list[str]:
    """Return the cells that say whose bot this is and which version."""
    version, bot = view.versions.get(name, ""), view.bots.get(name)
    return [version, "", "", ""] if bot is None else [version, bot.author, bot.given, bot.digest[:DIGITS]]


def _time_cells(view: View, name: str) -> list[str]:
    use = view.times.get(name)
    if use is None:
        return [""] * len(TIMES)
    return [milliseconds(use.worst_ms), milliseconds(use.cpu_ms), str(use.strikes or ""), view.allowed]


def milliseconds(time: float | None) -> str:
    """Return a time in ms with three significant digits; an empty text if it is not known."""
    return "" if time is None else f"{time:.2f}" if time < 9.995 else f"{time:.1f}" if time < 99.95 else f"{time:.0f}"


class Layout(NamedTuple):
    """What of a ladder a terminal shows.

    Args:
        heads: the heads of all columns that are not empty.
        cells: the rows.
        blocks: the columns of each table, by their place in `heads`.
        left_out: the heads of the columns for which the terminal is too narrow.
    """

    heads: list[str]
    cells: list[list[str]]
    blocks: list[list[int]]
    left_out: list[str]

    @property
    def shown(self) -> list[str]:
        """The heads of all columns that are shown."""
        return [head for place, head in enumerate(self.heads) if any(place in block for block in self.blocks)]


def layout(view: View, width: int, *, wide: bool = False) -> Layout:
    """Choose the columns that fit, or divide all columns among as many tables as they need.

    Args:
        view: the ladder.
        width: the width of the terminal in characters.
        wide: whether to show all columns.
    """
    heads, cells = as_cells(view)
    cells = [[one_line(text) for text in row] for row in cells]
    if wide:
        return Layout(heads, cells, _blocks(heads, cells, width), [])
    chosen = {*COLUMNS, *(["±points"] * view.by_points)}
    places = [place for place, head in enumerate(heads) if head in chosen]
    dropped = []
    for head in EXPENDABLE:
        if _width(heads, cells, places) <= width:
            break
        if head in heads and not (view.by_points and head == "points"):
            places.remove(heads.index(head))
            dropped.append(head)
    return Layout(heads, cells, [places], [head for head in heads if head in dropped])


def ladder_tables(found: Layout) -> list[RenderableType]:
    """Return the tables of a ladder for a terminal."""
    return [_table(found.heads, found.cells, places) for places in found.blocks]


def left_out_text(found: Layout, width: int) -> str:
    """Return the line that names the columns for which the terminal is too narrow; empty if there are none."""
    if not found.left_out:
        return ""
    return f"columns left out for {width} characters: {', '.join(found.left_out)}; --wide shows all"


def _table(heads: Sequence[str], cells: Sequence[Sequence[str]], places: Sequence[int]) -> RenderableType:
    shown = [heads[place] for place in places]
    right = [head for head in shown if head not in PROSE]
    return table(shown, [[row[place] for place in places] for row in cells], right=right, wrap=tuple(NARROW))


def _blocks(heads: Sequence[str], cells: Sequence[Sequence[str]], width: int) -> list[list[int]]:
    """Return the columns of each table, as many as fit; every table begins with rank and name."""
    first = [heads.index("rank"), heads.index("name")]
    blocks = [list(first)]
    for place in (place for place in range(len(heads)) if place not in first):
        if _width(heads, cells, [*blocks[-1], place]) > width and len(blocks[-1]) > len(first):
            blocks.append(list(first))
        blocks[-1].append(place)
    return [sorted(block) for block in blocks]


def _width(heads: Sequence[str], cells: Sequence[Sequence[str]], places: Sequence[int]) -> int:
    """Return the width of a table in characters; long text may be broken into lines."""
    total = 2 * (len(places) - 1)
    for place in places:
        widest = max(cell_len(text) for text in (heads[place], *(row[place] for row in cells)))
        total += min(widest, NARROW.get(heads[place], widest))
    return total


CAUTION = "caution"
"""The label of the remarks that change how the table has to be read."""


def footer(view: View, *, full: bool = False) -> list[tuple[str, Text]]:
    """Return the lines below a table with their labels: alarms first, each on its own, then one line for each group.

    Args:
        view: the ladder.
        full: whether minor remarks are shown too.
    """
    shown = [*view.notes, *view.origin]
    alarms = [note for note in shown if note.alarm]
    found = [(CAUTION * (note is alarms[0]), Text(one_line(note.text), style="bold red")) for note in alarms]
    for group in NoteGroup:
        texts = [note.text for note in shown if note.group is group and not note.alarm and (full or not note.minor)]
        if texts:
            told = "; ".join(one_line(text).removeprefix(f"{group}: ") for text in texts)
            found.append((group, Text(told, style="dim")))
    return found


def plain(lines: Sequence[tuple[str, Text]]) -> Text:
    """Return labelled lines as text that is not broken, for files and other programs."""
    width = max((len(label) for label, _ in lines), default=0) + 2
    return Text("\n").join(Text(label.ljust(width)) + text for label, text in lines)


def ladder_markdown(view: View) -> str:
    """Return the table and the remarks in Markdown, with a line feed at the end."""
    heads, cells = as_cells(view)
    table = ratings.markdown(heads, cells, right=set(heads) - set(PROSE))
    return f"{table}\nIn short: {markdown(view.in_words)}\n{remarks(view)}"


def remarks(view: View) -> str:
    """Return the remarks below a table in Markdown, the alarming ones first, after an empty line."""
    told = sorted([*view.notes, *view.origin], key=lambda note: not note.alarm)
    lines = [f"* **{markdown(note.text)}**" if note.alarm else f"* {markdown(note.text)}" for note in told]
    return "\n" + "".join(f"{line}\n" for line in lines)


def ladder_csv(view: View) -> str:
    """Return the rows of the table in CSV."""
    return as_csv(records(view))


def records(view: View) -> list[dict[str, object]]:
    """Return the rows of the table as records: field -> value."""
    nothing = dict.fromkeys(TimeUse._fields)
    return [
        {
            **asdict(row),
            "version": view.versions.get(row.name, ""),
            **_whose(view.bots.get(row.name)),
            "benched": view.benched.get(row.name),
            **(view.times[row.name]._asdict() if row.name in view.times else nothing),
        }
        for row in view.rows
    ]


def _whose(bot: Known | None) -> dict[str, object]:
    """Return the fields that say whose bot this is; None where that is not known."""
    if bot is None:
        return dict.fromkeys(("author", "folder", "digest"))
    return {"author": bot.author, "folder": bot.given, "digest": bot.digest}


def as_csv(lines: Sequence[Mapping[str, object]]) -> str:
    """Return records, which all have the same fields, in CSV."""
    return csv_line(lines[0] if lines else ()) + "".join(csv_line(line.values()) for line in lines)


def ladder_data(view: View) -> dict[str, object]:
    """Return the ladder as data, for the JSON format."""
    data = ratings.as_data(view.ladder)
    data["entrants"] = records(view)
    data |= {"ranks_by": "points" if view.by_points else "wins", "unit": view.unit}
    return (
        data
        | dict(view.facts)
        | {"in_words": view.in_words, "notes": [note._asdict() for note in (*view.notes, *view.origin)]}
    )


def matrix(view: View, width: int) -> list[RenderableType]:
    """Return who beats whom for a terminal: tables with as many columns as fit, one below the other."""
    order, found = view.ladder.order, ratings.head_to_head(view.ladder)
    names = [one_line(view.ladder.names[i]) for i in order]
    room = width - 6 - max(map(cell_len, names), default=0)
    fitting = max(1, room // 6)
    tables: list[RenderableType] = []
    for start in range(0, len(order), fitting):
        block = order[start : start + fitting]
        heads = ["", "name", *(f"{number} " for number in range(start + 1, start + len(block) + 1))]
        lines = [
            [str(place), name, *(_cell_text(found.get((i, j)), " ") for j in block)]
            for place, (i, name) in enumerate(zip(order, names, strict=True), start=1)
        ]
        tables.append(table(heads, lines, right=[head for head in heads if head != "name"]))
    return tables


MATRIX_NOTE = "score of the row against the column in %; ▲ better, ▼ worse than predicted, by two standard errors"
"""The meaning of the cells, for the line below the matrix."""


def _cell_text(cell: Cell | None, unmarked: str = "") -> str:
    if cell is None:
        return ""
    mark = unmarked if cell.z is None or abs(cell.z) < SURPRISE else "▲" if cell.z > 0.0 else "▼"
    return f"{100.0 * cell.score:.0f}{mark}"


def matrix_markdown(view: View) -> str:
    """Return who beats whom in Markdown."""
    order, found = view.ladder.order, ratings.head_to_head(view.ladder)
    heads = ["", "name", *map(str, range(1, len(order) + 1))]
    cells = [
        [str(place), view.ladder.names[i], *(_cell_text(found.get((i, j))) for j in order)]
        for place, i in enumerate(order, start=1)
    ]
    return ratings.markdown(heads, cells, right=set(heads) - {"name"}) + f"\n{MATRIX_NOTE}\n"


def pairs_data(ladder: Ladder) -> list[dict[str, object]]:
    """Return a record for every two entrants that met, the best entrants first."""
    found, names = ratings.head_to_head(ladder), ladder.names
    pairs = [(i, j) for i in ladder.order for j in ladder.order if (i, j) in found]
    return [{"first": names[i], "second": names[j], **found[i, j]._asdict()} for i, j in pairs]


def versus_text(found: Versus) -> str:
    """Return everything about two entrants as plain text."""
    lines = [f"{one_line(found.first)} against {one_line(found.second)}", ratings.summary(found.found)]
    if found.expected is not None:
        told = f"score of all their games {100.0 * found.score:.1f} %, by the ratings {100.0 * found.expected:.1f} %"
        lines.append(told + ("" if found.z is None else f" (z {round(found.z, 1) + 0.0:+.1f})"))
    spare = found.games - found.found.games
    if spare:
        lines.append(f"{spare} of {found.games} games belong to incomplete deals and count in the ratings only")
    return "\n".join([*lines, *_in_short(found)])


def _in_short(found: Versus) -> list[str]:
    """Return what the deals of two entrants show, in plain words; nothing if that is not known."""
    los, names = found.found.los, (one_line(found.first), one_line(found.second))
    if los is None or found.found.deals < 2:
        return []
    if max(los, 1.0 - los) >= ratings.CERTAIN:
        better, other = names if los > 0.5 else names[::-1]
        certainty = ratings.los_text(max(los, 1.0 - los))
        return [f"In short: {better} is better than {other} with {certainty} certainty, by the deals they shared"]
    chance = ratings.los_text(los)
    return [f"In short: their deals cannot tell them apart yet; the chance that {names[0]} is better is {chance}"]


def versus_data(found: Versus) -> dict[str, object]:
    """Return everything about two entrants as a record."""
    inner = {
        name: value._asdict() if isinstance(value, ratings.Interval) else value
        for name, value in vars(found.found).items()
    }
    histogram = {f"{score:g}": count for score, count in found.found.histogram.items()}
    return found._asdict() | {"found": inner | {"histogram": histogram}}
