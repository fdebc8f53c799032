"""Kaiser: four players in two partnerships, 32 cards with a `5H` worth five and a `3S` worth minus three, to 52."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from arena.games.careful import careful_play
from arena.games.kernel import (
    Ask,
    Card,
    Chance,
    Facts,
    Game,
    Note,
    Plan,
    Result,
    Rules,
    Sampler,
    Seat,
    View,
    Word,
    Words,
    listed,
    page,
)
from arena.games.kernel.game import places, seated
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import WrongOption, option, seat_words, variations
from arena.games.parts.auction import PASS, Call, Calls, auction, highest
from arena.games.parts.cards import SUITS, give, pack, plan, rounds, show_hands
from arena.games.parts.draws import first_dealer
from arena.games.parts.misdeal import WORDS as MISDEAL
from arena.games.parts.misdeal import misdeal
from arena.games.parts.redeals import Standing
from arena.games.parts.trick_rules import TrickRules, settled
from arena.games.parts.tricks import NO_TRUMP, HandRules, ranking, taken, tricks
from arena.games.parts.turns import turns

SEATS: Final = turns(0, 4)
SIDES: Final = (0, 1, 0, 1)
PACK: Final = pack("AKQJT983", "S") + pack("AKQJT985", "H") + pack("AKQJT987", "DC")
"""The 32 cards, high to low in each suit (KA-2, KA-3)."""
PLAIN: Final = frozenset([card for card in PACK if card[0] in "T987"])
"""A hand of nothing but these 14 cards may be thrown in; two players cannot both hold one (KA-6)."""
ALL_PASS: Final = ("next_dealer", "same_dealer", "dealer_bids")


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    first_dealer: str = option("random", ("random", *seat_words(4)), "Who deals first.", "KA-4")
    min_bid: int = option(6, range(5, 9), "The lowest number that may be bid.", "KA-8")
    target: int = option(52, range(20, 201), "The score that ends the game.", "KA-24, KA-25")
    freeze_above: int = option(45, range(-200, 200), "Defenders above this score gain nothing.", "KA-21, KA-22")
    misdeal: str = option("ask", ("ask", "off"), "Whether a hand with no card but T 9 8 7 may be thrown in.", "KA-6")
    all_pass: str = option(
        "next_dealer", ALL_PASS, "Who deals after four passes, or that the dealer must bid.", "KA-12"
    )
    broken_penalty: str = option("tricks", ("tricks", "bid"), "What a broken contract loses.", "KA-19, KA-20")
    no_trump_doubles: str = option("declarers", ("declarers", "both"), "Who counts double at no trump.", "KA-20, KA-21")
    redeal_cap: int = option(
        10, range(1, 101), "How many deals in a row may be thrown in before the dealer must bid.", "KA-6, KA-12"
    )
    max_deals: int = option(200, range(1, 1001), "The game ends after this many deals, not counting misdeals.", "KA-24")

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a problem if defenders would be frozen only once the game is over."""
        if self.freeze_above >= self.target:
            text = f"{self.freeze_above} must be below target={self.target}; lower it or raise the target"
            yield WrongOption(("freeze_above",), text)


PRESETS = {
    "standard": Options(),
    "bid-penalty": Options(broken_penalty="bid"),
    "forced-dealer": Options(all_pass="dealer_bids"),
}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (KA-4)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, SEATS, chance))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, bid, name trump, play eight tricks, score; the deal passes to the left (KA-4 to KA-23)."""
    dealer, scores, finished, thrown = standing
    order, capped = turns((dealer + 1) % 4, 4), thrown >= o.redeal_cap
    hands = give(chance("pack", PACK), dealing(dealer), PACK, 4).hands
    yield from show_hands(hands)
    if o.misdeal == "ask" and not capped and (yield from misdeal(hands, order, PLAIN)):
        return standing._replace(thrown=thrown + 1)
    legal = partial(legal_calls, o, dealer, capped or o.all_pass == "dealer_bids")
    contract = highest((yield from auction(order, legal, single=True, ask_forced=True)))
    if contract is None:
        yield Note("thrown-in")
        return Standing(dealer if o.all_pass == "same_dealer" else order[0], scores, finished + 1, thrown + 1)
    yield Note("contract", contract)
    trump = yield from name_trump(contract)
    won = yield from tricks(hands, order[0], HandRules(SEATS, RANKINGS[trump], worth=worth))
    values = taken(SIDES, won)
    scores = settle(o, scores, contract, values)
    yield Note("points", values)
    yield Note("scores", scores)
    return Standing(order[0], scores, finished + 1)


@cache
def dealing(dealer: Seat) -> Plan:
    """Return where each card of the pack goes: singly, from the dealer's left (KA-5)."""
    return plan(rounds(turns((dealer + 1) % 4, 4), [1] * 8))


BIDS: Final = {f"{n}{'no' * without}": (n, without) for n in range(5, 13) for without in (False, True)}
"""The points of every bid, and whether it is at no trump; lowest first: 7 < 7no < 8 (KA-8)."""


def legal_calls(o: Options, dealer: Seat, forced: bool, seat: Seat, calls: Calls) -> Sequence[Word]:
    """Return the legal calls of a seat: pass or a higher bid; the dealer may equal it or must bid (KA-9 to KA-12)."""
    best, last = highest(calls), seat == dealer
    if best is None:
        return open_calls(o.min_bid, None, may_equal=False, may_pass=not (forced and last))
    return open_calls(o.min_bid, best.word, may_equal=last, may_pass=True)


@cache
def open_calls(lowest: int, best: Word | None, *, may_equal: bool, may_pass: bool) -> tuple[Word, ...]:
    """Return pass, and the bids from `lowest` points up that beat the best bid, or may equal it (KA-8)."""
    bids = [word for word, (points, _) in BIDS.items() if points >= lowest]
    higher = bids if best is None else bids[bids.index(best) + (not may_equal) :]
    return (PASS, *higher) if may_pass else tuple(higher)


def name_trump(contract: Call) -> Rules[str]:
    """Ask the high bidder for the trump suit, unless the bid was at no trump (KA-13)."""
    trump = NO_TRUMP if BIDS[contract.word][1] else (yield Ask(contract.seat, "trump", tuple(SUITS)))
    yield Note("trump", (trump,))
    return trump


RANKINGS: Final = {trump: ranking(PACK, trump) for trump in (*SUITS, NO_TRUMP)}
"""The order of the cards under each trump (KA-3, KA-16)."""
PIPS: Final = (("5H", 5), ("3S", -3))
"""The points that these cards add to a trick (KA-17)."""


def worth(cards: Sequence[Card]) -> int:
    """Return the points of a trick: 1, plus 5 for the `5H`, minus 3 for the `3S` (KA-17)."""
    points = 1
    for card, value in PIPS:
        if card in cards:
            points += value
    return points


def settle(o: Options, scores: Sequence[int], contract: Call, values: Sequence[int]) -> tuple[int, int]:
    """Return both scores after a deal, each computed from the scores before it (KA-18 to KA-23)."""
    points, no_trump = BIDS[contract.word]
    declarers, defenders = contract.seat % 2, 1 - contract.seat % 2
    value, theirs = values[declarers], values[defenders]
    lost = points if o.broken_penalty == "bid" else abs(value)
    gain = value if value >= points else -lost
    theirs = min(theirs, 0) if scores[defenders] > o.freeze_above else theirs
    after = list(scores)
    after[declarers] += 2 * gain if no_trump else gain
    after[defenders] += 2 * theirs if no_trump and o.no_trump_doubles == "both" else theirs
    return after[0], after[1]


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if a side is at the target and the scores differ, or after the last deal (KA-24, KA-25)."""
    scores = standing.scores
    if max(scores) >= o.target and scores[0] != scores[1]:
        return Result(places(scores), scores, "target")
    return Result(places(scores), scores, "limit") if standing.finished >= o.max_deals else None


def hidden(view: View) -> Sampler:
    """Return the sampler of the other three hands, given suits not followed and who called a misdeal."""
    from arena.games.hidden.whereabouts import Whereabouts

    known = Whereabouts(view, PACK, dealing(view.standing.dealer))
    known.tricks(RANKINGS[NO_TRUMP], 4)
    known.misdeal(SEATS, PLAIN)
    return known.sampler()


def trick_rules(known: Facts) -> TrickRules:
    """Return the rules of the tricks for searches (KA-14 to KA-17)."""
    return TrickRules(RANKINGS[settled(known.word("trump"), "trump")], SEATS, 1, PIPS)


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    return listed(
        {
            "misdeal": MISDEAL if o.misdeal == "ask" else (),
            "bid": open_calls(o.min_bid, None, may_equal=False, may_pass=True),
            "trump": SUITS,
            "play": PACK,
        }
    )


GAME = Game(
    name="kaiser",
    title="two partnerships bid for points; the 5H is worth five, the 3S minus three; to 52",
    clauses="KA",
    options=Options,
    presets=PRESETS,
    rules=page("kaiser"),
    seating=lambda _: seated(SIDES),
    pack=lambda _: PACK,
    dealing=lambda _, standing: dealing(standing.dealer),
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    points=lambda _: 10,
    trick_rules=trick_rules,
    silent=("pass", "play"),
    careful=careful_play("kaiser"),
)
