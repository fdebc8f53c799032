"""Hints for authors whose programs lack a library or the network."""

import pytest

from arena.bots.hints import CANNOT_WRITE, MISSING, NO_HOME, NO_LIBRARY, OFFLINE, hint_of

TRACE = 'Traceback (most recent call last):\n  File "/bot/bot.py", line 3, in <module>\n'


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (f"{TRACE}ModuleNotFoundError: No module named 'arena'\n", NO_LIBRARY),
        ("/usr/bin/python3: No module named arena.client\n", NO_LIBRARY),
        (f"{TRACE}ModuleNotFoundError: No module named 'arenas'\n", MISSING),
        (f"{TRACE}ModuleNotFoundError: No module named 'numpy'\n", MISSING),
        (f"{TRACE}OSError: [Errno 97] Address family not supported by protocol\n", OFFLINE),
        (f"{TRACE}socket.gaierror: [Errno -3] Temporary failure in name resolution\n", OFFLINE),
        ("java.net.UnknownHostException: example.org\n", OFFLINE),
        ("Error: getaddrinfo EAI_AGAIN example.org\n", OFFLINE),
        (f"{TRACE}OSError: [Errno 30] Read-only file system: '/bot/bot.log'\n", CANNOT_WRITE),
        ("Error: EROFS: read-only file system, open 'bot.log'\n", CANNOT_WRITE),
        ("panic: open bot.log: read-only file system\n", CANNOT_WRITE),
        (f"{TRACE}FileNotFoundError: [Errno 2] No such file or directory: '/home/ann/bot/net.json'\n", NO_HOME),
        ("python3: can't open file '/home/ann/bot.py': [Errno 2] No such file or directory\n", NO_HOME),
        ("Error: ENOENT: no such file or directory, open '/Users/ann/net.json'\n", NO_HOME),
        ("java.io.FileNotFoundException: C:\\\\bots\\\\net.txt (No such file or directory)\n", NO_HOME),
        (f"{TRACE}FileNotFoundError: [Errno 2] No such file or directory: 'net.json'\n", ""),
        (f"{TRACE}FileNotFoundError: [Errno 2] No such file or directory: '/bot/net.json'\n", ""),
        ("sh: 1: /home/ann/.cache/trickarena/bots/11/files/net: No such file or directory\n", ""),
        ("java.io.FileNotFoundException: net.txt (No such file or directory)\n", ""),
        ("Error: getaddrinfo ENOTFOUND example.org\n", OFFLINE),
        (f"Errno 97 is nothing to fear\n{TRACE}KeyError: 7\n", ""),
        ("", ""),
    ],
)
def test_a_hint_is_about_the_last_error(words: str, hint: str) -> None:
    assert hint_of(words.encode()) == hint
