"""Tables: the games that are open at once in a room, with their questions put to bots in batches.

One bot thinks at a time. The bot that is asked at the most tables gets all of its questions in one write, and
everything else waits until its answers are in. So which questions travel together depends only on the games, and with
many tables most of them do. A room with one table works in the same way, with batches of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import ceil
from typing import cast

import trio

from arena.protocol import Answer, BotFault, Received
from arena.table.broken import ANY, OURS, Broken, blaming
from arena.table.connection import Connection
from arena.table.outcome import Outcome
from arena.table.player import Player
from arena.table.referee import GameSetup, Participant, Referee

TURN = 0.002
"""Seconds after which other tasks of the event loop get a turn, however quick the bots are."""


class Tables:
    """The open games of a room."""

    def __init__(self) -> None:
        self.open: list[Referee] = []
        """The games on the tables, the oldest first."""
        self._waiting: dict[Player, list[Referee]] = {}
        """The games that wait for an answer of each player."""
        self.ended: list[Referee] = []
        """The open games that have ended; `end` takes them off the tables."""
        self._now = 0.0
        """The time (s) as of the last answers: looking at the clock for every question would cost too much."""
        self._turn = 0.0
        """When other tasks get their next turn (s)."""

    def begin(self, referee: Referee) -> None:
        """Put a game on a table."""
        self.open.append(referee)
        self._sort(referee)

    async def play(self) -> None:
        """Put questions to players until at least one game has ended.

        Raises:
            Void: a bot got no CPU for so long that the arena gave up waiting for it.
            SandboxFailure: the sandbox of a bot ended.
            Broken: the arena failed in a game.
        """
        self._now = trio.current_time()
        while not self.ended:
            await self._ask_one()
            if self._now > self._turn:
                await trio.lowlevel.checkpoint()
                self._now = trio.current_time()
                self._turn = self._now + TURN

    async def end(self) -> tuple[GameSetup, Outcome]:
        """Take the first game that has ended off its table, tell its players the rest, and return its outcome.

        Raises:
            Broken: the arena failed while it did so.
        """
        referee = self.ended.pop(0)
        with blaming(referee.setup.game_id):
            outcome, last_words = referee.end()
            await _tell(last_words)
        self.open.remove(referee)
        return referee.setup, outcome

    def _sort(self, referee: Referee) -> None:
        """Put a game among those that wait for an answer, or among those that have ended."""
        if referee.asked is None:
            self.ended.append(referee)
        else:
            self._waiting.setdefault(referee.asked.player, []).append(referee)

    def _batch(self) -> list[Referee]:
        """Take the games of the player that is asked at the most tables; of several such players, the first."""
        most: Player | None = None
        number = 0
        for player, games in self._waiting.items():
            if len(games) > number:
                most, number = player, len(games)
        assert most is not None
        return self._waiting.pop(most)

    async def _ask_one(self) -> None:
        """Ask the player that is asked at the most tables, and pass its answers on to the games."""
        batch = self._batch()
        participants = [referee.asked for referee in batch if referee.asked is not None]  # all of them wait
        player = participants[0].player
        clock = batch[0].setup.clock
        begun = trio.current_time() if clock.pace else 0.0
        try:
            answers = _in_order(participants, await player.ask(participants, partial(_questions, batch), self._now))
        except BotFault as fault:
            if clock.pace:
                await _keep_pace(begun, trio.current_time(), clock.pace)
            await self._failed(player, fault)
            return
        except OURS:
            raise
        except Exception as error:
            raise Broken(batch[0].setup.game_id, error) from error
        self._now = player.since
        if clock.pace:
            self._now = await _keep_pace(begun, player.since, clock.pace)
        for i in range(len(batch)):
            try:
                batch[i].answer(answers[i])
            except BotFault as fault:
                await self._failed(player, fault)
                return
            except ANY as error:
                raise Broken(batch[i].setup.game_id, error) from error
            self._sort(batch[i])
        if clock.live:
            for referee in batch:
                with blaming(referee.setup.game_id):
                    await _tell(referee.live_news())
            self._now = trio.current_time()

    async def _failed(self, player: Player, fault: BotFault) -> None:
        """Note a fault of a player in all of its games, and end its process."""
        self._waiting.clear()
        for referee in self.open:
            if referee in self.ended:
                continue
            with blaming(referee.setup.game_id):
                referee.fail(player, fault)
            self._sort(referee)
        await player.connection.dismiss(fault)
        self._now = trio.current_time()


async def _keep_pace(begun: float, answered: float, pace_ms: int) -> float:
    """Wait until others may learn of an answer: until a multiple of the pace since the question.

    Returns:
        The time (s).
    """
    step = pace_ms / 1000
    await trio.sleep_until(begun + max(1, ceil((answered - begun) / step)) * step)
    return trio.current_time()


def _questions(batch: Iterable[Referee]) -> bytes:
    """Return the bytes of the questions of several games.

    Raises:
        Broken: the arena failed in one of the games.
    """
    parts = []
    for referee in batch:
        try:
            parts.append(referee.question())
        except Exception as error:
            raise Broken(referee.setup.game_id, error) from error
    return b"".join(parts)


def _in_order(participants: Sequence[Participant], received: Sequence[Received]) -> Sequence[Answer]:
    """Return the answers in the order of the participants. Most bots answer in this order."""
    for i in range(len(received)):
        if received[i][0] != participants[i].table:
            by_table = dict(received)
            return [cast(Answer, by_table[each.table]) for each in participants]
    return [cast(Answer, answer) for _, answer in received]


async def _tell(news: Iterable[tuple[Connection, bytes]]) -> None:
    """Send bytes that need no answer to several bots."""
    for connection, data in news:
        await connection.tell(data)
