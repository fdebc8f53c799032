"""What a standing is worth besides its points, and that searches count it."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from statistics import fmean, stdev

import pytest

from arena.client import Search, sensible
from arena.client.prospects import A_HAND, RUBBER, rubber
from arena.games.bridge_solitaire import Standing
from arena.games.catalogue import GAMES
from arena.games.kernel import Deal
from arena.games.kernel.position import play_game
from arena.games.laws import Shuffles

GAME = GAMES["bridge-solitaire"]
STANDARD, SHORT = GAME.presets["standard"], GAME.presets["short-session"]
HANDS = Standing(finished=3, games=(1, 0), below=(60, 40), scores=(900, 200))


def test_a_rubber_promises_less_the_nearer_it_is_to_its_end() -> None:
    assert rubber(STANDARD, HANDS) == RUBBER[1, 0] - 2 * 60 - 40
    assert RUBBER[1, 1] < RUBBER[0, 1] < RUBBER[1, 0] < RUBBER[0, 0]
    assert rubber(STANDARD, Standing(total=900, rubbers=1)) == 0, "what comes after a rubber comes anyway"


def test_hands_that_are_not_played_promise_nothing() -> None:
    assert rubber(SHORT, HANDS) == A_HAND
    assert rubber(SHORT, HANDS._replace(finished=4)) == 0


@pytest.mark.parametrize("deal", [1, 2, 5])
def test_a_rollout_gains_points_and_what_its_standing_promises(deal: int) -> None:
    position = play_game(GAME, STANDARD, Shuffles("prospects"))
    while (ask := position.ask) is not None:
        view = position.view(ask.seat)
        if ask.kind == "call" and position.this_deal()[0].number == deal:
            break
        position.play(sensible(ask, view))
    [world] = Search(view).worlds(1)
    for word, found in Search(view).simulate(1, "sensible").words.items():
        after = Search(view).replay(world)
        after.play(word)
        while (ask := after.ask) is not None:
            after.play(sensible(ask, after.view(ask.seat)))
        assert after.result is not None
        scores = next(event.values for event in reversed(after.log) if event[0] == "scores")
        won, lost = (int(now) - then for now, then in zip(scores, view.standing.scores, strict=True))
        assert found.mean == won - lost + rubber(STANDARD, after.result)


@pytest.mark.thorough
def test_rubbers_keep_what_they_promise() -> None:
    still: dict[tuple[int, ...], list[float]] = defaultdict(list)
    hands, totals = 0, 0
    for number in range(250):
        position = play_game(GAME, STANDARD, Shuffles(f"rubber {number}"))
        while (ask := position.ask) is not None:
            position.play(sensible(ask, position.view(ask.seat)))
        assert position.result is not None
        [total] = position.result.scores
        standings = [event.standing for event in position.log if isinstance(event, Deal)]
        hands, totals = hands + len(standings), totals + total
        for standing in standings[1:]:
            player, house = standing.scores
            still[standing.games].append(total - (player - house) - rubber(STANDARD, standing))
    assert abs(totals / hands - A_HAND) < 30
    for games, errors in still.items():
        assert abs(fmean(errors)) < 4 * stdev(errors) / sqrt(len(errors)) + 60, games
