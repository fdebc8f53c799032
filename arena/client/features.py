"""What a network is told of a seat: which number of a row means what, for any game. `feature_rows` fills rows.

A row has only zeros and ones. Most of them are planes, which have one number for each card of the pack. Seats are
counted from the seat that looks: 0 is itself, 1 is on its left. A count or a score is a ladder of levels: one number
says whether it is below 0, and one for each level whether it is at least that far from 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final, NamedTuple

from arena.games.kernel import AnyGame, Card, Seat, Side, Word, Words
from arena.games.parts.cards import SUITS, more
from arena.games.parts.tricks import NO_TRUMP

REVISION: Final = 1
"""Raised when rows get another form for all games."""
LAID: Final = frozenset({"play", "discard", "exchange", "draw", "turn_up"})
"""The kinds of answers by which a card leaves a hand. (In an auction, `8H` is a bid.)"""
LEVELS: Final = (
    *(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 125, 150, 175),
    *(200, 250, 300, 350, 400, 450, 500, 600, 700, 800, 900, 1000, 1500, 2000),
)
"""The levels of a number."""
MOST_KNOWN: Final = 4096
MOST_TRICKS: Final = 13
TRUMPS: Final = (*SUITS, NO_TRUMP)
FACTORS: Final = (2, 4)
"""The factors of a contract that was doubled."""
SEAT_NOTES: Final = (
    *("misdeal", "claim", "partner", "sits-out", "rob", "king", "kings", "jo", "jotte", "silent", "four", "sequence"),
    *("meld", "best-trump"),
)
"""Kinds of notes whose first value is a seat: each seat has a number that says whether it was named in this deal."""
SEAT_KEYS: Final = frozenset({"dealer", "silent"})
"""Keys of a standing whose value is a seat."""
SIDE_SETS: Final = frozenset({"out"})
"""Keys of a standing whose values are some sides."""


class Block(NamedTuple):
    """A part of a row: its name, the index of its first number, and how many numbers it has."""

    name: str
    begin: int
    width: int


_KNOWN: Final[dict[int, int]] = {}
"""The bits of numbers that came up before."""


def level_bits(value: int) -> int:
    """Return a number as the bits of a ladder of levels, the lowest bit for "below 0"."""
    found = _KNOWN.get(value)
    if found is None:
        found = _level_bits(value)
        if len(_KNOWN) < MOST_KNOWN:
            _KNOWN[value] = found
    return found


def _level_bits(value: int) -> int:
    size = abs(value)
    reached = sum([size >= level for level in LEVELS])
    return int(value < 0) | ((1 << reached) - 1) << 1


WIDE: Final = 1 + len(LEVELS)
"""How many numbers a ladder of levels has."""


class Features:
    """The form of the rows of a game with its options: which number means what.

    Args:
        game: the game.
        options: its options.

    Attributes:
        words: every question and every word that can come (`Game.words`): the actions of a learner, by number.
        index: kind of question -> word -> number of the action.
        flags: kind of question -> word -> the number of the action as a bit.
        kinds: the kinds of questions, in their order.
        seats: how many hands there are.
        sides: the side of each seat.
        cards: the cards of the pack, each with its place in a plane.
        blocks: the parts of a row by name.
        size: how many numbers a row has: a multiple of 8, the last ones being always 0.
        side_orders: for each seat all sides, first its own, then those of the seats on its left in turn.
        shared: what sights of the same seats have in common, by these seats.
        asked: kind of question -> the bit that says that the seat is asked it.
        version: the name of this form, such as `kaiser-v1-5f0c2a91`. Another list of words, or another meaning of a
            number, makes another name.
    """

    def __init__(self, game: AnyGame, options: Any) -> None:
        seating = game.seating(options)
        self.game = game
        self.options = options
        self.words: Words = game.words(options)
        self.kinds: list[str] = [*dict.fromkeys([kind for kind, _ in self.words])]
        self.index: dict[str, dict[Word, int]] = {kind: {} for kind in self.kinds}
        self.flags: dict[str, dict[Word, int]] = {kind: {} for kind in self.kinds}
        for number, (kind, word) in enumerate(self.words):
            self.index[kind][word], self.flags[kind][word] = number, 1 << number
        self.seats: int = seating.seats
        self.sides: tuple[Side | None, ...] = seating.sides
        self.players: tuple[Seat, ...] = seating.players
        self.pack: tuple[Card, ...] = game.pack(options)
        self.cards: dict[str, int] = {card: place for place, card in enumerate(self.pack)}
        standing = _first_standing(game, options)
        self.tricks: int = _tricks(game, options, standing)
        self.standing_keys: dict[str, int] = _standing_keys(standing)
        self.said: dict[str, dict[Word, int]] = {}
        for kind, word in self.words:
            if not (kind in LAID and word in self.cards):
                self.said.setdefault(kind, {})[word] = sum(map(len, self.said.values()))
        self.said_count: int = sum(map(len, self.said.values()))
        plain = dict.fromkeys([word for words in self.said.values() for word in words if word not in self.cards])
        self.contract_words: dict[str, int] = {word: at for at, word in enumerate(dict.fromkeys([*plain, *TRUMPS]))}
        self.goal: int = _goal(options)
        self.blocks: dict[str, Block] = _blocks(self)
        last = max(self.blocks.values(), key=lambda block: block.begin)
        self.size: int = (last.begin + last.width + 7) // 8 * 8
        self.side_orders: list[list[Side]] = [_side_order(seating.sides, viewer) for viewer in range(self.seats)]
        self.asked: dict[str, int] = {kind: 1 << self.begin("asked", at) for at, kind in enumerate(self.kinds)}
        self.shared: dict[tuple[Seat, ...], Any] = {}
        self._standing: dict[str, int] = {key: self.begin(f"standing {key}") for key in self.standing_keys}
        self._left: int = self.begin("left") if self.goal else 0
        self.version: str = f"{game.name}-v{REVISION}-{_digest(self)}"

    def begin(self, name: str, step: int = 0) -> int:
        """Return the index of the first number of a block, or of one of its equal parts.

        Args:
            name: the name of the block.
            step: how many numbers of the block come before.
        """
        return self.blocks[name].begin + step

    def relative(self, viewer: Seat, seat: Seat) -> int:
        """Return how many seats to the left of the viewer a seat is."""
        return (seat - viewer) % self.seats

    def standing_bits(self, viewers: Sequence[Seat], words: Iterable[str]) -> list[int]:
        """Return what a standing tells some seats, as bits of their rows.

        Args:
            viewers: the seats that look.
            words: the `key=value` words of the standing.
        """
        rows, left = [0] * len(viewers), self._left
        for word in words:
            key, _, text = word.partition("=")
            begin = self._standing.get(key, -1)
            if begin < 0:
                continue
            values = [int(value) for value in text.split(",")]
            for i, viewer in enumerate(viewers):
                order = self.side_orders[viewer]
                if key in SEAT_KEYS:
                    rows[i] |= 1 << begin + (values[0] - viewer) % self.seats
                elif key in SIDE_SETS:
                    for side in values:
                        rows[i] |= 1 << begin + order.index(side)
                else:
                    rows[i] |= _ladders(self._turned(values, order)) << begin
                if left and key == "scores":  # how far each side is from the score that wins
                    rows[i] |= _ladders([self.goal - score for score in self._turned(values, order)]) << left
        return rows

    def _turned(self, values: list[int], order: Sequence[Side]) -> list[int]:
        """Return the values of a key; if there is one for each side, in the order of the sides."""
        return [values[side] for side in order] if len(values) == len(order) else values


def _ladders(values: Sequence[int]) -> int:
    """Return some numbers as ladders of levels, one after the other."""
    bits = 0
    for place, value in enumerate(values):
        bits |= level_bits(value) << WIDE * place
    return bits


def _side_order(sides: Sequence[Side | None], viewer: Seat) -> list[Side]:
    """Return all sides, first that of the viewer, then those of the seats on its left in turn."""
    around = [sides[(viewer + step) % len(sides)] for step in range(len(sides))]
    return [*dict.fromkeys([side for side in around if side is not None])]


def _first_standing(game: AnyGame, options: Any) -> Any:
    """Return a standing before the first deal: packs lie in order, and every question gets its first word."""
    rules, answer = game.start(options, lambda _, items: tuple(items)), None
    try:
        while True:
            event = rules.send(answer) if answer is not None else next(rules)
            legal = getattr(event, "legal", None)
            answer = legal[0] if legal else None
    except StopIteration as end:
        return end.value


def _tricks(game: AnyGame, options: Any, standing: Any) -> int:
    """Return how many tricks of a deal have numbers of their own: as many as a hand has cards in the first deal."""
    dealt = Counter(game.dealing(options, standing))
    hands = [dealt[seat] + dealt[more(seat)] for seat in range(game.seating(options).seats)]
    return max(1, min(MOST_TRICKS, max(hands)))


def _standing_keys(standing: Any) -> dict[str, int]:
    pairs = [word.split("=", 1) for word in _filled(standing).words()]
    return {key: len(values.split(",")) for key, values in pairs}


def _filled(value: Any) -> Any:
    """Return a standing whose fields are not empty, so that its words name all its keys."""
    if hasattr(value, "_asdict"):
        return value._replace(**{name: _filled(field) for name, field in value._asdict().items()})
    return value or ((0,) if value == () else 1)


def _goal(options: Any) -> int:
    """Return the score that wins, 0 if the options name none."""
    for name in ("goal", "target", "game_target"):
        value = getattr(options, name, None)
        if isinstance(value, int):
            return value
    return 0


def _blocks(of: Features) -> dict[str, Block]:
    """Return the parts of a row in their order."""
    pack, seats, sides = len(of.pack), of.seats, len({side for side in of.sides if side is not None})
    widths = {
        # What changes with every card comes first: the bits of a card are then short numbers, which is faster.
        "when": of.tricks * pack,
        "trick": (seats + 1) * pack,
        "played": seats * pack,
        "mine": pack,
        "won": of.tricks * seats,
        "taken": sides * WIDE,
        "laid": pack,
        "out": pack,
        "table": pack,
        "kitty": pack,
        "shown": seats * pack,
        "face down": seats,
        "asked": len(of.kinds),
        "said": seats * of.said_count,
        "trump": len(TRUMPS),
        "contract seat": seats,
        "contract": len(of.contract_words),
        "contract doubled": len(FACTORS),
        "drawn": seats * (MOST_TRICKS + 1),
        **{f"note {kind}": seats for kind in SEAT_NOTES},
    }
    for key, count in of.standing_keys.items():
        widths[f"standing {key}"] = seats if key in SEAT_KEYS else sides if key in SIDE_SETS else count * WIDE
    if of.goal:
        widths["left"] = max(sides, of.standing_keys.get("scores", 0)) * WIDE
    begins = accumulate([0, *widths.values()])
    return {name: Block(name, begin, width) for (name, width), begin in zip(widths.items(), begins, strict=False)}


def _digest(of: Features) -> str:
    """Return eight hexadecimal digits of the words, the pack and the blocks."""
    text = repr((of.words, of.pack, [tuple(block) for block in of.blocks.values()], LEVELS))
    return sha256(text.encode()).hexdigest()[:8]
