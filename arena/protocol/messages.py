"""What can be said: one value type for each message, and the faults that wrong messages raise.

A message is a named tuple: cheap to make, never changed. Its fields are in the order of the words on its line. Numbers
are seats (0 is the first) or milliseconds; cards, bids and other words mean nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

__all__ = [
    "ARENA",
    "BOT",
    "LIMIT",
    "VERSION",
    "Answer",
    "Arena",
    "ArenaFault",
    "Ask",
    "Bot",
    "BotFault",
    "Bye",
    "Clock",
    "Did",
    "Fault",
    "Game",
    "Message",
    "Note",
    "Over",
    "Received",
    "Say",
    "Settings",
    "Show",
    "Side",
    "TableId",
]

Side: TypeAlias = Literal["arena", "bot"]
ARENA: Final = "arena"
BOT: Final = "bot"

VERSION: Final = 1
"""The version of the protocol that this package speaks."""
LIMIT: Final = 65_536
"""The most bytes of one message: a line without its line feed, a frame without its length."""

Settings: TypeAlias = Mapping[str, str]
"""`key=value` words in the order of the line; no key comes twice."""


class Arena(NamedTuple):
    """The arena's greeting: `arena 1 line msgpack`."""

    version: int
    """The version of the protocol."""
    codecs: tuple[str, ...]
    """The codecs that the arena speaks."""


class Bot(NamedTuple):
    """The bot's greeting: `bot careful 1.2 codec=line author=ann`."""

    name: str
    version: str
    settings: Settings
    """The arena reads `codec`, `tables` and `live`, see `Capabilities`; the others are for people."""


class Game(NamedTuple):
    """A game begins: `game G7K2 two-hundred seat=2 seats=4 sides=0,1,0,1 move_ms=1000 target=200`."""

    id: str
    """The letter G, then letters and digits."""
    name: str
    """Which game is played."""
    settings: Settings
    """The bot's seat, who plays with whom, the limits, the options in force."""


class Note(NamedTuple):
    """A public fact that follows from the rules: `note trick 2 10`."""

    kind: str
    values: tuple[str, ...]


class Show(NamedTuple):
    """Cards that the seat now sees: `show hand 2 AS KS QS 5H`."""

    kind: str
    owner: int | None
    """The seat whose cards they are; None (`-`) for cards of the table."""
    cards: tuple[str, ...]


class Did(NamedTuple):
    """A decision was answered: `did 1 bid 55`."""

    seat: int
    kind: str
    word: str | None
    """The answer; None (`-`) if the seat may not know it."""


class Say(NamedTuple):
    """Table talk that the seat hears: `say 1 lead a high one`."""

    seat: int
    """The seat that said it."""
    text: str


class Clock(NamedTuple):
    """The time for the next question: `clock 950 43000`."""

    move_ms: int
    """For this answer (ms)."""
    bank_ms: int
    """Left in the bank (ms)."""


class Ask(NamedTuple):
    """The arena asks for a decision: `ask 2 bid pass 55 60`."""

    seat: int
    """The seat to decide for: the bot's own, or another one whose hand it plays."""
    kind: str
    words: tuple[str, ...]
    """The legal answers, each once."""


class Answer(NamedTuple):
    """The bot's decision: `60`, with table talk `60 say partner has the rest`."""

    word: str
    text: str = ""
    """Table talk, empty for none."""


class Over(NamedTuple):
    """A game has ended: `over G7K2 places=1,2 scores=205,130 reason=target`."""

    id: str
    values: Settings


class Fault(NamedTuple):
    """Why the bot is being stopped: `fault TIMEOUT no answer after 1050 ms`."""

    kind: str
    """The verdict: TIMEOUT, CRASH, ILLEGAL, PROTOCOL, FLOOD or another one in capitals."""
    text: str


class Bye(NamedTuple):
    """No more games will come: `bye`."""


Message: TypeAlias = (
    Arena | Bot | Game | Note | Show | Did | Say | Clock | Ask | Answer | Over | Fault | Bye
)  # fmt: skip
"""Everything that either side can say."""

TableId: TypeAlias = str | None
"""The id of the game that a message belongs to if the bot plays at several tables; otherwise None."""

Received: TypeAlias = tuple[TableId, Message]
"""The table and the message that a reader returns."""


class BotFault(Exception):  # noqa: N818 - a verdict about the bot, not an error of this program
    """The bot said, or tried to say, something that it may not say.

    Args:
        kind: the verdict: TIMEOUT, CRASH, ILLEGAL, PROTOCOL, FLOOD or another one in capitals.
        text: one line for people; fit to be sent in a `Fault`.
    """

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(kind, text)
        self.kind = kind
        self.text = text

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


class ArenaFault(Exception):  # noqa: N818 - named like its counterpart
    """The arena said, or tried to say, something that it may not say.

    Args:
        text: one line for people.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def fault(sender: Side, text: str, kind: str = "PROTOCOL") -> BotFault | ArenaFault:
    """Return the fault of a wrong message: it is its sender's, whichever side notices it."""
    return BotFault(kind, text) if sender == BOT else ArenaFault(text)


def shown(value: object) -> str:
    """Return a text, bytes or a value from outside for an error message: in ASCII, shortened, texts in quotes.

    Escapes stand for themselves: nothing is escaped twice. What was shortened ends with dots.
    """
    whole = not isinstance(value, str | bytes) or len(value) <= 60
    short = value[:60] if isinstance(value, str | bytes) else value
    text = repr(short)[len("b") :] if isinstance(short, bytes) else ascii(short)
    return text if whole and len(text) <= 80 else f"{text[:80]} ..."
