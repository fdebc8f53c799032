"""From the end of the auction to the last trick."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.kernel import Ask, Card, Note, Rules, Seat, Show
from arena.games.tricks import NO_TRUMP, Trick, tricks
from arena.games.two_hundred.dealing import Dealt, pack_for
from arena.games.two_hundred.kitty import exchange, show_irregular
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import Lineup, contract_side, players
from arena.games.two_hundred.stacks import stack_tricks
from arena.games.two_hundred.standing import Standing
from arena.games.two_hundred.trump import LEAD, RANKINGS, lead_trump


class Outcome(NamedTuple):
    """A deal after its last trick.

    Args:
        side: the seats of the contract side, the contractor first.
        won: all tricks.
        discard: the contractor's discard.
        no_trump: whether it was played without trumps.
    """

    side: tuple[Seat, ...]
    won: tuple[Trick, ...]
    discard: tuple[Card, ...] = ()
    no_trump: bool = False


def announcement(o: Options, standing: Standing, contractor: Seat) -> Rules[bool]:
    """Ask a contractor whose side is not below zero whether to stake the game on all 100 points (TH-31)."""
    if not o.announce_all_100 or standing.scores[o.shape.sides[contractor]] < 0:
        return False
    return (yield Ask(contractor, "all100", ("all100", "take"))) == "all100"


def play(o: Options, who: Lineup, cards: Dealt, contractor: Seat) -> Rules[Outcome]:
    """Exchange with the kitty, fix trump, call a partner, play all tricks (TH-30, TH-43 to TH-46)."""
    hand = cards.hands[contractor]
    trump, discard = yield from exchange(o, hand, cards.kitty, contractor)
    partner = (yield from call_partner(o, cards, contractor)) if o.format == "called_card" else None
    no_trump = trump == NO_TRUMP
    begun: tuple[Card, ...] = ()
    if trump == LEAD:
        begun = ((yield from lead_trump(hand, contractor)),)
        trump = begun[0][-1]
        yield from show_irregular(o, discard, contractor, trump)
    won = yield from all_tricks(o, who, cards, contractor, trump, begun)
    if discard:
        yield Show(players(o), "discard", contractor, tuple(discard))
    if partner is not None:
        yield Note("partner", (partner,))
    return Outcome(contract_side(o, who, contractor, partner), won, tuple(discard), no_trump)


def call_partner(o: Options, cards: Dealt, contractor: Seat) -> Rules[Seat]:
    """Let the contractor call a card that he does not hold; return who holds it (TH-42)."""
    own = cards.hands[contractor]
    called = yield Ask(contractor, "call", tuple(card for card in pack_for(o) if card not in own))
    return next(seat for seat, hand in enumerate(cards.hands) if called in hand)


def all_tricks(
    o: Options, who: Lineup, cards: Dealt, leader: Seat, trump: str, begun: tuple[Card, ...]
) -> Rules[tuple[Trick, ...]]:
    """Play all tricks, from hands or from hands and stacks."""
    rank = RANKINGS[trump]
    if cards.stacks:
        answers = o.shape.answers
        return stack_tricks(
            cards.hands, cards.stacks, leader=leader, answers=answers, rank=rank, worth=worth, begun=begun
        )
    return tricks(cards.hands, leader=leader, seats=who.seats, rank=rank, worth=worth, begun=begun)
