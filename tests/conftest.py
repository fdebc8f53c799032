"""Settings for all tests."""

import gc
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from arena.bots.removal import remove
from arena.bots.staging import VARIABLE

pytest.register_assert_rewrite("tests.fortress.promises")  # its assertions, too, tell what was found

# Machines are shared: a slow example is no failure. On CI the examples are the same every time.
settings.register_profile("arena", deadline=None, derandomize="CI" in os.environ, max_examples=60)
settings.register_profile("quick", settings.get_profile("arena"), max_examples=20)
settings.load_profile("quick" if "QUICK" in os.environ else "arena")


gc.disable()  # little that is made when tests are collected is garbage, and looking for it takes a sixth of that time


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """The tests are collected."""
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Let collections look at what a test makes, not at thousands of other tests: many tests collect several times."""
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
