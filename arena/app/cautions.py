"""What weakens the numbers of a ladder: games that are missing, schedules that follow results, voids, and versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from arena.ratings import Note
from arena.ratings.plackett_luce import ELO
from arena.results.roster import Known
from arena.store import Appeal, Columns

FOLLOWS_RESULTS = {"adaptive": (30, 92), "swiss": (12, 93)}
"""Schedules in which the results so far decide who meets whom, so that luck is paired with luck.

The numbers say by how many percent ratings of simulated ladders lay too far apart at most, and in how many percent 95 %
intervals held at least. They are those of docs/calibration.md, and a test holds them to it."""
VOIDS = 0.005
"""From this share of void games on, a bot may gain or lose by them."""
VERSIONS = 3
"""With so many versions, the best one looks better than it is."""


def left_note(left: int, planned: int) -> Note:
    """Return the remark about planned games that are not played yet."""
    one_look = "who stops as soon as the table looks good errs three times as often as it says"
    return Note(f"{left} of {planned} planned games are not played yet: {one_look}")


def dropped_note(games: int, contests: Collection[str]) -> Note:
    """Return the remark about games of contests that the ladder file does not name any more."""
    what = f"{games} game{'s' * (games != 1)} of {', '.join(sorted(contests))}"
    return Note(f"{what} are left out: the ladder file names other games now; --game shows them", alarm=True)


def appeal_notes(appeals: Sequence[Appeal]) -> Iterator[Note]:
    """Yield the remark about results that people made void, and bots that they pardoned, if there are any."""
    games, pardons = sum(len(each.games) for each in appeals), sum(each.what == "pardon" for each in appeals)
    if appeals:
        told = [f"{games} result{'s' * (games != 1)} made void"] * bool(games)
        told += [f"{pardons} pardon{'s' * (pardons != 1)}"] * bool(pardons)
        yield Note(f"on appeal: {', '.join(told)}")


def schedule_notes(kinds: Collection[str]) -> Iterator[Note]:
    """Yield a caution for each kind of schedule that follows the results."""
    for kind in sorted(FOLLOWS_RESULTS.keys() & kinds):
        apart, held = FOLLOWS_RESULTS[kind]
        effect = f"ratings may lie up to {apart} % too far apart, and 95 % intervals may hold in {held} %"
        yield Note(f"results decided who met whom ({kind}): {effect}", alarm=True)


def void_notes(voids: Mapping[str, tuple[int, int]], games: Mapping[str, int]) -> Iterator[Note]:
    """Yield a remark for each bot that was asked when games became void.

    If v games of a hundred became void because a bot was going to lose them, and it wins half of the others, its rating
    is too high by 2 v / 100 nats. The more it wins, the more each such game is worth.

    Args:
        voids: name of the bot -> how many games these were, and in how many of them it had used much CPU time itself.
        games: name of the bot -> how many games it has played besides.
    """
    for name, (count, busy) in voids.items():
        doing = f", {busy} of them after it had used much CPU time itself" if busy else ""
        text = f"{name} was asked when {count} game{'s' * (count > 1)} became void{doing}"
        share = count / (count + games.get(name, 0))
        if share >= VOIDS:
            text += (
                f": {100.0 * share:.1f} % of its games, worth {2.0 * share * ELO:.0f} Elo if it was losing them and"
                " wins half of the others, more if it wins more"
            )
        yield Note(text, alarm=share >= VOIDS)


def version_notes(bots: Collection[Known], played: Collection[str]) -> Iterator[Note]:
    """Yield a remark for each submission of which several versions have games.

    Args:
        bots: the bots that the runs knew.
        played: the ids of the entrants with games.
    """
    versions = {(bot.given, bot.id): bot for bot in bots if bot.submitted and bot.id in played}
    count = Counter(given for given, _ in versions)
    latest = {given: bot for (given, _), bot in versions.items()}
    for given, number in sorted(count.items()):
        if number >= VERSIONS:
            name = latest[given].name or latest[given].id.partition("@")[0]
            yield Note(f"{number} versions of {name} have games: the best of equal ones looks better than it is")


def games_by_name(columns: Columns, names: Mapping[str, str]) -> dict[str, int]:
    """Return how many games each entrant has played, by its name."""
    count = np.bincount(columns.sides.code, minlength=len(columns.sides.values)).tolist()
    found: Counter[str] = Counter()
    for sides, games in zip(columns.sides.values, count, strict=True):
        found.update({names[one]: games for one in {*sides} if one in names})
    return dict(found)
