"""All tests of this folder belong to the fortress (`make fortress`), and none to `make quick`.

Their names begin with ids of the catalogue of faults: `test_a07_...`, `test_b12_...`.
"""

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fortress import arenas
from tests.memory import PLACE, tmp_path

__all__ = ["tmp_path"]


TIMES = "test_b_hostile"
"""The tests that promise an honest bot its time."""


@contextmanager
def company(place: Path, kind: str) -> Iterator[None]:
    """Wait until only tests of this kind run, and keep others waiting.

    Args:
        place: a file that all workers share: the kind of the tests that run, and how many there are.
        kind: the kind of this test.
    """
    while not _count(place, kind, 1):
        time.sleep(0.02)
    try:
        yield
    finally:
        _count(place, kind, -1)


def _count(place: Path, kind: str, change: int) -> bool:
    """Count one test of a kind more or less; return False if tests of another kind run."""
    with place.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        running, _, count = file.read().partition(" ")
        number = int(count or 0)
        if number and running != kind:
            return False
        file.truncate(0)
        file.write(f"{kind} {number + change}")
        return True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("fortress")
            item.add_marker("slow")


@pytest.fixture(autouse=True)
def _arenas_end() -> Iterator[None]:
    yield
    arenas.end_all()


@pytest.fixture(autouse=True)
def _in_company(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep trials that measure times apart from tests that crowd the machine, where several workers run tests."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    kind = "times" if request.path.stem == TIMES else "crowds"
    with company(tmp_path_factory.getbasetemp().parent / "company", kind):
        yield


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    """The ladder file of `arenas.LADDER`."""
    return arenas.ladder(tmp_path)


@pytest.fixture(scope="session")
def unbroken() -> Iterator[Path]:
    """The ladder of `arenas.LADDER`, played by an undisturbed arena."""
    with tempfile.TemporaryDirectory(prefix="arena-", dir=PLACE) as folder:
        path = arenas.ladder(Path(folder))
        arenas.run(path)
        assert len(arenas.table(path)) == arenas.GAMES
        yield path


@pytest.fixture(scope="session")
def reference(unbroken: Path) -> list[tuple[object, ...]]:
    """The table of the undisturbed arena, which every other arena must reach too."""
    return arenas.table(unbroken)
