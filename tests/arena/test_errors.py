import errno
import pickle
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from arena.errors import ConfigErrors, Problem, UserError, lacks_memory
from arena.store.database import NothingYet

TWO = 'name = "two"\nseed = "1"\nbots = ["sample:random", "sample:greedy"]\ngames = ["ecarte"]\nsets = 1\n'


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
@pytest.mark.parametrize("mb", [58, 117, 146, 190, 350])
def test_a_command_without_enough_memory_says_so_in_a_sentence_or_works(mb: int, tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text(TWO)
    words = [
        "sh",
        "-c",
        f'ulimit -v {mb * 1024}; exec "$@"',
        "sh",
        sys.executable,
        "-m",
        "arena.cli",
        "run",
        "two.toml",
    ]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=120)

    said = f"arena: there is not enough memory: no more than {mb} MB are allowed (ulimit -v)\n"
    assert said in done.stderr or done.returncode == 0
    assert done.returncode in ({71} if mb < 160 else {0, 71})
    assert "OpenBLAS" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "error",
    [UserError("what", "do this"), ConfigErrors([Problem("key", "text")]), NothingYet(Path("x.db"))],
)
def test_an_error_of_another_process_says_the_same_and_a_traceback_has_its_hint(error: UserError) -> None:
    there = pickle.loads(pickle.dumps(error))

    for one in (error, there):
        printed = "".join(traceback.format_exception_only(one)).splitlines()
        assert printed[1:] == [f"  {error.hint}"] * bool(error.hint)
    assert (str(there), vars(there)) == (str(error), vars(error))
