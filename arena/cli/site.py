"""`arena site`: a ladder as a folder of pages."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from arena.cli import season
from arena.cli.results import open_results
from arena.cli.screen import err, out
from arena.errors import UserError, command
from arena.table.garbage import seldom_collected
from arena.web import folder as folders
from arena.web.ladder_site import FEW, site_of, write_replays
from arena.web.listed import replays as chosen_replays
from arena.web.site import RESULTS, build


def site(ladder: str, folder: Path, base_url: str | None, replays: int, *, season_over: bool) -> None:
    """Write the site of a ladder."""
    address = _address(base_url)
    if season_over:
        _close(ladder)
    with seldom_collected(), open_results(ladder) as store:
        current = store.season()
        done = store.played()
        if not done:
            hint = f"play them: {command('run', ladder)}"
            raise UserError(f"{ladder}: there are no results yet", hint, os.EX_NOINPUT)
        if current.hidden and not season_over:
            close = command("site", ladder, "--out", folder, "--season-over")
            text = f"season {current.number} is open, so the site has no packs, records or replays of it"
            err.print(f"{text}; when it is over: {close}", style="dim", soft_wrap=True)
        with folders.written(folder) as new:
            with new.packed(RESULTS) as export:
                found = site_of(store, ladder, address, export)
            hidden = [season.number for season in store.seasons() if season.hidden]
            numbers = chosen_replays(found.columns, hidden, replays, store.recorded()) if replays else []
            made = write_replays(store, ladder, new, numbers, found.names, few=done <= FEW)
            build(replace(found, replays=frozenset(made)), store, new)
    kept = f", {new.kept} of them as they were" if new.kept else ""
    out.print(f"{folder / 'index.html'}: {new.files} files{kept}", soft_wrap=True)


def _address(text: str | None) -> str:
    """Return where the site will be found, with a slash at the end; empty if that is not known.

    Raises:
        UserError: it is no address of a web site.
    """
    if text is None:
        return ""
    try:
        parts = urlsplit(text)
        valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and not (parts.query or parts.fragment)
    except ValueError:
        valid = False
    if not valid:
        hint = "for example --base-url https://example.org/ladder/"
        raise UserError(f"--base-url {text}: not the address of a folder on the web", hint)
    return text.removesuffix("/") + "/"


def _close(ladder: str) -> None:
    """Close the current season, unless nothing was played in it."""
    with open_results(ladder) as store:
        current = store.season()
        played = any(run.results for run in store.runs() if run.season == current.number)
    if played:
        season.close(ladder)
    else:
        out.print(f"Season {current.number} has no games yet, so there is nothing to close.")
