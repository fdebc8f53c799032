"""Three agents in three network namespaces, started by Dask through a slow network; one machine dies in between."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.commands import ROOT
from tests.processes.test_agents import LADDER, at_home, games, stored

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
NET = "10.213.77"
BRIDGE = f"ar{os.getpid() % 100_000}"
NUMBER = 3


def ip(*words: str) -> None:
    """Run `ip`."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def spaces() -> Iterator[list[str]]:
    """Network namespaces with a bridge to them, on which everything takes 20 ms and some packets are lost."""
    with ExitStack() as made:
        ip("link", "add", BRIDGE, "type", "bridge")
        made.callback(ip, "link", "del", BRIDGE)
        ip("addr", "add", f"{NET}.1/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        names = [f"{BRIDGE}n{number}" for number in range(NUMBER)]
        for number, name in enumerate(names):
            ip("netns", "add", name)
            made.callback(ip, "netns", "del", name)
            ip("link", "add", f"{BRIDGE}v{number}", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"{BRIDGE}v{number}", "master", BRIDGE, "up")
            ip("-n", name, "addr", "add", f"{NET}.{10 + number}/24", "dev", "eth0")
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "link", "set", "eth0", "up")
            slow = ["qdisc", "add", "dev", "eth0", "root", "netem", "delay", "20ms", "5ms", "loss", "0.5%"]
            # Not every kernel has netem; tests/arena/agents/test_faults.py slows a network down without it.
            subprocess.run(["ip", "netns", "exec", name, "tc", *slow], check=False, capture_output=True)
        yield names


def test_dask_starts_agents_in_three_networks_and_one_dies(
    spaces: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    bot = tmp_path / "bot"
    bot.mkdir()
    shutil.copy(ROOT / "tests/processes/fakebot.py", bot)
    (bot / "bot.toml").write_text(f'command = ["{sys.executable}", "fakebot.py"]\n')
    (tmp_path / "toy.toml").write_text(LADDER.replace("BOT", str(bot)).replace("sets = 3", "sets = 40"))
    expected = at_home(tmp_path)
    dask = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        f"{NET}.1",
        "--port",
        "8797",
        "--no-dashboard",
    ]
    with ExitStack() as opened:

        def start(*words: str, quiet: bool = True) -> subprocess.Popen[str]:
            where = subprocess.DEVNULL if quiet else subprocess.PIPE
            process = subprocess.Popen(
                words, cwd=tmp_path, text=True, stdout=subprocess.DEVNULL, stderr=where, start_new_session=True
            )
            opened.callback(end, process)
            return process

        start(*dask)
        worker = [
            sys.executable,
            "-m",
            "distributed.cli.dask_worker",
            f"tcp://{NET}.1:8797",
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
        ]
        workers = [start("ip", "netns", "exec", name, *worker) for name in spaces]
        wait_for(tmp_path, NUMBER)
        words = ["run", "toy.toml", "--trust-bots", "--key-file", "k", "--listen", f"{NET}.1:0", "--agent-rooms", "1"]
        arena = start(sys.executable, "-m", "arena.cli", *words, "--on", f"dask://{NET}.1:8797", quiet=False)
        while not (tmp_path / "k").exists() or games(tmp_path) < 4:
            assert arena.poll() is None, arena.communicate()
            time.sleep(0.1)
        os.killpg(workers[0].pid, signal.SIGKILL)
        for name in subprocess.run(
            ["ip", "netns", "pids", spaces[0]], capture_output=True, text=True, check=True
        ).stdout.split():
            with suppress(ProcessLookupError):  # the group's own may have ended by now
                os.kill(int(name), signal.SIGKILL)
        _, said = arena.communicate()
        assert arena.returncode == 0, said
    print(said)  # noqa: T201 - shown by pytest -s, for people

    assert stored(tmp_path)[0] == expected
    assert len(re.findall(r"agent \S+( \(\d\))? plays: 1 room", said)) >= NUMBER
    assert "has left: the connection has ended" in said


def wait_for(folder: Path, number: int) -> None:
    """Wait until Dask has so many workers."""
    code = f"from distributed import Client; Client('tcp://{NET}.1:8797', timeout=60).wait_for_workers({number})"
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, timeout=120)


def end(process: subprocess.Popen[str]) -> None:
    """End a process with all of its session."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
