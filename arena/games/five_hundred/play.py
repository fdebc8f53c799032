"""From the end of the auction to the last trick."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from arena.games.auction import Call
from arena.games.bowers import JOKER, READING, bower_ranking
from arena.games.five_hundred.bidding import LOSING, OPEN_MISERE, trump_of
from arena.games.five_hundred.dealing import Dealt, pack_for
from arena.games.five_hundred.options import Options
from arena.games.five_hundred.partners import Team, find_partners, taking_part
from arena.games.joker import JokerLaw, declare_joker, joker_tricks
from arena.games.kernel import Card, Note, Rules, Seat, Show, Word
from arena.games.kitty import discards, take_kitty
from arena.games.tricks import NO_TRUMP, Ranking, Trick


class Ready(NamedTuple):
    """What is settled before the first lead.

    Args:
        seats: who plays.
        team: the contracting side.
        rank: the order of the cards.
    """

    seats: tuple[Seat, ...]
    team: Team
    rank: Ranking


class Outcome(NamedTuple):
    """A deal after its last trick.

    Args:
        won: all tricks.
        contract: what was promised, None if nobody bid.
        side: the seats that promised it, the contractor first.
    """

    won: tuple[Trick, ...]
    contract: Word | None = None
    side: tuple[Seat, ...] = ()


def prepare(o: Options, cards: Dealt, contract: Call) -> Rules[Ready]:
    """Exchange with the widow, find partners, declare the joker."""
    contractor, word = contract
    hand, trump = cards.hands[contractor], trump_of(word)
    yield Note("contract", contract)
    yield Note("trump", (trump,))
    seats = yield from taking_part(o, contract)
    yield from take_kitty(hand, cards.widow, contractor, READING)
    discard = yield from discards(hand, o.widow, contractor)
    team = yield from find_partners(o, contract, cards.hands, discard)
    joker_suit = None
    if o.restricted and trump == NO_TRUMP and JOKER in hand:
        joker_suit = yield from declare_joker(contractor)
    return Ready(seats, team, bower_ranking(pack_for(o), trump, joker_suit))


def all_tricks(o: Options, cards: Dealt, contract: Call, ready: Ready) -> Rules[tuple[Trick, ...]]:
    """Play all tricks."""
    contractor, word = contract
    seats, team, rank = ready
    return joker_tricks(
        cards.hands,
        leader=contractor,
        seats=seats,
        rank=rank,
        law=joker_law(o, word),
        played=None if team.called is None else partial(reveal, team),
        after_trick=partial(expose, o, contractor) if word == OPEN_MISERE else None,
    )


def play_passed(o: Options, cards: Dealt, leader: Seat) -> Rules[Outcome]:
    """Play a deal that nobody bid on, without trumps, each for himself; the widow is not used (FH-63, FH-41)."""
    yield Note("passed-deal")
    yield Note("trump", (NO_TRUMP,))
    rank = bower_ranking(pack_for(o), NO_TRUMP)
    seats = tuple(range(o.players))
    return Outcome((yield from joker_tricks(cards.hands, leader=leader, seats=seats, rank=rank, law=joker_law(o))))


def joker_law(o: Options, contract: Word | None = None) -> JokerLaw:
    """Return what binds a joker without a suit in a hand without trumps (FH-52, FH-55, FH-56, FH-R24)."""
    return JokerLaw(o.restricted, o.restricted and contract in LOSING)


def reveal(team: Team, seat: Seat, card: Card) -> Rules[None]:
    """Tell all who the partner is once the called card is played (FH-43)."""
    if card == team.called:
        yield Note("partner", (seat,))


def expose(o: Options, contractor: Seat, won: Sequence[Trick], held: Sequence[Sequence[Card]]) -> Rules[None]:
    """Show all the hand of an open misere after the first trick (FH-62)."""
    if len(won) == 1:
        yield Show(tuple(range(o.players)), "exposed", contractor, tuple(held[contractor]))
