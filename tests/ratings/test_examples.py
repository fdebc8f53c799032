"""The examples in the docstrings are correct, and everything public in these modules has one."""

import doctest
import inspect
from types import ModuleType

import pytest

import arena.ratings
from arena.ratings import (
    betting,
    faults,
    matches,
    pairs,
    ratings,
    results,
    scale,
    sequential,
    snapshots,
    stopping,
    wording,
)

MODULES = (betting, pairs, scale, sequential, stopping, wording)
POOLS = (faults, matches, ratings, results, snapshots)
"""Modules whose public names are mostly results of other functions."""
WITHOUT = {"BettingTest", "Comparison", "Interval", "LikelihoodTest", "SequentialTest", "Stopped", "Verdict"}
"""Names that occur only as a base class or a result; the examples of others show them."""


@pytest.mark.parametrize("module", MODULES + POOLS)
def test_the_examples_are_true(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0


def test_every_public_name_has_an_example() -> None:
    names = {name for name in arena.ratings.__all__ if inspect.getmodule(getattr(arena.ratings, name)) in MODULES}
    lacking = {name for name in names if ">>>" not in (inspect.getdoc(getattr(arena.ratings, name)) or "")}
    assert lacking == WITHOUT
