"""Scoring a deal, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.american_five_hundred.bidding import VALUES, tricks_bid
from arena.games.american_five_hundred.dealing import SIDES
from arena.games.american_five_hundred.options import Options
from arena.games.auction import Call
from arena.games.finish import TRICK, Standing, capped, ended, with_slam, won_by_contract
from arena.games.kernel import Note, Result, Rules, Word
from arena.games.tricks import Trick, taken

ALL = 10
"""The tricks of a deal."""


def is_made(contract: Call, tricks: Sequence[int]) -> bool:
    """Return whether a contract was made (AF-39, AF-42).

    Nullo counts what the bidder takes, whose partner does not play; granola what both take.
    """
    own = tricks[contract.seat % 2]
    bid = tricks_bid(contract.word)
    return own == 0 if bid is None else own >= bid.tricks


def worth(o: Options, word: Word, *, tricks: int) -> int:
    """Return what a contract that was made scores: its value, or 250 for all tricks where that is more (AF-40)."""
    slam = o.slam and tricks_bid(word) is not None and tricks == ALL
    return with_slam(VALUES[word], all_tricks=slam)


def settle(o: Options, scores: Sequence[int], contract: Call, tricks: Sequence[int]) -> tuple[int, int]:
    """Return the scores after a deal that was played (AF-39 to AF-43).

    Opponents score their tricks against a contract for tricks only; where they are held below the target these points
    lift no score beyond 10 less.
    """
    declarers = contract.seat % 2
    after = list(scores)
    made = is_made(contract, tricks)
    after[declarers] += worth(o, contract.word, tricks=tricks[declarers]) if made else -VALUES[contract.word]
    if tricks_bid(contract.word) is not None:
        points, old = TRICK * tricks[1 - declarers], scores[1 - declarers]
        held = o.defender_finish == "capped"
        after[1 - declarers] = capped(old, points, o.target) if held else old + points
    return after[0], after[1]


def enter(o: Options, standing: Standing, contract: Call, won: Sequence[Trick]) -> Rules[Standing]:
    """Enter a deal that was played on the score sheet: tricks, scores, who has won by it, the next dealer (AF-43)."""
    tricks = taken(SIDES, won)
    scores = settle(o, standing.scores, contract, tricks)
    yield Note("points", tricks)
    yield Note("scores", scores)
    made = (contract.seat % 2,) if is_made(contract, tricks) else ()
    dealer = (standing.dealer + 1) % 4
    return Standing(dealer, scores, standing.finished + 1, won_by_contract(scores, made, o.target))


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if the game is over: won by a contract, lost at the floor, or stopped (AF-43 to AF-45)."""
    return ended(standing, floor=o.floor, max_deals=o.max_deals)
