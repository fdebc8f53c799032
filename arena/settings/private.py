"""The file of `--private`: who may see the page of which bot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from arena.settings.toml import Section, read_toml


class Private(Section):
    """The whole file.

    Args:
        tokens: what the author of a bot has in her address -> the name of the bot.
    """

    tokens: Mapping[Annotated[str, Field(min_length=16, pattern=r"^[0-9A-Za-z_-]+$")], str]


def read_private(path: Path) -> Mapping[str, str]:
    """Return the tokens of a file: token -> name of a bot.

    Raises:
        ConfigErrors: the file has errors; all are listed.
        UserError: it cannot be read.
    """
    return read_toml(Private, path).tokens
