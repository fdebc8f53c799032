"""The Gymnasium environments: one seat among others, and many tables at once."""

import pickle
import sys
from copy import deepcopy
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from arena.client import Turn
from arena.env.gymnasium import SeatEnv, SeatVectorEnv
from arena.env.pettingzoo import CardEnv, env
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.games.kernel import Word
from arena.games.kernel.game import NoWords
from arena.testing import play


def first(t: Turn) -> Word:
    return t.legal[0]


def random_action(table: SeatEnv, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(table.action_masks()).tolist()))


def episode(table: SeatEnv, rng: Random) -> tuple[float, dict[str, Any]]:
    """Play one episode at random; return what was paid in all, and the last info."""
    table.reset()
    total, ended = 0.0, False
    info: dict[str, Any] = {}
    while not ended:
        seen, reward, over, cut, info = table.step(random_action(table, rng))
        assert table.observation_space.contains(seen)
        assert (over, cut) in {(False, False), ("places" in info, "places" not in info)}
        ended = over or cut
        total += reward
    return total, info


@pytest.mark.parametrize("illegal", ["penalty", "random"])
def test_gymnasium_finds_nothing_wrong(illegal: str) -> None:
    """Its check takes any action, and here most are illegal."""
    table = gymnasium.make("trickarena/ecarte-v1", deals=1, illegal=illegal, render_mode="ansi")
    check_env(table.unwrapped)
    table.reset(seed=1)
    assert "ask" in str(table.render())


def test_every_game_is_registered() -> None:
    assert {f"trickarena/{name}-v1" for name in GAMES} <= set(gymnasium.registry)
    table = gymnasium.make("arena.env.gymnasium:trickarena/kaiser-v1", seat=2, deals=1)
    assert isinstance(table.unwrapped, SeatEnv)
    assert table.unwrapped.seat == 2
    assert isinstance(gymnasium.make_vec("trickarena/kaiser-v1", num_envs=3), SeatVectorEnv)


def test_an_illegal_action_is_an_error_a_penalty_or_another_action() -> None:
    table = SeatEnv("kaiser", seed=1, illegal="penalty")
    before, info = table.reset()
    wrong = int(np.argmin(info["action_mask"]))
    after, reward, over, _, info = table.step(wrong)
    assert (before == after).all()
    assert (reward, over, info["illegal"]) == (-1.0, False, True)
    assert "illegal" not in table.step(random_action(table, Random(1)))[4]
    table = SeatEnv("kaiser", seed=1, illegal="random")
    table.reset()
    after, reward, _, _, info = table.step(wrong)
    assert info["illegal"]
    assert (reward, (before == after).all()) == (0, False)
    many = SeatVectorEnv("kaiser", num_envs=2, seed=1, illegal="penalty")
    masks = many.reset()[1]["action_mask"]
    _, rewards, _, _, info = many.step(np.array([np.argmin(masks[0]), np.argmax(masks[1])]))
    assert rewards.tolist() == [-1, 0]
    assert info["illegal"].tolist() == [True, False]
    with pytest.raises(UserError, match="illegal='penaltie' is not known") as found:
        SeatEnv("kaiser", illegal="penaltie")
    assert "raise or penalty or random" in found.value.hint


@pytest.mark.parametrize("actions", [[0], [0, 0, 0], 0, [[0], [0]], [0.5, 0.5], []])
def test_many_tables_take_one_whole_number_each(actions: Any) -> None:
    many = SeatVectorEnv("ecarte", num_envs=2, seed=1, deals=1)
    many.reset()

    with pytest.raises(UserError, match="2 tables need an action each, whole numbers in one row, not "):
        many.step(np.array(actions))


def trace(table: Any, seed: int, steps: int = 60) -> list[Any]:
    """Go on at random; return what was seen and paid."""
    rng, found = np.random.default_rng(seed), []
    for _ in range(steps):
        masks = np.atleast_2d(table.action_masks())
        actions = np.argmax(masks * rng.random(masks.shape), axis=1)
        seen, paid, ended, cut, _ = table.step(actions if isinstance(table, SeatVectorEnv) else int(actions[0]))
        found.append((seen.tobytes(), np.copy(paid).tolist(), np.copy(ended).tolist(), np.copy(cut).tolist()))
        if ended is True or cut is True:
            table.reset()
    return found


@pytest.mark.parametrize("game", ["ecarte", "kaiser", "back-alley"])
def test_a_copy_goes_on_as_the_original_would_and_by_itself(game: str) -> None:
    for table in (SeatEnv(game, 0, "greedy", deals=2, seed=3), SeatVectorEnv(game, None, num_envs=3, seed=3)):
        table.reset()
        trace(table, 1, 25)
        one, other, third = table.clone(), deepcopy(table), deepcopy(table)
        trace(other, 7)
        assert trace(one, 2) == trace(third, 2) == trace(table, 2)
    with pytest.raises(UserError, match="cannot be pickled"):
        pickle.dumps(table)


def test_what_is_drawn_for_a_copy_is_not_drawn_for_the_original() -> None:
    def space(table: Any) -> Any:
        return table.action_space("seat_0") if isinstance(table, CardEnv) else table.action_space

    for table in (SeatEnv("kaiser"), SeatVectorEnv("kaiser", num_envs=2), env("kaiser")):
        table.reset(seed=1)
        space(table).seed(1)
        other = table.clone()
        drawn = [np.asarray(space(other).sample()).tolist() for _ in range(9)]
        assert [np.asarray(space(table).sample()).tolist() for _ in range(9)] == drawn


def test_a_position_is_copied_by_its_answers_or_not_at_all() -> None:
    table = SeatEnv("kaiser", seed=1)
    table.reset()
    position = table._table.position
    assert position is not None
    assert position.ask is not None
    copied = deepcopy(position)
    before = len(position.log)
    copied.proceed(position.ask.legal[0])
    assert len(position.log) == before < len(copied.log)
    with pytest.raises(TypeError, match="fork"):
        pickle.dumps(position)


def test_new_environments_have_each_their_own_packs() -> None:
    assert len({SeatEnv("kaiser").reset()[0].tobytes() for _ in range(4)}) == 4
    assert len({row.tobytes() for row in SeatVectorEnv("kaiser", num_envs=4).reset()[0]}) == 4
    rows = [
        [row.tobytes() for row in SeatVectorEnv("kaiser", num_envs=2).reset(seed=s)[0]] for s in (5, [5, 6], [1, 1])
    ]
    assert rows[0] == rows[1], "as Gymnasium's vectors have it"
    assert rows[2][0] == rows[2][1]
    with pytest.raises(UserError, match="3 seeds for 2 tables"):
        SeatVectorEnv("kaiser", num_envs=2).reset(seed=[1, 2, 3])


@pytest.mark.parametrize("cut", ["truncated", "terminated"])
@pytest.mark.parametrize("mode", AutoresetMode)
def test_many_tables_do_what_gymnasiums_vector_of_single_ones_does(mode: AutoresetMode, cut: str) -> None:
    ours = SeatVectorEnv("ecarte", 1, num_envs=3, deals=3, cut=cut, target=4, autoreset_mode=mode)
    single = partial(SeatEnv, "ecarte", 1, deals=3, cut=cut, target=4)
    theirs: Any = SyncVectorEnv([single] * 3, autoreset_mode=mode)
    rng, ended, stopped = np.random.default_rng(1), 0, 0
    (seen, info), (expected, wanted) = ours.reset(seed=4), theirs.reset(seed=4)
    for _ in range(200):
        assert (seen == expected).all()
        masks = info["action_mask"]
        assert (masks == wanted["action_mask"]).all()
        assert masks.any(axis=1).all(), "a softmax over them is always a number"
        actions = np.argmax(masks * rng.random(masks.shape), axis=1)
        seen, paid, terminated, truncated, info = ours.step(actions)
        expected, due, done, short, wanted = theirs.step(actions)
        assert (paid == due).all()
        assert (terminated == done).all()
        assert (truncated == short).all()
        assert not (terminated & truncated).any()
        over = terminated | truncated
        if mode == AutoresetMode.SAME_STEP and over.any():
            assert info["_final_obs"].tolist() == wanted["_final_obs"].tolist() == over.tolist()
            assert all((info["final_obs"][at] == wanted["final_obs"][at]).all() for at in np.flatnonzero(over))
            at = int(np.flatnonzero(over)[0])
            assert tuple(info["final_info"]["scores"][at]) == wanted["final_info"]["scores"][at]
        ended, stopped = ended + terminated.sum(), stopped + truncated.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            with pytest.raises(UserError, match="the game is over at table"):
                ours.step(actions)
            (seen, info), (expected, wanted) = (
                one.reset(options={"reset_mask": over.copy()}) for one in (ours, theirs)
            )
            masks = ours.action_masks()
            info, wanted = {"action_mask": masks}, {"action_mask": masks}
    assert ended > 5
    assert (stopped > 5) == (cut == "truncated")


@pytest.mark.parametrize("mode", AutoresetMode)
def test_what_was_cut_short_goes_on_from_the_last_observation(mode: AutoresetMode) -> None:
    """A learner adds the value of that observation: it is what the whole game shows there, and so is what was paid."""
    game = partial(SeatEnv, "kaiser", 2, seed="whole")
    whole, short, given = game(), game(deals=2), game(deals=2, cut="terminated")
    table: Any = SyncVectorEnv([lambda: short], autoreset_mode=mode)
    paid, due, over = 0.0, 0.0, False
    (seen, info), _, _ = table.reset(), whole.reset(), given.reset()
    expected = seen[0]
    while not over:
        action = int(np.flatnonzero(info["action_mask"][0])[0])
        row, reward, ended, cut, after = given.step(action)
        seen, rewards, terminated, truncated, info = table.step(np.array([action]))
        paid, due = paid + rewards[0], due + reward
        over = bool(truncated[0])
        assert (ended, cut, terminated[0]) == (over, False, False)
        if not over:
            expected = whole.step(action)[0]
            assert (seen[0] == expected).all()
    last = info["final_obs"][0] if mode == AutoresetMode.SAME_STEP else seen[0]
    scores = info["final_info"]["scores"] if mode == AutoresetMode.SAME_STEP else info["scores"]
    assert (last == row).all()
    assert not (last == expected).all()
    assert tuple(scores[0]) == after["scores"]
    mine, theirs = after["scores"]
    assert paid == due == mine - theirs
    assert "places" not in after
    _, reward, ended, cut, info = whole.step(action)
    assert (ended, cut, paid) == (False, False, paid), "the game goes on"
    assert reward == rewards[0]


def test_gymnasiums_wrappers_take_the_tables() -> None:
    table: Any = gymnasium.make_vec(
        "trickarena/ecarte-v1", num_envs=2, seat=1, deals=1, autoreset_mode=AutoresetMode.NEXT_STEP, illegal="random"
    )
    wrapped = RecordEpisodeStatistics(table)
    wrapped.reset(seed=1)
    found = [wrapped.step(wrapped.action_space.sample())[4] for _ in range(40)]
    assert any("episode" in info for info in found)
    limited = TimeLimit(SeatEnv("kaiser", seed=1), 1)
    limited.reset()
    assert limited.step(random_action(limited.unwrapped, Random(1)))[2:4] == (False, True)  # type: ignore[arg-type]


def test_the_learner_is_paid_what_its_side_has_scored() -> None:
    table = SeatEnv("kaiser", 2, {0: "greedy", 1: first, 3: Turn.sensible}, max_deals=2, seed=5)
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


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("seat", [None, 0])
def test_many_tables_are_so_many_games(seat: int | None, copy: bool) -> None:
    tables = SeatVectorEnv("ecarte", seat, num_envs=5, deals=2, seed=1, copy=copy)
    rng = np.random.default_rng(1)
    seen, info = tables.reset()
    assert tables.observation_space.contains(seen)
    totals, ended = np.zeros(5), 0
    for _ in range(200):
        masks = info["action_mask"]
        actions = np.argmax(masks * rng.random(masks.shape), axis=1)
        asked = info["seat"].copy() if seat is None else np.zeros(5, np.int64)
        if copy and seat is None:
            info["seat"] %= 1  # what a learner was given is its own
        after, rewards, terminated, truncated, info = tables.step(actions)
        assert (after is seen) is not copy
        seen = after
        if seat is None:
            assert (rewards == info["rewards"][np.arange(5), asked]).all()
            totals += info["rewards"][:, 0]
        else:
            totals += rewards
        for at in np.flatnonzero(terminated | truncated):
            assert info["_final_info"][at]
            mine, theirs = info["final_info"]["scores"][at]
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


def dice(t: Turn) -> Word:
    """Answer by the random numbers of the game, and say how often it was asked in it before."""
    t.memory["asked"] = [*t.memory.get("asked", ()), t.kind]
    assert ("deal" in t.memory) == (len(t.memory["asked"]) > 1)
    t.memory["deal"] = t.view.standing
    return t.legal[int(t.rng.random() * len(t.legal))]


def test_a_function_has_the_random_numbers_of_its_game_and_what_it_keeps_in_it() -> None:
    tables = [SeatEnv("kaiser", 0, dice, max_deals=2, seed=7) for _ in range(2)]
    games = [[episode(table, Random(3)) for _ in range(2)] for table in tables]
    assert [info["scores"] for _, info in games[0]] == [info["scores"] for _, info in games[1]]
    table = SeatEnv("kaiser", 0, {1: dice, 2: Turn.sensible, 3: dice}, deals=2, seed=5)
    table.reset()
    trace(table, 1, 5)
    one, other = table.clone(), table.clone()
    assert trace(one, 2) == trace(other, 2) == trace(table, 2)


WRONG: Any = SeatEnv
"""The environment as a program without types uses it."""


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: WRONG("kaiser", others=None), "others: None cannot answer for seat 1"),
        (lambda: WRONG("kaiser", others=["greedy"] * 3), "others: .* cannot answer for seat 1"),
        (lambda: WRONG("kaiser", others=Path("none")), "there is no bot 'none'"),
        (lambda: WRONG("kaiser", "0"), "seat 0 of kaiser:standard answers nothing"),
        (lambda: WRONG("kaiser", deals=1.5), "deals=1.5 is no whole number"),
        (lambda: WRONG("kaiser", reward=1), "reward=1 is no reward"),
        (lambda: WRONG(Path("kaiser")), "is no game"),
        (lambda: SeatVectorEnv("kaiser", num_envs=2.5), "num_envs=2.5 is no whole number"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_value_is_told_before_a_game_begins(call: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        call()


def test_a_game_that_lists_no_words_has_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def unlisted(*_: object) -> None:
        raise NoWords("openspiel:kuhn_poker does not list its words")

    monkeypatch.setattr("arena.env.games.Features", unlisted)
    with pytest.raises(UserError, match="does not list its words"):
        SeatEnv("kaiser")


@pytest.mark.parametrize("action", [0.7, None, "0", float("nan"), [0], np.array([0, 1])])
def test_an_action_is_a_whole_number(action: Any) -> None:
    single, table = SeatEnv("kaiser", seed=1, illegal="penalty"), env("kaiser", seed=1)
    single.reset()
    table.reset()
    for one in (single, table):
        with pytest.raises(UserError, match="is no answer to `bid`"):
            one.step(action)


def test_numbers_of_numpy_are_numbers() -> None:
    table = SeatEnv("ecarte", np.int64(1), deals=np.int64(1), seed=1)  # type: ignore[arg-type]
    table.reset()
    table.step(np.array(np.argmax(table.action_masks())))
    many = SeatVectorEnv("ecarte", np.int64(1), num_envs=np.int64(2))  # type: ignore[arg-type]
    assert (many.reset(seed=np.int64(7))[0] == many.reset(seed=7)[0]).all()  # type: ignore[arg-type]


def test_wrong_calls_say_what_to_do() -> None:
    with pytest.raises(UserError, match="seat 4 of kaiser:standard answers nothing"):
        SeatEnv("kaiser", 4)
    with pytest.raises(UserError, match="seat 0 is the learner's"):
        SeatEnv("kaiser", 0, {0: "greedy"})
    with pytest.raises(UserError, match=r"cut='terminate' is not known.*'terminated'"):
        SeatEnv("kaiser", cut="terminate")
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
