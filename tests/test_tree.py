"""What no file of the tree may hold: marks of work that somebody meant to do later."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORDS = ("TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK", "TB" + "D")
MARK = re.compile(rf"\b(?:{'|'.join(WORDS)})\b")
NOT_OURS = {"LICENSE", "constraints.txt", "tests/ratings/nascar.txt"}


def files() -> list[str]:
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in found if name and name not in NOT_OURS and (ROOT / name).is_file()]


def marks(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if MARK.search(line)]


@pytest.mark.slow
def test_nothing_is_left_for_later() -> None:
    names = [name for name in files() if not name.endswith(".png")]
    texts = {name: (ROOT / name).read_text(encoding="utf-8", errors="replace") for name in names}
    found = {name: lines for name, text in texts.items() if (lines := marks(text))}

    assert len(texts) > 500
    # ruff's rules of these names are switched off in pyproject.toml, with a reason that leads here.
    assert found == {}


def test_there_are_no_links() -> None:
    """A zip of the repository, an sdist and a checkout on Windows hold no links."""
    assert [name for name in files() if (ROOT / name).is_symlink()] == []


@pytest.mark.parametrize("word", WORDS)
def test_a_mark_is_seen(word: str) -> None:
    assert marks(f"x = 1  # {word}: later\n") == [f"x = 1  # {word}: later"]
    assert marks(f"{word.lower()}s and {word}S are words\n") == []
