"""Repositories of strangers: read without running anything of theirs, and odd ones are refused with a reason.

Every attack is shown to work on git as its users run it; else the test would prove nothing.
"""

import os
import subprocess
import zlib
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path

import pytest

from arena.bots import repository
from arena.bots.revisions import check_out
from arena.errors import UserError
from arena.settings.limits import TreeLimits

NAMES = {"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@localhost", "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1"}
ENV = NAMES | {"GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@localhost", "PATH": os.environ["PATH"]}


def git(folder: Path, *words: str, stdin: bytes = b"", check: bool = True) -> bytes:
    done = subprocess.run(
        ["git", *words], cwd=folder, env=ENV, input=stdin, check=check, capture_output=True, timeout=20
    )
    return done.stdout.strip()


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """One commit of a bot."""
    top = tmp_path / "repo"
    top.mkdir()
    git(top, "init", "-q", "-b", "main")
    (top / "bot.toml").write_text('command = ["./run"]\n')
    (top / "run").write_text("#!/bin/sh\n")
    (top / "run").chmod(0o755)
    commit(top)
    return top


def commit(top: Path) -> None:
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", "x")


def script(top: Path, name: str, witness: Path, rest: str = "cat") -> Path:
    """Write a program that touches a file."""
    path = top / ".git" / name
    path.write_text(f"#!/bin/sh\ntouch {witness}\n{rest}\n")
    path.chmod(0o755)
    return path


def smudge(top: Path, witness: Path) -> None:
    (top / ".gitattributes").write_text("* filter=evil\n")
    commit(top)
    git(top, "config", "filter.evil.smudge", str(script(top, "evil", witness)))


def process_filter(top: Path, witness: Path) -> None:
    (top / ".gitattributes").write_text("* filter=evil\n")
    commit(top)
    git(top, "config", "filter.evil.process", str(script(top, "evil", witness, "exit 1")))


def attributes_elsewhere(top: Path, witness: Path) -> None:
    (top / ".git" / "info" / "attributes").write_text("* filter=evil\n")
    git(top, "config", "filter.evil.smudge", str(script(top, "evil", witness)))


def included(top: Path, witness: Path) -> None:
    (top / ".git" / "more").write_text(f'[filter "evil"]\nsmudge = {script(top, "evil", witness)}\n')
    (top / ".gitattributes").write_text("* filter=evil\n")
    commit(top)
    git(top, "config", "include.path", "more")


def monitor(top: Path, witness: Path) -> None:
    git(top, "config", "core.fsmonitor", str(script(top, "evil", witness)))


def hook(top: Path, witness: Path) -> None:
    (top / ".git" / "hooks").mkdir(exist_ok=True)
    script(top, "hooks/post-checkout", witness)


def promised(top: Path, witness: Path) -> None:
    """Lose an object, and name a program that would fetch it."""
    git(top, "config", "extensions.partialClone", "origin")
    git(top, "config", "core.repositoryFormatVersion", "1")
    git(top, "config", "remote.origin.promisor", "true")
    git(top, "config", "remote.origin.url", f"ext::{script(top, 'evil', witness, 'exit 1')}")
    git(top, "config", "protocol.ext.allow", "always")
    lost = git(top, "rev-parse", "HEAD:run").decode()
    (top / ".git" / "objects" / lost[:2] / lost[2:]).unlink()


def ssh(top: Path, witness: Path) -> None:
    """Do the same with a server that is reached by a program of the repository's."""
    promised(top, witness)
    git(top, "config", "remote.origin.url", "ssh://nowhere/x")
    git(top, "config", "core.sshCommand", str(script(top, "evil", witness, "exit 1")))


ATTACKS = [smudge, process_filter, attributes_elsewhere, included, monitor, hook, promised, ssh]


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_of_a_repository_is_run(
    repo: Path, into: Path, tmp_path: Path, attack: Callable[[Path, Path], None]
) -> None:
    witness = tmp_path / "witness"
    attack(repo, witness)
    witness.unlink(missing_ok=True)
    try:
        found = check_out(".", "HEAD", repo, into)
    except UserError:  # an object is lost, and stays so
        assert attack in {promised, ssh}
    else:
        assert (found.path / "run").read_text() == "#!/bin/sh\n"
    assert not witness.exists()

    (repo / "run").unlink()
    git(repo, "checkout", "-f", "main", check=False)
    assert witness.exists(), "the attack does not work"


def test_neither_variables_nor_settings_of_the_user_reach_git(
    repo: Path, into: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = tmp_path / "witness"
    evil = script(repo, "evil", witness)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(evil))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(evil))
    monkeypatch.setenv("GIT_TRACE", str(witness))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", "/nowhere")
    assert (check_out("run", "HEAD", repo, into).path).read_text() == "#!/bin/sh\n"
    assert not witness.exists()


def test_files_are_as_they_were_committed(repo: Path, into: Path) -> None:
    (repo / ".gitattributes").write_text("*.txt text eol=crlf ident\n")
    (repo / "a.txt").write_text("$Id$\n")
    (repo / "link").symlink_to("run")
    (repo / "new\nline").touch()
    commit(repo)
    found = check_out(".", "HEAD", repo, into).path

    assert (found / "a.txt").read_bytes() == b"$Id$\n"
    assert (found / "link").readlink() == Path("run")
    assert os.access(found / "run", os.X_OK)
    assert (found / "new\nline").read_bytes() == b""


def alternates(top: Path) -> str:
    (top / ".git/objects/info/alternates").write_text("/somewhere/objects\n")
    return "borrows objects from another repository"


def linked_objects(top: Path) -> str:
    (top / ".git/objects").rename(top / "objects")
    (top / ".git/objects").symlink_to("../objects")
    return "changed while it was copied|is a link"


def linked_pack(top: Path) -> str:
    (top / ".git/objects/pack/pack-1.pack").symlink_to("/etc/passwd")
    return "the link leaves the folder"


def pipe(top: Path) -> str:
    os.mkfifo(top / ".git/objects/pack/pack-1.pack")
    return "is a pipe"


def pipe_as_head(top: Path) -> str:
    (top / ".git/HEAD").unlink()
    os.mkfifo(top / ".git/HEAD")
    return "is a pipe"


def linked_name(top: Path) -> str:
    (top / ".git/refs/heads/other").symlink_to("main")
    return "is a link"


def linked_repository(top: Path) -> str:
    (top / ".git").rename(top / "other")
    (top / ".git").symlink_to("other")
    return "is a link"


def somebody_elses(top: Path) -> str:
    (top.parent / "secret").mkdir()
    git(top.parent / "secret", "init", "-q")
    (top / ".git").rename(top / "other")
    (top / ".git").write_text(f"gitdir: {top.parent / 'secret/.git'}\n")
    return "does not point back"


def no_repository(top: Path) -> str:
    (top / ".git").rename(top / "other")
    (top / ".git").write_text("hello\n")
    return "names no repository"


def table_of_names(top: Path) -> str:
    (top / ".git/HEAD").write_text("ref: refs/heads/.invalid\n")
    return "reftable"


def large_files(top: Path) -> str:
    (top / "big").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    commit(top)
    return "Git LFS"


def put(top: Path, kind: str, content: bytes) -> str:
    """Write an object that git would refuse to make; return its hash."""
    data = b"%s %d\0%s" % (kind.encode(), len(content), content)
    name = sha1(data).hexdigest()
    path = top / ".git/objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        path.write_bytes(zlib.compress(data))
    return name


def put_tree(top: Path, *entries: tuple[bytes, bytes, str]) -> None:
    """Make the tree of the last commit one with these entries: mode, name and hash."""
    tree = put(top, "tree", b"".join(b"%s %s\0%s" % (mode, name, bytes.fromhex(id_)) for mode, name, id_ in entries))
    (top / ".git/refs/heads/main").write_text(git(top, "commit-tree", "-m", "x", tree).decode() + "\n")


def upward(top: Path) -> str:
    put_tree(top, (b"100644", b"../../escaped", put(top, "blob", b"x")))
    return "is no name of a file"


def through_a_link(top: Path) -> str:
    blob = put(top, "blob", b"x")
    inner = put(top, "tree", b"100644 escaped\0" + bytes.fromhex(blob))
    put_tree(top, (b"120000", b"a", put(top, "blob", b"../..")), (b"40000", b"a", inner))
    return "has two files of one name"


def bomb(top: Path) -> str:
    inner = put(top, "tree", b"100644 a\0" + bytes.fromhex(put(top, "blob", b"x")))
    for _ in range(6):
        inner = put(top, "tree", b"".join(b"40000 %d\0%b" % (i, bytes.fromhex(inner)) for i in range(10)))
    put_tree(top, (b"40000", b"a", inner))
    return "holds too much at this revision|holds more than 1000 files"


def too_big(top: Path) -> str:
    (top / "big").write_bytes(bytes(9 << 20))
    commit(top)
    return "holds more than 8 MiB"


ODD = [
    alternates,
    linked_objects,
    linked_pack,
    pipe,
    pipe_as_head,
    linked_name,
    linked_repository,
    somebody_elses,
    no_repository,
    table_of_names,
    large_files,
    upward,
    through_a_link,
    bomb,
    too_big,
]


@pytest.mark.slow
@pytest.mark.parametrize("change", ODD)
def test_an_odd_repository_is_refused_with_a_reason(repo: Path, into: Path, change: Callable[[Path], str]) -> None:
    says = change(repo)
    with pytest.raises(UserError, match=says):
        check_out(".", "HEAD", repo, into, TreeLimits(megabytes=8, files=1000))
    assert not (into.parent / "escaped").exists()
    assert not (into / "escaped").exists()


def test_a_single_link_is_no_bot(repo: Path, into: Path) -> None:
    (repo / "bot").symlink_to("/etc/passwd")
    commit(repo)
    with pytest.raises(UserError, match="is a link"):
        check_out("bot", "HEAD", repo, into)


def test_git_that_never_ends_is_ended(repo: Path, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = into.parent / "bin"
    slow.mkdir()
    (slow / "git").write_text("#!/bin/sh\nexec sleep 60\n")
    (slow / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow}:{os.environ['PATH']}")
    monkeypatch.setattr(repository, "SECONDS", 0.05)
    with pytest.raises(UserError, match="git rev-parse: not done after"):
        check_out("bot", "HEAD", repo, into)


@pytest.mark.slow
def test_packs_working_trees_submodules_and_shallow_clones_are_read(repo: Path, tmp_path: Path) -> None:
    """What honest people have."""
    (repo / "run").write_text("#!/bin/sh\n# new\n")
    commit(repo)
    git(repo, "gc", "-q")
    git(repo, "tag", "-a", "v1", "-m", "x")
    git(repo, "worktree", "add", "-q", "--detach", str(tmp_path / "tree"), "HEAD~1")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repo}", "shallow")
    git(tmp_path, "init", "-q", "super")
    add = ("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repo), "sub")
    git(tmp_path / "super", *add)

    def read(folder: str, revision: str) -> str:
        (into := tmp_path / f"into-{folder.replace('/', '-')}-{revision}").mkdir()
        return (check_out("run", revision, tmp_path / folder, into).path).read_text()

    new = "#!/bin/sh\n# new\n"
    assert [read("repo", name) for name in ("HEAD", "v1", "main", "HEAD@{0}")] == [new] * 4
    assert read("repo", "HEAD~1") == read("tree", "HEAD") == read("super/sub", "HEAD~1") == "#!/bin/sh\n"
    assert read("tree", "main") == read("shallow", "HEAD") == read("super/sub", "HEAD") == new
    with pytest.raises(UserError, match="no revision 'HEAD~1'"):
        read("shallow", "HEAD~1")


def test_longer_hashes_are_read(tmp_path: Path, into: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256", "long")
    (tmp_path / "long/run").write_text("x")
    commit(tmp_path / "long")
    found = check_out("run", "HEAD", tmp_path / "long", into)
    assert (found.path.read_text(), len(found.commit)) == ("x", 64)
