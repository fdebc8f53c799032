"""Is a new bot worse than an old one? A test that plays until it knows, and a report of what it found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from arena.app import field
from arena.app.events import Progress, RunBegun, Tell
from arena.app.field import AnyPath, Player
from arena.app.match import MatchOptions, contest_of_words, log
from arena.app.playing import PLAYING, conditions, games_kept, setup_of, start_run
from arena.app.terms import Terms
from arena.bots.builds import build_runner
from arena.bots.entrants import Entrant
from arena.regression.differences import differences
from arena.regression.gate import Gate, Kind, Question, decide, gate_of
from arena.regression.report import RegressionReport, first_faults
from arena.store import Store
from arena.tournament.apart import Stopped, awaited, waited
from arena.tournament.descriptors import fitted
from arena.tournament.stops import StopButton


def compare(
    new: Player,
    old: Player,
    game: str,
    elo: float = 30.0,
    *,
    alpha: float = 0.05,
    beta: float = 0.05,
    test: Kind = "sprt",
    max_sets: int = 2000,
    base: AnyPath | None = None,
    save: AnyPath | None = None,
    tell: Tell | None = None,
    **options: Unpack[MatchOptions],
) -> RegressionReport:
    """Play two bots against each other until it is clear whether the new one is worse.

    It works in any thread, and beside an event loop that runs already; it installs no signal handlers.

    Args:
        new: the bot that is tested: a name as on a command line (PATH@REV is a revision in git), or a function.
        old: the bot that it is tested against.
        game: what they play, such as `kaiser` or `kaiser:standard max_deals=10`.
        elo: how much worse is too much: in Elo, or in normalized Elo for a test on margins.
        alpha: the chance that a bot passes although it is this much worse.
        beta: the chance that a bot fails although it is as good as the old one.
        test: `sprt` tests scores, `evalue` tests scores with an e-value, `margin` tests points with an e-value, and
            `margin-sprt` tests points, trusting that there are no rare disasters.
        max_sets: it is undecided after this many sets.
        base: the folder where relative paths of bots start; None for the current directory.
        save: keep the games in this file; None to forget them.
        tell: is called with what happens, in a thread that plays; None to log trouble.
        options: how they play.

    Returns:
        The verdict with its statistics: `report.finding`, `report.status` (0 passed, 1 failed, 2 undecided), and all of
        it as text.

    Raises:
        UserError: there is no such game or bot, a bot cannot be used here, or the numbers contradict each other.
        KeyboardInterrupt: after Ctrl-C; games that were running have ended first.
    """
    question = Question(test, -elo, 0.0, alpha, beta)
    return waited(_job((new, old), game, question, max_sets, base, save, tell, options))


async def acompare(
    new: Player,
    old: Player,
    game: str,
    elo: float = 30.0,
    *,
    alpha: float = 0.05,
    beta: float = 0.05,
    test: Kind = "sprt",
    max_sets: int = 2000,
    base: AnyPath | None = None,
    save: AnyPath | None = None,
    tell: Tell | None = None,
    **options: Unpack[MatchOptions],
) -> RegressionReport:
    """Compare two bots as `compare` does, and await it, under trio or asyncio: other tasks go on meanwhile.

    If this is cancelled, games that are running end first.
    """
    question = Question(test, -elo, 0.0, alpha, beta)
    return await awaited(_job((new, old), game, question, max_sets, base, save, tell, options))


def _job(
    pair: tuple[Player, Player],
    game: str,
    question: Question,
    max_sets: int,
    base: AnyPath | None,
    save: AnyPath | None,
    tell: Tell | None,
    options: MatchOptions,
) -> Callable[[StopButton], RegressionReport]:
    """Return what compares two bots."""
    contest, terms, show = contest_of_words(game, max_sets), Terms(**options), tell or log

    def job(button: StopButton) -> RegressionReport:
        with ExitStack() as opened:
            here = opened.enter_context(field.intake(build_runner(terms.sandbox, trust=terms.trust)))
            named = [*pair, *[terms.fill] * (contest.sides - 2)]
            pairing = field.named(named, here, Path(base or ""), opened, show, button.end, strict=True)
            store = opened.enter_context(games_kept(save))
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
