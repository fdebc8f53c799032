"""`arena tune`: plays the steps, prints each, and tests what was found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arena.app.events import Event
from arena.app.tuning import Plan, Tuning, drawn, judged, lead_of, ranges_of
from arena.bots.params import joined
from arena.cli.commands.shared import said
from arena.cli.pictures import prepare, write_plots
from arena.cli.progress import print_last_words
from arena.cli.screen import err, out
from arena.cli.show import Show
from arena.table.outcome import Failure, Fault
from arena.tournament.events import GameEnded

NOT_OF_REGRESS = frozenset(
    ("params", "steps", "sets", "save", "plots", "elo", "max_sets", "seed", "rooms", "pin", "keep_stderr")
)
"""Options that the command to repeat the last test does not need, or names in another way."""


def tune(plan: Plan) -> None:
    """Tune the parameters of a bot; see `arena.cli.commands.tune`."""
    if plan.plots:
        prepare(plan.plots)
    ranges, content = ranges_of(plan, Path.cwd())
    tuning = Tuning(plan, ranges, content)
    head = f"{plan.bot} at {plan.words}: {plan.steps} steps of {plan.sets} duplicate sets, kept in {plan.file}"
    out.print(head, style="dim", soft_wrap=True)
    if tuning.way.done:
        out.print(f"{tuning.way.done} steps were played before", style="dim")
    faults = _Faults()
    for step, way in tuning.play(lead_of(plan, faults)):
        faults.print(f"{plan.bot}, step {way.done}")
        now = {name: one.value(place) for (name, one), place in zip(ranges.items(), way.places[-1], strict=True)}
        out.print(f"{way.done:4} {step.lead:+z8.2f}  {_said(now)}", soft_wrap=True)
    found = tuning.way.found()
    out.print(f"\nfound (the mean of the second half): {_said(found)}", soft_wrap=True)
    if plan.plots:
        write_plots([drawn(tuning.way)], plan.plots)
    if plan.max_sets:
        out.print(f"{joined(plan.bot, found)} against {plan.bot}, on fresh deals:", soft_wrap=True)
        with Show() as show:
            out.print(str(judged(plan, found, show, [*said(NOT_OF_REGRESS)])), soft_wrap=True)


class _Faults:
    """The first fault of each kind: a step in which all games fail says that the points are equal."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[Fault, Sequence[Failure]]] = {}
        self._printed = 0

    def __call__(self, event: Event) -> None:
        """Keep the faults of a game; other events of a step say nothing."""
        if isinstance(event, GameEnded):
            for fault in event.outcome.faults:
                self._seen.setdefault(fault.kind, (fault, event.failures))

    def print(self, where: str) -> None:
        """Print those that have not been printed yet, each with the bot's last words."""
        for fault, failures in [*self._seen.values()][self._printed :]:
            err.print(f"{where}: {fault.kind}: {fault.text}", style="yellow")
            print_last_words(fault, failures, err)
        self._printed = len(self._seen)


def _said(values: dict[str, float]) -> str:
    return " ".join([f"{name}={value:g}" for name, value in values.items()])
