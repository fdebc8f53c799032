"""Tables that a learner drives: the rules, the rows of all seats, and what each side has been paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Final, TypeAlias

from arena.chance import keyed
from arena.client.feature_rows import FeatureRows, legal_bits
from arena.client.features import Features
from arena.games.kernel import Ask, Chance, Deal, Event, Result, Rules, Seat, View, Word, places
from arena.games.kernel.position import Position, deals_of, remembering, replay

REWARDS: Final = ("points", "win", "deal")
"""What a learner is paid: points of the game deal by deal; the place at the end; who did better in each deal."""
ILLEGAL: Final = ("raise", "penalty", "random")
"""What becomes of an illegal action: an error; a reward of `PENALTY`, and the question stays open; or a legal one."""
PENALTY: Final = -1.0
CUTS: Final = ("truncated", "terminated")
"""How an episode is said to end that is over after so many deals, though its game would go on."""
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
        kept: seat -> the random numbers of a function that answers for it in this game, and what it keeps.
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
        self.sight: FeatureRows = FeatureRows(features, viewers)
        self.ask: Ask | None = None
        self.paid: list[float] = [0.0] * features.seats
        self.scores: tuple[int, ...] = ()
        self.result: Result | None = None
        self.due: bool = False
        self.position: Position[Any] | None = None
        self.chance: tuple[str, str] = ("", "")
        self.kept: dict[Seat, tuple[Random, dict[str, Any]]] = {}
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
        self.chance = (key, label)
        self._begin(keyed(key, label), None)

    def _begin(self, chance: Chance, begun: Deal | None) -> None:
        """Begin a game, or one of its deals."""
        of, deals, known = self.features, self.deals, remembering(chance)

        def rules(deal: Deal | None = None) -> Rules[tuple[Any, Result | None]]:
            return deals_of(of.game, of.options, known, deals, deal)

        self.collect()
        self.kept = {}
        self.scores, self.result, self._heard = (), None, 0
        self.sight.begin(())
        start = rules if begun is None else lambda: _from(begun, rules(begun))
        self.position = Position(of.options, start, rules, game=of.game)
        self._log = self.position.log
        self._take_in()

    def play(self, word: Word) -> None:
        """Answer the open question with a word that is legal (`Ask.legal`); it is not checked again."""
        position = self.position
        assert position is not None
        position.proceed(word)
        self._take_in()

    def imagined(self, seat: Seat, rng: Random) -> tuple[Table, list[Word]]:
        """Return a table at the beginning of this deal, and the answers that lead to a point like this one.

        It is a world that the seat cannot tell from the true one, drawn uniformly from all such worlds. Packs of later
        deals are drawn anew.

        Args:
            seat: who looks.
            rng: the source of chance.

        Raises:
            NoWorlds: the game does not say what is hidden.
        """
        of, position = self.features, self.position
        assert position is not None
        view = position.view(seat)
        world = of.game.worlds(view, rng)
        begun = None if view.standing is None else position.this_deal()[0]
        prefix = "" if begun is None else f"deal {begun.number} "
        drawn = {prefix + name: items for name, items in world.draws.items()}
        found = Table(of, self._reward, self.deals, self.sight.viewers)
        found.chance = (str(rng.getrandbits(64)), "another world")
        later = keyed(*found.chance)
        found._begin(lambda name, items: drawn[name] if name in drawn else later(name, items), begun)
        found.paid, found.due = self.paid.copy(), self.due
        return found, replay(of.game, view, world).answers

    def copy(self) -> Table:
        """Return the same table, which plays on by itself: the answers of the deal are given again."""
        found = Table(self.features, self._reward, self.deals, self.sight.viewers)
        if self.position is not None:
            found.position = self.position.fork()
            found._log, found._heard, found.ask = found.position.log, self._heard, found.position.ask
        found.sight, found.chance, found.kept = self.sight.copy(), self.chance, deepcopy(self.kept)
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


def _from(begun: Deal, rules: Rules[Any]) -> Rules[Any]:
    """Return rules that begin with a deal."""
    yield begun
    return (yield from rules)


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
        table.play(any_legal(ask, random) if other is None else other(ask, table))


def any_legal(ask: Ask, random: Callable[[], float]) -> Word:
    """Return one of the legal words, by a number from 0 up to 1."""
    return ask.legal[int(random() * len(ask.legal))]


def copy_of(chance: Random) -> Random:
    """Return a generator that goes on as another one does."""
    found = Random(0)
    found.setstate(chance.getstate())
    return found


class IllegalActionError(Exception):
    """An action that is no legal answer.

    Args:
        table: the number of the table.
    """

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table}")
        self.table = table


class Tables:
    """Many tables that are stepped together. Each plays a series of games of its own, which follows from its key.

    Args:
        features: the game, its options, and the form of the rows.
        number: how many tables there are.
        reward: as for `Table`.
        deals: as for `Table`.
        seat: the seat of the learner; None if it answers for all seats.
        others: seat -> who answers for it, as a function of the question and the table; seats that are missing answer
            at random.
        illegal: what becomes of an illegal action, one of `ILLEGAL`.
        at_once: whether the next game begins in the step in which one ends.

    Attributes:
        seats: the seat that is asked at each table; where a game is over, the one that was asked last.
        legal: the legal actions of each question, as bits; where a game is over, all: none of them will be used.
        paid: the tables at which somebody was paid in the last step, and what each seat was paid.
        ended: the tables at which a game ended in the last step, and the scores of each.
        cut: those of them whose game would go on after `deals` deals.
        last: the row and the view of the seat at their ends, if the next games have begun.
        refused: the tables where the last action was not legal.
    """

    def __init__(
        self,
        features: Features,
        number: int,
        reward: str = "points",
        deals: int | None = None,
        seat: Seat | None = None,
        others: Mapping[Seat, Answer] | None = None,
        illegal: str = "raise",
        at_once: bool = True,
    ) -> None:
        self.features = features
        viewers = None if seat is None else (seat,)
        self.tables: list[Table] = [Table(features, reward, deals, viewers) for _ in range(number)]
        self.seats: list[Seat] = [0] * number
        self.legal: list[int] = [0] * number
        self.paid: dict[int, list[float]] = {}
        self.ended: dict[int, tuple[int, ...]] = {}
        self.cut: list[int] = []
        self.last: dict[int, tuple[int, View]] = {}
        self.refused: list[int] = []
        self._seat = -1 if seat is None else seat
        self._others: dict[Seat, Answer] = dict(others or {})
        self._illegal = illegal
        self._at_once = at_once
        self._bytes = features.size // 8
        self._mask_bytes = (len(features.words) + 7) // 8
        self._words: list[Word] = [word for _, word in features.words]
        self._all = (1 << len(features.words)) - 1
        self._keys: list[str] = [""] * number
        self._over: list[bool] = [False] * number
        self._begun: list[int] = [0] * number
        self._chances: list[Random] = [Random(0) for _ in range(number)]

    def reset(self, keys: Mapping[int, str | None]) -> None:
        """Begin a game at some tables.

        Args:
            keys: the table -> what the packs of its games and seats that answer at random follow from; None goes on
                with its series.
        """
        for i, key in keys.items():
            if key is not None:
                self._keys[i], self._begun[i], self._chances[i] = key, 0, Random(f"{key} others")
            self._start(i)

    def step(self, actions: Sequence[int]) -> None:
        """Answer the open question of every table. Where the game is over, begin the next one; its action is not used.

        Args:
            actions: the number of the answer at each table.

        Raises:
            IllegalActionError: an answer is not legal, and `illegal` is `raise`; the tables before have been stepped.
        """
        self.ended, self.cut, self.last, self.paid, self.refused = {}, [], {}, {}, []
        for i, table in enumerate(self.tables):
            if self._over[i]:
                self._start(i)
                continue
            action, legal = actions[i], self.legal[i]
            if action < 0 or not legal >> action & 1:
                if self._illegal == "raise":
                    raise IllegalActionError(i)
                self.refused.append(i)
                if self._illegal == "penalty":
                    self.paid[i] = paid = [0.0] * self.features.seats
                    paid[self.seats[i]] = PENALTY
                    continue
                ask = table.ask
                assert ask is not None
                table.play(any_legal(ask, self._chances[i].random))
            else:
                table.play(self._words[action])
            if self._seat >= 0:
                go_on(table, self._seat, self._others, self._chances[i].random)
            if table.due:
                self.paid[i] = table.collect()
            if table.ask is not None:
                self._ask(i, table)
                continue
            self.ended[i], self.legal[i], self._over[i] = table.scores, self._all, True
            if table.result is None:
                self.cut.append(i)
            if self._at_once:
                position = table.position
                assert position is not None
                self.last[i] = table.row(self.seats[i]), position.view(self.seats[i])
                self._start(i)

    def copy(self) -> Tables:
        """Return the same tables, which play on by themselves."""
        found = Tables(self.features, 0, illegal=self._illegal, at_once=self._at_once)
        found.tables = [table.copy() for table in self.tables]
        found.seats, found.legal = self.seats.copy(), self.legal.copy()
        found.paid, found.ended, found.cut = self.paid, self.ended, self.cut
        found.last, found.refused, found._over = self.last, self.refused, self._over.copy()
        found._seat, found._others = self._seat, self._others
        found._keys, found._begun = self._keys.copy(), self._begun.copy()
        found._chances = [copy_of(chance) for chance in self._chances]
        return found

    def _ask(self, i: int, table: Table) -> None:
        ask = table.ask
        assert ask is not None
        self.seats[i] = ask.seat
        self.legal[i] = table.legal()

    def _start(self, i: int) -> None:
        """Begin the next game at a table, up to a question for the learner; games without one are left out."""
        table, self._over[i] = self.tables[i], False
        while True:
            table.start(self._keys[i], f"{self.features.game.name} game {self._begun[i]}")
            self._begun[i] += 1
            if self._seat >= 0:
                go_on(table, self._seat, self._others, self._chances[i].random)
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
