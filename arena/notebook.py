"""Progress in a notebook: one line that says how far play is, and changes in its place."""

from __future__ import annotations

import time
from importlib import import_module

from arena.app.events import Event, GameEnded, Progress
from arena.errors import UserError

SECONDS = 0.2
"""The line changes at most as often."""


class ProgressLine:
    """Says in one line of a notebook how far play is. It takes events: it is a `tell` of `arena.play` and the like.

        arena.play("kaiser", mine, "sample:sensible", tell=arena.ProgressLine())

    To stop play, interrupt the cell: games that are running end first.

    Raises:
        UserError: there is no IPython.
    """

    def __init__(self) -> None:
        try:
            display = import_module("IPython.display").display
        except ImportError as error:
            raise UserError("a line of a notebook needs IPython", "pip install ipython") from error
        self._line = display({"text/plain": "starting"}, raw=True, display_id=True)
        self._far = Progress("playing", 0, 0)
        self._shown = 0.0

    def __call__(self, event: Event) -> None:
        """Take an event, and show how far play is if that has changed."""
        match event:
            case Progress():
                self._far = event
            case GameEnded():
                self._far = self._far._replace(done=self._far.done + 1)
            case _:
                return
        now = time.monotonic()
        if self._far.done == self._far.total or now >= self._shown + SECONDS:
            self._shown = now
            self._line.update({"text/plain": str(self._far)}, raw=True)
