"""`arena record` and `arena verify`: print games or what a bot was sent, and check that results are right."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

from arena import protocol
from arena.cli.places import open_results, results_of
from arena.cli.progress import look_into, print_last_words
from arena.cli.screen import Screen, err, out, plain_table, say, say_bytes, table
from arena.errors import ConfigErrors, UserError, command
from arena.games.kernel import Seat
from arena.games.study import StudyError, study_of
from arena.results import verify as checks
from arena.results.replay import NoSuchMoment, NotARecord, moment, sent_to
from arena.results.standings import display_names
from arena.settings.contest import sides_of
from arena.store import Comparison, Store, StoredEntrant, rebuild
from arena.table.outcome import USE_FIELDS, Fault

HEADS = ("game", "contest", "set", "sides", "scores", "reason", "faults")
RIGHT = ("set", "scores")
END = "end"
"""The word for the end of a game."""
MANY = 2000
"""More games than this are listed without wrapping: for a million, rich would take ten minutes."""


def record(
    ladder: str,
    game: str | None,
    seat: int | None,
    stream: str | None,
    position: str | None,
    deal: int | None,
    *,
    used: bool,
    raw: bool,
) -> None:
    """List the games of a ladder, or print one of them in one of several forms."""
    if deal is not None and position is None:
        raise UserError("--deal needs a position", "name one: --position N")
    if game is None and (seat is not None or stream or used):
        message = "--seat, --stderr, --said and --used are about one game"
        raise UserError(message, f"name it after the ladder; {command('record', ladder)} lists the games")
    if raw and seat is None and not stream:
        raise UserError("--raw is about what one bot was sent or wrote", "name its seat: --seat N")
    if position is not None and (game is None or seat is not None or stream or used):
        alone = (
            "leave out --seat, --stderr, --said and --used" if game else f"{command('record', ladder)} lists the games"
        )
        raise UserError("--position needs a game, and goes with --deal only", alone)
    with open_results(ladder) as store:
        if game is not None and not used:
            _say_if_hidden(store, game, ladder)
        if game is None:
            _list(store, ladder)
        elif position is not None:
            say(_study(store, game, position, deal, ladder))
        elif used:
            _print_uses(store, store.game(game).id)
        elif stream:
            found = store.game(game).id
            say_bytes(_stream(store, found, _seat_of(store, found, stream, ladder, seat), stream, ladder), raw=raw)
        elif seat is None:
            _print_record(store, store.game(game).id, ladder)
        else:
            say_bytes(b"".join(_sent(store, game, seat)), raw=raw)


def _say_if_hidden(store: Store, game: str, ladder: str) -> None:
    """Print a warning if the season of a game is open, so that its packs must not be published."""
    season = store.season_of(store.game(game).id)
    if season.hidden:
        close = command("season", "close", ladder)
        text = f"season {season.number} is open: keep this to yourself until it is closed ({close}); it shows packs"
        err.print(text, style="yellow", soft_wrap=True)


def _list(store: Store, ladder: str) -> None:
    """List the games, those with a fault first; then the faults of each bot.

    Args:
        store: the results.
        ladder: what the command line names them.
    """
    names = _names(store)
    faults = _Faults(names)
    lines = _listed(store, names, faults)
    first = next(lines, None)
    if first is None:
        out.print(table(HEADS, ()))
        return
    lines = chain([first], lines)
    if store.counts().done <= MANY:
        out.print(table(HEADS, chain.from_iterable(lines), right=RIGHT, wrap=("contest", "sides", "reason", "faults")))
    else:
        for text in plain_table(HEADS, lines, right=RIGHT):
            say(text + "\n")
    for line in _who_they_are(names, store.entrants()):
        out.print(line, style="dim", soft_wrap=True)
    faults.print(store)
    words = look_into(ladder, *faults.first)[0] if faults.first else command("record", ladder, first[0][0], "--seat", 0)
    out.print(f"\nTry: {words}", style="dim", soft_wrap=True)


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
        """Note the faults of a game."""
        seats = _sides(contest)
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


@lru_cache(1000)
def _sides(contest: str) -> Sequence[int | None]:
    """Return the side of each seat of a contest; none if this version of the arena does not know the contest."""
    try:
        return sides_of(contest)
    except ConfigErrors:
        return ()


def _names(store: Store) -> dict[str, str]:
    """Return what to call the entrants that have played, by id: as ladders do, no two the same."""
    playing = store.playing()
    return display_names({id_: known for id_, known in store.entrants().items() if id_ in playing})


def _who_they_are(names: Mapping[str, str], entrants: Mapping[str, StoredEntrant]) -> Iterator[str]:
    """Yield a line for each entrant that is called by its id, since another one has its name: which one it is.

    Args:
        names: id -> what it is called.
        entrants: id -> entrant.
    """
    for id_, name in names.items():
        if name == id_ and (version := entrants[id_].version):
            yield f"{name} is version {version}"


def _listed(store: Store, names: Mapping[str, str], noted: _Faults) -> Iterator[list[tuple[str, ...]]]:
    """Yield the rows of the list of games, many at a time, games with a fault first.

    Args:
        store: the results.
        names: id -> name of the entrants.
        noted: takes the faults.
    """

    @lru_cache(10_000)  # the same sides come again and again
    def playing(sides: tuple[str, ...]) -> str:
        return " - ".join([names[side] for side in sides])

    for faulty in (True, False):
        for rows in store.listing(faulty=faulty):
            for id_, contest, _, _, sides, *_, faults in rows if faulty else ():
                noted.note(id_, contest, sides, faults)
            yield [
                (id_, contest, f"{set_}.{room + 1}", playing(sides), _scores(scores), _why(why, extra), _faults(faults))
                for id_, contest, set_, room, sides, scores, why, extra, faults in rows
            ]


@lru_cache(10_000)
def _scores(scores: tuple[int, ...] | None) -> str:
    return ":".join(map(str, scores or ())) or "-"


def _why(reason: str, extra: Mapping[str, str]) -> str:
    return " ".join((reason, *(f"{key}={value}" for key, value in extra.items() if value != "1"))) if extra else reason


def _faults(faults: Sequence[Fault]) -> str:
    return ", ".join([f"{fault.kind} in seat {fault.seat}" for fault in faults])


def _print_uses(store: Store, game_id: str) -> None:
    """Print the faults of a game, and what each seat used as far as it is known."""
    uses = dict(store.uses(game_id)).get(game_id)
    if uses is None:
        store.record(game_id)  # raises an error that says why there is nothing
        return
    _print_failures(store, game_id, out)
    _print_seats(store, game_id)
    measured = {name for use in uses.values() for name in use.measured()}
    seats = {f"seat {seat}": use for seat, use in sorted(uses.items())}
    rows = [(name, *(_number(getattr(use, name)) for use in seats.values())) for name in USE_FIELDS if name in measured]
    out.print(table(("used", *seats), rows, right=(*seats,)))
    for name, value in dict(store.conditions_of_games(game_id)).get(game_id, {}).items():
        out.print(f"{name} {value}", style="dim")


def _print_seats(store: Store, game_id: str) -> None:
    """Print who sat where in a game."""
    game, names = store.game(game_id), _names(store)
    seats = _sides(game.contest)
    for side, id_ in enumerate(game.sides):
        own = [str(seat) for seat, its in enumerate(seats) if its == side]
        out.print(f"{names.get(id_, id_)}: {'seat' if len(own) == 1 else 'seats'} {' and '.join(own) or '?'}")


def _number(value: object) -> str:
    return "-" if value is None else f"{value:.1f}" if isinstance(value, float) else str(value)


def _print_failures(store: Store, game_id: str, console: Screen) -> None:
    """Print the faults of a game, each with the last words of the bot."""
    failures = store.failures(game_id)
    for failure in failures:
        console.print(f"seat {failure.fault.seat}: {failure.fault.kind}: {failure.fault.text}")
        print_last_words(failure.fault, failures, console)


def _print_record(store: Store, game_id: str, ladder: str) -> None:
    """Print the record of a game; and on standard error, for people only, its faults and how to see more of them."""
    say(store.record(game_id))
    _print_failures(store, game_id, err)
    for failure in store.failures(game_id)[:1]:
        words, about = look_into(ladder, game_id, failure.fault)
        err.print(f"{about}: {words}", style="dim", soft_wrap=True)


def _seat_of(store: Store, game_id: str, stream: str, ladder: str, named: Seat | None) -> Seat:
    """Return the seat whose stream is asked for: the one that is named, or the only one that failed.

    Raises:
        UserError: none is named, and not exactly one failed.
    """
    seats = sorted({failure.fault.seat for failure in store.failures(game_id)})
    if named is None and len(seats) != 1:
        hints = [command("record", ladder, game_id, "--seat", seat, f"--{stream}") for seat in seats]
        failed = f": seats {' and '.join(map(str, seats))} failed" if seats else ", and none failed"
        raise UserError(f"--{stream} is about one bot{failed}", "\n  ".join(hints) or "name its seat: --seat 0")
    return seats[0] if named is None else named


def _stream(store: Store, game_id: str, seat: Seat, stream: str, ladder: str) -> bytes:
    """Return what is kept of what a bot wrote: to standard error, or as its answers if it failed.

    Raises:
        UserError: nothing is kept.
    """
    for failure in store.failures(game_id):
        if failure.fault.seat == seat:
            return failure.stderr if stream == "stderr" else failure.received
    store.record(game_id)  # a game that was not played has an error of its own
    if stream == "stderr":
        kept = store.stderr(game_id)
        if seat in kept:
            return kept[seat]
        use = dict(store.uses(game_id))[game_id].get(seat)
        if use is not None and use.sent is not None and not use.stderr:
            err.print(f"seat {seat} wrote nothing to standard error", style="dim")
            return b""
        hint = 'keep_stderr = "all" in the ladder file, or --keep-stderr all, keeps it in games from then on'
    else:
        hint = f"{command('record', ladder, game_id, '--seat', seat)} prints the game with its answers"
    raise UserError(f"seat {seat} did not fail in {game_id}, so nothing of it is kept", hint)


def _study(store: Store, game: str, position: str, deal: int | None, ladder: str) -> str:
    """Return a moment of a game as the text of a study.

    Args:
        store: the results.
        game: the id of the game, or the beginning of it.
        position: the number of answers before the moment, or `end`.
        deal: the deal from whose start answers are counted; None for the start of the game.
        ladder: what the command line names the results.
    """
    if not (position.isdecimal() or (position == END and deal is None)):
        raise UserError(f"--position {position}: not a number of answers", f"give a number or, without --deal, {END!r}")
    row = store.game(game)
    answers = None if position == END else int(position)
    try:
        found = moment(store.record(row.id), row.chance, store.season_of(row.id).key, answers, deal)
        return study_of(*found)
    except (NotARecord, NoSuchMoment, StudyError) as error:
        hint = f"{command('record', ladder, row.id)} shows every answer"
        raise UserError(f"{row.id}: {error}", hint, os.EX_DATAERR) from error


def _sent(store: Store, game: str, seat: int) -> Iterator[bytes]:
    """Yield what a seat was sent: the stored text if its bot failed, else worked out from the record."""
    row = store.game(game)
    for failure in store.failures(row.id):
        if failure.fault.seat == seat and failure.sent:
            yield failure.sent
            return
    for message in sent_to(store.record(row.id), row.chance, store.season_of(row.id).key, seat):
        yield protocol.LINE.encode(message, None)


def verify(ladder: str, *, anew: bool) -> None:
    """Check results and print what is wrong; with `anew`, rebuild a damaged file first."""
    if anew:
        _rebuild(results_of(ladder))
    comparison, broken, count, seasons = Comparison(), [], 0, 0
    with open_results(ladder) as store:
        try:
            broken += store.problems()
            comparison = store.compare()
            broken += [*comparison.lost, *comparison.unread]
            problems = [*broken, *checks.check(store)]
            count, seasons = store.counts().done, len(store.seasons())
        except UserError as error:  # one that ends the check; what was found before it still counts
            broken.append(f"{error}: the rest was not checked")
            problems = broken
    for note in comparison.notes:
        err.print(note, style="yellow")
    for problem in problems:
        out.print(problem)
    if problems:
        err.print(f"{len(problems)} problems were found", style="red")
        if broken:
            err.print(f"to repair what the journal knows: {command('verify', ladder, '--rebuild')}", soft_wrap=True)
        raise SystemExit(1)
    keys = "the key is the one" if seasons == 1 else f"the keys of {seasons} seasons are those"
    out.print(f"{count} games played again: all records are true, and {keys} committed to", soft_wrap=True)


def _rebuild(path: Path) -> None:
    """Rebuild a damaged database or journal, and print the outcome."""
    found = rebuild(path)
    if found is None:
        out.print(f"{path} is sound and has everything that its journal has: nothing was changed")
        return
    for note in found.notes:
        err.print(note, style="yellow")
    kept = f"; the old one is kept as {found.kept}" if found.kept else ""
    out.print(f"the {found.what} was made anew with {found.results} results{kept}")
