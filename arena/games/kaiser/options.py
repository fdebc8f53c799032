"""What houses disagree about at Kaiser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.games.options import Options as BaseOptions
from arena.games.options import option, seat_words

ALL_PASS = ("next_dealer", "same_dealer", "dealer_bids")


@dataclass(frozen=True)
class Options(BaseOptions):
    """What houses disagree about; a variation is a named set of these."""

    __hash__ = BaseOptions.__hash__

    first_dealer: str = option("random", ("random", *seat_words(4)), "Who deals first.", "KA-4")
    min_bid: int = option(6, range(5, 9), "The lowest number that may be bid.", "KA-8")
    target: int = option(52, range(20, 201), "The score that ends the game.", "KA-24, KA-25")
    freeze_above: int = option(45, range(-200, 200), "Above this score defenders gain nothing.", "KA-21, KA-22")
    misdeal: str = option("ask", ("ask", "off"), "Whether a hand of T 9 8 7 may be thrown in.", "KA-6")
    all_pass: str = option("next_dealer", ALL_PASS, "Who deals after four passes; or the dealer must bid.", "KA-12")
    broken_penalty: str = option("tricks", ("tricks", "bid"), "What a broken contract loses.", "KA-19, KA-20")
    no_trump_doubles: str = option("declarers", ("declarers", "both"), "Who counts double at no trump.", "KA-20, KA-21")
    redeal_cap: int = option(10, range(1, 101), "Deals thrown in in a row before one must be bid.", "KA-6, KA-12")
    max_deals: int = option(200, range(1, 1001), "Deals, misdeals apart, after which the game ends.", "KA-24")

    def conflicts(self) -> Iterator[str]:
        """Yield what cannot be played: defenders that are frozen only when the game is over."""
        if self.freeze_above >= self.target:
            yield f"freeze_above: {self.freeze_above} must be below target={self.target}; lower it or raise the target"


PRESETS = {
    "standard": Options(),
    "bid-penalty": Options(broken_penalty="bid"),
    "forced-dealer": Options(all_pass="dealer_bids"),
}
