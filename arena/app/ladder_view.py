"""A ladder as people and programs read it: its columns and remarks, and who beats whom, as text and as data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property

from arena import ratings
from arena.app.rated import Loaded
from arena.escapes import csv_line, markdown, one_line
from arena.ratings import Cell, Ladder, Note, Row, Versus
from arena.results.rating_input import TimeUse
from arena.results.roster import Known

PROSE = ("name", "version", "author", "folder", "digest", "kinds", "note")
"""The columns with text; all others hold numbers."""
ORIGIN = ("version", "author", "folder", "digest")
"""The columns next to the name."""
DIGITS = 8
"""So many digits of a digest are in a table."""
TIMES = ("worst", "CPU/move", "strikes", "illegal", "tries", "tokens", "cost", "ms allowed")
"""The columns next to the mean time of a decision."""
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
        if order and self.ladder.results.games and not any(self.ladder.points):
            order = [Note(f"nobody has a rank, since no game records {self.unit}", alarm=True)]
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
    return [
        milliseconds(use.worst_ms),
        milliseconds(use.cpu_ms),
        str(use.strikes or ""),
        f"{100 * use.illegal:.1f} %" if use.illegal or use.tries is not None else "",
        "" if use.tries is None else f"{use.tries:.2f}",
        "" if use.tokens is None else f"{use.tokens:.0f}",
        "" if use.cost is None else f"${use.cost:.4g}",
        view.allowed,
    ]


def milliseconds(time: float | None) -> str:
    """Return a time in ms with three significant digits; an empty text if it is not known."""
    return "" if time is None else f"{time:.2f}" if time < 9.995 else f"{time:.1f}" if time < 99.95 else f"{time:.0f}"


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


MATRIX_NOTE = "score of the row against the column in %; ▲ better, ▼ worse than predicted, by two standard errors"
"""The meaning of the cells, for the line below the matrix."""


def cell_text(cell: Cell | None, unmarked: str = "") -> str:
    """Return the score of a pairing in %, with a mark where it is a surprise; `unmarked` stands where it is none."""
    if cell is None:
        return ""
    mark = unmarked if cell.z is None or abs(cell.z) < SURPRISE else "▲" if cell.z > 0.0 else "▼"
    return f"{100.0 * cell.score:.0f}{mark}"


def matrix_markdown(view: View) -> str:
    """Return who beats whom in Markdown."""
    order, found = view.ladder.order, ratings.head_to_head(view.ladder)
    heads = ["", "name", *map(str, range(1, len(order) + 1))]
    cells = [
        [str(place), view.ladder.names[i], *(cell_text(found.get((i, j))) for j in order)]
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
        lines.append(told + ("" if found.z is None else f" (z {found.z:+z.1f})"))
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


def marked(rows: Iterable[ratings.Row], benched: Collection[str]) -> list[ratings.Row]:
    """Return the rows of a ladder; those of benched bots get a note."""
    return [
        replace(row, note="; ".join(filter(None, (row.note, "benched")))) if row.name in benched else row
        for row in rows
    ]


def view_of(loaded: Loaded, anchors: Mapping[str, float], *, exclude_faults: bool = False) -> View:
    """Rate results, and return the ladder with everything that is known about it.

    Raises:
        ValueError: an anchor is not an entrant.
    """
    fitted, said = loaded.rate(anchors, exclude_faults=exclude_faults)
    return View(
        fitted,
        [*said, *loaded.remarks],
        loaded.origin,
        loaded.versions,
        loaded.times,
        loaded.allowed,
        loaded.benched,
        loaded.facts,
        loaded.by_points,
        loaded.unit,
        loaded.bots,
    )
