"""American Five Hundred: partners bid for tricks with a pack of 45 and a middle of five, on the way to 500."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from arena.games.american_five_hundred.bidding import (
    PACK,
    Contract,
    Options,
    claims,
    contract_of,
    dealing,
    open_words,
    words_over,
)
from arena.games.careful import careful_play
from arena.games.kernel import (
    Card,
    Chance,
    Facts,
    Game,
    Note,
    Result,
    Rules,
    Sampler,
    View,
    Words,
    listed,
    page,
    seated,
)
from arena.games.kernel.options import named_seat
from arena.games.parts.auction import Call, auction, highest
from arena.games.parts.bowers import JOKER, READING, bower_ranking
from arena.games.parts.cards import SUITS, give, show_hands
from arena.games.parts.draws import first_jack
from arena.games.parts.finish import TRICK, Standing, capped, ended, with_slam, won_by_contract
from arena.games.parts.joker import NONE, declare_joker, joker_rules
from arena.games.parts.kitty import discards, take_kitty
from arena.games.parts.trick_rules import TrickRules, settled
from arena.games.parts.tricks import NO_TRUMP, Ranking, Trick, taken, tricks
from arena.games.parts.turns import turns

SIDES: Final = (0, 1, 0, 1)
PRESETS = {
    "st-paul": Options(),
    "st-paul-no-nullo": Options(nullo=False),
    "st-paul-rounds": Options(auction="rounds"),
    "st-paul-capped": Options(defender_finish="capped"),
}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Find the first dealer: the seat that gets the first jack turned up, from seat 0 on, or the one named (AF-6)."""
    seats, named = turns(0, 4), o.first_dealer != "draw"
    dealer = named_seat(o.first_dealer) if named else (yield from first_jack(chance("first-jack", PACK), seats, seats))
    return Standing(dealer, (0, 0))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, offer claims, bid, exchange, play ten tricks, score; the deal passes to the left (AF-7 to AF-43)."""
    order, after = turns((standing.dealer + 1) % 4, 4), standing._replace(finished=standing.finished + 1)
    hands, middle, _, _ = give(chance("pack", PACK), dealing(standing.dealer), PACK, 4)
    yield from show_hands(hands)
    barred = (yield from claims(hands, order)) if o.ace_no_face else frozenset()
    if barred is None:
        yield Note("annulled")
        return after
    legal = partial(open_words, o, hands, barred, order)
    call = highest((yield from auction(order, legal, single=o.auction == "single", ask_forced=True)))
    after = after._replace(dealer=order[0])
    if call is None:
        yield Note("thrown-in")
        return after
    yield Note("contract", call)
    contract = contract_of(call)
    rank = yield from prepare(contract, hands, middle)
    won = yield from tricks(hands, call.seat, joker_rules(contract.seats, rank, contract.law))
    return (yield from score(o, after, contract, won))


def prepare(contract: Contract, hands: Sequence[list[Card]], middle: Sequence[Card]) -> Rules[Ranking]:
    """Exchange with the middle, declare the joker; return the ranking (AF-26, AF-27, AF-34)."""
    contractor, trump = contract.contractor, contract.trump
    yield Note("trump", (trump,))
    if len(contract.seats) < 4:
        yield Note("sits-out", ((contractor + 2) % 4,))
    for taker in contract.takers:
        yield from take_kitty(hands[taker], middle, taker, READING)
        middle = sorted((yield from discards(hands[taker], len(middle), taker)), key=READING)
    asked = trump == NO_TRUMP and JOKER in hands[contractor]
    return bower_ranking(PACK, trump, (yield from declare_joker(contractor)) if asked else None)


def score(o: Options, standing: Standing, contract: Contract, won: Sequence[Trick]) -> Rules[Standing]:
    """Score a deal; against a contract for tricks, the opponents score their tricks (AF-39 to AF-43)."""
    tricks, scores, side = taken(SIDES, won), list(standing.scores), contract.contractor % 2
    made, before = tricks[side] in contract.tricks, scores[1 - side]
    value = with_slam(contract.value, all_tricks=o.slam and tricks[side] == 10)
    scores[side] += value if made else -value
    points = 0 if 0 in contract.tricks else TRICK * tricks[1 - side]
    scores[1 - side] = capped(before, points, o.target) if o.defender_finish == "capped" else before + points
    yield Note("points", tricks)
    yield Note("scores", tuple(scores))
    winners = won_by_contract(scores, [side] if made else [], o.target)
    return standing._replace(scores=tuple(scores), winners=winners)


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if the game is over: won by a contract, lost at the floor, or stopped (AF-43 to AF-45)."""
    return ended(standing, floor=None if o.loss_floor == "none" else int(o.loss_floor), max_deals=o.max_deals)


def unseen(view: View) -> Sampler:
    """Return the sampler of the hands, the middle and the discards that a seat has not seen (AF-47)."""
    from arena.games.american_five_hundred.hidden import hidden

    return hidden(view)


def trick_rules(known: Facts) -> TrickRules:
    """Return the rules of the tricks for searches (AF-28 to AF-37)."""
    seat = settled(known.word("contract"), "contract")
    contract = contract_of(Call(int(seat), str(known.notes["contract"][-1][1])))
    rank = bower_ranking(PACK, contract.trump, known.word("joker-suit"))
    return TrickRules(rank, contract.seats, 1, law=contract.law)


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    return listed(
        {
            "ace-no-face": ("claim", "no-claim") if o.ace_no_face else (),
            "annul": ("agree", "refuse") if o.ace_no_face else (),
            "bid": words_over(0, sixes=True, announced=o.special_no != "off", nullo=o.nullo, granola=o.has_granola),
            "discard": PACK,
            "joker-suit": (*SUITS, NONE),
            "play": PACK,
            "name-suit": SUITS,
        }
    )


GAME = Game(
    name="american-five-hundred",
    title="partners bid for tricks and take a middle of five, with inkle, nullo and granola; to 500",
    clauses="AF",
    options=Options,
    presets=PRESETS,
    rules=page("american-five-hundred"),
    seating=lambda _: seated(SIDES),
    pack=lambda _: PACK,
    dealing=lambda _, standing: dealing(standing.dealer),
    start=start,
    deal=deal,
    result=result,
    hidden=unseen,
    words=words,
    points=lambda _: 10,
    trick_rules=trick_rules,
    silent=("pass", "none", "play", "no-claim", "refuse"),
    careful=careful_play("five_hundred"),
)
