"""What stands in for the machine's own files in /proc."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.sandbox.constant_proc import CONSTANT, ConstantProc, covered
from arena.settings.limits import Limits

PROCESSORS = "processor\t: 0\nmodel name\t: Fast\ncpu MHz\t\t: 2599.998\nflags\t\t: fpu\n\n"
FIGURES = "cpu  10 0 7 999\ncpu0 10 0 7 999\nintr 12345 0\nctxt 777\nbtime 1700000000\nprocesses 4242\n"


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """A /proc with processes, links to them, constants, counters, and a file that a later kernel might have."""
    folder = tmp_path / "proc"
    for name in ("1", "sys/kernel/pty", "sys/vm", "pressure"):
        (folder / name).mkdir(parents=True)
    texts = {"cpuinfo": PROCESSORS, "stat": FIGURES, "version": "Linux\n", "locks": "1: FLOCK\n", "new_in_7.3": "9\n"}
    settings = {"sys/kernel/pty/nr": "3\n", "sys/vm/overcommit_memory": "0\n", "meminfo": "MemFree: 1\n"}
    for name, text in (texts | settings).items():
        (folder / name).write_text(text)
    (folder / "kmsg").write_text("")
    (folder / "kmsg").chmod(0o600)
    (folder / "self").symlink_to("1")
    return folder


@pytest.fixture
def stand_ins(tmp_path: Path, proc: Path) -> ConstantProc:
    made = ConstantProc(tmp_path / "shown")
    made.make(proc)
    return made


def shown(stand_ins: ConstantProc, proc: Path, limits: Limits = Limits()) -> dict[str, Path]:  # noqa: B008 - frozen
    """Path in the sandbox -> what is shown there."""
    return {target: Path(source) for source, target in stand_ins.covers(limits, proc)}


def test_all_of_proc_is_covered_but_processes_constants_and_what_only_root_reads(proc: Path) -> None:
    assert list(covered(proc)) == ["cpuinfo", "locks", "meminfo", "new_in_7.3", "pressure", "stat", "sys"]
    assert "version" in CONSTANT


def test_a_file_that_a_module_of_the_kernel_adds_is_covered_at_the_next_start(
    stand_ins: ConstantProc, proc: Path
) -> None:
    assert "/proc/added" not in shown(stand_ins, proc)
    (proc / "added").write_text("1\n")

    assert shown(stand_ins, proc)["/proc/added"].read_text() == ""


def test_runtimes_find_a_stand_in_and_everybody_else_nothing(stand_ins: ConstantProc, proc: Path) -> None:
    found = shown(stand_ins, proc)

    assert found["/proc/cpuinfo"].read_text() == "processor\t: 0\nmodel name\t: Fast\nflags\t\t: fpu\n\n"
    assert found["/proc/stat"].read_text() == "cpu 0 0 0 0\ncpu0 0 0 0 0\nbtime 0\nprocesses 1\n"
    assert found["/proc/locks"].read_text() == found["/proc/new_in_7.3"].read_text() == ""
    assert list(found["/proc/pressure"].iterdir()) == list(found["/proc/1"].iterdir()) == []
    files = [path for path in found["/proc/sys"].rglob("*") if path.is_file()]
    assert [str(path.relative_to(found["/proc/sys"])) for path in files] == ["vm/overcommit_memory"]


def test_a_bot_is_told_its_own_limit_as_the_memory_of_the_machine(stand_ins: ConstantProc, proc: Path) -> None:
    large = shown(stand_ins, proc, Limits(memory_mb=2048))["/proc/meminfo"].read_text().splitlines()
    small = shown(stand_ins, proc, Limits(memory_mb=1))["/proc/meminfo"].read_text().splitlines()

    assert large[0] == "MemTotal:        2097152 kB"
    assert small[0].split() == ["MemTotal:", "1024", "kB"]


def test_several_threads_may_make_the_same_stand_in(stand_ins: ConstantProc, proc: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        for memory_mb in range(100, 140):
            made = [threads.submit(list, stand_ins.covers(Limits(memory_mb=memory_mb), proc)) for _ in range(8)]
            assert len({tuple(one.result()) for one in made}) == 1


def test_nobody_may_write_a_stand_in(stand_ins: ConstantProc) -> None:
    modes = {path.stat().st_mode & 0o222 for path in stand_ins.folder.rglob("*") if path.is_file()}

    assert modes == {0}
