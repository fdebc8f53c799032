"""A site of a ladder: plain files that show it from a disk, from any web server, and without script.

The caller rates the results; here they become pages. Files of a bot are named by its entrant id, those of a contest by
its label. A page depends on the results alone, so the same results give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import chain, groupby

import numpy as np

from arena.escapes import json_text
from arena.results.strengths import Strengths, some_of, strengths
from arena.store import Reader
from arena.web import ladder_pages
from arena.web.contents import Site
from arena.web.folder import SIGN, Target
from arena.web.game_lists import GameLists
from arena.web.page import STYLE, asset, code

MOST = 1_000
"""Of about so many games the records are read for what bots are good at: a second of CPU time."""
RESULTS = "results.csv.gz"
"""The table of results."""


def build(site: Site, store: Reader, folder: Target) -> None:
    """Write all files of a site but its table of results, which is written while the results are read.

    Args:
        site: what it shows.
        store: the results, for the games that are listed.
        folder: where they are written.
    """
    for each in (STYLE, *site.scripts):
        folder.write(asset(each).path, asset(each).data)
    folder.write(SIGN, json_text(site.state()))
    folder.write("ladder.json", json_text(site.data))
    lists = GameLists(site, store)
    of_bots = ladder_pages.bots(site, lists, _strengths(site, store))
    for path, text in chain(ladder_pages.ladders(site), of_bots, ladder_pages.pairs(site)):
        folder.write(path, text)
    for path, of, making in lists.pages():
        folder.make(path, sha256(code() + repr(of).encode()).hexdigest(), making)


def _strengths(site: Site, store: Reader) -> Mapping[str, Sequence[Strengths]]:
    """Return what each bot is good at, by its id; games of seasons whose packs are secret do not count."""
    hidden = [season.number for season in store.seasons() if season.hidden]
    shown = site.columns.take(~np.isin(site.columns.season, hidden))
    found = strengths(store, some_of(shown.number, shown.chance.code, MOST))
    found.sort(key=lambda one: one.bot)
    return {bot: [*those] for bot, those in groupby(found, lambda one: one.bot)}
