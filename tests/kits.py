"""The folders of `arena new`, measured: `python -m tests.kits [LANGUAGE...]` times the way from nothing to checked.

For each language it makes a folder with `arena new`, runs the test that came with it, and has it checked by
`arena check` with nothing filled in. Times are of one run on this machine, with its toolchains; a build is part of
the check. What came of it is kept in docs/kits.json, and `make docs` writes the table of docs/first-bot.md from it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter

from arena.kit.folders import Language, languages
from tests.measured import Row, read, write

KEPT = Path(__file__).parent.parent / "docs/kits.json"
GAME = "kaiser"
"""The game of the folders: its questions are those that are checked."""
LOOP = re.compile(r"[Bb]ot\.(?!toml)\w+")
"""The file of a folder that has the loop."""


def measured(language: Language) -> Row:
    """Return what came of one language: lines of code, and the time of each step in s.

    Raises:
        SystemExit: a step failed; the text has what it said.
    """
    with TemporaryDirectory() as place:
        folder = Path(place) / "first"
        arena = [sys.executable, "-m", "arena.cli"]
        begun, used = perf_counter(), _cpu()
        made = _timed([*arena, "new", str(folder), "--language", language.key, "--game", GAME])
        tested = _timed(["sh", "-c", language.test], folder)
        checked = _timed([*arena, "check", str(folder)])
        whole, cpu = perf_counter() - begun, _cpu() - used
        return {
            "language": language.key,
            "new": round(made, 2),
            "test": round(tested, 2),
            "check": round(checked, 2),
            "whole": round(whole, 2),
            "cpu": round(cpu, 2),
        }


def _timed(command: list[str], folder: Path | None = None) -> float:
    """Run a command that has to succeed; return its time in s."""
    begun = perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return perf_counter() - begun


def _cpu() -> float:
    """Return the CPU time of all commands so far in s."""
    found = getrusage(RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def keep(found: Row) -> None:
    """Keep what was measured in place of what there was of the same language."""
    write(KEPT, [*read(KEPT), found], lambda row: ([*languages()].index(row["language"]),))


def lines(language: Language) -> dict[str, int]:
    """Return the lines of code of a new folder, by what they are for: the loop, the answers, all else with the test."""
    found = {"loop": 0, "answers": 0, "rest": 0}
    for file in language.files():
        part = "answers" if file.name == language.choose else "loop" if LOOP.fullmatch(file.name) else "rest"
        found[part] += len(file.read_text(encoding="utf-8").splitlines())
    return found


def table() -> str:
    """Return what was measured as a Markdown table."""
    kept = {row["language"]: row for row in read(KEPT)}
    rows = []
    for key, language in languages().items():
        row = kept.get(key)
        steps = ["not measured"] * 5
        if row is not None:
            steps = [f"{row[step]:.1f} s" for step in ("new", "test", "check", "whole", "cpu")]
        rows.append(f"| {language.title} | {' | '.join(map(str, lines(language).values()))} | {' | '.join(steps)} |")
    heads = "| language | loop | yours | rest, with the test | new | test | check | together | CPU time |"
    return "\n".join((heads, "|---" * 9 + "|", *rows))


if __name__ == "__main__":
    for key in sys.argv[1:] or [*languages()]:
        keep(measured(languages()[key]))
