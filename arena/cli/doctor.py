"""`arena doctor`: which sandbox levels work on this machine, and whether they hold under attack."""

from __future__ import annotations

import os
from collections.abc import Sequence

from arena.cli.screen import err, out, say, table
from arena.escapes import json_text
from arena.sandbox import SandboxFailure
from arena.sandbox.doctor import AttackResult, examine
from arena.sandbox.levels import Probed, probe, probe_all, way_out
from arena.settings.limits import Level


def doctor(level: Level | None, *, as_json: bool) -> None:
    """Attack one sandbox level, or every level that works here, and print what held."""
    probed = [probe(level)] if level else probe_all()
    found = {p.level: _examined(p.level) for p in probed if p.works}
    if as_json:
        say(json_text({p.level: _data(p, found.get(p.level, [])) for p in probed}))
    else:
        _print(probed, found)
    if not found:
        raise SystemExit(os.EX_CONFIG)
    if not all(result.held for results in found.values() for result in results):
        raise SystemExit(1)


def _examined(level: Level) -> list[AttackResult]:
    try:
        return examine(level)
    except SandboxFailure as failure:
        return [AttackResult("Start the attacker.", (str(failure),))]


def _data(probed: Probed, results: Sequence[AttackResult]) -> dict[str, object]:
    attacks = [{"what": result.what, "held": result.held, "got": result.got} for result in results]
    return {"works": probed.works, "about": probed.about, "problem": probed.problem, "attacks": attacks}


def _print(probed: Sequence[Probed], found: dict[Level, list[AttackResult]]) -> None:
    for p in probed:
        out.print(f"{p.level}: {p.about.partition(' ')[2] or 'not here: ' + p.problem}")
    out.print()
    if not found:
        err.print(way_out())
        return
    rows = []
    for number, result in enumerate(next(iter(found.values()))):
        each = [results[number] if number < len(results) else result for results in found.values()]
        got = "; ".join(f"{level}: {', '.join(one.got)}" for level, one in zip(found, each, strict=True) if one.got)
        rows.append((result.what, *("held" if one.held else "NOT HELD" for one in each), got))
    heads = ("what was tried", *found, "what it got")
    out.print(table(heads, rows))
    failed = [level for level, results in found.items() if not all(result.held for result in results)]
    out.print()
    if failed:
        out.print(f"Do not run strangers' bots at level {', '.join(failed)} on this machine.", style="bold red")
    else:
        out.print(f"Everything held. Bots are run at level {next(iter(found))} unless the ladder file says otherwise.")
