"""A final that takes its seeds and its names from another ladder: `seeding = "from class.toml"`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from arena.app.ladder_view import view_of
from arena.app.ladders import open_ladder, results_of_ladder
from arena.app.rated import load_store
from arena.bots.entrants import Entrant
from arena.bots.submissions import Found
from arena.errors import UserError, command
from arena.results.rating_input import names_of
from arena.results.roster import Known, Roster
from arena.settings.ladder import LadderFile
from arena.settings.schedule import ScheduleSettings
from arena.store import Store


class Standing(NamedTuple):
    """How the bots of another ladder stand.

    Args:
        order: the bots, the best first: the folder or file of a submission, as the final names it, or a name.
        names: the names under which each submission has played there, by its folder or file.
        last: the last version of each submission that could play there, by its folder or file.
    """

    order: Sequence[str] = ()
    names: Mapping[str, Sequence[str]] = MappingProxyType({})
    last: Mapping[str, Known] = MappingProxyType({})


def standing_for(file: LadderFile) -> Standing:
    """Return how the ladder stands from which another takes its seeds; an empty one if it takes them from none.

    Args:
        file: the ladder that takes them.

    Raises:
        UserError: there is no such ladder, it has errors or no results, or it is the same.
    """
    other = file.schedule.seeded_from
    if not other:
        return Standing()
    path = file.path.parent / other
    before = open_ladder(path)
    if before.results.resolve() == file.results.resolve():
        hint = "name the ladder that was played before it"
        raise UserError(f"{file.path}: schedule.seeding: takes its seeds from its own results", hint, os.EX_CONFIG)
    base, here = before.path.parent.resolve(), file.path.parent.resolve()

    def as_here(given: str) -> str:
        at = base / given
        return str(at.relative_to(here) if at.is_relative_to(here) else at)

    with results_of_ladder(before, str(path)) as store:
        if not store.played():
            hint = f"play it first: {command('run', path)}"
            raise UserError(f"{path}: there are no results to take seeds from", hint, os.EX_NOINPUT)
        [loaded] = load_store(store, [None], before.reading)
        assert loaded.columns is not None
        ids = {name: id_ for id_, name in names_of(loaded.columns, loaded.entrants).items()}
        place = {ids[row.name]: at for at, row in enumerate(view_of(loaded, {}).rows)}
        roster = Roster(store.runs())
    found = {bot.name: place[bot.id] for bot in roster.by_id.values() if not bot.submitted and bot.id in place}
    for given in roster.last:
        played = [place[bot.id] for _, bot in roster.handed_in(given) if bot.id in place]
        found |= {as_here(given): at for at in played[-1:]}
    names = {as_here(given): names for given, names in roster.names.items()}
    last = {as_here(given): bot for given, bot in roster.last.items()}
    return Standing(sorted(found, key=lambda key: found[key]), names, last)


def with_seeds(file: LadderFile, standing: Standing, found: Sequence[Found], store: Store) -> ScheduleSettings:
    """Return who meets whom, with the seeds by name. Seeds of an earlier run stay, whatever has been played since.

    Args:
        file: the ladder that takes its seeds from another.
        standing: how that one stands.
        found: the bots that are to be seeded.
        store: the results of the ladder that is to be played.
    """
    names = {
        each.given if each.submitted else each.outcome.name: each.outcome.name
        for each in found
        if isinstance(each.outcome, Entrant)
    }
    kept: Sequence[str] = ()
    if runs := store.runs():
        before = ScheduleSettings.model_validate_json(runs[-1].settings.get("schedule", "{}"))
        kept = before.seeds if before.seeding == file.schedule.seeding else ()
    seeds = dict.fromkeys([*file.schedule.seeds, *kept, *(names[key] for key in standing.order if key in names)])
    return file.schedule.model_copy(update={"seeds": tuple(seeds)})
