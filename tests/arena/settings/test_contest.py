"""What the label of a contest says of it."""

import pytest

from arena.games.catalogue import GAMES
from arena.settings.contest import points_limit


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_how_far_apart_its_sides_may_end(game: str) -> None:
    for preset in GAMES[game].presets:
        assert points_limit(f"{game}:{preset}") > 0.0


def test_the_limit_is_twice_the_target_and_the_target_in_a_single_deal() -> None:
    assert points_limit("kaiser:standard") == 104.0
    assert points_limit("kaiser:standard target=62") == 124.0
    assert points_limit("kaiser:standard max_deals=1") == 52.0
    assert points_limit("two-hundred:standard max_deals=0") == 400.0
    assert points_limit("ecarte:standard") == 10.0
