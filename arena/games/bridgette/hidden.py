"""What a seat knows of the hidden cards in Bridgette."""

from __future__ import annotations

from arena.games.bridgette.bidding import LAW, suit_lengths, takes
from arena.games.bridgette.colons import OF_SUIT, PACK, RANKINGS, duty
from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import Plan, Sampler, View
from arena.games.parts.auction import Call, Calls
from arena.games.parts.calls import contract
from arena.games.parts.cards import SUITS
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
    least = dict.fromkeys(SUITS, 0)
    calls: Calls = ()
    for did in known.said("call"):
        word = str(did.word)
        if did.seat == other and word in LAW.ladder:
            for suit, count in takes(o, word, contract(calls)).items():
                least[suit] = max(least[suit], count)
        calls = (*calls, Call(did.seat, word))
    played = suit_lengths([card for seat, card in known.plays if seat == other])
    known.at_least(other, [(least[suit] - played[suit], OF_SUIT[suit]) for suit in SUITS])
    return known.sampler()
