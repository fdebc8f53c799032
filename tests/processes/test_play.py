"""`arena play` as a person meets it: a terminal, pipes, and a page; and what is left afterwards."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.app import human
from arena.app.human import DEFAULT_BOT
from tests.arena.web.seats import Page
from tests.commands import ROOT, arena

pytestmark = pytest.mark.slow

ONE_DEAL = ("-o", "max_deals=1", "--seed", "play")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games with people are kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def words(*words: str) -> list[str]:
    return [sys.executable, "-m", "arena.cli", "play", *words]


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT)}


@pytest.mark.usefixtures("cache")
def test_a_game_through_pipes_with_a_partner_and_hints() -> None:
    partner = f"{sys.executable} {Path(__file__).with_name('fakebot.py')}"
    options = ("--terminal", "--seat", "2", "--partner", partner, "--hints", DEFAULT_BOT, "--trust-bots", *ONE_DEAL)
    typed = "?\nhint\n12no\n" + "1\n" * 20
    done = subprocess.run(
        words("kaiser", *options), input=typed, capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stderr == ""
    assert re.search(r"^Seats: 0 fake\S*, 1 sensible, 2 you, 3 sensible$", done.stdout, re.MULTILINE)
    assert re.search(r"^bid> hint: \S+$", done.stdout, re.MULTILINE)
    assert "The game is over (limit)" in done.stdout
    assert done.stdout.endswith("all hands: arena record played 1.1\n")

    listed, _ = arena("record", "played")
    assert "you - sensible" in listed
    shown, _ = arena("record", "played", "1.1", "--lines")
    assert len(re.findall(r"^did 2 ", shown, re.MULTILINE)) == done.stdout.count("play>") + 1
    assert "all records are true" in arena("verify", "played")[0]


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(("leave", "game"), [(b"\x03", "two-hundred:two-player"), (b"quit\r", "two-hundred:kitty")])
def test_a_person_may_leave_at_any_time(leave: bytes, game: str) -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, words(game, "--terminal", *ONE_DEAL), environment())
    shown = b""
    while not shown.endswith(b"> "):
        shown += read(terminal)
    os.write(terminal, leave)
    while data := read(terminal):
        shown += data
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGINT
    assert b"You have left" in shown
    assert b"Traceback" not in shown
    assert max(len(line) for line in shown.decode().splitlines()) <= 80
    assert "1.1" not in arena("record", "played")[0]


def read(terminal: int) -> bytes:
    """What the terminal shows next; b"" when nobody holds it any more."""
    ready, _, _ = select.select([terminal], [], [], 30)
    assert ready, "nothing more is shown"
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


@contextmanager
def page_of(*more: str) -> Iterator[tuple[subprocess.Popen[str], Page]]:
    """A game in a process, with its page."""
    with subprocess.Popen(
        words(*more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment()
    ) as running:
        assert running.stdout is not None
        try:
            found = re.fullmatch(r"Play here: (http://\S+)\n", running.stdout.readline())
            assert found
            yield running, Page(found[1])
        finally:
            running.kill()


@pytest.mark.thorough
@pytest.mark.usefixtures("cache")
def test_two_games_on_a_page_and_ctrl_c_with_a_stream_open() -> None:
    with page_of("two-hundred:kitty", "--games", "2", *ONE_DEAL) as (running, page), page.events() as events:
        games = 0
        for _, message in events:
            if "ask" in message:
                ask = message["ask"]
                page.post("answer", {"n": ask["n"], "word": ask["legal"][-1]})
                assert page.post("answer", {"n": ask["n"], "word": ask["legal"][-1]}).status == 409
            games += "over" in message
            if "bye" in message:
                break
        assert games == 2
        assert next(said["replays"] for _, said in events if "judged" not in said) == ["1.1", "2.1"]
        assert 'id="film"' in page.get("replay/2.1").body
        assert running.stdout is not None
        assert "arena record played 1.1" in running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert [said for _, said in events if "judged" not in said] == []  # the stream ends by itself
        assert running.wait() == 0
    assert "all records are true" in arena("verify", "played")[0]


@pytest.mark.usefixtures("cache")
def test_ctrl_c_in_the_middle_of_a_game_ends_the_page_that_others_may_see() -> None:
    with page_of("two-hundred:two-player", "--host", "0.0.0.0", *ONE_DEAL) as (running, page), page.events() as events:
        assert "game" in next(events)[1]
        running.send_signal(signal.SIGINT)
        assert running.wait() == 128 + signal.SIGINT
        list(events)
    assert running.stdout is not None


@pytest.mark.usefixtures("cache")
def test_a_bot_that_fails_does_not_end_the_game() -> None:
    faulty = f"{sys.executable} {Path(__file__).with_name('fakebot.py')} exit 5"
    done = subprocess.run(
        words("scotch-whist:two", "-o", "target=11", "--terminal", "--against", faulty, "--trust-bots"),
        input="1\n" * 40, capture_output=True, text=True, env=environment(), check=True,
    )  # fmt: skip
    assert "The game is over" in done.stdout
    assert "failed: CRASH" in done.stderr
    assert "the arena played on for it" in done.stderr


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("kaiser", "--seat", "4"), "--seat 4: nobody plays there\n  these seats play: 0, 1, 2, 3"),
        (("kaiser", "--against", DEFAULT_BOT, "--against", DEFAULT_BOT), "--against names 2 bots"),
        (("ecarte", "--partner", DEFAULT_BOT), "you have no partner in ecarte:standard"),
        (("bridge-solitaire", "--against", DEFAULT_BOT), "nobody plays against you"),
        (("kaisr",), "kaiser"),
        (("kaiser", "-o", "target"), "-o target: not of the form NAME=VALUE"),
        ((), "no game is named"),
        (("kaiser", "--deal", "last", "1.1"), "--deal names the game"),
        (("kaiser", "--host", "192.0.2.1"), "192.0.2.1:0: Cannot assign requested address\n  name an address of this"),
        (("kaiser", "--host", "192.0.2.1", "--terminal"), "--host is for a page"),
        (("--deal", "last", "1.1"), "there is no last match"),
    ],
)
def test_what_cannot_be_played_is_explained(given: tuple[str, ...], says: str) -> None:
    _, err = arena("play", *given, status=None)
    assert says in err


@pytest.mark.thorough
@pytest.mark.usefixtures("cache")
def test_the_packs_of_another_game_are_played_again() -> None:
    arena("match", "kaiser", DEFAULT_BOT, "sample:random", "-n", "1", "-o", "max_deals=1")
    done = subprocess.run(
        words("--deal", "last", "1.2", "--terminal"),
        input="pass\n" + "1\n" * 20, capture_output=True, text=True, env=environment(), check=True,
    )  # fmt: skip
    hand = re.compile(r"^show hand 0 (.*)$", re.MULTILINE)
    before = hand.search(arena("record", "last", "1.2", "--lines")[0])
    after = hand.search(arena("record", "played", "1.1", "--lines")[0])
    assert "The game is over" in done.stdout
    assert before
    assert after
    assert before[1] == after[1]


@pytest.mark.usefixtures("cache")
def test_the_packs_of_an_open_season_are_kept_secret(tmp_path: Path) -> None:
    ladder = tmp_path / "mine.toml"
    bots = '[[bots]]\nbot = "sample:random"\n[[bots]]\nbot = "sample:sensible"\n'
    ladder.write_text(f'sets = 1\n[[games]]\ngame = "scotch-whist:two"\noptions = {{ target = 11 }}\n{bots}')
    arena("run", str(ladder))
    _, err = arena("play", "--deal", str(ladder), "1.1", status=os.EX_NOPERM)
    assert "season 1 is open" in err
    assert f"arena season close {ladder}" in err


@pytest.mark.usefixtures("cache")
def test_a_seat_or_an_adviser_that_does_not_start_is_an_error_of_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    _, err = arena("play", "kaiser", "--hints", "/bin/no-such-bot", status=None)
    assert "no-such-bot" in err
    _, err = arena("play", "kaiser", "--against", "/bin/false", "--trust-bots", status=os.EX_DATAERR)
    assert err.startswith("arena: /bin/false: does not start: exit 1")
    monkeypatch.setattr(human, "ON_PAGE", "arena.web.nothing")
    _, err = arena("play", "kaiser", status=os.EX_OSERR)
    assert "your seat cannot be started" in err
    assert "No module named arena.web.nothing" in err
    assert "Traceback" not in err


@pytest.mark.usefixtures("cache")
def test_before_the_first_game_there_is_nothing_to_look_at() -> None:
    _, err = arena("record", "played", status=os.EX_NOINPUT)
    assert "nobody has played yet" in err
    assert "arena play kaiser" in err


def test_pages_are_imported_by_those_who_show_them_only() -> None:
    names = "{'jinja2', 'starlette', 'hypercorn', 'arena.web', 'arena.seat'}"
    code = f"import sys, arena.cli.play, arena.cli.records, arena.cli.ladder; print({names} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    assert done.stdout == "set()\n"
