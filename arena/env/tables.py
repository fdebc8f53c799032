"""Tables that a learner drives: the rules, the rows of all seats, and what each side has been paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, TypeAlias

from arena.chance import keyed
from arena.client.feature_rows import FeatureRows, legal_bits
from arena.client.features import Features
from arena.games.kernel import Ask, Deal, Event, IllegalWord, Result, Seat, Word, places
from arena.games.kernel.position import Position, deals_of, remembering

Reward: TypeAlias = Literal["points", "win", "deal"]
REWARDS: Final = ("points", "win", "deal")
"""What a learner is paid: points of the game deal by deal; the place at the end; who did better in each deal."""
_DEAL: Final = Deal
Answer: TypeAlias = Callable[[Ask, Any], Word]
"""Answers the open question of a table for another seat, given the question and the `Table`."""


class Table:
    """A game, or some deals of it, at one table.

    Args:
        features: the game, its options, and the form of the rows.
        reward: `points`: after each deal, the change of the side's score less the mean change of the other sides (of
            a solitaire, the change itself). `deal`: 1, 0 or -1 after each deal: the sign of the same. `win`: at the
            end, from 1 for a side that is placed before all others to -1 for one that is placed after all.
        deals: how many deals are played at most; None for the whole game.
        viewers: the seats that have rows; None for all that answer questions. Fewer are faster.

    Attributes:
        ask: the open question; None when the game is over.
        paid: what each seat has been paid since it was last collected.
        due: whether any seat has been paid something since then.
        scores: the score of each side.
        result: the result; None while the game lasts, and if it was stopped after `deals` deals.
        chance: the key and the label that all chance of the game follows from (`arena.chance`).
    """

    def __init__(
        self,
        features: Features,
        reward: str = "points",
        deals: int | None = None,
        viewers: Sequence[Seat] | None = None,
    ) -> None:
        self.features = features
        self.deals = deals
        self.sight = FeatureRows(features, viewers)
        self.ask: Ask | None = None
        self.paid: list[float] = [0.0] * features.seats
        self.scores: tuple[int, ...] = ()
        self.result: Result | None = None
        self.due = False
        self.position: Position[Any] | None = None
        self.chance: tuple[str, str] = ("", "")
        self._reward = reward
        self._log: list[Event] = []
        self._heard = 0
        self._viewer: list[int] = [
            self.sight.viewers.index(seat) if seat in self.sight.viewers else -1 for seat in range(features.seats)
        ]

    def start(self, key: str, label: str) -> None:
        """Begin a game.

        Args:
            key: the text that keys all packs.
            label: which game it is; each has its own packs.
        """
        of, deals = self.features, self.deals
        self.chance = (key, label)
        known = remembering(keyed(key, label))
        self.collect()
        self.scores, self.result, self._heard = (), None, 0
        self.sight.begin(())
        self.position = Position(of.options, lambda: deals_of(of.game, of.options, known, deals), game=of.game)
        self._log = self.position.log
        self._take_in()

    def play(self, word: Word) -> None:
        """Answer the open question with a word that is legal (`Ask.legal`); it is not checked again."""
        position = self.position
        assert position is not None
        position.proceed(word)
        self._take_in()

    def copy(self) -> Table:
        """Return the same table, which plays on by itself: the answers so far are given again."""
        found = Table(self.features, self._reward, self.deals, self.sight.viewers)
        if self.position is not None:
            found.position = self.position.fork()
            found._log, found._heard, found.ask = found.position.log, self._heard, found.position.ask
        found.sight, found.chance = self.sight.copy(), self.chance
        found.paid, found.due, found.scores, found.result = self.paid.copy(), self.due, self.scores, self.result
        return found

    def _take_in(self) -> None:
        """Take in what has happened since the last time."""
        position, log, sight = self.position, self._log, self.sight
        assert position is not None
        for at in range(self._heard, len(log)):
            event = log[at]
            if type(event) is _DEAL:
                self._score(self.features.game.scores(event.standing))
            sight.hear(event)
        self._heard = len(log)
        self.ask = position.ask
        if position.ask is None:
            assert position.result is not None
            self._end(position.result)

    def _end(self, ended: tuple[Any, Result | None]) -> None:
        """Pay what is due at the end of the game."""
        standing, self.result = ended
        scores = self.features.game.scores(standing) if self.result is None else self.result.scores
        self._score(scores)
        if self._reward == "win":
            won = places(scores) if self.result is None else self.result.places
            others = max(1, len(won) - 1)
            self._pay([sum([(other > mine) - (other < mine) for other in won]) / others for mine in won])

    def _score(self, scores: Sequence[int]) -> None:
        """Take in the scores after a deal, or those that the game begins with."""
        before, self.scores = self.scores, tuple(scores)
        if before and self._reward != "win":
            gains = [after - earlier for after, earlier in zip(scores, before, strict=True)]
            total, others = sum(gains), len(gains) - 1
            due = [gain - (total - gain) / others if others else float(gain) for gain in gains]
            self._pay([(amount > 0) - (amount < 0) for amount in due] if self._reward == "deal" else due)

    def _pay(self, due: Sequence[float]) -> None:
        self.due = self.due or any(due)
        for seat, side in enumerate(self.features.sides):
            if side is not None:
                self.paid[seat] += due[side]

    def collect(self) -> list[float]:
        """Return what each seat has been paid, and begin at 0 again."""
        paid, self.paid, self.due = self.paid, [0.0] * len(self.paid), False
        return paid

    def row(self, seat: Seat) -> int:
        """Return the row of a viewer, with the kind of the question if it is asked."""
        row, ask = self.sight.rows[self._viewer[seat]], self.ask
        return row | self.features.asked[ask.kind] if ask is not None and ask.seat == seat else row

    def legal(self) -> int:
        """Return the legal actions of the open question as bits; 0 if there is none."""
        return 0 if self.ask is None else legal_bits(self.features, self.ask)


def go_on(table: Table, seat: Seat, others: Mapping[Seat, Answer], random: Callable[[], float]) -> None:
    """Let the others answer until a seat is asked, or the game is over.

    Args:
        table: the table.
        seat: the seat of the learner.
        others: seat -> who answers for it; seats that are missing answer at random.
        random: returns a number from 0 up to 1.
    """
    while (ask := table.ask) is not None and ask.seat != seat:
        other = others.get(ask.seat)
        if other is None:
            table.play(ask.legal[int(random() * len(ask.legal))])
        else:
            table.play(other(ask, table))


class Tables:
    """Many tables that are stepped together.

    Args:
        features: the game, its options, and the form of the rows.
        number: how many tables there are.
        reward: as for `Table`.
        deals: as for `Table`.
        seat: the seat of the learner; None if it answers for all seats.
        others: seat -> who answers for it, as a function of the question and the table; seats that are missing answer
            at random.

    Attributes:
        seats: the seat that is asked at each table.
        legal: the legal actions of each question, as bits.
        paid: the tables at which somebody was paid in the last step, and what each seat was paid.
        ended: the tables at which a game ended in the last step, and the scores of each.
    """

    def __init__(
        self,
        features: Features,
        number: int,
        reward: str = "points",
        deals: int | None = None,
        seat: Seat | None = None,
        others: Mapping[Seat, Answer] | None = None,
    ) -> None:
        self.features = features
        viewers = None if seat is None else (seat,)
        self.tables: list[Table] = [Table(features, reward, deals, viewers) for _ in range(number)]
        self.seats: list[Seat] = [0] * number
        self.legal: list[int] = [0] * number
        self.paid: dict[int, list[float]] = {}
        self.ended: dict[int, tuple[int, ...]] = {}
        self._seat = -1 if seat is None else seat
        self._others: dict[Seat, Answer] = dict(others or {})
        self._bytes = features.size // 8
        self._mask_bytes = (len(features.words) + 7) // 8
        self._words: list[Word] = [word for _, word in features.words]
        self._seed = ""
        self._begun: list[int] = [0] * number
        self._random: Callable[[], float] = Random(0).random

    def reset(self, seed: str) -> None:
        """Begin a game at every table.

        Args:
            seed: the seed of all packs and of seats that answer at random.
        """
        self._seed = seed
        self._random = Random(f"{seed} others").random
        self._begun = [0] * len(self.tables)
        self.ended = {}
        for i in range(len(self.tables)):
            self._start(i)

    def step(self, actions: Sequence[int]) -> None:
        """Answer the open question of every table; where a game ends, the next one begins.

        Args:
            actions: the number of the answer at each table.

        Raises:
            IllegalWord: an answer is not legal; the tables before it have been stepped.
        """
        words, legal = self._words, self.legal
        self.ended, self.paid = {}, {}
        for i, table in enumerate(self.tables):
            action = actions[i]
            if action < 0 or not legal[i] >> action & 1:
                raise IllegalWord(f"table {i}: action {action}")
            table.play(words[action])
            if self._seat >= 0:
                go_on(table, self._seat, self._others, self._random)
            if table.due:
                self.paid[i] = table.collect()
            if table.ask is None:
                self.ended[i] = table.scores
                self._start(i)
            else:
                self._ask(i, table)

    def _ask(self, i: int, table: Table) -> None:
        ask = table.ask
        assert ask is not None
        self.seats[i] = ask.seat
        self.legal[i] = table.legal()

    def _start(self, i: int) -> None:
        """Begin the next game at a table, up to a question for the learner; games without one are left out."""
        table = self.tables[i]
        while True:
            table.start(self._seed, f"{self.features.game.name} table {i} game {self._begun[i]}")
            self._begun[i] += 1
            if self._seat >= 0:
                go_on(table, self._seat, self._others, self._random)
                table.collect()
            if table.ask is not None:
                self._ask(i, table)
                return

    def rows(self) -> bytes:
        """Return the rows of the seats that are asked, one after the other, bit 0 of each first."""
        size = self._bytes
        return b"".join([table.row(self.seats[i]).to_bytes(size, "little") for i, table in enumerate(self.tables)])

    def masks(self) -> bytes:
        """Return the legal actions at each table, one after the other, that of action 0 first."""
        size = self._mask_bytes
        return b"".join([bits.to_bytes(size, "little") for bits in self.legal])
