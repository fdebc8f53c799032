"""A replay: what changed at the table with every line of a record, in full and as each seat was told it.

It is all that a page or a terminal needs to show a game, so neither has to know its rules. `Replay.data` and
`Frame.data` have the form that pages get.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Final, NamedTuple

from arena import protocol
from arena.chance import keyed
from arena.client.holdings import LAID
from arena.games.kernel import AnyGame, Card, Chance, Deal, Did, Event, Note, Place, Say, Seat, Show, Word
from arena.games.kernel.knowledge import tell
from arena.games.kernel.options import RESERVED, Options, choose
from arena.games.kernel.position import Position, in_deal
from arena.games.study.cards import PACK, dealt_to
from arena.replay.layout import Layout, as_dealt
from arena.results.replay import position_of
from arena.table import record
from arena.table.answer_times import ms_of

FORMAT: Final = 2
"""The version of the form that pages get."""
ALL: Final = "all"
"""The view of a spectator who sees everything."""
AGREED: Final = frozenset({"contract", "trump", "partner"})
"""The kinds of notes that say what is played."""
DRAWN: Final = frozenset({"trick", "board"})
TEXTS: Final = frozenset({"text", "line"})
"""The kinds of shows that are rows of a board which only some seats see."""
"""The kinds of notes that are drawn on the table."""
COUNTED: Final = frozenset({"points", "scores"})
"""The kinds of notes that are lines of the score sheet."""


class Frame(NamedTuple):
    """What one line of the record changed at the table, as one view has it.

    Args:
        line: the line as that view is told it; "" if it learns nothing.
        kind: `deal`, `show`, `call`, `play`, `lay`, `trick`, `contract`, `score`, `board`, `note`, `say`, `fault` or
            `over`; "" if it learns nothing. Frames `board` that follow each other are the rows of a board.
        trick: the cards on the table if they changed, each with its seat (`Layout.trick`); None if they did not.
        winner: the seat that won the trick, as the note names it.
        deal: the number of the deal that begins, 0 for none.
        places: the known cards of each place that changed, sorted as hands are.
        ms: how long the decision took in ms; None if that is not known.
        legal: the cards that could be played, for a view that knows them; empty if every card of the hand could.
    """

    line: str = ""
    kind: str = ""
    trick: tuple[tuple[Seat | None, Card | None], ...] | None = None
    winner: str = ""
    deal: int = 0
    places: Mapping[Place, tuple[Card, ...]] | None = None
    ms: float | None = None
    legal: tuple[Card, ...] = ()

    def data(self) -> dict[str, Any]:
        """Return the frame as JSON has it: short names, and only what is there."""
        found: dict[str, Any] = {}
        if self.line:
            found |= {"x": self.line, "k": self.kind}
        if self.places:
            found["p"] = {str(place): " ".join(cards) for place, cards in self.places.items()}
        if self.trick is not None:
            found["t"] = [[None if seat is None else str(seat), card] for seat, card in self.trick]
        if self.winner:
            found["w"] = self.winner
        if self.deal:
            found["n"] = self.deal
        if self.ms is not None:
            found["ms"] = float(f"{self.ms:.2g}")
        if self.legal:
            found["l"] = " ".join(self.legal)
        return found


NOTHING: Final = Frame()
PUBLIC: Final = Frame._fields.index("places")
"""So many fields of a frame come before the hands, the time and the choice."""
AS_ALL, WITHOUT_HANDS = 0, 1
"""What stands in the data of a view of a seat for a frame that is that of the full view; for one that is so but for the
hands, and the time and the choice of the decision, which this seat does not know."""


class FrameReader:
    """Turns events into frames, one by one: for a replay, and for a seat while its game is played.

    Args:
        pack: all cards, in the order in which hands are sorted.
    """

    def __init__(self, pack: Sequence[Card]) -> None:
        self._order = {card: place for place, card in enumerate(pack)}
        self._layout = Layout(pack)
        self._shown: dict[Place, tuple[Card, ...]] = {}
        self._trick: list[tuple[Seat | None, Card | None]] = []

    def take(
        self,
        event: Event,
        dealt: Mapping[Place, Sequence[Card]] | None = None,
        *,
        line: str | None = None,
        ms: float | None = None,
        legal: Sequence[Word] = (),
    ) -> Frame:
        """Return the frame of what happened next.

        Args:
            event: the event, as the view is told it.
            dealt: with the start of a deal, the cards of each place, for a view that sees them all.
            line: the event as a line, if that is known already.
            ms: how long the decision took, if the view is told.
            legal: the words that were legal at the decision, if the view is told.
        """
        choice: tuple[Card, ...] = ()
        if type(event) is Did and event.kind in LAID and set(legal) != {*self._layout.held.get(event.seat, ())}:
            choice = tuple([word for word in legal if word in self._order])
        if type(event) is not Show or self._order.keys() >= {
            *event.cards
        }:  # words, such as the faces of dice, move nothing
            self._layout.take(event)
        if line is None:
            line = record.line(event).rstrip("\n")
        winner, number, places = "", 0, None
        match event:
            case Did(seat=seat):
                places = self._changed((seat,))
            case Note(kind="trick", values=values):
                winner = str(values[0])
            case Show() | Deal():
                if isinstance(event, Deal):
                    number = event.number
                    self._layout.deal(dealt or {})
                places = self._changed({**self._layout.held, **self._shown})
            case _:
                pass
        return Frame(line, kind_of(event), self._new_trick(), winner, number, places, ms, choice)

    def hear(self, event: Event) -> None:
        """Take in an event that moves no card; its frame is the same for all seats that are told of it."""
        self._layout.take(event)

    def _changed(self, moved: Iterable[Place]) -> dict[Place, tuple[Card, ...]] | None:
        """Return those of some places that differ from what was shown last, and keep them as shown; None if none do."""
        changed: dict[Place, tuple[Card, ...]] = {}
        for place in moved:
            cards, shown = self._layout.held.get(place, ()), self._shown.get(place, ())
            if not cards and not shown:
                continue
            if len(cards) != len(shown) or set(cards) != set(shown):
                changed[place] = tuple(sorted(cards, key=self._order.__getitem__))
        self._shown |= changed
        return changed or None

    def _new_trick(self) -> tuple[tuple[Seat | None, Card | None], ...] | None:
        """Return the cards on the table if they differ from those shown last, and keep them as shown."""
        if self._layout.trick == self._trick:
            return None
        self._trick = self._layout.trick.copy()
        return tuple(self._trick)


def row_of(line: str) -> str:
    """Return the row of a board in a frame's line: `note board ROW`, `show text OWNER ROW` or `show line OWNER ROW`."""
    verb, *words = line.split(" ")
    return " ".join(words[2 if verb == "show" else 1 :])


def kind_of(event: Event) -> str:
    """Return the kind of an event's frame."""
    match event:
        case Did(kind=kind):
            return "play" if kind == "play" else "lay" if kind in LAID else "call"
        case Note(kind=kind):
            return "contract" if kind in AGREED else "score" if kind in COUNTED else kind if kind in DRAWN else "note"
        case Show(kind=kind):
            return "board" if kind in TEXTS else "show"
        case Deal():
            return "deal"
        case Say():
            return "say"


@dataclass(frozen=True, slots=True)
class Replay:
    """A game, frame by frame.

    Args:
        id: the id of the game.
        game: the game.
        preset: the preset that its options began with.
        options: all its options, as words.
        names: the entrant at each seat.
        sides: the side of each seat, None for a seat without one.
        answers: the seat that answers for each seat.
        views: the frames of the spectator (`all`) and of each seat that answers; one for each line in every view.
        decisions: the numbers of the frames of the decisions of each seat that has made some, in order.
    """

    id: str
    game: AnyGame
    preset: str
    options: Mapping[str, str]
    names: tuple[str, ...]
    sides: tuple[int | None, ...]
    answers: tuple[Seat, ...]
    views: Mapping[str, Sequence[Frame]]
    decisions: Mapping[Seat, Sequence[int]] = field(default_factory=dict)

    @property
    def frames(self) -> Sequence[Frame]:
        """What a spectator sees who sees everything."""
        return self.views[ALL]

    @property
    def chosen(self) -> Options:
        """Its options, as the game takes them."""
        standard: Options = self.game.options()
        return choose(standard, {name: self.options[name] for name in standard.words()})

    def data(self) -> dict[str, Any]:
        """Return the replay as JSON has it."""
        seats = zip(self.names, self.sides, self.answers, strict=True)
        views = {view: self._against_all(frames) for view, frames in self.views.items() if view != ALL}
        return {
            "format": FORMAT,
            "id": self.id,
            "game": self.game.name,
            "title": self.game.title_of(self.chosen),
            "preset": self.preset,
            "options": dict(self.options),
            "seats": [{"name": name, "side": side, "by": by} for name, side, by in seats],
            "views": {ALL: [frame.data() for frame in self.frames], **views},
        }

    def _against_all(self, frames: Sequence[Frame]) -> list[Any]:
        """Return the frames of a seat as JSON has them: most are those of the full view, and say only that."""
        return [
            AS_ALL
            if frame == full
            else WITHOUT_HANDS
            if not frame.places and frame.ms is None and not frame.legal and frame[:PUBLIC] == full[:PUBLIC]
            else frame.data()
            for frame, full in zip(frames, self.frames, strict=True)
        ]


def seen_from(replay: Replay, seats: Collection[Seat]) -> Replay:
    """Return a replay that has nothing but what some seats were told, and their own faults.

    Args:
        replay: the game, with the views of its seats.
        seats: the seats; at least one. The view `all` of what is returned is that of the lowest.
    """
    kept = sorted(seats)
    views = {str(seat): replay.views[str(seat)] for seat in kept}
    faults = tuple(f"note {record.FAULT} {seat} " for seat in kept)
    for at, full in enumerate(replay.frames):
        if full.line.startswith(faults):
            views = {view: [*frames[:at], full, *frames[at + 1 :]] for view, frames in views.items()}
    decisions = {seat: replay.decisions[seat] for seat in kept if seat in replay.decisions}
    return replace(replay, views={ALL: views[str(kept[0])], **views}, decisions=decisions)


def replay_of(text: str, chance: str, key: str, *, seats: bool = True, answer_times: bytes = b"") -> Replay:
    """Return the replay of a record.

    Args:
        text: the record.
        chance: the label of the game's draws.
        key: the key of its season.
        seats: whether to make the views of the seats too.
        answer_times: how long each answer took (see `arena.table.answer_times`); the view of a seat has only its own.

    Raises:
        NotARecord: the record cannot be played again.
        IllegalWord: the rules do not allow one of its answers.
        ArenaFault: the text is no record.
    """
    lines = record.parse(text)
    opening = lines[0]
    game, position = position_of(opening, chance, key)
    assert isinstance(opening, protocol.Game)
    choices: list[Sequence[Word]] = []
    for word, said in record.words(lines):
        choices.append(position.ask.legal if position.ask else ())
        position.play(word, said)
    seating = game.seating(position.options)
    pack = game.pack(position.options)
    readers = {ALL: FrameReader(pack)} | {str(seat): FrameReader(pack) for seat in seating.players if seats}
    seated = [(view, int(view), reader) for view, reader in readers.items() if view != ALL]
    views: dict[str, list[Frame]] = {view: [] for view in readers}
    decisions: dict[Seat, list[int]] = {}
    took, choice, at = iter(answer_times), iter(choices), -1
    for event, line in _lines(position.log, lines[1:]):
        if event is None:
            kind = "over" if isinstance(line, protocol.Over) else "fault"
            only = Frame(protocol.write_line(line).rstrip("\n"), kind)
            for view, frames in views.items():
                frames.append(only if kind == "over" or view == ALL else NOTHING)
            continue
        at += 1
        ms, legal = (ms_of(next(took, 0)), next(choice)) if isinstance(event, Did) else (None, ())
        dealt = _dealt(game, position, at, keyed(key, chance)) if isinstance(event, Deal) else None
        its, by = record.line(event).rstrip("\n"), event.by if isinstance(event, Did) else None
        if by is not None:
            decisions.setdefault(by, []).append(len(views[ALL]))
        whole = readers[ALL].take(event, dealt, line=its, ms=ms, legal=legal)
        views[ALL].append(whole)
        public = type(event) in {Note, Say}  # whoever is told it, is told the same, and it moves no card
        for view, seat, reader in seated:
            told = tell(event, seat)
            if told is None:
                views[view].append(NOTHING)
            elif public and told is event:
                reader.hear(event)
                views[view].append(whole)
            else:
                full = its if told is event else None
                its_ms, its_legal = (ms, legal) if seat == by else (None, ())
                views[view].append(reader.take(told, line=full, ms=its_ms, legal=its_legal))
    settings = opening.settings
    options = {name: word for name, word in settings.items() if name not in RESERVED}
    names = tuple(settings["names"].split(","))
    who = names, seating.sides, seating.answers
    return Replay(opening.id, game, settings["preset"], options, *who, views, decisions)


def _lines(log: Iterable[Event], lines: Iterable[protocol.Message]) -> Iterator[tuple[Event | None, protocol.Message]]:
    """Yield the lines of a record without clocks, each with its event; None for a fault and for the last line."""
    events = iter(log)
    for line in lines:
        if isinstance(line, protocol.Clock):
            continue
        own = isinstance(line, protocol.Over) or record.is_aside(line)
        yield (None if own else next(events)), line


def _dealt(game: AnyGame, position: Position[Any], at: int, chance: Chance) -> Mapping[Place, Sequence[Card]]:
    """Return the cards of every place at the start of a deal, which is at a place of the log."""
    options, log = position.options, position.log
    begun = log[at]
    assert isinstance(begun, Deal)
    events = takewhile(lambda event: not isinstance(event, Deal), log[at + 1 :])
    pack = in_deal(chance, begun.number)(PACK, game.pack(options))
    return as_dealt(events, dealt_to(pack, game.dealing(options, begun.standing)))
