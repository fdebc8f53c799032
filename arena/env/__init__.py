"""Environments for people who train agents, from what a seat was told, and the way of a trained network to a ladder.

- games: the encoder: what a seat was told as numbers, and answers by number
- pettingzoo, gymnasium, openspiel: environments, each for one of these libraries, which its module imports
- tables, others, bots: what they have in common: tables, and who plays the seats of others
- folder, exported: a trained network as the folder of a bot
"""

from os import PathLike
from pathlib import Path
from typing import Any

__all__ = ["export"]


def export(model: Any, folder: str | PathLike[str], env: Any = None, **more: Any) -> Path:
    """Write a trained network as the folder of a bot: see `arena.env.folder.export`."""
    from arena.env.folder import export as write  # noqa: PLC0415 - the environments do not need it

    return write(model, folder, env, **more)
