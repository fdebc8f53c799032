"""Wrong arguments of a program: each is said before anything is played, and none is passed over."""

import gc
import os
import pickle
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arena
from arena.app.options import checked
from arena.app.terms import MatchOptions
from arena.client import Turn
from arena.errors import ConfigErrors, UserError
from arena.games.kernel import Word


def first(t: Turn) -> Word:
    """Answer with the first legal word."""
    return t.legal[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"room": 2}, "room: there is no such key; did you mean 'rooms'?"),
        ({"rooms": "2"}, 'rooms: needs a whole number, not "2"'),
        ({"rooms": 0}, "rooms: needs 1 or more, not 0"),
        ({"tables": -1}, "tables: needs 1 or more, not -1"),
        ({"sandbox": "strickt"}, "sandbox: needs 'auto', 'strict', 'standard', 'basic' or 'none', not \"strickt\""),
        ({"on_fault": "replace"}, "on_fault: needs 'forfeit' or 'substitute', not \"replace\""),
        ({"seed": 3}, "seed: needs text in quotes, not 3"),
        ({"save": 3}, "save: needs a path, not 3"),
        ({"fill": 3}, "fill: needs the name of a bot, or a function of a Turn, not 3"),
        ({"tell": 3}, "tell: needs a function, not 3"),
        ({"clock": {"move_ms": 3}}, "clock: needs time limits, such as arena.Clock(move_ms=100), not {'move_ms': 3}"),
        ({"clock": arena.Clock(move_ms=-1)}, "clock.move_ms: needs 0 or more, not -1"),
        (
            {"clock": arena.Clock(live=True)},
            'clock.ponder: live = true lets bots think while others do; set ponder = "off"',
        ),
    ],
)
def test_an_option_that_is_wrong_is_said(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigErrors) as found:
        checked("play", MatchOptions, options)
    assert str(found.value) == f"play(): {message}"


def test_options_that_fit_are_taken() -> None:
    clock = arena.Clock(move_ms=0, ponder="off", live=True)
    checked("play", MatchOptions, {"clock": clock, "rooms": None, "save": Path("x.db"), "base": "", "tell": print})
    checked("play", MatchOptions, {"fill": first})
    checked("play", MatchOptions, {"fill": Path("bots/mine")})


CALLED: Any = arena
"""The library as a program without types uses it."""


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: CALLED.play("ecarte", first, first, sets="3"), 'play(): sets: needs a whole number, not "3"'),
        (lambda: CALLED.Ladder("ecarte", [first], "x.db"), "Ladder(): games: needs a list, not 'ecarte'"),
        (lambda: CALLED.Ladder(["ecarte"], {"first": first}, "x.db"), "Ladder(): bots: needs a list, not {'first': "),
        (lambda: CALLED.Ladder(["ecarte"], None, "x.db"), "Ladder(): bots: needs a list, not None"),
        (lambda: CALLED.Ladder(["ecarte"], [first], None), "Ladder(): results: needs a path, not None"),
        (lambda: CALLED.Ladder(["ecarte"], [first, 5], "x.db"), "Ladder(): bots[1]: needs a table, not 5"),
        (lambda: CALLED.Ladder.open(None), "open(): path: needs a path, not None"),
        (lambda: CALLED.play(3, first), "play(): game: needs text in quotes, not 3"),
        (lambda: CALLED.play("ecarte", first, seed=os.fsdecode(b"\xff")), "the seed '\\udcff' is no text"),
        (lambda: CALLED.play("ecarte", np.array(["none", "sample:random"])), "there is no bot "),
        (lambda: CALLED.play("ecarte", b"none"), "b'none' is no bot"),
        (lambda: CALLED.compare(first, 3, "ecarte"), "3 is no bot"),
        (lambda: CALLED.compare(first, first, "ecarte", maxsets=3), "compare(): maxsets: there is no such key; "),
        (
            lambda: CALLED.compare("none", first, "ecarte", alpha=2.0),
            "alpha and beta must be above 0 and their sum below 1",
        ),
        (lambda: CALLED.check(first), "check(): bot: needs a path, not <function first"),
        (lambda: CALLED.check("sample:random", trsut=True), "check(): trsut: there is no such key; "),
        (lambda: CALLED.site("x", "y", replays=-1), "site(): replays: needs 0 or more, not -1"),
        (lambda: CALLED.grade("x", "y.toml", second=3), "grade(): second: there is no such key; "),
    ],
)
def test_every_function_says_what_is_wrong(call: Callable[[], object], message: str) -> None:
    with pytest.raises(UserError) as found:
        call()
    assert str(found.value).startswith(message)


def test_a_ladder_says_what_is_wrong(tmp_path: Path) -> None:
    clock = arena.Clock(move_ms=0, bank_ms=7)
    ladder: Any = arena.Ladder(["ecarte"], [first, "sample:random"], tmp_path / "mine.db", clock=clock)
    assert ladder.file.clock == clock
    for wrong, message in (
        ({"room": 3}, r"play\(\): room: there is no such key"),
        ({"until": "tomorrow"}, "until: needs a datetime"),
        ({"pardons": "first"}, "pardons: needs a list"),
        ({"tell": print}, "tell: there is no such key"),
    ):
        with pytest.raises(UserError, match=message):
            list(ladder.play(**wrong))
    with pytest.raises(UserError, match=r"plan\(\): room: there is no such key"):
        ladder.plan(room=3)
    with pytest.raises(UserError, match="by: needs 'wins', "):
        ladder.standings(by="elo")
    with pytest.raises(UserError, match="lost=True needs a bot"):
        ladder.games(lost=True)
    with pytest.raises(UserError, match=r"games\(\): bot: needs text in quotes, not 5"):
        ladder.games(5)
    with pytest.raises(UserError, match=r"strengths\(\): bot: needs text in quotes, not 5"):
        ladder.strengths(5)


def test_a_match_that_fails_leaves_no_folder_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def fail(_: arena.Event) -> None:
        assert [*tmp_path.glob("arena-match-*")]
        raise ValueError("told")

    gc.disable()
    try:
        with pytest.raises(ValueError, match="told"):
            arena.play("ecarte", "sample:random", "sample:random", tell=fail)
        assert not [*tmp_path.glob("arena-match-*")]
    finally:
        gc.enable()


@pytest.mark.slow
def test_a_time_without_a_zone_is_local_and_bots_may_come_from_a_generator(tmp_path: Path) -> None:
    ladder = arena.Ladder(["ecarte"], (bot for bot in (first, "sample:random")), tmp_path / "mine.db", sets=1)  # type: ignore[arg-type]
    over = datetime(2020, 1, 1)  # noqa: DTZ001 - as many programs write it

    assert not [event for event in ladder.play(until=over) if isinstance(event, arena.GameEnded)]
    assert len([event for event in ladder.play() if isinstance(event, arena.GameEnded)]) == 2
    with pytest.raises(UserError, match="there are no results of 'kaiser'"):
        ladder.standings(game="kaiser")


@pytest.mark.slow
def test_every_event_can_be_sent_to_another_process(tmp_path: Path) -> None:
    told = [*arena.Ladder(["ecarte"], [first, "sample:random"], tmp_path / "mine.db", sets=1).play(rooms=1)]

    assert {arena.Field, arena.RunBegun, arena.Progress, arena.GameEnded} <= {type(event) for event in told}
    assert pickle.loads(pickle.dumps(told)) == told
