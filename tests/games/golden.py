"""Golden transcripts: a deal or two of every preset in which its special happens, as the record of a spectator."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, TypeVar

from arena.chance import keyed
from arena.games.kernel import AnyGame, Chance, Deal, Result, Rules
from arena.games.kernel.position import Position, in_deal
from arena.protocol import LINE
from arena.table.record import ending, message
from tests.games.specials import Special, Story

T = TypeVar("T")
FOLDER = Path(__file__).parent / "golden"
TRIES = 20_000
"""How many numbers are tried to find a transcript."""


def of_game(game: AnyGame) -> ModuleType:
    """Return what the tests of a game say of it (`specials.py` in its folder): SPECIALS by preset, and EXAMPLES."""
    return import_module(f"tests.games.{game.name.replace('-', '_')}.specials")


def special_of(game: AnyGame, preset: str) -> Special:
    """Return the special of a preset."""
    found: Mapping[str, Special] = of_game(game).SPECIALS
    return found[preset]


def path(game: AnyGame, preset: str) -> Path:
    return FOLDER / game.name / f"{preset}.txt"


def transcript(game: AnyGame, preset: str) -> str:
    """Return the transcript of a preset: the stored one played again if it still shows the special, else a new one."""
    number = stored(game, preset)
    if number is not None and shows_special(game, preset, story := play(game, preset, number)):
        return text(game, preset, number, story)
    return text(game, preset, *search(game, preset))


def stored(game: AnyGame, preset: str) -> int | None:
    """Return the number in the first line of the transcript that is there, None if there is none."""
    file = path(game, preset)
    found = re.match(r"# \S+, seed golden, number (\d+)\n", file.read_text()) if file.exists() else None
    return found and int(found[1])


def search(game: AnyGame, preset: str) -> tuple[int, Story]:
    """Return the first number whose story shows the special, and the story."""
    for number in range(1, TRIES):
        story = play(game, preset, number)
        if shows_special(game, preset, story):
            return number, story
    raise LookupError(f"{game.name}:{preset}: {TRIES} tries do not show its special")


def shows_special(game: AnyGame, preset: str, story: Story) -> bool:
    """Return whether the special happens in a story whose last deal was played to its end."""
    special = special_of(game, preset)
    return len(story.packs) == special.deals and bool(story.deals[-1].noted("scores")) and special.holds(story)


def play(game: AnyGame, preset: str, number: int) -> Story:
    """Play the deals of a number, from the standing that the special asks for."""
    special, options = special_of(game, preset), game.presets[preset]
    label = f"{game.name}:{preset} {number}"
    drawn: dict[str, Sequence[Any]] = {}
    chance = remembering(keyed("golden", label), drawn)
    position = Position(options, lambda: some_deals(game, options, special, chance))
    rng = Random(label)
    story = Story(options, game.seating(options).sides, [], position.log)
    while position.ask is not None:
        position.play(special.players.choose(position.ask, story, rng), special.players.tells(position.ask))
    packs = [drawn[f"deal {event.number} pack"] for event in position.log if isinstance(event, Deal)]
    return story._replace(packs=packs, result=position.result)


def some_deals(game: AnyGame, options: Any, special: Special, chance: Chance) -> Rules[Result | None]:
    """Play as many deals as a special takes; return the result if the game is over then."""
    standing = yield from game.start(options, chance) if special.opening else silently(game.start(options, chance))
    standing = standing._replace(**special.start)
    number = 0
    while (result := game.result(options, standing)) is None and number < special.deals:
        number += 1
        yield Deal(number, standing)
        standing = yield from game.deal(options, standing, in_deal(chance, number))
    return result


def silently(rules: Rules[T]) -> Rules[T]:
    """Play what comes before the first deal, where it asks nothing, and say nothing of it."""
    try:
        while True:
            next(rules)
    except StopIteration as end:
        result: T = end.value
    yield from ()
    return result


def remembering(chance: Chance, drawn: dict[str, Sequence[Any]]) -> Chance:
    """Return a chance that writes down what it draws, by name."""

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        drawn[name] = cards = chance(name, items)
        return cards

    return draw


def text(game: AnyGame, preset: str, number: int, story: Story) -> str:
    """Return a story as a transcript; comments tell its number, what happens in it, and the packs, top card first."""
    special = special_of(game, preset)
    comments = [
        f"{game.name}:{preset}, seed golden, number {number}",
        f"{special.clause}: {special.happens}",
        *(f"pack of deal {at}: {' '.join(pack)}" for at, pack in enumerate(story.packs, 1)),
    ]
    messages = [message(event) for event in story.log]
    if story.result:
        messages.append(ending("GOLDEN", story.result))
    lines = [LINE.encode(each, None).decode() for each in messages]
    return "".join([*(f"# {comment}\n" for comment in comments), *lines])
