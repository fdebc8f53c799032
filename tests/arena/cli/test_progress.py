"""What is shown of a run while it goes."""

import time
from dataclasses import replace

import pytest

from arena.cli.progress import Display
from arena.cli.screen import err
from arena.games.kernel import Result
from arena.schedules.plan import PlannedGame
from arena.table.outcome import Fault, Outcome, Use
from arena.tournament.events import GameEnded, Open, Progress, Quiet, Score
from arena.tournament.probation import Benched

GAME = PlannedGame("G1", "kaiser:standard", 1, ("a@1", "b@1"), 0, ("a@1", "b@1"), "")
OUTCOME = Outcome(Result((1, 2), (52, 3), "target"), (), {}, "game G1 names=a@1,b@1,a@1,b@1\n")
NAMES = ("a", "b")


def lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *paces: tuple[float, int]) -> list[str]:
    """What is said where there is no terminal, for games that take so many seconds each, one kind after the other."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with Display(Progress("playing", 100, sum(games for _, games in paces) + 500)) as display:
        for seconds, games in paces:
            for _ in range(games):
                now += seconds
                display(GameEnded(GAME, NAMES, OUTCOME))
    return capsys.readouterr().err.splitlines()


def test_lines_tell_how_far_it_is_and_how_long_it_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = lines(monkeypatch, capsys, (0.5, 150))

    assert said[0] == "100 of 650 games are there already"
    assert said[1] == "221 of 650 games, 2.0 games/s, 0:03:34 left"
    assert said[-1] == "150 games in 75.0 s (2.0 games/s)"


def test_the_pace_is_that_of_late_and_not_of_the_whole_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = lines(monkeypatch, capsys, (0.1, 1000), (2.0, 60))

    assert "2.0 games/s" not in said[1]
    assert said[-2].endswith("0.5 games/s, 0:13:56 left")
    assert said[-1] == "1060 games in 220.0 s (4.8 games/s)"


def test_a_bot_that_holds_all_games_is_named_with_an_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    games = (Open(GAME, NAMES, 60.0), Open(GAME._replace(id="G2"), ("c", "a"), 30.0))
    with Display(Progress("playing", 0, 12)) as display:
        display(Quiet(30.0, games))
        display(Quiet(30.0, games[:1]))
        display(Quiet(30.0, (games[0], games[1]._replace(bots=("c", "d")))))
    said = " ".join(capsys.readouterr().err.split())

    assert "no game has ended for 30 s: 2 are open, first G1 (a - b), for 60 s now; a plays in all of them" in said
    assert "0 of 12 games are done, and if the others take as long, 0:06:00 or more are left" in said
    assert "no game has ended for 30 s: the only open one is G1 (a - b), for 60 s now; 0 of 12" in said
    assert "2 are open, first G1 (a - b), for 60 s now; 0 of 12" in said, "games without a common bot name none"


def test_a_league_that_never_ends_has_no_last_game(capsys: pytest.CaptureFixture[str]) -> None:
    with Display(Progress("playing", 3, 0)) as display:
        display(GameEnded(GAME, NAMES, OUTCOME))
        display(Quiet(30.0, (Open(GAME, NAMES, 60.0),)))
        shown = display._how_far()
    said = capsys.readouterr().err.splitlines()

    assert shown.startswith("4 games, ")
    assert " left" not in shown
    assert said[0] == "3 games are there already"
    assert said[1].endswith("for 60 s now")


def test_a_bot_that_fails_in_both_its_seats_fails_in_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    failed = replace(OUTCOME, faults=(Fault(0, "CRASH", "exit 1"), Fault(2, "CRASH", "exit 2")))
    with Display(Progress("playing", 0, 2)) as display:
        display(GameEnded(GAME, NAMES, failed))
    said = capsys.readouterr().err.splitlines()

    assert said[0] == "a: CRASH (seat 0 of G1): exit 1"
    assert said[-1] == "a: CRASH in 1 game"


LONG = ("team-12-final-version-really", "team-07-final-version-really-2")


@pytest.mark.parametrize("width", [80, 40])
def test_the_screen_has_the_standings_the_pace_and_the_last_result_in_any_width(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(err, "_width", width)
    scores = {LONG[0]: Score(9, 4.5), LONG[1]: Score(9, 4.5), "not yet": Score()}
    failed = replace(OUTCOME, faults=(Fault(1, "CRASH", "exit 1"),))
    with Display(Progress("playing", 9, 2000, scores=scores)) as display:
        display(GameEnded(GAME, LONG, failed))
        capsys.readouterr()
        err.print(display.screen())
        lines = [line.rstrip() for line in capsys.readouterr().err.splitlines()]
    told = " ".join(lines)

    assert max(map(len, lines)) <= width
    assert "10 of 2000 games, " in told and " games/s, 0:00:00 so far" in told
    assert "not yet" not in told
    rows = [line.split() for line in lines if line.startswith("team")]
    assert [row[1:] for row in rows] == [["10", "55.0", "%"], ["10", "45.0", "%", "1"]], "the winner first"
    assert lines[-1].startswith("last: team-")


def test_games_of_slow_bots_count_for_as_much_as_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    quick, slow = replace(OUTCOME, uses={0: Use(1, 995.0, 1.0)}), replace(OUTCOME, uses={0: Use(1, 8995.0, 1.0)})
    kaiser = "kaiser:standard"
    display = Display(Progress("playing", 0, 20, left={(kaiser, "a", "b"): 10, (kaiser, "a", "c"): 10}))
    for names, outcome, seconds in ((NAMES, quick, 1.0), (("c", "a"), slow, 9.0), *[(NAMES, quick, 1.0)] * 9):
        now += seconds
        display(GameEnded(GAME, names, outcome))

    assert "11 of 20 games" in display._how_far()
    assert display._how_far().endswith("0:01:21 left"), "nine games of nine seconds"


def test_games_of_a_benched_bot_are_not_waited_for() -> None:
    display = Display(Progress("playing", 0, 20, left={("kaiser", "a", "b"): 10, ("kaiser", "a", "c"): 10}))
    display(Benched("c@1", "3 faults", "G1", 0, 1, "c"))
    assert display._work.left == {("kaiser", "a", "b"): 10}


def test_how_things_stand_takes_the_place_of_the_standings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(err, "_width", 80)
    state = "-2.94 ----------|------#--- +2.94  +1.93 after 1068 sets"
    with Display(Progress("playing", 0, 9000, state=state)) as display:
        display(GameEnded(GAME, NAMES, OUTCOME))
        err.print(display.screen())
    shown = capsys.readouterr().err

    assert f"\n{state}\n" in shown
    assert "1 games, " in shown and "9000" not in shown, "how many there will be is not known"


def test_the_screen_shows_a_name_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with Display(Progress("playing", 0, 2)) as display:
        display(GameEnded(GAME, ("[/red]\x1b]0;x\x07", "[bold]b"), OUTCOME))
        err.print(display.screen())

    assert "[/red]\\x1b]0;x\\x07 - [bold]b" in capsys.readouterr().err
