"""The report on a finished regression test: its verdict and its statistics, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arena import ratings
from arena.bots.entrants import Entrant
from arena.escapes import last_words, printable
from arena.ratings import Interval
from arena.ratings.drawing import Plot
from arena.ratings.plots import deals as plots_of_deals
from arena.ratings.plots import evidence
from arena.ratings.wording import interval_text
from arena.regression.differences import Difference, as_text
from arena.regression.field import FieldResult
from arena.regression.gate import Finding, Gate, Question
from arena.regression.head_to_head import HeadToHead
from arena.store import Reader

EVIDENCE = {
    "sprt": "LLR of the scores",
    "boards": "LLR of the boards",
    "margin": "log e-value of the margins",
    "evalue": "log e-value of the scores",
    "margin-sprt": "LLR of the margins",
}
"""What the evidence of each kind of test is."""
WORDS = 200
"""The most characters of the last words of a bot."""


class FirstFault(NamedTuple):
    """The first fault of a bot in the games that were counted.

    Args:
        game: the id of the game.
        seat: the seat of the bot.
        kind: TIMEOUT, CRASH, ILLEGAL or another kind.
        text: what happened.
        last_words: the last line on standard error that says something, escaped; empty if there is none.
    """

    game: str
    seat: int
    kind: str
    text: str
    last_words: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (f"{self.kind} in seat {self.seat} of {self.game}", self.text, self.last_words)))


def first_faults(head_to_head: HeadToHead, bots: Iterable[Entrant], store: Reader) -> dict[str, FirstFault]:
    """Return the first fault of each bot that made one, by its name.

    Args:
        head_to_head: the games that were counted.
        bots: the bots.
        store: the results, for what the bots wrote to standard error.
    """
    found = {}
    for bot in bots:
        if first := head_to_head.first_fault(bot.id):
            game, fault = first
            stderr = next((kept.stderr for kept in store.failures(game) if kept.fault == fault), b"")
            found[bot.name] = FirstFault(game, *fault, last_words(stderr, WORDS))
    return found


@dataclass(frozen=True)
class RegressionReport:
    """A finished regression test.

    Args:
        contest: the label of what was played.
        seed: the key of all packs.
        new: the bot that was tested.
        old: the bot that it was tested against.
        gate: the test.
        command: the command that repeats the test.
        first_faults: name of a bot -> its first fault.
        field: how both did against a field; None if none was played.
        deals: deals on which the two differed.
    """

    contest: str
    seed: str
    new: Entrant
    old: Entrant
    gate: Gate
    command: str
    first_faults: Mapping[str, FirstFault] = field(default_factory=dict)
    field: FieldResult | None = None
    deals: Sequence[Difference] = ()

    @property
    def finding(self) -> Finding:
        """The verdict in a word."""
        return self.gate.finding

    @property
    def status(self) -> int:
        """The exit status: 0 passed, 1 failed, 2 undecided."""
        return 1 if self.field and self.field.worse else self.gate.finding.status

    @property
    def headline(self) -> str:
        """The verdict in a line."""
        new, old, sets = self.new.name, self.old.name, self.gate.test.pairs
        few = f"{sets} set{'s' * (sets != 1)} of {self.contest}"
        more = {
            Finding.IDENTICAL: f"{new} and {old} did the same on all {sets} deals of {self.contest}",
            Finding.UNDECIDED: f"{few}: too few to tell how {new} compares with {old}",
        }.get(self.gate.finding, f"{new} against {old} at {self.contest}")
        field = "worse against the field; " if self.field and self.field.worse else ""
        return f"{field}{self.gate.finding}: {more}"

    @property
    def elo(self) -> tuple[Interval, Interval] | None:
        """The new bot's lead, twice: as if the number of sets had been fixed, and corrected for the early stop.

        In Elo, or in points for a test on margins. The interval of an e-value needs no correction, since it holds at
        any stop. None before the first set.
        """
        test = self.gate.test
        if not test.pairs:
            return None
        if isinstance(test, ratings.LikelihoodTest):
            return ratings.after_stopping(test)
        assert isinstance(test, ratings.BettingTest)
        pairs = self.gate.head_to_head.pairs
        assert pairs is not None
        found = ratings.compare(pairs)
        naive = found.margin if self.gate.question.on_margins else found.elo
        return None if naive is None else (naive, test.interval())

    def plots(self) -> list[Plot]:
        """Return its plots: the evidence of the test, and the deals behind it."""
        question, test = self.gate.question, self.gate.test
        unit = _unit(question)
        names = f"H0: {question.elo0:+g} {unit}", f"H1: {question.elo1:+g} {unit}"
        found = [evidence(test.path, (test.lower, test.upper), names)]
        if self.gate.head_to_head.pairs is not None:
            found += plots_of_deals(self.gate.head_to_head.pairs, self.new.name, self.old.name, stopped=True)
        return found

    def __str__(self) -> str:
        return printable("\n".join(_lines(self)))

    def deals_text(self) -> str:
        """Return the deals on which the two differed, for people; empty if there are none."""
        shown = [as_text(deal, self.new.name, self.old.name) for deal in self.deals]
        return printable("\n\n".join(shown))


def _unit(question: Question) -> str:
    """Return in what a test counts leads; a lead in boards is not the same number as that in games."""
    return {"margin": "normalized Elo", "margin-sprt": "normalized Elo", "boards": "Elo of boards"}.get(
        question.kind, "Elo"
    )


def _lines(report: RegressionReport) -> Iterator[str]:
    """Yield the lines of a report, for terminals, logs and the messages of failed tests."""
    gate, test, question = report.gate, report.gate.test, report.gate.question
    yield report.headline
    for what, bot in (("new", report.new), ("old", report.old)):
        yield f"{what}: {bot.name}, {bot.given}, content {bot.digest[:8]}"
    yield (
        f"{EVIDENCE[question.kind]} {test.evidence:+z.2f}, bounds {test.lower:+.2f} and {test.upper:+.2f} for "
        f"{question.elo0:+g} and {question.elo1:+g} {_unit(question)}, alpha {question.alpha:g}, beta {question.beta:g}"
    )
    if question.kind == "margin-sprt":
        yield "this test takes margins as normal and may pass a bot that fails now and then; --test margin does not"
    elif question.on_margins:
        yield f"a game counts as won or lost by {gate.head_to_head.limit:g} points at most, and a fault by so many"
    pairs = gate.head_to_head.pairs
    if pairs is not None and report.elo is not None:
        found = ratings.compare(pairs)
        yield ratings.summary(found, stopped=True)
        if not found.identical:
            unit = " points a game" if question.on_margins else f" {_unit(question)}"
            yield f"corrected for stopping {interval_text(report.elo[1], '+.2f' if 'points' in unit else '+.0f', unit)}"
    bots = (report.new, report.old)
    yield "faults: " + "; ".join(f"{bot.name} {_counts(gate.head_to_head.faults(bot.id))}" for bot in bots)
    yield from (f"  first of {name}: {fault}" for name, fault in report.first_faults.items())
    yield "ms per decision: " + "; ".join(f"{bot.name} {_ms(gate.head_to_head, bot)}" for bot in bots)
    if report.new.digest == report.old.digest:
        yield "the two bots have the same files: any difference is chance"
    if report.field:
        yield from _field_lines(report.field, report.new.name, report.old.name)
    yield f"again: {report.command}"


def _counts(faults: Mapping[str, int]) -> str:
    told = [f"{kind} in {count} game{'s' * (count != 1)}" for kind, count in faults.items()]
    return ", ".join(told) or "none"


def _ms(head_to_head: HeadToHead, bot: Entrant) -> str:
    mean = head_to_head.used(bot.id).mean_ms
    return "?" if mean is None else f"{mean:.2f}"


def _field_lines(field: FieldResult, new: str, old: str) -> Iterator[str]:
    yield f"against the field, {field.deals} deals each, {new} minus {old}:"
    for one in field.against:
        scores = f"{100.0 * one.new:.1f} % minus {100.0 * one.old:.1f} %"
        yield f"  {one.name}: {scores} = {_percent(one.difference)}"
    margin = "" if field.margin is None else f", margin {interval_text(field.margin, '+.2f', ' points a game')}"
    yield f"  all of them: score {_percent(field.score)}{margin}"


def _percent(share: Interval) -> str:
    return interval_text(Interval(*(None if x is None else 100.0 * x for x in share)), "+.1f", " %")
