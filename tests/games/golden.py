"""Golden transcripts: a deal or two of every preset in which its own rule happens, as the record of a spectator.

A transcript is played again by its own answers. Its first lines say by which seed the cards are drawn, and what
happens; what it changes in the first standing is in `tests.games.about`. A new preset gets a deal that is played at
random.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from arena.chance import keyed
from arena.games.kernel import AnyGame, Chance, Deal, Result, Rules
from arena.games.kernel.position import Position, in_deal
from arena.protocol import LINE
from arena.table.record import ending, message
from tests.games.about import about

T = TypeVar("T")
FOLDER = Path(__file__).parent / "golden"


class Script(NamedTuple):
    """What is played.

    Args:
        number: the number of the seed.
        happens: the clause of the rule and what happens, as one line.
        deals: how many deals are played.
        opening: whether the transcript begins with what comes before the first deal.
        answers: the seat, the kind of question, the answer, and what is said with it.
    """

    number: int = 1
    happens: str = ""
    deals: int = 1
    opening: bool = False
    answers: Sequence[tuple[int, str, str, str]] = ()


def path(game: AnyGame, preset: str) -> Path:
    return FOLDER / game.name / f"{preset}.txt"


def script(game: AnyGame, preset: str) -> Script:
    """Return what is played in the transcript that is there; if none is, a deal without answers."""
    file = path(game, preset)
    if not file.exists():
        return Script()
    first, happens, *lines = file.read_text().splitlines()
    told = [line for line in lines if not line.startswith("#")]
    answers, said = [], ""
    for line in told:
        what, *rest = line.split(" ", 2)
        if what == "say":
            said = rest[1]
        elif what == "did":
            kind, word = rest[1].split()
            answers.append((int(rest[0]), kind, word, said))
            said = ""
    return Script(
        int(first.rsplit(" ", 1)[1]),
        happens.removeprefix("# "),
        sum(line.startswith("note deal ") for line in told),
        not told[0].startswith("note deal "),
        answers,
    )


def transcript(game: AnyGame, preset: str, *, strict: bool = False) -> str:
    """Return the transcript of a preset, played again.

    Args:
        game: the game.
        preset: the name of the preset.
        strict: whether an answer that does not fit is an error; else the deals are played on at random from there.

    Raises:
        AssertionError: an answer does not fit.
    """
    its, options = script(game, preset), game.presets[preset]
    label = f"{game.name}:{preset} {its.number}"
    packs: dict[str, Sequence[Any]] = {}
    chance, rng = remembering(keyed("golden", label), packs), Random(label)
    position = Position(options, lambda: some_deals(game, options, its, about(game).starts.get(preset, {}), chance))
    left = [*its.answers]
    while (ask := position.ask) is not None:
        seat, kind, word, said = left.pop(0) if left else (-1, "", "", "")
        hand = ask.seat if ask.hand is None else ask.hand
        if (seat, kind) != (hand, ask.kind) or word not in ask.legal:
            assert not strict, f"{ask} instead of {seat} {kind} {word}"
            left, word, said = [], rng.choice(ask.legal), ""
        position.play(word, said)
    assert not (strict and left), f"nobody is asked any more: {left}"
    comments = [
        f"{game.name}:{preset}, seed golden, number {its.number}",
        its.happens,
        *(
            f"pack of deal {at}: {' '.join(packs[f'deal {deal.number} pack'])}"
            for at, deal in enumerate([event for event in position.log if isinstance(event, Deal)], 1)
        ),
    ]
    messages = [message(event) for event in position.log]
    if position.result:
        messages.append(ending("GOLDEN", position.result))
    lines = [LINE.encode(each, None).decode() for each in messages]
    return "".join([*(f"# {comment}\n" for comment in comments), *lines])


def some_deals(game: AnyGame, options: Any, its: Script, changes: Any, chance: Chance) -> Rules[Result | None]:
    """Play as many deals as a transcript has; return the result if the game is over then."""
    standing = yield from game.start(options, chance) if its.opening else silently(game.start(options, chance))
    standing = standing._replace(**changes)
    number = 0
    while (result := game.result(options, standing)) is None and number < its.deals:
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
