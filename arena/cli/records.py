"""`arena record` and `arena verify`: print games or what a bot was sent, and check that results are right."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from arena.app.game import UNPLAYABLE, page_of
from arena.app.ladders import game_saved_in
from arena.cli.game_list import print_games
from arena.cli.progress import look_into, print_last_words
from arena.cli.results import open_results
from arena.cli.screen import Screen, err, out, say, say_bytes, table
from arena.errors import UserError, command
from arena.games.kernel import Seat
from arena.games.study import StudyError, study_of
from arena.replay.diagram import diagram, parts, score_sheet
from arena.replay.frames import Replay, replay_of
from arena.replay.steps import said, steps
from arena.results.authors import seats_of, sent_in, written_in
from arena.results.lookup import Choice, named_game, names_in
from arena.results.replay import NoSuchMoment, NotARecord, moment
from arena.schedules.plan import PlannedGame
from arena.store import Store, rebuild
from arena.table.outcome import USE_FIELDS
from arena.table.stderr import Written

END = "end"
"""The word for the end of a game."""
LEFT_OUT = b"[... left out ...]"
"""What stands for standard error that was too much to be kept."""


def record(
    ladder: str,
    game: str | None,
    seat: int | None,
    stream: str | None,
    position: str | None,
    deal: int | None,
    bots: tuple[str, ...],
    fault: str | None,
    order: str | None,
    *,
    html: bool,
    lines: bool,
    lost: bool,
    used: bool,
    raw: bool,
) -> None:
    """List games of a ladder, or print one of them in one of several forms."""
    game = game or game_saved_in(ladder)
    forms = [
        name
        for name, said in (
            *(("--html", html), ("--lines", lines), ("--used", used), ("--position", position is not None)),
            ("--seat", seat is not None and (html or not stream)),
            (f"--{stream}", stream is not None and not (html and stream == "stderr")),
        )
        if said
    ]
    _check(ladder, game, forms, deal=deal, choosing=lost or fault is not None or order is not None)
    if raw and seat is None and not stream:
        raise UserError("--raw is about what one bot was sent or wrote", "name its seat: --seat N")
    if html and out.is_terminal:
        to = command("record", ladder, game or "GAME", "--html")
        raise UserError("--html prints a page for a browser, not for a terminal", f"{to} > game.html")
    if lost and not bots:
        raise UserError("--lost needs a bot", "say whose games: --bot NAME")
    choice = Choice(bots, lost=lost, by_margin=order is not None, fault=fault)
    with open_results(ladder) as store:
        if game is None:
            print_games(store, ladder, choice)
            return
        found = named_game(store, game, choice)
        if not used:
            _say_if_hidden(store, found, ladder)
        if html:
            say_bytes(page_of(store, found, ladder, stderr=stream is not None).encode())
        elif position is not None:
            say(_study(store, found, position, deal, ladder))
        elif used:
            _print_uses(store, found.id)
        elif stream:
            whose = _seat_of(store, found.id, stream, ladder, seat)
            text = _stream(store, found.id, whose, stream, ladder)
            say_bytes(text if deal is None or not text else _of_deal(store, found, whose, deal, ladder), raw=raw)
        elif seat is not None:
            say_bytes(b"".join(sent_in(store, found, seat)), raw=raw)
        elif lines:
            _print_record(store, found.id, ladder)
        else:
            _print_diagrams(store, found, deal, ladder)


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


def _print_diagrams(store: Store, game: PlannedGame, deal: int | None, ladder: str) -> None:
    """Print a game as card players read it: hands, auction and tricks of each deal, then the score sheet.

    Args:
        store: the results.
        game: the game.
        deal: only the deal with this number; None for all.
        ladder: what the command line names the results.
    """
    try:
        replay = _replay(store, game)
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


def _seat_of(store: Store, game_id: str, stream: str, ladder: str, named: Seat | None) -> Seat:
    """Return the seat whose stream is asked for: the one that is named, or the only one that failed."""
    seats = sorted({failure.fault.seat for failure in store.failures(game_id)})
    if named is None and len(seats) != 1:
        hints = [command("record", ladder, game_id, "--seat", seat, f"--{stream}") for seat in seats]
        failed = f": seats {' and '.join(map(str, seats))} failed" if seats else ", and none failed"
        raise UserError(f"--{stream} is about one bot{failed}", "\n  ".join(hints) or "name its seat: --seat 0")
    return seats[0] if named is None else named


def _stream(store: Store, game_id: str, seat: Seat, stream: str, ladder: str) -> bytes:
    """Return what is kept of what a bot wrote: to standard error, or as its answers if it failed."""
    for failure in store.failures(game_id):
        if failure.fault.seat == seat:
            return failure.stderr if stream == "stderr" else failure.received
    store.check_played(game_id)
    if stream == "stderr":
        kept = store.stderr(game_id)
        if seat in kept:
            return kept[seat].text
        use = dict(store.uses(game_id))[game_id].get(seat)
        if use is not None and use.sent is not None and not use.stderr:
            err.print(f"seat {seat} wrote nothing to standard error", style="dim")
            return b""
        hint = 'keep_stderr = "all" in the ladder file, or --keep-stderr all, keeps it in games from then on'
    else:
        hint = f"{command('record', ladder, game_id, '--seat', seat)} prints the game with its answers"
    raise UserError(f"seat {seat} did not fail in {game_id}, so nothing of it is kept", hint)


def _of_deal(store: Store, game: PlannedGame, seat: Seat, deal: int, ladder: str) -> bytes:
    """Return what a bot wrote to standard error in a deal, with a line before it for each decision."""
    hint = f"{command('record', ladder, game.id, '--seat', seat, '--stderr')} prints all of it"
    written = written_in(store, game).get(seat, Written(b""))
    if written.text and not written.marks:
        raise UserError(f"seat {seat} wrote to standard error, but nobody knows what of it in deal {deal}", hint)
    try:
        replay = _replay(store, game)
    except UNPLAYABLE as error:
        raise UserError(f"this arena cannot play {game.id} again ({error})", hint, os.EX_DATAERR) from error
    its = steps(replay)
    found = []
    for frame, step, text in said(replay, its, seat, written):
        if frame is not None and step is not None and its[step].deal == deal:
            begun = f"--- card {its[step].card}: {replay.frames[frame].line}\n".encode()
            found.append(begun + (text or LEFT_OUT) + b"\n" * (not text.endswith(b"\n")))
    if not found:
        raise UserError(f"seat {seat} wrote nothing to standard error in deal {deal}", hint)
    return b"".join(found)


def _replay(store: Store, game: PlannedGame) -> Replay:
    """Return the replay of a game without the views of its seats."""
    return replay_of(store.record(game.id), game.chance, store.season_of(game.id).key, seats=False)


def _study(store: Store, game: PlannedGame, position: str, deal: int | None, ladder: str) -> str:
    """Return a moment of a game as the text of a study.

    Args:
        store: the results.
        game: the game.
        position: the number of answers before the moment, or `end`.
        deal: the deal from whose start answers are counted; None for the start of the game.
        ladder: what the command line names the results.
    """
    if not (position.isdecimal() or (position == END and deal is None)):
        raise UserError(f"--position {position}: not a number of answers", f"give a number or, without --deal, {END!r}")
    answers = None if position == END else int(position)
    try:
        found = moment(store.record(game.id), game.chance, store.season_of(game.id).key, answers, deal)
        return study_of(*found)
    except (NotARecord, NoSuchMoment, StudyError) as error:
        hint = f"{command('record', ladder, game.id)} shows every answer"
        raise UserError(f"{game.id}: {error}", hint, os.EX_DATAERR) from error


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
