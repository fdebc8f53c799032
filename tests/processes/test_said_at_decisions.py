"""What a real bot writes to standard error at a decision is shown at exactly that one, from the bot to the page."""

import re
import sys
from pathlib import Path

import pytest

from arena.replay.steps import steps
from arena.results.authors import written_in
from arena.store import Store
from arena.table.stderr import pieces
from arena.web.replay import game_page, stored_room
from tests.commands import arena

pytestmark = pytest.mark.thorough

BOT = """
import os, sys, time

print("bot teller 1", flush=True)
game = answers = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "game":
        game, answers = words[1], 0
    if words[0] == "over":
        print("the end of", game, file=sys.stderr, flush=True)
    if words[0] == "ask":
        answers += 1
        os.write(2, b"%s " % game.encode())
        if answers % 7 == 0:
            time.sleep(0.004)  # longer than the arena stands still for
        if answers % 5:
            os.write(2, b"x" * 300 * (answers % 3))
        if answers % 11 == 0:
            time.sleep(0.004)
        os.write(2, b" %d." % answers)
        if len(sys.argv) > 1 and answers == int(sys.argv[1]):
            raise SystemExit("I leave at " + str(answers))
        print(words[-1], flush=True)
"""


def numbered(text: bytes | str) -> int:
    """The number of the decision that a text of the bot says it is of."""
    [number] = re.findall(r" (\d+)\.", text if isinstance(text, str) else text.decode())
    return int(number)


@pytest.mark.parametrize(
    ("game", "more", "leaves"), [("kaiser", ("-o", "max_deals=3"), False), ("ecarte", (), False), ("kaiser", (), True)]
)
def test_every_word_stands_at_its_decision(tmp_path: Path, game: str, more: tuple[str, ...], leaves: bool) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    path = tmp_path / "told.db"
    bot = f"{sys.executable} {tmp_path}/bot.py"
    pair = (bot, f"{bot} 9") if leaves else (bot, bot)
    arena("match", game, *pair, *more, "-n", "1", "-j", "2", "--keep-stderr", "all", "--save", str(path), cwd=tmp_path)
    with Store.open(path, writing=False) as store:
        games = [row.game for row in store.results()]
        assert len(games) == 2
        for one in games:
            room, found = stored_room(store, one, {}), written_in(store, one)
            faults = {fault.fault.seat for fault in store.failures(one.id)}
            assert ({*found}, bool(faults)) == ({*room.replay.answers}, leaves)
            for seat, written in found.items():
                told = [piece.text for piece in pieces(written) if piece.decision != 0]
                answers = len(room.replay.decisions[seat]) + (seat in faults)
                assert [*map(numbered, told)] == [*range(1, answers + 1)]
                assert all(text.startswith(one.id.encode()) for text in told)
                assert (b"I leave at 9" in told[-1]) == (seat in faults)
            page = game_page(room, (), ladder="l", contest=one.contest, record="", stderr=found)
            its = steps(room.replay)
            shown = re.findall(r'data-seat="(\d)" data-step="(\d+)">\n(.*?)</pre>', page, re.DOTALL)
            assert len(shown) >= sum(map(len, room.replay.decisions.values()))
            for seat, step, text in shown:
                decisions = room.replay.decisions[int(seat)]
                frames = range(its[int(step) - 1].end + 1, its[int(step)].end + 1)
                kinds = {room.replay.frames[frame].kind for frame in frames}
                if numbered(text) > len(decisions):
                    assert "fault" in kinds
                else:
                    assert decisions[numbered(text) - 1] in frames
