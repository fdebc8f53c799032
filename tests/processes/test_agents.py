"""Agents that are processes: by hand, and as ssh, Slurm and Dask start them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.commands import ROOT, process

LADDER = """
seed = "agents"
reproducible = true
sets = 3
probation = false
games = [{ game = "kaiser", options = { max_deals = 1 } }]
clock = { start_ms = 60000, move_ms = 60000 }
bots = [{ bot = "BOT", name = "one" }, { bot = "BOT", name = "two" }]
"""
GAMES = 6
COMMAND = f"{sys.executable} -m arena.cli"
pytestmark = [pytest.mark.slow, pytest.mark.thorough]


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ladder; `arena` can be called in any folder."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    bot = tmp_path / "bot"
    bot.mkdir()
    shutil.copy(ROOT / "tests/processes/fakebot.py", bot)
    (bot / "bot.toml").write_text(f'command = ["{sys.executable}", "fakebot.py"]\n')
    (tmp_path / "toy.toml").write_text(LADDER.replace("BOT", str(bot)))
    return tmp_path


def stored(folder: Path) -> tuple[list[object], set[str]]:
    """What is stored of all games, and the machines that played them."""
    with closing(sqlite3.connect(folder / "toy.db")) as db:
        games = db.execute(
            "SELECT id, places, scores, faults FROM results JOIN games ON games.number = game ORDER BY id"
        ).fetchall()
        machines = {name for (name,) in db.execute("SELECT json_extract(conditions, '$.machine') FROM results")}
    return games, machines


def games(folder: Path) -> int:
    """How many games are stored so far."""
    with suppress(sqlite3.OperationalError):
        return len(stored(folder)[0])
    return 0


def at_home(folder: Path) -> list[object]:
    """What is stored if one machine plays."""
    home = folder / "home"
    home.mkdir()
    shutil.copy(folder / "toy.toml", home)
    process("run", "toy.toml", "-j", "1", cwd=home)
    return stored(home)[0]


def port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        return int(found.getsockname()[1])


def run(folder: Path, *words: str) -> str:
    """Run the ladder with agents; return what the arena writes to standard error."""
    return process("run", "toy.toml", "--key-file", "k", *words, cwd=folder)[1]


def test_an_agent_by_hand_is_killed_and_another_one_goes_on(ladder: Path) -> None:
    expected = at_home(ladder)
    where = f"127.0.0.1:{port()}"
    arena = subprocess.Popen(
        [sys.executable, "-m", "arena.cli", "run", "toy.toml", "--trust-bots", "--listen", where, "--key-file", "k"],
        cwd=ladder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    while not (ladder / "k").exists():
        time.sleep(0.1)
    words = [
        sys.executable,
        "-m",
        "arena.cli",
        "worker",
        f"tls://{where}",
        "--key-file",
        "k",
        "--trust-bots",
        "--rooms",
        "1",
    ]
    first = subprocess.Popen(words, cwd=ladder, stderr=subprocess.DEVNULL)
    while not games(ladder):
        time.sleep(0.1)
    first.send_signal(signal.SIGKILL)
    first.wait()
    second = subprocess.run(words, cwd=ladder, capture_output=True, text=True, check=False)
    _, said = arena.communicate()

    assert (arena.returncode, second.returncode) == (0, 0), said + second.stderr
    assert stored(ladder)[0] == expected
    assert "the connection has ended" in said


def wait_for_two(ladder: Path) -> None:
    """Have no question answered before rooms of two agents play: one alone may be done before the other has started.

    Args:
        ladder: the folder of the ladder, whose bots change.
    """
    words = [sys.executable, "fakebot.py", "meet", "0", str(ladder / "met")]
    (ladder / "bot/bot.toml").write_text(f"command = {json.dumps(words)}\n")


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for commands that stand in for others."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder


def write(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_ssh_starts_agents_and_the_key_goes_through_it(ladder: Path, stand_in: Path) -> None:
    write(
        stand_in / "ssh", 'while [ "${1#-}" != "$1" ]; do [ "$1" = -o ] && shift; shift; done; shift; exec sh -c "$*"'
    )
    wait_for_two(ladder)
    said = run(ladder, "--listen", "127.0.0.1:0", "--on", "ssh:a,b", "--agent-command", COMMAND, "--agent-rooms", "1")

    assert len(stored(ladder)[0]) == GAMES
    assert said.count(" plays: 1 room") == 2


def test_slurm_starts_agents_in_a_mount_namespace_of_their_own(ladder: Path, stand_in: Path) -> None:
    write(stand_in / "sbatch", f'echo "$@" > {ladder}/options; while [ "$1" != --wrap ]; do shift; done; '
          f'setsid unshare --mount sh -c "$2" > /dev/null 2> {ladder}/said & echo 77')  # fmt: skip
    write(stand_in / "scancel", f"echo $@ > {ladder}/cancelled")
    said = run(
        ladder, "--listen", "127.0.0.1:0", "--on", "slurm:-c 2", "--agent-command", COMMAND, "--agent-rooms", "1"
    )

    assert len(stored(ladder)[0]) == GAMES
    assert "Slurm has taken 1 job: 77" in said
    assert (ladder / "options").read_text().startswith("--parsable -c 2 --wrap")
    assert (ladder / "cancelled").read_text() == "77\n"


def test_who_starts_no_agent_ends_the_run_and_says_why(ladder: Path, stand_in: Path) -> None:
    write(stand_in / "ssh", "echo no route to host >&2; exit 255")
    _, said = process("run", "toy.toml", "--key-file", "k", "--on", "ssh:a", cwd=ladder, status=os.EX_UNAVAILABLE)

    assert "ssh a started no agent, or lost it: exit 255: no route to host" in said
    assert "no agent plays, and none is started any more" in said


def test_a_real_sshd_starts_an_agent(ladder: Path, stand_in: Path) -> None:
    sshd = shutil.which("sshd") or "/usr/sbin/sshd"
    keys, at = ladder / "keys", port()
    keys.mkdir(mode=0o700)
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", keys / name], check=True)
    shutil.copy(keys / "user.pub", keys / "authorized")
    Path("/run/sshd").mkdir(exist_ok=True)
    options = {"HostKey": keys / "host", "AuthorizedKeysFile": keys / "authorized", "StrictModes": "no", "UsePAM": "no",
               "PermitRootLogin": "yes", "PidFile": "none", "ListenAddress": "127.0.0.1"}  # fmt: skip
    words = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    server = subprocess.Popen([sshd, "-D", "-e", "-f", "/dev/null", "-p", str(at), *words], stderr=subprocess.DEVNULL)
    real = shutil.which("ssh", path="/usr/bin:/bin")
    write(stand_in / "ssh", f"exec {real} -F /dev/null -p {at} -i {keys / 'user'} -o StrictHostKeyChecking=no "
          f'-o UserKnownHostsFile=/dev/null "$@"')  # fmt: skip
    try:
        run(ladder, "--listen", "127.0.0.1:0", "--on", "ssh:127.0.0.1", "--agent-command",
            f"env PYTHONPATH={ROOT} {COMMAND}", "--agent-rooms", "1")  # fmt: skip
    finally:
        server.terminate()
        server.wait()

    assert len(stored(ladder)[0]) == GAMES


def test_dask_starts_agents(ladder: Path) -> None:
    script = """
from distributed import LocalCluster
import subprocess, sys
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        words = [sys.executable, "-m", "arena.cli", "run", "toy.toml", "--trust-bots", "--key-file", "k"]
        where = cluster.scheduler_address.replace("tcp", "dask")
        sys.exit(subprocess.run([*words, "--listen", "127.0.0.1:0", "--on", where, "--agent-rooms", "1"]).returncode)
"""
    (ladder / "dask_run.py").write_text(script)
    wait_for_two(ladder)
    done = subprocess.run([sys.executable, "dask_run.py"], cwd=ladder, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert len(stored(ladder)[0]) == GAMES
    assert done.stderr.count(" plays: 1 room") == 2
    assert "started no agent" not in done.stderr
