"""`arena doctor`: its options, its help and what it does."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arena.sandbox.doctor import AttackResult
    from arena.sandbox.levels import Probed
    from arena.settings.limits import Level

WORDS = {True: "held", False: "NOT HELD", None: "not known"}
"""What is said of an attack."""


@click.command()
@click.option(
    "--sandbox",
    "level",
    type=click.Choice(("strict", "standard", "basic")),
    help="Examine this level only. [default: every level that works here]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def doctor(level: Level | None, *, as_json: bool) -> None:
    """Show which sandbox levels work here, and attack them from inside.

    A program runs as a bot and tries what no bot may be able to do: read the arena's files and memory, write outside
    its folder, use the network, pass messages to another bot, use more memory than allowed, outlive its game, and so
    on. Each line says what was tried and whether the sandbox held. `arena help sandbox` says what each level promises.

    Exit status 0 if a level works here and everything held, 1 if something did not hold or could not be tried, 78 if no
    level works here, or not the one named with --sandbox.
    """
    from arena.cli.screen import say
    from arena.escapes import json_text
    from arena.sandbox.levels import probe, probe_all

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


def _examined(level: Level) -> Sequence[AttackResult]:
    from arena.sandbox import SandboxFailure
    from arena.sandbox.doctor import AttackResult, examine

    try:
        return examine(level)
    except SandboxFailure as failure:
        return [AttackResult("Start the attacker.", unknown=str(failure))]


def _data(probed: Probed, results: Sequence[AttackResult]) -> dict[str, object]:
    attacks = [
        {"what": result.what, "held": result.held, "got": result.got, "unknown": result.unknown} for result in results
    ]
    return {"works": probed.works, "about": probed.about, "problem": probed.problem, "attacks": attacks}


def _print(probed: Sequence[Probed], found: Mapping[Level, Sequence[AttackResult]]) -> None:
    from arena.cli.screen import err, out, table
    from arena.sandbox.levels import way_out

    for p in probed:
        out.print(f"{p.level}: {p.about.partition(' ')[2] or 'not here: ' + p.problem}")
    out.print()
    if not found:
        err.print(way_out())
        return
    rows = []
    for number, result in enumerate(next(iter(found.values()))):
        each = [results[number] if number < len(results) else result for results in found.values()]
        got = "; ".join(
            f"{level}: {', '.join(one.got) or one.unknown}"
            for level, one in zip(found, each, strict=True)
            if not one.held
        )
        rows.append((result.what, *(WORDS[one.held] for one in each), got))
    heads = ("what was tried", *found, "what it got")
    out.print(table(heads, rows))
    failed = [level for level, results in found.items() if any(result.held is False for result in results)]
    unknown = [level for level, results in found.items() if any(result.held is None for result in results)]
    out.print()
    if failed:
        out.print(f"Do not run strangers' bots at level {', '.join(failed)} on this machine.", style="bold red")
    elif unknown:
        out.print(
            f"Not everything could be tried at level {', '.join(unknown)}, so it is not known whether all would hold.",
            style="bold yellow",
        )
    else:
        out.print(f"Everything held. Bots are run at level {next(iter(found))} unless the ladder file says otherwise.")
