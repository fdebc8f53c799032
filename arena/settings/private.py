"""The file of `--private`: who may see the page of which bot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

from arena.errors import Problem
from arena.settings.toml import Section, problems_here, read_toml


def _token(text: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z_-]{16,}", text):
        raise problems_here([Problem("", "a word has 16 or more letters from a to z, digits, - or _")])
    return text


class Private(Section):
    """The whole file.

    Args:
        tokens: what the author of a bot has in her address -> the name of the bot.
    """

    tokens: Mapping[Annotated[str, AfterValidator(_token)], str]


def read_private(path: Path) -> Mapping[str, str]:
    """Return the tokens of a file: token -> name of a bot.

    Raises:
        ConfigErrors: the file has errors; all are listed.
        UserError: it cannot be read.
    """
    return read_toml(Private, path).tokens
