"""Bots from git repositories, and the messages about those that are not there."""

import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from arena.bots.intake import Intake
from arena.bots.revisions import check_out, split, take_in
from arena.errors import ConfigErrors, UserError
from arena.games.catalogue import GAMES


def git(folder: Path, *words: str) -> str:
    config = ("-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "init.defaultBranch=main")
    return subprocess.run(["git", *config, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two commits of bots/mine, a folder, and bots/one, a program; the second removes bots/gone."""
    top = tmp_path / "repository"
    for name in ("mine", "gone"):
        (top / "bots" / name).mkdir(parents=True)
        (top / "bots" / name / "bot.toml").write_text('command = ["./run"]\n')
        (top / "bots" / name / "data").write_text("old")
    (top / "bots/one").write_text("#!/bin/sh\n# old\n")
    (top / "bots/one").chmod(0o755)
    (top / ".gitattributes").write_text("data export-ignore\n")
    git(top, "init")
    git(top, "add", ".")
    git(top, "commit", "-m", "old")
    git(top, "tag", "v1")
    (top / "bots/mine/data").write_text("new")
    (top / "bots/one").write_text("#!/bin/sh\n# new\n")
    git(top, "rm", "-r", "bots/gone")
    git(top, "commit", "-a", "-m", "new")
    return top


def test_a_folder_is_as_it_was(repository: Path, into: Path) -> None:
    found = check_out("bots/mine", "v1", repository, into)

    assert found.path.name == "mine"
    assert sorted(p.name for p in found.path.iterdir()) == ["bot.toml", "data"]
    assert (found.path / "data").read_text() == "old"
    assert found.commit == git(repository, "rev-parse", "v1").strip()


@pytest.mark.parametrize(
    "what", ["HEAD", "HEAD:bots", "HEAD:bots/mine", "HEAD:bots/mine/bot.toml", "HEAD:bots/mine/data"]
)
@pytest.mark.parametrize("more", [-2, -1, 1, 400])
def test_an_object_that_lies_about_its_size_is_damaged(repository: Path, into: Path, what: str, more: int) -> None:
    name = git(repository, "rev-parse", what).strip()
    path = repository / ".git/objects" / name[:2] / name[2:]
    head, _, content = zlib.decompress(path.read_bytes()).partition(b"\0")
    kind = head.split()[0]
    path.chmod(0o644)
    path.write_bytes(zlib.compress(b"%b %d\0%b" % (kind, len(content) + more, content)))

    with pytest.raises(UserError):
        check_out("bots/mine", "HEAD", repository, into)


def test_the_repository_is_left_as_it_is(repository: Path, into: Path) -> None:
    (repository / "bots/mine/data").write_text("not committed")
    before = git(repository, "status", "--porcelain=v2", "--branch")
    check_out("bots/mine", "HEAD", repository, into)

    assert git(repository, "status", "--porcelain=v2", "--branch") == before
    assert (repository / "bots/mine/data").read_text() == "not committed"
    assert git(repository, "worktree", "list").count("\n") == 1


def test_a_single_program_stays_executable(repository: Path, into: Path) -> None:
    found = check_out("bots/one", "HEAD~1", repository, into)

    assert found.path.read_text() == "#!/bin/sh\n# old\n"
    assert os.access(found.path, os.X_OK)


def test_what_is_gone_by_now_may_be_named(repository: Path, into: Path) -> None:
    assert (check_out("bots/gone", "v1", repository, into).path / "data").read_text() == "old"


def test_relative_paths_may_start_anywhere_in_the_repository(repository: Path, into: Path) -> None:
    assert check_out("../one", "v1", repository / "bots/mine", into).path.name == "one"


def test_the_whole_repository_may_be_the_bot(repository: Path, into: Path) -> None:
    found = check_out(".", "v1", repository, into)

    assert found.path.name == "repository"
    assert (found.path / "bots/mine/data").read_text() == "old"


def test_it_works_inside_a_git_hook(repository: Path, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere/index")
    assert check_out("bots/mine", "v1", repository, into).path.is_dir()


@pytest.mark.parametrize(
    ("path", "revision", "problem"),
    [
        ("bots/mine", "v9", "the repository has no revision 'v9'"),
        ("bots/mine", "--all", "the repository has no revision '--all'"),
        ("bots/none", "HEAD", "the revision has no bots/none"),
        ("bots/gone", "HEAD", "the revision has no bots/gone"),
        ("sample:random", "HEAD", "only a folder or a file has revisions"),
        ("python3 bots/one", "HEAD", "only a folder or a file has revisions"),
    ],
)
def test_what_is_not_there_is_said(repository: Path, into: Path, path: str, revision: str, problem: str) -> None:
    with pytest.raises(UserError) as caught:
        check_out(path, revision, repository, into)
    assert caught.value.message == problem


def test_a_folder_outside_of_any_repository(tmp_path: Path, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UserError, match="is not in a git repository"):
        check_out(".", "HEAD", tmp_path, into)


def test_without_git_it_says_so(repository: Path, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(into))
    with pytest.raises(UserError, match="git is not installed"):
        check_out("bots/mine", "HEAD", repository, into)


@pytest.mark.parametrize(
    ("bot", "expected"),
    [
        ("mine@v1", ("mine", "v1")),
        ("mine@HEAD@{1}", ("mine", "HEAD@{1}")),
        ("gone@v1", ("gone", "v1")),
        ("me@home@v1", ("me@home", "v1")),
        ("me@home", ("me@home", None)),
        ("mine", ("mine", None)),
        ("sample:random@v1", ("sample:random", "v1")),
        ("python3 me@home/bot.py", ("python3 me@home/bot.py", None)),
        ("mine@", ("mine@", None)),
        ("@v1", ("@v1", None)),
    ],
)
def test_a_revision_stands_behind_a_path(bot: str, expected: tuple[str, str | None], tmp_path: Path) -> None:
    for name in ("mine", "me@home"):
        (tmp_path / name).mkdir()
    assert split(bot, tmp_path) == expected


def test_errors_in_an_old_bot_toml_name_the_revision(repository: Path, into: Path) -> None:
    (repository / "bots/mine/bot.toml").write_text("build = 'make'\n")
    git(repository, "commit", "-a", "-m", "wrong")
    with pytest.raises(ConfigErrors) as raised:
        take_in(Intake(GAMES, into), "bots/mine@HEAD", repository)
    assert {problem.file for problem in raised.value.problems} == {"bots/mine@HEAD/bot.toml"}


def test_a_bound_of_the_user_that_is_tighter_stays(repository: Path, into: Path) -> None:
    """After `ulimit -v` the arena could not read a repository: it tried to let git have more."""
    lines = [
        "import resource",
        "from pathlib import Path",
        "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))",
        "from arena.bots.revisions import check_out",
        f"print(check_out('bots/mine', 'HEAD', Path({str(repository)!r}), Path({str(into)!r})).commit)",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == git(repository, "rev-parse", "HEAD").strip()
