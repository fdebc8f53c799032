"""The law suite over every preset of every game.

Drawn worlds are looked at for every other preset of a large family, and for every preset, harder, in sweeps.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Deal, Result
from arena.games.kernel.options import RESERVED, Options, choose
from arena.games.kernel.position import Position, play_game
from arena.games.laws import Shuffles, Verdict, check_game, check_worlds_uniform, some_deals
from tests.games.about import about, some_presets
from tests.games.laws.fairness import check_worlds_fair

FEW = 5
"""The deal in which a game is left that is forked again and again."""


def cases(presets: Callable[[AnyGame], Iterable[str]], *, listed: bool = False) -> list[Any]:
    """Return presets as parameters of a test; if `listed`, only those whose worlds can be listed.

    The other law, which needs no list, looks at every preset.
    """
    return [
        pytest.param(game, preset, id=f"{game.name}:{preset}")
        for game in GAMES.values()
        for preset in presets(game)
        if not (listed and preset in about(game).not_listed)
    ]


PRESETS, SOME = cases(lambda game: game.presets), cases(some_presets)
LISTED, SOME_LISTED = cases(lambda game: game.presets, listed=True), cases(some_presets, listed=True)


def few_deals(game: AnyGame, options: Options, seed: str, deals: int) -> Position[Result | None]:
    chance = Shuffles(seed)
    return Position(options, lambda: some_deals(game, options, chance, deals))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_option_is_called_as_another_key_of_the_game_line(game: AnyGame) -> None:
    assert RESERVED.isdisjoint(game.options().words())


@pytest.mark.broad
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_options_in_force_play_the_same_game(game: AnyGame, preset: str) -> None:
    o = game.presets[preset]
    told = choose(game.options(), o.in_force())
    first, again = (few_deals(game, options, preset, 2) for options in (o, told))
    rng = Random(preset)
    while first.ask is not None:
        assert first.ask == again.ask
        word = rng.choice(first.ask.legal)
        first.play(word)
        again.play(word)
    assert told.in_force() == o.in_force()
    assert (again.log, again.result) == (first.log, first.result)


@pytest.mark.broad
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_forks_of_forks_in_any_deal_are_the_same_as_playing_afresh(game: AnyGame, preset: str) -> None:
    o = game.presets[preset]
    rng = Random(preset)
    position = play_game(game, o, Shuffles(preset))
    left: list[tuple[Position[Result], list[str], int]] = []
    while position.ask is not None and sum(isinstance(event, Deal) for event in position.log) < FEW:
        if not left or rng.random() < 0.15:
            left.append((position, list(position.answers), len(position.log)))
            position = position.fork()
        position.play(rng.choice(position.ask.legal if position.ask else ()))
    afresh = play_game(game, o, Shuffles(preset))
    for word in position.answers:
        afresh.play(word)
    assert (afresh.log, afresh.result) == (position.log, position.result)
    assert [afresh.view(seat) for seat in game.seating(o).players] == [
        position.view(seat) for seat in game.seating(o).players
    ]
    for earlier, answers, events in left:
        assert (earlier.answers, earlier.log) == (answers, position.log[:events])
    assert left


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_random_games_keep_the_laws_and_end_by_themselves(game: AnyGame, preset: str) -> None:
    check_game(game, game.presets[preset], f"whole {preset}")


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_first_deals_keep_the_laws(game: AnyGame, preset: str) -> None:
    check_game(game, game.presets[preset], f"laws {preset}", deals=4)


def hides(game: AnyGame, preset: str, verdict: Verdict) -> bool:
    """Whether a law has found what the game says of a preset: that cards are hidden, or that none are."""
    return (verdict == Verdict.NOTHING_HIDDEN) == (preset in about(game).open)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), SOME_LISTED)
def test_worlds_of_some_presets_are_drawn_evenly(game: AnyGame, preset: str) -> None:
    draws, moments = about(game).draws.get(preset, (150, 1))
    assert hides(
        game, preset, check_worlds_uniform(game, game.presets[preset], f"few {preset}", draws=draws, moments=moments)
    )


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), SOME)
def test_worlds_of_some_presets_lie_as_simulated_deals_do(game: AnyGame, preset: str) -> None:
    assert hides(game, preset, check_worlds_fair(game, game.presets[preset], f"few {preset}", deals=15))


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), LISTED)
def test_worlds_are_drawn_evenly(game: AnyGame, preset: str) -> None:
    draws, moments = about(game).draws.get(preset, (300, 2))
    assert hides(
        game, preset, check_worlds_uniform(game, game.presets[preset], f"even {preset}", draws=draws, moments=moments)
    )


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_worlds_lie_as_simulated_deals_do(game: AnyGame, preset: str) -> None:
    assert hides(game, preset, check_worlds_fair(game, game.presets[preset], f"fair {preset}", deals=30))
