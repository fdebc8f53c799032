"""The programs beside Python that tests need: which are missing, and `make tools`, which installs them.

A test declares what it needs: `@pytest.mark.needs("bubblewrap", "java")`. This file needs no package.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

FOR_ALL = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"
"""What bots need is for all users: a toolchain in a home folder, such as rustup's, is none for a sandbox."""
HEADERS = f"{sysconfig.get_path('include')}/Python.h"
TOOLS = {
    "bubblewrap": ("bwrap", "bubblewrap"),
    "chromium": ("chromium", "chromium"),
    "dash": ("dash", "dash"),
    "dejavu": ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core"),
    "g++": ("c++", "g++"),
    "gcc": ("gcc cc /usr/include/asm-generic/unistd.h", "gcc libc6-dev linux-libc-dev"),
    "go": ("go", "golang-go"),
    "iproute2": ("ip", "iproute2"),
    "java": ("java javac", "default-jdk-headless"),
    "lua": ("lua", "lua5.4"),
    "node": ("node", "nodejs"),
    "ocaml": ("ocamlopt", "ocaml"),
    "perl": ("perl", "perl"),
    "python3": ("python3", "python3"),
    "python3-dev": (HEADERS, "python3-dev"),
    "ruby": ("ruby", "ruby"),
    "rust": ("rustc", "rustc"),
    "ssh": ("ssh sshd", "openssh-client openssh-server"),
    "tsc": ("tsc", "node-typescript"),
}
"""For each tool, the programs and files that it consists of, and the Debian packages that bring them."""
TOOL_OF = {part: name for name, (parts, _) in TOOLS.items() for part in [name, *parts.split()]}
"""The tool by its own name, and by each of its programs."""


@cache
def is_here(part: str) -> bool:
    """Return whether all users of this machine have a program or a file."""
    return Path(part).exists() if "/" in part else shutil.which(part, path=FOR_ALL) is not None


def missing(needed: Iterable[str]) -> list[str]:
    """Return the tools that are not here, of those that are named, by their names or programs."""
    names = sorted({TOOL_OF[word] for word in needed})
    return [name for name in names if not all(map(is_here, TOOLS[name][0].split()))]


def main() -> str | None:
    """Install what is missing, with apt. Return what is wrong."""
    packages = [package for name in missing(TOOLS) for package in TOOLS[name][1].split()]
    listed = " ".join(packages)
    if not packages:
        return None
    if not shutil.which("apt-get"):
        return f"This system has no apt-get. For all tests, install what Debian calls: {listed}"
    apt = ["apt-get"] if os.geteuid() == 0 else ["sudo", "apt-get"]
    # A machine that has just booted may still be installing something by itself.
    options = ["-o", "DPkg::Lock::Timeout=300"]
    if "CI" in os.environ:  # that machine is thrown away afterwards: no need to wait for its disk at every file
        options += ["-o", "Dpkg::Options::=--force-unsafe-io"]
    try:
        for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *options, *packages]):
            subprocess.run([*apt, *words], check=True, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
    except (OSError, subprocess.CalledProcessError) as problem:
        return f"{problem}\nAs root: apt-get install {listed}"
    is_here.cache_clear()
    return f"Installed, and still not here: {', '.join(missing(TOOLS))}" if missing(TOOLS) else None


if __name__ == "__main__":
    sys.exit(main())
