"""The points of a hand, games and rubbers."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from arena.games.bridge_solitaire.cards import NAMES, PLAYER, TRICKS
from arena.games.bridge_solitaire.options import Options
from arena.games.kernel import Card, Note, Result, Rules, spelled
from arena.games.parts.calls import Contract
from arena.games.parts.races import added, for_one
from arena.games.parts.rubber import Sheet, entered, honors, rubber_bonus, scored, unfinished_bonus

GAMES = 2
"""The games that win a rubber."""


class Standing(NamedTuple):
    """The state that carries over from hand to hand; pairs are of player and house.

    Args:
        rubbers: the rubbers that are over.
        won: in how many of them the player had the higher total.
        broken: how many of them were broken off.
        total: the sum of the player's totals less those of the house in them.
        finished: the hands of the rubber in progress.
        games: the games won in it.
        below: the points below the line in its current game.
        scores: all points in it.
    """

    rubbers: int = 0
    won: int = 0
    broken: int = 0
    total: int = 0
    finished: int = 0
    games: tuple[int, ...] = (0, 0)
    below: tuple[int, ...] = (0, 0)
    scores: tuple[int, ...] = (0, 0)

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        return spelled(**self._asdict())


def score_hand(o: Options, standing: Standing, hand: Collection[Card], bid: Contract, tricks: int) -> Rules[Standing]:
    """Enter the points of a hand, and end the rubber if it is over (BS-26 to BS-36).

    Args:
        o: the options.
        standing: the standing before the hand.
        hand: the thirteen cards that the player held.
        bid: the contract.
        tricks: the player's tricks.
    """
    declarer = bid.seat
    made = scored(bid, tricks if declarer == PLAYER else TRICKS - tricks, vulnerable=standing.games[declarer] > 0)
    extra = honors(hand, bid.denomination)
    if extra:
        yield Note("honors", (extra,))
    above = added(for_one(PLAYER, extra), for_one(declarer, made.above), for_one(1 - declarer, made.others))
    before = Sheet(standing.below, standing.scores, standing.games)
    sheet = yield from entered(before, for_one(declarer, made.below), above, NAMES)
    now = standing._replace(finished=standing.finished + 1, games=sheet.games, below=sheet.below, scores=sheet.scores)
    complete = max(now.games) >= GAMES
    if complete or now.finished >= o.max_deals:
        bonus = rubber_bonus(now.games) if complete else unfinished_bonus(sheet)
        yield Note("rubber", bonus)
        player, house = scores = added(now.scores, bonus)
        yield Note("scores", scores)
        return Standing(
            now.rubbers + 1, now.won + (player > house), now.broken + (not complete), now.total + player - house
        )
    yield Note("scores", now.scores)
    return now


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result after the last rubber: the player's total less that of the house (BS-34 to BS-36)."""
    if standing.rubbers < o.rubbers:
        return None
    reason = "limit" if standing.broken else "target"
    return Result((1,), (standing.total,), reason, (("rubbers", str(standing.won)),))
