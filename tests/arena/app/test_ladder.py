"""Ladders and matches from Python: in a thread, beside a loop, stopped in the middle; and what they tell and return."""

import asyncio
import json
import sys
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest
import trio

import arena
from arena.app.rated import load_store
from arena.app.seasons import close_season
from arena.client import Turn
from arena.errors import ConfigErrors, UserError
from arena.games.kernel import Word
from arena.store import Store

pytestmark = pytest.mark.slow

GAME = "scotch-whist:two"
TABLE = {"game": GAME, "options": {"target": 11}}
"""One deal for two."""


def first(t: Turn) -> Word:
    """Answer with the first legal word."""
    assert t.view.seat == t.seat
    return t.legal[0]


def last(t: Turn) -> Word:
    """Answer with the last legal word."""
    return t.legal[-1]


def broken(t: Turn) -> Word:
    raise ValueError(t)


def ladder(folder: Path, *bots: object, **settings: object) -> arena.Ladder:
    given = {"sets": 2, "seed": "x", "reproducible": True} | settings
    return arena.Ladder([TABLE], bots or (first, last), folder / "mine.db", **given)  # type: ignore[arg-type]


def test_a_ladder_of_functions_is_played_and_told_in_one_stream(tmp_path: Path) -> None:
    with ladder(tmp_path) as mine:
        told = [*mine.play(rooms=1)]
        standings = mine.standings()
        lost = mine.games("last", lost=True)

    ended = [event for event in told if isinstance(event, arena.GameEnded)]
    assert [event.bots for event in ended].count(("first", "last")) == 2
    assert len({event.game.id for event in ended}) == len(ended) == 4
    [begun] = [event for event in told if isinstance(event, arena.RunBegun)]
    assert begun.sandbox == "none (only functions and bots that come with the arena)"
    assert [event for event in told if isinstance(event, arena.Progress)][-1].total == 4
    assert all(str(event) for event in told)
    assert sorted(row.name for row in standings) == ["first", "last"]
    assert standings["first"].games == 4
    assert all(game.places[game.bots.index("last")] > 1 for game in lost)


def test_the_same_functions_are_the_same_bots_in_the_next_run(tmp_path: Path) -> None:
    with ladder(tmp_path) as mine:
        assert sum(isinstance(event, arena.GameEnded) for event in mine.play(rooms=1)) == 4
    with ladder(tmp_path, sets=3) as mine:
        assert sum(isinstance(event, arena.GameEnded) for event in mine.play(rooms=1)) == 2
    with ladder(tmp_path, first, lambda t: t.legal[0], sets=3) as mine:
        assert sum(isinstance(event, arena.GameEnded) for event in mine.play(rooms=1)) == 6


def test_standings_and_records_have_their_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ladder(tmp_path) as mine:
        for _ in mine.play(rooms=1):
            pass
        standings, [game, *_] = mine.standings(), mine.games()

    head, *lines = str(standings).splitlines()
    assert head.split()[:3] == ["rank", "ranks", "name"]
    assert {line.split()[2] for line in lines[:2]} == {"first", "last"}
    assert max(map(len, [head, *lines])) <= 80, "it can be read in a terminal"
    assert standings.in_words in " ".join(lines[2:])
    assert "| name " in standings.to_markdown()
    assert "<td>first</td>" in standings._repr_html_()
    assert standings.to_csv().count("\n") == 3
    assert {one["name"] for one in json.loads(standings.to_json())["entrants"]} == {"first", "last"}
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    assert [row["name"] for row in standings.to_dataframe()] == [row.name for row in standings]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UserError, match="data frames need pandas"):
        standings.to_dataframe()
    assert standings.plot()._repr_svg_().startswith("<svg")
    assert standings[0] is standings.rows[0]
    with pytest.raises(KeyError, match="no bot 'owl'; there are "):
        standings["owl"]
    assert str(game.record).startswith(f"game {game.id} scotch-whist ")
    assert "Score sheet" in game.record.show()
    assert game.record.show(1) in game.record.show()
    with pytest.raises(UserError, match="there is no deal 9"):
        game.record.show(9)


def test_whoever_stops_asking_stops_the_run_and_nothing_is_lost(tmp_path: Path) -> None:
    with ladder(tmp_path, sets=50) as mine:
        seen = [*islice((event for event in mine.play(rooms=1) if isinstance(event, arena.GameEnded)), 3)]
    with Store.open(tmp_path / "mine.db", writing=False) as store:
        assert {event.game.id for event in seen} <= set(store.done())
        assert 3 <= store.counts().done < 100
        assert not store.is_running()


def test_a_run_of_another_thread_is_closed_and_told_so(tmp_path: Path) -> None:
    mine, said, begun = ladder(tmp_path, sets=1000), list[str](), Event()

    def play() -> None:
        try:
            for event in mine.play():
                if isinstance(event, arena.GameEnded):
                    begun.set()
        except arena.Stopped:
            said.append("stopped")

    thread = Thread(target=play)
    thread.start()
    assert begun.wait(20)
    mine.close()
    stored = len(mine.games())
    thread.join(20)
    assert not thread.is_alive()
    assert said in ([], ["stopped"])  # it may have been between two events
    assert 0 < stored == len(mine.games()) < 2000


def test_ctrl_c_ends_the_run_before_it_goes_on(tmp_path: Path) -> None:
    mine = ladder(tmp_path, sets=50)

    def script() -> None:
        with mine:
            for event in mine.play(rooms=1):
                if isinstance(event, arena.GameEnded):
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        script()
    with Store.open(tmp_path / "mine.db", writing=False) as store:
        assert 1 <= store.counts().done < 100
        assert not store.is_running()


def test_it_can_be_awaited_under_both_loops_and_played_beside_one(tmp_path: Path) -> None:
    told: list[object] = []
    mine = ladder(tmp_path)
    trio.run(lambda: mine.aplay(told.append, rooms=1))
    asyncio.run(ladder(tmp_path, sets=3).aplay(told.append, rooms=1))

    async def beside() -> int:
        return len([*ladder(tmp_path, sets=4).play(rooms=1)])

    assert asyncio.run(beside()) > 2
    assert sum(isinstance(event, arena.GameEnded) for event in told) == 6


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigErrors, match="there is no game 'whist'"):
        arena.Ladder(["whist"], [first, last], tmp_path / "x.db")
    with pytest.raises(UserError, match="no such ladder file"):
        arena.Ladder.open(tmp_path / "none.toml")
    (tmp_path / "own").mkdir()
    (tmp_path / "own/bot.toml").write_text(f'command = ["{sys.executable}", "bot.py"]\n')
    (tmp_path / "own/bot.py").write_text("")
    with pytest.raises(UserError, match="first is a function of this program, so bots beside it get no sandbox"):
        next(event for event in ladder(tmp_path, first, tmp_path / "own").play() if isinstance(event, arena.Field))


def test_a_bot_that_does_not_start_is_told_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own/bot.toml").write_text(f'command = ["{sys.executable}", "bot.py"]\n')
    (tmp_path / "own/bot.py").write_text("raise SystemExit(3)")
    told = [*ladder(tmp_path, first, last, {"bot": tmp_path / "own"}).play(rooms=1, trust=True)]

    [refused] = [event for event in told if isinstance(event, arena.Refused)]
    assert refused.bot == str(tmp_path / "own")
    assert "exit 3" in str(refused)
    assert sum(isinstance(event, arena.GameEnded) for event in told) == 4


def test_a_match_of_three_is_played_by_every_pair(tmp_path: Path) -> None:
    match = arena.play(f"{GAME} target=11", first, last, "sample:random", sets=1, rooms=1, save=tmp_path / "m.db")

    assert match.bots == ("first", "last", "random")
    assert len(match.games) == 6
    assert {len(game.bots) for game in match.games} == {2}
    assert match.standings()["first"].games == 4
    assert match.compare("first", "last").games == 2
    assert match.results == tmp_path / "m.db"


def test_what_a_function_raises_is_its_fault_alone() -> None:
    match = arena.play(f"{GAME} target=11", broken, first, sets=1, rooms=1)

    assert {(fault.bot, fault.kind) for fault in match.faults} == {("broken", "CRASH")}
    assert match.faults[0].stderr[-1].startswith("ValueError: ")
    assert [game.faults[0].kind for game in match.games] == ["CRASH"] * 2


def test_two_versions_are_compared(tmp_path: Path) -> None:
    told: list[arena.Event] = []
    report = arena.compare(broken, first, f"{GAME} target=11", elo=30, seed="x", tell=told.append)

    assert report.finding == "worse"
    assert report.status == 1
    assert "arena.compare(..., 'scotch-whist:two target=11', elo=30, seed='x')" in str(report)
    assert sum(isinstance(event, arena.GameEnded) for event in told) >= 2 * report.gate.test.pairs
    same = trio.run(lambda: arena.acompare(last, last, f"{GAME} target=11", seed="x", save=str(tmp_path / "x.db")))
    assert same.finding == "identical"
    with Store.open(tmp_path / "x.db", writing=False) as store:
        assert store.counts().done >= 2 * same.gate.test.pairs


def test_a_submission_is_graded(tmp_path: Path) -> None:
    (tmp_path / "staff.toml").write_text(
        'name = "course"\nseed = "0123456789abcdef"\nfill = "sample:random"\nsets = 1\n'
        f'games = [{{ game = "{GAME}", options = {{ target = 11 }} }}]\nbots = [{{ bot = "sample:random" }}]\n'
    )
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann/bot.toml").write_text(f'command = ["{sys.executable}", "bot.py"]\n')
    (tmp_path / "ann/bot.py").write_text("raise SystemExit(3)")
    told: list[arena.Event] = []
    found = arena.grade(tmp_path / "ann", tmp_path / "staff.toml", rooms=1, tell=told.append)

    assert {part.title: part.status for part in found.parts}["greets"] == "failed"
    assert any(isinstance(event, arena.Progress) for event in told)
    with pytest.raises(UserError, match=r"none\.toml"):
        asyncio.run(arena.agrade(tmp_path / "ann", tmp_path / "none.toml"))


def test_a_bot_is_checked(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("#!/bin/sh\necho bot ann 1\nread line\nread line\necho nonsense\n")
    (tmp_path / "bot").chmod(0o755)
    cases: list[object] = []
    found = arena.check(Path("bot"), "scotch-whist:two", base=str(tmp_path), trust=True, tell=cases.append)

    assert not found
    assert [*found.cases] == cases
    assert {case.topic.game for case in found.faults} >= {"scotch-whist"}
    assert "nonsense" in str(found)
    with pytest.raises(UserError, match="there is no bot 'none'"):
        trio.run(arena.acheck, "none")


def test_a_ladder_becomes_pages(tmp_path: Path) -> None:
    with ladder(tmp_path) as mine:
        for _ in mine.play(rooms=1):
            pass
    page = arena.site(tmp_path / "mine.db", tmp_path / "site", replays=1)

    assert page == tmp_path / "site/index.html"
    assert "first" in page.read_text()
    with pytest.raises(UserError, match="no such ladder file"):
        asyncio.run(arena.asite(tmp_path / "none.toml", tmp_path / "other"))


def test_a_final_is_rated_by_its_own_season(tmp_path: Path) -> None:
    """A second final used to be rated together with the first one."""
    path = tmp_path / "final.db"
    ladder = arena.Ladder([TABLE], [first, last], path, schedule="knock-out", sets=1)
    played = []
    for season in ("1", "2"):
        for _ in ladder.play():
            pass
        close_season(str(path))
        with Store.open(path, writing=False) as store:
            [loaded], [own] = load_store(store, [None]), load_store(store, [None], season=season)
            assert loaded.played == own.played > 0, "also when its season is closed"
            played.append(own.played)
    with Store.open(path, writing=False) as store:
        assert len(store.done()) == sum(played)
