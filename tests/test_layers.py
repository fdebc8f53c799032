"""Imports point downward only: from a package to those below it in the map in docs/architecture.md."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

SHARED = ("arena.escapes", "arena.overlapping")
"""What everything may import: it imports nothing of ours."""
ALONE = ("arena.protocol", "arena.ratings", "arena.games", *SHARED)
"""Packages that import nothing of ours but themselves and what is shared."""
CLIENT = "arena.client"
"""What a bot's sandbox shows of the arena: itself and the games, and nothing that Python does not bring."""
PROCESSES = (
    "arena.sandbox",
    "arena.bots.builds",
    "arena.bots.repository",
    "arena.tournament.child",
    "arena.agents.clusters",
    "arena.agents.on_dask",
    "arena.web.jobs",
)
"""Who may start processes: the sandbox; builds of bots that are trusted; git; workers; what starts agents on other
machines; and the server of pages, which looks at nothing itself that was handed in, and judges no game itself."""
THIRD_PARTY = {"arena.games": {"pyspiel"}, "arena.protocol": {"msgpack"}, "arena.ratings": {"numpy"}}


@cache
def modules() -> dict[str, Path]:
    files = [path for path in (ROOT / "arena").rglob("*.py") if "templates" not in path.parts]
    return {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in files}


@cache
def imported(path: Path) -> frozenset[str]:
    found: set[str] = set()
    tree = ast.parse(path.read_text())
    if path == ROOT / "arena/__init__.py":  # `if TYPE_CHECKING` names what programs get from above when they ask
        tree.body = [node for node in tree.body if not isinstance(node, ast.If)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


@cache
def packages() -> dict[str, str]:
    """What the map in docs/architecture.md says of each package, the top one first."""
    rows = re.findall(r"^\| `(\S+)` \| (.*) \|$", (ROOT / "docs/architecture.md").read_text(), re.MULTILINE)
    assert rows
    return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): line for path, line in rows}


def package_of(name: str) -> str:
    """The package of a module."""
    found = [each for each in packages() if name == each or (each != "arena" and within(name, each))]
    assert found, f"{name} is in no package of the map: add a line to docs/architecture.md"
    return max(found, key=len)


def height(name: str) -> int:
    return -list(packages()).index(package_of(name))


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def owner(name: str) -> str | None:
    """The module of ours that an imported name belongs to."""
    known = modules()
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name or None


def imports() -> Iterator[tuple[str, str]]:
    """Every module of ours with everything that it imports."""
    return ((name, target) for name, path in modules().items() for target in imported(path))


def of_those_alone() -> Iterator[tuple[str, str, str]]:
    """The same of the packages that stand alone, each with its package."""
    return ((next(a for a in ALONE if within(n, a)), n, t) for n, t in imports() if any(within(n, a) for a in ALONE))


def test_imports_point_downward() -> None:
    for name, target in imports():
        ours = owner(target)
        assert ours is None or height(ours) <= height(name), f"{name} imports {target}, which is above it in the map"


def test_every_module_is_in_a_package_of_the_map_and_every_package_has_modules() -> None:
    assert {package_of(name) for name in modules()} == set(packages())


@pytest.mark.parametrize("package", packages())
def test_the_map_says_of_a_package_what_its_docstring_says(package: str) -> None:
    text = ast.get_docstring(ast.parse(modules()[package].read_text()))
    assert text is not None
    assert packages()[package] == text.split("\n\n")[0].replace("\n", " ")


def test_packages_that_stand_alone_import_nothing_else_of_ours() -> None:
    for package, name, target in of_those_alone():
        ours = owner(target)
        assert ours is None or within(ours, package) or any(within(ours, each) for each in SHARED), (
            f"{name} imports {target}"
        )


def test_packages_that_stand_alone_use_few_others() -> None:
    for package, name, target in of_those_alone():
        allowed = THIRD_PARTY.get(package, set())
        top = target.partition(".")[0]
        assert owner(target) or top in sys.stdlib_module_names or top in allowed, f"{name} imports {target}"


def test_the_library_for_authors_needs_only_the_games_and_the_standard_library() -> None:
    for name, target in imports():
        if within(name, CLIENT):
            ours = owner(target)
            allowed = within(ours, CLIENT) or within(ours, "arena.games") or ours == "arena" if ours else True
            assert allowed, f"{name} imports {target}"
            assert ours or target.partition(".")[0] in sys.stdlib_module_names, f"{name} imports {target}"


def test_only_the_sandbox_starts_processes() -> None:
    for name, target in imports():
        if target == "subprocess":
            assert any(within(name, package) for package in PROCESSES), f"{name} starts processes"
