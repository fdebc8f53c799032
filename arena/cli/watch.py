"""`arena watch`: how a ladder stands, again and again while `arena run` plays it in another terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from arena.app.ladder_view import view_of
from arena.app.ladders import reading_of
from arena.app.pace import Pace, left
from arena.app.rated import load_store
from arena.cli import ladder_table
from arena.cli.screen import out, shortened, table
from arena.escapes import one_line
from arena.results.lookup import names_in, scores_text
from arena.store import Store

LOOK = 0.25
"""Seconds between two looks at whether something was stored: a look costs microseconds."""
RATE = 2.0
"""Seconds between two ratings at least."""
SAY = 60.0
"""Seconds between two lines where the output is no terminal."""
NEWEST = 6
"""So many of the newest games are shown."""
AROUND = 12
"""The lines of the screen that are not rows of the ladder or games."""


def follow(store: Store, show: Callable[[], None], least: float) -> None:
    """Call a function whenever something was stored, until the run has ended; then once more.

    Args:
        store: the results.
        show: the function.
        least: seconds between two calls at least.
    """
    seen, shown = store.version(), time.monotonic()
    running = store.is_running()
    changed = False
    while True:
        time.sleep(LOOK)
        if (version := store.version()) != seen:
            seen, changed = version, True
            before, running = running, store.is_running()
            if before and not running:
                show()
                return
        if changed and time.monotonic() - shown >= least:
            show()
            shown, changed = time.monotonic(), False


class Watcher:
    """Makes what is shown of a ladder.

    Args:
        ladder: what the command line names.
    """

    def __init__(self, ladder: str) -> None:
        self._ladder = ladder
        self._reading = reading_of(ladder)
        self._pace = Pace()

    def screen(self, store: Store) -> RenderableType:
        """Return the standings, how far the run is, and the newest games, as the terminal has room for them."""
        parts: list[RenderableType] = [Text(self.line(store), style="bold"), Text("")]
        names = names_in(store)
        height = max(4, out.height - AROUND - NEWEST)
        [loaded] = load_store(store, [None], self._reading)
        if loaded.played:
            view = view_of(loaded, {})
            found = ladder_table.layout(view, out.width)
            hidden = len(found.cells) - height
            parts += ladder_table.ladder_tables(found._replace(cells=found.cells[:height]))
            parts += [Text(f"and {hidden} more: arena ladder shows all", style="dim")] * (hidden > 0)
            parts += [Text(""), Text(f"In short: {one_line(view.in_words)}"), Text("")]
            parts.append(_newest(store, names))
        return Group(*parts)

    def line(self, store: Store) -> str:
        """Return how far the run is, and how fast, as one line."""
        counts = store.counts()
        rate = self._pace.at(counts.done)
        words = [f"{counts.done} of {counts.planned} games"]
        if store.is_running():
            words.append(f"{counts.open} being played")
            if rate:
                words += [f"{rate:.1f} games/s", f"{left(counts.planned - counts.done, rate)} left"]
        else:
            words.append("no run is playing")
        faulty = sum(map(len, store.listing(faulty=True)))
        words += [f"{faulty} with a fault"] * (faulty > 0)
        return f"{self._ladder}: {', '.join(words)}"


def _newest(store: Store, names: Mapping[str, str]) -> RenderableType:
    last, _ = store.last_and_faulty(0)
    rows = []
    for _, game in sorted(store.games_of(range(max(1, last - NEWEST + 1), last + 1)).items(), reverse=True):
        playing = shortened(" - ".join([names.get(side, side) for side in game.sides]), max(12, out.width // 3))
        told = ", ".join([fault.kind for fault in game.faults]) or game.reason
        where = game.id[:6], shortened(game.contest, 24), f"{game.set}.{game.room + 1}"
        rows.append((*where, playing, scores_text(game.scores), told))
    return table(("game", "contest", "set", "sides", "scores", "reason"), rows, right=("set", "scores"))
