"""One game: the rules ask, the players answer in time, everybody is told what the rules show; a record comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import protocol
from arena import record
from arena.clock import ClockSettings
from arena.config import OnFault
from arena.games.kernel import AnyGame, Ask, Chance, Position, Result, Seat, Side, play_game, tell
from arena.games.options import Options
from arena.player import Player
from arena.seat import Lag, SeatClock, Use
from protocol import BotFault, Message


class Verdict(NamedTuple):
    """A bot's fault in a game: whose, which (TIMEOUT, CRASH, ...), and what happened."""

    seat: Seat
    kind: str
    text: str


class Terms(NamedTuple):
    """Under what a game is played.

    Args:
        game_id: the id in messages and results.
        game: which game.
        preset: the preset that the options began with.
        options: all options in force.
        chance: the draws of this game.
        clock: the limits of every seat.
        on_fault: `forfeit` ends the game at a fault, the offender last; `substitute` lets a house bot that plays
            random legal words go on in the seat, the offender still being placed last.
        names: who sits at each seat, for the record.
    """

    game_id: str
    game: AnyGame
    preset: str
    options: Options
    chance: Chance
    clock: ClockSettings
    on_fault: OnFault
    names: tuple[str, ...]


@dataclass
class Outcome:
    """How a game ended.

    Args:
        result: without scores where a fault cut it short.
        verdicts: the faults.
        uses: what each seat used.
        record: the whole game as text.
        lag_ms: what the arena's own lateness stayed below in 99 % of the looks at it; None where nobody looked.
    """

    result: Result
    verdicts: tuple[Verdict, ...]
    uses: dict[Seat, Use]
    record: str
    lag_ms: float | None = None


@dataclass
class _Seat:
    """What the referee keeps for one seat: its player, its clock, and how far in the log it has been told."""

    player: Player
    timed: SeatClock
    opening: bytes
    told: int = 0


class Referee:
    """Plays one game.

    Args:
        terms: under what it is played.
        players: the player of each seat that is asked anything; they have exchanged greetings already.
        absent: the verdicts of players that did not come; their seats are treated as having failed at the start.
        lag: how late the arena is; without it no game is ever void.
    """

    def __init__(
        self,
        terms: Terms,
        players: Mapping[Seat, Player],
        absent: tuple[Verdict, ...] = (),
        lag: Lag | None = None,
    ) -> None:
        self._terms = terms
        self._lag = lag
        self._table = terms.game.table(terms.options)
        self._position: Position[Result] = play_game(terms.game, terms.options, terms.chance)
        self._uses = {seat: Use() for seat in players}
        self._seats = {seat: self._take_seat(seat, player) for seat, player in players.items()}
        self._verdicts = list(absent)
        self._absent = absent
        self._news: list[tuple[Message, bytes]] = []
        self._lines: list[bytes] = []

    async def play(self) -> Outcome:
        """Play the game to its end, or to the fault that ends it.

        Raises:
            Void: the arena is to blame for how it went.
        """
        self._write(self._opening(None))
        for verdict in self._absent:
            self._write(protocol.Note(record.FAULT, (str(verdict.seat), verdict.kind)))
        while self._position.ask is not None and not self._cut_short():
            await self._decide(self._position.ask)
        return await self._end()

    def _take_seat(self, seat: Seat, player: Player) -> _Seat:
        timed = SeatClock(player, self._terms.clock, self._uses[seat], self._lag)
        return _Seat(player, timed, player.open_game(self._opening(seat)))

    def _opening(self, seat: Seat | None) -> protocol.Game:
        t = self._terms
        return record.opening(t.game_id, t.game, t.preset, t.options, t.clock, seat=seat, names=t.names)

    async def _decide(self, ask: Ask) -> None:
        """Get the answer to a question from its player, or from the house where the player has failed."""
        self._encode_news()
        at = self._seats.get(ask.seat)
        if at is None:
            self._position.play(self._house_word(ask))
            return
        try:
            answer = await at.timed.ask(lambda: self._question(at, ask))
        except BotFault as fault:
            await self._failed(ask.seat, fault)
            return
        self._position.play(answer.word, answer.text)
        if self._terms.clock.live:
            await self._tell_live()

    def _question(self, at: _Seat, ask: Ask) -> bytes:
        """Return what the seat was not told yet, its clock where it has a bank, and the question."""
        parts = self._news_for(ask.seat, at)
        clock = at.timed.clock
        if clock.bank is not None:
            left = protocol.Clock(int(clock.allowance() or 0), int(clock.bank))
            self._write(left)
            parts.append(at.player.send(left))
        parts.append(at.player.send(record.question(ask)))
        return b"".join(parts)

    def _news_for(self, seat: Seat, at: _Seat) -> list[bytes]:
        """Return, encoded, what the seat learns of the events that it was not told of yet."""
        player, log = at.player, self._position.log
        parts, at.opening = [at.opening], b""
        for i in range(at.told, len(log)):
            learnt = tell(log[i], seat)
            if learnt is log[i]:
                parts.append(self._as_for_all(i, player))
            elif learnt is not None:
                parts.append(player.send(record.message(learnt)))
        at.told = len(log)
        return parts

    def _as_for_all(self, i: int, player: Player) -> bytes:
        """Return an event that hides nothing from the seat: encoded once for everybody who reads plain lines."""
        message, line = self._news[i]
        if player.table is not None or player.session.codec is not protocol.LINE:
            return player.send(message)
        player.session.sent(message)
        return line

    def _encode_news(self) -> None:
        """Turn new events into messages, and write them into the record."""
        for event in self._position.log[len(self._news) :]:
            message = record.message(event)
            self._news.append((message, self._write(message)))

    def _write(self, message: Message) -> bytes:
        """Add a line to the record."""
        line = protocol.LINE.encode(message, None)
        self._lines.append(line)
        return line

    async def _tell_live(self) -> None:
        self._encode_news()
        for seat, at in self._seats.items():
            if at.player.session.terms.live:
                await at.player.tell(b"".join(self._news_for(seat, at)))

    def _house_word(self, ask: Ask) -> str:
        """Return a random legal word, the same whenever the game is played again."""
        return self._terms.chance(f"house {len(self._position.answers)}", ask.legal)[0]

    async def _failed(self, seat: Seat, fault: BotFault) -> None:
        """Record a fault, tell the bot, and take it from the table."""
        self._verdicts.append(Verdict(seat, fault.kind, fault.text))
        self._write(protocol.Note(record.FAULT, (str(seat), fault.kind)))
        at = self._seats.pop(seat)
        at.timed.finish()
        await at.player.dismiss(fault)

    def _cut_short(self) -> bool:
        return bool(self._verdicts) and self._terms.on_fault == "forfeit"

    async def _end(self) -> Outcome:
        """Settle the result, tell everybody still there, and close the record."""
        self._encode_news()
        result = self._result()
        over = record.ending(self._terms.game_id, result)
        self._write(over)
        for seat, at in self._seats.items():
            await at.player.tell(b"".join([*self._news_for(seat, at), at.player.send(over)]))
            at.timed.finish()
        return Outcome(result, tuple(self._verdicts), self._uses, b"".join(self._lines).decode())

    def _result(self) -> Result:
        guilty = {self._table.sides[verdict.seat] for verdict in self._verdicts}
        result = self._position.result
        if result is None:
            return Result(behind((1,) * self._table.number_of_sides, guilty), (), "forfeit")
        return result._replace(places=behind(result.places, guilty))


def behind(places: tuple[int, ...], guilty: set[Side | None]) -> tuple[int, ...]:
    """Return the places with the guilty sides behind all others, each group in the order it had."""
    keys = [(side in guilty, place) for side, place in enumerate(places)]
    return tuple(1 + sum(other < mine for other in keys) for mine in keys)
