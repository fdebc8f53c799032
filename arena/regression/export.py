"""The report on a regression test as JSON, and as the JUnit XML that CI systems read."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from stat import S_ISREG
from typing import Any

from arena import ratings
from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.escapes import json_text
from arena.junit import Entry, Trouble, document
from arena.ratings import Interval
from arena.regression.report import RegressionReport

SUITE = "arena regress"
"""The name of the suite in JUnit XML."""


def to_json(report: RegressionReport) -> str:
    """Return a report as a JSON object."""
    gate, test = report.gate, report.gate.test
    pairs, elo = gate.head_to_head.pairs, report.elo
    content = {
        "verdict": str(gate.finding),
        "status": report.status,
        "game": report.contest,
        "seed": report.seed,
        "new": _bot(report, report.new),
        "old": _bot(report, report.old),
        "test": {
            **asdict(gate.question),
            "evidence": test.evidence,
            "lower": test.lower,
            "upper": test.upper,
            "limit": gate.head_to_head.limit,
        },
        "sets": test.pairs,
        "compared": None if pairs is None else _plain(asdict(ratings.compare(pairs))),
        "lead": elo and {"unit": "points" if gate.question.on_margins else "Elo", **_leads(elo)},
        "field": report.field and {**_plain(asdict(report.field)), "worse": report.field.worse},
        "deals": [deal.data() for deal in report.deals],
        "command": report.command,
    }
    return json_text(content)


def _leads(elo: tuple[Interval, Interval]) -> dict[str, object]:
    return dict(zip(("naive", "corrected"), map(_plain, elo), strict=True))


def _bot(report: RegressionReport, bot: Entrant) -> dict[str, object]:
    head_to_head = report.gate.head_to_head
    used, first = head_to_head.used(bot.id), report.first_faults.get(bot.name)
    return {
        "name": bot.name,
        "given": bot.given,
        "digest": bot.digest,
        "faults": head_to_head.faults(bot.id),
        "first_fault": first and first._asdict(),
        "decisions": used.decisions,
        "ms_per_decision": used.mean_ms,
    }


def _plain(value: Any) -> Any:
    """Return a value with only plain dictionaries and lists inside, intervals as dictionaries."""
    if isinstance(value, Interval):
        return value._asdict()
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value


def to_junit(report: RegressionReport) -> str:
    """Return a report as JUnit XML: one test case for the two bots, and one for the field if there was one."""
    text = str(report)
    cases = [(f"{report.new.name} against {report.old.name}", str(report.gate.finding), report.gate.finding.status)]
    if report.field:
        worse = report.field.worse
        cases.append((f"{report.new.name} against the field", "worse" if worse else "not worse", int(worse)))
    where = f"arena.regress.{report.contest}"
    entries = (
        Entry(where, name, Trouble("failure", word, report.headline, text) if status else None, text)
        for name, word, status in cases
    )
    return document(SUITE, [*entries])


def junit_error(game: str, error: UserError) -> str:
    """Return JUnit XML for a regression test that could not be run.

    Args:
        game: what was to be played.
        error: why it was not.
    """
    return document(SUITE, [Entry(f"arena.regress.{game}", "the test itself", Trouble.of(error))])


def clear(path: Path) -> None:
    """Remove an older report, so that it is never taken for the one to come; a device or a link stays.

    Raises:
        UserError: its folder is not there.
    """
    if not path.parent.is_dir():
        raise UserError(f"{path}: its folder does not exist", "name another file", os.EX_CANTCREAT)
    with suppress(OSError):  # if it cannot be removed, writing it will say why
        if S_ISREG(path.lstat().st_mode):
            path.unlink()


def write(path: Path, text: str) -> None:
    """Write a file.

    Raises:
        UserError: it cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", "name another file", os.EX_CANTCREAT) from error
