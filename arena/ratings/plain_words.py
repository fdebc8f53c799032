"""What a ladder shows in one line of plain words: who is best, who cannot be told apart, and what would help.

Nothing is said that the table does not hold. Who may be the best, and that these are better than others, comes from the
rank ranges, which are 95 %. The certainty that one entrant is better than another is their likelihood of superiority,
and it is given only for two whose ranks differ too. How many more deals a comparison needs is what a test of 95 % needs
to see the present difference with a chance of 80 %, so it is a rough number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from arena.ratings.ladder import Ladder
from arena.ratings.proven import Win
from arena.ratings.superiority import los_text
from arena.ratings.table import identical_groups, rows

NAMED = 3
"""The most names in a sentence; further ones are only counted."""
CERTAIN = 0.975
"""A likelihood of superiority from which on one entrant is said to be better: a two-sided test of 95 %."""
USUAL_REACH = 1.96
"""The 97.5 % quantile of the normal distribution."""
POWER_REACH = 0.84
"""Its 80 % quantile."""
HOPELESS = 100.0
"""If more than this many times the deals are needed, no number is given."""


def in_words(
    ladder: Ladder, *, by_points: bool = False, unit: str = "points", among: Mapping[str, str] | None = None
) -> str:
    """Return what a ladder shows in one to three short sentences.

    Args:
        ladder: the ladder.
        by_points: speak of points per game instead of the rating.
        unit: what points are called, in the plural.
        among: name -> what to call it, of the entrants that are spoken of; None for all, by their names.

    >>> from arena.ratings import Results, duel, fit
    >>> played = [duel("owl", "jay", float(deal % 4 > 0), deal) for deal in range(40)]
    >>> in_words(fit(Results.of(played)))
    'owl is better than jay with 99.7 % certainty.'
    """
    shown = frozenset(number for number, name in enumerate(ladder.names) if among is None or name in among)
    if among is not None:
        names = [among.get(name, f" {number}") for number, name in enumerate(ladder.names)]  # those are not spoken of
        ladder = replace(ladder, results=replace(ladder.results, names=tuple(names)))
    if by_points and any(ladder.points):
        return " ".join(_by_points(ladder, unit, shown))
    return " ".join(_by_rating(ladder, shown))


def _by_rating(ladder: Ladder, shown: AbstractSet[int]) -> Iterator[str]:
    """Yield what the ratings show of some entrants."""
    ranks = [entrant for entrant in ladder.order if entrant in shown and ladder.ranks[entrant] is not None]
    if not any(tally.games for tally in ladder.tallies):
        yield "No games have been played yet."
        return
    if len(ranks) < 2:
        yield "Nobody can be compared yet: no chain of games connects two of them."
        return
    if circles := [circle for circle in ladder.circles if shown >= frozenset(circle)]:
        yield _sentence(circle_text(ladder, circles[0]))
        yield "Who is better depends on the opponent; --head-to-head shows who beats whom."
        return
    if ladder.misfit and len(shown) == len(ladder.names):
        yield f"{_sentence(misfit_text(ladder))} The order is by results against this field."
    yield from _sentences(ladder, ranks)
    if upsets := [win for win in ladder.against_order if shown >= {win.winner, win.loser}]:
        more = len(upsets) - 1
        yield upset_text(ladder, upsets[0]) + (f", and {more} more like this" if more else "") + "."


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def circle_text(ladder: Ladder, circle: Sequence[int]) -> str:
    """Return what a circle of proven wins says (`Ladder.circles`)."""
    names = [ladder.names[entrant] for entrant in circle]
    wins = [f"{one} beats {other}" for one, other in zip(names, names[1:] + names[:1], strict=True)]
    return f"no order holds: {', '.join(wins[:-1])} and {wins[-1]} (95 % for all together)"


def misfit_text(ladder: Ladder) -> str:
    """Return that the ratings do not describe every pair, with the pair that departs most (`LackOfFit.worst`)."""
    text, worst = "the ratings do not describe every pair", ladder.lack_of_fit.worst
    if worst is None:
        return text
    first, second, score, expected = worst
    scored, predicted = _told_apart(score, expected)
    return (
        f"{text}: {ladder.names[first]} scored {scored} against {ladder.names[second]}, where they predict {predicted}"
    )


def _told_apart(one: float, other: float) -> tuple[str, str]:
    """Return two shares in percent, with as many decimals as it takes to tell them apart; at most three."""
    texts = [(f"{100.0 * one:.{digits}f} %", f"{100.0 * other:.{digits}f} %") for digits in range(4)]
    return next((pair for pair in texts if pair[0] != pair[1]), texts[-1])


def upset_text(ladder: Ladder, win: Win) -> str:
    """Return what a proven win against the order says (`Ladder.against_order`)."""
    return f"{ladder.names[win.winner]} stands below {ladder.names[win.loser]}, but beat it {win.score} (95 %)"


def _sentences(ladder: Ladder, order: Sequence[int]) -> Iterator[str]:
    """Yield who may be the best, what would tell them apart, and who is better than the next one."""
    first = [entrant for entrant in order if not ladder.beyond_doubt[order, entrant].any()]
    others = [entrant for entrant in order if entrant not in first]
    if len(first) > 1:
        yield from _together(ladder, first, alone=not others)
    elif len(order) > 2:
        yield f"{ladder.names[first[0]]} is the best of these {len(order)} with 95 % certainty."
    if others:
        yield from _better(ladder, first, others)
    if len(first) == 1:
        yield from _next_tie(ladder, others)


def _together(ladder: Ladder, first: Sequence[int], *, alone: bool) -> Iterator[str]:
    """Yield who may be the best, and what would tell the leader from the next one.

    Args:
        ladder: the ladder.
        first: two or more entrants whose ranks begin with 1.
        alone: whether there are no others.
    """
    if alike := _alike(ladder, first):
        yield f"{_listed(ladder, first)} did the same in all {alike} deals that they shared."
        return
    if alone and len(first) > NAMED:
        yield f"Any of these {len(first)} may still be the best."
    else:
        best = f": {'either' if len(first) == 2 else 'any of them'} may be the best"
        yield f"{_listed(ladder, first)} cannot be told apart yet{'' if alone and len(first) == 2 else best}."
    known = ((entrant, ladder.los(first[0], entrant)) for entrant in first[1:])
    rival, los = next(((entrant, los) for entrant, los in known if los is not None), (None, None))
    if rival is None or los is None:
        twins = {first[0], *ladder.identical(first[0])}
        compared = first[0], next((entrant for entrant in first if entrant not in twins), first[1])
        deals = min(ladder.tallies[entrant].deals for entrant in compared)
        yield f"{deals} deal{'s' * (deals != 1)} {'is' if deals == 1 else 'are'} too few to tell."
        return
    names = ladder.names[first[0]], ladder.names[rival]
    which = f"{names[0]} is better than {names[1]}" if len(first) > 2 else f"{names[0]} is the better one"
    yield f"The chance that {which} is {los_text(los)}; {_more(ladder, first[0], rival)}."


def _deals(ladder: Ladder) -> int:
    return len(set(ladder.results.deal.tolist()))


def _next_tie(ladder: Ladder, others: Sequence[int]) -> Iterator[str]:
    """Yield the next two, below a clear winner, that cannot be told apart, and what would tell them apart."""
    for upper, lower in pairwise(others):
        los = ladder.los(upper, lower)
        if los is not None and los < CERTAIN:
            yield f"{_listed(ladder, (upper, lower))} cannot be told apart yet; {_more(ladder, upper, lower)}."
            return


def _alike(ladder: Ladder, entrants: Sequence[int]) -> int:
    """Return in how many deals these entrants met, if no deal tells any of them apart; else 0."""
    return next((deals for members, deals in identical_groups(ladder) if set(entrants) <= set(members)), 0)


def _better(ladder: Ladder, first: Sequence[int], others: Sequence[int]) -> Iterator[str]:
    """Yield who is better than those who cannot be the best.

    Of several who may be the best, the ranks tell what holds for all of them, or at least for the leader. A single one
    was called the best already, so this adds how certain it is against the next one.

    Args:
        ladder: the ladder.
        first: the entrants whose ranks begin with 1, the leader first.
        others: all others that have a rank.
    """
    for better in (first, first[:1]) if len(first) > 1 else ():
        beaten = [entrant for entrant in others if ladder.beyond_doubt[better, entrant].all()]
        if beaten:
            who = "Both are" if len(first) == 2 else f"All {len(first)} are"
            rest = f"the other {len(others)}" if NAMED < len(beaten) == len(others) else _listed(ladder, beaten)
            if better != first:  # "the other 4" would be taken for the others that may be the best
                who, rest = f"{ladder.names[first[0]]} is", _listed(ladder, beaten)
            yield f"{who} better than {rest} with 95 % certainty."
            return
    los = ladder.los(first[0], others[0])
    certainty = los_text(los) if los is not None and los >= CERTAIN else "95 %" * (len(first) == len(others) == 1)
    if certainty:
        yield f"{ladder.names[first[0]]} is better than {ladder.names[others[0]]} with {certainty} certainty."


def _more(ladder: Ladder, leader: int, rival: int) -> str:
    """Return in words how many more deals would probably tell two entrants apart."""
    times = _times(ladder, leader, rival)
    if times > HOPELESS:
        return f"even {HOPELESS:.0f} times as many deals might not tell them apart"
    number = _round(_deals(ladder) * (times - 1.0))
    return f"about {number} more deals would probably tell, if that number is fixed before they are played"


def _times(ladder: Ladder, leader: int, rival: int) -> float:
    """Return how many times the deals so far would probably tell two entrants apart; at least 1.1."""
    for group in (ladder.core, *ladder.outer):
        members = group.members.tolist()
        if leader in members and rival in members:
            row, column = members.index(leader), members.index(rival)
            found = group.contrasts
            difference, error = abs(found.difference[row, column]), found.error[row, column]
            reach = max(USUAL_REACH, float(found.margin[row, column] / error))
            return max(1.1, float(((reach + POWER_REACH) * error / difference) ** 2)) if difference else math.inf
    return math.inf


def _round(number: float) -> str:
    """Return a number rounded up, with one or two digits that count: 10, 70, 130, 2500."""
    size = 10 ** max(1, math.floor(math.log10(max(1.0, number))) - 1)
    return str(size * max(1, math.ceil(number / size)))


def _by_points(ladder: Ladder, unit: str, shown: AbstractSet[int]) -> Iterator[str]:
    """Yield who has the most points, within which interval, and who may have as many."""
    names = {ladder.names[entrant] for entrant in shown}
    table = [row for row in rows(ladder, by_points=True) if row.points is not None and row.name in names]
    if not table:
        yield "No games have been played yet."
        return
    first, *others = table
    alone = bool(ladder.results.alone.all())
    if not others and not alone:
        yield f"Only {first.name} has {unit}."
        return
    if first.points_low is None or first.points_high is None:
        yield f"{first.name} has the most {unit} so far, but there are too few deals to say how certain that is."
        return
    span = f"95 %: {first.points_low:z.2f} to {first.points_high:z.2f}"
    if alone:
        yield f"{first.name} scores {first.points:z.2f} {unit} a game ({span})."
    else:
        yield f"{first.name} is {first.points:z.2f} {unit} a game ahead of the others at its table ({span})."
    better = dict(zip(ladder.names, ladder.more_points[ladder.names.index(first.name)].tolist(), strict=True))
    near = [row.name for row in others if not better[row.name]]
    if near:
        yield f"{unit.capitalize()} alone do not show that it is better than {_names(near)}."
    elif others:
        yield f"Its lead over {others[0].name}, the next, is more than chance (95 %)."


def _listed(ladder: Ladder, entrants: Sequence[int]) -> str:
    return _names([ladder.names[entrant] for entrant in entrants])


def _names(names: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c" or "a, b, c and 4 more"."""
    shown = list(names[:NAMED])
    if len(names) > NAMED:
        shown.append(f"{len(names) - NAMED} more")
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]
