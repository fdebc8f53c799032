"""Tuning the parameters of a bot: it plays itself on duplicate deals, and a fresh test says what was gained."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, NamedTuple

from arena.app import field
from arena.app.compare import play_comparison
from arena.app.events import Tell
from arena.app.match import contest_of_words, match_job
from arena.app.terms import Terms
from arena.bots.entrants import Entrant, playable
from arena.bots.params import joined, split_params
from arena.bots.revisions import find
from arena.errors import UserError
from arena.games.kernel.text import nearest
from arena.ratings.drawing import COLORS, LEFT, TOP, WIDTH, Axis, Plot, beside, frame, path
from arena.regression.gate import Question
from arena.regression.report import RegressionReport
from arena.regression.spsa import Range, Spsa, Step
from arena.settings.names import name_of
from arena.tournament.apart import waited
from arena.tournament.stops import StopButton

HEIGHT = 300.0
SEED = "tune"
FOREIGN = "it does not hold the steps of a tuning, or is damaged"


class Plan(NamedTuple):
    """What is tuned, and how.

    Args:
        bot: the bot as a command line names it.
        game: GAME or GAME:PRESET.
        params: each NAME, or NAME=LOW:HIGH for narrower bounds than in its bot.toml; empty for all parameters.
        steps: how many steps.
        sets: how many duplicate sets each step plays.
        save: the file that keeps the steps; None for one that is named like the bot.
        plots: the folder for a drawing of the way; None for none.
        elo: the test at the end decides between no lead and this one.
        max_sets: how many sets that test plays at most; 0 for no test.
        terms: under what the bot plays.
    """

    bot: str
    game: str
    params: Sequence[str]
    steps: int
    sets: int
    save: Path | None
    plots: Path | None
    elo: float
    max_sets: int
    terms: Terms

    @property
    def words(self) -> str:
        """The game with the options that differ from its preset."""
        return " ".join([self.game, *[f"{name}={value}" for name, value in self.terms.options.items()]])

    @property
    def seed(self) -> str:
        """The seed of all steps."""
        return self.terms.seed or SEED

    @property
    def file(self) -> Path:
        """The file that keeps the steps."""
        return self.save or Path(f"{name_of(Path(split_params(self.bot)[0]).name)}.tune.jsonl")


def ranges_of(plan: Plan, base: Path) -> tuple[dict[str, Range], str]:
    """Return what is tuned, parameter -> its range, and the digest of the bot; relative paths start from `base`.

    Raises:
        UserError: the bot cannot be used, has no such parameter, or the bounds are wrong.
    """
    bot, terms = plan.bot, plan.terms
    with field.intake(terms.sandbox, trust=terms.trust) as here:
        entrant: Entrant = playable(find(here, bot, base))
    found = {}
    for text in plan.params or entrant.params:
        name, narrower, bounds = text.partition("=")
        if name not in entrant.params:
            known = ", ".join(entrant.params) or "none: declare them in its bot.toml (arena help submissions)"
            raise UserError(f"{bot}: there is no parameter {name!r}{nearest(name, entrant.params)}", f"it has {known}")
        param = entrant.params[name]
        low, high = _bounds(text, bounds) if narrower else (param.min, param.max)
        if not param.min <= low < high <= param.max:
            hint = f"its bot.toml allows {name}={param.min}:{param.max}"
            raise UserError(f"--param {text}: needs LOW:HIGH within the bounds", hint, os.EX_USAGE)
        start = entrant.set.get(name, param.default)
        found[name] = Range(low, high, min(high, max(low, start)), param.whole)
    if not found:
        raise UserError(f"{bot} declares no parameters", "declare them in its bot.toml: arena help submissions")
    return found, entrant.source or entrant.digest


def _bounds(text: str, bounds: str) -> tuple[float, float]:
    low, _, high = bounds.partition(":")
    try:
        return float(low), float(high)
    except ValueError:
        raise UserError(f"--param {text}: needs NAME=LOW:HIGH", "write for example: depth=1:10", os.EX_USAGE) from None


class Tuning:
    """A tuning, kept in a file after each step. A file that is there is taken up where it ended.

    Args:
        plan: what is tuned, and how; it must agree with the file.
        ranges: parameter -> its range.
        content: the digest of the bot: what was found for other files is not true of these.

    Raises:
        UserError: the file is of another tuning, or cannot be read, or is none of a tuning.
    """

    def __init__(self, plan: Plan, ranges: Mapping[str, Range], content: str) -> None:
        self.way: Spsa = Spsa(ranges, plan.steps, plan.seed)
        self._file = file = plan.file
        head: dict[str, Any] = {"bot": plan.bot, "game": plan.words, "sets": plan.sets, "seed": plan.seed}
        head |= {"steps": plan.steps, "ranges": {name: [*each] for name, each in ranges.items()}, "content": content}
        self._head = head
        try:
            data = file.read_bytes() if file.is_file() else b""  # a device may never end
            self._read, self._whole = len(data), data.rfind(b"\n") + 1  # a last line may have been cut short
            if not self._whole and not json.dumps(head).encode().startswith(data):
                raise _unusable(file, FOREIGN)
            lines = [json.loads(line) for line in data[: self._whole].split(b"\n")[:-1]]
            first = lines[0] if lines and isinstance(lines[0], dict) else {}
            if lines and first != head:
                other = next((key for key in head if first.get(key) != head[key]), "the first line")
                raise UserError(f"{file} is of another tuning: {other} differs", "name another file (--save)")
            for line in lines[1:]:
                self.way.take(Step(tuple(line["signs"]), line["lead"]))
        except OSError as error:
            raise _unusable(file, str(error.strerror)) from error
        except (ValueError, LookupError, TypeError) as error:
            raise _unusable(file, FOREIGN) from error

    def play(self, lead: Callable[[int, dict[str, float], dict[str, float]], float]) -> Iterator[tuple[Step, Spsa]]:
        """Play the steps that are missing; yield each when it is kept.

        Args:
            lead: returns how much better the first of two points is, given the number of the step.
        """
        with self._opened() as file:
            while self.way.done < self.way.steps:
                signs = self.way.signs()
                step = Step(signs, lead(self.way.done, *self.way.points(signs)))
                self._write(file, step._asdict())
                self.way.take(step)
                yield step, self.way

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        """Open the file to go on where it was read to; no other tuning may write to it."""
        try:
            file = self._file.open("ab", buffering=0)
        except OSError as error:
            raise _unusable(self._file, str(error.strerror)) from error
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                other = file.tell() != self._read
            except BlockingIOError:
                other = True
            if other:
                text = f"{self._file}: another tuning is writing to it"
                raise UserError(text, "wait for it to end, or name another file (--save)", os.EX_TEMPFAIL)
            if self._whole < self._read:
                file.truncate(self._whole)
            if not self._whole:
                self._write(file, self._head)
            yield file

    def _write(self, file: IO[bytes], content: Mapping[str, Any]) -> None:
        line = json.dumps(content).encode() + b"\n"
        try:
            torn, why = file.write(line) < len(line), os.strerror(errno.ENOSPC)
        except OSError as error:
            torn, why = True, str(error.strerror)
        if torn:
            raise UserError(f"{self._file}: {why}", "make room, and go on with the same command", os.EX_IOERR)


def _unusable(file: Path, why: str) -> UserError:
    return UserError(f"{file}: {why}", "name another file (--save)", os.EX_DATAERR)


def lead_of(plan: Plan, tell: Tell) -> Callable[..., float]:
    """Return what plays two points of a step: the same bot with these parameters, on some duplicate sets.

    The lead is in points a game, or in marks (win 1, draw 0.5) where a game has no points.

    Args:
        plan: what is tuned.
        tell: is told what happens in the games of a step, in a thread that plays.
    """

    def lead(number: int, first: dict[str, float], second: dict[str, float]) -> float:
        if first == second:
            return 0.0
        under = replace(plan.terms, seed=f"{plan.seed} step {number}", tell=tell)
        bots = [joined(plan.bot, first), joined(plan.bot, second)]
        found = waited(match_job(plan.words, bots, plan.sets, under)).compare()
        return found.score - 0.5 if found.margin is None else found.margin.value or 0.0

    return lead


def judged(plan: Plan, values: Mapping[str, float], tell: Tell, again: Sequence[str]) -> RegressionReport:
    """Test the bot with other parameters against itself as it is, on packs that no step has seen.

    Args:
        plan: what was tuned.
        values: parameter -> value.
        tell: is told what happens.
        again: the options that `arena regress` needs to play under the same terms.
    """
    pair, question = (joined(plan.bot, values), plan.bot), Question("sprt", 0.0, plan.elo, 0.05, 0.05)

    def job(button: StopButton) -> RegressionReport:
        contest = contest_of_words(plan.words, plan.max_sets)
        terms = replace(plan.terms, seed=None)
        found = play_comparison(contest, question, pair, terms, tell, button.heed, button.end)
        asked = ["--elo1", f"{plan.elo:g}", "--max-sets", f"{plan.max_sets}", *again, "--seed", found.report.seed]
        return replace(found.report, command=shlex.join(["arena", "regress", *found.names, *asked]))

    return waited(job)


def drawn(way: Spsa) -> Plot:
    """Return the way of the parameters, each between its bounds."""
    x, y = Axis(0.0, max(1, way.done), LEFT, WIDTH - 230.0), Axis(0.0, 1.0, HEIGHT, TOP)
    parts, ends = frame(x, y, "steps", "between the bounds"), []
    for number, column in enumerate(zip(*way.places, strict=True)):
        style = number % len(COLORS)
        parts.append(path([(x.at(k), y.at(place)) for k, place in enumerate(column)], f"line line-{style}"))
        ends.append(y.at(column[-1]))
    found = way.found()
    names = [f"{name} {found[name]:g} ({one.low:g} to {one.high:g})" for name, one in way.ranges.items()]
    parts += beside(x.end, ends, names, [f"name text-{number % len(COLORS)}" for number in range(len(names))])
    about = "0 is the lower bound and 1 the upper one; beside a line stands the mean of its second half"
    return Plot("tuning", f"Parameters after {way.done} steps", about, WIDTH, HEIGHT + 40.0, parts)
