"""Tests of two kinds do not run at once."""

import threading
from pathlib import Path

from tests.fortress.conftest import company


def test_one_kind_waits_for_the_other_and_not_for_its_own(tmp_path: Path) -> None:
    place, seen = tmp_path / "company", []

    def enter(kind: str) -> None:
        with company(place, kind):
            seen.append(kind)

    with company(place, "times"):
        other = threading.Thread(target=enter, args=["crowds"])
        other.start()
        enter("times")
        assert seen == ["times"]
    other.join()
    assert seen == ["times", "crowds"]
    assert place.read_text() == "crowds 0"
