"""How long decisions took, a byte each: enough to show a reader of a game, and a tenth of what a number takes."""

from __future__ import annotations

from math import log
from typing import Final

SHORTEST: Final = 0.01
"""The time of code 1, in ms; what is shorter has this code too."""
STEP: Final = 1.09
"""Each code stands for a time this many times as long as that of the code before: 255 stands for nine hours."""
_SCALE: Final = 1 / log(STEP)


def code_of(ms: float) -> int:
    """Return the code of a decision of so many ms: 1 to 255. Code 0 stands for one that nobody was asked for."""
    return 1 if ms <= SHORTEST else min(255, 1 + int(log(ms / SHORTEST) * _SCALE + 0.5))


def ms_of(code: int) -> float | None:
    """Return the time of a code in ms, at most 4.5 % off; None for code 0."""
    return None if code == 0 else SHORTEST * STEP ** (code - 1)
