"""A regression test: is a new bot better than an old one, head to head and against a field?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import ladders
from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.regression.duel import Duel, Finding, Gate, Question
from arena.regression.series import play_out, sets_of
from arena.schedules.plan import PlannedGame
from arena.settings.contest import Contest
from arena.store import PlayedGame, Store
from arena.tournament.play import TournamentSetup, Watcher
from ladders import Interval
from ladders.pairs import mean_interval
from ladders.wording import interval_text

EVIDENCE = {"sprt": "LLR of the scores", "margin": "LLR of the margins", "evalue": "log e-value of the scores"}


def gate_of(
    contest: Contest, pairing: Sequence[Entrant], question: Question, seed: str
) -> tuple[Gate, list[PlannedGame]]:
    """Return a test of two bots that has not begun, and the games that it may take.

    Args:
        contest: what is played, and how many sets at most.
        pairing: the new bot, the old one, and who fills the other sides.
        question: what the test is to find out.
        seed: keys all packs.

    Raises:
        UserError: the numbers of the question do not go together, or a bot does not play the game.
    """
    games = sets_of(contest, pairing, seed)
    new, old = pairing[:2]
    try:
        gate = Gate(Duel(games, new.id, old.id), question, contest.sides, same_files=new.digest == old.digest)
    except ValueError as error:
        raise UserError(str(error)) from error
    return gate, games


def decide(
    setup: TournamentSetup, gate: Gate, games: Sequence[PlannedGame], store: Store, watcher: Watcher
) -> int | None:
    """Play until the test is decided or all sets are played; return the signal that stopped it early.

    Raises:
        UserError: as for `play_out`; or margins are to be tested and the game records none.
    """
    number = play_out(setup, games, store, watcher, gate.take, gate.decided)
    if gate.pointless:
        raise UserError(f"{games[0].contest} records no points to test", "test the scores: --test sprt")
    return number


@dataclass(frozen=True)
class Against:
    """How both bots did against one of the field.

    Args:
        name: the one of the field.
        new: the mean score of the new bot, from 0 to 1.
        old: that of the old one.
        difference: new minus old, paired by deal.
    """

    name: str
    new: float
    old: float
    difference: Interval


@dataclass(frozen=True)
class Field:
    """How both bots did against a field, on the same deals.

    Args:
        deals: how many.
        against: each of the field.
        score: the new bot's mean score minus the old one's, paired by deal over the whole field; from -1 to 1.
        margin: the same in points a game; None if the game records none.
    """

    deals: int
    against: tuple[Against, ...]
    score: Interval
    margin: Interval | None

    @property
    def worse(self) -> bool:
        """Whether the new bot does worse, beyond doubt (95 %)."""
        return self.score.high is not None and self.score.high < 0.0


class Gauntlet:
    """Both bots against each of a field, on the same deals.

    Args:
        contest: what is played, and how many sets.
        pairing: the new bot, the old one, and who fills the other sides.
        field: their opponents, at least one.
        seed: keys all packs.

    Attributes:
        games: the plan.

    Raises:
        UserError: a bot does not play the game.
    """

    def __init__(self, contest: Contest, pairing: Sequence[Entrant], field: Sequence[Entrant], seed: str) -> None:
        self.games: list[PlannedGame] = []
        self._names = [one.name for one in field]
        self._duels: list[tuple[Duel, Duel]] = []
        self._duel_of: dict[str, Duel] = {}
        new, old, *fillers = pairing
        for one in field:
            self._duels.append(
                (self._duel(contest, new, one, fillers, seed), self._duel(contest, old, one, fillers, seed))
            )

    def _duel(self, contest: Contest, bot: Entrant, one: Entrant, fillers: Sequence[Entrant], seed: str) -> Duel:
        games = sets_of(contest, [bot, one, *fillers], seed)
        duel = Duel(games, bot.id, one.id)
        self.games += games
        self._duel_of |= {game.id: duel for game in games}
        return duel

    def take(self, played: PlayedGame) -> None:
        """Take in a game."""
        duel = self._duel_of[played.game.id]
        duel.take(played)
        while duel.count():
            pass

    def field(self) -> Field:
        """Return what came of it, once all is played."""
        pairs = [(new.pairs, old.pairs) for new, old in self._duels]
        known = [(new, old) for new, old in pairs if new is not None and old is not None]
        scores = [new.deal_scores - old.deal_scores for new, old in known]
        margins = [
            new.deal_margins - old.deal_margins
            for new, old in known
            if new.deal_margins is not None and old.deal_margins is not None
        ]
        against = [
            Against(name, float(new.deal_scores.mean()), float(old.deal_scores.mean()), mean_interval(score))
            for name, (new, old), score in zip(self._names, known, scores, strict=True)
        ]
        margin = mean_interval(np.mean(margins, axis=0)) if len(margins) == len(scores) else None
        return Field(scores[0].size, tuple(against), mean_interval(np.mean(scores, axis=0)), margin)


@dataclass(frozen=True)
class Report:
    """A finished regression test.

    Args:
        contest: the label of what was played.
        seed: keyed all packs.
        new: the bot that is tested.
        old: what it is tested against.
        gate: the test.
        command: plays it again.
        field: how both did against a field, if that was asked for.
    """

    contest: str
    seed: str
    new: Entrant
    old: Entrant
    gate: Gate
    command: str
    field: Field | None = None

    @property
    def status(self) -> int:
        """The exit status: 0 passed, 1 failed, 2 undecided."""
        return 1 if self.field and self.field.worse else self.gate.finding.status

    @property
    def headline(self) -> str:
        """The verdict in a line."""
        new, old, sets = self.new.name, self.old.name, self.gate.test.pairs
        more = {
            Finding.IDENTICAL: f"{new} and {old} did the same on all {sets} deals of {self.contest}",
            Finding.UNDECIDED: f"{sets} sets of {self.contest} do not tell how {new} compares with {old}",
        }.get(self.gate.finding, f"{new} against {old} at {self.contest}")
        field = "worse against the field; " if self.field and self.field.worse else ""
        return f"{field}{self.gate.finding}: {more}"

    @property
    def elo(self) -> tuple[Interval, Interval] | None:
        """The lead as if the number of sets had been fixed, and corrected for when the test stopped.

        In Elo, or in points for a test on margins. An e-value's interval holds at any stop. None before the first set.
        """
        test = self.gate.test
        if not test.pairs:
            return None
        if isinstance(test, ladders.LikelihoodTest):
            return ladders.after_stopping(test)
        assert isinstance(test, ladders.EValue)
        pairs = self.gate.duel.pairs
        assert pairs is not None
        return ladders.compare(pairs).elo, test.interval()

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def _lines(report: Report) -> Iterator[str]:
    """Yield what a report says, for terminals, logs and the messages of failed tests."""
    gate, test, question = report.gate, report.gate.test, report.gate.question
    yield report.headline
    for what, bot in (("new", report.new), ("old", report.old)):
        yield f"{what}: {bot.name}, {bot.given}, content {bot.digest[:8]}"
    kind = "normalized Elo" if question.kind == "margin" else "Elo"
    yield (
        f"{EVIDENCE[question.kind]} {test.evidence:+.2f}, bounds {test.lower:+.2f} and {test.upper:+.2f} for "
        f"{question.elo0:+g} and {question.elo1:+g} {kind}, alpha {question.alpha:g}, beta {question.beta:g}"
    )
    pairs = gate.duel.pairs
    if pairs is not None and report.elo is not None:
        found = ladders.compare(pairs)
        yield ladders.summary(found)
        if not found.identical:
            unit = " points a game" if question.kind == "margin" else " Elo"
            yield f"corrected for stopping {interval_text(report.elo[1], '+.2f' if 'points' in unit else '+.0f', unit)}"
    bots = (report.new, report.old)
    yield "faults: " + "; ".join(f"{bot.name} {_counts(gate.duel.faults(bot.id))}" for bot in bots)
    yield "ms per decision: " + "; ".join(f"{bot.name} {_ms(gate.duel, bot)}" for bot in bots)
    if report.new.digest == report.old.digest:
        yield "the two bots are the same files: whatever differs is chance"
    if report.field:
        yield from _field_lines(report.field, report.new.name, report.old.name)
    yield f"again: {report.command}"


def _counts(faults: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in faults.items()) or "none"


def _ms(duel: Duel, bot: Entrant) -> str:
    mean = duel.used(bot.id).mean_ms
    return "?" if mean is None else f"{mean:.2f}"


def _field_lines(field: Field, new: str, old: str) -> Iterator[str]:
    yield f"against the field, {field.deals} deals each, {new} less {old}:"
    for one in field.against:
        scores = f"{100.0 * one.new:.1f} % less {100.0 * one.old:.1f} %"
        yield f"  {one.name}: {scores} = {_percent(one.difference)}"
    margin = "" if field.margin is None else f", margin {interval_text(field.margin, '+.2f', ' points a game')}"
    yield f"  all of them: score {_percent(field.score)}{margin}"


def _percent(share: Interval) -> str:
    return interval_text(Interval(*(None if x is None else 100.0 * x for x in share)), "+.1f", " %")
