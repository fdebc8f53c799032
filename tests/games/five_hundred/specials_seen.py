"""What happens in a deal of Five Hundred: the questions that specials ask of it."""

from __future__ import annotations

from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple

from arena.games.five_hundred import GAME
from arena.games.kernel import Note, Seat, Side, Word
from arena.games.parts.bid_values import BIDS
from arena.games.parts.bowers import COLOUR_MATE, JOKER
from arena.games.parts.cards import give
from tests.games.specials import LOSING, Story, Won, ends_by, tricks, words


class Scored(NamedTuple):
    """The last deal of a story; tuples of numbers have an entry for each side.

    Args:
        contractor: who played the contract, -1 if nobody bid.
        bid: what he promised.
        contract: the sides that played it, the contractor's first.
        points: the tricks of each side.
        cards: the points of the cards in them, where cards count.
        before: the scores before the deal.
        after: the scores after it.
        tricks: all tricks.
    """

    contractor: Seat
    bid: Word
    contract: tuple[Side, ...]
    points: tuple[int, ...]
    cards: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    tricks: list[Won]

    @property
    def together(self) -> int:
        """The tricks of the contracting side."""
        return sum(self.points[side] for side in self.contract)

    @property
    def made(self) -> bool:
        """Whether the contract was made."""
        return self.together == 0 if self.bid in LOSING else self.together >= self.promised

    @property
    def promised(self) -> int:
        """The tricks of the contract, which is for tricks."""
        return int(self.bid.rstrip(ascii_uppercase))

    @property
    def gains(self) -> tuple[int, ...]:
        """What the score of each side changed by."""
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))


def scored(story: Story) -> Scored:
    """Return the last deal of a story as it was scored."""
    last = story.deals[-1]
    sides = last.sides
    seat, bid = last.noted("contract") or (-1, "")
    partners = [int(e.values[0]) for e in last.log if isinstance(e, Note) and e.kind == "partner"]
    return Scored(
        contractor=seat,
        bid=bid,
        contract=tuple(sides[each] for each in (seat, *partners)) if bid else (),
        points=last.noted("points"),
        cards=last.noted("card-points"),
        before=last.standing.scores,
        after=last.noted("scores"),
        tricks=tricks(last),
    )


def contractor_wins_with_less(story: Story) -> bool:
    deal = scored(story)
    won = story.result is not None and deal.bid and story.result.places[deal.contract[0]] == 1
    return bool(won) and deal.made and 500 <= deal.after[deal.contract[0]] < max(deal.after)


def right_bower_takes_the_left(story: Story) -> bool:
    (trump,) = story.noted("trump") or ("NT",)
    if trump == "NT":
        return False
    right, left = f"J{trump}", f"J{COLOUR_MATE[trump]}"
    return scored(story).made and any(won.card == right and left in won.cards for won in tricks(story))


def nullo_gives_its_tricks(story: Story) -> bool:
    deal = scored(story)
    return deal.bid == "nullo" and 0 < deal.together < 3


def fewer_tricks_overbid_more(story: Story) -> bool:
    bid = [BIDS[word].tricks for word in words(story) if word in BIDS]
    return any(later < earlier for earlier, later in pairwise(bid)) and scored(story).made


def diamonds_overbid_hearts(story: Story) -> bool:
    bids = list(pairwise(words(story)))
    return (
        any(first[0] == then[0] and (first[-1], then[-1]) == ("H", "D") for first, then in bids) and scored(story).made
    )


def joker_names_a_suit_after_all_pass(story: Story) -> bool:
    return not words(story) and bool(story.said("name-suit"))


def cards_bring_a_contractor_to_1000(story: Story) -> bool:
    deal = scored(story)
    if not ends_by("target")(story) or not deal.made:
        return False
    (side,) = deal.contract
    return deal.after[side] - deal.cards[side] < 1000


def lost_cards_count_for_nobody(story: Story) -> bool:
    deal = scored(story)
    return not deal.made and story.result is None and max(deal.after) > 1000 and deal.cards[deal.contract[0]] > 0


def misere_forces_the_joker(story: Story) -> bool:
    deal = scored(story)
    if deal.bid != "misere" or not deal.made:
        return False
    plays = [(won, seat, card) for won in deal.tricks for seat, card in zip(won.seats, won.cards, strict=True)]
    return any(card == JOKER and won.cards[0] != JOKER and seat != deal.contractor for won, seat, card in plays)


def open_misere_is_made(story: Story) -> bool:
    deal = scored(story)
    return deal.bid == "open-misere" and deal.made


def slam_counts_250(story: Story) -> bool:
    deal = scored(story)
    return deal.together == 10 and deal.gains[deal.contract[0]] == 250


def wins_only_by_a_contract(story: Story) -> bool:
    """Whether a side passes 500 by tricks and does not win, and makes a contract in the next deal and does."""
    first, second = story.deals
    deal = scored(story)
    above = [side for side, score in enumerate(second.standing.scores) if score >= 500]
    passed = bool(above) and max(first.standing.scores) < 500
    return passed and deal.made and deal.contract == tuple(above) and ends_by("target")(story)


def joker_is_in_the_dummy(story: Story) -> bool:
    o = story.options
    cards = give(story.packs[-1], GAME.dealing(o, story.standing), GAME.pack(o), o.players)
    seen = {*cards.kitty, *(card for hand in cards.hands for card in hand)}
    return JOKER not in seen and story.noted("trump") != ("NT",) and scored(story).made


def four_cards_are_exchanged(story: Story) -> bool:
    deal = scored(story)
    away = [call.word for call in story.said("discard")]
    return deal.made and len(away) == 4 and bool({"A", "J"} & {card[0] for card in away})


def called_partner_makes_it(story: Story) -> bool:
    deal = scored(story)
    first = deal.tricks[0]
    called = story.said("call")[0].word if story.said("call") else ""
    alone = deal.points[deal.contract[0]] if deal.contract else 0
    return deal.made and bool(called) and called not in first.cards and alone < deal.promised


def two_partners_make_it(story: Story) -> bool:
    deal = scored(story)
    return len(story.said("partner")) == 2 and deal.made and all(deal.points[side] for side in deal.contract)
