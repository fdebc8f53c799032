"""The referee of one game: passes questions of the rules on to players, and tells each seat what it may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from arena import protocol
from arena.games.kernel import AnyGame, Ask, Chance, Deal, Event, Note, Result, Seat, Show, Side
from arena.games.kernel.events import ASIDES
from arena.games.kernel.game import flaw, no_value
from arena.games.kernel.knowledge import for_all, tell
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position, play_game
from arena.protocol import Answer, BotFault, Conversation, Message
from arena.protocol.messages import TableId
from arena.settings.clock import ClockSettings, OnFault
from arena.table import record
from arena.table.answer_times import code_of
from arena.table.clock import Clock
from arena.table.connection import Connection
from arena.table.outcome import Fault, Outcome
from arena.table.player import Account, Player

MOST_LINES: Final = 20_000
"""How many lines of events are remembered at most, of each game."""
_USUAL: Final[dict[AnyGame, dict[Event, str]]] = {}
"""Of each game, the lines of events that hide nothing. Most of a game consists of a few of them, over and over.

Games do not share them: what one tells may equal what another tells, and be another line (1 and True).
"""


class GameSetup(NamedTuple):
    """What a game is played with.

    Args:
        game_id: the id in messages and results.
        game: the rules.
        preset: the name of the preset that the options began with.
        options: all options in force.
        chance: draws the packs of this game.
        clock: the time limits of every seat.
        on_fault: `forfeit` ends the game at a fault; with `substitute` the house plays random legal words for the seat.
            In both cases the side with the fault is placed last.
        names: the entrant at each seat, for the record.
        seeds: the seed of the bot in each seat (`arena.chance.bot_seeds`); empty if they are not told one.
    """

    game_id: str
    game: AnyGame
    preset: str
    options: Options
    chance: Chance
    clock: ClockSettings
    on_fault: OnFault
    names: tuple[str, ...]
    seeds: tuple[str, ...] = ()


class Participant(Account):
    """The place of a player in one game: its seat, its account, and how many events it has been told.

    Args:
        seat: the seat.
        player: the player in it.
        clock: the time that it has left.
        game_id: the id of the game.
    """

    __slots__ = ("before", "connection", "conversation", "illegal", "opening", "player", "seat", "table", "told")

    def __init__(self, seat: Seat, player: Player, clock: Clock, game_id: str) -> None:
        super().__init__(clock)
        self.seat: Seat = seat
        self.player: Player = player
        self.connection: Connection = player.connection
        self.before: tuple[float | None, int] = player.meter()
        """What the meter of the player's CPU time said when the game began."""
        self.table: TableId = self.connection.table_of(game_id)
        self.conversation: Conversation | None = None
        """The state of its game in the session, if it reads lines: they are made once for all seats. Else None."""
        self.opening: bytes = b""
        """The bytes of the `game` line, until they are sent with the first question."""
        self.illegal: int = 0
        """How many illegal answers were no fault."""
        self.told: int = -1
        """How many events it has been told; -1 until the `game` line has been sent."""

    def open(self, message: Message) -> None:
        """Begin the game in the session, with its `game` line."""
        session = self.connection.session
        self.opening = session.send(message, self.table)
        if session.codec is protocol.LINE:
            self.conversation = session.conversation(self.table)

    def note(self) -> None:
        """Note what was used in the whole game: time, CPU time, and what the bank still holds."""
        self.settle()
        self.use.illegal = self.illegal
        self.player.note_cpu(self.use, self.before)
        self.use.bank_ms = self.clock.bank

    def send(self, message: Message) -> bytes:
        """Return the bytes of a message of the game."""
        return self.connection.session.send(message, self.table)


class Referee:
    """Runs one game: says which player is asked what, takes answers, and says what each seat is told.

    It neither waits nor sends.

    Args:
        setup: what the game is played with.
        players: the player of each seat that has to make decisions, after the greetings.
        absent: the faults of bots that could not be started; their seats have a fault from the beginning.
    """

    def __init__(self, setup: GameSetup, players: Mapping[Seat, Player], absent: tuple[Fault, ...] = ()) -> None:
        self.setup = setup
        self.asked: Participant | None = None
        """The place that has to answer the open question; None when the game has ended."""
        self._seating = setup.game.seating(setup.options)
        self._seats = range(self._seating.seats)
        self._usual = _USUAL.setdefault(setup.game, {})
        self._position: Position[Result] = play_game(setup.game, setup.options, setup.chance)
        self._log = self._position.log
        self._places = {
            seat: Participant(seat, player, Clock(player.settings), setup.game_id) for seat, player in players.items()
        }
        self._banked = any(place.clock.bank is not None for place in self._places.values())
        self._uses = {seat: place.use for seat, place in self._places.items()}
        self._faults = list(absent)
        self._cut_short = bool(absent) and setup.on_fault == "forfeit"
        self._lines: list[str] = []
        self._answer_times: list[int] = []
        self._tries = 0
        """How many illegal answers the open question has had."""
        self._private: list[int] = []
        """The numbers of the events that some seats are not told, or not told in full."""
        self._common = 0
        """From this number on all events are the same for all seats."""
        self._asides: list[tuple[int, str]] = []
        """Lines that are only in the record, each with the number of events before it."""
        for seat, place in self._places.items():
            place.open(self._opening(seat))
        self._write(self._opening(None))
        for fault in absent:
            self._write(protocol.Note(record.FAULT, (str(fault.seat), fault.kind)))
        self._go_on()

    def question(self) -> bytes:
        """Return the bytes for the seat that is asked: the news, its clock if it has a bank, and the question."""
        place, ask = self.asked, self._position.ask
        assert place is not None
        assert ask is not None
        conversation, told = place.conversation, place.told
        if conversation is None or told < 0 or self._banked:
            return self._question_step_by_step(place, ask)
        place.told = len(self._lines)
        news = self._lines[told:] if told >= self._common else self._lines_for(place.seat, told)
        seat, kind, legal, _, hand, _ = ask
        return conversation.ask(news, seat if hand is None else hand, kind, tuple(legal))

    def _question_step_by_step(self, place: Participant, ask: Ask) -> bytes:
        """Return the same bytes as `question`, for a seat with a bank, another codec or a `game` line to send."""
        data = self._news_for(place)
        if place.clock.bank is not None:
            left = protocol.Clock(int(place.clock.allowance() or 0), int(place.clock.bank))
            self._write(left)
            data += place.send(left)
        return data + place.send(record.question(ask))

    def answer(self, answer: Answer) -> Participant | None:
        """Take the answer to the open question; return the place that is asked next, None if the game has ended.

        Raises:
            BotFault: the answer is illegal, and the question was asked as often as it may be.
        """
        place, word = self.asked, answer.word
        assert place is not None
        if not place.connection.illegal_is_fault:
            legal = self._position.ask.legal if self._position.ask is not None else ()
            if word not in legal:
                if self._is_asked_again(place, answer):
                    return place
                answer = Answer(legal[0])
            self._tries = 0
        self._answer_times.append(code_of(place.last_ms))
        self._position.proceed(answer.word, answer.text)  # the word was offered
        return self._go_on()

    def _is_asked_again(self, place: Participant, answer: Answer) -> bool:
        """Count an illegal answer; return whether the question is asked again, or else its first word is played.

        Raises:
            BotFault: it was asked often enough.
        """
        rule = place.connection.on_illegal
        place.illegal += 1
        self._tries += 1
        self._write(protocol.Note(record.ILLEGAL, (str(place.seat), answer.word)))
        if rule.first:
            return False
        if self._tries > rule.retries:
            raise BotFault("ILLEGAL", f"{answer.word} is not one of the legal words, after {rule.retries} retries")
        place.decisions -= 1
        place.player.take_back()
        return True

    def fail(self, player: Player, fault: BotFault) -> None:
        """Note the fault of a player at each of its places in this game, and go on without it."""
        for place in [place for place in self._places.values() if place.player is player]:
            self._faults.append(Fault(place.seat, fault.kind, fault.text))
            self._write(protocol.Note(record.FAULT, (str(place.seat), fault.kind)))
            place.note()
            del self._places[place.seat]
        self._cut_short = bool(self._faults) and self.setup.on_fault == "forfeit"
        self._go_on()

    def live_news(self) -> Iterator[tuple[Connection, bytes]]:
        """Yield the news for each bot that asked to be told of events as they happen (`live=yes`)."""
        for place in self._places.values():
            if place.connection.session.capabilities.live:
                yield place.connection, self._news_for(place)

    def end(self) -> tuple[Outcome, list[tuple[Connection, bytes]]]:
        """Settle the result and close the record.

        Returns:
            The outcome, and the last bytes for each bot that is still in the game.
        """
        result = self._result()
        over = record.ending(self.setup.game_id, result)
        self._write(over)
        last_words = [(place.connection, self._news_for(place) + place.send(over)) for place in self._places.values()]
        for place in self._places.values():
            place.note()
        outcome = Outcome(
            result, tuple(self._faults), self._uses, self._record(), answer_times=bytes(self._answer_times)
        )
        return outcome, last_words

    def _opening(self, seat: Seat | None) -> protocol.Game:
        """Return the `game` line for a seat; for the record if `seat` is None."""
        game_id, game, preset, options, _, clock, _, names, seeds = self.setup
        if seat is not None:
            clock = self._places[seat].clock.settings  # a person's has no limits, and a bot may have its own
        return record.opening(game_id, game, preset, options, clock, seat=seat, names=names, seeds=seeds)

    def _go_on(self) -> Participant | None:
        """Note what happened, and find the place that is asked next; where the player has failed, the house answers."""
        position, lines, usual = self._position, self._lines, self._usual
        while True:
            for i in range(len(lines), len(self._log)):
                event = self._log[i]
                lines.append(usual.get(event) or self._new_line(event))
            ask = position.ask
            if ask is None or self._cut_short:
                self.asked = None
                return None
            if type(ask.seat) is not int:
                raise protocol.ArenaFault(f"{ask} goes to {ask.seat!r}; seats are whole numbers (int)")
            if ask.hand is not None and ask.hand not in self._seats:
                raise protocol.ArenaFault(f"{ask} is about a hand that nobody has")
            if place := self._places.get(ask.seat):
                self.asked = place
                return place
            if ask.seat not in self._seating.players:
                raise protocol.ArenaFault(f"{ask} goes to a seat that answers nothing")
            self._answer_times.append(0)
            position.play(self._house_word(ask))

    def _new_line(self, event: Event) -> str:
        """Return the line of an event that is not among the usual ones; remember it if it hides nothing."""
        line = record.line(event)
        if type(event) is Show and event.owner is not None and event.owner not in self._seats:
            raise protocol.ArenaFault(f"{event} is about a hand that nobody has")
        if type(event) is Note:
            if event.kind in ASIDES:
                raise protocol.ArenaFault(f"{event}: only the arena notes {event.kind}")
            if wrong := no_value(event.values):
                raise protocol.ArenaFault(f"{event}: {wrong}")
        if not for_all(event):
            self._private.append(len(self._lines))
            self._common = len(self._lines) + 1
        elif type(event) is not Deal and len(self._usual) < MOST_LINES:
            self._usual[event] = line
        return line

    def _news_for(self, place: Participant) -> bytes:
        """Return the bytes that tell a seat what it may know of the events that it was not told yet."""
        first, place.told = max(place.told, 0), len(self._lines)
        opening, place.opening = place.opening, b""
        if place.conversation is None:
            learnt = (tell(event, place.seat) for event in self._log[first:])
            return opening + b"".join(place.send(record.message(event)) for event in learnt if event is not None)
        lines = self._lines_for(place.seat, first)
        return opening + place.conversation.tell(lines) if lines else opening

    def _lines_for(self, seat: Seat, first: int) -> list[str]:
        """Return the lines that a seat may know, from the event with the number `first` on."""
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
        """Add a line to the record only."""
        self._asides.append((len(self._lines), protocol.write_line(message)))

    def _record(self) -> str:
        """Return the record: the lines of all events, with those that are only in the record in between."""
        parts, done = [], 0
        for before, aside in self._asides:
            parts += self._lines[done:before]
            parts.append(aside)
            done = before
        return "".join(parts + self._lines[done:])

    def _house_word(self, ask: Ask) -> str:
        """Return the word of the house: random and legal, and the same whenever the game is played again."""
        return self.setup.chance(f"house {len(self._position.answers)}", ask.legal)[0]

    def _result(self) -> Result:
        """Return the result by the rules, with sides that have a fault placed last.

        Raises:
            ArenaFault: nobody could count it.
        """
        guilty = {self._seating.sides[fault.seat] for fault in self._faults}
        result = self._position.result
        if result is None:
            return Result(behind((1,) * self._seating.number_of_sides, guilty), (), "forfeit")
        if wrong := flaw(result, self._seating.number_of_sides):
            raise protocol.ArenaFault(wrong)
        return result._replace(places=behind(result.places, guilty))


def behind(places: tuple[int, ...], guilty: set[Side | None]) -> tuple[int, ...]:
    """Return the places of all sides, with the guilty sides moved behind the others. Both groups keep their order."""
    keys = [(side in guilty, place) for side, place in enumerate(places)]
    return tuple(1 + sum(other < mine for other in keys) for mine in keys)
