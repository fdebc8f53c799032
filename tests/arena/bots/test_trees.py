"""Hostile folders: each is a real one, and is refused or copied as it was at one moment."""

import os
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.bots import trees
from arena.bots.trees import Item, TreeError, opened, survey, survey_file, take
from arena.settings.limits import TreeLimits

LIMITS = TreeLimits(megabytes=1, files=50, depth=3)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    (folder / "lib").mkdir(parents=True)
    (folder / "bot.sh").write_text("echo bot\n")
    (folder / "lib" / "tool").write_text("#!/bin/sh\n")
    (folder / "lib" / "tool").chmod(0o700)
    return folder


def seen(folder: Path, limits: TreeLimits = LIMITS) -> list[Item]:
    with opened(folder) as root:
        return survey(root, limits)


def digest(folder: Path, limits: TreeLimits = LIMITS) -> str:
    with opened(folder) as root:
        return take(root, survey(root, limits))


def copied(folder: Path, *, writable: bool = False) -> Path:
    copy = folder.with_name("copy")
    copy.mkdir()
    with opened(folder) as root:
        take(root, survey(root, LIMITS), copy, writable=writable)
    return copy


def refused(folder: Path, limits: TreeLimits = LIMITS) -> str:
    with pytest.raises(TreeError) as caught:
        seen(folder, limits)
    assert caught.value.hint
    assert caught.value.exit_status == os.EX_DATAERR
    return str(caught.value)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_a_survey_says_what_is_there(folder: Path) -> None:
    (folder / "empty").mkdir()
    (folder / "same").symlink_to("lib/tool")

    assert [(item.path, item.kind, item.size, item.target) for item in seen(folder)] == [
        ("bot.sh", "file", 9, ""),
        ("empty", "folder", 0, ""),
        ("lib", "folder", 0, ""),
        ("lib/tool", "program", 10, ""),
        ("same", "link", 0, "lib/tool"),
    ]


def test_a_copy_holds_the_same_and_nobody_can_change_it(folder: Path) -> None:
    (folder / "bot.sh").chmod(0o666)
    (folder / "lib" / "tool").chmod(0o6777)
    (folder / "lib").chmod(0o2777)
    (folder / "same").symlink_to("lib/tool")
    copy = copied(folder)

    assert digest(copy) == digest(folder)
    assert (copy / "same").resolve() == copy / "lib" / "tool"
    assert [mode(copy / path) for path in (".", "lib", "bot.sh", "lib/tool")] == [0o555, 0o555, 0o444, 0o555]


def test_a_copy_to_build_in_can_be_changed_by_its_owner_alone(folder: Path) -> None:
    copy = copied(folder, writable=True)

    assert [mode(copy / path) for path in ("lib", "bot.sh", "lib/tool")] == [0o755, 0o644, 0o755]


def test_what_programs_leave_behind_is_no_part_of_a_folder(folder: Path) -> None:
    before = digest(folder)
    for name in trees.IGNORED:
        (folder / "lib" / name).mkdir()
        os.mkfifo(folder / "lib" / name / "pipe")
    os.utime(folder / "bot.sh", (1, 1))

    assert digest(folder) == before


PIECES = st.sampled_from(["a", "b", "A", "a.b", "ä", "-", " "])
CONTENT = st.one_of(
    st.tuples(st.just("file"), st.binary(max_size=4)),
    st.tuples(st.just("program"), st.binary(max_size=4)),
    st.tuples(st.just("link"), st.sampled_from([b"x", b"y"])),
    st.tuples(st.just("folder"), st.just(b"")),
)
Tree = dict[tuple[str, ...], tuple[str, bytes]]
PATHS: st.SearchStrategy[tuple[str, ...]] = st.lists(PIECES, min_size=1, max_size=2).map(tuple)
TREES: st.SearchStrategy[Tree] = st.dictionaries(PATHS, CONTENT, max_size=5)


def whole(tree: Tree) -> Tree:
    """Return a tree with the folders that its paths need."""
    return tree | {path[:1]: ("folder", b"") for path in tree if len(path) > 1}


def make(folder: Path, tree: Tree, order: Callable[[list[tuple[str, ...]]], list[tuple[str, ...]]] = sorted) -> Path:
    folder.mkdir()
    for path in order(list(tree)):
        kind, content = tree[path]
        target = folder.joinpath(*path)
        target.parent.mkdir(exist_ok=True)
        if kind == "folder":
            target.mkdir(exist_ok=True)
        elif kind == "link":
            target.symlink_to(content.decode())
        else:
            target.write_bytes(content)
            target.chmod(0o755 if kind == "program" else 0o644)
    return folder


@settings(max_examples=25)
@given(one=TREES, path=PATHS, content=CONTENT)
def test_any_change_changes_the_digest_and_nothing_else_does(
    one: Tree, path: tuple[str, ...], content: tuple[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = one | {path: content}
    place = tmp_path_factory.mktemp("trees")
    digests = [digest(make(place / name, whole(tree))) for name, tree in (("one", one), ("other", other))]

    assert (digests[0] == digests[1]) == (whole(one) == whole(other))


@settings(max_examples=25)
@given(tree=TREES.map(whole), data=st.data())
def test_the_order_in_which_files_are_made_does_not_matter(
    tree: Tree, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("trees")
    shuffled = data.draw(st.permutations(sorted(tree)))

    assert digest(make(place / "one", tree)) == digest(make(place / "other", tree, lambda _: shuffled))


@settings(max_examples=25)
@given(tree=TREES.map(whole))
def test_a_copy_of_any_tree_has_its_digest(tree: Tree, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = make(tmp_path_factory.mktemp("trees") / "bot", tree)

    assert digest(copied(folder)) == digest(folder)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


def device(path: Path) -> None:
    os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))


SPECIAL = [(pipe, "a pipe"), (listening, "a socket"), *[(device, "a device")] * (os.geteuid() == 0)]
"""Only root may make a device; the test below does without."""


@pytest.mark.parametrize(("made", "what"), SPECIAL)
def test_what_is_neither_file_nor_folder_is_refused(folder: Path, made: Callable[[Path], None], what: str) -> None:
    made(folder / "lib" / "x")

    assert refused(folder) == f"lib/x: is {what}, neither a file nor a folder"


def test_a_device_is_refused_and_not_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = os.stat_result((stat.S_IFCHR | 0o666, 1, 1, 1, 0, 0, 0, 0, 0, 0))
    entry = SimpleNamespace(name="watchdog", stat=lambda follow_symlinks: status)
    monkeypatch.setattr(os, "scandir", listing([entry]))

    assert refused(folder) == "watchdog: is a device, neither a file nor a folder"


def listing(entries: object) -> Callable[[int], object]:
    """Stand in for os.scandir."""

    @contextmanager
    def scandir(folder: int) -> Iterator[object]:
        yield entries

    return scandir


OUT = ["/etc/passwd", "..", "../secret", "lib/../../secret", "../bot/bot.sh", "lib/up/../secret", "up", "lib/root/etc"]


@pytest.mark.parametrize("target", OUT)
def test_a_link_that_leaves_the_folder_is_refused(folder: Path, target: str) -> None:
    (folder.parent / "secret").touch()
    if "up" in target:
        (folder / "lib" / "up").symlink_to("..")
        (folder / "up").symlink_to("lib/up/..")
    if "root" in target:
        (folder / "lib" / "root").symlink_to("/")
    (folder / "a").symlink_to(target)

    assert "the link leaves the folder" in refused(folder)


def test_links_inside_the_folder_stay_links(folder: Path) -> None:
    inside = {"same": "lib/tool", "all": "lib", "self": ".", "odd": "..odd", "later": "made/by/a/build"}
    for name, target in inside.items():
        (folder / name).symlink_to(target)
    (folder / "lib" / "up").symlink_to("../all/../bot.sh")

    assert {item.path: item.target for item in seen(folder) if item.kind == "link"} == inside | {
        "lib/up": "../all/../bot.sh"
    }


def test_links_in_a_circle_are_refused(folder: Path) -> None:
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")

    assert "leads nowhere" in refused(folder)


def test_a_long_link_is_refused(folder: Path) -> None:
    (folder / "a").symlink_to("lib/../" * 40)

    assert refused(folder) == "a: is a link of more than 255 bytes"


def test_a_thicket_of_links_is_refused_in_bounded_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "LINK_STEPS", 100)
    for number in range(9):
        (folder / f"l{number}").symlink_to("lib/../" * 10 + "bot.sh")

    assert "l4: the link leaves the folder, or leads nowhere" in refused(folder)


def test_too_many_files_are_refused(folder: Path) -> None:
    for number in range(50):
        (folder / f"f{number}").touch()

    assert refused(folder) == "holds more than 50 files and folders"


def test_empty_folders_count_too(folder: Path) -> None:
    for number in range(50):
        (folder / f"f{number}").mkdir()

    assert refused(folder) == "holds more than 50 files and folders"


def test_the_look_at_an_endless_folder_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = (folder / "bot.sh").stat()
    asked = 0

    def endless() -> Iterator[object]:
        nonlocal asked
        while True:
            asked += 1
            yield SimpleNamespace(name=f"f{asked}", stat=lambda follow_symlinks: status)

    monkeypatch.setattr(os, "scandir", listing(endless()))

    assert refused(folder) == "holds more than 50 files and folders"
    assert asked == 51


def test_a_folder_as_deep_as_allowed_is_fine_and_one_more_is_refused(folder: Path) -> None:
    (folder / "1" / "2" / "3").mkdir(parents=True)
    assert len(seen(folder)) == 6
    (folder / "1" / "2" / "3" / "4").mkdir()
    assert refused(folder) == "1/2/3/4/: is more than 3 folders deep"


def test_an_endless_depth_is_refused(folder: Path) -> None:
    here = folder
    for _ in range(200):
        here /= "d"
        here.mkdir()

    assert "is more than 3 folders deep" in refused(folder)


def test_a_file_of_a_terabyte_is_refused_unread(folder: Path) -> None:
    with (folder / "weights").open("wb") as weights:
        weights.truncate(1 << 40)

    assert refused(folder) == "weights: is bigger than 1 MiB"


def test_files_that_are_too_big_together_are_refused_unread(folder: Path) -> None:
    for number in range(5):
        with (folder / f"part{number}").open("wb") as part:
            part.truncate(1 << 18)

    assert refused(folder) == "holds more than 1 MiB"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"new\nline", r"new\nline"),
        (b"\x1b[2J", r"\x1b[2J"),
        (b"\xff\xfe", r"\udcff\udcfe"),
        ("right\u202eleft".encode(), r"right\u202eleft"),
    ],
)
def test_names_that_cannot_be_printed_are_refused_and_shown_with_escapes(folder: Path, name: bytes, shown: str) -> None:
    (folder / os.fsdecode(name)).touch()

    assert refused(folder) == f"{shown}: has an unprintable character in its name"


def test_a_path_that_is_too_long_to_open_is_refused(folder: Path) -> None:
    here = folder
    for _ in range(5):
        here /= "d" * 250
        here.mkdir()

    assert "has a path of more than 1024 bytes" in refused(folder, TreeLimits(depth=9))


def test_names_that_differ_by_case_are_two_files(folder: Path) -> None:
    (folder / "Bot.sh").write_text("another\n")
    copy = copied(folder)

    assert (copy / "bot.sh").read_text() != (copy / "Bot.sh").read_text()


def test_a_name_of_anothers_file_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who may not read a file can still make a hard link to it, and the arena might read it for them."""
    os.link(folder / "bot.sh", folder / "again")
    assert [item.path for item in seen(folder)] == ["again", "bot.sh", "lib", "lib/tool"]
    fstat = os.fstat
    monkeypatch.setattr(os, "fstat", lambda fd: owned_by(fstat(fd), 12345))
    assert refused(folder).endswith(": is a hard link to another user's file")


def owned_by(status: os.stat_result, owner: int) -> os.stat_result:
    return os.stat_result((*status[:4], owner, *status[5:]), {"st_mtime_ns": 0, "st_ctime_ns": 0})


@pytest.mark.parametrize("path", ["bot.sh", "lib"])
def test_what_cannot_be_read_is_named(folder: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def no_entry(name: object, flags: int, *args: int, dir_fd: int | None = None) -> int:
        if name == path:  # root can read everything, so changing the mode would prove nothing
            raise PermissionError(13, "Permission denied", name)
        return real(name, flags, *args, dir_fd=dir_fd)  # type: ignore[arg-type] # whatever os.open takes

    monkeypatch.setattr(os, "open", no_entry)
    with pytest.raises(TreeError) as caught:
        digest(folder)
    assert str(caught.value) == f"{path}: cannot be read: Permission denied"
    assert "chmod" in caught.value.hint


def test_a_lack_of_our_own_is_nobodys_fault(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object, **__: object) -> int:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(os, "open", none_left)
    with pytest.raises(OSError, match="Too many open files"):
        seen(folder)


def as_link(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.parents[1] / "secret")


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def as_other_file(path: Path) -> None:
    path.rename(path.with_name("old"))
    path.write_text("echo 123\n")


def longer(path: Path) -> None:
    with path.open("a") as file:
        file.write("more")


def same_length_and_time(path: Path) -> None:
    before = path.stat()
    path.write_text("echo 123\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


CHANGES = [as_link, as_pipe, as_other_file, longer, same_length_and_time, Path.unlink]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_file_that_changes_after_the_look_is_not_copied(folder: Path, change: Callable[[Path], None]) -> None:
    (folder.parent / "secret").write_text("echo sec\n")
    copy = folder.with_name("copy")
    copy.mkdir()
    with opened(folder) as root:
        items = survey(root, LIMITS)
        change(folder / "bot.sh")
        with pytest.raises(TreeError, match=r"bot\.sh: changed while it was copied"):
            take(root, items, copy)
    assert not (copy / "bot.sh").exists() or (copy / "bot.sh").read_text() == ""


def test_a_folder_that_becomes_a_link_after_the_look_is_not_followed(folder: Path) -> None:
    elsewhere = folder.with_name("elsewhere")
    with opened(folder) as root:
        items = survey(root, LIMITS)
        (folder / "lib").rename(elsewhere)
        (folder / "lib").symlink_to(elsewhere)
        with pytest.raises(TreeError, match="lib: changed while it was copied"):
            take(root, items)


def test_a_folder_that_becomes_a_link_during_the_look_is_not_followed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def swap(name: object, flags: int, *args: int, dir_fd: int | None = None) -> int:
        if name == "lib":
            (folder / "lib").rename(folder.with_name("elsewhere"))
            (folder / "lib").symlink_to("/etc")
        return real(name, flags, *args, dir_fd=dir_fd)  # type: ignore[arg-type] # whatever os.open takes

    monkeypatch.setattr(os, "open", swap)
    assert refused(folder) == "lib: changed while it was copied"


def test_a_file_that_grows_while_it_is_read_is_noticed_and_not_read_to_its_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = 0

    def endless(descriptor: int, size: int) -> bytes:
        nonlocal reads
        reads += 1
        return b"x" * size

    with opened(folder) as root:
        items = survey(root, LIMITS)
        monkeypatch.setattr(os, "read", endless)
        with pytest.raises(TreeError, match="changed while it was copied"):
            take(root, items)
    assert reads == 1


def test_links_are_followed_in_the_trusted_part_of_a_path_only(folder: Path) -> None:
    (folder.parent / "link").symlink_to("bot")
    with opened(folder.parent / "link") as root:
        assert survey(root, LIMITS) == seen(folder)
    with pytest.raises(TreeError, match="link: changed"), opened(folder.parent / "link", trusted=folder.parent):
        pass


def test_a_single_file_is_seen_alone(folder: Path) -> None:
    with opened(folder) as root:
        assert survey_file(root, "bot.sh", LIMITS).kind == "file"
        for name in ("lib", "none"):
            with pytest.raises(TreeError):
                survey_file(root, name, LIMITS)
        os.truncate(folder / "bot.sh", 1 << 30)
        with pytest.raises(TreeError, match="is bigger than 1 MiB"):
            survey_file(root, "bot.sh", LIMITS)


def test_another_file_system_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = folder.stat()
    elsewhere = os.stat_result((*status[:2], status.st_dev + 1, *status[3:]))
    monkeypatch.setattr(os, "fstat", lambda fd: elsewhere)

    assert refused(folder) == "lib: is on another file system"
