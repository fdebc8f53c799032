"""`arena void`, `rerun`, `pardon` and `appeals`: what people decide about results, and the log of it."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from contextlib import suppress

from arena.app import appeals
from arena.app.ladders import file_of, results_to_change
from arena.cli.results import open_results
from arena.cli.screen import err, out, table
from arena.errors import UserError, command
from arena.escapes import one_line
from arena.results.lookup import names_in
from arena.store import Appeal

HEADS = ("appeal", "when", "who", "what", "bots", "games", "why")
SHOWN = 4
"""How many bots or games are named in a line."""


def void(ladder: str, games: Sequence[str], why: str, who: str | None) -> None:
    """Make games void."""
    with results_to_change(ladder) as store:
        _say(appeals.void(store, games, _reason(why), who or _me()), ladder)


def rerun(ladder: str, bot: str, games: str | None, why: str, who: str | None) -> None:
    """Make games of a bot void, so that they are played again."""
    named = [game.strip() for game in (games or "").split(",") if game.strip()]
    with results_to_change(ladder) as store:
        _say(appeals.rerun(store, bot, named, _reason(why), who or _me()), ladder)
    if (file := file_of(ladder)) is not None and file.tv == "delayed":
        shown = 'with tv = "delayed", games of this season were shown: everybody may know the packs to be played again'
        err.print(f"{shown}; if a bot can connect to others, use arena void", style="yellow", soft_wrap=True)


def pardon(ladder: str, bot: str, why: str, who: str | None) -> None:
    """Bring back a bot that is benched."""
    with results_to_change(ladder) as store:
        _say(appeals.pardon(store, bot, _reason(why), who or _me()), ladder)


def print_appeals(ladder: str) -> None:
    """Print the log."""
    with open_results(ladder) as store:
        found = store.appeals()
        names = {id_: one.name for id_, one in store.entrants().items()} | names_in(store)
    if not found:
        out.print("Nothing was made void, and nobody pardoned.")
        return
    out.print(table(HEADS, [_row(each, names) for each in found], right=("appeal",)))


def _row(appeal: Appeal, names: dict[str, str]) -> list[str]:
    bots = _some([names.get(one, one) for one in appeal.bots])
    return [
        str(appeal.number),
        appeal.made,
        *map(one_line, (appeal.who, appeal.what, bots, _some(appeal.games), appeal.why)),
    ]


def _some(words: Sequence[str]) -> str:
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    return ", ".join(words[:SHOWN]) + more


def _reason(why: str) -> str:
    """Return the reason in one line.

    Raises:
        UserError: it is empty.
    """
    if not (text := " ".join(why.split())):
        raise UserError("--why is empty", "say why, for those who ask: the author of the bot sees it")
    return text


def _me() -> str:
    """Return the name of the user, as far as the system knows it."""
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    return "the owner"


def _say(appeal: Appeal, ladder: str) -> None:
    if appeal.what == "pardon":
        out.print("It is brought back: its faults so far no longer count.")
    else:
        count = len(appeal.games)
        out.print(f"{count} result{' is' if count == 1 else 's are'} void: {_some(appeal.games)}")
    out.print(f"Appeal {appeal.number} is in the log: {command('appeals', ladder)}", soft_wrap=True)
    out.print(f"Play what is missing now:     {command('run', ladder)}", soft_wrap=True)
