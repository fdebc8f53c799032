"""Which modules are compiled: found by a pattern, and a module that stays Python says why."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from setuptools.command.build_ext import build_ext

import hatch_build
from arena.tournament.messages import KINDS, WorkerJob
from hatch_build import INTERPRETED, compile_into, compiled, is_compiled

ROOT = Path(__file__).parent.parent


def test_every_game_is_compiled_and_so_is_what_it_is_made_of() -> None:
    found = compiled(ROOT)
    for name in ("kaiser.py", "ecarte.py", "two_hundred/__init__.py", "parts/tricks.py", "hidden/whereabouts.py"):
        assert f"arena/games/{name}" in found


def test_the_library_for_authors_is_compiled_with_its_sensible_player() -> None:
    found = compiled(ROOT)
    players = {str(file.relative_to(ROOT)) for file in (ROOT / "arena/games/careful").glob("*.py")}
    assert players - set(found) == {"arena/games/careful/__init__.py"}
    assert {"arena/client/search.py", "arena/client/rollout_players.py"} <= set(found)


def test_modules_that_stay_python_say_why() -> None:
    folders = (ROOT / "arena/games", ROOT / "arena/client")
    names = {str(file.relative_to(ROOT)) for folder in folders for file in folder.rglob("*.py")}
    for name in names - set(compiled(ROOT)):
        text = (ROOT / name).read_text()
        reasons = [line.removeprefix(INTERPRETED) for line in text.splitlines() if line.startswith(INTERPRETED)]
        assert reasons or "import" not in text, f"{name} is not compiled and does not say why"
        assert all(reasons), f"{name} gives no reason"


def test_a_module_without_code_is_left_alone() -> None:
    assert not is_compiled('"""Only words."""\n')
    assert is_compiled('"""Some words."""\n\nimport re\n')
    assert not is_compiled(f'"""Some words."""\n\n{INTERPRETED}a reason.\n\nimport re\n')


def classes(hint: Any, known: set[Any]) -> Iterator[type[Any]]:
    """Yield the classes of ours that values of a type are made of."""
    for inside in get_args(hint):
        yield from classes(inside, known)
    if isinstance(hint, type) and hint.__module__.startswith("arena.") and hint not in known:
        known.add(hint)
        yield hint
        for one in get_type_hints(hint, include_extras=True).values():
            yield from classes(one, known)


def test_what_travels_between_processes_is_not_compiled() -> None:
    """What comes is checked against the types of its fields: compiled classes have forgotten them."""
    found = {*compiled(ROOT)}
    known: set[Any] = set()
    travel = {one.__name__: one.__module__ for root in (*KINDS, WorkerJob) for one in classes(root, known)}
    assert {"Outcome", "Use", "Result", "ClockSettings", "Program", "Share"} <= travel.keys()
    del travel["Options"]  # they are read by their number
    assert not [name for name, module in travel.items() if f"{module.replace('.', '/')}.py" in found]


def test_a_module_may_lead_to_one_that_imports_what_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hot.py").write_text("import cold\n\n\ndef f(x: int) -> int:\n    return cold.g(x)\n")
    (tmp_path / "cold.py").write_text(
        "import not_installed\n\n\ndef g(x: int) -> int:\n    return not_installed.h(x)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hatch_build, "PATTERNS", ("hot.py",))
    monkeypatch.setattr(build_ext, "run", lambda self: None)  # there is C; not every machine has a compiler
    assert compile_into(tmp_path) == []
    assert "not_installed" not in capsys.readouterr().out


def test_what_a_module_does_once_is_compiled_to_be_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def run(command: build_ext) -> None:
        written.extend(Path(source).read_text() for each in command.extensions for source in each.sources)

    (tmp_path / "hot.py").write_text("import math\n\nHALF = math.pi / 2\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hatch_build, "PATTERNS", ("hot.py",))
    monkeypatch.setattr(build_ext, "run", run)
    compile_into(tmp_path)
    [marked] = [line for text in written for line in text.splitlines() if "top_level__(void) {" in line]
    assert marked.startswith("__attribute__((cold))")
