"""A check of a game that somebody wrote: the laws of every game, played at random, and what is wrong where."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from arena.games.catalogue import rules_page
from arena.games.kernel import AnyGame, no_worlds, nothing_hidden
from arena.games.kernel.game import NoWords
from arena.games.laws import check_game, check_worlds_uniform
from arena.games.outside import described, source_of

GAMES = 20
"""How many games of each preset are played."""


class Finding(NamedTuple):
    """A thing that was checked.

    Args:
        title: what was checked.
        problem: what is wrong, in a sentence; empty if nothing is.
        where: the case in which it is wrong, from the outside in.
    """

    title: str
    problem: str = ""
    where: tuple[str, ...] = ()


def check(game: AnyGame) -> Iterator[Finding]:
    """Yield what was checked of a game, and what is wrong.

    Args:
        game: the game.
    """
    written = "\n" in rules_page(game).strip()
    yield Finding("a rules page" if written else "no rules page yet: write one into a .md file beside it")
    try:
        game.words(game.options())
    except NoWords as error:
        yield Finding("the laws need the words of all answers", str(error))
        return
    for preset, options in game.presets.items():
        laws = partial(check_game, game, options, 1, games=GAMES)
        yield _tried(game, f"{preset}: the laws, in {GAMES} games", laws)
    if game.hidden is no_worlds:
        yield Finding("worlds: it has no `hidden`, so no search plays it")
    elif game.hidden is nothing_hidden:
        yield Finding("worlds: nothing is hidden")
    elif not game.pack(game.options()):
        yield Finding("worlds: it has no pack, so whether they are drawn evenly is not checked")
    else:
        for preset, options in game.presets.items():
            evenly = partial(check_worlds_uniform, game, options, 1)
            yield _tried(game, f"{preset}: worlds are drawn evenly", evenly)


def _tried(game: AnyGame, title: str, run: Callable[[], object]) -> Finding:
    source = source_of(game)
    origin = "" if source is None else source.origin
    try:
        run()
    except AssertionError as error:
        return Finding(title, str(error) or "a law is broken", _where(error, origin))
    except Exception as error:  # noqa: BLE001 - rules may break in any way
        return Finding(title, f"its rules break: {described(error, origin)}", _where(error, origin))
    return Finding(title)


def _where(error: Exception, origin: str) -> tuple[str, ...]:
    """Return in which case an error was raised, and the line of the game's file that was the last to run."""
    notes = [note.removeprefix("law suite: ") for note in reversed(getattr(error, "__notes__", []))]
    lines = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == origin]
    at = [f"{Path(origin).name}, line {lines[-1].lineno}, in {lines[-1].name}"] if lines else []
    return (*notes, *at)
