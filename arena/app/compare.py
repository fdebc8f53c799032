"""Is a new bot worse than an old one? A test that plays until it knows, and a report of what it found."""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack, cast

from arena.app import field
from arena.app.events import Event, GameEnded, Note, Progress, RunBegun, Tell
from arena.app.field import NOTHING, End, Player
from arena.app.match import contest_of_words, log
from arena.app.options import checked, players
from arena.app.playing import PLAYING, conditions, games_kept, setup_of, start_run
from arena.app.terms import MatchOptions, Terms
from arena.bots.entrants import Entrant, Unavailable, numbered, playable, who_is_who
from arena.bots.intake import Intake
from arena.bots.revisions import take_in
from arena.bots.staging import staging_folder
from arena.errors import UserError
from arena.regression.differences import differences
from arena.regression.expected_sets import Outlook
from arena.regression.field import AgainstField
from arena.regression.gate import Finding, Gate, Kind, Question, decide, gate_of
from arena.regression.report import RegressionReport, first_faults
from arena.regression.series import play_out
from arena.schedules.plan import PlannedGame
from arena.settings.contest import Contest
from arena.settings.ladder import LadderFile
from arena.settings.names import NAME_LENGTH
from arena.store import Store
from arena.tournament.apart import Stopped, awaited, waited
from arena.tournament.descriptors import fitted
from arena.tournament.sandbox_choice import runnable, say_what_is_shown
from arena.tournament.setup import TournamentSetup
from arena.tournament.start_check import Started, Starts
from arena.tournament.stops import StopButton, Stops

NEW, OLD = "NEW", "OLD"
AGAINST_FIELD = f"{PLAYING}: against the field"
"""What is done after the test, as `Progress` tells of it."""


class NewUnusable(UserError):  # noqa: N818 - named after what happened
    """The new bot cannot be used, so that nothing was compared. Its message is that of what went wrong."""


class VerdictOptions(TypedDict, total=False):
    """When a comparison of two bots ends. All may be left out.

    Keys:
        alpha: the chance that a bot passes although it is this much worse; by default 0.05.
        beta: the chance that a bot fails although it is as good as the old one; by default 0.05.
        test: `sprt`, the default, tests scores, `boards` tests who is ahead in the points of a set, `evalue` tests
            scores with an e-value, `margin` tests points with an e-value, and `margin-sprt` tests points, trusting that
            there are no rare disasters.
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
        UserError: there is no such game, bot or option, a bot cannot be used, or the numbers contradict each other.
        KeyboardInterrupt: after Ctrl-C; games that were running have ended first.
    """
    __tracebackhide__ = True
    return waited(partial(_asked, (new, old), game, elo, options))


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
    __tracebackhide__ = True
    return await awaited(partial(_asked, (new, old), game, elo, options))


class _Call(CompareOptions):
    """What `compare` is called with, beside the bots."""

    game: str
    elo: float


def _asked(
    pair: tuple[Player, Player], game: str, elo: float, options: CompareOptions, button: StopButton
) -> RegressionReport:
    """Compare two bots."""
    checked("compare", _Call, {"game": game, "elo": elo, **options})
    for bot in pair:
        players([bot])
    contest = contest_of_words(game, options.pop("max_sets", 2000))
    question = Question(options.pop("test", "sprt"), -elo, 0.0, options.pop("alpha", 0.05), options.pop("beta", 0.05))
    terms = Terms(**cast("MatchOptions", options))  # what is left

    found = play_comparison(contest, question, pair, terms, terms.tell or log, button.heed, button.end)
    if found.stopped:
        raise Stopped
    words = f"arena.compare(..., {contest.label!r}, elo={-question.elo0:g}, seed={found.report.seed!r})"
    return replace(found.report, command=words)


class Compared(NamedTuple):
    """A comparison that has ended.

    Args:
        report: what came of it; it does not know yet what repeats it.
        names: two words that name the new bot and the old one again, with the same content.
        stopped: the signal that stopped it early, or None.
    """

    report: RegressionReport
    names: tuple[str, str]
    stopped: signal.Signals | None


class Extent(NamedTuple):
    """How long two bots are compared, and what else is played and shown.

    Args:
        minutes: after so many minutes of play no new game begins.
        deals: so many deals are shown on which the two differed.
        gauntlet: a ladder whose bots both play against afterwards.
    """

    minutes: float = math.inf
    deals: int = 1
    gauntlet: LadderFile | None = None


def play_comparison(
    contest: Contest,
    question: Question,
    pair: tuple[Player, Player],
    terms: Terms,
    tell: Tell,
    stops: Stops,
    end: End = NOTHING,
    extent: Extent = Extent(),  # noqa: B008 - a tuple
) -> Compared:
    """Compare two bots in this thread, beside no event loop, and return when it is decided.

    Args:
        contest: what is played, and how many sets at most.
        question: what the test asks.
        pair: the new bot and the old one.
        terms: under what.
        tell: is told what happens, and how long it is expected to take.
        stops: what may ask for a stop.
        end: ends all games at once, if functions cannot go on.
        extent: how long it plays, and what else is played and shown.

    Raises:
        NewUnusable: the new bot cannot be used.
        UserError: another bot cannot be used, or the numbers of the question contradict each other.
    """
    warn, (minutes, deals, gauntlet) = field.warning(tell), extent

    def say(text: str) -> None:
        tell(Note(text))

    try:
        question.test(contest.sides, 1.0)  # before builds, which may take long
    except ValueError as error:
        raise UserError(str(error)) from error
    with ExitStack() as opened:
        here = opened.enter_context(field.intake(terms.sandbox, trust=terms.trust))
        pairing, names = _pairing(contest, pair, terms, here, opened, end)
        others = _opponents(gauntlet, contest, pairing, terms, opened, tell) if gauntlet else []
        store = opened.enter_context(games_kept(terms.save))
        choice = field.sandbox_of(terms.sandbox, [*pairing, *others], store, tell, trust=terms.trust)
        entered = opened.enter_context(choice.sandbox)
        say_what_is_shown(runnable(pairing, entered, say), entered, say)
        others = runnable(others, entered, say, lambda _: True)
        _check_field(gauntlet, contest, others)
        bots = [*pairing, *others]
        _check_starts(pairing, Starts(entered, terms.clock, {bot.id: bot.wanted for bot in bots}, staging_folder()))
        season = start_run(store, terms.seed, conditions(terms.clock, terms.on_fault, "shared", choice), warn)
        tell(RunBegun(season, choice.about()))
        functions = any(field.is_function(bot) for bot in bots)
        setup = setup_of([contest], bots, season.key, terms, entered, stops)
        setup = fitted(setup, warn, functions=functions)
        gate, games = gate_of(contest, pairing, question, season.key)
        stopped = _decided(setup, gate, games, store, tell, minutes)
        new, old = pairing[:2]
        report = RegressionReport(
            contest.label,
            season.key,
            new,
            old,
            gate,
            command="",
            first_faults=first_faults(gate.head_to_head, [new, old], store),
            deals=differences(gate.head_to_head, new, old, store, season.key, deals),
        )
        if gauntlet and not stopped and gate.finding is not Finding.IDENTICAL:
            against = AgainstField(contest._replace(sets=gauntlet.sets_of(contest)), pairing, others, season.key)
            tell(Progress(AGAINST_FIELD, 0, len(against.games)))
            stopped = play_out(setup, against.games, store, tell, against.take)
            report = report if stopped else replace(report, field=against.result())
        return Compared(report, names, signal.Signals(stopped) if stopped else None)


def _decided(
    setup: TournamentSetup, gate: Gate, games: Sequence[PlannedGame], store: Store, tell: Tell, minutes: float
) -> int | None:
    """Play until the test is decided, and tell how long that may take; return the signal that stopped it, or None."""
    [contest] = setup.contests.values()
    outlook = Outlook(gate, contest.sides, setup.rooms, minutes, tell)

    def told(event: Event) -> None:
        tell(event)
        if isinstance(event, GameEnded):
            outlook.take(event)
            tell(Progress(PLAYING, outlook.games, len(games), state=outlook.state()))

    tell(Progress(PLAYING, 0, len(games), state=outlook.state()))
    return decide(setup, gate, games, store, told, 60 * minutes)


def _pairing(
    contest: Contest, pair: tuple[Player, Player], terms: Terms, here: Intake, opened: ExitStack, end: End
) -> tuple[list[Entrant], tuple[str, str]]:
    """Return the two bots and the bots for the other sides; and the words that name the two again."""
    base = Path(terms.base)
    fill = [terms.fill] * (contest.sides - 2)
    functions = [bot for bot in (*pair, *fill) if not isinstance(bot, (str, os.PathLike))]
    of_functions = iter(field.accepted(field.functions_as_bots(functions, here, opened, end)))

    def taken(bot: Player) -> tuple[Entrant, str]:
        if isinstance(bot, (str, os.PathLike)):
            found, words = take_in(here, os.fspath(bot), base)
            return playable(found), words
        return next(of_functions), "..."

    try:
        new, named_new = taken(pair[0])
    except UserError as error:
        raise _of_new(error) from error
    old, named_old = taken(pair[1])
    if new.name == old.name:
        new, old = (
            replace(bot, name=f"{bot.name[: NAME_LENGTH - 4]}-{word}") for bot, word in ((new, "new"), (old, "old"))
        )
    return numbered([new, old, *(taken(bot)[0] for bot in fill)]), (named_new, named_old)


def _of_new(error: UserError) -> NewUnusable:
    return NewUnusable(error.message, error.hint, error.exit_status)


def _check_starts(pairing: Sequence[Entrant], starts: Starts) -> None:
    """Start the two bots once, before any game is played."""
    for bot, start, which in zip(pairing, starts.all(pairing[:2], lambda _: None), (NEW, OLD), strict=False):
        if not isinstance(start, Started):
            reason = start.reason if isinstance(start, Unavailable) else str(start)
            hint = start.hint if isinstance(start, UserError) else ""
            error = UserError(f"{which} does not start, so nothing was played: {bot.given}: {reason}", hint)
            raise _of_new(error) if which == NEW else error


def _opponents(
    file: LadderFile, contest: Contest, pairing: Sequence[Entrant], terms: Terms, opened: ExitStack, tell: Tell
) -> list[Entrant]:
    """Return the bots of a ladder that can play here, except the two that are tested."""
    tested = {bot.digest for bot in pairing[:2]}
    here = opened.enter_context(field.intake(terms.sandbox, file.staging, trust=terms.trust))
    found = field.taken_in(file.bots, here, file.path.parent, tell)
    field.tell_field(found, tell)
    entrants = [bot for bot in field.accepted(found) if bot.digest not in tested and bot.plays(contest.game.name)]
    _check_field(file, contest, entrants)
    renamed = numbered([*pairing, *entrants])
    for line in who_is_who([*pairing, *entrants], renamed):
        tell(Note(line, kind="detail"))
    return renamed[len(pairing) :]


def _check_field(file: LadderFile | None, contest: Contest, entrants: Sequence[Entrant]) -> None:
    """Check that a bot of the ladder can play, if one is named."""
    if file is not None and not entrants:
        raise UserError(f"{file.path}: no bot of this ladder can play {contest.label} here", exit_status=os.EX_CONFIG)
