"""What the author of a bot can do about an error that it wrote, where a sandbox or a missing library caused it."""

from __future__ import annotations

import re

from arena.escapes import last_words

NO_NETWORK = re.compile(
    rb"""(?ix)
    name\ resolution | resolving\ timed\ out | resolve\ host | lookup\ address | name\ or\ service\ not\ known
    | no\ such\ host | unknown\ ?host | EAI_AGAIN | \bENOTFOUND | network\ is\ unreachable | \bdial\ (tcp|udp)\b
    | failed\ to\ (download\ from|establish\ a\ new\ connection|connect\ to) | unable\ to\ update\ registry
    | could\ not\ (transfer\ artifact|find\ a\ version\ that\ satisfies) | no\ matching\ distribution
    | externally.managed.environment | address\ family\ not\ supported | EAFNOSUPPORT
    """
)
"""What pip, cargo, go, npm, maven, gradle, curl, wget, git and the C library write if there is no network.

`externally managed` is the first thing that pip says on Debian; its advice leads to a download."""
OFFLINE = (
    "bots have no network: put what it needs into its folder, or open one port to it in its line of the ladder file: "
    'network = ["HOST:PORT"]'
)
LIBRARY = re.compile(rb"No module named '?arena\b")
"""What Python writes if a bot cannot import the library for authors."""
NO_LIBRARY = (
    "say library = true in its bot.toml; without one, name a folder with a bot.toml that says so, and has the words of "
    'the command: command = ["python3", "bot.py"]'
)
MODULES = re.compile(
    "ModuleNotFoundError|ImportError|Cannot find (?:module|package)|Can't locate|cannot load such file"
    "|module '[^']+' not found:"
)
"""What Python, Node, Perl, Ruby and Lua write about a missing library."""
MISSING = (
    "put the library into the folder of the bot, or have it installed for all users: a sandbox shows no home and no "
    "virtual environment"
)
READ_ONLY = re.compile(r"(?i)read-only file system|EROFS")
"""What the C library and Node write if a bot writes into its folder."""
CANNOT_WRITE = (
    "a bot cannot change its folder: write notes to standard error, which is kept, and other files below /tmp"
)
ELSEWHERE = re.compile(r"(?i)(?=.*(?:no such file|ENOENT|cannot find the path)).*?(?:/home/|/Users/|/root/|\b[A-Z]:\\)")
"""What languages write about a file by its path on its author's machine."""
STAGED = "/trickarena/"
"""In the path of a bot's own files where it has no sandbox."""
NO_HOME = (
    "bots see their own folder, and nobody's home: put the file there, and name it without the path of your machine"
)


def hint_of(stderr: bytes) -> str:
    """Return what to do about the error at the end of a bot's standard error; empty if that is not known."""
    words = last_words(stderr)
    if LIBRARY.search(words.encode()):
        return NO_LIBRARY
    if MODULES.search(words):
        return MISSING
    if READ_ONLY.search(words):
        return CANNOT_WRITE
    if ELSEWHERE.match(words) and STAGED not in words:
        return NO_HOME
    return OFFLINE if NO_NETWORK.search(words.encode()) else ""
