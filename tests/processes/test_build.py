"""Builds in the sandbox: what they may do, and what becomes of them."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from arena.bots.builds import Sandboxed
from arena.bots.entrants import Entrant
from arena.bots.intake import Intake
from arena.bots.staging import ready
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.sandbox import build as module
from arena.sandbox.build import LIMITS, building_level, run_in_sandbox
from arena.sandbox.levels import Probed
from arena.settings.limits import MB, Level, Limits
from tests.processes.sandboxes import HERE, in_namespaces

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]
BEST: Level = next(iter(HERE), "standard")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in a place that every user may pass through."""
    with tempfile.TemporaryDirectory(prefix="test-", dir="/var/tmp") as place:
        Path(place).chmod(0o711)
        folder = Path(place, "work")
        folder.mkdir()
        (folder / "bot.c").write_text("int main(void) { return 7; }\n")
        yield folder


class Built(NamedTuple):
    """How a build ended, and the files that it left at the top of its folder."""

    status: int
    output: bytes
    stopped: str
    files: dict[str, bytes]


def run(folder: Path, *command: str, level: Level = BEST, seconds: float = 20, limits: Limits = LIMITS) -> Built:
    ended = run_in_sandbox(command, folder, level=level, seconds=seconds, output=MB, limits=limits, folder_mb=50)
    if ended.left is None:
        return Built(*ended[:3], {})
    try:
        entries = Path(f"/proc/self/fd/{ended.left}").iterdir()
        files = {entry.name: entry.read_bytes() for entry in entries if entry.is_file() and entry.lstat().st_size < MB}
    finally:
        os.close(ended.left)
    return Built(*ended[:3], files)


def shell(folder: Path, script: str, **options: Any) -> Built:
    return run(folder, "sh", "-c", script, **options)


@in_namespaces
def test_a_compiler_does_its_work(level: Level, folder: Path) -> None:
    built = run(folder, "cc", "-O2", "-o", "bot", "bot.c", level=level, seconds=60)

    assert built[:3] == (0, b"", "")
    (folder / "bot").write_bytes(built.files["bot"])
    (folder / "bot").chmod(0o755)
    assert subprocess.run([folder / "bot"], check=False).returncode == 7


def test_a_build_works_in_a_copy_with_the_same_permissions_and_times(folder: Path) -> None:
    (folder / "bot.c").chmod(0o755)
    (folder / "old").symlink_to("bot.c")
    os.utime(folder / "bot.c", (0, 86400))
    built = shell(folder, "stat -c '%a %Y' bot.c; readlink old; pwd; rm bot.c; touch made")

    assert built[:3] == (0, b"755 86400\nbot.c\n/bot\n", "")
    assert "made" in built.files
    assert "bot.c" not in built.files
    assert {path.name for path in folder.iterdir()} == {"bot.c", "old"}


def test_a_build_sees_and_reaches_nothing_but_its_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hush")
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    built = shell(folder, f"cat {tmp_path}/secret; ls {tmp_path}; echo x > {tmp_path}/open/made; echo y > made")

    assert b"hush" not in built.output
    assert list((tmp_path / "open").iterdir()) == []
    assert built.files["made"] == b"y\n"


SHIM = """#!/bin/sh
settings=${RUSTUP_HOME:-$HOME/.rustup}
toolchain=$(sed -n 's/default_toolchain = "\\(.*\\)"/\\1/p' "$settings/settings.toml")
[ "$toolchain" ] || { echo "error: no default is configured"; exit 1; }
PATH=$settings/toolchains/$toolchain/bin:$PATH exec "$settings/toolchains/$toolchain/bin/$(basename "$0")" "$@"
"""
"""What rustup installs as `cargo`, as far as a build can tell."""
CARGO = """#!/bin/sh
mkdir -p "${CARGO_HOME:-$HOME/.cargo}/registry" && cp "$(dirname "$0")/../lib/std" made
cat "$RUSTUP_HOME/../.cargo/credentials.toml"; echo x > "$RUSTUP_HOME/settings.toml"; rustc
"""


def test_a_build_finds_the_compilers_of_rustup_and_no_password(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = folder.parent / "home"
    toolchain = home / ".rustup/toolchains/stable-x"
    for path, text in {
        home / ".cargo/bin/rustup": SHIM,
        home / ".cargo/credentials.toml": "token",
        home / ".rustup/settings.toml": 'default_toolchain = "stable-x"\n',
        toolchain / "bin/cargo": CARGO,
        toolchain / "bin/rustc": "#!/bin/sh\necho compiled\n",
        toolchain / "lib/std": "std",
    }.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    (home / ".cargo/bin/cargo").symlink_to("rustup")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{home}/.cargo/bin:{os.environ['PATH']}")
    monkeypatch.delenv("RUSTUP_HOME", raising=False)
    monkeypatch.delenv("RUSTUP_TOOLCHAIN", raising=False)
    built = run(folder, "cargo", "build", seconds=60)

    assert (built.status, built.stopped) == (0, "")
    assert built.output.endswith(b"compiled\n")
    assert b"token" not in built.output
    assert built.files["made"] == b"std"
    assert "stable-x" in (home / ".rustup/settings.toml").read_text(), "it may not be written to"


def test_a_build_may_think_that_it_locks_its_files(folder: Path) -> None:
    assert shell(folder, "exec 9> lock; flock -n 9 && echo locked")[:3] == (0, b"locked\n", "")


def test_both_outputs_are_kept_in_the_order_of_their_arrival(folder: Path) -> None:
    assert shell(folder, "echo 1; echo 2 >&2; echo 3; exit 3")[:3] == (3, b"1\n2\n3\n", "")


def test_a_signal_is_told(folder: Path) -> None:
    assert shell(folder, "kill -SEGV $$").status == -11


@pytest.mark.parametrize(
    ("script", "stopped"),
    [
        ("sleep 50 & sleep 50", "not done after 1 s"),
        ("yes", "more than 1 MiB of output"),
        ("while mkdir d && cd -P d; do :; done", "more than 300 files in its folder"),
        ("i=0; while :; do head -c 9000000 /dev/zero > f$i; i=$((i+1)); done", "more than 50 MiB in its folder"),
    ],
)
def test_a_build_that_takes_too_much_is_stopped(
    folder: Path, monkeypatch: pytest.MonkeyPatch, script: str, stopped: str
) -> None:
    monkeypatch.setattr(module, "FILES", 300)
    ended = shell(folder, script, seconds=1 if "sleep" in script else 20)

    assert ended.stopped == stopped
    assert ended.status != 0


UNLINKS = """
import os
held = []
try:
    while len(held) < 100:
        held.append(os.open("x", os.O_RDWR | os.O_CREAT))
        os.unlink("x")
        os.posix_fallocate(held[-1], 0, 9 << 20)
except OSError as error:
    print(len(held), error.strerror)
for descriptor in held:
    os.close(descriptor)
"""


def test_files_without_a_name_fill_no_disk(folder: Path) -> None:
    """What is removed and still held is in no list of the folder: 8.5 GB were taken where 2 were allowed."""
    assert run(folder, "python3", "-c", UNLINKS)[:3] == (0, b"6 No space left on device\n", "")


def test_a_build_that_takes_too_much_memory_is_stopped(folder: Path) -> None:
    script = "exec python3 -c 'held = [bytearray(b\"x\") * 4_000_000 for _ in range(99)]'"
    ended = shell(folder, script, limits=Limits(memory_mb=64, processes=64))

    assert ended.status != 0
    assert ended.stopped == "more than 64 MiB of memory" or b"MemoryError" in ended.output


def test_a_build_has_limits_of_its_own(folder: Path) -> None:
    limits = Limits(processes=5, memory_mb=64, files=32, file_mb=1)
    assert shell(folder, "ulimit -n; ulimit -f", limits=limits).output == b"32\n2048\n"


def test_a_compiler_that_is_not_to_be_seen_from_inside_is_named(folder: Path) -> None:
    with pytest.raises(UserError, match="no-such-compiler is not in /usr/local/bin"):
        run(folder, "no-such-compiler")


def test_builds_need_a_level_that_compilers_can_work_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "probe", lambda level: Probed(level, f"no {level} here"))
    building_level.cache_clear()
    with pytest.raises(UserError, match="at the sandbox levels strict and standard only") as refusal:
        building_level("basic")

    assert "no strict here" in refusal.value.message
    assert "--trust-bots" in refusal.value.hint


def test_a_submission_is_built_in_the_sandbox_and_staged(tmp_path: Path) -> None:
    """And what a build leaves is staged like any folder that nobody trusts."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as cache:
        intake = Intake(GAMES, ready(Path(cache)), run=Sandboxed("auto"))
        bot = tmp_path / "bot"
        bot.mkdir()
        (bot / "bot.c").write_text("int main(void) { return 7; }\n")
        (bot / "bot.toml").write_text('command = ["./bot"]\nbuild = ["cc", "-o", "bot", "bot.c"]\nneeds = ["cc"]\n')
        entrant = intake.find("bot", tmp_path)
        assert isinstance(entrant, Entrant)
        assert subprocess.run([entrant.folder / "bot"], check=False).returncode == 7
        assert (entrant.folder / "bot").stat().st_uid == os.geteuid()

        (bot / "bot.toml").write_text('command = ["./bot"]\nbuild = ["ln", "-s", "/etc/passwd", "bot"]\n')
        with pytest.raises(UserError, match="after its build: bot"):
            intake.find("bot", tmp_path)
