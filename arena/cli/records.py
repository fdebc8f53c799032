"""`arena record` and `arena verify`: print games or what a bot was sent, and check that results are right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from arena.app.game import UNPLAYABLE, page_of
from arena.app.ladders import game_saved_in
from arena.app.streams import of_deal, replay_without_views, seat_of, stream_of, study_text
from arena.cli.game_list import print_games
from arena.cli.progress import look_into, print_last_words
from arena.cli.results import open_results
from arena.cli.screen import Screen, err, out, say, say_bytes, table
from arena.errors import UserError, command
from arena.replay.diagram import diagram, parts, score_sheet
from arena.results.authors import seats_of, sent_in
from arena.results.lookup import Choice, named_game, names_in
from arena.schedules.plan import PlannedGame
from arena.store import Store, rebuild
from arena.table.outcome import USE_FIELDS


class Asked(NamedTuple):
    """What the command line asks for: the arguments and options of `arena record`."""

    ladder: str
    game: str | None
    seat: int | None
    stream: str | None
    position: str | None
    deal: int | None
    bots: tuple[str, ...]
    fault: str | None
    order: str | None
    html: bool
    lines: bool
    lost: bool
    used: bool
    raw: bool


def record(asked: Asked) -> None:
    """List games of a ladder, or print one of them in one of several forms."""
    game = asked.game or game_saved_in(asked.ladder)
    forms = [
        name
        for name, said in (
            *(
                ("--html", asked.html),
                ("--lines", asked.lines),
                ("--used", asked.used),
                ("--position", asked.position is not None),
            ),
            ("--seat", asked.seat is not None and (asked.html or not asked.stream)),
            (f"--{asked.stream}", asked.stream is not None and not (asked.html and asked.stream == "stderr")),
        )
        if said
    ]
    _check(
        asked.ladder,
        game,
        forms,
        deal=asked.deal,
        choosing=asked.lost or asked.fault is not None or asked.order is not None,
    )
    if asked.raw and asked.seat is None and not asked.stream:
        raise UserError("--raw is about what one bot was sent or wrote", "name its seat: --seat N")
    if asked.html and out.is_terminal:
        to = command("record", asked.ladder, game or "GAME", "--html")
        raise UserError("--html prints a page for a browser, not for a terminal", f"{to} > game.html")
    if asked.lost and not asked.bots:
        raise UserError("--lost needs a bot", "say whose games: --bot NAME")
    choice = Choice(asked.bots, lost=asked.lost, by_margin=asked.order is not None, fault=asked.fault)
    with open_results(asked.ladder) as store:
        if game is None:
            print_games(store, asked.ladder, choice)
            return
        found = named_game(store, game, choice)
        _check_seat(found, asked.seat)
        if not asked.used:
            _say_if_hidden(store, found, asked.ladder)
        if asked.html:
            say_bytes(page_of(store, found, asked.ladder, stderr=asked.stream is not None).encode())
        elif asked.position is not None:
            say(study_text(store, found, asked.position, asked.deal, asked.ladder))
        elif asked.used:
            _print_uses(store, found.id)
        elif asked.stream:
            whose = seat_of(store, found, asked.stream, asked.ladder, asked.seat, asked.bots)
            text = stream_of(store, found.id, whose, asked.stream, asked.ladder, partial(err.print, style="dim"))
            say_bytes(
                text if asked.deal is None or not text else of_deal(store, found, whose, asked.deal, asked.ladder),
                raw=asked.raw,
            )
        elif asked.seat is not None:
            say_bytes(b"".join(sent_in(store, found, asked.seat)), raw=asked.raw)
        elif asked.lines:
            _print_record(store, found.id, asked.ladder)
        else:
            _print_diagrams(store, found, asked.deal, asked.ladder)


def _check(ladder: str, game: str | None, forms: Sequence[str], *, deal: int | None, choosing: bool) -> None:
    """Check that what the command line asks for goes together.

    Args:
        ladder: what it names the results.
        game: the game that it names.
        forms: the options that say in which form the game is printed.
        deal: the deal that it names.
        choosing: whether it chooses among games.
    """
    listing = f"{command('record', ladder)} lists the games"
    if game is None and (forms or deal is not None):
        given = ", ".join(forms or ["--deal"])
        raise UserError(f"{given}: this is about one game", f"name it after the ladder; {listing}")
    if game is not None and choosing:
        raise UserError("--lost, --by and --fault choose games of the list", "leave out the game")
    if len(forms) > 1:
        raise UserError(f"{' and '.join(forms)} do not go together", f"leave out {' or '.join(forms)}")
    if deal is not None and forms and forms not in (["--position"], ["--stderr"]):
        raise UserError(f"--deal does not go with {forms[0]}", "it goes with --position or --stderr, or alone")


def _check_seat(game: PlannedGame, seat: int | None) -> None:
    """Check that a game has the seat that is asked for, as far as its contest is known."""
    seats = [*map(str, range(len(seats_of(game.contest))))]
    if seat is not None and seats and str(seat) not in seats:
        raise UserError(f"--seat {seat}: {game.id} has no such seat", f"its seats: {', '.join(seats)}")


def _print_diagrams(store: Store, game: PlannedGame, deal: int | None, ladder: str) -> None:
    """Print a game as card players read it: hands, auction and tricks of each deal, then the score sheet.

    Args:
        store: the results.
        game: the game.
        deal: only the deal with this number; None for all.
        ladder: what the command line names the results.
    """
    try:
        replay = replay_without_views(store, game)
    except UNPLAYABLE as error:
        err.print(f"this arena cannot play the game again ({error}), so here are its lines", style="yellow")
        _print_record(store, game.id, ladder)
        return
    names = names_in(store)
    replay = replace(replay, names=tuple([names.get(id_, id_) for id_ in replay.names]))
    deals = parts(replay.frames)
    if deal is not None and all(part.number != deal for part in deals):
        raise UserError(f"{game.id} has no deal {deal}", f"it has deals 1 to {deals[-1].number}")
    out.print(f"{game.contest}, game {game.set}.{game.room + 1} ({game.id})")
    for part in deals:
        if deal is None or part.number == deal:
            out.print(f"\n{diagram(replay, part)}", soft_wrap=True)
    if deal is None and (sheet := score_sheet(replay)):
        out.print(f"\nScore sheet\n\n{sheet}", soft_wrap=True)
    _print_faults(store, game.id, ladder)
    if out.is_terminal:
        out.print(f"\nAs lines: {command('record', ladder, game.id)} --lines", style="dim", soft_wrap=True)
        if not store.season_of(game.id).hidden:
            out.print(
                f"The same cards for you: {command('play', '--deal', ladder, game.id)}", style="dim", soft_wrap=True
            )


def _say_if_hidden(store: Store, game: PlannedGame, ladder: str) -> None:
    """Print a warning if the season of a game is open, so that its packs must not be published."""
    season = store.season_of(game.id)
    if season.hidden:
        close = command("season", "close", ladder)
        text = f"season {season.number} is open: keep this to yourself until it is closed ({close}); it shows packs"
        err.print(text, style="yellow", soft_wrap=True)


def _print_uses(store: Store, game_id: str) -> None:
    """Print the faults of a game, and what each seat used as far as it is known."""
    uses = dict(store.uses(game_id)).get(game_id)
    if uses is None:
        store.check_played(game_id)  # raises an error that says why there is nothing
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
    game, names = store.game(game_id), names_in(store)
    seats = seats_of(game.contest)
    for side, id_ in enumerate(game.sides):
        own = [str(seat) for seat, its in enumerate(seats) if its == side]
        out.print(f"{names.get(id_, id_)}: {'seat' if len(own) == 1 else 'seats'} {' and '.join(own) or '?'}")


def _number(value: object) -> str:
    return "-" if value is None else f"{value:.1f}" if isinstance(value, float) else str(value)


def _print_failures(store: Store, game_id: str, console: Screen) -> None:
    failures = store.failures(game_id)
    for failure in failures:
        console.print(f"seat {failure.fault.seat}: {failure.fault.kind}: {failure.fault.text}")
        print_last_words(failure.fault, failures, console)


def _print_record(store: Store, game_id: str, ladder: str) -> None:
    say(store.record(game_id))
    _print_faults(store, game_id, ladder)


def _print_faults(store: Store, game_id: str, ladder: str) -> None:
    """Print on standard error, for people only, the faults of a game and how to see more of them."""
    _print_failures(store, game_id, err)
    for failure in store.failures(game_id)[:1]:
        words, about = look_into(ladder, game_id, failure.fault)
        err.print(f"{about}: {words}", style="dim", soft_wrap=True)


def rebuild_results(path: Path) -> None:
    """Rebuild a damaged database or journal, and print the outcome."""
    found = rebuild(path)
    if found is None:
        out.print(f"{path} is sound and has everything that its journal has: nothing was changed")
        return
    for note in found.notes:
        err.print(note, style="yellow")
    kept = f"; the old one is kept as {found.kept}" if found.kept else ""
    out.print(f"the {found.what} was made anew with {found.results} results{kept}")
