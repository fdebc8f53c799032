"""The grammar as data: which fields every message has.

`FORMS` is the only place that says what a message consists of. Everything else comes from it: the regular expressions
with which the line codec reads lines, the arrays of the msgpack codec, and the table of messages in SPEC.md. Both
codecs read and write the pieces of a line, so they can say exactly the same messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias, cast

from arena.protocol import fields as f
from arena.protocol import messages as m
from arena.protocol.messages import ARENA, BOT, Message, Side, TableId, fault, shown

Pieces: TypeAlias = tuple[str, ...]


class Form(NamedTuple):
    """What one type of message consists of; made by `_form`."""

    verb: str
    usage: str
    """The line as documents show it: `ask SEAT KIND WORD+`."""
    type: type[Message]
    sender: Side
    in_game: bool
    """Whether it belongs to a game, and so to a table."""
    kinds: tuple[f.Kind, ...]
    readers: tuple[Callable[[str], Any], ...]
    writers: tuple[Callable[[Any], str], ...]
    template: str
    """The format string that makes the line from its pieces."""
    pattern: re.Pattern[str]
    """The regular expression of the line, with one group for each piece."""


def _form(
    verb: str,
    fields: str,
    message: type[Message],
    *kinds: f.Kind,
    sender: Side = ARENA,
    in_game: bool = True,
    silent: bool = False,
) -> Form:
    """Return the form of a message; `silent` means that its line has no verb."""
    slots = "".join("%s" if kind.rest else " %s" for kind in kinds)
    template = slots[1:] if silent else verb + slots
    usage = fields if silent else f"{verb} {fields}".rstrip()
    pattern = re.compile(template % tuple(f"({kind.pattern})" for kind in kinds))
    readers, writers = tuple(kind.read for kind in kinds), tuple(kind.write for kind in kinds)
    return Form(verb, usage, message, sender, in_game, kinds, readers, writers, template, pattern)


FORMS: Final = (
    _form("arena", "VERSION CODEC+", m.Arena, f.NUMBER, f.CODECS, in_game=False),
    _form("bot", "NAME VERSION KEY=VALUE*", m.Bot, f.NAME, f.NAME, f.SETTINGS, sender=BOT, in_game=False),
    _form("game", "ID NAME KEY=VALUE*", m.Game, f.ID, f.NAME, f.OPENING),
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
"""Every type of message. Only the line of an answer has no verb."""

FORM: Final = {form.type: form for form in FORMS}

_ARENA_VERBS: Final = {form.verb: form for form in FORMS if form.sender == ARENA}
is_id: Final = re.compile(f.ID.pattern).fullmatch
"""Matches the id of a game, which is also the id of its table."""


def pieces_of(message: Message) -> tuple[Form, Pieces]:
    """Return the form of a message and its pieces.

    Raises:
        BotFault: a message of the bot cannot be written.
        ArenaFault: a message of the arena cannot be written.
    """
    form = FORM[type(message)]
    pieces: list[str] = []
    writers = form.writers
    try:
        for value in cast(tuple[Any, ...], message):  # mypyc knows no tuple without fields, such as `Bye`
            pieces.append(writers[len(pieces)](value))
    except (TypeError, ValueError) as error:
        raise fault(form.sender, f"cannot be written as `{form.usage}`: {shown(message)}: {error}") from None
    return form, tuple(pieces)


def write(message: Message) -> str:
    """Return the line of a message, without table and line end.

    Raises:
        BotFault: a message of the bot cannot be written.
        ArenaFault: a message of the arena cannot be written.
    """
    form, pieces = pieces_of(message)
    return form.template % pieces


def cut(line: str, sender: Side) -> tuple[Form, Pieces]:
    """Return the form and the pieces of a line without table and line end.

    Raises:
        BotFault: a line of the bot does not fit the grammar.
        ArenaFault: a line of the arena does not fit the grammar.
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
        raise fault(sender, f"{shown(line)} is not `{form.usage}`{_reason(line, form)}")
    return form, found.groups()


def _reason(line: str, form: Form) -> str:
    """Return what to add about a line that is not of a form, where a mistake that is hard to see is the reason."""
    if not line:
        return ": the line is empty"
    if form.pattern.fullmatch(" ".join(line.split())):
        return ": one blank stands between words, and none at the beginning or the end"
    if not line.isascii() and form.pattern.fullmatch("".join([c if c.isascii() else "x" for c in line])):
        return ": all but texts is visible ASCII"
    word, say, _ = line.partition(" say ")
    if form.type is m.Answer and say and form.pattern.fullmatch(word):
        return f": a text has 1 to {f.TEXT_LIMIT} characters, no control characters, and not only spaces"
    return ""


def read(line: str, sender: Side) -> Message:
    """Return the message of a line without table and line end.

    Raises:
        BotFault: a line of the bot is no message.
        ArenaFault: a line of the arena is no message.
    """
    return build(*cut(line, sender))


def build(form: Form, pieces: Pieces) -> Message:
    """Return the message of a line that `cut` has split.

    Raises:
        BotFault: a key or a word comes twice in a line of the bot.
        ArenaFault: a key or a word comes twice in a line of the arena.
    """
    try:
        return form.type(*[reader(piece) for reader, piece in zip(form.readers, pieces, strict=True)])
    except ValueError as error:
        raise fault(form.sender, f"`{form.usage}`: {error}: {shown(form.template % pieces)}") from None


def items(form: Form, pieces: Pieces) -> list[f.Item]:
    """Return the array of a message's frame, without table."""
    found: list[f.Item] = [form.verb]
    for kind, piece in zip(form.kinds, pieces, strict=True):
        found += kind.items(piece)
    return found


def check_table(table: TableId, form: Form) -> None:
    """Check that a message may carry this table; None always passes.

    Raises:
        BotFault: a message of the bot does not belong to a game, or the id is invalid.
        ArenaFault: a message of the arena does not belong to a game, or the id is invalid.
    """
    if table is not None and not (form.in_game and is_id(table)):
        raise fault(form.sender, f"`{form.verb}` cannot belong to a table {shown(table)}")
