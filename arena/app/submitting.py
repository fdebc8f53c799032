"""Handing in a bot at a page of a course, from another machine."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from arena.app.desk import zipped
from arena.errors import UserError
from arena.escapes import one_line
from arena.settings.limits import OWN_LIMITS

PAUSE = 1.0
"""Seconds between two questions for the answer."""
PATIENCE = 1800.0
"""Seconds after which the answer is to be looked for on the page."""


def hand_in(bot: Path, url: str, say: Callable[[str], None]) -> tuple[str, str]:
    """Send a bot, wait for the answer, and return its state (`accepted` if it plays) and what it says.

    Args:
        bot: a folder or an archive.
        url: the address of the page.
        say: is told when it was sent.

    Raises:
        UserError: it cannot be read, or the page does not take it.
    """
    page = url.removesuffix("index.html").rstrip("/") + "/"
    if not page.startswith(("http://", "https://")):
        raise UserError(f"--to {url}: not the address of a page", "copy it from your browser", os.EX_USAGE)
    data = zipped(bot, OWN_LIMITS.tree) if bot.is_dir() else bot.read_bytes()
    _asked(f"{page}hand-in", data)
    say(f"sent: {len(data)} bytes; it is being built and checked")
    until = time.monotonic() + PATIENCE
    while (told := _asked(f"{page}hand-in.json"))["waiting"]:
        if time.monotonic() > until:
            raise UserError("there is no answer yet", f"look at {page}", os.EX_TEMPFAIL)
        time.sleep(PAUSE)
    answer = told["answer"] or {"state": "refused", "said": "There is no answer; hand in again."}
    said = [str(answer["said"]), one_line(str(told.get("plays", "")))]
    return str(answer["state"]), "\n".join(filter(None, said))


def _asked(url: str, data: bytes | None = None) -> dict[str, Any]:
    """Return what a page says as JSON.

    Raises:
        UserError: it does not answer, or refuses.
    """
    headers = {"Accept": "application/json", "Content-Type": "application/octet-stream"}
    try:
        with urlopen(Request(url, data, headers), timeout=300) as answer:  # noqa: S310 - the caller checks the scheme
            found: dict[str, Any] = json.loads(answer.read(1 << 22))
            return found
    except HTTPError as error:
        with error:  # it is the reply, which is still open
            said = one_line(error.read(500).decode(errors="replace"))
        raise UserError(f"{url}: {said}", "", os.EX_UNAVAILABLE) from error
    except (URLError, HTTPException, OSError, ValueError) as error:
        raise UserError(
            f"{url}: {error}", "check the address, and whether the server runs", os.EX_UNAVAILABLE
        ) from error
