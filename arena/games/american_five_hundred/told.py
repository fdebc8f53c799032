"""What a seat was told that bears on where the cards are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.american_five_hundred.bidding import ANNOUNCED
from arena.games.american_five_hundred.dealing import MIDDLE, PACK, SEATS
from arena.games.american_five_hundred.options import Options
from arena.games.american_five_hundred.play import Lineup, lineup
from arena.games.auction import Call
from arena.games.bowers import JOKER, bower_ranking
from arena.games.joker import joker_voids
from arena.games.kernel import Card, Did, Note, Seat, Show, View, Word
from arena.games.kitty import KITTY
from arena.games.tricks import Ranking
from arena.games.worlds import plays, shown


class Told(NamedTuple):
    """What the events of a view tell.

    Args:
        seat: whose view it is.
        hand: the cards that the seat was dealt.
        taken: the cards that it took in exchange: the middle, or what its partner put away.
        who: who does what, None while there is no contract.
        claimed: the seats that claimed a hopeless hand.
        announced: the seats whose bid tells that they were dealt the joker or split bowers (AF-22).
        played: the cards that each seat has played.
        order: the same in the order of play.
        away: how many cards each seat has put away.
        discarded: the cards that this seat has put away.
        joker_suit: the suit declared for the joker.
        named: the suit named for a joker that was led.
    """

    seat: Seat
    hand: tuple[Card, ...]
    taken: tuple[Card, ...]
    who: Lineup | None
    claimed: frozenset[Seat]
    announced: frozenset[Seat]
    played: tuple[tuple[Card, ...], ...]
    order: Sequence[tuple[Seat, Card]]
    away: tuple[int, ...]
    discarded: tuple[Card, ...]
    joker_suit: str | None
    named: str | None

    @property
    def takers(self) -> tuple[Seat, ...]:
        """The seats that take cards in exchange, in order."""
        return () if self.who is None else self.who.takers

    @property
    def rank(self) -> Ranking:
        """The order of the cards."""
        assert self.who is not None
        return bower_ranking(PACK, self.who.trump, self.joker_suit)

    @property
    def voids(self) -> dict[Seat, set[str]]:
        """The suits in which seats failed to follow."""
        if self.who is None:
            return {}
        return joker_voids(self.order, len(self.who.seats), self.rank, law=self.who.law, named=self.named)

    def has_taken(self, seat: Seat) -> bool:
        """Return whether a seat holds, or held, the cards that it takes in exchange."""
        at = self.takers.index(seat) if seat in self.takers else -1
        return at == 0 or (at > 0 and self.away[self.takers[at - 1]] == MIDDLE)

    def holds(self, seat: Seat) -> int:
        """Return how many cards a seat holds."""
        more = MIDDLE - self.away[seat] if self.has_taken(seat) else 0
        return 10 + more - len(self.played[seat])


def told_in(view: View) -> Told:
    """Return what the events of a view tell."""
    o: Options = view.options
    notes = {event.kind: event.values for event in view.events if isinstance(event, Note)}
    dids = [event for event in view.events if isinstance(event, Did)]
    words: dict[tuple[Seat, str], list[Word | None]] = {}
    for did in dids:
        words.setdefault((did.seat, did.kind), []).append(did.word)
    order = plays(view.events)
    takings = [e.cards for e in view.events if isinstance(e, Show) and e.kind == KITTY]
    contract = notes.get("contract")
    declared = notes.get("joker-suit")
    return Told(
        seat=view.seat,
        hand=shown(view.events, "hand") or (),
        taken=tuple(takings[0]) if takings else (),
        who=lineup(Call(int(contract[0]), str(contract[1]))) if contract else None,
        claimed=frozenset(int(e.values[0]) for e in view.events if isinstance(e, Note) and e.kind == "claim"),
        announced=frozenset(
            did.seat for did in dids if did.kind == "bid" and did.word in ANNOUNCED and o.special_no == "truthful"
        ),
        played=tuple(tuple(card for by, card in order if by == seat) for seat in SEATS),
        order=order,
        away=tuple(len(words.get((seat, "discard"), ())) for seat in SEATS),
        discarded=tuple(word for word in words.get((view.seat, "discard"), ()) if word is not None),
        joker_suit=str(declared[0]) if declared else None,
        named=next((did.word for did in dids if did.kind == "name-suit"), None),
    )


def must_hold_joker(told: Told, seat: Seat) -> bool:
    """Return whether a seat is known to hold the joker still: it has declared it, and nobody has played it."""
    declared = told.joker_suit is not None and told.who is not None and told.who.contractor == seat
    return declared and all(card != JOKER for _, card in told.order)
