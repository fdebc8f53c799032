"""What programs import: `import arena` costs nothing, and every name of it is there and explained."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import arena

HEAVY = ("numpy", "pydantic", "rich", "sqlite3", "trio", "arena.app", "arena.games", "arena.store")


def test_it_loads_nothing_before_a_name_is_used() -> None:
    code = "import arena, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert "arena" in loaded
    assert not {name for name in loaded for heavy in HEAVY if name == heavy or name.startswith(f"{heavy}.")}


@pytest.mark.parametrize("name", arena.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert name in dir(arena)
    assert getattr(arena, name) is not None


PUBLIC = ("arena", "arena.client", "arena.env", "arena.games.api", "arena.ratings", "arena.testing")
ROOT = Path(__file__).parents[3]


def explained(place: str) -> Iterator[tuple[str, object]]:
    """What is in a public module and has words of its own: functions and classes, and what of those is public."""
    module = import_module(place)
    for name in module.__all__:
        found = getattr(module, name)
        if inspect.isclass(found) or inspect.isroutine(found):
            yield f"{place}.{name}", found
        if inspect.isclass(found) and place == "arena":
            for own, member in vars(found).items():
                if own[0] != "_" and (isinstance(member, (property, classmethod)) or inspect.isfunction(member)):
                    yield f"{place}.{name}.{own}", member


@pytest.mark.parametrize("place", PUBLIC)
def test_all_that_a_public_module_shows_is_in_its_list(place: str) -> None:
    module = import_module(place)
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text())
    imported = {alias.asname or alias.name for node in ast.walk(tree) for alias in getattr(node, "names", ())}
    lists = {name for name in module.__all__ if name[:2] != "__"}
    shown = {name for name in dir(module) if name[0] != "_"} - imported | lists & imported
    submodules = {name for name in shown if f"{place}.{name}" in sys.modules}

    assert lists <= set(dir(module))
    assert shown - submodules - lists == set()
    assert len(module.__all__) == len(set(module.__all__))


@pytest.mark.parametrize("place", PUBLIC)
def test_what_is_public_says_what_comes_in_and_which_errors_come_out(place: str) -> None:
    for name, found in explained(place):
        words = inspect.getdoc(found) or ""
        assert words, f"{name} has no docstring"
        if inspect.isfunction(found) and not re.search(r"as `\w+` does|see `[\w.]+`", words):
            parameters = [one for one in inspect.signature(found).parameters if one not in {"self", "cls", "_"}]
            unnamed = [one for one in parameters if not re.search(rf"\b{one}\b", words)]
            assert not unnamed, f"{name} does not say what {unnamed} are"


def test_a_name_that_is_not_there_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'whist'"):
        arena.whist  # noqa: B018 # type: ignore[attr-defined]


def test_the_package_of_games_is_a_mapping_of_games() -> None:
    assert arena.games["kaiser"].name == "kaiser"
    assert len(arena.games) == len([*arena.games]) == len(arena.games.values())
    assert "kaiser" in arena.games
    assert "whist" not in arena.games
    assert hash(arena.games)
    assert arena.games == arena.games
