"""What was tried for the search: `python -m tests.tried GAME:PRESET SETS VARIATION...` measures its parts one by one.

One side searches, all others are `sensible`, in one process: single deals from the start of a game, each played once
with every side as the one that searches. What that side gains more than the others,
in points a deal, is kept in docs/tried.json, and `make docs` writes the table of docs/rungs.md from it. Without a
variation, all are measured.
"""

from __future__ import annotations

import sys
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any, NamedTuple

from arena.client.policies import sensible
from arena.client.rollout_players import Named, players_of
from arena.client.search import Search
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Ask, Deal, Note, View, Word
from arena.games.kernel.position import Position
from arena.games.laws import Shuffles, some_deals
from tests.measured import Row, read, write

KEPT = Path(__file__).parent.parent / "docs/tried.json"


class Variation(NamedTuple):
    """A search that answers some questions.

    Args:
        title: what it is.
        cards: whether it chooses cards to play.
        others: whether it answers all other questions.
        deals: how many deals it looks at.
        margin: by how many standard errors another answer must be better.
        infer: whether deals are weighted by what the others have said and played.
        again: whether, with `LAST` cards or fewer, the searcher's own later cards are searched again in each rollout,
            by what it would know then. So it does not count on a different card in each deal (strategy fusion).
    """

    title: str
    cards: bool = True
    others: bool = False
    deals: int = 12
    margin: float = 1.0
    infer: bool = True
    again: bool = False

    def answers(self, ask: Ask) -> bool:
        """Return whether the search answers a question."""
        return len(ask.legal) > 1 and (self.cards if ask.kind in {"play", "name-suit"} else self.others)

    def policy(self, ask: Ask) -> Named:
        """Return what all seats do after the answer to a question."""
        if not self.again or ask.kind != "play" or len(ask.legal) > LAST:
            return "sensible"

        def again(later: Ask, view: View) -> Word:
            word = sensible(later, view)
            if later.seat != ask.seat or len(later.legal) == 1:
                return word
            return Search(view).compare(word, AGAIN, "sensible").best

        return again


LAST = 4
"""With how many cards to choose from the end begins, for `Variation.again`."""
AGAIN = 8
"""How many deals the searches in rollouts look at."""


VARIATIONS: dict[str, Variation] = {
    "cards": Variation("cards, 12 deals (`counter`)"),
    "no-margin": Variation("cards, no margin", margin=0.0),
    "wide": Variation("cards, margin 2", margin=2.0),
    "blind": Variation("cards, no inference", infer=False),
    "more": Variation("cards, 40 deals", deals=40),
    "again": Variation("cards, no inference, own last cards searched again", infer=False, again=True),
    "bids": Variation("all but cards, margin 2", cards=False, others=True, margin=2.0),
    "blind-bids": Variation(
        "all but cards, no inference, no margin", cards=False, others=True, margin=0.0, infer=False
    ),
}


def played(game: AnyGame, options: Any, seed: str, variation: Variation, searcher: int) -> tuple[float, float, int]:
    """Play a deal with one side that searches; return its gain on the others, the CPU time in s, and the questions.

    Args:
        game: the game.
        options: its options.
        seed: the seed of the cards.
        variation: the search.
        searcher: the side that searches.
    """
    position: Position[Any] = Position(options, lambda: some_deals(game, options, Shuffles(seed), 1), game=game)
    sides = game.seating(options).sides
    used, asked = 0.0, 0
    mind = None
    while (ask := position.ask) is not None:
        if not any(isinstance(event, Deal) for event in position.log):
            position.play(ask.legal[0])
            continue
        begun, events = position.this_deal()
        log = [begun, *events]
        mind = mind or players_of("sensible", game, options, begun.standing, Random(1))
        word = mind.word(ask, log, len(log))
        if sides[ask.seat] == searcher and variation.answers(ask):
            before = process_time()
            infer = "sensible" if variation.infer else None
            search = Search(position.view(ask.seat))
            word = search.compare(
                word, variation.deals, variation.policy(ask), margin=variation.margin, infer=infer
            ).best
            used, asked = used + process_time() - before, asked + 1
        position.play(word)
    return gain(position, searcher), used, asked


def gain(position: Position[Any], side: int) -> float:
    """Return how much more a side has after the first deal than the others on average."""
    scores = [[*map(int, event.values)] for event in position.log if isinstance(event, Note) and event.kind == "scores"]
    if not scores:
        return 0.0
    others = [score for other, score in enumerate(scores[-1]) if other != side]
    return scores[-1][side] - (fmean(others) if others else 0)


def measured(contest: str, variation: str, sets: int) -> Row:
    """Return what came of some sets of deals."""
    name, _, preset = contest.partition(":")
    game = GAMES[name]
    options = game.presets[preset]
    sides = sorted({side for side in game.seating(options).sides if side is not None})
    kept_out = Variation("nothing", cards=False)
    gains, used, asked = [], 0.0, 0
    for number in range(sets):
        rooms = []
        for side in sides:
            found, time, questions = played(game, options, f"tried {number}", VARIATIONS[variation], side)
            alone = played(game, options, f"tried {number}", kept_out, side)[0] if len(sides) == 1 else 0.0
            rooms.append(found - alone)
            used, asked = used + time, asked + questions
        gains.append(fmean(rooms))
    return {
        "contest": contest,
        "variation": variation,
        "sets": sets,
        "gain": round(fmean(gains), 3),
        "error": round(stdev(gains) / sqrt(sets), 3),
        "cpu_ms": round(used * 1000 / max(1, asked), 2),
    }


def keep(found: Row) -> None:
    """Keep what was measured in place of what there was of the same."""
    write(KEPT, [*read(KEPT), found], _key)


def _key(row: Row) -> tuple[int, str, int]:
    """Return what was measured: the game, and the variation."""
    contest = row["contest"]
    return [*GAMES].index(contest.partition(":")[0]), contest, [*VARIATIONS].index(row["variation"])


def table() -> str:
    """Return what was tried as a Markdown table: a line for each game, a column for each variation."""
    rows = {(row["contest"], row["variation"]): row for row in read(KEPT)}
    tried = [name for name in VARIATIONS if any(name == its for _, its in rows)]
    lines = [
        f"| game | {' | '.join(VARIATIONS[name].title for name in tried)} |",
        "|---" * (len(tried) + 1) + "|",
    ]
    for contest in dict.fromkeys(contest for contest, _ in rows):
        cells = (_cell(rows.get((contest, name))) for name in tried)
        lines.append(f"| `{contest}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(row: Row | None) -> str:
    return "" if row is None else f"{row['gain']:+.2f} ± {1.96 * row['error']:.2f}, {row['cpu_ms']:.0f} ms"


if __name__ == "__main__":
    contest, sets, *names = sys.argv[1:]
    for name in names or VARIATIONS:
        keep(measured(contest, name, int(sets)))
