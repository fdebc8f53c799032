"""Back Alley: two partnerships bid for tricks; 26 hands of 13 down to 1 and 1 up to 13 cards; two unequal jokers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from arena.games.careful import careful_play
from arena.games.kernel import (
    Card,
    Chance,
    Game,
    Note,
    Plan,
    Result,
    Rules,
    Sampler,
    Seat,
    Show,
    Side,
    View,
    Word,
    Words,
    listed,
    page,
    seated,
)
from arena.games.kernel.contracts import Contract, Hand
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import option, seat_words, variations
from arena.games.parts.auction import PASS, Call, Calls, auction
from arena.games.parts.cards import RANKS, STOCK, SUITS, TURN_UP, by_order, give, pack, plan, rounds, show_hands
from arena.games.parts.draws import first_dealer
from arena.games.parts.exchange import draw
from arena.games.parts.races import after_deals, score_deal
from arena.games.parts.redeals import Standing
from arena.games.parts.tricks import NO_TRUMP, HandRules, Playing, follow_suit, ranking, taken, tricks
from arena.games.parts.turns import turns

SEATS: Final = (0, 1, 2, 3)
BLOOPERS: Final = ("JK1", "JK2")
"""The big and the little blooper, the two highest trumps."""
OTHER: Final = dict(zip(BLOOPERS, reversed(BLOOPERS), strict=True))
FORCED: Final = dict(zip(BLOOPERS, (max, min), strict=True))
"""Which of their trumps the others must play when a blooper is led (BA-20, BA-21)."""
PACK: Final = (*BLOOPERS, *pack(RANKS))
READING: Final = by_order(PACK)
RANKINGS: Final = {trump: ranking(PACK, trump, raised=BLOOPERS) for trump in (*SUITS, NO_TRUMP)}
SIZES: Final = (*range(13, 0, -1), *range(1, 14))
"""The number of cards of each hand (BA-4)."""
UNDEALT = "undealt"
"""The place of the cards that nobody can get."""
BOARDS: Final = ("board", "double-board", "triple-board", "quadruple-board")
WORDS: Final = (PASS, *map(str, range(1, 13)), *BOARDS)
"""All calls, from the lowest to the highest; the number of a call for tricks is its index."""
LEAD = 15
"""The points of a hand by which two sides often differ."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    first_dealer: str = option("random", ("random", *seat_words(4)), "Who deals first.", "BA-5")
    number_cap: str = option("hand", ("hand", "below_hand", "twelve"), "The highest number that can be bid.", "BA-10")
    partnerships: str = option(
        "pairs", ("pairs", "solo"), "Whether partners play together.", "BA-1, BA-13, BA-24 to BA-28"
    )
    hands: int = option(26, range(1, 27), "How many hands are played.", "BA-4, BA-28")
    joker_upcard: str = option(
        "no_trump", ("no_trump", "turn_next"), "No trump, or another card, after a joker is turned up.", "BA-7, BA-8"
    )
    forced_trump_lead: str = option(
        "does_not_break", ("does_not_break", "breaks"), "Whether a lead from nothing but trumps breaks them.", "BA-19"
    )
    redeal_cap: int = option(
        10, range(1, 101), "How many hands in a row all may pass before the dealer must bid.", "BA-12"
    )


PRESETS = {
    "standard": Options(),
    "short": Options(hands=13),
    "solo": Options(partnerships="solo"),
    "board-only-all": Options(number_cap="below_hand"),
}


def sides_of(o: Options) -> tuple[Side, ...]:
    """Return the side of each seat (BA-1)."""
    return SEATS if o.partnerships == "solo" else (0, 1, 0, 1)


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (BA-5)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, SEATS, chance), (0,) * len(set(sides_of(o))))


def dealing(o: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: the hands, the upcard, the rest (BA-6).

    The stock is what a player or the table may still get: the last card, or all cards if they may be turned up.
    """
    return _plan(standing.dealer, SIZES[standing.finished], o.joker_upcard == "turn_next")


@cache
def _plan(dealer: Seat, size: int, turn_next: bool) -> Plan:
    rest = len(PACK) - 4 * size - 1
    stock = rest if turn_next else 1
    hands = rounds(turns((dealer + 1) % 4, 4), (1,) * size)
    return plan([*hands, (TURN_UP, 1), (UNDEALT, rest - stock), (STOCK, stock)])


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, turn up a card for trump, bid once each, play the tricks, score (BA-4 to BA-27)."""
    dealer, scores, finished, thrown = standing
    order, size, sides = turns((dealer + 1) % 4, 4), SIZES[finished], sides_of(o)
    yield Note("hand", (finished + 1, size))
    hands, _, upcard, stock = give(chance("pack", PACK), dealing(o, standing), PACK, 4)
    yield from show_hands(hands)
    trump = yield from turn_up(o, hands, upcard, stock)
    legal = partial(legal_calls, highest_number(o, size), thrown >= o.redeal_cap)
    calls = yield from auction(order, legal, single=True, ask_forced=True, kind="call")
    contract = max(calls, key=height)
    if contract.word == PASS:
        yield Note("thrown-in")
        return standing._replace(thrown=thrown + 1)
    contracts = side_contracts(sides, calls)
    yield Note("contract", contract)
    yield Note("contracts", contracts)
    may = partial(legal_cards, forced_breaks=o.forced_trump_lead == "breaks")
    won = yield from tricks(hands, contract.seat, HandRules(SEATS, RANKINGS[trump], duty=may, leads=may))
    points = tuple([score(due, own, size) for due, own in zip(contracts, taken(sides, won), strict=True)])
    scores = yield from score_deal(scores, points)
    return Standing(order[0], scores, finished + 1)


def turn_up(o: Options, hands: Sequence[list[Card]], upcard: Card, stock: list[Card]) -> Rules[str]:
    """Turn up a card for trump; after a joker there is no trump, or another card is turned up (BA-6 to BA-8).

    Args:
        o: the options.
        hands: the hands; one may change.
        upcard: the card turned up first.
        stock: the cards that may be taken or turned up; it changes.

    Returns:
        The trump suit, or no trump.
    """
    yield Show(SEATS, TURN_UP, None, (upcard,))
    while o.joker_upcard == "turn_next" and upcard in OTHER and stock:
        upcard = stock.pop(0)
        yield Show(SEATS, TURN_UP, None, (upcard,))
    trump = NO_TRUMP if upcard in OTHER else upcard[-1]
    yield Note("trump", (trump,))
    joker = OTHER.get(upcard)
    for seat, hand in enumerate(hands):
        if joker in hand:
            hand.remove(joker)
            yield Show(SEATS, "laid", seat, (joker,))
            yield from draw(hand, stock, seat, 1, key=READING)
    return trump


def highest_number(o: Options, size: int) -> int:
    """Return the highest number of tricks that can be bid in a hand of `size` cards (BA-10)."""
    return {"hand": min(12, size), "below_hand": size - 1, "twelve": 12}[o.number_cap]


def legal_calls(highest: int, forced: bool, _: Seat, calls: Calls) -> Sequence[Word]:
    """Return the legal calls: pass, the numbers up to `highest`, the next board (BA-10 to BA-12).

    Args:
        highest: the highest number.
        forced: whether the last speaker must bid if all others have passed.
        calls: the calls so far.
    """
    words = [call.word for call in calls]
    board = BOARDS[sum([word in BOARDS for word in words])]
    least = 1 if forced and words == [PASS] * 3 else 0
    return (*WORDS[least : highest + 1], board)


def height(call: Call) -> int:
    """Return how high a call is: its number, 0 for pass, and more than any number for a board (BA-10, BA-14)."""
    return WORDS.index(call.word)


def side_contracts(sides: Sequence[Side], calls: Calls) -> tuple[Word | int, ...]:
    """Return the contract of each side: the sum of its numbers, or its highest board (BA-13).

    Args:
        sides: the side of each seat.
        calls: the calls.
    """
    contracts: list[Word | int] = []
    for side in sorted(set(sides)):
        own = [call for call in calls if sides[call.seat] == side]
        best = max(own, key=height).word
        contracts.append(best if best in BOARDS else sum(map(height, own)))
    return tuple(contracts)


def legal_cards(hand: Sequence[Card], on: Playing, *, forced_breaks: bool) -> Sequence[Card]:
    """Return the legal cards of a leader or a follower (BA-16, BA-18 to BA-23).

    Args:
        hand: the hand.
        on: the state of play.
        forced_breaks: whether trumps led from a hand of trumps are broken by that.
    """
    trumps = on.rank.cards[on.rank.trump or ""]
    if not on.cards:
        plain = [card for card in hand if card not in trumps]
        return plain if plain and not broken(on, trumps, forced_breaks) else hand
    legal = follow_suit(hand, on)
    if on.cards[0] in FORCED and legal[0] in trumps:
        return (FORCED[on.cards[0]](legal, key=on.rank.power.__getitem__),)
    return legal


def broken(on: Playing, trumps: frozenset[Card], forced_breaks: bool) -> bool:
    """Return whether a trump was played to a trick in which another suit was led (BA-18, BA-19).

    With `forced_breaks` a trump that was led counts as well.
    """
    return any((forced_breaks or cards[0] not in trumps) and not trumps.isdisjoint(cards) for _, cards, _, _ in on.won)


def score(contract: Word | int, won: int, size: int) -> int:
    """Return the points of a side with a contract that took `won` tricks in a hand of `size` cards (BA-24 to BA-26)."""
    if isinstance(contract, str):
        stake = 10 * (BOARDS.index(contract) + 1) * size
        return stake if won == size else -stake
    return 5 * contract + won - contract if won >= contract else -5 * contract


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result after the last hand (BA-28)."""
    return after_deals(standing.scores, standing.finished, o.hands, reason="deals")


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands and the undealt cards (BA-29, BA-30)."""
    from arena.games.hidden.whereabouts import Whereabouts

    o = view.options
    known = Whereabouts(view, PACK, dealing(o, view.standing))
    trump = known.facts.word("trump")
    if trump == NO_TRUMP:  # a joker that nobody has laid aside is not in play
        for seat in SEATS:
            known.lacks(seat, BLOOPERS)
    known.tricks(RANKINGS[trump or "S"], 4, duty=partial(legal_cards, forced_breaks=o.forced_trump_lead == "breaks"))
    return known.sampler()


def words(_: Options) -> Words:
    """Return every question and every word that can come."""
    return listed({"call": WORDS, "play": PACK})


def contracts(hand: Hand) -> list[Contract]:
    """Return the contract of each side (BA-24 to BA-27)."""
    found = []
    for side, word in enumerate(hand.notes["contracts"][-1]):
        over = None if word in BOARDS else hand.tricks[side] - int(word)
        found.append(Contract(side, word, hand.gained[side] > 0 if over is None else over >= 0, over))
    return found


GAME = Game(
    name="back-alley",
    title="two partnerships bid for tricks, 13 cards down to 1 and up again; two jokers; 26 hands",
    clauses="BA",
    options=Options,
    presets=PRESETS,
    rules=page("back-alley"),
    seating=lambda o: seated(sides_of(o)),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    lead=lambda o: LEAD * o.hands,
    contracts=contracts,
    careful=careful_play("back_alley"),
)
