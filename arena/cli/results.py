"""Results opened for a command; what the store says of them is printed."""

from __future__ import annotations

from arena.app import ladders
from arena.cli.screen import err
from arena.store import Store


def open_results(text: str) -> Store:
    """Open the results of a ladder file, a file of results or `last` for reading, and print what was noticed.

    Raises:
        UserError: there are none, or they cannot be read.
    """
    store = ladders.open_results(text)
    for note in store.notes:
        err.print(note, style="yellow")
    return store
