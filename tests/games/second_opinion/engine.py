"""Games played by the engine, for the second opinions: whatever it says is compared with the sheet.

Games come from a preset, or from options drawn at random (`mixed`); players choose at random or are bots.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from arena import protocol
from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Ask, Event
from arena.games.kernel.options import Options, choose
from arena.games.kernel.position import play_game
from arena.settings.clock import ClockSettings
from arena.table import record
from tests.games.second_opinion.checker import Checker
from tests.games.second_opinion.log import settings

S = TypeVar("S")
T = TypeVar("T")

MIXED = "mixed"
"""What the command takes in place of a preset: every game has options drawn at random."""
NOT_COMPARED_IN = 10
"""Of so many games of a preset the command says what was not compared."""
FAVOURED = 0.3
"""How many packs are sorted in somebody's favour."""


class Played(NamedTuple):
    """A game played by the engine: its record, the words offered at each decision, its draws by name, its events."""

    record: str
    asked: list[Sequence[str]]
    draws: Mapping[str, tuple[Any, ...]]
    events: list[Event]


class Choosers(Protocol):
    """Whoever answers for all seats."""

    def choose(self, ask: Ask, log: Sequence[Event]) -> str:
        """Return one of the legal words; `log` is all that has happened."""


class Favour(NamedTuple):
    """How a pack is sorted so that one hand is very strong.

    Args:
        places: the numbers of the cards, from the top, that each hand gets.
        worth: what to sort the cards by, the best first.
    """

    places: Sequence[Sequence[int]]
    worth: Callable[[str], Any]


@dataclass
class Draws:
    """The chance of a game: fair, but some packs are sorted so that one hand is very strong.

    Args:
        pack: the cards of the game.
        favour: draws how a pack is sorted.
        rng: decides what is sorted.
        fair: the fair chance.
        made: all draws by name.
    """

    pack: Sequence[str]
    favour: Callable[[Random], Favour]
    rng: Random
    fair: Callable[[str, Sequence[Any]], tuple[Any, ...]]
    made: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def __call__(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in an order, as the kernel's `Chance` wants it."""
        drawn = self.fair(name, items)
        if sorted(map(str, items)) == sorted(self.pack) and self.rng.random() < FAVOURED:
            drawn = self.sorted(drawn)
        self.made[name] = drawn
        return drawn

    def sorted(self, pack: Sequence[T]) -> tuple[T, ...]:
        """Return the pack so that one hand gets nearly all of the best cards."""
        places, worth = self.favour(self.rng)
        best = sorted(pack, key=lambda card: worth(str(card)))
        strong = [*self.rng.choice(places)]
        self.rng.shuffle(strong)
        others = [place for place in range(len(pack)) if place not in strong]
        cards = dict(zip([*strong, *others], best, strict=True))
        for _ in range(self.rng.randrange(4)):
            i, j = self.rng.randrange(len(pack)), self.rng.randrange(len(pack))
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards[i] for i in range(len(pack)))


@dataclass(frozen=True)
class Comparison(Generic[S]):
    """How the engine's games are compared with a second opinion.

    Args:
        checker: the second opinion.
        presets: the options of every preset, by the sheet.
        mixed: returns options that go together, drawn at random by a number.
        pack: returns the cards, unshuffled.
        favour: draws how a pack is sorted in somebody's favour.
        players: returns players who choose at random.
        further: returns the differences in whatever a record does not tell.
    """

    checker: Checker[S]
    presets: Mapping[str, Mapping[str, str]]
    mixed: Callable[[int], Mapping[str, str]]
    pack: Callable[[S], Sequence[str]]
    favour: Callable[[S, Random], Favour]
    players: Callable[[S, Random], Choosers]
    further: Callable[[Played, S], list[str]]

    @property
    def game(self) -> AnyGame:
        """The engine's game."""
        return GAMES[self.checker.name]

    def words(self, preset: str, number: int) -> Mapping[str, str]:
        """Return the options of a game: every third is played to its end, the others stop after 1 to 8 deals."""
        words = self.mixed(number) if preset == MIXED else self.presets[preset]
        return {**words, "max_deals": str(1 + number % 8 if number % 3 else 200)}

    def sheet(self, preset: str, number: int) -> S:
        """Return the options of a game, for the sheet."""
        return self.checker.read_sheet(self.words(preset, number))

    def options(self, preset: str, number: int) -> Options:
        """Return the options of a game, for the engine: its own preset, unless all options are drawn."""
        words = self.words(preset, number)
        if preset != MIXED:
            words = {"max_deals": words["max_deals"]}
        return self.chosen(words, self.game.presets.get(preset))

    def chosen(self, words: Mapping[str, str], base: Options | None = None) -> Options:
        """Return options of the engine from the sheet's words.

        Raises:
            OptionError: the engine refuses them.
        """
        return choose(base or self.game.options(), words)

    def play(self, preset: str, number: int, rng: Random, players: Choosers) -> Played:
        """Return a game that was played to its end; `rng` decides which packs are sorted."""
        options, sheet = self.options(preset, number), self.sheet(preset, number)
        fair = keyed("second opinion", f"{preset} {number}")
        chance = Draws(self.pack(sheet), lambda rng: self.favour(sheet, rng), rng, fair)
        position = play_game(self.game, options, chance)
        asked = []
        while position.ask is not None:
            asked.append(position.ask.legal)
            position.play(players.choose(position.ask, position.log))
        assert position.result is not None
        names = ["somebody"] * len(self.game.seating(options).players)
        messages = [
            record.opening("G1", self.game, preset, options, ClockSettings(), names=names),
            *map(record.message, position.log),
            record.ending("G1", position.result),
        ]
        text = b"".join(protocol.LINE.encode(message, None) for message in messages).decode()
        return Played(text, asked, chance.made, position.log)

    def random_game(self, preset: str, number: int) -> Played:
        """Return a game of a preset with random answers; the same numbers give the same game."""
        rng = Random(f"{preset} {number}")
        return self.play(preset, number, rng, self.players(self.sheet(preset, number), rng))

    def differences(self, preset: str, number: int) -> list[str]:
        """Return all differences between the engine and the sheet in one random game."""
        return self.differences_in(self.random_game(preset, number), self.sheet(preset, number))

    def differences_in(self, game: Played, sheet: S) -> list[str]:
        """Return all differences between the engine and the sheet in a game that was played by these options."""
        found = self.checker.check(game.record, game.asked)
        if self.checker.read_sheet(settings(game.record.split("\n", 1)[0].split(" "))) != sheet:
            found.append("presets table: the options of the game line are not those of the preset")
        return found + self.further(game, sheet)

    def main(self, words: Sequence[str], play: Callable[[str, int], Played] | None = None) -> int:
        """Play games and print the differences; return how many games had any.

        Args:
            words: games for each preset, then presets (none: all that the engine has).
            play: plays a game of a preset, by its number; at random if not given.
        """
        games, presets = int(words[0]), words[1:] or list(self.game.presets)
        play = play or self.random_game
        wrong = 0
        for preset in presets:
            unseen: set[str] = set()
            for number in range(games):
                game = play(preset, number)
                found = self.differences_in(game, self.sheet(preset, number))
                wrong += bool(found)
                unseen |= self.checker.not_compared(game.record) if number < NOT_COMPARED_IN else set()
                for sentence in found[:3]:
                    sys.stdout.write(f"{preset} game {number}: {sentence}\n")
            sys.stdout.write(f"{preset}: {games} games; not compared: {sorted(unseen)}\n")
            sys.stdout.flush()
        return wrong
