"""Boards that a game tells in notes: drawn in the page of a game, in its text, and at a person's seat."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from arena.client.words import read_line
from arena.games import outside
from arena.games.catalogue import GAMES
from arena.replay.diagram import diagrams
from arena.replay.frames import Replay, replay_of
from arena.replay.steps import steps
from arena.seat.terminal import Terminal
from arena.web.replay import Room, game_page
from tests.arena.replay.test_frames import KEY, LABEL, recorded
from tests.arena.seat.memory import Table
from tests.arena.web.conftest import Visit

FILE = Path(__file__).parents[3] / "docs/examples/games/connect_four.py"
HEIGHT = 6


@pytest.fixture(autouse=True)
def _nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other test knows the game."""
    monkeypatch.setattr(outside, "_ADDED", {})


def connect_four() -> Replay:
    name = GAMES[str(FILE)].name
    return replay_of(recorded(name, "standard"), LABEL, KEY)


def boards(replay: Replay) -> list[list[str]]:
    """The board after each disc, and the empty ones, from the lines of the record."""
    rows = [" ".join(read_line(frame.line)[2][1:]) for frame in replay.frames if frame.kind == "board"]
    return [rows[at : at + HEIGHT] for at in range(0, len(rows), HEIGHT)]


def test_rows_of_boards_are_frames_of_their_own_for_every_seat() -> None:
    replay = connect_four()
    assert {len(board) for board in boards(replay)} == {HEIGHT}
    assert boards(replay)[0] == ["......."] * HEIGHT
    for frames in replay.views.values():
        assert [frame for frame in frames if frame.kind == "board"] == [
            frame for frame in replay.frames if frame.kind == "board"
        ]


def test_the_text_of_a_deal_ends_with_its_last_board() -> None:
    replay = connect_four()
    text, frames = diagrams(replay)[0], [*replay.frames]
    end = next((at for at, frame in enumerate(frames) if frame.deal == 2), len(frames))
    last = [frame.line.split()[2] for frame in frames[:end] if frame.kind == "board"][-HEIGHT:]
    assert text.split("\n\n")[-1].splitlines() == last
    assert "note" not in text


def test_the_terminal_draws_the_board_before_each_question_and_at_the_end() -> None:
    table = Table(GAMES[str(FILE)].name, "", meek=True)
    screen = Terminal(table.sitting)
    shown: list[str] = []

    def answer() -> bytes:
        shown.append(screen.shown())
        assert table.sitting.question is not None
        return table.sitting.choose(table.sitting.number, table.sitting.question.legal[0])

    table.play(answer)
    end = screen.shown()
    assert shown[0].count("\n.......") >= HEIGHT - 1
    assert not any(line.startswith("board") for text in [*shown, end] for line in text.splitlines())
    question = shown[1].rpartition("\n\n")[2].splitlines()
    assert [len(row) for row in question[:HEIGHT]] == [7] * HEIGHT
    assert sum(row.count("X") + row.count("O") for row in question[:HEIGHT]) in {2, 3}
    rows = [row for row in end.partition("points")[0].splitlines() if set(row) and set(row) <= set("XO.")]
    assert len(rows) == HEIGHT


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_the_page_draws_the_board_of_each_step(visit: Visit, tmp_path: Path) -> None:
    replay = connect_four()
    text = game_page(Room("1.1", replay), [], ladder="mine.toml", contest="connect-four:standard", record="record\n")
    (tmp_path / "game.html").write_text(text, encoding="utf-8")
    visit.open(tmp_path / "game.html", "")
    drawn = visit.page.locator(".felt-board")
    for number, step in enumerate(steps(replay)[:4]):
        upto = [frame for frame in replay.frames[: step.end + 1] if frame.kind == "board"]
        rows = [" ".join(frame.line.split(" ")[2:]) for frame in upto[-HEIGHT:]]
        if rows:
            expect(drawn).to_have_text("\n".join(rows))
        if number < 3:
            visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("Home")
    visit.page.keyboard.press("End")
    expect(drawn).to_have_text("\n".join(boards(replay)[-1]))
    for _ in range(2):  # the last step is the end of the game
        visit.page.keyboard.press("ArrowLeft")
    expect(drawn).to_have_text("\n".join(boards(replay)[-2]))
    assert "board" not in visit.page.locator("#told").inner_text()
