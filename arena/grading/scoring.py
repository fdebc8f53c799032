"""What counts while a submission plays: sets without a fault, and two sequential tests on the same games.

Sets are counted in the order of the plan (`arena.regression.head_to_head`), and what is decided stays so. So neither
the number of rooms nor the speed of the machine changes what comes out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from arena import ratings
from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.grading.grade import DIGITS, Part, Status
from arena.ratings.wording import interval_text
from arena.regression.gate import Finding, Gate, Question
from arena.regression.head_to_head import HeadToHead, faults_of
from arena.schedules.plan import PlannedGame
from arena.settings.contest import Contest, contest_of
from arena.settings.grade_file import PointsSection, SequentialSection, StaffBotSection, Visibility
from arena.store import PlayedGame
from arena.table.outcome import Fault

LEAST = 5
"""At least so many sets are played, even if no points are left: one failure does not mean that a bot always fails."""
PASSED = frozenset({Finding.NOT_WORSE, Finding.IDENTICAL})
"""Verdicts that mean that a submission is not worse."""
PASSING: Status = "passed"
FAILING: Status = "failed"


class LegalPlay:
    """Sets that a submission plays for the points of legal play.

    Args:
        contest: what is played.
        games: the games of all sets.
        bot: the submission.
        points: what legal play is worth, and what a set with a fault costs.
    """

    def __init__(self, contest: Contest, games: Sequence[PlannedGame], bot: Entrant, points: PointsSection) -> None:
        self._contest = contest
        self._bot = bot.id
        self._points = points
        self._guilty = 0
        self.staff: StaffFaults = StaffFaults(bot)
        other = next((one for game in games for one in game.pairing if one != bot.id), bot.id)
        self.head_to_head: HeadToHead = HeadToHead(games, bot.id, other)

    def take(self, played: PlayedGame) -> None:
        """Add a game, then count complete sets until no points are left."""
        self.head_to_head.take(played)
        while not self.decided() and self.head_to_head.count():
            faults = (found for game in self.head_to_head.sets[-1] for found in faults_of(game))
            self._guilty += any(one == self._bot for one, _ in faults)
            self.staff.look(self.head_to_head.sets)

    @property
    def points(self) -> float:
        """The points that are left; none if there was a fault in every set."""
        if self.hopeless:
            return 0.0
        cost = self._points.legal / self._contest.sets if self._points.fault is None else self._points.fault
        return max(0.0, round(self._points.legal - cost * self._guilty, DIGITS))

    def decided(self) -> bool:
        """Return whether no more sets are needed: all are counted, or no points are left."""
        sets, fault = len(self.head_to_head.sets), self._points.fault or 0.0
        lost = fault > 0.0 and sets >= LEAST and self._guilty * fault >= self._points.legal
        return lost or self.staff.failed or sets == self._contest.sets

    def state(self) -> str:
        """Return how things stand, in words."""
        sets = len(self.head_to_head.sets)
        return f"legal play: {sets} set{'s' * (sets != 1)}, {self._guilty or 'none'} with a fault"

    @property
    def hopeless(self) -> bool:
        """Whether each of its sets had a fault, so that more games would change nothing."""
        return 0 < self._guilty == len(self.head_to_head.sets)

    def part(self, title: str, why: str, visibility: Visibility) -> Part:
        """Return the part of the grade.

        Args:
            title: what it is called.
            why: the first fault, in words; empty if there is none.
            visibility: when students see it.
        """
        sets = len(self.head_to_head.sets)
        text = f"{sets} of {self._contest.sets} sets played, {self._guilty or 'none'} with a fault"
        faults = ", ".join(f"{kind} in {n} game{'s' * (n != 1)}" for kind, n in self._faults())
        lines = [text, *([f"faults: {faults}", f"first fault: {why}"] if self._guilty else [])]
        status: Status = PASSING if not self._guilty else "partly" if self.points else FAILING
        return Part(title, self.points, self._points.legal, status, "\n".join(lines), visibility)

    def _faults(self) -> Iterable[tuple[str, int]]:
        return self.head_to_head.faults(self._bot).items()


class FieldTests:
    """Two tests of a submission against a bot of the field, on the same games: not worse, and better.

    Args:
        contest: what is played.
        games: the games that the tests may need.
        bot: the submission.
        staff: the bot of the field.
        asked: margin, error rates and the most sets.
        section: what the tests are worth, and when students see them. A `better` without points is not asked.
    """

    def __init__(
        self,
        contest: Contest,
        games: Sequence[PlannedGame],
        bot: Entrant,
        staff: Entrant,
        asked: SequentialSection,
        section: StaffBotSection,
    ) -> None:
        self._contest = contest
        self._section = section
        self.staff: StaffFaults = StaffFaults(bot)
        questions = [Question("sprt", elo, elo + asked.elo, asked.alpha, asked.beta) for elo in (-asked.elo, 0.0)]
        same = bot.digest == staff.digest
        gates = [
            Gate(HeadToHead(games, bot.id, staff.id), question, contest.sides, same_files=same)
            for question in questions
        ]
        self._not_worse = gates[0]
        self._better = gates[1] if section.better else None
        self._gates = gates if section.better else gates[:1]

    def take(self, played: PlayedGame) -> None:
        """Add a game."""
        for gate in self._gates:
            gate.take(played)
            self.staff.look(gate.head_to_head.sets)

    def decided(self) -> bool:
        """Return whether no more games are needed. A submission that is worse cannot be better, too."""
        worse = self._not_worse.finding is Finding.WORSE
        return self.staff.failed or worse or all(map(self._over, self._gates))

    def _over(self, gate: Gate) -> bool:
        return gate.decided() or gate.test.pairs == self._contest.sets

    def state(self) -> str:
        """Return how things stand, in words."""
        words = zip(("not worse", "better"), self._gates, strict=False)
        return "; ".join(f"{word}: {gate.finding} after {gate.test.pairs} sets" for word, gate in words)

    def parts(self, titles: tuple[str, str]) -> list[Part]:
        """Return the parts of the grade.

        Args:
            titles: what they are called.
        """
        section, finding = self._section, self._not_worse.finding
        found = [self._part(titles[0], section.not_worse, _told(self._not_worse), passed=finding in PASSED)]
        if self._better:
            worse = finding is Finding.WORSE
            passed = not worse and self._better.finding is Finding.BETTER
            text = "it is worse" if worse else _told(self._better)
            found.append(self._part(titles[1], section.better, text, passed=passed))
        return found

    def _part(self, title: str, most: float, text: str, *, passed: bool) -> Part:
        points, status = (most, PASSING) if passed else (0.0, FAILING)
        return Part(title, points, most, status, text, self._section.visibility)


def _told(gate: Gate) -> str:
    """Return what a test has found, in a line."""
    pairs = gate.head_to_head.pairs
    if pairs is None:
        return "no set was played"
    found = ratings.compare(pairs)
    verdict = f"not decided after {found.deals} sets" if gate.finding is Finding.UNDECIDED else f"{gate.finding}"
    lead = interval_text(found.elo, "+.0f", " Elo")
    games = f"{found.games} games in {found.deals} sets: {found.wins} won, {found.draws} drawn, {found.losses} lost"
    return f"{verdict}; {games}; lead {lead}"


class StaffFault(UserError):  # noqa: N818 - named after what happened
    """A bot of the staff made a fault, so there can be no grade.

    The submission must get no points for this fault, and may even have caused it.

    Args:
        name: the bot of the staff.
        contest: what was played.
        fault: its fault.
    """

    def __init__(self, name: str, contest: str, fault: Fault) -> None:
        text = f"{name}, a bot of the staff, failed in {contest}: {fault.kind}: {fault.text}"
        cure = "repair it or give it more time ([clock])"
        its = contest_of(contest)
        if not its.game.pack(its.options):  # most sample bots need cards, and so does the usual one
            cure = (
                'if it cannot play this game, name one that can, such as fill = "sample:random", which plays every game'
            )
        super().__init__(text, f"there is no grade; {cure}, and grade again", os.EX_CONFIG)


class StaffFaults:
    """Looks for faults of bots other than the submission, in sets that count.

    Args:
        bot: the submission.
    """

    def __init__(self, bot: Entrant) -> None:
        self._bot = bot.id
        self._seen = 0
        self._fault: StaffFault | None = None

    def look(self, sets: Sequence[Sequence[PlayedGame]]) -> None:
        """Look at the sets that were counted since the last call.

        Args:
            sets: all sets that were counted.
        """
        for games in sets[self._seen :]:
            for played in games:
                for who, fault in faults_of(played):
                    if who != self._bot and self._fault is None:
                        name = (who or "").partition("@")[0]
                        self._fault = StaffFault(name, played.game.contest, fault)
        self._seen = max(self._seen, len(sets))

    @property
    def failed(self) -> bool:
        """Whether one of them failed."""
        return self._fault is not None

    def check(self) -> None:
        """Check that none of them failed.

        Raises:
            StaffFault: one did.
        """
        if self._fault:
            raise self._fault
