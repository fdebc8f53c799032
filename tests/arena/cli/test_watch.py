"""`arena watch`: what it shows, and when it ends."""

from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from arena.cli import watch
from arena.cli.group import command_line
from arena.store import Store
from tests.arena.cli.test_season import play
from tests.arena.store.examples import ANN, BOB, FORFEIT, GAMES, PLAYED, begun
from tests.arena.stored import in_order


def shown(watched: object) -> str:
    console = Console(width=80, height=40, record=True, file=StringIO())
    console.print(watched)
    return console.export_text()


def test_one_line_says_how_far_a_ladder_is(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    result = CliRunner().invoke(command_line, ["watch", str(path), "--once"])

    assert result.output == f"{path}: 2 of 3 games, no run is playing, 1 with a fault\n"


def test_a_screen_has_the_standings_and_the_newest_games_first(tmp_path: Path) -> None:
    path = tmp_path / "kaiser.db"
    play(path)
    with Store.open(path, writing=False) as store:
        text = shown(watch.Watcher(str(path)).screen(store))
        newest = [game.game.id[:6] for game in in_order(store)][::-1]

    lines = text.splitlines()
    assert {"rank", "name", "Elo", "aa", "bb"} <= set(text.split()), "a row or a list, as the terminal has room"
    assert [line.split()[0] for line in lines if line.startswith("G")] == newest[: watch.NEWEST]
    assert "In short: " in text


def test_it_follows_a_run_and_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "toy.db"
    told: list[str] = []
    with Store.open(path, writing=True) as writing:
        writing.start_run("seed", {"move_ms": "1000"})
        writing.plan([ANN, BOB], GAMES)
        steps = iter([lambda: writing.begin(PLAYED.game_id), lambda: writing.finish(PLAYED), writing.end_run])
        monkeypatch.setattr("time.sleep", lambda _: next(steps)())
        with Store.open(path, writing=False) as store:
            watcher = watch.Watcher(str(path))
            assert watch.follow(store, lambda: told.append(watcher.line(store)), 0.0)

    heads = [line.removeprefix(f"{path}: ") for line in told]
    assert heads[0].startswith("0 of 3 games, 1 being played")
    assert heads[1].startswith("1 of 3 games, 0 being played")
    assert heads[2:] == ["1 of 3 games, no run is playing"]


def test_it_ends_where_another_file_takes_the_place_of_the_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = begun(tmp_path / "toy.db", PLAYED), begun(tmp_path / "rebuilt.db", PLAYED, FORFEIT)
    steps: Iterator[Callable[[], object]] = iter([path.unlink, partial(other.rename, path)])
    monkeypatch.setattr("time.sleep", lambda _: next(steps)())
    with Store.open(path, writing=False) as store:
        assert not watch.follow(store, lambda: None, 0.0)
