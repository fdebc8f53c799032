"""The list of games, and their rules pages."""

from __future__ import annotations

from importlib.resources import files

from arena.games import american_five_hundred, five_hundred, kaiser, two_hundred
from arena.games.kernel import AnyGame

GAMES: dict[str, AnyGame] = {
    game.name: game for game in (kaiser.GAME, two_hundred.GAME, five_hundred.GAME, american_five_hundred.GAME)
}
"""Every game by its name."""


def rules_page(game: AnyGame) -> str:
    """Return the rules of a game for people, as Markdown."""
    return files("arena.games").joinpath(f"{game.name}.md").read_text(encoding="utf-8")
