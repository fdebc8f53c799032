"""The worked examples of the American Five Hundred sheet about scores and endings (AF-X15 to X19)."""

from __future__ import annotations

import pytest

from tests.games.second_opinion.american_five_hundred.presets import preset
from tests.games.second_opinion.american_five_hundred.scoring import judge, scores_after
from tests.games.second_opinion.checker import Ending
from tests.games.second_opinion.five_hundred.play import Trick
from tests.games.second_opinion.five_hundred.scoring import Played


def end(name: str, before: tuple[int, int], contractor: int, bid: str, tricks: str) -> tuple[list[int], Ending | None]:
    """Return the scores after a deal in which each seat won so many tricks, and how it ends the game."""
    sheet = preset(name)
    won = [Trick(seat, ()) for seat, count in enumerate(map(int, tricks.split())) for _ in range(count)]
    played = Played(0, contractor, bid, frozenset({contractor, (contractor + 2) % 4}), tuple(won))
    after = scores_after(sheet, dict(enumerate(before)), played)
    return list(after.values()), judge(sheet, after, played)


@pytest.mark.parametrize(
    ("name", "contractor", "bid", "tricks", "scores"),
    [
        ("st-paul", 1, "nullo", "5 0 5 0", [0, 250]),  # AF-X15
        ("st-paul", 1, "nullo", "5 1 4 0", [0, -250]),
        ("st-paul", 0, "granola", "0 5 0 5", [510, 0]),
        ("st-paul", 0, "granola", "0 5 1 4", [-510, 0]),
        ("st-paul", 1, "6H", "0 5 0 5", [0, 250]),  # AF-X16
        ("st-paul-rounds", 1, "6H", "0 5 0 5", [0, 100]),
        ("st-paul", 1, "8S", "0 5 0 5", [0, 250]),
        ("st-paul-rounds", 1, "8S", "0 5 0 5", [0, 240]),
        ("st-paul", 1, "8C", "0 5 0 5", [0, 260]),
        ("st-paul-rounds", 1, "8C", "0 5 0 5", [0, 260]),
        ("st-paul", 1, "6C", "3 2 2 3", [50, -60]),
        ("st-paul", 1, "7NO", "1 4 2 3", [30, 220]),
    ],
)
def test_a_contract(name: str, contractor: int, bid: str, tricks: str, scores: list[int]) -> None:
    assert end(name, (0, 0), contractor, bid, tricks)[0] == scores


TARGET, FLOOR = "target", "floor"


@pytest.mark.parametrize(
    ("name", "before", "contractor", "bid", "tricks", "after", "winner", "reason"),
    [
        ("st-paul", (470, 0), 1, "7S", "2 3 2 3", [510, -140], None, ""),  # AF-X17
        ("st-paul", (510, 0), 0, "6S", "3 2 3 2", [550, 40], 0, TARGET),
        ("st-paul", (510, 0), 0, "6S", "3 2 2 3", [470, 50], None, ""),
        ("st-paul", (600, 0), 0, "6S", "3 2 2 3", [560, 50], None, ""),  # AF-R18: only a made contract wins
        ("st-paul", (510, 380), 1, "6NT", "2 3 2 3", [550, 500], 1, TARGET),
        ("st-paul-capped", (470, 0), 1, "7S", "2 3 2 3", [490, -140], None, ""),  # AF-X18
        ("st-paul", (-90, 0), 1, "granola", "5 1 4 0", [-90, -510], 0, FLOOR),  # AF-X19
        ("st-paul", (0, 0), 1, "granola", "5 0 5 0", [0, 510], 1, TARGET),
        ("st-paul", (0, -20), 1, "granola", "5 0 5 0", [0, 490], None, ""),
        ("st-paul", (480, -280), 1, "7NT", "3 3 2 2", [530, -500], 0, FLOOR),  # AF-R20
    ],
)
def test_the_end_of_a_game(
    name: str,
    before: tuple[int, int],
    contractor: int,
    bid: str,
    tricks: str,
    after: list[int],
    winner: int | None,
    reason: str,
) -> None:
    ending = None if winner is None else Ending((winner,), reason)
    assert end(name, before, contractor, bid, tricks) == (after, ending)
