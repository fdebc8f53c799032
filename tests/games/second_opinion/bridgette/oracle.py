"""The second opinion on Bridgette, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tests.games.second_opinion.oracle import Begins, Draw, Ends, Telling, asks, notes, shows
from tests.games.second_opinion.telling import Part, listed, scores_before
from tests.games.second_opinion.tricks import first_dealer, places

RANKS = "23456789TJQKA"
"""From low to high (BG-3)."""
RANGES = {"GRAND": "A", "ROYAL": "KQJ", "LITTLE": "23456789T"}
"""The ranks in the range of each colon (BG-4)."""
NO_TRUMP = "NT"
LADDER = ("0NT", *(f"{level}{name}" for level in range(1, 8) for name in ("C", "D", "H", "S", NO_TRUMP)))
"""All bids from low to high (BG-11)."""
HAND = 13

CONTRACT_POINTS = {
    150: "0NT 1C 1D 1H 1S",
    250: "1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S 4C 4D",
    750: "3NT 4H 4S 4NT 5C 5D 5H 5S",
    1500: "5NT 6C 6D 6H 6S",
    2200: "6NT 7C 7D 7H 7S",
    2500: "7NT",
}
"""Which contracts score how much (BG-33)."""
DOUBLED_POINTS = (0, 400, 1000)
"""What a contract that is made scores more if it is undoubled, doubled or redoubled (BG-36)."""
SET_POINTS = (
    (100, 200, 300),
    (200, 500, 700),
    (300, 800, 1100),
    (400, 1100, 1500),
    (700, 2000, 2700),
    (1000, 3000, 4000),
)
"""What one, two, ... six tricks short score if the contract is undoubled, doubled or redoubled (BG-37)."""


class Contract(NamedTuple):
    """The last bid: who made it, what it is, and how often it was doubled (0, 1 or 2)."""

    declarer: int
    bid: str
    doubles: int = 0

    @property
    def needs(self) -> int:
        """The tricks that make it (BG-11, BG-33)."""
        return 6 + int(self.bid[0])

    @property
    def trump(self) -> str:
        """The trump suit, or `NT` (BG-23)."""
        return self.bid[1:]


def bridgette(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (BG-1, BG-5, BG-38, BG-39)."""
    hands = int(options["hands"])
    dealer = first_dealer(options, draw)
    scores = scores_before(options, 2)
    number = 1
    while number <= hands or (scores[0] == scores[1] and options["tie_break"] == "seventh"):
        yield Begins(number, {"dealer": str(dealer), "scores": listed(scores), "finished": str(number - 1)})
        made = yield from one_hand(options, [str(card) for card in draw(f"deal {number} pack")], dealer)
        assert min(made) == 0 < max(made)
        scores = [score + points for score, points in zip(scores, made, strict=True)]
        yield notes("scores", *scores)
        dealer = 1 - dealer
        number += 1
    yield Ends(places(scores), (scores[0], scores[1]), "deals")


def one_hand(options: Mapping[str, str], pack: Sequence[str], dealer: int) -> Part[list[int]]:
    """Tell one hand, and return what each player scores for it (BG-6 to BG-10)."""
    assert len(pack) == len(set(pack)) == 55
    elder = 1 - dealer
    hands = {elder: list(pack[: 2 * HAND : 2]), dealer: list(pack[1 : 2 * HAND : 2])}
    upcard, stock = pack[2 * HAND], list(pack[2 * HAND + 1 :])
    for seat in (0, 1):
        yield shows({seat}, "hand", seat, hands[seat])
    yield shows({0, 1}, "turn-up", None, [upcard])
    if options["upcard"] == "drawn":
        yield shows({0, 1}, "taken", elder, [upcard])
        yield from exchange(hands[elder], stock, elder, 2, [upcard])
    else:
        yield from exchange(hands[elder], stock, elder, 2)
    yield from exchange(hands[dealer], stock, dealer, dealer_draws(upcard))

    contract = yield from auction(options, hands, dealer)
    yield notes("contract", contract.declarer, contract.bid, 2**contract.doubles)
    yield notes("trump", contract.trump)
    tricks = yield from play(options, hands, contract)
    made = result(contract, tricks[contract.declarer])
    yield notes("points", *made)
    return made


# Exchange


def dealer_draws(upcard: str) -> int:
    """Return how many cards the dealer takes (BG-8)."""
    if upcard == "GRAND" or in_range(upcard, "GRAND"):
        return 12
    if upcard == "ROYAL" or in_range(upcard, "ROYAL"):
        return 8
    return 4


def exchange(hand: list[str], stock: list[str], seat: int, count: int, seen: Sequence[str] = ()) -> Part[None]:
    """Tell how a player takes cards and discards as many (BG-7 to BG-9).

    Args:
        hand: the cards held.
        stock: the face-down cards, the top first.
        seat: whose turn it is.
        count: how many cards are taken in all.
        seen: those of them that lay face up.
    """
    unseen = count - len(seen)
    drawn = stock[:unseen]
    del stock[:unseen]
    hand += [*seen, *drawn]
    yield shows({seat}, "drawn", seat, drawn)
    yield notes("drawn", seat, unseen, len(stock))
    for _ in range(count):
        hand.remove((yield asks(seat, "discard", hand, "fact")))
    assert len(hand) == HAND


# Auction


def auction(options: Mapping[str, str], hands: Mapping[int, Sequence[str]], dealer: int) -> Part[Contract]:
    """Tell the auction, and return the contract (BG-12, BG-13, BG-19 to BG-23)."""
    seat = dealer
    last: Contract | None = None
    passes = 0
    while True:
        word = yield asks(seat, "call", calls(options, hands[seat], seat, last))
        if last is None:
            last = Contract(seat, word)
        elif word == "redouble" or (word == "pass" and (last.doubles or passes)):
            return last._replace(doubles=2) if word == "redouble" else last
        elif word == "pass":
            passes = 1
        else:
            passes = 0
            last = last._replace(doubles=1) if word == "double" else Contract(seat, word)
        seat = 1 - seat


def calls(options: Mapping[str, str], hand: Collection[str], seat: int, last: Contract | None) -> set[str]:
    """Return what a player may say; `last` is None for the opening (BG-12, BG-13, BG-19 to BG-22)."""
    words = {bid for bid in LADDER if may_bid(options, hand, bid, last.bid if last else None)}
    if last:
        words.add("pass")
        if seat != last.declarer and not last.doubles:
            words.add("double")
        if seat == last.declarer and last.doubles:
            words.add("redouble")
    return words


def may_bid(options: Mapping[str, str], hand: Collection[str], bid: str, last: str | None) -> bool:
    """Return whether a hand may make a bid; `last` is the bid before it, None for the opening (BG-13 to BG-18)."""
    if last is not None and LADDER.index(bid) <= LADDER.index(last):
        return False
    suits = [card[1] for card in hand if card not in RANGES]
    if bid[1:] == NO_TRUMP:
        return set(suits) == set("SHDC")
    return suits.count(bid[1]) >= (4 if is_jump(options, bid, last) else 2)


def is_jump(options: Mapping[str, str], bid: str, last: str | None) -> bool:
    """Return whether a bid in a suit needs four cards (BG-16, BG-17)."""
    if last is None:
        return options["opening_jump"] == "restricted" and bid[0] != "1"
    if options["jump_rule"] == "step":
        return LADDER.index(bid) > LADDER.index(last) + 1
    lower = f"{int(bid[0]) - 1}{bid[1]}"
    return lower in LADDER and LADDER.index(lower) > LADDER.index(last)


# Play


def play(options: Mapping[str, str], hands: Mapping[int, list[str]], contract: Contract) -> Part[list[int]]:
    """Tell the thirteen tricks, and return how many each player took (BG-24, BG-29)."""
    tricks = [0, 0]
    leader = contract.declarer
    barred = ""
    for _ in range(HAND):
        led = yield asks(leader, "play", leads(hands[leader], barred))
        hands[leader].remove(led)
        answer = yield asks(1 - leader, "play", answers(hands[1 - leader], led))
        hands[1 - leader].remove(answer)
        barred = led[1] if in_range(led, answer) else ""
        if not lead_wins(led, answer, contract.trump, options["colon_vs_colon"]):
            leader = 1 - leader
        tricks[leader] += 1
        yield notes("trick", leader, 1)
    return tricks


def in_range(card: str, colon: str) -> bool:
    """Return whether a card lies in the range of a colon; False if either is not what it should be (BG-4)."""
    return card not in RANGES and card[0] in RANGES.get(colon, "")


def leads(hand: Collection[str], barred: str) -> set[str]:
    """Return the cards that may be led; `barred` is the suit that should not be, if any (BG-29, BG-30)."""
    return {card for card in hand if card in RANGES or card[1] != barred} or set(hand)


def answers(hand: Collection[str], led: str) -> set[str]:
    """Return the cards that may be played to a lead (BG-25, BG-26, BG-30)."""
    if led in RANGES:
        return set(hand)
    plain = {card for card in hand if card not in RANGES}
    same = {card for card in plain if card[1] == led[1]}
    return (same or plain) | {card for card in hand if in_range(led, card)} or set(hand)


def lead_wins(led: str, answer: str, trump: str, colon_vs_colon: str) -> bool:
    """Return whether the card led takes the trick (BG-27, BG-28, BG-31, BG-32)."""
    if led in RANGES:
        if answer in RANGES:
            return colon_vs_colon == "led_wins"
        return answer[1] != trump and not in_range(answer, led)
    if answer in RANGES:
        return True
    if answer[1] == led[1]:
        return RANKS.index(led[0]) > RANKS.index(answer[0])
    return answer[1] != trump


# Scores


def result(contract: Contract, tricks: int) -> list[int]:
    """Return what each player scores, given the tricks of the declarer (BG-33 to BG-38)."""
    points = [0, 0]
    if tricks < contract.needs:
        short = min(contract.needs - tricks, len(SET_POINTS))
        points[1 - contract.declarer] = SET_POINTS[short - 1][contract.doubles]
    else:
        points[contract.declarer] = made_points(contract, tricks - contract.needs)
    return points


def made_points(contract: Contract, over: int) -> int:
    """Return what the declarer scores for a contract that is made, given the overtricks (BG-33 to BG-36)."""
    value = next(points for points, bids in CONTRACT_POINTS.items() if contract.bid in bids.split())
    bonus = 350 if over == 3 else exacto(contract.bid) if over == 0 else 0
    return value + bonus + DOUBLED_POINTS[contract.doubles]


def exacto(bid: str) -> int:
    """Return the bonus for taking exactly the tricks of a bid (BG-34)."""
    rung = LADDER.index(bid)
    if rung <= LADDER.index("5NT"):
        return 250
    return 100 if rung <= LADDER.index("6NT") else 0
