"""Games through pipes without an arena, with what each seat was told."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol, Self

from arena.bots.entrants import Entrant
from arena.chance import keyed
from arena.games.kernel import AnyGame, Event, Result
from arena.games.kernel.knowledge import tell
from arena.games.kernel.options import choose
from arena.games.kernel.position import Position, play_game
from arena.protocol import LINE, Message
from arena.settings.clock import NO_CLOCK
from arena.table.record import ending, message, opening, question

NO_SETTINGS: Mapping[str, str | int | bool] = {}


class Player(Protocol):
    def ask(self, told: str, legal: Sequence[str]) -> str:
        """Answer the question at the end of the messages."""


class Pipe:
    """A bot behind pipes: it reads lines and answers with a line."""

    def __init__(self, entrant: Entrant) -> None:
        self.process = subprocess.Popen(
            command(entrant), cwd=entrant.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.greeting = self.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self.process:
            self.process.kill()

    def write(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def ask(self, told: str, _legal: Sequence[str]) -> str:
        self.write(told)
        return self.read()


class AtRandom:
    """A seat that answers with random legal words, the same ones in every run."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)

    def ask(self, _told: str, legal: Sequence[str]) -> str:
        return self.rng.choice(legal)


@dataclass
class Seat:
    """What a seat was told in a game, the legal words of each question, and its answers."""

    told: list[str] = field(default_factory=list)
    legal: list[Sequence[str]] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    heard: int = 0

    def tell(self, message: Message) -> None:
        self.told.append(LINE.encode(message, None).decode())

    def news(self) -> str:
        """Return the messages since the last question."""
        text = "".join(self.told[self.heard :])
        self.heard = len(self.told)
        return text


@dataclass
class Played:
    """A finished game: its result, and what each seat was told."""

    result: Result
    seats: list[Seat]


def play(
    game: AnyGame,
    preset: str,
    seed: str,
    players: Sequence[Player],
    settings: Mapping[str, str | int | bool] = NO_SETTINGS,
) -> Played:
    """Play a game with one player for each seat; `settings` are options that differ from the preset."""
    options = choose(game.presets[preset], settings)
    position = play_game(game, options, keyed(seed, f"{game.name}:{preset}"))
    seats = [Seat() for _ in range(game.seating(options).seats)]
    for number, seat in enumerate(seats):
        seat.tell(opening("G1", game, preset, options, NO_CLOCK, seat=number))
    known = 0
    while True:
        _spread(position.log[known:], seats)
        known = len(position.log)
        if (ask := position.ask) is None:
            return _ended(position, seats)
        seat = seats[ask.seat]
        seat.tell(question(ask))
        seat.legal.append(ask.legal)
        seat.answers.append(players[ask.seat].ask(seat.news(), ask.legal))
        position.play(seat.answers[-1])


def _spread(events: Sequence[Event], seats: Sequence[Seat]) -> None:
    for event in events:
        for number, seat in enumerate(seats):
            if (seen := tell(event, number)) is not None:
                seat.tell(message(seen))


def _ended(position: Position[Result], seats: list[Seat]) -> Played:
    assert position.result is not None
    for seat in seats:
        seat.tell(ending("G1", position.result))
    return Played(position.result, seats)


def command(entrant: Entrant) -> list[str]:
    """Return what starts a bot here; a bot that uses the library gets the Python that has it."""
    program, *arguments = entrant.command
    if entrant.library:
        return [sys.executable, *arguments]
    own = entrant.folder / program
    return [str(own) if own.is_file() else program, *arguments]


def run(command: Sequence[str], folder: Path, told: str, environment: dict[str, str] | None = None) -> list[str]:
    """Send a bot all messages at once; return the lines that it wrote: its greeting and its answers."""
    done = subprocess.run(
        command, cwd=folder, input=told, capture_output=True, text=True, check=True, timeout=20, env=environment
    )
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def session(game: str, hand: str, since: str, question: str) -> str:
    """Return the messages for a position written by hand: lines separated by `; `, and a question to seat 2."""
    seat = game.partition("seat=")[2][0]
    lines = [*game.split("; "), f"show hand {seat} {hand}", *filter(None, since.split("; ")), f"ask 2 {question}"]
    return "\n".join(lines) + "\n"
