"""An arena that is not root: what it gets, and that it holds. Where the tests are root, it is another user."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]
NEEDED = ("arena", "trio", "attr", "attrs", "outcome", "sniffio", "sortedcontainers", "idna")
"""What the sandbox is made of: the arena, what it prints with, and trio with what it needs."""
SOMEBODY = "61190"
EXAMINE = """
from arena.sandbox.doctor import examine
from arena.sandbox.levels import probe_all

strict, *others = probe_all()
for probed in (strict, *others):
    print(probed.level, probed.works, probed.problem, flush=True)
    for line in examine(probed.level) if probed.works and not (strict.works and probed.level == "standard") else ():
        print(probed.level, line.what, *line.got)
"""
"""The sandboxes of standard are made as those of strict."""


@pytest.fixture
def packages() -> Iterator[Path]:
    """A folder that everybody can read, with all that is needed."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for package in NEEDED:
            found = find_spec(package)
            assert found is not None
            assert found.origin is not None
            unused = shutil.ignore_patterns("docs", "sample_bots", "_tests")
            shutil.copytree(Path(found.origin).parent, folder / package, ignore=unused)
        yield folder


@pytest.mark.thorough
def test_an_arena_without_root_locks_bots_in_as_well(packages: Path) -> None:
    somebody = ["setpriv", "--reuid", SOMEBODY, "--regid", SOMEBODY, "--clear-groups", "/usr/bin/python3", "-B"]
    command = [*(somebody if os.geteuid() == 0 else [sys.executable]), "-c", EXAMINE]
    env = {"PYTHONPATH": str(packages), "PATH": "/usr/bin:/bin", "HOME": str(packages)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd="/", check=False)
    assert done.returncode == 0, done.stderr
    lines = [line.partition(" ") for line in done.stdout.splitlines()]
    works = {level: text.startswith("True") for level, _, text in lines if text.startswith(("True", "False"))}

    assert set(works) == {"strict", "standard", "basic"}
    assert any(works.values()), done.stdout
    for level, _, text in lines:
        if works[level] and not text.startswith("True"):
            assert text.endswith("."), f"{level}: {text}"  # what was tried, and nothing that was got
