"""The house rules of Jo-Jotte."""

from __future__ import annotations

from dataclasses import dataclass

from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import option, seat_words, variations

AUTO = "auto"
"""Announce what is best without asking (`melds`, `jo_call`)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    first_dealer: str = option("random", ("random", *seat_words(2)), "Who deals first.", "JJ-4")
    melds: str = option("dialogue", ("dialogue", AUTO), "Whether players are asked for melds.", "JJ-16 to JJ-22")
    jo_call: str = option("ask", ("ask", AUTO), "Whether players are asked for Jo.", "JJ-31")
    slam_trump: str = option("contract", ("contract", "none"), "The trump of a slam.", "JJ-25")
    game_target: int = option(80, range(20, 501), "The points below the line that end a game.", "JJ-40")
    games: int = option(2, range(1, 10), "The number of games in a rubber.", "JJ-41")
    redeal_cap: int = option(
        10, range(1, 101), "The number of deals thrown in in a row after which the dealer must fix trump.", "JJ-8"
    )
    max_deals: int = option(200, range(1, 1001), "The number of deals after which the higher total wins.", "JJ-41")


PRESETS = {"standard": Options(), "fast": Options(melds=AUTO, jo_call=AUTO)}
