"""The second opinion on Homme d'Auvergne, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from tests.games.second_opinion.oracle import Begins, Draw, Ends, Step, Telling, asks, notes, shows
from tests.games.second_opinion.telling import scores_before
from tests.games.second_opinion.tricks import first_dealer, heading, in_packets, places, taker

RANKS = "789TAJQK"
"""From low to high in every suit, trump or not (HA-3)."""
SUITS = "SHDC"


def homme_d_auvergne(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (HA-1, HA-4, HA-20, HA-21)."""
    players, target = int(options["players"]), int(options["target"])
    dealer = first_dealer(options, draw)
    scores = scores_before(options, players)
    for number in range(1, int(options["max_deals"]) + 1):
        standing = {"dealer": str(dealer), "scores": ",".join(map(str, scores)), "finished": str(number - 1)}
        yield Begins(number, standing)
        pack = [str(card) for card in draw(f"deal {number} pack")]
        assert sorted(pack) == sorted(pack_of(players))
        points = yield from one_deal(options, pack, dealer, scores)
        if points is None:
            yield notes("thrown-in")
        else:
            scores = [score + made for score, made in zip(scores, points, strict=True)]
            yield notes("points", *points)
            yield notes("scores", *scores)
        if max(scores) >= target:
            yield Ends(places(scores), tuple(scores), "target")
            return
        dealer = (dealer + 1) % players
    yield Ends(places(scores), tuple(scores), "limit")


def pack_of(players: int) -> list[str]:
    """Return the cards, suit by suit, each from the king down (HA-2)."""
    ranks = RANKS if players >= 4 else RANKS.replace("7", "")
    return [rank + suit for suit in SUITS for rank in reversed(ranks)]


def one_deal(
    options: Mapping[str, str], pack: Sequence[str], dealer: int, before: Sequence[int]
) -> Generator[Step, str, list[int] | None]:
    """Tell one deal from its cards on, and return the points of every seat, None if it is thrown in.

    Args:
        options: every option as a word.
        pack: the shuffled pack, top card first.
        dealer: who deals.
        before: the scores before the deal.
    """
    players = len(before)
    hands, (turn_up, *_) = in_packets(pack, dealer, players, options["deal_packets"])
    for seat, hand in enumerate(hands):
        yield shows({seat}, "hand", seat, hand)
    yield shows(range(players), "turn-up", None, [turn_up])
    contract = yield from bidding(dealer, players, turn_up[1])
    if contract is None:
        return None
    soloist, trump = contract
    yield notes("trump", trump)
    undertaking = "either"
    if options["undertaking"] == "declared":  # HA-11
        undertaking = yield asks(soloist, "undertake", {"three", "two"})
    yield notes("contract", soloist, undertaking)
    return (yield from play(hands, dealer, soloist, trump, undertaking, [int(options["target"]) - s for s in before]))


def bidding(dealer: int, players: int, turned: str) -> Generator[Step, str, tuple[int, str] | None]:
    """Tell both rounds of bidding, and return the soloist and the trump suit, None if all pass (HA-7 to HA-9)."""
    order = [(dealer + turn) % players for turn in range(1, players + 1)]
    for seat in order:
        if (yield asks(seat, "bid", {"pass", "play"})) == "play":
            return seat, turned
    for seat in order:
        if (suit := (yield asks(seat, "trump", {"pass", *SUITS}))) != "pass":
            return seat, suit
    return None


def play(
    hands: list[list[str]], dealer: int, soloist: int, trump: str, undertaking: str, missing: Sequence[int]
) -> Generator[Step, str, list[int]]:
    """Tell the tricks, and return the points of every seat (HA-12 to HA-20).

    Args:
        hands: what each seat holds; emptied as the cards are played.
        dealer: who dealt; eldest, on its left, leads.
        soloist: who has undertaken something.
        trump: the trump suit.
        undertaking: `either`, `three` or `two`.
        missing: the points with which each seat would reach the target.
    """
    players = len(hands)
    points = [0] * players
    winners: list[int] = []
    leader = (dealer + 1) % players
    for _ in range(5):
        trick: list[str] = []
        for turn in range(players):
            seat = (leader + turn) % players
            card = yield asks(seat, "play", heading(hands[seat], trick, trump, RANKS))
            hands[seat].remove(card)
            trick.append(card)
        leader = (leader + taker(trick, trump, RANKS)) % players
        winners.append(leader)
        yield notes("trick", leader, 1)
        made = min(for_kings(trick, trump), missing[leader] - points[leader])  # single points (HA-R11)
        if made:
            points[leader] += made
            yield notes("kings", leader, made)
        if points[leader] == missing[leader]:  # HA-20
            return points
    points[soloist] += 1 if succeeds(winners, soloist, undertaking) else -1
    return points


def for_kings(trick: Sequence[str], trump: str) -> int:
    """Return what the winner of a trick makes for kings in it (HA-17, HA-18).

    Whoever plays the king of trumps wins the trick, so both kinds of points are the winner's.
    """
    points = 1 if f"K{trump}" in trick else 0
    if trick[0][1] != trump and any(card[1] == trump for card in trick):
        points += sum(card[0] == "K" and card[1] != trump for card in trick)
    return points


def succeeds(winners: Sequence[int], soloist: int, undertaking: str) -> bool:
    """Tell whether the soloist has fulfilled the undertaking (HA-10, HA-11).

    Args:
        winners: who won each of the five tricks.
        soloist: the seat.
        undertaking: `either`, `three` or `two`.
    """
    three = winners.count(soloist) >= 3
    two = list(winners[:2]) == [soloist, soloist]
    return {"either": three or two, "three": three, "two": two}[undertaking]
