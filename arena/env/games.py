"""What all environments have in common: the game, its rows as numpy arrays, and the errors of wrong calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from operator import index
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from arena.client.feature_rows import legal_bits, row_of
from arena.client.features import Features
from arena.client.history import LENGTH, History
from arena.env.tables import REWARDS, Table
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.games.kernel import Ask, View, Word
from arena.games.kernel.game import NoWords
from arena.games.kernel.text import nearest
from arena.protocol import write_line
from arena.settings.contest import parse_game
from arena.table.record import line, question

Bits = NDArray[np.int8]
EXTRA = "pip install 'trickarena[rl]'"
"""What to do if a package is missing."""


class Encoder:
    """The numbers that a network reads and writes in a game: what a seat was told as a row, and answers by number.

    Args:
        game: `kaiser`, or with a preset `kaiser:bid-penalty`.
        preset: the preset, if `game` names none.
        history: whether observations have the events of the deal too.
        **options: options that differ from the preset.

    Attributes:
        features: what each number of a row means.
        actions: how many answers there are: all words of all questions.
        size: how many numbers a row has, all of them 0 or 1.
        version: the name of this form. Weights fit environments and bots of the same version only.

    Raises:
        UserError: there is no such game, preset or option.
    """

    def __init__(
        self, game: str, preset: str | None = None, *, history: bool = False, **options: str | int | bool
    ) -> None:
        if not isinstance(game, str):
            raise UserError(f"{game!r} is no game", "name one, such as 'kaiser'")
        name = game if preset is None else f"{game}:{preset}"
        contest = parse_game(name, options, GAMES, 1)
        self.label: str = contest.label
        self.preset: str = contest.preset
        try:
            self.features: Features = Features(contest.game, contest.options)
        except NoWords as error:
            raise UserError(str(error), "arena.env has the games that list their words") from error
        self.actions: int = len(self.features.words)
        self.size: int = self.features.size
        self.version: str = self.features.version
        self.has_history = history

    @cached_property
    def history(self) -> History:
        """The numbers of sequences."""
        return History(self.features)

    def encode(self, view: View, ask: Ask | None = None) -> Bits:
        """Return what a seat was told as a row of zeros and ones.

        Args:
            view: what it was told in this deal.
            ask: the question that it is asked; None if it is asked nothing.
        """
        return self.unpacked(row_of(self.features, view, None if ask is None else ask.kind))

    def sequence(self, view: View) -> NDArray[np.int16]:
        """Return what a seat was told as a sequence of whole numbers, filled up with zeros (`arena.client.history`)."""
        found, numbers = np.zeros(LENGTH, np.int16), self.history.sequence(view)
        found[: len(numbers)] = numbers
        return found

    def mask(self, ask: Ask | None) -> Bits:
        """Return which actions are legal answers to a question: 1 for those that are, else 0."""
        return self.mask_of(0 if ask is None else legal_bits(self.features, ask))

    def word(self, action: int) -> Word:
        """Return the word of an action."""
        return self.features.words[action][1]

    def action(self, kind: str, word: Word) -> int:
        """Return the number of a word as the answer to a kind of question."""
        return self.features.index[kind][word]

    def unpacked(self, row: int) -> Bits:
        """Return a row from its bits."""
        return _unpacked(row, self.size)

    def mask_of(self, legal: int) -> Bits:
        """Return a mask from its bits."""
        return _unpacked(legal, self.actions)


def _unpacked(bits: int, size: int) -> Bits:
    data = np.frombuffer(bits.to_bytes((size + 7) // 8, "little"), np.uint8)
    return np.unpackbits(data, count=size, bitorder="little").view(np.int8)


def whole(value: Any) -> int | None:
    """Return a whole number as Python's own, also one of numpy; None if it is none."""
    try:
        return index(value)
    except TypeError:
        return None


def checked(reward: str, deals: int | None, encoder: Encoder) -> int | None:
    """Check what an environment is made with, and return how many deals are played at most.

    Args:
        reward: what is paid.
        deals: how many deals are played at most.
        encoder: the game.

    Raises:
        UserError: a value is wrong; the message says which.
    """
    if reward not in REWARDS:
        raise UserError(f"reward={reward!r} is no reward{nearest(str(reward), REWARDS)}", "take points, win or deal")
    most = whole(deals)
    if deals is not None and (most is None or most < 1):
        wrong = "is no whole number" if most is None else "are too few"
        raise UserError(f"deals={deals!r} {wrong}", "play 1 or more, or None for whole games")
    if reward == "win" and len({side for side in encoder.features.sides if side is not None}) == 1:
        raise UserError(f"{encoder.label} has one side, so nobody is beaten", "take reward='points'")
    return most


def wrong_action(encoder: Encoder, ask: Ask | None, action: Any) -> UserError:
    """Return the error of an action that is not legal."""
    if ask is None:
        return UserError("the game is over, so there is nothing to answer", "call reset()")
    words, number = encoder.features.words, whole(action)
    said = "" if number is None or not 0 <= number < len(words) else f" ({words[number][0]} {words[number][1]})"
    legal = " ".join(ask.legal)
    return UserError(
        f"action {action}{said} is no answer to `{ask.kind}` of seat {ask.seat}; legal are: {legal}",
        "choose an action whose action_mask is 1",
    )


def told_text(table: Table) -> str:
    """Return what the seat that is asked was told in this deal, as lines of the protocol, and its question."""
    position, ask = table.position, table.ask
    if position is None or ask is None:
        return ""
    return "".join([*[line(event) for event in position.view(ask.seat).events], write_line(question(ask))])


def uncopied(bots: Sequence[str]) -> None:
    """Refuse to copy an environment with bots that were started.

    Raises:
        UserError: there are some.
    """
    if bots:
        hint = "let policies play the other seats"
        raise UserError(f"{bots[0]} plays here as a process, which cannot be copied", hint)


class Cloned(ABC):
    """An environment that is copied by `clone`, and not pickled: the rules of its game are in the middle of a deal."""

    @abstractmethod
    def clone(self) -> Self:
        """Return the same environment at the same point, which goes on by itself."""

    def __deepcopy__(self, _: Any) -> Self:
        return self.clone()

    def __getstate__(self) -> Any:
        hint = "make it anew from its arguments, or copy it in this process with clone()"
        raise UserError(f"a {type(self).__name__} cannot be pickled", hint)
