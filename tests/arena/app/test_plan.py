"""The plan before a night: measured paces, what fits, and a run that ends when its time is up."""

import signal
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

import arena
from arena.app.plan import Measured, NightPlan, limit_ms, timed
from arena.cli.plan import moment_of, span
from arena.client import Turn
from arena.errors import UserError
from arena.games.kernel import Word
from arena.settings.clock import ClockSettings
from arena.store import Store
from arena.tournament.stops import TIME_IS_UP, StopButton, until
from tests.arena.tournament.test_play import setup


@pytest.mark.parametrize(
    ("clock", "limit"),
    [
        (ClockSettings(move_ms=100), 2000),
        (ClockSettings(move_ms=100, bank_ms=500), 500),
        (ClockSettings(move_ms=0, bank_ms=500, inc_ms=10), 700),
        (ClockSettings(move_ms=0), inf),
    ],
)
def test_a_clock_limits_a_game_of_twenty_decisions(clock: ClockSettings, limit: float) -> None:
    assert limit_ms(clock, 20) == limit


def planned(sets: int = 4, left: int | None = None) -> NightPlan:
    """Return the plan of three bots at two sides of two seats each: `a` takes 4 s a game, the others 1 s."""
    at, games = setup("kaiser", "abc", sets=sets)
    paces = {(one.id, "kaiser:standard"): Measured(2, 2000, 80) for one in at.entrants.values()}
    slow = next(id_ for id_ in at.entrants if id_.startswith("a"))
    paces[slow, "kaiser:standard"] = Measured(2, 8000, 80)
    return timed(games, 0, len(games) if left is None else left, at, paces, {"b": 0.5})


def test_a_plan_adds_up_games_starts_and_clocks() -> None:
    found = planned()
    thinking = 4 * 2 * (5 + 5 + 2)  # each set has three pairings of two games
    assert found.likely == pytest.approx(thinking + found.starts + 24 * 0.005)
    assert found.worst == pytest.approx(24 * 4 * 20 + found.starts + 24 * 0.005)
    assert found.starts == 0.5 * 2 * 2 * 3, "b plays two pairings in two rooms, in blocks of one, one and two sets"
    assert [(bot.name, bot.seconds, bot.of_clock, bot.start) for bot in found.bots][:2] == [
        ("a", 4, 4 / 40, 0),
        ("b", 1, 1 / 40, 0.5),
    ]
    assert sum(bot.share for bot in found.bots) == pytest.approx(1)
    assert planned(left=48).likely == pytest.approx(2 * found.likely)
    assert not planned(left=48).fixed


def test_what_fits_into_a_time_is_played_in_it() -> None:
    found = planned()
    one = max(found.sets.values())
    assert found.sets_within(found.likely) == 4
    assert found.sets_within(found.likely - 0.1) == 3
    assert found.sets_within(one / 3) == 0
    assert found.sets_within(found.likely + 2.5 * found.sets[4]) == 6
    for seconds in (60, 300, 5000):
        bank = found.bank_within(seconds)
        assert found.starts + 24 * 0.005 + found.seats * bank / 1000 <= seconds
        assert found.starts + 24 * 0.005 + found.seats * (bank + 50) / 1000 > seconds
    assert found.bank_within(1) == 0


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "less than a second"), (59, "59 s"), (61, "1 min"), (3600 * 2 + 300, "2 h 05 min"), (864000, "10 days")],
)
def test_times_are_said_in_words(seconds: float, text: str) -> None:
    assert span(seconds) == text


def test_a_time_of_day_is_the_next_one() -> None:
    now = datetime.now().astimezone()
    for minutes in (-2, 2):
        asked = now + timedelta(minutes=minutes)
        found = moment_of(f"{asked:%H:%M}", None)
        assert found is not None
        assert now < found <= now + timedelta(days=1, minutes=1)
        assert f"{found:%H:%M}" == f"{asked:%H:%M}"
    assert moment_of(None, None) is None
    for wrong in (("7", None), ("25:00", None), ("07:00", 2.0)):
        with pytest.raises(UserError):
            moment_of(*wrong)


async def test_time_is_up_once_and_others_may_stop_before(autojump_clock: MockClock) -> None:
    told: list[int] = []
    async with trio.open_nursery() as nursery:
        await nursery.start(until(datetime.now(UTC) - timedelta(seconds=1), None), told.append, told.clear)
    assert told == [TIME_IS_UP]
    button = StopButton()
    async with trio.open_nursery() as nursery:
        await nursery.start(until(datetime.now(UTC) + timedelta(hours=1), button.heed), told.append, told.clear)
        button.press()
        await trio.sleep(1)
        nursery.cancel_scope.cancel()
    assert told == [TIME_IS_UP, signal.SIGINT]


def first(t: Turn) -> Word:
    return t.legal[0]


def last(t: Turn) -> Word:
    return t.legal[-1]


@pytest.mark.slow
def test_a_new_bot_plays_a_trial_that_counts_nowhere_and_a_run_ends_in_time(tmp_path: Path) -> None:
    def ladder(*bots: object) -> arena.Ladder:
        table = {"game": "scotch-whist:two", "options": {"target": 11}}
        return arena.Ladder([table], bots, tmp_path / "mine.db", sets=3)  # type: ignore[arg-type]

    told: list[object] = []
    found = ladder(first, last).plan(told.append)
    assert (found.done, found.left, found.fixed) == (0, 6, True)
    assert 0 < found.likely < 60
    assert sum(isinstance(event, arena.GameEnded) for event in told) == 2
    assert not (tmp_path / "mine.db").exists()

    with ladder(first, last) as mine:
        assert not [e for e in mine.play(until=datetime.now(UTC)) if isinstance(e, arena.GameEnded)]
        assert sum(isinstance(event, arena.GameEnded) for event in mine.play()) == 6
    told.clear()
    found = ladder(first, last).plan(told.append)
    assert (found.done, found.left, found.likely, found.bots) == (6, 0, 0, [])
    found = ladder(first, last, lambda t: t.legal[0]).plan(told.append)
    assert (found.done, found.left) == (6, 12)
    assert sum(isinstance(event, arena.GameEnded) for event in told) == 2
    with Store.open(tmp_path / "mine.db", writing=False) as store:
        assert len(store.done()) == 6


def test_bots_of_a_plan_are_not_shown_the_results_either(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "mine.toml").write_text('games = ["kaiser"]\nbots = ["bot"]\nresults = "bot/x.db"\n')
    with pytest.raises(UserError, match="bots could read the secret of the season there"):
        arena.Ladder.open(tmp_path / "mine.toml").plan()
