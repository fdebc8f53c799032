"""Scoring a deal: scores, winners, and the standing for the next deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.five_hundred.bidding import ALONE, LOSING, NULLO, values
from arena.games.five_hundred.dealing import HAND
from arena.games.five_hundred.options import Options
from arena.games.five_hundred.play import PlayedDeal
from arena.games.kernel import Card, Note, Result, Rules, Side, Word
from arena.games.parts.bid_values import BIDS
from arena.games.parts.bowers import JOKER
from arena.games.parts.finish import TRICK, Standing, capped, ended, leaders, with_slam, won_by_contract
from arena.games.parts.tricks import Trick, taken
from arena.games.parts.turns import turns

PIPS = {"A": 1, "K": 10, "Q": 10, "J": 10, "T": 10} | {str(pip): pip for pip in range(2, 10)}
"""The points of each rank, if cards score (FH-75)."""


class Played(NamedTuple):
    """What scoring needs to know about a deal.

    Args:
        contract: the winning bid, None if there was no bid.
        side: the contracting sides, the contractor's first.
        tricks: the number of tricks that each side won.
        cards: the points of the cards that each side won, 0 if cards do not score.
    """

    contract: Word | None
    side: tuple[Side, ...]
    tricks: tuple[int, ...]
    cards: tuple[int, ...]

    @property
    def together(self) -> int:
        """The number of tricks of the contracting sides together (FH-47)."""
        return sum(self.tricks[side] for side in self.side)

    @property
    def made(self) -> bool:
        """Whether the contract was made (FH-67, FH-71, FH-72); False without a contract."""
        if self.contract in LOSING:
            return self.together == 0
        return self.contract is not None and self.together >= BIDS[self.contract].tricks


def throw_in(o: Options, standing: Standing) -> Rules[Standing]:
    """Throw in hands without a bid: no score, the next dealer (FH-29, FH-6)."""
    yield Note("thrown-in")
    return after(o, standing, standing.scores)


def enter(o: Options, standing: Standing, deal: PlayedDeal) -> Rules[Standing]:
    """Score a deal that was played; return the standing after it."""
    played = summary(o, deal)
    scores = settle(o, standing.scores, played)
    yield Note("points", played.tricks)
    if o.card_bonus:
        yield Note("card-points", played.cards)
    yield Note("scores", scores)
    return after(o, standing, scores, winners(o, standing, scores, played, deal.won))


def after(o: Options, standing: Standing, scores: tuple[int, ...], won_by: tuple[Side, ...] = ()) -> Standing:
    """Return the standing with these scores and winners; the next seat on the left deals (FH-6)."""
    return Standing((standing.dealer + 1) % o.players, scores, standing.finished + 1, won_by)


def summary(o: Options, deal: PlayedDeal) -> Played:
    """Return what scoring needs to know about a deal."""
    sides = o.sides
    tricks = taken(sides, deal.won)
    cards = [0] * len(tricks)
    if o.card_bonus:
        for trick in deal.won:
            cards[sides[trick.winner]] += card_points(trick.cards)
    return Played(deal.contract, tuple(dict.fromkeys(sides[seat] for seat in deal.side)), tricks, tuple(cards))


def card_points(cards: Sequence[Card]) -> int:
    """Return the points of cards in a trick; the joker counts 0 (FH-75)."""
    return sum(PIPS[card[0]] for card in cards if card != JOKER)


def settle(o: Options, start: Sequence[int], played: Played) -> tuple[int, ...]:
    """Return the scores after a deal, given those before it."""
    return tuple(
        score + gain(o, played) if side in played.side else defended(o, score, points(played, side))
        for side, score in enumerate(start)
    )


def gain(o: Options, played: Played) -> int:
    """Return what each contracting side scores: the value of the contract, or minus it (FH-67 to FH-69, FH-73).

    If the contract was made, the cards score for all sides that share it (FH-R16).
    """
    assert played.contract is not None
    value = values(o)[played.contract]
    if not played.made:
        return -value
    slam = o.slam and played.contract in BIDS and played.together == HAND
    return with_slam(value, all_tricks=slam) + sum(played.cards[side] for side in played.side)


def points(played: Played, side: Side) -> int:
    """Return what a defending side scores: its tricks, and its cards if they score (FH-70 to FH-75).

    Defenders score nothing against a misere. If a nullo fails, its tricks score for every defender too.
    """
    if played.contract in ALONE:
        return 0
    lost = played.together if played.contract == NULLO else 0
    return TRICK * (played.tricks[side] + lost) + played.cards[side]


def defended(o: Options, score: int, gained: int) -> int:
    """Return a score after points made in defense (FH-82, FH-R17)."""
    return capped(score, gained, o.target) if o.finish == "capped" else score + gained


def winners(
    o: Options, before: Standing, scores: Sequence[int], played: Played, won: Sequence[Trick]
) -> tuple[Side, ...]:
    """Return the sides that win by reaching the target, none if no side does (FH-77 to FH-83).

    Args:
        o: the options.
        before: the standing before the deal.
        scores: the scores after it.
        played: the deal.
        won: all tricks.
    """
    if max(scores) < o.target:
        return ()
    if o.finish != "wins":
        return won_by_contract(scores, played.side if played.made else (), o.target)
    if first := won_by_contract(scores, played.side, o.target):
        return first
    there = [side for side, score in enumerate(scores) if score >= o.target]
    if o.players in {2, 3} and len(there) > 1:
        return (first_there(o, before, there, played, won),)
    return leaders(scores, there)


def first_there(o: Options, before: Standing, there: Sequence[Side], played: Played, won: Sequence[Trick]) -> Side:
    """Return which of several defenders reached the target first, trick by trick (FH-79, FH-R11, FH-R12).

    If two reach it on the same trick, the higher total wins, then the seat closer to the dealer's left.
    """
    order = turns((before.dealer + 1) % o.players, o.players)
    totals = {side: before.scores[side] for side in order if side in there}
    for trick in won:
        for side in totals:
            totals[side] += trick_points(o, played, trick, side)
        if arrived := [side for side in totals if totals[side] >= o.target]:
            return max(arrived, key=totals.__getitem__)
    raise AssertionError("their tricks brought all of them to the target")


def trick_points(o: Options, played: Played, trick: Trick, side: Side) -> int:
    """Return what a trick adds to the score of a defender."""
    if trick.winner == side:
        return TRICK + (card_points(trick.cards) if o.card_bonus else 0)
    return TRICK if played.contract == NULLO and trick.winner in played.side else 0


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if the target, the floor or the limit on deals ends the game (FH-76, FH-81, FH-84)."""
    return ended(standing, floor=o.floor, max_deals=o.max_deals)
