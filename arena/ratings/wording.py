"""A comparison of two entrants in a few lines of plain text, for terminals, logs and the messages of failed tests."""

from __future__ import annotations

from collections.abc import Iterator

from arena.ratings.pairs import Comparison
from arena.ratings.scale import UNKNOWN, Interval
from arena.ratings.superiority import los_text


def summary(found: Comparison, *, stopped: bool = False) -> str:
    """Return the text for a comparison, without a final line break.

    Args:
        found: what two bots' deals show.
        stopped: whether the results decided how many deals were played. Intervals and LOS, which take that number as
            fixed, are then left out.

    >>> from arena.ratings import Pairs, compare
    >>> scores = [[1, 0], [0, 1]] * 70 + [[1, 1]] * 40 + [[0, 0]] * 20
    >>> margins = [[3, -2], [-2, 3]] * 70 + [[4, 1]] * 40 + [[-1, -3]] * 20
    >>> print(summary(compare(Pairs.of(scores, margins))))
    200 deals, 400 games: 220 won, 0 drawn, 180 lost
    deals by score: 0: 20, 0.25: 0, 0.5: 140, 0.75: 0, 1: 40
    score 55.0 %, Elo +35 (+8 to +61), normalized Elo +46 (+11 to +80), LOS 99.5 %
    margin +0.65 points a game (+0.48 to +0.82)
    duplicate deals were worth 1.7 times as many independent games; by margin 2.2 times
    >>> print(summary(compare(Pairs.of([[1, 0], [0, 1]]))).splitlines()[-1])
    identical on all 2 deals
    """
    return "\n".join(_lines(found, stopped=stopped))


def _lines(found: Comparison, *, stopped: bool) -> Iterator[str]:
    deals, games = (
        f"{number} {what}{'s' * (number != 1)}" for number, what in ((found.deals, "deal"), (found.games, "game"))
    )
    yield f"{deals}, {games}: {found.wins} won, {found.draws} drawn, {found.losses} lost"
    yield "deals by score: " + ", ".join(f"{score:.3g}: {count}" for score, count in found.histogram.items())
    if found.identical:
        yield f"identical on all {found.deals} deals"
        return
    lead = [f"score {100.0 * found.score:.1f} %"]
    if not stopped:
        lead.append(f"Elo {interval_text(found.elo, '+.0f')}")
        if found.normalized_elo != UNKNOWN:
            lead.append(f"normalized Elo {interval_text(found.normalized_elo, '+.0f')}")
        if found.los is not None:
            lead.append(f"LOS {los_text(found.los)}")
    yield ", ".join(lead)
    if found.margin is not None:
        margin = found.margin._replace(low=None, high=None) if stopped else found.margin
        yield f"margin {interval_text(margin, '+.2f', ' points a game')}"
    if found.score_gain is not None:
        margins = "" if found.margin_gain is None else f"; by margin {found.margin_gain:.1f} times"
        yield f"duplicate deals were worth {found.score_gain:.1f} times as many independent games{margins}"


def interval_text(interval: Interval, form: str, unit: str = "") -> str:
    """Return "+35 (+9 to +61)", a bound such as "> +300", or only the value if the ends are unknown."""
    form = form.replace(".", "z.")  # what rounds to 0 has no minus
    value, low, high = (None if number is None else format(number, form) for number in interval)
    if value is None:
        return f"> {low}{unit}" if low is not None else f"< {high}{unit}"
    if low is None and high is None:
        return f"{value}{unit}"
    return f"{value}{unit} ({low or 'no end'} to {high or 'no end'})"
