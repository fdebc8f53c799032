"""Every clause, ruling and worked example of a game has a test that names it; second opinions and sweeps do not count.

Examples that are data (`examples.txt`) count: the engine plays them.

The ids of clauses and rulings are those of the rules page; the worked examples are numbered.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from arena.games.catalogue import GAMES, rules_page
from tests.games.about import about


def ids_of_page(game: str) -> set[str]:
    return set(re.findall(rf"\*\*({GAMES[game].clauses}-R?\d+)\*\*", rules_page(GAMES[game])))


def ids_of_examples(game: str) -> set[str]:
    """The ids of the worked examples of a game's sheet."""
    its = about(GAMES[game])
    numbers = [*map(str, range(1, its.examples + 1)), *its.more_examples]
    return {f"{GAMES[game].clauses}-X{number}" for number in numbers}


@cache
def ids_of_tests() -> frozenset[str]:
    here = Path(__file__).parent
    tests = [path for path in here.rglob("test_*.py") if "second_opinion" not in path.parts]
    data = "".join([path.read_text() for path in here.rglob("examples.txt")])
    heads = re.findall(r"^\[(.+)\]", data, re.MULTILINE)
    return frozenset([found for path in tests for found in rules_in(path.read_text())] + " ".join(heads).split())


def rules_in(text: str) -> Iterator[str]:
    """Yield the words of every call of `rule` in the text of a module, those of sweeps left out."""
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        marks = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
        if "pytest.mark.thorough" in map(ast.unparse, marks):
            continue
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"rule", "pytest.mark.rule"}:
            yield from (str(a.value) for a in node.args if isinstance(a, ast.Constant))
        waiting += ast.iter_child_nodes(node)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_page_has_every_clause_once(game: str) -> None:
    prefix = GAMES[game].clauses
    found = re.findall(rf"\*\*({prefix}-R?)(\d+)\*\*", rules_page(GAMES[game]))
    for kind in (f"{prefix}-", f"{prefix}-R"):
        numbers = [int(number) for start, number in found if start == kind]
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), f"{kind} has gaps or doubles"


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test(game: str) -> None:
    assert sorted((ids_of_page(game) | ids_of_examples(game)) - ids_of_tests()) == []


def test_no_test_names_a_clause_that_is_not_there() -> None:
    for name, game in GAMES.items():
        known = ids_of_page(name) | ids_of_examples(name)
        assert {found for found in ids_of_tests() if found.startswith(f"{game.clauses}-")} <= known


def test_a_clause_that_only_a_sweep_holds_has_no_test() -> None:
    text = "@pytest.mark.rule('KA-1')\ndef test_one(): ...\n{}@pytest.mark.rule('KA-2')\ndef test_two(): ...\n"
    assert {*rules_in(text.format(""))} == {"KA-1", "KA-2"}
    assert {*rules_in(text.format("@pytest.mark.thorough\n"))} == {"KA-1"}
