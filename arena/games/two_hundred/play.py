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


class Ready(NamedTuple):
    """What is settled before the first trick is played.

    Args:
        trump: the trump suit or `NT`.
        discard: the contractor's discard.
        partner: who holds the card that was called, if one was.
        begun: the first lead, where it has fixed trump.
    """

    trump: str
    discard: tuple[Card, ...]
    partner: Seat | None
    begun: tuple[Card, ...] = ()


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


def prepare(o: Options, cards: Dealt, contractor: Seat) -> Rules[Ready]:
    """Exchange with the kitty, call a partner, fix trump (TH-30, TH-43)."""
    hand = cards.hands[contractor]
    trump, discard = yield from exchange(o, hand, cards.kitty, contractor)
    partner = (yield from call_partner(o, cards, contractor)) if o.format == "called_card" else None
    if trump != LEAD:
        return Ready(trump, tuple(discard), partner)
    card = yield from lead_trump(hand, contractor)
    yield from show_irregular(o, discard, contractor, card[-1])
    return Ready(card[-1], tuple(discard), partner, (card,))


def call_partner(o: Options, cards: Dealt, contractor: Seat) -> Rules[Seat]:
    """Let the contractor call a card that he does not hold; return who holds it (TH-42)."""
    own = cards.hands[contractor]
    called = yield Ask(contractor, "call", tuple(card for card in pack_for(o) if card not in own))
    return next(seat for seat, hand in enumerate(cards.hands) if called in hand)


def all_tricks(o: Options, who: Lineup, cards: Dealt, leader: Seat, ready: Ready) -> Rules[tuple[Trick, ...]]:
    """Play all tricks, from hands or from hands and stacks (TH-43 to TH-46)."""
    rank, begun = RANKINGS[ready.trump], ready.begun
    if cards.stacks:
        answers = o.shape.answers
        return stack_tricks(
            cards.hands, cards.stacks, leader=leader, answers=answers, rank=rank, worth=worth, begun=begun
        )
    return tricks(cards.hands, leader=leader, seats=who.seats, rank=rank, worth=worth, begun=begun)


def uncover(o: Options, who: Lineup, contractor: Seat, ready: Ready, won: tuple[Trick, ...]) -> Rules[Outcome]:
    """Show the discard and tell the partner after the last trick."""
    if ready.discard:
        yield Show(players(o), "discard", contractor, ready.discard)
    if ready.partner is not None:
        yield Note("partner", (ready.partner,))
    side = contract_side(o, who, contractor, ready.partner)
    return Outcome(side, won, ready.discard, ready.trump == NO_TRUMP)
