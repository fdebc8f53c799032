"""What an author sees of her games while the season is open: what her seats were told, and nothing else."""

import json
import re
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from arena import protocol
from arena.app.own_games import own_page
from arena.results.authors import shown_of
from arena.results.lookup import names_in
from arena.results.replay import sent_to
from arena.schedules.plan import games_of
from arena.store import Store
from arena.web.page import PLAIN
from tests.arena.cli.test_season import BOTS, CONTEST, ended, secret, tell_secrets

CARD = re.compile(r"\b(?:[23456789TJQKA]|10)[SHDC]\b")


@pytest.fixture(params=["once", "shared"])
def path(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return results of an open season of two sets, played with some setting of `deals`."""
    path = tmp_path / "mine.db"
    with Store.open(path, writing=True) as store:
        store.start_run("spring", {"move_ms": "1000", "deals": request.param}, secret=True)
        key = store.season().key
        games = list(games_of(CONTEST.label, [bot.id for bot in BOTS], range(1, 3), key, "shared"))
        store.plan(BOTS, games)
        for game in games:
            store.begin(game.id)
            store.finish(ended(game, key))
        store.end_run()
    return tell_secrets(path)


def pages(store: Store, id_: str, *bots: str) -> list[str | None]:
    mine = [{bot.id for bot in BOTS if bot.name == name} for name in bots]
    return [own_page(store, id_, ids, names_in(store), "mine.toml", up="../", header=PLAIN) for ids in mine]


def film(page: str) -> dict[str, Any]:
    [packed] = re.findall(r"data-packed>([^<]+)</script>", page)
    found: dict[str, Any] = json.loads(zlib.decompress(b64decode(packed)))
    return found


def test_a_page_has_what_the_seats_of_one_bot_were_told_and_nothing_else(path: Path) -> None:
    with Store.open(path, writing=False) as store:
        for row in store.results():
            game, key = row.game, store.season().key
            found = pages(store, game.id, "aa", "bb", "cc")
            assert found[2] is None, "it did not play"
            if shown_of(store, game.id) == "nothing":
                assert (store.played_under(game.id) or {})["deals"] == "shared"
                assert found == [None] * 3
                continue
            for name, page in zip(("aa", "bb"), found, strict=False):
                assert page is not None
                mine = [seat for seat in range(4) if game.sides[seat % 2].startswith(f"{name}@")]
                data, text = film(page), store.record(game.id)
                told = {str(seat): _sent(text, game.chance, key, seat) for seat in mine}
                assert data["sent"] == {seat: "".join(lines) for seat, lines in told.items()}
                assert data["record"] == data["sent"][str(mine[0])]
                whole, *seats = (_lines(data, view) for view in ("all", *told))
                assert whole == seats[0]
                for lines, seat in zip(seats, told, strict=True):
                    assert lines - {line.rstrip("\n") for line in told[seat]} == set()
                    assert {*map(str, mine)} >= {at for frame in data["views"]["all"] for at in frame.get("p", {})}
                theirs = [seat for seat in range(4) if seat not in mine]
                [hand, *_] = (line for seat in theirs for line in _sent(text, game.chance, key, seat) if _is_hand(line))
                assert hand.strip() not in page + json.dumps(data)
                assert key not in page
                assert {seat for seat in range(4) if secret(game.id, seat) in page} == {*mine}
                assert f"./bot < kaiser-{game.id}-seat-{mine[0]}.txt" in data["commands"].values()


def _sent(record: str, chance: str, key: str, seat: int) -> list[str]:
    return [protocol.LINE.encode(one, None).decode() for one in sent_to(record, chance, key, seat)]


def _lines(data: dict[str, Any], view: str) -> set[str]:
    """Return the lines of a view, written out as the script does."""
    whole, own = data["views"]["all"], data["record"].split("\n")[1:]
    lines = [line for line in own if line and not line.startswith("clock ")]
    full = [frame.get("x", lines[at] if frame.get("k") else "") for at, frame in enumerate(whole)]
    pairs = zip(data["views"][view], full, strict=True)
    return {
        line if isinstance(frame, int) else frame.get("x", line if view == "all" else "") for frame, line in pairs
    } - {""}


def _is_hand(line: str) -> bool:
    return len(CARD.findall(line)) > 4
