"""`arena doctor`: which sandbox levels work on this machine, and whether they hold under attack."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import inf

from rich.console import RenderableType

from arena.cli.screen import err, out, say, table
from arena.errors import UserError
from arena.escapes import json_text
from arena.sandbox import SandboxFailure
from arena.sandbox.capacity import Hand, bound, hands, judged
from arena.sandbox.doctor import Line, examine
from arena.sandbox.levels import Probed, probe, probe_all, way_out
from arena.sandbox.pair import Way, capacities
from arena.settings.limits import Level

LONG = 3600.0
"""Seconds from which on a time is said to be hours."""


def doctor(level: Level | None, *, capacity: bool, as_json: bool) -> None:
    """Attack one sandbox level, or every level that works here, and print what held; or measure capacities."""
    probed = [probe(level)] if level else probe_all()
    if capacity:
        _capacities(probed, as_json=as_json)
        return
    found = {p.level: _examined(p.level) for p in probed if p.works}
    if as_json:
        say(json_text({p.level: _data(p, found.get(p.level, [])) for p in probed}))
    else:
        _print(probed, found)
    if not found:
        raise SystemExit(os.EX_CONFIG)
    if not all(line.held for lines in found.values() for line in lines):
        raise SystemExit(1)


def _examined(level: Level) -> list[Line]:
    try:
        return examine(level)
    except SandboxFailure as failure:
        return [Line("Start the attacker.", (str(failure),))]


def _data(probed: Probed, lines: Sequence[Line]) -> dict[str, object]:
    attacks = [{"what": line.what, "held": line.held, "got": line.got} for line in lines]
    return {"works": probed.works, "about": probed.about, "problem": probed.problem, "attacks": attacks}


def _capacities(probed: Sequence[Probed], *, as_json: bool) -> None:
    """Measure how much two sandboxes can tell each other at each level that works here, and print it."""
    works = [p for p in probed if p.works]
    if as_json:
        say(json_text({p.level: [_way(way) for way in _measured(p.level)] for p in works}))
    else:
        fewest, *_, most = hands()
        out.print(_about_hands(fewest, most))
        for p in works:
            out.print()
            ways = _measured(p.level)
            out.print(capacity_table(p.level, ways, fewest))
            out.print(conclusion(p.level, ways))
        if not works:
            err.print(way_out())
    if not works:
        raise SystemExit(os.EX_CONFIG)


def _measured(level: Level) -> list[Way]:
    try:
        return capacities(level)
    except SandboxFailure as failure:
        raise UserError(
            f"two sandboxes of level {level} cannot be made: {failure}", exit_status=os.EX_UNAVAILABLE
        ) from failure


def _about_hands(fewest: Hand, most: Hand) -> str:
    return (
        f"To tell a partner one's hand takes {fewest.bits:.0f} bits ({fewest.game}) to {most.bits:.0f} ({most.game}, "
        f"{most.preset}).\nThe bound: {bound():.2f} bits a second, which tell no hand before its deal is over, however "
        "slowly it is played."
    )


def capacity_table(level: Level, ways: Sequence[Way], hand: Hand) -> RenderableType:
    """Return the figures of a level as a table.

    Args:
        level: the level.
        ways: what was measured.
        hand: the hand that is to be told.
    """
    rows = []
    for way in ways:
        if way.sent is None:
            rows.append((way.name, "", "", "0", "", "closed"))
            continue
        low, high = way.sent.between
        verdict = judged(way.sent, bound())
        needed = hand.bits / way.sent.rate if way.sent.rate else inf
        rows.append(
            (
                way.name,
                f"{1000 * way.sent.length:.0f} ms",
                f"{100 * way.sent.wrong / way.sent.bits:.1f} %",
                f"{_rate(way.sent.rate)} ({_rate(low)} to {_rate(high)})",
                _time(needed),
                "DOES NOT HOLD" if verdict == "does not hold" else verdict,
            )
        )
    return table((level, "step", "wrong", "bits/s (95 %)", "hand in", "bound"), rows)


def _rate(bits_a_second: float) -> str:
    return f"{bits_a_second:.{0 if bits_a_second >= 10 else 1}f}"


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else "hours" if seconds > LONG else f"{seconds:.0f} s"


def conclusion(level: Level, ways: Sequence[Way]) -> str:
    """Return what the figures of a level say about the bound."""
    over = [way for way in ways if way.sent and judged(way.sent, bound()) == "does not hold"]
    unknown = [way.name for way in ways if way.sent and judged(way.sent, bound()) == "not known"]
    if over:
        best = max(over, key=lambda way: way.sent.rate if way.sent else 0)
        return f"The bound does not hold at level {level}; the best way is the {best.name}."
    if unknown:
        return f"Whether the bound holds at level {level} is not known: {', '.join(unknown)}. Measure again."
    return f"The bound holds at level {level} for the ways that were tried."


def _way(way: Way) -> dict[str, object]:
    if way.sent is None:
        return {"way": way.name, "closed": True, "problem": way.problem}
    low, high = way.sent.between
    figures = {"ms": 1000 * way.sent.length, "bits": way.sent.bits, "wrong": way.sent.wrong}
    rates = {"bits_per_s": way.sent.rate, "low": low, "high": high, "bound": bound()}
    return {"way": way.name, "closed": False, **figures, **rates, "verdict": judged(way.sent, bound())}


def _print(probed: Sequence[Probed], found: dict[Level, list[Line]]) -> None:
    for p in probed:
        out.print(f"{p.level}: {p.about.partition(' ')[2] or 'not here: ' + p.problem}")
    out.print()
    if not found:
        err.print(way_out())
        return
    rows = []
    for number, line in enumerate(next(iter(found.values()))):
        each = [lines[number] if number < len(lines) else line for lines in found.values()]
        got = "; ".join(f"{level}: {', '.join(one.got)}" for level, one in zip(found, each, strict=True) if one.got)
        rows.append((line.what, *("held" if one.held else "NOT HELD" for one in each), got))
    heads = ("what was tried", *found, "what it got")
    out.print(table(heads, rows, wrap=("what was tried", "what it got")))
    failed = [level for level, lines in found.items() if not all(line.held for line in lines)]
    out.print()
    if failed:
        out.print(f"Do not run strangers' bots at level {', '.join(failed)} on this machine.", style="bold red")
    else:
        out.print(f"Everything held. Bots are run at level {next(iter(found))} unless the ladder file says otherwise.")
