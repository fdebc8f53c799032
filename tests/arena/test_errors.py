import errno
import subprocess
import sys

import pytest

from arena.errors import ConfigErrors, Problem, UserError, lacks_memory
from tests.commands import ROOT


def test_no_error_does_anything_to_a_terminal() -> None:
    error = UserError("a \x1b[31m", "b \x07")

    assert (str(error), error.message, error.hint) == ("a \\x1b[31m", "a \\x1b[31m", "b \\x07")
    assert str(ConfigErrors([Problem("\x1bkey", "text")])) == "\\x1bkey: text"


def caused(error: Exception, by: Exception) -> Exception:
    error.__cause__ = by
    return error


@pytest.mark.parametrize(
    ("error", "lacks"),
    [
        (MemoryError(), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (ImportError("x.so: failed to map segment from shared object"), True),
        (RuntimeError("can't start new thread"), True),
        (caused(ImportError("numpy cannot be imported"), MemoryError()), True),
        (ExceptionGroup("in a nursery", [ValueError("x"), ExceptionGroup("in it", [MemoryError()])]), True),
        (OSError(errno.ENOENT, "No such file or directory"), False),
        (caused(ImportError("no module named x"), ValueError("y")), False),
    ],
)
def test_a_want_of_memory_is_found_wherever_it_comes_from(error: Exception, lacks: bool) -> None:
    assert lacks_memory(error) is lacks


@pytest.mark.slow
def test_a_command_without_enough_memory_says_so_in_a_sentence() -> None:
    words = ["sh", "-c", 'ulimit -v 60000; exec "$@"', "sh", sys.executable, "-m", "arena.cli", "run", "quickstart"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)

    assert done.stderr.startswith("arena: there is not enough memory: no more than 58 MB are allowed (ulimit -v)\n")
    assert (done.returncode, done.stdout) == (71, "")
