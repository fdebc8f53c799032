"""Scoring a deal, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.american_five_hundred.bidding import VALUES, tricks_bid
from arena.games.american_five_hundred.options import Options
from arena.games.auction import Call
from arena.games.finish import TRICK, Standing, capped, ended, with_slam, won_by_contract
from arena.games.kernel import Note, Result, Rules, Seat, Word

ALL = 10
"""The tricks of a deal."""


def tricks_won(winners: Sequence[Seat]) -> tuple[int, int]:
    """Return the tricks of each partnership."""
    odd = sum(seat % 2 for seat in winners)
    return len(winners) - odd, odd


def is_made(contract: Call, winners: Sequence[Seat]) -> bool:
    """Return whether a contract was made (AF-39, AF-42).

    Nullo counts what the bidder takes, whose partner does not play; granola what both take.
    """
    own = tricks_won(winners)[contract.seat % 2]
    bid = tricks_bid(contract.word)
    return own == 0 if bid is None else own >= bid.tricks


def worth(o: Options, word: Word, *, tricks: int) -> int:
    """Return what a contract that was made scores: its value, or 250 for all tricks where that is more (AF-40)."""
    slam = o.slam and tricks_bid(word) is not None and tricks == ALL
    return with_slam(VALUES[word], all_tricks=slam)


def settle(o: Options, scores: Sequence[int], contract: Call, winners: Sequence[Seat]) -> tuple[int, int]:
    """Return the scores after a deal that was played (AF-39 to AF-43).

    Opponents score their tricks against a contract for tricks only; where they are held below the target these points
    lift no score beyond 10 less.
    """
    tricks = tricks_won(winners)
    declarers = contract.seat % 2
    after = list(scores)
    made = is_made(contract, winners)
    after[declarers] += worth(o, contract.word, tricks=tricks[declarers]) if made else -VALUES[contract.word]
    if tricks_bid(contract.word) is not None:
        points, old = TRICK * tricks[1 - declarers], scores[1 - declarers]
        held = o.defender_finish == "capped"
        after[1 - declarers] = capped(old, points, o.target) if held else old + points
    return after[0], after[1]


def enter(o: Options, standing: Standing, contract: Call, winners: Sequence[Seat]) -> Rules[Standing]:
    """Enter a deal that was played on the score sheet: tricks, scores, who has won by it (AF-43)."""
    scores = settle(o, standing.scores, contract, winners)
    yield Note("points", tricks_won(winners))
    yield Note("scores", scores)
    made = (contract.seat % 2,) if is_made(contract, winners) else ()
    return standing._replace(scores=scores, winners=won_by_contract(scores, made, o.target))


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if the game is over: won by a contract, lost at the floor, or stopped (AF-43 to AF-45)."""
    return ended(standing, floor=o.floor, max_deals=o.max_deals)
