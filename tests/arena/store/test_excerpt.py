"""A game that was saved from a page: it opens as results anywhere, and has nothing of the ladder beside the game."""

import json
import os
from pathlib import Path

import pytest

from arena.cli.group import command_line
from arena.store import Store
from arena.store.excerpt import unpacked
from arena.store.journal import decoded
from tests.arena.cli.test_season import Arena, arena, ladder, secret, tell_secrets

__all__ = ["arena", "command_line", "ladder"]


@pytest.fixture
def saved(arena: Arena, ladder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a game of a closed season, and a home without the results."""
    tell_secrets(ladder.with_suffix(".db"))
    arena("season", "close", ladder)
    with Store.open(ladder.with_suffix(".db"), writing=False) as store:
        id_ = min(store.done())
        path = ladder.with_name(f"kaiser-{id_}.record")
        path.write_text(store.excerpt(id_))
    monkeypatch.setenv("XDG_CACHE_HOME", str(ladder.parent / "home"))
    return path


def test_a_saved_game_is_read_like_a_ladder_with_one_game(arena: Arena, ladder: Path, saved: Path) -> None:
    id_ = saved.stem.removeprefix("kaiser-")
    for words in ((), ("--seat", 1), ("--position", 3), ("--lines",), ("--deal", 1)):
        there = arena("record", ladder, id_, *words).stdout.replace(str(ladder), "F")
        assert arena("record", saved, *words).stdout.replace(str(saved), "F") == there
    assert "1 game played again: all records are true" in arena("verify", saved).stdout.replace("games", "game")


def test_nothing_of_the_ladder_is_in_it(saved: Path) -> None:
    text = saved.read_text()
    lines = [decoded(line.encode()) for line in text.splitlines()]
    assert [next(iter(line or {})) for line in lines] == [
        "journal", "season", "season", "run", "entrant", "entrant", "result",
    ]  # fmt: skip
    run, result = (next(line[kind] for line in lines if line and kind in line) for kind in ("run", "result"))
    assert json.loads(run["settings"]) == {}
    assert (result["failures"], result["outputs"]) == ([], [])
    assert lines[2]["season"]["secret"] == ""  # type: ignore[index]
    assert not any(secret(saved.stem.removeprefix("kaiser-"), seat) in text for seat in range(4))
    with Store.open(unpacked(saved, saved.parent), writing=False) as store:
        assert [season.hidden for season in store.seasons()] == [False, False]


def test_a_saved_game_without_its_end_is_refused(arena: Arena, saved: Path) -> None:
    saved.write_text("".join(saved.read_text().splitlines(keepends=True)[:-1]))
    assert "Traceback" not in arena("record", saved, status=os.EX_DATAERR).output


@pytest.mark.parametrize("text", ["", "truc:standard, game 1.1\n\nDeal 1\n"])
def test_another_text_is_no_saved_game_and_leaves_nothing(
    text: str, arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    path = tmp_path / "game.record"
    path.write_text(text)
    said = arena("record", path, status=os.EX_DATAERR).stderr

    assert f"{path}: is no game that was saved from a page" in said
    assert not [*tmp_path.rglob("*.db*")]
