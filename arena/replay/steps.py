"""The steps in which somebody looks through a replay, and those worth a jump: tricks, faults, a new leader.

And what a bot wrote to standard error, step by step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from arena.games.kernel import Seat
from arena.replay.frames import Frame, Replay
from arena.table import record
from arena.table.stderr import Written, pieces

BEGINS: Final = frozenset({"deal", "call", "play", "lay", "say", "fault", "over"})
"""The kinds of frames that a step begins with; the notes and shows that follow belong to it.

A card that is turned up for the next trick begins one too, so that the finished trick is seen.
"""


class Step(NamedTuple):
    """A step.

    Args:
        end: the number of its last frame in the replay.
        deal: the number of its deal, 0 before the first.
        card: which step of the deal it is; 0 is the deal itself.
    """

    end: int
    deal: int
    card: int


class Said(NamedTuple):
    """What a bot wrote to standard error at a decision, or at its fault.

    Args:
        frame: the number of the frame that came of it; None for what belongs to none, or nobody knows to which.
        step: the number of the step with this frame; None without a frame.
        text: what it wrote; empty if that was left out because it was much.
    """

    frame: int | None
    step: int | None
    text: bytes


class Marks(NamedTuple):
    """Steps worth a jump, by their numbers.

    Args:
        trick: those that end a trick.
        fault: those with a fault.
        lead: those after which another side is first than before.
    """

    trick: list[int]
    fault: list[int]
    lead: list[int]


def steps(replay: Replay) -> list[Step]:
    """Return the steps of a replay, in order."""
    frames = replay.frames
    starts = _starts(frames)
    found: list[Step] = []
    deal = card = 0
    for start, end in zip(starts, [*starts[1:], len(frames)], strict=True):
        begun = frames[start].deal
        deal, card = (begun, 0) if begun else (deal, card + (start > 0))
        found.append(Step(end - 1, deal, card))
    return found


def _starts(frames: Sequence[Frame]) -> list[int]:
    """Return the numbers of the frames that steps begin with."""
    found = []
    taken = False
    for at, frame in enumerate(frames):
        if at == 0 or frame.kind in BEGINS or (taken and frame.trick):
            found.append(at)
            taken = False
        taken = taken or frame.kind == "trick"
    return found


def said(replay: Replay, steps: Sequence[Step], seat: Seat, written: Written) -> list[Said]:
    """Return what a bot wrote to standard error in a game, in order.

    Args:
        replay: the game.
        steps: its steps.
        seat: the seat of the bot.
        written: the text.
    """
    decisions, fault = replay.decisions.get(seat, ()), f"note {record.FAULT} {seat} "
    last = next((at for at, frame in enumerate(replay.frames) if frame.line.startswith(fault)), None)
    if not written.marks:
        return [_said(steps, last, written.text)]
    if last is None and decisions:
        last = decisions[-1]
    found = []
    for decision, text in pieces(written):
        at = last if decision is None else decisions[decision - 1] if 0 < decision <= len(decisions) else None
        found.append(_said(steps, at, text))
    return found


def _said(steps: Sequence[Step], frame: int | None, text: bytes) -> Said:
    if frame is None:
        return Said(None, None, text)
    return Said(frame, next(number for number, step in enumerate(steps) if step.end >= frame), text)


def marks(replay: Replay, steps: Sequence[Step]) -> Marks:
    """Return the steps of a replay that are worth a jump."""
    found = Marks([], [], [])
    least = _least_is_best(replay.frames)
    first, before = 0, None
    for number, step in enumerate(steps):
        frames = replay.frames[first : step.end + 1]
        first = step.end + 1
        kinds = {frame.kind for frame in frames}
        if "trick" in kinds:
            found.trick.append(number)
        if "fault" in kinds:
            found.fault.append(number)
        if (now := _first(frames, least=least)) is not None:
            if before is not None and now != before:
                found.lead.append(number)
            before = now
    return found


def _least_is_best(frames: Sequence[Frame]) -> bool:
    """Return whether a low score is a good one, as the end of the game shows."""
    words = dict(word.split("=", 1) for word in frames[-1].line.split() if "=" in word)
    if frames[-1].kind != "over" or not words.get("places") or not words.get("scores"):
        return False
    ranked = sorted(zip(_numbers(words["places"]), _numbers(words["scores"]), strict=False))
    return ranked[0][1] < ranked[-1][1]


def _first(frames: Iterable[Frame], *, least: bool) -> int | None:
    """Return the number of the score that is the best after these frames; None if none is, or it was not told."""
    for frame in frames:
        if frame.kind == "score" and frame.line.startswith("note scores "):
            scores = _numbers(",".join(frame.line.split()[2:]))
            best = min(scores) if least else max(scores)
            return scores.index(best) if scores.count(best) == 1 else None
    return None


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split(",")]
