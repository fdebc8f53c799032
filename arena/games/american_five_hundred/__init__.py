"""American Five Hundred: partners bid for tricks with a pack of 45 and a middle of five, on the way to 500."""

from __future__ import annotations

from functools import partial

from arena.games.american_five_hundred.bidding import Bidder, open_words
from arena.games.american_five_hundred.dealing import PACK, SIDES, claims, first_dealer, give
from arena.games.american_five_hundred.options import PRESETS, Options
from arena.games.american_five_hundred.play import all_tricks, lineup, prepare
from arena.games.american_five_hundred.score import enter, result
from arena.games.american_five_hundred.worlds import sampler
from arena.games.auction import auction, highest
from arena.games.cards import show_hands
from arena.games.finish import Standing
from arena.games.kernel import Chance, Game, Note, Rules, table
from arena.games.turns import turns


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Find the first dealer; nobody has scored (AF-6)."""
    return Standing((yield from first_dealer(o, chance)), (0, 0))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, hear claims, bid, exchange, play ten tricks, score."""
    order = turns((standing.dealer + 1) % 4, 4)
    hands, middle = give(standing.dealer, chance("pack", PACK))
    yield from show_hands(hands)
    barred = (yield from claims(hands, order)) if o.ace_no_face else frozenset()
    if barred is None:
        yield Note("annulled")
        return standing._replace(finished=standing.finished + 1)
    bidders = [Bidder(hand, seat in barred) for seat, hand in enumerate(hands)]
    legal = partial(open_words, o, order, bidders)
    calls = yield from auction(order, legal, single=o.auction == "single", ask_forced=True)
    contract = highest(calls)
    if contract is None:
        yield Note("thrown-in")
        return standing._replace(dealer=order[0], finished=standing.finished + 1)
    yield Note("contract", contract)
    who = lineup(contract)
    rank = yield from prepare(who, hands, middle)
    won = yield from all_tricks(who, hands, rank)
    return (yield from enter(o, standing, contract, won))


GAME = Game(
    name="american-five-hundred",
    title="partners bid for tricks and take a middle of five, with inkle, nullo and granola; to 500",
    options=Options,
    presets=PRESETS,
    table=lambda _: table(SIDES),
    start=start,
    deal=deal,
    result=result,
    sampler=sampler,
    points=lambda _: 10,
)
