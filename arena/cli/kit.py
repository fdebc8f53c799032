"""`arena check`: a check of what a bot says."""

from __future__ import annotations

import os
from pathlib import Path

from arena.app.check import check_bot
from arena.cli.screen import err, out
from arena.kit.check import Case
from arena.kit.report import explained, lines, summary, to_junit
from arena.regression.export import clear, write
from arena.settings.limits import SandboxLevel

SHOWN = 5
"""How many faults are explained."""


def check(
    bot: str,
    games: tuple[str, ...],
    junit: Path | None,
    sandbox: SandboxLevel | None,
    *,
    trust_bots: bool,
    retry_builds: bool,
) -> None:
    """Check that a bot speaks the protocol, and print what is wrong."""
    if junit:
        clear(junit)
    waiting: list[Case] = []
    """Cases of one game, which share a line if they are fine."""

    def show() -> None:
        out.print(*lines(waiting), sep="\n", soft_wrap=True)
        waiting.clear()

    def tell(case: Case) -> None:
        if waiting and waiting[0].topic.game != case.topic.game:
            show()
        waiting.append(case)
        if not case.topic.game:
            show()

    def say(text: str) -> None:
        err.print(text, style="dim" if text.startswith("Sandbox: ") else None)

    found = check_bot(bot, games, Path.cwd(), sandbox, say, tell, trust=trust_bots, retry=retry_builds)
    if waiting:
        show()
    cases, faults = found.cases, found.faults
    telling = {(case.topic.game or case.name, case.finding.kind): case for case in reversed(faults) if case.finding}
    some = [case for case in faults if case in telling.values()][:SHOWN]
    for case in some:
        out.print(f"\n{explained(case)}", soft_wrap=True)
    out.print(f"\n{summary(cases)}{f'; {len(some)} of them explained' if len(some) < len(faults) else ''}")
    if junit:
        write(junit, to_junit(found.bot, cases))
    if faults:
        raise SystemExit(os.EX_DATAERR)
