"""The page of a game: its replay, the same deals in the other rooms of its set, and all deals as text."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from zlib import compress

from arena.errors import UserError, command
from arena.escapes import decoded, printable
from arena.games.kernel import IllegalWord
from arena.protocol import ArenaFault
from arena.replay.diagram import diagrams, score_sheet
from arena.replay.frames import ALL, Replay, replay_of, seen_from
from arena.replay.other_rooms import DealResult, Row, deals_compared
from arena.replay.steps import Step, marks, said, steps
from arena.results.replay import NotARecord
from arena.schedules.plan import PlannedGame
from arena.store import Store
from arena.table.stderr import Written
from arena.web.page import PLAIN, Header, code, page

TEMPLATE: Final = "replay.html.j2"
SCRIPTS: Final = ("cards.js", "table.js", "film.js", "replay.js")
STYLES: Final = ("table.css", "replay.css")
LEVEL: Final = 7
"""The level of compression: the highest one makes replays 1 % smaller, and takes twice as long."""
ROOMS: Final = 7
"""So many other rooms stand beside a game: those of its own pairing first."""


NO_GAME: Final = (UserError, NotARecord, IllegalWord, ArenaFault)
"""What making the page of a game may raise: it is not stored, or this arena cannot play its record again."""


class Room(NamedTuple):
    """A game of a set.

    Args:
        place: its set and room, such as `1.2`.
        replay: the game, with the names that the page shows.
        saved: the game as a file that `arena record` opens; empty if nobody is to save it.
    """

    place: str
    replay: Replay
    saved: str = ""


class Own(NamedTuple):
    """What the author of a bot sees of a game before its season is closed.

    Args:
        sent: what her seats were sent, as text, by seat.
        fault: her bot's fault in words, and the last lines that it was sent; None if it made none.
    """

    sent: Mapping[int, str]
    fault: tuple[str, str] | None


class Cell(NamedTuple):
    """A deal in another room, for the table of rooms.

    Args:
        outcome: what became of it; None if that room did not come to it.
        address: where in this game the rooms part, as the end of an address; "" if they do not.
        card: the number of that step in its deal.
    """

    outcome: DealResult | None
    address: str
    card: int


class Told(NamedTuple):
    """What a bot wrote to standard error at one decision.

    Args:
        step: the number of the step that shows it; None if no step does.
        label: the place of that step, for people.
        address: the same as the end of an address; "" if no step shows it.
        text: what it wrote; "" if that was left out because it was much.
    """

    step: int | None
    label: str
    address: str
    text: str


class Stored(NamedTuple):
    """A game as it is stored: all that a room is made of.

    Args:
        game: the game.
        record: its record.
        key: the key of the packs of its season.
        answer_times: how long each decision took (`arena.table.answer_times`).
        names: what to call its entrants, by id.
        saved: the game as a file that `arena record` opens; empty if nobody is to save it.
    """

    game: PlannedGame
    record: str
    key: str
    answer_times: bytes
    names: Mapping[str, str]
    saved: str = ""


def stored(store: Store, game: PlannedGame, names: Mapping[str, str], *, save: bool = False) -> Stored:
    """Return a game of a store.

    Args:
        store: the results.
        game: the game.
        names: what to call the entrants, by id.
        save: whether readers of the page may save the game, with the key of its packs: its season is closed.

    Raises:
        UserError: it was not played yet.
    """
    its, saved = {id_: names.get(id_, id_) for id_ in game.sides}, store.excerpt(game.id) if save else ""
    season, took = store.season_of(game.id), store.answer_times(game.id)
    return Stored(game, store.record(game.id), season.key, took, its, saved)


def room_of(stored: Stored, *, seats: bool = True) -> Room:
    """Return a game as its page needs it, with the views of its seats if those are wanted.

    Raises:
        NotARecord, IllegalWord, ArenaFault: this arena cannot play its record again.
    """
    game = stored.game
    replay = replay_of(stored.record, game.chance, stored.key, seats=seats, answer_times=stored.answer_times)
    replay = replace(replay, names=tuple([stored.names.get(id_, id_) for id_ in replay.names]))
    return Room(f"{game.set}.{game.room + 1}", replay, stored.saved)


def stored_room(
    store: Store, game: PlannedGame, names: Mapping[str, str], *, seats: bool = True, save: bool = False
) -> Room:
    """Return a game of a store as its page needs it: see `stored` and `room_of`."""
    return room_of(stored(store, game, names, save=save), seats=seats)


def others_of(store: Store, game: PlannedGame) -> list[PlannedGame]:
    """Return up to `ROOMS` other games with the packs of one, those of its own pairing first."""
    found = [other for other in store.set_of(game) if other.id != game.id]
    found.sort(key=lambda other: set(other.sides) != set(game.sides))
    return found[:ROOMS]


def other_rooms(store: Store, game: PlannedGame, names: Mapping[str, str]) -> list[Room]:
    """Return `others_of` a game as its page needs them; arguments as those of `stored_room`."""
    return [stored_room(store, other, names, seats=False) for other in others_of(store, game)]


def made_of(rooms: Sequence[Stored], ladder: str, header: Header) -> str:
    """Return a digest of all that the page of a game is made of: while it stays, so does the page.

    Args:
        rooms: the game, then the other rooms on its page.
        ladder: what a command line names the results.
        header: what stands on top of it.
    """
    found = sha256(code() + ladder.encode() + repr(header).encode())
    for one in rooms:
        found.update(repr((one.game, [*one.names.values()], one.key, one.answer_times, bool(one.saved))).encode())
        found.update(one.record.encode())
    return found.hexdigest()


def game_page(
    room: Room,
    others: Sequence[Room],
    *,
    ladder: str,
    contest: str,
    record: str,
    stderr: Mapping[int, Written] = MappingProxyType({}),
    own: Own | None = None,
    whole: bool = True,
    up: str = "",
    decisions: str = "",
    header: Header = PLAIN,
    scripts: Sequence[str] = (),
) -> str:
    """Return the page of a game.

    Args:
        room: the game, with the views of its seats.
        others: the other rooms with the same packs; their replays need no views of seats.
        ladder: what a command line names the results, for the commands that the page shows.
        contest: what is played, such as `kaiser:standard`.
        record: its record.
        stderr: what bots wrote to standard error, by seat: for their owners only.
        own: what one author sees of it, if the page has nothing else; the other arguments may have all.
        whole: whether the page is one file, with style, scripts and replay inside.
        up: the way from the page to the root of a site.
        decisions: the way to the page that says which decisions cost the most; "" if there is none.
        header: what stands on top of the pages of a site.
        scripts: the names of further scripts.
    """
    if own is not None:
        room = room._replace(replay=seen_from(room.replay, own.sent))
        others, record = (), next(iter(own.sent.values()))
    replay = room.replay
    its = steps(replay)
    data = _data(room, its, ladder, record)
    file = saved_as(contest, replay.id)
    if room.saved:
        commands = {str(seat): again(file, replay.id, seat) for seat in set(replay.answers)}
        data |= {"saved": room.saved, "file": file, "commands": commands}
    if own is not None:
        files = {str(seat): saved_as(contest, replay.id, seat) for seat in own.sent}
        commands = {seat: f"./bot < {file}" for seat, file in files.items()}
        data |= {"only": files, "sent": {str(seat): text for seat, text in own.sent.items()}, "commands": commands}
    return page(
        TEMPLATE,
        title=f"{contest} {room.place}",
        up=up,
        scripts=[*SCRIPTS, *scripts],
        styles=STYLES,
        whole=whole,
        header=header,
        film=data,
        packed="" if whole else _packed(data),
        heading=f"{contest}, game {room.place}",
        about=data["title"],
        playing=_sides(replay),
        id=replay.id,
        over=_over(replay),
        options=replay.options,
        others=[(other.place, other.replay.id, _sides(other.replay)) for other in others],
        rows=_rows(replay, its, others),
        deals=list(map(printable, diagrams(replay))),
        sheet=printable(score_sheet(replay)),
        stderr={seat: _told(replay, its, seat, written) for seat, written in stderr.items()},
        decisions=decisions,
        review_command=command("review", ladder, replay.id) if whole else "",
        # Readers of a site have no results, but some may save the game.
        record_command=command("record", ladder, replay.id) if whole else command("record", file) if room.saved else "",
        play_command=command("play", "--deal", file if room.saved else ladder, replay.id) if not own else "",
        own=own,
    )


def saved_as(contest: str, id_: str, seat: int | None = None) -> str:
    """Return the name of the file that the page of a game saves: of the game, or of what one seat was sent."""
    return f"{contest.partition(':')[0]}-{id_}" + (".record" if seat is None else f"-seat-{seat}.txt")


def again(place: str, id_: str, seat: int) -> str:
    """Return the command that plays a game again for a bot.

    Args:
        place: the file that the page of the game saves, or what a command line names the results.
        id_: the id of the game.
        seat: the seat of the bot.
    """
    words = ("record", place, "--seat", seat) if place.endswith(".record") else ("record", place, id_, "--seat", seat)
    return f"{command(*words)} | ./bot"


def _packed(data: Mapping[str, Any]) -> str:
    """Return the data of a page as JSON, packed with zlib, in base64. Lines of the record stand only in the record."""
    lines = [line for line in data["record"].split("\n")[1:] if line and not line.startswith("clock ")]
    told = [dict(frame) for frame in data["views"][ALL]]
    for frame, line in zip(told, lines, strict=False):
        if frame.get("x") == line:
            del frame["x"]
    data = {**data, "views": {**data["views"], ALL: told}}
    return b64encode(compress(json.dumps(data, separators=(",", ":")).encode(), LEVEL)).decode()


def _data(room: Room, its: Sequence[Step], ladder: str, record: str) -> dict[str, Any]:
    """Return what the script of the page needs."""
    replay = room.replay
    seats = sorted(set(replay.answers))
    return {
        **replay.data(),
        "room": room.place,
        "pack": list(replay.game.pack(replay.chosen)),
        "steps": its,
        "marks": marks(replay, its)._asdict(),
        "commands": {str(seat): again(ladder, replay.id, seat) for seat in seats},
        "record": record,
        "file": f"{replay.game.name}-{replay.id}.txt",
    }


def _sides(replay: Replay) -> list[str]:
    found: dict[int, str] = {}
    for name, side in zip(replay.names, replay.sides, strict=True):
        if side is not None:
            found.setdefault(side, name)
    return [found[side] for side in sorted(found)]


def _over(replay: Replay) -> Mapping[str, str]:
    """Return what the last line of a replay says of the end: scores, the reason and more."""
    last = replay.frames[-1]
    words = printable(last.line).split() if last.kind == "over" else []
    found = dict(word.split("=", 1) for word in words if "=" in word)
    return {word: value.replace(",", " ") for word, value in found.items() if word != "places"}


def _address(replay: Replay, step: Step) -> str:
    """Return the end of an address that leads to a step."""
    return f"#{replay.id}&deal={step.deal}&card={step.card}"


def _told(replay: Replay, its: Sequence[Step], seat: int, written: Written) -> list[Told]:
    """Return what a bot wrote to standard error, piece by piece, each with the step that shows it."""
    found = []
    for _, number, piece in said(replay, its, seat, written):
        text = printable(decoded(piece))
        if number is None:
            found.append(Told(None, "", "", text))
        else:
            step = its[number]
            found.append(Told(number, f"deal {step.deal}, card {step.card}", _address(replay, step), text))
    return found


def _rows(replay: Replay, its: Sequence[Step], others: Sequence[Room]) -> list[tuple[Row, list[Cell]]]:

    def cell(outcome: DealResult | None) -> Cell:
        if outcome is None or outcome.fork is None:
            return Cell(outcome, "", 0)
        fork = outcome.fork
        step = next(step for step in its if step.end >= fork.at)
        return Cell(outcome, _address(replay, step), step.card)

    rows = deals_compared(replay, [other.replay for other in others]) if others else []
    return [(row, [cell(outcome) for outcome in row.others]) for row in rows]
