"""Tables: the games that are open at once in a room, asked in batches.

One bot thinks at a time. Whoever is asked at most tables is sent all of its questions in one write, and the rest waits
until all answers are in: which questions travel together so depends on nothing but the games, and with as many tables
as a bot likes most of them do. A room with one table is the same with batches of one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import cast

import trio

from arena.table.blame import OURS, Broken, blaming
from arena.table.connection import Connection
from arena.table.outcome import Outcome
from arena.table.player import Player
from arena.table.referee import GameSetup, Place, Referee
from protocol import Answer, BotFault, Received

TURN = 0.002
"""Seconds after which others in the arena get their turn, however quick the bots are."""


class Tables:
    """The open games of a room."""

    def __init__(self) -> None:
        self.open: list[Referee] = []
        """The games that go on, the oldest first."""
        self._waiting: defaultdict[Player, list[Referee]] = defaultdict(list)
        self.ended: list[Referee] = []
        """Those of them that have ended; `end` takes them off the tables."""
        self._now = self._turn = 0.0
        """When the last answers came, and when others get their turn (s): a clock is not looked at for nothing."""

    def begin(self, referee: Referee) -> None:
        """Open a game."""
        self.open.append(referee)
        self._sort(referee)

    async def play(self) -> None:
        """Ask and answer until games have ended.

        Raises:
            Void, SandboxFailure: the arena is to blame for how the games went.
            Broken: the arena failed in one of them.
        """
        self._now = trio.current_time()
        while not self.ended:
            await self._ask_one()
            if self._now > self._turn:
                await trio.lowlevel.checkpoint()
                self._now = trio.current_time()
                self._turn = self._now + TURN

    async def end(self) -> tuple[GameSetup, Outcome]:
        """Take a game that has ended off the tables, and tell its players.

        Raises:
            Broken: the arena failed at that.
        """
        referee = self.ended.pop(0)
        with blaming(referee.setup.game_id):
            outcome, last_words = referee.end()
            await _tell(last_words)
        self.open.remove(referee)
        return referee.setup, outcome

    def _sort(self, referee: Referee) -> None:
        """Put a game where it waits for an answer, or with those that have ended."""
        if referee.asked is None:
            self.ended.append(referee)
        else:
            self._waiting[referee.asked.player].append(referee)

    async def _ask_one(self) -> None:
        """Put its questions to the player who is asked at most tables, and give the answers to the games."""
        waiting = self._waiting
        player = next(iter(waiting)) if len(waiting) == 1 else max(waiting, key=lambda player: len(waiting[player]))
        batch = waiting.pop(player)
        places: list[Place] = [referee.asked for referee in batch]  # type: ignore[misc] # all of them wait
        try:
            answers = _in_order(places, await player.ask(places, lambda: _questions(batch), self._now))
        except BotFault as fault:
            await self._failed(player, fault)
            return
        except OURS:
            raise
        except Exception as error:
            raise Broken(batch[0].setup.game_id, error) from error
        self._now = player.since
        for referee, answer in zip(batch, answers, strict=True):
            try:
                asked = referee.answer(answer)
            except Exception as error:
                raise Broken(referee.setup.game_id, error) from error
            if asked is None:
                self.ended.append(referee)
            else:
                waiting[asked.player].append(referee)
        if batch[0].setup.clock.live:
            for referee in batch:
                with blaming(referee.setup.game_id):
                    await _tell(referee.live_news())
            self._now = trio.current_time()

    async def _failed(self, player: Player, fault: BotFault) -> None:
        """Hold a fault against a player at all of its tables, and send it away."""
        self._waiting.clear()
        for referee in self.open:
            with blaming(referee.setup.game_id):
                referee.fail(player, fault)
            self._sort(referee)
        await player.connection.dismiss(fault)
        self._now = trio.current_time()


def _questions(batch: Iterable[Referee]) -> bytes:
    parts = []
    for referee in batch:
        try:
            parts.append(referee.question())
        except Exception as error:
            raise Broken(referee.setup.game_id, error) from error
    return b"".join(parts)


def _in_order(places: Sequence[Place], received: Sequence[Received]) -> Sequence[Answer]:
    """Return the answers in the order of the places; most bots give them so."""
    pairs = zip(places, received, strict=True)
    answers = [cast(Answer, answer) for place, (table, answer) in pairs if place.table == table]
    if len(answers) == len(places):
        return answers
    by_table = dict(received)
    return [cast(Answer, by_table[place.table]) for place in places]


async def _tell(news: Iterable[tuple[Connection, bytes]]) -> None:
    for connection, data in news:
        await connection.tell(data)
