"""The work that measures the rules: it is what it says, and the same every time."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import Did
from arena.games.search.enter import enter
from tests.bench.rollouts import PLAYED, POLICIES, rollout_contenders
from tests.bench.rules import (
    moments,
    rules_contenders,
    search_contenders,
)

Contenders: TypeAlias = dict[str, Callable[[], int]]


def ours(contenders: Contenders) -> Contenders:
    return {name: work for name, work in contenders.items() if not name.startswith("OpenSpiel")}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("contenders", "least"),
    [
        (partial(rules_contenders, 100), 100),
        (partial(search_contenders, 1), 200),
        (partial(rollout_contenders, 1, 1), 2),
    ],
    ids=["rules", "search", "rollouts"],
)
def test_every_round_does_the_same_work_and_says_how_much(contenders: Callable[[], Contenders], least: int) -> None:
    for work in ours(contenders()).values():
        done = work()
        assert done >= least
        assert work() == done


def test_all_rollouts_of_a_game_are_of_the_same_worlds_and_answers() -> None:
    found = ours(rollout_contenders(1, 1))
    for game in PLAYED:
        done = {work() for name, work in found.items() if game in name}
        assert len(done) == 1
    assert len(found) == len(PLAYED) * (len(POLICIES) + 1)


def test_moments_are_in_the_play_of_hands_after_somebody_did_not_follow() -> None:
    game = GAMES["five-hundred"]
    found = moments(game, "four-player", 12)
    assert len(found) == 12
    for position in found:
        assert position.ask is not None and position.ask.kind == "play"
        assert sum(isinstance(event, Did) and event.kind == "play" for event in position.this_deal()[1]) > 1
        assert enter(game, position).legal()
