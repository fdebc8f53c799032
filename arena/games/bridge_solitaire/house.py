"""The cards of Bridge Solitaire, and what the house does: its bid, and the cards that it turns up from the stock."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from arena.games.bridge_solitaire.options import Options
from arena.games.kernel import Ask, Card, Note, Rules, Show, Side, Word, made
from arena.games.parts.auction import PASS, Call
from arena.games.parts.calls import DENOMINATIONS, CallLaw, Contract, announced, bidding, ladder
from arena.games.parts.cards import IGNORED, RANKS, SUITS, TURNED, pack
from arena.games.parts.rubber import BOOK
from arena.games.parts.tricks import NO_TRUMP, ranking

JOKERS: Final = ("JK1", "JK2")
PLAIN: Final = pack(RANKS)
PACK: Final = (*PLAIN, *JOKERS)
RANKINGS: Final = {trump: ranking(PLAIN, trump) for trump in (*SUITS, NO_TRUMP)}
PLAYER: Final = 0
HOUSE: Final = 1
"""The only seat, and its opponent; also the columns of the score sheet."""
NAMES: Final = (PLAYER, "house")
"""The player and the house as notes name them."""
TRICKS: Final = 13
SHAPES: Final = ((3, 3, 3, 4), (3, 3, 3, 3), (2, 3, 3, 3))
"""The lengths of the suits, shortest first, with which no trump may be bid; jokers make up the rest (BS-13)."""
LAW: Final = CallLaw(ladder(range(1, 8)), (PLAYER, HOUSE), must_open=True, once=True, doubles=False)
ONLY_SUITS: Final = LAW._replace(ladder=ladder(range(1, 8), DENOMINATIONS[:-1]))
"""The rules of the auction if the hand has none of these shapes."""
PLAYED: Final = {card: Show((PLAYER,), TURNED, None, (card,)) for card in PACK}
PASSED_OVER: Final = {card: Show((PLAYER,), IGNORED, None, (card,)) for card in PACK}
WON: Final = [Note("trick", (name, 1)) for name in NAMES]
"""What is told when a card is turned up, to be played or not, and at the end of a trick."""


def suits_of(hand: Sequence[Card]) -> dict[str, str]:
    """Return the ranks that a hand holds in each suit, in its own order: from high to low if it is sorted."""
    held = dict.fromkeys(SUITS, "")
    for card in hand:
        if card not in JOKERS:
            held[card[-1]] += card[0]
    return held


def flat(hand: Sequence[Card]) -> bool:
    """Return whether a hand has one of the shapes for no trump (BS-13)."""
    return tuple(sorted(map(len, suits_of(hand).values()))) in SHAPES


@cache
def winning_tricks(ranks: str) -> int:
    """Count the winning tricks of one suit (BS-8, BS-9).

    Args:
        ranks: the ranks that the player holds, from high to low.
    """
    wins = 0
    for rank in RANKS:
        if ranks[:1] == rank:
            wins, ranks = wins + 1, ranks[1:]
        else:
            ranks = ranks[:-1]
    return wins


def house_bid(o: Options, hand: Sequence[Card]) -> Word:
    """Return the house's bid against a sorted hand (BS-6 to BS-10)."""
    held = suits_of(hand)
    tricks = {suit: winning_tricks(ranks) for suit, ranks in held.items()}
    level = BOOK - sum(tricks.values())
    if level <= 0:
        return PASS
    if o.house_nt == "flat" and flat(hand):
        return f"{level}{NO_TRUMP}"
    order = reversed(SUITS) if o.short_suit_tie == "lowest" else SUITS
    tie = tricks if o.short_suit_tie == "fewest_tricks" else dict.fromkeys(SUITS, 0)
    return f"{level}{min(order, key=lambda suit: (len(held[suit]), tie[suit]))}"


def auction(o: Options, hand: Sequence[Card]) -> Rules[Contract]:
    """Tell the house's bid, ask for the player's call, and tell the contract (BS-6 to BS-14)."""
    house = house_bid(o, hand)
    yield Note("bid", (NAMES[HOUSE], house))
    law = LAW if o.nt_shapes == "free" or flat(hand) else ONLY_SUITS
    if house == PASS:
        bid = yield from bidding((PLAYER,), law)
    else:
        bid = yield from bidding((HOUSE, PLAYER), law, calls=(Call(HOUSE, house),))
    assert bid is not None, "if the house passes, the player must bid"
    bid = bid._replace(doubled=2 ** sum([joker in hand for joker in JOKERS]))
    yield from announced(bid, NAMES[bid.seat])
    return bid


def play_tricks(o: Options, hand: Sequence[Card], stock: Sequence[Card], bid: Contract) -> Rules[int]:
    """Play the tricks until the hand or the stock is used up; return the player's tricks (BS-15 to BS-25).

    Args:
        o: the options.
        hand: the player's cards.
        stock: the stock, its top card first.
        bid: the contract.
    """
    hand, stock = list(hand), list(stock)
    trump, leader, won = bid.denomination, 1 - bid.seat, 0
    limit = o.nt_turn_limit if trump == NO_TRUMP and isinstance(o.nt_turn_limit, int) else len(stock)
    while hand and stock:
        if leader == HOUSE:
            led = stock.pop(0)
            yield PLAYED[led]
            card = answer = yield made(Ask, (PLAYER, "play", following(hand, led), "all", None, None))
        else:
            card = led = yield made(Ask, (PLAYER, "play", tuple(hand), "all", None, None))
            answer = yield from turn_up(stock, led, trump, limit)
        hand.remove(card)
        leader = winner(leader, led, answer, trump) if answer else PLAYER
        won += leader == PLAYER
        yield WON[leader]
    if hand:
        yield Note("rest", (len(hand),))
    won += len(hand)
    yield Note("tricks", (won, TRICKS - won))
    return won


def following(hand: Sequence[Card], led: Card) -> Sequence[Card]:
    """Return the cards that may answer the house's lead; a joker is of no suit (BS-17, BS-18)."""
    return tuple([card for card in hand if card[-1] == led[-1]] or hand)


def turn_up(stock: list[Card], led: Card, trump: str, limit: int) -> Rules[Card]:
    """Turn cards up until the house can play one; return it, "" if none came up (BS-20, BS-21, BS-24).

    Args:
        stock: the stock, its top card first; the cards are removed from it.
        led: the player's lead.
        trump: the trump suit, or `NT`.
        limit: how many cards are turned at most.
    """
    suits = {led[-1], trump}
    for _ in range(limit):
        card = stock.pop(0)
        if card[-1] in suits or card in JOKERS or led in JOKERS or not stock:
            yield PLAYED[card]
            return card
        yield PASSED_OVER[card]
    return ""


def winner(leader: Side, led: Card, answer: Card, trump: str) -> Side:
    """Return who wins a trick (BS-22, BS-23)."""
    if led in JOKERS or answer in JOKERS:
        return PLAYER if leader == HOUSE and led in JOKERS and answer in JOKERS else HOUSE
    _, strength = RANKINGS[trump].led[led]
    return leader if strength[led] > strength[answer] else 1 - leader
