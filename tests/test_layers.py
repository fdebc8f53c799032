"""Imports point downward only: the layers of the house, read from the source."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Every module of ours stands in one layer; it may import its own layer and those before it in the list.
LAYERS: list[tuple[str, ...]] = [
    ("protocol", "ladders"),
    ("arena.games",),
    (
        "arena",
        "arena.errors",
        "arena.clock",
        "arena.lag",
        "arena.limits",
        "arena.descriptors",
        "arena.threads",
        "arena.garbage",
    ),
    ("arena.sandbox",),
    ("arena.toml", "arena.trees", "arena.removal"),
    ("arena.staging",),
    ("arena.builds",),
    ("arena.chance", "arena.record", "arena.pairings", "arena.schedule_settings", "arena.probation_settings"),
    ("arena.config", "arena.botfile", "arena.entrants", "arena.schedule"),
    ("arena.submissions",),
    ("arena.store.rows", "arena.store.times", "arena.store.trouble"),
    ("arena.store.tables",),
    ("arena.store.place", "arena.store.database", "arena.store.journal"),
    ("arena.store",),
    ("arena.channel", "arena.bots"),
    ("arena.player", "arena.seat", "arena.referee", "arena.tables"),
    ("arena.rooms", "arena.choice"),
    ("arena.link", "arena.work", "arena.workshop", "arena.workers", "arena.keeping"),
    ("arena.replay", "arena.verify", "arena.standings", "arena.schedules", "arena.probation"),
    ("arena.writer", "arena.tournament"),
    ("arena.duel", "arena.series", "arena.revisions"),
    ("arena.regression", "arena.findings"),
    ("arena.bench", "arena.testing", "arena.pytest_plugin"),
    ("arena.cli",),
]
ALONE = ("protocol", "ladders", "arena.games")
"""Packages that import nothing of ours but themselves."""
STANDARD_LIBRARY_ONLY = ("arena.games",)
PROCESSES = ("arena.sandbox", "arena.builds", "arena.revisions", "arena.bench", "arena.workers")
"""Who may start processes: the sandbox; builds of bots that are trusted; git; the loops of the benchmark; workers."""
THIRD_PARTY = {"protocol": {"msgpack"}, "ladders": {"numpy"}}
OPTIONAL = {"ladders.drawing": {"matplotlib"}, "ladders.plots": {"matplotlib"}}
"""What an extra brings, and the only modules that use it."""


@cache
def modules() -> dict[str, Path]:
    files = [path for top in ("arena", "protocol", "ladders") for path in (ROOT / top).rglob("*.py")]
    return {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in files}


@cache
def imported(path: Path) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


def layer(name: str) -> int:
    places = [(len(part), i) for i, parts in enumerate(LAYERS) for part in parts if within(name, part)]
    assert places, f"{name} stands in no layer: add it to LAYERS"
    return max(places)[1]


def within(name: str, package: str) -> bool:
    if package == "arena":
        return name == "arena" or name.startswith("arena.__")
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
        assert ours is None or layer(ours) <= layer(name), f"{name} imports {target} from a higher layer"


def test_every_module_stands_in_a_layer() -> None:
    for name in modules():
        layer(name)


def test_packages_that_stand_alone_import_nothing_else_of_ours() -> None:
    for package, name, target in of_those_alone():
        ours = owner(target)
        assert ours is None or within(ours, package), f"{name} imports {target}"


def test_packages_that_stand_alone_use_few_others() -> None:
    for package, name, target in of_those_alone():
        allowed = THIRD_PARTY.get(package, set()) | OPTIONAL.get(name, set())
        top = target.partition(".")[0]
        assert owner(target) or top in sys.stdlib_module_names or top in allowed, f"{name} imports {target}"


def test_only_the_sandbox_starts_processes() -> None:
    for name, target in imports():
        if target == "subprocess":
            assert any(within(name, package) for package in PROCESSES), f"{name} starts processes"
