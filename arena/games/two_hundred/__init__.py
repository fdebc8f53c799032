"""Two Hundred: players bid for trumps and take aces, tens and fives, 100 points in the pack, on the way to 200."""

from __future__ import annotations

from functools import partial

from arena.games.auction import auction
from arena.games.cards import show_hands
from arena.games.kernel import Chance, Game, Note, Rules
from arena.games.two_hundred.bidding import contract_after, open_words
from arena.games.two_hundred.dealing import first_dealer, give, misdeal, pack_for, show_stacks
from arena.games.two_hundred.end import result
from arena.games.two_hundred.ledger import enter, throw_in
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.play import all_tricks, announcement, prepare, uncover
from arena.games.two_hundred.pot import pay
from arena.games.two_hundred.presets import PRESETS
from arena.games.two_hundred.seats import lineup, playing, seating
from arena.games.two_hundred.standing import Standing
from arena.games.two_hundred.worlds import sampler


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Find the silent partner of the game and the first dealer, and fill the pot; nobody has scored (TH-8, TH-48)."""
    silent = None
    if o.format == "silent_fixed":
        drawn = o.silent_seat == "random"
        silent = chance("silent-seat", playing(o))[0] if drawn else int(o.silent_seat)
    dealer = yield from first_dealer(o, silent, chance)
    scores, money = (0,) * o.shape.number_of_sides, (0,) * (o.shape.hands if o.pot else 0)
    return (yield from pay(Standing(dealer, scores, silent=silent, money=money), playing(o), o.ante))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, bid, play the contract, count and score."""
    who = lineup(o, standing)
    if who.silent is not None:
        yield Note("silent", (who.silent,))
    cards = give(o, who.seats, chance("pack", pack_for(o)))
    yield from show_hands(cards.hands)
    if cards.stacks:
        yield from show_stacks(o, cards)
    if o.misdeal and (yield from misdeal(cards.hands, who.bidders)):
        return standing
    calls = yield from auction(who.bidders, partial(open_words, o, who.dealer), single=o.auction == "single")
    contract = contract_after(o, who.dealer, calls)
    if contract is None:
        return (yield from throw_in(o, standing, who))
    yield Note("contract", contract)
    announced = yield from announcement(o, standing, contract.seat)
    ready = yield from prepare(o, cards, contract.seat)
    won = yield from all_tricks(o, who, cards, contract.seat, ready)
    outcome = yield from uncover(o, who, contract.seat, ready, won)
    return (yield from enter(o, standing, who, calls, contract, outcome, announced=announced))


def points(o: Options) -> int | None:
    """Return what the points of the sides add up to; None if several sides may count the discard (TH-R12)."""
    return None if o.kitty and o.discard_points == "opponents" and o.shape.number_of_sides > 2 else 100


GAME = Game(
    name="two-hundred",
    title="sides bid for trumps and take aces, tens and fives, 100 points in the pack; to 200",
    options=Options,
    presets=PRESETS,
    table=seating,
    start=start,
    deal=deal,
    result=result,
    sampler=sampler,
    points=points,
)
