"""The house rules of Twenty-Five."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arena.games.kernel.options import Need, WrongOption, derived, option, seat_words, unmet, variations, word
from arena.games.kernel.options import Options as BaseOptions
from arena.games.parts.cards import PACKETS
from arena.games.parts.draws import no_seat

TRICKS, DEALS, POOL = "tricks", "deals", "pool"
"""What counts: every trick, three tricks of a deal, or the pool (TF-22, TF-26, TF-28)."""
TARGET_UNITS = 5
"""The usual target, in units (TF-22)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    players: int = option(5, range(3, 11), "The number of players.", "TF-1")
    first_dealer: str = option("random", ("random", *seat_words(10)), "Who deals first.", "TF-4")
    deal_packets: str = option("three_two", tuple(PACKETS), "The packets in which the hands are dealt.", "TF-5")
    joker: bool = option(False, (), "Whether there is a joker.", "TF-2, TF-6, TF-12")
    joker_rank: str = option("third", ("third", "second"), "Whether the joker is below or above the jack.", "TF-12")
    scoring: str = option(TRICKS, (TRICKS, DEALS, POOL), "What counts: tricks, deals with three, or a pool.", "TF-22")
    unit: int = option(5, (1, 5), "The points of a trick, or of a deal.", "TF-22, TF-24, TF-26")
    target: int | str = option(
        "auto", ("auto", range(1, 101)), "The score that wins the game; `auto` is five units.", "TF-22, TF-27"
    )
    best_trump_bonus: bool = option(False, (), "Whether the highest trump played earns another unit.", "TF-24")
    sweep_wins: bool = option(False, (), "Whether all five tricks win the game.", "TF-25")
    jink: bool = option(False, (), "Whether a player with the first three tricks may try for all five.", "TF-31")
    ante: int = option(1, range(1, 21), "The chips that a player pays into the pool.", "TF-28, TF-29, TF-31")
    refill: str = option("dealer", ("dealer", "all"), "Who pays after a deal that nobody has won.", "TF-29")
    rounds: int = option(2, range(1, 21), "How often everybody deals in a game for the pool.", "TF-28")
    max_deals: int = option(200, range(1, 1001), "The number of deals after which the highest score wins.", "TF-27")

    @derived
    def goal(self) -> int:
        """The score that wins the game (TF-22)."""
        return TARGET_UNITS * self.unit if isinstance(self.target, str) else self.target

    def in_force(self) -> dict[str, str]:
        """Return the words of the `game` line: `target` as a number, or `auto` where it has no effect."""
        return self.words() | {"target": "auto" if self.scoring == POOL else word(self.goal)}

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a problem for every combination that cannot be played."""
        yield from no_seat("first_dealer", self.first_dealer, self.players)
        yield from unmet(self, NEEDS)
        if self.goal % self.unit:
            text = f"{self.target} is no multiple of unit={self.unit}; take one that is, or unit=1"
            yield WrongOption(("target",), text)


NEEDS = (
    Need(("joker_rank",), lambda o: o.joker, "a joker", "joker=on"),
    Need(("best_trump_bonus", "sweep_wins"), lambda o: o.scoring == TRICKS, "tricks that count", "scoring=tricks"),
    Need(("unit",), lambda o: o.scoring != POOL, "points", "scoring=tricks"),
    Need(("target",), lambda o: o.scoring != POOL or o.goal == TARGET_UNITS * o.unit, "points", "scoring=tricks"),
    Need(("jink", "ante", "refill", "rounds"), lambda o: o.scoring == POOL, "a pool", "scoring=pool"),
    Need(("max_deals",), lambda o: o.scoring == DEALS, "deals that count", "scoring=deals"),
)
"""Which options need which scoring."""

STANDARD = Options()
FORTY_FIVE = Options(target=45, joker=True)
PRESETS = {
    "standard": STANDARD,
    "single-points": Options(unit=1),
    "spoil-five": Options(scoring=POOL, jink=True),
    "spoil-five-plain": Options(scoring=POOL),
    "spoil-points": Options(scoring=DEALS, unit=1),
    "forty-five": FORTY_FIVE,
    "forty-five-bonus": replace(FORTY_FIVE, best_trump_bonus=True, sweep_wins=True),
}
