"""What a seat knows and is asked, in the words that an author of a bot uses."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from random import Random
from typing import Any

from arena.client.holdings import held, on_the_table
from arena.client.policies import greedy, random_word, sensible
from arena.client.search import game_of
from arena.client.seat import Question
from arena.client.text import by_suit, in_a_row, told_lines
from arena.client.words import words_of
from arena.games.kernel import AnyGame, Ask, Card, Event, Facts, Seat, Side, View, Word, facts

_RNG = Random()


class Known:
    """What one seat knows, the question that it is asked, and what policies would answer.

    Args:
        view: what the seat was told in this deal.
        ask: the question; None between two questions.
        params: the parameters of the bot.
    """

    def __init__(self, view: View, ask: Ask | Question | None, params: Mapping[str, float] | None) -> None:
        self.view = view
        self.seat: Seat = view.seat
        self.params: Mapping[str, float] = {} if params is None else params
        self._ask = ask
        self._facts: Facts | None = None
        self.kind: str = "" if ask is None else ask.kind
        self.legal: tuple[Word, ...] = () if ask is None else tuple(ask.legal)
        self.ms_left: float = ask.ms_left if isinstance(ask, Question) else inf

    @property
    def plays_for(self) -> Seat:
        """The seat that is played for: the bot's own, or that of a dummy."""
        return self.seat if self._ask is None or self._ask.hand is None else self._ask.hand

    @property
    def bank_ms(self) -> float:
        """What is left in the bank in ms; `inf` if there is none."""
        return self._ask.bank_ms if isinstance(self._ask, Question) else inf

    @property
    def game_id(self) -> str:
        """The id of the game, such as `G17`; "" where it has none."""
        return self._ask.table if isinstance(self._ask, Question) else ""

    @property
    def rng(self) -> Random:
        """Random numbers for this game, seeded by its `game` line: with them, the same game is the same again."""
        return self._ask.rng if isinstance(self._ask, Question) else _RNG

    @property
    def memory(self) -> dict[str, Any]:
        """What the bot keeps from one question of this game to the next. It begins empty."""
        known = self._ask.memory if isinstance(self._ask, Question) else None
        return {} if known is None else known

    @property
    def game(self) -> AnyGame:
        """The game as a value: `arena.games.kernel.Game`."""
        return game_of(self.view)

    @property
    def options(self) -> Any:
        """The options of the game."""
        return self.view.options

    @property
    def events(self) -> tuple[Event, ...]:
        """What the seat was told since the deal began: `Did`, `Show`, `Note` and `Say` of `arena.games.kernel`."""
        return self.view.events

    @property
    def sides(self) -> tuple[Side | None, ...]:
        """The side of each seat; None for a seat without a side."""
        return self.game.seating(self.view.options).sides

    @property
    def side(self) -> Side | None:
        """The bot's own side."""
        return self.sides[self.seat]

    @property
    def hand(self) -> list[Card]:
        """The cards of the hand that is played, in the order of the pack."""
        return held(self.game, self.view.options, self.view.events)[self.plays_for]

    @property
    def table(self) -> list[tuple[Seat | None, Card | None]]:
        """The cards of the open trick, each after its seat; None for a card that is hidden, or the seat of the pack."""
        return on_the_table(self.view.events, self.game.pack(self.view.options))

    @property
    def facts(self) -> Facts:
        """What the notes of the deal have announced: `facts.last("contract")`, `facts.word("trump")`."""
        if self._facts is None:
            self._facts = facts(self.view.options, self.view.standing, self.view.events)
        return self._facts

    @property
    def trump(self) -> str | None:
        """Trumps as the game writes them, such as `S`; None if they are not known."""
        return self.facts.word("trump")

    @property
    def contract(self) -> tuple[str | int, ...] | None:
        """The values of the last note `contract`, the seat first; None if there is none."""
        return self.facts.last("contract")

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each side before this deal; empty before the first deal."""
        return () if self.view.standing is None else tuple(self.game.scores(self.view.standing))

    def sensible(self) -> Word:
        """Return what the sample bot `sensible` would answer, by its own code."""
        return sensible(self._asked(), self.view)

    def greedy(self) -> Word:
        """Return the answer of the policy `greedy`: bid nothing, and take each trick as cheaply as possible.

        Raises:
            ValueError: the game has no cards.
        """
        return greedy(self._asked(), self.view)

    def random(self) -> Word:
        """Return any legal word, by `rng`."""
        return random_word(self._asked(), self.view)

    def state(self) -> dict[str, Any]:
        """Return what the seat knows as plain data: what `arena view` answers to `? state`."""
        view, seating = self.view, self.game.seating(self.view.options)
        told = () if view.standing is None else view.standing.words()
        return {
            "game": self.game.name,
            "options": view.options.in_force(),
            "seat": self.seat,
            "seats": seating.seats,
            "sides": seating.sides,
            "standing": dict([word.split("=", 1) for word in told]),
            "dealer": getattr(view.standing, "dealer", None),
            "scores": self.scores,
            "hand": self.hand,
            "table": self.table,
            "trump": self.trump,
            "contract": self.contract,
            "notes": {kind: values[-1] for kind, values in self.facts.notes.items()},
            "events": [[verb, *words] for verb, words in map(words_of, view.events)],
            **self.question(),
        }

    def question(self) -> dict[str, Any]:
        """Return what is asked as plain data; `kind` is "" where nothing is."""
        names = ("kind", "legal", "plays_for", "ms_left", "bank_ms")
        return dict(zip(names, (self.kind, self.legal, self.plays_for, self.ms_left, self.bank_ms), strict=True))

    def text(self) -> str:
        """Return what the seat knows as people read it, in some lines, with the question at the end."""
        view, sides = self.view, self.sides
        partners = [str(seat) for seat, side in enumerate(sides) if side == self.side and seat != self.seat]
        told = () if view.standing is None else view.standing.words()
        options = " ".join([f"{key}={value}" for key, value in view.options.in_force().items()])
        lines = [
            f"{self.game.name}: {self.game.title_of(view.options)}",
            f"options: {options}",
            f"you: seat {self.seat} of {len(sides)}" + f", partner: {', '.join(partners)}" * bool(partners),
            f"before this deal: {', '.join([word.replace('=', ' ', 1) for word in told])}",
            *told_lines(view.events, self.seat, self.game.pack(view.options)),
        ]
        if self.table:
            lines.append(f"on the table: {in_a_row(self.table)}")
        if hand := self.hand:
            whose = "your hand" if self.plays_for == self.seat else f"the hand of seat {self.plays_for}"
            lines.append(f"{whose}: {by_suit(hand)}")
        if self.kind:
            lines.append(f"{self.kind}? {' '.join(self.legal)}")
        return "\n".join(lines)

    def _asked(self) -> Ask | Question:
        if self._ask is None:
            raise ValueError("no question is open")
        return self._ask
