"""The live display of a run: one calm screen in a terminal, otherwise a line a minute."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import timedelta
from types import TracebackType
from typing import Self

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from arena.app.pace import Pace, Work, pace_text, pairing, time_text
from arena.bots.hints import hint_of
from arena.cli.screen import Screen, err, progress_bar, shortened, table
from arena.errors import command
from arena.escapes import last_words, one_line
from arena.games.kernel import SILENT
from arena.results.rating_input import duels
from arena.settings.clock import ClockSettings
from arena.settings.contest import sides_of
from arena.table.outcome import Failure, Fault
from arena.tournament import events
from arena.tournament.events import GameEnded, GameVoided, Kind, Note, PlayEvent, Quiet, Score
from arena.tournament.probation import Benched

WORDS = "  stderr: "
"""What stands before the last words of a bot that failed."""
LATE_MS = ClockSettings().grace_ms
"""A game counts as late if the 99th percentile of the arena's lag is above this, in ms."""
BESIDE = 25
"""How many characters of a line the figures beside a name take."""
AROUND = 8
"""The lines of the terminal that are not for the standings."""
REFRESH = 4
"""How often the display is drawn in a second."""
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


class Display:
    """Shows how many games are done, how fast, how things stand, which game was last, and what goes wrong.

    Args:
        begin: how far it is at the start.
    """

    def __init__(self, begin: events.Progress) -> None:
        self._broken = False
        """Whether the arena itself has failed in a game."""
        self._at = begin
        """What was told last of how far it is."""
        self._kept = self._done = begin.done
        self._scores = dict(begin.scores)
        self._work = Work(Counter(begin.left))
        self._faults: Counter[tuple[str, str]] = Counter()
        self._last = ""
        """The last result."""
        self._late = 0
        """How many games the arena itself was late in."""
        self._latest_ms = 0.0
        self._begun = self._said = time.monotonic()
        self._games, self._played = Pace(), Pace()
        self._pace()
        self._live = Live(get_renderable=self.screen, console=err, refresh_per_second=REFRESH, transient=True)

    def __enter__(self) -> Self:
        if self._kept:
            err.print(f"{self._kept}{self._of_all()} games are there already", style="dim")
        if err.is_terminal:
            self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._live.stop()
        seconds = time.monotonic() - self._begun
        if played := self._done - self._kept:
            games = "1 game" if played == 1 else f"{played} games"
            err.print(f"{games} in {seconds:.1f} s ({played / seconds:.1f} games/s)", style="dim")
        for (name, kind_), count in self._faults.most_common():
            err.print(f"{name}: {kind_} in {count} game{'s' * (count > 1)}", style="yellow")
        if self._late:
            games = f"{self._late} game{'s' * (self._late > 1)}"
            how_late = f"the arena itself was late in {games}, by more than {self._latest_ms - 1:.0f} ms"
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
                for which in [which for which in self._work.left if event.name in which[1:]]:
                    del self._work.left[which]
            case events.Progress():
                self._at = event
                if event.left:
                    self._work.left = Counter(event.left)
            case Quiet():
                err.print(f"{event}{self._at_least(event)}", style="yellow")
            case Note():
                print_note(event)

    def screen(self) -> RenderableType:
        """Return what stands at the bottom of the terminal while games are played."""
        state = one_line(self._at.state)
        # With a state, the number of games is not known before the end: the total is only an upper bound.
        bar = [] if state or not self._at.total else [progress_bar(self._done, self._at.total)]
        last = [f"last: {shortened(self._last, max(LEAST, err.width - 6))}"] * bool(self._last)
        room = max(0, err.height - AROUND)
        rows = self._standings()
        more = [f"and {len(rows) - room} more"] * (len(rows) > room)
        heads = ("name", "games", "score", "faults")
        stand: list[RenderableType] = (
            [Text(state)] if state else [table(heads, rows[:room], right=heads[1:])] * bool(rows)
        )
        return Group("", *bar, Text(self._how_far()), *stand, *map(Text, (*more, *last)))

    def _standings(self) -> list[tuple[str, ...]]:
        """Return a row for each bot that has played, the best score first."""
        faults: Counter[str] = Counter()
        for (name, _), count in [*self._faults.items()]:
            faults[name] += count
        played = [(each.points / each.games, name, each.games) for name, each in [*self._scores.items()] if each.games]
        room = max(LEAST, err.width - BESIDE)
        return [
            (shortened(one_line(name), room), str(games), f"{100 * share:.1f} %", str(faults[name] or ""))
            for share, name, games in sorted(played, key=lambda each: (-each[0], each[1]))
        ]

    def _how_far(self) -> str:
        """Return in a line how many games are done, how fast, and how long the rest takes."""
        games, left = self._pace()
        so_far = timedelta(seconds=round(time.monotonic() - self._begun))
        if self._at.state:
            return f"{self._done} games, {pace_text(games)}, {so_far} so far"
        return f"{self._done}{self._of_all()} games, {pace_text(games)}, {so_far} so far{left}"

    def _of_all(self) -> str:
        """Return of how many games, if that is known: a league never ends."""
        return f" of {self._at.total}" if self._at.total else ""

    def _pace(self) -> tuple[float, str]:
        """Return the recent games per second, and how long the rest takes: slow bots are slow to the end."""
        games, played = self._games.at(self._done), self._played.at(self._work.done)
        ends = played and self._at.total
        left = f", {time_text(self._work.to_do(self._at.total - self._done) / played)} left" if ends else ""
        return games, left

    def _finished(self, event: GameEnded) -> None:
        """Count a game; print a fault the first time a bot commits it, with the bot's last words."""
        planned, outcome = event.game, event.outcome
        self._done += 1
        self._last = str(event).partition(f"{planned.contest}: ")[2]
        which = pairing(planned.contest, event.bots)
        self._work.left[which] -= 1
        self._work.ended(which, sum([use.total_ms for use in outcome.uses.values()]) / 1000)
        for first, second, score in duels(outcome.result.places, dict(outcome.result.extra).get(SILENT)):
            for side, points in ((first, score), (second, 1.0 - score)):
                if (before := self._scores.get(event.bots[side])) is not None:
                    self._scores[event.bots[side]] = Score(before.games + 1, before.points + points)
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
        if not err.is_terminal:
            self._say()

    def _say(self) -> None:
        """Say a line, if it is time for one."""
        self._games.at(self._done)
        self._played.at(self._work.done)
        if (now := time.monotonic()) - self._said > EVERY:
            self._said = now
            games, left = self._pace()
            tail = f", {one_line(self._at.state)}" if self._at.state else left
            err.print(f"{self._done}{self._of_all()} games, {pace_text(games)}{tail}")

    def _at_least(self, found: Quiet) -> str:
        """Return how much is left where nothing ends: at least as long as the first open game, for each game."""
        if self._at.state or not self._at.total:
            return ""
        left = self._at.total - self._done
        rounds = -(-left // len(found.open))
        seconds = timedelta(seconds=round(rounds * found.open[0].seconds))
        done = f"{self._done} of {self._at.total} games are done"
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
    flood = fault.kind == "FLOOD" and fault.text.startswith("a ")  # a line or a frame of more than so many bytes
    if fault.kind in {"CRASH", "MEMORY", "FLOOD"} and not flood:
        return f"{seat} --stderr", "all that the bot with a fault wrote to standard error"
    if fault.kind == "PROTOCOL" or flood:
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
