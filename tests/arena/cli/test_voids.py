"""`arena run`, `match` and `ladder` with games that are void, played in memory: nothing is started."""

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.games import kernel
from arena.table.outcome import Fault, Outcome, Use
from arena.table.referee import GameSetup
from arena.table.reports import GameBegun, GameEnded, GameVoided, TakeReport
from arena.tournament import play as tournament
from arena.tournament import start_check
from arena.tournament.voids import FREE
from tests.arena.cli.test_probation import HEAD, arena, greeting, ladder, results

pytestmark = pytest.mark.slow

ALWAYS = "[probation]\nfirst = 0\nin_a_row = 0\n"


async def room(_: object, games: Iterable[GameSetup], report: TakeReport, around: SimpleNamespace) -> None:
    """Play games in which the last of the alphabet wins; a fisher does not let itself be beaten.

    It has the game made void, once in each game and while it may, and then a TIMEOUT. Games of a bot called stuck come
    to nothing.
    """
    left = Counter(around.voids)
    for setup in games:
        kinds = [name.partition("@")[0] for name in setup.names[:2]]
        await report(GameBegun(setup.game_id))
        if "stuck" in kinds:
            await report(GameVoided(setup.game_id, "sandbox: there is none", again=False))
            continue
        fishers = [seat for seat, kind in enumerate(kinds) if kind.startswith("fisher")]
        for seat in fishers:
            if left[kinds[seat]]:
                left[kinds[seat]] -= 1
                await report(GameVoided(setup.game_id, "arena_lag: long", True, seat, busy=True))
                await report(GameBegun(setup.game_id))
        faults = tuple(Fault(seat, "TIMEOUT", "no answer") for seat in fishers)
        lost = fishers or [kinds.index(min(kinds))]
        result = kernel.Result(tuple(1 + (seat in lost) for seat in range(2)), (), "forfeit")
        await report(GameEnded(setup.game_id, Outcome(result, faults, {0: Use(1, 1.0, 1.0)}, "record\n")))


@pytest.fixture(autouse=True)
def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "play_room", room)
    monkeypatch.setattr(start_check, "greeting_of", greeting)


def test_a_run_with_games_that_could_not_be_played_says_so_and_has_a_status_of_its_own(tmp_path: Path) -> None:
    path = ladder(tmp_path, "fine", "good", "stuck")
    done = arena("run", str(path), status=os.EX_TEMPFAIL)

    assert "arena: 16 games have no result and could not be played now" in done.stderr
    assert f"each is shown above with its reason; play on with: arena run {path}" in done.stderr
    assert "sandbox: there is none" in done.stderr
    assert results(path) == {"fine": 8, "good": 8}
    arena("run", str(ladder(tmp_path, "fine", "good")))


def test_a_match_whose_games_could_not_be_played_has_that_status_too(tmp_path: Path) -> None:
    ladder(tmp_path, "fine", "stuck")
    bots = [str(tmp_path / name) for name in ("fine", "stuck")]
    words = ["kaiser", *bots, "-n", "1", "-j", "1", "--trust-bots", "--save", str(tmp_path / "x.db")]
    done = arena("match", *words, status=os.EX_TEMPFAIL)

    assert "arena: 2 games have no result and could not be played now" in done.stderr
    assert "play on with: the same match" in done.stderr


def test_a_swiss_with_a_bot_that_fishes_for_void_games_comes_to_its_end(tmp_path: Path) -> None:
    path = ladder(tmp_path, "fisher", "good", "fine", "well", head=HEAD + 'schedule = "swiss"\n', tail=ALWAYS)
    arena("run", str(path))
    played = results(path)
    [(name, void)] = json.loads(arena("ladder", str(path), "--format", "json").stdout)["void"].items()
    again = arena("run", str(path))

    assert name == "fisher"
    assert void == {"games": FREE, "busy": FREE}
    assert set(played.values()) == {played["fisher"]}
    assert results(path) == played
    assert " games in " not in again.stderr


def test_the_ladder_tells_who_was_asked_when_games_became_void(tmp_path: Path) -> None:
    path = ladder(tmp_path, "fisher", "good", head=HEAD.replace("sets = 4", "sets = 1"), tail=ALWAYS)
    line = "fisher was asked when 2 games became void, 2 of them after it had used much CPU time itself"

    assert line in arena("run", str(path)).stdout
    assert line in arena("ladder", str(path)).stdout
    assert json.loads(arena("ladder", str(path), "--format", "json").stdout)["void"] == {
        "fisher": {"games": 2, "busy": 2}
    }


def test_a_ladder_without_void_games_says_nothing_of_them(tmp_path: Path) -> None:
    path = ladder(tmp_path, "fine", "good")

    assert " became void" not in arena("run", str(path)).stdout
    assert json.loads(arena("ladder", str(path), "--format", "json").stdout)["void"] == {}
