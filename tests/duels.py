"""Whole games of two rungs without pipes: `python -m tests.duels GAME:PRESET UPPER LOWER SETS` measures them.

A rung is named as in docs/rungs.md: `random`, `greedy`, `sensible`, `counter`, `search-100` (with `deals=100`), or
`search-100ms` (with `ms=100`, of CPU time, so a busy machine does not weaken it). `ismcts-100-cards` searches for cards
only. Each answers as its bot does, from
the same view, and the packs are those of `arena match GAME:PRESET ... --seed rungs`. But nothing is written to pipes,
so the CPU goes into the answers. `sensible` has all other sides. Where it is the lower rung, it counts on all of them.

`ceiling` is no bot. It sees all cards: it tries each answer in the one deal that is true, and all seats go on as
`sensible` plays. So its lead says what a game leaves room for.

A duel ends early when the likelihood of superiority is above `SURE` or below the contrary; it looks after every `BLOCK`
sets. With `all` after SETS it plays all of them. It uses all cores. What came of it is kept as `python -m tests.rungs`
keeps matches, after each block. The games are kept in build/duels, so a duel that was stopped, or that is to have more
sets, goes on where it ended.
"""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple, TypeVar

import numpy as np

from arena.bots.samples import samples
from arena.chance import keyed
from arena.client import Turn
from arena.client.rollout_players import Players, players_of
from arena.client.search import Search
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Ask, Deal, Did, Result, Seat, Word, World
from arena.games.kernel.position import Position, play_game
from arena.ratings import Game, Pairs, Results, compare, pairs_between
from tests.measured import Row
from tests.rungs import CEILING, keep

T = TypeVar("T")
SEED = "rungs"
"""The key of all packs."""
OTHER = "sensible"
"""Who has all other sides, and what all seats do after an answer that the ceiling tries."""
FILLER = "filler-"
"""How its names begin on the other sides; their numbers follow."""
SURE = 0.995
"""The likelihood of superiority that ends a duel. It is looked at more than once, so it is higher than .99."""
BLOCK = 5
"""After how many sets it is looked at."""
ROOT = Path(__file__).parent.parent
GAMES_KEPT = ROOT / "build/duels"
"""Where the games of duels are kept."""
PLAYERS = ("arena/chance.py", "arena/client", "arena/games", "sample_bots/python", "tests/duels.py")
"""What games depend on: kept games of other code are not those that would be played now."""


class Played(NamedTuple):
    """A game of a duel.

    Args:
        game: what came of it.
        used: the CPU time of the upper rung's answers in s.
        asked: the number of questions at which it had a choice.
    """

    game: Game
    used: float
    asked: int


class Book:
    """The games of a duel, in a file that is begun anew when the code has changed.

    Args:
        file: the file; None to keep nothing.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self.games: list[Played] = []
        head, *lines = file.read_text().splitlines() if file and file.exists() else [""]
        if head == _code():
            self.games = [_played(*json.loads(line)) for line in lines]
        elif file:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{_code()}\n")

    def add(self, rooms: Sequence[Played]) -> None:
        """Keep the games of a set."""
        self.games += rooms
        if self._file:
            rows = [(*(one.game.sides, one.game.places, one.game.deal, one.game.points), *one[1:]) for one in rooms]
            with self._file.open("a") as file:
                file.write("".join(f"{json.dumps(row)}\n" for row in rows))


def _code() -> str:
    """Return a digest of what games depend on."""
    found = sha256()
    for each in PLAYERS:
        place = ROOT / each
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            found.update(file.read_bytes())
    return found.hexdigest()


def _played(
    sides: list[str], places: list[int], deal: str, points: list[int] | None, used: float, asked: int
) -> Played:
    return Played(Game(sides, places, deal, points=points), used, asked)


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


class Player(ABC):
    """A player of any game.

    Attributes:
        used: the CPU time of its answers in s.
        asked: the number of questions at which it had a choice.
    """

    def __init__(self) -> None:
        self.used = 0.0
        self.asked = 0

    def answer(self, position: Position[Any], packs: Packs) -> Word:
        """Return the answer to the open question, and count the time."""
        before = process_time()
        word = self.word(position, packs)
        self.used, self.asked = self.used + process_time() - before, self.asked + 1
        return word

    @abstractmethod
    def word(self, position: Position[Any], packs: Packs) -> Word:
        """Return the answer to the open question.

        Args:
            position: the game. The player must look at nothing that its seat was not told, unless it sees all cards.
            packs: the packs of the game.
        """


class ByPolicy(Player):
    """A player that goes by a policy with a name, and keeps in players what it was told.

    Args:
        game: the game.
        policy: the name.
        seed: of the choices that it makes at random.
    """

    def __init__(self, game: AnyGame, policy: str, seed: str) -> None:
        super().__init__()
        self._game = game
        self._policy = policy
        self._begun: Deal | None = None
        self._players: Players | None = None
        self._rng = Random(seed)

    def word(self, position: Position[Any], packs: Packs) -> Word:
        """Return the answer of the policy."""
        begun, events = position.this_deal()
        if self._players is None or begun is not self._begun:
            players = players_of(self._policy, self._game, position.options, begun.standing, self._rng)
            self._begun, self._players = begun, players
        assert position.ask is not None
        log = [begun, *events]
        return self._players.word(position.ask, log, len(log))


class AsBot(Player):
    """A sample bot that stands on the library: its own function.

    Args:
        choose: the function.
        params: its parameters.
    """

    def __init__(self, choose: Callable[[Turn], Word], params: Mapping[str, float]) -> None:
        super().__init__()
        self._choose = choose
        self._params = params

    def word(self, position: Position[Any], packs: Packs) -> Word:
        """Return what the function says."""
        ask = position.ask
        assert ask is not None
        return self._choose(Turn(position.view(ask.seat), ask, self._params, clock=process_time))


class AllCards(ByPolicy):
    """A player who sees all cards.

    Args:
        game: the game.
    """

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game, OTHER, SEED)

    def word(self, position: Position[Any], packs: Packs) -> Word:
        """Return the answer after which most is gained; that of the policy if none is better."""
        default = super().word(position, packs)
        truth = true_world(position, packs)
        if position.ask is None or not truth.draws:
            return default  # nothing is dealt yet
        search = Search(position.view(position.ask.seat))
        search.draw = lambda _: truth
        found = search.simulate(1, OTHER).words
        return max(found, key=lambda word: (found[word].mean, word == default))


def true_world(position: Position[Any], packs: Packs) -> World:
    """Return the deal as it is, for the seat that is asked: its packs, and what others have answered in secret."""
    begun, events = position.this_deal()
    assert position.ask is not None
    me = position.ask.seat
    secrets: dict[tuple[Seat, str], tuple[Word, ...]] = {}
    for event in events:
        if isinstance(event, Did) and event.told != "all" and event.by != me and event.word is not None:
            key = (event.by, event.kind)
            secrets[key] = (*secrets.get(key, ()), event.word)
    return World(packs.of_deal(begun.number), secrets)


def player(name: str, game: AnyGame, seed: str = SEED) -> Player:
    """Return the player of a rung, or the ceiling, for a game; `seed` is for what it leaves to chance."""
    rung, _, limit = name.partition("-")
    if rung == CEILING:
        return AllCards(game)
    if rung not in {"counter", "search", "ismcts"}:
        return ByPolicy(game, rung, seed)
    found = spec_from_file_location(f"duel_{rung}", samples()[f"python/{rung}"] / "bot.py")
    assert found is not None
    assert found.loader is not None
    bot: Any = module_from_spec(found)
    found.loader.exec_module(bot)
    if rung == "counter":
        return AsBot(bot.choose, {})
    limit, only, _ = limit.partition("-cards")
    limits = {"ms": float(limit.removesuffix("ms"))} if limit.endswith("ms") else {"deals": int(limit)}
    return AsBot(bot.choose, bot.PARAMS | limits | {"bids": not only})


def played(game: AnyGame, options: Any, label: str, players: Sequence[Player]) -> Result:
    """Play a game.

    Args:
        game: the game.
        options: its options.
        label: names its packs.
        players: the player of each side.
    """
    packs = Packs(label)
    position = play_game(game, options, packs)
    sides = game.seating(options).sides
    while (ask := position.ask) is not None:
        if len(ask.legal) == 1 or not _has_begun(position):
            position.play(ask.legal[0])
        else:
            position.play(players[_side(sides, ask)].answer(position, packs))
    assert position.result is not None
    return position.result


def _has_begun(position: Position[Any]) -> bool:
    """Return whether the first deal has begun; talk before it has no result."""
    return any(isinstance(event, Deal) for event in position.log)


def _side(sides: Sequence[int | None], ask: Ask) -> int:
    """Return the side that answers a question; a seat without a side is played by the first."""
    return sides[ask.seat] or 0


def measured(
    contest: str, upper: str, lower: str, sets: int, book: Book | None = None, *, early: bool = True
) -> Iterator[Row]:
    """Yield what has come of a duel after each block. In each set, each player has each side once.

    Args:
        contest: the game and its preset.
        upper: the rung that the figures are about.
        lower: the other rung.
        sets: how many sets to play at most.
        book: the games that have been played; those that it lacks are played and kept.
        early: whether to end when it is sure which of the two is stronger.
    """
    book = Book() if book is None else book
    game, preset = contest.split(":")
    rooms = max(2, GAMES[game].seating(GAMES[game].presets[preset]).number_of_sides)
    missing = range(1 + len(book.games) // rooms, sets + 1)
    with ProcessPoolExecutor() as pool:
        try:
            playing = {n: pool.submit(_set, contest, f"{contest} set {n}", upper, lower) for n in missing}
            for count in range(1, sets + 1):
                if count in playing:
                    book.add(playing.pop(count).result())
                if count % BLOCK == 0 or count == sets:
                    row = _row(contest, upper, lower, book.games[: count * rooms])
                    yield row
                    if early and _is_sure(row["los"]):
                        return
        finally:
            pool.shutdown(cancel_futures=True)


def _set(contest: str, label: str, upper: str, lower: str) -> list[Played]:
    """Play a duplicate set."""
    name, _, preset = contest.partition(":")
    game = GAMES[name]
    options = game.presets[preset]
    number = game.seating(options).number_of_sides
    names = [upper, lower, *[f"{FILLER}{side}" for side in range(2, number)]]
    found = []
    for room in range(max(2, number)):
        seed = f"{SEED} {label} {room}"
        players = {name: player(OTHER if name.startswith(FILLER) else name, game, seed) for name in names}
        sides = [names[(side + room) % len(names)] for side in range(number)]
        result = played(game, options, label, [players[name] for name in sides])
        its = players[upper]
        found.append(Played(Game(sides, result.places, label, points=result.scores), its.used, its.asked))
    return found


def _is_sure(los: float | None) -> bool:
    return los is not None and not 1 - SURE <= los <= SURE


def _pairs(games: Sequence[Game], upper: str, lower: str) -> Pairs:
    """Return the deals between two rungs, with a column for each room and each bot of the lower rung.

    All bots that fill the other sides play as `OTHER` does. So if that is the lower rung, each of them counts.
    """
    results = Results.of(games)
    lowers = [name for name in results.names if name == lower or (lower == OTHER and name.startswith(FILLER))]
    pairs = [pairs_between(results, upper, name) for name in lowers]
    margins = [each.margins for each in pairs if each.margins is not None]
    return Pairs(np.hstack([each.scores for each in pairs]), np.hstack(margins) if margins else None)


def _row(contest: str, upper: str, lower: str, games: Sequence[Played]) -> Row:
    found = compare(_pairs([one.game for one in games], upper, lower))
    points, elo = found.margin, found.elo
    return {
        "contest": contest,
        "upper": upper,
        "lower": lower,
        "seed": SEED,
        "move_ms": 0,
        "deals": found.deals,
        "games": len(games),
        "elo": [elo.value, elo.low, elo.high],
        "los": found.los,
        "points": [None] * 3 if points is None else [points.value, points.low, points.high],
        "cpu_ms": sum(one.used for one in games) * 1000 / max(1, sum(one.asked for one in games)),
    }


if __name__ == "__main__":
    if len(sys.argv) not in {5, 6} or sys.argv[5:] not in ([], ["all"]):
        sys.exit("usage: python -m tests.duels GAME:PRESET UPPER LOWER SETS [all]")
    contest, upper, lower, sets, *words = sys.argv[1:]
    file = GAMES_KEPT / f"{contest.replace(':', '-')}-{upper}-{lower}.jsonl"
    for row in measured(contest, upper, lower, int(sets), Book(file), early=not words):
        keep([row])
