"""What houses disagree about at American Five Hundred."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from arena.games.options import MOST, SWITCH, option, seat_words, word
from arena.games.options import Options as BaseOptions


@dataclass(frozen=True)
class Options(BaseOptions):
    """What houses disagree about; a variation is a named set of these."""

    __hash__ = BaseOptions.__hash__

    nullo: bool = option(True, (), "Whether a player may bid to lose every trick.", "AF-23, AF-32")
    granola: str = option(
        "auto",
        SWITCH,
        "Whether the partner of a nullo bidder may bid it for both; `auto` is as nullo.",
        "AF-24, AF-27",
    )
    ace_no_face: bool = option(
        True, (), "Whether partners may annul the deal of a hand with one ace and no picture.", "AF-9 to AF-12"
    )
    inkle: str = option("one", ("one", "both"), "How many bids of six an auction may have.", "AF-17, AF-18")
    special_no: str = option(
        "truthful",
        ("truthful", "free", "off"),
        "Who may announce a bid without trumps as `NO`: holders of the joker or split bowers, anybody, nobody.",
        "AF-20 to AF-22",
    )
    auction: str = option("single", ("single", "rounds"), "Whether everybody speaks once, or turns go round.", "AF-15")
    slam_bonus: str = option(
        "auto",
        SWITCH,
        "Whether all ten tricks are worth 250 at least; `auto` is on where everybody speaks once.",
        "AF-40",
    )
    defender_finish: str = option(
        "must_contract",
        ("must_contract", "capped"),
        "Whether points made in defence may pass the target, though they never win.",
        "AF-43",
    )
    target: int = option(500, range(10, MOST + 1, 10), "The score that wins the game.", "AF-43")
    loss_floor: str | int = option(-500, ("none", range(-MOST, 0, 10)), "The score that loses the game.", "AF-44")
    first_dealer: str = option("draw", ("draw", *seat_words(4)), "Who deals first.", "AF-6")
    max_deals: int = option(200, range(1, MOST + 1), "Deals after which the game is stopped.", "AF-45")

    def conflicts(self) -> Iterator[str]:
        """Yield what cannot be played: granola without nullo."""
        if self.granola == "on" and not self.nullo:
            yield "granola: 'on' needs nullo to be bid before it; set nullo=on or granola=auto"

    def in_force(self) -> dict[str, str]:
        """Return what the `game` line tells: every `auto` as what it stands for."""
        return self.words() | {"granola": word(self.has_granola), "slam_bonus": word(self.slam)}

    @cached_property
    def has_granola(self) -> bool:
        """Whether granola may be bid (AF-24)."""
        return self.nullo if self.granola == "auto" else self.granola == "on"

    @cached_property
    def slam(self) -> bool:
        """Whether all ten tricks are worth 250 at least (AF-40)."""
        return self.auction == "single" if self.slam_bonus == "auto" else self.slam_bonus == "on"

    @cached_property
    def floor(self) -> int | None:
        """The score that loses the game, None if there is none (AF-44)."""
        return None if self.loss_floor == "none" else int(self.loss_floor)


PRESETS = {
    "st-paul": Options(),
    "st-paul-no-nullo": Options(nullo=False),
    "st-paul-rounds": Options(auction="rounds"),
    "st-paul-capped": Options(defender_finish="capped"),
}
