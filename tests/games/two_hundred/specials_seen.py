"""What happens in a deal of Two Hundred: a deal as it was scored, and the questions that specials ask of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from arena.games.kernel import Card, Seat, Side
from arena.games.parts.auction import PASS
from arena.games.two_hundred.bidding import CENT, KEEP, LEVELS
from tests.games.specials import Story, Won, ends_by, tricks, words

POINTS = {"A": 10, "T": 10, "5": 5}


class Scored(NamedTuple):
    """The last deal of a story; tuples of numbers have an entry for each side.

    Args:
        contractor: who played the contract.
        bid: what it promised, 0 where it was free.
        contract: the sides that played it, the contractor's first.
        bidding: the sides that bid.
        points: what each side counted, the discard included.
        before: the scores before the deal.
        after: the scores after it.
        tricks: all tricks.
        discard: the points in the discard.
    """

    contractor: Seat
    bid: int
    contract: tuple[Side, ...]
    bidding: frozenset[Side]
    points: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    tricks: Sequence[Won]
    discard: int

    @property
    def side(self) -> Side:
        """The contractor's side."""
        return self.contract[0]

    @property
    def opponents(self) -> list[Side]:
        """The sides that did not play the contract."""
        return [side for side in range(len(self.before)) if side not in self.contract]

    @property
    def total(self) -> int:
        """The points of the contract side, the discard included where it counts it."""
        return sum(self.points[side] for side in self.contract)

    @property
    def made(self) -> bool:
        """Whether the contract was made."""
        return self.total >= self.bid

    @property
    def gains(self) -> tuple[int, ...]:
        """What the score of each side changed by."""
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))

    @property
    def withheld(self) -> list[Side]:
        """The opponents who took points and score none of them."""
        return [side for side in self.opponents if self.points[side] > 0 == self.gains[side]]


def scored(story: Story) -> Scored:
    """Return the last deal of a story as it was scored."""
    last = story.deals[-1]
    sides = last.options.shape.sides
    seat, word = last.noted("contract")
    partners = last.noted("partner") or last.noted("silent")
    if last.standing.silent is not None:
        partners = (last.standing.silent,)
    return Scored(
        contractor=seat,
        bid=LEVELS[word],
        contract=(sides[seat], *(sides[partner] for partner in partners)),
        bidding=frozenset(sides[call.seat] for call in last.said("bid") if call.word != PASS),
        points=last.noted("points"),
        before=last.standing.scores,
        after=last.noted("scores"),
        tricks=tricks(last),
        discard=points_in(last.shown("discard", seat)),
    )


def points_in(cards: Sequence[Card]) -> int:
    """Return the points of some cards."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def keepers(story: Story) -> list[Seat]:
    """Return who kept a bid, once for each time."""
    return [call.seat for call in story.said("bid") if call.word == KEEP]


def dealer_keeps_twice(story: Story) -> bool:
    return len(keepers(story)) > 1 and words(story)[-1] == KEEP


def two_players_keep(story: Story) -> bool:
    return len(set(keepers(story))) > 1


def dealer_keeps_and_ends_it(story: Story) -> bool:
    return len(words(story)) > 2 and len(story.said("bid")) == 4 and words(story)[-1] == KEEP


def dealer_keeps_and_reaches_100(story: Story) -> bool:
    kept = len(story.said("bid")) == 4 and words(story)[-1:] == [KEEP]
    return kept and ends_by("target")(story) and withheld_without_bid(story)


def dealer_keeps_cent(story: Story) -> bool:
    return words(story)[-2:] == [CENT, KEEP]


def cent_over_100(story: Story) -> bool:
    return words(story)[-2:] == ["100", CENT] and scored(story).made


def dealer_makes_it_after_passes(story: Story) -> bool:
    return story.passed_to_dealer() and scored(story).made


def dealer_is_not_asked(story: Story) -> bool:
    first = story.deals[0]
    return first.passed_to_dealer() and len(first.said("bid")) == 3


def misdealt(story: Story) -> bool:
    first, second = story.deals
    return bool(first.noted("misdeal")) and first.standing.dealer == second.standing.dealer


def made_below_50(story: Story) -> bool:
    deal = scored(story)
    return deal.made and 0 < deal.bid < 50


def only_bid(level: str) -> Callable[[Story], bool]:
    return lambda story: words(story) == [level]


def is_called(label: str) -> Callable[[Story], bool]:
    return lambda story: story.result is not None and ("label", label) in story.result.extra


def counts_two_games(story: Story) -> bool:
    return story.result is not None and ("games", "2") in story.result.extra


def withheld_without_bid(story: Story) -> bool:
    deal = scored(story)
    return deal.made and bool(deal.withheld) and not deal.bidding & set(deal.withheld)


def withheld_despite_bid(story: Story) -> bool:
    deal = scored(story)
    return deal.made and bool(deal.bidding & set(deal.withheld))


def goes_on_above_200(story: Story) -> bool:
    return withheld_without_bid(story) and min(scored(story).after) >= 200 and story.result is None


def wins_with_less(story: Story) -> bool:
    deal = scored(story)
    return story.result is not None and story.result.places[deal.side] == 1 and deal.after[deal.side] < max(deal.after)


def loses_with_200(story: Story) -> bool:
    deal = scored(story)
    lost = story.result is not None and story.result.places[deal.side] > 1
    return lost and deal.made and deal.after[deal.side] >= 200


def takes_announced_100(story: Story) -> bool:
    return ends_by("announced_100")(story) and scored(story).total == 100


def takes_an_ace(rank: str) -> Callable[[Story], bool]:
    return lambda story: any(won.card[0] == rank and "A" in "".join(won.cards) for won in tricks(story))


def doubles_at_no_trump(story: Story) -> bool:
    deal = scored(story)
    return story.noted("trump") == ("NT",) and deal.made and min(deal.gains) > 0


def trump_led_and_followed(story: Story) -> bool:
    suits = [card[-1] for card in tricks(story)[0].cards]
    return not story.said("trump") and len(set(suits)) == 1


def dealt_by(packet: int) -> Callable[[Story], bool]:
    """Return whether the first hand, of four, was dealt in packets of that size."""

    def holds(story: Story) -> bool:
        (pack,) = story.packs
        packets = [pack[at : at + packet] for at in range(0, len(pack), 4 * packet)]
        hand = story.shown("hand", (story.standing.dealer + 1) % 4)
        return {card for cards in packets for card in cards}.issuperset(hand)

    return holds


def kitty_from(*places: int) -> Callable[[Story], bool]:
    """Return whether the kitty is made of the cards at these places of the pack, the top card being 0."""
    return lambda story: set(story.shown("kitty")) == {story.packs[0][place] for place in places}


def some_discards_are_shown(story: Story) -> bool:
    return 0 < len(story.shown("shown-discard", scored(story).contractor)) < 4


def said_to_hold_points(story: Story) -> bool:
    return story.noted("discard-points") == ("yes",)


def discard_breaks(story: Story) -> bool:
    deal = scored(story)
    return not deal.made and deal.total + deal.discard >= deal.bid


def discard_makes(story: Story) -> bool:
    deal = scored(story)
    return deal.made and deal.total - deal.discard < deal.bid


def discard_makes_by(*, first_trick: bool) -> Callable[[Story], bool]:
    """Return whether that happens when the contract side wins the first trick and not the last, or the reverse."""

    def holds(story: Story) -> bool:
        deal = scored(story)
        first, last = (story.sides[deal.tricks[at].winner] == deal.side for at in (0, -1))
        return discard_makes(story) and first == first_trick != last

    return holds


def discard_counts_for_each(story: Story) -> bool:
    deal = scored(story)
    return sum(deal.points) > 100 and all(deal.gains[side] == deal.points[side] > 0 for side in deal.opponents)


def all_three_take_points(story: Story) -> bool:
    deal = scored(story)
    takers = {won.winner for won in deal.tricks if story.sides[won.winner] == deal.side and points_in(won.cards)}
    return deal.made and len(takers) == 3


def pair_drops_out(story: Story) -> bool:
    first, second = story.deals
    return bool(first.noted("out")) and len(tricks(second)[0].seats) == 4


def pot_is_paid_and_won(story: Story) -> bool:
    return ends_by("target")(story) and bool(story.noted("pot")) and not scored(story).made


def partner_makes_it(story: Story) -> bool:
    deal = scored(story)
    return deal.made and deal.points[deal.side] < deal.bid


def silent_partner_makes_it(story: Story) -> bool:
    deal = scored(story)
    return partner_makes_it(story) and deal.gains[deal.contract[1]] == 0


def silent_in_turn(story: Story) -> bool:
    return not story.deals[0].noted("contract") and silent_partner_makes_it(story)


def called_card_comes_late(story: Story) -> bool:
    called = story.said("call")[0].word
    return partner_makes_it(story) and called not in tricks(story)[0].cards


def three_score_against_one(story: Story) -> bool:
    deal = scored(story)
    return not deal.made and sum(gain > 0 for gain in deal.gains) == 3


def stack_hides_the_suit(story: Story) -> bool:
    """Whether a silent hand does not follow suit, and plays a card of the suit later: it lay face down."""
    plays = [
        (seat, card, won.cards[0][-1]) for won in tricks(story) for seat, card in zip(won.seats, won.cards, strict=True)
    ]
    return any(
        seat > 1 and card[-1] != led and any(by == seat and other[-1] == led for by, other, _ in plays[at:])
        for at, (seat, card, led) in enumerate(plays)
    )
