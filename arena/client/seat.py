"""A seat at a table: what it was told, as the kernel's `View`, and the question that it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from math import inf
from random import Random
from typing import Any, NamedTuple

from arena.client.words import Message, read_event
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Event, Seating, Side, View, Word
from arena.games.kernel.options import choose
from arena.games.study.standing import told_standing


class Question(NamedTuple):
    """A question of the arena. It has the fields of the kernel's `Ask` that a bot is told, and the time.

    Args:
        seat: the bot's seat.
        kind: what is asked, such as `bid` or `play`.
        legal: the legal answers.
        hand: the seat that is played for, if it is not the bot's own; else None.
        ms_left: the time for the answer in ms when the bot got it, its share of the time of a batch; `inf` if there is
            no limit. Leave some of it: the bot needs time to write, and the arena to read.
        bank_ms: what is left in the bank in ms; `inf` if there is none.
        table: the id of the game, such as `G17`.
        rng: random numbers for this game, seeded by its `game` line: with them, the same game is the same again.
        memory: what the bot keeps from one question of this game to the next. It begins empty. Policies of the library
            keep theirs under their names. None if nothing can be kept.
    """

    seat: int
    kind: str
    legal: tuple[Word, ...]
    hand: int | None = None
    ms_left: float = inf
    bank_ms: float = inf
    table: str = ""
    rng: Random = Random()
    memory: dict[str, Any] | None = None


class Seat:
    """The seat of a bot in one game: it hears the lines of the game, and keeps the view.

    Args:
        words: the words of the `game` line.

    Attributes:
        table: the id of the game.
        game: the game as the kernel has it.
        options: its options.
        seat: the bot's seat.
        sides: the side of each seat, None for a seat without a side.
        events: what the seat was told since the deal began.
        standing: the standing before the deal; None before the first deal.
        number: the number of the deal.
        move_ms: the time for the next answer in ms, `inf` if there is no limit.
        bank_ms: what is left in the bank in ms, `inf` if there is none.
        rng: random numbers for the game, the same whenever it is played with the same seed.
        memory: what the bot keeps from one question to the next.

    Raises:
        ValueError: this arena does not have the game.
    """

    def __init__(self, words: Sequence[str]) -> None:
        table, name, *settings = words
        if name not in GAMES:
            raise ValueError(f"{name}: there is no such game; this library is of another version than the arena")
        self.table: str = table
        given = dict(word.split("=", 1) for word in settings)
        self.game: AnyGame = GAMES[name]
        known = {field.name for field in fields(self.game.options)}
        preset = self.game.presets.get(given.get("preset", ""), self.game.options())
        self.options: Any = choose(preset, {key: word for key, word in given.items() if key in known})
        self.seating: Seating = self.game.seating(self.options)
        self.seat: int = int(given["seat"])
        self.sides: tuple[Side | None, ...] = self.seating.sides
        self.events: list[Event] = []
        self.standing: Any = None
        self.number: int = 0
        self._limit = float(given.get("move_ms", inf))
        self.move_ms: float = self._limit
        self.bank_ms: float = float(given.get("bank_ms", inf))
        self.rng: Random = Random(given.get("seed"))
        self.memory: dict[str, Any] = {}

    def hear(self, verb: str, words: Sequence[str]) -> None:
        """Take in a message of the game; messages that tell nothing, such as `over`, are ignored."""
        if verb == "note" and words[0] == "deal":
            self.number = int(words[1])
            self.standing = told_standing(self.game, self.options, words[2:])
            self.events = []
        elif verb == "clock":
            self.move_ms, self.bank_ms = float(words[0]), float(words[1])
        elif (event := read_event(verb, words, self.seat, self.seating)) is not None:
            self.events.append(event)

    @property
    def view(self) -> View:
        """What the seat was told in this deal: see `arena.games.kernel.View`."""
        return View(self.seat, self.options, self.standing, tuple(self.events), self.game)

    def question(self, words: Sequence[str]) -> Question:
        """Return the question of an `ask` line, given its words."""
        seat, kind, *legal = words
        hand = None if int(seat) == self.seat else int(seat)
        return Question(
            self.seat, kind, tuple(legal), hand, self.move_ms, self.bank_ms, self.table, self.rng, self.memory
        )


OF_NO_GAME = frozenset({"arena", "bye", "fault"})
"""The messages that belong to no game."""


class Seats:
    """The seats of a bot in all games that it plays: each message goes to the table that it is for.

    Attributes:
        at: the id of a table, or "" for a bot with one table only -> the seat there, while its game lasts.
    """

    def __init__(self) -> None:
        self.at: dict[str, Seat] = {}

    def hear(self, line: Message) -> Question | None:
        """Take in a message; return the question if it asks one.

        Raises:
            KeyError: no game is open at its table.
            ValueError: a game begins that this arena does not have.
        """
        table, verb, words = line
        if verb == "game":
            self.at[table] = Seat(words)
        elif verb == "over":
            del self.at[table]
        elif verb == "ask":
            return self.at[table].question(words)
        elif verb not in OF_NO_GAME:
            self.at[table].hear(verb, words)
        return None
