"""How each kind of field is written, as data.

A field is written as a *piece* of the line: one word, or, for the last field, the rest of the line with the space
before it.

A word is held against its pattern only the first time that it is written: a game says a few hundred words over and
over. This is the only thing that the protocol remembers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from arena.protocol.messages import Settings, shown

WORD_LIMIT: Final = 64
VALUE_LIMIT: Final = 512
TEXT_LIMIT: Final = 400
ID_LIMIT: Final = 16
NUMBER_LIMIT: Final = 999_999_999

_WORD: Final = rf"[!-~]{{1,{WORD_LIMIT}}}"
_NAME: Final = rf"[!-<>-~]{{1,{WORD_LIMIT}}}"
_VALUE: Final = rf"[!-~]{{1,{VALUE_LIMIT}}}"
_BOTS: Final = rf"[^\x00- \x7f-\xa0\u2028\u2029\ud800-\udfff]{{1,{VALUE_LIMIT}}}"
"""The names of the bots, in records: letters of any script."""
_ID: Final = rf"G[0-9A-Za-z]{{1,{ID_LIMIT - 1}}}"
_CHOICE: Final = rf"(?!-(?: |\Z)|bot(?: |\Z))[!-?A-~][!-~]{{0,{WORD_LIMIT - 1}}}"
_NUMBER: Final = rf"0|[1-9][0-9]{{0,{len(str(NUMBER_LIMIT)) - 1}}}"
_TEXT: Final = rf"(?! *\Z)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{{1,{TEXT_LIMIT}}}"

BOTS: Final = "names"
"""The setting of a `game` line in a record that has the names of the bots."""
NOTHING: Final = "-"
"""Written in place of an owner when the cards belong to the table, and in place of a secret word."""

Item: TypeAlias = str | int
"""An element of a frame's array."""

Several = TypeVar("Several", bound=Sequence[str])


class Words:
    """The words that fit a pattern.

    Args:
        pattern: the regular expression of a word, which holds no space.
    """

    MOST: Final = 10_000
    """How many words are remembered at most, and how many texts."""
    FEW: Final = 3
    """The text of so many words is remembered too: most questions have no more."""

    def __init__(self, pattern: str) -> None:
        self._fits = re.compile(pattern).fullmatch
        self._known: dict[str, int] = {}
        """The words, each with one of 60 bits: where all bits of a question differ, so do its words."""
        self._texts: dict[tuple[str, ...], str] = {}

    def check(self, words: Iterable[str]) -> None:
        """Check words.

        Raises:
            TypeError: one is no text.
            ValueError: one does not fit.
        """
        known = self._known
        for word in words:
            if word not in known:
                if self._fits(word) is None:
                    raise ValueError(f"{shown(word)} does not fit")
                if len(known) > self.MOST:
                    known.clear()
                known[word] = 1 << len(known) % 60

    def one(self, word: str) -> str:
        """Return a word; raise as `check` does."""
        if word not in self._known:
            self.check((word,))
        return word

    def joined(self, words: Sequence[str]) -> str:
        """Return words with a space before each; raise as `check` does."""
        self.check(words)
        return f" {' '.join(words)}" if words else ""

    def each_once(self, words: tuple[str, ...]) -> str:
        """Return words as `joined` does; raise ValueError if there is none, or one comes twice."""
        few = len(words) <= self.FEW
        if few and (text := self._texts.get(words)) is not None:
            return text
        if not words:
            raise ValueError("there is no word")
        known, seen = self._known, 0
        for word in words:
            bit = known.get(word, 0)
            if not bit or seen & bit:
                self.check(distinct(words))
                break
            seen |= bit
        text = f" {' '.join(words)}"
        if few:
            if len(self._texts) > self.MOST:
                self._texts.clear()
            self._texts[words] = text
        return text


class Kind(NamedTuple):
    """How a field is written.

    Args:
        pattern: the regular expression of the field's piece.
        read: turns the piece into the value; raises ValueError if it cannot.
        write: turns the value into a piece that fits; raises TypeError or ValueError if it cannot.
        items: turns the piece into elements of a frame's array.
        rest: whether the field is the rest of the line. Its piece begins with its own space, so that it can be empty.
    """

    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any] = str
    items: Callable[[str], list[Item]] = lambda piece: [piece]
    rest: bool = False


def distinct(words: Several) -> Several:
    """Return the words.

    Raises:
        ValueError: a word comes twice.
    """
    if len(frozenset(words)) != len(words):
        raise ValueError("a key or a word comes twice")
    return words


_names: Final = Words(_NAME)
_values: Final = Words(_VALUE)
_bots: Final = Words(_BOTS)
_words: Final = Words(_WORD)
_choices: Final = Words(_CHOICE)
_is_id: Final = re.compile(_ID).fullmatch
_is_text: Final = re.compile(_TEXT).fullmatch


def _write_number(number: Any) -> str:  # as an int, True would be 1 where this is compiled
    if type(number) is not int or not 0 <= number <= NUMBER_LIMIT:
        raise ValueError(f"{shown(number)} is no number from 0 to {NUMBER_LIMIT}")
    return str(number)


def _write_id(word: str) -> str:
    if _is_id(word) is None:
        raise ValueError(f"{shown(word)} is no id")
    return word


def _write_text(text: str) -> str:
    if _is_text(text) is None:
        raise ValueError("the text does not fit")
    return text


def question_line(seat: int, kind: str, words: tuple[str, ...]) -> str:
    """Return the line of an `Ask` with its line feed, in a third of the time that its form takes: it is written most.

    Raises:
        TypeError: a field has a wrong type.
        ValueError: it cannot be written.
    """
    return f"ask {_write_number(seat)} {_words.one(kind)}{_choices.each_once(words)}\n"


def show_line(kind: str, owner: int | None, cards: Sequence[str]) -> str:
    """Return the line of a `Show` with its line feed, as `question_line` does."""
    return f"show {_words.one(kind)} {NOTHING if owner is None else _write_number(owner)}{_words.joined(cards)}\n"


def _write_codecs(words: Sequence[str]) -> str:
    if not words:
        raise ValueError("there is no word")
    return _words.joined(words)


def _write_settings(settings: Settings) -> str:
    _names.check(settings)
    _values.check(settings.values())
    return "".join([f" {key}={value}" for key, value in settings.items()])


def _write_opening(settings: Settings) -> str:
    bots = settings.get(BOTS)
    if bots is None:
        return _write_settings(settings)
    _bots.one(bots)
    _write_settings({key: value for key, value in settings.items() if key != BOTS})
    return "".join([f" {key}={value}" for key, value in settings.items()])


def _read_words(piece: str) -> tuple[str, ...]:
    return tuple(piece.split(" ")[1:])


def _read_settings(piece: str) -> Settings:
    pairs = [word.split("=", 1) for word in _read_words(piece)]
    distinct([key for key, _ in pairs])
    return dict(pairs)


def _number_items(piece: str) -> list[Item]:
    return [piece if piece == NOTHING else int(piece)]


def _rest_items(piece: str) -> list[Item]:
    return [*_read_words(piece)]


NUMBER: Final[Kind] = Kind(_NUMBER, _write_number, int, _number_items)
OWNER: Final[Kind] = Kind(
    rf"{NOTHING}|{_NUMBER}",
    lambda owner: NOTHING if owner is None else _write_number(owner),
    lambda piece: None if piece == NOTHING else int(piece),
    _number_items,
)
ID: Final[Kind] = Kind(_ID, _write_id)
NAME: Final[Kind] = Kind(_NAME, _names.one)
WORD: Final[Kind] = Kind(_WORD, _words.one)
CHOICE: Final[Kind] = Kind(_CHOICE, _choices.one)
SECRET: Final[Kind] = Kind(
    rf"{NOTHING}|{_CHOICE}",
    lambda word: NOTHING if word is None else _choices.one(word),
    lambda piece: None if piece == NOTHING else piece,
)
TEXT: Final[Kind] = Kind(_TEXT, _write_text)
SAID: Final[Kind] = Kind(
    rf"(?: say {_TEXT})?",
    lambda text: f" say {_write_text(text)}" if text else "",
    lambda piece: piece[len(" say ") :],
    lambda piece: [piece[len(" say ") :]] if piece else [],
    rest=True,
)
WORDS: Final[Kind] = Kind(rf"(?: {_WORD})*", _words.joined, _read_words, _rest_items, rest=True)
CODECS: Final[Kind] = WORDS._replace(pattern=rf"(?: {_WORD})+", write=_write_codecs)
CHOICES: Final[Kind] = Kind(
    rf"(?: {_CHOICE})+",
    _choices.each_once,
    lambda piece: distinct(_read_words(piece)),
    _rest_items,
    rest=True,
)
SETTINGS: Final[Kind] = Kind(rf"(?: {_NAME}={_VALUE})*", _write_settings, _read_settings, _rest_items, rest=True)
OPENING: Final[Kind] = Kind(
    rf"(?: (?:{BOTS}={_BOTS}|{_NAME}={_VALUE}))*", _write_opening, _read_settings, _rest_items, rest=True
)
