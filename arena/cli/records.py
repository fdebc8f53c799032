"""`arena record` and `arena verify`: print games or what a bot was sent, and check that results are right."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

import protocol
from arena.cli.places import open_results, results_of
from arena.cli.screen import err, out, plain_table, say, say_bytes, table
from arena.errors import UserError
from arena.games.study import StudyError, study_of
from arena.results import verify as checks
from arena.results.replay import NoSuchMoment, NotARecord, moment, sent_to
from arena.store import Comparison, Store, rebuild
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
    if raw and seat is None:
        raise UserError("--raw is about what one bot was sent or wrote", "name its seat: --seat N")
    if position is not None and (game is None or seat is not None or stream or used):
        raise UserError("--position needs a game, and goes with --deal only", "arena record LADDER GAME --position N")
    with open_results(ladder) as store:
        if game is not None and not used:
            _say_if_hidden(store, game)
        if game is None:
            _list(store)
        elif position is not None:
            say(_study(store, game, position, deal))
        elif used:
            _print_uses(store, store.game(game).id)
        elif seat is None:
            if stream:
                raise UserError(f"--{stream} is about one bot", "name its seat: --seat N")
            say(store.record(store.game(game).id))
        elif stream:
            say_bytes(_failed_stream(store, store.game(game).id, seat, stream), raw=raw)
        else:
            say_bytes(b"".join(_sent(store, game, seat)), raw=raw)


def _say_if_hidden(store: Store, game: str) -> None:
    """Print a warning if the season of a game is open, so that its packs must not be published."""
    season = store.season_of(store.game(game).id)
    if season.hidden:
        text = f"season {season.number} is open: keep this to yourself until arena season close; it shows packs"
        err.print(text, style="yellow", soft_wrap=True)


def _list(store: Store) -> None:
    """List the games, those with a fault first."""
    lines = _listed(store, {id_: known.name for id_, known in store.entrants().items()})
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
    out.print(f"\nTry: arena record LADDER {first[0][0]} --seat 0", style="dim")


def _listed(store: Store, names: Mapping[str, str]) -> Iterator[list[tuple[str, ...]]]:
    """Yield the rows of the list of games, many at a time, games with a fault first.

    Args:
        store: the results.
        names: id -> name of the entrants.
    """

    @lru_cache(10_000)  # the same sides come again and again
    def playing(sides: tuple[str, ...]) -> str:
        return " - ".join([names[side] for side in sides])

    for faulty in (True, False):
        for rows in store.listing(faulty=faulty):
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
    for failure in store.failures(game_id):
        out.print(f"seat {failure.fault.seat}: {failure.fault.kind}: {failure.fault.text}")
    measured = {name for use in uses.values() for name in use.measured()}
    names = [name for name in USE_FIELDS if name in measured]
    rows = [(str(seat), *(_number(getattr(use, name)) for name in names)) for seat, use in sorted(uses.items())]
    out.print(table(("seat", *names), rows, right=("seat", *names)))
    for name, value in dict(store.conditions_of_games(game_id)).get(game_id, {}).items():
        out.print(f"{name} {value}", style="dim")


def _number(value: object) -> str:
    return "-" if value is None else f"{value:.1f}" if isinstance(value, float) else str(value)


def _failed_stream(store: Store, game_id: str, seat: int, stream: str) -> bytes:
    for failure in store.failures(game_id):
        if failure.fault.seat == seat:
            return failure.stderr if stream == "stderr" else failure.received
    raise UserError(
        f"seat {seat} did not fail in {game_id}, so nothing of it is kept",
        "standard error and output are kept for failed bots only; arena record LADDER lists their games first",
    )


def _study(store: Store, game: str, position: str, deal: int | None) -> str:
    """Return a moment of a game as the text of a study.

    Args:
        store: the results.
        game: the id of the game, or the beginning of it.
        position: the number of answers before the moment, or `end`.
        deal: the deal from whose start answers are counted; None for the start of the game.
    """
    if not (position.isdecimal() or (position == END and deal is None)):
        raise UserError(f"--position {position}: not a number of answers", f"give a number or, without --deal, {END!r}")
    row = store.game(game)
    answers = None if position == END else int(position)
    try:
        found = moment(store.record(row.id), row.chance, store.season_of(row.id).key, answers, deal)
        return study_of(*found)
    except (NotARecord, NoSuchMoment, StudyError) as error:
        raise UserError(f"{row.id}: {error}", "arena record LADDER GAME shows every answer", os.EX_DATAERR) from error


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
            err.print(f"to repair what the journal knows: arena verify {ladder} --rebuild")
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
