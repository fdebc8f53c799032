"""From the end of the auction to the last trick."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from arena.games.kernel import Ask, Card, Note, Rules, Seat, Show
from arena.games.parts.cards import Dealt
from arena.games.parts.tricks import NO_TRUMP, HandRules, Trick, first_lead, tricks
from arena.games.two_hundred.dealing import pack_for
from arena.games.two_hundred.kitty import LEAD, RANKINGS, exchange, show_irregular
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import Lineup, Standing, contract_side, players
from arena.games.two_hundred.stacks import Stacks, turn_up


class PlayedDeal(NamedTuple):
    """A deal after its last trick.

    Args:
        side: the seats of the contract side, the contractor first.
        won: all tricks.
        discard: the contractor's discard.
        no_trump: whether it was played at no trump.
    """

    side: tuple[Seat, ...]
    won: tuple[Trick, ...]
    discard: tuple[Card, ...] = ()
    no_trump: bool = False


def announcement(o: Options, standing: Standing, contractor: Seat) -> Rules[bool]:
    """If the contractor's side is not below zero, ask him to stake the game on all 100 points or not (TH-31)."""
    if not o.announce_all_100 or standing.scores[o.shape.sides[contractor]] < 0:
        return False
    return (yield Ask(contractor, "all100", ("all100", "take"))) == "all100"


def play_contract(o: Options, who: Lineup, cards: Dealt, stacks: Stacks, contractor: Seat) -> Rules[PlayedDeal]:
    """Exchange with the kitty, call a partner, name trump, play tricks, show the discard (TH-30, TH-43 to TH-47)."""
    hand, begun = cards.hands[contractor], []
    trump, discard = yield from exchange(o, hand, cards.kitty, contractor)
    partner = (yield from call_partner(o, cards.hands, contractor)) if o.format == "called_card" else None
    if trump == LEAD:
        begun = [(yield from first_lead(hand, contractor))]
        trump = begun[0][-1]
        yield from show_irregular(o, discard, contractor, trump)
    won = yield from tricks(
        cards.hands,
        contractor,
        HandRules(
            who.seats,
            RANKINGS[trump],
            worth=worth,
            answers=o.shape.answers if stacks else None,
            after_trick=partial(turn_up, stacks=stacks, players=players(o)) if stacks else None,
        ),
        begun=begun,
    )
    if discard:
        yield Show(players(o), "discard", contractor, tuple(discard))
    if partner is not None:
        yield Note("partner", (partner,))
    return PlayedDeal(contract_side(o, who, contractor, partner), won, tuple(discard), trump == NO_TRUMP)


def call_partner(o: Options, hands: Sequence[Sequence[Card]], contractor: Seat) -> Rules[Seat]:
    """Let the contractor call a card that he does not hold; return the seat that holds it (TH-42)."""
    own = hands[contractor]
    called = yield Ask(contractor, "call", tuple(card for card in pack_for(o) if card not in own))
    return next(seat for seat, hand in enumerate(hands) if called in hand)
