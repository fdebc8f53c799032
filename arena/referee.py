"""One game: the rules ask, the players answer, everybody is told what the rules show; a record comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import protocol
from arena import record
from arena.clock import Clock, ClockSettings
from arena.config import OnFault
from arena.games.kernel import AnyGame, Ask, Chance, Position, Result, Seat, Side, for_all, play_game, tell
from arena.games.options import Options
from arena.player import Player
from arena.seat import TimedPlayer, Use
from protocol import Answer, BotFault, Message


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


class Place:
    """A seat of one game: who sits there, its clock, what it used, and how far it has been told.

    Args:
        seat: which.
        timed: who sits there.
        clock: what is left of its time.
        game_id: the id of the game.
    """

    __slots__ = ("before", "clock", "opening", "plain", "player", "prefix", "seat", "table", "timed", "told", "use")

    def __init__(self, seat: Seat, timed: TimedPlayer, clock: Clock, game_id: str) -> None:
        self.seat = seat
        self.timed = timed
        self.player = timed.player
        self.clock = clock
        self.use = Use()
        self.before = timed.meter()
        self.table = self.player.table_of(game_id)
        self.plain = self.player.session.codec is protocol.LINE
        """Whether it reads lines, which are made once for everybody."""
        self.prefix = b"" if self.table is None else f"@{self.table} ".encode()
        self.opening = b""
        """The first line, until it has been sent along with the first question."""
        self.told = 0
        """How many events it has been told."""

    def note(self) -> None:
        """Note what it used in all of the game."""
        self.timed.note_cpu(self.use, self.before)
        self.use.bank_ms = self.clock.bank

    def send(self, message: Message) -> bytes:
        """Return the bytes of a message of the game."""
        return self.player.session.send(message, self.table)


class Referee:
    """One game: says who is asked what, takes answers, says what everybody is to be told. It neither waits nor sends.

    Args:
        terms: under what it is played.
        players: the player of each seat that is asked anything; they have exchanged greetings already.
        absent: the verdicts of players that did not come; their seats are treated as having failed at the start.
    """

    def __init__(self, terms: Terms, players: Mapping[Seat, TimedPlayer], absent: tuple[Verdict, ...] = ()) -> None:
        self.terms = terms
        self.asked: Place | None = None
        """Who has to answer the open question; None when the game has ended."""
        self._table = terms.game.table(terms.options)
        self._position: Position[Result] = play_game(terms.game, terms.options, terms.chance)
        self._places = {
            seat: Place(seat, player, Clock(terms.clock), terms.game_id) for seat, player in players.items()
        }
        self._uses = {seat: at.use for seat, at in self._places.items()}
        self._verdicts = list(absent)
        self._lines: list[bytes] = []
        self._private = 0
        self._record: list[bytes] = []
        for seat, at in self._places.items():
            at.opening = at.send(self._opening(seat))
        self._write(self._opening(None))
        for verdict in absent:
            self._write(protocol.Note(record.FAULT, (str(verdict.seat), verdict.kind)))
        self._go_on()

    def question(self) -> bytes:
        """Return what the asked seat was not told yet, its clock where it has a bank, and the question."""
        at, ask = self.asked, self._position.ask
        assert at is not None
        assert ask is not None
        data = self._news_for(at)
        if at.clock.bank is not None:
            left = protocol.Clock(int(at.clock.allowance() or 0), int(at.clock.bank))
            self._write(left)
            data += at.send(left)
        return data + at.send(record.question(ask))

    def answer(self, answer: Answer) -> None:
        """Take the answer to the open question."""
        self._position.play(answer.word, answer.text)
        self._go_on()

    def fail(self, timed: TimedPlayer, fault: BotFault) -> None:
        """Record the fault of a player, and take it from the table if it sits here."""
        for at in [at for at in self._places.values() if at.timed is timed]:
            self._verdicts.append(Verdict(at.seat, fault.kind, fault.text))
            self._write(protocol.Note(record.FAULT, (str(at.seat), fault.kind)))
            at.note()
            del self._places[at.seat]
        self._go_on()

    def live_news(self) -> Iterator[tuple[Player, bytes]]:
        """Yield what those who want to hear of things as they happen are to be told now."""
        for at in self._places.values():
            if at.player.session.terms.live:
                yield at.player, self._news_for(at)

    def end(self) -> tuple[Outcome, list[tuple[Player, bytes]]]:
        """Settle the result and close the record; return the outcome, and what those still there are to be told."""
        result = self._result()
        over = record.ending(self.terms.game_id, result)
        self._write(over)
        last_words = [(at.player, self._news_for(at) + at.send(over)) for at in self._places.values()]
        for at in self._places.values():
            at.note()
        outcome = Outcome(result, tuple(self._verdicts), self._uses, b"".join(self._record).decode())
        return outcome, last_words

    def _opening(self, seat: Seat | None) -> protocol.Game:
        t = self.terms
        return record.opening(t.game_id, t.game, t.preset, t.options, t.clock, seat=seat, names=t.names)

    def _go_on(self) -> None:
        """Take note of what happened, and find out who is asked next; the house answers where a player has failed."""
        self._take_news()
        while (ask := self._position.ask) is not None and not self._cut_short():
            self.asked = self._places.get(ask.seat)
            if self.asked is not None:
                return
            self._position.play(self._house_word(ask))
            self._take_news()
        self.asked = None

    def _take_news(self) -> None:
        """Turn new events into lines, and write them into the record."""
        lines = self._lines
        for event in self._position.log[len(lines) :]:
            if for_all(event):
                line = record.usual_line(event)
            else:
                line = protocol.LINE.encode(record.message(event), None)
                self._private = len(lines) + 1
            lines.append(line)
            self._record.append(line)

    def _news_for(self, at: Place) -> bytes:
        """Return, encoded, what the seat learns of the events that it was not told of yet."""
        begun, at.told = at.told, len(self._lines)
        opening, at.opening = at.opening, b""
        if begun == at.told:
            return opening
        if not at.plain or self._private > begun:
            return opening + b"".join(self._told_one_by_one(at, begun))
        at.player.session.narrated(at.table)
        return opening + at.prefix + at.prefix.join(self._lines[begun:])

    def _told_one_by_one(self, at: Place, begun: int) -> Iterator[bytes]:
        """Yield what a seat learns of events that are not all for everybody, or in a codec of its own."""
        for i, event in enumerate(self._position.log[begun:], begun):
            learnt = tell(event, at.seat)
            if learnt is event and at.plain:
                at.player.session.narrated(at.table)
                yield at.prefix + self._lines[i]
            elif learnt is not None:
                yield at.send(record.message(learnt))

    def _write(self, message: Message) -> None:
        """Add a line to the record."""
        self._record.append(protocol.LINE.encode(message, None))

    def _house_word(self, ask: Ask) -> str:
        """Return a random legal word, the same whenever the game is played again."""
        return self.terms.chance(f"house {len(self._position.answers)}", ask.legal)[0]

    def _cut_short(self) -> bool:
        return bool(self._verdicts) and self.terms.on_fault == "forfeit"

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
