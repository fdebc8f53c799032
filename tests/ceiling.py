"""What a game leaves room for: `python -m tests.ceiling GAME:PRESET SETS` measures a player who sees all cards.

It searches as the sample bot `search` does, but in the one deal that is true: it tries each answer, and all seats go on
as `sensible` plays. `sensible` has all other sides. The games are whole, and have the packs of a match with
`arena match GAME:PRESET ... --seed rungs`. They are played in this process, because no bot is told what this player
sees. `python -m tests.rungs` keeps matches in the same file, and `make docs` writes all into docs/rungs.md.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any, TypeVar

from arena.chance import keyed
from arena.client import Search
from arena.client.minds import Mind
from arena.client.search import mind_of
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Deal, Did, Result, Seat, Word, World
from arena.games.kernel.position import Position, play_game
from arena.ladders import Game, Results, compare, pairs_between
from tests.measured import Row
from tests.rungs import CEILING, keep

T = TypeVar("T")
SEED = "rungs"
"""The key of all packs."""
OTHER = "sensible"
"""Who has the other sides, and what all seats do after the answer that is tried."""


class Packs:
    """The packs of a game, as they were drawn.

    Args:
        label: names the game; all games with the same label have the same packs.
    """

    def __init__(self, label: str) -> None:
        self._draw = keyed(SEED, label)
        self._drawn: dict[str, tuple[Any, ...]] = {}

    def __call__(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return what is drawn under a name."""
        self._drawn[name] = found = self._draw(name, items)
        return found

    def of_deal(self, number: int) -> dict[str, tuple[Any, ...]]:
        """Return what was drawn in a deal, by the names that its rules know."""
        prefix = f"deal {number} "
        return {name.removeprefix(prefix): drawn for name, drawn in self._drawn.items() if name.startswith(prefix)}


class AllCards:
    """A player who sees all cards.

    Args:
        packs: those of the game.

    Attributes:
        used: the CPU time that it took, in s.
        asked: the number of its answers.
    """

    def __init__(self, packs: Packs) -> None:
        self._packs = packs
        self.used = 0.0
        self.asked = 0

    def word(self, position: Position[Any], default: str) -> str:
        """Return the answer after which most is gained; the default if none is better."""
        before = process_time()
        ask = position.ask
        assert ask is not None
        search = Search(position.view(ask.seat))
        truth = self.truth(position)
        search.draw = lambda _: truth
        found = search.simulate(1, OTHER).words
        self.used, self.asked = self.used + process_time() - before, self.asked + 1
        return max(found, key=lambda word: (found[word].mean, word == default))

    def truth(self, position: Position[Any]) -> World:
        """Return the deal as it is, for the seat that is asked: its packs, and what others have answered in secret."""
        begun, events = position.this_deal()
        assert position.ask is not None
        me = position.ask.seat
        secrets: dict[tuple[Seat, str], tuple[Word, ...]] = {}
        for event in events:
            if isinstance(event, Did) and event.told != "all" and event.by != me and event.word is not None:
                key = (event.by, event.kind)
                secrets[key] = (*secrets.get(key, ()), event.word)
        return World(self._packs.of_deal(begun.number), secrets)


def played(game: AnyGame, options: Any, label: str, side: int) -> tuple[Result, AllCards]:
    """Play a game in which one side sees all cards; return the result and the player.

    Args:
        game: the game.
        options: its options.
        label: names its packs.
        side: the side that sees all cards.
    """
    packs = Packs(label)
    position = play_game(game, options, packs)
    seer = AllCards(packs)
    sides = game.seating(options).sides
    begun: Deal | None = None
    mind: Mind | None = None
    while (ask := position.ask) is not None:
        if not any(isinstance(event, Deal) for event in position.log):
            position.play(ask.legal[0])
            continue
        now, events = position.this_deal()
        if mind is None or now is not begun:
            begun, mind = now, mind_of(OTHER, game, options, now.standing, Random(1))
        log = [now, *events]
        word = mind.word(ask, log, len(log))
        position.play(seer.word(position, word) if sides[ask.seat] == side and len(ask.legal) > 1 else word)
    assert position.result is not None
    return position.result, seer


def measured(contest: str, sets: int) -> Row:
    """Return what came of some duplicate sets, in each of which every side sees all cards once.

    A game for one side is played a second time, by `sensible`.
    """
    name, _, preset = contest.partition(":")
    game = GAMES[name]
    options = game.presets[preset]
    number = game.seating(options).number_of_sides
    others = [OTHER, *[f"filler-{side}" for side in range(2, number)]]
    games, used, asked = [], 0.0, 0
    for label in (f"{contest} set {each}" for each in range(1, sets + 1)):
        for side in range(number):
            result, seer = played(game, options, label, side)
            names = [*others[number - side - 1 :], CEILING, *others[: number - side - 1]] if number > 1 else [CEILING]
            games.append(Game(names, result.places, label, points=result.scores))
            used, asked = used + seer.used, asked + seer.asked
        if number == 1:
            result, _ = played(game, options, label, -1)
            games.append(Game([OTHER], result.places, label, points=result.scores))
    found = compare(pairs_between(Results.of(games), CEILING, OTHER))
    margin = found.margin
    return {
        "contest": contest,
        "upper": CEILING,
        "lower": OTHER,
        "seed": SEED,
        "move_ms": 0,
        "deals": found.deals,
        "games": found.wins + found.draws + found.losses,
        "elo": [found.elo.value, found.elo.low, found.elo.high],
        "los": found.los,
        "points": [None, None, None] if margin is None else [margin.value, margin.low, margin.high],
        "cpu_ms": used * 1000 / max(1, asked),
    }


if __name__ == "__main__":
    contest, sets = sys.argv[1:]
    keep([measured(contest, int(sets))])
