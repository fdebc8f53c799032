import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
COSTLY = ("pydantic", "typing_extensions", "annotated_types")


@pytest.mark.parametrize("module", ["clock", "limits"])
def test_what_workers_load_is_free_of_pydantic(module: str) -> None:
    code = f"import sys, arena.settings.{module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = done.stdout.split()
    assert f"arena.settings.{module}" in loaded
    assert [name for name in COSTLY if name in loaded] == []
