"""Rules that fail in the games of some packs, in a worker: a module, so that a worker finds it by name."""

from __future__ import annotations

from arena import work, workshop
from arena.chance import keyed
from arena.workshop import Assignment


def play_work(label: str, assignment: Assignment) -> None:
    """Play a room; games whose packs are labelled so fail."""

    def broken(seed: str, chance: str) -> object:
        def fail(*_: object) -> None:
            raise ZeroDivisionError("a bug in the rules")

        return fail if chance == label else keyed(seed, chance)

    setattr(work, "keyed", broken)  # noqa: B010 - a name that it only imports
    workshop.play_work(assignment)
