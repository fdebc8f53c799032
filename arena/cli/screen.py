"""Output that the commands share: consoles, and tables that fit the terminal."""

from __future__ import annotations

import io
import marshal
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from tempfile import TemporaryFile
from typing import IO, Any, TextIO, cast

from rich.cells import cell_len, chop_cells
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from arena.escapes import decoded, one_line, printable, without_commands

PIPED = 200
"""The width without a terminal, in characters: lines for files and other programs should not break."""
GAP = 2
"""The spaces between two columns."""
LINES = 4
"""A column of text is not made so narrow that a cell takes many more lines than this."""
SAMPLE = 100
"""In a longer table, the widths of columns are found by about this many of its rows."""
LONGEST = 40
"""A word longer than this many characters may be broken anywhere, and no column has to be wider."""
_BREAK = re.compile(r"(?<=[:/_,-])(?=[^\W\d_])")
"""Where a name may be broken: after a mark and before a letter, but not inside numbers and dates."""


class _Stream(io.TextIOBase):
    """Standard output or standard error, whatever that is at the moment of a write.

    Args:
        name: `stdout` or `stderr`, as in `sys`.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def _stream(self) -> TextIO:
        stream = getattr(sys, self._name)
        found: TextIO = getattr(stream, "rich_proxied_file", stream)  # a live display replaces it
        return found

    @property
    def encoding(self) -> str:  # type: ignore[override] # rich asks for it
        """The encoding of the stream."""
        return self._stream.encoding

    def write(self, text: str) -> int:
        """Write lines; none of them is a command to a CI system."""
        self._stream.write(without_commands(text))
        return len(text)

    def flush(self) -> None:
        """Write out buffered text."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the file descriptor of the stream."""
        return self._stream.fileno()


class Screen(Console):
    """A console that escapes everything it prints, and takes no text for markup.

    Args:
        name: `stdout` or `stderr`.
    """

    def __init__(self, name: str) -> None:
        stream = _Stream(name)
        width = None if stream.isatty() else PIPED
        super().__init__(file=cast("IO[str]", stream), highlight=False, markup=False, emoji=False, width=width)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print texts and tables as rich does; texts are escaped before they are laid out."""
        super().print(*(printable(each) if isinstance(each, str) else each for each in objects), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """Yield what rich is going to print; what was not escaped before is now."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


out = Screen("stdout")
err = Screen("stderr")


def title(text: str, more: str = "") -> Text:
    """Return a headline: a text in bold, and more beside it."""
    return Text.assemble((printable(text), "bold"), f"  {printable(more)}" if more else "")


def say(text: str) -> None:
    """Write text as it is, for files and other programs; a terminal gets it escaped."""
    sys.stdout.write(printable(text) if sys.stdout.isatty() else text)
    sys.stdout.flush()


def say_bytes(data: bytes, *, raw: bool = False) -> None:
    """Write what a bot was sent or wrote: byte for byte into a pipe or a file; a terminal gets it escaped.

    Args:
        data: the bytes.
        raw: whether a terminal gets them as they are too.
    """
    if sys.stdout.isatty() and not raw:
        say(decoded(data))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


class Sheet:
    """A plain table that never breaks a word where it can do without.

    If the table is wider than the terminal, empty columns are left out, and a text that all rows share is printed once
    above them. Then the columns whose text may take several lines become narrower, then all columns of text do, and
    names are broken after `:`, `/`, `_`, `-` and commas. If that is not enough, every row becomes a list of its cells,
    one below the other.

    Args:
        heads: the column heads.
        rows: the cells, as text.
        right: the heads of the columns that are aligned to the right.
        wrap: the heads of the columns whose text may take several lines.
    """

    def __init__(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str], wrap: Collection[str]
    ) -> None:
        self._heads = [one_line(head) for head in heads]
        self._rows = [[one_line(cell) for cell in row] for row in rows]
        self._right = {place for place, head in enumerate(heads) if head in right}
        self._wrap = {place for place, head in enumerate(heads) if head in wrap}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the table as it fits into the terminal."""
        if sum(self._natural()) > self._room(options) and self._rows:
            found, shared = self._without_repetition()
            if shared:
                yield labelled(shared)
            yield from found.fitted(options)
        else:
            yield from self.fitted(options)

    def _room(self, options: ConsoleOptions) -> int:
        return options.max_width - GAP * (len(self._heads) - 1)

    def _columns(self) -> list[tuple[str, ...]]:
        return list(zip(self._heads, *self._rows, strict=True))

    def _natural(self) -> list[int]:
        """Return the widths of the columns where nothing is broken."""
        return [max(map(cell_len, column)) for column in self._columns()]

    def _without_repetition(self) -> tuple[Sheet, list[tuple[str, Text]]]:
        """Return the table without columns that are empty or the same in all rows; and the latter, each with its text.

        Only columns whose text may take several lines are taken out because they are the same in all rows.
        """
        same = {place for place, (_, *cells) in enumerate(self._columns()) if len(set(cells)) == 1}
        once = {place for place in same & self._wrap if len(self._rows) > 1}
        empty = {place for place in same if not self._rows[0][place]}
        kept = [place for place in range(len(self._heads)) if place not in once | empty] or [0]
        heads, rows = [self._heads[place] for place in kept], [[row[place] for place in kept] for row in self._rows]
        right, wrap = ([self._heads[place] for place in some] for some in (self._right, self._wrap))
        shared = [(self._heads[place], Text(self._rows[0][place])) for place in sorted(once - empty)]
        return Sheet(heads, rows, right, wrap), shared

    def fitted(self, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the table with columns so narrow that it fits, or as a list."""
        room, columns, natural = self._room(options), self._columns(), self._natural()
        text = set(range(len(columns))) - self._right
        for narrow, parts in ((self._wrap, str.split), (text, _pieces_of_words)):
            least = [
                _least(column, parts, size) if place in narrow else size
                for place, (column, size) in enumerate(zip(columns, natural, strict=True))
            ]
            if widths := _shrunk(columns, natural, least, room):
                yield self._table(widths)
                return
        yield self._list()

    def _table(self, widths: Sequence[int]) -> Table:
        found = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
        for place, (head, width) in enumerate(zip(self._heads, widths, strict=True)):
            shown = Text("\n".join(broken(head, width)))
            found.add_column(shown, justify="right" if place in self._right else "left", no_wrap=True, width=width)
        for row in self._rows:
            cells = zip(row, widths, strict=True)
            found.add_row(*(Text("\n".join(broken(cell, width))) for cell, width in cells))
        return found

    def _list(self) -> Group:
        """Return every row as a list of its cells; empty cells are left out."""
        parts: list[RenderableType] = []
        for row in self._rows:
            parts += [Text("")] * bool(parts)
            parts.append(labelled([(head, Text(cell)) for head, cell in zip(self._heads, row, strict=True) if cell]))
        return Group(*parts)


def _pieces_of_words(text: str) -> list[str]:
    return [piece for word in text.split() for piece in _BREAK.split(word)]


def _least(column: Sequence[str], parts: Callable[[str], list[str]], natural: int) -> int:
    """Return the least width of a column: its longest part fits, and no cell takes too many lines."""
    longest = max((cell_len(part) for text in column for part in parts(text)), default=0)
    return min(natural, LONGEST, max(longest, natural // LINES))


def _shrunk(
    columns: Sequence[Sequence[str]], natural: Sequence[int], least: Sequence[int], room: int
) -> list[int] | None:
    """Return widths of columns that fit, by which the rows take few lines; None if there are none.

    Args:
        columns: the texts of each column.
        natural: the width of each column where nothing is broken.
        least: the least width of each column.
        room: the width of all columns together.
    """
    if sum(least) > room:
        return None
    widths = [max(low, min(size, room)) for size, low in zip(natural, least, strict=True)]
    step = len(columns[0]) // SAMPLE + 1
    some = [column[::step] for column in columns]
    heights = [[len(broken(text, width)) for text in column] for column, width in zip(some, widths, strict=True)]
    while sum(widths) > room:
        ways = []
        for place, width in enumerate(widths):
            if width > least[place]:
                taller = [len(broken(text, width - 1)) for text in some[place]]
                tried = [*heights[:place], taller, *heights[place + 1 :]]
                ways.append((sum(map(max, zip(*tried, strict=True))), -width, place, taller))
        *_, place, taller = min(ways)
        widths[place] -= 1
        heights[place] = taller
    return widths


@lru_cache(1 << 14)
def broken(text: str, width: int) -> Sequence[str]:
    """Return a text as lines of at most so many characters, broken at spaces if possible, else inside names."""
    if cell_len(text) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line and cell_len(line) + 1 + cell_len(word) <= width:
            line += f" {word}"
            continue
        lines += [line] * bool(line)
        line = ""
        for piece in [word] if cell_len(word) <= width else _BREAK.split(word):
            if cell_len(line) + cell_len(piece) <= width:
                line += piece
                continue
            lines += [line] * bool(line)
            *full, line = chop_cells(piece, width)
            lines += full
    return [*lines, line]


def shortened(text: str, width: int) -> str:
    """Return a text with its middle left out if it is longer than so many characters; both ends of a name tell most."""
    if cell_len(text) <= width:
        return text
    head, tail = width // 2, width - width // 2 - 1
    return f"{chop_cells(text, head)[0]}…{chop_cells(text[::-1], tail)[0][::-1]}"


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: Collection[str] = (), wrap: Collection[str] = ()
) -> Sheet:
    """Return a plain table (see `Sheet`).

    Args:
        heads: the column heads.
        rows: the cells, as text.
        right: the heads of the columns that are aligned to the right.
        wrap: the heads of the columns whose text may take several lines.
    """
    return Sheet(heads, rows, right, wrap)


def labelled(lines: Sequence[tuple[str, Text]], style: str = "") -> Table:
    """Return texts, each beside its label; long ones go on below themselves.

    Args:
        lines: the labels, which may be empty, and the texts.
        style: the style of all.
    """
    found = Table.grid(padding=(0, GAP, 0, 0))
    found.style = style
    found.add_column(no_wrap=True, style="bold")
    found.add_column(overflow="fold")
    for label, text in lines:
        found.add_row(Text(one_line(label)), text)
    return found


def plain_table(
    heads: Sequence[str], rows: Iterable[Sequence[tuple[str, ...]]], *, right: Sequence[str] = ()
) -> Iterator[str]:
    """Yield a table of any length as text, many lines at a time, without wrapping.

    Args:
        heads: the column heads.
        rows: the cells, many rows at a time. A file keeps them until the widths of the columns are known.
        right: the heads of the columns that are aligned to the right.
    """
    widths = list(map(len, heads))
    with TemporaryFile() as kept:
        for some in rows:
            text = "".join(chain.from_iterable(some))
            if not (text.isascii() and text.isprintable()):
                some = [tuple(map(one_line, row)) for row in some]  # noqa: PLW2901 - rare: the usual row stays
            longest = [max(map(len, column)) for column in zip(*some, strict=True)]
            widths = list(map(max, widths, longest))
            marshal.dump(list(some), kept)
        parts = kept.tell()
        kept.seek(0)
        line = "  ".join(f"%{'' if head in right else '-'}{width}s" for head, width in zip(heads, widths, strict=True))
        yield (line % tuple(heads)).rstrip()
        while kept.tell() < parts:
            yield "\n".join([(line % row).rstrip() for row in marshal.load(kept)])  # noqa: S302 - written above
