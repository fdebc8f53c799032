"""Answers by what a game calls careful play."""

from arena.games.careful.seen import Seen
from arena.games.kernel import AnyGame


def answer(game: AnyGame, table: Seen, seat: int, kind: str, legal: list[str]) -> str:
    """Choose one of the legal words.

    Args:
        game: the game, which says what careful play is.
        table: what was seen.
        seat: the seat whose hand the question is about, nearly always mine.
        kind: the kind of question.
        legal: the legal words.
    """
    choose = game.careful().get(kind)
    if choose is None or len(legal) == 1:
        return careful(legal)
    found: str = choose(table, seat, legal)
    return found


def careful(legal: list[str]) -> str:
    """Return a word that commits to nothing, for questions that this bot does not know."""
    return next((word for word in ("pass", "take") if word in legal), legal[0])
