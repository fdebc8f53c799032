"""How each kind of field is written, as data.

A field is written as a *piece* of the line: one word, or, for the last field, the rest of the line with the space
before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from arena.protocol.messages import Settings

WORD_LIMIT: Final = 64
VALUE_LIMIT: Final = 512
TEXT_LIMIT: Final = 400
ID_LIMIT: Final = 16
NUMBER_LIMIT: Final = 999_999_999

_WORD: Final = rf"[!-~]{{1,{WORD_LIMIT}}}"
_NAME: Final = rf"[!-<>-~]{{1,{WORD_LIMIT}}}"
_CHOICE: Final = rf"(?!-(?: |\Z)|bot(?: |\Z))[!-?A-~][!-~]{{0,{WORD_LIMIT - 1}}}"
_NUMBER: Final = rf"0|[1-9][0-9]{{0,{len(str(NUMBER_LIMIT)) - 1}}}"
_TEXT: Final = rf"(?! *\Z)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{{1,{TEXT_LIMIT}}}"

NOTHING: Final = "-"
"""Written in place of an owner when the cards belong to the table, and in place of a secret word."""

Item: TypeAlias = str | int
"""An element of a frame's array."""

Words = TypeVar("Words", bound=Sequence[str])


class Kind(NamedTuple):
    """How a field is written.

    Args:
        pattern: the regular expression of the field's piece.
        read: turns the piece into the value; raises ValueError if it cannot.
        write: turns the value into the piece; raises TypeError or ValueError if it cannot.
        items: turns the piece into elements of a frame's array.
        rest: whether the field is the rest of the line. Its piece begins with its own space, so that it can be empty.
    """

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str.__str__
    items: Callable[[str], list[Item]] = lambda piece: [piece]
    rest: bool = False


def distinct(words: Words) -> Words:
    """Return the words.

    Raises:
        ValueError: a word comes twice.
    """
    if len(frozenset(words)) != len(words):
        raise ValueError("a key or a word comes twice")
    return words


def _number_items(piece: str) -> list[Item]:
    return [piece if piece == NOTHING else int(piece)]


def _rest_items(piece: str) -> list[Item]:
    return [*_read_words(piece)]


def _read_words(piece: str) -> tuple[str, ...]:
    return tuple(piece.split(" ")[1:])


def _write_words(words: Sequence[str]) -> str:
    piece = " ".join(("", *words))
    if piece.count(" ") != len(words):
        raise ValueError("a word holds a space")
    return piece


def _read_settings(piece: str) -> Settings:
    pairs = [word.split("=", 1) for word in _read_words(piece)]
    distinct([key for key, _ in pairs])
    return dict(pairs)


def _write_settings(settings: Settings) -> str:
    if any("=" in key for key in settings):
        raise ValueError("a key holds an equals sign")
    return _write_words([f"{key}={value}" for key, value in settings.items()])


def _write_secret(word: str | None) -> str:
    if word == NOTHING:
        raise ValueError("- stands for a secret word")
    return NOTHING if word is None else word


NUMBER: Final = Kind(_NUMBER, int, repr, _number_items)
OWNER: Final = Kind(
    rf"{NOTHING}|{_NUMBER}",
    lambda piece: None if piece == NOTHING else int(piece),
    lambda owner: NOTHING if owner is None else repr(owner),
    _number_items,
)
ID: Final = Kind(rf"G[0-9A-Za-z]{{1,{ID_LIMIT - 1}}}")
NAME: Final = Kind(_NAME)
WORD: Final = Kind(_WORD)
CHOICE: Final = Kind(_CHOICE)
SECRET: Final = Kind(rf"{NOTHING}|{_CHOICE}", lambda piece: None if piece == NOTHING else piece, _write_secret)
TEXT: Final = Kind(_TEXT)
SAID: Final = Kind(
    rf"(?: say {_TEXT})?",
    lambda piece: piece[len(" say ") :],
    lambda text: f" say {text}" if text else "",
    lambda piece: [piece[len(" say ") :]] if piece else [],
    rest=True,
)
WORDS: Final = Kind(rf"(?: {_WORD})*", _read_words, _write_words, _rest_items, rest=True)
CODECS: Final = WORDS._replace(pattern=rf"(?: {_WORD})+")
CHOICES: Final = Kind(
    rf"(?: {_CHOICE})+",
    lambda piece: distinct(_read_words(piece)),
    lambda words: _write_words(distinct(words)),
    _rest_items,
    rest=True,
)
SETTINGS: Final = Kind(
    rf"(?: {_NAME}=[!-~]{{1,{VALUE_LIMIT}}})*", _read_settings, _write_settings, _rest_items, rest=True
)
