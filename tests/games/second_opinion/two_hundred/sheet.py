"""Two Hundred as the rule sheet has it: options, sizes, seats, sides and pack (TH-1 to TH-16 and the options table).

Written from the sheet alone, without a look at the engine: it is one half of a comparison.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.games.second_opinion.cards import RANKS, SUITS

DEFAULTS: dict[str, str] = {
    "format": "pairs",
    "cutthroat_players": "4",
    "hand_size": "",  # by format
    "kitty": "0",
    "deal_packets": "threes",
    "kitty_deal": "two_two",
    "first_dealer": "random",
    "misdeal": "off",
    "min_bid": "50",
    "auction": "multi",
    "keep": "off",
    "all_others_pass": "dealer_may_pass",
    "bid_100_for_200": "off",
    "announce_all_100": "off",
    "discard_limits": "none",
    "discard_points": "opponents",
    "discard_trumps_shown": "off",
    "discard_points_announced": "off",
    "trump_naming": "announce",
    "no_trump": "off",
    "target": "200",
    "near_target_rule": "must_bid",
    "near_target_margin": "",  # by rule
    "qualifying_bid": "any",
    "hole_limit": "target",
    "both_reach": "bidder",
    "win_requires_bid": "off",
    "hundred_wins": "off",
    "skunk": "off",
    "defender_scoring": "",  # by format
    "silent_seat": "random",
    "pot": "off",
    "ante": "100",
    "pot_penalty": "50",
    "max_deals": "200",
}
"""The defaults of the options table; an empty word is a default that other options decide."""

UNSET = ("auto", "default", "-", "")
"""Words that a game line may use for "not set" (the sheet fixes only `auto` for `near_target_margin`)."""

ON_OFF = ("off", "on")
VALUES: dict[str, tuple[str, ...]] = {
    "format": (
        "pairs",
        "two_trios",
        "three_pairs",
        "silent_fixed",
        "silent_rotating",
        "called_card",
        "cutthroat",
        "two_stacks",
    ),
    "cutthroat_players": ("4", "5", "6"),
    "hand_size": ("6", "8", "9", "10", "12"),
    "kitty": ("0", "4"),
    "deal_packets": ("threes", "ones", "twos", "fours", "all"),
    "kitty_deal": ("two_two", "singly", "together"),
    "min_bid": tuple(str(n) for n in range(5, 101, 5)),
    "auction": ("multi", "single"),
    "keep": ("off", "dealer", "any"),
    "all_others_pass": ("dealer_may_pass", "dealer_min_bid", "dealer_free", "dealer_must_pass"),
    "discard_limits": ("none", "no_points", "no_points_or_trumps"),
    "discard_points": ("opponents", "contractor", "last_trick", "first_trick"),
    "trump_naming": ("announce", "first_lead"),
    "no_trump": ("off", "double", "plain"),
    "near_target_rule": ("must_bid", "must_win_or_set"),
    "qualifying_bid": ("any", "60"),
    "both_reach": ("bidder", "higher_score"),
    "skunk": ("off", "hole", "shutout"),
    "defender_scoring": ("team_total", "own_tricks"),
} | dict.fromkeys(
    (
        "misdeal",
        "bid_100_for_200",
        "announce_all_100",
        "discard_trumps_shown",
        "discard_points_announced",
        "win_requires_bid",
        "hundred_wins",
        "pot",
    ),
    ON_OFF,
)
"""The values of the options that have a list of them."""

TEAMS: dict[str, dict[int, tuple[int, ...]]] = {
    "pairs": {0: (0, 2), 1: (1, 3)},
    "two_trios": {0: (0, 2, 4), 1: (1, 3, 5)},
    "three_pairs": {0: (0, 3), 1: (1, 4), 2: (2, 5)},
    "two_stacks": {0: (0, 2), 1: (1, 3)},
}
"""TH-3: the sides of the formats with teams; in the other formats every player is a side of his own."""

FIVE_HANDS = ("silent_fixed", "silent_rotating", "called_card")
SIZES: dict[int, tuple[tuple[int, int], ...]] = {
    4: ((9, 0), (9, 4), (10, 0), (10, 4), (12, 4), (8, 4)),
    5: ((8, 0),),
    6: ((6, 0), (6, 4), (8, 4)),
}
"""TH-7: hand size and kitty by number of hands."""

PACKS = {36: "AKQJT9875", 40: "AKQJT98765", 44: "AKQJT987654", 52: RANKS}
"""TH-4: the ranks in each pack."""


@dataclass(frozen=True)
class Sheet:
    """The options in force, each under the name that the options table gives it."""

    format: str
    cutthroat_players: int
    hand_size: int
    kitty: int
    deal_packets: str
    kitty_deal: str
    first_dealer: str
    misdeal: bool
    min_bid: int
    auction: str
    keep: str
    all_others_pass: str
    bid_100_for_200: bool
    announce_all_100: bool
    discard_limits: str
    discard_points: str
    discard_trumps_shown: bool
    discard_points_announced: bool
    trump_naming: str
    no_trump: str
    target: int
    near_target_rule: str
    near_target_margin: int
    qualifying_bid: str
    hole_limit: int
    both_reach: str
    win_requires_bid: bool
    hundred_wins: bool
    skunk: str
    defender_scoring: str
    silent_seat: str
    pot: bool
    ante: int
    pot_penalty: int
    max_deals: int

    @property
    def hands(self) -> int:
        """The number of hands at the table (TH-3)."""
        return hands_of(self.format, self.cutthroat_players)

    @property
    def pack(self) -> list[str]:
        """The cards, unshuffled: suits S H D C, each from the ace down (TH-4)."""
        ranks = PACKS[self.hands * self.hand_size + self.kitty]
        return [rank + suit for suit in SUITS for rank in ranks]

    @property
    def team_format(self) -> bool:
        """Whether the sides are teams (TH-3)."""
        return self.format in TEAMS

    def sides(self, silent: int | None = None) -> dict[int, tuple[int, ...]]:
        """Return the seats of each side; an individual side has the number of its seat (TH-3).

        Args:
            silent: the silent partner of `silent_fixed`, who is no side.
        """
        if self.team_format:
            return dict(TEAMS[self.format])
        return {seat: (seat,) for seat in range(self.hands) if seat != silent}


def hands_of(form: str, cutthroat_players: int) -> int:
    """Return the number of hands of a format (TH-3)."""
    if form in FIVE_HANDS:
        return 5
    if form == "cutthroat":
        return cutthroat_players
    return 6 if form in {"two_trios", "three_pairs"} else 4


def unknown_words(words: Mapping[str, str]) -> list[str]:
    """Return a sentence for every option that has a word which the options table does not know, or that may not be set.

    `defender_scoring` is not set in team formats.
    """
    named = {name: word for name, word in words.items() if word not in UNSET}
    if named.get("format", DEFAULTS["format"]) in TEAMS and "defender_scoring" in named:
        return ["options table: defender_scoring is set in a team format"]
    return [
        f"options table: {name}={word} is not a value of this option"
        for name, word in named.items()
        if not known_word(name, word)
    ]


def known_word(name: str, word: str) -> bool:
    """Return whether the options table knows the word (words that are no options are not looked at)."""
    if name not in DEFAULTS:
        return True
    if name in VALUES:
        return word in VALUES[name]
    if name in {"first_dealer", "silent_seat"}:
        return word.isdecimal() or word == "random" or (name, word) == ("first_dealer", "first_jack")
    if name in {"target", "near_target_margin", "hole_limit"}:
        return (name, word) == ("hole_limit", "target") or (word.isdecimal() and int(word) % 5 == 0 and int(word) > 0)
    return word.isdecimal()


def read_sheet(words: Mapping[str, str]) -> Sheet:
    """Return the options in force; options that are not named have their defaults (options table)."""
    word = DEFAULTS | {name: value for name, value in words.items() if name in DEFAULTS and value not in UNSET}
    form, players, target = word["format"], int(word["cutthroat_players"]), int(word["target"])
    size = {4: "9", 5: "8", 6: "6"}[hands_of(form, players)]
    margin = "100" if word["near_target_rule"] == "must_bid" else "50"  # TH-59, TH-61
    defenders = "team_total" if form in FIVE_HANDS else "own_tricks"  # TH-63
    hole = target if word["hole_limit"] == "target" else int(word["hole_limit"])  # TH-71
    return Sheet(
        format=form,
        cutthroat_players=players,
        hand_size=int(word["hand_size"] or size),
        kitty=int(word["kitty"]),
        deal_packets=word["deal_packets"],
        kitty_deal=word["kitty_deal"],
        first_dealer=word["first_dealer"],
        misdeal=word["misdeal"] == "on",
        min_bid=int(word["min_bid"]),
        auction=word["auction"],
        keep=word["keep"],
        all_others_pass=word["all_others_pass"],
        bid_100_for_200=word["bid_100_for_200"] == "on",
        announce_all_100=word["announce_all_100"] == "on",
        discard_limits=word["discard_limits"],
        discard_points=word["discard_points"],
        discard_trumps_shown=word["discard_trumps_shown"] == "on",
        discard_points_announced=word["discard_points_announced"] == "on",
        trump_naming=word["trump_naming"],
        no_trump=word["no_trump"],
        target=target,
        near_target_rule=word["near_target_rule"],
        near_target_margin=int(word["near_target_margin"] or margin),
        qualifying_bid=word["qualifying_bid"],
        hole_limit=hole,
        both_reach=word["both_reach"],
        win_requires_bid=word["win_requires_bid"] == "on",
        hundred_wins=word["hundred_wins"] == "on",
        skunk=word["skunk"],
        defender_scoring=word["defender_scoring"] or defenders,
        silent_seat=word["silent_seat"],
        pot=word["pot"] == "on",
        ante=int(word["ante"]),
        pot_penalty=int(word["pot_penalty"]),
        max_deals=int(word["max_deals"]),
    )


def may_deal(sheet: Sheet, silent: int | None = None) -> list[int]:
    """Return the seats that may deal at the start of a game, clockwise (TH-9)."""
    if sheet.format == "two_stacks":
        return [0, 1]
    return [seat for seat in range(sheet.hands) if seat != silent]


def invalid(sheet: Sheet) -> list[str]:
    """Return a sentence for every combination that must be refused when the table is set up (TH-7, options table)."""
    table = ((9, 0),) if sheet.format == "two_stacks" else SIZES[sheet.hands]
    silent = int(sheet.silent_seat) if sheet.silent_seat.isdecimal() else None
    dealer = int(sheet.first_dealer) if sheet.first_dealer.isdecimal() else None
    without_kitty = {
        "kitty_deal": sheet.kitty_deal != "two_two",
        "discard_limits": sheet.discard_limits != "none",
        "discard_points": sheet.discard_points != "opponents",
        "discard_trumps_shown": sheet.discard_trumps_shown,
        "discard_points_announced": sheet.discard_points_announced,
    }
    pot_table = (sheet.format, sheet.hand_size, sheet.kitty) == ("three_pairs", 6, 4)
    rules = [
        ("TH-7: these sizes do not exist", (sheet.hand_size, sheet.kitty) not in table),
        ("cutthroat_players without cutthroat", sheet.format != "cutthroat" and sheet.cutthroat_players != 4),
        ("first_dealer may not deal", dealer is not None and dealer not in may_deal(sheet, silent)),
        ("TH-16: misdeal with six hands", sheet.misdeal and sheet.hands == 6),
        ("announce_all_100 without two sides", sheet.announce_all_100 and len(sheet.sides(silent)) != 2),
        (
            "TH-33: no_points_or_trumps with first_lead",
            sheet.discard_limits == "no_points_or_trumps" and sheet.trump_naming == "first_lead",
        ),
        ("target below 100", sheet.target < 100),
        ("near_target_margin above the target", sheet.near_target_margin > sheet.target),
        (
            "qualifying_bid 60 with must_win_or_set",
            sheet.qualifying_bid == "60" and sheet.near_target_rule == "must_win_or_set",
        ),
        ("higher_score with win_requires_bid", sheet.both_reach == "higher_score" and sheet.win_requires_bid),
        ("silent_seat without silent_fixed", silent is not None and sheet.format != "silent_fixed"),
        ("silent_seat is no seat", silent is not None and silent >= sheet.hands),
        ("TH-78: pot at a wrong table", sheet.pot and not pot_table),
        ("ante or pot_penalty without pot", not sheet.pot and (sheet.ante, sheet.pot_penalty) != (100, 50)),
    ] + [(f"{name} without a kitty", wrong and sheet.kitty == 0) for name, wrong in without_kitty.items()]
    return [f"options table: {sentence}" for sentence, wrong in rules if wrong]
