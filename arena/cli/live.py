"""The server of `arena serve`: where it listens, and how it ends."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import trio

from arena.app.desk import Desk
from arena.app.ladders import open_ladder, results_of
from arena.app.live_ladder import Ladder
from arena.app.report import expected, tokens_of
from arena.cli.results import open_results
from arena.cli.screen import err, out
from arena.errors import UserError, as_one_error
from arena.settings.private import read_private
from arena.store import Store
from arena.store.database import NothingYet
from arena.web.hand_in import HandIn
from arena.web.live import Live, application
from arena.web.serving import LOOP, Guard, allow_many_connections
from arena.web.serving import serve as answer

LOOK = (sys.executable, "-m", "arena.app.intake_job")
"""The process that looks at what was handed in."""


def serve_ladder(
    ladder: str, port: int, host: str, private: Path | None, token: str | None, *, hand_in: bool = False
) -> None:
    """Serve the pages of a ladder until Ctrl-C."""
    results_of(ladder)  # an error here comes before anything is listened at
    desk = _desk(ladder, private) if hand_in else None
    tokens = {} if private is None else read_private(private)
    with open_results(ladder) as store, _listening(host, port) as listener:
        source = Ladder(ladder, store, tokens, desk)
        live = Live(source)
        live.files = source.render()
        at = listener.getsockname()[1]
        taking = HandIn(desk, source.place, [*LOOK, ladder]) if desk else None
        app = Guard(application(live, taking), token or "", _hosts(host, at), {})
        way = f"{token}/" if token else ""
        shown = f"[{host}]" if ":" in host else host
        out.print(f"{ladder}: http://{shown}:{at}/{way}", soft_wrap=True)
        if not _is_loop(host) and not token:
            err.print("everybody who can reach this address may read it; --token makes it secret", style="yellow")
        allow_many_connections()
        with as_one_error():
            trio.run(_run, app, listener, live, taking)


def _desk(ladder: str, private: Path | None) -> Desk:
    """Return the desk where authors hand in; each of the roster gets a word, and results are made if there are none.

    Raises:
        UserError: there are no words, or the ladder has no folder of submissions.
    """
    if private is None:
        hint = "say --private words.toml: it says who has which page, and arena report makes it"
        raise UserError("--hand-in needs pages of authors", hint, os.EX_USAGE)
    file = open_ladder(Path(ladder))
    desk = Desk(file)
    with suppress(FileExistsError):
        desk.folder.mkdir(mode=0o700)
    if file.people:
        _, added = tokens_of(private, expected(file))
        if added:
            err.print(f"{private}: words were added: {added}", style="dim")
    try:
        open_results(ladder).close()
    except NothingYet:
        with Store.open(file.results, writing=True) as store:  # people hand in before the first game
            store.start_run(file.seed, {}, secret=not file.reproducible, ladder=Path(ladder), records=file.records)
            store.end_run()
    return desk


async def _run(app: Guard, listener: socket.socket, live: Live, taking: HandIn | None) -> None:
    """Serve until the process is told to end."""
    async with trio.open_nursery() as nursery:
        if taking:
            nursery.start_soon(taking.work)
        nursery.start_soon(live.follow)
        nursery.start_soon(_wait_for_end, live)
        await answer(app, listener, live.streams.closed)
        nursery.cancel_scope.cancel()


async def _wait_for_end(live: Live) -> None:
    """End the server at Ctrl-C or SIGTERM."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            live.close()
            return


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """Listen at an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        raise UserError(f"{host}:{port}: {error.strerror}", "choose another --port; 0 takes a free one") from error
    with listener:
        yield listener


def _is_loop(host: str) -> bool:
    return host in {LOOP, "localhost", "::1"}


def _hosts(host: str, port: int) -> list[str]:
    """Return the names by which a browser of this machine may ask; none if others may ask too."""
    return [f"{name}:{port}" for name in (LOOP, "localhost", "[::1]")] if _is_loop(host) else []
