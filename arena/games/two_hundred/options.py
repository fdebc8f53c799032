"""What houses disagree about at Two Hundred, and the named variations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.games.options import Options as BaseOptions
from arena.games.options import option

ALL_OTHERS_PASS = ("dealer_may_pass", "dealer_min_bid", "dealer_free", "dealer_must_pass")
DISCARD_POINTS = ("opponents", "contractor", "last_trick", "first_trick")
FIRST_DEALER = ("random", "first_jack", range(4))
KITTY_DEAL = ("two_two", "singly", "together")
PACKETS = ("threes", "ones", "twos", "fours", "all")
NEAR_TARGET_MARGIN = 100
"""The margin that `auto` stands for (TH-59)."""
HIGHEST_TARGET = 10_000


@dataclass(frozen=True)
class Options(BaseOptions):
    """What houses disagree about; a variation is a named set of these."""

    kitty: int = option(0, (0, 4), "Cards of the kitty; with one the sixes are in the pack.", "TH-7, TH-32")
    deal_packets: str = option("threes", PACKETS, "How many cards a hand gets at once.", "TH-11")
    kitty_deal: str = option("two_two", KITTY_DEAL, "When the kitty is dealt.", "TH-12")
    first_dealer: str | int = option("random", FIRST_DEALER, "Who deals first.", "TH-8")
    min_bid: int = option(50, range(5, 101, 5), "The lowest bid.", "TH-18")
    all_others_pass: str = option(
        "dealer_may_pass", ALL_OTHERS_PASS, "What the dealer does when all the others have passed.", "TH-24"
    )
    discard_points: str = option("opponents", DISCARD_POINTS, "Who counts the points in the discard.", "TH-53")
    target: int = option(200, range(100, HIGHEST_TARGET + 1, 5), "The score that wins the game.", "TH-66")
    near_target_margin: str | int = option(
        "auto",
        ("auto", range(5, HIGHEST_TARGET + 1, 5)),
        f"So near to the target, opponents score only if they have bid; `auto` is {NEAR_TARGET_MARGIN}.",
        "TH-59",
    )
    hole_limit: str | int = option(
        "target", ("target", range(5, HIGHEST_TARGET + 1, 5)), "A side this far below zero may lose the game.", "TH-71"
    )
    both_reach: str = option(
        "bidder", ("bidder", "higher_score"), "Who wins when both sides reach the target.", "TH-66, TH-67"
    )
    max_deals: int = option(200, range(10_001), "Deals after which the game is stopped; 0 for no limit.", "TH-76")

    def conflicts(self) -> Iterator[str]:
        """Yield what cannot be played: rules about a kitty without one, and a margin above the target."""
        for name, default in (("kitty_deal", KITTY_DEAL[0]), ("discard_points", DISCARD_POINTS[0])):
            if not self.kitty and getattr(self, name) != default:
                yield f"{name}: {getattr(self, name)!r} needs a kitty; set kitty=4 or {name}={default}"
        if self.margin > self.target:
            yield (
                f"near_target_margin: {self.margin} is more than target={self.target}; "
                "lower near_target_margin or raise target"
            )

    @property
    def margin(self) -> int:
        """How near to the target a side must bid to score against a contract, in points (TH-59)."""
        return NEAR_TARGET_MARGIN if self.near_target_margin == "auto" else int(self.near_target_margin)

    @property
    def hole(self) -> int:
        """How far below zero a side may lose the game, in points (TH-71)."""
        return self.target if self.hole_limit == "target" else int(self.hole_limit)


PRESETS = {
    "standard": Options(),
    "kitty": Options(kitty=4),
}
