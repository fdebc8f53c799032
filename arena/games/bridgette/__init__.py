"""Bridgette: two players and three colons; bids for tricks beyond six as in bridge; six hands."""

from __future__ import annotations

from functools import partial
from typing import Final

from arena.games.bridgette.bidding import LAW, bids, has
from arena.games.bridgette.colons import GRAND, LITTLE, PACK, RANGES, RANKINGS, ROYAL, follow, lead
from arena.games.bridgette.options import PRESETS, Options
from arena.games.bridgette.score import score
from arena.games.careful import careful_play
from arena.games.kernel import Chance, Game, Plan, Result, Sampler, View, Words, listed, page, seated
from arena.games.kernel.contracts import of_bridge
from arena.games.kernel.events import Rules, Show
from arena.games.parts.calls import announced, bidding, every_call
from arena.games.parts.cards import TURN_UP, by_order, give, show_hands, with_stock
from arena.games.parts.draws import first_dealer
from arena.games.parts.exchange import draw
from arena.games.parts.finish import Standing
from arena.games.parts.kitty import discards
from arena.games.parts.races import after_deals, score_deal
from arena.games.parts.tricks import HandRules, taken, tricks
from arena.games.parts.turns import turns

SEATS: Final = (0, 1)
READING: Final = by_order(PACK)
ELDER_DRAWS: Final = 2
"""How many cards the non-dealer exchanges (BG-7)."""
DRAWS: Final = {
    card: count for colon, count in ((GRAND, 12), (ROYAL, 8), (LITTLE, 4)) for card in (colon, *RANGES[colon])
}
"""How many cards the dealer exchanges, by the upcard (BG-8)."""
LEAD = 1000
"""The points of a hand by which two players often differ."""


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (BG-5)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, SEATS, chance), (0, 0))


def dealing(_: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: 13 to each, the non-dealer first, then the upcard, the stock (BG-6)."""
    return with_stock(turns(1 - standing.dealer, 2), (1,) * 13, len(PACK))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, exchange, bid, play thirteen tricks, score (BG-5 to BG-38)."""
    dealer, elder = standing.dealer, 1 - standing.dealer
    hands, _, upcard, stock = give(chance("pack", PACK), dealing(o, standing), PACK, 2)
    yield from show_hands(hands)
    yield Show(SEATS, TURN_UP, None, (upcard,))
    for seat, count in ((elder, ELDER_DRAWS), (dealer, DRAWS[upcard])):
        upcard_too = seat == elder and o.upcard == "drawn"
        if upcard_too:
            yield Show(SEATS, "taken", elder, (upcard,))
            hands[elder].append(upcard)
        yield from draw(hands[seat], stock, seat, count - upcard_too, key=READING)
        yield from discards(hands[seat], count, seat)
    bid = yield from bidding((dealer, elder), LAW, partial(bids, o, [has(hand) for hand in hands]))
    assert bid is not None, "the dealer must open"
    yield from announced(bid, bid.seat)
    rank = RANKINGS[o.colon_vs_colon, bid.denomination]
    won = yield from tricks(hands, bid.seat, HandRules(SEATS, rank, duty=follow, leads=lead))
    scores = yield from score_deal(standing.scores, score(bid, taken(SEATS, won)))
    return Standing(elder, scores, standing.finished + 1)


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result after the last hand; equal scores are decided by one hand more (BG-39)."""
    more = int(o.tie_break == "seventh")
    return after_deals(standing.scores, standing.finished, o.hands, reason="deals", extra=1, times=more)


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hand, the discards and the stock, given bids and plays (BG-40, BG-41)."""
    from arena.games.bridgette.hidden import sampler

    return sampler(view, dealing(view.options, view.standing))


def words(_: Options) -> Words:
    """Return every question and every word that can come."""
    return listed({"discard": PACK, "call": every_call(LAW), "play": PACK})


GAME = Game(
    name="bridgette",
    title="bridge for two: three colons, an exchange with the stock, a bonus for the exact number of tricks; six hands",
    clauses="BG",
    options=Options,
    presets=PRESETS,
    rules=page("bridgette"),
    seating=lambda _: seated(SEATS),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    lead=lambda o: LEAD * o.hands,
    contracts=of_bridge,
    careful=careful_play("bridgette"),
)
