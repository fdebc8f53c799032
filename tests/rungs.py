"""The rungs, measured: `python -m tests.rungs FILE...` keeps what matches have shown, for the tables of docs/rungs.md.

Each FILE is what `arena match ... --save FILE` wrote, or a ladder file that has been played. All pairs of rungs in it
are kept in docs/rungs.json, unless what is there of the same pair in the same game rests on more games. `make docs`
writes the tables from that.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from arena.cli.group import command_line
from arena.games.catalogue import GAMES
from arena.ratings import los_text
from tests.measured import Row, read, write

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "docs/rungs.json"
RUNGS = ("random", "greedy", "sensible", "counter", "search")
"""The rungs from the lowest up."""
CEILING = "ceiling"
"""A player who sees all cards (`tests.duels`). It is no rung, but says how far a search can come."""
YARDSTICK = "ismcts"
"""A textbook search, as a yardstick from outside. It is no rung either."""
NAMES = (*RUNGS, CEILING, YARDSTICK)
NEIGHBOURS = frozenset({(1, 0), (2, 1), (3, 2), (4, 3)})
"""Each rung with the one below."""
PAIRS = NEIGHBOURS | {(4, 2)}
"""The rungs that are compared: each with the one below, and the highest also with `sensible`."""
SURELY = 0.99
"""From which likelihood of superiority on a rung is above another one, if the interval of its points agrees."""
FEWEST = 10
"""From how many deals on a match says anything; of fewer, nothing is kept."""


def rung(name: str) -> int:
    """Return the rung of a bot; `search-30` is a search, too. Return -1 for another bot."""
    first = name.partition("-")[0]
    return NAMES.index(first) if first in NAMES else -1


def measured(place: str) -> Iterator[Row]:
    """Yield what stored results say of two rungs (`PAIRS`) that have met in them.

    Raises:
        SystemExit: the results cannot be read; the text says why.
    """
    ladder = _read(place)
    [event] = json.loads(ladder["conditions"]["events"])
    ms = {each["name"]: each["cpu_ms"] for each in ladder["entrants"]}
    for two in combinations(sorted((name for name in ms if rung(name) >= 0), key=rung), 2):
        lower, upper = two
        if (rung(upper), rung(lower)) not in PAIRS:
            continue
        found = _read(place, "--head-to-head", upper, lower)["found"]
        points = found["margin"] or {"value": None, "low": None, "high": None}
        yield {
            "contest": event["contest"],
            "upper": upper,
            "lower": lower,
            "seed": ladder["seasons"][0]["seed"],
            "move_ms": int(ladder["conditions"]["move_ms"]),
            "deals": found["deals"],
            "games": found["wins"] + found["draws"] + found["losses"],
            "elo": [found["elo"][key] for key in ("value", "low", "high")],
            "los": found["los"],
            "points": [points[key] for key in ("value", "low", "high")],
            "cpu_ms": ms[upper],
        }


def _read(place: str, *words: str) -> Any:
    """Return what `arena ladder` says of stored results as JSON."""
    done = CliRunner().invoke(command_line, ["ladder", place, *words, "--format", "json"])
    if done.exit_code:
        raise SystemExit(f"{place}: {done.output}")
    return json.loads(done.output)


def keep(found: Iterable[Row]) -> None:
    """Keep what was measured, and of the same pair in the same game what rests on the most games.

    Matches with fewer deals than `FEWEST` are left out.
    """
    fewest_first = sorted([*read(KEPT), *found], key=lambda row: row["games"])
    write(KEPT, [row for row in fewest_first if row["deals"] >= FEWEST], _key)


def _key(row: Row) -> tuple[int, str, int, str, int, str]:
    """Return what was measured: the game, and the two bots."""
    contest, upper, lower = row["contest"], row["upper"], row["lower"]
    return [*GAMES].index(contest.partition(":")[0]), contest, rung(upper), upper, rung(lower), lower


def table() -> str:
    """Return what was measured as a Markdown table."""
    heads = "| game | bot | over | Elo | LOS | points a game | games | CPU ms a decision |"
    return "\n".join(
        (
            heads,
            "|---|---|---|---|---|---|---|---|",
            *[_row(row) for row in read(KEPT) if not row["upper"].startswith(YARDSTICK)],
        )
    )


def yardstick() -> str:
    """Return where the textbook search stands as a Markdown table: a line for each game and opponent."""
    heads = "| game | bot | against | Elo | LOS | points a game | games | CPU ms a decision |"
    rows = [_row(row) for row in read(KEPT) if row["upper"].startswith(YARDSTICK)]
    return "\n".join((heads, "|---|---|---|---|---|---|---|---|", *rows))


def _row(row: Row) -> str:
    cells = (
        f"`{row['contest']}`",
        row["upper"],
        row["lower"],
        *_lead(row),
        str(row["games"]),
        f"{row['cpu_ms']:.1f}" if row["cpu_ms"] >= 0.05 else "<0.1",
    )
    return f"| {' | '.join(cells)} |"


def _lead(row: Row | None) -> tuple[str, str, str]:
    """Return the Elo, the LOS and the points of a row; say so if nothing was measured."""
    if row is None:
        return ("not measured",) * 3
    return _interval(row["elo"], 0), los_text(row["los"]), _interval(row["points"], 1)


def _interval(found: Sequence[float | None], places: int) -> str:
    """Return a value with its interval, such as `+45 (+10 to +80)`; a question mark for what is not known."""
    value, low, high = ("?" if each is None else f"{each:+.{places}f}" for each in found)
    return f"{value} ({low} to {high})"


def summary() -> str:
    """Return of each rung in which games it is above the one below: certainly, perhaps, or not.

    A search is measured with several limits; one that is surely above decides for its game.
    """
    lines = []
    for upper, lower in _pairs():
        rows = [row for row in read(KEPT) if (rung(row["upper"]), rung(row["lower"])) == (upper, lower)]
        sure = _games([row for row in rows if _above(row)])
        below = _games([row for row in rows if row["los"] is not None and row["los"] < 1 - SURELY])
        open_ = [game for game in _games(rows) if game not in sure and game not in below]
        names = (", ".join(each) or "-" for each in (sure, open_, below))
        lines.append(f"| {NAMES[upper]} over {NAMES[lower]} | {' | '.join(names)} |")
    heads = "| | above (LOS over .99, points above 0) | not decided | below (LOS under .01) |"
    return "\n".join((heads, "|---|---|---|---|", *lines))


def _above(row: Row) -> bool:
    """Return whether the upper bot of a row is above the lower one, by results and by points."""
    low = row["points"][1]
    return (row["los"] or 0) > SURELY and (low is None or low > 0)


def undecided() -> str:
    """Return the rungs that are not surely above the one below, each with how far the ceiling is above that one."""
    kept = read(KEPT)
    lines = []
    for game in GAMES:
        rows = [row for row in kept if row["contest"].partition(":")[0] == game]
        ceiling = {row["lower"]: row for row in rows if row["upper"] == CEILING}
        for upper, lower in sorted(NEIGHBOURS):
            of_pair = [row for row in rows if (rung(row["upper"]), rung(row["lower"])) == (upper, lower)]
            if any(map(_above, of_pair)):
                continue
            best = max(of_pair, key=lambda row: row["games"], default=None)
            cells = (*_lead(best), *_lead(ceiling.get(RUNGS[lower])))
            lines.append(f"| {game} | {RUNGS[upper]} over {RUNGS[lower]} | {' | '.join(cells)} |")
    heads = "| game | not decided | Elo | LOS | points a game | ceiling over the same bot, Elo | its LOS | its points |"
    return "\n".join((heads, "|---|---|---|---|---|---|---|---|", *lines))


def _games(rows: Sequence[Row]) -> list[str]:
    return [*dict.fromkeys(row["contest"].partition(":")[0] for row in rows)]


def _pairs() -> list[tuple[int, int]]:
    """Return the pairs of rungs that were measured, the lowest first."""
    return sorted({(rung(row["upper"]), rung(row["lower"])) for row in read(KEPT)})


if __name__ == "__main__":
    keep([row for place in sys.argv[1:] for row in measured(place)])
