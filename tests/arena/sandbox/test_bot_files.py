"""Which of its own files a bot sees, and under which names."""

import sys
from pathlib import Path

import pytest

from arena.sandbox import library
from arena.sandbox.bot_files import Program, RunFiles, unseen
from arena.sandbox.bubblewrap import searched


@pytest.fixture
def places(tmp_path: Path) -> RunFiles:
    (tmp_path / "run").mkdir()
    return RunFiles(tmp_path / "run")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    (folder / "sub").mkdir(parents=True)
    (folder / "bot.py").write_text("#!/usr/bin/env python3\n")
    (folder / "bot.py").chmod(0o700)
    (folder / "sub" / "table").write_text("x")
    (folder / "link").symlink_to("sub/table")
    return folder


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_staged_folder_is_shown_whole(places: RunFiles, folder: Path) -> None:
    program = Program("bot", ("./bot.py", "-x"), folder)
    placed = places.place(program)

    assert files(placed.folder) == ["bot.py", "link", "sub", "sub/table"]
    assert placed.command(program, "/bot") == ["/bot/./bot.py", "-x"]
    assert (placed.folder / "link").readlink() == Path("sub/table")


def test_everybody_may_read_what_was_placed_and_nobody_else_write(places: RunFiles, folder: Path) -> None:
    placed = places.place(Program("bot", ("./bot.py",), folder))
    modes = {path.name: path.stat().st_mode & 0o777 for path in placed.folder.rglob("*") if not path.is_symlink()}

    assert modes == {"bot.py": 0o755, "sub": 0o755, "table": 0o644}
    assert (folder / "bot.py").stat().st_mode & 0o777 == 0o700, "the original is as it was"


def test_a_command_is_shown_only_the_files_that_it_names(places: RunFiles, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.txt").write_text("mine")
    (tmp_path / "results.db").write_text("the arena's")
    command = ("/bin/sh", "bot.py", "sub/table", str(tmp_path / "elsewhere.txt"), "../elsewhere.txt", "word")
    program = Program("bot", command, folder, whole=False)
    placed = places.place(program)

    assert files(placed.folder) == [
        *("bot.py", "file3", "file3/elsewhere.txt", "file4", "file4/elsewhere.txt", "sub", "sub/table")
    ]
    assert placed.command(program, "/bot") == [
        *("/bin/sh", "/bot/bot.py", "/bot/sub/table", "/bot/file3/elsewhere.txt", "/bot/file4/elsewhere.txt", "word")
    ]


def test_the_library_stays_as_it_was_for_arenas_that_copy_it_now(places: RunFiles, folder: Path) -> None:
    before = {file: file.stat().st_ctime_ns for file, _ in library.files()}
    placed = places.place(Program("bot", ("./bot.py",), folder, library=True))

    assert placed.library
    assert (placed.library / "arena/games/careful/cards.py").is_file()
    assert {file: file.stat().st_ctime_ns for file in before} == before


def test_a_bot_is_placed_once(places: RunFiles, folder: Path) -> None:
    program = Program("bot", ("./bot.py",), folder)

    assert places.place(program) == places.place(program._replace(name="other"))


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (("sh", "x"), ""),
        (("/bin/sh", "x"), ""),
        (("./bot.py",), ""),
        (("no-such-program",), "no-such-program is not in /usr/local/bin, /usr/bin, /bin"),
        (
            ("/home/somebody/venv/bin/python", "bot.py"),
            "/home/somebody/venv/bin/python is not in a folder that bots see",
        ),
        (("./odd",), "./odd: /opt/odd is not in a folder that bots see"),
        (("./env",), "./env: no-such-python is not in /usr/local/bin, /usr/bin, /bin"),
    ],
)
def test_a_program_that_is_not_to_be_seen_from_inside_is_told_before(
    folder: Path, command: tuple[str, ...], problem: str
) -> None:
    (folder / "odd").write_text("#!/opt/odd -x\n")
    (folder / "env").write_text("#!/usr/bin/env -S A=b no-such-python -u\n")

    assert unseen(Program("bot", command, folder)).startswith(problem)
    assert bool(problem) == bool(unseen(Program("bot", command, folder)))


def test_folders_can_be_shown_to_bots(folder: Path) -> None:
    program = Program("bot", (sys.executable, "bot.py"), folder)

    assert unseen(program, [Path(sys.executable).parent, Path(sys.executable).resolve().parent]) == ""


def test_a_program_in_a_folder_that_is_shown_is_found_by_its_name(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "tools" / "bin").mkdir(parents=True)
    (tmp_path / "tools" / "bin" / "sbcl-9").symlink_to("/bin/sh")
    program = Program("bot", ("sbcl-9", "bot.lisp"), folder)

    assert unseen(program)
    assert unseen(program, [tmp_path / "tools"]) == ""
    assert searched([tmp_path / "tools", tmp_path]) == (f"{tmp_path}/tools/bin", *searched())


def test_a_program_that_leads_to_a_folder_that_is_not_shown_is_passed_over(folder: Path, tmp_path: Path) -> None:
    """It is the `python3` of an environment that belongs to the Python of somebody's home."""
    (tmp_path / "net/bin").mkdir(parents=True)
    (tmp_path / "hidden").write_text("#!/bin/sh\n")
    (tmp_path / "hidden").chmod(0o755)
    for name in ("sh", "sbcl-9"):
        (tmp_path / "net/bin" / name).symlink_to(tmp_path / "hidden")
    read = [tmp_path / "net"]

    assert unseen(Program("bot", ("sh", "bot.sh"), folder), read) == ""
    assert "leads to a folder that bots do not see" in unseen(Program("bot", ("sbcl-9", "bot.lisp"), folder), read)


def test_who_names_a_program_that_is_not_there_is_told_what_is(folder: Path, tmp_path: Path) -> None:
    """The issue: `python` is on the path of who runs the arena, and not in the sandbox."""
    for name in ("python3", "python3.11", "python-config", "perl"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    path = [str(tmp_path), str(tmp_path / "not-there")]

    assert unseen(Program("bot", ("python", "bot.py"), folder), path=path).endswith("; there is python3")
    assert unseen(Program("bot", ("pypy", "bot.py"), folder), path=path).endswith("; there are perl, python3")
