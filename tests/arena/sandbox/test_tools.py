"""What builds find besides the system's programs: rustup's compilers, and nobody's passwords."""

import os
from pathlib import Path

import pytest

from arena.sandbox.bubblewrap import SEARCHED
from arena.sandbox.tools import rustup, tools


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with what rustup installs, which every user may enter."""
    for folder in (".rustup/toolchains/stable/bin", ".cargo/bin", ".cargo/registry"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("rustup", "cargo"):
        (tmp_path / ".cargo/bin" / name).write_text("#!/bin/sh\n")
        (tmp_path / ".cargo/bin" / name).chmod(0o755)
    (tmp_path / ".cargo/credentials.toml").write_text("token")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}/.cargo/bin:{tmp_path}/venv/bin:/usr/bin")
    monkeypatch.setattr("arena.sandbox.tools._passable", lambda _: True)
    for name in ("RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "CARGO_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_builds_see_the_compilers_of_rustup_and_not_what_cargo_keeps(home: Path) -> None:
    found = tools()

    assert found.read == (home / ".rustup", home / ".cargo/bin")
    assert found.path == (*SEARCHED, f"{home}/.cargo/bin")
    assert found.environment == {"RUSTUP_HOME": f"{home}/.rustup"}
    assert not any((home / ".cargo/credentials.toml").is_relative_to(folder) for folder in found.read)


def test_the_users_own_settings_of_rustup_count(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "elsewhere/toolchains").mkdir(parents=True)
    monkeypatch.setenv("RUSTUP_HOME", str(home / "elsewhere"))
    monkeypatch.setenv("RUSTUP_TOOLCHAIN", "nightly")

    assert rustup() == {"RUSTUP_HOME": str(home / "elsewhere"), "RUSTUP_TOOLCHAIN": "nightly"}
    assert tools().read == (home / "elsewhere", home / ".cargo/bin")


def test_without_rustup_there_is_nothing_to_see(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / ".cargo/bin/rustup").unlink()
    assert (rustup(), tools().read, tools().path) == ({}, (), SEARCHED)


def test_a_home_that_builds_of_root_may_not_enter_is_named_and_not_shown(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.sandbox.tools._passable", lambda folder: folder != home)
    found = tools()

    assert (found.read, found.environment, found.path) == ((), {}, SEARCHED)
    assert found.missing.endswith(f"who may not enter {home}")


def test_folders_that_bots_are_shown_are_searched_and_so_are_those_of_the_users_path_that_builds_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "node/bin").mkdir(parents=True)
    (tmp_path / "odd").mkdir()
    paths = ["/usr/lib/go/bin", f"{tmp_path}/odd", f"{tmp_path}/hidden", "", "."]
    monkeypatch.setenv("PATH", os.pathsep.join(paths))
    read = (tmp_path / "node", tmp_path / "odd")

    assert tools(read).path == (f"{tmp_path}/node/bin", *SEARCHED, "/usr/lib/go/bin", f"{tmp_path}/odd")
    assert tools(read).read == read
