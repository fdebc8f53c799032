"""Games that were played, and their records, for programs that look at them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from html import escape
from itertools import chain
from pathlib import Path
from typing import Self
from weakref import finalize

from arena.app.ladders import as_word, open_results
from arena.bots.removal import temporary
from arena.errors import UserError, command
from arena.escapes import printable
from arena.games.kernel import IllegalWord
from arena.protocol import ArenaFault
from arena.replay.diagram import diagram, parts, score_sheet
from arena.replay.frames import Replay, replay_of
from arena.results.authors import written_in
from arena.results.lookup import Choice, chosen, ids_of_bots, names_in
from arena.results.replay import NotARecord
from arena.schedules.plan import PlannedGame
from arena.store import ListedGame, Store
from arena.table.outcome import Failure, Fault

UNPLAYABLE = (NotARecord, IllegalWord, ArenaFault, ValueError, KeyError)
"""What a record may raise that this arena cannot play again."""


@dataclass(frozen=True)
class Record:
    """The record of a game: every line of it, and what the rules made of it.

    Args:
        text: the record, as `arena record --lines` prints it.
        chance: the label of the game's packs.
        key: the key of its season.
        names: id -> name of its bots.
    """

    text: str
    chance: str
    key: str
    names: dict[str, str]

    def __str__(self) -> str:
        return self.text

    def replay(self) -> Replay:
        """Return what lay where after every line.

        Raises:
            UserError: this arena cannot play the record again.
        """
        try:
            found = replay_of(self.text, self.chance, self.key, seats=False)
        except UNPLAYABLE as error:
            raise UserError(f"this arena cannot play the game again ({error})", "its text has the lines") from error
        return replace(found, names=tuple([self.names.get(id_, id_) for id_ in found.names]))

    def show(self, deal: int | None = None) -> str:
        """Return the game as card players read it: hands, auction and tricks of each deal, then the score sheet.

        Args:
            deal: only the deal with this number, from 1; None for all.

        Raises:
            UserError: there is no such deal, or this arena cannot play the record again.
        """
        replay = self.replay()
        deals = parts(replay.frames)
        if deal is not None and all(part.number != deal for part in deals):
            raise UserError(f"there is no deal {deal}", f"it has deals 1 to {deals[-1].number}")
        shown = [diagram(replay, part) for part in deals if deal is None or part.number == deal]
        if deal is None and (sheet := score_sheet(replay)):
            shown.append(f"Score sheet\n\n{sheet}")
        return "\n\n".join(shown)


class Place:
    """A folder for results that nobody named, which is there as long as somebody holds this."""

    def __init__(self) -> None:
        opened = ExitStack()
        self.path: Path = opened.enter_context(temporary("arena-match-"))
        self.remove: Callable[[], object] = finalize(self, opened.close)

    def __deepcopy__(self, _: object) -> Self:
        """Return the same folder, which a copy of a match needs as long."""
        return self


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played.

    Args:
        id: its id.
        contest: what was played.
        set: the number of its duplicate set, from 1.
        room: the number of its room in the set, from 0.
        bots: the name of the bot on each side.
        places: the place of each side; 1 is the first.
        scores: the score of each side; empty if a fault cut the game short.
        faults: the faults of all seats.
        results: the file of its results.
    """

    id: str
    contest: str
    set: int
    room: int
    bots: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    faults: tuple[Fault, ...]
    results: Path
    _place: Place | None = field(default=None, repr=False, compare=False)

    @property
    def record(self) -> Record:
        """Its record.

        Raises:
            UserError: the record was not kept, or the results are gone.
        """
        with open_results(str(self.results)) as store:
            planned = store.game(self.id)
            return Record(store.record(self.id), planned.chance, store.season_of(self.id).key, names_in(store))

    @property
    def failures(self) -> Sequence[Failure]:
        """The faults with what their authors get to see: the last lines of the bot's streams.

        Raises:
            UserError: the results are gone.
        """
        with open_results(str(self.results)) as store:
            return list(store.failures(self.id))

    def page(self, *, stderr: bool = False) -> str:
        """Return the game as a page for a browser, in one file that needs nothing else, as `arena record --html` does.

        It shows all hands, so keep it to yourself while the season is open.

        Args:
            stderr: whether it shows what bots wrote to standard error, if that was kept.

        Raises:
            UserError: the results are gone, or this arena cannot play the game again.
        """
        with open_results(str(self.results)) as store:
            return page_of(store, store.game(self.id), as_word(self.results), stderr=stderr)

    def _repr_html_(self) -> str:
        """Return what a notebook shows of it: its page, which has no access to the notebook around it."""
        try:
            page = self.page()
        except UserError as error:
            return f"<pre>{escape(printable(str(error)))}</pre>"
        return (
            f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="{escape(str(self))}" '
            'style="width: 100%; height: 48em; border: 0"></iframe>'
        )

    def __str__(self) -> str:
        scores = ":".join(map(str, self.scores)) or "-"
        return f"{self.set}.{self.room + 1} {self.id} {self.contest}: {' - '.join(self.bots)} {scores}"


def page_of(store: Store, game: PlannedGame, ladder: str, *, stderr: bool) -> str:
    """Return the page of a game.

    Args:
        store: the results.
        game: the game.
        ladder: what the command line names the results.
        stderr: whether it shows what bots wrote to standard error.

    Raises:
        UserError: this arena cannot play the game again, or cannot make pages.
    """
    from arena.web.replay import game_page, other_rooms, stored_room  # noqa: PLC0415 - an extra, for pages only

    names = names_in(store)
    try:
        room, others = stored_room(store, game, names), other_rooms(store, game, names)
    except (NotARecord, IllegalWord, ArenaFault) as error:
        hint = f"{command('record', ladder, game.id, '--lines')} prints its lines"
        raise UserError(f"this arena cannot play {game.id} again ({error})", hint, os.EX_DATAERR) from error
    shown = written_in(store, game) if stderr else {}
    return game_page(room, others, ladder=ladder, contest=game.contest, record=store.record(game.id), stderr=shown)


def games_in(store: Store, choice: Choice, place: Place | None = None) -> list[PlayedGame]:
    """Return games of a store.

    Args:
        store: the results.
        choice: which games.
        place: their folder, if it goes when nobody holds it.

    Raises:
        UserError: no bot with such a name has played.
    """
    names = names_in(store)
    return [
        *_games(chain.from_iterable(chosen(store, choice, ids_of_bots(store, choice.bots))), names, store.path, place)
    ]


def _games(
    rows: Iterable[ListedGame], names: dict[str, str], results: Path, place: Place | None
) -> Iterator[PlayedGame]:
    for row in rows:
        yield PlayedGame(
            id=row.id,
            contest=row.contest,
            set=row.set,
            room=row.room,
            bots=tuple([names.get(id_, id_) for id_ in row.sides]),
            places=row.places,
            scores=row.scores or (),
            faults=row.faults,
            results=results,
            _place=place,
        )
