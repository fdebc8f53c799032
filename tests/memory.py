"""Folders in memory: where every commit waits for the disk, tests that write thousands of them would wait too."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

SHM = Path("/dev/shm")
PLACE = SHM if os.access(SHM, os.W_OK) else None
"""The parent of such folders; None: this machine has no such place, a disk serves."""


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder for one test."""
    with tempfile.TemporaryDirectory(prefix="arena-", dir=PLACE) as folder:
        yield Path(folder)
