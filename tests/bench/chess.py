"""Chess runners as references: matches of an engine that plays one game by heart, through the runners that are on PATH.

The engine in C costs next to nothing, as `sample:c/random` does. So what is measured is the runner.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

GAME = (
    "e2e3 c7c6 e1e2 d8b6 d2d4 e8d8 d1d3 f7f6 d3a6 b6c7 a6a5 g8h6 a5b4 c7h2 e2e1 h2h3 b4c5 h3f3 c5f5 d8c7 f5g6 b8a6 "
    "g6g5 f3g3 f2g3 d7d5 f1a6 c7b8 h1h2 c8e6 c2c3 e6h3 b2b3 h3g2 a6e2 g2f3 b1d2 b7b5 e3e4 f3g2 e1d1 c6c5 e2f3 h6g8 "
    "d2b1 b5b4 g5h4 c5c4 c1h6 g7g6 e4e5 g2h3 h2d2 f8g7 f3e4 h3g2 e4d5 g2d5 g3g4 a7a5 b3c4 b8c7 d2c2 g7f8 c3b4 c7d8 "
    "d1e1 d8c8 b1a3 d5e6 b4a5 a8a6 g1f3 a6d6 h6f8 f6e5 c2b2 d6b6 b2b6 c8d7 a1d1 e6c4 b6g6 c4b3 f8e7 b3d1 e7d8 d7e8 "
    "g6g5 h7h5 d4d5 h8h7 d8c7 e8e7 f3h2 h5g4 g5f5 e7d7 f5f1 h7f7 h4d8"
)
"""The moves of a game that ends in mate and repeats no position."""
MOVES = (len(GAME) + 1) // 5
ENGINE_IN_C = r"""
#include <stdio.h>
#include <string.h>

static const char game[] = "GAME";

int main(void)
{
    static char line[65536];
    int moves = 0, full;
    char side, *at;

    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "position", 8)) {
            moves = 0;
            if (sscanf(line, "position fen %*s %c %*s %*s %*s %d", &side, &full) == 2)
                moves = 2 * (full - 1) + (side == 'b');
            if ((at = strstr(line, " moves")))
                for (at += 6; *at; at++)
                    moves += *at == ' ' && at[1] > ' ';
        } else if (!strncmp(line, "go", 2))
            printf("info depth 1 score cp 0\nbestmove %.4s\n", game + 5 * moves);
        else if (!strncmp(line, "isready", 7))
            puts("readyok");
        else if (!strncmp(line, "ucinewgame", 10))
            continue;
        else if (!strncmp(line, "uci", 3))
            puts("id name by-heart\nuciok");
        else if (!strncmp(line, "quit", 4))
            break;
    }
    return 0;
}
"""


def chess_contenders(folder: Path, games: int = 40) -> dict[str, Callable[[], int]]:
    """Return a match of each chess runner on PATH: c-chess-cli, fastchess.

    Args:
        folder: where the engine may be built, and where runners write.
        games: how many games a match has, an even number.
    """
    found = {name: shutil.which(name) for name in ("c-chess-cli", "fastchess")}
    if not any(found.values()) or shutil.which("cc") is None:
        return {}
    source, engine = folder / "engine.c", folder / "engine"
    source.write_text(ENGINE_IN_C.replace("GAME", GAME))
    subprocess.run(["cc", "-O2", "-o", engine, source], check=True)
    two = ["-engine", f"cmd={engine}", "name=a", "-engine", f"cmd={engine}", "name=b", "-each", "tc=60+1"]
    options = {
        "c-chess-cli": [*two, "-games", str(games)],
        "fastchess": [*two, "-rounds", str(games // 2), "-games", "2", "-concurrency", "1"],
    }
    return {name: partial(_match, [path, *options[name]], folder, games) for name, path in found.items() if path}


def _match(command: list[str], folder: Path, games: int) -> int:
    """Run a match; return how many moves it had.

    Raises:
        AssertionError: the games did not all end in mate, so that the speed would mean nothing.
    """
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    mates = sum("Finished game" in line and "mate" in line for line in done.stdout.splitlines())
    assert mates == games, done.stdout[-500:]
    return games * MOVES
