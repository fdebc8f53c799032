"""Triomphe: the score and the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.games.kernel import Result
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import Trick
from arena.games.triomphe import Options, result, score, sides
from tests.games.triomphe.situations import PAIRS, SIX, STANDARD

rule = pytest.mark.rule


def won(*winners: int) -> Sequence[Trick]:
    return [Trick((), (), winner, 1) for winner in winners]


class TestScore:
    @rule("TP-2", "TP-18", "TP-R1", "TP-X15")
    def test_most_tricks_score_one_and_all_of_them_more(self) -> None:
        of = sides(STANDARD)
        assert score(of, won(0, 1, 1, 2, 3), 2) == (1, 0)
        assert score(of, won(0, 1, 1, 2, 0), 2) == (1, 0)
        assert score(of, won(2, 3, 3, 2, 3), 2) == (0, 2)
        assert score(of, won(2, 3, 3, 2, 3), 5) == (0, 5)
        assert score(sides(SIX), won(0, 2, 3, 1, 5), 2) == (1, 0)

    @rule("TP-20", "TP-R13", "TP-X17")
    def test_the_first_side_at_the_target_wins(self) -> None:
        assert result(STANDARD, Standing(0, (4, 4), 8)) is None
        assert result(STANDARD, Standing(0, (5, 3), 8)) == Result((1, 2), (5, 3), "target")
        assert result(STANDARD, Standing(0, (4, 5), 8)) == Result((2, 1), (4, 5), "target")
        assert result(PAIRS, Standing(0, (4, 4, 5), 13)) == Result((2, 2, 1), (4, 4, 5), "target")
        assert result(Options(target=9), Standing(0, (5, 3), 8)) is None
