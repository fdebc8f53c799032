"""The presets table of the Two Hundred sheet: what differs from the defaults, in the words of the options table."""

from tests.games.second_opinion.two_hundred.sheet import Sheet, read_sheet

KITTY = {"kitty": "4"}
LE_ROUGH = {
    "hand_size": "8",
    "kitty": "4",
    "deal_packets": "fours",
    "min_bid": "70",
    "keep": "dealer",
    "discard_points": "contractor",
    "trump_naming": "first_lead",
    "no_trump": "plain",
    "target": "350",
    "announce_all_100": "on",
}
FULL_PACK = {"hand_size": "8", "kitty": "4"}

PRESETS: dict[str, dict[str, str]] = {
    "standard": {},
    "kitty": KITTY,
    "informal": KITTY | {"bid_100_for_200": "on", "keep": "dealer"},
    "kitty-trumps-shown": KITTY | {"discard_trumps_shown": "on"},
    "kitty-last-trick": KITTY | {"discard_points": "last_trick"},
    "kitty-first-trick": KITTY | {"discard_points": "first_trick"},
    "kitty-no-points": KITTY | {"discard_limits": "no_points"},
    "kitty-no-points-or-trumps": KITTY | {"discard_limits": "no_points_or_trumps"},
    "kitty-points-announced": KITTY | {"discard_points_announced": "on"},
    "kitty-for-contractor": KITTY | {"discard_points": "contractor"},
    "kitty-min-65": KITTY | {"min_bid": "65"},
    "kitty-dealer-must-bid": KITTY | {"all_others_pass": "dealer_min_bid"},
    "kitty-singly": KITTY | {"kitty_deal": "singly"},
    "cent-pour-deux-cents": {"bid_100_for_200": "on"},
    "la-bloutte": {"hundred_wins": "on"},
    "keep-dealer": {"keep": "dealer"},
    "keep-any": {"keep": "any"},
    "dealer-must-bid": {"all_others_pass": "dealer_min_bid"},
    "single-round": {"auction": "single", "keep": "dealer"},
    "single-round-free": {"auction": "single", "keep": "dealer", "all_others_pass": "dealer_free"},
    "bloutte-100": {"auction": "single", "keep": "dealer", "target": "100", "hundred_wins": "on"},
    "target-300": {"target": "300"},
    "target-500": {"target": "500"},
    "target-500-hole-300": {"target": "500", "hole_limit": "300"},
    "must-bid-60": {"qualifying_bid": "60"},
    "higher-score-wins": {"both_reach": "higher_score"},
    "win-by-bid": {"win_requires_bid": "on"},
    "skunk-hole": {"skunk": "hole"},
    "skunk-shutout": {"skunk": "shutout"},
    "within-50": {"near_target_rule": "must_win_or_set"},
    "ten-card": {"hand_size": "10"},
    "ten-card-kitty": {"hand_size": "10", "kitty": "4"},
    "twelve-card-kitty": {"hand_size": "12", "kitty": "4"},
    "no-trump": {"no_trump": "double"},
    "trump-by-lead": {"trump_naming": "first_lead"},
    "deal-ones": {"deal_packets": "ones"},
    "deal-twos": {"deal_packets": "twos"},
    "deal-nines": {"deal_packets": "all"},
    "misdeal": {"misdeal": "on"},
    "le-ruff": {"min_bid": "5", "all_others_pass": "dealer_free"},
    "le-rough": LE_ROUGH,
    "le-rough-dealer-passes": LE_ROUGH | {"all_others_pass": "dealer_must_pass"},
    "le-rough-kitty-together": LE_ROUGH | {"kitty_deal": "together"},
    "six-two-teams": {"format": "two_trios"},
    "six-two-teams-kitty": {"format": "two_trios", "kitty": "4"},
    "six-two-teams-full-pack": {"format": "two_trios"} | FULL_PACK,
    "six-three-teams": {"format": "three_pairs"},
    "six-three-teams-kitty": {"format": "three_pairs", "kitty": "4"},
    "six-three-teams-full-pack": {"format": "three_pairs"} | FULL_PACK,
    "pot": {"format": "three_pairs", "kitty": "4", "pot": "on", "target": "500"},
    "five-silent-fixed": {"format": "silent_fixed"},
    "five-silent-rotating": {"format": "silent_rotating"},
    "five-called-card": {"format": "called_card"},
    "cutthroat": {"format": "cutthroat"},
    "cutthroat-low": {"format": "cutthroat", "min_bid": "30"},
    "cutthroat-kitty": {"format": "cutthroat", "kitty": "4"},
    "two-player": {"format": "two_stacks"},
}


def preset(name: str, **more: object) -> Sheet:
    """Return the options of a preset, with others on top."""
    return read_sheet(PRESETS[name] | {option: str(word) for option, word in more.items()})
