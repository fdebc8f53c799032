"""How programs use the arena, with its types: mypy checks this file, and nobody runs it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, assert_type

import arena
from arena.client import Turn, run
from arena.env import export
from arena.ratings import Comparison, Results, Row, duel, fit
from arena.ratings import Ladder as Ratings
from arena.testing import Arena


def mine(t: Turn) -> str:
    """A bot."""
    assert_type(t.legal, tuple[str, ...])
    assert_type(t.ms_left, float)
    return t.compare(n=10).best or t.legal[0]


def matches() -> None:
    """Matches of names, paths and functions."""
    match = arena.play("kaiser", mine, "sample:sensible", Path("bots/owl"), sets=2)
    assert_type(match, arena.Match)
    assert_type(match.standings()["mine"], Row)
    assert_type(match.compare(), Comparison)
    assert_type(match.faults, tuple[arena.BotFault, ...])
    assert_type(match.games[0].record.show(), str)
    assert_type(match.games[0].page(stderr=True), str)
    options: arena.MatchOptions = {"clock": arena.Clock(move_ms=100), "rooms": 2, "save": "mine.db", "tell": tell}
    arena.play("kaiser", [mine, Turn.greedy], **options)
    arena.play("kaiser", mine, Turn.greedy, moves=3)  # type: ignore[call-arg]
    arena.play("kaiser", 3)  # type: ignore[arg-type]


def tell(event: arena.Event) -> None:
    """Every event is one of a union."""
    match event:
        case arena.GameEnded(bots=bots):
            assert_type(bots, tuple[str, ...])
        case arena.Progress(done=done, total=total):
            assert_type(done + total, int)
        case arena.Refused(reason=reason):
            assert_type(reason, str)


def ladders() -> None:
    """A ladder, from its settings or from a file."""
    with arena.Ladder(["kaiser", {"game": "truc"}], [mine, {"bot": Path("owl")}], Path("mine.db"), sets=2) as ladder:
        assert_type(ladder.play(rooms=4, trust=True), Iterator[arena.Event])
        assert_type(ladder.standings(game="kaiser", by="points"), arena.Standings)
        assert_type(ladder.games("mine", lost=True), list[arena.PlayedGame])
    assert_type(arena.Ladder.open("mine.toml"), arena.Ladder)
    assert_type(arena.site("mine.toml", "pages"), Path)


def judgements() -> None:
    """Two versions, a check and a grade."""
    report = arena.compare("bots/mine", "bots/mine@main", "kaiser", elo=30, alpha=0.01, test="margin", rooms=2)
    assert_type(report, arena.RegressionReport)
    assert_type(report.status, int)
    assert_type(bool(arena.check(Path("bots/mine"), "kaiser")), bool)
    assert_type(arena.grade("in/ann", Path("staff.toml"), seconds=60), arena.Grade)
    checked = Arena(base="bots", keep=Path("games")).assert_not_worse("mine", "mine@main", "kaiser", max_sets=10)
    assert_type(checked, arena.RegressionReport)


async def awaited() -> None:
    """The same under an event loop."""
    assert_type(await arena.aplay("kaiser", mine, Turn.greedy), arena.Match)
    assert_type(await arena.acompare(mine, Turn.greedy, "kaiser", beta=0.1), arena.RegressionReport)
    assert_type(await arena.acheck("bots/mine", trust=True), arena.CheckReport)
    assert_type(await arena.agrade("in/ann", "staff.toml", seconds=60), arena.Grade)
    assert_type(await arena.asite("mine.toml", "pages"), Path)
    await arena.Ladder.open("mine.toml").aplay(tell, rooms=1)


def below(model: Any) -> None:
    """Ratings, bots and networks without a tournament."""
    ladder = fit(Results.of([duel("owl", "jay", 1.0, 1)]), "jay")
    assert_type(ladder, Ratings)
    assert_type(arena.games["kaiser"].name, str)
    assert_type(export(model, Path("bot")), Path)
    run(mine, "mine", "1")


def answers(turns: Sequence[Turn]) -> list[str]:
    """Many questions at once."""
    return [mine(t) for t in turns]
