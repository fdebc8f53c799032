"""The house rules of Two Hundred."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arena.games.kernel.options import MOST, Need, WrongOption, derived, option, unmet, variations
from arena.games.kernel.options import Options as BaseOptions
from arena.games.two_hundred.formats import CUTTHROAT, FORMATS, Format

ALL_OTHERS_PASS = ("dealer_may_pass", "dealer_min_bid", "dealer_free", "dealer_must_pass")
DEFENDER_SCORING = ("auto", "team_total", "own_tricks")
DISCARD_LIMITS = ("none", "no_points", "no_points_or_trumps")
DISCARD_POINTS = ("opponents", "contractor", "last_trick", "first_trick")
KITTY_DEAL = ("two_two", "singly", "together")
PACKETS = ("threes", "ones", "twos", "fours", "all")
MARGINS = {"must_bid": 100, "must_win_or_set": 50}
"""The rules for defenders near the target, each with the margin that `auto` stands for (TH-59, TH-61)."""
MOST_CENTS = 1_000_000


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    format: str = option("pairs", tuple(FORMATS), "The number of players, and who plays with whom.", "TH-3")
    cutthroat_players: int = option(4, range(4, 7), "The number of players in cutthroat, each alone.", "TH-3")
    hand_size: str | int = option(
        "auto",
        ("auto", 6, 8, 9, 10, 12),
        "The number of cards in a hand; `auto` is 9 for four hands, 8 for five, 6 for six.",
        "TH-7",
    )
    kitty: int = option(0, (0, 4), "The number of cards in the kitty.", "TH-7, TH-32")
    deal_packets: str = option("threes", PACKETS, "How many cards a hand gets at once.", "TH-11")
    kitty_deal: str = option("two_two", KITTY_DEAL, "When the kitty is dealt.", "TH-12")
    first_dealer: str | int = option("random", ("random", "first_jack", range(6)), "Who deals first.", "TH-8")
    misdeal: bool = option(False, (), "Whether a hand without a card above the ten may be thrown in.", "TH-15, TH-16")
    min_bid: int = option(50, range(5, 101, 5), "The lowest bid.", "TH-18")
    auction: str = option(
        "multi", ("multi", "single"), "Whether bidding goes round, or each seat speaks once.", "TH-21"
    )
    keep: str = option("off", ("off", "dealer", "any"), "Who may equal the highest bid.", "TH-26, TH-27, TH-28")
    all_others_pass: str = option(
        "dealer_may_pass", ALL_OTHERS_PASS, "What the dealer does when all the others have passed.", "TH-24"
    )
    bid_100_for_200: bool = option(False, (), "Whether all 100 points may be bid for a score of 200.", "TH-25")
    announce_all_100: bool = option(False, (), "Whether the game may be staked on all 100 points.", "TH-31, TH-69")
    discard_limits: str = option("none", DISCARD_LIMITS, "Which cards may not be discarded.", "TH-33, TH-34")
    discard_points: str = option("opponents", DISCARD_POINTS, "Who counts the points in the discard.", "TH-53")
    discard_trumps_shown: bool = option(False, (), "Whether discarded trumps are shown.", "TH-36")
    discard_points_announced: bool = option(False, (), "Whether points in the discard are announced.", "TH-35")
    trump_naming: str = option(
        "announce",
        ("announce", "first_lead"),
        "Whether trump is named, or is the suit of the first lead.",
        "TH-38, TH-39",
    )
    no_trump: str = option(
        "off", ("off", "double", "plain"), "Whether no trump may be played, and for double scores.", "TH-40, TH-58"
    )
    target: int = option(200, range(100, MOST + 1, 5), "The score that wins the game.", "TH-66")
    near_target_rule: str = option(
        "must_bid", tuple(MARGINS), "What defenders near the target must have done to score.", "TH-59, TH-61"
    )
    near_target_margin: str | int = option(
        "auto",
        ("auto", range(5, MOST + 1, 5)),
        "How near to the target this begins; `auto` is 100 for `must_bid`, 50 for `must_win_or_set`.",
        "TH-59, TH-61",
    )
    qualifying_bid: str | int = option(
        "any", ("any", 60), "The lowest bid that lets defenders near the target score.", "TH-60"
    )
    hole_limit: str | int = option(
        "target", ("target", range(5, MOST + 1, 5)), "A side this far below zero may lose the game.", "TH-71"
    )
    both_reach: str = option(
        "bidder", ("bidder", "higher_score"), "Who wins when several sides reach the target.", "TH-66, TH-67"
    )
    win_requires_bid: bool = option(
        False, (), "Whether only a side that makes its contract can win at the target.", "TH-68"
    )
    hundred_wins: bool = option(False, (), "Whether a contract side that takes all 100 points wins the game.", "TH-70")
    skunk: str = option("off", ("off", "hole", "shutout"), "Which games count as two.", "TH-75")
    defender_scoring: str = option(
        "auto",
        DEFENDER_SCORING,
        "What each defender scores; `auto` is `own_tricks` in cutthroat, else `team_total`.",
        "TH-63",
    )
    silent_seat: str | int = option("random", ("random", range(5)), "The seat of the silent partner.", "TH-48")
    pot: bool = option(False, (), "Whether the players pay into a pot.", "TH-78, TH-79, TH-80")
    ante: int = option(100, range(MOST_CENTS + 1), "Cents that each player pays into the pot at the start.", "TH-78")
    pot_penalty: int = option(50, range(MOST_CENTS + 1), "Cents that each player of a failed contract pays.", "TH-78")
    max_deals: int = option(200, range(10_001), "The game stops after this many deals; 0 for no limit.", "TH-76")

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield problems: sizes, seats and margins that do not fit, and options that need other options."""
        if (self.hand, self.kitty) not in self.shape.sizes:
            sizes = ", ".join(f"{hand}/{kitty}" for hand, kitty in self.shape.sizes)
            yield WrongOption(
                ("hand_size", "kitty"),
                f"{self.hand}/{self.kitty} cannot be dealt to the {self.shape.hands} hands of "
                f"format={self.format}; take one of {sizes}",
            )
        if self.margin > self.target:
            text = f"{self.margin} is more than target={self.target}; lower near_target_margin or raise target"
            yield WrongOption(("near_target_margin",), text)
        if isinstance(self.first_dealer, int) and not self.surely_deals(self.first_dealer):
            yield WrongOption(
                ("first_dealer",),
                f"seat {self.first_dealer} may not deal with format={self.format} and "
                f"silent_seat={self.silent_seat}; set another first_dealer or silent_seat, or first_dealer=random",
            )
        yield from unmet(self, NEEDS)

    def in_force(self) -> dict[str, str]:
        """Return the words of the `game` line, with `auto` and `target` replaced by what they stand for.

        `defender_scoring` stays `auto` if sides are teams, which have no choice (TH-63).
        """
        meant = {"hand_size": self.hand, "near_target_margin": self.margin, "hole_limit": self.hole}
        told = self.words() | {name: str(value) for name, value in meant.items()}
        if self.shape.individual:
            told["defender_scoring"] = "team_total" if self.team_total else "own_tricks"
        return told

    def surely_deals(self, seat: int) -> bool:
        """Return whether a seat exists, answers for itself, and cannot be the fixed silent partner (TH-8, TH-9)."""
        live = seat < self.shape.hands and self.shape.answers[seat] == seat
        return live and (self.format != "silent_fixed" or self.silent_seat not in {"random", seat})

    @derived
    def shape(self) -> Format:
        """The format, with its number of players."""
        return CUTTHROAT[self.cutthroat_players] if self.format == "cutthroat" else FORMATS[self.format]

    @derived
    def hand(self) -> int:
        """The size of a hand before any side drops out (TH-7)."""
        return self.shape.sizes[0][0] if self.hand_size == "auto" else int(self.hand_size)

    @derived
    def margin(self) -> int:
        """How near to the target the rule for defenders begins, in points (TH-59, TH-61)."""
        return MARGINS[self.near_target_rule] if self.near_target_margin == "auto" else int(self.near_target_margin)

    @derived
    def hole(self) -> int:
        """How far below zero a side must be to be in the hole, in points (TH-71)."""
        return self.target if self.hole_limit == "target" else int(self.hole_limit)

    @derived
    def team_total(self) -> bool:
        """Whether each defender scores the points of all defenders together (TH-63)."""
        usual = self.shape.individual and self.format != "cutthroat"
        return usual if self.defender_scoring == "auto" else self.defender_scoring == "team_total"


NEEDS = (
    Need(("cutthroat_players",), lambda o: o.format == "cutthroat", "cutthroat", "format=cutthroat"),
    Need(
        ("kitty_deal", "discard_limits", "discard_points", "discard_trumps_shown", "discard_points_announced"),
        lambda o: o.kitty > 0,
        "a kitty",
        "kitty=4",
    ),
    Need(("misdeal",), lambda o: o.shape.hands < 6, "at most five hands", "another format"),
    Need(
        ("announce_all_100",),
        lambda o: o.shape.number_of_sides == 2,
        "two sides",
        "format=pairs, two_trios or two_stacks",
    ),
    Need(
        ("trump_naming",),
        lambda o: o.discard_limits != "no_points_or_trumps",
        "discards that do not depend on trump",
        "discard_limits=none or no_points",
    ),
    Need(
        ("qualifying_bid",),
        lambda o: o.near_target_rule == "must_bid",
        "a bid to be asked for",
        "near_target_rule=must_bid",
    ),
    Need(("both_reach",), lambda o: not o.win_requires_bid, "games won by score", "win_requires_bid=off"),
    Need(
        ("defender_scoring",),
        lambda o: o.shape.individual,
        "players who score for themselves",
        "format=silent_fixed, silent_rotating, called_card or cutthroat",
    ),
    Need(
        ("silent_seat",), lambda o: o.format == "silent_fixed", "a silent partner for the game", "format=silent_fixed"
    ),
    Need(
        ("pot",),
        lambda o: (o.format, o.hand, o.kitty) == ("three_pairs", 6, 4),
        "three pairs with six cards each and a kitty",
        "format=three_pairs, hand_size=6 and kitty=4",
    ),
    Need(("ante", "pot_penalty"), lambda o: o.pot, "a pot", "pot=on"),
)
"""The options that make sense only together with others."""

LE_ROUGH = Options(
    hand_size=8,
    kitty=4,
    deal_packets="fours",
    min_bid=70,
    keep="dealer",
    discard_points="contractor",
    trump_naming="first_lead",
    no_trump="plain",
    target=350,
    announce_all_100=True,
)
FOUR_PLAYERS = {
    "standard": Options(),
    "cent-pour-deux-cents": Options(bid_100_for_200=True),
    "la-bloutte": Options(hundred_wins=True),
    "keep-dealer": Options(keep="dealer"),
    "keep-any": Options(keep="any"),
    "dealer-must-bid": Options(all_others_pass="dealer_min_bid"),
    "single-round": Options(auction="single", keep="dealer"),
    "single-round-free": Options(auction="single", keep="dealer", all_others_pass="dealer_free"),
    "bloutte-100": Options(auction="single", keep="dealer", target=100, hundred_wins=True),
    "target-300": Options(target=300),
    "target-500": Options(target=500),
    "target-500-hole-300": Options(target=500, hole_limit=300),
    "must-bid-60": Options(qualifying_bid=60),
    "higher-score-wins": Options(both_reach="higher_score"),
    "win-by-bid": Options(win_requires_bid=True),
    "skunk-hole": Options(skunk="hole"),
    "skunk-shutout": Options(skunk="shutout"),
    "within-50": Options(near_target_rule="must_win_or_set"),
    "ten-card": Options(hand_size=10),
    "no-trump": Options(no_trump="double"),
    "trump-by-lead": Options(trump_naming="first_lead"),
    "deal-ones": Options(deal_packets="ones"),
    "deal-twos": Options(deal_packets="twos"),
    "deal-nines": Options(deal_packets="all"),
    "misdeal": Options(misdeal=True),
    "le-ruff": Options(min_bid=5, all_others_pass="dealer_free"),
}
"""Presets for two partnerships without a kitty."""
WITH_KITTY = {
    "kitty": Options(kitty=4),
    "informal": Options(kitty=4, bid_100_for_200=True, keep="dealer"),
    "kitty-trumps-shown": Options(kitty=4, discard_trumps_shown=True),
    "kitty-last-trick": Options(kitty=4, discard_points="last_trick"),
    "kitty-first-trick": Options(kitty=4, discard_points="first_trick"),
    "kitty-no-points": Options(kitty=4, discard_limits="no_points"),
    "kitty-no-points-or-trumps": Options(kitty=4, discard_limits="no_points_or_trumps"),
    "kitty-points-announced": Options(kitty=4, discard_points_announced=True),
    "kitty-for-contractor": Options(kitty=4, discard_points="contractor"),
    "kitty-min-65": Options(kitty=4, min_bid=65),
    "kitty-dealer-must-bid": Options(kitty=4, all_others_pass="dealer_min_bid"),
    "kitty-singly": Options(kitty=4, kitty_deal="singly"),
    "ten-card-kitty": Options(kitty=4, hand_size=10),
    "twelve-card-kitty": Options(kitty=4, hand_size=12),
    "le-rough": LE_ROUGH,
    "le-rough-dealer-passes": replace(LE_ROUGH, all_others_pass="dealer_must_pass"),
    "le-rough-kitty-together": replace(LE_ROUGH, kitty_deal="together"),
}
"""Presets for two partnerships with a kitty."""
OTHER_FORMATS = {
    "six-two-teams": Options(format="two_trios"),
    "six-two-teams-kitty": Options(format="two_trios", kitty=4),
    "six-two-teams-full-pack": Options(format="two_trios", kitty=4, hand_size=8),
    "six-three-teams": Options(format="three_pairs"),
    "six-three-teams-kitty": Options(format="three_pairs", kitty=4),
    "six-three-teams-full-pack": Options(format="three_pairs", kitty=4, hand_size=8),
    "pot": Options(format="three_pairs", kitty=4, pot=True, target=500),
    "five-silent-fixed": Options(format="silent_fixed"),
    "five-silent-rotating": Options(format="silent_rotating"),
    "five-called-card": Options(format="called_card"),
    "cutthroat": Options(format="cutthroat"),
    "cutthroat-low": Options(format="cutthroat", min_bid=30),
    "cutthroat-kitty": Options(format="cutthroat", kitty=4),
    "two-player": Options(format="two_stacks"),
}
"""Presets for six, five and two players, and for cutthroat."""
PRESETS = FOUR_PLAYERS | WITH_KITTY | OTHER_FORMATS
"""The named variations, each with its differences from the standard game."""
