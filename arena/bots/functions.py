"""Python functions as bots: programs that hand their pipes to this process, where a thread answers by the function.

So a function of a notebook or a script is a bot like any other, with faults, a clock and a place on the ladder.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from selectors import EVENT_READ, BaseSelector, DefaultSelector
from threading import Lock, Thread, current_thread
from traceback import print_exc
from types import TracebackType

from arena.client import Turn
from arena.client.loop import Answer, Choose, run
from arena.errors import UserError
from arena.settings.names import name_of

PROGRAM = '''"""Hands this bot's pipes to the process of the function that answers."""
import socket
import sys

with socket.socket(socket.AF_UNIX) as door:
    door.connect({door!r})
    socket.send_fds(door, [b"{number}"], [0, 1, 2])
    sys.exit(door.recv(1) != b"0")  # without a last byte it is a crash
'''
STREAMS = 3
"""Standard input, output and error."""
LONGEST = 16
"""The most bytes of a function's number."""
TRYING = 0.3
"""How long a function that still thinks has to take `GameOver`, in seconds, before it counts as one that waits."""
BETWEEN = 3.0
"""How many seconds pass before it is tried again."""


class GameOver(BaseException):
    """Raised in a function that still thinks when its program has ended, such as after a TIMEOUT."""


class Functions:
    """Makes functions bots, as a context manager; when it ends, no bot of it can start any more.

    Each program has a thread that calls its function, so a function may be called in several rooms at a time. No
    function waits for another one, but those that compute at the same time share one interpreter. When its program has
    ended, a function that still thinks is interrupted by `GameOver`; one that waits in a system call keeps its thread,
    and nothing else, until that call returns.

    Args:
        place: an empty folder for the bots' files and the socket. Its path is short: a socket's may have 100 bytes.
        functions: the functions, as for `arena.client.run`.
        end: called in another thread if this process runs out of descriptors or threads for functions. It is to end all
            games at once, since no bot is to blame.

    Raises:
        UserError: at the beginning if the path is too long, at the end if `end` was called.
    """

    def __init__(self, place: Path, functions: Sequence[Choose], end: Callable[[], None]) -> None:
        self._place = place
        self._functions = functions
        self._end = end
        self._door = socket.socket(socket.AF_UNIX)
        self._closed = False
        self._trouble = ""

    def __enter__(self) -> list[Path]:
        """Return the folder of the bot of each function."""
        address = str(self._place / "door")
        try:
            self._door.bind(address)
        except OSError as error:
            self._door.close()
            hint = "name a folder with a short path in TMPDIR"
            raise UserError(f"functions cannot play from {self._place}: {error}", hint, os.EX_OSERR) from error
        self._door.listen()
        Thread(target=self._serve, name="arena-functions", daemon=True).start()
        # Python may have been started by a path with `..`, which no bot.toml takes.
        python = Path(sys.executable).parent.resolve() / Path(sys.executable).name
        folders = []
        for number, function in enumerate(self._functions):
            folder = self._place / str(number)
            folder.mkdir()
            (folder / "bot.py").write_text(PROGRAM.format(door=address, number=number), encoding="utf-8")
            command = json.dumps([str(python), "-I", "bot.py"])
            bot = f'name = "{_name(function)}"\ncommand = {command}\nlibrary = true\n'
            (folder / "bot.toml").write_text(bot, encoding="utf-8")
            folders.append(folder)
        return folders

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        with suppress(OSError):  # it is closed after trouble
            self._door.shutdown(socket.SHUT_RDWR)  # wakes the thread that serves
        if self._trouble:
            text = f"this process cannot start any more functions ({self._trouble}), so the match was ended"
            hint = "let fewer rooms play, or close files and raise their limit: ulimit -n 4096"
            raise UserError(text, hint, os.EX_OSERR)

    def _serve(self) -> None:
        """Let programs in and see when they end, until the door is closed and all of them have ended."""
        with self._door, DefaultSelector() as selector:
            selector.register(self._door, EVENT_READ)
            while selector.get_map():
                for key, _ in selector.select():
                    knock = key.fileobj
                    assert isinstance(knock, socket.socket)
                    if knock is self._door:
                        self._let_in(selector)
                    elif key.data is None and (player := self._seated(knock)) is not None:
                        selector.modify(knock, EVENT_READ, player)
                    else:
                        if key.data is not None:
                            key.data.leave()
                        selector.unregister(knock)
                        knock.close()

    def _let_in(self, selector: BaseSelector) -> None:
        """Let a program in, or close the door."""
        try:
            knock, _ = self._door.accept()
            selector.register(knock, EVENT_READ)
        except OSError as error:
            selector.unregister(self._door)
            if not self._closed:
                self._fail(str(error))

    def _seated(self, knock: socket.socket) -> _Player | None:
        """Take the pipes of a program and begin to play on them; None if it has ended already."""
        try:
            number, streams, flags, _ = socket.recv_fds(knock, LONGEST, STREAMS)
        except OSError:  # the program was ended
            return None
        if len(streams) == STREAMS:
            player = _Player(self._functions[int(number)], knock, streams)
            try:
                player.thread.start()
            except RuntimeError as error:
                self._fail(str(error))
            else:
                return player
        elif flags & socket.MSG_CTRUNC:
            self._fail(os.strerror(errno.EMFILE))
        for stream in streams:
            os.close(stream)
        return None

    def _fail(self, trouble: str) -> None:
        """End all games."""
        self._trouble = self._trouble or trouble
        self._end()


class _Player:
    """A function that plays on the pipes of a program.

    Its thread alone reads and writes them. It closes them too, unless its function thinks when the program ends.

    Args:
        function: the function.
        knock: the way to the program.
        streams: the program's standard input, output and error.
    """

    def __init__(self, function: Choose, knock: socket.socket, streams: Sequence[int]) -> None:
        self._function = function
        self._knock = knock
        self._streams = streams
        self._lock = Lock()
        self._thinking = False
        self._left = False
        self.thread = Thread(target=self._run, name=f"arena-{_name(function)}", daemon=True)

    def leave(self) -> None:
        """Take note that the program has ended: no thinking will help it now."""
        with self._lock:
            self._left = True
            if self._thinking:
                self._close()
                with suppress(RuntimeError):  # no thread is left for it: then the function thinks on, unheard
                    Thread(target=_interrupt, args=(self.thread,), name="arena-game-over", daemon=True).start()

    def _run(self) -> None:
        for stream in self._streams:
            os.set_inheritable(stream, False)
        with suppress(GameOver):
            self._play()

    def _play(self) -> None:
        """Play; an exception of the function is written to the program's standard error."""
        source, sink, errors = self._streams
        word = b""
        try:
            run(self._asked, "function", source=source, sink=sink)  # the arena goes by its bot.toml
            word = b"0"
        except GameOver:
            pass
        except BaseException:  # noqa: BLE001 - whatever ends a function is its bot's crash, and ends nothing else
            with suppress(OSError), os.fdopen(errors, "w", errors="backslashreplace", closefd=False) as report:
                print_exc(file=report)
        with self._lock:
            self._close()
            if not self._left:
                with suppress(OSError):
                    self._knock.send(word)
                    self._knock.shutdown(socket.SHUT_RDWR)

    def _asked(self, t: Turn) -> Answer:
        """Return what the function answers.

        Raises:
            GameOver: the program has ended.
        """
        self._think(True)
        try:
            return self._function(t)
        finally:
            self._think(False)

    def _think(self, thinking: bool) -> None:
        with self._lock:
            self._thinking = thinking
            if self._left:
                raise GameOver

    def _close(self) -> None:
        streams, self._streams = self._streams, ()
        for stream in streams:
            os.close(stream)


def _interrupt(thread: Thread) -> None:
    """Raise `GameOver` in a thread until it has ended.

    A thread that waits for the system does not take it. Up to 3.12 Python then looks for it in every thread, time and
    again: all are slower, and the next function that is called under `sys.settrace`, as debuggers and coverage have it,
    never begins. So the exception is taken back after a while, and tried again later.
    """
    while thread.is_alive():
        _throw(thread, GameOver)
        thread.join(TRYING)
        _throw(thread, None)
        with suppress(GameOver):  # Python stops looking when some thread has taken one
            _throw(current_thread(), GameOver)
            while True:
                pass
        thread.join(BETWEEN)


def _throw(thread: Thread, error: type[BaseException] | None) -> None:
    """Let a thread raise an exception as soon as it executes Python; None takes it back."""
    assert thread.ident is not None
    given = ctypes.py_object(error) if error else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), given)


def _name(function: Choose) -> str:
    name = str(getattr(function, "__name__", ""))
    return name_of(name) if name.isidentifier() else "function"
