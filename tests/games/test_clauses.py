"""Every clause, ruling and worked example of a finished game has a test that names it.

The ids of clauses and rulings are those of the rules page; the worked examples are numbered.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from arena.games.catalogue import GAMES, rules_page

FINISHED = {
    "american-five-hundred": ("AF", tuple(str(i) for i in range(1, 20))),
    "kaiser": ("KA", tuple(str(i) for i in range(1, 20))),
    "five-hundred": ("FH", tuple(str(i) for i in range(1, 50))),
    "two-hundred": ("TH", ("2a", *(str(i) for i in range(1, 54)))),
}
"""The prefix of the ids, and the numbers of the worked examples."""


def ids_of_page(game: str) -> set[str]:
    prefix, _ = FINISHED[game]
    return set(re.findall(rf"\*\*({prefix}-R?\d+)\*\*", rules_page(GAMES[game])))


@cache
def ids_of_tests() -> frozenset[str]:
    return frozenset(found for path in Path(__file__).parent.rglob("test_*.py") for found in marked(path))


def marked(path: Path) -> Iterator[str]:
    """Yield the words of every call of `rule`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"rule", "pytest.mark.rule"}:
            yield from (str(a.value) for a in node.args if isinstance(a, ast.Constant))


@pytest.mark.parametrize("game", FINISHED)
def test_the_rules_page_has_every_clause_once(game: str) -> None:
    prefix, _ = FINISHED[game]
    found = re.findall(rf"\*\*({prefix}-R?)(\d+)\*\*", rules_page(GAMES[game]))
    for kind in (f"{prefix}-", f"{prefix}-R"):
        numbers = [int(number) for start, number in found if start == kind]
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), f"{kind} has gaps or doubles"


@pytest.mark.parametrize("game", FINISHED)
def test_every_clause_has_a_test(game: str) -> None:
    prefix, examples = FINISHED[game]
    wanted = ids_of_page(game) | {f"{prefix}-X{number}" for number in examples}

    assert sorted(wanted - ids_of_tests()) == []


def test_no_test_names_a_clause_that_is_not_there() -> None:
    for game, (prefix, examples) in FINISHED.items():
        known = ids_of_page(game) | {f"{prefix}-X{number}" for number in examples}
        assert {found for found in ids_of_tests() if found.startswith(f"{prefix}-")} <= known
