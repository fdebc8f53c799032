"""Shortcuts for what is said again and again.

The forms (`grammar`) and the session table (`states`) decide what may be said; this module decides nothing. A shortcut
writes or reads only what the forms wrote or read before, or what matches one of their patterns, and it applies only in
states that are computed from the table. Everything else goes the long way (`line.PLAIN`, `Automaton.after`), so a wrong
message raises the same fault either way. tests/protocol/test_remembered.py compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, cast

from arena.protocol import line as plain
from arena.protocol import messages as m
from arena.protocol.codec import Codec
from arena.protocol.grammar import FORM, is_id, read, write
from arena.protocol.messages import ARENA, BOT, LIMIT, Message, Received, Side, TableId
from arena.protocol.states import NARRATION, Automaton, State, rows

_MOST: Final = 10_000
"""The most entries in each of the memories below."""
_MOST_BITS: Final = 1000
"""About the most words to remember of one kind of question."""
_MOST_TAILS: Final = 256
"""The most entries in `_tails`, which are long."""
_FEW: Final = 3
"""Questions with at most this many words are remembered whole."""

_heads: Final[dict[str, dict[int, str]]] = {}
"""The line of a question up to its words, by kind and seat."""
_bits: Final[dict[str, dict[str, int]]] = {}
"""The words of each kind of question, each with its own bit. Bits show faster than a set that no word comes twice."""
_texts: Final[dict[tuple[str, ...], str]] = {}
"""How the words of questions with few words are written."""
_tails: Final[dict[tuple[object, ...], str]] = {}
"""What follows the id on a line that begins or ends a game. The games of a room begin alike except for the seat, and a
game ends in the same words for every bot."""
_openings: Final[dict[tuple[str, int | None], str]] = {}
"""The line of shown cards up to the cards, by kind and owner."""
_cards: Final[set[str]] = set()
"""Words that were shown as cards before."""
_answers: Final[dict[str, m.Answer]] = {}
"""Answers without a text, by their words."""


def line(message: Message) -> str:
    """Return the line of a message, without table and line end: what `grammar.write` makes of it.

    Raises:
        BotFault: a message of the bot cannot be written.
        ArenaFault: a message of the arena cannot be written.
    """
    shortcut = _SHORTCUTS.get(type(message))
    if shortcut is not None:
        try:
            found = shortcut(message)
        except TypeError:  # a field has a wrong type: the long way says which
            found = None
        if found is not None:
            return found
    return write(message).string


# Each shortcut returns the line of a message, or None for the long way. The fields may have any type.


def _note(message: Message) -> str | None:
    kind, values = cast(tuple[Any, ...], message)
    words = ["note", kind, *values]
    line = " ".join(words)
    return line if line.count(" ") == len(words) - 1 and _is_note(line) else None


def _show(message: Message) -> str | None:
    values = cast(tuple[Any, ...], message)
    kind, owner, cards = values
    if owner is not None and type(owner) is not int:  # True is an int, but not a seat
        return None
    opening = _openings.get((kind, owner))
    if opening is not None and _cards.issuperset(cards):
        return " ".join([opening, *cards])
    found = write(message)
    if len(_openings) < _MOST and len(_cards) < _MOST:
        _openings[kind, owner] = found.string[: found.end(2)]
        _cards.update(cards)
    return found.string


def _clock(message: Message) -> str | None:
    move_ms, bank_ms = cast(tuple[Any, ...], message)
    line = f"clock {move_ms} {bank_ms}"
    return line if type(move_ms) is type(bank_ms) is int and _is_clock(line) else None


def _ask(message: Message) -> str | None:
    seat, kind, words = cast(tuple[Any, ...], message)
    if type(seat) is not int or type(words) is not tuple:
        return None
    head, text = question(seat, kind, words)
    return head + text


def _framed(message: Message) -> str | None:
    """Return the line of a message that begins with the id of a game and ends with settings."""
    game, *between, settings = cast(tuple[Any, ...], message)
    form = FORM[type(message)]
    key = (form.verb, *between, *settings.items())
    tail = _tails.get(key)
    if tail is not None and type(game) is str and is_id(game):
        return f"{form.verb} {game}{tail}"
    if not all(type(value) is str for value in settings.values()):
        return None  # 1 and True are equal as keys, but written differently
    found = write(message)
    if len(_tails) >= _MOST_TAILS:
        _tails.clear()
    _tails[key] = found.string[found.end(1) :]
    return found.string


_Match: TypeAlias = Callable[[str], re.Match[str] | None]
_is_note: Final[_Match] = FORM[m.Note].pattern.fullmatch
_is_clock: Final[_Match] = FORM[m.Clock].pattern.fullmatch
_SHORTCUTS: Final[dict[type[Message], Callable[[Message], str | None]]] = {
    m.Note: _note,
    m.Show: _show,
    m.Clock: _clock,
    m.Ask: _ask,
    m.Game: _framed,
    m.Over: _framed,
}


def question(seat: int, kind: str, words: tuple[str, ...]) -> tuple[str, str]:
    """Return the line of a question in two parts, up to its words and these.

    A word of an earlier question may be in this one too: about several words, the form asks only that no word comes
    twice.

    Raises:
        ArenaFault: the question cannot be written.
    """
    try:
        heads = _heads.get(kind)
        head = None if heads is None else heads.get(seat)
        if head is not None:
            text = _texts.get(words) if len(words) <= _FEW else None
            if text is not None or (text := _text(kind, words)) is not None:
                return head, text
    except TypeError:  # something that is not a word: the long way says so
        pass
    found = write(m.Ask(seat, kind, words))
    start = found.start(3) + 1
    head = found.string[:start]
    if len(_heads) < _MOST and len(bits := _bits.setdefault(kind, {})) < _MOST_BITS:
        _heads.setdefault(kind, {})[seat] = head
        for word in words:
            bits.setdefault(word, 1 << len(bits))
    return head, found.string[start:]


def _text(kind: str, words: tuple[Any, ...]) -> str | None:
    """Return how the words of a question are written, None if one of them is new or comes twice."""
    bits, seen = _bits[kind], 0
    for word in words:
        bit = bits.get(word, 0)
        if not bit or seen & bit:
            return None
        seen |= bit
    if not seen:
        return None
    text = " ".join(words)
    if len(words) <= _FEW and len(_texts) < _MOST:
        _texts[words] = text
    return text


def write_line(message: Message, table: TableId = None) -> str:
    """Return the line of a message, with its line feed.

    Raises:
        BotFault: a message of the bot cannot be written.
        ArenaFault: a message of the arena cannot be written.
    """
    return plain.framed(line(message), message, table)


def encode(message: Message, table: TableId = None) -> bytes:
    """Return the line of a message as bytes; see `write_line`."""
    return write_line(message, table).encode()


def parse(raw: bytes, sender: Side) -> Received:
    """Return the table and the message of a line without its line feed; a bot's line may end with a carriage return.

    Raises:
        BotFault: PROTOCOL, a line of the bot is no message.
        ArenaFault: a line of the arena is no message.
    """
    table: TableId
    if sender == BOT:
        table, text = plain.opened(raw, sender)
        found = _answers.get(text)
        if found is not None:
            return table, found
    table, message = plain.parse(raw, sender)
    if type(message) is m.Answer and not message.text:
        if len(_answers) >= _MOST:
            _answers.clear()
        _answers[message.word] = message
    return table, message


LINE: Final = Codec("line", encode, plain.cut, parse)
"""The line codec that sessions use."""


def strokes(sender: Side) -> dict[State, State]:
    """Return the states in which a side may say any narration and then a question, each with the state after that."""
    narration = [rows(sender, message) for message in NARRATION]
    questions = rows(sender, m.Ask)
    return {state: after for state, after in questions.items() if all(found.get(state) == state for found in narration)}


_STROKES: Final[dict[Side, dict[State, State]]] = {side: strokes(side) for side in (ARENA, BOT)}
_ANSWERED: Final = rows(BOT, m.Answer)
"""The states in which an answer may be said, each with the state after it."""


class Conversation(Automaton):
    """An automaton with shortcuts for telling several bots of one game.

    The arena makes the lines of what happened once for all bots and passes them to `tell` and `ask`. All other messages
    go through `Session.send`.

    Args:
        side: the side of the session that it belongs to.
        state: the state that it begins in.
        table: the table of its game if the bot plays at several tables.
        asked: where `ask` adds its table. It holds tables, not conversations: these would form a reference cycle.
    """

    __slots__ = ("_asked", "_side", "_strokes")

    def __init__(self, side: Side, state: State, table: TableId, asked: list[TableId]) -> None:
        super().__init__(state, table)
        self._side: Side = side
        self._strokes = _STROKES[side]
        self._asked = asked

    def tell(self, lines: Sequence[str]) -> bytes:
        """Return the bytes of what happened in the game, for a bot that uses the line codec.

        Args:
            lines: messages of `NARRATION` as lines without table, each with its line feed.

        Raises:
            BotFault: the session is the bot's.
            ArenaFault: one of the messages may not be said now, or is too long.
        """
        data = self.prefix.join(["", *lines]).encode()
        if self.state not in self._strokes or len(data) > LIMIT:
            self._after(lines)
        return data

    def ask(self, lines: Sequence[str], seat: int, kind: str, words: Sequence[str]) -> bytes:
        """Return the bytes of what happened in the game and of a question, for a bot that uses the line codec.

        Args:
            lines: what happened, as in `tell`; may be empty.
            seat: the seat to decide for.
            kind: the kind of decision.
            words: the legal answers.

        Raises:
            BotFault: the session is the bot's.
            ArenaFault: a line or the question may not be said now, cannot be written, or is too long.
        """
        choices = tuple(words)
        try:
            after = self._strokes[self.state]
            head, text = question(seat, kind, choices)
        except (KeyError, m.ArenaFault):
            after = self._after(lines, m.Ask(seat, kind, choices))
            head, text = question(seat, kind, choices)
        prefix = self.prefix
        news = f"{prefix}{prefix.join(lines)}" if lines else ""
        data = f"{news}{prefix}{head}{text}\n".encode()
        if len(data) > LIMIT:
            self._after(lines, m.Ask(seat, kind, choices))
        self.legal = choices
        self.state = after
        self._asked.append(self.table)
        return data

    def _after(self, lines: Sequence[str], *asked: m.Ask) -> State:
        """Return the state after sending these messages one by one.

        Raises:
            BotFault: the session is the bot's, and may not say one of them.
            ArenaFault: one of them may not be said now, cannot be written, or is too long.
        """
        state = self.state
        for message in [*[read(line[:-1], ARENA) for line in lines], *asked]:
            plain.encode(message, self.table)
            state = self.after(self._side, message)
        return state


def answers(
    data: bytes, conversations: dict[TableId, Conversation], asked: list[TableId]
) -> tuple[list[Received], bytes]:
    """Read the legal answers at the beginning of a bot's bytes, and go to the states after them.

    Args:
        data: any number of lines, the last one perhaps incomplete.
        conversations: the open conversations, by table.
        asked: the tables whose answers are likely to come next, in this order.

    Returns:
        The answers, each with its table, and the bytes from the first line on that is not a legal answer, has table
        talk, or was never heard before.
    """
    lines = data.decode("latin-1").split("\n")  # latin-1 can encode the rest again, whatever it is
    rest = lines.pop()
    received: list[Received] = []
    for i, line in enumerate(lines):
        at = conversations.get(asked[i]) if i < len(asked) else None
        if at is None or not line.startswith(at.prefix):  # answers may come in any order
            at = conversations.get(line[1:].partition(" ")[0] if line[:1] == "@" else None)
        if at is not None:
            after = _ANSWERED.get(at.state)
            answer = None if after is None else _answer(line[len(at.prefix) :], at.legal)
            if answer is not None and after is not None:
                at.state = after
                received.append((at.table, answer))
                continue
        rest = "\n".join([*lines[i:], rest])
        break
    return received, rest.encode("latin-1") if rest else b""


def _answer(word: str, legal: tuple[str, ...]) -> m.Answer | None:
    """Return the answer that this word is, None if it is not legal or was never heard before."""
    for offered in legal:
        if offered == word:
            return _answers.get(offered)
    return None
