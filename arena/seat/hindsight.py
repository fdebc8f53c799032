"""What a search would have done in a person's place, decision by decision, once the game is over."""

from __future__ import annotations

from typing import Any, NamedTuple

from arena.client.search import Search
from arena.games.kernel import View, Word

WORLDS = 60
"""The most worlds of a decision, and the most time for it in ms: fewer worlds tell little, more let people wait."""
BUDGET_MS = 400.0


class Decision(NamedTuple):
    """A decision that a person made.

    Args:
        deal: the number of the deal.
        kind: what was asked, such as `play`.
        cards: whether the answer is a card.
        word: the answer.
        view: what the seat had been told.
    """

    deal: int
    kind: str
    cards: bool
    word: Word
    view: View


def judged(decision: Decision) -> dict[str, Any]:
    """Return what a search would have done, for a message: `word`, `best`, and how much `more` it gains, in points.

    The search knows what the seat knew, and no more.

    Raises:
        NoWorlds: the game does not say what is hidden. A game from outside may raise anything.
    """
    found = Search(decision.view).compare(decision.word, WORLDS, "sensible", BUDGET_MS)
    told = {"deal": decision.deal, "kind": decision.kind, "cards": decision.cards, "word": decision.word}
    more = 0.0 if found.best == decision.word else found.words[found.best].mean
    return told | {"best": found.best, "more": round(more, 1)}
