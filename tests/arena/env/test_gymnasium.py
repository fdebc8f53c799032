"""The Gymnasium environments: one seat among others, and many tables at once."""

import sys
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_reset_options, check_reset_return_type, check_reset_seed_determinism

from arena.client.policies import sensible
from arena.env.gymnasium import SeatEnv, SeatVectorEnv
from arena.env.pettingzoo import env
from arena.errors import UserError
from arena.games.kernel import Ask, View, Word
from arena.testing import play


def first(ask: Ask, _: View) -> Word:
    return ask.legal[0]


def random_action(table: SeatEnv, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(table.action_masks()).tolist()))


def episode(table: SeatEnv, rng: Random) -> tuple[float, dict[str, Any]]:
    """Play one episode at random; return what was paid in all, and the last info."""
    table.reset()
    total, ended = 0.0, False
    info: dict[str, Any] = {}
    while not ended:
        seen, reward, ended, stopped, info = table.step(random_action(table, rng))
        assert table.observation_space.contains(seen)
        assert not stopped
        total += reward
    return total, info


def test_gymnasium_finds_nothing_wrong() -> None:
    """Its whole check takes any action, and here most are illegal."""
    table = SeatEnv("ecarte", deals=1)
    check_reset_seed_determinism(table)
    check_reset_options(table)
    check_reset_return_type(table)


def test_the_learner_is_paid_what_its_side_has_scored() -> None:
    table = SeatEnv("kaiser", 2, {0: "greedy", 1: first, 3: sensible}, max_deals=2, seed=5)
    total, info = episode(table, Random(1))
    mine, theirs = info["scores"]
    assert total == mine - theirs
    assert set(info) == {"action_mask", "scores", "places", "reason"}


def test_the_same_seed_is_the_same_game() -> None:
    tables = [SeatEnv("ecarte", 0, deals=2), SeatEnv("ecarte", 0, deals=2)]
    games = []
    for table in tables:
        table.reset(seed=7)
        games.append([episode(table, Random(3)) for _ in range(3)])
    assert [paid for paid, _ in games[0]] == [paid for paid, _ in games[1]]


def test_histories_come_as_a_dict() -> None:
    table = SeatEnv("ecarte", 1, history=True)
    seen, _ = table.reset(seed=1)
    assert table.observation_space.contains(seen)
    assert seen["history"].any()
    many = SeatVectorEnv("ecarte", 1, history=True, num_envs=3)
    found, _ = many.reset(seed=1)
    assert many.observation_space.contains(found)
    assert found["history"].any(axis=1).all()


@pytest.mark.parametrize("seat", [None, 0])
def test_many_tables_are_so_many_games(seat: int | None) -> None:
    tables = SeatVectorEnv("ecarte", seat, num_envs=5, deals=2, seed=1)
    rng = np.random.default_rng(1)
    seen, info = tables.reset()
    assert tables.observation_space.contains(seen)
    totals, ended = np.zeros(5), 0
    for _ in range(200):
        masks = info["action_mask"]
        actions = np.argmax(masks * rng.random(masks.shape), axis=1)
        asked = info["seat"].copy() if seat is None else np.zeros(5, np.int64)
        after, rewards, terminated, truncated, info = tables.step(actions)
        assert after is seen, "the arrays are the same ones"
        assert not truncated.any()
        if seat is None:
            assert (rewards == info["rewards"][np.arange(5), asked]).all()
            totals += info["rewards"][:, 0]
        else:
            totals += rewards
        for at in np.flatnonzero(terminated):
            assert info["_scores"][at]
            mine, theirs = info["scores"][at]
            assert totals[at] == mine - theirs
            totals[at] = 0
            ended += 1
    assert ended >= 20


def script(path: Path, code: str) -> str:
    """A bot in shell: it greets, then runs some code."""
    greeting = "" if code.startswith("exit") else f'echo "bot {path.name} 1"'
    path.write_text(f"#!/bin/sh\nread _\n{greeting}\n{code}\n")
    path.chmod(0o755)
    return str(path)


def test_a_bot_behind_pipes_plays_its_seat(tmp_path: Path) -> None:
    first_word = script(tmp_path / "first", 'while read verb _ _ word _; do [ "$verb" = ask ] && echo "$word"; done')
    tables = SeatVectorEnv("ecarte", 0, first_word, num_envs=9)
    with pytest.raises(UserError, match=r"plays at 1 table\(s\) at once"):
        tables.reset(seed=1)
    tables.close()
    table = SeatEnv("ecarte", 0, "sample:python/sensible", deals=2, seed=2)
    try:
        games = [episode(table, Random(1)) for _ in range(2)]
    finally:
        table.close()
    inside = SeatEnv("ecarte", 0, "sensible", deals=2, seed=2)
    assert games[0][0] == episode(inside, Random(1))[0], "as its own code does inside"
    with pytest.raises(UserError, match="at seat 1: CRASH"):
        SeatEnv("ecarte", 0, script(tmp_path / "broken", "exit 3"))


DICE = """import random
import sys

print("bot dice 1 tables=9", flush=True)
rngs = {}
for line in sys.stdin:
    words = line.split()
    table = words.pop(0) if words[0].startswith("@") else ""
    if words[0] == "game":
        [seed] = [word for word in words if word.startswith("seed=")]
        print(seed, file=open("heard", "a"))
        rngs[table] = random.Random(seed)
    elif words[0] == "ask":
        print(table, rngs[table].choice(words[3:]), flush=True)
"""
"""A bot that answers at random, by the seed of each game; it notes these seeds."""


def test_a_bot_that_uses_chance_plays_the_same_game_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dice.py").write_text(DICE)
    table = SeatEnv("ecarte", 0, "python3 dice.py", deals=2)
    found = []
    try:
        for seed in (7, 8, 7):
            table.reset(seed=seed)
            found.append([episode(table, Random(3))[0] for _ in range(3)])
    finally:
        table.close()
    assert found[0] == found[2] != found[1]
    heard = (tmp_path / "heard").read_text().split()
    assert heard[:4] == heard[8:] != heard[4:8]
    assert len({*heard}) == 8
    (tmp_path / "heard").unlink()
    many = SeatVectorEnv("ecarte", 1, "python3 dice.py", num_envs=9, seed=7)
    try:
        first_rows = many.reset()[0].copy()
        assert (many.reset(seed=7)[0] == first_rows).all()
    finally:
        many.close()
    heard = (tmp_path / "heard").read_text().split()  # of tables at which the bot was asked before the learner
    half = len(heard) // 2
    assert half > 1
    assert heard[:half] == heard[half:]
    assert len({*heard}) == half, "each table has its own"


@pytest.mark.parametrize(
    ("module", "missing", "hint"),
    [
        ("arena.env.gymnasium", "gymnasium", "pip install 'trickarena[rl]'"),
        ("arena.env.pettingzoo", "pettingzoo.utils.env", "pip install 'trickarena[rl]'"),
        ("arena.env.openspiel", "pyspiel", "pip install open_spiel"),
    ],
)
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, module: str, missing: str, hint: str) -> None:
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(UserError, match="not installed") as wrong:
        import_module(module)
    assert wrong.value.hint == hint


def test_wrong_calls_say_what_to_do() -> None:
    with pytest.raises(UserError, match="seat 4 of kaiser:standard answers nothing"):
        SeatEnv("kaiser", 4)
    with pytest.raises(UserError, match="seat 0 is the learner's"):
        SeatEnv("kaiser", 0, {0: "greedy"})
    with pytest.raises(UserError, match="num_envs=0"):
        SeatVectorEnv("kaiser", num_envs=0)
    table = SeatEnv("kaiser", 0, lambda *_: "nonsense", seed=2)
    with pytest.raises(UserError, match=r"the policy of seat \d answered 'nonsense' to `bid`"):
        [episode(table, Random(1)) for _ in range(9)]
    tables = SeatVectorEnv("kaiser", None, num_envs=2)
    tables.reset(seed=1)
    with pytest.raises(UserError, match=r"action 52 \(play 7C\) is no answer to `bid`"):
        tables.step(np.array([int(np.argmax(tables.action_masks()[0])), 52]))


@pytest.mark.thorough
def test_random_policies_score_as_the_random_bots_of_the_arena() -> None:
    """Both are means over many games of two deals; they may differ by what chance makes likely."""
    bots = play("kaiser max_deals=2", "sample:python/random", "sample:python/random", sets=60)
    arena = [abs(game.scores[0] - game.scores[1]) + 0.0 for game in bots.games]
    table, rng, found = env("kaiser", max_deals=2), Random(1), []
    for number in range(300):
        table.reset(seed=number)
        while table.agents and not table.terminations[table.agent_selection]:
            table.step(rng.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"]).tolist()))
        one, other = table.infos["seat_0"]["scores"]
        found.append(abs(one - other) + 0.0)
    error = (pstdev(arena) ** 2 / len(arena) + pstdev(found) ** 2 / len(found)) ** 0.5
    assert abs(fmean(arena) - fmean(found)) < 4 * error
