"""`arena watch`: how a ladder stands, again and again while `arena run` plays it in another terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from arena.app.ladder_layout import layout
from arena.app.ladder_view import view_of
from arena.app.ladders import identity, reading_of
from arena.app.pace import Pace, pace_text, time_text, work_of
from arena.app.rated import load_store
from arena.cli import ladder_table
from arena.cli.screen import out, progress_bar, shortened
from arena.escapes import one_line
from arena.results.lookup import names_in, scores_text
from arena.settings.contest import sides_of
from arena.store import Columns, Store

LOOK = 0.25
"""Seconds between two looks at whether something was stored: a look costs microseconds."""
RATE = 2.0
"""Seconds between two ratings at least."""
SAY = 60.0
"""Seconds between two lines where the output is no terminal."""
NEWEST = 3
"""So many of the newest games are shown."""
FAULTS = 3
"""So many of the newest games with a fault are shown."""
AROUND = 14 + NEWEST + FAULTS
"""The lines of the screen that are not rows of the ladder."""
DIGITS = 6
"""So many characters of the id of a game are enough to name it."""
LEAST = 12
"""Names are not shortened to less than this many characters."""


def follow(store: Store, show: Callable[[], None], least: float) -> bool:
    """Call a function whenever something was stored, until the run has ended; then once more.

    Args:
        store: the results.
        show: the function.
        least: seconds between two calls at least.

    Returns:
        Whether the run has ended; if not, there is another file of the results now.
    """
    file, seen, shown = identity(store.path), store.version(), time.monotonic()
    running = store.is_running()
    changed = False
    while True:
        time.sleep(LOOK)
        with suppress(FileNotFoundError):  # they are exchanged just now
            if identity(store.path) != file:
                return False
        if (version := store.version()) != seen:
            seen, changed = version, True
            before, running = running, store.is_running()
            if before and not running:
                show()
                return True
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
        self._games, self._played = Pace(), Pace()

    def follow(self, store: Store) -> bool:
        """Show results until their run has ended; return False if there is another file of them before."""
        if not out.is_terminal:
            out.print(self.line(store), soft_wrap=True)
            return follow(store, lambda: out.print(self.line(store), soft_wrap=True), SAY)
        with Live(self.screen(store), console=out, screen=True, auto_refresh=False) as live:
            return follow(store, lambda: live.update(self.screen(store), refresh=True), RATE)

    def screen(self, store: Store) -> RenderableType:
        """Return how far the run is, the standings, the newest faults and games, as the terminal has room for them."""
        counts, [loaded] = store.counts(), load_store(store, [None], self._reading)
        columns = loaded.everything
        assert columns is not None, "results of a store"
        parts: list[RenderableType] = [
            Text(self._ladder, style="bold"),
            progress_bar(counts.done, counts.planned),
        ]
        parts += [Text(self._how_far(store, columns)), ""]
        if loaded.played:
            view, height = view_of(loaded, {}), max(4, out.height - AROUND)
            found = layout(view, out.width)
            hidden = len(found.cells) - height
            parts += [Text(f"In short: {one_line(view.in_words)}"), ""]
            parts += ladder_table.ladder_tables(found._replace(cells=found.cells[:height]))
            parts += [Text(f"and {hidden} more: arena ladder shows all", style="dim")] * (hidden > 0)
            parts += ["", *_newest(store, columns)]
        return Group(*parts)

    def line(self, store: Store) -> str:
        """Return how far the run is, and how fast, as one line."""
        faulty = sum(map(len, store.listing(faulty=True)))
        return f"{self._ladder}: {self._how_far(store, store.columns())}" + f", {faulty} with a fault" * (faulty > 0)

    def _how_far(self, store: Store, columns: Columns) -> str:
        counts, work = store.counts(), work_of(store, columns)
        games, played = self._games.at(counts.done), self._played.at(work.done)
        words = [f"{counts.done} of {counts.planned} games"]
        if store.is_running():
            words.append(f"{counts.open} being played")
            if played:
                left = time_text(work.to_do(counts.planned - counts.done) / played)
                words += [pace_text(games), f"{left} left"]
        else:
            words.append("no run is playing")
        return ", ".join(words)


def _newest(store: Store, columns: Columns) -> list[Text]:
    """Return the newest games with a fault, then the newest of all, a line each."""
    names = {id_: one_line(name) for id_, name in names_in(store).items()}
    faulty = columns.number[columns.faults.where(bool)].tolist()[-FAULTS:]
    last = columns.number.tolist()[-NEWEST:]
    games = store.games_of({*faulty, *last})
    lines = []
    for number in reversed(faulty):
        game = games[number]
        for fault in game.faults:
            side = sides_of(game.contest)[fault.seat]
            who = "" if side is None else names.get(game.sides[side], game.sides[side])
            lines.append(Text(shortened(f"{who}: {fault.kind} in {game.id}", out.width), style="yellow"))
    for number in reversed(last):
        game = games[number]
        scores = scores_text(game.scores) if game.scores else game.reason
        playing = " - ".join([names.get(side, side) for side in game.sides])
        room = max(LEAST, out.width - DIGITS - len(scores) - 4)
        lines.append(Text(f"{game.id[:DIGITS]}  {shortened(playing, room)}  {scores}"))
    return lines
