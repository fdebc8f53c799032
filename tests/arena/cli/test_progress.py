"""What is shown of a run while it goes."""

import time
from dataclasses import replace

import pytest

from arena.cli.progress import Display
from arena.cli.screen import err
from arena.games.kernel import Result
from arena.schedules.plan import PlannedGame
from arena.table.outcome import Fault, Outcome
from arena.tournament.events import GameEnded, Open, Quiet

GAME = PlannedGame("G1", "kaiser:standard", 1, ("a@1", "b@1"), 0, ("a@1", "b@1"), "")
OUTCOME = Outcome(Result((1, 2), (52, 3), "target"), (), {}, "game G1 names=a@1,b@1,a@1,b@1\n")
NAMES = ("a", "b")


def lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *paces: tuple[float, int]) -> list[str]:
    """What is said where there is no terminal, for games that take so many seconds each, one kind after the other."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with Display(sum(games for _, games in paces) + 500, 100) as display:
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
    assert said[1] == "221/650 games, 2.0 games/s, 0:03:34 left"
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
    with Display(12, 0) as display:
        display(Quiet(30.0, games))
        display(Quiet(30.0, games[:1]))
    said = " ".join(capsys.readouterr().err.split())

    assert "no game has ended for 30 s: 2 are open, first G1 (a - b), for 60 s now; a plays in all of them" in said
    assert "0 of 12 games are done, and if the others take as long, 0:06:00 or more are left" in said
    assert "no game has ended for 30 s: the only open one is G1 (a - b), for 60 s now; 0 of 12" in said


def test_a_bot_that_fails_in_both_its_seats_fails_in_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    failed = replace(OUTCOME, faults=(Fault(0, "CRASH", "exit 1"), Fault(2, "CRASH", "exit 2")))
    with Display(2, 0) as display:
        display(GameEnded(GAME, NAMES, failed))
    said = capsys.readouterr().err.splitlines()

    assert said[0] == "a: CRASH (seat 0 of G1): exit 1"
    assert said[-1] == "a: CRASH in 1 game"


def test_long_names_leave_room_for_the_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(err, "_width", 80)
    with Display(2000, 0) as display:
        display(GameEnded(GAME, ("team-12-final-version-really", "team-07-final-version-really-2"), OUTCOME))
        err.print(display._bar)
    shown = capsys.readouterr().err

    assert "team-1…eally - team-0…lly-2" in shown
    assert " 1/2000 " in shown and " games/s " in shown and " left\n" in shown


@pytest.mark.parametrize(("width", "games"), [(80, False), (120, True)])
def test_how_things_stand_fits_beside_the_figures(
    width: int, games: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(err, "_width", width)
    state = "-2.94 ----------|------#--- +2.94  +1.93 after 1068 sets"
    with Display(9000, 0, lambda: state) as display:
        display(GameEnded(GAME, NAMES, OUTCOME))
        err.print(display._bar)
    shown = capsys.readouterr().err

    assert state in shown
    assert " games/s " in shown and " 0:00:0" in shown
    assert (" 1 games " in shown) is games


def test_a_live_bar_shows_a_name_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with Display(2, 0) as display:
        display(GameEnded(GAME, ("[/red]\x1b]0;x\x07", "[bold]b"), OUTCOME))
        err.print(display._bar)

    assert "[/red]\\x1b]0;x\\x07 - [bold]b" in capsys.readouterr().err
