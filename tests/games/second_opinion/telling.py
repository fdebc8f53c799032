"""What the second opinions that are oracles share: parts of a telling, who deals first, and a part with its answers."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TypeVar

from tests.games.second_opinion.oracle import Asks, Draw, Step

T = TypeVar("T")

Part = Generator[Step, str, T]
"""A part of the telling that hands something back when it is over."""


def first_dealer(options: Mapping[str, str], draw: Draw) -> int:
    """Return who deals first: the seat that the option names, or the one that was drawn."""
    named = options["first_dealer"]
    return int(draw("first-dealer")[0]) if named == "random" else int(named.removeprefix("P"))


def listed(numbers: Sequence[int]) -> str:
    """Return numbers as the word that lists them."""
    return ",".join(map(str, numbers))


def in_packets(pack: Sequence[str], dealer: int, players: int, packets: str) -> tuple[list[list[str]], list[str]]:
    """Return five cards for each seat, and the rest of the pack, top card first.

    Args:
        pack: the shuffled pack, top card first.
        dealer: who deals; the first packet goes to the left.
        players: the number of seats.
        packets: `three_two` or `two_three`.
    """
    rest = list(pack)
    hands: list[list[str]] = [[] for _ in range(players)]
    for count in {"three_two": (3, 2), "two_three": (2, 3)}[packets]:
        for turn in range(players):
            hands[(dealer + 1 + turn) % players] += rest[:count]
            del rest[:count]
    return hands, rest


def told(part: Part[T], words: str) -> tuple[list[Step], T | None]:
    """Give the answers, and return what was told and what came of it; None if the answers end before the part does."""
    steps: list[Step] = []
    answers = iter(words.split())
    try:
        step = next(part)
        while True:
            steps.append(step)
            if isinstance(step, Asks):
                if (answer := next(answers, None)) is None:
                    return steps, None
                assert answer in step.words, f"{answer} is not among {sorted(step.words)}"
                step = part.send(answer)
            else:
                step = next(part)
    except StopIteration as end:
        assert next(answers, None) is None, "the part is over before the answers"
        outcome: T = end.value
        return steps, outcome
