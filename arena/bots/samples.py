"""The sample bots that come with the arena."""

from __future__ import annotations

import os
from pathlib import Path

from arena.bots.botfile import BOT_FILE
from arena.data import data
from arena.errors import UserError

SAMPLES = "sample_bots"
"""The folder of data that holds the sample bots, as folders LANGUAGE/NAME."""
SAMPLE = "sample:"
"""What the name of a sample bot begins with."""
LANGUAGE = "python"
"""The language of `sample:NAME`."""


def samples() -> dict[str, Path]:
    """Return LANGUAGE/NAME -> folder of all sample bots, sorted."""
    found: dict[str, Path] = {}
    for language in data(SAMPLES).iterdir():
        if language.is_dir():
            bots = (bot for bot in language.iterdir() if (bot / BOT_FILE).is_file())
            found |= {f"{language.name}/{bot.name}": bot for bot in bots}
    return dict(sorted(found.items()))


def find_sample(bot: str) -> Path:
    """Return the folder of a sample bot.

    Args:
        bot: `sample:LANGUAGE/NAME`, or `sample:NAME` for Python.

    Raises:
        UserError: there is no such sample; the hint lists those that exist.
    """
    name = bot.removeprefix(SAMPLE)
    known = samples()
    full = name if "/" in name else f"{LANGUAGE}/{name}"
    if full not in known:
        listed = ", ".join(SAMPLE + sample for sample in known) or "none"
        raise UserError(f"there is no sample bot {bot!r}", f"there are: {listed}", os.EX_NOINPUT)
    return known[full]
