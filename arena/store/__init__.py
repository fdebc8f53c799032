"""The results of a ladder: one SQLite database, a journal to check it against, and one arena that writes.

- store: writing results; begin here
- reader: reading them, in three parts: read_plan (what is planned, and how far it is), read_results (results of many
  games) and read_game (what is kept of one game)
- appeals: results that people made void, and bots that they pardoned
- season_keys: which season a run plays, and what keys its packs
- rows: what readers get: games played, entrants, runs
- columns: all results at once, as numpy columns
- schema: the SQL tables
- record_policy: of which games the record is kept
- uses: what seats used in a game, as JSON and as bytes
- database: opening and checking the SQLite file
- journal: the text file that holds everything once more
- rebuild: comparing database and journal, and making one from the other
- disk: where results may lie, and the lock that keeps other arenas out
- errors: errors of disk and database, with what to do about them
"""

from arena.store.appeals import Appeal
from arena.store.columns import Coded, Columns
from arena.store.errors import NoRecord, TryAgain
from arena.store.reader import Reader
from arena.store.rebuild import Comparison, Rebuilt, rebuild
from arena.store.rows import Conduct, Counts, ListedGame, Machine, PlayedGame, Run, Season, StoredEntrant
from arena.store.store import Store, is_results
from arena.store.uses import SeatColumns

__all__ = [
    "Appeal",
    "Coded",
    "Columns",
    "Comparison",
    "Conduct",
    "Counts",
    "ListedGame",
    "Machine",
    "NoRecord",
    "PlayedGame",
    "Reader",
    "Rebuilt",
    "Run",
    "Season",
    "SeatColumns",
    "Store",
    "StoredEntrant",
    "TryAgain",
    "is_results",
    "rebuild",
]
