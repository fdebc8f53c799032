"""`arena season`: list the seasons of a ladder, or close the current one."""

from __future__ import annotations

import os
from collections.abc import Sequence

from arena.app.ladders import LAST
from arena.app.seasons import close_season, games_of, season_data
from arena.cli.results import open_results
from arena.cli.screen import err, out, say, table
from arena.errors import UserError, command
from arena.escapes import json_text
from arena.store import Season

SHOW, CLOSE = "show", "close"
HEADS = ("season", "opened", "closed", "games", "SHA-256 of the key", "packs follow from")


def parsed(words: Sequence[str]) -> tuple[str, str]:
    """Return what to do, and the ladder."""
    match words:
        case [("show" | "close") as what, ladder]:
            return what, ladder
        case [ladder]:
            return SHOW, ladder
    raise UserError("name one ladder", f"a file, or the last match: {command('season', LAST)}")


def print_seasons(ladder: str, form: str) -> None:
    """List the seasons."""
    with open_results(ladder) as store:
        store.season()  # there is one, or it raises an error
        seasons, games = store.seasons(), games_of(store)
    if form == "json":
        say(json_text([season_data(one) | {"games": games.get(one.number, 0)} for one in seasons]))
        return
    rows = [
        (str(one.number), one.opened, one.closed or "open", str(games.get(one.number, 0)), one.digest, _source(one))
        for one in seasons
    ]
    out.print(table(HEADS, rows, right=("season", "games")))


def _source(season: Season) -> str:
    """Return what the packs of a season follow from, as far as it may be known."""
    if season.hidden:
        return "a secret, until the season is closed"
    secret = [f"the secret {season.secret}"] if season.secret is not None else []
    return " and ".join([*secret, *([f"the seed {season.seed!r}"] if season.seed else [])])


def close(ladder: str) -> None:
    """Close the current season, open the next one, and print what is revealed by that."""
    closed, opened, games, left, notes = close_season(ladder)
    for note in notes:
        err.print(note, style="yellow")
    out.print(f"Season {closed.number} is closed: {games} games")
    if left:
        out.print(f"{left} of its planned games were not played, and are dropped")
    if closed.secret is not None:
        out.print(f"Its secret was  {closed.secret}")
    if closed.seed:
        out.print(f"Its seed was    {closed.seed!r}")
    out.print(f"Its key was     {closed.key}", soft_wrap=True)
    out.print(f"SHA-256 of it   {closed.digest}", soft_wrap=True)
    if not closed.is_true:
        raise UserError(
            f"{ladder}: that is not the SHA-256 of its key: the secret is lost or was changed",
            f"season {opened.number} is open all the same; {command('verify', ladder)} says more",
            os.EX_DATAERR,
        )
    out.print("Its packs, records and replays may be published now.")
    out.print(f"\nSeason {opened.number} is open. The SHA-256 of its key is {opened.digest}", soft_wrap=True)
