"""Bots compute the same in every process: nothing goes by the order of a set, which is another in each."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from arena.games.catalogue import GAMES
from tests.commands import ROOT


@pytest.mark.thorough
def test_decisions_and_searches_do_not_depend_on_the_hash_seed() -> None:
    words = [sys.executable, "-m", "tests.games.computed"]
    running = [
        subprocess.Popen(words, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True)
        for seed in ("1", "2")
    ]
    one, other = [process.communicate()[0].splitlines() for process in running]
    assert [line.split()[0] for line in one] == list(GAMES)
    assert one == other
