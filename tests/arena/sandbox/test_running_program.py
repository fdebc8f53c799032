"""Reports come in pieces."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from arena.sandbox.running_program import Status

REPORTS = '{ "child-pid": 10361, "mnt-namespace": 4026532178 }\n{ "exit-code": 9 }\n'


@given(st.lists(st.integers(0, len(REPORTS)), max_size=6))
def test_a_report_may_be_cut_anywhere(cuts: list[int]) -> None:
    status, places = Status(), [0, *sorted(cuts), len(REPORTS)]
    for begin, end in pairwise(places):
        assert status.child in {None, 10361}, "never a number cut short"
        status.feed(REPORTS[begin:end].encode())

    assert (status.child, status.exit_code) == (10361, 9)


def test_what_is_not_said_is_none() -> None:
    status = Status()
    status.feed(json.dumps({"failed": "no Landlock"}).encode())

    assert (status.child, status.exit_code) == (None, None)
    assert status.said["failed"] == "no Landlock"
