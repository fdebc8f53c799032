"""Kaiser: four players in two partnerships, 32 cards with a `5H` worth five and a `3S` worth minus three, to 52."""

from __future__ import annotations

from arena.games.cards import show_hands
from arena.games.kaiser.bidding import BIDS, bidding
from arena.games.kaiser.dealing import PACK, SEATS, SIDES, give, misdeal
from arena.games.kaiser.options import PRESETS, Options
from arena.games.kaiser.play import RANKINGS, name_trump, worth
from arena.games.kaiser.score import Standing, result, settle
from arena.games.kaiser.worlds import sampler
from arena.games.kernel import Chance, Game, Note, Rules, table
from arena.games.options import named_seat
from arena.games.tricks import taken, tricks
from arena.games.turns import turns


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (KA-4)."""
    yield from ()
    return Standing(chance("first-dealer", SEATS)[0] if o.first_dealer == "random" else named_seat(o.first_dealer))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Bid, name trump, play eight tricks, score."""
    dealer, scores, finished, thrown = standing
    order = turns((dealer + 1) % 4, 4)
    capped = thrown >= o.redeal_cap
    hands = give(dealer, chance("pack", PACK))
    yield from show_hands(hands)
    if o.misdeal == "ask" and not capped and (yield from misdeal(hands, order)):
        return standing._replace(thrown=thrown + 1)
    contract = yield from bidding(o, order, forced=capped or o.all_pass == "dealer_bids")
    if contract is None:
        yield Note("thrown-in")
        return Standing(dealer if o.all_pass == "same_dealer" else order[0], scores, finished + 1, thrown + 1)
    yield Note("contract", contract)
    trump = yield from name_trump(contract)
    won = yield from tricks(hands, leader=order[0], seats=SEATS, rank=RANKINGS[trump], worth=worth)
    values = taken(SIDES, won)
    scores = settle(o, scores, contract.seat % 2, BIDS[contract.word], values)
    yield Note("points", values)
    yield Note("scores", scores)
    return Standing(order[0], scores, finished + 1)


GAME = Game(
    name="kaiser",
    title="two partnerships bid for points; the 5H is worth five, the 3S minus three; to 52",
    options=Options,
    presets=PRESETS,
    table=lambda _: table(SIDES),
    start=start,
    deal=deal,
    result=result,
    sampler=sampler,
    points=lambda _: 10,
)
