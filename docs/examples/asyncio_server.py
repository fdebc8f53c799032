"""A server that plays matches while it answers requests, with asyncio and nothing but Python.

    python3 asyncio_server.py

Then, in another terminal:

    curl -X POST localhost:8000/matches     begin a match; the answer is its number
    curl localhost:8000/matches/0           how far it is, and when it has ended, how the bots stand

`arena.aplay` plays in a thread of its own, so requests are answered meanwhile. Ctrl-C cancels the matches; games that
are running end first.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import arena

GAME, BOTS, SETS = "scotch-whist:two", ("sample:greedy", "sample:random"), 20


class Match:
    """A match that was begun: how far it is, and its task."""

    def __init__(self, **options):
        self.done = self.total = 0
        self.task = asyncio.create_task(arena.aplay(GAME, *BOTS, sets=SETS, tell=self.tell, **options))

    def tell(self, event):
        """Take an event, in the thread that plays: this only keeps two numbers."""
        if isinstance(event, arena.Progress):
            self.done, self.total = event.done, event.total

    def answer(self):
        """Return what is known of it."""
        if not self.task.done():
            return {"state": "playing", "done": self.done, "games": self.total}
        if error := self.task.exception():
            return {"state": "failed", "reason": str(error)}
        return {"state": "ended", **self.task.result().standings().to_dict()}


class Server:
    """Answers requests for matches."""

    def __init__(self, **options):
        self.options, self.matches = options, []

    async def serve(self, reader, writer):
        """Read a request, and write the answer."""
        verb, path, *_ = [*(await reader.readline()).decode("latin-1").split(), "", ""]
        while (await reader.readline()).strip():
            pass
        status, found = self.answer(verb, path)
        body = json.dumps(found, indent=2).encode() + b"\n"
        head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        with suppress(ConnectionError):
            await writer.drain()
        writer.close()

    def answer(self, verb, path):
        """Return the status and the content for a request."""
        if (verb, path) == ("POST", "/matches"):
            self.matches.append(Match(**self.options))
            return "202 Accepted", {"match": len(self.matches) - 1}
        number = path.removeprefix("/matches/")
        if verb == "GET" and number.isdecimal() and int(number) < len(self.matches):
            return "200 OK", self.matches[int(number)].answer()
        return "404 Not Found", {"error": "POST /matches, or GET /matches/NUMBER"}


async def main():
    """Serve until Ctrl-C."""
    server = Server()
    async with await asyncio.start_server(server.serve, "127.0.0.1", 8000) as listening:
        await listening.serve_forever()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main())
