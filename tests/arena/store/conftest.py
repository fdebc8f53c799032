"""Tests of the store do not wait for the disk."""

from tests.memory import tmp_path

__all__ = ["tmp_path"]
