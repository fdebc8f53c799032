"""A hostile bot as somebody would hand it in: a folder with all that it needs, which does its act in every game."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
ONLY = re.compile(r"\b(?:self|bot)\.game (==|!=) GAME\b")
"""Where an act looks whether this is the game that it is for."""


def hand_in(folder: Path, act: Sequence[str], looks_for: Sequence[Path] = ()) -> Path:
    """Write the folder of a submission.

    Args:
        folder: where; it is made.
        act: the words after `tests.hostile.bot`.
        looks_for: the files that an act of a spy tries to read.
    """
    for name in ("tests/hostile", "arena/sandbox"):
        (folder / name).mkdir(parents=True)
    shutil.copy(ROOT / "arena/sandbox/attacker.py", folder / "arena/sandbox")
    for path in Path(__file__).parent.glob("*.py"):
        text = ONLY.sub(lambda found: str(found[1] == "=="), path.read_text())
        (folder / "tests/hostile" / path.name).write_text(text)
    bot = folder / "tests/hostile/bot.py"
    bot.write_text(bot.read_text().replace(" and SEAT in bot.settings", ""))
    (folder / "facts.json").write_text(json.dumps({"results": [*map(str, looks_for)]}))
    command = ["/usr/bin/python3", "-m", "tests.hostile.bot", *act]
    (folder / "bot.toml").write_text(f"command = {json.dumps(command)}\n")
    return folder
