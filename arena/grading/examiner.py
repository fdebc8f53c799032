"""The examination of a submission: its parts in order, each played until it is known what it is worth.

A failure of the submission is a part without points. Any other failure is an error, and then there is no grade: the
machine has no sandbox, time was up, or a bot of the staff failed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.escapes import printable
from arena.grading.grade import Grade, Part, Submission
from arena.grading.scoring import FieldTests, LegalPlay
from arena.regression.report import first_faults
from arena.regression.series import play_out, sets_of
from arena.schedules.plan import PlannedGame
from arena.settings.contest import Contest
from arena.settings.grade_file import GradeFile, StaffBotSection, Visibility
from arena.store import Store
from arena.tournament.events import GameEnded, PlayEvent, Progress, Tell
from arena.tournament.setup import TournamentSetup

ACCEPTED, BUILDS, GREETS = "accepted", "builds", "greets"
"""The titles of the first parts."""
TEXT = 2000
"""The most characters of the text of a part; a build may write more."""


def legal_title(contest: Contest) -> str:
    """Return the title of the part of legal play."""
    return f"plays {contest.label} legally"


def stand_titles(contest: Contest, bot: Entrant) -> tuple[str, str]:
    """Return the titles of the two parts of a bot of the field."""
    return f"not worse than {bot.name} at {contest.label}", f"better than {bot.name} at {contest.label}"


class GradeSheet:
    """The parts of a grade as they become known; those that are not known yet were not tried.

    Args:
        file: the grade file.
        field: the bots of the staff, in the order of the file.
    """

    def __init__(self, file: GradeFile, field: Sequence[Entrant]) -> None:
        self._file = file
        self._parts = {part.title: part for part in self._blank(field)}
        self._why = ""

    def _blank(self, field: Sequence[Entrant]) -> Iterator[Part]:
        """Yield all parts, untried."""
        own, seen = self._file.points, self._file.visibility

        def part(title: str, most: float, visibility: Visibility = seen) -> Part:
            return Part(title, 0.0, most, "not tried", "", visibility)

        yield part(ACCEPTED, own.accepted)
        yield part(BUILDS, own.builds)
        yield part(GREETS, own.greets)
        yield from (part(legal_title(contest), own.legal) for contest in self._file.contests)
        for contest in self._file.contests:
            for section, bot in zip(self._file.bots, field, strict=True):
                not_worse, better = stand_titles(contest, bot)
                yield part(not_worse, section.not_worse, section.visibility)
                if section.better:
                    yield part(better, section.better, section.visibility)

    def put(self, *parts: Part) -> None:
        """Add parts that are known."""
        for part in parts:
            assert part.title in self._parts
            self._parts[part.title] = part

    def passed(self, title: str, text: str) -> None:
        """Give a part all of its points."""
        part = self._parts[title]
        self.put(part._replace(points=part.most, status="passed", text=text))

    def refused(self, title: str, error: UserError) -> None:
        """Give a part no points.

        Args:
            title: the part.
            error: what is wrong with the submission.
        """
        lines = [line for line in (error.message, error.hint) if line]
        self.put(self._parts[title]._replace(status="failed", text=printable("\n".join(lines))[:TEXT]))

    def failed(self, title: str, error: UserError) -> None:
        """Give a part no points; nothing after it is tried.

        Args:
            title: the part.
            error: what is wrong with the submission.
        """
        self.refused(title, error)
        self._why = self._why or title

    def skipped(self, title: str, why: str) -> None:
        """Say of a part why it was not tried, if there is such a part."""
        if title in self._parts:
            self.put(self._parts[title]._replace(text=why))

    def grade(self, submission: Submission) -> Grade:
        """Return the grade."""
        because = f"not tried, because of {self._why!r}" if self._why else ""
        parts = [part if part.text else part._replace(text=because) for part in self._parts.values()]
        return Grade(self._file.name, submission, parts)


@dataclass(frozen=True)
class Examiner:
    """Plays the parts of a grade.

    Args:
        file: the grade file.
        bot: the submission.
        field: the bots of the staff, in the order of the file.
        fillers: bots for all other sides, as many as the largest game needs.
        setup: the conditions of play; its entrants are all of these bots.
        store: where games are kept, with a run begun.
        tell: is told how play goes.
        late: returns whether no new game may begin.
    """

    file: GradeFile
    bot: Entrant
    field: Sequence[Entrant]
    fillers: Sequence[Entrant]
    setup: TournamentSetup
    store: Store
    tell: Tell
    late: Callable[[], bool]

    def examine(self, sheet: GradeSheet) -> None:
        """Play all games that are needed, and put what comes of them on the sheet.

        Raises:
            UserError: there can be no grade; the submission is not to blame.
            KeyboardInterrupt: the arena was told to stop.
        """
        hopeless: dict[str, str] = {}
        for contest in self.file.contests:
            title = legal_title(contest)
            if self.bot.plays(contest.game.name):
                part, lost = self._legally(contest, title)
                sheet.put(part)
            else:
                only = UserError(f"it plays only {', '.join(self.bot.games)}")
                sheet.refused(title, only)
                lost = "it does not play this game"
            hopeless[contest.label] = lost
        for contest in self.file.contests:
            for section, staff in zip(self.file.bots, self.field, strict=True):
                titles = stand_titles(contest, staff)
                if why := hopeless[contest.label]:
                    for title in titles:
                        sheet.skipped(title, f"not tried: {why}")
                else:
                    sheet.put(*self._against(contest, section, staff, titles))

    def _legally(self, contest: Contest, title: str) -> tuple[Part, str]:
        """Play for the points of legal play; return the part, and why nothing more is played if so."""
        others = self.fillers[: max(1, contest.sides - 1)]
        games = sets_of(contest, [self.bot, *others], self.setup.seed, "fresh")
        legal = LegalPlay(contest, games, self.bot, self.file.points)
        self._play(contest, games, legal, title)
        first = first_faults(legal.head_to_head, [self.bot], self.store).get(self.bot.name)
        part = legal.part(title, str(first or ""), self.file.visibility)
        return part, "each set of legal play had a fault" if legal.hopeless else ""

    def _against(
        self, contest: Contest, section: StaffBotSection, staff: Entrant, titles: tuple[str, str]
    ) -> list[Part]:
        """Play against a bot of the field until all tests are decided."""
        contest = contest._replace(sets=self.file.test.max_sets)
        others = self.fillers[: max(0, contest.sides - 2)]
        games = sets_of(contest, [self.bot, staff, *others], self.setup.seed, "fresh")
        stand = FieldTests(contest, games, self.bot, staff, self.file.test, section)
        self._play(contest, games, stand, f"against {staff.name}")
        return stand.parts(titles)

    def _play(self, contest: Contest, games: Sequence[PlannedGame], part: LegalPlay | FieldTests, about: str) -> None:
        """Play until a part is decided.

        Raises:
            UserError: a bot of the staff made a fault, or time was up before.
            KeyboardInterrupt: the arena was told to stop.
        """
        setup = replace(self.setup, contests={contest.label: contest})
        done = 0

        def tell(event: PlayEvent) -> None:
            nonlocal done
            if isinstance(event, GameEnded):
                done += 1
                self.tell(Progress(f"playing: {about}", done, len(games), state=part.state()))
            self.tell(event)

        self.tell(Progress(f"playing: {about}", 0, len(games), state=part.state()))
        if play_out(setup, games, self.store, tell, part.take, lambda: part.decided() or self.late()):
            raise KeyboardInterrupt
        part.staff.check()
        if not part.decided():
            raise TimeUp(about, contest)


class TimeUp(UserError):  # noqa: N818 - named after what happened
    """Time was up before it was known what a part is worth.

    Points must not depend on the speed of a machine, so there is no grade.

    Args:
        about: the part.
        contest: what was played.
    """

    def __init__(self, about: str, contest: Contest) -> None:
        text = f"time was up before it was known how the submission does: {about} ({contest.label})"
        hint = (
            "points must not depend on how fast a machine is, so there is no grade: give more --time, ask for fewer "
            "sets (sets, [test] max_sets) or a larger elo, or give each bot a bank of time ([clock] bank_ms). "
            "With --save FILE the same command goes on where it stopped"
        )
        super().__init__(text, hint, os.EX_TEMPFAIL)
