"""The second opinion on Tribello, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from tests.games.second_opinion.oracle import Begins, Draw, Ends, Step, Telling, asks, notes, shows
from tests.games.second_opinion.telling import scores_before
from tests.games.second_opinion.tricks import first_dealer, following, places, taker

SUITS = "SHDC"
RANKS = "23456789TJQKA"
"""From low to high (TB-2)."""
PACK = [rank + suit for suit in SUITS for rank in reversed(RANKS)]
SEATS = range(3)
HANDS = 3
"""Hands of a phase (TB-3)."""
REPEATS = 3
"""How often the last phase is played again at most, with `top_tie=extra_phase` (TB-18)."""


def tribello(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (TB-3, TB-18)."""
    dealer = first_dealer(options, draw)
    phases = [int(phase) for phase in options["phases"].split(",")]
    repeats = REPEATS if options["top_tie"] == "extra_phase" else 0
    scores = scores_before(options, 3)
    number = 0
    while phases:
        phase = phases.pop(0)
        for _ in range(HANDS):
            number += 1
            standing = {"dealer": str(dealer), "scores": ",".join(map(str, scores)), "finished": str(number - 1)}
            yield Begins(number, standing)
            points = yield from one_hand(phase, dealer, options["trump_time"], number, draw)
            scores = [score + made for score, made in zip(scores, points, strict=True)]
            yield notes("points", *points)
            yield notes("scores", *scores)
            dealer = left_of(dealer)
        if not phases and repeats and scores.count(max(scores)) > 1:
            phases.append(phase)
            repeats -= 1
    yield Ends(places(scores), tuple(scores), "deals")


def left_of(seat: int) -> int:
    """Return the seat on the left."""
    return (seat + 1) % len(SEATS)


def in_turn(first: int) -> list[int]:
    """Return all seats clockwise from the first: for the dealer the dealer, the left and the right neighbor (TB-8)."""
    return [first, left_of(first), left_of(left_of(first))]


def contracts_of(phase: int, dealer: int) -> list[int]:
    """Return the tricks of each seat's contract (TB-11)."""
    tricks = (3, 4, 6) if phase == 4 else (6, 4, 3)
    by_seat = dict(zip(in_turn(dealer), tricks, strict=True))
    return [by_seat[seat] for seat in SEATS]


def dealt(pack: Sequence[str], dealer: int) -> tuple[list[list[str]], list[str]]:
    """Return the hands by seat and the widow, whose first card is its top: dealt singly, the widow last (TB-5)."""
    order = in_turn(left_of(dealer))
    hands = [list(pack[order.index(seat) :: 4]) for seat in SEATS]
    return hands, list(pack[3::4])


def one_hand(phase: int, dealer: int, trump_time: str, number: int, draw: Draw) -> Generator[Step, str, list[int]]:
    """Tell one hand, and return the points of every seat.

    Args:
        phase: 1 to 4.
        dealer: who deals.
        trump_time: when the trump is named in phase 2.
        number: the number of the hand in the game, from 1.
        draw: gives the cut and the pack.
    """
    contracts = contracts_of(phase, dealer)
    yield notes("phase", phase)
    yield notes("contracts", *contracts)
    trump = None
    if phase == 1:  # TB-4
        cut = str(draw(f"deal {number} cut")[0])
        yield shows(SEATS, "cut", None, [cut])
        trump = cut[1]
    pack = [str(card) for card in draw(f"deal {number} pack")]
    assert sorted(pack) == sorted(PACK)
    hands, widow = dealt(pack, dealer)
    for seat in SEATS:
        yield shows({seat}, "hand", seat, hands[seat])
    late = phase == 2 and trump_time == "after_dealer"
    if phase == 2 and not late:
        trump = yield from naming(dealer)
    if not late:
        yield notes("trump", trump or "NT")
    for seat in in_turn(dealer):
        if widow:
            yield from exchange(seat, hands[seat], widow)
        if late and seat == dealer:
            trump = yield from naming(dealer)
            yield notes("trump", trump)
    tricks = yield from play(hands, dealer, trump)
    return points_for(phase, contracts, tricks)


def naming(dealer: int) -> Generator[Step, str, str]:
    """Tell the question to the dealer, and return the suit (TB-6, TB-R2)."""
    return (yield asks(dealer, "trump", SUITS))


def exchange(seat: int, hand: list[str], widow: list[str]) -> Generator[Step, str, None]:
    """Tell what a player discards and takes; the hand and the widow change (TB-9, TB-10)."""
    count = 0
    while count < len(widow):
        word = yield asks(seat, "discard", {*hand, "done"}, "fact")
        if word == "done":
            break
        hand.remove(word)
        count += 1
    drawn = widow[:count]
    del widow[:count]
    hand += drawn
    if drawn:
        yield shows({seat}, "drawn", seat, drawn)
    yield notes("drawn", seat, count, len(widow))


def play(hands: list[list[str]], dealer: int, trump: str | None) -> Generator[Step, str, list[int]]:
    """Tell the tricks, and return how many each seat took; `trump` is None for no trump (TB-12 to TB-14)."""
    tricks = [0, 0, 0]
    leader = dealer
    while hands[leader]:
        trick: list[str] = []
        for seat in in_turn(leader):
            card = yield asks(seat, "play", following(hands[seat], trick))
            hands[seat].remove(card)
            trick.append(card)
        leader = in_turn(leader)[taker(trick, trump, RANKS)]
        tricks[leader] += 1
        yield notes("trick", leader, 1)
    return tricks


def points_for(phase: int, contracts: Sequence[int], tricks: Sequence[int]) -> list[int]:
    """Return the points of every seat (TB-15, TB-16)."""
    over = [taken - contract for taken, contract in zip(tricks, contracts, strict=True)]
    return [-more for more in over] if phase == 4 else over
