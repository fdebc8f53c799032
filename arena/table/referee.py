"""One game: the rules ask, the players answer, everybody is told what the rules show; a record comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import protocol
from arena.games.kernel import AnyGame, Ask, Chance, Deal, Event, Result, Seat, Side
from arena.games.kernel.knowledge import for_all, tell
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position, play_game
from arena.settings.clock import ClockSettings, OnFault
from arena.table import record
from arena.table.clock import Clock
from arena.table.connection import Connection
from arena.table.outcome import Fault, Outcome
from arena.table.player import Account, Player
from protocol import Answer, BotFault, Conversation, Message

MOST_LINES: Final = 20_000
"""Lines that are remembered at most."""
_USUAL: Final[dict[Event, str]] = {}
"""Most of a game is a few events that hide nothing, made into lines once."""


class GameSetup(NamedTuple):
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


class Place(Account):
    """A seat of one game: who sits there, its clock, what it used, and how far it has been told.

    Args:
        seat: which.
        player: who sits there.
        clock: what is left of its time.
        game_id: the id of the game.
    """

    __slots__ = ("before", "connection", "conversation", "opening", "player", "seat", "table", "told")

    def __init__(self, seat: Seat, player: Player, clock: Clock, game_id: str) -> None:
        super().__init__(clock)
        self.seat = seat
        self.player = player
        self.connection = player.connection
        self.before = player.meter()
        self.table = self.connection.table_of(game_id)
        self.conversation: Conversation | None = None
        """Where its game stands, if it reads lines: those are made once for everybody."""
        self.opening = b""
        """The first line, until it has been sent along with the first question."""
        self.told = -1
        """How many events it has been told; -1 until the first line has been sent."""

    def open(self, message: Message) -> None:
        """Take the first line."""
        session = self.connection.session
        self.opening = session.send(message, self.table)
        if session.codec is protocol.LINE:
            self.conversation = session.conversation(self.table)

    def note(self) -> None:
        """Note what it used in all of the game."""
        self.player.note_cpu(self.use, self.before)
        self.use.bank_ms = self.clock.bank

    def send(self, message: Message) -> bytes:
        """Return the bytes of a message of the game."""
        return self.connection.session.send(message, self.table)


class Referee:
    """One game: says who is asked what, takes answers, says what everybody is to be told. It neither waits nor sends.

    Args:
        setup: under what it is played.
        players: the player of each seat that is asked anything; they have exchanged greetings already.
        absent: the faults of players that did not come; their seats are treated as having failed at the start.
    """

    def __init__(self, setup: GameSetup, players: Mapping[Seat, Player], absent: tuple[Fault, ...] = ()) -> None:
        self.setup = setup
        self.asked: Place | None = None
        """Who has to answer the open question; None when the game has ended."""
        self._banked = setup.clock.bank_ms > 0
        self._seating = setup.game.seating(setup.options)
        self._position: Position[Result] = play_game(setup.game, setup.options, setup.chance)
        self._log = self._position.log
        self._places = {
            seat: Place(seat, player, Clock(setup.clock), setup.game_id) for seat, player in players.items()
        }
        self._uses = {seat: place.use for seat, place in self._places.items()}
        self._faults = list(absent)
        self._cut_short = bool(absent) and setup.on_fault == "forfeit"
        self._lines: list[str] = []
        self._private: list[int] = []
        """Which events are not the same for everybody."""
        self._common = 0
        """After how many events all the others are the same for everybody."""
        self._asides: list[tuple[int, str]] = []
        """What stands in the record only, and how many events before it."""
        for seat, place in self._places.items():
            place.open(self._opening(seat))
        self._write(self._opening(None))
        for fault in absent:
            self._write(protocol.Note(record.FAULT, (str(fault.seat), fault.kind)))
        self._go_on()

    def question(self) -> bytes:
        """Return what the asked seat was not told yet, its clock where it has a bank, and the question."""
        place, ask = self.asked, self._position.ask
        assert place is not None
        assert ask is not None
        conversation, told = place.conversation, place.told
        if conversation is None or told < 0 or self._banked:
            return self._question_step_by_step(place, ask)
        place.told = len(self._lines)
        news = self._lines[told:] if told >= self._common else self._lines_for(place.seat, told)
        seat, kind, legal, _, hand, _ = ask
        return conversation.ask(news, seat if hand is None else hand, kind, legal)

    def _question_step_by_step(self, place: Place, ask: Ask) -> bytes:
        """Return the same for a seat that has a bank or a codec of its own, or was not told of the game at all."""
        data = self._news_for(place)
        if place.clock.bank is not None:
            left = protocol.Clock(int(place.clock.allowance() or 0), int(place.clock.bank))
            self._write(left)
            data += place.send(left)
        return data + place.send(record.question(ask))

    def answer(self, answer: Answer) -> Place | None:
        """Take the answer to the open question; return who is asked next, None if the game has ended."""
        self._position.proceed(answer.word, answer.text)  # the session has held it against the question
        return self._go_on()

    def fail(self, player: Player, fault: BotFault) -> None:
        """Record the fault of a player, and take it from the table if it sits here."""
        for place in [place for place in self._places.values() if place.player is player]:
            self._faults.append(Fault(place.seat, fault.kind, fault.text))
            self._write(protocol.Note(record.FAULT, (str(place.seat), fault.kind)))
            place.note()
            del self._places[place.seat]
        self._cut_short = bool(self._faults) and self.setup.on_fault == "forfeit"
        self._go_on()

    def live_news(self) -> Iterator[tuple[Connection, bytes]]:
        """Yield what those who want to hear of things as they happen are to be told now."""
        for place in self._places.values():
            if place.connection.session.capabilities.live:
                yield place.connection, self._news_for(place)

    def end(self) -> tuple[Outcome, list[tuple[Connection, bytes]]]:
        """Settle the result and close the record; return the outcome, and what those still there are to be told."""
        result = self._result()
        over = record.ending(self.setup.game_id, result)
        self._write(over)
        last_words = [(place.connection, self._news_for(place) + place.send(over)) for place in self._places.values()]
        for place in self._places.values():
            place.note()
        outcome = Outcome(result, tuple(self._faults), self._uses, self._record())
        return outcome, last_words

    def _opening(self, seat: Seat | None) -> protocol.Game:
        game_id, game, preset, options, _, clock, _, names = self.setup
        return record.opening(game_id, game, preset, options, clock, seat=seat, names=names)

    def _go_on(self) -> Place | None:
        """Take note of what happened, and find out who is asked next; the house answers where a player has failed."""
        position, lines = self._position, self._lines
        while True:
            for i in range(len(lines), len(self._log)):
                event = self._log[i]
                lines.append(_USUAL.get(event) or self._new_line(event))
            ask = position.ask
            if ask is None or self._cut_short:
                self.asked = None
                return None
            if place := self._places.get(ask.seat):
                self.asked = place
                return place
            position.play(self._house_word(ask))

    def _new_line(self, event: Event) -> str:
        """Return the line of an event that does not come again and again, or has not yet."""
        line = record.line(event)
        if not for_all(event):
            self._private.append(len(self._lines))
            self._common = len(self._lines) + 1
        elif type(event) is not Deal and len(_USUAL) < MOST_LINES:
            _USUAL[event] = line
        return line

    def _news_for(self, place: Place) -> bytes:
        """Return, encoded, what the seat learns of the events that it was not told of yet."""
        first, place.told = max(place.told, 0), len(self._lines)
        opening, place.opening = place.opening, b""
        if place.conversation is None:
            learnt = (tell(event, place.seat) for event in self._log[first:])
            return opening + b"".join(place.send(record.message(event)) for event in learnt if event is not None)
        lines = self._lines_for(place.seat, first)
        return opening + place.conversation.tell(lines) if lines else opening

    def _lines_for(self, seat: Seat, first: int) -> list[str]:
        """Return the lines of the events that a seat learns."""
        lines = self._lines[first:]
        for i in reversed(self._private):
            if i < first:
                break
            event = self._log[i]
            learnt = tell(event, seat)
            if learnt is None:
                del lines[i - first]
            elif learnt is not event:
                lines[i - first] = record.line(learnt)
        return lines

    def _write(self, message: Message) -> None:
        """Add a line to the record."""
        self._asides.append((len(self._lines), protocol.write_line(message)))

    def _record(self) -> str:
        """Return the record."""
        parts, done = [], 0
        for before, aside in self._asides:
            parts += self._lines[done:before]
            parts.append(aside)
            done = before
        return "".join(parts + self._lines[done:])

    def _house_word(self, ask: Ask) -> str:
        """Return a random legal word, the same whenever the game is played again."""
        return self.setup.chance(f"house {len(self._position.answers)}", ask.legal)[0]

    def _result(self) -> Result:
        guilty = {self._seating.sides[fault.seat] for fault in self._faults}
        result = self._position.result
        if result is None:
            return Result(behind((1,) * self._seating.number_of_sides, guilty), (), "forfeit")
        return result._replace(places=behind(result.places, guilty))


def behind(places: tuple[int, ...], guilty: set[Side | None]) -> tuple[int, ...]:
    """Return the places with the guilty sides behind all others, each group in the order it had."""
    keys = [(side in guilty, place) for side, place in enumerate(places)]
    return tuple(1 + sum(other < mine for other in keys) for mine in keys)
