"""Deals as they may be in truth, from what one seat was told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from arena.games.bowers import JOKER, bower_ranking
from arena.games.cards import SUITS, Place
from arena.games.five_hundred.dealing import DUMMY, HAND, dealing, pack_for
from arena.games.five_hundred.options import Options
from arena.games.five_hundred.play import joker_law
from arena.games.joker import NONE, joker_voids
from arena.games.kernel import Card, Did, Event, Note, Sampler, Seat, View, Word, World
from arena.games.kitty import KITTY
from arena.games.tricks import NO_TRUMP
from arena.games.worlds import Slot, assemble, filling, outside, plays, shown, shuffled

DISCARD = "discard"
"""The place of what another contractor has discarded."""


class Told(NamedTuple):
    """What the events of a view tell.

    Args:
        contractor: who plays the contract, None while there is none.
        contract: what he promised.
        trump: the trump suit or `NT`.
        sits_out: who laid his cards down.
        joker_suit: the suit declared for the joker.
        named: the suit named when the joker was led.
        called: the card whose holder is the contractor's partner, if one was called.
        exchanged: how many cards the contractor has discarded.
        played: the cards played, in order, with the hands they came from.
        exposed: the cards of the contractor's hand that he laid open.
    """

    contractor: Seat | None
    contract: Word | None
    trump: str
    sits_out: Seat | None
    joker_suit: str | None
    named: str | None
    called: Card | None
    exchanged: int
    played: Sequence[tuple[Seat, Card]]
    exposed: tuple[Card, ...]


def told_in(events: Sequence[Event]) -> Told:
    """Return what the events tell."""
    notes = {event.kind: event.values for event in events if isinstance(event, Note)}
    dids = [event for event in events if isinstance(event, Did)]
    words = {event.kind: event.word for event in dids}
    contractor, contract = notes.get("contract", (None, None))
    called = words.get("call")
    return Told(
        contractor=None if contractor is None else int(contractor),
        contract=None if contract is None else str(contract),
        trump=str(notes.get("trump", (NO_TRUMP,))[0]),
        sits_out=int(notes["sits-out"][0]) if "sits-out" in notes else None,
        joker_suit=str(notes["joker-suit"][0]) if "joker-suit" in notes else None,
        named=words.get("name-suit"),
        called=called if called is not None and called[-1] in SUITS else None,
        exchanged=sum(event.kind == "discard" for event in dids),
        played=plays(events),
        exposed=shown(events, "exposed") or (),
    )


def sampler(view: View) -> Sampler:
    """Return what draws who holds the cards that the seat has not seen, what was discarded, and what nobody has.

    Of the cards that another contractor came to hold, any may have been in the widow, and he may have discarded in any
    order. Whether he was asked for the suit of the joker depends on the world, but he declared one only if all know.
    """
    o, told = view.options, told_in(view.events)
    contents = cards_seen(o, view, told)
    seen = {*chain.from_iterable(contents.values())}
    unseen = [card for card in pack_for(o) if card not in seen]
    taker = None if told.contractor == view.seat else told.contractor
    room = hidden(o, view.seat, told, contents)
    tests = known_of(o, told)
    filled = filling([Slot(size, tests.get(place)) for place, size in room.items()], unseen)
    where = dealing(o, view.standing.dealer)

    def draw(rng: Random) -> World:
        cards = dict(contents)
        for place, drawn in zip(room, filled(rng), strict=True):
            cards[place] = [*contents.get(place, ()), *drawn]
        if taker is None:
            return World({"pack": assemble(where, cards)}, {})
        pile = shuffled(cards.pop(DISCARD), rng.random)
        had = shuffled([*cards[taker], *pile], rng.random)
        cards |= {taker: had[o.widow :], KITTY: had[: o.widow]}
        secrets = {(taker, "discard"): tuple(pile), (taker, "joker-suit"): (told.joker_suit or NONE,)}
        return World({"pack": assemble(where, cards)}, secrets)

    return draw


def cards_seen(o: Options, view: View, told: Told) -> dict[Place, list[Card]]:
    """Return the cards that the seat can place: its own as dealt, the widow if it took it, what others have shown."""
    shown_by: dict[Place, set[Card]] = {seat: set() for seat in range(o.players)}
    for seat, card in told.played:
        shown_by[seat].add(card)
    if told.contractor is not None:
        shown_by[told.contractor].update(told.exposed, (JOKER,) if told.joker_suit else ())
    seen: dict[Place, list[Card]] = {place: sorted(cards) for place, cards in shown_by.items()}
    seen[view.seat] = list(shown(view.events, "hand") or ())
    if told.contractor == view.seat:
        seen[KITTY] = list(shown(view.events, KITTY) or ())
    return seen


def hidden(o: Options, me: Seat, told: Told, seen: Mapping[Place, Sequence[Card]]) -> dict[Place, int]:
    """Return how many cards that the seat cannot place lie where; another contractor's cards may be in his discard."""
    room: dict[Place, int] = {seat: HAND - len(seen[seat]) for seat in range(o.players) if seat != me}
    if told.contractor is None:
        room[KITTY] = o.widow
    elif told.contractor != me:
        room[told.contractor] += o.widow - told.exchanged
        room[DISCARD] = told.exchanged
    if o.dummy:
        room[DUMMY] = HAND
    return room


def known_of(o: Options, told: Told) -> dict[Place, Callable[[Card], bool] | None]:
    """Return the tests of the cards in each place: no suit that was not followed, no card that was called (FH-42)."""
    rank = bower_ranking(pack_for(o), told.trump, told.joker_suit)
    trick_size = o.players - (told.sits_out is not None)
    law = joker_law(o, told.contract)
    void = joker_voids(told.played, trick_size, rank, law=law, named=told.named)
    tests: dict[Place, Callable[[Card], bool] | None] = {seat: outside(suits, rank) for seat, suits in void.items()}
    if told.called is not None and told.contractor is not None:
        usual = tests.get(told.contractor)
        tests[told.contractor] = lambda card: card != told.called and (usual is None or usual(card))
        tests[DISCARD] = lambda card: card != told.called
    return tests
