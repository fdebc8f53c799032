"""The games of OpenSpiel, held against OpenSpiel's own test and against the rules."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

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


def drawn_anew(text: str, seed: int, often: float) -> int:
    """Draw states anew all through a game of random play; return how many differed from the true one."""
    game, rng, differ = loaded(text), Random(seed), 0
    state = game.new_initial_state()
    assert state.resample_from_infostate(0, rng.random).is_chance_node()
    state.apply_action(0)
    while not state.is_terminal():
        if rng.random() < often:
            player, before = state.current_player(), str(state)
            other = state.resample_from_infostate(player, rng.random)
            assert other.current_player() == player
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.legal_actions() == state.legal_actions()
            twins = [one.resample_from_infostate(player, lambda: 0.25) for one in (state, other)]
            assert str(twins[0]) == str(twins[1]), "what the player does not know has gone into it"
            assert twins[0].history() == twins[1].history()
            differ += str(other) not in before
            while not other.is_terminal():
                other.apply_action(rng.choice(other.legal_actions()))
            assert str(state) == before
        state.apply_action(rng.choice(state.legal_actions()))
    return differ


@pytest.mark.parametrize("name", ["kaiser", "ecarte", "homme-d-auvergne", "twenty-five"])
def test_a_state_is_drawn_anew_as_a_player_knows_it(name: str) -> None:
    assert drawn_anew(f"game={name},deals=3,seed=c", 1, 0.2) > 1


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_states_of_every_preset_are_drawn_anew(game: AnyGame, preset: str) -> None:
    for seed in range(3):
        drawn_anew(f"game={game.name}:{preset},deals=2,seed=s{seed}", seed, 0.3)


def test_what_is_paid_goes_on_in_a_state_that_was_drawn_anew() -> None:
    game = loaded("game=ecarte,deals=4,seed=d")
    state = game.new_initial_state()
    rng, begun = Random(1), 0
    while not state.is_terminal() and begun < 3:
        state.apply_action(0 if state.is_chance_node() else rng.choice(state.legal_actions()))
        begun = str(state).count("note deal")
    other = state.resample_from_infostate(state.current_player(), rng.random)
    assert str(other).count("note deal") == 1, "it begins with this deal"
    assert other.table.scores == state.table.scores
    while not other.is_terminal():
        other.apply_action(rng.choice(other.legal_actions()))
    mine, theirs = other.table.scores
    assert other.returns() == [mine - theirs, theirs - mine]


def ismcts(game: Any, seed: int, simulations: int) -> ISMCTSBot:
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(seed))
    return ISMCTSBot(game, evaluator, 5.0, simulations, random_state=np.random.RandomState(seed))


def points_of_ismcts(name: str, simulations: int, deals: int) -> float:
    """Return the mean points of a deal of OpenSpiel's own search against random play."""
    game, total = loaded(f"game={name},seed=e"), 0.0
    for deal in range(deals):
        bot, rng, mine = ismcts(game, deal, simulations), Random(deal), deal % game.num_players()
        state = game.new_initial_state()
        while not state.is_terminal():
            searched = state.current_player() == mine
            action = bot.step(state) if searched else rng.choice(state.legal_actions())
            assert action in state.legal_actions()
            state.apply_action(action)
        total += state.returns()[mine]
    return total / deals


def test_openspiels_own_search_plays_our_games() -> None:
    assert abs(points_of_ismcts("ecarte", 8, 4)) <= 5
    assert abs(points_of_ismcts("kaiser", 2, 1)) <= 64


@pytest.mark.thorough
def test_openspiels_own_search_beats_random_play() -> None:
    assert points_of_ismcts("ecarte", 60, 60) > 0.5


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
