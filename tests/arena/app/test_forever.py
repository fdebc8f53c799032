"""A ladder that goes on: what was handed in is noticed, and stops a run; time and signals end it."""

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import trio

import arena
from arena.app import forever
from arena.app.forever import ENDLESS, News, endless, go_on, unless
from arena.client import Turn
from arena.errors import UserError
from arena.games.kernel import Word
from arena.settings.ladder import LadderFile
from arena.settings.schedule import ScheduleSettings
from arena.tournament.stops import NEWS, StopButton, Stops


def first(t: Turn) -> Word:
    return t.legal[0]


def last(t: Turn) -> Word:
    return t.legal[-1]


@pytest.fixture
def file(tmp_path: Path) -> LadderFile:
    (tmp_path / "subs/ann").mkdir(parents=True)
    (tmp_path / "subs/ann/bot.py").write_text("1")
    path = tmp_path / "mine.toml"
    path.write_text(
        'games = ["kaiser"]\nresults = "mine.db"\n[[bots]]\nfolder = "subs"\n[[bots]]\nbot = "sample:random"\n'
    )
    return arena.Ladder.open(path).file


@pytest.mark.parametrize("what", ["new", "changed", "executable", "gone", "ladder"])
def test_what_is_handed_in_is_news_when_it_has_stayed_the_same_for_two_looks(file: LadderFile, what: str) -> None:
    base, news = file.path.parent, News(file)
    (base / "mine.db").write_text("results are no news")
    assert not news()
    assert not news()
    match what:
        case "new":
            (base / "subs/bob").mkdir()
            (base / "subs/bob/bot.py").write_text("2")
        case "changed":
            os.utime(base / "subs/ann/bot.py", ns=(1, 1))
        case "executable":
            (base / "subs/ann/bot.py").chmod(0o755)
        case "gone":
            (base / "subs/ann/bot.py").unlink()
        case _:
            file.path.write_text(file.path.read_text() + "\n")
    assert not news(), "it may be half copied"
    assert news()
    assert news(), "it stays news until somebody takes it in"
    assert not News(file)()


@pytest.mark.parametrize("place", ["subs/*", "{base}/subs/a*", "subs", "{base}/subs/ann", "./subs/../subs/**nn"])
def test_a_bot_is_looked_at_however_its_line_names_it(file: LadderFile, place: str) -> None:
    base = file.path.parent
    file.path.write_text(f'games = ["kaiser"]\nbots = ["{place.format(base=base)}", "sample:random"]\n')
    news = News(arena.Ladder.open(file.path).file)
    (base / "subs/ann/bot.py").write_text("another one")
    assert [news(), news()] == [False, True]


async def test_news_ask_for_a_stop_once_and_others_may_still_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forever, "LOOK", 0.001)
    told: list[int] = []
    looks, button, enough = iter([False, True]), StopButton(), trio.Event()

    def stop(number: int) -> None:
        told.append(number)
        (enough.set if number != NEWS else button.press)()

    async with trio.open_nursery() as nursery:
        await nursery.start(unless(lambda: next(looks), button.heed), stop, told.clear)
        with trio.fail_after(30):
            await enough.wait()
        nursery.cancel_scope.cancel()
    assert told == [NEWS, signal.SIGINT]


def test_only_an_adaptive_schedule_without_a_number_of_sets_never_stops(file: LadderFile) -> None:
    for schedule, total in (
        (ScheduleSettings(), None),
        (ScheduleSettings(kind="adaptive"), ENDLESS),
        (ScheduleSettings(kind="adaptive", total=7), 7),
    ):
        assert endless(replace(file, schedule=schedule)).schedule.total == total


@pytest.mark.slow
def test_a_run_stops_for_news_and_the_next_one_plays_the_new_bot_first(tmp_path: Path) -> None:
    table = {"game": "scotch-whist:two", "options": {"target": 11}}

    def ladder(*bots: object) -> arena.Ladder:
        return arena.Ladder([table], bots, tmp_path / "mine.db", schedule="adaptive", seed="x", reproducible=True)  # type: ignore[arg-type]

    def played(one: arena.Ladder, most: int) -> list[tuple[str, ...]]:
        one.file = endless(one.file)
        told: list[tuple[str, ...]] = []

        def tell(event: object) -> None:
            if isinstance(event, arena.GameEnded):
                told.append(event.bots)

        run = one.run(tell, unless(lambda: len(told) >= most, StopButton().heed), rooms=1)
        assert run.played.stopped is NEWS
        return told

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forever, "LOOK", 0.01)
        assert len(played(ladder(first, last), 6)) >= 6

        def third(t: Turn) -> Word:
            return t.legal[len(t.legal) // 2]

        assert all("third" in bots for bots in played(ladder(first, last, third), 4)[:4])


class League:
    """A league whose plays end as they are told to, and what is told of it.

    Args:
        file: its ladder.
        ends: how its plays end: by what stopped them, None, or an error; after the last, somebody stops it.
    """

    def __init__(self, file: LadderFile, *ends: signal.Signals | UserError | None) -> None:
        self.told: list[str] = []
        self._ends = [*ends]
        self._file = file
        self._button = StopButton()

    def go_on(self, tell: Callable[[str], None] = lambda _: None) -> signal.Signals:
        """Run it to its end; `tell` is told of each note."""

        def heard(note: arena.Note) -> None:
            self.told.append(str(note))
            tell(self.told[-1])

        return go_on(self._file, self._read, self._play, self._button.heed, heard)

    def _read(self) -> LadderFile:
        return arena.Ladder.open(self._file.path).file

    def _play(self, stops: Stops) -> signal.Signals | None:
        assert stops is not self._button.heed, "news stop it, too"
        self.told.append("plays")
        if not self._ends:
            return signal.SIGINT
        end = self._ends.pop(0)
        if isinstance(end, UserError):
            raise end
        return end

    def stop(self, said: str) -> None:
        """Stop it while it waits."""
        if said.startswith("Waiting"):
            self._button.press()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forever, "LOOK", 0.001)


@pytest.mark.usefixtures("quick")
def test_a_league_goes_on_at_once_for_news_and_waits_when_all_is_played(file: LadderFile) -> None:
    league = League(file, NEWS, None)
    assert league.go_on(league.stop) is signal.SIGINT
    assert league.told == ["plays", "plays", "Waiting for what is handed in"]


@pytest.mark.usefixtures("quick")
def test_a_ladder_file_with_an_error_is_told_and_waited_for(file: LadderFile) -> None:
    good = file.path.read_text()

    def save(said: str) -> None:
        if said.startswith("Waiting"):
            file.path.write_text(good + "sets = =" if len(league.told) == 2 else good)

    file.path.write_text(good + "\n")
    league = League(file, None)
    assert league.go_on(save) is signal.SIGINT
    first, waits, error, again, last = league.told
    assert (first, waits, again, last) == ("plays", "Waiting for what is handed in", waits, "plays")
    assert "mine.toml:7: Invalid value" in error


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("status", "waits"),
    [(os.EX_TEMPFAIL, "Trying again"), (os.EX_IOERR, "Trying again"), (os.EX_DATAERR, "Waiting for")],
)
def test_what_passes_by_itself_is_tried_again(
    file: LadderFile, monkeypatch: pytest.MonkeyPatch, status: int, waits: str
) -> None:
    """Nobody has to hand in anything before a league goes on whose disk was full, or which another arena kept out."""
    assert forever.AGAIN == 60
    monkeypatch.setattr(forever, "AGAIN", 0.003)
    league = League(file, UserError("it cannot go on", "do something", status))
    assert league.go_on(league.stop) is signal.SIGINT
    plays, error, told, *again = league.told
    assert (plays, error) == ("plays", "it cannot go on\n  do something")
    assert told.startswith(waits)
    assert again == ["plays"] * (status != os.EX_DATAERR)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_program_plays_a_league_until_it_wants_no_more(tmp_path: Path) -> None:
    table = {"game": "scotch-whist:two", "options": {"target": 11}}
    ladder = arena.Ladder([table], [first, last], tmp_path / "mine.db", sets=1, seed="x", reproducible=True)
    events = ladder.play(rooms=1, forever=True)
    kinds = [type(event) for event in iter(events.__next__, arena.Note("Waiting for what is handed in"))]
    assert arena.GameEnded in kinds
    ladder.close()
    assert not [*events]
