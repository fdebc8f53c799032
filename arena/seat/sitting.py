"""What a person's seat was told and is asked, as messages for a screen; and the answers, as lines for the arena.

Nothing here reads or writes. A screen shows `Sitting.messages` one after the other. Each has one key:

- `game`: a game begins: `id`, `game`, `title`, `preset`, `options`, `seats` (`name`, `side`, `by`) and `me`;
- `frame`: what a line changed at the table, as `arena.replay.frames.Frame.data` gives it, and `c`: how many cards each
  hand has, as far as that is known;
- `ask`: the open question: its number `n`, the `seat` that is played for, `kind`, `legal`, whether these are `cards`,
  those that were `picked` but not yet laid, the most characters of table `talk`, 0 for none, and `c` as in a frame;
- `closed`: the number of a question that is answered;
- `over`: how the game ended; `fault`: what the arena says was wrong; `bye`: no more games come.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

from arena.client.holdings import LAID, holdings
from arena.client.seat import Question, Seat
from arena.client.words import Message, read_line
from arena.escapes import one_line
from arena.games.kernel import Deal, Did, Word
from arena.games.kernel.position import replay
from arena.replay.frames import FrameReader
from arena.seat.hindsight import Decision

GREETING: Final = b"bot person 1\n"
SEVERAL: Final = LAID - {"play"}
"""The kinds of questions that come several times in a row, one for each card."""
LONGEST: Final = 400
"""The most characters of table talk that the protocol carries."""


class Refused(ValueError):  # noqa: N818 - what happened to the answer
    """An answer that is not passed on: the text says why."""


class Closed(Refused):
    """The question is not open: it was answered, or never asked."""


class Sitting:
    """A person's seat, game after game.

    Args:
        names: what to call the players in each seat; the protocol does not tell it. Without them, seats have numbers.

    Attributes:
        messages: all messages so far.
        asked: how many questions the arena has put in this game.
        question: the open question; None if there is none.
        number: its number, which changes with each card that is picked or put back.
        picked: the cards that were chosen for this question and those that follow, and are not yet laid.
        seat: the seat in the current game; None before the first.
        decisions: the decisions of each game that is over, where there was a choice.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.messages: list[dict[str, Any]] = []
        self.asked: int = 0
        self.question: Question | None = None
        self.number: int = 0
        self.picked: list[Word] = []
        self.seat: Seat | None = None
        self.decisions: list[list[Decision]] = []
        self._names = names
        self._first: Question | None = None
        """The question that the arena has put, while it is open."""
        self._queue: list[Word] = []
        """Cards that are laid as soon as the arena asks for them."""
        self._reader: FrameReader | None = None
        self._made: list[Decision] = []
        self._held: dict[int, int] = {}
        """How many cards each hand has, as far as that is known."""
        self._buffer = b""

    def hang_up(self) -> None:
        """Take note that the arena speaks no more on this line; the next one begins with a greeting."""
        self._buffer = b""
        self._close()
        self._queue.clear()

    def feed(self, data: bytes) -> bytes:
        """Take in what the arena sends; return what to answer at once: a greeting, or cards that were picked before."""
        self._buffer += data
        answers = b""
        while b"\n" in self._buffer:
            line, _, self._buffer = self._buffer.partition(b"\n")
            answers += self._hear(read_line(line.decode()))
        return answers

    def _hear(self, line: Message) -> bytes:
        _, verb, words = line
        if verb == "arena":
            return GREETING
        if verb == "game":
            self._begin(words)
        elif verb == "over":
            self.decisions.append(self._made)
            self.messages.append({"over": dict(word.split("=", 1) for word in words[1:])})
        elif verb == "fault":
            self._close()
            self.messages.append({"fault": one_line(" ".join(words))})
        elif verb == "bye":
            self.messages.append({"bye": True})
        elif self.seat is not None and verb == "ask":
            return self._ask(self.seat.question(words))
        elif self.seat is not None and self._reader is not None:
            known = len(self.seat.events)
            self.seat.hear(verb, words)
            if verb == "note" and words[0] == "deal":
                self._frame(Deal(self.seat.number, self.seat.standing))
            elif len(self.seat.events) > known:
                self._frame(self.seat.events[-1])
        return b""

    def _begin(self, words: Sequence[str]) -> None:
        self.seat = seat = Seat(words)
        self._reader = FrameReader(seat.game.pack(seat.options))
        self.asked, self._made = 0, []
        settings = dict(word.split("=", 1) for word in words[2:])
        names = [*self._names, *map(str, range(len(self._names), seat.seating.seats))][: seat.seating.seats]
        table = zip(names, seat.sides, seat.seating.answers, strict=True)
        self.messages.append(
            {
                "game": {
                    "id": seat.table,
                    "game": seat.game.name,
                    "title": seat.game.title_of(seat.options),
                    "preset": settings.get("preset", ""),
                    "options": {key: word for key, word in settings.items() if key not in {"seat", "seats", "sides"}},
                    "seats": [{"name": one_line(name), "side": side, "by": by} for name, side, by in table],
                    "me": seat.seat,
                }
            }
        )

    def _frame(self, event: Any) -> None:
        assert self._reader is not None
        assert self.seat is not None
        if isinstance(event, Deal):
            dealt = Counter(self.seat.game.dealing(self.seat.options, event.standing))
            self._held = {place: number for place, number in dealt.items() if isinstance(place, int)}
        elif isinstance(event, Did) and event.kind in LAID and event.seat in self._held:
            self._held[event.seat] -= 1
        self.messages.append({"frame": self._reader.take(event).data() | {"c": dict(self._held)}})

    def _count(self) -> dict[int, int]:
        """Return how many cards each hand has, counted in a world that agrees with what the seat was told."""
        assert self.seat is not None
        game, view = self.seat.game, self.seat.view
        if view.standing is not None and game.pack(view.options):
            with suppress(Exception):  # games from outside may break in any way; then their hands have no numbers
                position = replay(game, view, game.worlds(view, Random(1)))
                self._held = {seat: len(cards) for seat, cards in holdings(game, position).items()}
        return dict(self._held)

    def _ask(self, question: Question) -> bytes:
        self.asked += 1
        if self._queue:
            word = self._queue.pop(0)
            if word in question.legal:
                return f"{word}\n".encode()
            self._queue.clear()
        self._first = question
        self._open(question)
        return b""

    def _open(self, question: Question) -> None:
        self.question = question
        self.number += 1
        legal, picked = list(question.legal), list(self.picked)
        seat = question.seat if question.hand is None else question.hand
        asked = {"n": self.number, "seat": seat, "kind": question.kind, "legal": legal, "picked": picked}
        told = {"cards": question.kind in LAID, "talk": self.talk, "c": self._count()}
        self.messages.append({"ask": asked | told})

    def _close(self) -> None:
        if self.question is not None:
            self.messages.append({"closed": self.number})
        self.question = self._first = None
        self.picked = []

    @property
    def talk(self) -> int:
        """The most characters of table talk that the game allows with an answer; 0 for none."""
        options = None if self.seat is None else self.seat.options
        return 0 if getattr(options, "table_talk", "off") == "off" else int(getattr(options, "say_max", LONGEST))

    def choose(self, number: int, word: Word, say: str = "") -> bytes:
        """Answer the open question; return what to send to the arena: nothing while more cards are to be picked.

        Args:
            number: the number of the question.
            word: one of its legal words.
            say: table talk.

        Raises:
            Closed: this question is not open.
            Refused: the word is not legal, or the text cannot be said.
        """
        question = self._opened(number)
        if word not in question.legal:
            raise Refused("this word is not legal now")
        if say and (not self.talk or len(say) > self.talk or not say.isprintable() or say != say.strip()):
            raise Refused("this text cannot be said now")
        if (following := self._following([*self.picked, word])) is not None and not say:
            self.picked.append(word)
            self._open(following)
            return b""
        first, *self._queue = [*self.picked, word]
        asked, seat = self._first, self.seat
        if asked is not None and len(asked.legal) > 1 and seat is not None and seat.standing is not None:
            self._made.append(Decision(seat.number, question.kind, question.kind in LAID, first, seat.view))
        self._close()
        return f"{first}{f' say {say}' * bool(say)}\n".encode()

    def undo(self, number: int) -> None:
        """Put back the card that was picked last.

        Args:
            number: the number of the question.

        Raises:
            Closed: this question is not open.
            Refused: no card was picked.
        """
        self._opened(number)
        if not self.picked:
            raise Refused("there is nothing to undo: what was answered is answered")
        self.picked.pop()
        assert self._first is not None
        following = self._following(self.picked)
        self._open(self._first if following is None else following)

    def _opened(self, number: int) -> Question:
        if self.question is None or number != self.number:
            raise Closed("this question is not open any more")
        return self.question

    def _following(self, words: Sequence[Word]) -> Question | None:
        """Return the question that follows on these answers to the open one; None if the seat is told more before it.

        The rules themselves say so, in some world that agrees with what the seat was told: what it lays aside, and what
        it may lay aside next, depends on its own cards only. If the arena asks something else after all, the person is
        asked that.
        """
        first, seat = self._first, self.seat
        if first is None or seat is None or not words or first.kind not in SEVERAL:
            return None
        view = seat.view
        position = replay(seat.game, view, seat.game.worlds(view, Random(1)))
        ask = position.ask
        for word in words:
            told = len(position.log)
            if ask is None or word not in ask.legal:
                return None
            position.play(word)
            ask, events = position.ask, position.log[told:]
            alone = len(events) == 1 and isinstance(events[0], Did)
            if ask is None or not alone or ask[:2] != (seat.seat, first.kind) or ask.hand != first.hand:
                return None
        return None if ask is None else first._replace(legal=tuple(ask.legal), ms_left=math.inf)
