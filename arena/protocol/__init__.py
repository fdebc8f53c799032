"""What the arena and a bot say to each other, without any input or output.

    messages      one value type for each message; BotFault and ArenaFault
    fields        how each kind of field is written, as data
    grammar       which fields a message has, as data
    codec         what a codec is, and the reader of a stream
    line          messages as lines of words
    packed        messages as frames of msgpack
    states        who may say what when: the session table
    conversation  the state of one game, its questions and answers
    session       the bookkeeping of one connection

Each module uses only those above it. Import names from this package, not from its modules: it holds everything that
other packages need. SPEC.md is the specification for authors of bots; `vectors/` holds its examples as plain files that
programs in any language can read.
"""

from arena.protocol import messages
from arena.protocol.codec import Codec, Reader
from arena.protocol.conversation import Conversation
from arena.protocol.fields import ID_LIMIT, show_line
from arena.protocol.grammar import read as parse_line
from arena.protocol.line import LINE, write_line
from arena.protocol.messages import *  # noqa: F403 - all of `messages.__all__`
from arena.protocol.packed import PACKED
from arena.protocol.session import CODECS, Capabilities, Session, capabilities
from arena.protocol.states import SESSION, State

__all__ = [
    "CODECS",
    "ID_LIMIT",
    "LINE",
    "PACKED",
    "SESSION",
    "Capabilities",
    "Codec",
    "Conversation",
    "Reader",
    "Session",
    "State",
    "capabilities",
    "parse_line",
    "show_line",
    "write_line",
]
__all__ += messages.__all__
