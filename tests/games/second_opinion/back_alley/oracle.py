"""The second opinion on Back Alley, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tests.games.second_opinion.oracle import Begins, Draw, Ends, Telling, asks, notes, shows
from tests.games.second_opinion.telling import Part, listed, scores_before
from tests.games.second_opinion.tricks import first_dealer, places

SUITS = "SHDC"
RANKS = "23456789TJQKA"
"""From low to high (BA-3)."""
BIG, LITTLE = "JK1", "JK2"
PACK = [*(rank + suit for suit in SUITS for rank in reversed(RANKS)), BIG, LITTLE]
SEATS = range(4)
BOARDS = ("board", "double-board", "triple-board", "quadruple-board")
SIZES = (*range(13, 0, -1), *range(1, 14))
"""The cards of a hand, by the number of the hand (BA-4)."""


class Dealt(NamedTuple):
    """Cards of a hand before the bidding.

    Args:
        dealt: the hands by seat, as they were dealt.
        hands: the hands by seat, after the exchange.
        upcards: the cards turned, in order; the last of them is the upcard.
        trump: the trump suit, None if there is none.
        taker: who put the other joker aside, if anybody did, that joker, and the card he took.
    """

    dealt: list[list[str]]
    hands: list[list[str]]
    upcards: list[str]
    trump: str | None
    taker: tuple[int, str, str] | None = None


class Contract(NamedTuple):
    """What a side has bid: so many tricks, and the multiple of board (0 for numbers)."""

    tricks: int
    board: int = 0


def back_alley(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (BA-4, BA-5, BA-12, BA-28)."""
    sides = [seat % 2 for seat in SEATS] if options["partnerships"] == "pairs" else list(SEATS)
    dealer = first_dealer(options, draw)
    scores = scores_before(options, max(sides) + 1)
    number = thrown = finished = 0
    while finished < int(options["hands"]):
        number += 1
        yield begins(number, dealer, scores, finished, thrown)
        yield notes("hand", finished + 1, SIZES[finished])
        pack = [str(card) for card in draw(f"deal {number} pack")]
        deal = dealt(pack, dealer, SIZES[finished], turn_next=options["joker_upcard"] == "turn_next")
        yield from before_the_bidding(deal)
        calls = yield from bidding(dealer, SIZES[finished], options, may_throw_in=thrown < int(options["redeal_cap"]))
        if set(calls.values()) == {"pass"}:
            yield notes("thrown-in")
            thrown += 1
            continue
        points = yield from one_hand(deal, calls, sides, forced_leads=options["forced_trump_lead"] == "breaks")
        scores = [score + made for score, made in zip(scores, points, strict=True)]
        yield notes("points", *points)
        yield notes("scores", *scores)
        dealer = (dealer + 1) % 4
        finished += 1
        thrown = 0
    yield Ends(places(scores), tuple(scores), "deals")


def begins(number: int, dealer: int, scores: Sequence[int], finished: int, thrown: int) -> Begins:
    """Return the beginning of a deal.

    Args:
        number: the number of the deal; one that is thrown in counts.
        dealer: who deals.
        scores: the scores of the sides.
        finished: the hands that have been played.
        thrown: the deals just before that were thrown in.
    """
    words = {"dealer": dealer, "scores": listed(scores), "finished": finished, "thrown": thrown}
    return Begins(number, {key: str(value) for key, value in words.items()})


def dealt(pack: Sequence[str], dealer: int, size: int, *, turn_next: bool) -> Dealt:
    """Return the hands, dealt singly from the dealer's left, and what is turned (BA-6 to BA-8, BA-R7)."""
    assert sorted(pack) == sorted(PACK)
    hands = [list(pack[(seat - dealer - 1) % 4 : 4 * size : 4]) for seat in SEATS]
    before = [list(hand) for hand in hands]
    undealt = list(pack[4 * size :])
    upcards = [undealt[0]]
    if turn_next:
        while upcards[-1] in (BIG, LITTLE) and len(upcards) < len(undealt):
            upcards.append(undealt[len(upcards)])
    if upcards[-1] not in (BIG, LITTLE):
        return Dealt(before, hands, upcards, upcards[-1][1])
    other = LITTLE if upcards[-1] == BIG else BIG
    for seat in SEATS:
        if other in hands[seat]:
            hands[seat].remove(other)
            hands[seat].append(undealt[-1])
            return Dealt(before, hands, upcards, None, (seat, other, undealt[-1]))
    return Dealt(before, hands, upcards, None)


def before_the_bidding(deal: Dealt) -> Part[None]:
    """Tell what is dealt, turned and exchanged; the hands were seen as they were dealt (BA-6, BA-7, BA-29, BA-30)."""
    for seat in SEATS:
        yield shows({seat}, "hand", seat, deal.dealt[seat])
    for card in deal.upcards:
        yield shows(SEATS, "turn-up", None, [card])
    yield notes("trump", deal.trump or "NT")
    if deal.taker is not None:
        seat, joker, card = deal.taker
        yield shows(SEATS, "laid", seat, [joker])
        yield shows({seat}, "drawn", seat, [card])
        yield notes("drawn", seat, 1, 0)


def bidding(dealer: int, size: int, options: Mapping[str, str], *, may_throw_in: bool) -> Part[dict[int, str]]:
    """Tell the calls, and return them by seat in the order spoken (BA-9 to BA-12)."""
    calls: dict[int, str] = {}
    for turn in range(1, 5):
        seat = (dealer + turn) % 4
        passed = seat == dealer and set(calls.values()) == {"pass"}
        words = calls_open(size, options["number_cap"], calls.values(), must_bid=passed and not may_throw_in)
        calls[seat] = yield asks(seat, "call", words)
    return calls


def calls_open(size: int, cap: str, calls: Collection[str], *, must_bid: bool = False) -> set[str]:
    """Return what may be called (BA-10 to BA-12).

    Args:
        size: the cards of the hand.
        cap: the option `number_cap`.
        calls: what was called before.
        must_bid: whether `pass` is not open.
    """
    highest = {"hand": min(12, size), "below_hand": size - 1, "twelve": 12}[cap]
    numbers = {str(number) for number in range(1, highest + 1)}
    board = BOARDS[sum(call in BOARDS for call in calls)]
    return numbers | {board} | (set() if must_bid else {"pass"})


def worth(call: str) -> tuple[int, int]:
    """Return the multiple of board and the number of a call: the higher pair is the higher bid (BA-14)."""
    if call in BOARDS:
        return BOARDS.index(call) + 1, 0
    return 0, 0 if call == "pass" else int(call)


def first_leader(calls: Mapping[int, str]) -> int:
    """Return who leads to the first trick; the calls come in the order spoken (BA-14)."""
    return max(calls, key=lambda seat: worth(calls[seat]))


def contract_of(calls: Collection[str], size: int) -> Contract:
    """Return the contract of a side from the calls of its members (BA-13)."""
    if board := max(worth(call)[0] for call in calls):
        return Contract(size, board)
    return Contract(sum(worth(call)[1] for call in calls))


def score_of(contract: Contract, tricks: int) -> int:
    """Return what a side scores for a hand (BA-24 to BA-26)."""
    if contract.board:
        return 10 * contract.board * (contract.tricks if tricks == contract.tricks else -contract.tricks)
    if tricks < contract.tricks:
        return -5 * contract.tricks
    return 5 * contract.tricks + tricks - contract.tricks


def one_hand(deal: Dealt, calls: Mapping[int, str], sides: Sequence[int], *, forced_leads: bool) -> Part[list[int]]:
    """Tell a hand after the bidding, and return what each side scores (BA-13 to BA-15, BA-24 to BA-27).

    Args:
        deal: the cards; the hands change.
        calls: the calls by seat, in the order spoken.
        sides: the side of each seat.
        forced_leads: whether a trump that had to be led breaks trumps.
    """
    leader = first_leader(calls)
    yield notes("contract", leader, calls[leader])
    members = [[seat for seat in SEATS if sides[seat] == side] for side in range(max(sides) + 1)]
    contracts = [contract_of([calls[seat] for seat in seats], len(deal.hands[0])) for seats in members]
    yield notes("contracts", *[BOARDS[board - 1] if board else tricks for tricks, board in contracts])
    won = yield from play(deal.hands, leader, deal.trump, forced_leads=forced_leads)
    tricks = [sum(won[seat] for seat in seats) for seats in members]
    return [score_of(contract, taken) for contract, taken in zip(contracts, tricks, strict=True)]


def play(hands: list[list[str]], leader: int, trump: str | None, *, forced_leads: bool) -> Part[list[int]]:
    """Tell the tricks, and return how many each seat won (BA-15 to BA-23)."""
    won = [0, 0, 0, 0]
    broken = False
    while hands[leader]:
        trick: list[str] = []
        for turn in range(4):
            seat = (leader + turn) % 4
            card = yield asks(seat, "play", playable(hands[seat], trick, trump, broken=broken))
            hands[seat].remove(card)
            trick.append(card)
        broken = broken or breaks(trick, trump, forced_leads=forced_leads)
        leader = (leader + taker(trick, trump)) % 4
        won[leader] += 1
        yield notes("trick", leader, 1)
    return won


def suit_of(card: str, trump: str | None) -> str | None:
    """Return the suit that a card belongs to (BA-3)."""
    return trump if card in (BIG, LITTLE) else card[1]


def height(card: str) -> int:
    """Return how high a card is within its suit (BA-3)."""
    return {BIG: 15, LITTLE: 14}.get(card) or RANKS.index(card[0]) + 1


def of_suit(cards: Collection[str], suit: str | None, trump: str | None) -> set[str]:
    """Return the cards that belong to a suit."""
    return {card for card in cards if suit_of(card, trump) == suit}


def playable(hand: Collection[str], trick: Sequence[str], trump: str | None, *, broken: bool) -> set[str]:
    """Return the cards that may be played (BA-16, BA-18 to BA-23).

    Args:
        hand: the cards held.
        trick: the cards played to the trick so far, the lead first.
        trump: the trump suit, None if there is none.
        broken: whether trumps are broken.
    """
    trumps = of_suit(hand, trump, trump)
    if not trick:
        return set(hand) if broken or trump is None else set(hand) - trumps or set(hand)
    if trick[0] == BIG and trumps:
        return {max(trumps, key=height)}
    if trick[0] == LITTLE and trumps:
        return {min(trumps, key=height)}
    return of_suit(hand, suit_of(trick[0], trump), trump) or set(hand)


def taker(trick: Sequence[str], trump: str | None) -> int:
    """Return which card of a trick wins it, counted from the lead (BA-17)."""
    rivals = of_suit(trick, trump, trump) if trump else set()
    return trick.index(max(rivals or of_suit(trick, suit_of(trick[0], trump), trump), key=height))


def breaks(trick: Sequence[str], trump: str | None, *, forced_leads: bool) -> bool:
    """Tell whether a trick breaks trumps, or would if they were not broken (BA-18, BA-19, `forced_trump_lead`)."""
    if suit_of(trick[0], trump) == trump:
        return forced_leads
    return bool(of_suit(trick, trump, trump))
