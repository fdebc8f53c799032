"""From the end of the auction to the last trick: the widow, partners, the joker, the play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from arena.games.five_hundred.bidding import ALONE, LOSING, OPEN_MISERE, trump_of
from arena.games.five_hundred.dealing import pack_for
from arena.games.five_hundred.options import Options
from arena.games.kernel import Ask, Card, Note, Rules, Seat, Show, Word
from arena.games.parts.auction import Call
from arena.games.parts.bid_values import BIDS
from arena.games.parts.bowers import JOKER, READING, bower_ranking
from arena.games.parts.cards import SUITS, Dealt
from arena.games.parts.joker import JokerLaw, declare_joker, joker_rules
from arena.games.parts.kitty import discards, take_kitty
from arena.games.parts.tricks import NO_TRUMP, Playing, Ranking, Trick, tricks
from arena.games.parts.turns import turns

WITHOUT = "alone"
"""The word for "no (more) partner" (FH-46)."""
HIGH = "AKQJ"
"""The ranks that may be called (FH-R25)."""
OPENLY = 8
"""With a contract for this many tricks or more, two partners are chosen openly (FH-45)."""


class Team(NamedTuple):
    """The contracting side: the seats, the contractor first, and the card that called a partner, if one did."""

    seats: tuple[Seat, ...]
    called: Card | None = None


class PlayedDeal(NamedTuple):
    """A deal after its last trick.

    Args:
        won: all tricks.
        contract: the winning bid, None if there was no bid.
        side: the seats of the contracting side, the contractor first.
    """

    won: tuple[Trick, ...]
    contract: Word | None = None
    side: tuple[Seat, ...] = ()


class Ready(NamedTuple):
    """What is fixed before the first lead: the seats that play, the contracting side, the ranking."""

    seats: tuple[Seat, ...]
    team: Team
    rank: Ranking


def prepare(o: Options, cards: Dealt, contract: Call) -> Rules[Ready]:
    """Exchange with the widow, find partners, declare the joker (FH-39 to FH-47, FH-53)."""
    contractor, word = contract
    hand, trump = cards.hands[contractor], trump_of(word)
    yield Note("contract", contract)
    yield Note("trump", (trump,))
    seats = yield from taking_part(o, contract)
    yield from take_kitty(hand, cards.kitty, contractor, READING)
    discard = yield from discards(hand, o.widow, contractor)
    team = yield from find_partners(o, contract, cards.hands, discard)
    joker_suit = None
    if o.restricted and trump == NO_TRUMP and JOKER in hand:
        joker_suit = yield from declare_joker(contractor)
    return Ready(seats, team, bower_ranking(pack_for(o), trump, joker_suit))


def contract_tricks(o: Options, cards: Dealt, contract: Call, ready: Ready) -> Rules[tuple[Trick, ...]]:
    """Play all tricks of a contract (FH-48 to FH-62)."""
    contractor, word = contract
    after = None if ready.team.called is None else partial(reveal, called=ready.team.called)
    after_trick = partial(expose, contractor=contractor) if word == OPEN_MISERE else None
    rules = joker_rules(ready.seats, ready.rank, joker_law(o, word), after=after, after_trick=after_trick)
    return tricks(cards.hands, contractor, rules)


def passed_tricks(o: Options, cards: Dealt, leader: Seat) -> Rules[tuple[Trick, ...]]:
    """Play a deal without a bid at no trump, each seat for itself; the widow is not used (FH-63, FH-41)."""
    yield Note("passed-deal")
    yield Note("trump", (NO_TRUMP,))
    rank, seats = bower_ranking(pack_for(o), NO_TRUMP), turns(0, o.players)
    return (yield from tricks(cards.hands, leader, joker_rules(seats, rank, joker_law(o))))


def joker_law(o: Options, contract: Word | None = None) -> JokerLaw:
    """Return the rules for a joker without a suit at no trump (FH-52, FH-55, FH-56, FH-R24)."""
    return JokerLaw(o.restricted, o.restricted and contract in LOSING)


def taking_part(o: Options, contract: Call) -> Rules[tuple[Seat, ...]]:
    """Return the seats that play; the partner of a misere bidder sits out (FH-61)."""
    seats = turns(0, o.players)
    if contract.word not in ALONE:
        return seats
    partner = (contract.seat + 2) % o.players
    yield Note("sits-out", (partner,))
    return tuple(seat for seat in seats if seat != partner)


def find_partners(o: Options, contract: Call, hands: Sequence[Sequence[Card]], discard: Sequence[Card]) -> Rules[Team]:
    """Return the contracting side; with five players, ask the contractor for partners (FH-42 to FH-47)."""
    contractor = contract.seat
    if o.partnerships:
        return Team((contractor, (contractor + 2) % o.players))
    if o.players < 5:
        return Team((contractor,))
    if BIDS[contract.word].tricks >= OPENLY:
        return (yield from two_partners(o, contractor))
    word = yield Ask(contractor, "call", tuple(callable_words(o, contractor, {*hands[contractor], *discard})))
    if word == WITHOUT:
        return Team((contractor,))
    if word.isdecimal():
        yield Note("partner", (int(word),))
        return Team((contractor, int(word)))
    return Team((contractor, next(seat for seat, hand in enumerate(hands) if word in hand)), word)


def callable_words(o: Options, contractor: Seat, seen: set[Card]) -> Iterator[str]:
    """Yield what a contractor for six or seven may say: high cards not seen, seats, `alone` (FH-42 to FH-46)."""
    if o.partner_6_7 != "chosen_player":
        yield from (rank + suit for suit in SUITS for rank in HIGH if rank + suit not in seen)
    if o.partner_6_7 != "called_card":
        yield from others(o, (contractor,))
    if o.five_alone:
        yield WITHOUT


def two_partners(o: Options, contractor: Seat) -> Rules[Team]:
    """Let a contractor for eight or more name two partners, or fewer if he may play alone (FH-45, FH-46)."""
    seats: tuple[Seat, ...] = (contractor,)
    for _ in range(2):
        word = yield Ask(contractor, "partner", (*others(o, seats), *(WITHOUT,) * o.five_alone))
        if word == WITHOUT:
            break
        seats = (*seats, int(word))
        yield Note("partner", (int(word),))
    return Team(seats)


def others(o: Options, seats: Sequence[Seat]) -> list[str]:
    """Return the words of all seats that are not in `seats`."""
    return [str(seat) for seat in range(o.players) if seat not in seats]


def reveal(on: Playing, seat: Seat, *, called: Card) -> Rules[None] | None:
    """Announce the partner when the called card is played (FH-43)."""
    return tell_partner(seat) if on.cards[-1] == called else None


def tell_partner(seat: Seat) -> Rules[None]:
    """Announce the partner."""
    yield Note("partner", (seat,))


def expose(on: Playing, *, contractor: Seat) -> Rules[None]:
    """Show every seat the hand of an open misere after the first trick (FH-62)."""
    if len(on.won) == 1:
        yield Show(turns(0, len(on.hands)), "exposed", contractor, tuple(on.hands[contractor]))
