"""Rubber bridge scoring: points above and below the line, and the score sheet of a rubber."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from arena.games.kernel.events import Card, Note, Rules, Seat, Side, made
from arena.games.kernel.game import spelled
from arena.games.parts.calls import Contract
from arena.games.parts.races import added, for_one
from arena.games.parts.tricks import NO_TRUMP

BOOK: Final = 6
"""The tricks below level 1: a bid at level 1 is for seven tricks."""
GAME: Final = 100
"""The points below the line that win a game (BS-33)."""
GAMES: Final = 2
"""The games that win a rubber (BS-34)."""
TRICK: Final = {"C": 20, "D": 20, "H": 30, "S": 30, NO_TRUMP: 30}
"""The value of each trick over six, by denomination; at no trump the first one is worth 10 more (BS-27)."""
SLAM: Final = {6: 500, 7: 1000}
"""The slam bonus by level; half as much again if vulnerable (BS-31)."""


class Scored(NamedTuple):
    """The points of a contract: the declaring side's below and above the line, and the other side's above it."""

    below: int
    above: int
    others: int


def scored(bid: Contract, tricks: int, *, vulnerable: bool) -> Scored:
    """Score a contract by the number of tricks that the declaring side took (BS-26 to BS-31)."""
    over = tricks - BOOK - bid.level
    if over < 0:
        return Scored(0, 0, undertricks(-over, bid.doubled, vulnerable=vulnerable))
    slam = SLAM.get(bid.level, 0)
    bonus = slam * 3 // 2 if vulnerable else slam
    return Scored(trick_points(bid), overtricks(bid, over, vulnerable=vulnerable) + insult(bid) + bonus, 0)


def trick_points(bid: Contract) -> int:
    """Return the points for the tricks bid, if they are made (BS-27)."""
    return (TRICK[bid.denomination] * bid.level + 10 * (bid.denomination == NO_TRUMP)) * bid.doubled


def overtricks(bid: Contract, over: int, *, vulnerable: bool) -> int:
    """Return the points for tricks beyond the contract (BS-28)."""
    each = TRICK[bid.denomination] if bid.doubled == 1 else 50 * bid.doubled * (1 + vulnerable)
    return over * each


def insult(bid: Contract) -> int:
    """Return the bonus for making a doubled contract, "for the insult" (BS-29)."""
    return 25 * bid.doubled if bid.doubled > 1 else 0


def undertricks(down: int, doubled: int, *, vulnerable: bool) -> int:
    """Return the other side's points for a contract that is `down` tricks short, at least one (BS-30)."""
    if doubled == 1:
        return 50 * (1 + vulnerable) * down
    first = 200 if vulnerable else (100, 300, 500)[min(down, 3) - 1]
    return (first + 300 * max(0, down - (1 if vulnerable else 3))) * doubled // 2


def honors(hand: Collection[Card], denomination: str) -> int:
    """Return the bonus for honors: four or five of trumps in one hand, or four aces at no trump (BS-32)."""
    if denomination == NO_TRUMP:
        return 150 if {"AS", "AH", "AD", "AC"} <= set(hand) else 0
    return {4: 100, 5: 150}.get(sum([rank + denomination in hand for rank in "AKQJT"]), 0)


class Sheet(NamedTuple):
    """The score sheet of a rubber. A side that has won a game is vulnerable (BS-33).

    Args:
        below: the points of each side below the line in the current game.
        scores: all points of each side in all games, below and above the line (BS-35, JJ-41).
        games: the games that each side has won.
        aside: points set aside for the winner of a later hand (JJ-36).
    """

    below: tuple[int, ...] = (0, 0)
    scores: tuple[int, ...] = (0, 0)
    games: tuple[int, ...] = (0, 0)
    aside: int = 0

    def enter(
        self, below: tuple[int, ...], above: tuple[int, ...] = (0, 0), *, target: int = GAME, aside: int = 0
    ) -> Sheet:
        """Enter the points of a hand; a side that reaches the target below the line wins the game (BS-33, JJ-40).

        Args:
            below: the points of each side below the line.
            above: the points of each side above the line.
            target: the points below the line that win a game.
            aside: all points that are set aside after the hand.
        """
        line, scores, games = added(self.below, below), added(self.scores, below, above), self.games
        if max(line) >= target:
            games = added(games, tuple([int(points >= target) for points in line]))
            line = (0,) * len(line)
        return made(Sheet, (line, scores, games, aside))


class Standing(NamedTuple):
    """The state that carries over from deal to deal in a rubber of two players, each of whom deals in turn.

    Args:
        dealer: the next dealer.
        sheet: the score sheet.
        finished: the number of deals so far, also those thrown in.
        thrown: the number of deals thrown in in a row just now (JJ-8).
    """

    dealer: Seat
    sheet: Sheet = Sheet()
    finished: int = 0
    thrown: int = 0

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        below, scores, games, aside = self.sheet
        return spelled(
            dealer=self.dealer,
            scores=scores,
            below=below,
            games=games,
            finished=self.finished,
            aside=aside or None,
            thrown=self.thrown or None,
        )


def entered(
    sheet: Sheet,
    below: tuple[int, ...],
    above: tuple[int, ...],
    names: Sequence[Side | str] = (0, 1),
    *,
    target: int = GAME,
    aside: int = 0,
    winner: Side | None = None,
) -> Rules[Sheet]:
    """Enter the points of a hand and announce them, with what is set aside now, and the game if it is over.

    The notes are `below POINTS ...`, `above POINTS ...`, `aside POINTS` if that has changed, and `game SIDE` (BS-26 to
    BS-33, JJ-36, JJ-40).

    Args:
        sheet: the sheet before the hand.
        below: the points of each side below the line.
        above: the points of each side above the line.
        names: the sides as notes name them.
        target: the points below the line that win a game.
        aside: the points that are set aside for the winner of a later hand.
        winner: the side that scores all that is set aside, above the line.

    Returns:
        The sheet after it.
    """
    aside += sheet.aside
    if winner is not None:
        above, aside = added(above, for_one(winner, aside)), 0
    after = sheet.enter(below, above, target=target, aside=aside)
    yield made(Note, ("below", below))
    yield made(Note, ("above", above))
    if aside != sheet.aside:
        yield Note("aside", (aside,))
    for side, name in enumerate(names):
        if after.games[side] > sheet.games[side]:
            yield Note("game", (name,))
    return after


def contract_entered(
    sheet: Sheet, bid: Contract, tricks: int, extra: tuple[int, ...], names: Sequence[Side | str] = (0, 1)
) -> Rules[Sheet]:
    """Enter and announce the points of a contract between two sides (BS-26 to BS-33).

    Args:
        sheet: the sheet before the hand.
        bid: the contract; its seat is the declaring side.
        tricks: the tricks that this side took.
        extra: what each side scores above the line besides, such as honors.
        names: the sides as notes name them.

    Returns:
        The sheet after the hand.
    """
    side = bid.seat
    below, above, others = scored(bid, tricks, vulnerable=sheet.games[side] > 0)
    above_line = added(extra, for_one(side, above), for_one(1 - side, others))
    return entered(sheet, for_one(side, below), above_line, names)


def rubber_bonus(games: tuple[int, ...]) -> tuple[int, ...]:
    """Return each side's bonus for the rubber: 700 to the winner of two games to none, 500 of two to one (BS-34)."""
    return tuple([0 if won < GAMES else 700 if sum(games) == GAMES else 500 for won in games])


def unfinished_bonus(sheet: Sheet) -> tuple[int, ...]:
    """Return each side's bonus in an unfinished rubber: for the only game, for the only part score (BS-36)."""
    return added(_only(sheet.games, 300), _only(sheet.below, 100))


def _only(marks: tuple[int, ...], bonus: int) -> tuple[int, ...]:
    """Return the bonus for a side if it alone has a positive mark."""
    alone = [mark > 0 for mark in marks].count(True) == 1
    return tuple([bonus if alone and mark else 0 for mark in marks])
