"""The second opinion on Malilla, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tests.games.second_opinion.oracle import Begins, Draw, Ends, Telling, asks, notes, shows
from tests.games.second_opinion.telling import Part, listed, scores_before
from tests.games.second_opinion.tricks import first_dealer

RANKS = "7AKQJ65432"
"""From high to low (ML-3)."""
POINTS = {"7": 5, "A": 4, "K": 3, "Q": 2, "J": 1}
"""What a card counts (ML-4)."""
CAPOTE = 35
"""What all ten tricks score (ML-19)."""


class Hand(NamedTuple):
    """What came of the tricks of a hand.

    Args:
        taken: the points that each side took.
        tricks: the tricks of each side.
        offender: the side that played a card that was forbidden, if any.
    """

    taken: tuple[int, int]
    tricks: tuple[int, int]
    offender: int | None = None


def malilla(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (ML-6 to ML-9, ML-20, ML-21, ML-23)."""
    target = int(options["target"])
    dealer = first_dealer(options, draw)
    scores = scores_before(options, 2)
    for number in range(1, int(options["max_deals"]) + 1):
        yield Begins(number, {"dealer": str(dealer), "scores": listed(scores), "finished": str(number - 1)})
        hands = dealt([str(card) for card in draw(f"deal {number} pack")], dealer)
        turn_up = hands[dealer][-1]
        for seat in range(4):
            yield shows({seat}, "hand", seat, hands[seat])
        yield shows(range(4), "turn-up", dealer, [turn_up])
        yield notes("trump", turn_up[1])

        side, bonus = dealer % 2, POINTS.get(turn_up[0], 0)
        held_back = scores[side] + bonus >= target
        if bonus and held_back:
            yield notes("abeyance", side, bonus)
        elif bonus:
            scores[side] += bonus
            yield notes("bonus", side, bonus)

        hand = yield from tricks(options, hands, (dealer + 1) % 4, turn_up[1])
        if hand.offender is not None:
            yield notes("scores", *scores)
            yield Ends((2, 1) if hand.offender == 0 else (1, 2), (scores[0], scores[1]), "foul")
            return
        yield notes("points", *hand.taken)
        scores = [score + made for score, made in zip(scores, result(hand, options["trick_point"]), strict=True)]
        if bonus and held_back and max(scores) < target:
            scores[side] += bonus
            yield notes("bonus", side, bonus)
        yield notes("scores", *scores)
        if max(scores) >= target:
            yield Ends(places(scores), (scores[0], scores[1]), "target")
            return
        dealer = (dealer + 1) % 4
    yield Ends(places(scores), (scores[0], scores[1]), "limit")


def places(scores: Sequence[int]) -> tuple[int, int]:
    """Return the places of both sides: the higher score wins, equal scores share the first place."""
    a, b = scores
    return (2 if a < b else 1), (2 if b < a else 1)


def dealt(pack: Sequence[str], dealer: int) -> dict[int, list[str]]:
    """Return the hands, dealt singly from the dealer's left; the dealer's last card is the turn-up (ML-2, ML-7)."""
    assert len(pack) == len(set(pack)) == 40
    return {seat: list(pack[(seat - dealer - 1) % 4 :: 4]) for seat in range(4)}


def tricks(options: Mapping[str, str], hands: Mapping[int, list[str]], leader: int, trump: str) -> Part[Hand]:
    """Tell the tricks of a hand to the last one, or to a foul (ML-5, ML-10 to ML-17, ML-22, ML-23)."""
    punished = options["fouls"] == "punished"
    taken, won = [0, 0], [0, 0]
    led: set[str] = set()
    while hands[leader]:
        trick: list[str] = []
        for turn in range(4):
            seat = (leader + turn) % 4
            allowed = playable(hands[seat], trick, led, trump)
            card = yield asks(seat, "play", hands[seat] if punished else allowed)
            if card not in allowed:
                yield notes("foul", seat, card)
                return Hand((taken[0], taken[1]), (won[0], won[1]), seat % 2)
            hands[seat].remove(card)
            trick.append(card)
            led.add(trick[0][1])
        leader = (leader + best_card(trick, trump)) % 4
        worth = sum(POINTS.get(card[0], 0) for card in trick) + int(options["trick_point"])
        taken[leader % 2] += worth
        won[leader % 2] += 1
        yield notes("trick", leader, worth)
    return Hand((taken[0], taken[1]), (won[0], won[1]))


def playable(hand: Collection[str], trick: Sequence[str], led: Collection[str], trump: str) -> set[str]:
    """Return the cards that may be played (ML-11 to ML-15).

    Args:
        hand: the cards held.
        trick: the cards played to the trick so far, the lead first.
        led: the suits led in this hand so far.
        trump: the trump suit.
    """
    if not trick:
        return set(hand)
    base = base_cards(hand, trick[0][1], led, trump)
    winning = best_card(trick, trump)
    if (len(trick) - winning) % 2 == 0:  # it is the partner's
        return base
    return {card for card in base if beats(card, trick[winning], trump)} or base


def base_cards(hand: Collection[str], suit: str, led: Collection[str], trump: str) -> set[str]:
    """Return the cards that a follower may choose from before the duty to beat (ML-12, ML-13)."""
    same = {card for card in hand if card[1] == suit}
    free = {card for card in hand if card[0] != "7" or card[1] == trump or card[1] in led}
    return same or free or set(hand)


def beats(card: str, other: str, trump: str) -> bool:
    """Return whether a card beats the one that was winning (ML-16)."""
    if card[1] == other[1]:
        return RANKS.index(card[0]) < RANKS.index(other[0])
    return card[1] == trump


def best_card(trick: Sequence[str], trump: str) -> int:
    """Return which card of a trick wins it so far, counted from the lead (ML-16)."""
    winner = 0
    for place, card in enumerate(trick):
        if beats(card, trick[winner], trump):
            winner = place
    return winner


def result(hand: Hand, trick_point: str) -> list[int]:
    """Return what each side scores for a hand (ML-18, ML-19)."""
    half = 35 if trick_point == "1" else 30
    return [CAPOTE if won == 10 else max(0, taken - half) for taken, won in zip(hand.taken, hand.tricks, strict=True)]
