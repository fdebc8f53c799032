"""Two bots against each of a field, on the same deals: how much better one does than the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.bots.entrants import Entrant
from arena.ratings import Interval
from arena.ratings.pairs import difference_interval, mean_interval
from arena.regression.head_to_head import HeadToHead
from arena.regression.series import sets_of
from arena.schedules.plan import PlannedGame
from arena.settings.contest import Contest
from arena.store import PlayedGame


@dataclass(frozen=True)
class OpponentResult:
    """How both bots did against one opponent of the field.

    Args:
        name: the opponent.
        new: the mean score of the new bot, from 0 to 1.
        old: the mean score of the old one.
        difference: new minus old, paired by deal.
    """

    name: str
    new: float
    old: float
    difference: Interval


@dataclass(frozen=True)
class FieldResult:
    """How both bots did against the whole field, on the same deals.

    Args:
        deals: how many deals each of them played against each opponent.
        against: the result against each opponent.
        score: the new bot's mean score minus the old one's, paired by deal over the whole field; from -1 to 1.
        margin: the new bot's mean margin minus the old one's, in points a game; None if the game records no points.
    """

    deals: int
    against: tuple[OpponentResult, ...]
    score: Interval
    margin: Interval | None

    @property
    def worse(self) -> bool:
        """Whether the new bot is significantly worse (95 %)."""
        return self.score.high is not None and self.score.high < 0.0


class AgainstField:
    """Both bots against each opponent of a field, on the same deals.

    Args:
        contest: what is played, and how many sets.
        pairing: the new bot, the old one, and the bots that fill the other sides.
        field: their opponents, at least one.
        seed: keys all packs.

    Attributes:
        games: the games to play.

    Raises:
        UserError: a bot does not play the game.
    """

    def __init__(self, contest: Contest, pairing: Sequence[Entrant], field: Sequence[Entrant], seed: str) -> None:
        self.games: list[PlannedGame] = []
        self._names = [one.name for one in field]
        self._of_opponents: list[tuple[HeadToHead, HeadToHead]] = []
        self._of_game: dict[str, HeadToHead] = {}
        new, old, *fillers = pairing
        for one in field:
            self._of_opponents.append(
                (self._begin(contest, new, one, fillers, seed), self._begin(contest, old, one, fillers, seed))
            )

    def _begin(self, contest: Contest, bot: Entrant, one: Entrant, fillers: Sequence[Entrant], seed: str) -> HeadToHead:
        games = sets_of(contest, [bot, one, *fillers], seed)
        found = HeadToHead(games, bot.id, one.id)
        self.games += games
        self._of_game |= {game.id: found for game in games}
        return found

    def take(self, played: PlayedGame) -> None:
        """Add a game that has a result."""
        found = self._of_game[played.game.id]
        found.take(played)
        while found.count():
            pass

    def result(self) -> FieldResult:
        """Return the result, once all games are played."""
        pairs = [(new.pairs, old.pairs) for new, old in self._of_opponents]
        known = [(new, old) for new, old in pairs if new is not None and old is not None]
        scores = [new.deal_scores - old.deal_scores for new, old in known]
        margins = [
            new.deal_margins - old.deal_margins
            for new, old in known
            if new.deal_margins is not None and old.deal_margins is not None
        ]
        against = [
            OpponentResult(
                name, float(new.deal_scores.mean()), float(old.deal_scores.mean()), difference_interval(score)
            )
            for name, (new, old), score in zip(self._names, known, scores, strict=True)
        ]
        margin = mean_interval(np.mean(margins, axis=0)) if len(margins) == len(scores) else None
        return FieldResult(scores[0].size, tuple(against), difference_interval(np.mean(scores, axis=0)), margin)
