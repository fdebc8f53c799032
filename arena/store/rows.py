"""What readers of the store get: games that were played, entrants, runs and counts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from arena import chance
from arena.games.kernel import Result, Seat
from arena.schedules.plan import PlannedGame
from arena.table.outcome import Fault, Use

Conditions: TypeAlias = Mapping[str, str | int | float]
"""What was measured while a game was played, by name."""


SeasonKind: TypeAlias = Literal["secret", "reproducible"]
"""How the packs of a season are keyed: by a secret beside the seed, or by the seed alone."""


class Season(NamedTuple):
    """A part of a ladder with packs of its own. Each season closes the one before it.

    Args:
        number: from 1.
        kind: how its packs are keyed.
        seed: what the ladder file named, or for a match what was drawn; empty if nothing.
        secret: in hexadecimal; None for a season without one. It must not leave the arena while the season is open.
        digest: the SHA-256 of its key, as it was shown since it was opened.
        opened: when it was opened, for people.
        closed: when it was closed, for people; None while it is open.
    """

    number: int
    kind: SeasonKind
    seed: str
    secret: str | None
    digest: str
    opened: str
    closed: str | None

    @property
    def key(self) -> str:
        """The text that keys all packs of the season; see `arena.chance`."""
        return chance.key_of(self.number, self.seed, self.secret)

    @property
    def hidden(self) -> bool:
        """Whether its secret, packs, records and replays must not be published yet."""
        return self.secret is not None and self.closed is None

    @property
    def is_true(self) -> bool:
        """Whether the secret is the one that the digest was made from."""
        return chance.commitment(self.key) == self.digest


class PlayedGame(NamedTuple):
    """A planned game and its result.

    Args:
        game: the planned game.
        result: the result by the rules; without scores if a fault cut the game short.
        faults: of all seats, in order.
        run: the number of the run that played it.
        number: the number of its result; results are numbered from 1 in the order in which they are stored.
        uses: what each seat used; empty if it was not asked for.
    """

    game: PlannedGame
    result: Result
    faults: tuple[Fault, ...] = ()
    run: int = 1
    number: int = 0
    uses: Mapping[Seat, Use] = MappingProxyType({})


class ListedGame(NamedTuple):
    """A game and its result as a line of a list.

    Args:
        id: the id of the game.
        contest: the label of its contest.
        set: the number of its duplicate set, from 1.
        room: the number of its room in the set, from 0.
        sides: the id of the entrant on each side.
        scores: the score of each side; None if a fault cut the game short.
        reason: how it ended, in a word.
        extra: what else the result records, by name.
        faults: of all seats, in order.
        places: the place of each side.
    """

    id: str
    contest: str
    set: int
    room: int
    sides: tuple[str, ...]
    scores: tuple[int, ...] | None
    reason: str
    extra: Mapping[str, str]
    faults: tuple[Fault, ...]
    places: tuple[int, ...]


class Conduct(NamedTuple):
    """What a result says about the conduct of its entrants.

    Args:
        number: the number of the result.
        game: the id of the game.
        contest: the label of its contest.
        sides: the id of the entrant on each side.
        run: the number of the run that played it.
        scored: whether it has scores; a fault may have cut it short.
        faults: of all seats, in order.
    """

    number: int
    game: str
    contest: str
    sides: tuple[str, ...]
    run: int
    scored: bool
    faults: tuple[Fault, ...]


class Machine(NamedTuple):
    """A machine of an agent, and what was played on it.

    Args:
        name: what the agent calls it.
        cores: how many cores it has.
        yardstick: how fast one core is; more is faster.
        games: how many games it played.
        late: in how many of them a bot was late.
    """

    name: str
    cores: int
    yardstick: int
    games: int
    late: int


class StoredEntrant(NamedTuple):
    """An entrant of any run, as stored: some may not take part any more.

    Args:
        id: its name and the beginning of its digest.
        name: what it is called.
        version: as the bot states it.
        about: what the bot says about itself.
    """

    id: str
    name: str
    version: str
    about: str


class Counts(NamedTuple):
    """How far the plan of the last season has come.

    Args:
        planned: how many games are planned.
        done: how many games have a result.
        open: how many attempts are under way, or were when the arena died.
        abandoned: how many attempts ended without a result.
    """

    planned: int
    done: int
    open: int
    abandoned: int


class Run(NamedTuple):
    """A run of the arena.

    Args:
        number: from 1.
        started: when it began, for people.
        arena: the version of the arena.
        settings: the conditions and the schedule, by name.
        results: how many of its results the store has.
        season: the number of the season that it played.
    """

    number: int
    started: str
    arena: str
    settings: Mapping[str, str]
    results: int
    season: int
