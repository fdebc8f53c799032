"""What the arena and a bot say to each other, without any input or output.

    messages    one value type for each message; BotFault and ArenaFault
    grammar     which fields a message has and how they are written, as data
    codec       what a codec is, and the reader of a stream
    line        messages as lines of words
    packed      messages as frames of msgpack
    session     who may say what when, as a table
    manual      the parts of SPEC.md that are made from the code

Each module uses only those above it. This namespace is flat and holds everything that others need; SPEC.md is the
specification for authors of bots, `vectors/` its examples as plain files for any language.
"""

from protocol.codec import Codec, Reader
from protocol.fields import ID_LIMIT
from protocol.line import LINE, parse_line, write_line
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
    Settings,
    Show,
    Side,
    TableId,
)
from protocol.packed import PACKED
from protocol.session import CODECS, SESSION, Capabilities, Conversation, Session, State, capabilities

__all__ = [
    "ARENA",
    "BOT",
    "CODECS",
    "ID_LIMIT",
    "LIMIT",
    "LINE",
    "PACKED",
    "SESSION",
    "VERSION",
    "Answer",
    "Arena",
    "ArenaFault",
    "Ask",
    "Bot",
    "BotFault",
    "Bye",
    "Capabilities",
    "Clock",
    "Codec",
    "Conversation",
    "Did",
    "Fault",
    "Game",
    "Message",
    "Note",
    "Over",
    "Reader",
    "Received",
    "Say",
    "Session",
    "Settings",
    "Show",
    "Side",
    "State",
    "TableId",
    "capabilities",
    "parse_line",
    "write_line",
]
