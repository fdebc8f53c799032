"""The server of `arena serve`: where it listens, and how it ends."""

from __future__ import annotations

import signal
import socket
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import trio

from arena.app.ladders import results_of
from arena.app.live_ladder import Ladder, desk_of
from arena.cli.results import open_results
from arena.cli.screen import err, out
from arena.errors import as_one_error
from arena.settings.private import read_private
from arena.web.hand_in import HandIn
from arena.web.judging import Judging
from arena.web.live import Live, application
from arena.web.serving import Guard, address_of, allow_many_connections, hosts_of, is_loop, listening
from arena.web.serving import serve as answer

LOOK = (sys.executable, "-m", "arena.app.intake_job")
"""The process that looks at what was handed in."""
JUDGE = (sys.executable, "-m", "arena.app.judge_job")
"""The process that says which decisions of a game cost the most."""


def serve_ladder(
    ladder: str, port: int, host: str, private: Path | None, token: str | None, *, hand_in: bool, tv: bool
) -> None:
    """Serve the pages of a ladder until Ctrl-C."""
    results_of(ladder)  # an error here comes before anything is listened at
    desk = desk_of(ladder, private, partial(err.print, style="dim")) if hand_in else None
    tokens = {} if private is None else read_private(private)
    with open_results(ladder) as store, listening(host, port) as listener:
        source = Ladder(ladder, store, tokens, desk)
        live = Live(source)
        live.files = source.render()
        at = listener.getsockname()[1]
        taking = HandIn(desk, source.place, [*LOOK, ladder]) if desk else None
        judging = Judging([*JUDGE, ladder])
        app = Guard(application(live, taking, judging), token or "", hosts_of(host, at), {})
        address = address_of(host, at) + (f"{token}/" if token else "")
        out.print(f"{ladder}: {address}", soft_wrap=True)
        if tv:
            out.print(f"for a projector: {address}tv (F11 fills the screen)", soft_wrap=True)
        if not is_loop(host) and not token:
            err.print("everybody who can reach this address may read it; --token makes it secret", style="yellow")
        allow_many_connections()
        with as_one_error(), closing(source):
            trio.run(_run, app, listener, live, judging, taking)


async def _run(app: Guard, listener: socket.socket, live: Live, judging: Judging, taking: HandIn | None) -> None:
    """Serve until the process is told to end."""
    async with trio.open_nursery() as nursery:
        if taking:
            nursery.start_soon(taking.work)
        nursery.start_soon(live.follow)
        nursery.start_soon(judging.work)
        nursery.start_soon(_wait_for_end, live)
        await answer(app, listener, live.streams.closed)
        nursery.cancel_scope.cancel()


async def _wait_for_end(live: Live) -> None:
    """End the server at Ctrl-C or SIGTERM."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            live.close()
            return
