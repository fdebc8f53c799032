"""`arena site`: a ladder as a folder of pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from arena.cli import season
from arena.cli.results import open_results
from arena.cli.screen import out
from arena.errors import UserError


def address_of(text: str | None) -> str:
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


def close_season(ladder: str) -> None:
    """Close the current season, unless nothing was played in it."""
    with open_results(ladder) as store:
        current = store.season()
        played = any(run.results for run in store.runs() if run.season == current.number)
    if played:
        season.close(ladder)
    else:
        out.print(f"Season {current.number} has no games yet, so there is nothing to close.")
