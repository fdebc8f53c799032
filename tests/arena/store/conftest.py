"""What is tested here is not how fast a disk is."""

from tests.memory import tmp_path

__all__ = ["tmp_path"]
