"""What changed in the conditions of play between the runs of a ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from arena.results import roster
from arena.settings.limits import LEVELS, Level
from arena.store import Machine, Run

FOREVER = "forever"
"""The setting of a run that takes in what is handed in while it goes on."""
SCHEDULE = frozenset({"schedule", "events", "probation", "pardoned", "records", FOREVER, roster.SETTING})
"""Settings about who meets whom, and about what is kept; they do not change how a game is played."""

APART = 20
"""The machines of a ladder may differ by so many per cent in speed."""
SHOWN = 5
"""How many machines with time faults are named at most."""

REPRODUCIBLE = "reproducible"
"""The setting of a run whose packs follow from a seed that bots may know; other runs do not have it."""


def changed(runs: Sequence[Run], settings: Mapping[str, str]) -> str:
    """Return how the settings differ from those of the stored games, as text; empty if they do not.

    Args:
        runs: the runs so far.
        settings: the settings of the run that begins.
    """
    played = [(run.settings, run.results) for run in runs if run.results]
    names = _differing([settings, *(before for before, _ in played)])
    if not played or not names:
        return ""
    return f"now {_listed(settings, names)}; before: {_counted(played, names)}"


def mixed(runs: Sequence[Run], games: Mapping[int, int]) -> str:
    """Return how many games were played under which settings, as text; empty if all settings were the same.

    Args:
        runs: all runs of the store.
        games: number of the run -> how many of the games it played.
    """
    played = [(run.settings, games[run.number]) for run in runs if run.number in games]
    names = _differing([settings for settings, _ in played])
    return f"conditions changed: {_counted(played, names)}" if names else ""


def machines_text(machines: Sequence[Machine]) -> tuple[str, str]:
    """Return what a ladder says of the machines of agents, and what to be wary of; both may be empty.

    Args:
        machines: the machines, each once for each state.
    """
    if not machines:
        return "", ""
    names = {machine.name for machine in machines}
    late = Counter(dict.fromkeys(names, 0))
    for machine in machines:
        late[machine.name] += machine.late
    text = f"played on {len(names)} machine{'s' * (len(names) > 1)}"
    if any(late.values()):
        listed = ", ".join(f"{name} {count}" for name, count in late.most_common(SHOWN) if count)
        text += f"; games with a time fault by machine: {listed}"
    fastest = max(machine.yardstick for machine in machines)
    slowest = min(machines, key=lambda machine: machine.yardstick)
    apart = round(100 * (fastest / max(1, slowest.yardstick) - 1))
    what = f"the fastest computes {apart} % faster than {slowest.name}"
    wary = f"machines differ: {what}, so clocks are not the same for all"
    return text, wary if apart > APART else ""


def _differing(all_settings: Sequence[Mapping[str, str]]) -> list[str]:
    names = dict.fromkeys(name for settings in all_settings for name in settings if name not in SCHEDULE)
    return [name for name in names if len({settings.get(name) for settings in all_settings}) > 1]


def _counted(played: Sequence[tuple[Mapping[str, str], int]], names: Sequence[str]) -> str:
    count: Counter[str] = Counter()
    for settings, games in played:
        count[_listed(settings, names)] += games
    return "; ".join(f"{games} games with {listed}" for listed, games in count.items())


def _listed(settings: Mapping[str, str], names: Sequence[str]) -> str:
    return ", ".join(f"{name}={settings.get(name, '?')}" for name in names)


OWN = "own"
"""The name of what some bots play under otherwise than the others, among the stored conditions of a run."""
CONDITION = "sandbox"
"""The name of the sandbox level among the stored conditions of a run."""


def levels_text(runs: Iterable[Run], games: Mapping[int, int]) -> str:
    """Return the sandbox level of games as text, for the lines below a table.

    Args:
        runs: all runs of the store.
        games: number of the run -> how many of the games it played.
    """
    found: Counter[Level] = Counter()
    for run in runs:
        found.update({level: games[run.number] for level in level_of(run) if run.number in games})
    if len(found) < 2:
        return f"sandbox {next(iter(found), 'none')}"
    return "sandbox " + ", ".join(f"{level} in {games} games" for level, games in found.most_common())


def level_of(run: Run) -> list[Level]:
    """Return the level of a run in a list, which is empty for an unknown word; a run that names no level has `none`."""
    word = run.settings.get(CONDITION, "none").partition(" ")[0]
    return [level for level in LEVELS if level == word]
