"""The games of OpenSpiel, held against OpenSpiel's own test and against the rules."""

from typing import Any

import numpy as np
import pyspiel
import pytest

import arena.env.openspiel  # noqa: F401 - registers the game
from arena.client.history import LENGTH
from arena.env.games import Encoder
from arena.errors import ConfigErrors, UserError
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame

PRESETS = [pytest.param(game, preset, id=f"{game.name}:{preset}") for game in GAMES.values() for preset in game.presets]


def loaded(text: str) -> Any:
    return pyspiel.load_game(f"trickarena({text})")


@pytest.mark.parametrize("name", ["kaiser", "bridge-solitaire", "two-hundred:two-player", "truc:talkative"])
def test_some_games_pass_openspiels_own_test(name: str) -> None:
    pyspiel.random_sim_test(loaded(f"game={name}"), num_sims=1, serialize=False, verbose=False)


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_passes_openspiels_own_test(game: AnyGame, preset: str) -> None:
    pyspiel.random_sim_test(loaded(f"game={game.name}:{preset}"), num_sims=1, serialize=False, verbose=False)


def test_a_state_begins_with_the_packs_and_a_clone_goes_its_own_way() -> None:
    game = loaded("game=ecarte,seed=a")
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 1.0)]
    assert state.information_state_string(0) == "before the packs are drawn"
    state.apply_action(0)
    other = state.clone()
    while not other.is_terminal():
        other.apply_action(other.legal_actions()[0])
    assert state.returns() == [0, 0]
    assert sum(other.returns()) == 0
    assert len(str(state)) < len(str(other))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert (str(state), state.returns()) == (str(other), other.returns())


def test_players_see_what_their_seats_are_told() -> None:
    game, encoder = loaded("game=kaiser,seed=b"), Encoder("kaiser")
    state = game.new_initial_state()
    state.apply_action(0)
    player = state.current_player()
    assert game.information_state_tensor_shape() == [LENGTH]
    assert game.observation_tensor_shape() == [encoder.size]
    texts = [state.information_state_string(seat) for seat in range(4)]
    assert [text.splitlines()[-1].startswith("ask ") for text in texts] == [seat == player for seat in range(4)]
    hands = [next(line for line in text.splitlines() if line.startswith("show hand")) for text in texts]
    assert len(set(hands)) == 4
    assert sum(text.count("show hand") for text in texts) == 4
    assert len({state.observation_string(seat) for seat in range(4)}) == 4
    row = np.asarray(state.observation_tensor(player))
    assert set(row) == {0.0, 1.0}
    assert any(state.information_state_tensor(player))
    kinds = {encoder.features.words[action][0] for action in state.legal_actions()}
    assert kinds == {state.action_to_string(player, state.legal_actions()[0]).split()[0]}


def test_packs_differ_without_a_seed_and_whole_games_are_played() -> None:
    game = loaded("game=ecarte,deals=0,reward=win")
    states = [game.new_initial_state() for _ in range(3)]
    for state in states:
        state.apply_action(0)
    assert len({str(state) for state in states}) == 3
    while not states[0].is_terminal():
        states[0].apply_action(states[0].legal_actions()[-1])
    assert sorted(states[0].returns()) == [-1, 1]


def test_wrong_parameters_say_what_to_do() -> None:
    from arena.env.openspiel import CardGame, CardObserver  # noqa: PLC0415

    with pytest.raises(ConfigErrors, match="did you mean 'kaiser'"):
        CardGame({"game": "kayser"})
    with pytest.raises(UserError, match="no reward"):
        CardGame({"reward": "money"})
    with pytest.raises(ValueError, match="no parameters"):
        CardObserver(CardGame(), perfect_recall=False, params={"x": 1})
