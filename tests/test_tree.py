"""What no file of the tree may hold: marks of work that somebody meant to do later."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.tree import ROOT, files

WORDS = ("TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK", "TB" + "D")
MARK = re.compile(rf"\b(?:{'|'.join(WORDS)})\b")
NOT_OURS = {"LICENSE", "constraints.txt", "constraints-dev.txt", "constraints-release.txt", "tests/ratings/nascar.txt"}


def marks(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if MARK.search(line)]


@pytest.mark.slow
def test_nothing_is_left_for_later() -> None:
    names = [name for name in files() if name not in NOT_OURS and not name.endswith(".png")]
    texts = {name: (ROOT / name).read_text(encoding="utf-8", errors="replace") for name in names}
    found = {name: lines for name, text in texts.items() if (lines := marks(text))}

    assert len(texts) > 500
    # ruff's rules of these names are switched off in pyproject.toml, with a reason that leads here.
    assert found == {}


def test_there_are_no_links() -> None:
    """A zip of the repository, an sdist and a checkout on Windows hold no links."""
    assert [name for name in files() if (ROOT / name).is_symlink()] == []


def raised_in_groups(text: str) -> Iterator[int]:
    """Yield the lines of `raise` in `except*`: Python 3.11.0 to 3.11.3 raise that in a group, even `from None`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.TryStar):
            inside = (each for handler in node.handlers for each in ast.walk(handler))
            yield from (each.lineno for each in inside if isinstance(each, ast.Raise) and each.exc is not None)


@pytest.mark.slow
def test_nothing_is_raised_in_a_handler_of_groups() -> None:
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in files() if name.endswith(".py")}
    assert {name for name, text in texts.items() if "except*" in text and [*raised_in_groups(text)]} == set()
    assert [*raised_in_groups("try:\n    x\nexcept* OSError:\n    raise KeyError from None\n")] == [4]


@pytest.mark.parametrize("word", WORDS)
def test_a_mark_is_seen(word: str) -> None:
    assert marks(f"x = 1  # {word}: later\n") == [f"x = 1  # {word}: later"]
    assert marks(f"{word.lower()}s and {word}S are words\n") == []


def pins(name: str) -> set[str]:
    """The packages of a pinned set, each with its version and hashes."""
    return set(re.split(r"\n(?=\S)", (ROOT / name).read_text().strip()))


def test_what_runs_is_pinned_alike_for_users_and_for_developers() -> None:
    assert pins("constraints.txt") < pins("constraints-dev.txt")
