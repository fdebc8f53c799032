import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MACHINERY = ("trio", "click", "numpy", "arena.sandbox", "arena.bots", "arena.table")


@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("clock", ("pydantic", "typing_extensions", *MACHINERY)),
        ("limits", ("pydantic", "typing_extensions", *MACHINERY)),
        ("ladder", MACHINERY),
    ],
)
def test_settings_load_no_machinery(module: str, without: tuple[str, ...]) -> None:
    code = f"import sys, arena.settings.{module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = done.stdout.split()
    assert f"arena.settings.{module}" in loaded
    assert [name for name in without if name in loaded] == []
