"""Inside the rules imports go one way: what games are made of knows no game, and no game knows another."""

import ast
from pathlib import Path

import pytest

from arena.games.names import NAMES

GAMES = Path(__file__).parents[2] / "arena" / "games"
FLOORS = [
    {"names"},
    {"kernel"},
    {"parts"},
    {"hidden", "search", "careful"},
    set(),
    {"outside"},
    {"catalogue"},
    {"study", "laws", "ways", "api"},
]
"""The rooms from the ground up; the empty floor is that of the games, each by itself."""
MODULES = sorted(GAMES.rglob("*.py"))


def room(path: Path) -> str:
    """The folder of a module, or its own name."""
    first, *_ = path.relative_to(GAMES).with_suffix("").parts
    return first


def floor(name: str) -> int:
    return next((number for number, rooms in enumerate(FLOORS) if name in rooms), FLOORS.index(set()))


def imported(path: Path) -> set[str]:
    """The rooms that a module imports from."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[2] for name in found if name.startswith("arena.games.")}


@pytest.mark.parametrize("path", MODULES, ids=[str(path.relative_to(GAMES)) for path in MODULES])
def test_imports_go_down(path: Path) -> None:
    here = room(path)
    for there in imported(path) - {here}:
        assert floor(there) < floor(here), f"{here} imports {there}"


def test_every_room_is_there_and_every_other_module_is_a_game() -> None:
    rooms = {room(path) for path in MODULES} - {"__init__"}
    assert set().union(*FLOORS) < rooms
    assert rooms - set().union(*FLOORS) == {name.replace("-", "_") for name in NAMES} | {"openspiel"}


def test_modules_are_loaded_by_name_in_few_places() -> None:
    loading = [str(path.relative_to(GAMES)) for path in MODULES if "import_module" in path.read_text()]
    assert loading == ["__init__.py", "careful/__init__.py", "catalogue.py"]


def test_nothing_keeps_a_table_by_the_names_of_games() -> None:
    """What a game brings hangs on its value, as that of a game from outside does; one list says which come along."""
    tables = [
        str(path.relative_to(GAMES.parent))
        for path in sorted(GAMES.parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, (ast.Dict, ast.Tuple, ast.List, ast.Set))
        for words in [node.keys if isinstance(node, ast.Dict) else node.elts]
        if len([word for word in words if isinstance(word, ast.Constant) and word.value in NAMES]) > 1
    ]
    assert tables == ["games/names.py"]


def test_code_that_games_share_asks_for_no_game_by_its_name() -> None:
    """A game may look at its own name, such as careful play that two games of a family share."""
    asking = {
        str(path.relative_to(GAMES.parent))
        for path in sorted(GAMES.parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Constant) and side.value in NAMES
    }
    assert asking == {f"games/careful/{name}.py" for name in ("bids", "bowers", "five_hundred", "french")}


EXAMPLES = sorted((GAMES.parents[1] / "docs/examples/games").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_example_games_import_what_is_for_authors_and_nothing_else(path: Path) -> None:
    assert imported(path) <= {"api", "laws"} if path.name.startswith("test_") else imported(path) == {"api"}


def test_what_games_are_made_of_imports_in_one_direction() -> None:
    assert imported(GAMES / "hidden" / "whereabouts.py") == {"kernel", "parts", "hidden"}
    assert imported(GAMES / "kernel" / "position.py") == {"kernel"}
