"""The grammar as data: which fields every message has.

`FORMS` is the only place that says what a message consists of. From it come the regular expressions that the line codec
reads with and checks its own writing with, the arrays of the msgpack codec, and the table of messages in SPEC.md. Both
codecs write and read by way of the line, so that whatever one of them can say, the other can too.

A message is sound if its line is one of the grammar and is cut into the same pieces again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from protocol import fields as f
from protocol import messages as m
from protocol.messages import ARENA, BOT, Message, Side, TableId, fault, shown

Pieces: TypeAlias = tuple[str, ...]


class Form(NamedTuple):
    """What one message consists of; made by `_form`."""

    verb: str
    usage: str
    """The line for people: `ask SEAT KIND WORD+`."""
    type: type[Message]
    sender: Side
    in_game: bool
    """Whether it belongs to a game, and so to a table."""
    kinds: tuple[f.Kind, ...]
    readers: tuple[Callable[[str], Any], ...]
    writers: tuple[Callable[[Any], str], ...]
    template: str
    """The line as a format of its pieces."""
    pattern: re.Pattern[str]
    """The line as a regular expression with one group for each piece."""


def _form(
    verb: str,
    fields: str,
    message: type[Message],
    *kinds: f.Kind,
    sender: Side = ARENA,
    in_game: bool = True,
    silent: bool = False,
) -> Form:
    """Return the form of a message; the line of a silent one does without its verb."""
    slots = "".join("%s" if kind.rest else " %s" for kind in kinds)
    template = slots[1:] if silent else verb + slots
    usage = fields if silent else f"{verb} {fields}".rstrip()
    pattern = re.compile(template % tuple(f"({kind.pattern})" for kind in kinds))
    readers, writers = tuple(kind.read for kind in kinds), tuple(kind.write for kind in kinds)
    return Form(verb, usage, message, sender, in_game, kinds, readers, writers, template, pattern)


FORMS: Final = (
    _form("arena", "VERSION CODEC+", m.Arena, f.NUMBER, f.CODECS, in_game=False),
    _form("bot", "NAME VERSION KEY=VALUE*", m.Bot, f.NAME, f.NAME, f.SETTINGS, sender=BOT, in_game=False),
    _form("game", "ID NAME KEY=VALUE*", m.Game, f.ID, f.NAME, f.SETTINGS),
    _form("note", "KIND VALUE*", m.Note, f.WORD, f.WORDS),
    _form("show", "KIND OWNER CARD*", m.Show, f.WORD, f.OWNER, f.WORDS),
    _form("did", "SEAT KIND WORD", m.Did, f.NUMBER, f.WORD, f.SECRET),
    _form("say", "SEAT TEXT", m.Say, f.NUMBER, f.TEXT),
    _form("clock", "MOVE_MS BANK_MS", m.Clock, f.NUMBER, f.NUMBER),
    _form("ask", "SEAT KIND WORD+", m.Ask, f.NUMBER, f.WORD, f.CHOICES),
    _form("answer", "WORD [say TEXT]", m.Answer, f.CHOICE, f.SAID, sender=BOT, silent=True),
    _form("over", "ID KEY=VALUE*", m.Over, f.ID, f.SETTINGS),
    _form("fault", "KIND TEXT", m.Fault, f.WORD, f.TEXT, in_game=False),
    _form("bye", "", m.Bye, in_game=False),
)
"""Every message. The answer is the only one whose line does without its verb."""

FORM: Final = {form.type: form for form in FORMS}

_ARENA_VERBS: Final = {form.verb: form for form in FORMS if form.sender == ARENA}
is_id: Final = re.compile(f.ID.pattern).fullmatch
"""Whether a text is the id of a game, and so of a table."""


def write(message: Message) -> re.Match[str]:
    """Return the line of a message, without table and line end, as a match: its groups are the pieces.

    Raises:
        BotFault: a message of the bot cannot be written.
        ArenaFault: a message of the arena cannot be written.
    """
    form = FORM[type(message)]
    try:
        pieces = tuple([writer(value) for writer, value in zip(form.writers, message, strict=True)])
    except (TypeError, ValueError) as error:
        raise fault(form.sender, f"cannot be written as `{form.usage}`: {shown(repr(message))}: {error}") from None
    line = form.pattern.fullmatch(form.template % pieces)
    if line is None or line.groups() != pieces:
        raise fault(form.sender, f"cannot be written as `{form.usage}`: {shown(repr(message))}")
    return line


def cut(line: str, sender: Side) -> tuple[Form, Pieces]:
    """Return the form and the pieces of a line without table and line end.

    Raises:
        BotFault: a line of the bot is not of the grammar.
        ArenaFault: a line of the arena is not of the grammar.
    """
    form: Form | None
    if sender == BOT:
        form = FORM[m.Bot if line.startswith("bot ") else m.Answer]
    else:
        form = _ARENA_VERBS.get(line.split(" ", 1)[0])
    if form is None:
        raise fault(sender, f"{shown(line)} begins with no verb of the arena")
    found = form.pattern.fullmatch(line)
    if found is None:
        raise fault(sender, f"{shown(line)} is not `{form.usage}`")
    return form, found.groups()


def read(line: str, sender: Side) -> Message:
    """Return the message of a line without table and line end.

    Raises:
        BotFault: a line of the bot is no message.
        ArenaFault: a line of the arena is no message.
    """
    return build(*cut(line, sender))


def build(form: Form, pieces: Pieces) -> Message:
    """Return the message of a line that has been cut.

    Raises:
        BotFault: in a line of the bot, a key or a word comes twice.
        ArenaFault: the same in a line of the arena.
    """
    try:
        return form.type(*[reader(piece) for reader, piece in zip(form.readers, pieces, strict=True)])
    except ValueError as error:
        raise fault(form.sender, f"`{form.usage}`: {error}: {shown(form.template % pieces)}") from None


def items(form: Form, pieces: Pieces) -> list[f.Item]:
    """Return what stands in the array of a message's frame."""
    found: list[f.Item] = [form.verb]
    for kind, piece in zip(form.kinds, pieces, strict=True):
        found += kind.items(piece)
    return found


def check_table(table: TableId, form: Form) -> None:
    """See to it that a message may bear the id of a table, if it has one.

    Raises:
        BotFault: a message of the bot may not.
        ArenaFault: a message of the arena may not.
    """
    if table is not None and not (form.in_game and is_id(table)):
        raise fault(form.sender, f"`{form.verb}` cannot belong to a table {shown(table)}")
