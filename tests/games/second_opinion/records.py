"""Games as the records that the checkers read."""

from __future__ import annotations

from typing import Any

from tests.games.second_opinion.american_five_hundred.random_games import AMERICAN
from tests.games.second_opinion.engine import Comparison
from tests.games.second_opinion.five_hundred.random_games import FIVE_HUNDRED
from tests.games.second_opinion.oracle import Asks, Begins, Ends, Notes, Recorded, Shows
from tests.games.second_opinion.two_hundred.random_games import TWO_HUNDRED

WITH_CHECKER: dict[str, Comparison[Any]] = {each.checker.name: each for each in (FIVE_HUNDRED, AMERICAN, TWO_HUNDRED)}
"""The games whose second opinion is a checker of records."""


def as_record(name: str, game: Recorded) -> str:
    """Return a game as a record."""
    lines = [f"game G1 {name} {' '.join(f'{option}={word}' for option, word in game.options.items())}"]
    asked = None
    for step in game.steps:
        match step:
            case Asks():
                asked = step
            case str():
                assert asked is not None
                lines.append(f"did {asked.seat} {asked.kind} {step}")
            case Notes(kind, values):
                lines.append(" ".join(["note", kind, *values]))
            case Shows(_, kind, owner, cards):
                lines.append(" ".join(["show", kind, "-" if owner is None else str(owner), *sorted(cards)]))
            case Begins(number, words):
                lines.append(" ".join([f"note deal {number}", *(f"{key}={word}" for key, word in words.items())]))
            case Ends(places, scores, reason, extra):
                told = {"places": places, "scores": scores}
                listed = [f"{key}={','.join(map(str, numbers))}" for key, numbers in told.items()]
                lines.append(
                    " ".join(["over G1", *listed, f"reason={reason}", *(f"{k}={v}" for k, v in extra.items())])
                )
    return "\n".join(lines) + "\n"


def differences(name: str, game: Recorded) -> list[str]:
    """Return what a checker finds wrong in a game, also in the words offered; a game broken off may break off."""
    asked = [step.words for step in game.steps if isinstance(step, Asks)]
    found = WITH_CHECKER[name].checker.check(as_record(name, game), asked)
    return found if game.is_over else [each for each in found if not each.endswith("the record breaks off")]
