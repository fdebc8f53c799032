"""Look for bytes that break the codec or the session, guided by what they reach: `python -m tests.protocol.fuzz`.

A random change of a script is kept if it reaches something new: an arc between two lines of `protocol/`, or a mark (a
row of the session table, a refusal, a message of some shape). The second kind is needed because much of the protocol
is data, which no coverage of lines sees. All chance comes from `--seed`, so that a number of `--runs` does the same on
every machine.
"""

from __future__ import annotations

import random
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple, TypeAlias

import click

from arena import protocol
from arena.protocol import ARENA, BOT, CODECS, LINE, Arena, Bot, Codec, Side
from tests.protocol.examples import messages, records, side
from tests.protocol.mutation import Mutator
from tests.protocol.scripts import TARGETS, Mark, Script, Step, check, pieces, read, text_of

CORPUS: Final = Path(__file__).parent / "corpus"
_SOURCE: Final = str(Path(protocol.__file__).parent)

_FEW: Final = 6
"""Steps of a script whose bytes are shrunk too: with more of them it takes long and shows little."""

Feature: TypeAlias = tuple[str | int, ...]
"""A mark, or an arc: module, function, the line before, the line."""
Trace: TypeAlias = Callable[[FrameType, str, Any], Any]


class Failure(NamedTuple):
    """A script that breaks a promise, and how."""

    script: Script
    error: str


def arcs_of(play: Callable[[], Iterable[Mark]]) -> set[Feature]:
    """Return what a play reaches: its marks, and the arcs of our source."""
    found: set[Feature] = set()

    def enter(frame: FrameType, _event: str, _arg: Any) -> Trace | None:
        code = frame.f_code
        if not code.co_filename.startswith(_SOURCE):
            return None
        name, last = (Path(code.co_filename).stem, code.co_qualname), 0

        def line(frame: FrameType, event: str, _arg: Any) -> Trace:
            nonlocal last
            here = frame.f_lineno if event == "line" else -frame.f_lineno
            found.add((*name, last, here))
            last = here
            return line

        return line

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        marks = play()
    finally:
        sys.settrace(before)
    return found.union(marks)


def reached(script: Script) -> set[Feature]:
    """Return what a script reaches; raise what it breaks."""
    check(script, [pieces])
    return arcs_of(lambda: check(script, []))


class Explorer:
    """Keeps the scripts that reached something first."""

    def __init__(self, corpus: Iterable[Script], seed: int) -> None:
        self.chance = random.Random(seed)
        self.kept: list[Script] = []
        self.features: set[Feature] = set()
        self.failures: dict[str, Failure] = {}
        self.mutator = Mutator(self.chance)
        for script in [*(Script(target, ()) for target in TARGETS), *corpus]:
            self.offer(script)
        self.known = len(self.features)
        self.old = len(self.kept)

    def offer(self, script: Script) -> set[Feature]:
        """Play a script; keep it if it is new, note it if it breaks something; return what is new."""
        try:
            new = reached(script) - self.features
            if new:
                check(script)
        except Exception:  # noqa: BLE001 - whatever a script sets off is what we look for
            self.note(script)
            return set()
        if new:
            self.features |= new
            self.kept.append(script)
        return new

    def note(self, script: Script) -> None:
        """Keep the smallest script of every place that breaks."""
        kind, error, place = sys.exc_info()
        assert kind
        last = traceback.extract_tb(place)[-1]
        key = f"{kind.__name__} in {Path(last.filename).name}, {last.name}, line {last.lineno}"
        if key not in self.failures or script.size < self.failures[key].script.size:
            self.failures[key] = Failure(script, f"{key}: {error}")

    def run(self, more: Callable[[int], bool]) -> Iterator[tuple[Script, set[Feature]]]:
        """Explore as long as `more` says so of the number of runs; yield what is new."""
        runs = 0
        while more(runs):
            runs += 1
            # Half of the time something recent: what reached new ground is most likely to reach more.
            recent = self.kept[-20:] if self.chance.random() < 0.5 else self.kept
            script = self.mutator.change(self.chance.choice(recent), self.chance.choice(self.kept))
            new = self.offer(script)
            if new:
                yield script, new


def corpus() -> dict[str, Script]:
    """Return the scripts that are kept, by the names of their files."""
    return {path.stem: read(path.read_text(encoding="utf-8")) for path in sorted(CORPUS.glob("*.txt"))}


def seeds() -> Iterator[Script]:
    """Yield the conformance vectors as scripts: messages in a row and alone, conversations as each side hears them."""
    for codec in CODECS.values():
        for sender in (BOT, ARENA):
            of_sender = [vector for vector in messages() if vector.sender == sender]
            steps = tuple(codec.encode(vector.message, vector.table) for vector in of_sender)
            for some in (steps, *((step,) for step in steps)):
                yield Script(f"reader {codec.name} {sender}", some)
    for [_, *lines, _] in records("sessions.txt"):
        for own in (ARENA, BOT):
            for codec in CODECS.values():
                yield Script(f"session {own}", tuple(_conversation(lines, own, codec)))


def _conversation(lines: Iterable[tuple[str, str]], own: Side, codec: Codec) -> Iterator[Step]:
    """Yield a conversation of the vectors as one side says and hears it, with the bot's wish for a codec put in."""
    greeted = 0
    for who, line in lines:
        told = LINE.parse(line.encode(), side(who))
        if isinstance(told[1], Bot):
            told = None, told[1]._replace(settings={"codec": codec.name} | dict(told[1].settings))
        yield told if who == own else (codec if greeted == 2 else LINE).encode(told[1], told[0])
        greeted += isinstance(told[1], Arena | Bot)


def chosen(found: Iterable[Script]) -> dict[str, Script]:
    """Return few small scripts that reach all that these reach, by names that say what each is kept for."""
    rest = [(script, reached(script)) for script in sorted(found, key=text_of)]
    missing = {feature for _, features in rest for feature in features}
    names: dict[str, Script] = {}
    while missing:
        script, features = max(rest, key=lambda entry: len(entry[1] & missing))
        new = features & missing
        small = shrunk(script, partial(_reaches, new))
        missing -= reached(small)
        name = _name(small.target, new)
        count = sum(re.fullmatch(re.escape(name) + r"(-\d+)?", known) is not None for known in names)
        names[f"{name}-{count + 1}" if count else name] = small
    return names


def _reaches(features: set[Feature], script: Script) -> bool:
    try:
        return features <= reached(script)
    except Exception:  # noqa: BLE001 - a script that breaks something is no smaller form of a sound one
        return False


def _name(target: str, new: set[Feature]) -> str:
    """Return a name for what is new, by a mark if there is one and else by the function."""
    marks = sorted(feature[1:] for feature in new if feature[0] == target)
    words = marks[0] if marks else min((f"{f[0]}", f"{f[1]}") for f in new)
    more = f"and {len(marks) - 1} more" if len(marks) > 1 else ""
    return re.sub(r"[^a-z0-9]+", "-", " ".join([target, *map(str, words), more]).lower()).strip("-")


def shrunk(script: Script, good: Callable[[Script], bool]) -> Script:
    """Return a smaller script that is still good: without steps, then, if few are left, without bytes not needed."""
    before = None
    while script != before:
        before = script
        for i in reversed(range(len(script.steps))):
            script = _better(script, script.steps[:i] + script.steps[i + 1 :], good)
        for i in range(len(script.steps) if len(script.steps) <= _FEW else 0):
            script = _shorter(script, i, good)
    return script


def _better(script: Script, steps: tuple[Step, ...], good: Callable[[Script], bool]) -> Script:
    smaller = Script(script.target, steps)
    return smaller if good(smaller) else script


def _shorter(script: Script, i: int, good: Callable[[Script], bool]) -> Script:
    """Return a script whose step lost the bytes that are not needed, long runs of them first."""
    step = script.steps[i]
    width = len(step) // 2 if isinstance(step, bytes) else 0
    while width:
        start = 0
        while isinstance(step, bytes) and start < len(step):
            less = step[:start] + step[start + width :]
            smaller = _better(script, (*script.steps[:i], less, *script.steps[i + 1 :]), good)
            start += width if smaller is script else 0
            script, step = smaller, smaller.steps[i]
        width //= 2
    return script


@click.command()
@click.option("--seconds", default=60.0, show_default=True, help="How long to look.")
@click.option("--runs", type=int, help="Stop after this many scripts, whatever the time.")
@click.option("--seed", default=0, show_default=True, help="Where chance begins.")
@click.option("--keep", is_flag=True, help="Write the corpus again, with what was found.")
def main(seconds: float, runs: int | None, seed: int, keep: bool) -> None:
    """Look for scripts that break the codec or the session; print what is reached for the first time."""
    explorer = Explorer([*seeds(), *corpus().values()], seed)
    click.echo(f"{explorer.old} scripts reach {explorer.known} arcs and marks")
    end = time.monotonic() + seconds
    total = 0

    def more(count: int) -> bool:
        nonlocal total
        total = count
        return count != runs and time.monotonic() < end

    for _, new in explorer.run(more):
        click.echo(f"{total}: " + "; ".join(" ".join(map(str, feature)) for feature in sorted(new, key=str)[:3]))
    click.echo(
        f"{total} runs: {len(explorer.kept) - explorer.old} new scripts, {len(explorer.features)} arcs and marks"
    )
    if keep:
        names = chosen(explorer.kept)
        for path in CORPUS.glob("*.txt"):
            path.unlink()
        for name, script in names.items():
            (CORPUS / f"{name}.txt").write_text(text_of(script), encoding="utf-8")
    for failure in explorer.failures.values():
        click.echo(f"\n{failure.error}\n{text_of(failure.script)}")
    sys.exit(bool(explorer.failures))


if __name__ == "__main__":
    main()
