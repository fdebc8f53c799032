"""Who may say what when: the session table.

Both sides have the same table and apply it both to what they send and to what they receive. So whatever one side may
send, the other accepts, and a message without a row is the fault of the side that sent it.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from arena.protocol import messages as m
from arena.protocol.grammar import FORM
from arena.protocol.messages import ARENA, BOT, Message, Side, TableId, fault

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


def rows(sender: Side, message: type[Message]) -> dict[State, State]:
    """Return the states in which a side may say a message, each with the state after it."""
    return {state: after for (state, side, kind), after in SESSION.items() if side == sender and kind is message}


class Automaton:
    """A connection or a game in its state, and what an answer is checked against.

    A connection with one table is one automaton: greetings, then games one after the other. A connection with several
    tables has one automaton for the connection, which stays idle, and one for each open game, which begins and ends
    idle.

    Args:
        state: the state that it begins in.
        table: the table of its game if the bot plays at several tables.
    """

    __slots__ = ("game", "legal", "prefix", "state", "table")

    def __init__(self, state: State, table: TableId) -> None:
        self.state = state
        self.table = table
        self.prefix = "" if table is None else f"@{table} "
        """What the lines of its messages begin with."""
        self.game = ""
        """The id of the open or last game."""
        self.legal: tuple[str, ...] = ()
        """The words of the last question."""

    def after(self, sender: Side, message: Message) -> State:
        """Return the state after a message.

        Raises:
            BotFault: PROTOCOL, the bot may not say it now.
            ArenaFault: the arena may not say it now.
        """
        state = SESSION.get((self.state, sender, type(message)))
        if state is None:
            closed = self.table is not None and self.state in {IDLE, CLOSED}
            where = "at a table without a game" if closed else f"while {self.state}"
            raise fault(sender, f"`{FORM[type(message)].verb}` may not be said {where}")
        return state
