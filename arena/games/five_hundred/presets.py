"""The named variations of Five Hundred: what each sets differently from the standard game."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.five_hundred.options import Options
from arena.games.options import choose

Settings = Mapping[str, str | int | bool]

SETTINGS: Mapping[str, Settings] = {
    "standard": {},
    "sans-joker": {"joker": "off"},
    "nullo": {"nullo": True},
    "classic": {"schedule": "classic"},
    "inverted": {"schedule": "inverted"},
    "passed-deal": {"passed_deal": "play"},
    "one-thousand": {"card_bonus": True, "target": 1000},
    "fifteen-hundred": {"card_bonus": True, "target": 1500},
    "four-player": {"players": 4},
    "four-player-no-joker": {"players": 4, "joker": "off"},
    "australian-one-round": {"players": 4, "auction": "single", "defender_finish": "must_contract"},
    "australian-rounds": {
        "players": 4,
        "auction": "rounds",
        "slam_bonus": "auto",
        "defender_finish": "must_contract",
    },
    "two-player-dummy": {"players": 2},
    "two-player-short": {"players": 2, "two_player": "short"},
    "five-player": {"players": 5},
    "five-player-chosen": {"players": 5, "partner_6_7": "chosen_player"},
}

PRESETS = {name: choose(Options(), settings) for name, settings in SETTINGS.items()}
