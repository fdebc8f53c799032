"""American Five Hundred as the rule sheet has it: options, partnerships and pack (AF-1, AF-2 and the options table).

Written from the sheet alone, without a look at the engine: it is one half of a comparison.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.games.second_opinion.cards import JOKER, RANKS, SUITS
from tests.games.second_opinion.five_hundred.sheet import (
    AUTO,
    ON_OFF,
    TEAMS,
    a_multiple_of_10,
    floor_of,
    is_a_floor,
    sentences,
)

DEFAULTS: dict[str, str] = {
    "nullo": "on",
    "granola": AUTO,  # as nullo
    "ace_no_face": "on",
    "inkle": "one",
    "special_no": "truthful",
    "auction": "single",
    "slam_bonus": AUTO,  # by auction
    "defender_finish": "must_contract",
    "target": "500",
    "loss_floor": "-500",
    "first_dealer": "draw",
    "max_deals": "200",
}
"""The defaults of the options table."""

VALUES: dict[str, tuple[str, ...]] = {
    "nullo": ON_OFF,
    "granola": ON_OFF,
    "ace_no_face": ON_OFF,
    "inkle": ("one", "both"),
    "special_no": ("truthful", "free", "off"),
    "auction": ("single", "rounds"),
    "slam_bonus": ON_OFF,
    "defender_finish": ("must_contract", "capped"),
}
"""The values of the options that have a list of them; `auto` stands for the default of any option."""


@dataclass(frozen=True)
class Sheet:
    """The options in force, each under the name that the options table gives it."""

    nullo: bool
    granola: bool
    ace_no_face: bool
    inkle: str
    special_no: str
    auction: str
    slam_bonus: bool
    defender_finish: str
    target: int
    loss_floor: int | None
    first_dealer: str
    max_deals: int

    @property
    def pack(self) -> list[str]:
        """The cards, unshuffled: suits S H D C, each from the ace down to the four, then the joker (AF-2)."""
        return [rank + suit for suit in SUITS for rank in RANKS[: RANKS.index("4") + 1]] + [JOKER]

    @property
    def sides(self) -> dict[int, tuple[int, ...]]:
        """The seats of each line of the score sheet (AF-1)."""
        return dict(TEAMS)


def wrong_words(words: Mapping[str, str]) -> list[str]:
    """Return a sentence for every option that has a word which the options table does not know."""
    return sentences(words, known_word)


def known_word(name: str, word: str) -> bool:
    """Return whether the options table knows the word."""
    if name in VALUES:
        return word in VALUES[name]
    if name == "first_dealer":
        return word in {"draw", "P0", "P1", "P2", "P3"}
    if name == "loss_floor":
        return is_a_floor(word)
    return a_multiple_of_10(word) if name == "target" else word.isdecimal() and int(word) > 0


def read_sheet(words: Mapping[str, str]) -> Sheet:
    """Return the options in force; options that are not named have their defaults (options table)."""
    word = DEFAULTS | {name: value for name, value in words.items() if name in DEFAULTS and value != AUTO}
    return Sheet(
        nullo=word["nullo"] == "on",
        granola=(word["nullo"] if word["granola"] == AUTO else word["granola"]) == "on",
        ace_no_face=word["ace_no_face"] == "on",
        inkle=word["inkle"],
        special_no=word["special_no"],
        auction=word["auction"],
        slam_bonus=(word["slam_bonus"], word["auction"]) in {("on", "single"), ("on", "rounds"), (AUTO, "single")},
        defender_finish=word["defender_finish"],
        target=int(word["target"]),
        loss_floor=floor_of(word["loss_floor"]),
        first_dealer=word["first_dealer"].removeprefix("P"),
        max_deals=int(word["max_deals"]),
    )


def invalid(sheet: Sheet) -> list[str]:
    """Return a sentence for every combination that must be refused when the table is set up (options table)."""
    return ["options table: granola needs nullo"] if sheet.granola and not sheet.nullo else []
