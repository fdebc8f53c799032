"""A replay in few bytes, for pages that lie beside thousands of others: what follows from its record is left out.

`compact` makes this form, and arena/web/assets/film.js writes it out again; both guess each frame from its line and the
frames before in the same way, and what was guessed wrong stands beside it. So nothing depends on a guess: a page shows
what `Replay.data` says, and it is Python that knows what a seat was told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from arena.replay.frames import ALL, AS_ALL, WITHOUT_HANDS

Data: TypeAlias = dict[str, Any]
"""An object of JSON."""
AS_ALL_HAS, HAND, NOTHING, WRITTEN = "0", "2", "3", "4"
"""What stands for a frame of a seat: it is that of the full view; the same, and it shows the seat a hand; the seat is
told nothing; it is written out. `WITHOUT_HANDS` is 1."""
FIRST: Final = "#"
"""Stands for the most frequent time; the signs after it, but for the backslash, for the others."""
UNTIMED: Final = " "
"""Stands for an answer without a time."""


def compact(data: Mapping[str, Any]) -> Data:
    """Return the data of a page of a game in few bytes.

    Args:
        data: `Replay.data`, with the `record`, the `pack`, the `steps` and the `marks` of the game.
    """
    views = data["views"]
    frames = views[ALL]
    lines = _lines(data["record"])
    order = {card: place for place, card in enumerate(data["pack"])}
    kinds: dict[str, str] = {}
    for frame in frames:
        kinds.setdefault(_sort(frame.get("x", "")), frame.get("k", ""))
    guess, odd = _Guess(order, lines, kinds), {}
    for at, frame in enumerate(frames):
        if unlike := _unlike(guess.frame(at), {name: value for name, value in frame.items() if name != "ms"}):
            odd[str(at)] = unlike
        guess.take(frame)
    return {
        **data,
        "count": len(frames),
        "kinds": kinds,
        "odd": odd,
        "views": {name: _seen(view, frames, order) for name, view in views.items() if name != ALL},
        "steps": _lengths(end for end, *_ in data["steps"]),
        "marks": {name: _lengths(marked) for name, marked in data["marks"].items()},
        **_times(frames),
    }


class _Guess:
    """Guesses the frames of the full view.

    Args:
        order: the place of each card in the pack.
        lines: the lines of the record, one for each frame.
        kinds: the kind of frame that each sort of line makes.
    """

    def __init__(self, order: Mapping[str, int], lines: Sequence[str], kinds: Mapping[str, str]) -> None:
        self._order, self._lines, self._kinds = order, lines, kinds
        self._held: dict[str, str] = {}
        self._trick: list[Any] = []
        self._taken = False

    def frame(self, at: int) -> Data:
        """Return the frame that a line seems to make, without its time."""
        line = self._lines[at] if at < len(self._lines) else ""
        words, kind = line.split(" "), self._kinds.get(_sort(line), "")
        found: Data = {"x": line, "k": kind}
        if kind == "deal":
            found["n"] = int(words[2])
            if self._trick:
                found["t"] = []
            if hands := self._dealt(at + 1):
                found["p"] = hands
        elif kind in {"play", "lay"}:
            _, seat, _, word = words
            held = self._held.get(seat, "").split(" ")
            if word in held:
                found["p"] = {seat: " ".join([card for card in held if card != word])}
            if kind == "play":
                found["t"] = [*([] if self._taken else self._trick), [seat, None if word == "-" else word]]
        elif kind == "trick":
            found["w"] = words[2]
        return found

    def take(self, frame: Data) -> None:
        kind = frame.get("k")
        if kind == "deal":
            self._held = {}
        self._held.update(frame.get("p", {}))
        if "t" in frame:
            self._trick = frame["t"]
        self._taken = kind == "trick" or (self._taken and "t" not in frame and kind != "deal")

    def _dealt(self, at: int) -> dict[str, str]:
        """Return the hands that the next lines show."""
        found: dict[str, str] = {}
        while at < len(self._lines) and self._lines[at].startswith("show "):
            hand = _hand(self._lines[at], self._order)
            found |= {seat: cards for seat, cards in hand.items() if seat not in found}
            at += 1
        return found


def _lines(text: str) -> list[str]:
    """Return the lines of a record that are frames: all but the first and the clocks."""
    return [line for line in text.split("\n")[1:] if line and not line.startswith("clock ")]


def _sort(line: str) -> str:
    """Return the words of a line that say which kind of frame it is."""
    words = line.split(" ")
    place = {"did": 2, "note": 1, "show": 1}.get(words[0])
    return words[0] if place is None else f"{words[0]} {words[place]}"


def _hand(line: str, order: Mapping[str, int]) -> dict[str, str]:
    """Return the hand that a line shows, sorted as hands are, by its seat; nothing if it shows none."""
    _, kind, seat, *cards = line.split(" ")
    if kind != "hand" or not all(card in order for card in cards):
        return {}
    return {seat: " ".join(sorted(cards, key=order.__getitem__))}


def _unlike(guess: Data, frame: Data) -> Data:
    """Return what must be put into a guess to make a frame of it; None stands for what must be taken out.

    The places are told one by one.
    """
    found: Data = {}
    for name in (*frame, *(name for name in guess if name not in frame)):
        if (was := guess.get(name)) != (its := frame.get(name)):
            found[name] = _unlike(was, its) if isinstance(was, dict) and isinstance(its, dict) else its
    return found


def _seen(view: Sequence[Any], frames: Sequence[Data], order: Mapping[str, int]) -> list[Any]:
    """Return what a seat was told: a sign for each frame, and those that are written out."""
    signs, written = [], []
    for told, full in zip(view, frames, strict=True):
        if told in (AS_ALL, WITHOUT_HANDS):
            signs.append(str(told))
        elif not told:
            signs.append(NOTHING)
        elif full.get("k") == "show" and told == {**full, "p": _hand(full["x"], order)}:
            signs.append(HAND)
        else:
            signs.append(WRITTEN)
            written.append(told)
    return ["".join(signs), written]


def _lengths(numbers: Iterable[int]) -> list[int]:
    """Return by how much each number is more than the one before; the first is counted from -1."""
    return [later - sooner for sooner, later in pairwise((-1, *numbers))]


def _times(frames: Iterable[Data]) -> Data:
    """Return how long answers took: a sign for each, and the times in the order of their signs."""
    took = [frame.get("ms") for frame in frames if frame.get("x", "").startswith("did ")]
    known = Counter(one for one in took if one is not None)
    times = sorted(known, key=lambda one: (-known[one], one))
    signs = [chr(sign) for sign in range(ord(FIRST), ord(FIRST) + len(times) + 1) if sign != ord("\\")]
    sign_of = dict(zip(times, signs, strict=False))
    return {"ms": "".join([UNTIMED if one is None else sign_of[one] for one in took]), "times": times}
