"""Output that the commands share: consoles, and tables that fit the terminal."""

from __future__ import annotations

import io
import marshal
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from tempfile import TemporaryFile
from typing import IO, TextIO, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPED = 200
"""The width without a terminal, in characters: lines for files and other programs should not break."""


class _Steady(io.TextIOBase):
    """Standard output or standard error; if its terminal or pipe is closed, it goes silent and the command goes on.

    Args:
        name: `stdout` or `stderr`; the stream is looked up in `sys` at every write.
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
        """Write text, unless the stream is closed."""
        self._try(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        """Write out buffered text, unless the stream is closed."""
        self._try(self._stream.flush)

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the file descriptor of the stream."""
        return self._stream.fileno()

    def _try(self, job: Callable[[], object]) -> None:
        try:
            job()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


out = Console(file=cast("IO[str]", _Steady("stdout")), highlight=False, width=None if sys.stdout.isatty() else PIPED)
err = Console(file=cast("IO[str]", _Steady("stderr")), highlight=False, width=None if sys.stderr.isatty() else PIPED)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[str] = (), wrap: Sequence[str] = ()
) -> Table:
    """Return a plain table.

    Args:
        heads: the column heads.
        rows: the cells, as text.
        right: the heads of the columns that are aligned to the right.
        wrap: the heads of the columns whose text may take several lines.
    """
    found = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for head in heads:
        found.add_column(head, justify="right" if head in right else "left", no_wrap=head not in wrap, overflow="fold")
    for row in rows:
        found.add_row(*(Text(cell) for cell in row))
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
            longest = [max(map(len, column)) for column in zip(*some, strict=True)]
            widths = list(map(max, widths, longest))
            marshal.dump(list(some), kept)
        parts = kept.tell()
        kept.seek(0)
        line = "  ".join(f"%{'' if head in right else '-'}{width}s" for head, width in zip(heads, widths, strict=True))
        yield (line % tuple(heads)).rstrip()
        while kept.tell() < parts:
            yield "\n".join([(line % row).rstrip() for row in marshal.load(kept)])  # noqa: S302 - written above
