"""All tests of this folder belong to the fortress (`make fortress`), and none to `make quick`.

Their names begin with ids of the catalogue of faults: `test_a07_...`, `test_b12_...`.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fortress import arenas
from tests.memory import PLACE, tmp_path

__all__ = ["tmp_path"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("fortress")
            item.add_marker("slow")


@pytest.fixture(autouse=True)
def _arenas_end() -> Iterator[None]:
    yield
    arenas.end_all()


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    """The ladder file of `arenas.LADDER`."""
    return arenas.ladder(tmp_path)


@pytest.fixture(scope="session")
def unbroken() -> Iterator[Path]:
    """The ladder of `arenas.LADDER`, played by an undisturbed arena in one room, which is this process."""
    with tempfile.TemporaryDirectory(prefix="arena-", dir=PLACE) as folder:
        path = arenas.ladder(Path(folder))
        assert arenas.here("run", str(path)).exit_code == 0
        assert len(arenas.table(path)) == arenas.GAMES
        yield path


@pytest.fixture(scope="session")
def reference(unbroken: Path) -> list[tuple[object, ...]]:
    """The table of the undisturbed arena, which every other arena must reach too."""
    return arenas.table(unbroken)
