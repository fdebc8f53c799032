"""`arena bots`: which bots of a ladder can play, and why the others cannot."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from arena.app.examine import examined, may_be_one_bot
from arena.bots.entrants import Entrant
from arena.cli.field import print_field
from arena.cli.screen import err, out
from arena.cli.show import Show
from arena.errors import UserError
from arena.escapes import one_line
from arena.settings.limits import SandboxLevel

ONE_BOT = 'if this folder is one bot, put a bot.toml into it, such as: command = ["python3", "bot.py"]'


def bots(ladder: Path, sandbox: SandboxLevel | None, *, trust_bots: bool, retry_builds: bool) -> None:
    """Take in every bot of a ladder, a folder of submissions or a single bot, start it, and print which can play."""
    with Show(field=partial(print_field, console=out)) as show:
        found = examined(ladder, sandbox, show, trust=trust_bots, retry_builds=retry_builds)
    if any(isinstance(each.outcome, UserError) for each in found):
        if may_be_one_bot(ladder) and not any(isinstance(each.outcome, Entrant) for each in found):
            err.print(f"\n{one_line(str(ladder))}: {ONE_BOT}", style="yellow")
        raise SystemExit(os.EX_DATAERR)
