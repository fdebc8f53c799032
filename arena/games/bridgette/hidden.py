"""What a seat knows of the hidden cards in Bridgette."""

from __future__ import annotations

from arena.games.bridgette.bidding import takes
from arena.games.bridgette.colons import OF_SUIT, PACK, RANKINGS, duty
from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import Plan, Sampler, View
from arena.games.parts.auction import Call
from arena.games.parts.calls import called
from arena.games.parts.tricks import NO_TRUMP


def sampler(view: View, where: Plan) -> Sampler:
    """Return the sampler of the other hand, the discards and the stock (BG-40, BG-41).

    The plays betray suits and colons that the other seat does not hold; its bids, the suits that it held (BG-14 to
    BG-18).

    Args:
        view: what the seat was told.
        where: the plan of the deal.
    """
    known, other, o = Whereabouts(view, PACK, where), 1 - view.seat, view.options
    known.tricks(RANKINGS[o.colon_vs_colon, known.facts.word("trump") or NO_TRUMP], 2, duty=duty)
    taken, last = [""], None
    for did in known.said("call"):
        call = Call(did.seat, str(did.word))
        if call.seat == other:
            taken.append(takes(o, last).get(call.word, ""))
        last = called(last, call)
    played = [card for seat, card in known.plays if seat == other]
    quotas = []
    for suit, cards in OF_SUIT.items():
        least = max([took.count(suit) for took in taken])
        quotas.append((least - sum([card in cards for card in played]), cards))
    known.at_least(other, quotas)
    return known.sampler()
