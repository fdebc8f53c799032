"""The report on a check, for people and for CI systems; lines are at most 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from arena.escapes import one_line
from arena.junit import Entry, Trouble, document
from arena.kit.check import Case

WIDTH = 80
"""How wide a report is."""
LABEL = 11
"""How wide the labels of a finding are."""
PAGE = "arena help protocol"


def lines(cases: Iterable[Case]) -> Iterator[str]:
    """Yield what came of each case in a few words; cases of a game that are fine share a line.

    Args:
        cases: the cases, as they become known.
    """
    for (game, fine), some in groupby(cases, lambda case: (case.topic.game, case.finding is None)):
        if game and fine:
            yield _hung(f"{'ok':6}", f"{game}: {', '.join(case.topic.name for case in some)}")
        else:
            yield from (_line(case) for case in some)


def _line(case: Case) -> str:
    word = "-" if not case.tried else "ok" if case.finding is None else "FAULT"
    remark = case.remark if case.finding is None else case.finding.kind
    return _hung(f"{word:6}", one_line(f"{case.name}: {remark}" if remark else case.name))


def explained(case: Case) -> str:
    """Return what is wrong in a case, like a compiler: what was sent, what came back, what was expected, and where."""
    found = case.finding
    assert found is not None
    rows = [
        *_stream("sent", found.sent),
        *_stream("came back", found.received or ("(nothing)",)),
        _hung(f"  {'expected':{LABEL}}", one_line(found.expected)),
        _hung(f"  {'where':{LABEL}}", f"{PAGE}#{found.anchor}"),
        *_stream("stderr", found.stderr),
    ]
    return "\n".join((_hung(f"{found.kind}: ", one_line(f"{case.name}: {found.text}")), *rows))


def summary(cases: Sequence[Case]) -> str:
    """Return how many cases went well."""
    tried = [case for case in cases if case.tried]
    faults = sum(case.finding is not None for case in tried)
    return f"{len(tried)} checks, {faults or 'none'} failed"


def to_junit(bot: str, cases: Iterable[Case]) -> str:
    """Return the cases as JUnit XML.

    Args:
        bot: the name of the bot.
        cases: the cases.
    """
    return document("arena check", [_entry(bot, case) for case in cases])


def _entry(bot: str, case: Case) -> Entry:
    found = case.finding
    trouble = None if found is None else Trouble("failure", found.kind, found.text, explained(case))
    skipped = "" if case.tried else case.remark
    return Entry(f"arena.check.{bot}", case.name, trouble, case.remark if case.tried else "", skipped)


def _stream(label: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a stream below each other.

    Long lines that the bot was sent or wrote are cut, but the last one; what it wrote for its author is shown in full.
    """
    for number, text in enumerate(lines):
        head = f"  {label if number == 0 else '':{LABEL}}"
        room = WIDTH - len(head) - len("| ")
        shown = one_line(text)
        if label != "stderr" and number < len(lines) - 1 and len(shown) > room:
            shown = f"{shown[: room - 4]} ..."
        for part in wrap(shown, room, break_on_hyphens=False) or [""]:
            yield f"{head}| {part}"
            head = " " * len(head)


def _hung(head: str, text: str) -> str:
    """Return a text in lines of at most `WIDTH`, after a head and below its end."""
    room = WIDTH - len(head)
    return "\n".join(
        f"{head if number == 0 else ' ' * len(head)}{part}"
        for number, part in enumerate(wrap(text, room, break_on_hyphens=False) or [""])
    )
