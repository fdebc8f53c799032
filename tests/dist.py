"""`make dist`: what is in dist is small enough, and plays where there is no clone. `python -m tests.dist ENVIRONMENTS`.

Each package is installed into an empty environment, in an empty home, and the README's bot plays there. The folder
ENVIRONMENTS has a Python for each compiled wheel, by its version.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.pages import ROOT, written

MOST = {"pure": 3_000_000, "compiled": 6_000_000}
"""Bytes that a wheel may have: the one for all systems, and one with the hot path compiled.

docs/decisions/compiled-as-it-stands.md says why the second is the larger one."""
COMMANDS = (
    ("version",),
    ("help",),
    ("new", "owl", "--language", "python"),
    ("check", "owl", "--trust-bots", "--game", "kaiser"),
    ("match", "kaiser", "python3 first.py", "sample:random", "-n", "2", "--trust-bots"),
    ("record", "last", "1.2"),
    ("site", "last", "--out", "site"),
    ("run", "quickstart"),
)


def version_of(package: str) -> str | None:
    """Return the version of Python that a compiled wheel is for, such as 3.13; None for what is not compiled."""
    tag = re.search(r"-cp3(\d+)-cp3\d+-[\w.]+\.whl$", package)
    return tag and f"3.{tag[1]}"


def too_large(package: str, size: int) -> str | None:
    """Say that a package of this name and size in bytes is too large; None if it is not. Only wheels have a budget."""
    most = MOST["compiled" if version_of(package) else "pure"]
    if not package.endswith(".whl") or size <= most:
        return None
    return f"{package} has {size:,} bytes, and may have {most:,}: which files grew? `unzip -v` lists them."


def try_out(package: Path, python: Path, folder: Path) -> None:
    """Install a package with the packages that it asks for, and play."""
    subprocess.run([python, "-m", "venv", folder / "env"], check=True)
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{package}[web]")
    subprocess.run([folder / "env/bin/python", *install], cwd=folder, check=True)
    written("README.md", folder)
    environment = {**os.environ, "HOME": str(folder)}
    for name in ("PYTHONPATH", "XDG_CACHE_HOME", "ARENA_STAGING"):
        environment.pop(name, None)
    for words in COMMANDS:
        command = [folder / "env/bin/arena", *words]
        subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)


def main(environments: Path) -> str | None:
    """Try every package of dist. Return what is wrong."""
    packages = sorted((ROOT / "dist").iterdir())
    for package in packages:
        if complaint := too_large(package.name, package.stat().st_size):
            return complaint
    for package in packages:
        version = version_of(package.name)
        python = environments / version / "bin/python" if version else Path(sys.executable)
        with tempfile.TemporaryDirectory() as name:
            try_out(package, python.absolute(), Path(name))
        sys.stdout.write(f"{package.name}: {package.stat().st_size:,} bytes, installed, and it plays\n")
    return None


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
