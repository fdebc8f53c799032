"""What is kept of what a bot wrote in a game, and a moment of a game as a file."""

from __future__ import annotations

import os
from collections.abc import Callable

from arena.app.game import UNPLAYABLE
from arena.errors import UserError, command
from arena.games.kernel import Seat
from arena.games.study import StudyError, study_of
from arena.replay.frames import Replay, replay_of
from arena.replay.steps import said, steps
from arena.results.authors import written_in
from arena.results.replay import NoSuchMoment, NotARecord, moment
from arena.schedules.plan import PlannedGame
from arena.store import Store
from arena.table.stderr import Written

END = "end"
"""The word for the end of a game."""
LEFT_OUT = b"[... left out ...]"
"""What stands for standard error that was too much to be kept."""


def seat_of(store: Store, game_id: str, stream: str, ladder: str, named: Seat | None) -> Seat:
    """Return the seat whose stream is asked for: the one that is named, or the only one that failed."""
    seats = sorted({failure.fault.seat for failure in store.failures(game_id)})
    if named is None and len(seats) != 1:
        hints = [command("record", ladder, game_id, "--seat", seat, f"--{stream}") for seat in seats]
        failed = f": seats {' and '.join(map(str, seats))} failed" if seats else ", and none failed"
        raise UserError(f"--{stream} is about one bot{failed}", "\n  ".join(hints) or "name its seat: --seat 0")
    return seats[0] if named is None else named


def stream_of(store: Store, game_id: str, seat: Seat, stream: str, ladder: str, say: Callable[[str], None]) -> bytes:
    """Return what is kept of what a bot wrote: to standard error, or as its answers if it failed.

    Args:
        store: the results.
        game_id: the game.
        seat: the seat of the bot.
        stream: `stderr` or `said`.
        ladder: what the command line names the results.
        say: is told if there is nothing since the bot wrote nothing.

    Raises:
        UserError: it is not kept.
    """
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
            say(f"seat {seat} wrote nothing to standard error")
            return b""
        hint = 'keep_stderr = "all" in the ladder file, or --keep-stderr all, keeps it in games from then on'
    else:
        hint = f"{command('record', ladder, game_id, '--seat', seat)} prints the game with its answers"
    raise UserError(f"seat {seat} did not fail in {game_id}, so nothing of it is kept", hint)


def of_deal(store: Store, game: PlannedGame, seat: Seat, deal: int, ladder: str) -> bytes:
    """Return what a bot wrote to standard error in a deal, with a line before it for each decision."""
    hint = f"{command('record', ladder, game.id, '--seat', seat, '--stderr')} prints all of it"
    written = written_in(store, game).get(seat, Written(b""))
    if written.text and not written.marks:
        raise UserError(f"seat {seat} wrote to standard error, but nobody knows what of it in deal {deal}", hint)
    try:
        replay = replay_without_views(store, game)
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


def replay_without_views(store: Store, game: PlannedGame) -> Replay:
    """Return the replay of a game without the views of its seats."""
    return replay_of(store.record(game.id), game.chance, store.season_of(game.id).key, seats=False)


def study_text(store: Store, game: PlannedGame, position: str, deal: int | None, ladder: str) -> str:
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
