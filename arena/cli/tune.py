"""`arena tune`: plays the steps, prints each, and tests what was found."""

from __future__ import annotations

from pathlib import Path

from arena.app.terms import Terms
from arena.app.tuning import Tuning, drawn, judged, lead_of, ranges_of
from arena.bots.params import joined
from arena.cli.pictures import prepare, write_plots
from arena.cli.screen import out
from arena.cli.show import Show
from arena.settings.names import name_of

SEED = "tune"


def tune(
    bot: str,
    game: str,
    params: tuple[str, ...],
    steps: int,
    sets: int,
    save: Path | None,
    plots: Path | None,
    elo: float,
    max_sets: int,
    terms: Terms,
) -> None:
    """Tune the parameters of a bot; see `arena.cli.commands.tune`."""
    if plots:
        prepare(plots)
    seed = terms.seed or SEED
    words = " ".join([game, *[f"{name}={value}" for name, value in terms.options.items()]])
    ranges = ranges_of(bot, params, Path.cwd(), terms)
    file = save or Path(f"{name_of(Path(bot).name)}.tune.jsonl")
    tuning = Tuning(ranges, steps, {"bot": bot, "game": words, "sets": sets, "seed": seed}, file)
    out.print(f"{bot} at {words}: {steps} steps of {sets} duplicate sets, kept in {file}", style="dim", soft_wrap=True)
    if tuning.way.done:
        out.print(f"{tuning.way.done} steps were played before", style="dim")
    for step, way in tuning.play(lead_of(bot, words, sets, seed, terms)):
        now = {name: one.value(place) for (name, one), place in zip(ranges.items(), way.places[-1], strict=True)}
        out.print(f"{way.done:4} {step.lead:+8.2f}  {_said(now)}", soft_wrap=True)
    found = tuning.way.found()
    out.print(f"\nfound (the mean of the second half): {_said(found)}", soft_wrap=True)
    if plots:
        write_plots([drawn(tuning.way)], plots)
    if max_sets:
        out.print(f"{joined(bot, found)} against {bot}, on fresh deals:", soft_wrap=True)
        with Show() as show:
            out.print(str(judged(bot, found, words, elo, max_sets, terms, show)), soft_wrap=True)


def _said(values: dict[str, float]) -> str:
    return " ".join([f"{name}={value:g}" for name, value in values.items()])
