"""An example deal for the page of every game: the first deal between sensible bots, as a diagram and trick by trick."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Card, Deal, Did, Event, Note, Result, Seat, Show
from arena.games.kernel.knowledge import tell
from arena.games.kernel.position import Position, play_game
from arena.games.parts.cards import IGNORED, SUITS, TURNED, printed_suit
from arena.protocol import LINE, Message
from arena.settings.clock import NO_CLOCK
from arena.table import record

BOT = Path(__file__).parent.parent / "sample_bots/python/sensible/bot.py"
DULL = {"thrown-in", "annulled"}
"""Notes of deals that are no example."""
BESIDE = 2
"""The spaces between columns."""
WIDEST = 100
"""The longest line."""
STOCK = "stock"
"""The column of cards that are turned up from the stock and played."""


@dataclass
class Bots:
    """One process of the sensible bot, which sits at a table for every seat."""

    process: subprocess.Popen[str]
    told: dict[Seat, list[str]] = field(default_factory=dict)

    def tell(self, seat: Seat, message: Message) -> None:
        """Keep a message for a seat until it is asked."""
        self.told.setdefault(seat, []).append(LINE.encode(message, f"G{seat}").decode())

    def answer(self, seat: Seat) -> str:
        """Return the answer of a seat to the last message that it was told."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("".join(self.told.pop(seat)))
        self.process.stdin.flush()
        _, word, *_ = self.process.stdout.readline().split()
        return word


@contextmanager
def bots() -> Iterator[Bots]:
    """Start the sensible bot."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, str(BOT)], text=True, **pipes) as process:  # type: ignore[call-overload]
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield Bots(process)
        finally:
            process.kill()


def example(game: AnyGame, players: Bots) -> str:
    """Return the first deal that is worth to be shown, as Markdown."""
    preset, options = next(iter(game.presets.items()))
    for number in count(1):
        position = play_game(game, options, keyed("example", f"{game.name} {number}"))
        events = _first_deal(game, preset, position, players)
        players.told.clear()
        if not any(isinstance(event, Note) and event.kind in DULL for event in events):
            return "\n".join(("```", *_lines(game, events), "```"))
    raise AssertionError("there is always another deal")


def examples() -> dict[str, str]:
    """Return the example of every game, by its name."""
    with bots() as players:
        return {name: example(game, players) for name, game in GAMES.items()}


def _first_deal(game: AnyGame, preset: str, position: Position[Result], players: Bots) -> Sequence[Event]:
    """Play the first deal of a game; return what happened in it, and before it."""
    options = game.presets[preset]
    seats = range(game.seating(options).seats)
    for seat in seats:
        players.tell(seat, record.opening(f"G{seat}", game, preset, options, NO_CLOCK, seat=seat))
    known = 0
    while (ask := position.ask) is not None:
        for event in position.log[known:]:
            for seat in seats:
                if (seen := tell(event, seat)) is not None:
                    players.tell(seat, record.message(seen))
        known = len(position.log)
        if sum(isinstance(event, Deal) for event in position.log) > 1:
            break
        players.tell(ask.seat, record.question(ask))
        position.play(players.answer(ask.seat))
    events = list(position.log)
    ends = [at for at, event in enumerate(events) if isinstance(event, Deal)]
    return events[: ends[1]] if len(ends) > 1 else events


def _lines(game: AnyGame, events: Sequence[Event]) -> Iterator[str]:
    """Yield the diagram of the hands, then what happened, a line for each trick."""
    hands = {
        event.owner: event.cards
        for event in reversed(events)
        if isinstance(event, Show) and event.kind == "hand" and isinstance(event.owner, int)
    }
    yield from _compass(hands) if sorted(hands) == [0, 1, 2, 3] else _rows(hands)
    yield ""
    yield from _story(events, set(game.pack(next(iter(game.presets.values())))), len(hands))


def _suits(cards: Sequence[Card]) -> list[str]:
    """Return a hand as lines of a suit each: the suit, then its ranks; other cards come last."""
    found = [
        f"{suit}  {' '.join(card.removesuffix(suit) for card in cards if printed_suit(card) == suit) or '-'}"
        for suit in SUITS
    ]
    others = " ".join(card for card in cards if not printed_suit(card))
    return [*found, *([others] if others else [])]


def _compass(hands: dict[Seat, Sequence[Card]]) -> Iterator[str]:
    """Yield four hands as they lie round a table: seat 0 below, seat 1 on the left, and so on clockwise."""
    below, left, above, right = ([f"seat {seat}", *_suits(hands[seat])] for seat in range(4))
    wide = max(len(line) for line in left) + 4
    middle = max(len(line) for line in (*above, *below)) + 4
    for line in above:
        yield f"{'':{wide}}{line}"
    for at in range(max(len(left), len(right))):
        one, other = (lines[at] if at < len(lines) else "" for lines in (left, right))
        yield f"{one:{wide}}{'':{middle}}{other}".rstrip()
    for line in below:
        yield f"{'':{wide}}{line}"


def _rows(hands: dict[Seat, Sequence[Card]]) -> Iterator[str]:
    """Yield hands one below the other, with a column for each suit."""
    lines = {seat: _suits(hands[seat]) for seat in sorted(hands)}
    width = [max(len(line[at]) if at < len(line) else 0 for line in lines.values()) for at in range(len(SUITS) + 1)]
    for seat, line in lines.items():
        cells = (f"{cell:{size}}" for cell, size in zip(line, width, strict=False))
        yield f"seat {seat}   {(' ' * (BESIDE + 1)).join(cells)}".rstrip()


def _story(events: Sequence[Event], pack: set[Card], seats: int) -> Iterator[str]:
    """Yield what was told and answered, one line for each kind of thing, and a line for each trick."""
    tricks = _Tricks([*range(seats), *([STOCK] if any(map(_from_the_stock, events)) else [])])
    said: list[str] = []
    kind = ""
    for event in events:
        card = isinstance(event, Did) and event.kind == "play" and (event.word is None or event.word in pack)
        if said and not (isinstance(event, Did) and event.kind == kind and not card):
            yield from _told(kind, said)
            said, kind = [], ""
        if tricks.took(event, pack):
            continue
        if isinstance(event, Deal):
            yield from _told("deal", event.standing.words())
        elif isinstance(event, Did):
            kind = event.kind
            said.append(f"{event.seat} {event.word or '-'}")
        elif isinstance(event, Note) and event.kind == "trick":
            yield from tricks.lines(str(event.values[0]))
        elif isinstance(event, Note):
            yield from _told(event.kind, [*map(str, event.values)])
        elif isinstance(event, Show) and event.kind != "hand":
            owner = [] if event.owner is None else [f"{event.owner}:"]
            yield from _told(event.kind, [*owner, *event.cards])
    yield from _told(kind, said)


def _from_the_stock(event: Event) -> bool:
    """Return whether a card of the stock was turned up to be played, or to be out of play."""
    return isinstance(event, Show) and event.kind in {TURNED, IGNORED} and event.owner is None


class _Tricks:
    """Collects the cards of a trick, and tells them in a line.

    Args:
        columns: the seats, and `STOCK` if cards of the stock are played as well.
    """

    def __init__(self, columns: Sequence[Seat | str]) -> None:
        self._columns = columns
        self._number = 0
        self._cards: dict[Seat | str, str] = {}
        self._ignored: list[Card] = []

    def took(self, event: Event, pack: set[Card]) -> bool:
        """Take an event if it is a card of the trick; return whether it was."""
        if isinstance(event, Did) and event.kind == "play" and (event.word is None or event.word in pack):
            self._cards[event.seat] = (event.word or "?") + "*" * (not self._cards)
        elif isinstance(event, Show) and _from_the_stock(event):
            if event.kind == IGNORED:
                self._ignored += event.cards
            else:
                self._cards[STOCK] = event.cards[0] + "*" * (not self._cards)
        else:
            return False
        return True

    def lines(self, winner: str) -> Iterator[str]:
        """Yield the line of a trick, with a heading before the first one."""
        if not self._cards:
            return
        if not self._number:
            heads = (f"{column if column == STOCK else f'seat {column}':8}" for column in self._columns)
            yield from ("", f"trick  {''.join(heads)}won by")
        self._number += 1
        cards = "".join(f"{self._cards.get(column, ''):8}" for column in self._columns)
        ignored = f"   (ignored: {' '.join(self._ignored)})" if self._ignored else ""
        yield f"{self._number:5}  {cards}{winner}{ignored}"
        self._cards, self._ignored = {}, []


def _told(kind: str, words: Sequence[str]) -> Iterator[str]:
    """Yield a kind of thing with its words, in as many lines as they need."""
    line = f"{kind:10} "
    for at, word in enumerate(words):
        part = word + ", " * (" " in word and at < len(words) - 1) + " " * (" " not in word)
        if len(line) + len(part) > WIDEST:
            yield line.rstrip()
            line = " " * 11
        line += part
    if words:
        yield line.rstrip()
