"""What one bot alone gets: its variables, the ports that are open to it, and a level of its own."""

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from arena.sandbox import Sandbox
from arena.settings.limits import Level, Limits
from arena.settings.own import Own
from tests.processes.sandboxes import in_namespaces, python, said

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]
LOOKS = """
import os, socket, sys
from urllib.request import urlopen

_, open_port, closed_port = sys.argv
print(urlopen(f"http://127.0.0.1:{open_port}", timeout=5).read().decode())
print(urlopen(f"http://stand-in.test:{open_port}", timeout=5).read().decode())
for host, port in (("127.0.0.1", closed_port), ("10.77.1.2", "80"), ("10.77.1.3", open_port)):
    try:
        socket.create_connection((host, int(port)), 2)
        print("open")
    except OSError as error:
        print(type(error).__name__)
for family, kind in ((socket.AF_INET6, socket.SOCK_STREAM), (socket.AF_NETLINK, socket.SOCK_RAW)):
    try:
        socket.socket(family, kind)
        print("made")
    except OSError:
        print("refused")
print(os.environ.get("KEY"))
"""


class Hello(BaseHTTPRequestHandler):
    """Answers every request with a word."""

    def do_GET(self) -> None:
        """Answer."""
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    """The port of a server on the machine of the arena."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Hello) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server.server_port
        server.shutdown()


@in_namespaces
async def test_a_bot_reaches_what_is_open_to_it_and_nothing_else(
    level: Level, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = socket.getaddrinfo
    at_home = lambda host, *rest, **more: known(  # noqa: E731 - trio looks names up by this
        "127.0.0.1" if host in {"stand-in.test", b"stand-in.test"} else host, *rest, **more
    )
    monkeypatch.setattr(socket, "getaddrinfo", at_home)
    with socket.create_server(("127.0.0.1", 0)) as other:
        own = Own(env={"KEY": "sk-1"}, network=(f"127.0.0.1:{port}", f"stand-in.test:{port}", "10.77.1.2:80"))
        bot = python(tmp_path / "bot", LOOKS, Limits(), str(port), str(other.getsockname()[1]))
        found = await said(level, bot._replace(own=own))
    assert found.err == b""
    lines = found.out.decode().split()
    assert lines == [
        "hello",
        "hello",
        "ConnectionRefusedError",
        "open",
        "ConnectionRefusedError",
        "refused",
        "refused",
        "sk-1",
    ]


@in_namespaces
async def test_other_bots_have_neither_its_variables_nor_its_ports(level: Level, tmp_path: Path) -> None:
    code = "import os, socket\nprint(os.environ.get('KEY'))\ntry: socket.socket()\nexcept OSError: print('refused')"
    found = await said(level, python(tmp_path / "bot", code))
    assert found.out.split() == [b"None", b"refused"]


def test_a_level_of_its_own_counts_only_where_bots_are_locked_in(tmp_path: Path) -> None:
    bot = python(tmp_path / "bot", "")
    trusted, basic = (bot._replace(own=Own(level=level)) for level in ("none", "basic"))
    levels = [[Sandbox(run).level_of(each) for each in (bot, trusted, basic)] for run in ("none", "strict")]
    assert levels == [["none", "none", "none"], ["strict", "none", "basic"]]
