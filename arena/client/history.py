"""What a seat was told in a deal, as a sequence of whole numbers: its information state, for networks that read.

Nothing is left out: two views with the same numbers are the same view. Seats are counted from the seat that looks, but
for those in notes, which come as they are; the first number is the seat itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arena.client.features import Features
from arena.games.kernel import Did, Note, Say, Show, View

SHOWS: Final = (
    *("hand", "kitty", "turn-up", "drawn", "taken", "laid", "right", "turned", "ignored", "discard", "shown-discard"),
    *("stacks", "draw", "exposed", "first-jack", "king", "cut", "bottom", "meld", "jo", "top-discard", "hole"),
)
"""The kinds of shows that have a number of their own."""
NOTES: Final = (
    *("trick", "trump", "contract", "points", "scores", "drawn", "pot", "partner", "sits-out", "rob", "thrown-in"),
    *("annulled", "misdeal", "claim", "joker-suit", "king", "kings", "worth", "phase", "contracts", "hand", "game"),
    *("bonus", "abeyance", "foul", "out", "silent", "bid", "spoilt", "below", "above", "rubber", "meld", "fours"),
    *("sequences", "four", "sequence", "jo", "jotte", "aside", "best-trump", "discard-points", "passed-deal"),
    *("card-points", "honors", "tricks", "say"),
)
"""The kinds of notes that have a number of their own."""
LOWEST, HIGHEST = -64, 191
"""The numbers of notes that have a number of their own in the sequence; others are spelled."""
LETTERS: Final = 96
"""How many numbers letters have: all of visible ASCII but the space, and the end of a word; others are a `?`."""
LENGTH: Final = 512
"""How many numbers a sequence has at most. The first ones are left out where there are more, after much talk."""


class History:
    """The numbers of a game with its options.

    Args:
        features: the game, its options, its words and its cards.

    Attributes:
        size: how many numbers there are: each is at least 0 and below this; 0 stands only where there is nothing.
    """

    def __init__(self, features: Features) -> None:
        of = features
        self.features = of
        self._keys = [*of.standing_keys]
        self._answers = 1 + len(of.pack)
        self._secrets = self._answers + of.seats * len(of.words)
        self._shows = self._secrets + of.seats * len(of.kinds)
        self._notes = self._shows + len(SHOWS) * (of.seats + 1)
        self._standing = self._notes + len(NOTES)
        self._numbers = self._standing + len(self._keys)
        self._words = self._numbers + HIGHEST - LOWEST + 1
        self._said = dict.fromkeys([*of.pack, *(word for _, word in of.words)])
        self._word_numbers = {word: self._words + at for at, word in enumerate(self._said)}
        self._letters = self._words + len(self._said)
        self.size: int = self._letters + LETTERS

    def sequence(self, view: View) -> list[int]:
        """Return the numbers of a view, at most `LENGTH`."""
        return [*self._all(view)][-LENGTH:]

    def _all(self, view: View) -> Iterator[int]:
        of, me = self.features, view.seat
        yield from self._value(me)
        for word in () if view.standing is None else view.standing.words():
            key, _, values = word.partition("=")
            if key in self._keys:
                yield self._standing + self._keys.index(key)
            for value in values.split(","):
                yield from self._value(int(value))
        for event in view.events:
            if isinstance(event, Did):
                seat = of.relative(me, event.seat)
                if event.word is None:
                    yield self._secrets + seat * len(of.kinds) + of.kinds.index(event.kind)
                else:
                    yield self._answers + seat * len(of.words) + of.index[event.kind][event.word]
            elif isinstance(event, Show):
                owner = of.seats if event.owner is None else of.relative(me, event.owner)
                if event.kind in SHOWS:
                    yield self._shows + SHOWS.index(event.kind) * (of.seats + 1) + owner
                else:
                    yield from self._value(event.kind)
                    yield from self._value(owner)
                yield from (1 + of.cards[card] for card in event.cards)
            elif isinstance(event, Note):
                yield from self._note(event.kind, event.values)
            elif isinstance(event, Say):
                yield from self._note("say", (event.seat, event.text))

    def _note(self, kind: str, values: Sequence[str | int]) -> Iterator[int]:
        if kind in NOTES:
            yield self._notes + NOTES.index(kind)
        else:
            yield from self._value(kind)
        for value in values:
            yield from self._value(value)

    def _value(self, value: str | int) -> Iterator[int]:
        """Yield a value: one number if it has one, else its letters and the end of the word."""
        if isinstance(value, int) and LOWEST <= value <= HIGHEST:
            yield self._numbers + value - LOWEST
        elif isinstance(value, str) and value in self._word_numbers:
            yield self._word_numbers[value]
        else:
            for letter in str(value):
                yield self._letters + (ord(letter) - 32 if "!" <= letter <= "~" else ord("?") - 32)
            yield self._letters
