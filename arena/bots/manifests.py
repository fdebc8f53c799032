"""What was handed in without a bot.toml: its folder is found, and a bot.toml written for what is plain to see."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from arena.bots.botfile import BOT_FILE
from arena.bots.intake import ARCHIVES, EXPORT, NEARLY, NOTEBOOK
from arena.bots.trees import IGNORED, TreeError

MAIN = ("bot", "main", "agent", "player", "app")
"""What the program is called that is meant, where a folder has several."""
INTERPRETERS: Mapping[str, str] = {
    ".py": "python3",
    ".js": "node",
    ".mjs": "node",
    ".rb": "ruby",
    ".pl": "perl",
    ".lua": "lua",
    ".sh": "sh",
}
COMPILERS: Mapping[str, Sequence[str]] = {
    ".c": ("cc", "-O2", "-o", "bot"),
    ".cpp": ("c++", "-std=c++17", "-O2", "-o", "bot"),
    ".cc": ("c++", "-std=c++17", "-O2", "-o", "bot"),
}
"""How all files of an ending become one program."""
LIBRARY = re.compile(r"^\s*(from|import)\s+arena\b", re.MULTILINE)
PLAYS = re.compile(r"^\s*([\w.]+\.)?run\s*\(|\bsys\.stdin\b|\binput\s*\(", re.MULTILINE)
"""What a cell has that plays: a call of the library, or the loop of the protocol."""
DEEP = 8
"""So many folders with nothing but another folder in them are looked through."""
LARGE = 4 << 20
"""The largest file that is looked into."""
WAY = "put a bot.toml beside the program (arena help submissions)"


def inner_folder(folder: Path) -> Path:
    """Return the folder that holds the bot: packing often puts one folder into another."""
    for _ in range(DEEP):
        found = [path for path in folder.iterdir() if path.name not in IGNORED]
        inside = [path for path in found if path.is_dir()]
        with_file = [path for path in inside if (path / BOT_FILE).is_file()]
        if (folder / BOT_FILE).is_file():
            return folder
        if len(with_file) == 1:
            return with_file[0]
        if len(found) != 1 or not inside:
            return folder
        folder = inside[0]
    return folder


def write_manifest(folder: Path) -> str:
    """Write a bot.toml if there is none and it is plain what is to be run; return in words what was done.

    Raises:
        TreeError: it is not plain; the hint says what to do.
    """
    if (folder / BOT_FILE).exists():
        return ""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    for path in files:
        if path.name.casefold() in NEARLY:
            path.rename(folder / BOT_FILE)
            return f"{path.name} renamed to {BOT_FILE}"
    notebooks = [path for path in files if path.suffix == NOTEBOOK]
    scripts = [path for path in files if path.suffix in INTERPRETERS]
    if len(notebooks) == 1 and not scripts:
        scripts = [_exported(notebooks[0])]
    command, build = _commands(folder, files, scripts)
    lines = [f"command = {json.dumps(command)}\n"] + [f"build = {json.dumps(build)}\n"] * bool(build)
    sources = (path for path in folder.rglob("*.py") if path.is_file() and path.stat().st_size <= LARGE)
    if any(LIBRARY.search(path.read_text(errors="replace")) for path in sources):
        lines.append("library = true\n")
    (folder / BOT_FILE).write_text("".join(lines), encoding="utf-8")
    exported = f"{notebooks[0].name} exported as {scripts[0].name}; " if notebooks and scripts else ""
    return f"{exported}wrote {BOT_FILE}: {' '.join([*build, '&&'] * bool(build) + command)}"


def _commands(folder: Path, files: Sequence[Path], scripts: Sequence[Path]) -> tuple[list[str], list[str]]:
    """Return the command and the build that a folder needs."""
    names = {path.name for path in files}
    cargo = (folder / "Cargo.toml").read_text(errors="replace") if "Cargo.toml" in names else ""
    if crate := re.search(r'^name\s*=\s*"([\w-]+)"', cargo, re.MULTILINE):
        return [f"target/release/{crate[1]}"], ["cargo", "build", "--release", "--offline"]
    if "go.mod" in names:
        return ["./bot"], ["go", "build", "-o", "bot", "."]
    if len(scripts) > 1:
        scripts = [path for path in scripts if path.stem.casefold() in MAIN]
    if len(scripts) == 1:
        return [INTERPRETERS[scripts[0].suffix], scripts[0].name], []
    for ending, compiler in COMPILERS.items():
        if sources := [path.name for path in files if path.suffix == ending]:
            return ["./bot"], [*compiler, *sources]
    by_ending = {ending: [path for path in files if path.suffix == ending] for ending in (".rs", ".java")}
    if len(found := by_ending[".rs"]) == 1:
        return ["./bot"], ["rustc", "--edition", "2021", "-O", "-o", "bot", found[0].name]
    main = [path for path in by_ending[".java"] if "static void main" in path.read_text(errors="replace")]
    if len(main) == 1:
        return ["java", "-cp", "classes", main[0].stem], [
            "javac",
            "-d",
            "classes",
            *(p.name for p in by_ending[".java"]),
        ]
    for name in sorted(names):
        if name.lower().endswith(ARCHIVES):
            raise TreeError(name, "is an archive in what was handed in", "hand in the files that are in it")
    some = ", ".join(sorted(names)[:4]) or "nothing"
    raise TreeError("", f"has no bot.toml, and it is not plain what to run ({some})", WAY)


def _exported(notebook: Path) -> Path:
    """Write the code of a notebook as a program, if it holds one bot; return the program."""
    try:
        cells = json.loads(notebook.read_bytes()[:LARGE])["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise TreeError(notebook.name, "cannot be read as a notebook", EXPORT) from error
    if (number := sum(PLAYS.search(cell) is not None for cell in code)) != 1:
        raise TreeError(notebook.name, f"is a notebook in which {number or 'no'} cells play, and not one", EXPORT)
    magic = re.compile(r"^\s*[%!].*$", re.MULTILINE)
    text = "\n\n".join(magic.sub(lambda line: f"# {line[0].strip()}", cell) for cell in code) + "\n"
    try:
        compile(text, notebook.name, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise TreeError(notebook.name, f"is a notebook whose cells are no program together: {error}", EXPORT) from error
    program = notebook.with_suffix(".py")
    program.write_text(text, encoding="utf-8")
    return program
