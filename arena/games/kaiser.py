"""Kaiser: four players in two partnerships, 32 cards with a `5H` worth five and a `3S` worth minus three, to 52."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from random import Random
from typing import NamedTuple

from arena.games.auction import PASS, Call, Calls, auction, highest
from arena.games.cards import Place, Plan, dealt_in_order, pack, plan, rounds, show_hands
from arena.games.kernel import (
    Ask,
    Card,
    Chance,
    Game,
    Note,
    Result,
    Rules,
    Sampler,
    Seat,
    Side,
    View,
    World,
    places,
    table,
)
from arena.games.options import Options as BaseOptions
from arena.games.options import named_seat, option, seat_words
from arena.games.tricks import NO_TRUMP, Trick, ranking, tricks
from arena.games.turns import turns
from arena.games.worlds import Slot, assemble, filling, outside, plays, shown, voids

PACK = pack("AKQJT983", "S") + pack("AKQJT985", "H") + pack("AKQJT987", "DC")
PIPS = {"5H": 5, "3S": -3}
PLAIN = frozenset(card for card in PACK if card[0] in "T987")
"""Whoever is dealt nothing else may declare a misdeal; these are 14 cards, so two players never can."""
SEATS = tuple(range(4))
HAND = 8
TRUMPS = ("S", "H", "D", "C")
RANKINGS = {trump: ranking(PACK, trump) for trump in (*TRUMPS, NO_TRUMP)}
ALL_PASS = ("next_dealer", "same_dealer", "dealer_bids")


@dataclass(frozen=True)
class Options(BaseOptions):
    """What houses disagree about; a variation is a named set of these."""

    __hash__ = BaseOptions.__hash__

    first_dealer: str = option("random", ("random", *seat_words(4)), "Who deals first.", "KA-4")
    min_bid: int = option(6, range(5, 9), "The lowest number that may be bid.", "KA-8")
    target: int = option(52, range(20, 201), "The score that ends the game.", "KA-24, KA-25")
    freeze_above: int = option(45, range(-200, 200), "Above this score defenders gain nothing.", "KA-21, KA-22")
    misdeal: str = option("ask", ("ask", "off"), "Whether a hand of T 9 8 7 may be thrown in.", "KA-6")
    all_pass: str = option("next_dealer", ALL_PASS, "Who deals after four passes; or the dealer must bid.", "KA-12")
    broken_penalty: str = option("tricks", ("tricks", "bid"), "What a broken contract loses.", "KA-19, KA-20")
    no_trump_doubles: str = option("declarers", ("declarers", "both"), "Who counts double at no trump.", "KA-20, KA-21")
    redeal_cap: int = option(10, range(1, 101), "Deals thrown in in a row before one must be bid.", "KA-6, KA-12")
    max_deals: int = option(200, range(1, 1001), "Deals, misdeals apart, after which the game ends.", "KA-24")

    def conflicts(self) -> Iterator[str]:
        """Yield what cannot be played: defenders that are frozen only when the game is over."""
        if self.freeze_above >= self.target:
            yield f"freeze_above: {self.freeze_above} must be below target={self.target}; lower it or raise the target"


PRESETS = {
    "standard": Options(),
    "bid-penalty": Options(broken_penalty="bid"),
    "forced-dealer": Options(all_pass="dealer_bids"),
}


class Standing(NamedTuple):
    """What lives on between deals; `finished` leaves misdeals out, `thrown` counts deals thrown in in a row."""

    dealer: Seat
    scores: tuple[int, int] = (0, 0)
    finished: int = 0
    thrown: int = 0

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        a, b = self.scores
        return (f"dealer={self.dealer}", f"scores={a},{b}", f"finished={self.finished}", f"thrown={self.thrown}")


class Bid(NamedTuple):
    """A number of points, with or without trumps; ordered as at the table: 7 < 7no < 8 (KA-8)."""

    points: int
    no_trump: bool = False


BIDS = {f"{points}{'no' * no_trump}": Bid(points, no_trump) for points in range(5, 13) for no_trump in (False, True)}
"""The words of all bids, lowest first."""


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (KA-4)."""
    yield from ()
    return Standing(chance("first-dealer", SEATS)[0] if o.first_dealer == "random" else named_seat(o.first_dealer))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Bid, name trump, play eight tricks, score."""
    dealer, scores, finished, thrown = standing
    order = turns((dealer + 1) % 4, 4)
    capped = thrown >= o.redeal_cap
    dealt = dealt_in_order(chance("pack", PACK), dealing(dealer), PACK)
    hands = [dealt[seat] for seat in SEATS]
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
    values = side_value(won, 0), side_value(won, 1)
    scores = settle(o, scores, contract.seat % 2, BIDS[contract.word], values)
    yield Note("points", values)
    yield Note("scores", scores)
    return Standing(order[0], scores, finished + 1)


@cache
def dealing(dealer: Seat) -> Plan:
    """Return where each card of the pack goes: singly, from the dealer's left (KA-5)."""
    return plan(rounds(turns((dealer + 1) % 4, 4), [1] * HAND))


def misdeal(hands: Sequence[Sequence[Card]], order: Sequence[Seat]) -> Rules[bool]:
    """Ask who holds only plain cards whether to throw the cards in; return whether they are (KA-6)."""
    for seat in order:
        if PLAIN.issuperset(hands[seat]):
            word = yield Ask(seat, "misdeal", ("misdeal", "play"), told="nobody")
            if word == "misdeal":
                yield Note("misdeal", (seat,))
                return True
    return False


def bidding(o: Options, order: Sequence[Seat], *, forced: bool) -> Rules[Call | None]:
    """Let everybody speak once, the dealer last; return the highest bid, None if all passed (KA-7, KA-11)."""
    calls = yield from auction(order, partial(legal_calls, o, order[-1], forced), single=True, ask_forced=True)
    return highest(calls)


def legal_calls(o: Options, dealer: Seat, forced: bool, seat: Seat, calls: Calls) -> Sequence[str]:
    """Return what a seat may say: pass or more than the highest bid; the dealer may equal it (KA-9, KA-10).

    After three passes a forced dealer has no pass.
    """
    best = highest(calls)
    if best is None:
        return bids_from(o.min_bid) if forced and seat == dealer else words_over(o.min_bid, None, False)
    return words_over(o.min_bid, best.word, seat == dealer)


@cache
def words_over(lowest: int, best: str | None, equal: bool) -> tuple[str, ...]:
    """Return pass and the bids of so many points or more that are above the best, or equal to it."""
    bids = bids_from(lowest)
    return (PASS, *(bids if best is None else bids[bids.index(best) + (not equal) :]))


@cache
def bids_from(points: int) -> tuple[str, ...]:
    """Return the words of all bids of so many points or more, lowest first (KA-8)."""
    return tuple(word for word, bid in BIDS.items() if bid.points >= points)


def name_trump(contract: Call) -> Rules[str]:
    """Ask the winner of the bidding for the trump suit, unless the bid was without trumps (KA-13)."""
    if BIDS[contract.word].no_trump:
        trump = NO_TRUMP
    else:
        trump = yield Ask(contract.seat, "trump", TRUMPS)
    yield Note("trump", (trump,))
    return trump


def worth(cards: Sequence[Card]) -> int:
    """Return the points of a trick: one, five more with the `5H`, three less with the `3S` (KA-17)."""
    return 1 + PIPS["5H"] * ("5H" in cards) + PIPS["3S"] * ("3S" in cards)


def side_value(won: Sequence[Trick], side: Side) -> int:
    """Return the points of a side's tricks (KA-17)."""
    return sum([worth(cards) for _, cards, winner in won if winner % 2 == side])


def settle(o: Options, scores: tuple[int, int], declarers: Side, bid: Bid, values: tuple[int, int]) -> tuple[int, int]:
    """Return both scores after a deal, each reckoned from the scores before it (KA-18 to KA-23)."""
    defenders = 1 - declarers
    after = list(scores)
    after[declarers] += declarers_gain(o, bid, values[declarers])
    after[defenders] += defenders_gain(o, bid, values[defenders], frozen=scores[defenders] > o.freeze_above)
    return after[0], after[1]


def declarers_gain(o: Options, bid: Bid, value: int) -> int:
    """Return what the declarers add: their value if it reaches the bid, else a loss; doubled without trumps."""
    penalty = bid.points if o.broken_penalty == "bid" else abs(value)
    gain = value if value >= bid.points else -penalty
    return 2 * gain if bid.no_trump else gain


def defenders_gain(o: Options, bid: Bid, value: int, *, frozen: bool) -> int:
    """Return what the defenders add: their value, but only a loss when frozen (KA-21, KA-22)."""
    gain = min(value, 0) if frozen else value
    return 2 * gain if bid.no_trump and o.no_trump_doubles == "both" else gain


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result once scores that differ reach the target, or after the last deal (KA-24, KA-25)."""
    scores = standing.scores
    if max(scores) >= o.target and scores[0] != scores[1]:
        return Result(places(scores), scores, "target")
    if standing.finished >= o.max_deals:
        return Result(places(scores), scores, "limit")
    return None


def sampler(view: View) -> Sampler:
    """Return what draws the other three hands uniformly: the right sizes, no suit that play has shown to be missing.

    Whoever declared a misdeal holds plain cards; anybody else who could have declared one chose to play.
    """
    rank = RANKINGS[NO_TRUMP]
    played = plays(view.events)
    void = voids(played, len(SEATS), rank)
    declared = {event.values[0] for event in view.events if isinstance(event, Note) and event.kind == "misdeal"}
    others = [seat for seat in SEATS if seat != view.seat]
    hands: dict[Place, list[Card]] = {seat: [card for by, card in played if by == seat] for seat in others}
    hands[view.seat] = list(shown(view.events, "hand") or ())
    known = set(chain.from_iterable(hands.values()))
    slots = [
        Slot(HAND - len(hands[seat]), PLAIN.__contains__ if seat in declared else outside(void.get(seat, ()), rank))
        for seat in others
    ]
    unseen = [card for card in PACK if card not in known]
    filled = filling(slots, unseen)
    secrets = {(seat, "misdeal"): ("misdeal" if seat in declared else "play",) for seat in others}
    where = dealing(view.standing.dealer)

    def draw(rng: Random) -> World:
        dealt = dict(hands)
        for seat, cards in zip(others, filled(rng), strict=True):
            dealt[seat] = hands[seat] + cards
        return World({"pack": assemble(where, dealt)}, secrets)

    return draw


GAME = Game(
    name="kaiser",
    title="two partnerships bid for points; the 5H is worth five, the 3S minus three; to 52",
    options=Options,
    presets=PRESETS,
    table=lambda _: table((0, 1, 0, 1)),
    start=start,
    deal=deal,
    result=result,
    sampler=sampler,
    points=lambda _: 10,
)
