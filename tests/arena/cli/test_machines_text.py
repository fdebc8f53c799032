"""What a ladder says of the machines that have played."""

import pytest

from arena.results.conditions import machines_text
from arena.store import Machine


@pytest.mark.parametrize(
    ("machines", "text", "wary"),
    [
        ([], "", ""),
        ([("a", 2, 1000, 9, 0)], "played on 1 machine", ""),
        ([("a", 2, 1000, 9, 0), ("b", 8, 1190, 9, 0)], "played on 2 machines", ""),
        (
            [("a", 2, 1000, 9, 3), ("b", 8, 1500, 9, 0), ("c", 8, 1100, 9, 1)],
            "played on 3 machines; games with a time fault by machine: a 3, c 1",
            "machines differ: the fastest computes 50 % faster than a, so clocks are not the same for all",
        ),
        (
            [("a", 2, 1000, 9, 1), ("a", 2, 1300, 9, 2)],
            "played on 1 machine; games with a time fault by machine: a 3",
            "machines differ: the fastest computes 30 % faster than a, so clocks are not the same for all",
        ),
    ],
)
def test_machines_are_counted_and_those_that_differ_are_told(
    machines: list[tuple[str, int, int, int, int]], text: str, wary: str
) -> None:
    assert machines_text([Machine(*machine) for machine in machines]) == (text, wary)
