"""What the golden transcripts of Five Hundred show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.kernel import Card
from tests.games.five_hundred import specials_seen as seen
from tests.games.laws.trials import Trial
from tests.games.specials import Players, Special

EXAMPLES = tuple(str(number) for number in range(1, 50))
"""The numbers of the worked examples."""


def after(finished: int, *scores: int) -> Mapping[str, Any]:
    """Return what to set in a standing: these scores after so many deals."""
    return {"finished": finished, "scores": scores}


def strong(hand: Sequence[Card]) -> bool:
    """Return whether five cards or more are of one suit with its ace, and there is another ace."""
    suits = [card[-1] for card in hand]
    aces = [card[-1] for card in hand if card[0] == "A"]
    return len(aces) > 1 and any(suits.count(suit) >= 5 for suit in aces)


def weak(hand: Sequence[Card]) -> bool:
    """Return whether there is no ace, king or joker, and at most one queen or jack."""
    ranks = [card[0] for card in hand]
    return not {"A", "K"} & set(ranks) and ranks.count("Q") + ranks.count("J") <= 1


HELPFUL = Players(helpful=True)

SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "FH-78",
        "The contractor and an opponent reach 500: the contractor wins, with less.",
        seen.contractor_wins_with_less,
        after(9, 440, 480, 430),
        players=HELPFUL,
    ),
    "sans-joker": Special(
        "FH-13",
        "There is no joker, the widow has two cards, and the right bower takes the left.",
        seen.right_bower_takes_the_left,
    ),
    "nullo": Special(
        "FH-71",
        "Nullo is lost: both opponents score the contractor's tricks as well as their own.",
        seen.nullo_gives_its_tricks,
        players=Players(("nullo",), wants=weak, helpful=True),
    ),
    "classic": Special(
        "FH-33",
        "A bid of fewer tricks overbids one of more, because it is worth more.",
        seen.fewer_tricks_overbid_more,
        players=HELPFUL,
    ),
    "inverted": Special(
        "FH-34",
        "A bid in diamonds overbids one of as many tricks in hearts.",
        seen.diamonds_overbid_hearts,
        players=HELPFUL,
    ),
    "passed-deal": Special(
        "FH-63",
        "All pass: the hands are played without trumps, and a suit is named when the joker is led.",
        seen.joker_names_a_suit_after_all_pass,
        players=Players(("pass",)),
    ),
    "one-thousand": Special(
        "FH-75",
        "The points of the cards in his tricks bring the contractor to 1000.",
        seen.cards_bring_a_contractor_to_1000,
        after(9, 770, 740, 790),
        players=HELPFUL,
    ),
    "fifteen-hundred": Special(
        "FH-75",
        "The contract fails and its cards count for nobody; another player passes 1000 and the game goes on.",
        seen.lost_cards_count_for_nobody,
        after(11, 980, 960, 940),
    ),
    "four-player": Special(
        "FH-56",
        "Misere is made: an opponent who cannot follow suit has to play the joker, and takes the trick.",
        seen.misere_forces_the_joker,
        players=Players(("misere",), helpful=True),
    ),
    "four-player-no-joker": Special(
        "FH-62",
        "Open misere is made, with the hand exposed after the first trick.",
        seen.open_misere_is_made,
        players=Players(("open-misere",), wants=weak, helpful=True),
    ),
    "australian-one-round": Special(
        "FH-68",
        "All ten tricks are won: a contract that is worth less scores 250.",
        seen.slam_counts_250,
        players=Players(wants=strong, helpful=True),
    ),
    "australian-rounds": Special(
        "FH-83",
        "A side passes 500 by its tricks and has not won; in the next deal it makes its contract, and wins.",
        seen.wins_only_by_a_contract,
        after(9, 480, 470),
        deals=2,
        players=HELPFUL,
    ),
    "two-player-dummy": Special(
        "FH-23",
        "The joker lies in the dummy hand, which nobody sees.",
        seen.joker_is_in_the_dummy,
        players=HELPFUL,
    ),
    "two-player-short": Special(
        "FH-12",
        "The contractor takes a widow of four and puts four cards away, an ace or a jack among them.",
        seen.four_cards_are_exchanged,
        players=HELPFUL,
    ),
    "five-player": Special(
        "FH-43",
        "The holder of the called card shows himself by playing it; his tricks make the contract.",
        seen.called_partner_makes_it,
    ),
    "five-player-chosen": Special(
        "FH-45",
        "A contract of eight: two partners are named, and all three take tricks for it.",
        seen.two_partners_make_it,
        players=Players(("8S", "8C"), wants=strong),
    ),
}
TRIALS = {"discards never drawn": Trial(deals=220, preset="two-player-short")}
"""How broken samplers are found out, where that takes more than usual."""
DRAWS = {"two-player-short": (10_010, 1)}
"""Draws and moments where many deals agree with every view: any four of fourteen cards may have been the widow."""
NOT_OF_CARDS = frozenset(
    {
        "auction",
        "card_bonus",
        "defender_finish",
        "loss_floor",
        "max_deals",
        "schedule",
        "slam_bonus",
        "target",
    }
)
"""Options that concern no hidden card (`tests.games.kinds`)."""
