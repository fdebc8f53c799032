"""Handing in at a page: what is taken, from whom and how often; nothing is lost, and nobody sees another's."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import trio
from starlette.types import ASGIApp, Message

from arena.app import intake_job
from arena.app.desk import INBOX, Answer, Desk
from arena.app.ladders import open_ladder
from arena.app.live_ladder import Ladder
from arena.bots import versions
from arena.results.roster import TO_DO, Known, as_words
from arena.store import Store
from arena.web import hand_in
from arena.web.hand_in import OFTEN, HandIn
from arena.web.live import Live, application
from tests.arena.bots.archives import HOSTILE, zipped
from tests.arena.web.test_live import Answer as Got
from tests.commands import arena

LADDER = """
sets = 1
games = [{game = "kaiser", options = {max_deals = 1}}]
bots = [{folder = "in"}, "sample:random"]
[limits]
submission_mb = 1
submission_files = 9
submission_depth = 5
"""
ANN, BOB = "a" * 20, "b" * 20
BOT = """import sys
print("bot owl 1", flush=True)
for line in sys.stdin:
    if line.startswith("ask"):
        print(line.split()[-1], flush=True)
"""


async def ask(app: ASGIApp, path: str, body: bytes | None = None, **headers: str) -> Got:
    """Ask from an address of its own, so that only the limits of handing in count."""
    answer = Got()
    given = {"host": "x", **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope = {
        "type": "http",
        "method": "GET" if body is None else "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": (f"10.0.{next(ADDRESS) // 250}.{next(ADDRESS) % 250}", 1),
        "server": ("x", 80),
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
    }
    pieces = iter([{"type": "http.request", "body": body or b"", "more_body": False}])

    async def receive() -> Message:
        for piece in pieces:
            return piece
        await trio.sleep_forever()
        raise AssertionError

    await app(scope, receive, answer.take)
    return answer


ADDRESS = iter(range(10**6))


class Page:
    """A course with two authors, and the application of its server."""

    def __init__(self, folder: Path, opened: ExitStack, look: str = "exit 0") -> None:
        self.path = folder / "class.toml"
        self.path.write_text(LADDER)
        file = open_ladder(self.path)
        with Store.open(file.results, writing=True) as store:
            store.start_run(None, {}, secret=True)
            store.end_run()
        self.desk = Desk(file)
        self.desk.folder.mkdir(exist_ok=True)
        reader = opened.enter_context(Store.open(file.results, writing=False))
        self.source = Ladder(str(self.path), reader, {ANN: "in/ann", BOB: "in/bob"}, self.desk)
        self.taking = HandIn(self.desk, self.source.place, ["sh", "-c", look, str(self.desk.folder)])
        self.app = application(Live(self.source), self.taking)

    async def hand_in(self, word: str, body: bytes = b"x", **headers: str) -> Got:
        return await ask(self.app, f"/me/{word}/hand-in", body, **headers)

    async def told(self, word: str) -> Any:
        return json.loads((await ask(self.app, f"/me/{word}/hand-in.json")).body)

    async def looked_at(self, place: str) -> Answer:
        """Let the server work until there is an answer for a place."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.taking.work)
            with trio.fail_after(30):
                while self.desk.is_waiting(place):  # noqa: ASYNC110 - a file that goes away once
                    await trio.sleep(0.01)
            nursery.cancel_scope.cancel()
        found = self.desk.answer(place)
        assert found
        return found

    @property
    def inbox(self) -> list[str]:
        return sorted(path.name for path in (self.desk.folder / INBOX).glob("*"))


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def page(tmp_path: Path, opened: ExitStack) -> Page:
    return Page(tmp_path, opened)


async def test_what_is_sent_waits_and_only_its_author_sees_it(page: Page) -> None:
    assert (await page.hand_in(ANN)).status == 303
    assert page.inbox == ["ann.body", "ann.json"]
    assert (await page.hand_in(ANN)).status == 409, "the one before is still being looked at"
    assert (await page.told(ANN))["waiting"]
    assert not (await page.told(BOB))["waiting"]
    page.desk.done("ann")
    (page.desk.folder / "ann").mkdir()
    (page.desk.folder / "ann/bot.py").write_text("secret of ann")
    page.desk.keep_answer("ann", Answer("2026-11-25T10:00:00+00:00", "refused", "the <b>secret</b> of ann"))
    mine, other = [(await ask(page.app, f"/me/{word}/")).body.decode() for word in (ANN, BOB)]
    assert "the &lt;b&gt;secret&lt;/b&gt; of ann" in mine
    assert "secret" not in other
    versions_of = [await ask(page.app, f"/me/{word}/version/newest.zip") for word in (ANN, BOB, "c" * 20)]
    assert [got.status for got in versions_of] == [200, 404, 404]
    assert versions_of[0].headers["content-disposition"] == 'attachment; filename="newest.zip"'
    for word in ("../bob/newest", "..%2f", "handed-in", "answer.json", "\0"):
        assert (await ask(page.app, f"/me/{ANN}/version/{word}.zip")).status == 404
    for way in ("hand-in", "take-back"):
        assert (await ask(page.app, f"/me/{'c' * 20}/{way}", b"x")).status == 404
        assert (await ask(page.app, f"/me/{ANN}/{way}")).status in {404, 405}, "no link takes anything back"


async def test_whoever_calls_her_bot_as_another_s_folder_gets_nothing_of_the_other(page: Page) -> None:
    bots = [
        Known(f"in/{who}", name=name, submitted=True) for who, name in (("a", "in/ann"), ("ann", ""), ("al", "in/bob"))
    ]
    with Store.open(open_ladder(page.path).results, writing=True) as store:
        store.start_run(None, as_words(bots), secret=True)
        store.end_run()
    for word, mine in ((ANN, "in/ann"), (BOB, "in/bob")):
        assert (await page.told(word))["folder"] == mine
        shown = (await ask(page.app, f"/me/{word}/")).body.decode()
        assert f"Your folder: <code>{mine}</code>" in shown
        assert "in/a<" not in shown
        assert "in/al<" not in shown


async def test_what_was_handed_in_since_the_last_run_is_not_called_refused(page: Page) -> None:
    with Store.open(open_ladder(page.path).results, writing=True) as store:
        store.start_run(
            None, as_words([Known("in/ann", submitted=True, state="refused", why="no greeting")]), secret=True
        )
        store.end_run()
    for when, shown in (("2001", True), ("2999", False)):
        page.desk.keep_answer("ann", Answer(f"{when}-11-25T10:00:00+00:00", "accepted", "greets"))
        assert ("Your last submission was refused" in (await ask(page.app, f"/me/{ANN}/")).body.decode()) == shown


async def test_a_thousand_uploads_are_not_taken(page: Page) -> None:
    found = []
    for _ in range(200):
        found.append((await page.hand_in(ANN)).status)
        page.desk.done("ann")
    assert found == [303] * OFTEN + [429] * (200 - OFTEN)
    assert (await page.hand_in(BOB)).status == 303, "others can hand in"


async def test_too_much_is_refused_and_leaves_nothing(page: Page) -> None:
    large = b"x" * ((1 << 20) + 1)
    assert (await page.hand_in(ANN, large)).status == 413
    assert (await page.hand_in(ANN, b"x", content_length=str(len(large)))).status == 413
    assert page.inbox == []


async def test_a_full_disk_is_said_and_leaves_nothing(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    assert (await page.hand_in(ANN)).status == 507
    monkeypatch.undo()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Desk, "receive", full)
    assert (await page.hand_in(ANN)).status == 507
    assert page.inbox == []


def runs(process: str) -> bool:
    state = Path(f"/proc/{process}/status")
    return state.exists() and "zombie" not in state.read_text()


@pytest.mark.slow
async def test_a_build_that_never_ends_is_ended_and_others_have_their_turn(
    tmp_path: Path, opened: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(tmp_path, opened, 'if [ "$1" = ann ]; then sleep 60 & echo $! > $0/pid; wait; fi; exit 1')
    monkeypatch.setattr(hand_in, "WAIT", 0.0)
    page.taking._seconds = 0.5
    await page.hand_in(ANN)
    await page.hand_in(BOB)
    assert (await page.looked_at("ann")).said == "It was not built and checked after 0 seconds."
    assert (await page.looked_at("bob")).said == "the arena failed at it; tell your teacher"
    with trio.fail_after(10):
        while runs((page.desk.folder / "pid").read_text().strip()):  # noqa: ASYNC110 - the kernel ends it
            await trio.sleep(0.02)


async def test_while_the_disk_is_full_it_is_tried_again_without_an_end(
    tmp_path: Path, opened: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = f"echo >> $0/tried; if [ $(wc -l < $0/tried) -lt {2 * hand_in.TRIES} ]; then exit {os.EX_TEMPFAIL}; fi"
    page = Page(tmp_path, opened, script)
    monkeypatch.setattr(hand_in, "WAIT", 0.0)
    await page.hand_in(ANN)
    page.desk.keep_answer("ann", Answer("2026-11-25T10:00:00+00:00", "accepted", "the last try"))
    assert (await page.looked_at("ann")).said == "the last try"
    assert len((page.desk.folder / "tried").read_text()) == 2 * hand_in.TRIES


async def test_a_server_that_was_stopped_goes_on_where_it_was(tmp_path: Path, opened: ExitStack) -> None:
    page = Page(tmp_path, opened)
    await page.hand_in(ANN)
    kept = page.desk.folder / versions.KEPT / "bob"
    (kept / "20261125T100000Z").mkdir(parents=True)
    (kept / versions.TIME).write_text("2026-11-25T10:00:00+00:00")
    (page.desk.folder / ".new-half").mkdir()
    (page.desk.folder / ".new-half.in-use").touch()
    page.desk.part("bob").touch()
    again = Page(tmp_path, opened, "mkdir -p $0/.versions/ann; cp $0/.inbox/ann.json $0/.versions/ann/seen; exit 0")
    page.desk.keep_answer("ann", Answer("2026-11-25T10:00:00+00:00", "accepted", ""))
    await again.looked_at("ann")
    assert (page.desk.folder / ".versions/ann/seen").exists()
    assert again.inbox == []
    assert sorted(path.name for path in page.desk.folder.iterdir()) == [".inbox", ".versions", "bob"]


async def test_what_comes_while_the_server_starts_is_not_taken_for_a_leftover(page: Page) -> None:
    await page.hand_in(ANN)
    page.desk.part("bob").touch()  # still coming when the work begins
    page.desk.keep_answer("ann", Answer("2026-11-25T10:00:00+00:00", "accepted", ""))
    await page.looked_at("ann")
    assert page.inbox == ["bob.part"]


async def test_what_was_taken_back_is_no_version_any_more(page: Page) -> None:
    for number in (1, 2):
        new = page.desk.folder / ".new"
        new.mkdir()
        (new / "bot.py").write_text(str(number))
        versions.put(new, page.desk.folder / "ann", None)
    assert len((await page.told(ANN))["versions"]) == 2
    page.desk.keep_answer("ann", Answer("2026-11-25T10:00:00+00:00", "accepted", "greets"))
    assert (await ask(page.app, f"/me/{ANN}/take-back", b"")).status == 303
    assert (page.desk.folder / "ann/bot.py").read_text() == "1"
    assert len((await page.told(ANN))["versions"]) == 1
    assert (await page.told(ANN))["answer"] is None, "what was accepted plays no more"


def sent(page: Page, body: bytes, kind: str = "application/octet-stream") -> Answer:
    """What a process of its own says about a submission."""
    part = page.desk.part("ann")
    part.write_bytes(body)
    page.desk.receive("ann", kind, part)
    return intake_job.take_in(page.path, "ann", trust=True)


def form(*files: tuple[str, bytes]) -> bytes:
    head = b'--XX\r\nContent-Disposition: form-data; name="files"; filename="%s"\r\n\r\n%s\r\n'
    return b"".join([*(head % (name.encode(), content) for name, content in files), b"--XX--\r\n"])


FORM = "multipart/form-data; boundary=XX"


def test_what_is_hostile_is_refused_by_the_process_that_looks_at_it(page: Page) -> None:
    for what, (data, said) in HOSTILE.items():
        answer = sent(page, data)
        assert (answer.state, said in answer.said.replace(TO_DO, ": ")) == ("refused", True), what
    names = ("", "../bot.py", "/a", "a/../../b", "C:\\b")
    broken = (b"", b"--XX", b"--XX\r\n\r\n\r\n--XX--", b"\0" * 999)
    for body in (*broken, *(form((name, b"x")) for name in names)):
        assert sent(page, body, FORM).state == "refused"
    assert [path.name for path in page.desk.folder.iterdir()] == [INBOX]
    assert not [*page.path.parent.rglob("bot.py")]


@pytest.mark.thorough
def test_a_bot_is_built_started_and_checked_and_the_last_good_one_stays(page: Page) -> None:
    binary = bytes(range(256)) * 20 + b"\r\n--X\r\n"
    first = sent(page, form(("bot.py", BOT.encode()), ("weights.bin", binary)), FORM)
    assert first.state == "accepted"
    assert "greets as owl 1" in first.said
    assert "none failed" in first.said
    assert (page.desk.folder / "ann/weights.bin").read_bytes() == binary
    assert sent(page, zipped({"x/bot.py": "import nothing_of_that_name"})).state == "refused"
    assert (page.desk.folder / "ann/bot.py").read_text() == BOT
    assert sent(page, form(("bot.py", BOT.encode()), ("weights.bin", binary)), FORM).state == "accepted"
    assert len(page.desk.versions("ann")) == 1, "the same again is no other version"
    assert sent(page, form(("ann.zip", zipped({"x/bot.py": BOT + "# 2"}))), FORM).state == "accepted"
    assert (page.desk.folder / "ann/bot.py").read_text() == BOT + "# 2"
    assert len(page.desk.versions("ann")) == 2


def test_without_words_or_a_folder_nobody_can_hand_in(tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text(LADDER.replace('{folder = "in"}', '"sample:greedy"'))
    (tmp_path / "words.toml").write_text("[tokens]\n")
    _, err = arena("serve", "class.toml", "--hand-in", cwd=tmp_path, status=os.EX_USAGE)
    assert "--hand-in needs pages of authors" in err
    _, err = arena("serve", "class.toml", "--hand-in", "--private", "words.toml", cwd=tmp_path, status=os.EX_CONFIG)
    assert "there is no folder to hand in to" in err
    _, err = arena("submit", str(tmp_path), "--to", "file:///etc/", cwd=tmp_path, status=os.EX_USAGE)
    assert "not the address of a page" in err
