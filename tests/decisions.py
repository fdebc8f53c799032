"""Single decisions, measured: `python -m tests.decisions GAME:PRESET NUMBER` says what more deals gain in a search.

`sensible` plays whole games. Where it has a choice of cards, searches with more and more deals choose one, too. What
their cards gain on its own is the mean of many other deals that no search has seen. So chance has little part in it,
unlike in matches, and minutes say what takes hours there. But it says nothing of how likely a deal is: all that agree
with the view weigh the same. What came of it is kept in docs/decisions.json, and `make docs` writes the table of
docs/rungs.md from it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

from arena.client.policies import sensible
from arena.client.search import Search
from arena.games.catalogue import GAMES
from arena.games.kernel import View, Word
from arena.games.kernel.position import play_game
from arena.games.laws import Shuffles
from tests.measured import Row, read, write

KEPT = Path(__file__).parent.parent / "docs/decisions.json"
DEALS = (10, 30, 100, 300)
"""How many deals the searches look at."""
JUDGES = 200
"""How many other deals say what a card is worth."""
MARGIN = 1.0
"""By how many standard errors another card must be better, as in the bot `counter`."""


class Found(NamedTuple):
    """What searches with so many deals gain on `sensible` in each decision.

    Args:
        gains: deals -> the gain in each decision, in points.
        cpu_ms: deals -> the CPU time of a decision.
    """

    gains: Mapping[int, Sequence[float]]
    cpu_ms: Mapping[int, float]


def decisions(contest: str, number: int) -> Iterator[tuple[View, Word]]:
    """Yield what `sensible` plays where it has a choice of cards, and the view.

    Args:
        contest: the game and its preset.
        number: how many decisions.
    """
    name, _, preset = contest.partition(":")
    game = GAMES[name]
    options = game.presets[preset]
    found = 0
    for played in count(1):
        position = play_game(game, options, Shuffles(f"decisions {played}"))
        while (ask := position.ask) is not None:
            view = position.view(ask.seat)
            word = ask.legal[0] if len(ask.legal) == 1 else sensible(ask, view)
            if ask.kind == "play" and len(ask.legal) > 1:
                if found == number:
                    return
                found += 1
                yield view, word
            position.play(word)


def valued(contest: str, number: int, deals: Sequence[int] = DEALS, judges: int = JUDGES) -> Found:
    """Return what searches gain on `sensible` at so many decisions."""
    gains: dict[int, list[float]] = {n: [] for n in deals}
    used = dict.fromkeys(deals, 0.0)
    for view, default in decisions(contest, number):
        judged = Search(view, seed="judges").simulate(judges, "sensible").words
        for n in deals:
            before = process_time()
            best = Search(view).compare(default, n, "sensible", margin=MARGIN).best
            used[n] += process_time() - before
            gains[n].append(judged[best].mean - judged[default].mean)
    return Found(gains, {n: used[n] * 1000 / max(1, len(gains[n])) for n in deals})


def row(contest: str, found: Found) -> Row:
    """Return what came of it as a row to keep."""
    return {
        "contest": contest,
        "decisions": len(found.gains[DEALS[0]]),
        "gain": [round(fmean(found.gains[n]), 4) for n in DEALS],
        "error": [round(stdev(found.gains[n]) / sqrt(len(found.gains[n])), 4) for n in DEALS],
        "cpu_ms": [round(found.cpu_ms[n], 2) for n in DEALS],
    }


def keep(found: Row) -> None:
    """Keep what was measured in place of what there was of the same game."""
    write(KEPT, [*read(KEPT), found], lambda row: ([*GAMES].index(row["contest"].partition(":")[0]), row["contest"]))


def table() -> str:
    """Return what was measured as a Markdown table: a line for each game, a column for each number of deals."""
    lines = [f"| game | decisions | {' | '.join(f'{n} deals' for n in DEALS)} |", "|---" * (len(DEALS) + 2) + "|"]
    for each in read(KEPT):
        cells = [
            f"{gain:+.3f} ± {1.96 * error:.3f}, {ms:.0f} ms"
            for gain, error, ms in zip(each["gain"], each["error"], each["cpu_ms"], strict=True)
        ]
        lines.append(f"| `{each['contest']}` | {each['decisions']} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    contest, number = sys.argv[1:]
    keep(row(contest, valued(contest, int(number))))
