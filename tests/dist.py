"""`make dist`: what is in dist is small enough, and plays where there is no clone.

Each package is installed into an empty environment, in an empty home, and the README's bot plays there.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.pages import ROOT, written

MOST = 3 * 2**20
"""Bytes that a wheel may have."""
COMMANDS = (
    ("version",),
    ("help",),
    ("new", "owl", "--language", "python"),
    ("check", "owl", "--trust-bots", "--game", "kaiser"),
    ("match", "kaiser", "python3 first.py", "sample:random", "-n", "2", "--trust-bots"),
    ("record", "last", "1.2"),
    ("site", "last", "--out", "site"),
)


def try_out(package: Path, folder: Path) -> None:
    """Install a package with the packages that it asks for, and play."""
    subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{package}[web]")
    subprocess.run([folder / "env/bin/python", *install], cwd=folder, check=True)
    written("README.md", folder)
    environment = {**os.environ, "HOME": str(folder)}
    for name in ("PYTHONPATH", "XDG_CACHE_HOME", "ARENA_STAGING"):
        environment.pop(name, None)
    for words in COMMANDS:
        command = [folder / "env/bin/arena", *words]
        subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    for package in sorted((ROOT / "dist").iterdir()):
        size = package.stat().st_size
        if package.suffix == ".whl" and size > MOST:
            sys.exit(f"{package.name}: {size} bytes, and a wheel may have {MOST}")
        with tempfile.TemporaryDirectory() as name:
            try_out(package, Path(name))
        sys.stdout.write(f"{package.name}: {size} bytes, installed, and it plays\n")
