"""The bookkeeping of one connection: which games are open, the state of each, and what the bot asked for.

A session applies the table of `states` both to what it sends and to what it receives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import shorten
from typing import Final, NamedTuple, TypeVar

from arena.protocol import messages as m
from arena.protocol.codec import Codec, Reader
from arena.protocol.conversation import Conversation
from arena.protocol.line import LINE
from arena.protocol.messages import (
    ARENA,
    BOT,
    LIMIT,
    VERSION,
    ArenaFault,
    BotFault,
    Message,
    Received,
    Side,
    TableId,
    shown,
)
from arena.protocol.packed import PACKED
from arena.protocol.states import CLOSED, IDLE, NEW, State

CODECS: Final = {codec.name: codec for codec in (LINE, PACKED)}
"""The codecs, by their names in greetings."""
TABLES_LIMIT: Final = 1000
"""The most tables that a bot can ask for."""

_TABLES: Final = {str(n): n for n in range(1, TABLES_LIMIT + 1)}
_LIVE: Final = {"no": False, "yes": True}

T = TypeVar("T")


class Capabilities(NamedTuple):
    """What a bot asked for in its greeting."""

    codec: Codec = LINE
    """How both sides write messages after their greetings."""
    tables: int = 1
    """How many games may be open at once; with more than one, each message of a game carries the game's id."""
    live: bool = False
    """Whether the bot wants to hear what happens as it happens."""


def capabilities(bot: m.Bot) -> Capabilities:
    """Return what a greeting asks for; unknown settings are ignored.

    Raises:
        BotFault: PROTOCOL, a known setting has an invalid value.
    """

    def setting(key: str, values: Mapping[str, T], default: T) -> T:
        word = bot.settings.get(key)
        if word is not None and word not in values:
            known = f"a number from 1 to {TABLES_LIMIT}" if values is _TABLES else f"one of {_some(values)}"
            raise BotFault("PROTOCOL", f"{key}={shown(word)} is not {known}")
        return default if word is None else values[word]

    return Capabilities(
        setting("codec", CODECS, LINE), setting("tables", _TABLES, 1), setting("live", _LIVE, default=False)
    )


class Session:
    """One side of a connection: turns messages into bytes and back, and checks that they may be said now.

    A session does no input or output. After `receive` has raised a fault, the session can still send a `Fault`.

    Args:
        side: which side this is, ARENA or BOT.
        limit: the most bytes of a message of the other side.
        offered_only: whether an answer that was not offered is a fault; if not, it is received as others are.
    """

    def __init__(self, side: Side, limit: int = LIMIT, *, offered_only: bool = True) -> None:
        self._offered_only = offered_only
        self._side: Side = side
        self._reader = Reader(LINE, BOT if side == ARENA else ARENA, limit)
        self._asked: list[TableId] = []
        """The tables that were asked since bytes came last: most bots answer in this order."""
        self._connection = Conversation(NEW, None, self._asked)
        self._open: dict[TableId, Conversation] = {None: self._connection}
        self.capabilities: Capabilities = Capabilities()
        """What the bot asked for; the defaults until it has greeted."""

    @property
    def codec(self) -> Codec:
        """The codec in force."""
        return self._reader.codec

    @property
    def held(self) -> bytes:
        """The beginning of a message of the other side whose rest has not come."""
        return self._reader.held

    def state(self, table: TableId = None) -> State:
        """Return the state of the game at a table (idle if none is open), or of the connection if `table` is None."""
        at = self._open.get(table)
        return IDLE if at is None else at.state

    @property
    def between_games(self) -> bool:
        """Whether both sides have greeted and no game is open: the connection may end with `bye`."""
        return self._connection.state == IDLE and len(self._open) == 1

    def send(self, message: Message, table: TableId = None) -> bytes:
        """Return the bytes of a message of this side.

        Raises:
            BotFault: this side is the bot, and may not say this now, or the message cannot be written.
            ArenaFault: this side is the arena, and may not say this now, or the message cannot be written.
        """
        data = self._reader.codec.encode(message, table)
        self._step(self._side, table, message)
        return data

    def conversation(self, table: TableId = None) -> Conversation:
        """Return the conversation of the open game at a table, or of the connection if `table` is None.

        Raises:
            KeyError: no game is open at the table.
        """
        return self._open[table]

    def receive(self, data: bytes) -> list[Received]:
        """Read bytes of the other side, cut anywhere, and return the messages that they complete.

        After a fault, every later call raises it again.

        Raises:
            BotFault: PROTOCOL, FLOOD or, for an answer that was not offered, ILLEGAL.
            ArenaFault: the other side is the arena, and said something that it may not say.
        """
        reader = self._reader
        if self._side == BOT or reader.codec is not LINE or not data.isascii() or not reader.is_free(data):
            self._asked.clear()
            return reader.feed(data, self._step)
        received, rest = self._answers(data)
        self._asked.clear()
        return received + reader.feed(rest, self._step) if rest else received

    def _answers(self, data: bytes) -> tuple[list[Received], bytes]:
        """Take the legal answers without table talk at the beginning of some bytes; return them, and the other bytes.

        They are nearly all that bots write. Everything else is left to the reader.
        """
        received: list[Received] = []
        lines, games, asked = data.decode().split("\n"), self._open, self._asked
        for i in range(len(lines) - 1):
            line = lines[i]
            at = games.get(asked[i]) if i < len(asked) else None
            if at is None or not line.startswith(at.prefix):
                at = games.get(line[1:].partition(" ")[0] if line.startswith("@") else None)
            answer = None if at is None else at.answer_in(line[len(at.prefix) :])
            if at is None or answer is None:
                return received, "\n".join(lines[i:]).encode()
            received.append((at.table, answer))
        return received, lines[-1].encode()

    def _step(self, sender: Side, table: TableId, message: Message) -> None:
        """Follow the message's row of the table."""
        at = self._open.get(table) or self._unopened(table)
        state = at.after(sender, message)
        if state != at.state:
            self._enter(at, state, table, message)

    def _unopened(self, table: TableId) -> Conversation:
        """Return a new conversation for a table at which no game is open."""
        at = Conversation(IDLE if self._connection.state == IDLE else CLOSED, table, self._asked)
        if self.capabilities.tables == 1:
            at.unasked = "it did not ask for several tables, so its answers do not begin with `@`"
        return at

    def _enter(self, at: Conversation, state: State, table: TableId, message: Message) -> None:
        """Go to another state, unless the content of the message forbids it."""
        match message:
            case m.Answer() if self._offered_only:
                _check_answer(message, at.legal)
            case m.Ask():
                at.legal = tuple(message.words)
            case m.Game():
                self._begin(at, table, message)
            case m.Over():
                self._end(at, table, message)
            case m.Bot():
                self.capabilities = capabilities(message)
                if self.capabilities.tables > 1:
                    at.unasked = "it asked for several tables, so its answers begin with `@`, the game's id and a space"
            case m.Arena():
                _check_version(message)
            case m.Bye() if not self.between_games:
                raise ArenaFault("`bye` may not be said while games are open")
            case m.Fault():
                for game in self._open.values():
                    game.state = CLOSED
                self._open = {None: self._connection}
        at.state = state
        if state == IDLE:
            self._reader.codec = self.capabilities.codec

    def _begin(self, at: Conversation, table: TableId, game: m.Game) -> None:
        tables = self.capabilities.tables
        if table != (game.id if tables > 1 else None):
            raise ArenaFault(f"game {game.id} at table {table}, for a bot with tables={tables}")
        if len(self._open) > tables > 1:
            raise ArenaFault(f"game {game.id} is one too many for a bot with tables={tables}")
        at.game = game.id
        self._open[table] = at

    def _end(self, at: Conversation, table: TableId, over: m.Over) -> None:
        if over.id != at.game:
            raise ArenaFault(f"game {over.id} is over, but {at.game} is open")
        if table is not None:
            del self._open[table]


def _check_answer(answer: m.Answer, legal: Sequence[str]) -> None:
    if answer.word not in legal:
        raise BotFault("ILLEGAL", f"{answer.word} is not one of: {_some(legal)}")


def _check_version(arena: m.Arena) -> None:
    if arena.version != VERSION:
        raise ArenaFault(f"this is version {VERSION} of the protocol, not {arena.version}")


def _some(words: Iterable[str]) -> str:
    """Return the first few words for an error message."""
    return shorten(" ".join(words), 80, placeholder=" ...")
