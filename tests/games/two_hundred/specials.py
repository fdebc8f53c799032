"""What the golden transcripts of Two Hundred show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.kernel import Card
from arena.games.two_hundred.bidding import CENT, KEEP
from tests.games.laws.trials import Trial
from tests.games.specials import Players, Special, ends_by
from tests.games.two_hundred import specials_seen as seen

EXAMPLES = ("2a", *(str(number) for number in range(1, 54)))
"""The numbers of the worked examples."""


def after(finished: int, *scores: int, **others: Any) -> Mapping[str, Any]:
    """Return what to set in a standing: these scores after so many deals, each side at zero never having moved."""
    moved = frozenset(side for side, score in enumerate(scores) if score)
    return {"finished": finished, "scores": scores, "moved": moved, **others}


def strong(hand: Sequence[Card]) -> bool:
    """Return whether half a hand or more is of one suit with its ace, and there is another ace."""
    suits = [card[-1] for card in hand]
    aces = [card[-1] for card in hand if card[0] == "A"]
    return len(aces) > 1 and any(suits.count(suit) * 2 >= len(hand) for suit in aces)


def many_points(hand: Sequence[Card]) -> bool:
    """Return whether six cards or more have points."""
    return sum(card[0] in "AT5" for card in hand) >= 6


KEEPERS = Players((KEEP,))
HELPFUL = Players(wants=strong, helpful=True)

SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "TH-59",
        "A side at 100 or more has not bid: it takes points and scores none.",
        seen.withheld_without_bid,
        after(3, 120, 105),
    ),
    "cent-pour-deux-cents": Special(
        "TH-25",
        "A bid of 100 is overcalled by 100for200, which is made and scores 200.",
        seen.cent_over_100,
        players=Players(("100", CENT), wants=strong, helpful=True),
    ),
    "la-bloutte": Special(
        "TH-70",
        "The contract side takes all 100 points, loses a single trick, and wins the game: a chienne.",
        seen.is_called("chienne"),
        players=HELPFUL,
    ),
    "keep-dealer": Special(
        "TH-26",
        "The dealer keeps the highest bid, keeps the next one too, and plays it.",
        seen.dealer_keeps_twice,
        players=KEEPERS,
    ),
    "keep-any": Special(
        "TH-28",
        "A bid is kept, overbid, and the new one kept by another player.",
        seen.two_players_keep,
        players=KEEPERS,
    ),
    "dealer-must-bid": Special(
        "TH-24", "All others pass: the dealer plays 50 without being asked.", seen.dealer_makes_it_after_passes
    ),
    "single-round": Special(
        "TH-21",
        "Everybody speaks once; the dealer, who is last, keeps the highest bid.",
        seen.dealer_keeps_and_ends_it,
        players=KEEPERS,
    ),
    "single-round-free": Special(
        "TH-24", "All others pass: the dealer plays a free contract.", seen.dealer_makes_it_after_passes
    ),
    "bloutte-100": Special(
        "TH-59",
        "In the only round the dealer keeps a bid, and reaches 100; the others have not bid and score nothing.",
        seen.dealer_keeps_and_reaches_100,
        after(1, 45, 40),
        players=KEEPERS,
    ),
    "target-300": Special(
        "TH-59",
        "A side passes 200 and plays on; the other, at 200 or more, has not bid and scores nothing.",
        seen.goes_on_above_200,
        after(5, 180, 200),
    ),
    "target-500": Special("TH-66", "A side reaches 500 and wins.", ends_by("target"), after(11, 430, 395)),
    "target-500-hole-300": Special(
        "TH-71", "A side falls to 300 below zero and loses the game.", ends_by("hole"), after(9, -250, 230)
    ),
    "must-bid-60": Special(
        "TH-60",
        "A side at 100 or more has bid, but less than 60: it takes points and scores none.",
        seen.withheld_despite_bid,
        after(3, 110, 115),
    ),
    "higher-score-wins": Special(
        "TH-66",
        "Both sides reach 200: the contract is made, but the others have more and win.",
        seen.loses_with_200,
        after(4, 155, 180),
    ),
    "win-by-bid": Special(
        "TH-68",
        "A side that stands above 200 has not won; the other makes its contract, and wins with less.",
        seen.wins_with_less,
        after(5, 150, 215),
    ),
    "skunk-hole": Special(
        "TH-75",
        "The winner leaves the other side below zero: the win counts as two games.",
        seen.counts_two_games,
        after(4, 150, -70),
    ),
    "skunk-shutout": Special(
        "TH-75",
        "The winner leaves the other side at zero, where it has been all game: two games.",
        seen.counts_two_games,
        after(1, 100, 0),
        players=HELPFUL,
    ),
    "within-50": Special(
        "TH-61",
        "A side at 150 or more, which has bid, takes points against a contract that is made: they are lost.",
        seen.withheld_despite_bid,
        after(4, 160, 155),
    ),
    "ten-card": Special("TH-4", "Ten cards each, with the sixes: a six takes an ace.", seen.takes_an_ace("6")),
    "no-trump": Special(
        "TH-58",
        "No trump is named and the contract made: both sides score double.",
        seen.doubles_at_no_trump,
        players=Players(("NT",)),
    ),
    "trump-by-lead": Special(
        "TH-39",
        "Trump is never named: the suit of the first lead is trump, and all follow it.",
        seen.trump_led_and_followed,
    ),
    "deal-ones": Special("TH-11", "The cards are dealt one at a time.", seen.dealt_by(1)),
    "deal-twos": Special("TH-11", "The cards are dealt two at a time, the ninth alone.", seen.dealt_by(2)),
    "deal-nines": Special("TH-11", "Each hand is dealt all at once.", seen.dealt_by(9)),
    "misdeal": Special(
        "TH-15",
        "A player without a card above the ten calls a misdeal; the same dealer deals again.",
        seen.misdealt,
        deals=2,
        players=Players(("misdeal",)),
    ),
    "le-ruff": Special("TH-18", "A contract below 50 is bid and made.", seen.made_below_50),
    "kitty": Special(
        "TH-53",
        "Points that the contractor discards count for the opponents; without them he fails.",
        seen.discard_breaks,
    ),
    "informal": Special(
        "TH-27",
        "A bid of 100for200 ends the auction for all but the dealer, who keeps it.",
        seen.dealer_keeps_cent,
        players=Players((KEEP, CENT), wants=strong),
    ),
    "kitty-trumps-shown": Special(
        "TH-36",
        "Trumps in the discard are shown before the first lead, the other discards are not.",
        seen.some_discards_are_shown,
    ),
    "kitty-last-trick": Special(
        "TH-53",
        "The contract side wins the last trick, and makes its contract by the points of the discard.",
        seen.discard_makes_by(first_trick=False),
    ),
    "kitty-first-trick": Special(
        "TH-53",
        "The contract side wins the first trick, and makes its contract by the points of the discard.",
        seen.discard_makes_by(first_trick=True),
    ),
    "kitty-no-points": Special(
        "TH-34",
        "The contractor has too few cards without points: he discards a point card, which is shown.",
        seen.some_discards_are_shown,
        players=Players(wants=many_points),
    ),
    "kitty-no-points-or-trumps": Special(
        "TH-34",
        "Trump is named first; all but trumps and points are too few: the trumps discarded are shown.",
        seen.some_discards_are_shown,
    ),
    "kitty-points-announced": Special(
        "TH-35", "It is announced that there are points in the discard.", seen.said_to_hold_points
    ),
    "kitty-for-contractor": Special(
        "TH-53", "The contract is made only by the points of the discard.", seen.discard_makes
    ),
    "kitty-min-65": Special("TH-18", "The lowest bid there is, 65, is the only one.", seen.only_bid("65")),
    "kitty-dealer-must-bid": Special(
        "TH-24",
        "All others pass: the dealer takes the kitty and plays 50 without being asked.",
        seen.dealer_makes_it_after_passes,
    ),
    "kitty-singly": Special(
        "TH-12", "The kitty is the card after each of the first four packets of three.", seen.kitty_from(3, 7, 11, 15)
    ),
    "ten-card-kitty": Special(
        "TH-4", "Ten cards each and a kitty, with sixes and fours: a four takes an ace.", seen.takes_an_ace("4")
    ),
    "twelve-card-kitty": Special(
        "TH-4", "The whole pack, twelve cards each and a kitty: a two takes an ace.", seen.takes_an_ace("2")
    ),
    "le-rough": Special(
        "TH-69",
        "The contractor announces all 100 points before he sees the kitty, takes them and wins the game.",
        seen.takes_announced_100,
        players=Players(("all100",), wants=strong, helpful=True),
    ),
    "le-rough-dealer-passes": Special(
        "TH-24",
        "All others pass: the hands are thrown in, the dealer is not asked.",
        seen.dealer_is_not_asked,
        deals=2,
    ),
    "le-rough-kitty-together": Special(
        "TH-12", "The kitty is the four cards after the first round of packets.", seen.kitty_from(16, 17, 18, 19)
    ),
    "six-two-teams": Special(
        "TH-3", "Three players of a team, who sit alternately, make its contract together.", seen.all_three_take_points
    ),
    "six-two-teams-kitty": Special(
        "TH-53",
        "Points that the contractor discards count for the other team; without them he fails.",
        seen.discard_breaks,
    ),
    "six-two-teams-full-pack": Special(
        "TH-4", "The whole pack, eight cards each: a two takes an ace.", seen.takes_an_ace("2")
    ),
    "six-three-teams": Special(
        "TH-73",
        "A pair falls to 200 below zero and drops out; the other two play on with nine cards each.",
        seen.pair_drops_out,
        after(5, -150, 40, -10),
        deals=2,
    ),
    "six-three-teams-kitty": Special(
        "TH-53", "Both other pairs count the points of the discard, each in full.", seen.discard_counts_for_each
    ),
    "six-three-teams-full-pack": Special(
        "TH-4", "Three pairs with the whole pack, eight cards each: a two takes an ace.", seen.takes_an_ace("2")
    ),
    "pot": Special(
        "TH-78",
        "A contract fails and its pair pays into the pot; another pair reaches 500 and divides it.",
        seen.pot_is_paid_and_won,
        after(14, 430, 465, 450, pot=1000, money=(-150, -150, -200, -150, -150, -200)),
    ),
    "five-silent-fixed": Special(
        "TH-48",
        "The silent partner, who does not score, takes the points that make the contract.",
        seen.silent_partner_makes_it,
    ),
    "five-silent-rotating": Special(
        "TH-49",
        "After hands thrown in, the next player is silent: he helps to make the contract and scores nothing.",
        seen.silent_in_turn,
        deals=2,
    ),
    "five-called-card": Special(
        "TH-42",
        "The holder of the called card shows himself by playing it; his points make the contract.",
        seen.called_card_comes_late,
    ),
    "cutthroat": Special(
        "TH-63", "A contract fails, and each of the other three scores his own tricks.", seen.three_score_against_one
    ),
    "cutthroat-low": Special("TH-18", "A contract below 50 is bid and made.", seen.made_below_50),
    "cutthroat-kitty": Special(
        "TH-53", "Each of the three opponents counts the points of the discard in full.", seen.discard_counts_for_each
    ),
    "two-player": Special(
        "TH-50",
        "A silent hand need not follow suit while its cards of the suit lie face down.",
        seen.stack_hides_the_suit,
    ),
}
TRIALS = {"discards never drawn": Trial(deals=400, preset="kitty")}
"""How broken samplers are found out, where that takes more than usual."""
NOT_OF_CARDS = frozenset(
    {
        "all_others_pass",
        "announce_all_100",
        "ante",
        "auction",
        "bid_100_for_200",
        "both_reach",
        "defender_scoring",
        "discard_points",
        "hole_limit",
        "hundred_wins",
        "keep",
        "max_deals",
        "min_bid",
        "near_target_margin",
        "near_target_rule",
        "pot",
        "pot_penalty",
        "qualifying_bid",
        "skunk",
        "target",
        "win_requires_bid",
    }
)
"""Options that concern no hidden card (`tests.games.kinds`)."""
