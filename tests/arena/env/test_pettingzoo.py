"""The PettingZoo environment, held against PettingZoo's own tests and against the rules."""

from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from arena.chance import keyed
from arena.env.games import Encoder
from arena.env.pettingzoo import CardEnv, env, parallel_env
from arena.errors import ConfigErrors, UserError
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from arena.games.kernel.position import play_game

PRESETS = [pytest.param(game, preset, id=f"{game.name}:{preset}") for game in GAMES.values() for preset in game.presets]
pytestmark = [
    # Observations with a mask are dicts, as PettingZoo documents them; its test prefers arrays.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("name", ["kaiser", "two-hundred:two-player", "bridge-solitaire", "truc:talkative"])
def test_some_games_pass_pettingzoos_own_tests(name: str) -> None:
    api_test(env(name, deals=1, history=True), num_cycles=60)
    seed_test(lambda: env(name, deals=1), num_cycles=20)


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_passes_pettingzoos_own_tests(game: AnyGame, preset: str) -> None:
    api_test(env(game.name, preset, deals=1), num_cycles=60)
    seed_test(lambda: env(game.name, preset, deals=1), num_cycles=20)


def played(table: CardEnv, rng: Random) -> tuple[dict[str, float], list[tuple[str, str]]]:
    """Play one episode at random; return what every agent was paid in all, and the answers."""
    paid = dict.fromkeys(table.agents, 0.0)
    answers = []
    for agent in table.agent_iter():
        observed, reward, ended, stopped, info = table.last()
        paid[agent] += reward
        if ended or stopped:
            table.step(None)
            continue
        assert observed is not None
        assert (observed["action_mask"] == info["action_mask"]).all()
        action = rng.choice(np.flatnonzero(observed["action_mask"]).tolist())
        answers.append((agent, table.encoder.word(action)))
        table.step(action)
    return paid, answers


def test_an_episode_is_the_game_of_the_rules_with_the_same_packs() -> None:
    table = env("kaiser", seed="a seed", max_deals=3)
    table.reset()
    paid, answers = played(table, Random(1))
    position = play_game(table.encoder.features.game, table.encoder.features.options, keyed("a seed", "kaiser game 0"))
    for agent, word in answers:
        assert position.ask is not None
        assert agent == f"seat_{position.ask.seat}"
        position.play(word)
    assert position.result is not None
    mine, theirs = position.result.scores
    assert [paid[f"seat_{seat}"] for seat in range(4)] == [mine - theirs, theirs - mine, mine - theirs, theirs - mine]


@pytest.mark.parametrize(("cut", "end"), [("truncated", (False, True)), ("terminated", (True, False))])
def test_a_game_that_would_go_on_is_cut_short(cut: str, end: tuple[bool, bool]) -> None:
    table = env("kaiser", seed=1, deals=1, cut=cut)
    table.reset()
    played(table, Random(1))
    table.reset()
    while table.agents and not any((*table.terminations.values(), *table.truncations.values())):
        table.step(int(np.flatnonzero(table.infos[table.agent_selection]["action_mask"])[0]))
    assert {(table.terminations[agent], table.truncations[agent]) for agent in table.agents} == {end}
    assert len(table.agents) == 4
    with pytest.raises(UserError, match="cut='short' is not known"):
        env("kaiser", cut="short")


@pytest.mark.parametrize("reward", ["win", "deal"])
def test_rewards_of_other_kinds(reward: str) -> None:
    table, seen = env("ecarte", reward=reward, deals=1), set()
    for number in range(12):
        table.reset(seed=number)
        paid, _ = played(table, Random(number))
        assert sum(paid.values()) == 0
        seen |= set(paid.values())
    assert seen == {-1.0, 0.0, 1.0}, "a deal may be worth a point to both: the king, and most tricks"


def test_only_the_agent_that_is_asked_may_answer_and_all_may_look() -> None:
    table = env("kaiser")
    table.reset(seed=1)
    asked = table.agent_selection
    for agent in table.agents:
        observed: dict[str, Any] = table.observe(agent)
        assert observed["action_mask"].any() == (agent == asked)
        assert table.observation_space(agent).contains(observed)
        if agent != asked:
            observed["action_mask"][:] = 1  # as a learner may do before a softmax
    assert "note deal" not in table.render()
    assert table.render().splitlines()[-1].startswith(f"ask {asked.removeprefix('seat_')} bid pass")


def test_wrong_calls_say_what_to_do() -> None:
    with pytest.raises(ConfigErrors, match="did you mean 'kaiser'"):
        env("kayser")
    with pytest.raises(ConfigErrors, match="no preset"):
        env("kaiser", "none-such")
    with pytest.raises(UserError, match="did you mean 'points'"):
        env("kaiser", reward="point")
    with pytest.raises(UserError, match="too few"):
        env("kaiser", deals=0)
    with pytest.raises(UserError, match="nobody is beaten"):
        env("bridge-solitaire", reward="win")
    with pytest.raises(UserError, match="no parallel environment"):
        parallel_env("kaiser")
    table = env("kaiser")
    with pytest.raises(UserError, match="the game is over"):
        table.step(0)
    table.reset(seed=1)
    number = Encoder("kaiser").action("play", "AS")
    with pytest.raises(UserError, match=rf"action {number} \(play AS\) is no answer to `bid` of seat") as wrong:
        table.step(number)
    assert wrong.value.hint == "choose an action whose action_mask is 1"
    for action in (None, -1, 10_000):
        with pytest.raises(UserError, match="is no answer to"):
            table.step(action)
