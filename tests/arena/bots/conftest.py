"""What several tests of bots need."""

from pathlib import Path

import pytest


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """An empty folder for what is taken out of a repository."""
    folder = tmp_path / "into"
    folder.mkdir()
    return folder
