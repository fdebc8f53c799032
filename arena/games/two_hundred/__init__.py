"""Two Hundred: two partnerships bid for trumps and take aces, tens and fives, 100 points in the pack, to 200."""

from __future__ import annotations

from functools import partial

from arena.games.auction import auction
from arena.games.cards import show_hands
from arena.games.kernel import Card, Chance, Game, Note, Rules, Show
from arena.games.two_hundred.bidding import LEVELS, best_bids, contract_after, open_words
from arena.games.two_hundred.dealing import READING, first_dealer, give, pack_for
from arena.games.two_hundred.end import Standing, result
from arena.games.two_hundred.kitty import discards, take_kitty
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.play import play
from arena.games.two_hundred.score import Played, count, settle
from arena.games.two_hundred.seats import SEATS, SIDES, from_left_of, seating
from arena.games.two_hundred.worlds import worlds


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Find the first dealer; nobody has scored (TH-8)."""
    dealer = yield from first_dealer(o, chance)
    return Standing(dealer, (0,) * len(set(SIDES)))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, bid, take the kitty, name trump, play nine tricks, count and score."""
    dealer, order = standing.dealer, from_left_of(standing.dealer)
    hands, kitty = give(o, dealer, chance("pack", pack_for(o)))
    yield from show_hands(hands, READING)
    calls = yield from auction(order, partial(open_words, o, dealer))
    contract = contract_after(o, dealer, calls)
    if contract is None:
        yield Note("thrown-in")
        return Standing(order[0], standing.scores, standing.finished + 1)
    yield Note("contract", contract)
    contractor, side = contract.seat, SIDES[contract.seat]
    discard: tuple[Card, ...] = ()
    if kitty:
        yield from take_kitty(hands[contractor], kitty, contractor)
        discard = yield from discards(hands[contractor], len(kitty), contractor)
    won = yield from play(hands, contractor)
    if discard:
        yield Show(SEATS, "discard", contractor, discard)
    points = count(o, side, SIDES, won, discard)
    played = Played(side, LEVELS[contract.word], points, standing.scores, best_bids(calls, SIDES))
    scores = settle(o, played)
    yield Note("points", points)
    yield Note("scores", scores)
    return Standing(order[0], scores, standing.finished + 1, side if played.made else None)


GAME = Game(
    name="two-hundred",
    title="sides bid for trumps and take aces, tens and fives, 100 points in the pack; to 200",
    options=Options,
    presets=PRESETS,
    table=seating,
    start=start,
    deal=deal,
    result=result,
    worlds=worlds,
    points=lambda _: 100,
)
