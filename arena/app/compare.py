"""Is a new bot worse than an old one? A test that plays until it knows, and a report of what it found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, Unpack, cast

from arena.app import field
from arena.app.events import Progress, RunBegun
from arena.app.field import Player
from arena.app.match import contest_of_words, log
from arena.app.playing import PLAYING, conditions, games_kept, setup_of, start_run
from arena.app.terms import MatchOptions, Terms
from arena.bots.builds import build_runner
from arena.bots.entrants import Entrant
from arena.regression.differences import differences
from arena.regression.gate import Gate, Kind, Question, decide, gate_of
from arena.regression.report import RegressionReport, first_faults
from arena.store import Store
from arena.tournament.apart import Stopped, awaited, waited
from arena.tournament.descriptors import fitted
from arena.tournament.stops import StopButton


class VerdictOptions(TypedDict, total=False):
    """When a comparison of two bots ends. All may be left out.

    Keys:
        alpha: the chance that a bot passes although it is this much worse; by default 0.05.
        beta: the chance that a bot fails although it is as good as the old one; by default 0.05.
        test: `sprt`, the default, tests scores, `evalue` tests scores with an e-value, `margin` tests points with an
            e-value, and `margin-sprt` tests points, trusting that there are no rare disasters.
        max_sets: it is undecided after this many sets; by default 2000.
    """

    alpha: float
    beta: float
    test: Kind
    max_sets: int


class CompareOptions(VerdictOptions, MatchOptions, total=False):
    """How two bots are compared: the keys of `VerdictOptions` and of `MatchOptions`. All may be left out."""


def compare(
    new: Player,
    old: Player,
    game: str,
    elo: float = 30.0,
    **options: Unpack[CompareOptions],
) -> RegressionReport:
    """Play two bots against each other until it is clear whether the new one is worse.

    It works in any thread, and beside an event loop that runs already; it installs no signal handlers.

    Args:
        new: the bot that is tested: a name as on a command line (PATH@REV is a revision in git), or a function.
        old: the bot that it is tested against.
        game: what they play, such as `kaiser` or `kaiser:standard max_deals=10`.
        elo: how much worse is too much: in Elo, or in normalized Elo for a test on margins.
        options: when it ends, and how they play: `CompareOptions` has the keys.

    Returns:
        The verdict with its statistics: `report.finding`, `report.status` (0 passed, 1 failed, 2 undecided), and all of
        it as text.

    Raises:
        UserError: there is no such game or bot, a bot cannot be used here, or the numbers contradict each other.
        KeyboardInterrupt: after Ctrl-C; games that were running have ended first.
    """
    return waited(_job((new, old), game, elo, options))


async def acompare(
    new: Player,
    old: Player,
    game: str,
    elo: float = 30.0,
    **options: Unpack[CompareOptions],
) -> RegressionReport:
    """Compare two bots as `compare` does, and await it, under trio or asyncio: other tasks go on meanwhile.

    If this is cancelled, games that are running end first.
    """
    return await awaited(_job((new, old), game, elo, options))


def _job(
    pair: tuple[Player, Player], game: str, elo: float, options: CompareOptions
) -> Callable[[StopButton], RegressionReport]:
    """Return what compares two bots."""
    contest = contest_of_words(game, options.pop("max_sets", 2000))
    question = Question(options.pop("test", "sprt"), -elo, 0.0, options.pop("alpha", 0.05), options.pop("beta", 0.05))
    terms = Terms(**cast("MatchOptions", options))  # what is left
    show = terms.tell or log

    def job(button: StopButton) -> RegressionReport:
        with ExitStack() as opened:
            here = opened.enter_context(field.intake(build_runner(terms.sandbox, trust=terms.trust)))
            named = [*pair, *[terms.fill] * (contest.sides - 2)]
            pairing = field.named(named, here, Path(terms.base), opened, show, button.end, strict=True)
            store = opened.enter_context(games_kept(terms.save))
            choice = field.sandbox_of(terms.sandbox, pairing, store, show, trust=terms.trust)
            entered = opened.enter_context(choice.sandbox)
            season = start_run(
                store, terms.seed, conditions(terms.clock, terms.on_fault, "shared", choice), field.warning(show)
            )
            show(RunBegun(season, choice.about()))
            setup = setup_of([contest], pairing, season.key, terms, entered, button.heed)
            gate, games = gate_of(contest, pairing, question, season.key)
            show(Progress(PLAYING, 0, len(games)))
            functions = any(field.is_function(bot) for bot in pairing)
            if decide(fitted(setup, field.warning(show), functions=functions), gate, games, store, show):
                raise Stopped
            words = f"arena.compare(..., {contest.label!r}, elo={-question.elo0:g}, seed={season.key!r})"
            return report_of(gate, pairing, contest.label, season.key, words, store)

    return job


def report_of(
    gate: Gate, pairing: Sequence[Entrant], contest: str, key: str, words: str, store: Store, deals: int = 1
) -> RegressionReport:
    """Return the report of a test that has ended.

    Args:
        gate: the test.
        pairing: the new bot, the old one, and those that filled the other sides.
        contest: the label of what was played.
        key: the key of all packs.
        words: the command that repeats the test.
        store: the games.
        deals: so many deals are shown on which the two differed.
    """
    new, old = pairing[:2]
    report = RegressionReport(contest, key, new, old, gate, words)
    report = replace(report, first_faults=first_faults(gate.head_to_head, pairing[:2], store))
    return replace(report, deals=differences(gate.head_to_head, new, old, store, key, deals))
