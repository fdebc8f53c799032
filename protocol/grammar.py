"""The grammar as data: which fields every message has.

`FORMS` is the only place that says what a message consists of. From it come the regular expressions that the line codec
reads with and checks its own writing with, the arrays of the msgpack codec, and the table of messages in SPEC.md. Both
codecs write and read by way of the line, so that whatever one of them can say, the other can too.

A message is sound if its line is one of the grammar and is cut into the same pieces again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias, cast

from protocol.fields import (
    CHOICE,
    CHOICES,
    CODECS,
    ID,
    NAME,
    NOTHING,
    NUMBER,
    NUMBER_LIMIT,
    OWNER,
    SAID,
    SECRET,
    SETTINGS,
    TEXT,
    WORD,
    WORD_LIMIT,
    WORDS,
    Item,
    Kind,
)
from protocol.messages import (
    ARENA,
    BOT,
    Answer,
    Arena,
    Ask,
    Bot,
    Bye,
    Clock,
    Did,
    Fault,
    Game,
    Message,
    Note,
    Over,
    Say,
    Show,
    Side,
    TableId,
    fault,
    shown,
)

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
    kinds: tuple[Kind, ...]
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
    *kinds: Kind,
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
    _form("arena", "VERSION CODEC+", Arena, NUMBER, CODECS, in_game=False),
    _form("bot", "NAME VERSION KEY=VALUE*", Bot, NAME, NAME, SETTINGS, sender=BOT, in_game=False),
    _form("game", "ID NAME KEY=VALUE*", Game, ID, NAME, SETTINGS),
    _form("note", "KIND VALUE*", Note, WORD, WORDS),
    _form("show", "KIND OWNER CARD*", Show, WORD, OWNER, WORDS),
    _form("did", "SEAT KIND WORD", Did, NUMBER, WORD, SECRET),
    _form("say", "SEAT TEXT", Say, NUMBER, TEXT),
    _form("clock", "MOVE_MS BANK_MS", Clock, NUMBER, NUMBER),
    _form("ask", "SEAT KIND WORD+", Ask, NUMBER, WORD, CHOICES),
    _form("answer", "WORD [say TEXT]", Answer, CHOICE, SAID, sender=BOT, silent=True),
    _form("over", "ID KEY=VALUE*", Over, ID, SETTINGS),
    _form("fault", "KIND TEXT", Fault, WORD, TEXT, in_game=False),
    _form("bye", "", Bye, in_game=False),
)
"""Every message. The answer is the only one whose line does without its verb."""

FORM: Final = {form.type: form for form in FORMS}

_ARENA_VERBS: Final = {form.verb: form for form in FORMS if form.sender == ARENA}
_is_id: Final = re.compile(ID.pattern).fullmatch


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


def line(message: Message) -> str:
    """Return the line of a message, without table and line end: what `write` makes of it.

    The messages that come most are made in a third of the time or less.

    Raises:
        BotFault: a message of the bot cannot be written.
        ArenaFault: a message of the arena cannot be written.
    """
    form, values = type(message), cast(tuple[Any, ...], message)
    if form is Ask and type(values[0]) is int:  # True is a number, too, but no seat
        head, text = question(values[0], values[1], tuple(values[2]))
        return head + text
    if form is Game:
        return _framed("game", cast(Game, message))
    if form is Over:
        return _framed("over", cast(Over, message))
    found: str | None = None
    if form is Note:
        found = _plain(["note", values[0], *values[1]])
    elif form is Show:
        kind, owner, cards = values
        if owner is None or (type(owner) is int and 0 <= owner <= NUMBER_LIMIT):
            found = _plain(["show", kind, NOTHING if owner is None else str(owner), *cards])
    return write(message).string if found is None else found


def _plain(words: list[str]) -> str | None:
    """Return a line that consists of nothing but words; None if they are not all as `WORD` says."""
    try:
        line = " ".join(words)
    except TypeError:
        return None
    sound = line.isascii() and line.isprintable() and line.count(" ") == len(words) - 1 and "" not in words
    return line if sound and (len(line) <= WORD_LIMIT or max(map(len, words)) <= WORD_LIMIT) else None


_MOST: Final = 10_000
"""Kinds, and lists of words, that are remembered at most."""
_MOST_BITS: Final = 1000
"""About as many words of a kind."""
_FEW: Final = 3
"""Lists of so many words come again and again."""
_heads: Final[dict[str, dict[int, str]]] = {}
"""What questions begin with, by kind and seat."""
_bits: Final[dict[str, dict[str, int]]] = {}
"""The words of each kind of question, each with a bit of its own: whether all are different is so seen sooner than by a
set of them."""
_texts: Final[dict[tuple[str, ...], str]] = {}
"""The words of questions that have few of them."""


def question(seat: int, kind: str, words: tuple[str, ...]) -> tuple[str, str]:
    """Return the line of a question in two parts, up to its words and these: games use few words, again and again.

    Raises:
        ArenaFault: it cannot be written.
    """
    heads = _heads.get(kind)
    head = None if heads is None else heads.get(seat)
    if head is not None:
        text = _texts.get(words) if len(words) <= _FEW else None
        if text is not None or (text := _text(kind, words)) is not None:
            return head, text
    line = write(Ask(seat, kind, words)).string
    head = f"ask {seat} {kind} "
    if len(_heads) < _MOST and len(bits := _bits.setdefault(kind, {})) < _MOST_BITS:
        _heads.setdefault(kind, {})[seat] = head
        for word in words:
            bits.setdefault(word, 1 << len(bits))
    return head, line[len(head) :]


def _text(kind: str, words: tuple[Any, ...]) -> str | None:
    """Return the words of a question, if they are all different and were in questions of the kind before."""
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


_MOST_TAILS: Final = 256
"""What follows the ids of games is long."""
_tails: Final[dict[tuple[object, ...], str]] = {}
"""What stands behind the id where a game begins or ends: all games of a room begin in the same words but for the seat,
and each ends in the same words for everybody."""


def _framed(verb: str, message: Game | Over) -> str:
    """Return the line of a message whose id is followed by what was written before, most of the time."""
    game, *between, settings = cast(tuple[Any, ...], message)
    try:
        key = (verb, *between, *settings.items())
        tail = _tails.get(key)
    except TypeError:  # something that cannot be written, or remembered
        return write(message).string
    if tail is not None and type(game) is str and _is_id(game):
        return f"{verb} {game}{tail}"
    line = write(message).string
    if all(type(value) is str for value in settings.values()):
        if len(_tails) >= _MOST_TAILS:
            _tails.clear()
        _tails[key] = line[len(verb) + 1 + len(game) :]
    return line


def cut(line: str, sender: Side) -> tuple[Form, Pieces]:
    """Return the form and the pieces of a line without table and line end.

    Raises:
        BotFault: a line of the bot is not of the grammar.
        ArenaFault: a line of the arena is not of the grammar.
    """
    form: Form | None
    if sender == BOT:
        form = FORM[Bot if line.startswith("bot ") else Answer]
    else:
        form = _ARENA_VERBS.get(line.split(" ", 1)[0])
    if form is None:
        raise fault(sender, f"{shown(line)} begins with no verb of the arena")
    found = form.pattern.fullmatch(line)
    if found is None:
        raise fault(sender, f"{shown(line)} is not `{form.usage}`")
    return form, found.groups()


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


def items(form: Form, pieces: Pieces) -> list[Item]:
    """Return what stands in the array of a message's frame."""
    found: list[Item] = [form.verb]
    for kind, piece in zip(form.kinds, pieces, strict=True):
        found += kind.items(piece)
    return found


def check_table(table: TableId, form: Form) -> None:
    """See to it that a message may bear the id of a table, if it has one.

    Raises:
        BotFault: a message of the bot may not.
        ArenaFault: a message of the arena may not.
    """
    if table is not None and not (form.in_game and _is_id(table)):
        raise fault(form.sender, f"`{form.verb}` cannot belong to a table {shown(table)}")
