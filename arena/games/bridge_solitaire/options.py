"""The house rules of Bridge Solitaire."""

from __future__ import annotations

from dataclasses import dataclass

from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import option, variations


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    short_suit_tie: str = option(
        "highest", ("highest", "lowest", "fewest_tricks"), "Which of several shortest suits the house bids.", "BS-7"
    )
    house_nt: str = option("never", ("never", "flat"), "Whether the house bids no trump if the hand is flat.", "BS-6")
    nt_shapes: str = option("required", ("required", "free"), "Whether no trump can be bid with any hand.", "BS-13")
    nt_turn_limit: int | str = option(
        4, (range(1, 35), "none"), "How many cards the house turns at most at no trump.", "BS-21"
    )
    top_discard: str = option(
        "visible", ("visible", "hidden"), "Whether the last card discarded is shown again.", "BS-4"
    )
    rubbers: int = option(1, range(1, 21), "The number of rubbers.", "BS-34")
    max_deals: int = option(60, range(1, 1001), "The number of hands after which a rubber is broken off.", "BS-36")


PRESETS = {
    "standard": Options(),
    "house-no-trump": Options(house_nt="flat"),
    "short-session": Options(max_deals=4),
}
