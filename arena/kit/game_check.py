"""A check of a game that somebody wrote: the laws of every game, played at random, and what is wrong where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

from arena.games.catalogue import rules_page
from arena.games.kernel import AnyGame, Deal, Rules, Say, no_worlds, nothing_hidden
from arena.games.kernel.game import NoWords
from arena.games.kernel.position import Position, answered
from arena.games.laws import (
    ALIKE,
    LawBrokenError,
    Shuffles,
    TooFewError,
    check_game,
    check_worlds_uniform,
    some_deals,
)
from arena.games.outside import described, line_of

GAMES = 20
"""How many games of each preset are played."""


class Finding(NamedTuple):
    """A thing that was checked.

    Args:
        title: what was checked.
        problem: what is wrong, in a sentence; empty if nothing is.
        where: the law that is broken, and the case in which it is.
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
    except Exception as error:  # noqa: BLE001 - rules may break in any way
        yield Finding("the words of all answers", described(error, _file_of(game)))
        return
    sound = dict(game.presets)
    for preset, options in game.presets.items():
        laws = partial(check_game, game, options, 1, games=GAMES)
        yield (found := _tried(game, f"{preset}: the laws, in {GAMES} games", laws))
        if found.problem:
            del sound[preset]
    if game.hidden is no_worlds:
        yield Finding("worlds: it has no `hidden`, so no search plays it")
    elif game.hidden is nothing_hidden:
        yield Finding("worlds: nothing is hidden")
    elif not game.pack(game.options()):
        yield Finding("worlds: it has no pack, so whether they are drawn evenly is not checked")
    else:
        for preset, options in sound.items():
            evenly = partial(check_worlds_uniform, game, options, 1)
            yield _tried(game, f"{preset}: worlds are drawn evenly", evenly)


def _file_of(game: AnyGame) -> str:
    """Return the file that the rules of a game are in."""
    return str(getattr(getattr(game.deal, "__code__", None), "co_filename", ""))


def _tried(game: AnyGame, title: str, run: Callable[[], object]) -> Finding:
    file = _file_of(game)
    try:
        run()
    except TooFewError:
        return Finding(f"{title}: not checked, as there are always too many to count")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - rules may break in any way
        line, why = _raised_at(error, file), " ".join(f"{type(error).__name__}: {error}".split())
        if isinstance(error, AssertionError):
            line, why = line or _line_of_law(game, error, file), str(error) or "a law is broken"
        at = f"{Path(file).name}:{line}: " if line else ""
        law = [f"law: {error.law}"] if isinstance(error, LawBrokenError) else []
        notes = [note.removeprefix("law suite: ") for note in reversed(getattr(error, "__notes__", []))]
        return Finding(title, f"{at}{why}", (*law, *([f"case: {', '.join(notes)}"] if notes else ())))
    return Finding(title)


def _raised_at(error: BaseException | None, file: str) -> int | None:
    """Return the line of a file that an error, or what has led to it, was raised at; None if it was elsewhere."""
    if error is None:
        return None
    line = line_of(error, file)
    return _raised_at(error.__cause__, file) if line is None else line


def _line_of_law(game: AnyGame, error: AssertionError, file: str) -> int | None:
    """Return the line that a broken law is about: where something was told or asked, or of worlds that of `hidden`."""
    if not isinstance(error, LawBrokenError) or error.law == ALIKE:
        code = getattr(game.hidden, "__code__", None)
        return code.co_firstlineno if code is not None and code.co_filename == file else None
    lines: list[int | None] = []
    watched = replace(game, start=_watched(game.start, file, lines), deal=_watched(game.deal, file, lines))
    chance, options = Shuffles(error.seed), error.position.options
    again = Position(options, lambda: some_deals(watched, options, chance, None), game=watched)
    for word, said in answered(error.position.log):
        if word is None or again.ask is None or word not in again.ask.legal:
            return None  # the game goes another way each time
        again.play(word, said)
    told = [event for event in error.position.log[: error.at] if not isinstance(event, Deal | Say)]
    return lines[len(told)] if len(told) < len(lines) else None


def _watched(make: Callable[..., Rules[Any]], file: str, lines: list[int | None]) -> Callable[..., Rules[Any]]:
    """Return a coroutine of rules that does the same, and adds the line of each thing that it yields to a list."""

    def run(*args: Any) -> Rules[Any]:
        rules, word = make(*args), cast(Any, None)
        while True:
            try:
                event = rules.send(word)
            except StopIteration as end:
                return end.value
            lines.append(_waits_at(rules, file))
            word = yield event

    return run


def _waits_at(rules: Any, file: str) -> int | None:
    """Return the line of a file at which a coroutine waits, in whichever function of the file is the innermost."""
    line = None
    while (frame := getattr(rules, "gi_frame", None)) is not None:
        if frame.f_code.co_filename == file:
            line = frame.f_lineno
        rules = rules.gi_yieldfrom
    return line
