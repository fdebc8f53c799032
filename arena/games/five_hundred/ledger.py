"""From one standing to the next: what a deal leaves on the score sheet, and who has won by it."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.finish import TRICK, Standing, ended, leaders, won_by_contract
from arena.games.five_hundred.bidding import NULLO
from arena.games.five_hundred.options import Options
from arena.games.five_hundred.play import Outcome
from arena.games.five_hundred.score import Played, card_points, settle
from arena.games.kernel import Note, Result, Rules, Side
from arena.games.tricks import Trick, taken
from arena.games.turns import turns


def throw_in(o: Options, standing: Standing) -> Rules[Standing]:
    """Enter hands that nobody bid on: no score, the next dealer (FH-29, FH-6)."""
    yield Note("thrown-in")
    return after(o, standing, standing.scores)


def enter(o: Options, standing: Standing, deal: Outcome) -> Rules[Standing]:
    """Enter a deal that was played: tricks, points of cards, scores, who has won."""
    played = summary(o, deal)
    scores = settle(o, standing.scores, played)
    yield Note("points", played.tricks)
    if o.card_bonus:
        yield Note("card-points", played.cards)
    yield Note("scores", scores)
    return after(o, standing, scores, winners(o, standing, scores, played, deal.won))


def after(o: Options, standing: Standing, scores: tuple[int, ...], won_by: tuple[Side, ...] = ()) -> Standing:
    """Return the standing with these scores, and who has won by them; the next player on the left deals (FH-6)."""
    return Standing((standing.dealer + 1) % o.players, scores, standing.finished + 1, won_by)


def summary(o: Options, deal: Outcome) -> Played:
    """Return what scoring looks at."""
    sides = o.sides
    tricks = taken(sides, deal.won)
    cards = [0] * len(tricks)
    if o.card_bonus:
        for trick in deal.won:
            cards[sides[trick.winner]] += card_points(trick.cards)
    contracted = tuple(dict.fromkeys([sides[seat] for seat in deal.side]))
    return Played(deal.contract, contracted, tricks, tuple(cards))


def winners(
    o: Options, before: Standing, scores: Sequence[int], played: Played, won: Sequence[Trick]
) -> tuple[Side, ...]:
    """Return the sides that win because of the target, none if the game is not decided by it (FH-77 to FH-83).

    Args:
        o: the options.
        before: the standing before the deal.
        scores: the scores after it.
        played: what was scored.
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
    """Return which of several opponents reached the target first, trick by trick (FH-79, FH-R11, FH-R12).

    On the same trick the higher total counts, then the place nearer to the dealer's left.
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
    """Return what a trick adds to the score of a player without the contract."""
    if trick.winner == side:
        return TRICK + (card_points(trick.cards) if o.card_bonus else 0)
    return TRICK if played.contract == NULLO and trick.winner in played.side else 0


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if the target, the floor or the limit has ended the game (FH-76, FH-81, FH-84)."""
    return ended(standing, floor=o.floor, max_deals=o.max_deals)
