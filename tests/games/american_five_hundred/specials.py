"""What the golden transcripts of American Five Hundred show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from arena.games.parts.bowers import JOKER
from tests.games.five_hundred.specials import HELPFUL, after
from tests.games.five_hundred.specials_seen import scored
from tests.games.laws.trials import IMPOSSIBLE, Trial
from tests.games.specials import Players, Special, Story, ends_by

EXAMPLES = tuple(str(number) for number in range(1, 20))
"""The numbers of the worked examples."""


def granola_is_made_past_the_joker(story: Story) -> bool:
    """Whether an opponent who cannot follow suit has to play the joker to a trick of a granola that is made."""
    deal = scored(story)
    forced = any(JOKER in won.cards[1:] for won in deal.tricks)
    return deal.bid == "granola" and deal.made and forced and ends_by("target")(story)


def refused_claim_costs_nothing(story: Story) -> bool:
    deal = scored(story)
    claims = [call.seat % 2 for call in story.said("ace-no-face") if call.word == "claim"]
    return bool(claims) and deal.made and deal.contract == (claims[0],) and "NO" in deal.bid


def all_tricks_count_their_value(story: Story) -> bool:
    """Whether all ten tricks are won in a contract worth less than 250, after somebody has bid twice."""
    deal = scored(story)
    often = Counter(call.seat for call in story.said("bid") if call.word != "pass")
    return deal.together == 10 and 0 < deal.gains[deal.contract[0]] < 250 and max(often.values()) > 1


def held_below_the_target_after_an_annulled_deal(story: Story) -> bool:
    annulled, played = story.deals
    if "agree" not in [call.word for call in annulled.said("annul")] or not played.noted("scores"):
        return False
    deal = scored(story)
    other = 1 - deal.contract[0]
    same = annulled.standing.dealer == played.standing.dealer
    return same and deal.points[other] > 2 and deal.before[other] < deal.after[other] == 490


SPECIALS: Mapping[str, Special] = {
    "st-paul": Special(
        "AF-37",
        "Granola is made, and 510 wins the game: an opponent who cannot follow suit has to play the joker.",
        granola_is_made_past_the_joker,
        players=Players(("granola", "nullo"), helpful=True),
    ),
    "st-paul-no-nullo": Special(
        "AF-12",
        "A claim is refused. There is no nullo to be barred from; the claimant's side announces `NO`, and makes it.",
        refused_claim_costs_nothing,
        players=Players(("claim", "refuse", "6NO", "7NO"), helpful=True),
    ),
    "st-paul-rounds": Special(
        "AF-40",
        "Where turns go round there is no slam: all ten tricks score the value of the contract.",
        all_tricks_count_their_value,
        players=HELPFUL,
    ),
    "st-paul-capped": Special(
        "AF-43",
        "A claim is agreed to and the same dealer deals again; then defenders are held at 490.",
        held_below_the_target_after_an_annulled_deal,
        after(9, 470, 470),
        deals=2,
        players=Players(("claim", "agree"), helpful=True),
    ),
}
TRIALS = {
    "discards never drawn": Trial(deals=330),
    # No hand of sorted cards is one that may be announced, so no deal is found.
    "without shuffles": Trial(complaint=IMPOSSIBLE, deals=40),
}
"""How broken samplers are found out, where that takes more than usual."""
NOT_OF_CARDS = frozenset(
    {
        "auction",
        "defender_finish",
        "inkle",
        "loss_floor",
        "max_deals",
        "slam_bonus",
        "target",
    }
)
"""Options that concern no hidden card (`tests.games.kinds`)."""
