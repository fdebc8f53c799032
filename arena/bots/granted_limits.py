"""The limits that bots get: what they ask for, as far as the ladder allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from arena.bots.entrants import Entrant
from arena.settings.ladder import LadderFile
from arena.settings.limits import Limits


def ladder_limits(file: LadderFile, entrants: Iterable[Entrant], say: Callable[[str], None]) -> dict[str, Limits]:
    """Return id -> limits of each bot of a ladder; tell the user of bots that ask for more than they get.

    They are the limits of the ladder for all bots or for this one, and what the bot asks for as far as the ladder
    allows it.
    """
    found = {}
    for entrant in entrants:
        found[entrant.id] = replace(file.limits, **entrant.own.limits).granted(entrant.wishes, file.most)
        for name, wish in entrant.wishes.items():
            if (granted := getattr(found[entrant.id], name)) != wish:
                say(f"{entrant.name} asks for {name} = {wish}; the ladder allows {granted} ([limits.most])")
    return found


def own_limits(entrants: Iterable[Entrant]) -> dict[str, Limits]:
    """Return id -> limits of bots that the command line names: they get what they ask for."""
    return {entrant.id: replace(Limits(), **entrant.wishes) for entrant in entrants}
