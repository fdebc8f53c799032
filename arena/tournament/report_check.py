"""Checks what a worker reports of its room: a worker that reports a game it was not given is rejected.

A worker on another machine may be another program than it says, or broken. So the arena compares every report with what
the worker was given to play: whose game it is, whether it has begun, who sat where. It cannot see whether a result was
played or made up; for that there are records (`arena verify`).
"""

from __future__ import annotations

from collections.abc import Iterable

from arena.games.kernel import Seat
from arena.games.kernel.game import flaw
from arena.table.outcome import Outcome, Use
from arena.table.reports import CrashedAfter, GameBegun, GameEnded, GameVoided, Report
from arena.table.stderr import Written, marks_of
from arena.tournament.messages import RoomSetup
from arena.tournament.values import MalformedError


class ReportCheck:
    """Checks the reports of a worker on its room.

    Args:
        room: what it was given to play.
    """

    def __init__(self, room: RoomSetup) -> None:
        self.open: dict[str, None] = {}
        """The ids of the games that have begun and not ended, in that order."""
        self._left = set(room.games)
        """The games that may begin."""
        self._ended = set[str]()
        """The games that have a result."""
        sides = room.seating().sides
        self._seats = range(len(sides))
        self._sides = len({side for side in sides if side is not None})

    def check(self, reports: Iterable[Report]) -> None:
        """Check reports, in the order in which they were made.

        Raises:
            MalformedError: one cannot be true.
        """
        for report in reports:
            game = report.game_id
            if isinstance(report, GameBegun):
                if game not in self._left:
                    raise MalformedError(f"game {game[:20]!r} begins, which it was not given to play, or has played")
                self._left.remove(game)
                self.open[game] = None
            elif isinstance(report, CrashedAfter):
                if game not in self._ended:
                    raise MalformedError(f"a bot crashed after game {game[:20]!r}, which has no result")
                self._check_seats((report.fault.seat,))
            else:
                if game not in self.open:
                    raise MalformedError(f"game {game[:20]!r} ends, which has not begun")
                del self.open[game]
                self._check_end(report)

    def _check_end(self, report: Report) -> None:
        if isinstance(report, GameEnded):
            self._ended.add(report.game_id)
            self._check_outcome(report.outcome)
            self._check_seats(failure.fault.seat for failure in report.failures)
            self._check_seats(seat for seat, *_ in report.stderr)
            uses = report.outcome.uses
            for failure in report.failures:
                _check_marks(failure.stderr, failure.marks, uses.get(failure.fault.seat))
            for seat, text, marks in report.stderr:
                _check_marks(text, marks, uses.get(seat))
        elif isinstance(report, GameVoided):
            self._check_seats(() if report.asked is None else (report.asked,))
            if report.again:
                self._left.add(report.game_id)

    def _check_outcome(self, outcome: Outcome) -> None:
        result = outcome.result
        if len(result.places) != self._sides or not {*result.places} <= {*range(1, self._sides + 1)}:
            raise MalformedError(f"places of {len(result.places)} sides, not {self._sides}")
        if len(result.scores) not in {0, self._sides}:
            raise MalformedError(f"scores of {len(result.scores)} sides, not {self._sides}")
        if wrong := flaw(result._replace(scores=result.scores or (0,) * self._sides), self._sides):
            raise MalformedError(wrong)
        self._check_seats(fault.seat for fault in outcome.faults)
        self._check_seats(outcome.uses)

    def _check_seats(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            if seat not in self._seats:
                raise MalformedError(f"there is no seat {seat}")


def _check_marks(text: bytes, marks: bytes, use: Use | None) -> None:
    """Check the marks of what a bot wrote to standard error.

    Args:
        text: the text.
        marks: its marks, coded.
        use: what its seat used in the game; None if it never sat there.
    """
    try:
        found = marks_of(Written(text, marks))
    except ValueError as error:
        raise MalformedError(f"marks in standard error: {error}") from None
    if found and found[-1][0] > (0 if use is None else use.decisions):
        raise MalformedError(f"marks in standard error: there is no decision {found[-1][0]}")
