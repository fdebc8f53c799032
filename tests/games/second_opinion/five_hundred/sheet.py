"""Five Hundred as the rule sheet has it: options, seats, sides and packs (FH-1 to FH-13 and the options table).

Written from the sheet alone, without a look at the engine: it is one half of a comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.games.second_opinion.cards import JOKER, RANKS, SUITS

DEFAULTS: dict[str, str] = {
    "players": "3",
    "two_player": "dummy",
    "joker": "",  # off with `short`
    "widow_deal": "after_first_packet",
    "schedule": "avondale",
    "auction": "",  # by players
    "nullo": "off",
    "misere": "",  # by players
    "open_misere": "",  # by players
    "passed_deal": "throw_in",
    "nt_joker": "",  # by players
    "slam_bonus": "on",
    "card_bonus": "off",
    "target": "500",
    "loss_floor": "-500",
    "defender_finish": "",  # by players
    "partner_6_7": "called_card",
    "five_alone": "off",
    "first_dealer": "draw",
    "max_deals": "200",
}
"""The defaults of the options table; an empty word is a default that other options decide."""

AUTO = "auto"
"""The word for "as it should be by the other options"; to `slam_bonus` it is a value (FH-68)."""

ON_OFF = ("on", "off")
VALUES: dict[str, tuple[str, ...]] = {
    "players": ("2", "3", "4", "5"),
    "two_player": ("dummy", "short"),
    "joker": ON_OFF,
    "widow_deal": ("after_first_packet", "after_hands"),
    "schedule": ("avondale", "classic", "inverted"),
    "auction": ("single", "rounds"),
    "nullo": ON_OFF,
    "misere": ON_OFF,
    "open_misere": ON_OFF,
    "passed_deal": ("throw_in", "play"),
    "nt_joker": ("free", "restricted"),
    "slam_bonus": ("on", "off", "auto"),
    "card_bonus": ON_OFF,
    "defender_finish": ("wins", "capped", "must_contract"),
    "partner_6_7": ("called_card", "chosen_player", "either"),
    "five_alone": ON_OFF,
}
"""The values of the options that have a list of them."""

FOUR: dict[str, tuple[str, str]] = {
    "auction": ("rounds", "single"),
    "misere": ("on", "off"),
    "open_misere": ("on", "off"),
    "nt_joker": ("restricted", "free"),
    "defender_finish": ("capped", "wins"),
}
"""Defaults that four players change: with four, and with any other number."""

TEAMS = {0: (0, 2), 1: (1, 3)}
"""FH-3: the partnerships of four players."""


@dataclass(frozen=True)
class Sheet:
    """The options in force, each under the name that the options table gives it."""

    players: int
    two_player: str
    joker: bool
    widow_deal: str
    schedule: str
    auction: str
    nullo: bool
    misere: bool
    open_misere: bool
    passed_deal: str
    nt_joker: str
    slam_bonus: bool
    card_bonus: bool
    target: int
    loss_floor: int | None
    defender_finish: str
    partner_6_7: str
    five_alone: bool
    first_dealer: str
    max_deals: int

    @property
    def pack(self) -> list[str]:
        """The cards, unshuffled: suits S H D C, each from the ace down, then the joker (FH-8 to FH-13)."""
        return [rank + suit for suit in SUITS for rank in self.ranks(suit)] + [JOKER] * self.joker

    def ranks(self, suit: str) -> str:
        """Return the ranks of a suit that are in the pack, the ace first."""
        if self.players == 4:
            lowest = "4" if suit in "HD" else "5"
        elif self.players == 5:
            lowest = "2"
        else:
            lowest = "9" if self.short else "7"
        return RANKS[: RANKS.index(lowest) + 1]

    @property
    def short(self) -> bool:
        """Whether two players use the pack of 24 cards (FH-12)."""
        return (self.players, self.two_player) == (2, "short")

    @property
    def dummy(self) -> bool:
        """Whether there is a dummy hand (FH-23)."""
        return (self.players, self.two_player) == (2, "dummy")

    @property
    def widow(self) -> int:
        """The number of cards of the widow (FH-22)."""
        return 4 if self.short else 2 + self.joker

    @property
    def sides(self) -> dict[int, tuple[int, ...]]:
        """The seats of each line of the score sheet (FH-2 to FH-4)."""
        return dict(TEAMS) if self.players == 4 else {seat: (seat,) for seat in range(self.players)}


def wrong_words(words: Mapping[str, str]) -> list[str]:
    """Return a sentence for every option that has a word which the options table does not know."""
    return sentences(words, known_word)


def sentences(words: Mapping[str, str], known: Callable[[str, str], bool]) -> list[str]:
    """Return a sentence for every option whose word is not known; `auto` always is."""
    return [
        f"options table: {name}={word} is not a value of this option"
        for name, word in words.items()
        if word != AUTO and not known(name, word)
    ]


def known_word(name: str, word: str) -> bool:
    """Return whether the options table knows the word."""
    if name in VALUES:
        return word in VALUES[name]
    if name == "first_dealer":
        return word in {"draw", "P0", "P1", "P2", "P3", "P4"}
    if name == "loss_floor":
        return is_a_floor(word)
    return a_multiple_of_10(word) if name == "target" else word.isdecimal() and int(word) > 0


def a_multiple_of_10(word: str) -> bool:
    """Return whether a word is a positive multiple of ten."""
    return word.isdecimal() and int(word) > 0 and int(word) % 10 == 0


def is_a_floor(word: str) -> bool:
    """Return whether a word says at which score the game is lost, `none` that it is at none."""
    return word == "none" or (word.startswith("-") and a_multiple_of_10(word.removeprefix("-")))


def floor_of(word: str) -> int | None:
    """Return the score at which the game is lost."""
    return None if word == "none" else int(word)


def read_sheet(words: Mapping[str, str]) -> Sheet:
    """Return the options in force; options that are not named have their defaults (options table)."""
    named = {name: value for name, value in words.items() if name in DEFAULTS}
    word = DEFAULTS | {name: value for name, value in named.items() if name == "slam_bonus" or value != AUTO}
    players = int(word["players"])
    by_players = {name: with_four if players == 4 else others for name, (with_four, others) in FOUR.items()}
    by_players["joker"] = "off" if (players, word["two_player"]) == (2, "short") else "on"
    word = {name: value or by_players[name] for name, value in word.items()}
    return Sheet(
        players=players,
        two_player=word["two_player"],
        joker=word["joker"] == "on",
        widow_deal=word["widow_deal"],
        schedule=word["schedule"],
        auction=word["auction"],
        nullo=word["nullo"] == "on",
        misere=word["misere"] == "on",
        open_misere=word["open_misere"] == "on",
        passed_deal=word["passed_deal"],
        nt_joker=word["nt_joker"],
        slam_bonus=(word["slam_bonus"], word["auction"]) in {("on", "single"), ("on", "rounds"), ("auto", "single")},
        card_bonus=word["card_bonus"] == "on",
        target=int(word["target"]),
        loss_floor=floor_of(word["loss_floor"]),
        defender_finish=word["defender_finish"],
        partner_6_7=word["partner_6_7"],
        five_alone=word["five_alone"] == "on",
        first_dealer=word["first_dealer"].removeprefix("P"),
        max_deals=int(word["max_deals"]),
    )


def invalid(sheet: Sheet) -> list[str]:
    """Return a sentence for every combination that must be refused when the table is set up (options table)."""
    dealer = int(sheet.first_dealer) if sheet.first_dealer.isdecimal() else 0
    rules = [
        ("two_player=short is for 2 players", sheet.two_player == "short" and sheet.players != 2),
        ("two_player=short has no joker", sheet.short and sheet.joker),
        ("nullo is for 2 or 3 players", sheet.nullo and sheet.players > 3),
        ("misere is for 4 players", sheet.misere and sheet.players != 4),
        ("open_misere is for 4 players", sheet.open_misere and sheet.players != 4),
        ("passed_deal=play is not for 4 players", sheet.passed_deal == "play" and sheet.players == 4),
        ("partner_6_7 is for 5 players", sheet.partner_6_7 != "called_card" and sheet.players != 5),
        ("five_alone is for 5 players", sheet.five_alone and sheet.players != 5),
        ("first_dealer is no seat", dealer >= sheet.players),
    ]
    return [f"options table: {sentence}" for sentence, wrong in rules if wrong]
