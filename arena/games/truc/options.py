"""The house rules of Truc, and their presets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.games.kernel import Seat, Talk
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import WrongOption, derived, option, seat_words, variations


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    first_dealer: str = option("random", ("random", *seat_words(4)), "Who deals first.", "TR-6")
    target: int = option(12, range(2, 100), "The score that wins the game.", "TR-10, TR-31 to TR-35")
    one_card_hand: str = option(
        "dealer_option", ("dealer_option", "never"), "Whether hands of one card can be dealt.", "TR-7 to TR-9"
    )
    early_stop: str = option(
        "two_tricks",
        ("two_tricks", "decided"),
        "Whether a hand also stops when the last trick cannot change its winner.",
        "TR-18, TR-R4",
    )
    eleven_choice: str = option(
        "defer", ("defer", "first"), "Whether the first of two partners may leave the decision to the other.", "TR-31"
    )
    eleven_fold_points: int = option(1, range(1, 4), "What the opponents score if a side does not play.", "TR-33")
    table_talk: str = option("public", ("public", "off"), "Whether players may talk.", "TR-38 to TR-40")
    say_max: int = option(80, range(1, 401), "The most characters of what is said at once.", "TR-39")
    conference: bool = option(False, (), "Whether partners talk in private before the first deal.", "TR-40, TR-42")
    talk_round: bool = option(False, (), "Whether everybody may talk before each hand is played.", "TR-41")

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a problem for each question that is for nothing but talk where there is none (TR-41, TR-42)."""
        for name in ("conference", "talk_round"):
            if self.table_talk == "off" and getattr(self, name):
                yield WrongOption((name,), f"'on' needs table talk; set table_talk=public or {name}=off")

    def heard(self, *seats: Seat) -> Talk | None:
        """Return the talk that an answer may carry to these seats, None where nobody may talk (TR-38, TR-39)."""
        return Talk(seats, self.say_max, ascii=True) if self.table_talk == "public" else None

    @derived
    def talk(self) -> Talk | None:
        """The talk that an answer may carry to all seats, None where nobody may talk (TR-38)."""
        return self.heard(0, 1, 2, 3)


PRESETS = {
    "standard": Options(),
    "silent": Options(table_talk="off"),
    "talkative": Options(talk_round=True, conference=True),
    "long-hands": Options(one_card_hand="never"),
    "quick-stop": Options(early_stop="decided"),
}
