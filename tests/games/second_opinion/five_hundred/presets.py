"""The presets table of the Five Hundred sheet: what differs from the defaults, in the words of the options table."""

FOUR = {"players": "4"}
PRESETS: dict[str, dict[str, str]] = {
    "standard": {},
    "sans-joker": {"joker": "off"},
    "nullo": {"nullo": "on"},
    "classic": {"schedule": "classic"},
    "inverted": {"schedule": "inverted"},
    "passed-deal": {"passed_deal": "play"},
    "one-thousand": {"card_bonus": "on", "target": "1000"},
    "fifteen-hundred": {"card_bonus": "on", "target": "1500"},
    "four-player": FOUR,
    "four-player-no-joker": FOUR | {"joker": "off"},
    "australian-one-round": FOUR | {"auction": "single", "slam_bonus": "on", "defender_finish": "must_contract"},
    "australian-rounds": FOUR | {"auction": "rounds", "slam_bonus": "auto", "defender_finish": "must_contract"},
    "two-player-dummy": {"players": "2", "two_player": "dummy"},
    "two-player-short": {"players": "2", "two_player": "short"},
    "five-player": {"players": "5", "partner_6_7": "called_card"},
    "five-player-chosen": {"players": "5", "partner_6_7": "chosen_player"},
}
