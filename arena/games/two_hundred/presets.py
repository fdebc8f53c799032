"""The named variations of Two Hundred: what each sets differently from the standard game."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.options import choose
from arena.games.two_hundred.options import Options

Settings = Mapping[str, str | int | bool]

KITTY: Settings = {"kitty": 4}
SINGLE: Settings = {"auction": "single", "keep": "dealer"}
LE_ROUGH: Settings = {
    "hand_size": 8,
    "kitty": 4,
    "deal_packets": "fours",
    "min_bid": 70,
    "keep": "dealer",
    "discard_points": "contractor",
    "trump_naming": "first_lead",
    "no_trump": "plain",
    "target": 350,
    "announce_all_100": True,
}

FOUR_PLAYERS: Mapping[str, Settings] = {
    "standard": {},
    "cent-pour-deux-cents": {"bid_100_for_200": True},
    "la-bloutte": {"hundred_wins": True},
    "keep-dealer": {"keep": "dealer"},
    "keep-any": {"keep": "any"},
    "dealer-must-bid": {"all_others_pass": "dealer_min_bid"},
    "single-round": SINGLE,
    "single-round-free": {**SINGLE, "all_others_pass": "dealer_free"},
    "bloutte-100": {**SINGLE, "target": 100, "hundred_wins": True},
    "target-300": {"target": 300},
    "target-500": {"target": 500},
    "target-500-hole-300": {"target": 500, "hole_limit": 300},
    "must-bid-60": {"qualifying_bid": 60},
    "higher-score-wins": {"both_reach": "higher_score"},
    "win-by-bid": {"win_requires_bid": True},
    "skunk-hole": {"skunk": "hole"},
    "skunk-shutout": {"skunk": "shutout"},
    "within-50": {"near_target_rule": "must_win_or_set"},
    "ten-card": {"hand_size": 10},
    "no-trump": {"no_trump": "double"},
    "trump-by-lead": {"trump_naming": "first_lead"},
    "deal-ones": {"deal_packets": "ones"},
    "deal-twos": {"deal_packets": "twos"},
    "deal-nines": {"deal_packets": "all"},
    "misdeal": {"misdeal": True},
    "le-ruff": {"min_bid": 5, "all_others_pass": "dealer_free"},
}
"""Two partnerships without a kitty."""

WITH_KITTY: Mapping[str, Settings] = {
    "kitty": KITTY,
    "informal": {**KITTY, "bid_100_for_200": True, "keep": "dealer"},
    "kitty-trumps-shown": {**KITTY, "discard_trumps_shown": True},
    "kitty-last-trick": {**KITTY, "discard_points": "last_trick"},
    "kitty-first-trick": {**KITTY, "discard_points": "first_trick"},
    "kitty-no-points": {**KITTY, "discard_limits": "no_points"},
    "kitty-no-points-or-trumps": {**KITTY, "discard_limits": "no_points_or_trumps"},
    "kitty-points-announced": {**KITTY, "discard_points_announced": True},
    "kitty-for-contractor": {**KITTY, "discard_points": "contractor"},
    "kitty-min-65": {**KITTY, "min_bid": 65},
    "kitty-dealer-must-bid": {**KITTY, "all_others_pass": "dealer_min_bid"},
    "kitty-singly": {**KITTY, "kitty_deal": "singly"},
    "ten-card-kitty": {**KITTY, "hand_size": 10},
    "twelve-card-kitty": {**KITTY, "hand_size": 12},
    "le-rough": LE_ROUGH,
    "le-rough-dealer-passes": {**LE_ROUGH, "all_others_pass": "dealer_must_pass"},
    "le-rough-kitty-together": {**LE_ROUGH, "kitty_deal": "together"},
}
"""Two partnerships with a kitty."""

OTHER_FORMATS: Mapping[str, Settings] = {
    "six-two-teams": {"format": "two_trios"},
    "six-two-teams-kitty": {"format": "two_trios", **KITTY},
    "six-two-teams-full-pack": {"format": "two_trios", "hand_size": 8, **KITTY},
    "six-three-teams": {"format": "three_pairs"},
    "six-three-teams-kitty": {"format": "three_pairs", **KITTY},
    "six-three-teams-full-pack": {"format": "three_pairs", "hand_size": 8, **KITTY},
    "pot": {"format": "three_pairs", **KITTY, "pot": True, "target": 500},
    "five-silent-fixed": {"format": "silent_fixed"},
    "five-silent-rotating": {"format": "silent_rotating"},
    "five-called-card": {"format": "called_card"},
    "cutthroat": {"format": "cutthroat"},
    "cutthroat-low": {"format": "cutthroat", "min_bid": 30},
    "cutthroat-kitty": {"format": "cutthroat", **KITTY},
    "two-player": {"format": "two_stacks"},
}
"""Six, five and two players, and everybody for himself."""

PRESETS = {
    name: choose(Options(), settings) for name, settings in {**FOUR_PLAYERS, **WITH_KITTY, **OTHER_FORMATS}.items()
}
