"""A conversation: the state of one game in a session, and the two messages of every decision in one go.

The arena makes the line of an event once for all bots. `tell` and `ask` send such lines, and `answer_in` reads an
answer. A game is in the same state after them as after the messages one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.protocol.fields import question_line
from arena.protocol.grammar import FORM
from arena.protocol.line import is_too_long, write_line
from arena.protocol.messages import ARENA, BOT, LIMIT, Answer, Ask, Message, Side, TableId, fault, shown
from arena.protocol.states import ASKED, CLOSED, IDLE, SESSION, WATCHING, State

_MOST: Final = 10_000
"""How many answers `_answers` holds at most."""
_answers: Final[dict[str, Answer]] = {}
"""Answers without table talk, by their words: a lookup takes a fifth of the time."""


class Conversation:
    """A connection or a game in its state, and what an answer is checked against.

    A connection with one table is one conversation: greetings, then games one after the other. A connection with
    several tables has one conversation for the connection, which stays idle, and one for each open game, which begins
    and ends idle.

    Args:
        state: the state that it begins in.
        table: the table of its game if the bot plays at several tables.
        asked: where `ask` adds this table. The session's conversations share the list.
    """

    __slots__ = ("_asked", "game", "legal", "prefix", "state", "table", "unasked")

    def __init__(self, state: State, table: TableId, asked: list[TableId]) -> None:
        self.state = state
        self.table: TableId = table
        self._asked = asked
        self.prefix: str = "" if table is None else f"@{table} "
        """What the lines of its messages begin with."""
        self.game: str = ""
        """The id of the open or last game."""
        self.legal: tuple[str, ...] = ()
        """The words of the last question."""
        self.unasked: str = "it was asked nothing"
        """Why the bot may not answer here."""

    def after(self, sender: Side, message: Message) -> State:
        """Return the state after a message.

        Raises:
            BotFault: PROTOCOL, the bot may not say it now.
            ArenaFault: the arena may not say it now.
        """
        state = SESSION.get((self.state, sender, type(message)))
        if state is None:
            raise self._out_of_turn(sender, FORM[type(message)].verb)
        return state

    def tell(self, lines: Sequence[str]) -> bytes:
        """Return the bytes of what happened in the game, for a bot that uses the line codec.

        Args:
            lines: one or more messages of `NARRATION` as lines without table, each with its line feed.

        Raises:
            ArenaFault: nothing may be told now, or a line is too long with its table.
        """
        if self.state != WATCHING:
            raise self._out_of_turn(ARENA, _verb(lines[0]))
        return self._written(["", *lines])

    def ask(self, lines: Sequence[str], seat: int, kind: str, words: tuple[str, ...]) -> bytes:
        """Return the bytes of what happened and of a question without a clock, for a bot that uses the line codec.

        Args:
            lines: what happened, as in `tell`; may be empty.
            seat: the seat to decide for.
            kind: the kind of decision.
            words: the legal answers.

        Raises:
            ArenaFault: nothing may be told or asked now, the question cannot be written, or a line is too long.
        """
        if self.state != WATCHING:
            raise self._out_of_turn(ARENA, _verb(lines[0]) if lines else "ask")
        try:
            question = question_line(seat, kind, words)
        except (TypeError, ValueError):
            question = write_line(Ask(seat, kind, words))  # this says what is wrong
        data = self._written(["", *lines, question])
        self.legal = words
        self.state = ASKED
        self._asked.append(self.table)
        return data

    def answer_in(self, word: str) -> Answer | None:
        """Take a legal answer to the open question, if a line without its table is one and nothing more."""
        if self.state != ASKED:
            return None
        for offered in self.legal:
            if offered == word:
                self.state = WATCHING
                answer = _answers.get(offered)
                if answer is None:
                    answer = Answer(offered)
                    if len(_answers) < _MOST:
                        _answers[offered] = answer
                return answer
        return None

    def _written(self, lines: list[str]) -> bytes:
        """Return lines as bytes, with the table before each; the first of them is empty."""
        prefix = self.prefix
        data = prefix.join(lines).encode()
        if len(data) > LIMIT:
            for line in lines:
                if is_too_long(text := prefix + line[:-1]):
                    raise fault(ARENA, f"longer than {LIMIT} bytes: {shown(text)}")
        return data

    def _out_of_turn(self, sender: Side, verb: str) -> Exception:
        """Return the fault of a message that may not be said now."""
        closed = self.table is not None and self.state in {IDLE, CLOSED}
        where = "at a table without a game" if closed else f"while {self.state}"
        why = ""
        if sender == BOT:
            why = f": {self.unasked}" if verb == "answer" else ": it has greeted already"
        return fault(sender, f"`{verb}` may not be said {where}{why}")


def _verb(line: str) -> str:
    return line.split(" ", 1)[0]
