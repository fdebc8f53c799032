"""The bots that stand on the library, the yardstick too: they play every game, and keep to their time."""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

import arena.client
from arena.bots.samples import samples
from arena.client import Turn
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from arena.games.study import set_up
from tests.client.seats import answered, played

RUNGS = ("greedy", "counter", "search", "ismcts")


def bot(name: str) -> Any:
    """Return the module of a bot, as Python loads it in its folder."""
    found = spec_from_file_location(f"rung_{name}", samples()[f"python/{name}"] / "bot.py")
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


COUNTER, SEARCH, ISMCTS = bot("counter"), bot("search"), bot("ismcts")


def search(t: Turn, **params: float) -> str:
    """The answer of `search` with some parameters."""
    t.params = SEARCH.PARAMS | params
    word: str = SEARCH.choose(t)
    return word


def ismcts(t: Turn, deals: int = 2) -> str:
    """The answer of `ismcts` in so many deals."""
    t.params = ISMCTS.PARAMS | {"deals": deals}
    word: str = ISMCTS.choose(t)
    return word


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[Turn], str]]:
    """The function of each bot, with few deals."""
    monkeypatch.setattr(COUNTER, "DEALS", 2)
    return {"greedy": Turn.greedy, "counter": COUNTER.choose, "search": partial(search, deals=2), "ismcts": ismcts}


def sparing(choose: Callable[[Turn], str], times: int = 2, every: int = 7) -> Callable[[Turn], str]:
    """Let a bot think about a few questions of each kind, and every so many cards; it answers all others at once."""
    asked: Counter[str] = Counter()

    def spared(t: Turn) -> str:
        asked[t.kind] += len(t.legal) > 1
        thinks = asked[t.kind] <= times or (t.kind == "play" and asked["play"] % every == 0)
        return choose(t) if thinks else t.sensible()

    return spared


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNGS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_bot_plays_every_family(game: AnyGame, name: str, few: dict[str, Callable[[Turn], str]]) -> None:
    """It gets what a bot is told, line by line, and nothing else."""
    told = [*answered(game, next(iter(game.presets)), 1, sparing(few[name]))]
    assert told
    assert [answer for question, answer in told if answer not in question.legal] == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", RUNGS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_bot_plays_every_preset(game: AnyGame, name: str, few: dict[str, Callable[[Turn], str]]) -> None:
    for preset in game.presets:
        told = [*answered(game, preset, 1, sparing(few[name], 1, 60))]
        assert [answer for question, answer in told if answer not in question.legal] == []


@pytest.mark.parametrize("name", RUNGS)
def test_the_bot_file_says_what_the_bot_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as a program, with a loop that only notes what it is given."""
    said: list[tuple[str, str, int]] = []

    def run(_choose: object, name: str, version: str, *, params: object = None, tables: int = 1) -> None:
        declared = {name: each["default"] for name, each in file.get("params", {}).items()}
        assert declared == (params or {})
        said.append((name, version, tables))

    monkeypatch.setattr(arena.client, "run", run)
    monkeypatch.setattr(sys, "argv", ["bot.py"])
    folder = samples()[f"python/{name}"]
    file = tomllib.loads((folder / "bot.toml").read_text())
    exec(compile((folder / "bot.py").read_text(), "bot.py", "exec"), {"__name__": "__main__"})
    assert said == [(file["name"], file["version"], file.get("tables", 1))]
    assert file["library"] is True


def questions(game: str, number: int) -> Iterator[Turn]:
    """Yield questions of a game with more than one answer."""
    found = 0
    for position, seats in played(GAMES[game], next(iter(GAMES[game].presets)), deals=2):
        ask = position.ask
        assert ask is not None
        view = seats[ask.seat].view
        if len(ask.legal) > 1 and view.standing is not None:
            yield Turn(view, ask)
            found += 1
        if found == number:
            return


@pytest.mark.slow
@pytest.mark.parametrize("game", ["bridgette", "bridge-solitaire", "five-hundred"])
def test_without_time_they_say_what_sensible_says(game: str) -> None:
    """Also where a question has dozens of answers: the first rollout ends the search."""
    for t in questions(game, 12):
        t.ms_left = 0.0
        for choose in (COUNTER.choose, search):
            assert choose(t) == t.sensible()


@pytest.mark.slow
def test_with_so_many_deals_a_search_is_the_same_every_time() -> None:
    for t in questions("kaiser", 8):
        assert search(t, deals=4) == search(Turn(t.view, t._ask), deals=4)


@pytest.mark.parametrize("choose", [COUNTER.choose, partial(search, deals=20), partial(ismcts, deals=200)])
def test_they_see_what_is_plain(choose: Callable[[Turn], str]) -> None:
    """The last to play a trick with the five of hearts takes it."""
    position = set_up(
        {
            "game": "kaiser",
            "dealer": 2,
            "contract": {"seat": 3, "bid": "7", "trump": "S"},
            "hands": {"3": "KH AS", "0": "5H", "1": "9H", "2": "AH TH JD 8C"},
            "play": "KH 5H 9H",
        }
    ).position
    assert position.ask is not None
    assert choose(Turn(position.view(2), position.ask)) == "AH"


def test_a_tree_for_cards_only_leaves_bids_to_sensible() -> None:
    """Without bids, `ismcts` says what `sensible` says of everything but cards."""
    for t in questions("kaiser", 3):
        t.params = ISMCTS.PARAMS | {"deals": 2, "bids": 0}
        assert t.kind == "play" or ISMCTS.choose(t) == t.sensible()
