"""Only `arena` is a name of ours: people may call their own modules `protocol`, `ladders`, `escapes` or `sample_bots`.

The folders of these names stand at the top of the checkout, and are packages of `arena` through links there.
"""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINKED = ("docs", "escapes", "ladders", "protocol", "sample_bots")
MAY_IMPORT = re.compile(rf"^\s*(?:from|import)\b(?:[^\n]*\\\n)*[^\n]*(?<![.\w])(?:{'|'.join(LINKED)})\b", re.MULTILINE)
"""Whether a module may import one of them by that name; most need not be parsed."""


def tops(text: str) -> set[str]:
    """The first words of everything that a module imports, if one of them may be that of a folder."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)) if MAY_IMPORT.search(text) else ():
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return found


@pytest.mark.parametrize("name", LINKED)
def test_the_folder_at_the_top_is_the_package_below_arena(name: str) -> None:
    assert (ROOT / "arena" / name).readlink() == Path("..", name)
    assert not (ROOT / name).is_symlink()
    assert (ROOT / "arena" / name).samefile(ROOT / name)


@pytest.mark.slow
def test_nothing_is_imported_by_the_name_of_its_folder() -> None:
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.py"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    files = [ROOT / name for name in names if name and (ROOT / name).is_file()]

    assert len(files) > 300
    # Imported twice, under two names, a module would have two of each of its classes.
    assert {str(path.relative_to(ROOT)): both for path in files if (both := tops(path.read_text()) & set(LINKED))} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import docs\n", {"docs"}),
        ("import ast, \\\n    docs\n", {"ast", "docs"}),
        ("def f():\n    from ladders.data import x\n", {"ladders"}),
        ("import ast, protocol as p\n", {"ast", "protocol"}),
        ("from arena.ladders import x\nfrom . import docs\n", set()),
    ],
)
def test_such_an_import_is_found(text: str, found: set[str]) -> None:
    assert tops(text) & {"ast", *LINKED} == found
