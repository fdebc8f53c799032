"""Who may say what when: a table, and the bookkeeping of one connection.

The table is the same for both sides, and a session applies it to what it sends as to what it receives: whatever
one side may send, the other accepts, and a message without a row is the fault of whoever sent it.

A connection with one table is one automaton: greetings, then games one after the other. A connection with several
tables has one automaton for the connection, which stays idle, and one for every open game, which begins and ends
idle. An automaton in its state is a `Conversation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import shorten
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from protocol import grammar
from protocol.codec import Codec, Reader
from protocol.grammar import FORM
from protocol.line import LINE
from protocol.messages import (
    ARENA,
    BOT,
    LIMIT,
    VERSION,
    Answer,
    Arena,
    ArenaFault,
    Ask,
    Bot,
    BotFault,
    Bye,
    Clock,
    Did,
    Fault,
    Game,
    Message,
    Note,
    Over,
    Received,
    Say,
    Show,
    Side,
    TableId,
    fault,
    shown,
)
from protocol.packed import PACKED

State: TypeAlias = Literal[
    "new", "arena greeted", "bot greeted", "idle", "watching", "clocked", "asked", "closed"
]  # fmt: skip

NEW: Final = "new"
ARENA_GREETED: Final = "arena greeted"
BOT_GREETED: Final = "bot greeted"
IDLE: Final = "idle"
WATCHING: Final = "watching"
CLOCKED: Final = "clocked"
ASKED: Final = "asked"
CLOSED: Final = "closed"

SESSION: Final[dict[tuple[State, Side, type[Message]], State]] = {
    (NEW, ARENA, Arena): ARENA_GREETED,
    (NEW, ARENA, Fault): CLOSED,
    (NEW, BOT, Bot): BOT_GREETED,
    (ARENA_GREETED, ARENA, Fault): CLOSED,
    (ARENA_GREETED, BOT, Bot): IDLE,
    (BOT_GREETED, ARENA, Arena): IDLE,
    (BOT_GREETED, ARENA, Fault): CLOSED,
    (IDLE, ARENA, Game): WATCHING,
    (IDLE, ARENA, Bye): CLOSED,
    (IDLE, ARENA, Fault): CLOSED,
    (WATCHING, ARENA, Note): WATCHING,
    (WATCHING, ARENA, Show): WATCHING,
    (WATCHING, ARENA, Did): WATCHING,
    (WATCHING, ARENA, Say): WATCHING,
    (WATCHING, ARENA, Clock): CLOCKED,
    (WATCHING, ARENA, Ask): ASKED,
    (WATCHING, ARENA, Over): IDLE,
    (WATCHING, ARENA, Fault): CLOSED,
    (CLOCKED, ARENA, Ask): ASKED,
    (CLOCKED, ARENA, Fault): CLOSED,
    (ASKED, BOT, Answer): WATCHING,
    (ASKED, ARENA, Fault): CLOSED,
}
"""What may be said: (state, who, message) -> the state after it."""

NARRATION: Final = frozenset(
    message for (state, side, message), after in SESSION.items() if state == after == WATCHING and side == ARENA
)
"""What tells of a game and asks nothing: any of these may follow any other."""
CODECS: Final = {codec.name: codec for codec in (LINE, PACKED)}
"""The codecs by the names that greetings use."""
TABLES_LIMIT: Final = 1000
"""The tables that a bot may ask for."""

_TABLES: Final = {str(n): n for n in range(1, TABLES_LIMIT + 1)}
_LIVE: Final = {"no": False, "yes": True}

T = TypeVar("T")


class Capabilities(NamedTuple):
    """What a bot asked for in its greeting."""

    codec: Codec = LINE
    """How messages are put into bytes once both sides have greeted."""
    tables: int = 1
    """How many games may be open at once; with more than one, each message of a game bears the game's id."""
    live: bool = False
    """Whether the bot wants to be told what happens as it happens."""


def capabilities(bot: Bot) -> Capabilities:
    """Return what a greeting asks for; settings that are not known mean nothing.

    Raises:
        BotFault: PROTOCOL, a known setting has a value that it cannot have.
    """

    def setting(key: str, values: Mapping[str, T], default: T) -> T:
        word = bot.settings.get(key)
        if word is not None and word not in values:
            raise BotFault("PROTOCOL", f"{key}={shown(word)} is not one of {_some(values)}")
        return default if word is None else values[word]

    return Capabilities(
        setting("codec", CODECS, LINE), setting("tables", _TABLES, 1), setting("live", _LIVE, default=False)
    )


class Conversation:
    """Where a connection or a game stands, and what an answer is held against.

    The arena tells several bots of a game in the same words: what it has made into lines once for all of them goes
    through `tell` and `ask`, everything else through `Session.send`.
    """

    __slots__ = ("_asked", "game", "legal", "prefix", "state", "table")

    def __init__(self, state: State, asked: list[TableId]) -> None:
        self.state = state
        self.game = ""
        self.legal: tuple[str, ...] = ()
        self.table: TableId = None
        self.prefix = ""
        """What its lines begin with: `@GAME `, where games of several tables are told apart."""
        self._asked = asked
        """Where `ask` has asked, in that order: tables and no conversations, which would lead in a circle."""

    def tell(self, lines: Sequence[str]) -> bytes:
        """Return the bytes of what happened in the game, at a bot whose codec is that of lines.

        Args:
            lines: messages of `NARRATION` with their line feeds, at least one.

        Raises:
            ArenaFault: nothing may be told now.
        """
        if self.state != WATCHING:
            raise ArenaFault(f"nothing may be told while {self.state}")
        return (self.prefix + self.prefix.join(lines)).encode()

    def ask(self, lines: Sequence[str], seat: int, kind: str, words: Sequence[str]) -> bytes:
        """Return the bytes of what happened in the game, if anything did, and of a question, made in one stroke.

        Args:
            lines: see `tell`.
            seat: as in `Ask`, like the next two.
            kind: what is asked.
            words: the answers there are.

        Raises:
            ArenaFault: nothing may be asked now, or the question cannot be written.
        """
        if self.state != WATCHING:
            raise ArenaFault(f"nothing may be asked while {self.state}")
        choices, prefix = tuple(words), self.prefix
        head, text = grammar.question(seat, kind, choices)
        if len(prefix) + len(head) + len(text) > LIMIT:
            raise ArenaFault(f"longer than {LIMIT} bytes: {shown(head + text)}")
        self.legal = choices
        self.state = ASKED
        self._asked.append(self.table)
        if not lines:
            return f"{prefix}{head}{text}\n".encode()
        return f"{prefix}{prefix.join(lines)}{prefix}{head}{text}\n".encode()


class Session:
    """One side of a connection: turns messages into bytes and back, and sees to it that they may be said now.

    A session neither waits nor reads nor writes. After it has raised while receiving, it can still send (the fault).

    Args:
        side: which side this is, ARENA or BOT.
        limit: the bytes of a message of the other side.
    """

    def __init__(self, side: Side, limit: int = LIMIT) -> None:
        self._side: Side = side
        self._reader = Reader(LINE, BOT if side == ARENA else ARENA, limit)
        self._asked: list[TableId] = []
        """Where answers are likely to come next."""
        self._connection = Conversation(NEW, self._asked)
        self._open: dict[TableId, Conversation] = {None: self._connection}
        self.capabilities = Capabilities()
        """What the bot has asked for; the default until it has greeted."""

    @property
    def codec(self) -> Codec:
        """The codec in force."""
        return self._reader.codec

    def state(self, table: TableId = None) -> State:
        """Return where the connection stands, or the game at a table (idle where there is none)."""
        at = self._open.get(table)
        return IDLE if at is None else at.state

    @property
    def between_games(self) -> bool:
        """Whether both sides have greeted and no game is open: the connection may end with `bye`."""
        return self._connection.state == IDLE and len(self._open) == 1

    def send(self, message: Message, table: TableId = None) -> bytes:
        """Return the bytes of a message of this side.

        Raises:
            BotFault: this side is the bot, and may not say this (now), or it cannot be written.
            ArenaFault: the same of the arena.
        """
        data = self._reader.codec.encode(message, table)
        self._step(self._side, table, message)
        return data

    def conversation(self, table: TableId = None) -> Conversation:
        """Return that of an open game; where there is one table, of the connection.

        Raises:
            KeyError: no game is open at the table.
        """
        return self._open[table]

    def receive(self, data: bytes) -> list[Received]:
        """Take in bytes of the other side, cut anyhow; return the messages that they complete.

        A fault stays: every later call raises it again.

        Raises:
            BotFault: PROTOCOL, FLOOD or, for an answer that was not offered, ILLEGAL.
            ArenaFault: the other side is the arena, and said what it may not.
        """
        reader = self._reader
        if reader.codec is not LINE or self._side == BOT or reader.holds_something or not data.isascii():
            self._asked.clear()
            return reader.feed(data, self._step)
        return self._receive_lines(data)

    def _receive_lines(self, data: bytes) -> list[Received]:
        """Take in whole lines with legal answers, in a quarter of the reader's time; leave all else to the reader."""
        lines = data.decode("ascii").split("\n")
        rest = lines.pop()
        asked, found = self._asked, self._open
        told: list[Received] = []
        for i, line in enumerate(lines):
            at = found.get(asked[i]) if i < len(asked) else None
            if at is None or not line.startswith(at.prefix):  # answers may come in any order
                at = found.get(line[1:].partition(" ")[0] if line[:1] == "@" else None)
            answer = None if at is None or at.state != ASKED else _answer(line[len(at.prefix) :], at.legal)
            if at is None or answer is None:
                rest = "\n".join([*lines[i:], rest])
                break
            at.state = WATCHING
            told.append((at.table, answer))
        if rest:
            told += self._reader.feed(rest.encode(), self._step)
        del asked[: len(told)]
        return told

    def _step(self, sender: Side, table: TableId, message: Message) -> None:
        """Go one row of the table."""
        at = self._open.get(table) or self._new_table(sender, message)
        state = SESSION.get((at.state, sender, type(message)))
        if state is None:
            raise fault(sender, f"`{FORM[type(message)].verb}` may not be said while {at.state}")
        if state != at.state:
            self._enter(at, state, table, message)

    def _new_table(self, sender: Side, message: Message) -> Conversation:
        """Return an automaton for a table at which no game is open yet."""
        if type(message) is not Game or self._connection.state != IDLE:
            raise fault(sender, f"`{FORM[type(message)].verb}` may not be said at a table without a game")
        return Conversation(IDLE, self._asked)

    def _enter(self, at: Conversation, state: State, table: TableId, message: Message) -> None:
        """Go to another state, if nothing else about the message forbids it."""
        match message:
            case Answer():
                _check_answer(message, at.legal)
            case Ask():
                at.legal = tuple(message.words)
            case Game():
                self._begin(at, table, message)
            case Over():
                self._end(at, table, message)
            case Bot():
                self.capabilities = capabilities(message)
            case Arena():
                _check_version(message)
            case Bye() if not self.between_games:
                raise ArenaFault("`bye` may not be said while games are open")
            case Fault():
                self._open = {None: self._connection}
        at.state = state
        if state == IDLE:
            self._reader.codec = self.capabilities.codec

    def _begin(self, at: Conversation, table: TableId, game: Game) -> None:
        tables = self.capabilities.tables
        if table != (game.id if tables > 1 else None):
            raise ArenaFault(f"game {game.id} at table {table}, for a bot with tables={tables}")
        if len(self._open) > tables > 1:
            raise ArenaFault(f"game {game.id} is one too many for a bot with tables={tables}")
        at.game, at.table = game.id, table
        at.prefix = "" if table is None else f"@{table} "
        self._open[table] = at

    def _end(self, at: Conversation, table: TableId, over: Over) -> None:
        if over.id != at.game:
            raise ArenaFault(f"game {over.id} is over, but {at.game} is open")
        if table is not None:
            del self._open[table]


_MOST: Final = 10_000
"""Answers that are remembered at most."""
_answers: Final[dict[str, Answer]] = {}


def _answer(word: str, legal: tuple[str, ...]) -> Answer | None:
    """Return an answer without a text, None if it is not legal; games have few words."""
    for offered in legal:
        if offered == word:
            found = _answers.get(offered)
            if found is None:
                if len(_answers) >= _MOST:
                    _answers.clear()
                found = _answers[offered] = Answer(offered)
            return found
    return None


def _check_answer(answer: Answer, legal: Sequence[str]) -> None:
    if answer.word not in legal:
        raise BotFault("ILLEGAL", f"{answer.word} is not one of: {_some(legal)}")


def _check_version(arena: Arena) -> None:
    if arena.version != VERSION:
        raise ArenaFault(f"this is version {VERSION} of the protocol, not {arena.version}")


def _some(words: Iterable[str]) -> str:
    """Return the first few words for an error message."""
    return shorten(" ".join(words), 80, placeholder=" ...")
