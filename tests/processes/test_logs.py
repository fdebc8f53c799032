"""What bots write to standard error: a long log is kept whole, what they count is shown as a whole or not at all."""

from __future__ import annotations

import json
import re
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


AGAIN = """
import sys
print("bot again 1", flush=True)
before = ""
for line in sys.stdin:
    if line.startswith("ask"):
        again = int(line == before)
        before = "" if again else line
        print(f"count asked=1 prompt_tokens=50 again={again}", file=sys.stderr, flush=True)
        print(line.split()[3] if again else "KETTLE", flush=True)
"""


def test_a_question_that_the_arena_asks_again_is_one_decision_with_two_tries(tmp_path: Path) -> None:
    (tmp_path / "again.py").write_text(AGAIN)
    (tmp_path / "mine.toml").write_text("""
        sets = 1
        games = ["ecarte"]
        on_illegal = "retry 1"
        keep_stderr = "all"
        bots = [{ bot = "python3 again.py", name = "again" }, "sample:python/random"]
    """)
    arena("run", "mine.toml", cwd=tmp_path)
    ladder, _ = arena("ladder", "mine.toml", "--format", "json", cwd=tmp_path)
    (found,) = [one for one in json.loads(ladder)["entrants"] if one["name"] == "again"]
    assert {"tries": 2, "tokens": 100}.items() <= found.items()


TALKS = """
import sys
print("bot talks 1", flush=True)
asked = 0
for line in sys.stdin:
    if line.startswith("ask"):
        asked += 1
        for number in range(500):
            print(f"decision {asked} line {number} " + "x" * 700, file=sys.stderr)
        sys.stderr.flush()
        print(line.split()[3], flush=True)
"""


def test_a_log_of_megabytes_is_kept_whole_and_shown_decision_by_decision(tmp_path: Path) -> None:
    (tmp_path / "talks.py").write_text(TALKS)
    (tmp_path / "mine.toml").write_text("""
        seed = "1"
        sets = 1
        games = ["ecarte target=3"]
        keep_stderr = "all"
        [[bots]]
        bot = "python3 talks.py"
        name = "talks"
        limits = { log_kb = 65_536, stderr_kb = 1_048_576 }
        [[bots]]
        bot = "sample:python/random"
    """)
    arena("run", "mine.toml", cwd=tmp_path)
    page, _ = arena("record", "mine.toml", "1.1", "--bot", "talks", "--html", "--stderr", cwd=tmp_path)
    said = re.findall(r"decision (\d+) line (\d+) ", page)
    decisions = max(int(decision) for decision, _ in said)
    assert decisions > 5
    assert said == [(str(decision), str(line)) for decision in range(1, decisions + 1) for line in range(500)]
    headed = re.findall(
        r"deal=\d+&amp;card=\d+\">deal \d+, card \d+</a></p>\s*<pre[^>]*>\s*decision (\d+) line 0 ", page
    )
    assert headed == [str(decision) for decision in range(1, decisions + 1)]
