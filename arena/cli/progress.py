"""The live display of a run: a progress bar in a terminal, otherwise a line a minute."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import partial
from types import TracebackType
from typing import Self

import rich.progress
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Column

from arena.bots.hints import hint_of
from arena.cli.screen import Screen, err, shortened
from arena.errors import command
from arena.escapes import last_words, one_line
from arena.settings.clock import ClockSettings
from arena.settings.contest import sides_of
from arena.table.outcome import Failure, Fault
from arena.tournament import events
from arena.tournament.events import GameEnded, GameVoided, Kind, Note, PlayEvent, Quiet
from arena.tournament.probation import Benched

WORDS = "  stderr: "
"""What stands before the last words of a bot that failed."""
GAMES = "{task.completed} games"
LATE_MS = ClockSettings().grace_ms
"""A game counts as late if the 99th percentile of the arena's lag is above this, in ms."""
BESIDE = 50
"""How many characters of a line the figures of a live display take, with a short bar."""
WIDE = 100
"""From this width on, the number of games stands beside how things stand, which tells the number of sets."""
LEAST = 8
"""Names are not shortened to less than this many characters."""
EVERY = 60.0
"""Seconds between two lines without a terminal."""
STYLES: Mapping[Kind, str] = {
    "note": "",
    "detail": "dim",
    "warning": "yellow",
    "stopping": "bold",
    "waiting": "red",
    "going on": "bold",
}
"""How notes are printed, by what they are about."""
RECENT = 30.0
"""The rate is computed over this many seconds of play."""


class Display:
    """Shows how many games are done, how fast, which game was last, and what goes wrong.

    Args:
        total: how many games the whole plan has.
        done: how many of them had a result before.
        state: returns a few words about how things stand; without it, the players of the last game are shown.
    """

    def __init__(self, total: int, done: int, state: Callable[[], str] | None = None) -> None:
        self._broken = False
        """Whether the arena itself has failed in a game."""
        self._total = total
        self._kept = self._done = done
        self._state = state
        self._faults: Counter[tuple[str, str]] = Counter()
        self._late = 0
        """How many games the arena itself was late in."""
        self._latest_ms = 0.0
        self._begun = self._said = time.monotonic()
        self._recent = deque([(self._begun, done)])
        """(time, games done by then), about one entry for each of the last `RECENT` seconds."""
        whole = partial(Column, no_wrap=True)  # only the bar becomes shorter in a narrow terminal
        # With a state, the number of games is not known before the end: the total is only an upper bound.
        how_far = (
            [BarColumn(bar_width=None), MofNCompleteColumn(table_column=whole())]
            if state is None
            else [TextColumn(GAMES)] * (err.width >= WIDE)
        )
        self._bar = rich.progress.Progress(
            TextColumn("{task.description}", markup=False),
            *how_far,
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(whole()),
            *([TimeRemainingColumn(compact=True, table_column=whole()), TextColumn("left")] if state is None else []),
            console=err,
            disable=not err.is_terminal,
            expand=True,
            transient=True,
        )
        self._task = self._bar.add_task("playing", total=total, completed=done, rate="")

    def __enter__(self) -> Self:
        if self._kept:
            err.print(f"{self._kept} of {self._total} games are there already", style="dim")
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()
        seconds = time.monotonic() - self._begun
        if played := self._done - self._kept:
            err.print(f"{played} games in {seconds:.1f} s ({played / seconds:.1f} games/s)", style="dim")
        for (name, kind_), count in self._faults.most_common():
            err.print(f"{name}: {kind_} in {count} game{'s' * (count > 1)}", style="yellow")
        if self._late:
            how_late = f"the arena itself was late in {self._late} games, by more than {self._latest_ms - 1:.0f} ms"
            err.print(f"{how_late}; no bot pays for that, but fewer rooms (-j) make truer clocks", style="yellow")

    def __call__(self, event: PlayEvent) -> None:
        """Show an event."""
        match event:
            case GameEnded():
                self._finished(event)
            case GameVoided():
                self._voided(event)
            case Benched():
                err.print(str(event), style="bold yellow")
            case events.Progress(total=total):
                self._total = total
                self._bar.update(self._task, total=total)
            case Quiet():
                err.print(f"{event}{self._at_least(event)}", style="yellow")
            case Note():
                print_note(event)

    def _finished(self, event: GameEnded) -> None:
        """Count a game; print a fault the first time a bot commits it, with the bot's last words."""
        planned, outcome = event.game, event.outcome
        self._done += 1
        if outcome.lag_ms is not None and outcome.lag_ms > LATE_MS:
            self._late += 1
            self._latest_ms = max(self._latest_ms, outcome.lag_ms)
        found = {(_name(event, fault.seat), fault.kind): fault for fault in reversed(outcome.faults)}
        for (name, kind), fault in found.items():  # a bot with two seats may fail in both
            self._faults[name, kind] += 1
            if self._faults[name, kind] == 1:
                where = f"seat {fault.seat} of {planned.id}"
                err.print(f"{name}: {kind} ({where}): {fault.text}", style="yellow")
                print_last_words(fault, event.failures, err)
        now = time.monotonic()
        rate, left = self._pace(now)
        state = one_line(self._state()) if self._state else _playing(event)
        self._bar.update(self._task, completed=self._done, rate=rate, description=state)
        if not err.is_terminal and now - self._said > EVERY:
            self._said = now
            tail = state if self._state else f"{left} left"
            err.print(f"{self._done}/{self._total} games, {rate}, {tail}")

    def _pace(self, now: float) -> tuple[str, timedelta]:
        """Return the recent games per second as text, and the time that the missing games take at that pace."""
        then, before = self._recent[0]
        rate = (self._done - before) / max(now - then, 0.001)
        if now - self._recent[-1][0] > 1.0:
            self._recent.append((now, self._done))
        while now - self._recent[0][0] > RECENT:
            self._recent.popleft()
        return f"{rate:.1f} games/s", timedelta(seconds=round((self._total - self._done) / rate))

    def _at_least(self, found: Quiet) -> str:
        """Return how much is left where nothing ends: at least as long as the first open game, for each game."""
        if self._state is not None:
            return ""
        left = self._total - self._done
        rounds = -(-left // len(found.open))
        seconds = timedelta(seconds=round(rounds * found.open[0].seconds))
        done = f"{self._done} of {self._total} games are done"
        return f"; {done}, and if the others take as long, {seconds} or more are left"

    def _voided(self, event: GameVoided) -> None:
        """Print that a game does not count because of the arena; of its own failures only the first, with the trace."""
        where = f"{event.game.id} ({event.game.contest})"
        if not event.trace:
            after = "it is played again" if event.again else "left without a result; the next run plays it"
            err.print(f"void: {where}: {event.reason}; {after}", style="yellow")
        elif not self._broken:
            self._broken = True
            title = f"INTERNAL in {where}:\n" if "\n" in event.trace else f"{event.reason} in {where}: "
            err.print(f"{title}{event.trace}", style="red", soft_wrap=True)


def print_note(note: Note) -> None:
    """Print something that people should know."""
    more = "; Ctrl-C again to end them at once" if note.kind == "stopping" else ""
    err.print(f"{note}{more}", style=STYLES[note.kind], soft_wrap=note.kind == "detail")


def _playing(event: GameEnded) -> str:
    """Return who played, so short that the figures beside it fit into the terminal."""
    room = max(LEAST, (err.width - BESIDE) // len(event.bots) - 3)
    return " - ".join(shortened(one_line(name), room) for name in event.bots)


def _name(event: GameEnded, seat: int) -> str:
    """Return who sat at a seat."""
    side = sides_of(event.game.contest)[seat]
    return event.game.id if side is None else event.bots[side]


def look_into(place: str, game: str, fault: Fault) -> tuple[str, str]:
    """Return the command that shows the cause of a fault best (protocol/FAULTS.md), and in words what it prints.

    Args:
        place: the word that names the results.
        game: the id of the game.
        fault: the fault.
    """
    seat = command("record", place, game, "--seat", fault.seat)
    if fault.kind in {"CRASH", "MEMORY", "FLOOD"}:
        return f"{seat} --stderr", "all that the bot with a fault wrote to standard error"
    if fault.kind == "PROTOCOL":
        return f"{seat} --said", "all that the bot with a fault wrote to standard output, which is for answers only"
    return seat, "what the bot with a fault was sent; the question is at the end"


def print_last_words(fault: Fault, failures: Iterable[Failure], console: Screen) -> None:
    """Print the last words of a bot on standard error below its fault, and what to do if that is known.

    Args:
        fault: its fault.
        failures: what is kept of the failures in the game.
        console: where to print.
    """
    stderr = next((failure.stderr for failure in failures if failure.fault == fault), b"")
    if words := last_words(stderr, max(20, console.width - len(WORDS))):
        console.print(WORDS + words, style="yellow")
    if hint := hint_of(stderr):
        console.print(f"  {hint}", style="yellow")
