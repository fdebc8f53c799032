"""What seats have seen of a deal, as rows of zeros and ones that a network reads; the form is that of `Features`.

A row is one integer, whose bit i is number i of the row. Each event changes a few bits in the rows of the seats that
are told of it, so all rows are ready at any time. A row contains only what `knowledge.tell` lets its seat know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arena.client.features import FACTORS, LAID, MOST_TRICKS, SEAT_NOTES, TRUMPS, WIDE, Features, level_bits
from arena.games.kernel import Ask, Deal, Did, Event, Note, Seat, Show, View
from arena.games.kernel.knowledge import tell
from arena.games.parts.cards import IGNORED, TURNED
from arena.games.parts.kitty import KITTY

TAKEN_UP: Final = frozenset({KITTY, "hole"})
"""The kinds of cards without an owner that the seat which is shown them alone takes into its hand."""
HANDED: Final = frozenset({"hand", "drawn", "taken"})
"""The kinds of cards that are in the hand of their owner from now on."""
OUT: Final = frozenset({"laid", "discard", "shown-discard", "top-discard", IGNORED})
"""The kinds of cards that are out of play."""
SOLE: Final = 1
MOST_STANDINGS: Final = 4096
_DID: Final = Did
_NOTE: Final = Note
_SHOW: Final = Show
_DEAL: Final = Deal


class RowBits:
    """The bits that events set and clear in the rows of some seats. They are the same at all tables of a game.

    Args:
        features: the form of the rows.
        viewers: the seats that look.

    Attributes:
        plays: for each viewer the bits of a card played face up; by trick, seat and card, as one number.
        wins: for each viewer the bit of a trick that a seat has won; by trick and seat, as one number.
        answers: for each viewer the bits of an answer that all are told, and that is no card.
        standings: for each viewer the bits of a word of a standing.
        levels: some points of a side as a ladder of levels, at each place where they may stand.
        gone: what a row keeps when a card leaves its hand, by card.
        trick_over: what a row keeps when a trick is over.
        begins: where the points of the sides begin, the own side first.
        keeps: what a row keeps after a trick, if the points of the side at this place change.
        places: for each viewer the place of each side among these.
    """

    def __init__(self, features: Features, viewers: tuple[Seat, ...]) -> None:
        self.features = features
        self.viewers = viewers
        self.plays: dict[int, list[int]] = {}
        self.wins: dict[int, list[int]] = {}
        self.answers: dict[Did, list[int]] = {}
        self.standings: dict[str, list[int]] = {}
        self.levels: dict[int, list[int]] = {}
        whole = (1 << features.size) - 1  # masks are numbers above 0: Python is slower with those below
        self.gone: list[int] = [whole ^ 1 << features.begin("mine", place) for place in range(len(features.pack))]
        self.trick_over: int = whole ^ (_ones(features, "trick") | _ones(features, "face down"))
        self.begins: list[int] = [features.begin("taken", WIDE * at) for at in range(len(features.side_orders[0]))]
        self.keeps: list[int] = [self.trick_over & ~((1 << WIDE) - 1 << begin) for begin in self.begins]
        self.places: list[dict[int, int]] = [
            {side: place for place, side in enumerate(features.side_orders[viewer])} for viewer in viewers
        ]
        self._by_seat: dict[int, int] = {}

    def played(self, number: int, seat: int, cards: int) -> int:
        """Return the bits of cards that lie face up in a trick.

        Args:
            number: the number of the trick, from 0.
            seat: who has played them, counted from the viewer.
            cards: one bit for each card.
        """
        of, pack = self.features, len(self.features.pack)
        bits = cards << of.begin("played", seat * pack) | cards << of.begin("trick", seat * pack)
        return bits | cards << of.begin("when", number * pack)

    def play(self, key: int, number: int, seat: Seat, place: int) -> list[int]:
        """Work out the bits of a card for all viewers, and remember them; viewers share numbers to save memory."""
        of, found = self.features, []
        for viewer in self.viewers:
            relative = of.relative(viewer, seat)
            same = (number * of.seats + relative) * len(of.pack) + place
            if same not in self._by_seat:
                self._by_seat[same] = self.played(number, relative, 1 << place)
            found.append(self._by_seat[same])
        self.plays[key] = found
        return found

    def win(self, key: int, number: int, winner: Seat) -> list[int]:
        """Work out the bit of a trick for all viewers, and remember it."""
        of = self.features
        begin = of.begin("won", number * of.seats)
        found = self.wins[key] = [1 << begin + of.relative(viewer, winner) for viewer in self.viewers]
        return found

    def level(self, points: int) -> list[int]:
        """Work out the bits of some points of a side, and remember them."""
        found = self.levels[points] = [level_bits(points) << begin for begin in self.begins]
        return found

    def standing(self, word: str) -> list[int]:
        """Work out the bits of a word of a standing for all viewers, and remember them unless there are very many."""
        found = self.features.standing_bits(self.viewers, (word,))
        if len(self.standings) < MOST_STANDINGS:
            self.standings[word] = found
        return found

    def answer(self, did: Did) -> list[int]:
        """Work out the bit of an answer that all are told, and remember it; there is none for words not in the list."""
        of, number = self.features, self.features.said.get(did.kind, {}).get(did.word or "", -1)
        found = [0 for _ in self.viewers]
        if number >= 0:
            found = [
                1 << of.begin("said", of.relative(viewer, did.seat) * of.said_count + number) for viewer in self.viewers
            ]
        self.answers[did] = found
        return found


class FeatureRows:
    """What some seats at one table have seen of the deal.

    Args:
        features: the form of the rows.
        seats: the seats that look; None for all that answer questions.
    """

    def __init__(self, features: Features, seats: Sequence[Seat] | None = None) -> None:
        self.features = features
        self.viewers: list[Seat] = [*(features.players if seats is None else seats)]
        self.rows: list[int] = [0 for _ in self.viewers]
        viewers = tuple(self.viewers)
        if viewers not in features.shared:
            features.shared[viewers] = RowBits(features, viewers)
        self._bits: RowBits = features.shared[viewers]
        self._place: dict[str, int] = features.cards
        self._seats: int = features.seats
        self._pack: int = len(features.pack)
        self._mine: int = features.begin("mine")
        self._number: int = 0
        self._most: int = features.tricks
        self._taken: list[int] = []
        """The points that each side has taken in tricks."""
        self._side: list[int] = [-1 if side is None else side for side in features.sides]
        self._stacked: set[Seat] = set()
        self.begin(())

    def begin(self, standing: Iterable[str]) -> None:
        """Begin a deal: forget the last one.

        Args:
            standing: the `key=value` words of the standing before it.
        """
        rows, known = [0 for _ in self.viewers], self._bits.standings
        for word in standing:
            bits = known.get(word)
            if bits is None:
                bits = self._bits.standing(word)
            for i in range(len(rows)):
                rows[i] |= bits[i]
        self.rows = rows
        self._number = 0
        self._taken = [0 for _ in self._bits.begins]
        self._stacked = set()

    def copy(self) -> FeatureRows:
        """Return a sight that has seen the same, and will see more of its own."""
        found = FeatureRows(self.features, self.viewers)
        found.rows = self.rows.copy()
        found._number = self._number
        found._taken = self._taken.copy()
        found._stacked = self._stacked.copy()
        return found

    def hear(self, event: Event) -> None:
        """Take in an event. The row of a seat changes only by what the seat is told of it."""
        kind = type(event)
        if kind is _DID:
            did: Did = event  # type: ignore[assignment]
            place = self._place.get(did.word or "", -1) if did.kind == "play" else -1
            if did.told != "all":
                self._did(did)
            elif place >= 0:
                self._play(did.seat, place)
            elif did.kind in LAID and did.word in self._place:
                self._did(did)
            else:
                self._said(did)
        elif kind is _NOTE:
            self._note(event)  # type: ignore[arg-type]
        elif kind is _SHOW:
            self._show(event)  # type: ignore[arg-type]
        elif kind is _DEAL:
            self.begin(event.standing.words())  # type: ignore[union-attr]

    def _play(self, seat: Seat, place: int) -> None:
        """Note a card that was played face up."""
        rows, viewers, shared = self.rows, self.viewers, self._bits
        key = (self._number * self._seats + seat) * self._pack + place
        bits = shared.plays.get(key)
        if bits is None:
            bits = shared.play(key, self._number, seat, place)
        for i in range(len(rows)):
            if viewers[i] == seat:
                rows[i] &= shared.gone[place]
            rows[i] |= bits[i]

    def _said(self, did: Did) -> None:
        """Note an answer that all are told, and that is no card."""
        rows, bits = self.rows, self._bits.answers.get(did)
        if bits is None:
            bits = self._bits.answer(did)
        for i in range(len(rows)):
            rows[i] |= bits[i]

    def _did(self, did: Did) -> None:
        """Note an answer that not all are told, or a card that was laid aside."""
        of = self.features
        for i, viewer in enumerate(self.viewers):
            told = tell(did, viewer)
            if told is None:
                continue
            assert isinstance(told, Did)
            seat = of.relative(viewer, told.seat)
            if told.word is None:
                if told.kind == "play":
                    self.rows[i] |= 1 << of.begin("face down", seat)
            elif told.kind in LAID and told.word in self._place:
                self._laid(i, viewer, told, self._place[told.word])
            elif told.word in of.said.get(told.kind, {}):
                self.rows[i] |= 1 << of.begin("said", seat * of.said_count + of.said[told.kind][told.word])

    def _laid(self, i: int, viewer: Seat, did: Did, place: int) -> None:
        """Note for one seat a card that left a hand: laid aside, or played face down by the seat itself."""
        of = self.features
        if did.seat == viewer:
            self.rows[i] &= ~(1 << self._mine + place)
        if did.kind == "play":
            self.rows[i] |= self._bits.played(self._number, of.relative(viewer, did.seat), 1 << place)
        else:
            self.rows[i] |= 1 << of.begin("laid" if did.by == viewer else "out", place)

    def _show(self, show: Show) -> None:
        """Note cards that some seats see."""
        of, owner, cards = self.features, show.owner, 0
        for card in show.cards:
            if card in self._place:  # a game may show other things, such as dice
                cards |= 1 << self._place[card]
        if owner is None and show.kind == TURNED:  # the card of an opponent that has no seat
            self._turned_by_nobody(cards)
        if owner is not None and show.kind == "stacks":
            self._stacked.add(owner)
        for i, viewer in enumerate(self.viewers):
            if viewer not in show.seats:
                continue
            if show.kind in OUT:
                self.rows[i] |= cards << of.begin("out")
                if show.kind == "laid" and owner == viewer:
                    self.rows[i] &= ~(cards << self._mine)
            elif owner is None:
                self._on_table(i, show, cards)
            elif show.kind == TURNED and owner not in self._stacked:
                self.rows[i] |= self._bits.played(self._number, of.relative(viewer, owner), cards)
            else:
                self._held(i, show.kind, of.relative(viewer, owner), cards)

    def _on_table(self, i: int, show: Show, cards: int) -> None:
        """Note cards without an owner that a seat sees, and perhaps takes."""
        taken = show.kind in TAKEN_UP
        self.rows[i] |= cards << self.features.begin("kitty" if taken else "table")
        if taken and len(show.seats) == SOLE:
            self.rows[i] |= cards << self._mine

    def _held(self, i: int, kind: str, seat: int, cards: int) -> None:
        """Note cards in a hand that a seat sees; 0 is its own."""
        if kind in HANDED and seat == 0:
            self.rows[i] |= cards << self._mine
        if seat or kind not in {"hand", "drawn"}:  # the others have seen it too
            self.rows[i] |= cards << self.features.begin("shown", seat * self._pack)

    def _turned_by_nobody(self, cards: int) -> None:
        """Note cards on the table of an opponent that has no seat; all seats see them."""
        bits = cards << self.features.begin("trick", self._seats * self._pack)
        for i in range(len(self.rows)):
            self.rows[i] |= bits

    def _note(self, note: Note) -> None:
        kind, values = note.kind, note.values
        if kind == "trick":
            self._won(values)
        elif kind == "trump":
            self._replace("trump", TRUMPS.index(str(values[0])) if values[0] in TRUMPS else -1)
        elif kind == "contract":
            self._contract(values)
        elif kind == "drawn" and isinstance(values[0], int):
            self._drawn(values[0], int(values[1]))
        elif kind in SEAT_NOTES and isinstance(values[0], int):
            begin = self.features.begin(f"note {kind}")
            for i, viewer in enumerate(self.viewers):
                self.rows[i] |= 1 << begin + (values[0] - viewer) % self._seats

    def _won(self, values: Sequence[str | int]) -> None:
        """Note the winner and the points of a trick, and that the table is clear."""
        rows, shared, winner, points = self.rows, self._bits, values[0], values[1]
        if isinstance(winner, int) and winner < self._seats and self._side[winner] >= 0 and isinstance(points, int):
            side, key = self._side[winner], self._number * self._seats + winner
            self._taken[side] += points
            won, levels = shared.wins.get(key), shared.levels.get(self._taken[side])
            if won is None:
                won = shared.win(key, self._number, winner)
            if levels is None:
                levels = shared.level(self._taken[side])
            for i in range(len(rows)):
                at = shared.places[i][side]
                rows[i] = rows[i] & shared.keeps[at] | won[i] | levels[at]
        else:
            for i in range(len(rows)):
                rows[i] &= shared.trick_over
        self._number = min(self._number + 1, self._most - 1)

    def _contract(self, values: Sequence[str | int]) -> None:
        """Note the contract: its seat, its word, and whether it was doubled."""
        of = self.features
        self._replace("contract", of.contract_words.get(str(values[1]), -1))
        self._replace("contract doubled", FACTORS.index(values[2]) if len(values) > 2 and values[2] in FACTORS else -1)
        begin, keep = of.begin("contract seat"), ~_ones(of, "contract seat")
        for i, viewer in enumerate(self.viewers):
            self.rows[i] &= keep
            if isinstance(values[0], int) and values[0] < self._seats:
                self.rows[i] |= 1 << begin + of.relative(viewer, values[0])

    def _drawn(self, seat: Seat, count: int) -> None:
        """Note how many cards a seat has drawn last."""
        of, wide = self.features, MOST_TRICKS + 1
        for i, viewer in enumerate(self.viewers):
            begin = of.begin("drawn", of.relative(viewer, seat) * wide)
            bits = (1 << min(count, MOST_TRICKS) + 1) - 1
            self.rows[i] = self.rows[i] & ~((1 << wide) - 1 << begin) | bits << begin

    def _replace(self, block: str, place: int) -> None:
        """Set one number of a block, the same for all seats, and clear the others; all of them if it is below 0."""
        keep, bit = ~_ones(self.features, block), 1 << self.features.begin(block, place) if place >= 0 else 0
        for i in range(len(self.rows)):
            self.rows[i] = self.rows[i] & keep | bit


def _ones(of: Features, block: str) -> int:
    _, begin, width = of.blocks[block]
    return (1 << width) - 1 << begin


def legal_bits(of: Features, ask: Ask) -> int:
    """Return the legal actions of a question as bits: bit i is action i of `Features.words`.

    Raises:
        KeyError: the question, or one of its words, is not in the list.
    """
    flags, bits = of.flags[ask.kind], 0
    for word in ask.legal:
        bits |= flags[word]
    return bits


def row_of(of: Features, view: View, kind: str | None = None) -> int:
    """Return the row of a view.

    Args:
        of: the form of the row.
        view: what the seat was told.
        kind: the kind of the question that it is asked; None if it is asked nothing.
    """
    sight = FeatureRows(of, (view.seat,))
    sight.begin(() if view.standing is None else view.standing.words())
    for event in view.events:
        sight.hear(event)
    return sight.rows[0] | (0 if kind is None else of.asked[kind])
