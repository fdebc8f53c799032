"""Errors that the user can fix: what is wrong, what to do next, and the exit status for scripts.

Any other error is a bug in the arena and keeps its traceback.
"""

from __future__ import annotations

import errno
import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from arena.escapes import printable


class UserError(Exception):
    """Something that the user can fix.

    Args:
        message: what is wrong, without a period at the end.
        hint: what to do next; empty if the message already says it.
        exit_status: one of sysexits.h: `os.EX_USAGE` (64), `EX_DATAERR` (65), `EX_NOINPUT` (66), `EX_SOFTWARE` (70),
            `EX_CANTCREAT` (73), `EX_IOERR` (74), `EX_TEMPFAIL` (75) or `EX_CONFIG` (78).
    """

    def __init__(self, message: str, hint: str = "", exit_status: int = os.EX_USAGE) -> None:
        self.message: str = printable(message)
        super().__init__(self.message)
        self.hint: str = printable(hint)
        self.exit_status = exit_status
        if self.hint:
            self.add_note(f"  {self.hint}")  # what Python and pytest print below the message

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is pickled, with all that it says, whatever it was made from: for a pool of processes."""
        return _blank, (type(self), self.args), vars(self)


def _blank(kind: type[UserError], args: tuple[Any, ...]) -> UserError:
    """Return an error of some kind that says nothing yet."""
    return kind.__new__(kind, *args)


@contextmanager
def as_one_error() -> Iterator[None]:
    """Raise a `UserError` that comes in a group of errors, as an event loop raises it, by itself."""
    try:
        yield
    except BaseExceptionGroup as group:
        found: BaseException | None = group.subgroup(UserError)
        while isinstance(found, BaseExceptionGroup):
            found = found.exceptions[0]
        if found is not None:
            raise found from None
        raise


_NO_MEMORY = ("cannot allocate memory", "failed to map segment", "can't start new thread")
"""What errors say that are no `MemoryError`: of the loader of libraries, and of threads."""


def lacks_memory(error: BaseException | None) -> bool:
    """Return whether an error, or one that it comes from, is a want of memory of this process."""
    if error is None:
        return False
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    if any(words in str(error).lower() for words in _NO_MEMORY):
        return True
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return any(map(lacks_memory, (error.__cause__, error.__context__, *inner)))


def command(*words: object) -> str:
    """Return a command of the arena for a hint, quoted so that it can be pasted into a shell.

    Args:
        words: what follows `arena`: the command, and its arguments.
    """
    return shlex.join(["arena", *map(str, words)])


class Problem(NamedTuple):
    """One problem in what a user wrote.

    Args:
        key: where it is, such as `games[1].options.target`; empty for the whole file.
        text: what is wrong and what is expected.
        file: the file; empty for the command line.
        line: the line, if it is known.
    """

    key: str
    text: str
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return ": ".join(part for part in (place, self.key, self.text) if part)


class ConfigErrors(UserError):  # noqa: N818 - it holds all problems of a file, not one
    """All problems of a file, or of the options of a command, one line each.

    Args:
        problems: at least one.
        exit_status: as for `UserError`.
    """

    def __init__(self, problems: Sequence[Problem], exit_status: int = os.EX_CONFIG) -> None:
        lines = [str(problem) for problem in problems]
        super().__init__("\n".join(lines if len(lines) == 1 else (f"{len(lines)} problems:", *lines)))
        self.exit_status = exit_status
        self.problems: tuple[Problem, ...] = tuple(problems)

    def lines(self, called: str) -> list[str]:
        """Return the problems, each in a line, with another name for their file: paths of this machine tell too much.

        Args:
            called: the name of the file.
        """
        return [str(problem._replace(file=called)) for problem in self.problems]
