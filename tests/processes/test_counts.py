"""What bots count in their standard error is shown, or nothing of it: never a part."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import arena

pytestmark = pytest.mark.slow

BOT = """
import sys
print("bot counter 1", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "game":
        seat = words[3].partition("=")[2]
    if words[0] == "ask":
        print("count prompt_tokens=7", file=sys.stderr, flush=True)
        if {fails}:
            sys.exit(1)
        print(words[3], flush=True)
"""


@pytest.mark.parametrize(
    ("fails", "keep", "shown"),
    [("True", "faults", True), ("True", "all", True), ("seat == '0'", "faults", False), ("seat == '0'", "all", True)],
)
def test_all_that_a_bot_counted_is_shown_or_nothing(tmp_path: Path, fails: str, keep: str, shown: bool) -> None:
    (tmp_path / "counter.py").write_text(BOT.format(fails=fails))
    (tmp_path / "mine.toml").write_text(f"""
        sets = 1
        games = ["ecarte"]
        keep_stderr = "{keep}"
        probation = false
        [[bots]]
        bot = "python3 counter.py"
        name = "counter"
        [[bots]]
        bot = "sample:python/random"
        name = "other"
    """)
    arena("run", "mine.toml", cwd=tmp_path)
    counts, _ = arena("record", "mine.toml", "--counts", cwd=tmp_path)
    ladder, _ = arena("ladder", "mine.toml", cwd=tmp_path)
    assert ("prompt_tokens" in counts, "tokens" in ladder) == (shown, shown)
