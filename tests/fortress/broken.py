"""Rules that fail in the games of some packs, in a worker: a module, so that a worker finds it by name."""

from __future__ import annotations

from arena.chance import keyed
from arena.tournament import messages


def install(label: str) -> None:
    """Let games whose packs are labelled so fail in this process."""

    def broken(seed: str, chance: str) -> object:
        def fail(*_: object) -> None:
            raise ZeroDivisionError("a bug in the rules")

        return fail if chance == label else keyed(seed, chance)

    setattr(messages, "keyed", broken)  # noqa: B010 - a name that it only imports
