"""Settings for all tests."""

import gc
import os
import re
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from arena.bots.removal import remove
from arena.bots.staging import VARIABLE
from tests.tools import missing

pytest.register_assert_rewrite("tests.fortress.promises")  # its assertions, too, tell what was found

# Machines are shared: a slow example is no failure. On CI the examples are the same every time.
settings.register_profile("arena", deadline=None, derandomize="CI" in os.environ, max_examples=60)
settings.register_profile("quick", settings.get_profile("arena"), max_examples=10)
settings.load_profile("quick" if "QUICK" in os.environ else "arena")


MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""
ROOM = 2**30
"""How many bytes must be free there."""


def has_room(place: Path) -> bool:
    """Return whether tests can put their files in a place: there is room, and programs may run there."""
    if not os.access(place, os.W_OK):
        return False
    found = os.statvfs(place)
    return not found.f_flag & os.ST_NOEXEC and found.f_bavail * found.f_frsize >= ROOM


# A commit waits for the disk for some milliseconds, and tests make thousands. None of them is about a power cut.
if "TMPDIR" not in os.environ and has_room(MEMORY):
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None  # it is looked up again


# A shell that starts the tests in the background lets them ignore Ctrl-C, and all that they start would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


gc.disable()  # little that is made when tests are collected is garbage, and looking for it takes a sixth of that time


SWEEPS = "thorough"
MARKED = (SWEEPS, "SOME", "at_every_level", "in_namespaces")
"""A file has one of these words if it has sweeps: their mark, or a list of parameters in another file with the mark."""


QUICKLY = "not slow and not thorough"
LONG = re.compile(r"^pytestmark = .*\bmark\.(slow|thorough)\b", re.MULTILINE)
"""What a file has in which every test takes long."""


def may_have_sweeps(text: str) -> bool:
    return any(word in text for word in MARKED)


def is_left_out(text: str, wanted: str) -> bool:
    """Return whether no test of a file is among those that are wanted, by the file's text and the marks of a target."""
    if wanted == SWEEPS:
        return not may_have_sweeps(text)
    return wanted.startswith(QUICKLY) and bool(LONG.search(text))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files that have nothing to do: to collect all tests takes a good part of `make quick`."""
    if collection_path.suffix == ".py" and is_left_out(collection_path.read_text(), config.option.markexpr):
        return True
    return None


BROAD = "broad"
ONE_IN = 4
"""Of the cases of a broad test, `make quick` tries one in so many."""


def is_tried(nodeid: str, seen: Counter[str]) -> bool:
    """Return whether `make quick` tries a case of a broad test; count it among the cases that were seen."""
    test = nodeid.split("[", maxsplit=1)[0]
    seen[test] += 1
    return seen[test] % ONE_IN == 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what `make quick` does without. Where all is collected, see that no sweep is left out elsewhere."""
    if config.option.markexpr == QUICKLY:
        seen: Counter[str] = Counter()
        broad = [item for item in items if item.get_closest_marker(BROAD)]
        left_out = {item for item in broad if not is_tried(item.nodeid, seen)}
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=[*left_out])
    if config.option.markexpr != SWEEPS:
        files = {item.path for item in items if item.get_closest_marker(SWEEPS)}
        if elsewhere := sorted(str(path) for path in files if not may_have_sweeps(path.read_text())):
            raise pytest.UsageError(f"these have sweeps, but no word of tests/conftest.py's MARKED: {elsewhere}")


LEFT_OUT = pytest.StashKey[Mapping[str, int]]()
"""How many tests were left out, by the tools that they need."""


def lacks(item: pytest.Item) -> str:
    """Return what a test needs and this machine does not have, by the names of `tests/tools.py`."""
    return ", ".join(missing(name for mark in item.iter_markers("needs") for name in mark.args))


@pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")
def pytest_leave_out_what_cannot_run(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that need what is not here. In CI none is: they fail."""
    left_out = {} if "CI" in os.environ else {item: lacking for item in items if (lacking := lacks(item))}
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=[*left_out])
    config.stash[LEFT_OUT] = dict(Counter(left_out.values()))
    if hasattr(config, "workeroutput"):  # of a worker of xdist
        config.workeroutput["left_out"] = config.stash[LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """All workers of xdist collect the same tests; one that died says nothing."""
    if found := getattr(node, "workeroutput", None):
        node.config.stash[LEFT_OUT] = found.get("left_out", {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say in one line what was left out."""
    if left_out := config.stash.get(LEFT_OUT, {}):
        names = sorted({name for names in left_out for name in names.split(", ")})
        terminalreporter.write_line(f"{sum(left_out.values())} tests need {', '.join(names)}: make tools", yellow=True)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """The tests are collected."""
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let collections look at what a test makes, not at thousands of other tests: many tests collect several times."""
    if lacking := lacks(item):
        pytest.fail(f"this test needs {lacking}: make tools", pytrace=False)
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _frozen() -> Iterator[None]:
    """What is frozen stays so, also after rooms that play in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "unfreeze", lambda: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _the_systems_python() -> Iterator[None]:
    """`python3` is the system's, as in sandboxes: a script that chooses a version takes 60 ms more for each start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", "/usr/bin", prepend=os.pathsep)
        yield


@pytest.fixture(scope="session", autouse=True)
def staging_place() -> Iterator[Path]:
    """Staged copies of all tests go where any user may reach them, unlike pytest's own folders, and do not stay."""
    place = Path(tempfile.mkdtemp(prefix="arena-staging-"))
    place.chmod(0o711)
    os.environ[VARIABLE] = str(place)
    yield place
    del os.environ[VARIABLE]
    remove(place)
