"""Output that the commands share: consoles, and tables that fit the terminal."""

from __future__ import annotations

import io
import marshal
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from tempfile import TemporaryFile
from typing import IO, Any, TextIO, cast

from rich.cells import cell_len, chop_cells
from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from arena.escapes import decoded, one_line, printable, without_commands

PIPED = 200
"""The width without a terminal, in characters: lines for files and other programs should not break."""
GAP = 2
"""The spaces between two columns."""


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
        return self._stream.encoding

    def write(self, text: str) -> int:
        """Write lines; none of them is a command to a CI system."""
        self._stream.write(without_commands(text))
        return len(text)

    def flush(self) -> None:
        """Write out buffered text."""
        self._stream.flush()

    def close(self) -> None:
        """Do nothing: the stream is Python's, which at its end may have none anymore."""

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
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


out: Screen = Screen("stdout")
err: Screen = Screen("stderr")


def warn(text: str) -> None:
    """Print something on standard error that the user should know."""
    err.print(text, style="yellow")


def say_of_agents(text: str) -> None:
    """Print what happens to other machines that play."""
    err.print(text, style="dim", soft_wrap=True)


def title(text: str, more: str = "") -> Text:
    """Return a headline: a text in bold, and more beside it."""
    return Text.assemble((printable(text), "bold"), f"  {printable(more)}" if more else "")


def say(text: str) -> None:
    """Write text as it is, for files and other programs, in UTF-8 as JSON has to be; a terminal gets it escaped."""
    if sys.stdout.isatty():
        sys.stdout.write(printable(text))
        sys.stdout.flush()
    else:
        say_bytes(text.encode(errors="backslashreplace"))


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


def progress_bar(done: int, total: int) -> RenderableType:
    """Return a bar over the whole width that says how far something is."""
    return Padding(ProgressBar(max(1, total), done), 0)  # a bar alone does not end its line


def say_commands(*lines: tuple[str, str]) -> None:
    """Print commands, each with what it does: beside it, or below where there is no room."""
    width = max(len(words) for words, _ in lines)
    for words, about in lines:
        beside = 2 + width + 3 + max(len(each) for _, each in lines) <= out.width
        out.print(f"  {words:{width}}   {about}" if beside else f"  {words}\n      {about}", soft_wrap=True)


def shortened(text: str, width: int) -> str:
    """Return a text with its middle left out if it is longer than so many characters; both ends of a name tell most."""
    if cell_len(text) <= width:
        return text
    head, tail = width // 2, width - width // 2 - 1
    return f"{chop_cells(text, head)[0]}…{chop_cells(text[::-1], tail)[0][::-1]}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: Collection[str] = ()) -> Table:
    """Return a plain table. Where it is too wide for the terminal, texts take several lines.

    Args:
        heads: the column heads.
        rows: the cells, as text.
        right: the heads of the columns that are aligned to the right; they are made narrower only if all else fails.
    """
    found = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for head in heads:
        number = head in right
        found.add_column(
            Text(one_line(head)),
            justify="right" if number else "left",
            no_wrap=number,
            overflow="ellipsis" if number else "fold",
        )
    for row in rows:
        found.add_row(*(Text(one_line(cell)) for cell in row))
    return found


def labelled(lines: Sequence[tuple[str, Text]]) -> Table:
    """Return texts, each beside its label, which may be empty; long ones go on below themselves."""
    found = Table.grid(padding=(0, GAP, 0, 0))
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
