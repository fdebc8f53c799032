"""Worked examples of the rule sheets as data: `examples.txt` beside the second opinion of a family.

An example is played by the engine. Then the second opinion is held against all that happened, and what the example
expects is looked for. So engine and second opinion must both do what is written.

    [TB-X6 TB-9] standard phases=3 first_dealer=P0 game=4
    deal = 1: 2C 3D 4D 2H 5S 6C
    answers = 0: 7D 6D 5D done .. 1: 2C 3D
    expect = note drawn 0 3 10; ask 1 discard +done
      never ask 2 discard

The first line has the ids of examples and clauses, the preset, options that differ from it, the `scores` before the
first deal if there are any, and the number of the random game that gives all cards and answers that are not written.
This finds and writes the number for every example that does not hold:

    python -m tests.games.second_opinion.examples FAMILY

- `deal`: the first cards of each seat's hand, of cards on the table by their kind (`turn-up: 4H`), and of whatever
  else is in the pack, its top first (`rest: 9S`). `deal 3` is the third deal. `draw first-jack` is another draw.
- `answers`: who says what, from the first question on; `*` is any word but `done`. `..` stands for any answers until
  the next one fits. The answers that follow are any.
- `likes`: words that everybody says where it is open and nothing is written; the first that is open.
- `expect`: what happens, in this order, all in one deal unless a `deal` is named: the words of the record, with `*` for
  any word and `0/1` for one of two. `ask` may name all open words, or some that are (`+KS`) or are not (`-KS`). `show`
  names all cards or some, and may end with the seats that see it (`to 02`). `deal` and `over` name some of their words.
  What is `never` does not happen before the next thing expected.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import NamedTuple

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Ask
from tests.games.second_opinion.oracle import Asks, Begins, Ends, Notes, Recorded, Shows, Step, record

HERE = Path(__file__).parent
FAMILIES = sorted(path.parent.name for path in HERE.glob("*/examples.txt"))
TRIES = 3000
"""How many random games are tried to find one in which an example holds."""
REST = "rest"


class Example(NamedTuple):
    """A worked example.

    Args:
        game: the engine's game.
        ids: examples and clauses of the sheet.
        preset: the preset.
        options: options that differ from the preset.
        number: the random game that gives what is not written.
        scores: the scores before the first deal, nothing for the game's start.
        lines: the lines below the first: key -> text.
        block: the text of the example.
    """

    game: AnyGame
    ids: tuple[str, ...]
    preset: str
    options: Mapping[str, str]
    number: int
    scores: str
    lines: Mapping[str, str]
    block: str

    @property
    def expected(self) -> list[str]:
        """What happens, a step each."""
        return [each.strip() for each in self.lines["expect"].split(";")]

    @property
    def deals(self) -> int | None:
        """How many deals are played at most, None for a whole game."""
        if any(each.startswith("over") for each in self.expected):
            return None
        return max([1, *(int(each.split()[1]) for each in self.expected if each.startswith("deal "))])


def examples_of(family: str) -> Iterator[Example]:
    """Yield the examples of a family."""
    text = (HERE / family / "examples.txt").read_text()
    game = GAMES[family.replace("_", "-")]
    for block in re.findall(r"^\[.*\n(?:.+\n)*", text, re.MULTILINE):
        first, *more = block.splitlines()
        ids, words = first.removeprefix("[").split("] ")
        preset, *settings = words.split()
        options = dict(word.split("=", 1) for word in settings)
        number, scores = int(options.pop("game", "0")), options.pop("scores", "")
        lines = dict(re.split(r" *= *", line, maxsplit=1) for line in "\n".join(more).replace("\n  ", "; ").split("\n"))
        yield Example(game, tuple(ids.split()), preset, options, number, scores, lines, block)


class Script:
    """Players who say what is written, and where nothing is written what they like or any word."""

    def __init__(self, answers: str, likes: str = "", *, strict: bool = True) -> None:
        self.waiting: list[tuple[int | None, str]] = []
        self.likes = likes.split()
        self.strict = strict
        seat = None
        for word in answers.split():
            if re.fullmatch(r"\d:", word):
                seat = int(word[0])
            else:
                self.waiting.append((None if word == ".." else seat, word))

    def __call__(self, ask: Ask, rng: Random) -> str:
        """Answer a question.

        Raises:
            ValueError: what is written cannot be said here.
        """
        if not self.waiting:
            return self.any_word(ask, rng, [])
        if free := self.waiting[0][0] is None:
            seat, word = self.waiting[1]
        else:
            seat, word = self.waiting[0]
        if ask.seat == seat and (word in ask.legal or word == "*"):
            del self.waiting[: 1 + free]
            return word if word != "*" else rng.choice([each for each in ask.legal if each != "done"])
        if self.strict and not free:
            raise ValueError(f"seat {ask.seat} is asked {ask.kind} {' '.join(ask.legal)}, not seat {seat} for {word}")
        return self.any_word(ask, rng, [word for who, word in self.waiting if who == ask.seat])

    def any_word(self, ask: Ask, rng: Random, spared: Sequence[str]) -> str:
        """Return a word that is liked, else any; words that will be wanted are spared if possible."""
        liked = [word for word in self.likes if word in ask.legal]
        return liked[0] if liked else rng.choice([word for word in ask.legal if word not in spared] or ask.legal)


def play(example: Example) -> Recorded:
    """Let the engine play an example.

    Raises:
        ValueError: the cards cannot be dealt in this way, or an answer cannot be given.
    """
    tops: dict[str, str] = {}
    for key, text in sorted(example.lines.items()):
        if key.startswith("draw "):
            tops[key.removeprefix("draw ")] = text
        elif key.startswith("deal"):
            number = int(key.removeprefix("deal") or 1)
            otherwise, _ = led(example, tops, number, strict=False)
            tops[f"deal {number} pack"] = " ".join(dealt(otherwise, number, text))
    game, script = led(example, tops, example.deals)
    if script.waiting:
        raise ValueError(f"nobody is asked for {script.waiting}")
    return game


def led(
    example: Example, tops: Mapping[str, str], deals: int | None, *, strict: bool = True
) -> tuple[Recorded, Script]:
    """Let the engine play so many deals of an example with these packs; return what is left of the answers, too."""
    script = Script(example.lines.get("answers", ""), example.lines.get("likes", ""), strict=strict)
    game = record(example.game, example.preset, example.number, example.options, script, tops, deals, example.scores)
    return game, script


def dealt(game: Recorded, number: int, wanted: str) -> list[str]:
    """Return the pack that gives every place what is wanted, from a game in which another pack was dealt."""
    pack = [str(card) for card in game.draws[f"deal {number} pack"]]
    begun = next(at for at, step in enumerate(game.steps) if isinstance(step, Begins) and step.number == number)
    places: dict[str, list[int]] = {}
    asked = False
    for step in game.steps[begun + 1 :]:
        if isinstance(step, Begins):
            break
        asked = asked or isinstance(step, Asks)
        if isinstance(step, Shows) and (step.kind == "hand" or not asked):
            place = str(step.owner) if step.kind == "hand" else step.kind
            places.setdefault(place, [at for at, card in enumerate(pack) if card in step.cards])
    if "turn-up" in places:  # a dealer who shows a card may keep it
        places |= {
            seat: [at for at in held if at not in places["turn-up"]]
            for seat, held in places.items()
            if seat.isdecimal()
        }
    taken = {at for places_of in places.values() for at in places_of}
    places[REST] = [at for at in range(len(pack)) if at not in taken]
    arranged: dict[int, str] = {}
    for place, cards in re.findall(r"([\w-]+): ([^:]+)(?= [\w-]+:|$)", wanted):
        arranged |= dict(zip(places[place], cards.split(), strict=False))
    rest = iter([card for card in pack if card not in arranged.values()])
    return [arranged.get(at) or next(rest) for at in range(len(pack))]


def missing(example: Example, game: Recorded) -> str | None:
    """Return the first thing expected that does not happen, None if all does."""
    at, never = 0, []
    for wanted in example.expected:
        if wanted.startswith("never "):
            never.append(wanted.removeprefix("never "))
            continue
        found = next((i for i in range(at, len(game.steps)) if is_step(wanted, game.steps, i)), None)
        if found is None:
            return wanted
        between = game.steps[at:found]
        if at and not re.match("deal|over", wanted) and any(isinstance(step, Begins) for step in between):
            return f"{wanted} (in this deal)"
        if wrong := came(never, game.steps, at, found):
            return wrong
        at, never = found + 1, []
    end = next((i for i in range(at, len(game.steps)) if isinstance(game.steps[i], Begins)), len(game.steps))
    return came(never, game.steps, at, end)


def came(never: Sequence[str], steps: Sequence[Step | str], first: int, end: int) -> str | None:
    """Return what happens between two steps although it must never happen."""
    return next((f"never {one}" for one in never for i in range(first, end) if is_step(one, steps, i)), None)


def is_step(wanted: str, steps: Sequence[Step | str], at: int) -> bool:
    """Return whether a step is the one that the words describe."""
    verb, *words = wanted.split()
    step = steps[at]
    match step:
        case Asks() if verb == "ask":
            return same([str(step.seat), step.kind], words[:2]) and has(step.words, words[2:])
        case str() if verb == "did":
            ask = steps[at - 1]
            return isinstance(ask, Asks) and same([str(ask.seat), ask.kind, step], words)
        case Notes(kind, values) if verb == "note":
            return same([kind, *values], words)
        case Shows(seats, kind, owner, cards) if verb == "show":
            if "to" in words:
                *words, _, hearers = words
                if seats != {*map(int, hearers)}:
                    return False
            return same([kind, "-" if owner is None else str(owner)], words[:2]) and has(cards, words[2:])
        case Begins(number, standing) if verb == "deal":
            return words[0] == str(number) and told(standing, words[1:])
        case Ends(places, scores, reason, extra) if verb == "over":
            ending = {"places": ",".join(map(str, places)), "scores": ",".join(map(str, scores)), "reason": reason}
            return told({**ending, **extra}, words)
        case _:
            return False


def told(said: Mapping[str, str], words: Sequence[str]) -> bool:
    """Return whether `key=value` words are among what is said; `*` stands for any part of a value."""
    spelled = [f"{key}={value}" for key, value in said.items()]
    return all(any(fnmatchcase(one, word) for one in spelled) for word in words)


def same(said: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether words are as they are wanted."""
    return len(said) == len(words) and all(
        word == "*" or each in word.split("/") for each, word in zip(said, words, strict=True)
    )


def has(cards: frozenset[str], words: Sequence[str]) -> bool:
    """Return whether cards or open words are all that is wanted, or have some (`+`) and do not have others (`-`)."""
    signs = [word for word in words if word[0] in "+-"]
    if len(signs) < len(words):
        return cards == {*words}
    return all((word[1:] in cards) == (word[0] == "+") for word in signs)


def main(families: Sequence[str]) -> None:
    """Write the number of a random game to every example that does not hold; print those for which there is none."""
    for family in families:
        path = HERE / family / "examples.txt"
        for example in examples_of(family):
            wrong = None
            for number in [example.number, *range(TRIES)]:
                tried = example._replace(number=number)
                try:
                    wrong = missing(tried, play(tried))
                except (ValueError, KeyError) as error:
                    wrong = repr(error)
                if wrong is None:
                    break
            if wrong:
                sys.stdout.write(f"{example.block.splitlines()[0]}: {wrong}\n")
            elif number != example.number:
                first, *more = example.block.split("\n")
                block = "\n".join([re.sub(r" game=.*", "", first) + f" game={number}", *more])
                path.write_text(path.read_text().replace(example.block, block))


if __name__ == "__main__":
    main(sys.argv[1:])
