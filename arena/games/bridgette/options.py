"""The house rules of Bridgette."""

from __future__ import annotations

from dataclasses import dataclass

from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import option, seat_words, variations


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    first_dealer: str = option("random", ("random", *seat_words(2)), "Who deals first.", "BG-5")
    hands: int = option(6, range(2, 21, 2), "The number of hands.", "BG-39")
    upcard: str = option("aside", ("aside", "drawn"), "Whether the non-dealer draws the upcard.", "BG-7, BG-10")
    jump_rule: str = option("level", ("level", "step"), "What a jump skips: a level, or any bid.", "BG-16")
    opening_jump: str = option(
        "free", ("free", "restricted"), "Whether a suit opened above level 1 takes four cards.", "BG-17"
    )
    colon_vs_colon: str = option(
        "led_wins", ("led_wins", "led_loses"), "Who wins if a colon is answered by a colon.", "BG-32"
    )
    tie_break: str = option("seventh", ("seventh", "draw"), "What happens after equal scores.", "BG-39")


PRESETS = {
    "standard": Options(),
    "strict-jumps": Options(jump_rule="step", opening_jump="restricted"),
    "open-upcard": Options(upcard="drawn"),
}
