"""No row of the catalogue of faults is without a test of its name."""

import re
from pathlib import Path


def rows(letter: str) -> set[int]:
    """The numbers that tests of this folder bear."""
    texts = (path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    return {int(number) for text in texts for number in re.findall(rf"def test_{letter}(\d\d)_", text)}


def test_every_fault_of_an_arena_has_a_test() -> None:
    assert rows("a") == {*range(1, 24)}
