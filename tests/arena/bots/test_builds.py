import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.bots import builds
from arena.bots.builds import BuildFailed, NotRun, Ran, Sandboxed, built, run_build
from arena.bots.staging import ready
from arena.errors import UserError
from arena.settings.limits import STAGING_LIMITS, BuildLimits, StagingLimits, TreeLimits

LIMITS = BuildLimits(seconds=30, output_mb=1)
DIGEST = "ab" * 32


@pytest.fixture
def work(tmp_path: Path) -> Path:
    work = tmp_path / "own" / "work"
    work.mkdir(parents=True)
    return work


@pytest.fixture
def area(tmp_path: Path) -> Path:
    return ready(tmp_path / "area")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    source.mkdir()
    (source / "bot.c").write_text("int main;\n")
    (source / "bot.c").chmod(0o444)
    return source


def shell(work: Path, script: str, limits: BuildLimits = LIMITS) -> Ran:
    return run_build(["sh", "-c", script], work, limits)


def test_a_build_runs_in_its_folder_and_all_it_writes_is_kept(work: Path) -> None:
    ran = shell(work, "pwd; echo oops >&2; touch made; exit 3")

    assert ran == Ran(3, f"{work}\noops\n".encode())
    assert ran.failure == "exit 3"
    assert (work / "made").exists()


def test_a_build_that_ends_well_has_no_failure(work: Path) -> None:
    assert shell(work, "true").failure == ""


def test_a_build_that_is_killed_says_by_which_signal(work: Path) -> None:
    assert shell(work, "kill -9 $$").failure == "killed by signal 9"


def test_a_program_that_is_not_there_is_a_failure(work: Path) -> None:
    assert (
        run_build(["no-such-make"], work, LIMITS).failure
        == "cannot be started: No such file or directory: no-such-make"
    )


def test_a_build_knows_nothing_of_the_arenas_environment(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.setenv("HOME", str(work))
    monkeypatch.delenv("RUSTUP_HOME", raising=False)
    names = {line.partition("=")[0] for line in shell(work, "env").output.decode().splitlines()}

    assert "SECRET" not in names
    assert names - {"PWD", "SHLVL", "_", "OLDPWD"} == {"PATH", "HOME", "TMPDIR", "LANG"}


def test_a_build_reads_nothing_from_the_arenas_terminal(work: Path) -> None:
    assert shell(work, "cat").output == b""


def test_a_build_is_told_where_the_compilers_of_rustup_are(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program `cargo` of rustup looks in RUSTUP_HOME, or HOME, for what it is to run; builds have another HOME."""
    shim = tmp_path / ".cargo/bin/cargo"
    for program, text in (
        (shim, '#!/bin/sh\nexec "${RUSTUP_HOME:-$HOME/.rustup}/toolchains/stable/bin/cargo" "$@"\n'),
        (shim.with_name("rustup"), "#!/bin/sh\n"),
        (tmp_path / ".rustup/toolchains/stable/bin/cargo", '#!/bin/sh\necho "compiling $1"\n'),
    ):
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{shim.parent}:{os.environ['PATH']}")
    monkeypatch.delenv("RUSTUP_HOME", raising=False)

    assert run_build(["cargo", "build"], work, LIMITS) == Ran(0, b"compiling build\n")


@pytest.mark.slow
def test_a_build_that_never_ends_is_stopped_with_all_it_started(work: Path) -> None:
    held = work / "held"
    os.mkfifo(held)
    reader = os.open(held, os.O_RDONLY | os.O_NONBLOCK)
    ran = shell(work, f"echo begun; sleep 60 > {held} & wait", BuildLimits(seconds=1))

    assert (ran.output, ran.failure) == (b"begun\n", "not done after 1 s")
    os.set_blocking(reader, True)
    assert os.read(reader, 1) == b"", "nobody holds the pipe open any more"
    os.close(reader)


def test_what_a_build_leaves_running_ends_with_it(work: Path) -> None:
    ran = shell(work, "sleep 60 & echo done")

    assert (ran.output, ran.failure) == (b"done\n", "")


@pytest.mark.slow
def test_a_build_that_closes_its_output_is_waited_for(work: Path) -> None:
    assert shell(work, "exec >&- 2>&-; sleep 0.1; exit 4").failure == "exit 4"


def test_a_build_that_writes_without_end_is_stopped(work: Path) -> None:
    ran = run_build([sys.executable, "-c", "while True: print('x' * 9999)"], work, LIMITS)

    assert ran.failure == "more than 1 MiB of output"
    assert len(ran.output) == 1 << 20


def run(script: str) -> builds.Runner:
    """Stand in for a sandbox: any function of that signature may run builds."""

    def runner(command: Sequence[str], folder: Path, limits: BuildLimits) -> Ran:
        assert command == ["make"]
        return run_build(["sh", "-c", script], folder, limits)

    return runner


def build(source: Path, area: Path, script: str, limits: TreeLimits | None = None) -> Path:
    staging = StagingLimits(limits or TreeLimits(), LIMITS)
    return built(source, DIGEST, ["make"], area, staging, run(script), retry=True)[0]


def log(area: Path) -> str:
    (found,) = (area / "builds").glob("*.txt")
    return found.read_text()


def test_what_a_build_makes_is_staged_with_what_it_was_made_from(source: Path, area: Path) -> None:
    files = build(source, area, "cp bot.c bot; chmod +x bot; echo more >> bot.c; echo warning; touch $HOME/cache")

    assert {path.name: path.stat().st_mode & 0o777 for path in files.iterdir()} == {"bot": 0o555, "bot.c": 0o444}
    assert (files / "bot.c").read_text() == "int main;\nmore\n"
    assert (source / "bot.c").read_text() == "int main;\n"
    assert log(area) == "warning\n"


def test_a_build_runs_once_for_a_source_and_a_command(source: Path, area: Path) -> None:
    first = build(source, area, "touch one")
    assert build(source, area, "touch two") == first
    staging = StagingLimits()
    again, key = built(source, DIGEST, ["make", "all"], area, staging, lambda *_: Ran(0, b""))
    assert again != first
    assert again.parent.name == key


def test_a_build_that_was_tampered_with_is_made_again(source: Path, area: Path) -> None:
    files = build(source, area, "echo good > bot")
    (files / "bot").chmod(0o644)
    (files / "bot").write_text("evil\n")

    assert (build(source, area, "echo good > bot") / "bot").read_text() == "good\n"


def test_a_failed_build_shows_its_last_lines_keeps_all_and_is_tried_again(source: Path, area: Path) -> None:
    with pytest.raises(UserError) as caught:
        build(source, area, "seq 100; printf '\\033[31mbroken\\n'; exit 3")
    first, *lines = str(caught.value).splitlines()

    assert first == "the build 'make' failed: exit 3"
    assert lines == [*map(str, range(82, 101)), "\\x1b[31mbroken"]
    assert caught.value.exit_status == os.EX_DATAERR
    assert log(area).splitlines()[:2] == ["1", "2"]
    assert caught.value.hint == f"all of its output is in {area}/builds/{next((area / 'builds').glob('*.txt')).name}"
    assert [path.name for path in area.iterdir()] == ["builds"]
    assert (build(source, area, "touch ready") / "ready").exists()


def test_a_silent_failure_says_that_it_was_silent(source: Path, area: Path) -> None:
    with pytest.raises(UserError) as caught:
        build(source, area, "exit 1")
    assert caught.value.hint == "it wrote nothing"


HOSTILE = {
    "ln -s /etc/passwd bot": "after its build: bot: the link leaves the folder",
    "mkfifo pipe": "after its build: pipe: is a pipe",
    "rm bot.c; seq 20 | xargs touch": "after its build: holds more than 10 files",
    "truncate -s 1T big": "after its build: big: is bigger than 64 MiB",
    "cd ..; rm -r work; ln -s / work": "after its build: work: changed while it was copied",
}


@pytest.mark.parametrize("script", HOSTILE)
def test_what_a_build_leaves_is_as_suspect_as_what_it_came_from(source: Path, area: Path, script: str) -> None:
    with pytest.raises(BuildFailed) as caught:
        build(source, area, script, TreeLimits(files=10))
    assert str(caught.value).startswith(HOSTILE[script])
    assert [path.name for path in area.iterdir()] == ["builds"]


class Failing:
    """A runner that counts its calls, each of which ends in the same way."""

    def __init__(self, ran: Ran) -> None:
        self.ran = ran
        self.calls = 0

    def __call__(self, command: Sequence[str], folder: Path, limits: BuildLimits) -> Ran:
        self.calls += 1
        return self.ran


def test_a_failed_build_is_not_run_again_unless_it_is_asked_for(source: Path, area: Path) -> None:
    run = Failing(Ran(2, b"no such file: x.h\n"))

    def attempt(digest: str = DIGEST, command: str = "make", *, retry: bool = False) -> str:
        with pytest.raises(UserError) as caught:
            built(source, digest, [command], area, STAGING_LIMITS, run, retry=retry)
        return f"{caught.value}: {caught.value.hint}"

    first, again = attempt(), attempt()
    assert run.calls == 1
    assert "remembered" not in first
    assert re.search(r"exit 2 \(on \d{4}-\d\d-\d\d \d\d:\d\d UTC; remembered\)\nno such file: x.h", again)
    assert again.endswith("--retry-builds tries it again")
    attempt(retry=True)
    attempt(digest="cd" * 32)
    attempt(command="cmake")
    assert run.calls == 4

    for file in (area / "builds").glob("*.failed"):
        os.utime(file, (0, 0))
    attempt()
    assert run.calls == 5
    for file in (area / "builds").glob("*.failed"):
        file.write_text('{"facts": [')
    attempt()
    assert run.calls == 6


def test_a_result_that_cannot_be_staged_is_remembered(source: Path, area: Path) -> None:
    calls = []

    def run(command: Sequence[str], folder: Path, limits: BuildLimits) -> Ran:
        calls.append(command)
        folder.joinpath(*"d" * 30).mkdir(parents=True)
        return Ran(0, b"")

    for _ in range(2):
        with pytest.raises(UserError, match=r"after its build: .* more than 20 folders deep"):
            built(source, DIGEST, ["make"], area, STAGING_LIMITS, run)
    assert len(calls) == 1


@pytest.mark.parametrize(
    "ran",
    [Ran(1, b"", "the sandbox could not be made", ours=True), Ran(-9, b""), Ran(137, b""), Ran(-15, b"")],
)
def test_what_the_machine_did_is_not_remembered(source: Path, area: Path, ran: Ran) -> None:
    run = Failing(ran)
    for _ in range(2):
        with pytest.raises(UserError) as caught:
            built(source, DIGEST, ["make"], area, STAGING_LIMITS, run)
        assert isinstance(caught.value, NotRun) == ran.ours
    assert run.calls == 2


def test_a_full_disk_is_not_remembered(source: Path, area: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builds, "ROOM", 1 << 62)
    run = Failing(Ran(1, b"No space left on device"))
    for _ in range(2):
        with pytest.raises(UserError):
            built(source, DIGEST, ["make"], area, STAGING_LIMITS, run)
    assert run.calls == 2


NO_NETWORK = (
    "WARNING: Retrying: NewConnectionError: [Errno -3] Temporary failure in name resolution",
    "pip: Failed to establish a new connection: [Errno 101]",
    "ERROR: Could not find a version that satisfies the requirement numpy (from versions: none)",
    "[6] Could not resolve hostname (Could not resolve host: index.example)",
    "error: failed to get `rand` as a dependency\n  unable to update registry `crates-io`",
    "main.go:3:8: dial tcp: lookup proxy.example on 192.0.2.1:53: no such host",
    "npm error code EAI_AGAIN\nnpm error request to https://registry.example/x failed, reason: getaddrinfo",
    "[ERROR] Could not transfer artifact org.x:y:pom:1 from/to central: Unknown host repo.example",
    "java.net.UnknownHostException: repo.example",
    "curl: (6) Could not resolve host: example.invalid",
    "wget: unable to resolve host address 'example.invalid'",
    "fatal: unable to access 'https://git.example/': Could not resolve host: git.example",
    "<urlopen error [Errno -2] Name or service not known>",
    "error: failed to lookup address information: Try again",
    "connect: Network is unreachable",
    "error: externally-managed-environment",
)
OTHERS = (
    "bot.c:1:1: error: could not resolve overloaded name",
    "ld: cannot find -lnetwork",
    "error[E0432]: unresolved import `rand`",
    "make: *** No rule to make target 'connection.o'.  Stop.",
    "bot.go:3: undefined: dial",
    "ld: undefined reference to `getaddrinfo'",
)


@pytest.mark.parametrize("output", [*NO_NETWORK, *OTHERS])
def test_a_build_that_wanted_the_network_is_told_that_there_is_none(
    source: Path, area: Path, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    monkeypatch.setattr(Sandboxed, "__call__", lambda *_: Ran(1, output.encode()))
    with pytest.raises(UserError) as caught:
        built(source, DIGEST, ["make"], area, STAGING_LIMITS, Sandboxed("auto"))

    assert caught.value.hint.startswith("builds have no network: ") == (output in NO_NETWORK)
    assert "all of its output is in" in caught.value.hint


def test_a_trusted_build_has_a_network(source: Path, area: Path) -> None:
    with pytest.raises(UserError) as caught:
        built(source, DIGEST, ["make"], area, STAGING_LIMITS, Failing(Ran(1, NO_NETWORK[0].encode())))
    assert "no network" not in caught.value.hint


def test_a_build_is_tried_again_if_more_folders_are_shown(
    source: Path, area: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Path, ...]] = []

    def fail(self: Sandboxed, *_: object) -> Ran:
        seen.append(self.read)
        return Ran(1, b"no compiler")

    monkeypatch.setattr(Sandboxed, "__call__", fail)
    for read in ((), (), (Path("/opt/tools"),), (Path("/opt/tools"),)):
        with pytest.raises(UserError):
            built(source, DIGEST, ["make"], area, STAGING_LIMITS, Sandboxed("auto", read))
    assert seen == [(), (Path("/opt/tools"),)]
