"""What tests may cost, as far as that can be held without a clock: no test asserts a time.

CONTRIBUTING.md tells the budget, and `tests.cpu` measures. Here: no test is left out of CI, sweeps are left out of what
people run while they work, and no law that draws worlds by the hundred is tried for every preset outside of a sweep.
And the rules of a game have as many lines as one can read at a sitting, not more.
"""

import ast
import gc
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.games.names import NAMES
from tests import cpu
from tests.conftest import QUICKLY, is_tried

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text()
COSTLY = frozenset({"check_worlds_fair", "check_worlds_uniform"})
"""Laws that draw worlds by the hundred."""
EVERY_PRESET = re.compile(r"\bPRESETS\b|\.presets\b")
SWEEP = "pytest.mark.thorough"


def marks_of(target: str) -> str:
    """The marks by which a target chooses its tests."""
    command: str
    [command] = re.findall(rf"^{target}:.*\n\t.*pytest -n 2 -m ([^$\n]*)", MAKEFILE, re.MULTILINE)
    return command.strip().strip('"')


def test_every_test_is_run_by_make_test_or_by_make_thorough_and_ci_runs_both() -> None:
    assert marks_of("test") == f"not {marks_of('thorough')}"
    lines = (ROOT / ".ci/run").read_text().splitlines()
    assert {"make lint", "make test", "make compiled"} <= set(lines)
    assert any(line.startswith("make tools") for line in lines), "in CI no test is left out"
    some, others = [line for line in lines if line.startswith("make thorough")]
    assert some == 'make thorough ARGS="-n 1 $timeless"'
    assert others == 'make thorough ARGS="${timeless//tests\\//--ignore tests/}"', "those that were left out before"


@pytest.mark.parametrize("target", ["test", "quick", "compiled"])
def test_no_sweep_is_run_while_people_wait(target: str) -> None:
    assert "not thorough" in marks_of(target)


def test_make_quick_is_what_leaves_cases_out() -> None:
    assert marks_of("quick") == QUICKLY


def test_lint_holds_the_budget() -> None:
    [command] = re.findall(r"^lint:(?:.*\n)(?:\t.*\n)*\t(.*pytest.*)$", MAKEFILE, re.MULTILINE)
    assert f"tests/{Path(__file__).name}" in command


def test_make_quick_tries_the_first_of_four_cases_of_each_broad_test() -> None:
    cases = [*(f"a.py::test[{case}]" for case in range(9)), *(f"b.py::test[{case}]" for case in range(3))]
    seen: Counter[str] = Counter()
    tried = [case for case in cases if is_tried(case, seen)]

    assert tried == ["a.py::test[0]", "a.py::test[4]", "a.py::test[8]", "b.py::test[0]"]


def too_costly(text: str) -> Iterator[str]:
    """Yield the tests of a module that try a costly law for every preset and are no sweeps."""
    for node in ast.walk(ast.parse(text)) if any(law in text for law in COSTLY) else ():
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            calls = {ast.unparse(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)}
            presets = any(EVERY_PRESET.search(mark) for mark in marks if mark.startswith("pytest.mark.parametrize"))
            if presets and calls & COSTLY and SWEEP not in marks:
                yield node.name


def test_worlds_of_every_preset_are_looked_at_in_sweeps_only() -> None:
    tests = sorted((ROOT / "tests/games").rglob("test_*.py"))
    assert {str(path): found for path in tests if (found := [*too_costly(path.read_text())])} == {}


@pytest.mark.parametrize(
    ("marks", "calls", "found"),
    [
        ("@pytest.mark.parametrize('preset', PRESETS)", "check_worlds_uniform(GAME, PRESETS[preset], 1)", True),
        ("@pytest.mark.parametrize('preset', sorted(GAME.presets))", "assert check_worlds_fair(GAME, o, 1)", True),
        ("@pytest.mark.thorough\n@pytest.mark.parametrize('preset', PRESETS)", "check_worlds_fair(GAME, o, 1)", False),
        (
            "@pytest.mark.parametrize('preset', some_presets(GAME))",
            "check_worlds_uniform(GAME, o, 1)",
            False,
        ),
        ("@pytest.mark.parametrize('preset', PRESETS)", "check_game(GAME, PRESETS[preset], 1)", False),
    ],
)
def test_a_costly_law_for_every_preset_is_found(marks: str, calls: str, found: bool) -> None:
    text = f"{marks}\ndef test_it(preset):\n    {calls}\n"
    assert [*too_costly(text)] == ["test_it"] * found


# The rules of a game.

MOST_LINES = 250
LONGER = {"five-hundred": 430, "two-hundred": 825}
"""Games that are above the limit: whole families. They do not get longer."""
NO_RULES = frozenset({"Options", "PRESETS", "hidden", "words", "prospects"})
"""What is no rule of play: options, presets, what a seat can infer, the list of all questions, and what a standing
promises."""


def lines_of_rules(text: str) -> int:
    """Count the lines of a module that are not empty, without what is no rule of play."""
    others: set[int] = set()
    for node in ast.parse(text).body:
        names = {getattr(node, "name", ""), *[ast.unparse(one) for one in getattr(node, "targets", ())]}
        if names & NO_RULES:
            begins = min([node.lineno, *[mark.lineno for mark in getattr(node, "decorator_list", ())]])
            others |= {*range(begins, (node.end_lineno or begins) + 1)}
    return sum([bool(line.strip()) for at, line in enumerate(text.splitlines(), 1) if at not in others])


def rules_of(game: str) -> list[Path]:
    """The modules of a game that have its rules."""
    place = ROOT / "arena/games" / game.replace("-", "_")
    modules = sorted(place.glob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    return [module for module in modules if module.stem not in {"hidden", "options", "prospects"}]


@pytest.mark.parametrize("game", NAMES)
def test_the_rules_of_a_game_are_short(game: str) -> None:
    lines = sum([lines_of_rules(module.read_text()) for module in rules_of(game)])
    assert lines <= LONGER.get(game, MOST_LINES), "what games share belongs into arena/games/parts"


def test_lines_of_rules_are_counted_without_options_presets_and_lists() -> None:
    module = (ROOT / "arena/games/malilla.py").read_text()
    lines = lines_of_rules(module)
    assert lines_of_rules(module + '\n\ndef more():\n    """Say more."""\n\n    return 1\n') == lines + 3
    assert lines_of_rules(module.replace("PRESETS = {", 'PRESETS = {\n    "other": Options(),')) == lines
    assert lines_of_rules(module.replace("def hidden(", "def seen(")) > lines
    assert lines_of_rules(module.replace("class Options(", "class Choices(")) > lines


def test_garbage_is_collected_while_tests_run_though_not_while_they_are_collected() -> None:
    assert gc.isenabled()


# The measure.


@pytest.mark.parametrize(
    ("node", "game"),
    [
        ("tests/games/second_opinion/american_five_hundred/test_bidding.py::test_it[1]", "american-five-hundred"),
        ("tests/games/five_hundred/test_worlds.py::test_it", "five-hundred"),
        ("tests/games/test_golden.py::test_it[two-hundred:standard]", "two-hundred"),
        ("tests/games/laws/test_sabotage.py::test_it[ecarte:always the same]", "ecarte"),
        ("tests/games/parts/test_tricks.py::test_it[five-hundredths]", cpu.OTHERS),
    ],
)
def test_the_cost_of_a_test_belongs_to_its_game(node: str, game: str) -> None:
    assert cpu.game_of(node) == game


def test_costs_are_added_up_by_game_and_by_file() -> None:
    kaiser, other = "tests/games/kaiser/test_a.py", "tests/test_b.py"
    assert cpu.lines([(f"{kaiser}::t", 1.0), (f"{kaiser}::u", 2.0), (f"{other}::t", 0.5)]) == [
        "     3.5 s of CPU in all, without collecting the tests",
        "     3.0 s kaiser",
        "     0.5 s no game",
        f"     3.0 s {kaiser}",
        f"     0.5 s {other}",
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_run_says_what_it_has_cost(workers: str) -> None:
    file = "tests/games/parts/test_kitty.py"
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.cpu", "-n", workers, file]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.search(r"^ +\d+\.\d s of CPU in all", done.stdout, re.MULTILINE)
    assert re.search(rf"^ +\d+\.\d s {file}$", done.stdout, re.MULTILINE)
