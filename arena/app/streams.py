"""What is kept of what a bot wrote in a game, and a moment of a game as a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from arena.app.game import UNPLAYABLE
from arena.errors import UserError, command
from arena.games.kernel import Seat
from arena.games.study import StudyError, study_of
from arena.replay.frames import Replay, replay_of
from arena.replay.steps import said, steps
from arena.results.authors import seats_of, written_in
from arena.results.lookup import ids_of_bots
from arena.results.replay import NoSuchMoment, NotARecord, moment
from arena.schedules.plan import PlannedGame
from arena.store import Store
from arena.table.stderr import Written

END = "end"
"""The word for the end of a game."""
WRITTEN = {"stderr": "standard error", "said": "standard output"}
"""What each stream is."""
LEFT_OUT = b"[... left out ...]"
"""What stands for standard error that was too much to be kept."""


def seat_of(store: Store, game: PlannedGame, stream: str, ladder: str, named: Seat | None, bots: Sequence[str]) -> Seat:
    """Return the seat whose stream is asked for.

    Args:
        store: the results.
        game: the game.
        stream: `stderr` or `said`.
        ladder: what the command line names the results.
        named: the seat that is asked for; None for the only one that failed, or else the only one of `bots`.
        bots: names or ids of bots; if there are any, only their seats count.

    Raises:
        UserError: no seat or several could be meant; the hint names each.
    """
    if named is not None:
        return named
    failed = sorted({failure.fault.seat for failure in store.failures(game.id)})
    meant, why = failed, "none failed"
    if bots:
        ids = frozenset[str]().union(*ids_of_bots(store, bots))
        own = [seat for seat, side in enumerate(seats_of(game.contest)) if side is not None and game.sides[side] in ids]
        if not own:
            raise UserError(f"{' and '.join(bots)} did not play in {game.id}")
        meant = sorted({*failed}.intersection(own)) or own
    if len(meant) == 1:
        return meant[0]
    if meant:
        why = f"seats {' and '.join(map(str, meant))} {'failed' if {*meant} <= {*failed} else 'are its'}"
    hints = [command("record", ladder, game.id, "--seat", seat, f"--{stream}") for seat in meant]
    raise UserError(f"--{stream} is about one bot: {why}", "\n  ".join(hints) or "name its seat: --seat 0")


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
            if not (kept := failure.stderr if stream == "stderr" else failure.received):
                sent = command("record", ladder, game_id, "--seat", seat)
                say(f"seat {seat} wrote nothing to {WRITTEN[stream]}; what it was sent: {sent}")
            return kept
    store.check_played(game_id)
    if stream == "stderr":
        texts = store.stderr(game_id)
        if seat in texts:
            return texts[seat].text
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
