"""The games of a ladder as a list: all of them, or those that somebody looks for; and one of them by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from rich.cells import cell_len

from arena.cli.progress import look_into, print_last_words
from arena.cli.screen import GAP, out, plain_table, say, shortened, table
from arena.errors import UserError, command
from arena.results.authors import seats_of
from arena.results.lookup import ALL_GAMES, Choice, chosen, ids_of_bots, names_in, scores_text
from arena.store import ListedGame, NoRecord, Store, StoredEntrant
from arena.table.outcome import Fault

HEADS = ("game", "contest", "set", "sides", "scores", "reason", "faults")
RIGHT = ("set", "scores")
MANY = 2000
"""More games than this are listed without wrapping: for a million, rich would take ten minutes."""
SHORTEST = 5
"""The least characters of an id in a terminal; more if two games begin alike."""
SIDES = 12
"""The least width of the column of sides in a terminal."""


def print_games(store: Store, ladder: str, choice: Choice = ALL_GAMES) -> None:
    """List games, those with a fault first unless another order is asked for; then the faults of each bot.

    Args:
        store: the results.
        ladder: what the command line names them.
        choice: which games, and in which order.

    Raises:
        UserError: a bot that is named has not played.
    """
    names = names_in(store)
    faults = _Faults(names)
    chunks = chosen(store, choice, ids_of_bots(store, choice.bots))
    first = next(chunks, None)
    if first is None:
        out.print(table(HEADS, ()))
        return
    chunks = (_noted(rows, faults) for rows in chain([first], chunks))
    if store.played() <= MANY:
        _print_few([*chain.from_iterable(chunks)], names)
    else:
        lines = ([_cells(row, names) for row in rows] for rows in chunks)
        for text in plain_table(HEADS, lines, right=RIGHT):
            say(text + "\n")
    for line in _who_they_are(names, store.entrants()):
        out.print(line, style="dim", soft_wrap=True)
    faults.print(store)
    shown = _to_look_at(store, ladder, first[0][0])
    words = look_into(ladder, *faults.first)[0] if faults.first else shown
    out.print(f"\nTry: {words}", style="dim", soft_wrap=True)


def _to_look_at(store: Store, ladder: str, first: str) -> str:
    """Return a command that shows a game: the first of the list, or one with a record; print if some have none."""
    recorded, played = store.recorded(), store.played()
    if recorded is not None and len(recorded) < played:
        text = f"no record was kept of {played - len(recorded)} of the {played} games of this ladder (records = ...)"
        out.print(f"\n{text}", style="dim", soft_wrap=True)
    try:
        store.record(first)
    except NoRecord:
        if not recorded:
            return command("record", ladder, first, "--used")
        [game] = store.games_of([max(recorded)]).values()
        first = game.id
    except UserError:
        pass  # a damaged one is named all the same, and says so
    return command("record", ladder, first)


def _print_few(games: Sequence[ListedGame], names: Mapping[str, str]) -> None:
    """Print games as a table. In a terminal ids are as short as they can be, and a game takes a line if possible."""
    rows = [_cells(game, names) for game in games]
    if not out.is_terminal:
        out.print(table(HEADS, rows, right=RIGHT))
        return
    short = _shortest([game.id for game in games])
    rows = [(id_[:short], *rest) for id_, *rest in rows]
    heads: Sequence[str] = HEADS
    contests = {contest for _, contest, *_ in rows}
    if len(contests) == 1:
        out.print(f"{contests.pop()}\n")
        heads, rows = (HEADS[0], *HEADS[2:]), [(id_, *rest) for id_, _, *rest in rows]
    at = heads.index("sides")
    wide = [max(map(cell_len, column)) for column in zip(heads, *rows, strict=True)]
    room = max(SIDES, out.width - sum(wide) - GAP * (len(wide) - 1) + wide[at])
    rows = [(*row[:at], shortened(row[at], room), *row[at + 1 :]) for row in rows]
    out.print(table(heads, rows, right=RIGHT))


def _shortest(ids: Sequence[str]) -> int:
    """Return how many characters tell ids apart."""
    return next((size for size in range(SHORTEST, 16) if len({id_[:size] for id_ in ids}) == len(set(ids))), 16)


def _cells(game: ListedGame, names: Mapping[str, str]) -> tuple[str, ...]:
    playing = " - ".join([names[side] for side in game.sides])
    where = game.id, game.contest, f"{game.set}.{game.room + 1}", playing
    return *where, scores_text(game.scores), _why(game.reason, game.extra), _faults(game.faults)


def _noted(games: list[ListedGame], noted: _Faults) -> list[ListedGame]:
    """Return games after their faults were noted."""
    for game in games:
        if game.faults:
            noted.note(game.id, game.contest, game.sides, game.faults)
    return games


class _Faults:
    """The faults of each bot in a list of games: how many of each kind, and the first one.

    Args:
        names: id -> name of the entrants.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self.first: tuple[str, Fault] | None = None
        """The first game with a fault, and that fault."""
        self._names = names
        self._found: dict[tuple[str, str], tuple[int, str, Fault]] = {}
        """Name of a bot and kind -> the number of games with such a fault; the first one's id, and its fault."""

    def note(self, game: str, contest: str, sides: Sequence[str], faults: Sequence[Fault]) -> None:
        seats = seats_of(contest)
        self.first = self.first or (game, faults[0])
        guilty: dict[tuple[str, str], Fault] = {}
        for fault in faults:
            side = seats[fault.seat] if fault.seat < len(seats) else None
            guilty.setdefault((game if side is None else self._names[sides[side]], fault.kind), fault)
        for key, fault in guilty.items():
            count, first, begun = self._found.get(key, (0, game, fault))
            self._found[key] = (count + 1, first, begun)

    def print(self, store: Store) -> None:
        """Print a line or two for each bot and kind, the most frequent first."""
        for (name, kind), (count, game, fault) in sorted(self._found.items(), key=lambda each: -each[1][0]):
            games = f"{count} games, first in" if count > 1 else "1 game,"
            out.print(f"\n{name}: {kind} in {games} seat {fault.seat} of {game}: {fault.text}")
            print_last_words(fault, store.failures(game), out)


def _who_they_are(names: Mapping[str, str], entrants: Mapping[str, StoredEntrant]) -> Iterator[str]:
    """Yield a line for each entrant that is called by its id, since another one has its name: which one it is."""
    for id_, name in names.items():
        if name == id_ and (version := entrants[id_].version):
            yield f"{name} is version {version}"


def _why(reason: str, extra: Mapping[str, str]) -> str:
    return " ".join((reason, *(f"{key}={value}" for key, value in extra.items() if value != "1"))) if extra else reason


def _faults(faults: Sequence[Fault]) -> str:
    return ", ".join([f"{fault.kind} in seat {fault.seat}" for fault in faults])
