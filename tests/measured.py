"""What scripts have measured: rows of a JSON file, one a line, from which `make docs` writes tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias

Row: TypeAlias = dict[str, Any]


def read(file: Path) -> list[Row]:
    """Return the rows of a file; none if it is not there yet."""
    found: list[Row] = json.loads(file.read_text()) if file.exists() else []
    return found


def write(file: Path, rows: Iterable[Row], key: Callable[[Row], tuple[Any, ...]]) -> None:
    """Write rows, in the order of their keys; of several with the same key, the last.

    Args:
        file: the file.
        rows: the rows.
        key: returns what makes a row another one than the others, in a form that sorts.
    """
    lines = {key(row): json.dumps(row) for row in rows}
    file.write_text("[\n" + ",\n".join(lines[each] for each in sorted(lines)) + "\n]\n")
