"""What commands show of the events of a run: a status line, a live display, and lines on standard error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from rich.status import Status
from rich.text import Text

from arena.app.events import Benched, Event, Field, GameEnded, GameVoided, Note, Progress, Quiet
from arena.app.field import CHECKING, STARTING
from arena.app.playing import PLAYING
from arena.bots.submissions import Found
from arena.cli.field import print_who_plays
from arena.cli.progress import Display, print_note
from arena.cli.screen import err
from arena.escapes import one_line

HOW_FAR: Mapping[str, str] = {CHECKING: "{0} bots checked", STARTING: "{0} of {1} bots started"}
"""What the status line says, by what is done."""


class Show:
    """Shows events, as a context manager; how a run begins (`RunBegun`), each command says for itself.

    Args:
        field: called when it is known which bots can play; by default those that cannot are printed.
    """

    def __init__(self, field: Callable[[Sequence[Found]], None] = print_who_plays) -> None:
        self._field = field
        self._opened = ExitStack()
        self._status: tuple[str, Status] | None = None
        self._display: Display | None = None
        self._doing = ""
        """What is played."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._opened.__exit__(kind, value, at)

    def __call__(self, event: Event) -> None:
        """Show an event."""
        match event:
            case Progress(doing=doing) if doing.startswith(PLAYING):
                self._playing(event)
            case Progress():
                self._line(event)
            case GameEnded() | GameVoided() | Benched() | Quiet():
                if self._display is not None:
                    self._display(event)
            case Note():
                print_note(event)
            case Field(bots):
                self._end_line()
                self._field(bots)

    def _playing(self, event: Progress) -> None:
        if self._display is None or self._doing != event.doing:
            self._opened.close()  # the display of what was played before
            self._status = None
            self._display, self._doing = Display(event), event.doing
            self._opened.enter_context(self._display)
        else:
            self._display(event)

    def _line(self, event: Progress) -> None:
        """Show the status line."""
        if self._status is None or self._status[0] != event.doing:
            self._end_line()
            self._status = event.doing, err.status(event.doing)
            self._opened.enter_context(self._status[1])
        if event.last:
            how_far = HOW_FAR[event.doing].format(event.done, event.total)
            self._status[1].update(Text(f"{how_far}, the last is {one_line(event.last)}"))

    def _end_line(self) -> None:
        if self._status is not None:
            self._status[1].stop()
            self._status = None
