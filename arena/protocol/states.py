"""Who may say what when: the session table.

Both sides have the same table and apply it both to what they send and to what they receive. So whatever one side may
send, the other accepts, and a message without a row is the fault of the side that sent it.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from arena.protocol import messages as m
from arena.protocol.messages import ARENA, BOT, Message, Side

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
    (NEW, ARENA, m.Arena): ARENA_GREETED,
    (NEW, ARENA, m.Fault): CLOSED,
    (NEW, BOT, m.Bot): BOT_GREETED,
    (ARENA_GREETED, ARENA, m.Fault): CLOSED,
    (ARENA_GREETED, BOT, m.Bot): IDLE,
    (BOT_GREETED, ARENA, m.Arena): IDLE,
    (BOT_GREETED, ARENA, m.Fault): CLOSED,
    (IDLE, ARENA, m.Game): WATCHING,
    (IDLE, ARENA, m.Bye): CLOSED,
    (IDLE, ARENA, m.Fault): CLOSED,
    (WATCHING, ARENA, m.Note): WATCHING,
    (WATCHING, ARENA, m.Show): WATCHING,
    (WATCHING, ARENA, m.Did): WATCHING,
    (WATCHING, ARENA, m.Say): WATCHING,
    (WATCHING, ARENA, m.Clock): CLOCKED,
    (WATCHING, ARENA, m.Ask): ASKED,
    (WATCHING, ARENA, m.Over): IDLE,
    (WATCHING, ARENA, m.Fault): CLOSED,
    (CLOCKED, ARENA, m.Ask): ASKED,
    (CLOCKED, ARENA, m.Fault): CLOSED,
    (ASKED, BOT, m.Answer): WATCHING,
    (ASKED, ARENA, m.Fault): CLOSED,
}
"""What may be said: (state, sender, message) -> the state after it."""

NARRATION: Final = frozenset(message for (state, _, message), after in SESSION.items() if after == state)
"""The messages that report what happened in a game: they leave the state as it is."""
