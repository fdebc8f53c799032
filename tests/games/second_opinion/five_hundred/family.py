"""The walk over the deals of a game that the Five Hundred family shares."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Literal, TypeAlias

from tests.games.second_opinion.checker import Ending, GameCheck
from tests.games.second_opinion.five_hundred.scoring import Played, limit
from tests.games.second_opinion.log import Log

Outcome: TypeAlias = Played | Literal["annulled", "thrown-in"]


class FamilyCheck(GameCheck):
    """One walk through a record; a game says what a deal is, and what it does to the scores.

    Args:
        log: the record after its `game` line.
        lines: the lines of the score sheet.
        seats: the number of players.
        max_deals: after so many deals of any kind the game stops (FH-84, AF-45).
    """

    standing = ("dealer", "scores", "finished")
    ended = ("places", "scores", "reason")

    def __init__(self, log: Log, lines: Iterable[int], seats: int, max_deals: int) -> None:
        super().__init__(log, lines)
        self.seats = seats
        self.max_deals = max_deals

    @abstractmethod
    def right_first_dealer(self) -> int:
        """Return who deals first."""

    @abstractmethod
    def follow_deal(self, dealer: int) -> Outcome:
        """Follow one deal to its end."""

    @abstractmethod
    def account(self, played: Played) -> Ending | None:
        """Score a deal, and return how it ends the game."""

    def first_dealer(self, said: int | None) -> int:
        """Compare the first dealer with the draw, or with the option (FH-5, AF-6)."""
        right = self.right_first_dealer()
        if said != right:
            raise self.log.lose(self.clauses.dealer, f"the first dealer is seat {right}, the record says {said}")
        return right

    def one_deal(self) -> Ending | None:
        """Follow one deal and what it does to the game; the dealer of an annulled one deals again (FH-6, AF-7)."""
        dealer = self.see_standing(self.log.next_deal())
        outcome = self.follow_deal(dealer)
        ending = self.account(outcome) if isinstance(outcome, Played) else None
        self.finished += 1
        self.dealer = dealer if outcome == "annulled" else (dealer + 1) % self.seats
        if ending is None and self.finished == self.max_deals:
            return limit(self.scores)
        return ending
