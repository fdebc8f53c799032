"""A stand-in for a language model on this machine, that speaks as OpenAI's endpoint does.

`python -m tests.stand_in PORT [MANNER]` serves one. Manners: `well` names the last legal word; `nonsense` says no
legal word; `wrong-first` says none at first and then a legal one; `slow` takes two seconds; `errors` and `limits`
answer every other request with HTTP 500 and 429; `echo` repeats the key that it was sent, `parrot` as its answer, and
`pieces` as two answers; `broken` sends no JSON.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MANNERS = ("well", "nonsense", "wrong-first", "slow", "errors", "limits", "echo", "parrot", "pieces", "broken")


class StandIn(ThreadingHTTPServer):
    """The server.

    Args:
        manner: how it answers.
        port: its port; 0 for any.

    Attributes:
        asked: what each request said: its body, with the header that has the key.
    """

    daemon_threads = True

    def __init__(self, manner: str, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.manner = manner
        self.asked: list[tuple[dict[str, Any], str]] = []


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: StandIn

    def do_POST(self) -> None:
        """Answer."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        key = self.headers.get("Authorization", "")
        manner, number = self.server.manner, len(self.server.asked)
        self.server.asked.append((body, key))
        if manner == "slow":
            time.sleep(2)
        if manner in {"errors", "limits"} and number % 2 == 0:
            self._send({"error": "try later"}, 500 if manner == "errors" else 429, {"Retry-After": "0.01"})
            return
        first = next(each["content"] for each in body["messages"] if each["role"] == "user")
        legal = first.partition("one of these words is legal: ")[2].partition("\n")[0].split()
        text = f"I thought about it.\nANSWER: {legal[-1]}"
        if manner == "nonsense" or (manner == "wrong-first" and body["messages"][-1]["content"] == first):
            text = "I am a teapot.\nANSWER: KETTLE"
        if manner == "echo":
            text = f"You sent {key}.\nANSWER: {legal[-1]}"
        if manner == "parrot":
            text = f"ANSWER: {key.removeprefix('Bearer ')}"
        if manner == "pieces":
            half = slice(12) if number % 2 == 0 else slice(12, None)
            text = f"ANSWER: {key.removeprefix('Bearer ')[half]}"
        if manner == "broken":
            self._send("<html>", 200, {})
            return
        usage = {"prompt_tokens": len(first) // 4, "completion_tokens": len(text) // 4}
        self._send({"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}, 200, {})

    def _send(self, value: object, code: int, more: dict[str, str]) -> None:
        data = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.send_response(code)
        for name, text in {"Content-Length": str(len(data)), **more}.items():
            self.send_header(name, text)
        self.end_headers()
        with suppress(BrokenPipeError):  # it waits no longer
            self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def stand_in(manner: str) -> Iterator[StandIn]:
    """A server that runs, on a port of its own."""
    with StandIn(manner) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


if __name__ == "__main__":
    StandIn((*sys.argv[2:], "well")[0], int(sys.argv[1])).serve_forever()
