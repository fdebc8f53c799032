"""The examples in the docstrings are true, and every public name of these modules has one."""

import doctest
from types import ModuleType

import pytest

from ladders import betting, pairs, scale, sequential, stopping, summary

MODULES = {"betting": betting, "pairs": pairs, "scale": scale, "sequential": sequential, "stopping": stopping}


@pytest.mark.parametrize("module", [*MODULES.values(), __import__("sys").modules[summary.__module__]])
def test_the_examples_are_true(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0
