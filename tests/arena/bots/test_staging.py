import fcntl
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.bots import staging, trees
from arena.bots.botfile import check_program
from arena.bots.staging import StagingError, in_use, is_sound, keep, prune, ready, staging_folder
from arena.data import user_cache
from arena.errors import UserError
from arena.settings.limits import TreeLimits

LIMITS = TreeLimits()
KEY = "ab" * 32


@pytest.fixture
def area(tmp_path: Path) -> Path:
    return ready(tmp_path / "area")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    (source / "lib").mkdir(parents=True)
    (source / "lib" / "tool").write_text("one\n")
    return source


def kept(area: Path, source: Path) -> Path:
    """Keep a copy of a folder."""

    def fill(files: Path, own: Path) -> str:
        (own / "scratch").touch()
        with trees.opened(source) as root:
            return trees.take(root, trees.survey(root, LIMITS), files)

    return keep(area, KEY, LIMITS, fill)


def never(files: Path, own: Path) -> str:
    raise AssertionError("there is a sound copy")


def test_a_copy_is_made_once_and_whole(area: Path, source: Path) -> None:
    files = kept(area, source)

    assert files == area / KEY / "files"
    assert (files / "lib" / "tool").read_text() == "one\n"
    assert keep(area, KEY, LIMITS, never) == files
    assert [path.name for path in area.iterdir()] == [KEY]
    assert sorted(path.name for path in (area / KEY).iterdir()) == ["files", "seal"]


def test_everybody_may_reach_a_copy_and_nobody_list_the_folder(area: Path, source: Path) -> None:
    files = kept(area, source)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (area, area / KEY, files, files / "lib" / "tool")]

    assert modes == [0o711, 0o711, 0o555, 0o444]


def change(files: Path) -> None:
    (files / "lib" / "tool").chmod(0o644)
    (files / "lib" / "tool").write_text("two\n")


def add(files: Path) -> None:
    (files / "lib").chmod(0o755)
    (files / "lib" / "__pycache__").mkdir()


def make_program(files: Path) -> None:
    (files / "lib" / "tool").chmod(0o555)


def put_link(files: Path) -> None:
    files.rename(files.with_name("away"))
    files.symlink_to("away")


def lose_seal(files: Path) -> None:
    (files.parent / "seal").unlink()


def break_seal(files: Path) -> None:
    (files.parent / "seal").write_bytes(b"\xff")


def put_file(files: Path) -> None:
    files.parent.rename(files.parents[2] / "away")
    files.parent.touch()


TAMPERING = [change, add, make_program, put_link, lose_seal, break_seal, put_file]


@pytest.mark.parametrize("tamper", TAMPERING, ids=lambda tamper: tamper.__name__)
def test_a_copy_that_was_tampered_with_is_made_again(area: Path, source: Path, tamper: Callable[[Path], None]) -> None:
    tamper(kept(area, source))
    assert not is_sound(area / KEY, LIMITS)
    files = kept(area, source)

    assert is_sound(area / KEY, LIMITS)
    assert (files / "lib" / "tool").read_text() == "one\n"
    assert [path.name for path in area.iterdir()] == [KEY]


def test_a_copy_that_cannot_be_made_leaves_nothing(area: Path) -> None:
    def fill(files: Path, own: Path) -> str:
        (files / "half").touch()
        raise KeyError

    with pytest.raises(KeyError):
        keep(area, KEY, LIMITS, fill)
    assert list(area.iterdir()) == []


def test_a_full_disk_is_the_fault_of_the_folder(area: Path) -> None:
    def fill(files: Path, own: Path) -> str:
        raise OSError(28, "No space left on device")

    with pytest.raises(StagingError) as caught:
        keep(area, KEY, LIMITS, fill)
    assert str(caught.value) == f"staged copies cannot be kept in {area}: No space left on device"
    assert caught.value.exit_status == os.EX_IOERR
    assert "ARENA_STAGING" in caught.value.hint
    assert list(area.iterdir()) == []


def test_an_arena_that_was_faster_is_right(area: Path, source: Path) -> None:
    def fill(files: Path, own: Path) -> str:
        kept(area, source)
        with trees.opened(source) as root:
            return trees.take(root, trees.survey(root, LIMITS), files)

    assert keep(area, KEY, LIMITS, fill) == area / KEY / "files"
    assert [path.name for path in area.iterdir()] == [KEY]


def test_a_copy_that_was_spoiled_meanwhile_makes_way(area: Path, source: Path) -> None:
    def fill(files: Path, own: Path) -> str:
        change(kept(area, source))
        with trees.opened(source) as root:
            return trees.take(root, trees.survey(root, LIMITS), files)

    assert (keep(area, KEY, LIMITS, fill) / "lib" / "tool").read_text() == "one\n"
    assert [path.name for path in area.iterdir()] == [KEY]


def test_a_copy_that_cannot_be_put_in_its_folder_is_an_error(
    area: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Path:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(StagingError, match="Operation not permitted"):
        kept(area, source)
    assert list(area.iterdir()) == []


HOLD = """
import sys
from pathlib import Path
from arena.bots.staging import making
with making(Path(sys.argv[1])) as path:
    print(path, flush=True)
    sys.stdin.read()
"""


def first_line(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().decode().strip()


def test_what_a_dead_run_left_is_swept_and_what_a_live_one_makes_is_not(area: Path, source: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(area)]
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as killed,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as alive,
    ):
        dead, live = (Path(first_line(process)) for process in (killed, alive))
        killed.kill()
        killed.wait()
        assert dead.is_dir()
        kept(area, source)
        assert (dead.exists(), live.exists()) == (False, True)
        alive.communicate()
    assert not live.exists()


def age(path: Path) -> None:
    os.utime(path, (1, 1))


def test_copies_that_nobody_used_for_long_are_removed(area: Path, source: Path) -> None:
    kept(area, source)
    (area / ("cd" * 32)).mkdir()
    (area / "builds").mkdir()
    (area / "builds" / f"{KEY}.txt").touch()
    (area / "starts").mkdir()
    (area / "starts" / KEY).touch()
    (area / "foreign").mkdir()
    for old in (
        area / ("cd" * 32),
        area / KEY,
        area / "foreign",
        area / "builds" / f"{KEY}.txt",
        area / "builds",
        area / "starts" / KEY,
    ):
        age(old)
    keep(area, KEY, LIMITS, never)
    prune(area)

    assert sorted(path.name for path in area.iterdir()) == [KEY, "builds", "foreign", "starts"]
    assert list((area / "starts").iterdir()) == []
    assert list((area / "builds").iterdir()) == []


def test_old_copies_stay_while_another_arena_runs(area: Path, source: Path) -> None:
    kept(area, source)
    age(area / KEY)
    with (area / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        with in_use(area):
            assert (area / KEY).exists()
    with in_use(area):
        assert not (area / KEY).exists()


def test_two_arenas_use_a_folder_at_the_same_time(area: Path) -> None:
    with in_use(area), in_use(area):
        assert (area / "lock").exists()


def test_a_folder_is_made_with_what_is_above_it(tmp_path: Path) -> None:
    made = ready(tmp_path / "a" / "b")

    assert made == tmp_path / "a" / "b"
    assert stat.S_IMODE(made.stat().st_mode) == 0o711


def test_a_folder_that_is_too_open_is_closed(tmp_path: Path) -> None:
    (tmp_path / "area").mkdir()
    (tmp_path / "area").chmod(0o777)

    assert stat.S_IMODE(ready(tmp_path / "area").stat().st_mode) == 0o711


def test_a_area_in_a_folder_that_all_may_write_to_is_refused_unless_it_is_sticky(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    with pytest.raises(StagingError, match="other users can change a folder above it"):
        ready(tmp_path / "open" / "area")
    (tmp_path / "open").chmod(0o1777)
    assert ready(tmp_path / "open" / "area").is_dir()


def test_a_link_that_waits_in_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "area").symlink_to("elsewhere")
    with pytest.raises(StagingError, match="is not our own folder"):
        ready(tmp_path / "area")
    assert stat.S_IMODE((tmp_path / "elsewhere").stat().st_mode) == 0o700


def test_a_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = os.geteuid()
    (tmp_path / "area").mkdir()
    monkeypatch.setattr(staging, "SYSTEM", {0, owner})
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(StagingError, match="is not our own folder"):
        ready(tmp_path / "area")


def test_a_folder_below_anothers_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = os.geteuid()
    monkeypatch.setattr(staging, "SYSTEM", {owner + 2})
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(StagingError, match="other users can change a folder above it"):
        ready(tmp_path / "area")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StagingError, match=r"staged copies cannot be kept in .*/file/area: "):
        ready(tmp_path / "file" / "area")


def test_the_folder_is_in_the_cache_of_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_STAGING")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(staging, "SYSTEM", {0, 65534, os.geteuid()})
    monkeypatch.setattr(staging, "ready", lambda path: path)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)

    assert staging_folder() == tmp_path / "trickarena" / "bots"


@pytest.mark.parametrize("cache", ["", "relative/cache"])
def test_a_cache_that_is_no_absolute_path_is_that_of_the_home(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", cache)
    monkeypatch.setenv("HOME", "/home/ann")
    assert user_cache() == Path("/home/ann/.cache/trickarena")


def test_a_home_that_is_no_absolute_path_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "relative")
    with pytest.raises(UserError, match="no home directory"):
        user_cache()


def test_what_fails_while_copies_are_in_use_is_no_fault_of_their_folder(area: Path) -> None:
    with pytest.raises(PermissionError, match="elsewhere"), in_use(area):
        raise PermissionError("elsewhere")


def test_a_folder_without_programs_is_named_and_no_bot_is_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot").write_text("#!/bin/sh\n")
    (tmp_path / "bot").chmod(0o755)
    flags = os.statvfs_result((4096, 4096, 9, 9, 9, 9, 9, 9, os.ST_NOEXEC, 255))
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "statvfs", lambda _: flags)
    with pytest.raises(StagingError, match="mounted with noexec") as caught:
        check_program("bot", tmp_path)
    assert "ARENA_STAGING" in caught.value.hint


@pytest.mark.parametrize(("user", "named"), [(0, False), (61190, True)])
def test_who_is_not_root_hears_of_one_variable_for_all_that_is_kept(
    monkeypatch: pytest.MonkeyPatch, user: int, *, named: bool
) -> None:
    monkeypatch.delenv("ARENA_STAGING")
    monkeypatch.setattr(os, "geteuid", lambda: user)
    hint = StagingError("no room").hint
    assert "ARENA_STAGING" in hint
    assert ("XDG_CACHE_HOME" in hint) is named


def test_the_folder_of_root_is_where_other_users_can_reach_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ARENA_STAGING")
    monkeypatch.setattr(staging, "ROOTS", tmp_path / "trickarena" / "bots")
    monkeypatch.setattr(staging, "SYSTEM", {0, 65534, os.geteuid()})
    monkeypatch.setattr(staging, "ready", lambda path: path)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(Path, "stat", lambda path: os.stat_result((0o755,) * 10))

    assert staging_folder() == tmp_path / "trickarena" / "bots"


def test_a_folder_of_root_that_other_users_cannot_reach_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setenv("ARENA_STAGING", str(tmp_path / "area"))
    monkeypatch.setattr(staging, "ready", lambda path: path)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(StagingError, match="run as other users, who may not pass through"):
        staging_folder()


def test_a_user_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("ARENA_STAGING")
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(StagingError, match="has no home directory"):
        staging_folder()
