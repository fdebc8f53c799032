"""The seat in a terminal: what happens as lines of text, a table before each question, and answers that are typed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from arena.client.text import by_suit
from arena.client.words import read_line
from arena.errors import command
from arena.escapes import printable
from arena.games.kernel import Card, Word
from arena.replay.frames import row_of
from arena.seat.sitting import Refused, Sitting

HELP: Final = """\
Type an answer: the word itself, its number if the list has numbers, or the
beginning of it if no other word begins so. Besides:
  hint     what the bot of --hints would do
  undo     put back the card that you picked last, before the last one is laid
  last     the last trick
  tricks   all tricks of this deal
  bids     all answers of this deal but the cards played
  score    the score sheet
  quit     leave the game (so does Ctrl-C); it gets no result
Where players may talk: ANSWER say TEXT. An empty line shows the table again.
"""
NARROW: Final = 40
"""The least width that lines are broken for."""
NAME: Final = 16
"""Names are shortened to this many characters."""
MARGIN: Final = "  "


class Terminal:
    """A person's seat as text.

    It neither reads nor writes: `shown` has the text that is to be printed next, `typed` takes what was typed.

    Args:
        sitting: the seat.
        hint: returns what a bot would answer to the open question, None if it does not know; without it there are no
            hints.
        width: how many columns the terminal has.

    Attributes:
        left: whether the person has left.
    """

    def __init__(self, sitting: Sitting, hint: Callable[[], Word | None] | None = None, width: int = 80) -> None:
        self.left: bool = False
        self._sitting = sitting
        self._hint = hint
        self._width = max(NARROW, width)
        self._seen = 0
        self._game: dict[str, Any] = {}
        self._cards: dict[str, list[Card]] = {}
        self._trick: list[tuple[str | None, Card | None]] = []
        self._taken = False
        self._board: list[str] = []
        self._drawing = False
        self._tricks: list[str] = []
        self._calls: list[str] = []
        self._sheet: list[str] = []
        self._deal = ""

    def shown(self) -> str:
        """Return the text of what has happened since the last call."""
        lines: list[str] = []
        while self._seen < len(self._sitting.messages):
            [(key, value)] = self._sitting.messages[self._seen].items()
            self._seen += 1
            if key == "game":
                lines += self._begin(value)
            elif key == "frame":
                lines += self._frame(value)
            elif key == "ask" and value["n"] == self._sitting.number and self._sitting.question is not None:
                lines += self._asked(value)
            elif key == "over":
                lines += self._over(value)
            elif key == "fault":
                lines.append(f"The arena says: {value}")
        return self._fit(lines)

    def prompt(self) -> str:
        """Return what stands before what is typed; "" if there is no question."""
        return "" if self._sitting.question is None else f"{printable(self._sitting.question.kind)}> "

    def typed(self, line: str) -> tuple[str, bytes]:
        """Take in a line that was typed; return what to print, and what to send to the arena.

        Args:
            line: the line without its end.
        """
        sitting, text = self._sitting, line.strip()
        text, _, say = text.partition(" say ")
        question = sitting.question
        if question is None:
            if text in {"quit", "q"}:
                self.left = True
            return "", b""
        word = _meant(text.strip(), question.legal)
        if word is None and not say and (found := self._command(text.strip().lower())) is not None:
            return found, b""
        if word is None:
            return self._fit([_unclear(text.strip(), question.legal)]), b""
        try:
            data = sitting.choose(sitting.number, word, say.strip())
        except Refused as error:
            return self._fit([f"{error}"]), b""
        return self.shown(), data

    def _command(self, text: str) -> str | None:
        if text in {"?", "h", "help"}:
            return f"{HELP}The rules: {command('games', self._game['game'])}\n"
        if text == "":
            return self._fit(self._asked(self._sitting.messages[-1]["ask"]))
        if text in {"q", "quit", "exit"}:
            self.left = True
            return ""
        if text == "undo":
            try:
                self._sitting.undo(self._sitting.number)
            except Refused as error:
                return self._fit([str(error)])
            return self.shown()
        lists = {"last": self._tricks[-1:], "tricks": self._tricks, "bids": self._calls, "score": self._sheet}
        if text in lists:
            return self._fit(lists[text] or ["none yet"])
        return self._fit([self._hinted()]) if text == "hint" else None

    def _hinted(self) -> str:
        if self._hint is None:
            return "no bot gives hints: name one when you begin, such as --hints sample:sensible"
        word = self._hint()
        question = self._sitting.question
        if question is not None and word in question.legal:
            return f"hint: {word}"
        if word is not None and word in self._sitting.picked:
            return f"hint: {word}, which you have picked; the bot says no more before these cards are laid"
        return "the bot has no hint"

    def _begin(self, game: dict[str, Any]) -> Iterator[str]:
        self._game, self._cards, self._trick, self._board = game, {}, [], []
        self._tricks, self._calls, self._sheet = [], [], []
        me = str(game["me"])
        yield ""
        yield f"{game['game']}:{game['preset']}, game {game['id']}: {game['title']}"
        yield "Seats: " + ", ".join(self._name(str(seat)) for seat in range(len(game["seats"])))
        side = game["seats"][int(me)]["side"]
        seats = enumerate(game["seats"])
        partners = [str(seat) for seat, each in seats if each["side"] == side and str(seat) != me]
        if partners:
            yield "Your partner: " + ", ".join(map(self._name, partners))
        yield "Type ? for help."

    def _frame(self, frame: dict[str, Any]) -> Iterator[str]:
        """Yield the lines of a frame, and keep what it says."""
        for place, cards in frame.get("p", {}).items():
            self._cards[place] = cards.split()
        if "t" in frame:
            self._trick, self._taken = [(seat, card) for seat, card in frame["t"]], False
        if not (text := frame.get("x")):
            return
        kind, (_, verb, words) = frame["k"], read_line(text)
        self._take_board(kind, text)
        if kind == "deal":
            self._tricks, self._calls, self._trick = [], [], []
            told = ", ".join(word.replace("=", " ", 1) for word in words[2:])
            self._deal = f"Deal {frame['n']}{': ' * bool(told)}{told}"
            yield ""
            yield f"---- {self._deal} ".ljust(self._width - 1, "-")
        elif kind == "show":
            what, owner, *cards = words
            if (what, owner) != ("hand", str(self._game["me"])):
                whose = "" if owner == "-" else f"{self._name(owner)}: "
                yield f"{whose}{what} {by_suit(cards)}"
        elif kind == "trick":
            self._taken, row = True, "  ".join(self._lying())
            points = f" ({', '.join(words[2:])})" if words[2:] else ""
            self._tricks.append(f"{len(self._tricks) + 1}. {row}  to {self._name(words[1])}{points}")
            yield f"Trick {self._tricks[-1]}"
        elif kind == "score":
            yield from self._board if words[0] == "points" else ()
            line = f"Deal {self._deal.partition(':')[0].removeprefix('Deal ')}: {words[0]} {' '.join(words[1:])}"
            self._sheet.append(line)
            yield line
        elif kind == "say":
            yield f"{self._name(words[0])} says: {words[1]}"
        elif verb == "did" and kind != "play":
            seat, asked, word = words
            self._calls.append(f"{self._name(seat)}: {asked} {'(hidden)' if word == '-' else word}")
            yield self._calls[-1]
        elif verb == "note" and kind != "board":
            yield " ".join(words)

    def _take_board(self, kind: str, line: str) -> None:
        """Take in a row of a board; one that follows something else begins the board anew."""
        row = [row_of(line)] if kind == "board" else []
        if kind == "deal" or (row and not self._drawing):
            self._board = []
        self._board = [*self._board, *row]
        self._drawing = bool(row)

    def _asked(self, ask: dict[str, Any]) -> Iterator[str]:
        me, picked = str(self._game["me"]), ask["picked"]
        lying = [] if self._ended() else self._lying()
        yield ""
        yield from self._board
        for place, cards in self._cards.items():
            if place != me and cards:
                yield f"{self._name(place) if place.isdecimal() else place}: {by_suit(cards)}"
        if lying:
            yield f"On the table: {'  '.join(lying)}"
        if hand := [card for card in self._cards.get(me, []) if card not in picked]:
            yield f"Your hand: {by_suit(hand)}"
        if picked:
            yield f"Picked: {' '.join(picked)}   (undo puts the last one back)"
        other = "" if str(ask["seat"]) == me else f" for {self._name(str(ask['seat']))}"
        yield f"{ask['kind']}{other}? {_listed(ask['legal'])}"

    def _ended(self) -> bool:
        """Return whether the cards on the table are those of a finished trick."""
        return self._taken

    def _lying(self) -> list[str]:
        """Return the cards on the table, each with its seat."""
        return [f"{'' if seat is None else seat} {card or '(hidden)'}".strip() for seat, card in self._trick]

    def _over(self, over: dict[str, str]) -> Iterator[str]:
        yield ""
        yield f"The game is over ({over.get('reason', '')}). Scores: {over.get('scores', '-').replace(',', ', ')}"
        side, places = self._game["seats"][self._game["me"]]["side"], over.get("places", "").split(",")
        if side is not None and side < len(places) and len(places) > 1:
            yield f"Your side takes place {places[side]} of {len(places)}."

    def _name(self, seat: str) -> str:
        if not seat.isdecimal() or int(seat) >= len(self._game["seats"]):
            return seat
        if int(seat) == self._game["me"]:
            return f"{seat} you"
        name = self._game["seats"][int(seat)]["name"]
        short = name if len(name) <= NAME else f"{name[: NAME - 1]}…"
        return seat if name == seat else f"{seat} {short}"

    def _fit(self, lines: Iterable[str]) -> str:
        """Return lines as text that fits into the terminal and does nothing to it."""
        found = []
        for line in lines:
            wrapped = textwrap.wrap(printable(line, ""), self._width - 1, subsequent_indent=MARGIN)
            found += wrapped or [""]
        return "".join(f"{line}\n" for line in found)


def _numbered(legal: Sequence[Word]) -> bool:
    """Return whether the words of a question get numbers: not where some of them are numbers themselves."""
    return not any(word.isdecimal() for word in legal)


def _listed(legal: Sequence[Word]) -> str:
    if not _numbered(legal):
        return "  ".join(legal)
    return "  ".join(f"{number}:{word}" for number, word in enumerate(legal, 1))


def _meant(text: str, legal: Sequence[Word]) -> Word | None:
    """Return the word that was meant: typed in full, by its number, or by a beginning that no other word has."""
    if text in legal:
        return text
    alike = [word for word in legal if word.lower() == text.lower()]
    if len(alike) == 1:
        return alike[0]
    if text.isdecimal():  # never the beginning of a bid: 1 is not 100
        return legal[int(text) - 1] if _numbered(legal) and 1 <= int(text) <= len(legal) else None
    begun = [word for word in legal if text and word.lower().startswith(text.lower())]
    return begun[0] if len(begun) == 1 else None


def _unclear(text: str, legal: Sequence[Word]) -> str:
    begun = [word for word in legal if word.lower().startswith(text.lower())]
    if begun:
        return f"which one: {' '.join(begun)}?"
    return f"{text}: this is no answer here. Legal: {' '.join(legal)}   (? for help)"
